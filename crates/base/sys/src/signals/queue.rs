//! The signals that a thread is told by.

use super::overflow::{Overflow, is_pending, take_own};
use super::{SignalNumber, SignalTarget, set_of};
use crate::borrow_fd;
use crate::limits::with_descriptors;
use rustix::event::{PollFd, PollFlags, Timespec};
use rustix::fd::{AsFd, FromRawFd, OwnedFd, RawFd};
use std::cell::Cell;
use std::io;
use std::marker::PhantomData;
use std::time::Duration;

/// Signals taken in one call, and the bytes that the system describes one with (signalfd(2)).
const BATCH: usize = 16;
const DESCRIPTION: usize = 128;
/// Longest sleep while a SIGIO of the program's lies pending, which would end any sleep that waits for one.
const BESIDE_ANOTHERS: Duration = Duration::from_millis(10);
/// How long a system may take to tell of a byte in a pipe, before it counts as one that does not.
const TRIAL: Duration = Duration::from_secs(1);

/// Signals of one number to the thread that made it. The thread blocks them.
///
/// The kernel queues each of them, as far as the user's limit of pending signals goes (`RLIMIT_SIGPENDING`).
/// Beyond that it sends a plain SIGIO to the same thread, which is not queued and so always gets through:
/// something has come, and nobody says what. The program may use SIGIO itself. So it is looked for, but
/// only taken where it was sent to this very thread.
#[derive(Debug)]
pub struct SignalQueue {
    target: SignalTarget,
    /// Readable when there is a signal, or a SIGIO of whomever.
    any: OwnedFd,
    /// Readable when there is a signal.
    own: OwnedFd,
    /// A SIGIO of the program's lies pending.
    beside: Cell<bool>,
    /// How often the queue was full.
    overflows: Cell<u64>,
    /// Of its thread alone: the system tells each thread what is pending for that one.
    thread: PhantomData<*const ()>,
}

impl SignalQueue {
    /// Of the calling thread, in which signals are blocked
    /// ([`with_signals_blocked`](crate::with_signals_blocked)).
    ///
    /// # Errors
    /// When the system refuses, or does not tell of descriptors by signals though it says so.
    pub fn of_this_thread(number: SignalNumber) -> io::Result<Self> {
        let queue = SignalQueue {
            target: SignalTarget::this_thread(number),
            any: signal_descriptor(&[number.raw(), libc::SIGIO])?,
            own: signal_descriptor(&[number.raw()])?,
            beside: Cell::new(false),
            overflows: Cell::new(0),
            thread: PhantomData,
        };
        queue.try_out()?;
        Ok(queue)
    }

    /// Where signals are to be sent.
    pub fn target(&self) -> SignalTarget {
        self.target
    }

    /// How often so much had come that the kernel could not say what.
    pub fn overflows(&self) -> u64 {
        self.overflows.get()
    }

    /// Some sandboxes take the calls and do nothing.
    fn try_out(&self) -> io::Result<()> {
        let (read, write) =
            with_descriptors(|| rustix::pipe::pipe_with(rustix::pipe::PipeFlags::CLOEXEC))?;
        self.target.attend(&read)?;
        rustix::io::write(&write, &[1])?;
        self.wait(&[], TRIAL);
        // The other end's end would be told, too.
        drop(read);
        match self.take() {
            true => Ok(()),
            false => Err(io::Error::other("a pipe that it was to tell of told nothing")),
        }
    }

    /// Sleeps until there is a signal, until one of `others` is readable, or for `longest`.
    pub fn wait(&self, others: &[RawFd], longest: Duration) {
        let (signals, longest) = match self.beside.get() {
            true => (&self.own, longest.min(BESIDE_ANOTHERS)),
            false => (&self.any, longest),
        };
        let mut fds = vec![PollFd::new(signals, PollFlags::IN)];
        let others =
            others.iter().map(|fd| PollFd::from_borrowed_fd(borrow_fd(*fd), PollFlags::IN));
        fds.extend(others);
        let longest = Timespec {
            tv_sec: longest.as_secs() as i64,
            tv_nsec: i64::from(longest.subsec_nanos()),
        };
        let _ = rustix::event::poll(&mut fds, Some(&longest));
    }

    /// Takes all that has come. Whether anything had: what it was is for a look at everything to say, since
    /// signals may have been lost.
    pub fn take(&self) -> bool {
        let mut batch = [0u8; BATCH * DESCRIPTION];
        let mut taken = false;
        while let Ok(bytes @ 1..) = rustix::io::read(self.own.as_fd(), &mut batch) {
            taken = true;
            if bytes < batch.len() {
                break;
            }
        }
        // With signals there, the next sleep ends at once if there is a SIGIO too.
        if taken && !self.beside.get() { true } else { self.take_overflow() || taken }
    }

    fn take_overflow(&self) -> bool {
        if !is_pending(libc::SIGIO) {
            self.beside.set(false);
            return false;
        }
        let overflow = take_own(libc::SIGIO);
        self.beside.set(overflow == Overflow::Anothers);
        let is_own = overflow == Overflow::Own;
        self.overflows.set(self.overflows.get() + u64::from(is_own));
        is_own
    }
}

fn signal_descriptor(signals: &[i32]) -> io::Result<OwnedFd> {
    let set = set_of(signals);
    let flags = libc::SFD_CLOEXEC | libc::SFD_NONBLOCK;
    // SAFETY: the set lives through the call.
    with_descriptors(|| match unsafe { libc::signalfd(-1, &raw const set, flags) } {
        -1 => Err(io::Error::last_os_error()),
        // SAFETY: the call has just made the descriptor, and nobody else has it.
        fd => Ok(unsafe { OwnedFd::from_raw_fd(fd) }),
    })
}
