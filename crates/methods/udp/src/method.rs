//! The method itself.

use crate::datagram::{TAKEN, judge, leads_nowhere, receive, take};
use crate::groups::{Interface, JoinedGroup};
use crate::prefix::{Destination, OVERHEAD, Prover};
use crate::socket::{self, dressed};
use crate::window::Window;
use crate::{NAME, Statistics, UdpOptions};
use ferry_method::{
    Applicable, Armed, Attributes, Counters, Descriptor, Header, Identity, Method, MethodError,
    Multicast, Now, PeerId, RemoteReading, Scope, SignalTarget, Sink, WaitSource,
};
use ferry_method_tcp::door::SocketWatch;
use ferry_method_tcp::net::{self, Contact, Whereabouts};
use std::collections::HashMap;
use std::net::{SocketAddr, UdpSocket};
use std::time::Duration;

/// No datagram is longer.
const LONGEST: usize = 65_536;

/// What there is with one peer.
struct UdpPeer {
    contact: Option<Contact>,
    /// Where it may be reached, best first; the first is used until the system says it leads nowhere.
    addresses: Vec<SocketAddr>,
    next: u64,
    window: Window,
}

impl UdpPeer {
    fn new() -> Self {
        UdpPeer { contact: None, addresses: Vec::new(), next: 0, window: Window::from_start() }
    }

    fn is_live(&self) -> bool {
        self.next > 0 || self.window.statistics != Statistics::default()
    }
}

/// Datagrams between the processes of a job.
pub struct UdpMethod {
    pub(crate) identity: Identity,
    pub(crate) options: UdpOptions,
    attributes: Attributes,
    here: Whereabouts,
    pub(crate) socket: UdpSocket,
    pub(crate) watch: SocketWatch,
    pub(crate) prover: Prover,
    peers: HashMap<PeerId, UdpPeer>,
    pub(crate) groups: Vec<JoinedGroup>,
    pub(crate) interface: Interface,
    /// Sockets to send to groups by: IPv4, IPv6.
    pub(crate) senders: [Option<UdpSocket>; 2],
    /// Numbers of the next frames to groups.
    pub(crate) numbers: HashMap<SocketAddr, u64>,
    pub(crate) counters: Counters,
    /// The datagram being written, the one being read.
    pub(crate) outgoing: Vec<u8>,
    pub(crate) incoming: Box<[u8]>,
    /// A send found no room.
    blocked: bool,
    closed: bool,
}

impl UdpMethod {
    /// Binds its socket and is ready.
    ///
    /// # Errors
    /// A parameter that cannot be had (configuration), or a refusal of the system.
    pub fn new(identity: Identity, options: UdpOptions) -> Result<UdpMethod, MethodError> {
        options.check()?;
        let mut own = net::own(&options.interfaces).map_err(|e| MethodError::Configuration {
            parameter: "udp.interface",
            why: e.to_string(),
        })?;
        let interface = Interface::choose(&options, &own)?;
        let bound = socket::open(&options)?;
        if !bound.has_v6 {
            own.retain(|a| a.ip.is_ipv4());
        }
        let watch = SocketWatch::over([&bound.socket])?;
        let host = net::host_key(&identity.host);
        let contact = Contact { host, port: bound.port, addresses: own.clone() };
        // As others see it: with as many addresses as fit.
        let contact = Contact::decode(&contact.encode())?;
        Ok(UdpMethod {
            attributes: attributes(&options),
            prover: Prover::new(&identity),
            identity,
            options,
            here: Whereabouts { contact, own, has_v6: bound.has_v6 },
            socket: bound.socket,
            watch,
            peers: HashMap::new(),
            groups: Vec::new(),
            interface,
            senders: [None, None],
            numbers: HashMap::new(),
            counters: Counters::default(),
            outgoing: Vec::new(),
            incoming: vec![0; LONGEST].into_boxed_slice(),
            blocked: false,
            closed: false,
        })
    }

    /// What became of the frames exchanged with a peer, those to groups apart.
    pub fn statistics(&self, peer: PeerId) -> Option<Statistics> {
        let entry = self.peers.get(&peer)?;
        Some(Statistics { sent: entry.next, ..entry.window.statistics })
    }

