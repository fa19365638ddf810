//! Opening a stream's connection: the peer's addresses one after the other, each tried until it has
//! failed, the one that worked last first.

use crate::events::{Events, Token};
use crate::{NAME, VERSION};
use ferry_method::{Identity, MethodError, Now, PeerId};
use ferry_method_tcp::TcpOptions;
use ferry_method_tcp::door::{
    Acceptance, Disbelief, HandshakeSocket, HandshakeStep, HandshakeTalk, prepare, settle, tune,
};
use rustix::io::Errno;
use socket2::{Domain, Protocol, SockAddr, Socket, Type};
use std::io;
use std::net::SocketAddr;
use std::time::Duration;

/// For the system to connect to one address.
const PATIENCE: Duration = Duration::from_secs(3);
/// After it was given up in vain it goes on for so long.
const LONGER: Duration = Duration::from_millis(50);
/// Between a failure and the next try.
const RETRY: Duration = Duration::from_millis(20);

/// How far a try has come.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum StreamDialStage {
    /// The system is connecting.
    Connecting,
    /// The Hello is out; from now on the peer is waited for, as it may be computing.
    Greeted,
    /// Our proof is out.
    Proven,
}

struct Attempt {
    exchange: HandshakeSocket,
    talk: HandshakeTalk,
    stage: StreamDialStage,
}

/// What became of a step.
pub(crate) enum Dialled {
    /// Nothing decided yet.
    Going,
    /// The connection is up.
    Up(Socket),
    /// It will never be.
    Failed(MethodError),
    /// The system has no descriptor for it.
    NoDescriptor,
    /// The peer takes no stream from this process: it has lost or closed its links.
    Refused,
}

/// What a dial needs to know of its process.
pub(crate) struct Caller<'a> {
    pub(crate) identity: &'a Identity,
    pub(crate) options: &'a TcpOptions,
    pub(crate) events: &'a Events,
    pub(crate) token: Token,
}

/// A stream's connection being opened.
pub(crate) struct Dial {
    peer: PeerId,
    addresses: Vec<SocketAddr>,
    /// The address that is tried.
    at: usize,
    attempt: Option<Attempt>,
    /// When the try is given up, or the next one begins.
    due: Now,
    /// When all of it is given up; nothing before the first step that was told the time.
    end: Option<Now>,
    failure: String,
}

/// Whether a process or the system has run out of descriptors or of memory for sockets.
pub(crate) fn is_out_of_descriptors(e: &io::Error) -> bool {
    let none = [Errno::MFILE, Errno::NFILE, Errno::NOBUFS, Errno::NOMEM];
    none.iter().any(|errno| e.raw_os_error() == Some(errno.raw_os_error()))
}

impl Dial {
    /// Tries from the address numbered `first` on.
    pub(crate) fn new(peer: PeerId, addresses: Vec<SocketAddr>, first: usize) -> Self {
        let at = first.min(addresses.len().saturating_sub(1));
        let failure = String::new();
        Dial { peer, addresses, at, attempt: None, due: Now::ZERO, end: None, failure }
    }

    /// Starts the first try before any time is told, so that the first frame waits the least. False
    /// if the system has no descriptor for it.
    pub(crate) fn begin(&mut self, caller: &Caller<'_>) -> bool {
        self.launch(Now::ZERO, caller)
    }

    fn launch(&mut self, now: Now, caller: &Caller<'_>) -> bool {
        let Some(address) = self.addresses.get(self.at) else { return true };
        match open(*address, self.peer, caller) {
            Ok(attempt) => {
                self.attempt = Some(attempt);
                self.due = now + PATIENCE;
            }
            Err(e) if is_out_of_descriptors(&e) => return false,
            Err(e) => self.fail(now, e.to_string()),
        }
        true
    }

    /// The number of the address that is tried.
    pub(crate) fn at(&self) -> usize {
        self.at
    }

    /// When the next step is due if no event comes before.
    pub(crate) fn next_due(&self) -> Option<Now> {
        (!self.is_waited_for()).then(|| self.end.map_or(self.due, |end| end.min(self.due)))
    }

    /// Whether the peer's host has answered and the peer itself is waited for.
    pub(crate) fn is_waited_for(&self) -> bool {
        self.attempt.as_ref().is_some_and(|a| a.stage != StreamDialStage::Connecting)
    }

    /// It failed, but nobody is to know yet.
    pub(crate) fn doubt(&mut self, now: Now) {
        self.end = Some(now + LONGER);
    }

    /// Nobody looked for so long.
    pub(crate) fn forgive(&mut self, missed: Duration) {
        if let Some(end) = &mut self.end {
            *end += missed;
        }
        if self.attempt.is_some() {
            self.due += missed;
        }
    }

