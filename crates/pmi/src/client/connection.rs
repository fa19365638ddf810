//! Lines to and from the launcher.

use crate::error::PmiError;
use crate::message1::{LINE_ACCEPTED, Message};
use std::fs::File;
use std::io::{self, Read, Write};
use std::net::TcpStream;
use std::os::fd::{BorrowedFd, FromRawFd, OwnedFd, RawFd};
use std::sync::atomic::{AtomicBool, Ordering};

/// Anything bytes can be read from and written to.
pub trait Stream: Read + Write + Send {}
impl<T: Read + Write + Send> Stream for T {}

/// A conversation in lines.
pub(super) struct Connection {
    stream: Box<dyn Stream>,
    /// Bytes that have arrived and are not yet read as lines.
    buffer: Vec<u8>,
}

impl std::fmt::Debug for Connection {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Connection").finish_non_exhaustive()
    }
}

impl Connection {
    pub(super) fn new(stream: Box<dyn Stream>) -> Self {
        Connection { stream, buffer: Vec::new() }
    }

    pub(super) fn send(&mut self, message: &Message) -> Result<(), PmiError> {
        let doing = "sending a request";
        match self.stream.write_all(message.to_line().as_bytes()) {
            Ok(()) => Ok(()),
            Err(e) if e.kind() == io::ErrorKind::BrokenPipe => Err(PmiError::Closed { doing }),
            Err(source) => Err(PmiError::Connection { doing, source }),
        }
    }

    /// Sends a request and waits for the reply with the command `expected`.
    pub(super) fn request(
        &mut self,
        message: &Message,
        expected: &'static str,
    ) -> Result<Message, PmiError> {
        self.send(message)?;
        self.receive(expected)
    }

    /// Waits for a message with the command `expected`.
    pub(super) fn receive(&mut self, expected: &'static str) -> Result<Message, PmiError> {
        let line = self.line()?;
        let shown = || String::from_utf8_lossy(&line).trim_end().chars().take(120).collect();
        match Message::parse(&line) {
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
            match self.stream.read(&mut chunk) {
                Ok(0) => return Err(PmiError::Closed { doing }),
                Ok(n) => self.buffer.extend_from_slice(&chunk[..n]),
                Err(e) if e.kind() == io::ErrorKind::Interrupted => {}
                Err(source) => return Err(PmiError::Connection { doing, source }),
            }
        }
    }
}

/// Whether a descriptor is open. The system is asked, as /proc is not there in every container.
fn is_open(fd: RawFd) -> bool {
    // SAFETY: the number is not negative, and the one use of the borrow asks whether it is a descriptor.
    #[allow(unsafe_code)]
    let fd = unsafe { BorrowedFd::borrow_raw(fd) };
    rustix::io::fcntl_getfd(fd).is_ok()
}

/// Takes over the descriptor that the launcher left open for this process.
pub(super) fn inherited(fd: RawFd) -> Result<Connection, PmiError> {
    static TAKEN: AtomicBool = AtomicBool::new(false);
    let wrong =
        |expected| PmiError::Environment { name: "PMI_FD", value: fd.to_string(), expected };
    if fd < 3 || !is_open(fd) {
        return Err(wrong("an open descriptor"));
    }
    if TAKEN.swap(true, Ordering::AcqRel) {
        return Err(wrong("a descriptor still to be taken; this process has connected before"));
    }
    // SAFETY: the descriptor is open, and the launcher's contract gives it to this process for this
    // very use; `TAKEN` keeps a second owner from arising here.
    #[allow(unsafe_code)]
    let fd = unsafe { OwnedFd::from_raw_fd(fd) };
    Ok(Connection::new(Box::new(File::from(fd))))
}

/// Calls the launcher at `host:port` and learns rank and size from it.
pub(super) fn dial(address: &str, id: u32) -> Result<(Connection, u32, u32), PmiError> {
    let doing = "connecting to PMI_PORT";
    let stream =
        TcpStream::connect(address).map_err(|source| PmiError::Connection { doing, source })?;
    // A request is one small write followed by a wait; delaying it gains nothing.
    stream.set_nodelay(true).map_err(|source| PmiError::Connection { doing, source })?;
    let mut connection = Connection::new(Box::new(stream));
    let reply = connection.request(&Message::new("initack").with("pmiid", id), "initack")?;
    super::check(&reply, "initack")?;
    let size = connection.receive("set")?.number("size");
    let rank = connection.receive("set")?.number("rank");
    let _debug = connection.receive("set")?;
    match (rank, size) {
        (Some(rank), Some(size)) => Ok((connection, rank, size)),
        _ => Err(PmiError::Unexpected { expected: "size and rank", got: "neither".into() }),
    }
}
