//! The threads of a process that sleep, and what for.

/// A thread that sleeps.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct SleepingThread {
    /// The operation that it waits for; `None`: it may wait for anything.
    pub(crate) operation: Option<u64>,
    /// It soon looks after the links by itself, if nobody else does meanwhile.
    pub(crate) is_standing_by: bool,
}

/// The threads that sleep, kept behind the lock.
#[derive(Default, Debug)]
pub(crate) struct Asleep {
    threads: Vec<SleepingThread>,
}

impl Asleep {
    #[inline]
    pub(crate) fn are_any(&self) -> bool {
        !self.threads.is_empty()
    }

    /// Whether some rely on the one that sleeps on the links.
    pub(crate) fn rely_on_others(&self) -> bool {
        self.threads.iter().any(|thread| !thread.is_standing_by)
    }

    pub(crate) fn add(&mut self, thread: SleepingThread) {
        self.threads.push(thread);
    }

    pub(crate) fn remove(&mut self, thread: SleepingThread) {
        if let Some(index) = self.threads.iter().position(|other| *other == thread) {
            self.threads.swap_remove(index);
        }
    }

    /// Whether what has come about may concern one of them.
    pub(crate) fn are_concerned(&self, is_over: impl Fn(u64) -> bool) -> bool {
        self.threads.iter().any(|thread| thread.operation.is_none_or(&is_over))
    }
}
