//! A line between two processes that have proven to each other that they belong together.

use crate::key::{derive, keyed, random};
use crate::stream::{ANYBODY, PortStream};
use crate::{KEY_LEN, PortError, PortKey};
use hmac::Mac;
use rustix::fd::{BorrowedFd, OwnedFd};
use std::io;
use std::time::Duration;

/// Longest message; a table of many thousands of processes fits.
const LONGEST: usize = 256 << 20;
/// Bytes that are read, and allocated, in one go.
const PIECE: usize = 64 << 10;
const MAC_LEN: usize = 32;
pub(crate) const NONCE_LEN: usize = 16;

pub(crate) type PortNonce = [u8; NONCE_LEN];

/// Which end of a line this is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum End {
    /// It was called.
    Called = 1,
    /// It has called.
    Caller = 2,
}

impl End {
    fn other(self) -> End {
        match self {
            End::Called => End::Caller,
            End::Caller => End::Called,
        }
    }
}

/// Messages between two processes. Each has its length before it and behind it a proof: HMAC-SHA-256 under
/// the line's key over the sender's end, the message's number and its bytes.
pub struct PortLine {
    stream: PortStream,
    /// Who is at the other end, in words.
    peer: String,
    key: PortKey,
    end: End,
    sent: u64,
    received: u64,
}

impl std::fmt::Debug for PortLine {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("PortLine").field("end", &self.end).finish_non_exhaustive()
    }
}

impl PortLine {
    pub(crate) fn new(stream: PortStream, key: PortKey, end: End) -> PortLine {
        let peer = stream.peer();
        PortLine { stream, peer, key, end, sent: 0, received: 0 }
    }

    /// What a failure of the socket says of the other end.
    fn failed(&self, error: io::Error) -> PortError {
        match broken(error) {
            PortError::Gone { how, .. } => PortError::Gone { who: self.peer.clone(), how },
            other => other,
        }
    }

    /// Whether this end was called, which makes it the first of the two.
    pub fn is_first(&self) -> bool {
        self.end == End::Called
    }

    /// A secret that both ends have, and nobody else.
    pub fn secret(&self, purpose: &[u8], with: &[&[u8]]) -> PortKey {
        derive(&self.key, purpose, with)
    }

    /// From now on waits end after so long; `None`: they do not, while the other end lives.
    pub fn wait_at_most(&mut self, time: Option<Duration>) {
        self.stream.wait_at_most(time);
    }

    fn proof(&self, from: End, number: u64, body: &[u8]) -> [u8; MAC_LEN] {
        let mut mac = keyed(&self.key);
        mac.update(b"ferry line");
        mac.update(&[from as u8]);
        mac.update(&number.to_le_bytes());
        mac.update(body);
        mac.finalize().into_bytes().into()
    }

    /// Sends a message.
    ///
    /// # Errors
    /// When the other end is gone.
    pub fn send(&mut self, body: &[u8]) -> Result<(), PortError> {
        let proof = self.proof(self.end, self.sent, body);
        self.sent += 1;
        let mut bytes = Vec::with_capacity(4 + body.len() + MAC_LEN);
        bytes.extend((body.len() as u32).to_le_bytes());
        bytes.extend(body);
        bytes.extend(proof);
        self.stream.send(&bytes).map_err(|e| self.failed(e))
    }

    /// Whether a message begins to come within a time, or the other's end.
    ///
    /// # Errors
    /// When the socket is of no use.
    pub(crate) fn comes_within(&self, time: Duration) -> Result<bool, PortError> {
        self.stream.is_readable_within(time).map_err(|e| self.failed(e))
    }

