//! The method itself: its parts, and the contract it fulfils.

use crate::attributes::attributes;
use crate::control::renamed;
use crate::demand::Demand;
use crate::descriptor;
use crate::detour::StreamDetours;
use crate::events::{Events, Token};
use crate::inbound::Inbound;
use crate::lifecycle::Closing;
use crate::options::TcpStreamOptions;
use crate::outbound::{Outbound, lost};
use crate::peer::StreamPeer;
use crate::rounds::StreamRounds;
use crate::shortage::Shortage;
use crate::tally::StreamTally;
use crate::turn::QueryTurns;
use crate::{MAX_FRAME, NAME};
use ferry_method::{
    Applicable, Armed, Attendance, Attributes, Counters, Descriptor, Header, Identity, Landing,
    Method, MethodError, Now, PeerId, Pulse, Quality, SignalTarget, Sink, StreamKey, WaitSource,
};
use ferry_method_tcp::TcpMethod;
use ferry_method_tcp::door::{Greeter, Listener};
use ferry_method_tcp::net::{self, Whereabouts};
use ferry_session::{PeerTable, Slots, check_len};
use std::net::SocketAddr;

/// TCP with a connection for each stream.
pub struct TcpStreamMethod {
    pub(crate) identity: Identity,
    pub(crate) options: TcpStreamOptions,
    attributes: Attributes,
    descriptor: Descriptor,
    here: Whereabouts,
    /// Stream 0 of all peers.
    pub(crate) control: TcpMethod,
    pub(crate) listener: Option<Listener>,
    pub(crate) events: Events,
    pub(crate) peers: PeerTable<StreamPeer>,
    pub(crate) greeters: Slots<Greeter>,
    pub(crate) inbound: Slots<Inbound>,
    pub(crate) outbound: Slots<Outbound>,
    pub(crate) demand: Demand,
    pub(crate) rounds: StreamRounds,
    pub(crate) detours: StreamDetours,
    pub(crate) tally: StreamTally,
    pub(crate) now: Now,
    attendance: Attendance,
    /// When something needs attention without an event.
    pub(crate) deadline: Option<Now>,
    pub(crate) shortage: Shortage,
    pub(crate) closing: Option<Closing>,
    pub(crate) happened: Vec<(Token, bool)>,
    turns: QueryTurns,
}

impl TcpStreamMethod {
    /// Listens and is ready; nothing is opened to anybody yet.
    ///
    /// Errors: an interface, port or limit that cannot be had (configuration), or a refusal of the
    /// system.
    pub fn new(
        identity: Identity,
        options: TcpStreamOptions,
    ) -> Result<TcpStreamMethod, MethodError> {
        let limit = options.limit()?;
        let (for_control, for_streams) = options.of_listeners();
        let control = TcpMethod::new(identity.clone(), for_control).map_err(renamed)?;
        let mut own = net::own(&options.tcp.interfaces)?;
        let listener = Listener::open(&for_streams, &own)?;
        if !listener.has_v6 {
            own.retain(|a| a.ip.is_ipv4());
        }
        let descriptor = descriptor::encode(&control.descriptor(), listener.port)?;
        let (_, contact) = descriptor::decode(&descriptor)?;
        let events =
            Events::new().map_err(|e| MethodError::system("making an epoll descriptor", e))?;
        let watching = |e| MethodError::system("watching the sockets", e);
        events.watch(&listener.socket, Token::Listener, false).map_err(watching)?;
        if let WaitSource::Fd(fd) | WaitSource::Bell(_, fd) = control.wait_source() {
            events.watch(ferry_sys::borrow_fd(fd), Token::Control, false).map_err(watching)?;
        }
        Ok(TcpStreamMethod {
            attributes: attributes(&options),
            identity,
            options,
            descriptor,
            here: Whereabouts { contact, own, has_v6: listener.has_v6 },
            control,
            listener: Some(listener),
            events,
            peers: PeerTable::default(),
            greeters: Slots::default(),
            inbound: Slots::default(),
            outbound: Slots::default(),
            demand: Demand::new(limit),
            rounds: StreamRounds::default(),
            detours: StreamDetours::default(),
            tally: StreamTally::default(),
            now: Now::ZERO,
            attendance: Attendance::default(),
            deadline: None,
            shortage: Shortage::default(),
            closing: None,
            happened: Vec::new(),
            turns: QueryTurns::default(),
        })
    }

