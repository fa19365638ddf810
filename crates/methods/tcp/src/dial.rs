//! Opening a connection: the peer's addresses are tried in parallel, a little apart in time, and the
//! first one behind which the peer proves itself wins (the idea of RFC 8305).

use crate::detour::TcpDetours;
use crate::events::{Events, Token};
use crate::exchange::HandshakeSocket;
use crate::handshake::{Acceptance, Disbelief, HandshakeStep, HandshakeTalk};
use crate::options::TcpOptions;
use crate::promptness;
use crate::settings::SocketSettings;
use crate::terms::Terms;
use ferry_method::{Identity, MethodError, Now, PeerId};
use ferry_sys::{descriptor_advice, with_descriptors};
use rustix::io::Errno;
use socket2::{Domain, SockAddr, Socket, Type};
use std::io;
use std::net::{IpAddr, SocketAddr};
use std::time::Duration;

/// Between the first tries of two addresses.
const STAGGER: Duration = Duration::from_millis(50);
/// A try has so long to succeed, however late it begins.
const OWN_PATIENCE: Duration = Duration::from_secs(3);
/// So long nobody listens at any address of a peer that was never reached, which it told of when it listened there.
const NOBODY_LISTENS: Duration = Duration::from_secs(3);
/// Before an address that failed is tried again: at first, and at most.
const RETRY: (Duration, Duration) = (Duration::from_millis(20), Duration::from_millis(500));

/// How far a try has come.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum DialStage {
    /// The system is connecting.
    Connecting,
    /// A listener took the connection; the Hello is out.
    Greeted,
    /// The peer has proven itself and has our proof.
    Proven,
}

struct Attempt {
    exchange: HandshakeSocket,
    talk: HandshakeTalk,
    stage: DialStage,
    /// When it began.
    since: Now,
}

struct Candidate {
    address: SocketAddr,
    due: Now,
    tries: u32,
    attempt: Option<Attempt>,
    failure: Option<String>,
    /// Nobody listens there any more.
    refused: bool,
}

/// What became of a step.
pub(crate) enum Dialled {
    /// Nothing decided yet.
    Going,
    /// The connection is up, on these terms of the peer's.
    Up(Socket, Terms),
    /// It will never be.
    Failed(MethodError),
    /// Nothing gets there.
    Hopeless(MethodError),
}

/// What a dial needs to know of its process.
pub(crate) struct Caller<'a> {
    pub(crate) identity: &'a Identity,
    pub(crate) version: u8,
    pub(crate) options: &'a TcpOptions,
    pub(crate) events: &'a Events,
    pub(crate) detours: &'a TcpDetours,
}

impl Caller<'_> {
    fn name(&self) -> &'static str {
        self.options.transport.name()
    }
}

/// A connection that broke.
pub(crate) struct Break {
    /// What was seen.
    pub(crate) why: String,
    /// The peer's address that it led to.
    pub(crate) remote: Option<IpAddr>,
    /// When the trouble began.
    pub(crate) since: Now,
}

/// A connection being opened.
pub(crate) struct Dial {
    peer: PeerId,
    /// What is proposed to the peer.
    terms: Terms,
    candidates: Vec<Candidate>,
    /// The own address that the first candidate is called from.
    from: Option<IpAddr>,
    /// The connection takes the place of one that broke.
    broken: Option<Break>,
    /// When the first poll saw it.
    started: Option<Now>,
    /// Somebody looks for another way; it is asked about again then.
    doubted: Option<Now>,
}

impl Dial {
    /// A connection on these terms, which may take the place of a broken one.
    pub(crate) fn on(
        peer: PeerId,
        terms: Terms,
        addresses: Vec<SocketAddr>,
        broken: Option<Break>,
    ) -> Self {
        let candidates = addresses
            .into_iter()
            .map(|address| Candidate {
                address,
                due: Now::ZERO,
                tries: 0,
                attempt: None,
                failure: None,
                refused: false,
            })
            .collect();
        let started = broken.as_ref().map(|broken| broken.since);
        Dial { peer, terms, candidates, from: None, broken, started, doubted: None }
    }

    /// Which of the link's connections it is.
    pub(crate) fn lane(&self) -> u8 {
        self.terms.lane
    }

    /// Has the first candidate called from this own address.
    pub(crate) fn leave_from(&mut self, address: Option<IpAddr>) {
        self.from = address;
    }

