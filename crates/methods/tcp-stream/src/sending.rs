//! Streams that go out: opened by their first frame, given up for others when there are too many.

use crate::NAME;
use crate::dial::{Caller, Dial, Dialled};
use crate::events::Token;
use crate::method::TcpStreamMethod;
use crate::outbound::{Heard, Outbound, OutboundStage, describe_break};
use ferry_method::{Header, MethodError, Now, PeerId, Sink, StreamKey};
use rustix::process::{Resource, getrlimit};
use std::io;
use std::time::Duration;

/// A connection that was opened and on which nothing was sent yet gives way only after this time, so
/// that streams do not take each other's places before they were used.
const FRESH: Duration = Duration::from_secs(1);
/// After a shortage of descriptors it is tried again with all connections that were asked for.
const SHORTAGE: Duration = Duration::from_secs(1);

impl TcpStreamMethod {
    pub(crate) fn send_stream(
        &mut self,
        peer: PeerId,
        key: StreamKey,
        header: &Header,
        payload: &[u8],
        done: &mut usize,
    ) -> Result<bool, MethodError> {
        let slot = self.peers.get(peer).and_then(|entry| entry.outgoing.get(&key)).copied();
        let Some(slot) = slot else { return self.open_stream(peer, key) };
        let Some(out) = self.outbound.get_mut(slot) else { return Ok(false) };
        self.tally.sends += 1;
        match out.stage {
            OutboundStage::Dialing(_) => return Ok(false),
            OutboundStage::Ending => {
                self.demand.waiting.insert((peer, key));
                return Ok(false);
            }
            OutboundStage::Up => out.used = self.tally.sends,
        }
        match out.send(header, payload, done) {
            Ok(true) => {
                self.tally.counters.frames_sent += 1;
                self.tally.counters.bytes_sent += payload.len() as u64;
                Ok(true)
            }
            Ok(false) => {
                if !out.listed {
                    out.listed = true;
                    self.demand.blocked.push(slot);
                }
                Ok(false)
            }
            Err(e) => {
                self.outbound_broke(slot, describe_break(&e));
                Ok(false)
            }
        }
    }

    /// A connection broke. Where another method may carry it on, what may not have arrived stays.
    fn outbound_broke(&mut self, slot: u32, why: String) {
        let Some(out) = self.outbound.get(slot) else { return };
        let peer = out.peer;
        let may_go_on = !out.is_tunnel && out.keeps() && self.may_be_helped(peer);
        if may_go_on {
            let socket = self.outbound.get_mut(slot).and_then(Outbound::cut);
            socket.iter().for_each(|socket| self.events.forget(socket));
        } else {
            self.remove_outbound(slot);
        }
        if !may_go_on || !self.is_detoured(peer) {
            self.suspect(peer, why, false);
        }
    }

    /// What a send does on a stream that has no connection.
    fn open_stream(&mut self, peer: PeerId, key: StreamKey) -> Result<bool, MethodError> {
        let entry = self.peers.entry(peer);
        if entry.contact.is_none() {
            return Err(MethodError::UnknownPeer(peer, NAME));
        }
        if entry.departed {
            return Err(self.too_late(peer));
        }
        if entry.suspicion.is_some() || !self.meet(peer)? {
            return Ok(false);
        }
        if self.outbound.len() >= self.demand.limit {
            self.demand.waiting.insert((peer, key));
            self.make_place();
            return Ok(false);
        }
        let first = self.peers.entry(peer).address;
        let dial = Dial::new(peer, self.candidates(peer), first);
        let keep = self.options.tcp.replay;
        let slot = self.outbound.insert(Outbound::new(peer, key, dial, keep, self.tally.sends));
        if !self.begin_to_open(slot, peer) {
            self.outbound.remove(slot);
            return self.run_short(peer, key);
        }
        self.demand.waiting.remove(&(peer, key));
        self.peers.entry(peer).outgoing.insert(key, slot);
        Ok(false)
    }

