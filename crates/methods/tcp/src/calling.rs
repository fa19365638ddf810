//! Connections are opened: a peer's first, and those of its lanes.

use crate::dial::{Caller, Dial, Dialled};
use crate::lane::{LaneLink, MAX_LANES};
use crate::method::TcpMethod;
use crate::session::{PeerState, Peers};
use crate::terms::Terms;
use ferry_method::{Now, PeerId, Sink};
use ferry_session::SessionMethod;

impl TcpMethod {
    /// Calls a peer with whom there is nothing.
    pub(crate) fn dial(&mut self, peer: PeerId) {
        let terms = self.terms_to(peer, 0, 1);
        let mut dial = Dial::on(peer, terms, self.candidates_of(peer), None);
        dial.begin(&self.caller());
        self.peers.set(peer, PeerState::Calling(Box::new(dial)));
        // The next poll tells it the time.
        self.deadline = Some(Now::ZERO);
    }

    pub(crate) fn caller(&self) -> Caller<'_> {
        Caller {
            identity: &self.identity,
            version: self.version,
            options: &self.options,
            events: &self.events,
            detours: &self.detours,
        }
    }

    /// Moves a call on.
    pub(crate) fn step_dial(&mut self, peer: PeerId, at: usize, sink: &mut dyn Sink) -> usize {
        let Self { peers, identity, version, options, events, detours, now, .. } = self;
        let Some(dial) = call_of(peers, peer, at) else { return 0 };
        let caller = Caller { identity, version: *version, options, events, detours };
        let mut outcome = dial.step(*now, &caller);
        if let Dialled::Hopeless(why) = &outcome
            && at == 0
            && (detours.has(peer) || sink.doubt(peer, why))
        {
            dial.doubt(*now);
            outcome = Dialled::Going;
        }
        let lane = dial.lane();
        match outcome {
            Dialled::Going => {
                self.find_deadline();
                0
            }
            Dialled::Up(socket, theirs) => {
                let theirs = Terms { lane, ..theirs };
                self.establish(peer, socket, theirs, false, sink);
                1 + if at == 0 { self.receive_from(peer, 0, sink) } else { 0 }
            }
            Dialled::Failed(why) | Dialled::Hopeless(why) => {
                match self.stream_mut(peer) {
                    // Nothing depends on it: the link does without.
                    Some(stream) if !stream.lanes[at].has_been_up() => {
                        stream.lanes.remove(at);
                    }
                    _ => self.lose(peer, why, sink),
                }
                self.find_deadline();
                1
            }
        }
    }

    /// When calls or greeters want attention next.
    pub(crate) fn find_deadline(&mut self) {
        let calls = self.peers.calls().filter_map(|(_, dial)| dial.next_due(&self.options));
        let links = self.rounds.mending.iter().chain(&self.rounds.striped);
        let lanes = links.filter_map(|peer| self.peers.link(*peer)).flat_map(|link| &link.lanes);
        let dials = lanes.filter_map(|lane| match &lane.link {
            LaneLink::Dialing(dial) => dial.next_due(&self.options),
            _ => None,
        });
        let greeters = self.greeters.iter().flatten().map(|greeter| greeter.deadline());
        self.deadline = calls.chain(dials).chain(greeters).min();
    }

    /// Moves the calls of all lanes of all links on.
    pub(crate) fn step_dials(&mut self, sink: &mut dyn Sink) -> usize {
        let mut handled = 0;
        for peer in [self.peers.calling(), &self.rounds.mending].concat() {
            handled += self.step_dial(peer, 0, sink);
        }
        for peer in self.rounds.striped.clone() {
            for at in (1..MAX_LANES).rev() {
                handled += self.step_dial(peer, at, sink);
            }
        }
        handled
    }
}

/// The call for a lane, if it is being called.
fn call_of(peers: &mut Peers, peer: PeerId, at: usize) -> Option<&mut Dial> {
    match peers.state_mut(peer)? {
        PeerState::Calling(dial) if at == 0 => Some(dial),
        PeerState::Open(stream) => match &mut stream.lanes.get_mut(at)?.link {
            LaneLink::Dialing(dial) => Some(dial),
            _ => None,
        },
        _ => None,
    }
}
