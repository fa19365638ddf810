//! A link's life: opened by the first frame, used, lost or closed.

use crate::assembly::Out;
use crate::dial::{Caller, Dial, Dialled};
use crate::events::Token;
use crate::lane::{LaneLink, MAX_LANES};
use crate::method::{HOT, TcpLink, TcpMethod, TcpPeer};
use crate::receiver::ReceiverEnd;
use crate::stream::STRIPE_FROM;
use ferry_method::{Header, Method, MethodError, Now, PeerId, Sink};
use ferry_session::{LINGER, check_len, closed};
use std::io;
use std::time::Duration;

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
        let TcpLink::Up(connection) = &mut entry.link else { return self.send_later(peer) };
        if connection.stream.peer_said_goodbye() {
            return self.send_later(peer);
        }
        if let Some(why) = &connection.write_error {
            let (goes_on, why) = (connection.stream.can_go_on(), why.clone());
            return if goes_on { Ok(false) } else { Err(self.lost(peer, why)) };
        }
        let sent = connection.send(header, payload, done);
        if connection.stream.is_full() && !self.blocked.contains(&peer) {
            self.blocked.push(peer);
        }
        let widen = payload.len() >= STRIPE_FROM && !connection.stream.is_widened;
        match sent {
            Ok(true) => {
                self.counters.frames_sent += 1;
                self.counters.bytes_sent += payload.len() as u64;
                if widen {
                    self.widen(peer);
                }
                Ok(true)
            }
            Ok(false) => Ok(false),
            Err(e) => {
                let why = describe_break(&e);
                connection.write_error = Some(why.clone());
                let goes_on = connection.stream.can_go_on();
                self.suspects.push(peer);
                if goes_on { Ok(false) } else { Err(self.lost(peer, why)) }
            }
        }
    }

    /// What a send does where there is no connection to use.
    fn send_later(&mut self, peer: PeerId) -> Result<bool, MethodError> {
        if self.closing_since.is_some() {
            return Err(closed(self.name(), peer));
        }
        let Some(entry) = self.peer_mut(peer) else {
            return Err(MethodError::UnknownPeer(peer, self.name()));
        };
        match &entry.link {
            TcpLink::Dialing(_) | TcpLink::Mending(_) => Ok(false),
            TcpLink::Gone(why) => Err(why.clone()),
            TcpLink::Idle if entry.contact.is_none() => {
                Err(MethodError::UnknownPeer(peer, self.name()))
            }
            TcpLink::Idle => {
                self.dial(peer);
                Ok(false)
            }
            TcpLink::Departed | TcpLink::Up(_) => {
                let why =
                    self.lost(peer, "it has said goodbye and takes nothing any more".to_owned());
                self.end(peer, TcpLink::Gone(why.clone()));
                self.reports.push((peer, why.clone()));
                Err(why)
            }
        }
    }

    pub(crate) fn dial(&mut self, peer: PeerId) {
        let terms = self.terms_to(peer, 1);
        let mut dial = Dial::on(peer, terms, self.candidates_of(peer), None);
        dial.begin(&self.caller());
        self.peer_entry(peer).link = TcpLink::Dialing(Box::new(dial));
        self.dialing.push(peer);
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

    pub(crate) fn step_dial(&mut self, peer: PeerId, sink: &mut dyn Sink) -> usize {
        let Some(entry) = self.peer_mut(peer) else { return 0 };
        // Taken out while it moves on with what else the method has.
        let mut link = std::mem::replace(&mut entry.link, TcpLink::Idle);
        let outcome = match &mut link {
            TcpLink::Dialing(dial) => Some(dial.step(self.now, &self.caller())),
            TcpLink::Mending(mending) => Some(mending.dial.step(self.now, &self.caller())),
            _ => None,
        };
        if let Some(Dialled::Hopeless(why)) = &outcome
            && (self.detours.has(peer) || sink.doubt(peer, why))
        {
            match &mut link {
                TcpLink::Dialing(dial) => dial.doubt(self.now),
                TcpLink::Mending(mending) => mending.dial.doubt(self.now),
                _ => {}
            }
            self.peer_entry(peer).link = link;
            self.find_deadline();
            return 0;
        }
        self.peer_entry(peer).link = link;
        let Some(outcome) = outcome else { return 0 };
        match outcome {
            Dialled::Going => {
                self.find_deadline();
                0
            }
            Dialled::Up(socket, theirs) => {
                self.establish(peer, socket, theirs, false, sink);
                1 + self.receive_from(peer, sink)
            }
            Dialled::Failed(why) | Dialled::Hopeless(why) => {
                self.lose(peer, why, sink);
                1
            }
        }
    }

    /// Has a connection tried without asking epoll first, if there are few such.
    pub(crate) fn warm(&mut self, peer: PeerId) {
        let has_room = self.hot.len() < HOT;
        let Some(TcpPeer { link: TcpLink::Up(connection), .. }) = self.peer_mut(peer) else {
            return;
        };
        connection.misses = 0;
        if !connection.hot && has_room {
            connection.hot = true;
            self.hot.push(peer);
        }
    }

    pub(crate) fn receive_from(&mut self, peer: PeerId, sink: &mut dyn Sink) -> usize {
        let entry = self.peers.get_mut(peer);
        let Some(TcpPeer { link: TcpLink::Up(connection), .. }) = entry else { return 0 };
        let max_frame = self.attributes.max_frame;
        let mut out = Out { peer, max_frame, counters: &mut self.counters, sink };
        let why = match connection.receive(&mut out) {
            Ok(0) => match &connection.write_error {
                Some(why) => why.clone(),
                None => return 0,
            },
            Ok(n) => {
                connection.stream.main.trouble_since = None;
                let widen = connection.stream.took_wide() && !connection.stream.is_widened;
                if connection.stream.wants_flush() {
                    self.flush_to(peer);
                }
                if widen {
                    self.widen(peer);
                }
                return n;
            }
            Err(broken) => return self.broke(peer, broken, sink),
        };
        self.mend(peer, why, sink);
        1
    }

    /// What follows when nothing more comes over the first connection.
    pub(crate) fn broke(
        &mut self,
        peer: PeerId,
        broken: ReceiverEnd,
        sink: &mut dyn Sink,
    ) -> usize {
        let has_parted = match self.peer_mut(peer).map(|entry| &entry.link) {
            Some(TcpLink::Up(c)) => c.stream.peer_said_goodbye() || c.stream.said_goodbye(),
            _ => false,
        };
        let why = match broken {
            ReceiverEnd::Nonsense(why) => {
                self.counters.refused += 1;
                self.lose(peer, MethodError::Nonsense { peer, method: self.name(), why }, sink);
                return 1;
            }
            _ if has_parted => {
                self.end(peer, TcpLink::Departed);
                return 1;
            }
            ReceiverEnd::Closed => "its process ended without a goodbye".to_owned(),
            ReceiverEnd::System(e) => describe_break(&e.into()),
        };
        self.mend(peer, why, sink);
        1
    }

    pub(crate) fn lost(&self, peer: PeerId, why: String) -> MethodError {
        ferry_session::lost(self.name(), peer, why)
    }

    /// Ends what there is with a peer, leaving `link` in its place.
    pub(crate) fn end(&mut self, peer: PeerId, link: TcpLink) -> TcpLink {
        let before = std::mem::replace(&mut self.peer_entry(peer).link, link);
        match &before {
            TcpLink::Up(connection) => {
                self.counters.peers -= 1;
                self.events.forget(&connection.socket);
            }
            TcpLink::Mending(_) => self.counters.peers -= 1,
            _ => {}
        }
        self.hot.retain(|p| *p != peer);
        self.dialing.retain(|p| *p != peer);
        self.blocked.retain(|p| *p != peer);
        self.suspects.retain(|p| *p != peer);
        before
    }

    /// Ends the link to a peer and says so, once.
    pub(crate) fn lose(&mut self, peer: PeerId, why: MethodError, sink: &mut dyn Sink) {
        self.end(peer, TcpLink::Gone(why.clone()));
        self.find_deadline();
        sink.lost(peer, why);
    }

    /// Tells the sink of losses that sends came upon.
    pub(crate) fn settle_losses(&mut self, sink: &mut dyn Sink) -> usize {
        let reports = std::mem::take(&mut self.reports);
        let mut handled = reports.len();
        for (peer, why) in reports {
            sink.lost(peer, why);
        }
        // Each read takes in what came before the end; the last one finds it.
        for peer in self.suspects.clone() {
            handled += self.receive_from(peer, sink);
        }
        handled
    }

    /// Asks for events of room where sends wait for it.
    pub(crate) fn watch_room(&mut self) -> io::Result<()> {
        let mut blocked = std::mem::take(&mut self.blocked);
        let mut result = Ok(());
        blocked.retain(|&peer| {
            let entry = self.peers.get_mut(peer);
            let Some(TcpPeer { link: TcpLink::Up(connection), .. }) = entry else { return false };
            // With a write that failed there is always room, and nothing to use it for.
            if connection.write_error.is_some() {
                return false;
            }
            let room = connection.stream.main.outbox.is_full;
            if room != connection.watches_room {
                match self.events.change(&connection.socket, Token::Peer(peer), room) {
                    Ok(()) => connection.watches_room = room,
                    Err(e) => result = Err(e),
                }
            }
            for lane in &mut connection.stream.lanes {
                let room = lane.line.outbox.is_full;
                let Some(socket) = lane.link.usable(&lane.broken) else { continue };
                if room == lane.watches_room {
                    continue;
                }
                match self.events.change(socket, Token::Lane(peer, lane.number), room) {
                    Ok(()) => lane.watches_room = room,
                    Err(e) => result = Err(e),
                }
            }
            connection.stream.is_full()
        });
        self.blocked = blocked;
        result
    }

    /// An event of room was asked for and came: the next send is worth a try.
    pub(crate) fn note_room(&mut self, peer: PeerId, room: bool) -> usize {
        let entry = self.peers.get_mut(peer);
        let Some(TcpPeer { link: TcpLink::Up(connection), .. }) = entry else { return 0 };
        if !room || !connection.watches_room {
            return 0;
        }
        if self.events.change(&connection.socket, Token::Peer(peer), false).is_ok() {
            connection.watches_room = false;
        }
        self.flush_to(peer);
        1
    }

    /// When dials or greeters want attention next.
    pub(crate) fn find_deadline(&mut self) {
        let dials = self.dialing.iter().filter_map(|&peer| match &self.peers.get(peer)?.link {
            TcpLink::Dialing(dial) => dial.next_due(&self.options),
            TcpLink::Mending(mending) => mending.dial.next_due(&self.options),
            _ => None,
        });
        let lanes =
            self.striped.iter().flat_map(|&peer| match self.peers.get(peer).map(|p| &p.link) {
                Some(TcpLink::Up(connection)) => &connection.stream.lanes[..],
                Some(TcpLink::Mending(mending)) => &mending.stream.lanes[..],
                _ => &[],
            });
        let lanes = lanes.filter_map(|lane| match &lane.link {
            LaneLink::Dialing(dial) => dial.next_due(&self.options),
            _ => None,
        });
        let greeters = self.greeters.iter().flatten().map(|greeter| greeter.deadline());
        self.deadline = dials.chain(lanes).chain(greeters).min();
    }

    /// Nobody looked for so long: whoever is waited for, or waits to prove itself, is given that time.
    #[cold]
    pub(crate) fn forgive(&mut self, missed: Duration) {
        for entry in self.peers.iter_mut() {
            let stream = match &mut entry.link {
                TcpLink::Dialing(dial) => {
                    dial.forgive(missed);
                    continue;
                }
                TcpLink::Mending(mending) => {
                    mending.dial.forgive(missed);
                    &mut mending.stream
                }
                TcpLink::Up(connection) => &mut connection.stream,
                _ => continue,
            };
            stream.main.forgive(missed);
            for lane in &mut stream.lanes {
                lane.line.forgive(missed);
                if let LaneLink::Dialing(dial) = &mut lane.link {
                    dial.forgive(missed);
                }
            }
        }
        self.greeters.iter_mut().flatten().for_each(|greeter| greeter.forgive(missed));
    }

    /// Does what is due by the clock.
    pub(crate) fn tick(&mut self, sink: &mut dyn Sink) -> usize {
        let mut handled = 0;
        for peer in self.dialing.clone() {
            handled += self.step_dial(peer, sink);
        }
        for peer in self.striped.clone() {
            for at in (0..MAX_LANES).rev() {
                handled += self.step_lane(peer, at, sink);
            }
        }
        handled += self.expire_greeters(sink);
        self.find_deadline();
        handled
    }

    pub(crate) fn close_links(&mut self, sink: &mut dyn Sink) -> bool {
        let since = *self.closing_since.get_or_insert(self.now);
        self.listener = None;
        self.greeters.clear();
        for peer in std::mem::take(&mut self.dialing) {
            self.end(peer, TcpLink::Departed);
        }
        self.deadline = None;
        self.settle_losses(sink);
        self.tend_lanes(sink);
        self.flush_blocked();
        let is_late = self.now >= since + LINGER;
        let mut done = true;
        for peer in self.peers.ids() {
            let Some(TcpPeer { link: TcpLink::Up(_), .. }) = self.peer_mut(peer) else { continue };
            // What has come in is taken first: closing over unread data would make the system throw
            // away what is still on its way to the peer.
            self.receive_from(peer, sink);
            let Some(TcpPeer { link: TcpLink::Up(connection), .. }) = self.peer_mut(peer) else {
                continue;
            };
            if !connection.stream.lanes.iter().any(|lane| lane.line.outbox.has_unsent()) {
                connection.say_goodbye();
            }
            // What is on a detour goes nowhere any more.
            if is_late || self.detours.has(peer) {
                self.end(peer, TcpLink::Departed);
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
