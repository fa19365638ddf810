//! The method itself: its parts, and the contract it fulfils.

use crate::associations::Associations;
use crate::contact::{Terms, decode, encode, own_words};
use crate::link::AssociationLink;
use crate::options::{Auth, SctpOptions, Spreading};
use crate::pieces::PieceBuffers;
use crate::secret::SctpSecret;
use crate::session::Peers;
use crate::socket;
use crate::{MAX_FRAME, NAME};
use ferry_method::{
    Applicable, Armed, Attendance, Attributes, Counters, Descriptor, Detours, Header, Identity,
    Landing, Method, MethodError, Now, PeerId, Pulse, RemoteReading, Scope, SignalTarget, Sink,
    StreamKey, WaitSource,
};
use ferry_method_tcp::door::SocketWatch;
use ferry_method_tcp::net::{self, Address, Contact, Whereabouts, host_key};
use ferry_sctp::Socket;
use ferry_sctp_core::association::AssociationConfig;
use ferry_sctp_core::wire::StreamId;
use std::net::SocketAddr;
use std::time::Duration;

/// SCTP between the processes of a job.
pub struct SctpMethod {
    pub(crate) identity: Identity,
    pub(crate) options: SctpOptions,
    pub(crate) job: SctpSecret,
    pub(crate) attributes: Attributes,
    terms: Terms,
    pub(crate) here: Whereabouts,
    pub(crate) socket: Socket,
    /// What associations are begun with.
    pub(crate) config: AssociationConfig,
    watch: SocketWatch,
    pub(crate) now: Now,
    attendance: Attendance,
    pub(crate) peers: Peers,
    pub(crate) associations: Associations,
    pub(crate) counters: Counters,
    pub(crate) closing_since: Option<Now>,
    /// When something is to be done that the socket does not know of.
    pub(crate) due: Option<Now>,
    /// Streams that are to be read.
    pub(crate) streams: Vec<StreamId>,
    pub(crate) pieces: PieceBuffers,
    pub(crate) detours: Detours,
    /// Peers of whom a stream that was fetched made no sense, and why.
    pub(crate) broken: Vec<(PeerId, String)>,
}

impl SctpMethod {
    /// Takes a port and is ready; nothing is opened to anybody yet.
    ///
    /// Errors: an interface or port that cannot be had (configuration), or a refusal of the system.
    pub fn new(identity: Identity, options: SctpOptions) -> Result<SctpMethod, MethodError> {
        let mut own = net::own(&options.interfaces).map_err(own_words)?;
        let job = SctpSecret::of(&identity);
        let (socket, config) = socket::open(&identity, &job, &options, &own)?;
        let has_v6 = socket.local_addresses().iter().any(|ip| ip.is_ipv6());
        if !has_v6 {
            own.retain(|a| a.ip.is_ipv4());
        }
        let watch = SocketWatch::over(socket.descriptors())?;
        let host = host_key(&identity.host);
        let contact = Contact { host, port: socket.port(), addresses: own.clone() };
        let terms = Terms::of(&options, &job);
        // As others see it: with as many addresses as fit.
        let (_, contact) = decode(&encode(&terms, &contact))?;
        Ok(SctpMethod {
            attributes: attributes(&options, &own),
            identity,
            options,
            job,
            terms,
            here: Whereabouts { contact, own, has_v6 },
            socket,
            config,
            watch,
            now: Now::ZERO,
            attendance: Attendance::default(),
            peers: Peers::new(NAME),
            associations: Associations::default(),
            counters: Counters::default(),
            closing_since: None,
            due: None,
            streams: Vec::new(),
            pieces: PieceBuffers::default(),
            detours: Detours::default(),
            broken: Vec::new(),
        })
    }

    /// The addresses it publishes, best first.
    pub fn addresses(&self) -> Vec<std::net::IpAddr> {
        self.here.addresses()
    }

    pub(crate) fn link_at(&mut self, at: u32) -> Option<&mut AssociationLink> {
        self.associations.get_mut(at)
    }

    /// The association with a peer, if there is one.
    pub(crate) fn link_of(&self, peer: PeerId) -> Option<&AssociationLink> {
        self.associations.get(*self.peers.link(peer)?)
    }

    /// Whether a contact is on this host.
    pub(crate) fn is_here(&self, remote: &Contact) -> bool {
        net::is_same_host(&remote.host, &self.here.contact.host)
    }

