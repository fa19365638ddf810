//! The lock of a window, kept by the process whose memory it is.

use std::collections::VecDeque;

/// Processes that may wait for a lock.
const MOST_WAITING: usize = 1000;

/// How a window is locked.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum LockKind {
    /// With others that share it.
    Shared,
    /// Alone.
    Exclusive,
}

/// Who has the lock and who waits for it, in the order in which they came.
#[derive(Default, Debug)]
pub(crate) struct WindowLock {
    holders: Vec<u32>,
    is_exclusive: bool,
    waiting: VecDeque<(u32, LockKind)>,
}

impl WindowLock {
    /// A process asks for the lock. False: it has asked before, or too many wait.
    pub(crate) fn ask(&mut self, node: u32, kind: LockKind) -> bool {
        let waits = self.waiting.iter().any(|(other, _)| *other == node);
        if waits || self.holders.contains(&node) || self.waiting.len() >= MOST_WAITING {
            return false;
        }
        self.waiting.push_back((node, kind));
        true
    }

    /// A process gives the lock back. False: it does not have it.
    pub(crate) fn give_back(&mut self, node: u32) -> bool {
        let held = self.holders.len();
        self.holders.retain(|holder| *holder != node);
        self.holders.len() < held
    }

    /// A process is gone.
    pub(crate) fn forget(&mut self, node: u32) {
        self.give_back(node);
        self.waiting.retain(|(other, _)| *other != node);
    }

    /// The next one to get the lock, if it is to be had.
    pub(crate) fn grant(&mut self) -> Option<u32> {
        let (node, kind) = *self.waiting.front()?;
        let is_free = self.holders.is_empty();
        if !is_free && (self.is_exclusive || kind == LockKind::Exclusive) {
            return None;
        }
        self.waiting.pop_front();
        self.holders.push(node);
        self.is_exclusive = kind == LockKind::Exclusive;
        Some(node)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn granted(lock: &mut WindowLock) -> Vec<u32> {
        std::iter::from_fn(|| lock.grant()).collect()
    }

    #[test]
    fn who_came_first_is_served_first() {
        let mut lock = WindowLock::default();
        for (node, kind) in [
            (1, LockKind::Shared),
            (2, LockKind::Shared),
            (3, LockKind::Exclusive),
            (4, LockKind::Shared),
        ] {
            assert!(lock.ask(node, kind));
        }
        assert_eq!(granted(&mut lock), [1, 2]);
        assert!(lock.give_back(2) && granted(&mut lock).is_empty());
        assert!(lock.give_back(1));
        assert_eq!(granted(&mut lock), [3]);
        assert!(lock.give_back(3));
        assert_eq!(granted(&mut lock), [4]);
    }

    #[test]
    fn what_makes_no_sense_is_refused() {
        let mut lock = WindowLock::default();
        assert!(!lock.give_back(1));
        assert!(lock.ask(1, LockKind::Exclusive) && !lock.ask(1, LockKind::Shared));
        assert_eq!(lock.grant(), Some(1));
        assert!(!lock.ask(1, LockKind::Shared));
        assert!(lock.ask(2, LockKind::Shared));
        lock.forget(1);
        assert_eq!(lock.grant(), Some(2));
        for node in 10..10 + MOST_WAITING as u32 {
            assert!(lock.ask(node, LockKind::Shared));
        }
        assert!(!lock.ask(3, LockKind::Shared));
    }
}
