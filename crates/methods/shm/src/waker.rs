//! Waking the owner of an inbox from another process.

use crate::entrance::Pipe;
use crate::layout::{AWAKE, Front, ON_BELL, ON_FIFO};
use ferry_sys::{View, futex_wake_all};
use std::sync::atomic::Ordering;

/// The front of another process's inbox, and its pipe.
pub(crate) struct Waker {
    pub(crate) front: View<Front>,
    pipe: Pipe,
}

impl Waker {
    pub(crate) fn new(front: View<Front>, pipe: Pipe) -> Self {
        Waker { front, pipe }
    }

    /// Wakes the owner if it sleeps.
    #[inline]
    pub(crate) fn wake(&mut self) {
        let mode = self.front.sleep_words().sleeping.load(Ordering::Relaxed);
        if mode != AWAKE {
            self.wake_sleeper(mode);
        }
    }

    #[cold]
    #[inline(never)]
    fn wake_sleeper(&mut self, mode: u32) {
        let words = self.front.sleep_words();
        let mine =
            words.sleeping.compare_exchange(mode, AWAKE, Ordering::SeqCst, Ordering::Relaxed);
        if mine.is_err() {
            return;
        }
        words.doorbell.fetch_add(1, Ordering::SeqCst);
        match mode {
            ON_BELL => futex_wake_all(&words.doorbell),
            ON_FIFO => self.pipe.signal(),
            _ => {}
        }
    }
}
