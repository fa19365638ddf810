//! An anonymous pipe that another process of the same user can write to, found through /proc.

use crate::limits::with_descriptors;
use crate::signals::SignalTarget;
use rustix::fd::{AsFd, AsRawFd, BorrowedFd, OwnedFd, RawFd};
use rustix::fs::{Mode, OFlags};
use rustix::pipe::PipeFlags;
use std::io;

/// The reading end, with its own writing end kept open.
#[derive(Debug)]
pub struct Fifo {
    read: OwnedFd,
    write: OwnedFd,
}

/// A writing end in another process.
#[derive(Debug)]
pub struct FifoWriter(OwnedFd);

impl Fifo {
    /// A new pipe; nothing in the file system.
    pub fn new() -> io::Result<Self> {
        let flags = PipeFlags::CLOEXEC | PipeFlags::NONBLOCK;
        let (read, write) = with_descriptors(|| rustix::pipe::pipe_with(flags))?;
        Ok(Fifo { read, write })
    }

    /// Polls readable when someone has signalled.
    pub fn read_fd(&self) -> RawFd {
        self.read.as_raw_fd()
    }

    /// Has every signal told to a thread as well, which need not read it.
    pub fn tell_by_signal(&self, target: &SignalTarget) -> bool {
        target.attend(&self.read).is_ok()
    }

    /// What another process opens as `/proc/PID/fd/N`.
    pub fn write_fd(&self) -> RawFd {
        self.write.as_raw_fd()
    }

    /// The same, to be handed to another process.
    pub fn lend_write(&self) -> BorrowedFd<'_> {
        self.write.as_fd()
    }

    /// Signals; a full pipe is signalled already.
    pub fn signal(&self) {
        let _ = rustix::io::write(self.write.as_fd(), &[1]);
    }

    /// Takes all signals.
    pub fn drain(&self) {
        let mut bytes = [0u8; 64];
        while matches!(rustix::io::read(self.read.as_fd(), &mut bytes), Ok(64)) {}
    }
}

impl From<OwnedFd> for FifoWriter {
    /// A writing end that was handed over.
    fn from(fd: OwnedFd) -> Self {
        FifoWriter(fd)
    }
}

impl FifoWriter {
    /// Opens the writing end `fd` of process `pid`.
    pub fn open(pid: u32, fd: RawFd) -> io::Result<Self> {
        let path = format!("/proc/{pid}/fd/{fd}");
        let flags = OFlags::WRONLY | OFlags::NONBLOCK | OFlags::CLOEXEC;
        Ok(FifoWriter(with_descriptors(|| rustix::fs::open(&path, flags, Mode::empty()))?))
    }

    /// Signals the reader.
    pub fn signal(&self) {
        let _ = rustix::io::write(self.0.as_fd(), &[1]);
    }
}
