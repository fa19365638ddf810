//! The method itself: its parts, and the contract it fulfils.

use crate::NAME;
use crate::conn::Conn;
use crate::connections::Connections;
use crate::contact::{decode, encode};
use crate::core::{Handle, QuicEndpoint};

use crate::dial::canonical;
use crate::options::QuicOptions;
use crate::pin::Credentials;
use crate::secret::QuicSecret;
use crate::session::{PeerState, Peers};
use crate::socket::{Socket, own_words};
use ferry_method::{
    Applicable, Armed, Attendance, Attributes, Counters, Descriptor, Detours, Header, Identity,
    Landing, Method, MethodError, Now, PeerId, Pulse, Quality, RemoteReading, Scope, SignalTarget,
    Sink, StreamKey, WaitSource,
};
use ferry_method_tcp::door::SocketWatch;
use ferry_method_tcp::net::{self, Contact, Whereabouts, host_key};
use std::net::SocketAddr;
use std::time::{Duration, Instant};

/// Largest payload of one frame; longer ones are not believed.
const MAX_FRAME: usize = 1 << 30;

/// QUIC between the processes of a job.
pub struct QuicMethod {
    pub(crate) identity: Identity,
    pub(crate) options: QuicOptions,
    pub(crate) attributes: Attributes,
    here: Whereabouts,
    pub(crate) socket: Socket,
    pub(crate) endpoint: QuicEndpoint,
    watch: SocketWatch,
    /// The instant that is time zero to the protocol.
    base: Instant,
    pub(crate) now: Now,
    attendance: Attendance,
    pub(crate) peers: Peers,
    pub(crate) connections: Connections,
    /// Peers that have departed and of which a held frame was let go.
    pub(crate) resumed: Vec<PeerId>,
    pub(crate) counters: Counters,
    /// No call wants attention before.
    pub(crate) dial_due: Option<Now>,
    pub(crate) closing_since: Option<Now>,
    pub(crate) detours: Detours,
    /// Peers of whom a stream that was fetched made no sense, and why.
    pub(crate) broken: Vec<(PeerId, String)>,
}

impl QuicMethod {
    /// Takes a UDP port and is ready; nothing is opened to anybody yet.
    ///
    /// Errors: an interface or port that cannot be had (configuration), or a refusal of the system.
    pub fn new(identity: Identity, options: QuicOptions) -> Result<QuicMethod, MethodError> {
        let mut own = net::own(&options.interfaces).map_err(own_words)?;
        let socket = Socket::open(&options, &own)?;
        if !socket.has_v6 {
            own.retain(|a| a.ip.is_ipv4());
        }
        let credentials = Credentials::new(QuicSecret::of(&identity), identity.me);
        let endpoint =
            QuicEndpoint::new(credentials, &options, net::carried(&own), socket.may_probe())?;
        let watch = SocketWatch::over([&socket.raw])?;
        let host = host_key(&identity.host);
        let contact = Contact { host, port: socket.port, addresses: own.clone() };
        // As others see it: with as many addresses as fit.
        let contact = decode(&encode(&contact))?;
        #[expect(
            clippy::disallowed_methods,
            reason = "some beginning, from which told times count"
        )]
        let base = Instant::now();
        Ok(QuicMethod {
            attributes: attributes(&options),
            identity,
            options,
            here: Whereabouts { contact, own, has_v6: socket.has_v6 },
            socket,
            endpoint,
            watch,
            base,
            now: Now::ZERO,
            attendance: Attendance::default(),
            peers: Peers::new(NAME),
            connections: Connections::default(),
            resumed: Vec::new(),
            counters: Counters::default(),
            dial_due: None,
            closing_since: None,
            detours: Detours::default(),
            broken: Vec::new(),
        })
    }

    /// The addresses it publishes, best first.
    pub fn addresses(&self) -> Vec<std::net::IpAddr> {
        self.here.addresses()
    }

    /// A time as the protocol core knows it.
    pub(crate) fn instant(&self, now: Now) -> Instant {
        self.base + now
    }

    /// The reverse.
    pub(crate) fn told(&self, instant: Instant) -> Now {
        instant.saturating_duration_since(self.base)
    }

    pub(crate) fn conn_mut(&mut self, handle: Handle) -> Option<&mut Conn> {
        self.connections.get_mut(handle)
    }

    /// The connection to a peer, if there is one.
    pub(crate) fn link_mut(&mut self, peer: PeerId) -> Option<&mut Conn> {
        let handle = *self.peers.link(peer)?;
        self.conn_mut(handle)
    }

    fn link(&self, peer: PeerId) -> Option<&Conn> {
        self.connections.get(*self.peers.link(peer)?)
    }

    /// The addresses at which a contact can be called, or why there is none.
    fn candidates(&self, remote: &Contact) -> Result<Vec<SocketAddr>, String> {
        self.here.ways_to(remote)
    }

    pub(crate) fn candidates_of(&self, peer: PeerId) -> Vec<SocketAddr> {
        let contact = self.peers.get(peer).and_then(|entry| entry.contact.as_ref());
        let found = contact.and_then(|contact| self.candidates(contact).ok()).unwrap_or_default();
        found.into_iter().map(|address| self.socket.own_form(address)).collect()
    }

    fn next_due(&self) -> Option<Now> {
        [self.connections.due(), self.dial_due].into_iter().flatten().min()
    }
}

