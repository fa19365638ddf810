//! Lines to and from the launcher.

use super::sharing::{self, ConnectionUse, Sharing, Turn};
use crate::error::PmiError;
use crate::message1::{LINE_ACCEPTED, Pmi1Message};
use crate::passing;
use ferry_sys::with_descriptors;
use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::fd::{AsFd, BorrowedFd, FromRawFd, OwnedFd};
use rustix::io::{Errno, FdFlags, fcntl_setfd, retry_on_intr};
use rustix::net::AddressFamily;
use rustix::net::sockopt::socket_domain;
use std::fs::File;
use std::io::{self, Read, Write};
use std::net::TcpStream;
use std::os::fd::RawFd;
use std::os::unix::net::UnixStream;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// A descriptor that bytes can be read from and written to.
pub trait ByteStream: Read + Write + AsFd + Send {}
impl<T: Read + Write + AsFd + Send> ByteStream for T {}

/// What carries the lines.
enum LineCarrier {
    /// It passes bytes.
    Bytes(Box<dyn ByteStream>),
    /// It passes descriptors too.
    Socket(File),
}

/// A conversation in lines.
pub(super) struct LauncherConnection {
    carrier: LineCarrier,
    /// Bytes that have arrived and are not yet read as lines.
    buffer: Vec<u8>,
    /// Whether this one's process is in a barrier by it.
    is_in_barrier: bool,
    /// The end of that barrier, if it came while another answer was awaited.
    barrier_out: Option<Pmi1Message>,
    /// Written to when the end of a barrier has come into other hands than of those who wait for it.
    kept: Option<OwnedFd>,
    /// Where other libraries of the process may use it too.
    sharing: Option<Arc<Sharing>>,
}

/// The only answer that comes when it likes: between it and its request others are asked and answered.
const BARRIER_OUT: &str = "barrier_out";

impl std::fmt::Debug for LauncherConnection {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Connection").finish_non_exhaustive()
    }
}

impl LauncherConnection {
    pub(super) fn new(stream: Box<dyn ByteStream>) -> Self {
        LauncherConnection::over(LineCarrier::Bytes(stream))
    }

    fn over(carrier: LineCarrier) -> Self {
        LauncherConnection {
            carrier,
            buffer: Vec::new(),
            is_in_barrier: false,
            barrier_out: None,
            kept: None,
            sharing: None,
        }
    }

    fn shared(carrier: LineCarrier, sharing: Arc<Sharing>) -> Self {
        LauncherConnection { sharing: Some(sharing), ..LauncherConnection::over(carrier) }
    }

    /// Nobody else of this process asks until this is dropped.
    fn turn(&self) -> Option<Turn> {
        self.sharing.as_ref().map(Sharing::turn)
    }

    /// Whether nobody else of this process uses the connection.
    pub(super) fn leave(&self) -> bool {
        self.sharing.as_ref().is_none_or(Sharing::leave)
    }

    /// Uses it again after [`LauncherConnection::leave`].
    pub(super) fn come_back(&self) {
        if let Some(sharing) = &self.sharing {
            sharing.come_back();
        }
    }

    fn stream(&mut self) -> &mut dyn ByteStream {
        match &mut self.carrier {
            LineCarrier::Bytes(stream) => &mut **stream,
            LineCarrier::Socket(socket) => socket,
        }
    }

    pub(super) fn passes_descriptors(&self) -> bool {
        matches!(self.carrier, LineCarrier::Socket(_))
    }

