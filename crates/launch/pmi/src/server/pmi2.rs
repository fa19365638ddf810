//! Requests of PMI-2.

use super::{ClientStage, Server, ServerAction};
use crate::message2::Pmi2Message;
use crate::spawn::{SpawnCommand, SpawnOutcome, SpawnRequest};

/// A rank that waits for an attribute of its node.
#[derive(Debug)]
pub(super) struct WaitingRank {
    rank: u32,
    node: u32,
    key: String,
    reply: Pmi2Message,
}

/// Most requests that may wait for node attributes.
const WAITING_MAX: usize = 65_536;

impl Server {
    pub(super) fn message2(
        &mut self,
        rank: u32,
        body: &[u8],
        actions: &mut Vec<ServerAction>,
    ) -> Result<(), String> {
        let message = Pmi2Message::parse(body).map_err(|e| e.to_string())?;
        let command = message.command();
        let mut reply = Pmi2Message::new(&format!("{command}-response"));
        // Threads of one process tell their requests apart by `thrid`.
        if let Some(thread) = message.get("thrid") {
            reply = reply.with("thrid", thread);
        }
        let get = |key: &str| message.get(key).unwrap_or_default();
        let reply = match command {
            "fullinit" => self.fullinit(rank, reply),
            "finalize" => {
                self.finalise(rank);
                reply.with("rc", 0)
            }
            "abort" => {
                let code = message.get("exitcode").and_then(|c| c.parse().ok()).unwrap_or(1);
                let message = get("msg").to_owned();
                actions.push(ServerAction::Abort { rank, code, message, is_error: false });
                return Ok(());
            }
            "job-getid" => reply.with("jobid", &self.info.name).with("rc", 0),
            "kvs-put" => outcome(reply, self.store(get("key"), get("value"))),
            "kvs-get" => found(reply, self.value(rank, get("key")).as_deref()),
            "kvs-fence" => {
                self.enter_barrier(rank, reply.with("rc", 0).to_bytes(), actions);
                return Ok(());
            }
            "info-getjobattr" => self.job_attribute(rank, get("key"), reply),
            "info-putnodeattr" => {
                self.put_node_attribute(rank, get("key"), get("value"), reply, actions)
            }
            "info-getnodeattr" => {
                let wait = get("wait").eq_ignore_ascii_case("true");
                match self.node_attribute(rank, get("key"), wait, reply) {
                    Some(reply) => reply,
                    None => return Ok(()),
                }
            }
            "name-publish" => outcome(reply, self.publish(rank, get("name"), get("port"))),
            "name-unpublish" => outcome(reply, self.withdraw(get("name"))),
            "name-lookup" => match self.names.look_up(get("name")) {
                Some(port) => reply.with("found", "TRUE").with("port", port).with("rc", 0),
                None => reply.with("found", "FALSE").with("rc", 0),
            },
            "spawn" => match spawn_request(&message) {
                Ok(request) => {
                    self.peers[rank as usize].spawn_reply = Some(reply);
                    actions.push(ServerAction::Spawn { rank, request });
                    return Ok(());
                }
                Err(why) => reply.with("rc", -1).with("errmsg", why),
            },
            unknown => reply.with("rc", -1).with("errmsg", format!("unknown command {unknown}")),
        };
        actions.push(ServerAction::Reply { rank, bytes: reply.to_bytes() });
        Ok(())
    }

    fn fullinit(&mut self, rank: u32, reply: Pmi2Message) -> Pmi2Message {
        self.peers[rank as usize].stage = ClientStage::Initialised;
        reply
            .with("pmi-version", 2)
            .with("pmi-subversion", 0)
            .with("rank", rank)
            .with("size", self.size())
            .with("appnum", self.info.appnums.get(rank as usize).copied().unwrap_or(0))
            .with("debugged", "FALSE")
            .with("pmiverbose", "FALSE")
            .with("rc", 0)
    }

