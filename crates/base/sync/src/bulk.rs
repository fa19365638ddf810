//! Room for payloads beside the cells: a byte ring in which every piece is contiguous.
//!
//! Only positions are kept here; the memory is the caller's. Pieces are taken and given back in the
//! same order. Positions count bytes since the start and never wrap in practice (64 bits).

/// The side that takes room.
#[derive(Debug)]
pub struct BulkWriter {
    position: u64,
    limit: u64,
    size: u64,
}

/// Pieces begin at multiples of a cache line.
const ALIGN: u64 = 64;

impl BulkWriter {
    /// A writer for `size` bytes of memory (a multiple of 64).
    pub fn new(size: usize) -> Self {
        assert!(
            size > 0 && (size as u64).is_multiple_of(ALIGN),
            "{size} bytes: a multiple of {ALIGN} needed"
        );
        BulkWriter { position: 0, limit: size as u64, size: size as u64 }
    }

    /// Room for `len` contiguous bytes: the piece's offset in the memory, and the position to free
    /// up to once it has been read. `freed` loads the reader's position; it is called only when the
    /// room known of is used up.
    pub fn take(&mut self, len: usize, freed: impl FnOnce() -> u64) -> Option<(usize, u64)> {
        let len = (len as u64).max(1).next_multiple_of(ALIGN);
        let (offset, end) = self.place(len)?;
        if end > self.limit || self.position > self.limit {
            self.limit = freed().wrapping_add(self.size);
            if end > self.limit {
                return None;
            }
        }
        self.position = end;
        Some((offset as usize, end))
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
        (n != 0).then_some((offset as usize, n as usize))
    }

    /// Ends a stream: the next piece begins at a cache line again. Returns the position to free up to.
    pub fn end_stream(&mut self) -> u64 {
        self.position = self.position.next_multiple_of(ALIGN);
        self.position
    }

    /// Where a piece would lie: pieces that do not fit before the memory's end start over.
    fn place(&self, len: u64) -> Option<(u64, u64)> {
        if len > self.size {
            return None;
        }
        let offset = self.position % self.size;
        let skip = if offset + len > self.size { self.size - offset } else { 0 };
        let start = self.position + skip;
        Some((start % self.size, start + len))
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

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use std::collections::VecDeque;

    proptest! {
        #[test]
        fn live_pieces_never_overlap(ops in prop::collection::vec((1usize..900, any::<bool>()), 1..400)) {
            let mut writer = BulkWriter::new(1024);
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
            let mut writer = BulkWriter::new(1024);
            let (mut written, mut freed) = (0u64, 0u64);
            for (want, free_all) in wants {
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
    fn an_empty_ring_takes_its_whole_size_at_its_start() {
        let mut writer = BulkWriter::new(128);
        assert_eq!(writer.take(128, || 0), Some((0, 128)));
        assert_eq!(writer.take(1, || 0), None);
        assert_eq!(writer.take(64, || 128), Some((0, 192)));
        assert_eq!(writer.take(129, || 192), None);
    }
}