    /// Starts the first try before any time was told, so that the first frame waits the least.
    pub(crate) fn begin(&mut self, caller: &Caller<'_>) {
        if let Some(first) = self.candidates.first_mut() {
            first.launch(Now::ZERO, (self.peer, self.terms, self.from), caller);
        }
    }

    /// Whether the peer may have accepted a connection that this end knows nothing of yet.
    pub(crate) fn has_proven(&self) -> bool {
        self.attempts().any(|a| a.stage == DialStage::Proven)
    }

    fn attempts(&self) -> impl Iterator<Item = &Attempt> {
        self.candidates.iter().filter_map(|c| c.attempt.as_ref())
    }

    /// When the next step is due if no event comes before.
    pub(crate) fn next_due(&self, options: &TcpOptions) -> Option<Now> {
        if self.doubted.is_some() {
            return self.doubted;
        }
        let retry = self.candidates.iter().filter(|c| c.attempt.is_none()).map(|c| c.due).min();
        let retry = retry.filter(|_| !self.has_proven());
        let end = self.end(options).filter(|_| !self.is_waited_for());
        [retry, end].into_iter().flatten().min()
    }

    fn patience(&self, options: &TcpOptions) -> Duration {
        if self.broken.is_some() { options.reconnect_timeout } else { options.connect_timeout }
    }

    /// When no further try begins.
    fn last_call(&self, options: &TcpOptions) -> Option<Now> {
        self.started.map(|started| started + self.patience(options))
    }

    /// When it is given up: a try under way has patience of its own.
    fn end(&self, options: &TcpOptions) -> Option<Now> {
        let own = OWN_PATIENCE.min(self.patience(options));
        let last = self.attempts().map(|attempt| attempt.since + own).max();
        self.last_call(options).max(last.filter(|_| self.started.is_some()))
    }

    /// There is no hope, but somebody looks for another way.
    pub(crate) fn doubt(&mut self, now: Now) {
        self.doubted = Some(now + STAGGER);
    }

    /// Nobody looked for so long.
    pub(crate) fn forgive(&mut self, missed: Duration) {
        if let Some(started) = &mut self.started {
            *started += missed;
        }
        let attempts = self.candidates.iter_mut().filter_map(|c| c.attempt.as_mut());
        attempts.for_each(|attempt| attempt.since += missed);
    }

    /// Whether the peer's process has ended: nobody listens where it did.
    fn is_gone(&self) -> bool {
        let Some(broken) = &self.broken else { return false };
        let there = |c: &&Candidate| broken.remote == Some(c.address.ip());
        match self.candidates.iter().find(there) {
            Some(candidate) => candidate.refused,
            None => self.is_refused_everywhere(),
        }
    }

    fn is_refused_everywhere(&self) -> bool {
        !self.candidates.is_empty() && self.candidates.iter().all(|c| c.refused)
    }

    /// The same of a peer that was never reached, for long enough, and no try is under way.
    fn is_absent(&self, now: Now) -> bool {
        let is_time = self.started.is_some_and(|started| now >= started + NOBODY_LISTENS);
        is_time && self.is_refused_everywhere() && self.attempts().next().is_none()
    }

    /// Whether some process took the connection and is being waited for.
    pub(crate) fn is_waited_for(&self) -> bool {
        self.answered().is_some()
    }

    /// The connection that a listener took.
    pub(crate) fn answered(&self) -> Option<&Socket> {
        let answered = self.attempts().find(|a| a.stage != DialStage::Connecting);
        answered.map(|attempt| &attempt.exchange.socket)
    }

    /// Where things stand, for people.
    pub(crate) fn describe(&self) -> String {
        let tries: Vec<String> = self
            .candidates
            .iter()
            .map(|c| match (&c.attempt, &c.failure) {
                (Some(a), _) => format!("{} {:?}", c.address, a.stage),
                (None, Some(why)) => format!("{} {why}", c.address),
                (None, None) => c.address.to_string(),
            })
            .collect();
        tries.join("; ")
    }

    /// Gives every try up and begins another then, for tests.
    #[cfg(test)]
    pub(crate) fn try_again(&mut self, at: Now) {
        for candidate in &mut self.candidates {
            (candidate.attempt, candidate.due) = (None, at);
        }
    }

