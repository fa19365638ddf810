//! Fragments cut to the room that a packet has (RFC 9260 §6.9).

use std::time::Duration;

use super::scheduler::Standing;
use super::{MessageKey, OutboundStream, OutboundStreams, Scheduler};
use crate::serial::{FragmentSequence, MessageId};
use crate::streams::Fragment;
use crate::streams::store::RecordKey;
use crate::wire::StreamId;
use crate::wire::chunk::DataFlags;

/// A message too long for one packet is split only where at least this much of it fits.
const LEAST_SPLIT: usize = 256;

/// Without interleaving the oldest message of a stream that has not arrived and the next to send stay
/// this far apart, so that the receiver can tell old 16-bit numbers from new ones.
const SEQUENCE_SPAN: u32 = 1 << 15;

impl OutboundStreams {
    /// A new packet begins; `full_room` is the payload that the largest fragment in it can have.
    pub fn begin_packet(&mut self, full_room: usize) {
        self.full_room = full_room;
        if let Some(stream) = self.packet.take() {
            self.turns.renew(stream, self.standing(stream));
        }
    }

    /// The next fragment, of at most `room` bytes of payload; `None` if there is none or the packet is
    /// better sent as it is. Which windows apply is for the caller, who makes `room` smaller or does not
    /// ask. The fragment has to be settled later: [`Self::acked`] or [`Self::skipped`].
    ///
    /// A message that fits into one packet is not split to fill up another.
    pub fn next_fragment(&mut self, now: Duration, room: usize) -> Option<(MessageKey, Fragment)> {
        if room == 0 {
            return None;
        }
        loop {
            let stream = self.choose()?;
            let key = self.messages.first(&self.streams[usize::from(stream)].queue)?;
            let message = self.messages.get(key)?;
            if message.expired(now) && self.may_abandon(key) {
                self.abandon_message(key);
                continue;
            }
            let len = self.fitting(stream, key, room)?;
            return Some((MessageKey(key), self.cut(stream, key, len)));
        }
    }

    /// Begins a packet whose payload is one fragment of `room` bytes that does not end its message, and gives that;
    /// `None` if the next is none like this.
    pub fn next_full(&mut self, now: Duration, room: usize) -> Option<(MessageKey, Fragment)> {
        self.begin_packet(room);
        if self.fills(now, room) { self.next_fragment(now, room) } else { None }
    }

    fn fills(&self, now: Duration, room: usize) -> bool {
        let Some(stream) = self.choose() else { return false };
        let found = &self.streams[usize::from(stream)];
        let front = self.messages.first(&found.queue).and_then(|key| self.messages.get(key));
        front.is_some_and(|message| {
            let credit = self.credit(found, message.begun);
            !message.expired(now) && message.sendable().min(message.front_len()).min(credit) > room
        })
    }

    fn choose(&self) -> Option<u16> {
        let stream = self.locked.or(self.packet).or_else(|| self.turns.first())?;
        self.turns.contains(stream).then_some(stream)
    }

    fn standing(&self, stream: u16) -> Standing {
        let found = &self.streams[usize::from(stream)];
        let front = self.messages.first(&found.queue).and_then(|key| self.messages.get(key));
        let (arrival, bytes) = front.map_or((0, 0), |message| (message.arrival, message.left));
        Standing { arrival, value: found.value, bytes }
    }

    /// Bytes that the stream's limit lets the message at its front send.
    fn credit(&self, stream: &OutboundStream, begun: bool) -> usize {
        match stream.limit {
            Some(_) if begun && !self.config.interleaving => usize::MAX,
            Some(limit) => usize::try_from(limit.saturating_sub(stream.sent)).unwrap_or(usize::MAX),
            None => usize::MAX,
        }
    }

    fn fitting(&self, stream: u16, key: RecordKey, room: usize) -> Option<usize> {
        let message = self.messages.get(key)?;
        let found = &self.streams[usize::from(stream)];
        let credit = self.credit(found, message.begun);
        let wanted = message.sendable().min(message.front_len()).min(credit);
        let splits = wanted > self.full_room && room >= LEAST_SPLIT.min(self.full_room);
        match wanted {
            0 => None,
            _ if wanted <= room => Some(wanted),
            _ if splits || room >= self.full_room => Some(room),
            _ => None,
        }
    }

    fn cut(&mut self, stream: u16, key: RecordKey, len: usize) -> Fragment {
        let interleaving = self.config.interleaving;
        let found = &mut self.streams[usize::from(stream)];
        let message = self.messages.get_mut(key).expect("the front of a queue is live");
        let beginning = !message.begun;
        if beginning {
            message.begun = true;
            message.id = found.next_id(message.options.unordered, interleaving);
        }
        let payload = message.take(len);
        let ending = message.ended && message.left == 0;
        let fragment = Fragment {
            flags: DataFlags {
                immediate: ending && message.options.immediate,
                unordered: message.options.unordered,
                beginning,
                ending,
            },
            stream: StreamId(stream),
            message: MessageId(message.id),
            number: FragmentSequence(message.number),
            protocol: message.options.protocol,
            payload,
        };
        message.number = message.number.wrapping_add(1);
        message.flying += 1;
        message.flying_bytes += len;
        message.cut = ending;
        found.sent += len as u64;
        found.queued -= len;
        self.queued -= len;
        if ending {
            self.messages.remove(&mut found.queue, key);
            self.messages.push_back(&mut found.flying, key);
            found.reset.left_queue();
        }
        self.pass_turn(stream, len, ending);
        fragment
    }

    /// After a cut: whose turn is it, and may this stream go on?
    fn pass_turn(&mut self, stream: u16, len: usize, ending: bool) {
        if !self.config.interleaving {
            self.locked = (!ending).then_some(stream);
        }
        if self.turns.scheduler() == Scheduler::RoundRobinPacket {
            self.packet = Some(stream);
        }
        self.turns.served(stream, len, ending, self.standing(stream));
        self.refresh(stream);
    }

    /// Lets the stream take part in the turns exactly if it has something that it may send.
    pub(super) fn refresh(&mut self, stream: u16) {
        if self.may_send(stream) {
            self.turns.enter(stream, self.standing(stream));
        } else {
            self.turns.leave(stream);
        }
    }

    fn may_send(&self, stream: u16) -> bool {
        let found = &self.streams[usize::from(stream)];
        let Some(message) =
            self.messages.first(&found.queue).and_then(|key| self.messages.get(key))
        else {
            return false;
        };
        let oldest = self.messages.first(&found.flying).and_then(|key| self.messages.get(key));
        let span = oldest.map_or(0, |oldest| found.next_ordered.wrapping_sub(oldest.id));
        message.sendable() > 0
            && self.credit(found, message.begun) > 0
            && (message.begun
                || (found.reset.may_begin()
                    && (self.config.interleaving || span < SEQUENCE_SPAN - 1)))
    }
}

impl OutboundStream {
    /// Ordered and unordered messages of I-DATA are numbered apart (RFC 8260 §2.1). Unordered DATA has no
    /// number; its message remembers where the ordered ones stand.
    fn next_id(&mut self, unordered: bool, interleaving: bool) -> u32 {
        let counter = match (unordered, interleaving) {
            (true, true) => &mut self.next_unordered,
            (true, false) => return self.next_ordered,
            (false, _) => &mut self.next_ordered,
        };
        let id = *counter;
        *counter = id.wrapping_add(1);
        id
    }
}