    /// Dials, or digs a tunnel; false if there is no descriptor for it.
    fn begin_to_open(&mut self, slot: u32, peer: PeerId) -> bool {
        if self.is_detoured(peer) {
            return self.move_stream(slot).is_ok();
        }
        if self.with_dial(slot, |dial, caller| dial.begin(caller)) == Some(false) {
            return false;
        }
        self.demand.dialing.push(slot);
        // The next poll tells it the time.
        self.note_deadline(Now::ZERO);
        true
    }

    /// Has a dial done something with what it needs to know.
    fn with_dial<R>(
        &mut self,
        slot: u32,
        act: impl FnOnce(&mut Dial, &Caller<'_>) -> R,
    ) -> Option<R> {
        let caller = Caller {
            identity: &self.identity,
            options: &self.options.tcp,
            events: &self.events,
            token: Token::Outbound(slot),
        };
        match &mut self.outbound.get_mut(slot)?.stage {
            OutboundStage::Dialing(dial) => Some(act(dial, &caller)),
            _ => None,
        }
    }

    /// The least recently used connection that is idle gives way, unless enough do already.
    fn make_place(&mut self) {
        if self.demand.ending >= self.demand.waiting.len() {
            return;
        }
        let now = self.now;
        let may_go =
            |out: &Outbound| out.is_idle() && (out.in_use || now.saturating_sub(out.since) > FRESH);
        let idle = self.outbound.iter().filter(|(_, out)| may_go(out));
        if let Some(slot) = idle.min_by_key(|(_, out)| out.used).map(|(slot, _)| slot) {
            self.end_outbound(slot);
        }
    }

    /// A peer has no descriptors left: the less recently used half of the idle streams to it end.
    pub(crate) fn spare(&mut self, peer: PeerId) {
        let idle = |out: &Outbound| out.peer == peer && out.is_idle() && out.in_use;
        let of_peer = self.outbound.iter().filter(|(_, out)| idle(out));
        let mut idle: Vec<(u64, u32)> = of_peer.map(|(slot, out)| (out.used, slot)).collect();
        idle.sort_unstable();
        for (_, slot) in &idle[..idle.len().div_ceil(2)] {
            self.end_outbound(*slot);
        }
    }

    /// Ends a stream's connection; it is closed when the receiver has taken in all of it.
    pub(crate) fn end_outbound(&mut self, slot: u32) {
        let Some(out) = self.outbound.get_mut(slot) else { return };
        if !matches!(out.stage, OutboundStage::Up) {
            return;
        }
        self.demand.ending += 1;
        if !out.end() {
            self.watch_outbound(slot, true);
        }
    }

    /// There is no descriptor for another connection: one of those that are open gives way. If there
    /// are none, it is waited for as long as for a peer that does not answer.
    fn run_short(&mut self, peer: PeerId, key: StreamKey) -> Result<bool, MethodError> {
        let limit = getrlimit(Resource::Nofile).current;
        let limit = limit.map_or_else(|| "any number of".to_owned(), |n| n.to_string());
        let trouble = format!(
            "no descriptor is left for a stream's connection (this process may have {limit}); \
             raise `ulimit -n` or lower tcp-stream.max_connections"
        );
        self.shortage.trouble = Some(trouble.clone());
        let since = *self.shortage.since.get_or_insert(self.now);
        let patience = self.options.tcp.connect_timeout;
        if self.outbound.is_empty() && self.now >= since + patience {
            let source = io::Error::from(rustix::io::Errno::MFILE);
            return Err(MethodError::system(trouble, source));
        }
        self.demand.limit = self.outbound.len().max(1);
        self.shortage.limited_until = Some(self.now + SHORTAGE);
        self.note_deadline(self.now + SHORTAGE);
        self.demand.waiting.insert((peer, key));
        self.make_place();
        Ok(false)
    }

    pub(crate) fn step_dial(&mut self, slot: u32, sink: &mut dyn Sink) -> usize {
        let now = self.now;
        let Some(outcome) = self
            .with_dial(slot, |dial, caller| (dial.step(now, caller), dial.next_due(), dial.at()))
        else {
            return 0;
        };
        let Some(out) = self.outbound.get_mut(slot) else { return 0 };
        let (peer, key) = (out.peer, out.key);
        match outcome {
            (Dialled::Going, due, _) => {
                if let Some(due) = due {
                    self.note_deadline(due);
                }
                return 0;
            }
            (Dialled::Up(socket), _, at) => {
                let entry = self.peers.entry(peer);
                entry.address = at;
                let introduced = out.introduce(socket, entry.next_number(), now);
                self.demand.dialing.retain(|s| *s != slot);
                (self.shortage.since, self.shortage.trouble) = (None, None);
                if let Err(e) = introduced {
                    self.remove_outbound(slot);
                    self.suspect(peer, describe_break(&e), false);
                }
            }
            (Dialled::Failed(why), ..) => {
                if self.doubts(peer, &why, sink) {
                    self.with_dial(slot, |dial, _| dial.doubt(now));
                    self.find_deadline();
                    return 0;
                }
                self.remove_outbound(slot);
                self.lose(peer, why, sink);
            }
            (Dialled::NoDescriptor, ..) => {
                self.remove_outbound(slot);
                // The error, should it come to that, is that of the next send.
                let _ = self.run_short(peer, key);
            }
            (Dialled::Refused, ..) => {
                self.remove_outbound(slot);
                let why = "it takes no streams from this process: it has lost or closed its links";
                self.suspect(peer, why.to_owned(), false);
            }
        }
        1
    }

    pub(crate) fn outbound_event(&mut self, slot: u32, room: bool, sink: &mut dyn Sink) -> usize {
        let Some(out) = self.outbound.get_mut(slot) else { return 0 };
        match out.stage {
            OutboundStage::Dialing(_) => return self.step_dial(slot, sink),
            OutboundStage::Up | OutboundStage::Ending => {}
        }
        let ends = matches!(out.stage, OutboundStage::Ending);
        let heard = out.hear();
        let mut handled = 0;
        if room && out.watches_room {
            handled += 1;
            if out.flush() {
                self.watch_outbound(slot, false);
            }
        }
        match heard {
            Heard::Nothing => return handled,
            Heard::End if ends => self.remove_outbound(slot),
            Heard::End => {
                self.outbound_broke(slot, "it closed a stream that it was sent".to_owned());
            }
            Heard::Broken(why) => self.outbound_broke(slot, why),
        }
        handled + 1
    }

    fn watch_outbound(&mut self, slot: u32, room: bool) {
        let Some(out) = self.outbound.get_mut(slot) else { return };
        let Some(socket) = &out.socket else { return };
        if self.events.change(socket, Token::Outbound(slot), room).is_ok() {
            out.watches_room = room;
        }
    }

    pub(crate) fn remove_outbound(&mut self, slot: u32) {
        let Some(out) = self.outbound.remove(slot) else { return };
        if let Some(socket) = &out.socket {
            self.events.forget(socket);
        }
        match out.stage {
            OutboundStage::Ending => self.demand.ending -= 1,
            OutboundStage::Dialing(_) => self.demand.dialing.retain(|s| *s != slot),
            OutboundStage::Up => {}
        }
        if let Some(entry) = self.peers.get_mut(out.peer)
            && entry.outgoing.get(&out.key) == Some(&slot)
        {
            entry.outgoing.remove(&out.key);
        }
    }

    /// Asks for events of room where sends wait for it.
    pub(crate) fn watch_room(&mut self) -> io::Result<()> {
        let mut result = Ok(());
        for slot in std::mem::take(&mut self.demand.blocked) {
            let Some(out) = self.outbound.get_mut(slot) else { continue };
            let Some(socket) = out.socket.as_ref().filter(|_| out.listed) else { continue };
            out.listed = false;
            if out.blocked && !out.watches_room {
                match self.events.change(socket, Token::Outbound(slot), true) {
                    Ok(()) => out.watches_room = true,
                    Err(e) => result = Err(e),
                }
            }
        }
        result
    }
}
