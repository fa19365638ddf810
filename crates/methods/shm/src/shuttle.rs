//! Memory that two processes write in turns: an answer lies where the message was that it answers.
//!
//! A line that was read has come to the reader's core, and its writer must have it back before it writes there again: in
//! a room, each line crosses twice for a message. Who writes where it has just read finds the lines at hand, and they
//! cross once (`docs/shared-memory.md`). Each slot has a shuttle, which its writer has at first. A message takes a shuttle
//! along, and who has read it may send the next one so: whoever has a shuttle is the only one to touch it, and nobody
//! gives it back who has nothing to say. What finds no shuttle goes through the room.

use crate::layout::CacheLine;
use ferry_sys::{Segment, View, copy_for_reader};
use std::sync::Arc;
use std::sync::atomic::AtomicU64;

/// A shuttle, wherever it is.
#[derive(Clone)]
pub(crate) struct Shuttle {
    /// Bytes of a payload that are there, while it streams.
    pub(crate) written: View<CacheLine<AtomicU64>>,
    at: usize,
    /// Longest payload.
    pub(crate) len: usize,
}

/// In which slot of a pair a shuttle lies, as seen from the cell that tells of it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Home {
    ThisSlot,
    OtherSlot,
}

impl Shuttle {
    /// Bytes that a shuttle of payloads up to `len` takes.
    pub(crate) fn footprint(len: usize) -> usize {
        len + size_of::<CacheLine<AtomicU64>>()
    }

    /// The shuttle at `at`; the payload comes first, so that it begins with a page.
    pub(crate) fn of(segment: &Arc<Segment>, at: usize, len: usize) -> Self {
        // SAFETY: an atomic, valid for any bits.
        let written = unsafe { segment.view(at + len) };
        Shuttle { written, at, len }
    }

    /// Copies bytes to `offset`, being the one who has the shuttle.
    #[inline]
    pub(crate) fn put(&self, offset: usize, bytes: &[u8]) {
        assert!(offset + bytes.len() <= self.len, "outside the shuttle");
        let place = self.written.segment().at(self.at + offset, bytes.len());
        // SAFETY: in bounds. The other process looks at these bytes only after it is told of them, and has told of what
        // it had written here before, or never had the shuttle.
        unsafe { copy_for_reader(place, bytes) };
    }

    /// Bytes that the other process has told of; the caller has checked that they lie here.
    #[inline]
    pub(crate) fn bytes(&self, offset: usize, len: usize) -> &[u8] {
        assert!(offset + len <= self.len, "outside the shuttle");
        let start = self.written.segment().at(self.at + offset, len);
        // SAFETY: in bounds; their writer has written them and leaves them alone until it has the shuttle again.
        unsafe { std::slice::from_raw_parts(start, len) }
    }
}

impl Home {
    pub(crate) fn to_word(self) -> u32 {
        self as u32
    }

    pub(crate) fn of_word(word: u32) -> Option<Self> {
        [Home::ThisSlot, Home::OtherSlot].into_iter().find(|home| home.to_word() == word)
    }

    /// The same slot, seen from the cells that go the other way.
    pub(crate) fn seen_from_there(self) -> Self {
        match self {
            Home::ThisSlot => Home::OtherSlot,
            Home::OtherSlot => Home::ThisSlot,
        }
    }
}

/// The shuttles of a pair that are at this end.
pub(crate) struct Berth {
    this: Shuttle,
    /// Known from when it first came.
    other: Option<Shuttle>,
    /// What came last is at the end.
    here: Vec<Home>,
    /// Longer payloads leave by no shuttle yet: memory that was never touched takes longer than what it saves at first.
    reach: usize,
    /// So many were longer.
    beyond: u32,
}

/// Where the reach of shuttles begins.
const FIRST_REACH: usize = 16 << 10;
/// It is twice as long after so many payloads that were longer.
const GROWTH: u32 = 8;

impl Berth {
    /// As the writer of a slot finds it.
    pub(crate) fn new(this: Shuttle) -> Self {
        let here = vec![Home::ThisSlot];
        Berth { this, other: None, here, reach: FIRST_REACH, beyond: 0 }
    }

    /// The shuttle of the slot that this end writes.
    pub(crate) fn this(&self) -> &Shuttle {
        &self.this
    }

    /// What is here, the one that came last at the end.
    #[cfg(test)]
    pub(crate) fn here(&self) -> &[Home] {
        &self.here
    }

    /// A payload of so many bytes leaves by the shuttle that came last, whose lines are at hand, if it can.
    #[inline]
    pub(crate) fn depart(&mut self, len: usize) -> Option<(Home, &Shuttle)> {
        let home = *self.here.last()?;
        if len > self.shuttle(home)?.len || !self.reaches(len) {
            return None;
        }
        self.here.pop();
        Some((home, self.shuttle(home)?))
    }

    /// Whether there is a shuttle for a payload of so many bytes, which leaves by it now or once others as long have left.
    pub(crate) fn may_carry(&self, len: usize) -> bool {
        let last = self.here.last().and_then(|home| self.shuttle(*home));
        last.is_some_and(|shuttle| len <= shuttle.len)
    }

    #[inline]
    fn reaches(&mut self, len: usize) -> bool {
        let reaches = len <= self.reach;
        if !reaches {
            self.beyond += 1;
            if self.beyond == GROWTH {
                (self.beyond, self.reach) = (0, self.reach * 2);
            }
        }
        reaches
    }

    /// One has come; `other` is the shuttle of the slot that this end reads.
    pub(crate) fn land(&mut self, home: Home, other: impl FnOnce() -> Option<Shuttle>) {
        if home == Home::OtherSlot && self.other.is_none() {
            self.other = other();
        }
        if !self.here.contains(&home) {
            self.here.push(home);
        }
    }

    fn shuttle(&self, home: Home) -> Option<&Shuttle> {
        match home {
            Home::ThisSlot => Some(&self.this),
            Home::OtherSlot => self.other.as_ref(),
        }
    }
}
