//! What the calls of the program are at, for a thread that drives only while there are none.

use crate::TICK;
use std::sync::atomic::{AtomicBool, AtomicU32, AtomicUsize, Ordering};
use std::time::Duration;

/// So long after the last call the program counts as computing. A driver that came sooner would meet the next
/// call of a program that communicates, at the lock and in the caches.
const GRACE: Duration = Duration::from_micros(200);
/// How often a driver looks at a call that goes on and on, of whose end it is told. It has to look, since signals of
/// what comes meanwhile take up room in its queue.
const LONG: Duration = Duration::from_millis(10);
/// Looks of [`GRACE`] at a call, after which it goes on and on.
const LOOKS: u32 = 3;

/// What the calls of the program are at. Written behind the process's lock; a driver reads it without, so as not
/// to stand in the way of a call.
#[derive(Default, Debug)]
pub(crate) struct ProgramCalls {
    /// Threads of the program that wait in a call.
    waiting: AtomicU32,
    /// ProgramCalls that have waited or tested.
    made: AtomicU32,
    /// The core that the latest of them ended on, where the program computes now.
    core: AtomicUsize,
    /// One of those that wait sleeps on the links.
    asleep: AtomicBool,
    /// The driver is to be told of the end of a call that goes on and on.
    awaits_end: AtomicBool,
    /// The driver is wanted at once.
    wanted: AtomicBool,
    /// What the driver sleeps on while the program drives.
    changes: AtomicU32,
}

impl ProgramCalls {
    pub(crate) fn begin(&self, waiting: u32) {
        self.waiting.store(waiting, Ordering::Relaxed);
    }

    /// A call ends that has waited, or one that tests; so many others wait.
    pub(crate) fn end(&self, waiting: u32) {
        self.waiting.store(waiting, Ordering::Relaxed);
        self.core.store(ferry_sys::current_core(), Ordering::Relaxed);
        self.note();
        // The driver has said so a look before it sleeps long: it is not missed, but for a store that takes as long.
        if self.awaits_end.load(Ordering::Relaxed) {
            self.tell_end();
        }
    }

    #[cold]
    #[inline(never)]
    fn tell_end(&self) {
        self.awaits_end.store(false, Ordering::Relaxed);
        self.change();
    }

    /// Whether the calling thread is on the core on which the program computes.
    pub(crate) fn share_core(&self) -> bool {
        self.core.load(Ordering::Relaxed) == ferry_sys::current_core()
    }

    /// A call has tested.
    pub(crate) fn note(&self) {
        let made = self.made.load(Ordering::Relaxed);
        self.made.store(made.wrapping_add(1), Ordering::Relaxed);
    }

    pub(crate) fn fall_asleep(&self) {
        self.asleep.store(true, Ordering::SeqCst);
    }

    /// Who slept is awake: the driver, which slept as long, is to look around more often again.
    pub(crate) fn wake_up(&self) {
        if self.asleep.swap(false, Ordering::SeqCst) {
            self.change();
        }
    }

    /// The driver is wanted, whatever the program does.
    pub(crate) fn want(&self) {
        self.wanted.store(true, Ordering::SeqCst);
        self.change();
    }

    fn change(&self) {
        self.changes.fetch_add(1, Ordering::SeqCst);
        ferry_sys::futex_wake_all(&self.changes);
    }

    /// How many there have been.
    pub(crate) fn made(&self) -> u32 {
        self.made.load(Ordering::Relaxed)
    }

    /// Whether the program drives, which has made `seen` calls when the driver last looked.
    pub(crate) fn drive(&self, seen: u32) -> bool {
        self.waiting.load(Ordering::Relaxed) != 0 || self.made() != seen
    }

    /// Sleeps until the program makes no calls any more, or the driver is wanted. `look` is called now and then.
    /// Returns how many calls there have been.
    ///
    /// Whoever looks takes the core from a program for a moment, from another than its own where a host has no core to
    /// spare: so a call that goes on is looked at ever less.
    pub(crate) fn outlast(&self, mut look: impl FnMut()) -> u32 {
        let (mut before, mut looks) = (None, 0);
        loop {
            let changes = self.changes.load(Ordering::SeqCst);
            let seen = self.made();
            if self.wanted.swap(false, Ordering::SeqCst) {
                self.awaits_end.store(false, Ordering::Relaxed);
                return seen;
            }
            looks = if before.replace(seen) == Some(seen) { looks + 1 } else { 0 };
            self.awaits_end.store(looks + 1 >= LOOKS, Ordering::SeqCst);
            let longest = match looks {
                _ if self.asleep.load(Ordering::SeqCst) => TICK,
                LOOKS.. => LONG,
                _ => GRACE,
            };
            ferry_sys::futex_wait(&self.changes, changes, longest);
            look();
            if !self.drive(seen) {
                self.awaits_end.store(false, Ordering::Relaxed);
                return seen;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::Arc;
    use std::sync::mpsc::{Receiver, channel};

    /// Nobody stands by so long unless a change was lost.
    const FOREVER: Duration = Duration::from_secs(20);

    /// A driver that stands by; what it returns with comes out.
    fn driver(calls: &Arc<ProgramCalls>) -> (Receiver<()>, Receiver<u32>) {
        let calls = Arc::clone(calls);
        let ((looks, looked), (over, ended)) = (channel(), channel());
        std::thread::spawn(move || {
            let seen = calls.outlast(|| {
                // Nobody listens any more in the end.
                let _ = looks.send(());
            });
            over.send(seen).unwrap();
        });
        (looked, ended)
    }

    #[test]
    fn a_driver_stands_by_until_no_calls_are_made() {
        let calls = Arc::new(ProgramCalls::default());
        calls.begin(1);
        let (looked, ended) = driver(&calls);
        for _ in 0..5 {
            looked.recv_timeout(FOREVER).unwrap();
        }
        assert!(ended.try_recv().is_err());
        calls.end(0);
        assert_eq!(ended.recv_timeout(FOREVER), Ok(1));
        assert!(calls.drive(0) && !calls.drive(1));
    }

    #[test]
    fn a_call_that_goes_on_is_looked_at_ever_less() {
        let calls = Arc::new(ProgramCalls::default());
        calls.begin(1);
        let (looked, ended) = driver(&calls);
        for _ in 0..=LOOKS {
            looked.recv_timeout(FOREVER).unwrap();
        }
        assert!(calls.awaits_end.load(Ordering::SeqCst), "it sleeps long now");
        calls.end(0);
        assert_eq!(ended.recv_timeout(FOREVER), Ok(1));
        assert!(!calls.awaits_end.load(Ordering::SeqCst), "and nobody needs to tell it");
    }

    #[test]
    fn who_is_wanted_comes_while_a_call_sleeps() {
        let calls = Arc::new(ProgramCalls::default());
        calls.begin(1);
        calls.fall_asleep();
        let (_, ended) = driver(&calls);
        calls.want();
        assert_eq!(ended.recv_timeout(FOREVER), Ok(0));
    }

    #[test]
    fn a_call_that_wakes_has_the_driver_look_around_again() {
        let calls = Arc::new(ProgramCalls::default());
        calls.begin(1);
        calls.fall_asleep();
        let (_, ended) = driver(&calls);
        calls.wake_up();
        calls.end(0);
        assert_eq!(ended.recv_timeout(FOREVER), Ok(1));
    }
}
