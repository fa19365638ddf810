//! The method itself: its parts, and the contract it fulfils.

use crate::NAME;
use crate::address::{self, Address};
use crate::candidate::Whereabouts;
use crate::descriptor::{Contact, host_key};
use crate::detour::TcpDetours;
use crate::events::{Events, Token};
use crate::greeter::Greeter;
use crate::handshake::VERSION;
use crate::listener::Listener;
use crate::loss_watch;
use crate::options::TcpOptions;
use crate::polling::{EPOLL_EVERY, Rounds};
use crate::promptness;
use crate::session::{PeerState, Peers};
use crate::settings::SocketSettings;
use crate::stream::LastingStream;
use ferry_method::{
    Applicable, Armed, Attendance, Attributes, Counters, Descriptor, Header, Identity, Method,
    MethodError, Now, PeerId, Pulse, Quality, RemoteReading, Scope, SignalTarget, Sink, WaitSource,
};
use std::net::SocketAddr;
use std::time::Duration;

/// Largest payload of one frame; longer ones are not believed.
const MAX_FRAME: usize = 1 << 30;
/// TCP between the processes of a job.
pub struct TcpMethod {
    pub(crate) identity: Identity,
    pub(crate) version: u8,
    pub(crate) options: TcpOptions,
    pub(crate) attributes: Attributes,
    /// Where this process is.
    pub(crate) here: Whereabouts,
    pub(crate) listener: Option<Listener>,
    pub(crate) events: Events,
    pub(crate) peers: Peers,
    pub(crate) greeters: Vec<Option<Greeter>>,
    pub(crate) rounds: Rounds,
    pub(crate) counters: Counters,
    pub(crate) now: Now,
    attendance: Attendance,
    pub(crate) detours: TcpDetours,
    /// When dials or greeters need attention without an event.
    pub(crate) deadline: Option<Now>,
    pub(crate) closing_since: Option<Now>,
    /// When losses are looked at next.
    pub(crate) losses_due: Now,
    pub(crate) happened: Vec<(Token, bool)>,
    pub(crate) polls_since_epoll: u32,
    pub(crate) last_epoll: Now,
}

impl TcpMethod {
    /// Listens and is ready; nothing is opened to anybody yet.
    ///
    /// Errors: an interface or port that cannot be had (configuration), or a refusal of the system.
    pub fn new(identity: Identity, options: TcpOptions) -> Result<TcpMethod, MethodError> {
        options.transport.probe()?;
        let mut own = address::own(&options.interfaces)?;
        let listener = Listener::open(&options, &own)?;
        SocketSettings::of(&options).check(&listener.socket)?;
        promptness::check(options.rto_min)?;
        if !listener.has_v6 {
            own.retain(|a| a.ip.is_ipv4());
        }
        let events =
            Events::new().map_err(|e| MethodError::system("making an epoll descriptor", e))?;
        events
            .watch(&listener.socket, Token::Listener, false)
            .map_err(|e| MethodError::system("watching the listening socket", e))?;
        let host = host_key(&identity.host);
        let contact = Contact { host, port: listener.port, addresses: own.clone() };
        // As others see it: with as many addresses as fit.
        let contact = Contact::decode(&contact.encode())?;
        Ok(TcpMethod {
            attributes: attributes(&options, &own),
            losses_due: loss_watch::first_look(options.congestion.is_some(), &listener.socket),
            peers: Peers::new(options.transport.name()),
            identity,
            version: VERSION,
            options,
            here: Whereabouts { contact, own, has_v6: listener.has_v6 },
            listener: Some(listener),
            events,
            greeters: Vec::new(),
            rounds: Rounds::default(),
            counters: Counters::default(),
            now: Now::ZERO,
            attendance: Attendance::default(),
            detours: TcpDetours::default(),
            deadline: None,
            closing_since: None,
            happened: Vec::new(),
            polls_since_epoll: 0,
            last_epoll: Now::ZERO,
        })
    }

    /// What a peer published under this method's name.
    fn decode(&self, remote: &Descriptor) -> Result<Contact, MethodError> {
        let method = self.name();
        if remote.method != method {
            let why = "it belongs to another method".to_owned();
            return Err(MethodError::BadDescriptor { method, why });
        }
        Contact::decode(&Descriptor { method: NAME.to_owned(), ..remote.clone() })
    }

