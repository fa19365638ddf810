//! A link's life: opened by the first frame, used, lost or closed.

use crate::assembly::Out;
use crate::events::Token;
use crate::lane::{Lane, LaneLink};
use crate::method::TcpMethod;
use crate::polling::HOT;
use crate::receiver::ReceiverEnd;
use crate::session::{PeerState, Peers, Tcp};
use crate::stream::{LastingStream, Room, STRIPE_FROM};
use ferry_method::{Header, Method, MethodError, PeerId, Sink};
use ferry_session::{LINGER, SessionMethod, check_len};
use std::io;
use std::time::Duration;

impl SessionMethod<Tcp> for TcpMethod {
    fn peers(&mut self) -> &mut Peers {
        &mut self.peers
    }

    fn is_closing(&self) -> bool {
        self.closing_since.is_some()
    }

    fn begin_call(&mut self, peer: PeerId) -> Result<(), MethodError> {
        self.dial(peer);
        Ok(())
    }

    fn end(&mut self, peer: PeerId, state: PeerState) {
        if let PeerState::Open(stream) = self.peers.set(peer, state) {
            stream.lanes.iter().filter_map(Lane::socket).for_each(|s| self.events.forget(s));
        }
        self.strike(peer);
        self.find_deadline();
    }
}

impl TcpMethod {
    pub(crate) fn send_frame(
        &mut self,
        peer: PeerId,
        header: &Header,
        payload: &[u8],
        done: &mut usize,
    ) -> Result<bool, MethodError> {
        check_len("tcp.fragment", payload.len(), self.attributes.max_frame)?;
        let Some(entry) = self.peers.get_mut(peer) else {
            return Err(MethodError::UnknownPeer(peer, self.name()));
        };
        let PeerState::Open(stream) = entry.state_mut() else { return self.send_later(peer) };
        if stream.peer_said_goodbye() {
            return self.send_later(peer);
        }
        if stream.first().socket().is_none() {
            let is_closing = self.closing_since.is_some();
            return if is_closing { self.send_later(peer) } else { Ok(false) };
        }
        if let Some(why) = &stream.first().broken {
            let (goes_on, why) = (stream.can_go_on(), why.clone());
            return if goes_on { Ok(false) } else { Err(self.lost(peer, why)) };
        }
        let room = stream.send(header, payload, done);
        if stream.is_full() {
            self.rounds.block(peer);
        }
        match room {
            Room::Taken => {
                self.counters.frames_sent += 1;
                self.counters.bytes_sent += payload.len() as u64;
                if payload.len() >= STRIPE_FROM && !stream.is_widened {
                    self.widen(peer);
                }
                Ok(true)
            }
            Room::Full | Room::Unacknowledged => Ok(false),
            Room::Broken => {
                let (goes_on, why) = (stream.can_go_on(), stream.first().broken.clone());
                self.rounds.suspects.push(peer);
                if goes_on { Ok(false) } else { Err(self.lost(peer, why.unwrap_or_default())) }
            }
        }
    }

    /// Has a link's first connection tried without asking epoll first, if there are few such.
    pub(crate) fn warm(&mut self, peer: PeerId) {
        let has_room = self.rounds.hot.len() < HOT;
        let Some(stream) = self.stream_mut(peer) else { return };
        stream.first_mut().misses = 0;
        if !stream.is_hot && has_room {
            stream.is_hot = true;
            self.rounds.hot.push(peer);
        }
    }

    /// Takes in what has come over one of a link's connections.
    pub(crate) fn receive_from(&mut self, peer: PeerId, at: usize, sink: &mut dyn Sink) -> usize {
        let Some(stream) = self.peers.link_mut(peer) else { return 0 };
        let max_frame = self.attributes.max_frame;
        let mut out = Out { peer, max_frame, counters: &mut self.counters, sink };
        match stream.receive(at, &mut out) {
            Ok(0) => match stream.lanes.get(at).and_then(|lane| lane.broken.clone()) {
                Some(why) => {
                    self.mend(peer, at, why, sink);
                    1
                }
                None => 0,
            },
            Ok(n) => {
                let widen = stream.took_wide() && !stream.is_widened;
                if stream.wants_flush() {
                    self.flush_to(peer);
                }
                if widen {
                    self.widen(peer);
                }
                n
            }
            Err(end) => self.broke(peer, at, end, sink),
        }
    }

    /// What follows when nothing more comes over a connection.
    fn broke(&mut self, peer: PeerId, at: usize, end: ReceiverEnd, sink: &mut dyn Sink) -> usize {
        if let ReceiverEnd::Nonsense(why) = end {
            self.counters.refused += 1;
            self.lose(peer, MethodError::Nonsense { peer, method: self.name(), why }, sink);
            return 1;
        }
        let has_parted = |stream: &LastingStream| {
            at == 0 && (stream.peer_said_goodbye() || stream.said_goodbye())
        };
        let Some(stream) = self.stream_mut(peer) else { return 1 };
        if has_parted(stream) {
            self.end(peer, PeerState::Departed(()));
        } else {
            let number = stream.lanes.get(at).map_or(0, |lane| lane.number);
            self.mend(peer, at, end.describe(number), sink);
        }
        1
    }

