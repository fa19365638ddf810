//! Room for payloads beside the cells: a byte ring in which every piece is contiguous.
//!
//! Only positions are kept here; the memory is the caller's. Pieces are taken and given back in the
//! same order. Positions count bytes since the start and never wrap in practice (64 bits).

/// The side that takes room.
///
/// Memory that was never touched costs a page of the system's each 4 KiB, so the writer goes round in a
/// part of the room as long as the reader keeps up with it there. That part, its lap, grows with what
/// goes through: much of it is faster through memory that has left the caches of both cores.
#[derive(Debug)]
pub struct BulkWriter {
    position: u64,
    limit: u64,
    size: u64,
    /// Where pieces start over at the room's begin, if that is free.
    lap: u64,
    /// The same for this time round: further on where it was not free.
    turn: u64,
    /// Bytes until the lap grows.
    until_growth: u64,
}

/// Pieces begin at multiples of a cache line.
const ALIGN: u64 = 64;
/// The first lap.
const FIRST_LAP: u64 = 128 << 10;
/// A lap is twice as long after so many of them: new memory costs less than what went through the old.
const LAPS: u64 = 8;

impl BulkWriter {
    /// A writer for `size` bytes of memory (a multiple of 64).
    pub fn new(size: usize) -> Self {
        assert!(
            size > 0 && (size as u64).is_multiple_of(ALIGN),
            "{size} bytes: a multiple of {ALIGN} needed"
        );
        BulkWriter::with_lap(size as u64, FIRST_LAP)
    }

    fn with_lap(size: u64, lap: u64) -> Self {
        let lap = lap.min(size);
        BulkWriter { position: 0, limit: size, size, lap, turn: lap, until_growth: lap * LAPS }
    }

    /// Room for `len` contiguous bytes: the piece's offset in the memory, and the position to free
    /// up to once it has been read. `freed` loads the reader's position; it is called only when the
    /// room known of is used up.
    pub fn take(&mut self, len: usize, freed: impl Fn() -> u64) -> Option<(usize, u64)> {
        let len = (len as u64).max(1).next_multiple_of(ALIGN);
        let start = self.place(len, &freed)?;
        let end = start + len;
        if !self.is_free(end, &freed) {
            return None;
        }
        self.position = end;
        self.passed(len);
        Some(((start % self.size) as usize, end))
    }

    /// Where a stream that goes on for `len` bytes or more begins, as a position.
    pub fn begin_stream(&mut self, len: usize, freed: impl Fn() -> u64) -> u64 {
        let len = (len as u64).min(self.size / 4).next_multiple_of(ALIGN);
        if let Some(start) = self.place(len, &freed)
            && self.is_free(start + len, &freed)
        {
            self.position = start;
        }
        self.position
    }

    /// Whether the reader, now at `freed`, has given room back since the writer last looked.
    pub fn has_news(&self, freed: u64) -> bool {
        freed.wrapping_add(self.size) != self.limit
    }

    /// Where the next bytes of a stream will lie, as a position.
    pub fn position(&self) -> u64 {
        self.position
    }

    /// Room for some of `want` bytes of a stream, contiguous, as much as there is: offset and length.
    /// A stream is not broken into aligned pieces; [`BulkWriter::end_stream`] ends it.
    pub fn take_some(
        &mut self,
        want: usize,
        freed: impl FnOnce() -> u64,
    ) -> Option<(usize, usize)> {
        let mut room = self.limit.saturating_sub(self.position);
        if room < (want as u64).min(self.size / 4) {
            self.limit = freed().wrapping_add(self.size);
            room = self.limit.saturating_sub(self.position);
        }
        let offset = self.position % self.size;
        let n = room.min(want as u64).min(self.size - offset);
        self.position += n;
        self.passed(n);
        if offset + n == self.size {
            self.turn = self.lap;
        }
        (n != 0).then_some((offset as usize, n as usize))
    }

    /// Ends a stream: the next piece begins at a cache line again. Returns the position to free up to.
    pub fn end_stream(&mut self) -> u64 {
        self.position = self.position.next_multiple_of(ALIGN);
        self.position
    }

    /// The position of a piece: one that does not fit before the memory's end starts over, and one that
    /// does not fit in the lap, if there is room.
    #[inline]
    fn place(&mut self, len: u64, freed: &impl Fn() -> u64) -> Option<u64> {
        let end = self.position % self.size + len;
        if end < self.turn { Some(self.position) } else { self.place_at_end(len, freed) }
    }

    #[cold]
    fn place_at_end(&mut self, len: u64, freed: &impl Fn() -> u64) -> Option<u64> {
        if len > self.size {
            return None;
        }
        let offset = self.position % self.size;
        let end = offset + len;
        if end <= self.turn {
            self.turn = if end == self.size { self.lap } else { self.turn };
            return Some(self.position);
        }
        let over = self.position.next_multiple_of(self.size);
        if end > self.size || self.is_free(over + len, freed) {
            self.turn = self.lap.max(len);
            return Some(over);
        }
        while self.turn < end {
            self.turn = (self.turn * 2).min(self.size);
        }
        Some(self.position)
    }

