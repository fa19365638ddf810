//! A message that is being put together.

use std::collections::VecDeque;

use bytes::Bytes;

use crate::streams::Fragment;
use crate::wire::PayloadProtocol;

/// Pieces that a record keeps room for when it is used again.
const KEPT_PIECES: usize = 64;

/// A fragment whose predecessor has not come.
#[derive(Debug)]
pub(super) struct EarlyFragment {
    pub(super) stream: u16,
    pub(super) unordered: bool,
    /// Number of the message as on the wire; 0 for unordered DATA.
    pub(super) message: u32,
    pub(super) ending: bool,
    pub(super) payload: Bytes,
}

impl From<Fragment> for EarlyFragment {
    fn from(fragment: Fragment) -> Self {
        Self {
            stream: fragment.stream.0,
            unordered: fragment.flags.unordered,
            message: fragment.message.0,
            ending: fragment.flags.ending,
            payload: fragment.payload,
        }
    }
}

/// A message of which at least one fragment has come.
#[derive(Debug, Default)]
pub(super) struct MessageAssembly {
    pub(super) stream: u16,
    pub(super) unordered: bool,
    /// Number in the stream, one that does not wrap if ordered.
    pub(super) id: u64,
    pub(super) protocol: PayloadProtocol,
    /// What continues it: a transmission sequence number (DATA) or fragment number (I-DATA).
    pub(super) tail: u64,
    /// Bytes of all fragments that have come, read or not.
    pub(super) total: u64,
    /// The fragments from the beginning without a gap, less those read.
    pub(super) pieces: VecDeque<Bytes>,
    /// Bytes of them.
    pub(super) unread: usize,
    /// The end is among the pieces.
    pub(super) complete: bool,
    /// I-DATA: the number of the last fragment, if that has come.
    pub(super) end: Option<u64>,
    /// I-DATA: the highest number that has come.
    pub(super) highest: u64,
    /// In a chain of readable messages, or being read.
    pub(super) ready: bool,
    /// A piece was read.
    pub(super) touched: bool,
    /// Skipped after a piece was read.
    pub(super) aborted: bool,
}

impl MessageAssembly {
    /// A new message in a record used before.
    pub(super) fn renew(&mut self, fragment: &Fragment, id: u64, tail: u64) {
        let mut pieces = std::mem::take(&mut self.pieces);
        pieces.clear();
        if pieces.capacity() > KEPT_PIECES {
            pieces = VecDeque::new();
        }
        *self = Self {
            stream: fragment.stream.0,
            unordered: fragment.flags.unordered,
            id,
            tail,
            pieces,
            ..Self::default()
        };
    }

    /// Adds the fragment that continues it.
    pub(super) fn append(&mut self, payload: Bytes, ending: bool) {
        self.unread += payload.len();
        self.pieces.push_back(payload);
        self.tail += 1;
        self.complete = ending;
    }
}
