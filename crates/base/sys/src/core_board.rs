//! On which cores the processes are that share those of a host.

use crate::cpu::{cores_allowed, current_core};
use crate::{Arena, AtomicWord, OfferedFile, Segment, SegmentFile};
use std::io;
use std::sync::atomic::{AtomicU32, AtomicU64, Ordering};

/// Memory in which each of a host's processes says on which core it is, where they are more than its cores.
///
/// The scheduler evens out how many are on each every few milliseconds at best, and takes a process that only lets others
/// have the core for one that needs it: three may share one core while a fourth has another for itself, and all wait for
/// the slowest.
#[derive(Debug)]
pub struct CoreBoard {
    arena: Arena,
    _segment: Segment,
    /// The file, of whoever made it: it is open as long as others may come to look for it.
    _file: Option<SegmentFile>,
    me: usize,
    size: usize,
    /// The cores that this process may use.
    allowed: Vec<u32>,
}

/// Where the token stands.
const TOKEN: usize = 0;
/// How many moves there have been.
const MOVES: usize = 64;
/// For some cores, each in the place that its number leads to, until when nobody should go there and how long that was, in
/// milliseconds: two halves of a number.
const SHUNNED: usize = 128;
const SHUNNED_PLACES: usize = 64;
/// Of each process one more than the number of its core, or 0.
const CORES: usize = SHUNNED + SHUNNED_PLACES * size_of::<u64>();
/// How long a core is left alone on which somebody computes, at first and at most.
const SHUN: (u32, u32) = (400, 12_800);

fn bytes(size: usize) -> usize {
    (CORES + size * size_of::<u32>()).next_multiple_of(4096)
}

impl CoreBoard {
    /// The board of `size` processes, which this one, the first of them, makes, and how the others find it.
    ///
    /// # Errors
    /// What the system says.
    pub fn create(size: usize) -> io::Result<(Self, OfferedFile)> {
        let file = SegmentFile::create("ferry-cores", bytes(size))?;
        let (offer, segment) = (OfferedFile::new(Some(&file)), file.map(0, bytes(size))?);
        let board = CoreBoard::in_memory(segment, Some(file), (0, size));
        offer.mark(board.word(TOKEN));
        Ok((board, offer))
    }

    /// The board that the first process has made, for number `me` of `size`.
    ///
    /// # Errors
    /// What the system says; that it is another memory.
    pub fn open(offer: &OfferedFile, me: usize, size: usize) -> io::Result<Self> {
        let other = || io::Error::other("it is another memory");
        let segment = offer.open().ok_or_else(other)?.map(0, bytes(size))?;
        let is_it = segment.arena(0, bytes(size)).atomic(TOKEN).is_some_and(|at| offer.is_at(at));
        if me >= size || !is_it {
            return Err(other());
        }
        Ok(CoreBoard::in_memory(segment, None, (me, size)))
    }

    fn in_memory(
        segment: Segment,
        file: Option<SegmentFile>,
        (me, size): (usize, usize),
    ) -> CoreBoard {
        let arena = segment.arena(0, bytes(size));
        CoreBoard { arena, _segment: segment, _file: file, me, size, allowed: cores_allowed() }
    }

    fn word<W: AtomicWord>(&self, at: usize) -> &W {
        self.arena.atomic(at).expect("pages are aligned, and so are their parts")
    }

    fn core_of(&self, process: usize) -> &AtomicU32 {
        self.word(CORES + process * size_of::<u32>())
    }

    /// Says where this process is.
    fn note(&self) -> u32 {
        let (here, noted) = (current_core() as u32, self.core_of(self.me));
        // Nobody else has to fetch the line again unless something has changed.
        if noted.load(Ordering::Relaxed) != here + 1 {
            noted.store(here + 1, Ordering::Relaxed);
        }
        here
    }

    /// Whether this process should leave its core, since two more are on it than on another, and for which: the others take
    /// it that it goes there ([`go_to_core`](crate::go_to_core)). The core that it is on, and that one.
    pub fn choose(&self) -> Option<(u32, u32)> {
        let moves: &AtomicU32 = self.word(MOVES);
        let seen = moves.load(Ordering::Acquire);
        let here = self.note();
        let all = (0..self.size).map(|process| self.core_of(process).load(Ordering::Relaxed));
        let there = emptier(here, &self.allowed, all.filter_map(|core| core.checked_sub(1)))?;
        if self.is_shunned(there) {
            return None;
        }
        // Of several that see the same one goes.
        moves
            .compare_exchange(seen, seen.wrapping_add(1), Ordering::AcqRel, Ordering::Relaxed)
            .ok()?;
        self.go(there);
        Some((here, there))
    }

    /// This process goes to a core.
    pub fn go(&self, there: u32) {
        self.core_of(self.me).store(there + 1, Ordering::Relaxed);
    }

    /// Somebody computes on a core, whom the board does not tell of: nobody should go there for a while, which is longer
    /// each time.
    pub fn shun(&self, core: u32) {
        let (place, now) = (self.shunned(core), milliseconds());
        let length = (place.load(Ordering::Relaxed) as u32).saturating_mul(2).clamp(SHUN.0, SHUN.1);
        place.store(
            u64::from(now.wrapping_add(length)) << 32 | u64::from(length),
            Ordering::Relaxed,
        );
    }

