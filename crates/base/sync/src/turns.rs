//! Turns of those that wait for a lock whose holder would take it again at once.

use crate::atomics::{AtomicU32, Ordering, biased::yield_now};

/// Who waits for a lock, and has been let in.
pub(crate) struct LockTurns {
    /// Threads that wait to be let in.
    waiting: AtomicU32,
    /// How many that waited have been let in.
    let_in: AtomicU32,
}

/// What a thread that others wait for takes before it leaves.
#[derive(Clone, Copy, Debug)]
pub struct LockTurn(u32);

impl LockTurns {
    /// Nobody waits.
    #[cfg(not(loom))]
    pub(crate) const fn new() -> Self {
        LockTurns { waiting: AtomicU32::new(0), let_in: AtomicU32::new(0) }
    }

    /// The same for a model.
    #[cfg(loom)]
    pub(crate) fn new() -> Self {
        LockTurns { waiting: AtomicU32::new(0), let_in: AtomicU32::new(0) }
    }

    /// The calling thread waits, and is let in.
    pub(crate) fn wait<T>(&self, let_in: impl FnOnce() -> T) -> T {
        self.waiting.fetch_add(1, Ordering::Relaxed);
        let value = let_in();
        self.waiting.fetch_sub(1, Ordering::Relaxed);
        self.let_in.fetch_add(1, Ordering::Relaxed);
        value
    }

    /// Whether somebody waits.
    #[inline]
    pub(crate) fn turn(&self) -> Option<LockTurn> {
        let waited_for = self.waiting.load(Ordering::Relaxed) != 0;
        waited_for.then(|| LockTurn(self.let_in.load(Ordering::Relaxed)))
    }

    /// Returns when one of those that waited has been let in, or none waits any more.
    pub(crate) fn give(&self, turn: LockTurn) {
        while self.let_in.load(Ordering::Relaxed) == turn.0
            && self.waiting.load(Ordering::Relaxed) != 0
        {
            yield_now();
        }
    }
}