    /// Moves every try on.
    pub(crate) fn step(&mut self, now: Now, caller: &Caller<'_>) -> Dialled {
        if self.started.is_none() {
            self.start(now);
        }
        self.launch_due(now, caller);
        for i in 0..self.candidates.len() {
            match self.drive(i, now, caller) {
                Ok(None) => {}
                Ok(Some((socket, terms))) => return Dialled::Up(socket, terms),
                Err(fatal) => return Dialled::Failed(fatal),
            }
        }
        let late = self.end(caller.options).is_some_and(|end| now >= end);
        // Whose address is not known may still call.
        let hopeless = self.candidates.is_empty() && self.broken.is_none();
        if hopeless || self.is_absent(now) || self.is_gone() || (late && !self.is_waited_for()) {
            return Dialled::Hopeless(self.unreachable(caller.name()));
        }
        Dialled::Going
    }

    fn start(&mut self, now: Now) {
        self.started = Some(now);
        for (i, candidate) in (0u32..).zip(&mut self.candidates) {
            candidate.due = now + STAGGER * i;
            if let Some(attempt) = &mut candidate.attempt {
                attempt.since = now;
            }
        }
    }

    /// Starts the tries that are due; if none is under way, the next one at once.
    fn launch_due(&mut self, now: Now, caller: &Caller<'_>) {
        let is_over = self.last_call(caller.options).is_some_and(|last| now >= last);
        if self.has_proven() || is_over {
            return;
        }
        for i in 0..self.candidates.len() {
            let idle = self.attempts().next().is_none();
            let c = &mut self.candidates[i];
            if c.attempt.is_some() || !(c.due <= now || (idle && c.tries == 0)) {
                continue;
            }
            let from = self.from.filter(|_| i == 0);
            c.launch(now, (self.peer, self.terms, from), caller);
        }
    }

    /// Moves one try on; `Some` when it is up.
    fn drive(
        &mut self,
        i: usize,
        now: Now,
        caller: &Caller<'_>,
    ) -> Result<Option<(Socket, Terms)>, MethodError> {
        let c = &mut self.candidates[i];
        let Some(attempt) = &mut c.attempt else { return Ok(None) };
        let heard = match attempt.advance(token(self.peer, self.terms), caller) {
            Ok(heard) => heard,
            Err(e) => {
                c.refuse(now, &e);
                return Ok(None);
            }
        };
        match heard {
            Heard::Nothing => Ok(None),
            Heard::Challenge => {
                for (j, other) in self.candidates.iter_mut().enumerate().filter(|(j, _)| *j != i) {
                    other.due = now + STAGGER * (j as u32 + 1);
                    other.attempt = None;
                }
                Ok(None)
            }
            Heard::Verdict(Acceptance::Accept) => {
                Ok(c.attempt.take().map(|a| (a.exchange.socket, a.talk.theirs())))
            }
            Heard::Verdict(Acceptance::Yield) => {
                c.fail(now, "the peer's own connection comes instead".into());
                Ok(None)
            }
            Heard::Verdict(_) => {
                let why = "it has lost or closed its link to this process";
                Err(self.refused(caller.name(), why))
            }
            Heard::Nonsense(Disbelief::Stranger) => {
                c.fail(now, "what answers there is not the peer".into());
                Ok(None)
            }
            Heard::Nonsense(Disbelief::Version(theirs)) => {
                Err(version_mismatch(caller.name(), self.peer, theirs, caller.version))
            }
        }
    }

    fn refused(&self, method: &'static str, why: &str) -> MethodError {
        if let Some(broken) = &self.broken {
            let why = format!("{}; {why}", broken.why);
            return MethodError::Lost { peer: self.peer, method, why };
        }
        MethodError::Unreachable { peer: self.peer, method, why: why.to_owned() }
    }

    fn unreachable(&self, method: &'static str) -> MethodError {
        if self.is_gone() {
            return self.refused(method, "nobody listens there any more");
        }
        if self.broken.is_some() {
            return self
                .refused(method, &format!("no new connection came about: {}", self.describe()));
        }
        if self.candidates.is_empty() {
            let why = "it published no address that leads there from this host";
            return self.refused(method, why);
        }
        if self.is_refused_everywhere() {
            let why = format!("nobody listens there any more: {}", self.describe());
            return self.refused(method, &why);
        }
        let why = format!(
            "none of its addresses answered in time: {}; check the network between the hosts or \
             choose another with tcp.interface",
            self.describe()
        );
        self.refused(method, &why)
    }
}

impl Candidate {
    fn launch(
        &mut self,
        now: Now,
        (peer, terms, from): (PeerId, Terms, Option<IpAddr>),
        caller: &Caller<'_>,
    ) {
        self.tries += 1;
        match open(self.address, from, peer, terms, caller) {
            Ok(attempt) => self.attempt = Some(Attempt { since: now, ..attempt }),
            Err(e) => self.refuse(now, &e),
        }
    }