    /// The addresses it publishes, best first.
    pub fn addresses(&self) -> Vec<std::net::IpAddr> {
        self.here.addresses()
    }

    /// The link to a peer, if both ends use it.
    #[inline]
    pub(crate) fn stream_mut(&mut self, peer: PeerId) -> Option<&mut LastingStream> {
        self.peers.link_mut(peer).map(|stream| &mut **stream)
    }

    /// The addresses at which a contact can be tried, or why there is none.
    fn candidates(&self, remote: &Contact) -> Result<Vec<std::net::SocketAddr>, String> {
        self.here.ways_to(remote)
    }

    pub(crate) fn candidates_of(&self, peer: PeerId) -> Vec<std::net::SocketAddr> {
        let entry = self.peers.get(peer);
        let contact = entry.and_then(|entry| entry.contact.as_ref());
        let mut found =
            contact.and_then(|contact| self.candidates(contact).ok()).unwrap_or_default();
        if self.detours.has(peer) {
            // One call, and it does not matter where to.
            found.truncate(1);
            if found.is_empty() {
                found.push(SocketAddr::new(std::net::Ipv4Addr::UNSPECIFIED.into(), 0));
            }
        }
        found
    }
}

fn attributes(options: &TcpOptions, own: &[Address]) -> Attributes {
    Attributes {
        scope: Scope::Network,
        latency: Duration::from_micros(10),
        bandwidth: 1e9,
        eager_limit: options.eager_limit,
        fragment: options.fragment,
        max_frame: MAX_FRAME,
        reliable: true,
        streams: 1,
        stream_flow_control: false,
        multicast: false,
        several_paths: several_paths(options, own),
        confidential: false,
        shares_memory: false,
        remote_reads: false,
        remote_reading: RemoteReading::Never,
        poll_cost: Duration::from_nanos(300),
    }
}

/// Whether long payloads may go over several connections.
fn several_paths(options: &TcpOptions, own: &[Address]) -> bool {
    let mut networks: Vec<&Address> = Vec::new();
    for address in own.iter().filter(|a| !a.is_loopback() && !a.needs_scope()) {
        if networks.iter().all(|network| !network.network_contains(address.ip)) {
            networks.push(address);
        }
    }
    match options.stripes {
        Some(n) => n > 1,
        None => networks.len() > 1,
    }
}

