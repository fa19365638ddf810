//! How an inbox's owner sleeps and is woken.

use crate::layout::{AWAKE, Front, Sleep};
use ferry_method::Bell;
use ferry_sys::{Fifo, View, futex_wait, futex_wake_all};
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;

/// The owner's own bell: the doorbell word of its inbox.
pub(crate) struct OwnBell {
    pub(crate) front: View<Front>,
    pub(crate) fifo: Arc<Fifo>,
}

impl OwnBell {
    pub(crate) fn sleep_words(&self) -> &Sleep {
        self.front.sleep_words()
    }
}

impl Front {
    #[inline]
    pub(crate) fn sleep_words(&self) -> &Sleep {
        &self.sleep.0
    }
}

impl Bell for OwnBell {
    fn sleep(&self, ticket: u32, timeout: Duration) {
        futex_wait(&self.sleep_words().doorbell, ticket, timeout);
    }

    fn ring(&self) {
        let words = self.sleep_words();
        words.sleeping.store(AWAKE, Ordering::Relaxed);
        words.doorbell.fetch_add(1, Ordering::SeqCst);
        futex_wake_all(&words.doorbell);
        self.fifo.signal();
    }
}
