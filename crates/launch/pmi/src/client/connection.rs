//! Lines to and from the launcher.

use super::sharing::{self, ConnectionUse, Sharing, Turn};
use crate::error::PmiError;
use crate::message1::{LINE_ACCEPTED, Pmi1Message};
use crate::passing;
use rustix::fd::{AsFd, BorrowedFd, FromRawFd, OwnedFd};
use rustix::io::{Errno, FdFlags, fcntl_setfd, retry_on_intr};
use rustix::net::AddressFamily;
use rustix::net::sockopt::socket_domain;
use std::fs::File;
use std::io::{self, Read, Write};
use std::net::TcpStream;
use std::os::fd::RawFd;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// Anything bytes can be read from and written to.
pub trait ByteStream: Read + Write + Send {}
impl<T: Read + Write + Send> ByteStream for T {}

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
    /// Where other libraries of the process may use it too.
    sharing: Option<Arc<Sharing>>,
}

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
        LauncherConnection { carrier, buffer: Vec::new(), sharing: None }
    }

    fn shared(carrier: LineCarrier, sharing: Sharing) -> Self {
        LauncherConnection { sharing: Some(Arc::new(sharing)), ..LauncherConnection::over(carrier) }
    }

    /// Nobody else of this process asks until this is dropped.
    fn turn(&self) -> Option<Turn> {
        self.sharing.as_ref().map(Sharing::turn)
    }

    /// Whether nobody else of this process uses the connection.
    pub(super) fn leave(&self) -> bool {
        self.sharing.as_ref().is_none_or(Sharing::leave)
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
        // One at a time is asked and answered, so the answer comes alone.
        while !self.buffer.ends_with(b"\n") {
            let received = retry_on_intr(|| passing::receive(socket, &mut chunk, &mut passed));
            match received.map_err(failed)? {
                0 => return Err(PmiError::Closed { doing }),
                n => self.buffer.extend_from_slice(&chunk[..n]),
            }
        }
        self.receive("ferry_board_result").map(|reply| (reply, passed))
    }

    pub(super) fn send(&mut self, message: &Pmi1Message) -> Result<(), PmiError> {
        let doing = "sending a request";
        match self.stream().write_all(message.to_line().as_bytes()) {
            Ok(()) => Ok(()),
            Err(e) if e.kind() == io::ErrorKind::BrokenPipe => Err(PmiError::Closed { doing }),
            Err(source) => Err(PmiError::Connection { doing, source }),
        }
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
        let line = self.line()?;
        let shown = || String::from_utf8_lossy(&line).trim_end().chars().take(120).collect();
        match Pmi1Message::parse(&line) {
            Ok(reply) if reply.command() == expected => Ok(reply),
            _ => Err(PmiError::Unexpected { expected, got: shown() }),
        }
    }

    fn line(&mut self) -> Result<Vec<u8>, PmiError> {
        let doing = "waiting for an answer";
        let mut searched = 0;
        loop {
            if let Some(at) = self.buffer[searched..].iter().position(|&b| b == b'\n') {
                return Ok(self.buffer.drain(..=searched + at).collect());
            }
            searched = self.buffer.len();
            if searched > LINE_ACCEPTED {
                let got = "a line without an end".to_owned();
                return Err(PmiError::Unexpected { expected: "a short line", got });
            }
            let mut chunk = [0; 2048];
            match self.stream().read(&mut chunk) {
                Ok(0) => return Err(PmiError::Closed { doing }),
                Ok(n) => self.buffer.extend_from_slice(&chunk[..n]),
                Err(e) if e.kind() == io::ErrorKind::Interrupted => {}
                Err(source) => return Err(PmiError::Connection { doing, source }),
            }
        }
    }
}

/// What carries lines over a descriptor.
fn carrier_of(fd: OwnedFd) -> LineCarrier {
    match socket_domain(&fd) {
        Ok(AddressFamily::UNIX) => LineCarrier::Socket(File::from(fd)),
        _ => LineCarrier::Bytes(Box::new(File::from(fd))),
    }
}

/// The connection that another library of this process has, with rank and size.
pub(super) fn joined(use_of: ConnectionUse) -> Option<(LauncherConnection, u32, u32)> {
    let there = sharing::join(use_of)?;
    let line = LauncherConnection::shared(carrier_of(there.socket), there.sharing);
    Some((line, there.rank, there.size))
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
    Ok(LauncherConnection::shared(carrier_of(fd), sharing))
}

/// Calls the launcher at `host:port` and learns rank and size from it.
pub(super) fn dial(
    address: &str,
    id: u32,
    use_of: ConnectionUse,
) -> Result<(LauncherConnection, u32, u32), PmiError> {
    let doing = "connecting to PMI_PORT";
    let stream =
        TcpStream::connect(address).map_err(|source| PmiError::Connection { doing, source })?;
    // A request is one small write followed by a wait; delaying it gains nothing.
    stream.set_nodelay(true).map_err(|source| PmiError::Connection { doing, source })?;
    let socket = stream.try_clone().map_err(|source| PmiError::Connection { doing, source })?;
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