    /// Sends a request of the board's with descriptors, and waits for the reply and those that come with
    /// it.
    pub(super) fn request_with(
        &mut self,
        message: &Pmi1Message,
        descriptors: &[BorrowedFd<'_>],
    ) -> Result<(Pmi1Message, Vec<OwnedFd>), PmiError> {
        let doing = "passing descriptors";
        let failed = |e: Errno| PmiError::Connection { doing, source: e.into() };
        let _turn = self.turn();
        let LineCarrier::Socket(socket) = &self.carrier else { return Err(failed(Errno::NOTSOCK)) };
        let line = message.to_line();
        let sent = retry_on_intr(|| passing::send(socket, line.as_bytes(), descriptors));
        if sent.map_err(failed)? < line.len() {
            return Err(failed(Errno::MSGSIZE));
        }
        let (mut passed, mut chunk) = (Vec::new(), [0; 512]);
        loop {
            if let Some(reply) = self.at_hand("ferry_board_result")? {
                return Ok((reply, passed));
            }
            let LineCarrier::Socket(socket) = &self.carrier else {
                return Err(failed(Errno::NOTSOCK));
            };
            let received = retry_on_intr(|| passing::receive(socket, &mut chunk, &mut passed));
            match received.map_err(failed)? {
                0 => return Err(PmiError::Closed { doing }),
                n => self.buffer.extend_from_slice(&chunk[..n]),
            }
        }
    }

    pub(super) fn send(&mut self, message: &Pmi1Message) -> Result<(), PmiError> {
        self.send_lines(message.to_line().as_bytes())
    }

    fn send_lines(&mut self, lines: &[u8]) -> Result<(), PmiError> {
        let doing = "sending a request";
        match self.stream().write_all(lines) {
            Ok(()) => Ok(()),
            Err(e) if e.kind() == io::ErrorKind::BrokenPipe => Err(PmiError::Closed { doing }),
            Err(source) => Err(PmiError::Connection { doing, source }),
        }
    }

    /// Sends a request of several lines and waits for the reply with the command `expected`: one line, and as many more
    /// as the number under `more` says.
    pub(super) fn request_lines(
        &mut self,
        lines: &[u8],
        expected: &'static str,
        more: &str,
    ) -> Result<Vec<Pmi1Message>, PmiError> {
        let _turn = self.turn();
        self.send_lines(lines)?;
        let mut replies = vec![self.receive(expected)?];
        while replies.last().and_then(|line| line.number(more)).is_some_and(|left: u32| left > 0) {
            replies.push(self.receive(expected)?);
        }
        Ok(replies)
    }

    /// Sends a request and waits for the reply with the command `expected`.
    pub(super) fn request(
        &mut self,
        message: &Pmi1Message,
        expected: &'static str,
    ) -> Result<Pmi1Message, PmiError> {
        let _turn = self.turn();
        self.send(message)?;
        self.receive(expected)
    }

    /// Waits for a message with the command `expected`.
    pub(super) fn receive(&mut self, expected: &'static str) -> Result<Pmi1Message, PmiError> {
        loop {
            match self.at_hand(expected)? {
                Some(reply) => return Ok(reply),
                None => self.read()?,
            }
        }
    }

    /// Enters a barrier. What becomes readable when its end may have come: here, and in another's hands.
    pub(super) fn enter_barrier(&mut self) -> Result<[OwnedFd; 2], PmiError> {
        let doing = "preparing to wait for the other processes";
        let failed = |source| PmiError::Connection { doing, source };
        let kept = match &self.sharing {
            Some(sharing) => with_descriptors(|| sharing.barrier_out().try_clone()),
            None => sharing::counter(),
        }
        .map_err(failed)?;
        let carrier = with_descriptors(|| self.descriptor().try_clone_to_owned());
        let copy = with_descriptors(|| kept.try_clone());
        let watched = [carrier.map_err(failed)?, copy.map_err(failed)?];
        let _turn = self.turn();
        (self.kept, self.is_in_barrier) = (Some(kept), true);
        self.send(&Pmi1Message::new("barrier_in"))?;
        Ok(watched)
    }

    /// The end of the barrier that this process is in, if it has come.
    pub(super) fn barrier_out(&mut self) -> Result<Option<Pmi1Message>, PmiError> {
        let _turn = self.turn();
        loop {
            let told = self.kept.as_ref().is_some_and(|kept| sharing::take(kept) != 0);
            let reply = self.at_hand(BARRIER_OUT)?;
            // What another library has read is as good as read here.
            if let Some(reply) = reply.or_else(|| told.then(|| Pmi1Message::new(BARRIER_OUT))) {
                (self.kept, self.is_in_barrier) = (None, false);
                return Ok(Some(reply));
            }
            if !is_readable(self.descriptor()) {
                return Ok(None);
            }
            self.read()?;
        }
    }

    /// The end of a barrier has come while something else was awaited: this one's, or another library's.
    fn keep(&mut self, barrier_out: Pmi1Message) {
        let theirs = self.sharing.as_ref().map(|sharing| sharing.barrier_out());
        if let Some(waiting) = self.kept.as_ref().or(theirs) {
            sharing::add(waiting, 1);
        }
        if self.is_in_barrier {
            self.barrier_out = Some(barrier_out);
        }
    }

    /// What becomes readable when something comes.
    fn descriptor(&self) -> BorrowedFd<'_> {
        match &self.carrier {
            LineCarrier::Bytes(stream) => stream.as_fd(),
            LineCarrier::Socket(socket) => socket.as_fd(),
        }
    }

