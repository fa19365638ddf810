//! Taking connections in: strangers are turned away, peers get their verdict.

use crate::dial::version_mismatch;
use crate::events::Token;
use crate::greeter::{Greeted, Greeter};
use crate::handshake::Acceptance;
use crate::lane::MAX_LANES;
use crate::method::TcpMethod;
use crate::session::PeerState;
use crate::settings::SocketSettings;
use crate::terms::Terms;
use ferry_method::{Method, PeerId, Sink};
use ferry_session::{CallerVerdict, SessionMethod};
use ferry_sys::{descriptor_advice, with_descriptors};
use socket2::Socket;
use std::io;
use std::sync::atomic::{AtomicBool, Ordering};

/// Connections that may wait to prove themselves at a time.
const MAX_GREETERS: usize = 64;
/// Connections taken in one poll.
const ACCEPTS: usize = 32;

impl TcpMethod {
    pub(crate) fn accept(&mut self, sink: &mut dyn Sink) -> usize {
        let (mut handled, settings) = (0, SocketSettings::of(&self.options));
        while let (Some(listener), true) = (&self.listener, handled < ACCEPTS) {
            // Nothing there, or one that has left again, or no descriptors: the next poll sees.
            let accepted = with_descriptors(|| listener.socket.accept());
            let Ok((socket, _)) = accepted.inspect_err(|e| self.tell_of_descriptors(e)) else {
                break;
            };
            handled += 1;
            if socket.set_nonblocking(true).is_ok() && settings.apply(&socket).is_ok() {
                self.greet(socket, sink);
            }
        }
        self.find_deadline();
        handled
    }

    /// Who waits to come in where no descriptor is left would wait in silence, for ever if the program
    /// closes nothing.
    fn tell_of_descriptors(&self, e: &io::Error) {
        static TOLD: AtomicBool = AtomicBool::new(false);
        let advice = descriptor_advice(e);
        if !advice.is_empty() && !TOLD.swap(true, Ordering::Relaxed) {
            let me = self.identity.me;
            eprintln!("ferry: rank {me} cannot take in who calls it by tcp: {e}{advice}");
        }
    }

    pub(crate) fn greet(&mut self, socket: Socket, sink: &mut dyn Sink) {
        let slot = self.free_slot();
        if self.events.watch(&socket, Token::Greeter(slot as u32), false).is_err() {
            return;
        }
        let greeter = Greeter::new(socket, &self.identity, self.version, self.now);
        self.greeters[slot] = Some(greeter);
        self.step_greeter(slot, sink);
    }

    /// A place for one more; where all are taken, the stranger who has waited longest goes.
    fn free_slot(&mut self) -> usize {
        if let Some(free) = self.greeters.iter().position(Option::is_none) {
            return free;
        }
        if self.greeters.len() < MAX_GREETERS {
            self.greeters.push(None);
            return self.greeters.len() - 1;
        }
        self.counters.refused += 1;
        let patience = |g: &Option<Greeter>| g.as_ref().map(|g| (!g.is_stranger(), g.deadline()));
        (0..MAX_GREETERS).min_by_key(|&i| patience(&self.greeters[i])).unwrap_or(0)
    }

    pub(crate) fn step_greeter(&mut self, slot: usize, sink: &mut dyn Sink) -> usize {
        let Some(mut greeter) = self.greeters.get_mut(slot).and_then(Option::take) else {
            return 0;
        };
        match greeter.step(self.now) {
            Greeted::Going => {
                self.greeters[slot] = Some(greeter);
                return 0;
            }
            Greeted::Left => {}
            Greeted::Stranger => self.counters.refused += 1,
            Greeted::OtherVersion(peer, theirs) => {
                self.counters.refused += 1;
                // It learns of it if the system takes 88 bytes; if not, it sees the end.
                drop(greeter.conclude(Acceptance::Version));
                self.refuse_version(peer, theirs, sink);
            }
            Greeted::Proven(peer) => return 1 + self.decide(peer, greeter, sink),
        }
        1
    }

    /// A peer has proven itself: is the connection to be used?
    fn decide(&mut self, peer: PeerId, greeter: Greeter, sink: &mut dyn Sink) -> usize {
        let theirs = greeter.terms();
        let verdict = self.verdict(peer, theirs);
        let mine = self.terms_to(peer, theirs.lane, theirs.generation);
        let Ok(socket) = greeter.settle(verdict, mine) else { return 0 };
        if verdict != Acceptance::Accept
            || self.events.change(&socket, Token::Lane(peer, theirs.lane), false).is_err()
        {
            return 0;
        }
        // The opener counts as this end does.
        let theirs = Terms { generation: mine.generation, ..theirs };
        if theirs.lane == 0 {
            self.establish(peer, socket, theirs, true, sink);
            return self.receive_from(peer, 0, sink);
        }
        self.lane_for(peer, theirs);
        self.establish(peer, socket, theirs, true, sink);
        self.note_striped(peer);
        1
    }

    fn verdict(&mut self, peer: PeerId, theirs: Terms) -> Acceptance {
        let am_lower = self.identity.me < peer;
        let is_closing = self.closing_since.is_some();
        let takes_lanes = self.options.stripes != Some(1);
        match self.peers.entry(peer).state_mut() {
            PeerState::Open(stream) if theirs.lane == 0 => match stream.first().socket() {
                Some(_) if !stream.can_go_on() => Acceptance::Refuse,
                _ => stream.first().verdict(theirs, am_lower),
            },
            PeerState::Open(stream) => {
                let is_known = usize::from(theirs.lane) < MAX_LANES && takes_lanes;
                if !is_known || is_closing {
                    return Acceptance::Refuse;
                }
                stream.is_widened = true;
                match stream.place_of(theirs.lane) {
                    Some(at) => stream.lanes[at].verdict(theirs, am_lower),
                    None if theirs.received > 0 || stream.peer_said_goodbye() => Acceptance::Refuse,
                    None => Acceptance::Accept,
                }
            }
            PeerState::Idle | PeerState::Calling(_) if theirs.received > 0 || theirs.lane > 0 => {
                Acceptance::Refuse
            }
            state => {
                let has_proof = matches!(state, PeerState::Calling(dial) if dial.has_proven());
                match self.peers.verdict(&self.identity, peer, has_proof, is_closing) {
                    CallerVerdict::Accept => Acceptance::Accept,
                    CallerVerdict::Yield => Acceptance::Yield,
                    CallerVerdict::Refuse => Acceptance::Refuse,
                }
            }
        }
    }

    fn refuse_version(&mut self, peer: PeerId, theirs: u8, sink: &mut dyn Sink) {
        if let PeerState::Idle | PeerState::Calling(_) = self.peers.entry(peer).state() {
            self.lose(peer, version_mismatch(self.name(), peer, theirs, self.version), sink);
        }
    }

    /// Turns away whoever has been silent for too long.
    pub(crate) fn expire_greeters(&mut self, sink: &mut dyn Sink) -> usize {
        let mut handled = 0;
        for slot in 0..self.greeters.len() {
            // It may have spoken while nobody listened.
            handled += self.step_greeter(slot, sink);
            let now = self.now;
            if self.greeters[slot].take_if(|greeter| greeter.deadline() <= now).is_some() {
                self.counters.refused += 1;
                handled += 1;
            }
        }
        handled
    }
}
