//! Which connections are looked at in a poll: busy ones directly, the others by asking epoll.

use crate::events::Token;
use crate::lane::LaneLink;
use crate::method::TcpMethod;
use crate::session::PeerState;
use ferry_method::{PeerId, Sink};
use std::time::Duration;

/// Connections tried without asking epoll first.
pub(crate) const HOT: usize = 8;
/// Polls in a row that find nothing after which a connection is left to epoll; half as many with
/// each further hot one, as asking epoll costs the same for any number.
pub(crate) const HOT_MISSES: u32 = 512;
/// However busy the hot connections, epoll is asked after so many polls or so much time.
pub(crate) const EPOLL_EVERY: (u32, Duration) = (16, Duration::from_micros(50));

/// Peers to be looked after in a poll, by what there is to do.
#[derive(Default)]
pub(crate) struct Rounds {
    /// Their first connection is tried without asking epoll.
    pub(crate) hot: Vec<PeerId>,
    /// Their first connection broke and is being replaced.
    pub(crate) mending: Vec<PeerId>,
    /// A send to them found no room.
    pub(crate) blocked: Vec<PeerId>,
    /// Sending to them failed: what they sent before is yet to be taken in.
    pub(crate) suspects: Vec<PeerId>,
    /// They have several connections.
    pub(crate) striped: Vec<PeerId>,
    /// Connections left out of what a sleeper waits on.
    pub(crate) hushed: Vec<(PeerId, u8)>,
}

impl Rounds {
    /// A send found no room.
    pub(crate) fn block(&mut self, peer: PeerId) {
        if !self.blocked.contains(&peer) {
            self.blocked.push(peer);
        }
    }

    /// Nothing is to be done any more for a peer's first connection.
    pub(crate) fn strike(&mut self, peer: PeerId) {
        for list in [&mut self.hot, &mut self.mending, &mut self.blocked, &mut self.suspects] {
            list.retain(|p| *p != peer);
        }
    }
}

impl TcpMethod {
    /// Tries the hot connections; those long silent are left to epoll.
    pub(crate) fn poll_hot(&mut self, sink: &mut dyn Sink) -> usize {
        let patience = HOT_MISSES >> self.rounds.hot.len().saturating_sub(1);
        let (mut handled, mut i) = (0, 0);
        while let Some(&peer) = self.rounds.hot.get(i) {
            let n = self.receive_from(peer, 0, sink);
            handled += n;
            let Some(stream) = self.stream_mut(peer).filter(|stream| stream.is_hot) else {
                // It ended or broke, and left the list.
                self.rounds.hot.retain(|p| *p != peer);
                continue;
            };
            let first = stream.first_mut();
            first.misses = if n > 0 { 0 } else { first.misses + 1 };
            let is_hot = first.misses <= patience;
            stream.is_hot = is_hot;
            if is_hot {
                i += 1;
            } else {
                self.rounds.hot.swap_remove(i);
            }
        }
        handled
    }

    /// Whether this poll asks epoll too.
    pub(crate) fn epoll_is_due(&self) -> bool {
        let (polls, time) = EPOLL_EVERY;
        let is_calling = !self.peers.calling().is_empty() || !self.rounds.mending.is_empty();
        let setting_up = is_calling || self.greeters.iter().any(Option::is_some);
        let only_epoll_knows = self.rounds.hot.is_empty() && self.peers.open() > 0;
        setting_up
            || only_epoll_knows
            || self.polls_since_epoll >= polls
            || self.now.saturating_sub(self.last_epoll) >= time
    }

    pub(crate) fn poll_events(&mut self, sink: &mut dyn Sink) -> usize {
        self.polls_since_epoll = 0;
        self.last_epoll = self.now;
        let mut happened = std::mem::take(&mut self.happened);
        self.events.take(&mut happened);
        let mut handled = 0;
        for &(token, room) in &happened {
            handled += match token {
                Token::Listener => self.accept(sink),
                Token::Timer => 0,
                Token::Greeter(slot) => self.step_greeter(slot as usize, sink),
                Token::Lane(peer, number) => self.lane_event(peer, number, room, sink),
            };
        }
        self.happened = happened;
        handled
    }

    /// Something happened on the socket of a connection, or on one that is to be it.
    fn lane_event(&mut self, peer: PeerId, number: u8, room: bool, sink: &mut dyn Sink) -> usize {
        let at = match self.peers.state(peer) {
            Some(PeerState::Calling(_)) => return self.step_dial(peer, 0, sink),
            Some(PeerState::Open(stream)) => stream.place_of(number),
            _ => None,
        };
        let Some(at) = at else { return 0 };
        let Some(lane) = self.stream_mut(peer).map(|stream| &stream.lanes[at]) else { return 0 };
        if let LaneLink::Dialing(_) = lane.link {
            return self.step_dial(peer, at, sink);
        }
        let handled = self.receive_from(peer, at, sink);
        if handled > 0 && at == 0 {
            self.warm(peer);
        } else if handled > 0
            && let Some(lane) = self.stream_mut(peer).and_then(|stream| stream.lanes.get_mut(at))
        {
            lane.misses = 0;
        }
        handled + if room { self.note_room(peer, at) } else { 0 }
    }
}
