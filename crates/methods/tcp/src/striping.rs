//! Links over several paths: lanes are opened beside the first connection, tended and closed.

use crate::address::canonical;
use crate::events::Token;
use crate::lane::{Lane, LanePath, MAX_LANES};
use crate::lane_bytes::LaneBytes;
use crate::method::TcpMethod;
use crate::polling::{HOT_MISSES, Rounds};
use crate::terms::Terms;
use ferry_method::{PeerId, Sink};
use socket2::Socket;
use std::net::SocketAddr;
use std::time::Duration;

/// Bytes that may wait in the system for their turn on a path: what is beyond goes to another.
const NOT_SENT: u32 = 128 << 10;

impl TcpMethod {
    /// Paths for further connections to a peer whose first one leads from and to these addresses: over
    /// each network that both hosts are in, at most as many as were asked for.
    fn paths(&self, peer: PeerId, first: [Option<SocketAddr>; 2]) -> Vec<LanePath> {
        let entry = self.peers.get(peer);
        let Some(contact) = entry.and_then(|entry| entry.contact.as_ref()) else {
            return Vec::new();
        };
        let mut paths: Vec<LanePath> = Vec::new();
        for mine in self.here.own.iter().filter(|a| !a.is_loopback() && !a.needs_scope()) {
            let there = contact.addresses.iter().find(|a| {
                mine.network_contains(a.ip) && self.here.own.iter().all(|mine| mine.ip != a.ip)
            });
            let Some(there) = there else { continue };
            let is_new = |p: &LanePath| !mine.network_contains(p.to.ip());
            if paths.iter().all(is_new) {
                let to = SocketAddr::new(there.ip, contact.port);
                paths.push(LanePath { from: Some(mine.ip), to });
            }
        }
        let wanted = match self.options.stripes {
            Some(n) => n.min(MAX_LANES),
            None => paths.len().clamp(1, MAX_LANES),
        };
        if paths.is_empty() {
            let any = self.candidates_of(peer);
            paths.extend(any.into_iter().take(1).map(|to| LanePath { from: None, to }));
        }
        // The first connection has its path already.
        let [_, remote] = first.map(|address| address.map(|a| a.ip()));
        let taken = paths.iter().position(|path| Some(path.to.ip()) == remote);
        paths.rotate_left(taken.map_or(0, |at| at + 1));
        paths.into_iter().cycle().take(wanted.saturating_sub(1)).collect()
    }

    /// Opens the further connections of a link whose frames are worth them. The lower rank does it.
    pub(crate) fn widen(&mut self, peer: PeerId) {
        let Some(stream) = self.stream_mut(peer) else { return };
        stream.is_widened = true;
        let Some(socket) = stream.first().socket() else { return };
        let ends = [socket.local_addr(), socket.peer_addr()].map(canonical);
        let replays = stream.first().bytes.outbox.keeps();
        if self.identity.me > peer || self.closing_since.is_some() {
            return;
        }
        for (number, path) in (1..).zip(self.paths(peer, ends)) {
            let terms = Terms { replays, lane: number, ..Terms::default() };
            let bytes = LaneBytes::new(&self.options, terms, false);
            let Some(stream) = self.stream_mut(peer) else { return };
            stream.lanes.push(Lane::new(number, bytes, Some(path)));
            let at = stream.lanes.len() - 1;
            self.dial_lane(peer, at, None);
        }
        self.note_striped(peer);
    }

    pub(crate) fn note_striped(&mut self, peer: PeerId) {
        let timeout = self.path_timeout();
        let Some(stream) = self.stream_mut(peer).filter(|stream| stream.has_others()) else {
            return;
        };
        if let Some(socket) = stream.first().socket() {
            // The first path is one of several from now on.
            share(socket, timeout);
        }
        if !self.rounds.striped.contains(&peer) {
            self.rounds.striped.push(peer);
        }
        self.find_deadline();
    }

    pub(crate) fn path_timeout(&self) -> Duration {
        self.options.user_timeout.unwrap_or(self.options.reconnect_timeout / 2)
    }

    /// Moves the connections of all links that have several on.
    pub(crate) fn tend_lanes(&mut self, sink: &mut dyn Sink) -> usize {
        let mut handled = 0;
        for i in (0..self.rounds.striped.len()).rev() {
            let Some(&peer) = self.rounds.striped.get(i) else { continue };
            let mut at = 0;
            loop {
                let Some(stream) = self.stream_mut(peer) else {
                    self.rounds.striped.retain(|p| *p != peer);
                    break;
                };
                let Some(lane) = stream.lanes.get_mut(at) else { break };
                let is_hot = at > 0 && lane.misses < HOT_MISSES;
                if lane.broken.is_some() || (is_hot && lane.socket().is_some()) {
                    let n = self.receive_from(peer, at, sink);
                    handled += n;
                    let stream = self.stream_mut(peer);
                    if let Some(lane) = stream.and_then(|stream| stream.lanes.get_mut(at))
                        && at > 0
                    {
                        lane.misses = if n > 0 { 0 } else { lane.misses + 1 };
                    }
                }
                at += 1;
            }
        }
        handled
    }

    /// Leaves the sockets that nothing is to be read from yet out of what a sleeper waits on.
    pub(crate) fn hush(&mut self) {
        let Self { peers, events, rounds: Rounds { striped, hushed, .. }, .. } = self;
        for &peer in striped.iter() {
            let Some(stream) = peers.link_mut(peer) else { continue };
            for lane in stream.lanes.iter().filter(|lane| lane.bytes.receiver.waits()) {
                if let Some(socket) = lane.socket() {
                    events.forget(socket);
                    hushed.push((peer, lane.number));
                }
            }
        }
    }

    /// Waits on all sockets again.
    pub(crate) fn unhush(&mut self) {
        for (peer, number) in std::mem::take(&mut self.rounds.hushed) {
            let Self { peers, events, .. } = self;
            let Some(stream) = peers.link_mut(peer) else { continue };
            let Some(at) = stream.place_of(number) else { continue };
            let lane = &mut stream.lanes[at];
            lane.watches_room = false;
            if let Some(socket) = lane.socket() {
                // It may be watched already, under another connection that took its place.
                let _ = events.watch(socket, Token::Lane(peer, number), false);
            }
        }
    }
}

/// Makes a connection one of several: it swallows no more than its path drains, and a path that goes
/// dark is noticed, so that its bytes go over another. A kernel that refuses leaves it slower.
pub(crate) fn share(socket: &Socket, timeout: Duration) {
    let _ = socket.set_tcp_notsent_lowat(NOT_SENT);
    let _ = socket.set_tcp_user_timeout(Some(timeout));
}
