//! Requests of PMI-1.

use super::{ClientStage, Dialect, KEY_MAX, Server, ServerAction, VALUE_MAX};
use crate::codes::SpawnCodes;
use crate::long;
use crate::message1::{LINE_ACCEPTED, Pmi1Message};
use crate::spawn::SpawnOutcome;
use std::borrow::Cow;

impl Server {
    pub(super) fn line1(
        &mut self,
        rank: u32,
        line: &[u8],
        actions: &mut Vec<ServerAction>,
    ) -> Result<(), String> {
        let peer = &mut self.peers[rank as usize];
        if peer.multiline {
            if line.trim_ascii() != b"endcmd" {
                peer.spawn.line(line);
                return Ok(());
            }
            peer.multiline = false;
            match peer.spawn.end() {
                Some(Ok(request)) => actions.push(ServerAction::Spawn { rank, request }),
                Some(Err(reason)) => {
                    let refused = SpawnOutcome::Failed { codes: SpawnCodes::default(), reason };
                    let bytes = spawn_reply(&refused, peer.spawn.is_of_ferry());
                    actions.push(ServerAction::Reply { rank, bytes });
                }
                None => {}
            }
            return Ok(());
        }
        let message = match Pmi1Message::parse(line) {
            Ok(message) => message,
            Err(e) => return Err(e.to_string()),
        };
        if message.is_multiline() {
            if message.command() != "spawn" {
                return Err(format!("an unknown message of several lines, {}", message.command()));
            }
            peer.multiline = true;
            return Ok(());
        }
        self.request1(rank, &message, actions);
        Ok(())
    }

    fn request1(&mut self, rank: u32, message: &Pmi1Message, actions: &mut Vec<ServerAction>) {
        let reply = match message.command() {
            "init" => self.init(rank, message),
            "get_maxes" => Pmi1Message::new("maxes")
                .with("kvsname_max", 256)
                .with("keylen_max", KEY_MAX)
                .with("vallen_max", VALUE_MAX),
            "get_universe_size" => Pmi1Message::new("universe_size")
                .with("rc", 0)
                .with("size", self.info.universe_size),
            "get_appnum" => {
                let appnum = self.info.appnums.get(rank as usize).copied().unwrap_or(0);
                Pmi1Message::new("appnum").with("rc", 0).with("appnum", appnum)
            }
            "get_my_kvsname" => {
                Pmi1Message::new("my_kvsname").with("rc", 0).with("kvsname", &self.info.name)
            }
            "put" => self.put1(message),
            "get" => self.get1(rank, message),
            "barrier_in" => {
                let reply = Pmi1Message::new("barrier_out").with("rc", 0);
                return self.enter_barrier(rank, reply.to_line().into_bytes(), actions);
            }
            "publish_name" | "lookup_name" | "unpublish_name" => self.names1(rank, message),
            "finalize" => {
                self.finalise(rank);
                Pmi1Message::new("finalize_ack").with("rc", 0)
            }
            "abort" => return actions.push(abort(rank, message)),
            "ferry_world" => {
                let world = message.number("id").unwrap_or(u32::MAX);
                return actions.push(ServerAction::AskWorld { rank, world });
            }
            unknown => Pmi1Message::new(&format!("{unknown}_result"))
                .with("rc", -1)
                .with("msg", format!("unknown_command_{unknown}")),
        };
        send(rank, reply, actions);
    }

    /// Answers `init`; a wish for version 2 changes the dialect.
    fn init(&mut self, rank: u32, message: &Pmi1Message) -> Pmi1Message {
        let peer = &mut self.peers[rank as usize];
        let version: u32 = message.number("pmi_version").unwrap_or(0);
        let reply = |version, subversion, rc| {
            Pmi1Message::new("response_to_init")
                .with("pmi_version", version)
                .with("pmi_subversion", subversion)
                .with("rc", rc)
        };
        match version {
            1 => peer.stage = ClientStage::Initialised,
            2 => peer.dialect = Dialect::Pmi2,
            _ => return reply(1, 1, -1),
        }
        if version == 1 { reply(1, 1, 0) } else { reply(2, 0, 0) }
    }

    fn put1(&mut self, message: &Pmi1Message) -> Pmi1Message {
        let key = message.get("key").unwrap_or_default();
        let value = message.get("value").unwrap_or_default();
        let reply = Pmi1Message::new("put_result");
        match self.check_name(message).and_then(|()| self.store(key, value)) {
            Ok(()) => reply.with("rc", 0).with("msg", "success"),
            Err(reason) => reply.with("rc", -1).with("msg", reason),
        }
    }

