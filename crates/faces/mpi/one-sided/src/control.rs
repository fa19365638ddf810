//! The page before a window's memory: its locks, as whoever maps it sees them (MPI-5.0 §12.5.3).

use ferry_sys::Arena;
use std::hint;
use std::sync::atomic::{AtomicU8, AtomicU32, AtomicU64, Ordering, fence};

/// Bytes of the page.
pub const CONTROL_LEN: usize = 4096;

const TOKEN: usize = 0;
const LOCK: usize = 64;
const GUARD: usize = 128;
const WAITERS: usize = 192;
const SLEEPERS: usize = 196;
const ROUNDS: usize = 256;
const LINE: usize = 64;
/// Shared locks of members that died while they took them or gave them back: the lock word may count them.
const DOUBTS: usize = 200;
/// Members that wait to have the lock for themselves.
const WANTING: usize = 204;
/// Which lock each member has, a byte each, as far as there is room: for the day on which it dies.
const HOLDERS: usize = ROUNDS + MOST_ROUNDS * LINE;
const MOST_HOLDERS: usize = CONTROL_LEN - HOLDERS;

/// Rounds of a meeting at most: 2^32 processes.
pub const MOST_ROUNDS: usize = 32;

/// Bit of the lock word: one process has it for itself. Below: which one, and how many share it.
const EXCLUSIVE: u64 = 1 << 63;
/// The rank of the process that has it for itself begins here.
const HOLDER: u32 = 31;
const HOLDER_BITS: u64 = (u32::MAX as u64) << HOLDER;

/// The word of a lock that a member has for itself. Whose it is changes with the word as a whole, so that the death
/// of its holder at any step leaves no doubt.
fn exclusively(rank: u32) -> u64 {
    EXCLUSIVE | u64::from(rank) << HOLDER
}

/// What a member counts in the word while it shares the lock: those of whom nothing is noted, apart.
fn share(rank: u32) -> u64 {
    if (rank as usize) < MOST_HOLDERS { 1 } else { 1 << 12 }
}

/// What is noted of a member's shared lock.
mod shared {
    pub(super) const NONE: u8 = 0;
    pub(super) const HELD: u8 = 1;
    /// It is being taken or given back.
    pub(super) const CHANGING: u8 = 2;
}

/// Which lock a process wishes, and whom that passes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum LockWish {
    /// `MPI_LOCK_EXCLUSIVE`.
    Exclusive,
    /// `MPI_LOCK_SHARED`, behind those that wait for an exclusive one: else these would never get theirs while others
    /// share it in turns.
    Shared,
    /// A part of `MPI_Win_lock_all`, whose epoch has begun: it passes all that wait, who may wait for its end.
    SharedByAll,
}

impl LockWish {
    /// What is held then.
    pub fn mode(self) -> LockMode {
        match self {
            LockWish::Exclusive => LockMode::Exclusive,
            LockWish::Shared | LockWish::SharedByAll => LockMode::Shared,
        }
    }
}

/// How a window is locked.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum LockMode {
    /// `MPI_LOCK_SHARED`.
    Shared,
    /// `MPI_LOCK_EXCLUSIVE`.
    Exclusive,
}

/// The page before one process's memory in a window.
#[derive(Clone, Copy, Debug)]
pub struct ControlPage(Arena);

impl ControlPage {
    /// The page at the beginning of this memory, which is mapped as long as this is used.
    ///
    /// # Panics
    /// If the memory is shorter than a page, or not aligned for numbers of 64 bits.
    pub fn of(memory: Arena) -> Self {
        let control = ControlPage(memory.part(0, CONTROL_LEN));
        assert!(control.0.atomic::<AtomicU64>(LOCK).is_some(), "misaligned page of a window");
        control
    }

    #[inline]
    fn long(&self, at: usize) -> &AtomicU64 {
        self.0.atomic(at).expect("aligned since `of`")
    }