    /// The addresses at which a contact can be called, or why there is none.
    pub(crate) fn candidates(&self, remote: &Contact) -> Result<Vec<SocketAddr>, String> {
        let mut found = self.here.ways_to(remote)?;
        if self.is_here(remote) {
            // Within a host all ways are one.
            found.truncate(1);
        }
        Ok(found)
    }

    fn next_due(&mut self) -> Option<Now> {
        [self.due, self.socket.next_due()].into_iter().flatten().min()
    }
}

fn attributes(options: &SctpOptions, own: &[Address]) -> Attributes {
    let streams = match options.streams {
        Spreading::One => 1,
        Spreading::Pool(n) => n.saturating_add(1),
        // Numbers of a pool are keys as any others.
        Spreading::Each(_) => u16::MAX,
    };
    Attributes {
        scope: Scope::Network,
        latency: Duration::from_micros(20),
        bandwidth: if options.auth == Auth::All { 0.4e9 } else { 0.8e9 },
        eager_limit: options.eager_limit,
        fragment: options.fragment,
        max_frame: MAX_FRAME,
        reliable: true,
        streams,
        stream_flow_control: matches!(options.streams, Spreading::Each(_)),
        multicast: false,
        several_paths: has_several_ways(own),
        confidential: false,
        shares_memory: false,
        remote_reads: false,
        remote_reading: RemoteReading::Never,
        poll_cost: Duration::from_nanos(500),
    }
}

/// Whether this host has several interfaces to the outside.
fn has_several_ways(own: &[Address]) -> bool {
    let mut outside = own.iter().filter(|a| !a.is_loopback()).map(|a| a.interface);
    let first = outside.next();
    outside.any(|interface| Some(interface) != first)
}

impl Method for SctpMethod {
    fn name(&self) -> &'static str {
        NAME
    }

    fn attributes(&self) -> &Attributes {
        &self.attributes
    }

    fn descriptor(&self) -> Descriptor {
        encode(&self.terms, &self.here.contact)
    }

    fn applicable(&self, remote: &Descriptor) -> Applicable {
        let judged = decode(remote).map_err(|e| e.to_string());
        let judged = judged.and_then(|(terms, contact)| match self.terms.disagree(&terms) {
            Some(why) => Err(why),
            None => self.candidates(&contact),
        });
        match judged {
            Ok(_) => Applicable::Yes,
            Err(why) => Applicable::No(why),
        }
    }

    fn attach(&mut self, peer: PeerId, remote: &Descriptor) -> Result<(), MethodError> {
        let (terms, contact) = decode(remote)?;
        if let Some(why) = self.terms.disagree(&terms) {
            return Err(MethodError::BadDescriptor { method: NAME, why });
        }
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
        self.now = self.now.max(now);
        let now = self.look_at_the_clock();
        if let Some(missed) = self.attendance.note(now) {
            self.forgive(missed);
        }
        let handled = self.drive(sink);
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
        let due = self.next_due();
        let is_late = due.is_some_and(|due| due <= self.now);
        let has_parcels = self.socket.has_parcels();
        if is_late
            || has_parcels
            || !self.associations.resumed.is_empty()
            || !self.broken.is_empty()
            || self.peers.has_reports()
        {
            return Armed::Busy;
        }
        let delay = due.map(|due| due.saturating_sub(self.now));
        self.watch.arm(self.socket.descriptors(), self.socket.blocked(), delay)
    }

    fn disarm(&mut self) {
        self.watch.disarm();
    }

    fn counters(&self) -> Counters {
        let refused = self.counters.refused + self.strangers();
        Counters { refused, peers: self.peers.open(), ..self.counters }
    }

    fn has_pending_output(&self) -> bool {
        self.socket.blocked() || self.socket.has_parcels()
    }

    fn describe_link(&self, peer: PeerId) -> Option<String> {
        self.describe(peer)
    }

    fn quality(&self, peer: PeerId) -> Option<ferry_method::Quality> {
        self.quality_to(peer)
    }

    fn open_streams(&self, peer: PeerId) -> u32 {
        let link = self.link_of(peer);
        link.map_or(0, |link| (link.outgoing.used() + link.incoming.used()) as u32)
    }

    fn has_departed(&self, peer: PeerId) -> bool {
        self.peers.has_departed(peer, |at| {
            let Some(link) = self.associations.get(*at) else { return true };
            let report = self.socket.endpoint().report(link.id);
            // Of what has just come the events may not have been seen.
            link.peer_leaves || report.is_none_or(|report| !report.state.takes_messages())
        })
    }

    fn close(&mut self, now: Now, sink: &mut dyn Sink) -> bool {
        self.now = self.now.max(now);
        self.close_links(sink)
    }
}
