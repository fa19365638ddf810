//! Streams that come in and are not read at present: held, kept and let go; and those that are asked for.

use crate::NAME;
use crate::events::Token;
use crate::inbound::Out;
use crate::method::TcpStreamMethod;
use ferry_method::{Landing, MethodError, PeerId, Sink, StreamKey};
use std::collections::VecDeque;

/// Bytes that are kept for streams that are held although their connections have ended.
const MAX_KEPT: usize = 64 << 20;

impl TcpStreamMethod {
    /// Reads no further: only the sender's end is of interest.
    pub(crate) fn set_aside(&mut self, slot: u32) {
        let Some(inbound) = self.inbound.get_mut(slot) else { return };
        inbound.is_aside = true;
        let Some(socket) = &inbound.socket else { return };
        self.events.forget(socket);
        // Without the event the connection stays open until the stream goes on.
        let _ = self.events.watch_end(socket, Token::Inbound(slot));
    }

    /// Reads on: at once, as there may be bytes at hand, and whenever something comes.
    pub(crate) fn take_up(&mut self, slot: u32) {
        self.rounds.resumed.push(slot);
        let Some(inbound) = self.inbound.get_mut(slot) else { return };
        if !std::mem::replace(&mut inbound.is_aside, false) {
            return;
        }
        let Some(socket) = &inbound.socket else { return };
        self.events.forget(socket);
        if let Err(e) = self.events.watch(socket, Token::Inbound(slot), false) {
            let why = MethodError::system("watching the socket of a stream", e);
            self.rounds.reports.push((inbound.peer, why));
        }
    }

    /// The sender has ended a stream that is not read at present and all of it is here: kept by this
    /// process, it needs no connection.
    pub(crate) fn keep_rest(&mut self, slot: u32, sink: &mut dyn Sink) -> usize {
        let Some(inbound) = self.inbound.get_mut(slot) else { return 0 };
        let Some(socket) = &inbound.socket else { return 0 };
        self.events.forget(socket);
        if self.tally.kept + inbound.waiting() > MAX_KEPT {
            return 0;
        }
        let before = inbound.kept;
        match inbound.keep_rest() {
            Ok(ended) => {
                self.tally.kept = self.tally.kept - before + inbound.kept;
                if !ended {
                    self.set_aside(slot);
                }
                1
            }
            Err(broken) => self.inbound_broke(slot, broken, sink),
        }
    }

    /// Reads a stream for a receive that wants what comes next on it; see [`Method::fetch`].
    ///
    /// [`Method::fetch`]: ferry_method::Method::fetch
    pub(crate) fn fetch_stream(
        &mut self,
        peer: PeerId,
        stream: StreamKey,
        sink: &mut dyn Sink,
    ) -> usize {
        let Some(entry) = self.peers.get(peer).filter(|entry| !entry.is_over()) else { return 0 };
        let queue = entry.incoming.get(&stream);
        let Some(&slot) = queue.and_then(VecDeque::front) else { return 0 };
        let Some(inbound) = self.inbound.get_mut(slot) else { return 0 };
        let handled = match inbound.fetch(&mut Out { counters: &mut self.tally.counters, sink }) {
            Ok(handled) => handled,
            Err(broken) => {
                self.rounds.broken.push((slot, broken));
                return 1;
            }
        };
        if inbound.has_ended() {
            self.retire(slot);
        }
        // What is left in the system makes an event.
        if handled > 0 && self.rounds.resumed.last() == Some(&slot) {
            self.rounds.resumed.pop();
        }
        handled
    }

    /// Looks after what was found to be broken when a stream was fetched.
    pub(crate) fn settle_broken(&mut self, sink: &mut dyn Sink) -> usize {
        if self.rounds.broken.is_empty() {
            return 0;
        }
        let broken = std::mem::take(&mut self.rounds.broken);
        broken.into_iter().map(|(slot, broken)| self.inbound_broke(slot, broken, sink)).sum()
    }

    /// Reads the streams that were let go.
    pub(crate) fn poll_resumed(&mut self, sink: &mut dyn Sink) -> usize {
        if self.rounds.resumed.is_empty() {
            return 0;
        }
        let resumed = std::mem::take(&mut self.rounds.resumed);
        resumed.into_iter().map(|slot| 1 + self.receive_from(slot, sink)).sum()
    }

    pub(crate) fn resume_stream(
        &mut self,
        peer: PeerId,
        stream: StreamKey,
        landing: Landing,
    ) -> Result<(), MethodError> {
        let refused = |what: String| MethodError::Unsupported { method: NAME, what };
        if matches!(landing, Landing::Hold) {
            return Err(refused("let a frame go on to no place".to_owned()));
        }
        let entry = self.peers.get(peer);
        let slot = entry.and_then(|entry| entry.incoming.get(&stream)?.front().copied());
        let inbound = slot.and_then(|slot| self.inbound.get_mut(slot));
        let Some((slot, inbound)) = slot.zip(inbound) else {
            return Err(refused(format!("resume stream {stream} of rank {peer}: it is not open")));
        };
        if !inbound.resume(landing) {
            let what = format!("resume stream {stream} of rank {peer}: nothing is held there");
            return Err(refused(what));
        }
        self.take_up(slot);
        Ok(())
    }
}
