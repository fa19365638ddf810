//! Peers to whom nothing gets through: connections to them go through another method's.
//!
//! A tunnel is a connection as any other, opened by a dial or taken in by a greeter, so that the handshake,
//! mending and the replay are what they always are.

use crate::dial::{Break, Dial};
use crate::mending::Mending;
use crate::method::{TcpLink, TcpMethod};
use crate::tunnel::Tunnels;
use ferry_method::{Now, PeerId, Pulse, Sink};
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
        match &self.peers.get(peer)?.link {
            TcpLink::Dialing(dial) => Some(waits_for(dial, 0)),
            TcpLink::Mending(mending) => {
                Some(waits_for(&mending.dial, mending.stream.main.received()))
            }
            TcpLink::Up(connection) => {
                let lanes = connection.stream.lanes.iter().filter_map(|lane| lane.socket());
                let all = lanes.chain([&connection.socket]).filter_map(|s| tcp_answers(s).ok());
                let broken = connection.write_error.is_some();
                let add = |pulse: Pulse, answers: TcpAnswers| Pulse {
                    waits: pulse.waits || answers.is_awaited,
                    heard: pulse.heard.wrapping_add(answers.segments.into()),
                };
                Some(all.fold(Pulse { waits: broken, heard: 0 }, add))
            }
            TcpLink::Idle | TcpLink::Departed | TcpLink::Gone(_) => None,
        }
    }

    pub(crate) fn begin_detour(&mut self, peer: PeerId) -> bool {
        let is_open = self.closing_since.is_none() && self.listener.is_some();
        let Some(entry) = self.peer_mut(peer).filter(|_| is_open) else { return false };
        let can = match &entry.link {
            TcpLink::Idle | TcpLink::Dialing(_) | TcpLink::Mending(_) => true,
            TcpLink::Up(connection) => connection.stream.can_go_on(),
            TcpLink::Departed | TcpLink::Gone(_) => false,
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
        while self.receive_from(peer, sink) > 0 {}
        let why = "nothing gets through over the network".to_owned();
        if let Some((stream, _)) = self.stream_mut(peer) {
            for lane in &mut stream.lanes {
                lane.broken.get_or_insert_with(|| why.clone());
            }
        }
        if let Some(TcpLink::Up(_)) = self.peer_mut(peer).map(|entry| &entry.link) {
            return self.mend(peer, why, sink);
        }
        match self.end(peer, TcpLink::Idle) {
            TcpLink::Dialing(_) => self.dial(peer),
            TcpLink::Mending(mending) => {
                let generation = mending.stream.main.generation + 1;
                let stream = mending.stream;
                let received = stream.main.received();
                let terms = crate::terms::Terms { received, ..self.terms_to(peer, generation) };
                let broken = Break { why, remote: None, since: self.now };
                let mut dial = Dial::on(peer, terms, self.candidates_of(peer), Some(broken));
                dial.begin(&self.caller());
                self.peer_entry(peer).link = TcpLink::Mending(Box::new(Mending { stream, dial }));
                self.counters.peers += 1;
                self.dialing.push(peer);
                self.deadline = Some(Now::ZERO);
            }
            link => self.peer_entry(peer).link = link,
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
