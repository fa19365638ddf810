//! Answers one process's PMI-1 by what PMIx offers.

use super::library::{PmixAnswer, PmixLibrary, PmixSource, WHOLE_JOB};
use super::spawn;
use crate::codes::SpawnCodes;
use crate::error::PmiError;
use crate::long;
use crate::mapping;
use crate::message1::Pmi1Message;
use crate::spawn::{SpawnReader, SpawnRequest};
use std::collections::HashMap;
use std::io::{BufRead, BufReader, Write};
use std::os::unix::net::UnixStream;

/// Longest key and value that are stored: what fits a line.
const KEY_MAX: usize = 256;
const VALUE_MAX: usize = 1024;

/// The job of a PMIx server that this process is of.
pub(super) struct PmixJob {
    library: PmixLibrary,
    size: u32,
    /// Whether all have met: only then the servers know what was stored.
    have_met: bool,
    is_over: bool,
    /// What the job that has spawned this one has left for it.
    left: HashMap<String, String>,
}

impl PmixJob {
    /// Meets the server that the environment names.
    pub(super) fn join(mut library: PmixLibrary) -> Result<PmixJob, PmiError> {
        let failed = |why: String| PmiError::Pmix { doing: "meeting the PMIx server", why };
        library.init().map_err(failed)?;
        let size = match library.get(WHOLE_JOB, "pmix.job.size", PmixSource::Process) {
            Some(PmixAnswer::Number(size)) if size > library.rank() => size,
            _ => return Err(failed("it does not tell the number of processes".into())),
        };
        let left = spawn::take_left();
        Ok(PmixJob { library, size, have_met: false, is_over: false, left })
    }

    pub(super) fn rank(&self) -> u32 {
        self.library.rank()
    }

    pub(super) fn size(&self) -> u32 {
        self.size
    }

    fn number(&self, owner: u32, key: &str) -> Option<u32> {
        match self.library.get(owner, key, PmixSource::Process)? {
            PmixAnswer::Number(number) => Some(number),
            PmixAnswer::Text(text) => text.parse().ok(),
        }
    }

    fn text(&self, owner: u32, key: &str, from: PmixSource) -> Option<String> {
        match self.library.get(owner, key, from)? {
            PmixAnswer::Text(text) => Some(text),
            PmixAnswer::Number(number) => Some(number.to_string()),
        }
    }

    /// The answer to a request; `None`: there is none.
    fn answer(&mut self, message: &Pmi1Message) -> Option<Pmi1Message> {
        let text = |key: &str| message.get(key).unwrap_or_default();
        Some(match message.command() {
            "init" => {
                let reply = Pmi1Message::new("response_to_init");
                let reply = reply.with("pmi_version", 1).with("pmi_subversion", 1);
                reply.with("rc", if self.is_over { -1 } else { 0 })
            }
            "get_maxes" => Pmi1Message::new("maxes")
                .with("kvsname_max", 256)
                .with("keylen_max", KEY_MAX)
                .with("vallen_max", VALUE_MAX),
            "get_my_kvsname" => {
                let name = self.library.namespace().replace(char::is_whitespace, "_");
                Pmi1Message::new("my_kvsname").with("rc", 0).with("kvsname", name)
            }
            "get_appnum" => {
                let number = self.number(self.rank(), "pmix.appnum").unwrap_or(0);
                Pmi1Message::new("appnum").with("rc", 0).with("appnum", number)
            }
            "get_universe_size" => {
                let number = self.number(WHOLE_JOB, "pmix.univ.size").unwrap_or(self.size);
                Pmi1Message::new("universe_size").with("rc", 0).with("size", number)
            }
            "put" => outcome("put_result", self.library.put(text("key"), text("value"))),
            "get" => match self.find(text("key")) {
                Some(value) => Pmi1Message::new("get_result").with("rc", 0).with("value", value),
                None => Pmi1Message::new("get_result").with("rc", -1).with("msg", "key_not_found"),
            },
            "barrier_in" => {
                let met = self.library.fence();
                self.have_met |= met.is_ok();
                outcome("barrier_out", met)
            }
            "publish_name" => {
                outcome("publish_result", self.library.publish(text("service"), text("port")))
            }
            "lookup_name" => match self.library.lookup(text("service")) {
                Some(port) => Pmi1Message::new("lookup_result").with("rc", 0).with("port", port),
                None => outcome("lookup_result", Err("service not found".into())),
            },
            "unpublish_name" => {
                outcome("unpublish_result", self.library.unpublish(text("service")))
            }
            "finalize" => {
                self.is_over = true;
                outcome("finalize_ack", self.library.finalize())
            }
            "abort" => {
                self.abort(message);
                return None;
            }
            other => outcome(&format!("{other}_result"), Err(format!("unknown_command_{other}"))),
        })
    }

