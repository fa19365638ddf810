//! Messages on their way out.
//!
//! A message is accepted into the queue of its stream, whole or in parts, within the bound of the send
//! buffer ([`OutboundStreams::send`], [`OutboundStreams::append`]). For each packet the association calls
//! [`OutboundStreams::begin_packet`] and takes fragments until none fits ([`OutboundStreams::next_fragment`]). It keeps
//! the fragments until they have arrived and then settles each ([`OutboundStreams::acked`]); before it sends one
//! again it asks ([`OutboundStreams::retransmission`]), for the message may be abandoned by then (RFC 3758).
//! Numbers are given when the first fragment is cut, so that a message abandoned before leaves no trace.
//!
//! ```text
//!  send ─► queue of the stream ─► next_fragment ─► flying ─► acked ─► (context of the finished message)
//!               │                                    │
//!               └──────── abandoned ◄────────────────┴─► poll_abandoned, FORWARD-TSN ─► skipped
//! ```

mod cut;
mod message;
mod reset;
mod scheduler;
mod settle;

use std::cmp::Reverse;
use std::collections::{BinaryHeap, VecDeque};
use std::time::Duration;

use thiserror::Error;

use super::store::{Chain, RecordKey, Store};
use crate::wire::StreamId;
use message::FragmentedMessage;
pub use message::{MessageKey, MessageOptions, Payload, Reliability};
pub use reset::ResetError;
use reset::ResetState;
pub use scheduler::Scheduler;
use scheduler::Turns;
pub use settle::{Abandoned, Retransmission};

/// A message longer than this part of the send buffer may be accepted in parts, of at least this size.
const PART_OF_BUFFER: usize = 4;

/// What the association has negotiated and the user has set.
#[derive(Clone, Copy, Debug)]
pub struct OutgoingConfig {
    /// Number of streams.
    pub streams: u16,
    /// Whether fragments travel in I-DATA chunks (RFC 8260). Otherwise a message that was begun is ended
    /// before another begins.
    pub interleaving: bool,
    /// Whether the peer understands FORWARD-TSN, or I-FORWARD-TSN with interleaving. Otherwise only
    /// messages that were not begun can be abandoned.
    pub partial_reliability: bool,
    /// Bytes of messages held, queued or travelling.
    pub send_buffer: usize,
    /// Bytes of messages held for one stream, so that a stream which does not move leaves room for others.
    pub stream_buffer: Option<usize>,
    /// Bytes that each stream may send before the peer raises its limit; `None` without flow control by
    /// stream.
    pub stream_limit: Option<u64>,
    /// Accept of a stream only what its limit lets travel, so that one that may not send fills no part
    /// of the send buffer.
    pub within_limit: bool,
    /// Whose turn it is.
    pub scheduler: Scheduler,
}

/// Why nothing of a message was accepted. All but [`SendError::Full`] are the caller's mistakes.
#[derive(Clone, Copy, Debug, Error, PartialEq, Eq)]
pub enum SendError {
    /// No such stream.
    #[error("stream {stream} does not exist: the association has {count} outgoing streams, from 0")]
    NoSuchStream {
        /// The stream asked for.
        stream: StreamId,
        /// Streams that there are.
        count: usize,
    },
    /// The send buffer has no room; come back when fragments have been acknowledged.
    #[error(
        "the send buffer is full: {free} bytes are free and {wanted} wanted; wait for acknowledgements"
    )]
    Full {
        /// Bytes that are free.
        free: usize,
        /// Bytes that would have to be.
        wanted: usize,
    },
    /// The message has no bytes (RFC 9260 §6.2 knows no such messages).
    #[error("a message needs at least one byte")]
    Empty,
    /// The stream's last message has not been ended.
    #[error("the last message of stream {0} is not complete: append its rest, or abandon it")]
    MessageOpen(StreamId),
    /// There is nothing to append to.
    #[error("stream {0} has no message to append to")]
    NothingOpen(StreamId),
    /// The message to append to was abandoned, by its reliability or by the caller.
    #[error("the message of stream {0} was abandoned; its rest is not wanted")]
    Abandoned(StreamId),
}

/// What was accepted of a message.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Accepted {
    /// Names the message.
    pub message: MessageKey,
    /// Bytes taken. If fewer than were offered, the rest is to be given to [`OutboundStreams::append`].
    pub bytes: usize,
}