fn attributes(options: &QuicOptions) -> Attributes {
    Attributes {
        scope: Scope::Network,
        latency: Duration::from_micros(20),
        bandwidth: 0.8e9,
        eager_limit: options.eager_limit,
        fragment: options.fragment,
        max_frame: MAX_FRAME,
        reliable: true,
        streams: u16::MAX,
        stream_flow_control: true,
        multicast: false,
        several_paths: false,
        confidential: true,
        shares_memory: false,
        remote_reads: false,
        remote_reading: RemoteReading::Never,
        poll_cost: Duration::from_nanos(500),
    }
}

impl Method for QuicMethod {
    fn name(&self) -> &'static str {
        NAME
    }

    fn attributes(&self) -> &Attributes {
        &self.attributes
    }

    fn descriptor(&self) -> Descriptor {
        encode(&self.here.contact)
    }

    fn applicable(&self, remote: &Descriptor) -> Applicable {
        let judged = decode(remote).map_err(|e| e.to_string());
        match judged.and_then(|contact| self.candidates(&contact)) {
            Ok(_) => Applicable::Yes,
            Err(why) => Applicable::No(why),
        }
    }

    fn attach(&mut self, peer: PeerId, remote: &Descriptor) -> Result<(), MethodError> {
        self.peers.attach(&self.identity, peer, decode(remote)?)
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
        self.tell(now);
        if let Some(missed) = self.attendance.note(self.now) {
            self.forgive(missed);
        }
        let handled = self.drive_all(sink);
        match self.detours.is_empty() {
            true => handled,
            false => handled + self.send_parcels(sink),
        }
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
        self.tune_link(peer, parameter, value)
    }

    fn wait_source(&self) -> WaitSource {
        self.watch.wait_source()
    }

    fn tell_by_signal(&mut self, target: &SignalTarget) -> bool {
        self.watch.tell_by_signal(target)
    }

    fn arm(&mut self, _by_bell: bool) -> Armed {
        self.connections.find_due();
        let is_late = self.next_due().is_some_and(|due| due <= self.now);
        let has_parcels = !self.socket.parcels.is_empty();
        let has_unread = !self.resumed.is_empty() || !self.broken.is_empty();
        let has_work = has_parcels || has_unread || self.connections.has_marked();
        if is_late || has_work || self.peers.has_reports() || self.socket.has_reports() {
            return Armed::Busy;
        }
        let delay = self.next_due().map(|due| due.saturating_sub(self.now));
        self.watch.arm([&self.socket.raw], self.socket.is_full(), delay)
    }

    fn disarm(&mut self) {
        self.watch.disarm();
    }

    fn counters(&self) -> Counters {
        Counters { peers: self.peers.open(), ..self.counters }
    }

    fn has_pending_output(&self) -> bool {
        self.socket.is_full() || !self.socket.parcels.is_empty()
    }

    fn describe_link(&self, peer: PeerId) -> Option<String> {
        match self.peers.state(peer)? {
            PeerState::Idle => None,
            PeerState::Calling(dial) => Some(dial.describe()),
            PeerState::Open(_) => self.link(peer).map(|conn| {
                let (out, back) = (conn.outgoing.len(), conn.incoming.len());
                let remote = canonical(conn.session.remote());
                format!("to {remote}, {}, streams {out} out, {back} in", conn.session.describe())
            }),
            PeerState::Departed(_) => Some("closed by agreement".to_owned()),
            PeerState::Gone(why) => Some(why.to_string()),
        }
    }

    fn quality(&self, peer: PeerId) -> Option<Quality> {
        let keeps_pace = self.options.congestion.keeps_pace();
        Some(Quality { keeps_pace, ..self.link(peer)?.session.quality()? })
    }

    fn open_streams(&self, peer: PeerId) -> u32 {
        self.link(peer).map_or(0, |conn| (conn.outgoing.len() + conn.incoming.len()) as u32)
    }

    fn has_departed(&self, peer: PeerId) -> bool {
        self.peers.has_departed(peer, |_| {
            self.link(peer).is_some_and(|conn| conn.incoming.said_goodbye())
        })
    }

    fn close(&mut self, now: Now, sink: &mut dyn Sink) -> bool {
        self.tell(now);
        self.close_links(sink)
    }
}
