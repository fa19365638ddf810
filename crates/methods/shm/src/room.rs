//! How bytes get into the room of a slot.

use crate::layout::SlotMemory;
use crate::manner::{Advice, LEAST, Manner, MannerOfWriting};
use ferry_sys::{Clock, copy_around_caches};

/// Puts payloads into a room, whose only writer it is.
pub(crate) struct RoomWriter {
    manner: MannerOfWriting,
    /// `None`: nothing is measured, and all of it goes through the caches.
    clock: Option<Clock>,
    /// Bytes of the room that were written before: the others are pages that the system has yet to give.
    touched: usize,
}

impl RoomWriter {
    pub(crate) fn new(clock: Option<Clock>) -> Self {
        RoomWriter { manner: MannerOfWriting::new(), clock, touched: 0 }
    }

    /// As after measurements of a reader that is far.
    #[cfg(test)]
    pub(crate) fn believe_in_far_reader(&mut self) {
        self.manner = MannerOfWriting::of_far_reader();
    }

    /// Whether the reader will find most of what is written next in memory, and not in this core's caches.
    pub(crate) fn goes_around_caches(&self) -> bool {
        self.manner.is_far()
    }

    /// Copies bytes to `offset`, where the reader has freed what was there.
    #[inline]
    pub(crate) fn put(&mut self, slot: &SlotMemory, offset: usize, bytes: &[u8]) {
        let room = slot.room(offset, bytes.len());
        if bytes.len() >= LEAST && self.clock.is_some() {
            return self.put_as_advised(room, offset, bytes);
        }
        self.touched = self.touched.max(offset + bytes.len());
        // SAFETY: `room` checked the bounds; the reader looks here only after it is told, and has freed
        // whatever was here before.
        unsafe { std::ptr::copy_nonoverlapping(bytes.as_ptr(), room, bytes.len()) };
    }

    fn put_as_advised(&mut self, room: *mut u8, offset: usize, bytes: &[u8]) {
        let Advice { manner, is_measured } = self.manner.next();
        let end = offset + bytes.len();
        let started = if is_measured && end <= self.touched { self.time() } else { None };
        self.touched = self.touched.max(end);
        // SAFETY: as in `put`.
        unsafe {
            match manner {
                Manner::Plain => std::ptr::copy_nonoverlapping(bytes.as_ptr(), room, bytes.len()),
                Manner::AroundCaches => copy_around_caches(room, bytes),
            }
        }
        if let (Some(start), Some(end)) = (started, started.and_then(|_| self.time())) {
            self.manner.took(bytes.len(), end.saturating_sub(start));
        }
    }

    /// Nanoseconds, since whenever.
    #[expect(clippy::disallowed_methods, reason = "the options give the clock, or none")]
    fn time(&self) -> Option<u64> {
        self.clock.map(|clock| clock.now().as_nanos() as u64)
    }
}
