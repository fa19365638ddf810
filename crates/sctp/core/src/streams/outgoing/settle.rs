//! What becomes of messages: they arrive, or they are abandoned (RFC 3758, RFC 7496).

use std::time::Duration;

use super::{MessageKey, OutboundStreams, Reliability};
use crate::serial::MessageId;
use crate::streams::Skip;
use crate::streams::store::RecordKey;
use crate::wire::StreamId;

/// Whether a fragment may be sent again.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Retransmission {
    /// It is to be sent again.
    Send,
    /// Its message is abandoned; the fragment and its fellows are to be skipped by FORWARD-TSN.
    Abandoned,
}

/// A message that was given up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Abandoned {
    /// Its name, which the association's outstanding fragments carry. All of them are now to be taken as
    /// abandoned: not sent again, not counted as travelling, and passed by the advanced acknowledgement
    /// point (RFC 3758 §3.5, rules A3 and A5). Each is settled with [`OutboundStreams::acked`] or
    /// [`OutboundStreams::skipped`] as usual.
    pub message: MessageKey,
    /// The caller's number for it.
    pub context: u64,
    /// Whether any of it was sent. If not there is nothing to skip, and the name is void.
    pub sent: bool,
    /// Whether its last fragment was never cut. The association then uses up one transmission sequence
    /// number for an abandoned fragment without bytes: the forward point has to pass the fragments that
    /// the peer has acknowledged, or the peer would hear nothing new. It settles that one as well.
    pub placeholder: bool,
    /// What to tell the peer.
    pub skip: Skip,
}

impl OutboundStreams {
    /// A fragment has arrived and the association lets go of it; `len` is the length of its payload.
    /// Returns the caller's number for the message if that was the last of it.
    pub fn acked(&mut self, message: MessageKey, len: usize) -> Option<u64> {
        self.settle(message.0, len, true)
    }

    /// A fragment of an abandoned message was passed by the peer's cumulative acknowledgement, and is not
    /// known to have arrived.
    pub fn skipped(&mut self, message: MessageKey, len: usize) {
        self.settle(message.0, len, false);
    }

    fn settle(&mut self, key: RecordKey, len: usize, arrived: bool) -> Option<u64> {
        let message = self.messages.get_mut(key)?;
        let stream = message.stream;
        let found = &mut self.streams[usize::from(stream)];
        if message.flying == 0 {
            return None;
        }
        message.flying -= 1;
        if !message.abandoned {
            let len = len.min(message.flying_bytes);
            message.flying_bytes -= len;
            found.held -= len;
            self.held -= len;
        } else if arrived {
            // It was thought lost when its message was abandoned, and the peer has counted it.
            found.sent += len as u64;
        }
        let finished = message.cut && message.flying == 0;
        let context = (finished && !message.abandoned).then_some(message.options.context);
        if finished {
            self.retire(key);
        }
        context
    }

    /// Ends the record of a message that is cut and has no fragment left.
    fn retire(&mut self, key: RecordKey) {
        let Some(message) = self.messages.get_mut(key) else {
            return;
        };
        let stream = message.stream;
        message.drop_bytes();
        if matches!(message.options.reliability, Reliability::Until(_)) {
            self.timed -= 1;
        }
        let found = &mut self.streams[usize::from(stream)];
        self.messages.remove(&mut found.flying, key);
        self.messages.free(key);
        self.refresh(stream);
    }

    /// Asks before a fragment is sent again that has been sent again `times` times already.
    pub fn retransmission(
        &mut self,
        now: Duration,
        message: MessageKey,
        times: u16,
    ) -> Retransmission {
        let Some(found) = self.messages.get(message.0) else {
            return Retransmission::Abandoned;
        };
        if found.abandoned {
            return Retransmission::Abandoned;
        }
        let give_up = match found.options.reliability {
            Reliability::Retransmissions(most) => times >= most,
            _ => found.expired(now),
        };
        if give_up && self.may_abandon(message.0) {
            self.abandon_message(message.0);
            return Retransmission::Abandoned;
        }
        Retransmission::Send
    }