    #[inline]
    fn word(&self, at: usize) -> &AtomicU32 {
        self.0.atomic(at).expect("aligned since `of`")
    }

    /// Whether it is the same page, seen at the same place.
    pub fn is_same(&self, other: &ControlPage) -> bool {
        self.0.address(0) == other.0.address(0)
    }

    /// What tells this window's page from other files.
    pub fn token(&self) -> &AtomicU64 {
        self.long(TOKEN)
    }

    /// Address of that, for trying whether the memory can be read from outside.
    pub fn token_address(&self) -> usize {
        self.0.address(TOKEN)
    }

    /// Takes the lock for a member if it is free. Never waits.
    #[inline]
    pub fn try_lock(&self, mode: LockMode, rank: u32) -> bool {
        let lock = self.long(LOCK);
        if mode == LockMode::Exclusive {
            let word = exclusively(rank);
            let taken = lock.compare_exchange(0, word, Ordering::SeqCst, Ordering::SeqCst);
            return taken.is_ok() || self.try_lock_in_doubt(word);
        }
        self.note_shared(rank, shared::CHANGING);
        let before = lock.fetch_add(share(rank), Ordering::SeqCst);
        let is_taken = before & EXCLUSIVE == 0;
        if !is_taken {
            lock.fetch_sub(share(rank), Ordering::SeqCst);
        }
        self.note_shared(rank, if is_taken { shared::HELD } else { shared::NONE });
        is_taken
    }

    /// Gives a member's lock back. True: somebody waits for it and is to be told.
    #[inline]
    pub fn unlock(&self, mode: LockMode, rank: u32) -> bool {
        let lock = self.long(LOCK);
        match mode {
            LockMode::Exclusive => {
                lock.fetch_and(!(EXCLUSIVE | HOLDER_BITS), Ordering::SeqCst);
            }
            LockMode::Shared => {
                self.note_shared(rank, shared::CHANGING);
                lock.fetch_sub(share(rank), Ordering::SeqCst);
                self.note_shared(rank, shared::NONE);
            }
        }
        self.is_awaited()
    }

    fn is_awaited(&self) -> bool {
        self.word(WAITERS).load(Ordering::SeqCst) != 0
    }

    #[inline]
    fn holder(&self, rank: u32) -> Option<&AtomicU8> {
        let rank = rank as usize;
        if rank < MOST_HOLDERS { self.0.atomic(HOLDERS + rank) } else { None }
    }

    #[inline]
    fn note_shared(&self, rank: u32, noted: u8) {
        if let Some(holder) = self.holder(rank) {
            holder.store(noted, Ordering::Release);
        }
    }

    /// Whether what is noted of a member tells of its shared lock.
    pub fn has_note_of(&self, rank: u32) -> bool {
        self.holder(rank).is_some()
    }

    /// Gives back the lock of a member that has died, whoever finds that first. True: somebody waits for it and is to be
    /// told.
    pub fn reap(&self, rank: u32) -> bool {
        let lock = self.long(LOCK);
        let own = exclusively(rank);
        let others = |word: u64| word & !(EXCLUSIVE | HOLDER_BITS);
        let release = |word: u64| (word & !others(word) == own).then(|| others(word));
        let mut is_freed = lock.fetch_update(Ordering::SeqCst, Ordering::SeqCst, release).is_ok();
        match self.holder(rank).map(|holder| holder.swap(shared::NONE, Ordering::AcqRel)) {
            Some(shared::HELD) => {
                lock.fetch_sub(1, Ordering::SeqCst);
                is_freed = true;
            }
            Some(shared::CHANGING) => {
                self.word(DOUBTS).fetch_add(1, Ordering::SeqCst);
                is_freed = true;
            }
            _ => {}
        }
        is_freed && self.is_awaited()
    }