    fn refuse(&mut self, now: Now, e: &io::Error) {
        self.refused = e.kind() == io::ErrorKind::ConnectionRefused;
        self.fail(now, describe_error(e));
    }

    fn fail(&mut self, now: Now, why: String) {
        self.attempt = None;
        self.failure = Some(why);
        self.due = now + (RETRY.0 * (1 << self.tries.min(8))).min(RETRY.1);
    }
}

/// Both ends must be of one version.
pub(crate) fn version_mismatch(
    method: &'static str,
    peer: PeerId,
    theirs: u8,
    mine: u8,
) -> MethodError {
    MethodError::Unreachable {
        peer,
        method,
        why: format!(
            "it speaks version {theirs} of the TCP method's protocol, this process version \
             {mine}; start all processes with the same Ferry"
        ),
    }
}

enum Heard {
    Nothing,
    Challenge,
    Verdict(Acceptance),
    Nonsense(Disbelief),
}

impl Attempt {
    fn advance(&mut self, token: Token, caller: &Caller<'_>) -> io::Result<Heard> {
        if !self.exchange.flush()? {
            return Ok(Heard::Nothing);
        }
        if self.stage == DialStage::Connecting {
            self.stage = DialStage::Greeted;
            caller.events.change(&self.exchange.socket, token, false)?;
        }
        let Some(message) = self.exchange.take()? else { return Ok(Heard::Nothing) };
        let expected = match self.stage {
            DialStage::Proven => HandshakeStep::Verdict,
            _ => HandshakeStep::Challenge,
        };
        match self.talk.hear(&message, &[expected]) {
            Ok((HandshakeStep::Challenge, _)) => {
                self.exchange.put(self.talk.say(HandshakeStep::Proof, Acceptance::None)?);
                self.stage = DialStage::Proven;
                // 88 bytes always fit into an empty socket buffer; what did not waits for the next
                // step.
                self.exchange.flush()?;
                Ok(Heard::Challenge)
            }
            Ok((_, verdict)) => Ok(Heard::Verdict(verdict)),
            Err(disbelief) => Ok(Heard::Nonsense(disbelief)),
        }
    }
}

fn open(
    address: SocketAddr,
    from: Option<IpAddr>,
    peer: PeerId,
    terms: Terms,
    caller: &Caller<'_>,
) -> io::Result<Attempt> {
    let socket = match caller.detours.has(peer) {
        true => caller.detours.open(peer)?,
        false => connect(address, from, caller)?,
    };
    caller.events.watch(&socket, token(peer, terms), true)?;
    let mut talk = HandshakeTalk::new(caller.identity, caller.version, Some(peer));
    talk.propose(terms);
    let mut exchange = HandshakeSocket::new(socket);
    exchange.put(talk.say(HandshakeStep::Hello, Acceptance::None)?);
    // Within a host the connection is often made already.
    exchange.flush()?;
    Ok(Attempt { exchange, talk, stage: DialStage::Connecting, since: Now::ZERO })
}

/// A socket that is about to be connected.
fn connect(address: SocketAddr, from: Option<IpAddr>, caller: &Caller<'_>) -> io::Result<Socket> {
    let protocol = caller.options.transport.protocol();
    let domain = Domain::for_address(address);
    let socket = with_descriptors(|| Socket::new(domain, Type::STREAM, Some(protocol)))?;
    socket.set_nonblocking(true)?;
    SocketSettings::of(caller.options).apply(&socket)?;
    promptness::prepare(&socket, caller.options.rto_min);
    if let Some(from) = from {
        socket.bind(&SockAddr::from(SocketAddr::new(from, 0)))?;
    }
    match socket.connect(&SockAddr::from(address)) {
        Ok(()) => Ok(socket),
        Err(e) if e.raw_os_error() == Some(Errno::INPROGRESS.raw_os_error()) => Ok(socket),
        Err(e) => Err(e),
    }
}

/// Whose events those of a connection on these terms are.
fn token(peer: PeerId, terms: Terms) -> Token {
    Token::Lane(peer, terms.lane)
}

fn describe_error(e: &io::Error) -> String {
    match e.kind() {
        io::ErrorKind::UnexpectedEof => "closed by the other end".to_owned(),
        _ => format!("{e}{}", descriptor_advice(e)),
    }
}
