//! Messages on their way in.
//!
//! Fragments come in any order ([`InboundStreams::accept`]). Those of DATA belong together when their
//! transmission sequence numbers are neighbours and lie between a beginning and an ending; those of
//! I-DATA carry the message's number and their own. A message is readable when it is complete, and, if it
//! is ordered, when its predecessors in the stream are; a long one is readable piece by piece as it comes
//! (partial delivery). Streams do not wait for each other.
//!
//! What was accepted is never given back to the network (no reneging, RFC 9260 §6.2.1), so memory is
//! bounded before: each fragment counts with its bytes and [`OVERHEAD`], the window offered to the peer
//! is what is left of [`IncomingConfig::window`], and what comes beyond twice that is refused.

mod assembly;
mod data;
mod deliver;
mod interleaved;
mod skip;
mod window;

use std::collections::{BTreeMap, VecDeque};

use thiserror::Error;

use super::Fragment;
use super::store::{Chain, RecordKey, Store};
use crate::serial::{MessageId, Tsn};
use crate::wire::StreamId;
use assembly::{EarlyFragment, MessageAssembly};
pub use deliver::{MessagePiece, Read, ReadableStream};

/// What a fragment costs beyond its bytes, in the reckoning of memory.
pub const OVERHEAD: usize = 128;

/// What the association has negotiated and the user has set.
#[derive(Clone, Copy, Debug)]
pub struct IncomingConfig {
    /// Number of streams.
    pub streams: u16,
    /// Whether fragments travel in I-DATA chunks (RFC 8260).
    pub interleaving: bool,
    /// Whether the peer may skip messages (RFC 3758), and so leave one without its end.
    pub partial_reliability: bool,
    /// Bytes of fragments that are held, with [`OVERHEAD`] for each, before the peer is told to stop.
    pub window: usize,
    /// Bytes of an incomplete message that make it readable; at most a quarter of the window is used.
    pub partial_delivery: usize,
    /// The longest message that is allowed; `None` for any length.
    pub largest_message: Option<u64>,
    /// Bytes that each stream may have unread (flow control by stream); `None` without.
    pub stream_window: Option<u32>,
}

/// What the peer did that no sender may do. Each but [`Violation::NoSuchStream`] ends the association.
#[derive(Clone, Copy, Debug, Error, PartialEq, Eq)]
pub enum Violation {
    /// No such stream: the chunk is answered with an Invalid Stream Identifier error, and acknowledged
    /// (RFC 9260 §6.5).
    #[error("the peer sent on stream {stream}, of {count} there are")]
    NoSuchStream {
        /// The stream.
        stream: StreamId,
        /// Streams that there are.
        count: usize,
    },
    /// A chunk without payload (RFC 9260 §6.2: the No User Data cause).
    #[error("the peer sent a chunk without payload")]
    NoUserData,
    /// A message began where another had not ended.
    #[error("on stream {0} the peer began a message inside another")]
    UnexpectedBeginning(StreamId),
    /// A fragment that continues nothing.
    #[error("on stream {0} the peer sent a later fragment of a message that never began")]
    NoBeginning(StreamId),
    /// The fragment after is of another message.
    #[error("on stream {0} the peer left a message without its end")]
    NoEnding(StreamId),
    /// Neighbours of one message that differ in stream, number or the unordered flag.
    #[error("on stream {0} the peer sent fragments of one message that contradict each other")]
    Contradiction(StreamId),
    /// Two fragments for one place.
    #[error("on stream {0} the peer sent two fragments for the same place of a message")]
    Overlap(StreamId),
    /// A fragment behind the end of its message, or a second end.
    #[error("on stream {0} the peer sent a fragment behind the end of its message")]
    BeyondEnd(StreamId),
    /// A message number that was delivered already.
    #[error("on stream {0} the peer used the number of a message already delivered")]
    StaleMessage(StreamId),
    /// A message longer than allowed.
    #[error("on stream {stream} the peer sent a message of more than {most} bytes")]
    TooLong {
        /// The stream.
        stream: StreamId,
        /// The longest allowed.
        most: u64,
    },
    /// More than the stream's limit.
    #[error("on stream {stream} the peer sent past the limit of {limit} bytes")]
    BeyondLimit {
        /// The stream.
        stream: StreamId,
        /// Its limit, counted from its beginning.
        limit: u64,
    },
}

impl Violation {
    /// Whether the association is to be aborted.
    #[must_use]
    pub const fn is_fatal(&self) -> bool {
        !matches!(self, Self::NoSuchStream { .. })
    }
}

/// What became of a fragment.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fate {
    /// It is held until it is read.
    Held,
    /// It was held already, or is of a message that was skipped: acknowledged and dropped.
    Old,
    /// There is no room: it must not be acknowledged.
    NoRoom,
}

#[derive(Debug, Default)]
struct InboundStream {
    /// The next ordered message; its low bits are the number on the wire.
    next: u64,
    /// Messages that can be read, in order.
    ordered: Chain,
    /// The same for unordered ones, which are read first.
    unordered: Chain,
    /// The message that the reader has begun and not finished.
    reading: Option<RecordKey>,
    /// In the list of readable streams.
    listed: bool,
    /// Cost of all that is held of it.
    held: usize,
    /// Counted apart from the shared window.
    aside: bool,
    received: u64,
    consumed: u64,
    advertised: u64,
    update_listed: bool,
    /// Something was skipped, so that the count of bytes is not exact.
    skipped: bool,
    /// The last unordered message of I-DATA that was skipped.
    skipped_unordered: Option<MessageId>,
}