    /// Abandons every message whose time is over, queued or travelling.
    pub fn expire(&mut self, now: Duration) {
        while let Some(entry) = self.deadlines.peek().map(|entry| entry.0) {
            if entry.0 > now {
                break;
            }
            self.deadlines.pop();
            if self.messages.get(entry.1).is_some_and(|m| !m.abandoned) && self.may_abandon(entry.1)
            {
                self.abandon_message(entry.1);
            }
        }
    }

    /// When [`Self::expire`] has something to do next.
    pub fn next_expiry(&mut self) -> Option<Duration> {
        while let Some(entry) = self.deadlines.peek().map(|entry| entry.0) {
            if self.messages.get(entry.1).is_some_and(|m| !m.abandoned) {
                return Some(entry.0);
            }
            self.deadlines.pop();
        }
        None
    }

    /// Abandons a message at the caller's wish. False if it is settled already, or was begun and the peer
    /// cannot be told.
    pub fn abandon(&mut self, message: MessageKey) -> bool {
        let live = self.messages.get(message.0).is_some_and(|m| !m.abandoned);
        let may = live && self.may_abandon(message.0);
        if may {
            self.abandon_message(message.0);
        }
        may
    }

    /// The next message that was abandoned. The association takes all of them after each call that may
    /// abandon: `send`, `append`, `next_fragment`, `retransmission`, `expire`, `abandon`.
    pub fn poll_abandoned(&mut self) -> Option<Abandoned> {
        self.abandoned.pop_front()
    }

    pub(super) fn may_abandon(&self, key: RecordKey) -> bool {
        let begun = |m: &super::FragmentedMessage| m.begun;
        self.config.partial_reliability || !self.messages.get(key).is_some_and(begun)
    }

    /// Abandons the message of the largest priority number, above `above`, to make room for a message of
    /// `stream`. Of equal ones the one that was submitted last goes: it has travelled least.
    pub(super) fn abandon_least(&mut self, above: Option<u32>, stream: StreamId) -> bool {
        let own_share = self.config.stream_buffer.is_some_and(|most| {
            most.saturating_sub(self.streams[usize::from(stream.0)].held)
                < self.config.send_buffer.saturating_sub(self.held)
        });
        let candidate = |message: &super::FragmentedMessage| match message.options.reliability {
            Reliability::Priority(p) if !message.abandoned && message.held() > 0 => {
                (above.is_none_or(|above| p > above) && (!own_share || message.stream == stream.0))
                    .then_some((p, message.arrival))
            }
            _ => None,
        };
        let least = self
            .messages
            .iter()
            .filter(|(_, message)| self.config.partial_reliability || !message.begun)
            .filter_map(|(key, message)| Some((candidate(message)?, key)))
            .max_by_key(|(rank, _)| *rank);
        if let Some((_, key)) = least {
            self.abandon_message(key);
        }
        least.is_some()
    }

    /// Gives up a live message: its bytes leave the buffer, and its record stays until all fragments that
    /// were sent are settled.
    pub(super) fn abandon_message(&mut self, key: RecordKey) {
        let Some(message) = self.messages.get_mut(key) else {
            return;
        };
        let stream = message.stream;
        let (begun, cut) = (message.begun, message.cut);
        self.abandoned.push_back(Abandoned {
            message: MessageKey(key),
            context: message.options.context,
            sent: begun,
            placeholder: begun && !cut,
            skip: Skip {
                stream: StreamId(stream),
                unordered: message.options.unordered,
                message: MessageId(message.id),
            },
        });
        let found = &mut self.streams[usize::from(stream)];
        let held = message.held();
        found.held -= held;
        self.held -= held;
        found.queued -= message.left;
        self.queued -= message.left;
        found.sent -= message.flying_bytes as u64;
        message.abandoned = true;
        message.flying_bytes = 0;
        message.drop_bytes();
        if !cut {
            message.cut = true;
            message.flying += u32::from(begun);
            self.messages.remove(&mut found.queue, key);
            self.messages.push_back(&mut found.flying, key);
            found.reset.left_queue_early(&self.messages, key);
            if begun && self.locked == Some(stream) {
                self.locked = None;
            }
        }
        if begun {
            self.turns.leave(stream);
            self.refresh(stream);
        } else {
            self.turns.leave(stream);
            self.retire(key);
        }
    }
}
