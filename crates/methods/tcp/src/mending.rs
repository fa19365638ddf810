//! A link's connections come and go: each is called, confirmed, and replaced where it breaks. What was under
//! way is replayed.

use crate::address::canonical;
use crate::dial::{Break, Dial};
use crate::lane::{Lane, LaneLink};
use crate::lane_bytes::LaneBytes;
use crate::method::TcpMethod;
use crate::promptness;
use crate::session::PeerState;
use crate::stream::LastingStream;
use crate::terms::Terms;
use ferry_method::{Method, MethodError, Now, PeerId, Sink};
use ferry_session::SessionMethod;
use socket2::Socket;
use std::net::SocketAddr;

impl TcpMethod {
    /// What this end says of a connection to `peer` that is to be the lane's `generation`th.
    pub(crate) fn terms_to(&self, peer: PeerId, lane: u8, generation: u32) -> Terms {
        let stream = self.peers.link(peer);
        let bytes = stream.and_then(|stream| Some(&stream.lanes[stream.place_of(lane)?].bytes));
        Terms {
            received: bytes.map_or(0, LaneBytes::received),
            generation: generation.max(bytes.map_or(0, |bytes| bytes.generation)),
            port: self.here.contact.port,
            lane,
            replays: self.options.replay,
            ..Terms::default()
        }
    }

    /// Has a connection opened for a lane: its first, or one in the place of one that broke.
    pub(crate) fn dial_lane(&mut self, peer: PeerId, at: usize, broken: Option<Break>) {
        let mut addresses = self.candidates_of(peer);
        let Some(stream) = self.stream_mut(peer) else { return };
        let port = stream.port;
        let Some(lane) = stream.lanes.get_mut(at) else { return };
        let (path, number) = (lane.path, lane.number);
        let generation = lane.bytes.generation + 1;
        if let Some(path) = path {
            // What began over this path may go on over any other.
            addresses.retain(|address| lane.has_been_up() && *address != path.to);
            addresses.insert(0, path.to);
        }
        let remote = broken.as_ref().and_then(|broken| broken.remote);
        if let (true, Some(ip)) = (addresses.is_empty() && port != 0, remote) {
            addresses.push(SocketAddr::new(ip, port));
        }
        let mut dial = Dial::on(peer, self.terms_to(peer, number, generation), addresses, broken);
        dial.leave_from(path.and_then(|path| path.from));
        dial.begin(&self.caller());
        if let Some(lane) = self.stream_mut(peer).and_then(|stream| stream.lanes.get_mut(at)) {
            lane.link = LaneLink::Dialing(Box::new(dial));
        }
        if at == 0 && !self.rounds.mending.contains(&peer) {
            self.rounds.mending.push(peer);
        }
        // The next poll tells it the time.
        self.deadline = Some(Now::ZERO);
    }

    /// A lane's connection broke: has another opened if the link can go on without it, or ends the link.
    pub(crate) fn mend(&mut self, peer: PeerId, at: usize, why: String, sink: &mut dyn Sink) {
        let (now, is_closing) = (self.now, self.closing_since.is_some());
        let Some(stream) = self.stream_mut(peer) else { return };
        let (can_go_on, has_left) = (stream.can_go_on(), stream.peer_said_goodbye());
        if at == 0 && (!can_go_on || is_closing) {
            return self.lose(peer, self.lost(peer, why), sink);
        }
        let Some(lane) = stream.lanes.get_mut(at) else { return };
        lane.broken = None;
        let LaneLink::Up(socket) = std::mem::take(&mut lane.link) else { return };
        let since = lane.bytes.breaks(now);
        let remote = canonical(socket.peer_addr()).map(|address| address.ip());
        self.events.forget(&socket);
        // The other end learns of the break, if it does not know yet, before it is called.
        drop(socket);
        if is_closing || has_left {
            return;
        }
        if !can_go_on {
            let why = self.lost(peer, format!("one of its paths broke: {why}"));
            return self.lose(peer, why, sink);
        }
        if at == 0 {
            self.strike(peer);
        }
        self.dial_lane(peer, at, Some(Break { why, remote, since }));
    }