    /// The addresses it publishes, best first.
    pub fn addresses(&self) -> Vec<std::net::IpAddr> {
        self.here.addresses()
    }

    /// Where a peer's streams go.
    pub(crate) fn candidates(&self, peer: PeerId) -> Vec<SocketAddr> {
        let contact = self.peers.get(peer).and_then(|entry| entry.contact.as_ref());
        contact.map(|contact| self.here.order(contact)).unwrap_or_default()
    }

    fn poll_events(&mut self, sink: &mut dyn Sink) -> usize {
        let mut happened = std::mem::take(&mut self.happened);
        self.events.take(&mut happened);
        let mut handled = 0;
        for &(token, room) in &happened {
            handled += match token {
                Token::Timer => 0,
                Token::Control => {
                    self.turns.control.bring_on();
                    0
                }
                Token::Listener => self.accept(sink),
                Token::Greeter(slot) => self.step_greeter(slot, sink),
                Token::Inbound(slot) => self.inbound_event(slot, sink),
                Token::Outbound(slot) => self.outbound_event(slot, room, sink),
            };
        }
        self.happened = happened;
        handled
    }

    /// Streams of a peer: those that go out, that come in, that are held, and that wait for others to
    /// give way.
    fn streams_of(&self, peer: PeerId) -> (usize, usize, usize, usize) {
        let Some(entry) = self.peers.get(peer) else { return (0, 0, 0, 0) };
        let fronts = entry.incoming.values().filter_map(|queue| self.inbound.get(*queue.front()?));
        let incoming = entry.incoming.values().map(|queue| queue.len()).sum();
        let held = fronts.filter(|inbound| inbound.is_held()).count();
        let waiting = self.demand.waiting.iter().filter(|(of, _)| *of == peer).count();
        (entry.outgoing.len(), incoming, held, waiting)
    }
}

