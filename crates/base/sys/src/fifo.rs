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

/// A way to write to another process's pipe that is a way to read it too: the end of that process, which takes its
/// own reading end away, then makes no SIGPIPE here.
#[derive(Debug)]
pub struct FifoWriter {
    write: OwnedFd,
    /// Where `write` itself cannot read.
    _read: Option<OwnedFd>,
}

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

    /// Both ends, the writing one first, to be handed to another process.
    pub fn lend(&self) -> [BorrowedFd<'_>; 2] {
        [self.write.as_fd(), self.read.as_fd()]
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

impl From<[OwnedFd; 2]> for FifoWriter {
    /// Both ends, as they were lent.
    fn from([write, read]: [OwnedFd; 2]) -> Self {
        FifoWriter { write, _read: Some(read) }
    }
}

impl FifoWriter {
    /// Opens the pipe whose writing end is `fd` of process `pid`.
    pub fn open(pid: u32, fd: RawFd) -> io::Result<Self> {
        let path = format!("/proc/{pid}/fd/{fd}");
        let flags = OFlags::RDWR | OFlags::NONBLOCK | OFlags::CLOEXEC;
        let write = with_descriptors(|| rustix::fs::open(&path, flags, Mode::empty()))?;
        Ok(FifoWriter { write, _read: None })
    }

    /// Signals the reader.
    pub fn signal(&self) {
        let _ = rustix::io::write(self.write.as_fd(), &[1]);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A write that no one can read fails with EPIPE here, where SIGPIPE is ignored as in all Rust programs.
    #[test]
    fn the_readers_end_is_no_broken_pipe() {
        let fifo = Fifo::new().expect("a pipe");
        let opened = FifoWriter::open(std::process::id(), fifo.write_fd()).expect("/proc");
        let lent = fifo.lend().map(|end| end.try_clone_to_owned().expect("a copy"));
        let lent = FifoWriter::from(lent);
        opened.signal();
        drop(fifo);
        assert_eq!(rustix::io::write(&opened.write, &[1]), Ok(1));
        drop(opened);
        assert_eq!(rustix::io::write(&lent.write, &[1]), Ok(1));
    }
}
