//! Memory of one process that others of its host are to map: how they find its file, and know that it is that one.

use crate::SegmentFile;
use std::sync::atomic::{AtomicU64, Ordering};

/// A file in memory, as its owner tells of it: process, descriptor, and the number that stands in it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct OfferedFile {
    pid: u64,
    /// None of a process that has no file.
    descriptor: Option<u32>,
    token: u64,
}

impl OfferedFile {
    /// Numbers by which others are told.
    pub const WORDS: usize = 3;
    /// The word of no descriptor.
    const NONE: u64 = u64::MAX;

    /// This process's, which may be none.
    pub fn new(file: Option<&SegmentFile>) -> Self {
        let descriptor = file.and_then(|file| u32::try_from(file.raw_fd()).ok());
        OfferedFile { pid: std::process::id().into(), descriptor, token: new_token() }
    }

    /// What others are told.
    pub fn words(&self) -> [u64; Self::WORDS] {
        [self.pid, self.descriptor.map_or(Self::NONE, u64::from), self.token]
    }

    /// What another process has told.
    pub fn told([pid, descriptor, token]: [u64; Self::WORDS]) -> Self {
        OfferedFile { pid, descriptor: u32::try_from(descriptor).ok(), token }
    }

    /// The process that has it.
    pub fn pid(&self) -> Option<u32> {
        u32::try_from(self.pid).ok()
    }

    /// Opens it, where there is one.
    pub fn open(&self) -> Option<SegmentFile> {
        SegmentFile::open(self.pid()?, i32::try_from(self.descriptor?).ok()?).ok()
    }

    /// Writes its number into it.
    pub fn mark(&self, place: &AtomicU64) {
        place.store(self.token, Ordering::Release);
    }

    /// Whether a place that was found has its number: descriptors and processes may have come to name others.
    pub fn is_at(&self, place: &AtomicU64) -> bool {
        self.is(place.load(Ordering::Acquire))
    }

    /// Whether a number that was read is its.
    pub fn is(&self, token: u64) -> bool {
        token == self.token
    }
}

/// A number that no other shared memory has.
pub fn new_token() -> u64 {
    use std::hash::{BuildHasher, Hasher, RandomState};
    let mut hasher = RandomState::new().build_hasher();
    hasher.write_u32(std::process::id());
    hasher.finish() | 1
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_told_leads_to_the_file_and_to_no_other() {
        let file = SegmentFile::create("ferry-test", 4096).expect("a file in memory");
        let offer = OfferedFile::new(Some(&file));
        let told = OfferedFile::told(offer.words());
        assert_eq!((told, told.pid()), (offer, Some(std::process::id())));
        assert!(told.open().is_some());
        let place = AtomicU64::new(0);
        assert!(!told.is_at(&place));
        offer.mark(&place);
        assert!(told.is_at(&place) && !OfferedFile::new(Some(&file)).is_at(&place));
    }

    #[test]
    fn nonsense_leads_nowhere() {
        assert!(OfferedFile::told(OfferedFile::new(None).words()).open().is_none());
        let pid = u64::from(std::process::id());
        for words in [[u64::MAX, 3, 1], [pid, 1 << 40, 1], [pid, u64::from(u32::MAX), 1]] {
            assert!(OfferedFile::told(words).open().is_none(), "{words:?}");
        }
    }
}