#[derive(Debug, Default)]
struct OutboundStream {
    /// Messages of which something is left to cut.
    queue: Chain,
    /// Messages cut whole, with fragments that are not settled; and abandoned ones.
    flying: Chain,
    /// The message at the end of the queue that the caller has not ended.
    open: Option<RecordKey>,
    next_ordered: u32,
    next_unordered: u32,
    /// Priority or weight.
    value: u16,
    /// Bytes held of all its messages.
    held: usize,
    /// Bytes cut since the beginning, less those abandoned before they arrived.
    sent: u64,
    limit: Option<u64>,
    /// Bytes that no fragment carries yet.
    queued: usize,
    /// Something was refused for want of a higher limit.
    wants: bool,
    reset: ResetState,
}

/// All outgoing streams of an association.
#[derive(Debug)]
pub struct OutboundStreams {
    config: OutgoingConfig,
    streams: Vec<OutboundStream>,
    messages: Store<FragmentedMessage>,
    turns: Turns,
    /// Without interleaving: the stream whose message was begun and not ended.
    locked: Option<u16>,
    /// The stream that the packet is for, if the scheduler gives packets.
    packet: Option<u16>,
    /// Payload that fits into an empty packet.
    full_room: usize,
    arrivals: u64,
    held: usize,
    queued: usize,
    /// Streams of which something was refused for want of a higher limit.
    wanting: usize,
    /// The limit of such a stream has risen.
    raised: bool,
    abandoned: VecDeque<Abandoned>,
    deadlines: BinaryHeap<Reverse<Deadline>>,
    timed: usize,
    resetting: Vec<u16>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Deadline(Duration, RecordKey);

impl Ord for Deadline {
    fn cmp(&self, other: &Self) -> std::cmp::Ordering {
        self.0.cmp(&other.0)
    }
}

impl PartialOrd for Deadline {
    fn partial_cmp(&self, other: &Self) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

impl OutboundStreams {
    /// Streams without messages.
    #[must_use]
    pub fn new(config: OutgoingConfig) -> Self {
        let mut this = Self {
            config,
            streams: Vec::new(),
            messages: Store::new(),
            turns: Turns::new(config.scheduler, config.interleaving, 0),
            locked: None,
            packet: None,
            full_room: 0,
            arrivals: 0,
            held: 0,
            queued: 0,
            wanting: 0,
            raised: false,
            abandoned: VecDeque::new(),
            deadlines: BinaryHeap::new(),
            timed: 0,
            resetting: Vec::new(),
        };
        this.add_streams(config.streams);
        this
    }

    /// More streams, once the peer has agreed (RFC 6525 §4.5); never more than 65,535 in all.
    pub fn add_streams(&mut self, more: u16) {
        let count = (self.streams.len() + usize::from(more)).min(usize::from(u16::MAX));
        let limit = self.config.stream_limit;
        self.streams.resize_with(count, || OutboundStream { limit, ..OutboundStream::default() });
        self.turns.grow(count);
    }

    /// Number of streams.
    #[must_use]
    pub fn streams(&self) -> usize {
        self.streams.len()
    }

    /// Bytes of messages held, queued or travelling.
    #[must_use]
    pub const fn held(&self) -> usize {
        self.held
    }

    /// Bytes queued that no fragment carries yet.
    #[must_use]
    pub const fn queued(&self) -> usize {
        self.queued
    }

    /// Bytes that the send buffer still takes for a stream; 0 for one that does not exist.
    #[must_use]
    pub fn free(&self, stream: StreamId) -> usize {
        let Some(found) = self.streams.get(usize::from(stream.0)) else {
            return 0;
        };
        let free = self.config.send_buffer.saturating_sub(self.held).min(self.allowed(found));
        match self.config.stream_buffer {
            Some(most) => free.min(most.saturating_sub(found.held)),
            None => free,
        }
    }

    /// Bytes that the stream's limit leaves, where no more than that is accepted.
    fn allowed(&self, stream: &OutboundStream) -> usize {
        match stream.limit.filter(|_| self.config.within_limit) {
            Some(limit) => {
                let left = limit.saturating_sub(stream.sent).saturating_sub(stream.queued as u64);
                usize::try_from(left).unwrap_or(usize::MAX)
            }
            None => usize::MAX,
        }
    }

    /// Streams of which something was refused for want of a higher limit.
    #[must_use]
    pub const fn wanting(&self) -> usize {
        self.wanting
    }

