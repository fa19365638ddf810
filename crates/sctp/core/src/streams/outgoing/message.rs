//! A message on its way out: its options, its bytes and what is known of its fragments.

use std::collections::VecDeque;
use std::time::Duration;

use bytes::Bytes;

use crate::streams::store::RecordKey;
use crate::wire::PayloadProtocol;

/// Parts that a record keeps room for when it is used again.
const KEPT_PARTS: usize = 64;

/// How long the sender holds on to a message (RFC 3758 §4, RFC 7496 §3).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Reliability {
    /// Until it has arrived.
    #[default]
    Full,
    /// Until this time, on the clock of the caller (RFC 3758 §4.1).
    Until(Duration),
    /// Until a fragment has been retransmitted this often (RFC 7496 §3.1).
    Retransmissions(u16),
    /// Until a message of a smaller number, or a fully reliable one, needs its place in the send buffer
    /// (RFC 7496 §3.2).
    Priority(u32),
}

/// What goes with a message.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct MessageOptions {
    /// Payload protocol identifier, for the receiver.
    pub protocol: PayloadProtocol,
    /// Delivered whatever the other messages of the stream do (RFC 9260 §6.6).
    pub unordered: bool,
    /// Its end asks the peer for an acknowledgement without delay (RFC 9260 §3.3.1, the I bit).
    pub immediate: bool,
    /// The caller promises that the last part of a message that is given in parts is not empty: all bytes may leave at
    /// once, where otherwise one waits for the end to travel on.
    pub ends_with_bytes: bool,
    /// How long to hold on to it.
    pub reliability: Reliability,
    /// The caller's own number for it, given back in events.
    pub context: u64,
}

/// Names a message that was accepted, until it has arrived or is abandoned.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct MessageKey(pub(crate) RecordKey);

/// Bytes of a message, or of a part of it.
#[derive(Clone, Debug)]
pub enum Payload<'a> {
    /// Shared with the caller, not copied.
    Shared(Bytes),
    /// Copied when accepted.
    Borrowed(&'a [u8]),
    /// Pieces that lie apart, copied into one when accepted.
    Gather(&'a [&'a [u8]]),
}

impl Payload<'_> {
    /// Bytes in all.
    #[must_use]
    pub fn len(&self) -> usize {
        match self {
            Self::Shared(bytes) => bytes.len(),
            Self::Borrowed(bytes) => bytes.len(),
            Self::Gather(pieces) => pieces.iter().map(|piece| piece.len()).sum(),
        }
    }

    /// Whether there are none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The first `len` bytes, to keep.
    pub(super) fn take(self, len: usize) -> Bytes {
        match self {
            Self::Shared(bytes) => bytes.slice(..len),
            Self::Borrowed(bytes) => Bytes::copy_from_slice(&bytes[..len]),
            Self::Gather(pieces) => {
                let mut whole = Vec::with_capacity(len);
                for piece in pieces {
                    let wanted = piece.len().min(len - whole.len());
                    whole.extend_from_slice(&piece[..wanted]);
                }
                whole.into()
            }
        }
    }
}

impl From<Bytes> for Payload<'_> {
    fn from(bytes: Bytes) -> Self {
        Self::Shared(bytes)
    }
}

impl<'a> From<&'a [u8]> for Payload<'a> {
    fn from(bytes: &'a [u8]) -> Self {
        Self::Borrowed(bytes)
    }
}

/// A message from its acceptance until the last of its fragments is settled.
#[derive(Debug, Default)]
pub(super) struct FragmentedMessage {
    pub(super) stream: u16,
    pub(super) options: MessageOptions,
    /// Place in the order of all submissions.
    pub(super) arrival: u64,
    /// Number in its stream, once begun.
    pub(super) id: u32,
    /// A fragment was cut.
    pub(super) begun: bool,
    /// The caller has given all of it.
    pub(super) ended: bool,
    /// The last fragment was cut.
    pub(super) cut: bool,
    /// Given up; what remains is to settle the fragments that travel.
    pub(super) abandoned: bool,
    /// Number of the next fragment.
    pub(super) number: u32,
    /// Bytes not cut yet.
    pub(super) left: usize,
    front: Bytes,
    more: VecDeque<Bytes>,
    /// Fragments that are not settled.
    pub(super) flying: u32,
    /// Bytes of them.
    pub(super) flying_bytes: usize,
}

impl FragmentedMessage {
    /// A new message in a record used before.
    pub(super) fn renew(&mut self, stream: u16, options: MessageOptions, arrival: u64) {
        let mut more = std::mem::take(&mut self.more);
        more.clear();
        if more.capacity() > KEPT_PARTS {
            more = VecDeque::new();
        }
        *self = Self { stream, options, arrival, more, ..Self::default() };
    }

    pub(super) fn push(&mut self, part: Bytes) {
        if part.is_empty() {
            return;
        }
        self.left += part.len();
        if self.front.is_empty() {
            self.front = part;
        } else {
            self.more.push_back(part);
        }
    }

    /// Bytes that a fragment may carry now. The last byte of a message whose end has not been given
    /// waits, because the end needs a byte to travel on: no chunk may be empty (RFC 9260 §6.2).
    pub(super) fn sendable(&self) -> usize {
        match self.ended || self.options.ends_with_bytes {
            true => self.left,
            false => self.left.saturating_sub(1),
        }
    }

    /// Bytes of the part at the front: a fragment does not reach over the border of two parts.
    pub(super) fn front_len(&self) -> usize {
        self.front.len()
    }

    /// Cuts `len` bytes, at most [`Self::front_len`], off the front.
    pub(super) fn take(&mut self, len: usize) -> Bytes {
        let piece = self.front.split_to(len);
        self.left -= len;
        if self.front.is_empty() {
            self.front = self.more.pop_front().unwrap_or_default();
        }
        piece
    }

    /// Lets go of the bytes not cut.
    pub(super) fn drop_bytes(&mut self) {
        self.left = 0;
        self.front = Bytes::new();
        self.more.clear();
    }

    /// Bytes that count against the send buffer.
    pub(super) fn held(&self) -> usize {
        if self.abandoned { 0 } else { self.left + self.flying_bytes }
    }

    pub(super) fn expired(&self, now: Duration) -> bool {
        matches!(self.options.reliability, Reliability::Until(end) if end <= now)
    }
}
