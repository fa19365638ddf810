//! The sending half of a connection: what the system took is kept until the other end has it.

use crate::ring::Ring;
use ferry_wire::{HEADER_LEN, Header};
use rustix::io::Errno;
use rustix::net::{SendAncillaryBuffer, SendFlags, send, sendmsg};
use socket2::Socket;
use std::io::{self, IoSlice};

/// In place of a payload length: no frame, but the sender's orderly end.
pub(crate) const GOODBYE: u32 = u32::MAX;
/// No frame: the first word says how many bytes of the link the sender has taken in.
pub(crate) const ACKNOWLEDGE: u32 = u32::MAX - 1;
/// No frame: a chunk of a long one. The match bits say of which, the words where and how much.
pub(crate) const CHUNK: u32 = u32::MAX - 2;
/// Bit of the length of a frame whose payload comes in chunks.
pub(crate) const LONG: u32 = 1 << 31;

const FLAGS: SendFlags = SendFlags::NOSIGNAL.union(SendFlags::DONTWAIT);

/// A chunk that is partly out; what is left of it is with the caller.
pub(crate) struct Chunk {
    pub(crate) head: [u8; HEADER_LEN],
    /// Where in the payload it begins and how long it is.
    pub(crate) at: usize,
    pub(crate) len: usize,
    /// Bytes of it that are out, its head included.
    pub(crate) taken: usize,
}

impl Chunk {
    pub(crate) fn new(frame: u32, at: usize, len: usize) -> Self {
        let words = [at as u64, len as u64];
        let head = Header { bits: frame.into(), words, ..Header::default() }.encode(CHUNK);
        Chunk { head, at, len, taken: 0 }
    }
}

/// Bytes on their way to the other end.
pub struct Outbox {
    ring: Ring,
    /// Sent bytes are kept for a replay.
    keep: bool,
    /// How many at most; control records excepted.
    limit: usize,
    /// The chunk that is partly out.
    pub(crate) chunk: Option<Chunk>,
    /// The system had no room for all that was to be sent.
    pub is_full: bool,
    /// A frame is partly out; what is left of it is with the caller.
    pub(crate) mid_frame: bool,
}

impl Outbox {
    /// Nothing sent yet; with `keep`, what is sent is kept, at most `limit` bytes.
    pub fn new(keep: bool, limit: usize) -> Self {
        Outbox { ring: Ring::default(), keep, limit, chunk: None, is_full: false, mid_frame: false }
    }

    /// Whether sent bytes are kept.
    pub fn keeps(&self) -> bool {
        self.keep
    }

    /// Bytes taken so far.
    pub fn position(&self) -> u64 {
        self.ring.end()
    }

    /// Whether bytes wait for room in the system.
    pub fn has_unsent(&self) -> bool {
        self.ring.unsent() > 0
    }

    /// Bytes that are to be sent and that the system has not taken yet.
    pub(crate) fn waiting(&self) -> usize {
        let left = |chunk: &Chunk| HEADER_LEN + chunk.len - chunk.taken;
        self.ring.unsent() + self.chunk.as_ref().map_or(0, left)
    }

    /// Whether `len` more bytes may be sent before something is acknowledged.
    pub(crate) fn admits(&self, len: usize) -> bool {
        !self.keep || self.ring.len() == 0 || self.ring.len() + len <= self.limit
    }

    /// Whether a record can be put between those that are out and those to come.
    pub(crate) fn is_between_records(&self) -> bool {
        !self.mid_frame && self.chunk.as_ref().is_none_or(|chunk| chunk.taken == 0)
    }

    /// Takes bytes of a record, to be sent by the next flush.
    pub fn append(&mut self, bytes: &[u8]) {
        self.ring.append(bytes);
    }

    /// Sends what was taken; true when nothing is left.
    ///
    /// # Errors
    /// The connection broke.
    pub fn flush(&mut self, socket: &Socket) -> io::Result<bool> {
        if self.ring.unsent() == 0 {
            return Ok(true);
        }
        self.is_full = false;
        while self.ring.unsent() > 0 {
            let parts = self.ring.unsent_parts();
            let result = match &parts {
                [one, rest] if rest.is_empty() => send(socket, one, FLAGS),
                parts => sendmsg(socket, parts, &mut SendAncillaryBuffer::default(), FLAGS),
            };
            match result {
                Ok(n) => self.ring.note_sent(n, self.keep),
                Err(Errno::INTR) => {}
                Err(Errno::AGAIN) => {
                    self.is_full = true;
                    return Ok(false);
                }
                Err(e) => return Err(e.into()),
            }
        }
        Ok(true)
    }

    /// Sends what was taken and, behind it, as much of `head` and `payload` as there is room for: how
    /// many bytes of these two. Those are copied only after they are on their way.
    ///
    /// # Errors
    /// The connection broke.
    pub fn send(&mut self, socket: &Socket, head: &[u8], payload: &[u8]) -> io::Result<usize> {
        let waiting = self.ring.unsent();
        let [a, b] = self.ring.unsent_parts();
        let parts = [a, b, IoSlice::new(head), IoSlice::new(payload)];
        let first = if waiting > 0 { 0 } else { 2 };
        let n = loop {
            match sendmsg(socket, &parts[first..], &mut SendAncillaryBuffer::default(), FLAGS) {
                Ok(n) => break n,
                Err(Errno::INTR) => {}
                Err(Errno::AGAIN) => break 0,
                Err(e) => return Err(e.into()),
            }
        };
        self.is_full = n < waiting + head.len() + payload.len();
        self.ring.note_sent(n.min(waiting), self.keep);
        let taken = n.saturating_sub(waiting);
        if self.keep && taken > 0 {
            let in_head = taken.min(head.len());
            self.ring.append_sent(&head[..in_head]);
            self.ring.append_sent(&payload[..taken - in_head]);
        } else if taken > 0 {
            self.ring.skip(taken);
        }
        Ok(taken)
    }

    /// The other end has everything before `position`. False if that cannot be.
    pub(crate) fn release(&mut self, position: u64) -> bool {
        self.ring.release(position)
    }

    /// The other end goes on from `position`: how many bytes are sent again, if they are there.
    pub(crate) fn rewind(&mut self, position: u64) -> Option<u64> {
        self.ring.rewind(position)
    }

    /// Bytes that are kept.
    pub fn kept(&self) -> usize {
        self.ring.len()
    }

    /// Of the bytes that the system took the last `unacknowledged` at most have not arrived at the other host.
    pub fn acknowledge(&mut self, unacknowledged: u64) {
        let taken = self.ring.end() - self.ring.unsent() as u64;
        // A handshake that is unacknowledged itself is part of that number, which errs on the safe side.
        self.ring.release(taken.saturating_sub(unacknowledged));
    }

    /// From now on another connection is used that loses nothing: all that is kept goes by it, again or for the
    /// first time. The position where that begins.
    pub fn begin_again(&mut self) -> u64 {
        let from = self.ring.end() - self.ring.len() as u64;
        self.ring.rewind(from);
        (self.keep, self.is_full) = (false, false);
        from
    }
}
