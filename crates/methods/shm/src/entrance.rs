//! What leads into another process's inbox: descriptors found through `/proc`, or handed over by the
//! launcher where namespaces, users or a missing `/proc` stand between the two.

use crate::descriptor::Address;
use crate::liveness::open_process;
use ferry_method::PeerId;
use ferry_sys::{FifoWriter, SegmentFile};
use rustix::fd::{BorrowedFd, OwnedFd};
use std::io;
use std::sync::Arc;

/// Where the processes of a node leave descriptors for each other: their launcher, which each of them
/// already has a connection to.
pub trait Board: Send + Sync {
    /// What names the board: equal for two processes exactly if they use the same one.
    fn id(&self) -> u64;

    /// Leaves descriptors for the others, in place of earlier ones.
    ///
    /// # Errors
    /// When the connection does not pass them.
    fn give(&self, descriptors: &[BorrowedFd<'_>]) -> io::Result<()>;

    /// Copies of what a process has left, in its order.
    ///
    /// # Errors
    /// When it has left nothing, or the connection does not pass them.
    fn take(&self, peer: PeerId) -> io::Result<Vec<OwnedFd>>;
}

/// Where a process stands among those with which it may share memory.
#[derive(Clone, Default)]
pub struct Surroundings {
    /// What two processes must have alike to open each other's descriptors through `/proc`, as words
    /// with strokes between them; empty if there is no such way.
    pub place: String,
    /// The launcher's number for this node: its processes are meant to share memory, whatever network
    /// each of them has.
    pub node: Option<u32>,
    /// Where descriptors are left where there is no way through `/proc`.
    pub board: Option<Arc<dyn Board>>,
}

/// The ways into a process: its inbox, its pipe, and itself for noticing its end.
pub(crate) struct Entrance {
    pub(crate) inbox: SegmentFile,
    pub(crate) pipe: Pipe,
    pub(crate) process: Option<OwnedFd>,
}

/// The pipe that wakes a process.
pub(crate) enum Pipe {
    /// To be opened when it is needed: descriptor `1` of process `0`.
    Named(u32, i32),
    Open(FifoWriter),
    Missing,
}

impl Pipe {
    pub(crate) fn signal(&mut self) {
        if let Pipe::Named(pid, fd) = *self {
            *self = FifoWriter::open(pid, fd).map_or(Pipe::Missing, Pipe::Open);
        }
        if let Pipe::Open(writer) = self {
            writer.signal();
        }
    }
}

impl Entrance {
    /// Through `/proc`: descriptors by the numbers that they have in process `pid`.
    pub(crate) fn by_number(pid: u32, inbox_fd: i32, fifo_fd: i32) -> io::Result<Self> {
        let inbox = SegmentFile::open(pid, inbox_fd)?;
        Ok(Entrance { inbox, pipe: Pipe::Named(pid, fifo_fd), process: open_process(pid)? })
    }

    /// As the process has left them with the launcher.
    pub(crate) fn by_board(board: &dyn Board, peer: PeerId) -> io::Result<Self> {
        let mut left = board.take(peer)?.into_iter();
        let (Some(inbox), Some(write), Some(read)) = (left.next(), left.next(), left.next()) else {
            return Err(io::Error::other("what it has left with the launcher did not come whole"));
        };
        let pipe = Pipe::Open(FifoWriter::from([write, read]));
        Ok(Entrance { inbox: inbox.into(), pipe, process: left.next() })
    }

    /// Into the process of an address, by the way that both ends have found.
    pub(crate) fn of(
        peer: PeerId,
        address: &Address,
        board: Option<&dyn Board>,
    ) -> io::Result<Self> {
        match board {
            Some(board) => Entrance::by_board(board, peer),
            None => Entrance::by_number(address.pid, address.inbox_fd, address.fifo_fd),
        }
    }
}
