//! A thread that waits for a method, so that nobody need look at it.
//!
//! The thread sleeps on the method's descriptor. When something comes it says so in a word of memory,
//! which costs next to nothing to look at, and waits until the link has polled the method empty.

use ferry_method::{Armed, Method, Now, WaitSource};
use ferry_sys::{borrow_fd, futex_wait, futex_wake_all};
use rustix::event::{EventfdFlags, PollFd, PollFlags, eventfd, poll};
use rustix::fd::{AsFd, OwnedFd, RawFd};
use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};
use std::thread::JoinHandle;
use std::time::Duration;

/// Something has come, or may have: poll.
const CAME: u32 = 0;
/// The thread sleeps on the descriptor, and the method is armed.
const WATCHED: u32 = 1;
/// The thread shall end.
const END: u32 = 2;

/// A method is looked at now and then all the same: some have work that depends on time.
const CHECK: Duration = Duration::from_millis(10);

/// The thread of one method.
pub(crate) struct Waiter {
    word: Arc<AtomicU32>,
    end: Arc<OwnedFd>,
    thread: Option<JoinHandle<()>>,
    next_check: Now,
}

impl Waiter {
    /// Starts the thread; `None` where the method cannot be waited for by a descriptor.
    pub(crate) fn start(method: &dyn Method) -> io::Result<Option<Self>> {
        let WaitSource::Fd(fd) = method.wait_source() else { return Ok(None) };
        let word = Arc::new(AtomicU32::new(CAME));
        let end = Arc::new(ferry_sys::with_descriptors(|| eventfd(0, EventfdFlags::CLOEXEC))?);
        let (its_word, its_end) = (word.clone(), end.clone());
        let name = format!("ferry-{}", method.name());
        let thread = std::thread::Builder::new().name(name);
        let thread = thread.spawn(move || watch(fd, &its_word, &its_end))?;
        Ok(Some(Waiter { word, end, thread: Some(thread), next_check: Now::ZERO }))
    }

    /// Whether the method has to be polled though nothing else asks for it.
    #[inline]
    pub(crate) fn calls(&self, now: Now) -> bool {
        self.has_come() || now >= self.next_check
    }

    #[inline]
    pub(crate) fn has_come(&self) -> bool {
        self.word.load(Ordering::Acquire) == CAME
    }

    /// Prepares the method for a poll.
    pub(crate) fn before_poll(&self, method: &mut dyn Method) {
        if !self.has_come() {
            method.disarm();
        }
    }

    /// After a poll that found nothing: lets the thread watch again. Whether it does.
    pub(crate) fn after_empty_poll(&mut self, method: &mut dyn Method, now: Now) -> bool {
        self.next_check = now + CHECK;
        match method.arm(false) {
            Armed::Ready(_) => {
                // A thread that still watches goes on.
                if self.word.swap(WATCHED, Ordering::AcqRel) == CAME {
                    futex_wake_all(&self.word);
                }
                true
            }
            Armed::Busy => {
                self.word.store(CAME, Ordering::Release);
                false
            }
        }
    }

    /// After a poll that found something: there may be more.
    pub(crate) fn after_full_poll(&self) {
        self.word.store(CAME, Ordering::Release);
    }
}

impl Drop for Waiter {
    fn drop(&mut self) {
        self.word.store(END, Ordering::Release);
        futex_wake_all(&self.word);
        let _ = rustix::io::write(self.end.as_fd(), &1u64.to_ne_bytes());
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}

fn watch(fd: RawFd, word: &AtomicU32, end: &OwnedFd) {
    loop {
        match word.load(Ordering::Acquire) {
            END => return,
            CAME => futex_wait(word, CAME, Duration::from_secs(60)),
            _ => {
                let source = PollFd::from_borrowed_fd(borrow_fd(fd), PollFlags::IN);
                let mut fds = [source, PollFd::new(end, PollFlags::IN)];
                // Without a wait that works there is nothing to do but to look.
                let _ = poll(&mut fds, None);
                let (seen, unseen) = (Ordering::AcqRel, Ordering::Acquire);
                let _ = word.compare_exchange(WATCHED, CAME, seen, unseen);
            }
        }
    }
}
