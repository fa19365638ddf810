//! Links over several paths: lanes are opened beside the first connection, tended and closed.

use crate::assembly::Out;
use crate::dial::{Break, Dial, Dialled};
use crate::events::Token;
use crate::greeter::Greeter;
use crate::handshake::Acceptance;
use crate::lane::{Lane, LaneLink, LanePath, MAX_LANES};
use crate::lifecycle::describe_break;
use crate::method::{HOT_MISSES, TcpLink, TcpMethod};
use crate::promptness;
use crate::socket_meter::SocketMeter;
use crate::stream::LastingStream;
use crate::terms::Terms;
use ferry_method::{Method, MethodError, PeerId, Sink};
use socket2::Socket;
use std::net::SocketAddr;
use std::time::Duration;

/// Bytes that may wait in the system for their turn on a path: what is beyond goes to another.
const NOT_SENT: u32 = 128 << 10;

impl TcpMethod {
    /// The lasting part of the link to a peer, and its first connection's socket.
    pub(crate) fn stream_mut(
        &mut self,
        peer: PeerId,
    ) -> Option<(&mut LastingStream, Option<&Socket>)> {
        match &mut self.peer_mut(peer)?.link {
            TcpLink::Up(connection) => Some((&mut connection.stream, Some(&connection.socket))),
            TcpLink::Mending(mending) => Some((&mut mending.stream, None)),
            _ => None,
        }
    }

    fn lane_mut(&mut self, peer: PeerId, at: usize) -> Option<&mut Lane> {
        self.stream_mut(peer)?.0.lanes.get_mut(at)
    }