    /// Waits for the next message. Memory is taken as its bytes come.
    ///
    /// # Errors
    /// When the other end is gone, or what comes is not from it.
    pub fn receive(&mut self) -> Result<Vec<u8>, PortError> {
        let mut len = [0; 4];
        self.stream.fill(&mut len).map_err(|e| self.failed(e))?;
        let len = u32::from_le_bytes(len) as usize;
        if len > LONGEST {
            return Err(PortError::Broken(format!("announces a message of {len} bytes")));
        }
        let (mut body, mut proof) = (Vec::new(), [0; MAC_LEN]);
        while body.len() < len {
            let at = body.len();
            body.resize((at + PIECE).min(len), 0);
            self.stream.fill(&mut body[at..]).map_err(|e| self.failed(e))?;
        }
        self.stream.fill(&mut proof).map_err(|e| self.failed(e))?;
        let expected = self.proof(self.end.other(), self.received, &body);
        self.received += 1;
        match is_same(&expected, &proof) {
            true => Ok(body),
            false => {
                Err(PortError::Broken("sent what it cannot have sent: its proof is wrong".into()))
            }
        }
    }

    /// Sends a message while the other end sends one, and returns that.
    ///
    /// # Errors
    /// As [`PortLine::send`] and [`PortLine::receive`].
    pub fn swap(&mut self, body: &[u8]) -> Result<Vec<u8>, PortError> {
        // Two long messages that cross could fill all buffers: one end listens first.
        if self.is_first() {
            self.send(body)?;
            return self.receive();
        }
        let theirs = self.receive()?;
        self.send(body)?;
        Ok(theirs)
    }
}

/// Compares in constant time.
pub(crate) fn is_same(a: &[u8; 32], b: &[u8; 32]) -> bool {
    a.iter().zip(b).fold(0, |differs, (a, b)| differs | (a ^ b)) == 0
}

/// What a failure of a socket says of the process at its other end.
pub(crate) fn broken(error: io::Error) -> PortError {
    use io::ErrorKind as Kind;
    let gone = |how: String| PortError::Gone { who: ANYBODY.into(), how };
    // Where the system says so, it has asked the other host and got no answer.
    let is_of_system = error.raw_os_error().is_some();
    match error.kind() {
        Kind::UnexpectedEof => gone("has closed the connection".into()),
        Kind::ConnectionReset | Kind::ConnectionAborted | Kind::BrokenPipe => {
            gone(format!("has broken off the connection ({error})"))
        }
        Kind::HostUnreachable | Kind::NetworkUnreachable => {
            gone(format!("cannot be reached any more ({error})"))
        }
        Kind::TimedOut if is_of_system => gone(format!("cannot be reached any more ({error})")),
        Kind::TimedOut => PortError::Broken("says nothing".into()),
        _ => PortError::Broken(format!("cannot be heard: {error}")),
    }
}