    /// Has the server start what is asked for, and waits until it runs or is known not to.
    fn spawn(&self, request: Result<SpawnRequest, String>) -> Pmi1Message {
        let mut codes = SpawnCodes::default();
        let started = request.and_then(|request| {
            self.library.spawn(&spawn::apps(&request, parameters()))?;
            request.commands.iter().for_each(|command| codes.add(command.count, 0));
            Ok(())
        });
        outcome("spawn_result", started).with("ferry_codes", codes.to_words().join(","))
    }

    fn abort(&self, message: &Pmi1Message) {
        let encoded = |key: &str| {
            let bytes = message.get(key).and_then(long::from_text)?;
            String::from_utf8(bytes).ok()
        };
        let words = encoded("ferry_error").or_else(|| encoded("ferry_message"));
        let words = words.or_else(|| message.get("message").map(str::to_owned));
        let code = message.number("exitcode").unwrap_or(1);
        // If the server refuses, this process's own end, with that code, is what it learns of.
        let _ = self.library.abort(code, &words.unwrap_or_default());
    }

    /// What is stored under a key, by whoever has stored it: mostly a number in the key says who.
    fn find(&self, key: &str) -> Option<String> {
        if key == crate::MAPPING_KEY {
            return self.mapping();
        }
        if let Some(value) = self.left.get(key) {
            return Some(value.clone());
        }
        let named = key.split(|c: char| !c.is_ascii_digit()).filter_map(|word| word.parse().ok());
        let mut owners = named.chain([self.rank(), 0]).filter(|owner| *owner < self.size);
        let from = if self.have_met { PmixSource::Server } else { PmixSource::Process };
        owners.find_map(|owner| self.text(owner, key, from))
    }

    /// Which process is on which node.
    fn mapping(&self) -> Option<String> {
        if let Some(text) = self.text(WHOLE_JOB, "pmix.anlmap", PmixSource::Process) {
            return mapping::decode(&text, self.size as usize).map(|_| text);
        }
        let nodes = (0..self.size).map(|rank| self.number(rank, "pmix.nodeid"));
        mapping::encode(&nodes.collect::<Option<Vec<u32>>>()?)
    }
}

/// The variables of this process that are texts.
fn parameters() -> impl Iterator<Item = (String, String)> {
    std::env::vars_os()
        .filter_map(|(name, value)| Some((name.into_string().ok()?, value.into_string().ok()?)))
}

fn outcome(command: &str, outcome: Result<(), String>) -> Pmi1Message {
    let reply = Pmi1Message::new(command);
    match outcome {
        Ok(()) => reply.with("rc", 0),
        Err(why) => {
            let why = why.replace(char::is_whitespace, "_");
            reply.with("rc", -1).with("msg", &why).with("info", &why)
        }
    }
}

/// Answers until nobody asks any more.
pub(super) fn serve(mut job: PmixJob, stream: UnixStream) {
    let Ok(mut answers) = stream.try_clone() else { return };
    let mut requests = BufReader::new(stream);
    let mut line = Vec::new();
    loop {
        line.clear();
        match requests.read_until(b'\n', &mut line) {
            Ok(0) | Err(_) => return,
            Ok(_) => {}
        }
        let reply = if line.starts_with(b"mcmd=spawn") {
            let Some(request) = spawn_request(&mut requests) else { return };
            Some(job.spawn(request))
        } else {
            let Ok(message) = Pmi1Message::parse(&line) else { return };
            job.answer(&message)
        };
        let Some(reply) = reply else { continue };
        if answers.write_all(reply.to_line().as_bytes()).is_err() {
            return;
        }
    }
}

/// Reads a request to spawn to its end; `None`: the stream has ended before.
fn spawn_request(requests: &mut BufReader<UnixStream>) -> Option<Result<SpawnRequest, String>> {
    let (mut reader, mut line) = (SpawnReader::default(), Vec::new());
    loop {
        line.clear();
        if !matches!(requests.read_until(b'\n', &mut line), Ok(read) if read > 0) {
            return None;
        }
        match line.trim_ascii() {
            b"mcmd=spawn" => {}
            b"endcmd" => {
                if let Some(said) = reader.end() {
                    return Some(said);
                }
            }
            _ => reader.line(&line),
        }
    }
}
