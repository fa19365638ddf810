//! One connection to the launcher, used by several libraries of a process.
//!
//! A launcher gives each process one connection. A program that speaks PMI itself, beside a library of
//! Ferry's that does, has two that want it, and neither knows the other. Whoever takes it over leaves a note in the
//! environment about where it is; who comes later joins. Requests and their answers take turns, and the
//! last to leave says that the process leaves the job. A process that this one starts finds a note that is
//! not its own.

use crate::error::PmiError;
use ferry_sys::with_descriptors;
use rustix::event::{EventfdFlags, eventfd};
use rustix::fd::{AsRawFd, BorrowedFd, OwnedFd};
use rustix::fs::fstat;
use rustix::io::{fcntl_dupfd_cloexec, read, retry_on_intr, write};
use std::env;
use std::io;
use std::sync::Arc;

/// The note: process, connection, its inode, the three counters, rank and size, with colons between them.
const NOTE: &str = "PMI_FERRY_CONNECTION";
/// How the links of the process are counted, of which there is one set.
const LINKS: u64 = 1 << 32;

/// What a library wants of the launcher.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ConnectionUse {
    /// To find the other ranks for the process's links. One library of a process does.
    Links,
    /// What the program asks for.
    Program,
}

impl ConnectionUse {
    fn count(self) -> u64 {
        if self == ConnectionUse::Links { LINKS } else { 1 }
    }
}

/// What those that share a connection have in common.
#[derive(Debug)]
pub(super) struct Sharing {
    /// A semaphore of one: who has it asks.
    turn: OwnedFd,
    /// How many there are.
    users: OwnedFd,
    /// Counts ends of barriers that others have read than those who wait for them.
    barrier_out: OwnedFd,
    use_of: ConnectionUse,
    /// The copy of the connection that the note names, if it names one.
    _copy: Option<OwnedFd>,
}

/// Nobody else asks until this is dropped.
pub(super) struct Turn(Arc<Sharing>);

/// A connection that another library of this process has taken over.
pub(super) struct JoinedConnection {
    pub(super) socket: OwnedFd,
    pub(super) rank: u32,
    pub(super) size: u32,
    pub(super) sharing: Arc<Sharing>,
}

impl Sharing {
    /// Lets others join the connection on `socket`.
    pub(super) fn offer(
        socket: BorrowedFd<'_>,
        (rank, size): (u32, u32),
        use_of: ConnectionUse,
    ) -> Result<Sharing, PmiError> {
        let failed = |source| PmiError::Connection { doing: "sharing the connection", source };
        let semaphore = EventfdFlags::CLOEXEC | EventfdFlags::SEMAPHORE;
        let turn = with_descriptors(|| eventfd(1, semaphore)).map_err(failed)?;
        let users = counter().map_err(failed)?;
        let barrier_out = counter().map_err(failed)?;
        add(&users, use_of.count());
        let inode = fstat(socket).map_err(|e| failed(e.into()))?.st_ino;
        let (process, at) = (std::process::id(), socket.as_raw_fd());
        let counters = [&turn, &users, &barrier_out].map(|fd| fd.as_raw_fd().to_string()).join(":");
        super::note(NOTE, &format!("{process}:{at}:{inode}:{counters}:{rank}:{size}"));
        Ok(Sharing { turn, users, barrier_out, use_of, _copy: None })
    }

    /// Keeps the copy that the note names open.
    pub(super) fn keeping(self, copy: OwnedFd) -> Sharing {
        Sharing { _copy: Some(copy), ..self }
    }

    /// What counts ends of barriers that others have read than those who wait for them.
    pub(super) fn barrier_out(&self) -> &OwnedFd {
        &self.barrier_out
    }

    /// Waits for this one's turn.
    pub(super) fn turn(self: &Arc<Self>) -> Turn {
        let _ = retry_on_intr(|| read(&self.turn, &mut [0; 8]));
        Turn(Arc::clone(self))
    }

    /// Whether nobody else is left who uses the connection.
    pub(super) fn leave(self: &Arc<Self>) -> bool {
        let _turn = self.turn();
        let left = take(&self.users).saturating_sub(self.use_of.count());
        add(&self.users, left);
        left == 0
    }

    /// This one uses the connection again.
    pub(super) fn come_back(self: &Arc<Self>) {
        let _turn = self.turn();
        add(&self.users, self.use_of.count());
    }
}

impl Drop for Turn {
    fn drop(&mut self) {
        add(&self.0.turn, 1);
    }
}

/// The connection that another library of this process has taken over and still uses, if there is one.
///
/// # Errors
/// When links are wanted that another library has.
pub(super) fn join(use_of: ConnectionUse) -> Result<Option<JoinedConnection>, PmiError> {
    let Some(there) = find(use_of) else { return Ok(None) };
    let JoinedConnection { sharing, .. } = &there;
    let (turn, users) = (sharing.turn(), take(&sharing.users));
    let has_place = users != 0 && (use_of == ConnectionUse::Program || users < LINKS);
    add(&sharing.users, if has_place { users + use_of.count() } else { users });
    drop(turn);
    match (has_place, users) {
        (true, _) => Ok(Some(there)),
        // All have left the job: who begins anew is alone.
        (false, 0) => Ok(None),
        (false, _) => Err(PmiError::LinksTaken),
    }
}

/// The connection that the note names, as far as it is there.
fn find(use_of: ConnectionUse) -> Option<JoinedConnection> {
    let note = env::var(NOTE).ok()?;
    let numbers: Vec<u64> = note.split(':').map_while(|word| word.parse().ok()).collect();
    let [process, socket, inode, turn, users, barrier_out, rank, size] = numbers[..] else {
        return None;
    };
    if process != u64::from(std::process::id()) {
        return None;
    }
    let socket = copy_of(socket)?;
    if fstat(&socket).ok()?.st_ino != inode {
        return None;
    }
    let (rank, size) = (u32::try_from(rank).ok()?, u32::try_from(size).ok()?);
    let (turn, users, barrier_out) = (copy_of(turn)?, copy_of(users)?, copy_of(barrier_out)?);
    let sharing = Sharing { turn, users, barrier_out, use_of, _copy: None };
    Some(JoinedConnection { socket, rank, size, sharing: Arc::new(sharing) })
}

/// A descriptor of this process's, once more.
fn copy_of(number: u64) -> Option<OwnedFd> {
    let number = i32::try_from(number).ok().filter(|number| *number > 2)?;
    // SAFETY: it is copied if it is open, and otherwise refused; nothing else is done with it.
    #[allow(unsafe_code)]
    let there = unsafe { BorrowedFd::borrow_raw(number) };
    with_descriptors(|| fcntl_dupfd_cloexec(there, 3)).ok()
}

/// A number that others can wait for to be other than zero.
pub(super) fn counter() -> io::Result<OwnedFd> {
    with_descriptors(|| eventfd(0, EventfdFlags::CLOEXEC | EventfdFlags::NONBLOCK))
}

/// Reads it; it is zero then.
pub(super) fn take(counter: &OwnedFd) -> u64 {
    let mut value = [0; 8];
    match retry_on_intr(|| read(counter, &mut value)) {
        Ok(8) => u64::from_ne_bytes(value),
        _ => 0,
    }
}

pub(super) fn add(counter: &OwnedFd, count: u64) {
    let _ = retry_on_intr(|| write(counter, &count.to_ne_bytes()));
}