    /// A core is as good as others.
    pub fn welcome(&self, core: u32) {
        self.shunned(core).store(0, Ordering::Relaxed);
    }

    /// Whether nobody should go there now.
    pub fn is_shunned(&self, core: u32) -> bool {
        let place = self.shunned(core).load(Ordering::Relaxed);
        place != 0 && milliseconds().wrapping_sub((place >> 32) as u32).cast_signed() < 0
    }

    fn shunned(&self, core: u32) -> &AtomicU64 {
        self.word(SHUNNED + core as usize % SHUNNED_PLACES * size_of::<u64>())
    }
}

/// The host's time; it goes round.
fn milliseconds() -> u32 {
    let now = rustix::time::clock_gettime(rustix::time::ClockId::Monotonic);
    (now.tv_sec as u32).wrapping_mul(1000).wrapping_add(now.tv_nsec as u32 / 1_000_000)
}

impl Drop for CoreBoard {
    fn drop(&mut self) {
        self.core_of(self.me).store(0, Ordering::Relaxed);
    }
}

/// Of the cores `allowed` the one on which at least two less of `all` are than `here`.
fn emptier(here: u32, allowed: &[u32], all: impl Iterator<Item = u32> + Clone) -> Option<u32> {
    let count = |core: u32| all.clone().filter(|of| *of == core).count();
    let (least, there) = allowed.iter().map(|core| (count(*core), *core)).min()?;
    (count(here) >= least + 2).then_some(there)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn who_shares_a_core_with_two_more_than_are_elsewhere_goes_there() {
        let choose =
            |here, allowed: &[u32], all: &[u32]| emptier(here, allowed, all.iter().copied());
        assert_eq!(choose(0, &[0, 1], &[0, 0, 0, 1]), Some(1));
        assert_eq!(choose(0, &[0, 1], &[0, 0, 1, 1]), None);
        assert_eq!(choose(0, &[0, 1], &[0, 0, 1]), None);
        assert_eq!(choose(1, &[0, 1], &[0, 0, 0, 1]), None);
        assert_eq!(choose(5, &[5, 7, 9], &[5, 5, 5, 7, 7, 9]), Some(9));
        assert_eq!(choose(5, &[5, 7], &[5, 5, 5, 7, 7, 9]), None);
        assert_eq!(choose(0, &[0], &[0, 0, 0]), None);
        assert_eq!(choose(0, &[], &[0, 0]), None);
    }

    #[test]
    fn of_several_one_after_the_other_goes() {
        let here = current_core() as u32;
        let mut only = rustix::thread::CpuSet::new();
        only.set(here as usize);
        rustix::thread::sched_setaffinity(None, &only).expect("the core that it is on");
        let (first, offer) = CoreBoard::create(4).expect("a file in memory");
        let open = |me| CoreBoard::open(&offer, me, 4).expect("the same memory");
        let mut all = vec![first, open(1), open(2), open(3)];
        for board in &mut all {
            board.allowed = vec![here, here + 1];
            board.note();
        }
        // Of four on one core two go to the other: whoever looks next counts who is about to.
        let went = [0, 1, 2, 3].map(|process| {
            let went = all[process].choose();
            all[process].go(went.map_or(here, |(_, there)| there));
            went
        });
        assert_eq!(went, [Some((here, here + 1)), Some((here, here + 1)), None, None]);
        drop(all.pop());
        assert_eq!(all[0].core_of(3).load(Ordering::Relaxed), 0);
    }

    #[test]
    fn a_core_is_shunned_for_a_while() {
        let (board, offer) = CoreBoard::create(2).expect("a file in memory");
        let other = CoreBoard::open(&offer, 1, 2).expect("the same memory");
        assert!(!board.is_shunned(3));
        other.shun(3);
        assert!(board.is_shunned(3) && !board.is_shunned(4));
        board.welcome(3);
        assert!(!other.is_shunned(3));
        let length = || {
            board.shun(3);
            board.shunned(3).load(Ordering::Relaxed) as u32
        };
        let lengths: Vec<u32> = std::iter::repeat_with(length).take(7).collect();
        assert_eq!(lengths, [400, 800, 1600, 3200, 6400, 12_800, 12_800]);
        let past = milliseconds().wrapping_sub(1);
        board.shunned(3).store(u64::from(past) << 32 | 100, Ordering::Relaxed);
        assert!(!board.is_shunned(3));
    }

    #[test]
    fn another_memory_is_not_written_to() {
        let (board, offer) = CoreBoard::create(2).expect("a file in memory");
        let [pid, descriptor, token] = offer.words();
        let other = OfferedFile::told([pid, descriptor, token ^ 2]);
        assert!(CoreBoard::open(&other, 1, 2).is_err());
        assert!(CoreBoard::open(&offer, 2, 2).is_err());
        let nowhere = OfferedFile::told([pid, u64::MAX, token]);
        assert!(CoreBoard::open(&nowhere, 1, 2).is_err());
        assert!(CoreBoard::open(&offer, 1, 2000).is_err());
        drop(board);
        assert!(CoreBoard::open(&offer, 1, 2).is_err());
    }
}