    /// Makes a confirmed socket, watched under the lane's token, the lane's connection.
    pub(crate) fn establish(
        &mut self,
        peer: PeerId,
        socket: Socket,
        theirs: Terms,
        accepted: bool,
        sink: &mut dyn Sink,
    ) {
        let Some(at) = self.take_up(peer, theirs, accepted) else {
            self.counters.refused += 1;
            let why = "it goes on where nothing was sent or nothing is kept".to_owned();
            return self.lose(peer, MethodError::Nonsense { peer, method: self.name(), why }, sink);
        };
        let (now, timeout) = (self.now, self.path_timeout());
        promptness::settle(&socket, theirs);
        let entry = self.peers.entry(peer);
        if let Some(settings) = &entry.memory {
            // They were tried when they were asked for; a link without them is better than none.
            let _ = settings.apply(&socket);
        }
        let PeerState::Open(stream) = entry.state_mut() else { return };
        if at > 0 {
            crate::striping::share(&socket, timeout);
        }
        let lane = &mut stream.lanes[at];
        lane.bytes.losses.begin(&socket);
        lane.bytes.rises(now);
        (lane.broken, lane.misses, lane.watches_room) = (None, 0, false);
        if let LaneLink::Up(before) = std::mem::replace(&mut lane.link, LaneLink::Up(socket)) {
            self.events.forget(&before);
        }
        self.watch_losses_soon();
        self.find_deadline();
        if at == 0 {
            self.warm(peer);
            self.note_striped(peer);
        }
        self.flush_to(peer);
    }

    /// Readies the lane that a connection on these terms of the peer's is for; its place. `None`: the link
    /// cannot go on so.
    fn take_up(&mut self, peer: PeerId, theirs: Terms, accepted: bool) -> Option<usize> {
        if theirs.lane == 0 {
            self.strike(peer);
        }
        let fresh = || LaneBytes::new(&self.options, theirs, accepted);
        let Some(stream) = self.peers.link_mut(peer) else {
            let stream = LastingStream::new(&self.options, theirs, accepted);
            self.peers.set(peer, PeerState::Open(Box::new(stream)));
            return (theirs.received == 0).then_some(0);
        };
        let at = stream.place_of(theirs.lane)?;
        if stream.lanes[at].has_been_up() {
            return stream.reconnect(at, theirs, accepted).then_some(at);
        }
        stream.lanes[at].bytes = fresh();
        (theirs.received == 0).then_some(at)
    }

    /// Sends what a peer's link holds. Returns 1 if something waited and is out.
    pub(crate) fn flush_to(&mut self, peer: PeerId) -> usize {
        let Some(stream) = self.stream_mut(peer) else { return 0 };
        if stream.first().broken.is_some() {
            return 0;
        }
        let waited = stream.has_unsent();
        stream.flush();
        let (is_broken, is_full) = (stream.first().broken.is_some(), stream.is_full());
        let has_sent = waited && !stream.has_unsent();
        if is_broken {
            self.rounds.suspects.push(peer);
            return 0;
        }
        if is_full {
            self.rounds.block(peer);
        }
        usize::from(has_sent)
    }

    /// Sends what waits for room.
    pub(crate) fn flush_blocked(&mut self) -> usize {
        let mut handled = 0;
        for i in (0..self.rounds.blocked.len()).rev() {
            handled += self.flush_to(self.rounds.blocked[i]);
        }
        handled
    }

    /// The lane of a number, made for a connection that the peer opens if need be.
    pub(crate) fn lane_for(&mut self, peer: PeerId, theirs: Terms) {
        let bytes = LaneBytes::new(&self.options, Terms { generation: 0, ..theirs }, true);
        if let Some(stream) = self.stream_mut(peer)
            && stream.place_of(theirs.lane).is_none()
        {
            stream.lanes.push(Lane::new(theirs.lane, bytes, None));
        }
    }
}
