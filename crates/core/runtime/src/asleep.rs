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

    /// What each of them waits for, if that is an operation.
    pub(crate) fn operations(&self) -> impl Iterator<Item = Option<u64>> {
        self.threads.iter().map(|thread| thread.operation)
    }

    /// Whether what has come about may concern one of them.
    pub(crate) fn are_concerned(&self, is_over: impl Fn(u64) -> bool) -> bool {
        self.threads.iter().any(|thread| thread.operation.is_none_or(&is_over))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn they_are_concerned_by_name_and_rely_on_others_unless_they_stand_by() {
        let mut asleep = Asleep::default();
        let named = SleepingThread { operation: Some(7), is_standing_by: true };
        asleep.add(named);
        assert!(asleep.are_any() && !asleep.rely_on_others());
        assert!(asleep.are_concerned(|operation| operation == 7));
        assert!(!asleep.are_concerned(|operation| operation == 8));
        let any = SleepingThread { operation: None, is_standing_by: false };
        asleep.add(any);
        assert!(asleep.rely_on_others() && asleep.are_concerned(|_| false));
        assert!(asleep.operations().eq([Some(7), None]));
        asleep.remove(any);
        asleep.remove(named);
        assert!(!asleep.are_any());
    }
}
