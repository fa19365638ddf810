//! Connections are opened: a peer's first, and those of its lanes.

use crate::dial::{Caller, Dial, Dialled};
use crate::lane::{LaneLink, MAX_LANES};
use crate::method::{TcpLink, TcpMethod};
use crate::terms::Terms;
use ferry_method::{Now, PeerId, Sink};

impl TcpMethod {
    /// Calls a peer with whom there is nothing.
    pub(crate) fn dial(&mut self, peer: PeerId) {
        let terms = self.terms_to(peer, 0, 1);
        let mut dial = Dial::on(peer, terms, self.candidates_of(peer), None);
        dial.begin(&self.caller());
        self.put_dial(peer, 0, Box::new(dial));
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

    /// Takes the call for a lane out, if there is one.
    fn take_dial(&mut self, peer: PeerId, at: usize) -> Option<Box<Dial>> {
        let link = &mut self.peer_mut(peer)?.link;
        if let TcpLink::Up(stream) = link {
            let lane = stream.lanes.get_mut(at)?;
            return match std::mem::take(&mut lane.link) {
                LaneLink::Dialing(dial) => Some(dial),
                other => {
                    lane.link = other;
                    None
                }
            };
        }
        match std::mem::take(link) {
            TcpLink::Dialing(dial) if at == 0 => Some(dial),
            other => {
                *link = other;
                None
            }
        }
    }

    /// A lane is being called.
    pub(crate) fn put_dial(&mut self, peer: PeerId, at: usize, dial: Box<Dial>) {
        match &mut self.peer_entry(peer).link {
            TcpLink::Up(stream) => match stream.lanes.get_mut(at) {
                Some(lane) => lane.link = LaneLink::Dialing(dial),
                None => return,
            },
            link => *link = TcpLink::Dialing(dial),
        }
        if at == 0 && !self.dialing.contains(&peer) {
            self.dialing.push(peer);
        }
    }

    /// Moves a call on.
    pub(crate) fn step_dial(&mut self, peer: PeerId, at: usize, sink: &mut dyn Sink) -> usize {
        let Some(mut dial) = self.take_dial(peer, at) else { return 0 };
        let mut outcome = dial.step(self.now, &self.caller());
        if let Dialled::Hopeless(why) = &outcome
            && at == 0
            && (self.detours.has(peer) || sink.doubt(peer, why))
        {
            dial.doubt(self.now);
            outcome = Dialled::Going;
        }
        match outcome {
            Dialled::Going => {
                self.put_dial(peer, at, dial);
                self.find_deadline();
                0
            }
            Dialled::Up(socket, theirs) => {
                let theirs = Terms { lane: dial.lane(), ..theirs };
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
        let dial = |peer: &PeerId| match &self.peers.get(*peer)?.link {
            TcpLink::Dialing(dial) => dial.next_due(&self.options),
            TcpLink::Up(stream) => {
                let dials = stream.lanes.iter().filter_map(|lane| match &lane.link {
                    LaneLink::Dialing(dial) => dial.next_due(&self.options),
                    _ => None,
                });
                dials.min()
            }
            _ => None,
        };
        let dials = self.dialing.iter().chain(&self.striped).filter_map(dial);
        let greeters = self.greeters.iter().flatten().map(|greeter| greeter.deadline());
        self.deadline = dials.chain(greeters).min();
    }

    /// Moves the calls of all lanes of all links on.
    pub(crate) fn step_dials(&mut self, sink: &mut dyn Sink) -> usize {
        let mut handled = 0;
        for peer in self.dialing.clone() {
            handled += self.step_dial(peer, 0, sink);
        }
        for peer in self.striped.clone() {
            for at in (1..MAX_LANES).rev() {
                handled += self.step_dial(peer, at, sink);
            }
        }
        handled
    }
}