    /// Moves it on.
    pub(crate) fn step(&mut self, now: Now, caller: &Caller<'_>) -> Dialled {
        if self.addresses.is_empty() {
            return Dialled::Failed(self.unreachable());
        }
        let end = *self.end.get_or_insert_with(|| {
            self.due = if self.attempt.is_some() { now + PATIENCE } else { now };
            now + caller.options.connect_timeout
        });
        if self.attempt.is_none() && self.due <= now && !self.launch(now, caller) {
            return Dialled::NoDescriptor;
        }
        let outcome = self.drive(now, caller);
        let connecting =
            self.attempt.as_ref().is_none_or(|a| a.stage == StreamDialStage::Connecting);
        if matches!(outcome, Dialled::Going) && connecting && now >= end {
            return Dialled::Failed(self.unreachable());
        }
        outcome
    }

    fn drive(&mut self, now: Now, caller: &Caller<'_>) -> Dialled {
        let Some(attempt) = &mut self.attempt else { return Dialled::Going };
        let late = attempt.stage == StreamDialStage::Connecting && now >= self.due;
        match attempt.advance(caller) {
            Ok(None) if late => self.fail(now, "no answer".to_owned()),
            Ok(None) => {}
            Ok(Some(Ok(Acceptance::Accept))) => match self.attempt.take() {
                Some(attempt) => {
                    let socket = attempt.exchange.socket;
                    settle(&socket, attempt.talk.theirs());
                    return Dialled::Up(socket);
                }
                None => return Dialled::Going,
            },
            Ok(Some(Ok(Acceptance::Refuse))) => return Dialled::Refused,
            Ok(Some(Ok(_) | Err(Disbelief::Version(_)))) => {
                return Dialled::Failed(self.failed(
                    "it speaks another version of the method's protocol; start all processes \
                     with the same Ferry",
                ));
            }
            Ok(Some(Err(Disbelief::Stranger))) => {
                self.fail(now, "what answers there is not the peer".to_owned());
            }
            Err(e) if e.kind() == io::ErrorKind::UnexpectedEof => {
                self.fail(now, "closed by the other end".to_owned());
            }
            Err(e) => self.fail(now, e.to_string()),
        }
        Dialled::Going
    }

    fn fail(&mut self, now: Now, why: String) {
        self.failure = format!("{}: {why}", self.addresses[self.at]);
        self.at = (self.at + 1) % self.addresses.len();
        self.attempt = None;
        self.due = now + RETRY;
    }

    fn failed(&self, why: &str) -> MethodError {
        MethodError::Unreachable { peer: self.peer, method: NAME, why: why.to_owned() }
    }

    fn unreachable(&self) -> MethodError {
        if self.addresses.is_empty() {
            return self.failed("it published no address that leads there from this host");
        }
        self.failed(&format!(
            "no connection for a stream could be opened in time; last tried {}; check the network \
             between the hosts",
            self.failure
        ))
    }
}

impl Attempt {
    /// Moves the handshake on; the verdict, or why what came was not believed.
    fn advance(
        &mut self,
        caller: &Caller<'_>,
    ) -> io::Result<Option<Result<Acceptance, Disbelief>>> {
        if !self.exchange.flush()? {
            return Ok(None);
        }
        if self.stage == StreamDialStage::Connecting {
            self.stage = StreamDialStage::Greeted;
            caller.events.change(&self.exchange.socket, caller.token, false)?;
        }
        while let Some(message) = self.exchange.take()? {
            let expected = match self.stage {
                StreamDialStage::Proven => HandshakeStep::Verdict,
                _ => HandshakeStep::Challenge,
            };
            match self.talk.hear(&message, &[expected]) {
                Ok((HandshakeStep::Challenge, _)) => {
                    self.exchange.put(self.talk.say(HandshakeStep::Proof, Acceptance::None)?);
                    self.stage = StreamDialStage::Proven;
                    // It always fits into an empty socket buffer.
                    self.exchange.flush()?;
                }
                Ok((_, verdict)) => return Ok(Some(Ok(verdict))),
                Err(disbelief) => return Ok(Some(Err(disbelief))),
            }
        }
        Ok(None)
    }
}

fn open(address: SocketAddr, peer: PeerId, caller: &Caller<'_>) -> io::Result<Attempt> {
    let domain = Domain::for_address(address);
    let open = || Socket::new(domain, Type::STREAM, Some(Protocol::TCP));
    let socket = ferry_sys::with_descriptors(open)?;
    socket.set_nonblocking(true)?;
    tune(&socket)?;
    prepare(&socket, caller.options.rto_min);
    if let Some(n) = caller.options.send_buffer {
        socket.set_send_buffer_size(n)?;
    }
    match socket.connect(&SockAddr::from(address)) {
        Ok(()) => {}
        Err(e) if e.raw_os_error() == Some(Errno::INPROGRESS.raw_os_error()) => {}
        Err(e) => return Err(e),
    }
    caller.events.watch(&socket, caller.token, true)?;
    let mut talk = HandshakeTalk::new(caller.identity, VERSION, Some(peer));
    let mut exchange = HandshakeSocket::new(socket);
    exchange.put(talk.say(HandshakeStep::Hello, Acceptance::None)?);
    // Within a host the connection is often made already.
    exchange.flush()?;
    Ok(Attempt { exchange, talk, stage: StreamDialStage::Connecting })
}