    fn job_attribute(&self, rank: u32, key: &str, reply: Pmi2Message) -> Pmi2Message {
        match key {
            "universeSize" => found(reply, Some(&self.info.universe_size.to_string())),
            _ => found(reply, self.value(rank, key).as_deref()),
        }
    }

    fn put_node_attribute(
        &mut self,
        rank: u32,
        key: &str,
        value: &str,
        reply: Pmi2Message,
        actions: &mut Vec<ServerAction>,
    ) -> Pmi2Message {
        const ATTRIBUTES_MAX: usize = 100_000;
        if self.node_attributes.len() >= ATTRIBUTES_MAX {
            return outcome(reply, Err("too_many_attributes"));
        }
        let node = self.info.nodes[rank as usize];
        self.node_attributes.insert((node, key.to_owned()), value.to_owned());
        let (ready, waiting) = std::mem::take(&mut self.waiting)
            .into_iter()
            .partition::<Vec<_>, _>(|w| w.node == node && w.key == key);
        self.waiting = waiting;
        for WaitingRank { rank, reply, .. } in ready {
            actions.push(ServerAction::Reply { rank, bytes: found(reply, Some(value)).to_bytes() });
        }
        reply.with("rc", 0)
    }

    /// The answer, or `None` when the rank has to wait.
    fn node_attribute(
        &mut self,
        rank: u32,
        key: &str,
        wait: bool,
        reply: Pmi2Message,
    ) -> Option<Pmi2Message> {
        let node = self.info.nodes[rank as usize];
        let value = self.node_attributes.get(&(node, key.to_owned()));
        if value.is_none() && wait && self.waiting.len() < WAITING_MAX {
            self.waiting.push(WaitingRank { rank, node, key: key.to_owned(), reply });
            return None;
        }
        Some(found(reply, value.map(String::as_str)))
    }
}

/// What is to be spawned: a command begins with `subcmd`, and what follows is about it.
fn spawn_request(message: &Pmi2Message) -> Result<SpawnRequest, String> {
    let mut request = SpawnRequest::default();
    let (mut key, mut put) = (String::new(), String::new());
    for (word, value) in message.pairs() {
        let kind = word.trim_end_matches(|c: char| c.is_ascii_digit());
        if kind == "subcmd" {
            let program = value.into();
            request.commands.push(SpawnCommand { program, count: 1, ..SpawnCommand::default() });
            continue;
        }
        match (kind, request.commands.last_mut()) {
            ("ppkey", _) => put = value.to_owned(),
            ("ppval", _) => request.preput.push((std::mem::take(&mut put), value.to_owned())),
            ("maxprocs", Some(command)) => {
                command.count = value.parse().map_err(|_| format!("maxprocs={value}"))?;
            }
            ("argv", Some(command)) => command.args.push(value.into()),
            ("infokey", _) => key = value.to_owned(),
            ("infoval", Some(command)) => {
                command.info.push((std::mem::take(&mut key), value.into()));
            }
            _ => {}
        }
    }
    if request.commands.is_empty() { Err("nothing to spawn".into()) } else { Ok(request) }
}

/// The answer to a request to spawn.
pub(super) fn spawn_reply(reply: Pmi2Message, outcome: &SpawnOutcome) -> Pmi2Message {
    match outcome {
        SpawnOutcome::Started { world, .. } => {
            reply.with("rc", 0).with("jobid", format!("ferry_world_{world}")).with("nerrs", 0)
        }
        SpawnOutcome::Failed { codes, reason } => {
            reply.with("rc", -1).with("errmsg", reason).with("nerrs", codes.failures())
        }
    }
}

fn outcome(reply: Pmi2Message, outcome: Result<(), &'static str>) -> Pmi2Message {
    match outcome {
        Ok(()) => reply.with("rc", 0),
        Err(reason) => reply.with("rc", -1).with("errmsg", reason),
    }
}

fn found(reply: Pmi2Message, value: Option<&str>) -> Pmi2Message {
    match value {
        Some(value) => reply.with("found", "TRUE").with("value", value).with("rc", 0),
        None => reply.with("found", "FALSE").with("rc", 0),
    }
}