/// A line over a connected socket of the program's, whose other end does the same (MPI-5.0 §11.10.5). The
/// socket stays the program's. Whoever can read what goes through it can use what is agreed there.
///
/// # Errors
/// When the descriptor is no connected socket, or the other end says something else.
pub fn join(socket: BorrowedFd<'_>) -> Result<PortLine, PortError> {
    const GREETING: &[u8; 8] = b"FRYJOIN1";
    let failed = PortError::system("preparing to join over the socket");
    let copy: OwnedFd =
        ferry_sys::with_descriptors(|| socket.try_clone_to_owned()).map_err(&failed)?;
    rustix::net::getpeername(&copy).map_err(|e| failed(e.into()))?;
    let mut stream = PortStream::over(copy);
    let mine: PortNonce = random()?;
    stream.send(&[&GREETING[..], &mine].concat()).map_err(broken)?;
    let (mut greeting, mut theirs) = ([0; 8], PortNonce::default());
    stream.fill(&mut greeting).map_err(broken)?;
    if greeting != *GREETING {
        return Err(PortError::Broken("does not join by Ferry's protocol".into()));
    }
    stream.fill(&mut theirs).map_err(broken)?;
    let end = if mine < theirs { End::Called } else { End::Caller };
    let key =
        derive(&[0; KEY_LEN], b"ferry join", &[mine.min(theirs).as_slice(), &mine.max(theirs)]);
    Ok(PortLine::new(stream, key, end))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::os::fd::AsFd;
    use std::os::unix::net::UnixStream;

    fn pair(keys: [PortKey; 2]) -> (PortLine, PortLine) {
        let (a, b) = UnixStream::pair().unwrap();
        let line = |stream, key, end| PortLine::new(PortStream::local(stream), key, end);
        (line(a, keys[0], End::Called), line(b, keys[1], End::Caller))
    }

    #[test]
    fn long_messages_cross() {
        let (mut a, mut b) = pair([[1; KEY_LEN]; 2]);
        let long = vec![7; 3 << 20];
        std::thread::scope(|scope| {
            let theirs = scope.spawn(|| b.swap(&[9; 2 << 20]).unwrap());
            assert_eq!(a.swap(&long).unwrap(), [9; 2 << 20]);
            assert_eq!(theirs.join().unwrap(), long);
        });
        assert_eq!(a.secret(b"x", &[b"y"]), b.secret(b"x", &[b"y"]));
    }

    #[test]
    fn what_another_has_sent_is_not_believed() {
        let (mut a, mut b) = pair([[1; KEY_LEN], [2; KEY_LEN]]);
        a.send(b"hello").unwrap();
        assert!(b.receive().unwrap_err().to_string().contains("proof"));
        // Nor what was sent before, nor what this end has sent itself.
        let (mut a, mut b) = pair([[1; KEY_LEN]; 2]);
        a.send(b"hello").unwrap();
        assert_eq!(b.receive().unwrap(), b"hello");
        a.sent = 0;
        a.send(b"hello").unwrap();
        assert!(b.receive().is_err());
    }

    #[test]
    fn who_has_gone_is_told_from_who_says_nothing() {
        let (mut a, b) = pair([[1; KEY_LEN]; 2]);
        a.wait_at_most(Some(Duration::ZERO));
        let silent = a.receive().unwrap_err();
        assert!(matches!(&silent, PortError::Broken(how) if how == "says nothing"), "{silent}");
        a.wait_at_most(None);
        drop(b);
        let gone = a.receive().unwrap_err();
        assert!(matches!(gone, PortError::Gone { .. }), "{gone}");
        assert!(gone.to_string().contains("closed"), "{gone}");
        let gone = a.send(b"hello").unwrap_err();
        assert!(matches!(gone, PortError::Gone { .. }), "{gone}");
        let cut = broken(io::Error::from_raw_os_error(rustix::io::Errno::TIMEDOUT.raw_os_error()));
        assert!(matches!(cut, PortError::Gone { .. }), "{cut}");
    }

    #[test]
    fn the_other_end_is_known_by_its_address() {
        let listener = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
        let address = listener.local_addr().unwrap();
        let stream = std::net::TcpStream::connect(address).unwrap();
        drop(listener.accept().unwrap());
        let mut line = PortLine::new(PortStream::tcp(stream), [1; KEY_LEN], End::Caller);
        let gone = line.receive().unwrap_err().to_string();
        assert!(gone.starts_with(&format!("the process at {address} has closed")), "{gone}");
    }

    #[test]
    fn nothing_is_allocated_for_a_length() {
        let (a, mut b) = pair([[1; KEY_LEN]; 2]);
        let mut stream = a.stream;
        stream.send(&u32::MAX.to_le_bytes()).unwrap();
        assert!(b.receive().unwrap_err().to_string().contains("announces"));
    }

    #[test]
    fn the_programs_socket_is_joined_by_and_stays_open() {
        let (a, b) = UnixStream::pair().unwrap();
        std::thread::scope(|scope| {
            let other = scope.spawn(|| join(b.as_fd()).unwrap().swap(b"from b").unwrap());
            let mut line = join(a.as_fd()).unwrap();
            assert_eq!(line.swap(b"from a").unwrap(), b"from b");
            assert_eq!(other.join().unwrap(), b"from a");
        });
        let (mut left, mut right) = (PortStream::local(a), PortStream::local(b));
        left.send(b"the program's").unwrap();
        let mut came = [0; 13];
        right.fill(&mut came).unwrap();
        assert_eq!(&came, b"the program's");
        assert!(join(std::fs::File::open("/dev/null").unwrap().as_fd()).is_err());
    }
}