    /// The message with the command `expected`, if it has come.
    fn at_hand(&mut self, expected: &'static str) -> Result<Option<Pmi1Message>, PmiError> {
        if expected == BARRIER_OUT
            && let Some(reply) = self.barrier_out.take()
        {
            return Ok(Some(reply));
        }
        let mut found = None;
        while let Some(end) = self.buffer.iter().position(|&b| b == b'\n') {
            let line = &self.buffer[..=end];
            let shown = || String::from_utf8_lossy(line).trim_end().chars().take(120).collect();
            match Pmi1Message::parse(line) {
                // What comes behind the end of a barrier, or an answer, is for whoever asks next.
                _ if found.is_some() && !line.starts_with(b"cmd=barrier_out") => break,
                Ok(reply) if found.is_none() && reply.command() == expected => found = Some(reply),
                Ok(reply) if reply.command() == BARRIER_OUT => self.keep(reply),
                _ => return Err(PmiError::Unexpected { expected, got: shown() }),
            }
            self.buffer.drain(..=end);
        }
        if found.is_some() {
            return Ok(found);
        }
        if self.buffer.len() > LINE_ACCEPTED {
            let got = "a line without an end".to_owned();
            return Err(PmiError::Unexpected { expected: "a short line", got });
        }
        Ok(None)
    }

    /// Waits for bytes.
    fn read(&mut self) -> Result<(), PmiError> {
        let doing = "waiting for an answer";
        let mut chunk = [0; 2048];
        match self.stream().read(&mut chunk) {
            Ok(0) => return Err(PmiError::Closed { doing }),
            Ok(n) => self.buffer.extend_from_slice(&chunk[..n]),
            Err(e) if e.kind() == io::ErrorKind::Interrupted => {}
            Err(source) => return Err(PmiError::Connection { doing, source }),
        }
        Ok(())
    }
}

fn is_readable(socket: BorrowedFd<'_>) -> bool {
    let mut watched = [PollFd::from_borrowed_fd(socket, PollFlags::IN)];
    retry_on_intr(|| poll(&mut watched, Some(&Timespec::default()))).is_ok_and(|ready| ready != 0)
}

/// What carries lines over a descriptor.
fn carrier_of(fd: OwnedFd) -> LineCarrier {
    match socket_domain(&fd) {
        Ok(AddressFamily::UNIX) => LineCarrier::Socket(File::from(fd)),
        _ => LineCarrier::Bytes(Box::new(File::from(fd))),
    }
}

/// The connection that another library of this process has, with rank and size.
///
/// # Errors
/// When links are wanted that another library has.
pub(super) fn joined(
    use_of: ConnectionUse,
) -> Result<Option<(LauncherConnection, u32, u32)>, PmiError> {
    let there = sharing::join(use_of)?;
    Ok(there.map(|there| {
        let line = LauncherConnection::shared(carrier_of(there.socket), there.sharing);
        (line, there.rank, there.size)
    }))
}