    /// Takes the lock if the word counts nobody but members that have died while they changed it: then no other's
    /// note says that it has the lock or is about to.
    fn try_lock_in_doubt(&self, word: u64) -> bool {
        let doubts = u64::from(self.word(DOUBTS).load(Ordering::SeqCst));
        if doubts == 0 {
            return false;
        }
        let lock = self.long(LOCK);
        let counted = lock.load(Ordering::SeqCst);
        let is_noted = |rank: usize| {
            self.holder(rank as u32)
                .is_some_and(|holder| holder.load(Ordering::SeqCst) != shared::NONE)
        };
        let is_free = counted <= doubts && !(0..MOST_HOLDERS).any(is_noted);
        let taken = is_free
            && lock.compare_exchange(counted, word, Ordering::SeqCst, Ordering::SeqCst).is_ok();
        if taken {
            self.word(DOUBTS).store(0, Ordering::SeqCst);
        }
        taken
    }

    /// One more waits for the lock: it is told when one is given back. It tries once more after this.
    pub fn begin_waiting(&self, mode: LockMode) {
        self.word(WAITERS).fetch_add(1, Ordering::SeqCst);
        if mode == LockMode::Exclusive {
            self.word(WANTING).fetch_add(1, Ordering::SeqCst);
        }
    }

    /// It waits no more.
    pub fn end_waiting(&self, mode: LockMode) {
        self.word(WAITERS).fetch_sub(1, Ordering::SeqCst);
        if mode == LockMode::Exclusive {
            // Whoever found a member dead has forgotten all that waited.
            let less = |waiting: u32| waiting.checked_sub(1);
            let _ = self.word(WANTING).fetch_update(Ordering::SeqCst, Ordering::SeqCst, less);
        }
    }

    /// Whether somebody waits to have the lock for itself.
    pub fn is_wanted_exclusively(&self) -> bool {
        self.word(WANTING).load(Ordering::SeqCst) != 0
    }

    /// A member has died, which may have waited for that: nobody is waited for who wants the lock for itself.
    pub(crate) fn forget_wanting(&self) {
        self.word(WANTING).store(0, Ordering::SeqCst);
    }

    /// The page's owner is about to sleep until a round of a meeting has come: whoever says so rings. The owner
    /// looks once more after a fence that reaches the others.
    pub fn begin_sleeping(&self) {
        self.word(SLEEPERS).fetch_add(1, Ordering::SeqCst);
    }

    /// It is awake again.
    pub fn end_sleeping(&self) {
        self.word(SLEEPERS).fetch_sub(1, Ordering::SeqCst);
    }

    /// Says that this process has come to a round of the meeting of this number. True: the page's owner sleeps,
    /// and is to be told.
    #[inline]
    pub fn arrive(&self, round: usize, meeting: u32, must_fence: bool) -> bool {
        self.round(round).store(meeting, Ordering::Release);
        if must_fence {
            fence(Ordering::SeqCst);
        }
        self.word(SLEEPERS).load(Ordering::Relaxed) != 0
    }

    /// Whether a partner has come to a round of the meeting of this number, or a later one.
    #[inline]
    pub fn has_arrived(&self, round: usize, meeting: u32) -> bool {
        let came = self.round(round).load(Ordering::Acquire);
        came.wrapping_sub(meeting).cast_signed() >= 0
    }

    /// Has what no single instruction changes as a whole to itself while `act` lasts. Others do little in
    /// there, so that this looks again and again.
    pub(crate) fn guarded<T>(&self, act: impl FnOnce() -> T) -> T {
        let guard = self.long(GUARD);
        let me = u64::from(std::process::id());
        let mut looks = 0u32;
        while let Err(owner) =
            guard.compare_exchange_weak(0, me, Ordering::Acquire, Ordering::Relaxed)
        {
            looks += 1;
            match looks % 1024 {
                0 if owner != 0 && is_gone(owner) => {
                    let _ = guard.compare_exchange(owner, 0, Ordering::Relaxed, Ordering::Relaxed);
                }
                0 => std::thread::yield_now(),
                _ => hint::spin_loop(),
            }
        }
        let result = act();
        guard.store(0, Ordering::Release);
        result
    }