    /// Whether the reader has freed what was where bytes up to `end` will lie.
    #[inline]
    fn is_free(&mut self, end: u64, freed: &impl Fn() -> u64) -> bool {
        if end <= self.limit {
            return true;
        }
        self.limit = freed().wrapping_add(self.size);
        end <= self.limit
    }

    #[inline]
    fn passed(&mut self, bytes: u64) {
        if bytes < self.until_growth {
            self.until_growth -= bytes;
        } else {
            self.grow();
        }
    }

    #[cold]
    fn grow(&mut self) {
        if self.lap == self.size {
            self.until_growth = u64::MAX;
            return;
        }
        self.lap = (self.lap * 2).min(self.size);
        self.until_growth = self.lap * LAPS;
    }
}

/// The side that gives room back.
#[derive(Debug, Default)]
pub struct BulkReader {
    freed: u64,
}

impl BulkReader {
    /// Notes that everything before `end` has been read; returns the position to publish.
    pub fn free(&mut self, end: u64) -> u64 {
        self.freed = self.freed.max(end);
        self.freed
    }
}

#[cfg(all(test, not(loom)))]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use std::collections::VecDeque;

    proptest! {
        #[test]
        fn live_pieces_never_overlap(
            ops in prop::collection::vec((1usize..900, any::<bool>()), 1..400), lap in 1u64..=16,
        ) {
            let mut writer = BulkWriter::with_lap(1024, lap * 64);
            let mut reader = BulkReader::default();
            let mut live: VecDeque<(usize, usize, u64)> = VecDeque::new();
            let mut published = 0;
            for (len, read) in ops {
                if read {
                    if let Some((_, _, end)) = live.pop_front() {
                        published = reader.free(end);
                    }
                } else if let Some((offset, end)) = writer.take(len, || published) {
                    prop_assert!(offset + len <= 1024);
                    for &(o, l, _) in &live {
                        prop_assert!(offset + len <= o || o + l <= offset);
                    }
                    live.push_back((offset, len, end));
                } else {
                    prop_assert!(!live.is_empty() || published != 0 || len > 1024);
                }
            }
        }
    }

    proptest! {
        #[test]
        fn a_stream_uses_what_was_freed_and_no_more(
            wants in prop::collection::vec((1usize..2000, any::<bool>()), 1..200)
        ) {
            let mut writer = BulkWriter::with_lap(1024, 256);
            let (mut written, mut freed) = (0u64, 0u64);
            for (want, free_all) in wants {
                let begin = writer.begin_stream(want, || freed);
                prop_assert!(begin >= written && begin - freed <= 1024);
                written = begin;
                match writer.take_some(want, || freed) {
                    Some((offset, n)) => {
                        prop_assert_eq!(offset as u64, written % 1024);
                        prop_assert!(n <= want && offset + n <= 1024);
                        written += n as u64;
                        prop_assert!(written - freed <= 1024);
                    }
                    None => prop_assert_eq!(written - freed, 1024),
                }
                if free_all {
                    freed = written;
                }
            }
            prop_assert_eq!(writer.end_stream(), written.next_multiple_of(64));
        }
    }

    #[test]
    fn a_reader_that_keeps_up_is_met_in_little_memory_that_grows() {
        let mut writer = BulkWriter::with_lap(1024, 128);
        let (mut published, mut furthest, mut passed) = (0, Vec::new(), 0);
        for _ in 0..128 * LAPS {
            let (offset, end) = writer.take(64, || published).unwrap();
            (published, passed) = (end, passed + 64);
            furthest.push((passed, offset as u64 + 64));
        }
        let most_in = |laps: std::ops::Range<u64>| {
            let within =
                furthest.iter().filter(|(passed, _)| laps.contains(&(passed / (128 * LAPS))));
            within.map(|(_, end)| *end).max()
        };
        assert_eq!([most_in(0..1), most_in(1..3), most_in(3..7)], [128, 256, 512].map(Some));
        assert_eq!(most_in(7..u64::MAX), Some(1024));
    }

    #[test]
    fn a_reader_that_stays_behind_leaves_all_memory_to_the_writer() {
        let mut writer = BulkWriter::with_lap(1024, 128);
        for piece in 0..16 {
            assert_eq!(writer.take(64, || 0).map(|(offset, _)| offset), Some(piece * 64));
        }
        assert_eq!(writer.take(64, || 0), None);
        // What is free again is at the begin, and the lap is the first once more.
        assert_eq!(writer.take(128, || 1024), Some((0, 1152)));
        assert_eq!(writer.begin_stream(64, || 1152), 2048);
    }

    #[test]
    fn an_empty_ring_takes_its_whole_size_at_its_start() {
        let mut writer = BulkWriter::new(128);
        assert_eq!(writer.take(128, || 0), Some((0, 128)));
        assert_eq!(writer.take(1, || 0), None);
        assert_eq!(writer.take(64, || 128), Some((0, 192)));
        assert_eq!(writer.take(129, || 192), None);
    }
}
