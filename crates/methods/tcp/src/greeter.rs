//! Connections that came in and are yet to prove themselves. Their number, memory and time are
//! bounded, whatever they send.

use crate::exchange::HandshakeSocket;
use crate::handshake::{Acceptance, Disbelief, HandshakeStep, HandshakeTalk};
use crate::terms::Terms;
use ferry_method::{Identity, Now, PeerId};
use socket2::Socket;
use std::io;
use std::time::Duration;

/// Silence borne from a stranger.
pub(crate) const STRANGER_PATIENCE: Duration = Duration::from_secs(5);
/// Silence borne from one whose first message was that of a peer; it may be computing.
const PEER_PATIENCE: Duration = Duration::from_secs(60);

/// What became of a connection that came in.
pub enum Greeted {
    /// Nothing decided yet.
    Going,
    /// A peer has proven itself and waits for the verdict.
    Proven(PeerId),
    /// A peer of another version; tell both ends.
    OtherVersion(PeerId, u8),
    /// Turned away.
    Stranger,
    /// It left by itself and did no harm.
    Left,
}

/// One connection that came in.
pub struct Greeter {
    exchange: HandshakeSocket,
    talk: HandshakeTalk,
    deadline: Now,
}

impl Greeter {
    /// A stranger came in at `now`; `version` is this end's.
    pub fn new(socket: Socket, identity: &Identity, version: u8, now: Now) -> Self {
        Greeter {
            exchange: HandshakeSocket::new(socket),
            talk: HandshakeTalk::new(identity, version, None),
            deadline: now + STRANGER_PATIENCE,
        }
    }

    /// When it is to be turned away unless it has proven itself.
    pub fn deadline(&self) -> Now {
        self.deadline
    }

    /// Nobody listened for so long.
    pub fn forgive(&mut self, missed: Duration) {
        self.deadline += missed;
    }

    /// Whether it has shown nothing that only a peer can show.
    pub fn is_stranger(&self) -> bool {
        self.talk.peer().is_none()
    }

    /// Moves the handshake on.
    pub fn step(&mut self, now: Now) -> Greeted {
        match self.advance(now) {
            Ok(outcome) => outcome,
            Err(_) if self.is_stranger() && self.exchange.has_partial_input() => Greeted::Stranger,
            Err(_) => Greeted::Left,
        }
    }

    fn advance(&mut self, now: Now) -> io::Result<Greeted> {
        loop {
            self.exchange.flush()?;
            let Some(message) = self.exchange.take()? else { return Ok(Greeted::Going) };
            let expected =
                if self.is_stranger() { HandshakeStep::Hello } else { HandshakeStep::Proof };
            match self.talk.hear(&message, &[expected]) {
                Ok((HandshakeStep::Hello, _)) => {
                    self.exchange.put(self.talk.say(HandshakeStep::Challenge, Acceptance::None)?);
                    self.deadline = now + PEER_PATIENCE;
                }
                Ok(_) => return Ok(self.proven()),
                Err(Disbelief::Stranger) => return Ok(Greeted::Stranger),
                Err(Disbelief::Version(theirs)) => return Ok(self.other_version(theirs)),
            }
        }
    }

    fn proven(&self) -> Greeted {
        self.talk.peer().map_or(Greeted::Stranger, Greeted::Proven)
    }

    fn other_version(&self, theirs: u8) -> Greeted {
        self.talk.peer().map_or(Greeted::Stranger, |peer| Greeted::OtherVersion(peer, theirs))
    }

    /// What the other end said of the connection.
    pub fn terms(&self) -> Terms {
        self.talk.theirs()
    }

    /// Sends the verdict with this end's terms; the socket, if the verdict is out and the connection is
    /// to be used.
    pub fn settle(mut self, verdict: Acceptance, terms: Terms) -> io::Result<Socket> {
        self.talk.propose(terms);
        self.conclude(verdict)
    }

    /// Sends the verdict; the socket, if the verdict is out and the connection is to be used.
    pub fn conclude(mut self, verdict: Acceptance) -> io::Result<Socket> {
        self.exchange.put(self.talk.say(HandshakeStep::Verdict, verdict)?);
        // An 88-byte message always fits into a socket buffer whose earlier message was answered.
        match self.exchange.flush()? {
            true => Ok(self.exchange.socket),
            false => Err(io::ErrorKind::WouldBlock.into()),
        }
    }
}