    /// The word in which a partner says that it has come to a round of a meeting.
    #[inline]
    fn round(&self, round: usize) -> &AtomicU32 {
        assert!(round < MOST_ROUNDS);
        self.word(ROUNDS + round * LINE)
    }
}

/// Whether a process has ended without giving the guard back.
fn is_gone(owner: u64) -> bool {
    u32::try_from(owner).is_ok_and(|pid| !ferry_sys::process_exists(pid))
}

/// What was written to mapped memory before is seen by who sees what is written after (`MPI_Win_sync`).
#[inline]
pub fn order_memory() {
    fence(Ordering::SeqCst);
}

#[cfg(test)]
mod tests {
    use super::*;
    use ferry_sys::OwnedBuffer;

    use LockMode::{Exclusive, Shared};

    #[test]
    fn many_share_the_lock_or_one_has_it() {
        let page = OwnedBuffer::new(CONTROL_LEN);
        let control = ControlPage::of(page.arena(CONTROL_LEN));
        assert!(control.try_lock(Shared, 0));
        assert!(control.try_lock(Shared, 1));
        assert!(!control.try_lock(Exclusive, 2));
        control.begin_waiting(Exclusive);
        assert!(control.is_wanted_exclusively());
        assert!(control.unlock(Shared, 0), "somebody is to be told");
        assert!(!control.try_lock(Exclusive, 2));
        control.unlock(Shared, 1);
        assert!(control.try_lock(Exclusive, 2));
        control.end_waiting(Exclusive);
        assert!(!control.is_wanted_exclusively());
        assert!(!control.try_lock(Shared, 0));
        assert!(!control.try_lock(Exclusive, 0));
        assert!(!control.unlock(Exclusive, 2));
        assert!(control.try_lock(Shared, 1));
    }

    #[test]
    fn the_lock_of_a_member_that_has_died_goes_to_others() {
        let page = OwnedBuffer::new(CONTROL_LEN);
        let control = ControlPage::of(page.arena(CONTROL_LEN));
        assert!(control.try_lock(Exclusive, 3));
        assert!(!control.reap(2));
        assert!(!control.try_lock(Shared, 1));
        control.begin_waiting(Shared);
        assert!(control.reap(3));
        assert!(!control.reap(3), "given back twice");
        assert!(control.try_lock(Shared, 1));
        assert!(control.reap(1));
        assert!(control.try_lock(Exclusive, u32::MAX));
        assert!(control.reap(u32::MAX));
        assert!(control.try_lock(Exclusive, 0));
    }

    /// A process is killed before or after the word counts it: what others hold stays theirs.
    #[test]
    fn who_dies_while_it_takes_a_lock_leaves_it_to_others() {
        for is_counted in [false, true] {
            let page = OwnedBuffer::new(CONTROL_LEN);
            let control = ControlPage::of(page.arena(CONTROL_LEN));
            assert!(control.try_lock(Shared, 5));
            control.note_shared(3, shared::CHANGING);
            control.long(LOCK).fetch_add(u64::from(is_counted), Ordering::SeqCst);
            control.reap(3);
            assert!(!control.try_lock(Exclusive, 1), "5 has it");
            control.unlock(Shared, 5);
            assert!(control.try_lock(Exclusive, 1));
            assert!(!control.try_lock(Shared, 5));
            control.unlock(Exclusive, 1);
            assert!(control.try_lock(Exclusive, 5), "nothing is left of it");
        }
    }

    #[test]
    fn the_guard_of_a_process_that_has_ended_is_taken_over() {
        let page = OwnedBuffer::new(CONTROL_LEN);
        let control = ControlPage::of(page.arena(CONTROL_LEN));
        let mut child = std::process::Command::new("true").spawn().unwrap();
        child.wait().unwrap();
        control.long(GUARD).store(u64::from(child.id()), Ordering::Relaxed);
        assert_eq!(control.guarded(|| 7), 7);
    }
}
