//! A thread that is told by signals.

use super::SignalNumber;
use rustix::fd::{AsFd, AsRawFd};
use std::io;

/// Numbers of fcntl(2) that the bindings lack.
const F_SETSIG: i32 = 10;
const F_SETOWN_EX: i32 = 15;
const F_OWNER_TID: i32 = 0;

/// `struct f_owner_ex` (fcntl(2)).
#[repr(C)]
struct FileOwner {
    kind: i32,
    number: i32,
}

/// A thread of this process, and the signal that it is told by.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SignalTarget {
    process: i32,
    thread: i32,
    number: SignalNumber,
}

impl SignalTarget {
    /// The calling thread.
    pub(crate) fn this_thread(number: SignalNumber) -> Self {
        let thread = rustix::thread::gettid().as_raw_nonzero().get();
        SignalTarget { process: std::process::id() as i32, thread, number }
    }

    pub(crate) fn thread(&self) -> i32 {
        self.thread
    }

    /// The signal.
    pub fn number(&self) -> SignalNumber {
        self.number
    }

    /// From now on whatever happens on this descriptor is told by a signal of its own: arrivals, room that a
    /// write found missing, ends. What has happened before is not.
    ///
    /// # Errors
    /// The descriptor is of a kind that tells nothing so (epoll, timers, regular files), or the system refuses.
    pub fn attend(&self, fd: impl AsFd) -> io::Result<()> {
        let fd = fd.as_fd();
        let owner = FileOwner { kind: F_OWNER_TID, number: self.thread };
        // SAFETY: the kernel reads the owner, which lives through the call.
        checked(unsafe { libc::fcntl(fd.as_raw_fd(), F_SETOWN_EX, &raw const owner) })?;
        // SAFETY: fcntl with a number touches no memory of ours.
        checked(unsafe { libc::fcntl(fd.as_raw_fd(), F_SETSIG, self.number.raw()) })?;
        let flags = flags_of(fd)?;
        set_flags(fd, flags | libc::O_ASYNC)?;
        // Kinds of files that cannot tell take the flag in silence, and leave it out.
        match flags_of(fd)? & libc::O_ASYNC {
            0 => Err(io::ErrorKind::Unsupported.into()),
            _ => Ok(()),
        }
    }

    /// Tells the thread, as a descriptor would. Not to be called once it has ended.
    pub fn ring(&self) {
        // Without room in the queue: as the kernel does for descriptors.
        if !self.send(self.number.raw()) {
            self.send(libc::SIGIO);
        }
    }

    fn send(&self, signal: i32) -> bool {
        let (process, thread) = (self.process, self.thread);
        // SAFETY: tgkill takes three integers.
        unsafe { libc::syscall(libc::SYS_tgkill, process, thread, signal) == 0 }
    }
}

fn flags_of(fd: impl AsFd) -> io::Result<i32> {
    // SAFETY: fcntl without an argument touches no memory of ours.
    checked(unsafe { libc::fcntl(fd.as_fd().as_raw_fd(), libc::F_GETFL) })
}

fn set_flags(fd: impl AsFd, flags: i32) -> io::Result<()> {
    // SAFETY: fcntl with a number touches no memory of ours.
    checked(unsafe { libc::fcntl(fd.as_fd().as_raw_fd(), libc::F_SETFL, flags) }).map(drop)
}

fn checked(result: i32) -> io::Result<i32> {
    if result < 0 { Err(io::Error::last_os_error()) } else { Ok(result) }
}