    /// Whether something of a stream was refused for want of a higher limit.
    #[must_use]
    pub fn wants(&self, stream: StreamId) -> bool {
        self.streams.get(usize::from(stream.0)).is_some_and(|found| found.wants)
    }

    /// Whether the limit of such a stream has risen since this was asked last.
    pub const fn take_raised(&mut self) -> bool {
        std::mem::replace(&mut self.raised, false)
    }

    /// Whether every message that was accepted has arrived or is settled otherwise.
    #[must_use]
    pub fn is_settled(&self) -> bool {
        self.streams.iter().all(|s| s.queue.is_empty() && s.flying.is_empty())
    }

    /// Whether a fragment could be cut now, given room.
    #[must_use]
    pub fn has_fragment(&self) -> bool {
        match self.locked {
            Some(stream) => self.turns.contains(stream),
            None => self.turns.first().is_some(),
        }
    }

    /// Priority (smaller first) or weight of a stream, as the scheduler reads it. False if there is no
    /// such stream.
    pub fn set_value(&mut self, stream: StreamId, value: u16) -> bool {
        let Some(found) = self.streams.get_mut(usize::from(stream.0)) else {
            return false;
        };
        found.value = value;
        self.turns.leave(stream.0);
        self.refresh(stream.0);
        true
    }

    /// Another scheduler from the next fragment on.
    pub fn set_scheduler(&mut self, scheduler: Scheduler) {
        self.config.scheduler = scheduler;
        self.turns.change(scheduler);
        self.packet = None;
        for stream in 0..self.streams.len() {
            self.refresh(stream as u16);
        }
    }

    /// Another bound of the send buffer; what is held stays.
    pub const fn set_send_buffer(&mut self, bytes: usize) {
        self.config.send_buffer = bytes;
    }

    /// The peer lets a stream send up to `limit` bytes, counted from the stream's beginning. Limits only
    /// rise; an older one is passed over. Without interleaving a message once begun is ended all the
    /// same, since it would hold up every other stream.
    pub fn raise_limit(&mut self, stream: StreamId, limit: u64) {
        if let Some(found) = self.streams.get_mut(usize::from(stream.0)) {
            let higher = found.limit.is_some_and(|old| old < limit);
            found.limit = found.limit.map(|old| old.max(limit));
            if higher && std::mem::replace(&mut found.wants, false) {
                self.wanting -= 1;
                self.raised = true;
            }
            self.refresh(stream.0);
        }
    }

    /// How far the peer lets a stream send, counted from its beginning.
    #[must_use]
    pub fn limit(&self, stream: StreamId) -> Option<u64> {
        self.streams.get(usize::from(stream.0))?.limit
    }

    /// Whether a stream has something to send and waits for its limit to rise.
    #[must_use]
    pub fn is_blocked(&self, stream: StreamId) -> bool {
        self.streams.get(usize::from(stream.0)).is_some_and(|s| {
            s.wants || !s.queue.is_empty() && s.limit.is_some_and(|limit| s.sent >= limit)
        })
    }

    /// Offers a message, or its first part if not `end`.
    ///
    /// One that fits into the send buffer is taken whole. One that is longer than a quarter of the buffer
    /// is taken in parts, and its rest goes to [`Self::append`]; until it is ended the stream takes no
    /// other message. Room is made, if need be, by abandoning messages that have expired or are of lower
    /// priority (RFC 7496 §3.2).
    ///
    /// # Errors
    ///
    /// Nothing was taken: see [`SendError`].
    pub fn send(
        &mut self,
        now: Duration,
        stream: StreamId,
        options: MessageOptions,
        payload: Payload<'_>,
        end: bool,
    ) -> Result<Accepted, SendError> {
        let found = self.stream(stream)?;
        let wanted = payload.len();
        if found.open.is_some_and(|key| self.messages.get(key).is_some_and(|m| !m.abandoned)) {
            return Err(SendError::MessageOpen(stream));
        }
        if wanted == 0 {
            return Err(SendError::Empty);
        }
        self.make_room(now, stream, wanted, options.reliability);
        let bytes = self.acceptable(stream, wanted, self.free(stream))?;
        let key = self.messages.take();
        let arrival = self.arrivals;
        self.arrivals += 1;
        if let Some(message) = self.messages.get_mut(key) {
            message.renew(stream.0, options, arrival);
            message.push(payload.take(bytes));
            message.ended = end && bytes == wanted;
        }
        self.note_deadline(key, options.reliability);
        let found = &mut self.streams[usize::from(stream.0)];
        found.open = (!end || bytes < wanted).then_some(key);
        found.held += bytes;
        found.queued += bytes;
        self.held += bytes;
        self.queued += bytes;
        self.messages.push_back(&mut found.queue, key);
        found.reset.submitted(&mut self.messages, key);
        self.refresh(stream.0);
        Ok(Accepted { message: MessageKey(key), bytes })
    }

