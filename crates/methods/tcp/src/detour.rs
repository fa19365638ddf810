//! Peers to whom nothing gets through: connections to them go through another method's.
//!
//! A tunnel is a connection as any other, opened by a dial or taken in by a greeter, so that the handshake,
//! mending and the replay are what they always are.

use crate::dial::{Break, Dial};
use crate::lane::{Lane, LaneLink};
use crate::method::TcpMethod;
use crate::session::PeerState;
use crate::tunnel::Tunnels;
use ferry_method::{PeerId, Pulse, Sink};
use ferry_sys::{TcpAnswers, tcp_answers};
use socket2::Socket;
use std::io;

/// Peers on a detour, and their connections.
#[derive(Default)]
pub(crate) struct TcpDetours {
    peers: Vec<PeerId>,
    /// Those whose present connections are to be given up.
    fresh: Vec<PeerId>,
    tunnels: Tunnels,
}

impl TcpDetours {
    pub(crate) fn has(&self, peer: PeerId) -> bool {
        self.peers.contains(&peer)
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.peers.is_empty()
    }

    /// Opens a connection to a peer.
    pub(crate) fn open(&self, peer: PeerId) -> io::Result<Socket> {
        self.tunnels.open(peer)
    }

    /// Whether there is something to be handed over.
    pub(crate) fn has_output(&self) -> bool {
        !self.fresh.is_empty() || self.tunnels.has_output()
    }
}

impl TcpMethod {
    pub(crate) fn pulse_of(&self, peer: PeerId) -> Option<Pulse> {
        let waits_for = |dial: &Dial, heard: u64| Pulse { waits: !dial.is_waited_for(), heard };
        let stream = match self.peers.state(peer)? {
            PeerState::Open(stream) => stream,
            PeerState::Calling(dial) => return Some(waits_for(dial, 0)),
            PeerState::Idle | PeerState::Departed(()) | PeerState::Gone(_) => return None,
        };
        let first = stream.first();
        if let LaneLink::Dialing(dial) = &first.link {
            return Some(waits_for(dial, first.bytes.received()));
        }
        let add = |pulse: Pulse, answers: TcpAnswers| Pulse {
            waits: pulse.waits || answers.is_awaited,
            heard: pulse.heard.wrapping_add(answers.segments.into()),
        };
        let sockets = stream.lanes.iter().filter_map(Lane::socket);
        let all = sockets.filter_map(|socket| tcp_answers(socket).ok());
        Some(all.fold(Pulse { waits: first.broken.is_some(), heard: 0 }, add))
    }

    pub(crate) fn begin_detour(&mut self, peer: PeerId) -> bool {
        let is_open = self.closing_since.is_none() && self.listener.is_some();
        let Some(state) = self.peers.state(peer).filter(|_| is_open) else { return false };
        let can = match state {
            PeerState::Idle | PeerState::Calling(_) => true,
            PeerState::Open(stream) => stream.can_go_on(),
            PeerState::Departed(()) | PeerState::Gone(_) => false,
        };
        if can {
            self.detours.peers.push(peer);
            self.detours.fresh.push(peer);
        }
        can
    }

    /// Gives up connections over the network, and has others opened in their place.
    fn redirect(&mut self, peer: PeerId, sink: &mut dyn Sink) {
        // What has come is taken, as it will not be sent again.
        while self.receive_from(peer, 0, sink) > 0 {}
        let why = "nothing gets through over the network".to_owned();
        match self.peers.state_mut(peer) {
            Some(PeerState::Open(stream)) => {
                for lane in &mut stream.lanes[1..] {
                    lane.broken.get_or_insert_with(|| why.clone());
                }
                if stream.first().socket().is_some() {
                    return self.mend(peer, 0, why, sink);
                }
                // What was called over the network is called anew.
                stream.first_mut().link = LaneLink::Down;
                self.dial_lane(peer, 0, Some(Break { why, remote: None, since: self.now }));
            }
            Some(PeerState::Calling(_)) => self.dial(peer),
            _ => {}
        }
    }

    /// Takes connections in that came by other means, and hands over what is to go there.
    #[cold]
    pub(crate) fn tend_detours(&mut self, sink: &mut dyn Sink) -> usize {
        for peer in std::mem::take(&mut self.detours.fresh) {
            self.redirect(peer, sink);
        }
        let mut handled = 0;
        for (_, caller) in self.detours.tunnels.callers() {
            self.greet(caller, sink);
            handled += 1;
        }
        handled + self.detours.tunnels.pass(&mut |peer, parcel| sink.parcel(peer, parcel))
    }

    pub(crate) fn take_parcel(&mut self, peer: PeerId, parcel: &[u8]) {
        self.detours.tunnels.take(peer, parcel, self.listener.is_some());
    }
}