    fn get1(&self, rank: u32, message: &Pmi1Message) -> Pmi1Message {
        let key = message.get("key").unwrap_or_default();
        let reply = Pmi1Message::new("get_result");
        let failed = |reason: &str| {
            Pmi1Message::new("get_result")
                .with("rc", -1)
                .with("msg", reason)
                .with("value", "unknown")
        };
        if let Err(reason) = self.check_name(message) {
            return failed(reason);
        }
        match self.value(rank, key) {
            Some(value) => reply.with("rc", 0).with("msg", "success").with("value", value),
            None => failed("key_not_found"),
        }
    }

    /// There is one key-value space; a request for another is an error.
    fn check_name(&self, message: &Pmi1Message) -> Result<(), &'static str> {
        match message.get("kvsname") {
            Some(name) if name != self.info.name => Err("unknown_kvsname"),
            _ => Ok(()),
        }
    }

    fn names1(&mut self, rank: u32, message: &Pmi1Message) -> Pmi1Message {
        let service = message.get("service").unwrap_or_default();
        let (reply, outcome) = match message.command() {
            "publish_name" => {
                let port = message.get("port").unwrap_or_default();
                ("publish_result", self.publish(rank, service, port).map(|()| None))
            }
            "lookup_name" => {
                let port = self.names.look_up(service);
                ("lookup_result", port.map(Some).ok_or("service_not_found"))
            }
            _ => ("unpublish_result", self.withdraw(service).map(|()| None)),
        };
        let reply = Pmi1Message::new(reply);
        match outcome {
            Ok(None) => reply.with("rc", 0).with("info", "ok"),
            Ok(Some(port)) => reply.with("rc", 0).with("info", "ok").with("port", port),
            Err(reason) => reply.with("rc", 1).with("info", reason).with("msg", reason),
        }
    }

    pub(super) fn publish(
        &mut self,
        rank: u32,
        service: &str,
        port: &str,
    ) -> Result<(), &'static str> {
        self.names.publish((&self.info.name, rank), service, port)
    }

    pub(super) fn withdraw(&mut self, service: &str) -> Result<(), &'static str> {
        self.names.withdraw(&self.info.name, service)
    }
}

/// The answer to a request to spawn: for Ferry's library in as many lines as the codes take, of which all but the last
/// announce the next; others get a list of all codes.
pub(super) fn spawn_reply(outcome: &SpawnOutcome, is_for_ferry: bool) -> Vec<u8> {
    let (codes, reply) = match outcome {
        SpawnOutcome::Started { world, count } => {
            let mut codes = SpawnCodes::default();
            codes.add(*count, 0);
            (Cow::Owned(codes), spawn_result(0).with("ferry_world", world))
        }
        SpawnOutcome::Failed { codes, reason } => {
            let short: String = reason.chars().take(LINE_ACCEPTED / 16).collect();
            let reply = spawn_result(-1).with("msg", &short);
            (Cow::Borrowed(codes), reply.with("ferry_reason", long::to_text(short.as_bytes())))
        }
    };
    if !is_for_ferry {
        return reply.with("errcodes", codes.to_list()).to_line().into_bytes();
    }
    let words = codes.to_words();
    let (mut lines, mut reply) = (Vec::new(), reply);
    for (left, word) in (0..words.len()).rev().zip(&words) {
        reply = reply.with("ferry_codes", word).with("ferry_more", left);
        lines.extend_from_slice(reply.to_line().as_bytes());
        reply = Pmi1Message::new("spawn_result");
    }
    lines
}

fn spawn_result(rc: i32) -> Pmi1Message {
    Pmi1Message::new("spawn_result").with("rc", rc)
}

fn send(rank: u32, reply: Pmi1Message, actions: &mut Vec<ServerAction>) {
    actions.push(ServerAction::Reply { rank, bytes: reply.to_line().into_bytes() });
}

fn abort(rank: u32, message: &Pmi1Message) -> ServerAction {
    let text = |key: &str| {
        let bytes = message.get(key).and_then(long::from_text)?;
        String::from_utf8(bytes).ok()
    };
    let code = message.number("exitcode").unwrap_or(1);
    if let Some(message) = text("ferry_error") {
        return ServerAction::Abort { rank, code, message, is_error: true };
    }
    let foreign = || message.get("message").map(str::to_owned);
    let message = text("ferry_message").or_else(foreign).unwrap_or_default();
    ServerAction::Abort { rank, code, message, is_error: false }
}