impl Method for TcpStreamMethod {
    fn name(&self) -> &'static str {
        NAME
    }

    fn attributes(&self) -> &Attributes {
        &self.attributes
    }

    fn descriptor(&self) -> Descriptor {
        self.descriptor.clone()
    }

    fn applicable(&self, remote: &Descriptor) -> Applicable {
        match descriptor::decode(remote) {
            Ok((control, _)) => self.control.applicable(&control),
            Err(e) => Applicable::No(e.to_string()),
        }
    }

    fn attach(&mut self, peer: PeerId, remote: &Descriptor) -> Result<(), MethodError> {
        if peer.0 >= self.identity.size || peer == self.identity.me {
            return Err(MethodError::UnknownPeer(peer, NAME));
        }
        let (control, contact) = descriptor::decode(remote)?;
        self.control.attach(peer, &control).map_err(renamed)?;
        self.peers.entry(peer).contact = Some(contact);
        Ok(())
    }

    fn send(
        &mut self,
        peer: PeerId,
        header: &Header,
        payload: &[u8],
        done: &mut usize,
    ) -> Result<bool, MethodError> {
        check_len("tcp.fragment", payload.len(), MAX_FRAME)?;
        match self.peers.get(peer) {
            None => return Err(MethodError::UnknownPeer(peer, NAME)),
            Some(entry) => {
                if let Some(why) = entry.gone.as_ref().or(entry.doomed.as_ref()) {
                    return Err(why.clone());
                }
            }
        }
        if self.closing.is_some() {
            return Err(lost(peer, "this process has closed its links"));
        }
        match header.stream_key() {
            StreamKey(0) => self.send_control(peer, header, payload, done),
            key => self.send_stream(peer, key, header, payload, done),
        }
    }

    fn poll(&mut self, now: Now, sink: &mut dyn Sink) -> usize {
        self.now = now;
        if let Some(missed) = self.attendance.note(now) {
            self.forgive(missed);
        }
        let mut handled = self.settle_broken(sink) + self.settle_losses(sink);
        handled += self.poll_resumed(sink);
        if self.turns.streams.has_come(now) {
            let n = self.poll_events(sink);
            self.turns.streams.note(n, now);
            handled += n;
        }
        if self.turns.control.has_come(now) {
            let n = self.poll_control(now, sink);
            self.turns.control.note(n, now);
            handled += n;
        }
        self.poll_errands();
        if self.deadline.is_some_and(|deadline| deadline <= now) {
            handled += self.tick(sink);
        }
        if self.detours.has_any {
            handled += self.tend_detours(sink);
        }
        handled
    }

    fn pulse(&self, peer: PeerId) -> Option<Pulse> {
        self.pulse_of(peer)
    }

    fn take_detour(&mut self, peer: PeerId) -> bool {
        self.turns.control.bring_on();
        self.begin_detour(peer)
    }

    fn parcel(&mut self, peer: PeerId, parcel: &[u8]) {
        self.turns.control.bring_on();
        self.take_parcel(peer, parcel);
    }

    fn resume(
        &mut self,
        peer: PeerId,
        stream: StreamKey,
        landing: Landing,
    ) -> Result<(), MethodError> {
        self.resume_stream(peer, stream, landing)
    }

    fn fetch(&mut self, peer: PeerId, stream: StreamKey, sink: &mut dyn Sink) -> usize {
        self.fetch_stream(peer, stream, sink)
    }

    fn wait_source(&self) -> WaitSource {
        WaitSource::Fd(self.events.raw())
    }

    fn tell_by_signal(&mut self, target: &SignalTarget) -> bool {
        self.control.tell_by_signal(target) && self.events.tell_by_signal(target)
    }

    fn arm(&mut self, by_bell: bool) -> Armed {
        let is_late = self.deadline.is_some_and(|deadline| deadline <= self.now);
        if is_late || self.rounds.has_any() {
            return Armed::Busy;
        }
        if self.detours.has_any
            && (!self.detours.fresh.is_empty() || self.detours.tunnels.has_output())
        {
            return Armed::Busy;
        }
        if self.control.arm(by_bell) == Armed::Busy {
            return Armed::Busy;
        }
        let delay = self.deadline.map(|deadline| deadline.saturating_sub(self.now));
        match self.watch_room().and_then(|()| self.events.set_timer(delay)) {
            Ok(()) => Armed::Ready(0),
            // Whoever cannot be sure of being woken must not sleep.
            Err(_) => Armed::Busy,
        }
    }

    fn disarm(&mut self) {
        // Whatever ended the sleep, only the descriptors know of it.
        self.turns.streams.bring_on();
        self.turns.control.bring_on();
        self.control.disarm();
        // A timer that rang would go on ringing.
        let _ = self.events.set_timer(None);
    }

    fn counters(&self) -> Counters {
        let (control, tally) = (self.control.counters(), &self.tally);
        let streams = tally.counters;
        Counters {
            frames_sent: control.frames_sent + streams.frames_sent - tally.private_sent,
            bytes_sent: control.bytes_sent + streams.bytes_sent,
            frames_received: control.frames_received + streams.frames_received
                - tally.private_received,
            bytes_received: control.bytes_received + streams.bytes_received,
            refused: control.refused + streams.refused,
            peers: control.peers,
        }
    }

    fn has_pending_output(&self) -> bool {
        let may_wait = self.demand.ending > 0 || self.detours.has_any;
        let unsent = !self.rounds.messengers.is_empty()
            || self.detours.has_any && self.detours.tunnels.has_output()
            || may_wait && self.outbound.iter().any(|(_, out)| out.has_unsent());
        unsent || self.control.has_pending_output()
    }

    fn describe_link(&self, peer: PeerId) -> Option<String> {
        let control = self.control.describe_link(peer)?;
        if let Some(why) = self.peers.get(peer).and_then(|entry| entry.gone.as_ref()) {
            return Some(why.to_string());
        }
        let (outgoing, incoming, held, waiting) = self.streams_of(peer);
        let mut line = format!("{control}; {outgoing} connections out, {incoming} in, {held} held");
        if waiting > 0 {
            line += &format!(", {waiting} waiting for one to close");
        }
        if let Some(trouble) = &self.shortage.trouble {
            line += &format!("; {trouble}");
        }
        Some(line)
    }

    fn quality(&self, peer: PeerId) -> Option<Quality> {
        self.quality_to(peer)
    }

    fn open_streams(&self, peer: PeerId) -> u32 {
        let (outgoing, incoming, ..) = self.streams_of(peer);
        self.control.open_streams(peer) + (outgoing + incoming) as u32
    }

    fn has_departed(&self, peer: PeerId) -> bool {
        self.peers.get(peer).is_some_and(|entry| entry.departed) || self.control.has_departed(peer)
    }

    fn close(&mut self, now: Now, sink: &mut dyn Sink) -> bool {
        self.now = now;
        self.close_links(sink)
    }
}