impl Method for TcpMethod {
    fn name(&self) -> &'static str {
        self.options.transport.name()
    }

    fn attributes(&self) -> &Attributes {
        &self.attributes
    }

    fn descriptor(&self) -> Descriptor {
        Descriptor { method: self.name().to_owned(), ..self.here.contact.encode() }
    }

    fn applicable(&self, remote: &Descriptor) -> Applicable {
        let judged = self.decode(remote).map_err(|e| e.to_string());
        match judged.and_then(|contact| self.candidates(&contact)) {
            Ok(_) => Applicable::Yes,
            Err(why) => Applicable::No(why),
        }
    }

    fn attach(&mut self, peer: PeerId, remote: &Descriptor) -> Result<(), MethodError> {
        let contact = self.decode(remote)?;
        self.peers.attach(&self.identity, peer, contact)
    }

    fn send(
        &mut self,
        peer: PeerId,
        header: &Header,
        payload: &[u8],
        done: &mut usize,
    ) -> Result<bool, MethodError> {
        self.send_frame(peer, header, payload, done)
    }

    fn poll(&mut self, now: Now, sink: &mut dyn Sink) -> usize {
        self.now = now;
        if let Some(missed) = self.attendance.note(now) {
            self.forgive(missed);
        }
        self.polls_since_epoll += 1;
        if !self.rounds.hushed.is_empty() {
            self.unhush();
        }
        let mut handled = self.settle_losses(sink) + self.flush_blocked() + self.poll_hot(sink);
        if !self.rounds.striped.is_empty() {
            handled += self.tend_lanes(sink);
        }
        if self.epoll_is_due() {
            handled += self.poll_events(sink);
        }
        if self.deadline.is_some_and(|deadline| deadline <= now) {
            handled += self.tick(sink);
        }
        if self.losses_due <= now {
            self.watch_losses();
        }
        if !self.detours.is_empty() {
            handled += self.tend_detours(sink);
        }
        handled
    }

    fn pulse(&self, peer: PeerId) -> Option<Pulse> {
        self.pulse_of(peer)
    }

    fn take_detour(&mut self, peer: PeerId) -> bool {
        self.begin_detour(peer)
    }

    fn parcel(&mut self, peer: PeerId, parcel: &[u8]) {
        self.take_parcel(peer, parcel);
    }

    fn tune(&mut self, peer: PeerId, parameter: &str, value: &str) -> Result<(), MethodError> {
        let Some(entry) = self.peers.get_mut(peer) else {
            return Err(MethodError::UnknownPeer(peer, self.name()));
        };
        let before = entry.memory.as_deref().cloned();
        let changed =
            before.unwrap_or_else(|| SocketSettings::of(&self.options)).with(parameter, value)?;
        match (entry.state(), &self.listener) {
            (PeerState::Open(stream), _) => match stream.first().socket() {
                Some(socket) => changed.check(socket)?,
                None => self.options.transport.try_settings(&changed)?,
            },
            (_, Some(_)) => self.options.transport.try_settings(&changed)?,
            (_, None) => {}
        }
        entry.memory = Some(Box::new(changed));
        if parameter == "congestion"
            && let Some(stream) = self.stream_mut(peer)
        {
            stream.forget_losses();
        }
        Ok(())
    }

    fn wait_source(&self) -> WaitSource {
        WaitSource::Fd(self.events.raw())
    }

    fn tell_by_signal(&mut self, target: &SignalTarget) -> bool {
        self.events.tell_by_signal(target)
    }

    fn arm(&mut self, _by_bell: bool) -> Armed {
        let is_late = self.deadline.is_some_and(|deadline| deadline <= self.now);
        let is_behind = !self.detours.is_empty() && self.detours.has_output();
        if is_late || is_behind || self.peers.has_reports() || !self.rounds.suspects.is_empty() {
            return Armed::Busy;
        }
        self.hush();
        let delay = self.deadline.map(|deadline| deadline.saturating_sub(self.now));
        match self.watch_room().and_then(|()| self.events.set_timer(delay)) {
            Ok(()) => Armed::Ready(0),
            // Whoever cannot be sure of being woken must not sleep.
            Err(_) => Armed::Busy,
        }
    }

    fn disarm(&mut self) {
        self.unhush();
        // Whatever ended the sleep, only epoll may know of it.
        self.polls_since_epoll = EPOLL_EVERY.0;
        // What arming asked for is withdrawn when it happens: a poll sees to it. A timer that rang
        // would go on ringing.
        let _ = self.events.set_timer(None);
    }

    fn counters(&self) -> Counters {
        Counters { peers: self.peers.open(), ..self.counters }
    }

    fn has_pending_output(&self) -> bool {
        let waits = |peer: &PeerId| self.peers.link(*peer).is_some_and(|s| s.has_unsent());
        let is_behind = !self.detours.is_empty() && self.detours.has_output();
        is_behind || self.rounds.blocked.iter().chain(&self.rounds.mending).any(waits)
    }

    fn describe_link(&self, peer: PeerId) -> Option<String> {
        match self.peers.state(peer)? {
            PeerState::Idle => None,
            PeerState::Calling(dial) => Some(format!("connecting: {}", dial.describe())),
            PeerState::Open(stream) => Some(stream.describe()),
            PeerState::Departed(()) => Some("closed by agreement".to_owned()),
            PeerState::Gone(why) => Some(why.to_string()),
        }
    }

    fn quality(&self, peer: PeerId) -> Option<Quality> {
        self.quality_to(peer)
    }

    fn open_streams(&self, peer: PeerId) -> u32 {
        self.peers.link(peer).map_or(0, |stream| stream.lanes_up() as u32)
    }

    fn has_departed(&self, peer: PeerId) -> bool {
        self.peers.has_departed(peer, |stream| stream.peer_said_goodbye())
    }

    fn close(&mut self, now: Now, sink: &mut dyn Sink) -> bool {
        self.now = now;
        self.close_links(sink)
    }
}