    /// Offers the next part of the message that the stream's last [`Self::send`] left open, and returns
    /// how many bytes of it were taken. With `end` and all taken, the message is complete; the last part
    /// may be empty.
    ///
    /// Without interleaving the message that holds up all others may pass the send buffer's bound by a
    /// quarter, or it could never end.
    ///
    /// # Errors
    ///
    /// Nothing was taken: see [`SendError`].
    pub fn append(
        &mut self,
        now: Duration,
        stream: StreamId,
        payload: Payload<'_>,
        end: bool,
    ) -> Result<usize, SendError> {
        let key = self.stream(stream)?.open.ok_or(SendError::NothingOpen(stream))?;
        let Some(message) = self.messages.get(key).filter(|m| !m.abandoned) else {
            self.streams[usize::from(stream.0)].open = None;
            return Err(SendError::Abandoned(stream));
        };
        let (left, reliability) = (message.left, message.options.reliability);
        let wanted = payload.len();
        if wanted == 0 && end && message.options.ends_with_bytes {
            return Err(SendError::Empty);
        }
        let mut bytes = 0;
        if wanted > 0 {
            self.make_room(now, stream, wanted, reliability);
            let mut free = self.free(stream);
            if self.locked == Some(stream.0) {
                // One byte of it waits for its end, see `Message::sendable`.
                let part = (self.config.send_buffer / PART_OF_BUFFER).max(1);
                free = free.max((part + 1).saturating_sub(left));
            }
            bytes = self.acceptable(stream, wanted, free)?;
        }
        let Some(message) = self.messages.get_mut(key).filter(|m| !m.abandoned) else {
            self.streams[usize::from(stream.0)].open = None;
            return Err(SendError::Abandoned(stream));
        };
        message.push(payload.take(bytes));
        message.ended = end && bytes == wanted;
        let found = &mut self.streams[usize::from(stream.0)];
        if message.ended {
            found.open = None;
        }
        found.held += bytes;
        found.queued += bytes;
        self.held += bytes;
        self.queued += bytes;
        self.refresh(stream.0);
        Ok(bytes)
    }

    fn stream(&self, stream: StreamId) -> Result<&OutboundStream, SendError> {
        self.streams
            .get(usize::from(stream.0))
            .ok_or(SendError::NoSuchStream { stream, count: self.streams.len() })
    }

    /// How much of `wanted` to take: parts are not small, or each would cost a chunk of its own.
    fn acceptable(
        &mut self,
        stream: StreamId,
        wanted: usize,
        free: usize,
    ) -> Result<usize, SendError> {
        let mut part = self.config.send_buffer;
        if let Some(limit) = self.config.stream_limit.filter(|_| self.config.within_limit) {
            part = part.min(usize::try_from(limit).unwrap_or(usize::MAX));
        }
        let least = wanted.min((part / PART_OF_BUFFER).max(1));
        if free < least {
            let found = &self.streams[usize::from(stream.0)];
            if !found.wants && self.allowed(found) < least {
                self.streams[usize::from(stream.0)].wants = true;
                self.wanting += 1;
            }
            return Err(SendError::Full { free, wanted: least });
        }
        Ok(wanted.min(free))
    }

    fn make_room(
        &mut self,
        now: Duration,
        stream: StreamId,
        wanted: usize,
        reliability: Reliability,
    ) {
        if self.free(stream) >= wanted {
            return;
        }
        self.expire(now);
        let above = match reliability {
            Reliability::Priority(priority) => Some(priority),
            _ => None,
        };
        while self.free(stream) < wanted && self.abandon_least(above, stream) {}
    }

    fn note_deadline(&mut self, key: RecordKey, reliability: Reliability) {
        if let Reliability::Until(end) = reliability {
            self.timed += 1;
            if self.deadlines.len() > 2 * self.timed + 64 {
                let messages = &self.messages;
                self.deadlines.retain(|entry| messages.get(entry.0.1).is_some());
            }
            self.deadlines.push(Reverse(Deadline(end, key)));
        }
    }
}