/// All incoming streams of an association.
#[derive(Debug)]
pub struct InboundStreams {
    config: IncomingConfig,
    streams: Vec<InboundStream>,
    messages: Store<MessageAssembly>,
    /// Messages by (stream, unordered, number): ordered ones until they are complete and their turn has
    /// come, unordered ones of I-DATA until they are complete.
    known: BTreeMap<(u16, bool, u64), RecordKey>,
    /// DATA: begun messages by the transmission sequence number that they wait for.
    tails: BTreeMap<u64, RecordKey>,
    /// DATA: later fragments whose predecessor has not come.
    loose: BTreeMap<u64, EarlyFragment>,
    /// I-DATA: fragments whose predecessor has not come.
    gaps: BTreeMap<(RecordKey, u64), EarlyFragment>,
    /// All up to this transmission sequence number has come or was skipped.
    cumulative: u64,
    /// The peer has skipped something, so that remnants of messages are no violation.
    forwarded: bool,
    /// The peer broke the protocol, and nothing more is taken from it.
    broken: Option<Violation>,
    held: usize,
    aside: usize,
    /// The window runs short: all that can be delivered in part is.
    pressed: bool,
    advertised: usize,
    readable: VecDeque<u16>,
    updates: VecDeque<u16>,
}

impl InboundStreams {
    /// Streams without messages; the peer's first transmission sequence number will be `initial`.
    #[must_use]
    pub fn new(config: IncomingConfig, initial: Tsn) -> Self {
        let mut this = Self {
            config,
            streams: Vec::new(),
            messages: Store::new(),
            known: BTreeMap::new(),
            tails: BTreeMap::new(),
            loose: BTreeMap::new(),
            gaps: BTreeMap::new(),
            cumulative: (1 << 32) + u64::from(initial.0) - 1,
            forwarded: false,
            broken: None,
            held: 0,
            aside: 0,
            pressed: false,
            advertised: config.window,
            readable: VecDeque::new(),
            updates: VecDeque::new(),
        };
        this.add_streams(config.streams);
        this
    }

    /// More streams (RFC 6525 §4.5, the peer's outgoing ones); never more than 65,535 in all.
    pub fn add_streams(&mut self, more: u16) {
        let count = (self.streams.len() + usize::from(more)).min(usize::from(u16::MAX));
        let advertised = u64::from(self.config.stream_window.unwrap_or(0));
        self.streams
            .resize_with(count, || InboundStream { advertised, ..InboundStream::default() });
    }

    /// Number of streams.
    #[must_use]
    pub fn streams(&self) -> usize {
        self.streams.len()
    }

    /// Takes a fragment that arrived for the first time: the association knows by the transmission
    /// sequence numbers which have come. `in_line` says that it is the one after the cumulative
    /// acknowledgement; room is kept for those, since they free the others.
    ///
    /// After the fragments of a packet the association calls [`Self::advance`].
    ///
    /// # Errors
    ///
    /// The peer broke the protocol. After a fatal [`Violation`] all that follows gets the same answer; what
    /// was readable stays so.
    pub fn accept(
        &mut self,
        tsn: Tsn,
        fragment: Fragment,
        in_line: bool,
    ) -> Result<Fate, Violation> {
        let stream = fragment.stream;
        let Some(found) = self.streams.get(usize::from(stream.0)) else {
            return Err(Violation::NoSuchStream { stream, count: self.streams.len() });
        };
        if let Some(violation) = self.broken {
            return Err(violation);
        }
        let len = fragment.payload.len();
        if len == 0 {
            return Err(Violation::NoUserData);
        }
        // A peer that may give messages up counts without them before this end hears of it.
        let limited = self.config.interleaving
            && self.config.stream_window.is_some()
            && !self.config.partial_reliability;
        if limited && !found.skipped && found.received + len as u64 > found.advertised {
            return Err(Violation::BeyondLimit { stream, limit: found.advertised });
        }
        if !self.has_room(found, len + OVERHEAD, in_line) {
            self.press();
            return Ok(Fate::NoRoom);
        }
        self.charge(stream.0, len);
        let fate = if self.config.interleaving {
            self.accept_interleaved(fragment)
        } else {
            self.accept_data(self.unwrap(tsn), fragment)
        };
        match fate {
            Ok(Fate::Held) => {}
            Ok(_) => self.refund(stream.0, len),
            Err(violation) => self.broken = Some(violation),
        }
        fate
    }

    /// The transmission sequence number as one that does not wrap.
    fn unwrap(&self, tsn: Tsn) -> u64 {
        let distance = tsn.signed_distance_from(Tsn(self.cumulative as u32));
        self.cumulative.saturating_add_signed(i64::from(distance))
    }

    fn too_long(&self, stream: u16, bytes: u64) -> Result<(), Violation> {
        match self.config.largest_message {
            Some(most) if bytes > most => {
                Err(Violation::TooLong { stream: StreamId(stream), most })
            }
            _ => Ok(()),
        }
    }

    /// The number of an ordered message as one that does not wrap, or `None` if its turn is over.
    fn unwrap_message(&self, fragment: &Fragment) -> Option<u64> {
        let next = self.streams[usize::from(fragment.stream.0)].next;
        let ahead = if self.config.interleaving {
            i64::from(fragment.message.0.wrapping_sub(next as u32) as i32)
        } else {
            i64::from((fragment.message.0 as u16).wrapping_sub(next as u16) as i16)
        };
        (ahead >= 0).then(|| next.saturating_add_signed(ahead))
    }

    /// What to say of a message whose turn is over: with skipping it may be a remnant.
    fn stale(&self, stream: StreamId) -> Result<Fate, Violation> {
        if self.streams[usize::from(stream.0)].skipped {
            Ok(Fate::Old)
        } else {
            Err(Violation::StaleMessage(stream))
        }
    }
}