/// Takes over the descriptor that the launcher left open for this process.
pub(super) fn inherited(
    fd: RawFd,
    place: (u32, u32),
    use_of: ConnectionUse,
) -> Result<LauncherConnection, PmiError> {
    static TAKEN: AtomicBool = AtomicBool::new(false);
    let wrong =
        |expected| PmiError::Environment { name: "PMI_FD", value: fd.to_string(), expected };
    if fd < 3 {
        return Err(wrong("an open descriptor"));
    }
    if TAKEN.swap(true, Ordering::AcqRel) {
        return Err(wrong("a descriptor still to be taken; this process has connected before"));
    }
    // SAFETY: only the flags of whatever has this number are changed, if anything has it.
    #[allow(unsafe_code)]
    let there = unsafe { BorrowedFd::borrow_raw(fd) };
    // What this process starts is no rank of the job.
    fcntl_setfd(there, FdFlags::CLOEXEC).map_err(|_| wrong("an open descriptor"))?;
    // SAFETY: the descriptor is open, and the launcher's contract gives it to this process for this
    // very use; `TAKEN` keeps a second owner from arising here.
    #[allow(unsafe_code)]
    let fd = unsafe { OwnedFd::from_raw_fd(fd) };
    let sharing = Sharing::offer(fd.as_fd(), place, use_of)?;
    Ok(LauncherConnection::shared(carrier_of(fd), Arc::new(sharing)))
}

/// Takes over the descriptor at which Ferry's launcher tells this process of deaths, if it does
/// ([`crate::place::DEATHS`]).
pub fn take_deaths() -> Option<OwnedFd> {
    let text = std::env::var(crate::place::DEATHS).ok()?;
    super::forget(crate::place::DEATHS);
    let fd: RawFd = text.parse().ok().filter(|fd| *fd > 2)?;
    // SAFETY: only the flags of whatever has this number are changed, if anything has it.
    #[allow(unsafe_code)]
    let there = unsafe { BorrowedFd::borrow_raw(fd) };
    fcntl_setfd(there, FdFlags::CLOEXEC).ok()?;
    // SAFETY: the descriptor is open, and the launcher's contract gives it to this process for this very use; the
    // variable is gone, so that a second owner does not arise.
    #[allow(unsafe_code)]
    Some(unsafe { OwnedFd::from_raw_fd(fd) })
}

/// The connection to the thread that asks a PMIx server.
pub(super) fn bridged(
    stream: UnixStream,
    place: (u32, u32),
    use_of: ConnectionUse,
) -> Result<LauncherConnection, PmiError> {
    let sharing = Sharing::offer(stream.as_fd(), place, use_of)?;
    // It passes no descriptors, unlike other sockets of this kind.
    Ok(LauncherConnection::shared(LineCarrier::Bytes(Box::new(stream)), Arc::new(sharing)))
}

/// Calls the launcher at `host:port` and learns rank and size from it.
pub(super) fn dial(
    address: &str,
    id: u32,
    use_of: ConnectionUse,
) -> Result<(LauncherConnection, u32, u32), PmiError> {
    let doing = "connecting to PMI_PORT";
    let stream = with_descriptors(|| TcpStream::connect(address))
        .map_err(|source| PmiError::Connection { doing, source })?;
    // A request is one small write followed by a wait; delaying it gains nothing.
    stream.set_nodelay(true).map_err(|source| PmiError::Connection { doing, source })?;
    let copy = with_descriptors(|| stream.try_clone());
    let socket = copy.map_err(|source| PmiError::Connection { doing, source })?;
    let mut connection = LauncherConnection::new(Box::new(stream));
    let reply = connection.request(&Pmi1Message::new("initack").with("pmiid", id), "initack")?;
    super::check(&reply, "initack")?;
    let size = connection.receive("set")?.number("size");
    let rank = connection.receive("set")?.number("rank");
    let _debug = connection.receive("set")?;
    match (rank, size) {
        (Some(rank), Some(size)) => {
            // The note names the copy, which is kept with what others need.
            let sharing = Sharing::offer(socket.as_fd(), (rank, size), use_of)?;
            connection.sharing = Some(Arc::new(sharing.keeping(socket.into())));
            Ok((connection, rank, size))
        }
        _ => Err(PmiError::Unexpected { expected: "size and rank", got: "neither".into() }),
    }
}