    pub(crate) fn lost(&self, peer: PeerId, why: String) -> MethodError {
        ferry_session::lost(self.name(), peer, why)
    }

    /// Takes a peer off the lists of what is to be done for its first connection.
    pub(crate) fn strike(&mut self, peer: PeerId) {
        self.rounds.strike(peer);
        if let Some(stream) = self.stream_mut(peer) {
            stream.is_hot = false;
        }
    }

    /// Tells the sink of losses that sends came upon.
    pub(crate) fn settle_losses(&mut self, sink: &mut dyn Sink) -> usize {
        let mut handled = self.peers.tell(sink);
        // Each read takes in what came before the end; the last one finds it.
        for peer in self.rounds.suspects.clone() {
            handled += self.receive_from(peer, 0, sink);
        }
        handled
    }

    /// Asks for events of room where sends wait for it.
    pub(crate) fn watch_room(&mut self) -> io::Result<()> {
        let mut blocked = std::mem::take(&mut self.rounds.blocked);
        let mut result = Ok(());
        blocked.retain(|&peer| {
            let Some(stream) = self.peers.link_mut(peer) else { return false };
            // With a write that failed there is always room, and nothing to use it for.
            if stream.first().broken.is_some() {
                return false;
            }
            for lane in &mut stream.lanes {
                let (number, room) = (lane.number, lane.bytes.outbox.is_full);
                if room == lane.watches_room {
                    continue;
                }
                let Some((_, socket)) = lane.writer() else { continue };
                match self.events.change(socket, Token::Lane(peer, number), room) {
                    Ok(()) => lane.watches_room = room,
                    Err(e) => result = Err(e),
                }
            }
            stream.is_full()
        });
        self.rounds.blocked = blocked;
        result
    }

    /// An event of room was asked for and came: the next send is worth a try.
    pub(crate) fn note_room(&mut self, peer: PeerId, at: usize) -> usize {
        let Some(stream) = self.peers.link_mut(peer) else { return 0 };
        let Some(lane) = stream.lanes.get_mut(at).filter(|lane| lane.watches_room) else {
            return 0;
        };
        let Some(socket) = lane.socket() else { return 0 };
        if self.events.change(socket, Token::Lane(peer, lane.number), false).is_ok() {
            lane.watches_room = false;
        }
        self.flush_to(peer);
        1
    }

    /// Nobody looked for so long: whoever is waited for, or waits to prove itself, is given that time.
    #[cold]
    pub(crate) fn forgive(&mut self, missed: Duration) {
        for entry in self.peers.iter_mut() {
            let stream = match entry.state_mut() {
                PeerState::Open(stream) => stream,
                PeerState::Calling(dial) => {
                    dial.forgive(missed);
                    continue;
                }
                _ => continue,
            };
            for lane in &mut stream.lanes {
                lane.bytes.forgive(missed);
                if let LaneLink::Dialing(dial) = &mut lane.link {
                    dial.forgive(missed);
                }
            }
        }
        self.greeters.iter_mut().flatten().for_each(|greeter| greeter.forgive(missed));
    }

    /// Does what is due by the clock.
    pub(crate) fn tick(&mut self, sink: &mut dyn Sink) -> usize {
        let handled = self.step_dials(sink) + self.expire_greeters(sink);
        self.find_deadline();
        handled
    }

    pub(crate) fn close_links(&mut self, sink: &mut dyn Sink) -> bool {
        let since = *self.closing_since.get_or_insert(self.now);
        self.listener = None;
        self.greeters.clear();
        for peer in [self.peers.calling(), &self.rounds.mending].concat() {
            self.end(peer, PeerState::Departed(()));
        }
        self.deadline = None;
        self.settle_losses(sink);
        self.tend_lanes(sink);
        self.flush_blocked();
        let is_late = self.now >= since + LINGER;
        let mut done = true;
        for peer in self.peers.ids() {
            if self.stream_mut(peer).is_none() {
                continue;
            }
            // What has come in is taken first: closing over unread data would make the system throw
            // away what is still on its way to the peer.
            self.receive_from(peer, 0, sink);
            let Some(stream) = self.stream_mut(peer) else { continue };
            if !stream.lanes[1..].iter().any(|lane| lane.bytes.outbox.has_unsent()) {
                stream.say_goodbye();
            }
            // What is on a detour goes nowhere any more.
            if is_late || self.detours.has(peer) {
                self.end(peer, PeerState::Departed(()));
            } else {
                done = false;
            }
        }
        done
    }
}

pub(crate) fn describe_break(e: &io::Error) -> String {
    match e.kind() {
        io::ErrorKind::BrokenPipe | io::ErrorKind::ConnectionReset => {
            "its process ended or was killed".to_owned()
        }
        _ => e.to_string(),
    }
}
