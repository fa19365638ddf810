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
/// Which lock each member has, a byte each, as far as there is room: for the day on which it dies.
const HOLDERS: usize = ROUNDS + MOST_ROUNDS * LINE;
const MOST_HOLDERS: usize = CONTROL_LEN - HOLDERS;

/// Rounds of a meeting at most: 2^32 processes.
pub const MOST_ROUNDS: usize = 32;

/// Bit of the lock word: one process has it for itself. Below: how many share it.
const EXCLUSIVE: u64 = 1 << 63;

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

    /// Takes the lock if it is free. Never waits.
    #[inline]
    pub fn try_lock(&self, mode: LockMode) -> bool {
        let lock = self.long(LOCK);
        match mode {
            LockMode::Exclusive => {
                lock.compare_exchange(0, EXCLUSIVE, Ordering::SeqCst, Ordering::SeqCst).is_ok()
            }
            LockMode::Shared => {
                let before = lock.fetch_add(1, Ordering::SeqCst);
                if before & EXCLUSIVE != 0 {
                    lock.fetch_sub(1, Ordering::SeqCst);
                }
                before & EXCLUSIVE == 0
            }
        }
    }

    /// Gives it back. True: somebody waits for it and is to be told.
    #[inline]
    pub fn unlock(&self, mode: LockMode) -> bool {
        let lock = self.long(LOCK);
        match mode {
            LockMode::Exclusive => lock.fetch_and(!EXCLUSIVE, Ordering::SeqCst),
            LockMode::Shared => lock.fetch_sub(1, Ordering::SeqCst),
        };
        self.word(WAITERS).load(Ordering::SeqCst) != 0
    }

    #[inline]
    fn holder(&self, rank: u32) -> Option<&AtomicU8> {
        let rank = rank as usize;
        if rank < MOST_HOLDERS { self.0.atomic(HOLDERS + rank) } else { None }
    }

    /// Notes that a member has the lock, or has it no more.
    #[inline]
    pub fn note_holder(&self, rank: u32, mode: Option<LockMode>) {
        if let Some(holder) = self.holder(rank) {
            holder.store(mode.map_or(0, |mode| mode as u8 + 1), Ordering::Release);
        }
    }

    /// Gives back the lock of a member that has died. True: somebody waits for it and is to be told.
    pub fn reap(&self, rank: u32) -> bool {
        match self.holder(rank).map(|holder| holder.swap(0, Ordering::AcqRel)) {
            Some(1) => self.unlock(LockMode::Shared),
            Some(2) => self.unlock(LockMode::Exclusive),
            _ => false,
        }
    }

    /// One more waits for the lock: it is told when one is given back. It tries once more after this.
    pub fn begin_waiting(&self) {
        self.word(WAITERS).fetch_add(1, Ordering::SeqCst);
    }

    /// It waits no more.
    pub fn end_waiting(&self) {
        self.word(WAITERS).fetch_sub(1, Ordering::SeqCst);
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

    #[test]
    fn many_share_the_lock_or_one_has_it() {
        let page = OwnedBuffer::new(CONTROL_LEN);
        let control = ControlPage::of(page.arena(CONTROL_LEN));
        assert!(control.try_lock(LockMode::Shared));
        assert!(control.try_lock(LockMode::Shared));
        assert!(!control.try_lock(LockMode::Exclusive));
        control.begin_waiting();
        assert!(control.unlock(LockMode::Shared), "somebody is to be told");
        assert!(!control.try_lock(LockMode::Exclusive));
        control.unlock(LockMode::Shared);
        assert!(control.try_lock(LockMode::Exclusive));
        control.end_waiting();
        assert!(!control.try_lock(LockMode::Shared));
        assert!(!control.try_lock(LockMode::Exclusive));
        assert!(!control.unlock(LockMode::Exclusive));
        assert!(control.try_lock(LockMode::Shared));
    }

    #[test]
    fn the_lock_of_a_member_that_has_died_goes_to_others() {
        let page = OwnedBuffer::new(CONTROL_LEN);
        let control = ControlPage::of(page.arena(CONTROL_LEN));
        assert!(control.try_lock(LockMode::Exclusive));
        control.note_holder(3, Some(LockMode::Exclusive));
        assert!(!control.reap(2));
        assert!(!control.try_lock(LockMode::Shared));
        control.begin_waiting();
        assert!(control.reap(3));
        assert!(!control.reap(3), "given back twice");
        assert!(control.try_lock(LockMode::Shared));
        control.note_holder(1, Some(LockMode::Shared));
        control.note_holder(1, None);
        assert!(!control.reap(1));
        control.note_holder(u32::MAX, Some(LockMode::Shared));
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
