//! In which manner the writer of a room puts bytes there, as it has learnt from what that took.
//!
//! A line that the reader has read is taken back from its core before it is written anew. Where both cores share
//! their last cache that takes next to nothing; where they do not, it takes ten times as long as the copy itself, and
//! writing around the caches, which asks for no line, is two to five times as quick (`docs/shared-memory.md`).
//! Which cores a process runs on changes, so the other manner is tried again and again.

/// How bytes are put into the room.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Manner {
    /// By the writer's caches.
    Plain,
    /// Straight to memory.
    AroundCaches,
}

/// What the next piece is put in the room by, and whether to measure that.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Advice {
    pub(crate) manner: Manner,
    pub(crate) is_measured: bool,
}

/// Shorter pieces are put there plainly: so few lines are quicker taken back.
pub(crate) const LEAST: usize = 2 << 10;
/// Nanoseconds for a KiB, more of which say that the reader's core is far: 18 to 45 where it is near, 130 to 350 where
/// it is not.
const FAR: u64 = 120;
/// One piece of so many is measured.
const EVERY: u32 = 8;
/// So many measured ones in a row must have been slow: one may have been interrupted.
const SLOW: u32 = 4;
/// Around the caches, so many pieces go by until two plain ones try what has become of them.
const TRIAL: u32 = 64;

/// What is known of the core that reads.
#[derive(Clone, Copy, Debug)]
enum ReaderCore {
    /// Pieces until one is measured, and how many were slow.
    Near { until: u32, slow: u32 },
    /// Pieces until a trial; during one, none, and how many of it have been slow.
    Far { until: u32, slow: u32 },
}

/// Chooses the manner of a room's pieces.
#[derive(Debug)]
pub(crate) struct MannerOfWriting {
    reader: ReaderCore,
}

impl MannerOfWriting {
    pub(crate) fn new() -> Self {
        MannerOfWriting { reader: ReaderCore::Near { until: EVERY, slow: 0 } }
    }

    /// As after measurements of a reader that is far.
    #[cfg(test)]
    pub(crate) fn of_far_reader() -> Self {
        MannerOfWriting { reader: ReaderCore::Far { until: TRIAL, slow: 0 } }
    }

    /// Whether the reader's core is far, as it seems.
    pub(crate) fn is_far(&self) -> bool {
        matches!(self.reader, ReaderCore::Far { .. })
    }

    /// The advice for the next piece.
    #[inline]
    pub(crate) fn next(&mut self) -> Advice {
        let (manner, until) = match &mut self.reader {
            ReaderCore::Near { until, .. } => (Manner::Plain, until),
            ReaderCore::Far { until, .. } => (Manner::AroundCaches, until),
        };
        if *until > 0 {
            *until -= 1;
            return Advice { manner, is_measured: false };
        }
        Advice { manner: Manner::Plain, is_measured: true }
    }

    /// A plain piece of so many bytes was measured.
    #[cold]
    pub(crate) fn took(&mut self, bytes: usize, nanoseconds: u64) {
        let is_slow = nanoseconds * 1024 > FAR * bytes as u64;
        self.reader = match (self.reader, is_slow) {
            (_, false) => ReaderCore::Near { until: EVERY, slow: 0 },
            (ReaderCore::Near { slow, .. }, true) if slow + 1 < SLOW => {
                ReaderCore::Near { until: 0, slow: slow + 1 }
            }
            (ReaderCore::Near { .. }, true) => ReaderCore::Far { until: TRIAL, slow: 0 },
            (ReaderCore::Far { slow: 0, .. }, true) => ReaderCore::Far { until: 0, slow: 1 },
            (ReaderCore::Far { .. }, true) => ReaderCore::Far { until: TRIAL, slow: 0 },
        };
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const PIECE: usize = 8 << 10;

    /// Writes pieces that take so many nanoseconds plainly; how many went around the caches.
    fn write(manner: &mut MannerOfWriting, pieces: u32, plainly: u64) -> u32 {
        let mut around = 0;
        for _ in 0..pieces {
            let advice = manner.next();
            around += u32::from(advice.manner == Manner::AroundCaches);
            if advice.is_measured {
                assert_eq!(advice.manner, Manner::Plain);
                manner.took(PIECE, plainly);
            }
        }
        around
    }

    #[test]
    fn near_cores_are_written_to_plainly() {
        assert_eq!(write(&mut MannerOfWriting::new(), 1000, 300), 0);
    }

    #[test]
    fn far_ones_around_the_caches_until_they_are_near() {
        let mut manner = MannerOfWriting::new();
        let around = write(&mut manner, 1000, 2000);
        assert!((900..990).contains(&around), "{around}");
        assert!(write(&mut manner, 1000, 300) <= TRIAL);
        assert_eq!(write(&mut manner, 100, 300), 0);
    }

    #[test]
    fn an_interruption_says_nothing_of_the_way() {
        let mut manner = MannerOfWriting::new();
        for _ in 0..100 {
            assert_eq!(write(&mut manner, SLOW - 1, 1_000_000), 0);
            assert_eq!(write(&mut manner, 1 + EVERY, 300), 0);
        }
    }
}