    /// What became of a peer's frames to a group this process is a member of.
    pub fn group_statistics(&self, group: SocketAddr, peer: PeerId) -> Option<Statistics> {
        let group = self.groups.iter().find(|g| g.address == group)?;
        group.senders.get(&peer).map(|window| window.statistics)
    }

    fn candidates(&self, remote: &Contact) -> Result<Vec<SocketAddr>, String> {
        self.here.ways_to(remote)
    }

    /// Refuses what can never be sent.
    pub(crate) fn check(&self, payload: &[u8]) -> Result<(), MethodError> {
        let most = self.attributes.max_frame;
        if payload.len() > most {
            let why = format!("a frame of {} bytes; {most} is the most", payload.len());
            return Err(MethodError::Configuration { parameter: "udp.max_frame", why });
        }
        if self.closed {
            let what = "send any more: this process has closed its links".to_owned();
            return Err(MethodError::Unsupported { method: NAME, what });
        }
        Ok(())
    }

    pub(crate) fn count_sent(&mut self, payload: &[u8]) {
        self.counters.frames_sent += 1;
        self.counters.bytes_sent += payload.len() as u64;
    }

    /// Takes what came to the process's own socket.
    fn receive_own(&mut self, sink: &mut dyn Sink) -> usize {
        let to = Destination::One(self.identity.me);
        let mut handled = 0;
        while handled < TAKEN {
            let Some(len) = receive(&self.socket, &mut self.incoming) else { break };
            handled += 1;
            let proven = self.prover.read(to, &self.incoming[..len]);
            let Some(frame) = proven.filter(|frame| frame.from != self.identity.me) else {
                self.counters.refused += 1;
                continue;
            };
            let entry = self.peers.entry(frame.from).or_insert_with(UdpPeer::new);
            self.counters.peers += u64::from(!entry.is_live());
            if take(&mut entry.window, frame.sequence, self.options.deliver_late) {
                self.counters.frames_received += 1;
                self.counters.bytes_received += frame.payload.len() as u64;
                sink.frame(frame.from, &frame.header, frame.payload);
            }
        }
        handled
    }

    /// One datagram to a peer; the next of its addresses is tried where one leads nowhere.
    fn transmit(&mut self, peer: PeerId) -> Result<bool, MethodError> {
        loop {
            let Some(entry) = self.peers.get_mut(&peer) else {
                return Err(MethodError::UnknownPeer(peer, NAME));
            };
            let Some(&address) = entry.addresses.first() else {
                let why = "none of its addresses leads there".to_owned();
                return Err(MethodError::Unreachable { peer, method: NAME, why });
            };
            let sent = self.socket.send_to(&self.outgoing, dressed(address, self.here.has_v6));
            match judge(sent) {
                Ok(taken) => {
                    self.blocked |= !taken;
                    return Ok(taken);
                }
                Err(e) if entry.addresses.len() > 1 && leads_nowhere(&e) => {
                    entry.addresses.remove(0);
                }
                Err(e) => {
                    let why = format!("{address}: {e}");
                    return Err(MethodError::Unreachable { peer, method: NAME, why });
                }
            }
        }
    }
}

fn attributes(options: &UdpOptions) -> Attributes {
    Attributes {
        scope: Scope::Network,
        latency: Duration::from_micros(15),
        bandwidth: 1e9,
        eager_limit: options.max_frame,
        fragment: options.max_frame,
        max_frame: options.max_frame,
        reliable: false,
        streams: 1,
        stream_flow_control: false,
        multicast: true,
        several_paths: false,
        confidential: false,
        shares_memory: false,
        remote_reads: false,
        remote_reading: RemoteReading::Never,
        poll_cost: Duration::from_nanos(400),
    }
}

