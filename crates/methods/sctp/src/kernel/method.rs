//! The method on kernel sockets: its parts, and the contract it fulfils.

use super::link::KernelAssociation;
use super::socket::{KernelPayloadKind, Wire, probe};
use crate::MAX_FRAME;
use crate::NAME;
use crate::contact::{Terms, decode, encode, own_words};
use crate::options::{SctpOptions, Spreading};
use crate::secret::SctpSecret;
use crate::session::{OfKernel, PeerState, Peers};
use ferry_method::{
    Applicable, Armed, Attendance, Attributes, Counters, Descriptor, Header, Identity, Method,
    MethodError, Now, PeerId, RemoteReading, Scope, SignalTarget, Sink, WaitSource,
};
use ferry_method_tcp::door::{SocketWatch, VERSION as TCP_VERSION};
use ferry_method_tcp::net::{self, Address, Contact, Whereabouts, host_key};
use ferry_sys::SctpAssociation;
use std::collections::HashMap;
use std::net::SocketAddr;
use std::time::Duration;

/// The version of this proof: never one of the method `tcp`, so that an association cannot be passed off
/// as a connection.
pub(super) const VERSION: u8 = TCP_VERSION | 0x20;

/// SCTP between the processes of a job, by the kernel.
pub struct KernelSctp {
    pub(super) identity: Identity,
    pub(super) options: SctpOptions,
    pub(super) attributes: Attributes,
    terms: Terms,
    here: Whereabouts,
    pub(super) wire: Wire,
    pub(super) buffer: Vec<u8>,
    watch: SocketWatch,
    pub(super) now: Now,
    attendance: Attendance,
    pub(super) peers: Peers<OfKernel>,
    pub(super) links: HashMap<SctpAssociation, KernelAssociation>,
    /// Small messages that found no room, in their order.
    pub(super) unsaid: Vec<(SctpAssociation, KernelPayloadKind, Vec<u8>)>,
    pub(super) counters: Counters,
    /// Associations whose callers have not proved who they are.
    pub(super) callers: usize,
    pub(super) closing_since: Option<Now>,
    /// A send found no room.
    pub(super) is_full: bool,
    /// How often all that had come was read.
    pub(super) looks: u64,
}

impl KernelSctp {
    /// Takes a port and is ready; nothing is opened to anybody yet.
    ///
    /// Errors: a kernel without SCTP, an option that asks for what the kernel's SCTP has not, an interface
    /// or port that cannot be had (all configuration), or a refusal of the system.
    pub fn new(identity: Identity, options: SctpOptions) -> Result<KernelSctp, MethodError> {
        check(&options)?;
        let mut own = net::own(&options.interfaces).map_err(own_words)?;
        let wire = Wire::open(&options, &own)?;
        if !wire.has_v6 {
            own.retain(|a| a.ip.is_ipv4());
        }
        let watch = SocketWatch::over([&wire])?;
        let host = host_key(&identity.host);
        let contact = Contact { host, port: wire.port, addresses: own.clone() };
        let terms = Terms::of(&options, &SctpSecret::of(&identity));
        // As others see it: with as many addresses as fit.
        let (_, contact) = decode(&encode(&terms, &contact))?;
        Ok(KernelSctp {
            attributes: attributes(&options, &own),
            identity,
            options,
            terms,
            here: Whereabouts { contact, own, has_v6: wire.has_v6 },
            wire,
            buffer: Wire::buffer(),
            watch,
            now: Now::ZERO,
            attendance: Attendance::default(),
            peers: Peers::new(NAME),
            links: HashMap::new(),
            unsaid: Vec::new(),
            counters: Counters::default(),
            callers: 0,
            closing_since: None,
            is_full: false,
            looks: 0,
        })
    }

    /// The addresses it publishes, best first.
    pub fn addresses(&self) -> Vec<std::net::IpAddr> {
        self.here.addresses()
    }

    /// Streams asked for beside stream 0.
    pub(super) fn pool(&self) -> u16 {
        self.options.streams.streams() - 1
    }

    /// The addresses at which a contact can be called, or why there is none.
    pub(super) fn candidates(&self, remote: &Contact) -> Result<Vec<SocketAddr>, String> {
        let mut found = self.here.ways_to(remote)?;
        if net::is_same_host(&remote.host, &self.here.contact.host) {
            // Within a host all ways are one.
            found.truncate(1);
        }
        Ok(found)
    }

