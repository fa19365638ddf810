//! The frames of one-sided communication. All of a pair are messages of stream 0: they keep one order.

use ferry_link::TrafficClass;
use ferry_transfer::{Body, QueuedFrame};
use ferry_wire::{HandlerId, Header, Share};
use smallvec::SmallVec;

/// The handlers of this face.
pub const SHARE: Share = Share::ONE_SIDED;

/// Bytes for a window; words: where in it, its number. This one and the next may ask for an answer: [`asking`].
pub(crate) const PUT: HandlerId = SHARE.id(16);
/// Elements in a row to be updated; words: where, the window. Payload: [`crate::operation::UpdateHead`], operands.
pub(crate) const UPDATE: HandlerId = SHARE.id(17);
/// Bytes in a row are asked for; words: where, the window. Payload: the receive that they go to, how many.
pub(crate) const GET: HandlerId = SHARE.id(18);
/// An operation on a datatype of the target; words: 0, the window. Payload: [`crate::operation::OperationHead`].
pub(crate) const OPERATION: HandlerId = SHARE.id(19);
/// Packed bytes of the last such operation; words: the position, the window. It may ask for an answer, too.
pub(crate) const PIECE: HandlerId = SHARE.id(20);
/// Description of a datatype; words: the number that its sender gives it.
pub(crate) const DATATYPE: HandlerId = SHARE.id(21);
/// A lock is asked for; words: how, the window.
pub(crate) const LOCK: HandlerId = SHARE.id(22);
/// A lock is given back; words: the number of the answer, the window.
pub(crate) const UNLOCK: HandlerId = SHARE.id(23);
/// Is everything in the window that came before this? Words: the number of the answer, the window.
pub(crate) const FLUSH: HandlerId = SHARE.id(24);
/// It is; words: the number, the window.
pub(crate) const DONE: HandlerId = SHARE.id(25);
/// The sender's memory is exposed to the receiver (`MPI_Win_post`); words: 0, the window.
pub(crate) const POST: HandlerId = SHARE.id(26);
/// The sender's accesses have ended (`MPI_Win_complete`); words: 0, the window.
pub(crate) const COMPLETE: HandlerId = SHARE.id(27);
/// Something in memory that the receiver maps is as it may wait for.
pub(crate) const NUDGE: HandlerId = SHARE.id(28);
/// An operation was refused; words: the error class, the window. Payload: the receive that gets nothing.
pub(crate) const REFUSED: HandlerId = SHARE.id(29);
/// Bytes to be put in place of others; words: where, the window. Payload: receive, expected, new.
pub(crate) const SWAP: HandlerId = SHARE.id(30);
/// Frames in a row, as [`crate::batch`] puts them together.
pub(crate) const BATCH: HandlerId = SHARE.id(31);

/// A frame that changes a window and also asks whether everything is there up to it; the number of the answer is in the
/// lower half of its match bits.
pub(crate) fn asking(header: Header, answer: Option<u32>) -> Header {
    Header { bits: answer.map_or(0, u64::from), ..header }
}

/// The number of the answer that a frame asks for so.
pub(crate) fn asked_by(header: &Header) -> Option<u64> {
    let number = header.bits & u64::from(u32::MAX);
    (matches!(header.handler, PUT | UPDATE | PIECE) && number != 0).then_some(number)
}

/// Control frames have payloads no longer than this.
pub(crate) const SHORT: usize = 128;

/// A header about a window.
pub(crate) fn header(handler: HandlerId, first: u64, window: u32) -> Header {
    Header { words: [first, u64::from(window)], ..Header::new(handler) }
}

/// A frame without payload about a window.
pub(crate) fn bare(handler: HandlerId, first: u64, window: u32) -> QueuedFrame {
    QueuedFrame::bare(header(handler, first, window), TrafficClass::Message)
}

/// A frame with bytes of its own.
pub(crate) fn with_bytes(header: Header, bytes: Vec<u8>) -> QueuedFrame {
    let body = match bytes.len() {
        0..=16 => Body::Short(SmallVec::from_vec(bytes)),
        _ => Body::Packed(bytes),
    };
    QueuedFrame { header, class: TrafficClass::Message, body, done: 0, completes: None }
}

/// Little-endian numbers at the front of a payload.
pub(crate) struct Words<'a>(pub(crate) &'a [u8]);

impl Words<'_> {
    pub(crate) fn take(&mut self) -> Option<u64> {
        let (word, rest) = self.0.split_first_chunk()?;
        self.0 = rest;
        Some(u64::from_le_bytes(*word))
    }
}