    /// Paths for further connections to a peer whose first one leads from and to these addresses: over
    /// each network that both hosts are in, at most as many as were asked for.
    fn paths(&self, peer: PeerId, first: [Option<SocketAddr>; 2]) -> Vec<LanePath> {
        let entry = self.peers.get(peer);
        let Some(contact) = entry.and_then(|entry| entry.contact.as_ref()) else {
            return Vec::new();
        };
        let mut paths: Vec<LanePath> = Vec::new();
        for mine in self.own.iter().filter(|a| !a.is_loopback() && !a.needs_scope()) {
            let there = contact.addresses.iter().find(|a| {
                mine.network_contains(a.ip) && self.own.iter().all(|mine| mine.ip != a.ip)
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
        let Some((stream, Some(socket))) = self.stream_mut(peer) else { return };
        stream.is_widened = true;
        let ends = [socket.local_addr(), socket.peer_addr()].map(crate::connection::canonical);
        let replays = stream.main.outbox.keeps();
        if self.identity.me > peer || self.closing_since.is_some() {
            return;
        }
        for (number, path) in (1..).zip(self.paths(peer, ends)) {
            let line = SocketMeter::new(
                &self.options,
                Terms { replays, lane: number, ..Terms::default() },
                false,
            );
            let Some((stream, _)) = self.stream_mut(peer) else { return };
            stream.lanes.push(Lane::new(number, line, Some(path)));
            let at = stream.lanes.len() - 1;
            self.dial_lane(peer, at, None);
        }
        self.note_striped(peer);
    }

    pub(crate) fn note_striped(&mut self, peer: PeerId) {
        if self.stream_mut(peer).is_none_or(|(stream, _)| stream.lanes.is_empty()) {
            return;
        }
        if !self.striped.contains(&peer) {
            self.striped.push(peer);
        }
        let timeout = self.path_timeout();
        if let Some((_, Some(socket))) = self.stream_mut(peer) {
            // The first path is one of several from now on.
            share(socket, timeout);
        }
        self.find_deadline();
    }

    fn path_timeout(&self) -> Duration {
        self.options.user_timeout.unwrap_or(self.options.reconnect_timeout / 2)
    }

    fn lane_terms(&self, lane: &Lane, generation: u32) -> Terms {
        Terms {
            received: lane.line.received(),
            generation: generation.max(lane.line.generation),
            port: self.contact.port,
            lane: lane.number,
            replays: self.options.replay,
            ..Terms::default()
        }
    }

    fn dial_lane(&mut self, peer: PeerId, at: usize, broken: Option<Break>) {
        let mut addresses = self.candidates_of(peer);
        let Some(lane) = self.lane_mut(peer, at) else { return };
        let (path, generation) = (lane.path, lane.line.generation + 1);
        if let Some(path) = path {
            // What began over this path may go on over any other.
            addresses.retain(|address| lane.has_been_up() && *address != path.to);
            addresses.insert(0, path.to);
        }
        let port = self.stream_mut(peer).map_or(0, |(stream, _)| stream.port);
        if let (true, Some(ip)) =
            (addresses.is_empty() && port != 0, broken.as_ref().and_then(|broken| broken.remote))
        {
            addresses.push(SocketAddr::new(ip, port));
        }
        let link = self.peers.get(peer).map(|p| &p.link);
        let lanes = match link {
            Some(TcpLink::Up(connection)) => &connection.stream.lanes,
            Some(TcpLink::Mending(mending)) => &mending.stream.lanes,
            _ => return,
        };
        let terms = self.lane_terms(&lanes[at], generation);
        let mut dial = Dial::on(peer, terms, addresses, broken);
        dial.leave_from(path.and_then(|path| path.from));
        dial.begin(&self.caller());
        if let Some(lane) = self.lane_mut(peer, at) {
            lane.link = LaneLink::Dialing(Box::new(dial));
        }
        // The next poll tells it the time.
        self.deadline = Some(ferry_method::Now::ZERO);
    }

    /// Moves the lanes of all links on.
    pub(crate) fn tend_lanes(&mut self, sink: &mut dyn Sink) -> usize {
        let mut handled = 0;
        for i in (0..self.striped.len()).rev() {
            let Some(&peer) = self.striped.get(i) else { continue };
            let mut at = 0;
            loop {
                let Some((stream, _)) = self.stream_mut(peer) else {
                    self.striped.retain(|p| *p != peer);
                    break;
                };
                let Some(lane) = stream.lanes.get_mut(at) else { break };
                let is_hot = lane.misses < HOT_MISSES;
                if lane.broken.is_some() {
                    self.mend_lane(peer, at, sink);
                    handled += 1;
                } else if is_hot && lane.socket().is_some() {
                    let n = self.receive_lane(peer, at, sink);
                    handled += n;
                    if let Some(lane) = self.lane_mut(peer, at) {
                        lane.misses = if n > 0 { 0 } else { lane.misses + 1 };
                    }
                }
                at += 1;
            }
        }
        handled
    }

    /// Something happened on a lane's socket.
    pub(crate) fn lane_event(
        &mut self,
        peer: PeerId,
        number: u8,
        room: bool,
        sink: &mut dyn Sink,
    ) -> usize {
        let Some((stream, _)) = self.stream_mut(peer) else { return 0 };
        let Some(at) = stream.lanes.iter().position(|lane| lane.number == number) else { return 0 };
        if let LaneLink::Dialing(_) = stream.lanes[at].link {
            return self.step_lane(peer, at, sink);
        }
        let mut handled = self.receive_lane(peer, at, sink);
        let Self { peers, events, .. } = self;
        let entry = peers.get_mut(peer);
        let lanes = match entry.map(|entry| &mut entry.link) {
            Some(TcpLink::Up(connection)) => &mut connection.stream.lanes,
            Some(TcpLink::Mending(mending)) => &mut mending.stream.lanes,
            _ => return handled,
        };
        let Some(lane) = lanes.get_mut(at) else { return handled };
        if handled > 0 {
            lane.misses = 0;
        }
        if let (true, true, LaneLink::Up(socket)) = (room, lane.watches_room, &lane.link) {
            if events.change(socket, Token::Lane(peer, number), false).is_ok() {
                lane.watches_room = false;
            }
            if let Err(e) = lane.line.flush(socket) {
                lane.broken = Some(describe_break(&e));
            }
            handled += 1;
        }
        handled
    }

    fn receive_lane(&mut self, peer: PeerId, at: usize, sink: &mut dyn Sink) -> usize {
        let max_frame = self.attributes.max_frame;
        let entry = self.peers.get_mut(peer);
        let mut out = Out { peer, max_frame, counters: &mut self.counters, sink };
        let result = match entry.map(|entry| &mut entry.link) {
            Some(TcpLink::Up(connection)) => {
                connection.stream.receive_lane(at, Some(&connection.socket), &mut out)
            }
            Some(TcpLink::Mending(mending)) => mending.stream.receive_lane(at, None, &mut out),
            _ => return 0,
        };
        match result {
            Ok(n) => {
                if n > 0 {
                    self.acknowledge_all(peer);
                }
                n
            }
            Err(broken) => self.broke(peer, broken, sink),
        }
    }

    /// Tells the peer what has come over all connections, where that is due.
    fn acknowledge_all(&mut self, peer: PeerId) {
        match self.peer_mut(peer).map(|entry| &mut entry.link) {
            Some(TcpLink::Up(connection)) if connection.stream.wants_flush() => {
                self.flush_to(peer);
            }
            Some(TcpLink::Mending(mending)) => mending.stream.flush_lanes(),
            _ => {}
        }
    }

    /// Moves the opening of a lane on.
    pub(crate) fn step_lane(&mut self, peer: PeerId, at: usize, sink: &mut dyn Sink) -> usize {
        let Some(lane) = self.lane_mut(peer, at) else { return 0 };
        let mut dial = match std::mem::replace(&mut lane.link, LaneLink::Down) {
            LaneLink::Dialing(dial) => dial,
            other => {
                lane.link = other;
                return 0;
            }
        };
        match dial.step(self.now, &self.caller()) {
            Dialled::Going => {
                if let Some(lane) = self.lane_mut(peer, at) {
                    lane.link = LaneLink::Dialing(dial);
                }
                self.find_deadline();
                0
            }
            Dialled::Up(socket, theirs) => {
                self.establish_lane(peer, at, socket, theirs, false, sink);
                1
            }
            Dialled::Failed(why) | Dialled::Hopeless(why) => {
                let used = self.lane_mut(peer, at).is_some_and(|lane| lane.has_been_up());
                match self.stream_mut(peer) {
                    Some(_) if used => self.lose(peer, why, sink),
                    // Nothing depends on it: the link does without.
                    Some((stream, _)) => drop(stream.lanes.remove(at)),
                    None => {}
                }
                self.find_deadline();
                1
            }
        }
    }

    /// Makes a confirmed socket, watched under the lane's token, the lane's connection.
    fn establish_lane(
        &mut self,
        peer: PeerId,
        at: usize,
        socket: Socket,
        theirs: Terms,
        accepted: bool,
        sink: &mut dyn Sink,
    ) {
        let fresh = SocketMeter::new(&self.options, theirs, accepted);
        let (timeout, now) = (self.path_timeout(), self.now);
        promptness::settle(&socket, theirs);
        let Some(lane) = self.lane_mut(peer, at) else { return };
        let agreed = match lane.has_been_up() {
            true => lane.line.reconnect(theirs, accepted),
            false => theirs.received == 0,
        };
        if !agreed {
            self.counters.refused += 1;
            let why = "a lane goes on where nothing was sent or nothing is kept".to_owned();
            let why = MethodError::Nonsense { peer, method: self.name(), why };
            return self.lose(peer, why, sink);
        }
        if !lane.has_been_up() {
            lane.line = fresh;
        }
        share(&socket, timeout);
        lane.line.losses.begin(&socket);
        lane.line.rises(now);
        if let Err(e) = lane.line.flush(&socket) {
            lane.broken = Some(describe_break(&e));
        } else {
            lane.broken = None;
        }
        (lane.misses, lane.watches_room) = (0, false);
        lane.link = LaneLink::Up(socket);
        if !self.blocked.contains(&peer) {
            self.blocked.push(peer);
        }
        self.find_deadline();
    }

    /// A lane's connection broke: opens another over whatever path there is.
    fn mend_lane(&mut self, peer: PeerId, at: usize, sink: &mut dyn Sink) {
        let (now, is_closing) = (self.now, self.closing_since.is_some());
        let Some((stream, _)) = self.stream_mut(peer) else { return };
        let is_over = is_closing || stream.peer_said_goodbye();
        let keeps = stream.main.outbox.keeps();
        let Some(lane) = stream.lanes.get_mut(at) else { return };
        let why = lane.broken.take().unwrap_or_default();
        let LaneLink::Up(socket) = std::mem::replace(&mut lane.link, LaneLink::Down) else {
            return;
        };
        if is_over {
            return;
        }
        let remote = crate::connection::canonical(socket.peer_addr()).map(|address| address.ip());
        let since = lane.line.breaks(now);
        self.events.forget(&socket);
        drop(socket);
        if !keeps {
            let why = self.lost(peer, format!("one of its paths broke: {why}"));
            return self.lose(peer, why, sink);
        }
        self.dial_lane(peer, at, Some(Break { why, remote, since }));
    }

    /// Takes a lane in that the peer opens, as with a first connection.
    pub(crate) fn decide_lane(
        &mut self,
        peer: PeerId,
        greeter: Greeter,
        sink: &mut dyn Sink,
    ) -> usize {
        let theirs = greeter.terms();
        let (number, am_lower) = (theirs.lane, self.identity.me < peer);
        let is_welcome = usize::from(number) < MAX_LANES
            && self.options.stripes != Some(1)
            && self.closing_since.is_none();
        let Some((stream, _)) = self.stream_mut(peer).filter(|_| is_welcome) else {
            drop(greeter.settle(Acceptance::Refuse, Terms::default()));
            return 0;
        };
        stream.is_widened = true;
        let at = stream.lanes.iter().position(|lane| lane.number == number);
        let verdict = match at.map(|at| &stream.lanes[at]) {
            None if theirs.received > 0 || stream.peer_said_goodbye() => Acceptance::Refuse,
            None => Acceptance::Accept,
            Some(lane) => match &lane.link {
                LaneLink::Up(_) if lane.line.is_followed_by(theirs) => Acceptance::Accept,
                LaneLink::Up(_) => Acceptance::Yield,
                LaneLink::Dialing(dial) if am_lower && dial.has_proven() => Acceptance::Yield,
                _ if theirs.generation < lane.line.generation => Acceptance::Yield,
                _ => Acceptance::Accept,
            },
        };
        let at = match (at, verdict) {
            (Some(at), _) => at,
            (None, Acceptance::Accept) => {
                let line = SocketMeter::new(&self.options, Terms { generation: 0, ..theirs }, true);
                let Some((stream, _)) = self.stream_mut(peer) else { return 0 };
                stream.lanes.push(Lane::new(number, line, None));
                stream.lanes.len() - 1
            }
            (None, _) => {
                drop(greeter.settle(verdict, Terms::default()));
                return 0;
            }
        };
        let Some(lane) = self.lane_mut(peer, at) else { return 0 };
        let mine = Terms { lane: number, received: lane.line.received(), ..theirs };
        let generation = theirs.generation.max(lane.line.generation);
        let mine =
            Terms { generation, port: self.contact.port, replays: self.options.replay, ..mine };
        let Ok(socket) = greeter.settle(verdict, mine) else { return 0 };
        if verdict != Acceptance::Accept
            || self.events.change(&socket, Token::Lane(peer, number), false).is_err()
        {
            return 0;
        }
        self.establish_lane(peer, at, socket, Terms { generation, ..theirs }, true, sink);
        self.note_striped(peer);
        1
    }

    /// Leaves the sockets that nothing is to be read from yet out of what a sleeper waits on.
    pub(crate) fn hush(&mut self) {
        let Self { peers, events, striped, hushed, .. } = self;
        for &peer in striped.iter() {
            let entry = peers.get_mut(peer);
            let (stream, socket) = match entry.map(|entry| &mut entry.link) {
                Some(TcpLink::Up(connection)) => (&mut connection.stream, Some(&connection.socket)),
                Some(TcpLink::Mending(mending)) => (&mut mending.stream, None),
                _ => continue,
            };
            if let (true, Some(socket)) = (stream.main.receiver.waits(), socket) {
                events.forget(socket);
                hushed.push((peer, 0));
            }
            for lane in stream.lanes.iter().filter(|lane| lane.line.receiver.waits()) {
                if let Some(socket) = lane.socket() {
                    events.forget(socket);
                    hushed.push((peer, lane.number));
                }
            }
        }
    }

    /// Waits on all sockets again.
    pub(crate) fn unhush(&mut self) {
        for (peer, number) in std::mem::take(&mut self.hushed) {
            let Self { peers, events, .. } = self;
            let entry = peers.get_mut(peer);
            let Some(entry) = entry else { continue };
            let watched = match &mut entry.link {
                TcpLink::Up(connection) if number == 0 => {
                    connection.watches_room = false;
                    events.watch(&connection.socket, Token::Peer(peer), false)
                }
                TcpLink::Up(connection) => watch_lane(events, &mut connection.stream, peer, number),
                TcpLink::Mending(mending) => watch_lane(events, &mut mending.stream, peer, number),
                _ => Ok(()),
            };
            // It may be watched already, under another connection that took its place.
            drop(watched);
        }
    }
}

/// Makes a connection one of several: it swallows no more than its path drains, and a path that goes
/// dark is noticed, so that its bytes go over another. A kernel that refuses leaves it slower.
fn share(socket: &Socket, timeout: Duration) {
    let _ = socket.set_tcp_notsent_lowat(NOT_SENT);
    let _ = socket.set_tcp_user_timeout(Some(timeout));
}

fn watch_lane(
    events: &crate::events::Events,
    stream: &mut LastingStream,
    peer: PeerId,
    number: u8,
) -> std::io::Result<()> {
    let Some(lane) = stream.lanes.iter_mut().find(|lane| lane.number == number) else {
        return Ok(());
    };
    lane.watches_room = false;
    match lane.socket() {
        Some(socket) => events.watch(socket, Token::Lane(peer, number), false),
        None => Ok(()),
    }
}