    /// Whether there is room again after a send that found none.
    pub(super) fn has_room_again(&mut self) -> bool {
        if self.is_full && self.watch.tell_of_room([&self.wire], true).is_ok() {
            self.is_full = !self.watch.has_room();
            return !self.is_full;
        }
        false
    }
}

/// What the kernel's SCTP cannot do is an error.
fn check(options: &SctpOptions) -> Result<(), MethodError> {
    probe().map_err(|why| MethodError::Configuration { parameter: "sctp.transport", why })?;
    let refuse =
        |parameter, why: &str| Err(MethodError::Configuration { parameter, why: why.to_owned() });
    if let Spreading::Each(_) = options.streams {
        return refuse(
            "p2p.streams",
            "the kernel's SCTP cannot hold single streams back, for which each context and tag would \
             have its own; choose `pool` or `one`, or sctp.transport = udp",
        );
    }
    if options.multipath {
        return refuse(
            "sctp.multipath",
            "the kernel's SCTP sends on one path at a time; choose sctp.transport = udp",
        );
    }
    Ok(())
}

fn attributes(options: &SctpOptions, own: &[Address]) -> Attributes {
    let streams = match options.streams {
        Spreading::One => 1,
        Spreading::Pool(n) | Spreading::Each(n) => n.saturating_add(1),
    };
    Attributes {
        scope: Scope::Network,
        latency: Duration::from_micros(25),
        bandwidth: 0.5e9,
        eager_limit: options.eager_limit,
        fragment: options.fragment,
        max_frame: MAX_FRAME,
        reliable: true,
        streams,
        stream_flow_control: false,
        multicast: false,
        several_paths: own.iter().filter(|a| !a.is_loopback()).count() > 1,
        confidential: false,
        shares_memory: false,
        remote_reads: false,
        remote_reading: RemoteReading::Never,
        poll_cost: Duration::from_nanos(500),
    }
}

impl Method for KernelSctp {
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
        if let Some(missed) = self.attendance.note(self.now) {
            self.forgive(missed);
        }
        self.drive(sink)
    }

    fn wait_source(&self) -> WaitSource {
        self.watch.wait_source()
    }

    fn tell_by_signal(&mut self, target: &SignalTarget) -> bool {
        self.watch.tell_by_signal(target)
    }

    fn arm(&mut self, _by_bell: bool) -> Armed {
        let due = self.next_due();
        if due.is_some_and(|due| due <= self.now) || self.peers.has_reports() {
            return Armed::Busy;
        }
        let delay = due.map(|due| due.saturating_sub(self.now));
        let waits_for_room = self.is_full || !self.unsaid.is_empty();
        self.watch.arm([&self.wire], waits_for_room, delay)
    }

    fn disarm(&mut self) {
        self.watch.disarm();
    }

    fn counters(&self) -> Counters {
        Counters { peers: self.peers.open(), ..self.counters }
    }

    fn has_pending_output(&self) -> bool {
        !self.unsaid.is_empty()
    }

    fn describe_link(&self, peer: PeerId) -> Option<String> {
        match self.peers.state(peer)? {
            PeerState::Open(association) => {
                let streams = self.links.get(association)?.outgoing.count();
                let Some(status) = self.wire.status(*association) else {
                    return Some(format!("kernel, {streams} streams"));
                };
                Some(format!(
                    "kernel, {streams} streams, rtt {} ms, rto {} ms, cwnd {} B, window {} B, {} \
                     chunks sent again",
                    status.round_trip,
                    status.timeout,
                    status.congestion_window,
                    status.window,
                    status.retransmitted
                ))
            }
            PeerState::Calling(call) => {
                let each = call.candidates.iter().map(ToString::to_string);
                Some(format!("connecting: {}", each.collect::<Vec<_>>().join(", ")))
            }
            _ => None,
        }
    }

    fn open_streams(&self, peer: PeerId) -> u32 {
        let link = self.peers.link(peer).and_then(|association| self.links.get(association));
        link.map_or(0, |link| link.outgoing.count() as u32)
    }

    fn has_departed(&self, peer: PeerId) -> bool {
        let leaves = |at: &_| self.links.get(at).is_some_and(|link| link.heard_goodbye);
        self.peers.has_departed(peer, leaves)
    }

    fn close(&mut self, now: Now, sink: &mut dyn Sink) -> bool {
        self.now = self.now.max(now);
        self.close_links(sink)
    }
}