/// The contact in a descriptor of this method.
fn decode(remote: &Descriptor) -> Result<Contact, MethodError> {
    let bad = |why| MethodError::BadDescriptor { method: NAME, why };
    if remote.method != NAME {
        return Err(bad("it belongs to another method".to_owned()));
    }
    // The addresses of a process are written alike for all methods over IP.
    let as_tcp = Descriptor { method: ferry_method_tcp::NAME.to_owned(), ..remote.clone() };
    Contact::decode(&as_tcp).map_err(|e| match e {
        MethodError::BadDescriptor { why, .. } => bad(why),
        other => other,
    })
}

/// The port at which the owner of a UDP descriptor receives.
///
/// # Errors
/// When it is no descriptor of this method.
pub fn receiving_port(descriptor: &Descriptor) -> Result<u16, MethodError> {
    decode(descriptor).map(|contact| contact.port)
}

impl Method for UdpMethod {
    fn name(&self) -> &'static str {
        NAME
    }

    fn attributes(&self) -> &Attributes {
        &self.attributes
    }

    fn descriptor(&self) -> Descriptor {
        Descriptor { method: NAME.to_owned(), ..self.here.contact.encode() }
    }

    fn applicable(&self, remote: &Descriptor) -> Applicable {
        let judged = decode(remote).map_err(|e| e.to_string());
        match judged.and_then(|contact| self.candidates(&contact)) {
            Ok(_) => Applicable::Yes,
            Err(why) => Applicable::No(why),
        }
    }

    fn attach(&mut self, peer: PeerId, remote: &Descriptor) -> Result<(), MethodError> {
        if peer.0 >= self.identity.size || peer == self.identity.me {
            return Err(MethodError::UnknownPeer(peer, NAME));
        }
        let contact = decode(remote)?;
        let addresses = self.candidates(&contact).unwrap_or_default();
        let entry = self.peers.entry(peer).or_insert_with(UdpPeer::new);
        entry.contact = Some(contact);
        entry.addresses = addresses;
        Ok(())
    }

    fn send(
        &mut self,
        peer: PeerId,
        header: &Header,
        payload: &[u8],
        done: &mut usize,
    ) -> Result<bool, MethodError> {
        let Some(entry) = self.peers.get(&peer).filter(|entry| entry.contact.is_some()) else {
            return Err(MethodError::UnknownPeer(peer, NAME));
        };
        let number = entry.next;
        self.check(payload)?;
        let to = Destination::One(peer);
        self.prover.write(to, number, header, payload, &mut self.outgoing);
        if !self.transmit(peer)? {
            return Ok(false);
        }
        *done = payload.len();
        self.count_sent(payload);
        if let Some(entry) = self.peers.get_mut(&peer) {
            self.counters.peers += u64::from(!entry.is_live());
            entry.next += 1;
        }
        Ok(true)
    }

    fn poll(&mut self, _now: Now, sink: &mut dyn Sink) -> usize {
        self.receive_own(sink) + self.receive_groups(sink)
    }

    fn multicast(&mut self) -> Option<&mut dyn Multicast> {
        Some(self)
    }

    fn wait_source(&self) -> WaitSource {
        self.watch.wait_source()
    }

    fn tell_by_signal(&mut self, target: &SignalTarget) -> bool {
        self.watch.tell_by_signal(target)
    }

    fn arm(&mut self, _by_bell: bool) -> Armed {
        self.watch.arm([&self.socket], self.blocked, None)
    }

    fn disarm(&mut self) {
        if self.watch.tells_of_room() {
            self.blocked = false;
        }
        self.watch.disarm();
    }

    fn counters(&self) -> Counters {
        self.counters
    }

    fn describe_link(&self, peer: PeerId) -> Option<String> {
        let entry = self.peers.get(&peer).filter(|entry| entry.is_live())?;
        let s = &entry.window.statistics;
        let to = entry.addresses.first().map_or("unknown".to_owned(), ToString::to_string);
        Some(format!(
            "datagrams to {to}: {} sent, {} received, {} lost, {} late, {} duplicated",
            entry.next, s.received, s.lost, s.late, s.duplicated
        ))
    }

    fn close(&mut self, now: Now, sink: &mut dyn Sink) -> bool {
        self.poll(now, sink);
        self.closed = true;
        true
    }
}

const _: () = assert!(LONGEST > 65_000 + OVERHEAD);
