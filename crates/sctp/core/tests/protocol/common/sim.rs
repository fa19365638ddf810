//! Endpoints joined by emulated networks, in virtual time.
//!
//! Every host has an address on every path: on path `p` host `h` is `10.(p+1).0.(h+1)`, its UDP port
//! (and SCTP port) `5000 + h`. A datagram travels on the path of the address that it is sent to. What
//! happens is drawn from one seed, so that a failure is repeated by its seed; with `FERRY_SCTP_TRACE`
//! set, each packet is printed.

use std::collections::{BTreeMap, VecDeque};
use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::time::Duration;

use bytes::{Bytes, BytesMut};
use ferry_netem::{Fate, Link, LinkSettings, Packet};
use ferry_sctp_core::Now;
use ferry_sctp_core::association::AssociationEvent;
use ferry_sctp_core::endpoint::{AssociationId, Endpoint, EndpointConfig, Remote};

use super::{describe, seed};

/// Bytes of IPv4 and UDP headers.
pub const HEADERS: usize = 28;
/// Steps without any passing of time that mean an endless loop.
const MOST_SPINS: u32 = 50_000;

/// Someone between the ends who changes datagrams.
pub type Tamper = Box<dyn FnMut(u64, &mut Vec<u8>)>;

/// What travels.
#[derive(Clone, Debug)]
pub struct Datagram {
    pub from: SocketAddr,
    pub to: SocketAddr,
    pub bytes: Bytes,
    /// A bit of the headers below is wrong, so that the host drops it.
    pub spoiled: bool,
}

impl Packet for Datagram {
    fn length(&self) -> usize {
        self.bytes.len() + HEADERS
    }

    fn flip(&mut self, bit: usize) {
        let Some(bit) = bit.checked_sub(8 * HEADERS) else {
            self.spoiled = true;
            return;
        };
        let mut own = BytesMut::from(&self.bytes[..]);
        own[bit / 8] ^= 1 << (bit % 8);
        self.bytes = own.freeze();
    }
}

/// One direction between two hosts on one path.
pub struct Wire {
    pub link: Link<Datagram>,
    /// Every so many-th packet is dropped.
    pub every: Option<u64>,
    sent: u64,
}

/// What happens to the network at a set time.
#[derive(Clone, Debug)]
pub enum Change {
    /// Nothing passes on the path, in neither direction.
    Cut(usize),
    /// It passes again.
    Heal(usize),
    /// The path behaves differently.
    Set(usize, LinkSettings),
    /// What the host sends on the path comes from another port from now on, as behind a NAT that
    /// forgot; the old port leads nowhere.
    Port { host: usize, path: usize, port: u16 },
}

/// A host with an endpoint.
pub struct Host {
    pub endpoint: Endpoint,
    /// Events in the order in which they came; whoever runs the simulator takes them.
    pub events: VecDeque<(AssociationId, AssociationEvent)>,
    port: u16,
    outside: BTreeMap<usize, u16>,
    /// Datagrams sent, and bytes of them.
    pub sent: u64,
    pub sent_bytes: u64,
}

/// Endpoints and what lies between them.
pub struct Sim {
    pub now: Now,
    pub hosts: Vec<Host>,
    pub paths: usize,
    wires: BTreeMap<(usize, usize, usize), Wire>,
    plan: BTreeMap<(Now, u64), Change>,
    planned: u64,
    spins: u32,
    trace: bool,
    /// Changes datagrams as they leave; told how many have left before.
    pub tamper: Option<Tamper>,
    /// Hosts look at the network only so often and find what has come since, as processes that share a
    /// processor do; zero: at once.
    pub grain: Duration,
    tampered: u64,
    /// A digest of all that was sent, to compare two runs.
    pub digest: u64,
    out: Vec<u8>,
}

/// The address of a host on a path.
pub fn address(host: usize, path: usize) -> SocketAddr {
    let ip = Ipv4Addr::new(10, 1 + path as u8, 0, 1 + host as u8);
    SocketAddr::new(IpAddr::V4(ip), 5000 + host as u16)
}

impl Sim {
    /// A host for each configuration; the paths join every host with every other. The configuration's
    /// port and addresses are set.
    pub fn new(seeded: u64, configs: &[EndpointConfig], paths: &[LinkSettings]) -> Self {
        let mut sim = Self {
            now: Duration::ZERO,
            hosts: Vec::new(),
            paths: paths.len(),
            wires: BTreeMap::new(),
            plan: BTreeMap::new(),
            planned: 0,
            spins: 0,
            trace: std::env::var_os("FERRY_SCTP_TRACE").is_some(),
            tamper: None,
            grain: Duration::ZERO,
            tampered: 0,
            digest: 0,
            out: Vec::new(),
        };
        for (host, config) in configs.iter().enumerate() {
            let mut config = config.clone();
            config.port = address(host, 0).port();
            if paths.len() > 1 {
                config.association.addresses =
                    (0..paths.len()).map(|path| address(host, path).ip()).collect();
            }
            let secret = seed(seeded.wrapping_mul(31).wrapping_add(host as u64));
            sim.hosts.push(Host {
                endpoint: Endpoint::new(config, secret),
                events: VecDeque::new(),
                port: address(host, 0).port(),
                outside: BTreeMap::new(),
                sent: 0,
                sent_bytes: 0,
            });
        }
        for (from, to) in pairs(configs.len()) {
            for (path, settings) in paths.iter().enumerate() {
                let own = seeded ^ ((from as u64) << 48 | (to as u64) << 32 | (path as u64 + 1));
                let link = Link::new(*settings, own);
                sim.wires.insert((from, to, path), Wire { link, every: None, sent: 0 });
            }
        }
        sim
    }

    /// Two hosts.
    pub fn pair(
        seeded: u64,
        a: &EndpointConfig,
        b: &EndpointConfig,
        paths: &[LinkSettings],
    ) -> Self {
        Self::new(seeded, &[a.clone(), b.clone()], paths)
    }

    /// How to reach a host: all its addresses.
    pub fn remote(&self, host: usize) -> Remote {
        let here = &self.hosts[host];
        let port = |path| here.outside.get(&path).copied().unwrap_or(here.port);
        let at = |path| SocketAddr::new(address(host, path).ip(), port(path));
        Remote { addresses: (0..self.paths).map(at).collect(), port: here.port }
    }

    /// The endpoint of a host.
    pub fn end(&mut self, host: usize) -> &mut Endpoint {
        &mut self.hosts[host].endpoint
    }

    /// One direction of a path.
    pub fn wire(&mut self, from: usize, to: usize, path: usize) -> &mut Wire {
        self.wires.get_mut(&(from, to, path)).expect("hosts and path exist")
    }

    /// Changes the network later on.
    pub fn plan(&mut self, at: Now, change: Change) {
        self.planned += 1;
        self.plan.insert((at, self.planned), change);
    }

    /// Changes the network now.
    pub fn change(&mut self, change: Change) {
        match change {
            Change::Cut(path) => self.each_wire(path, |wire| wire.link.cut()),
            Change::Heal(path) => self.each_wire(path, |wire| wire.link.heal()),
            Change::Set(path, settings) => self.each_wire(path, |wire| {
                wire.every = None;
                wire.link.set(settings);
            }),
            Change::Port { host, path, port } => {
                self.hosts[host].outside.insert(path, port);
            }
        }
    }

    fn each_wire(&mut self, path: usize, mut act: impl FnMut(&mut Wire)) {
        for (_, wire) in self.wires.iter_mut().filter(|(key, _)| key.2 == path) {
            act(wire);
        }
    }

    /// Opens an association and waits until both ends know it; gives their names for it.
    ///
    /// # Panics
    /// When it does not stand within ten seconds.
    pub fn open(&mut self, a: usize, b: usize) -> (AssociationId, AssociationId) {
        let remote = self.remote(b);
        let now = self.now;
        let here = self.end(a).connect(now, &remote).expect("an association can be begun");
        self.flush(a);
        let until = self.now + Duration::from_secs(10);
        while self.now < until {
            let there = self.hosts[b].events.iter().find_map(|(id, event)| {
                matches!(event, AssociationEvent::Up { .. } | AssociationEvent::Restarted { .. })
                    .then_some(*id)
            });
            if let Some(there) = there
                && self.end(a).is_established(here)
            {
                return (here, there);
            }
            if !self.step(until) {
                break;
            }
        }
        panic!("the association does not stand at {:?}", self.now);
    }

    /// When something happens next.
    pub fn next(&mut self) -> Option<Now> {
        let links = self.wires.values().filter_map(|wire| wire.link.next_due());
        let ends = self.hosts.iter_mut().filter_map(|host| host.endpoint.next_due());
        let plan = self.plan.keys().next().map(|key| key.0);
        links.chain(ends).chain(plan).min()
    }

    /// Goes to the next thing that happens, if that is not after `until`; otherwise to `until`, and
    /// gives false.
    pub fn step(&mut self, until: Now) -> bool {
        let Some(at) = self.next().filter(|at| *at <= until) else {
            self.now = self.now.max(until);
            return false;
        };
        let grain = self.grain.as_nanos().max(1);
        let at = Duration::from_nanos((at.as_nanos().div_ceil(grain) * grain) as u64);
        if at > self.now {
            self.now = at;
            self.spins = 0;
        }
        self.spins += 1;
        assert!(self.spins < MOST_SPINS, "time stands still at {:?}: {}", self.now, self.state());
        while let Some(entry) = self.plan.first_entry().filter(|entry| entry.key().0 <= at) {
            let change = entry.remove();
            self.change(change);
        }
        for host in 0..self.hosts.len() {
            self.deliver(host);
            if self.end(host).next_due().is_some_and(|due| due <= at) {
                let now = self.now;
                self.end(host).on_timer(now);
            }
            self.flush(host);
        }
        true
    }

    /// Lets time pass.
    pub fn run_until(&mut self, until: Now) {
        while self.step(until) {}
    }

    /// Lets time pass.
    pub fn run_for(&mut self, time: Duration) {
        self.run_until(self.now + time);
    }

    /// Lets time pass until the condition holds; false if it does not until then.
    pub fn run_while(&mut self, until: Now, mut more: impl FnMut(&mut Self) -> bool) -> bool {
        while more(self) {
            if !self.step(until) {
                return !more(self);
            }
        }
        true
    }

    fn deliver(&mut self, host: usize) {
        let now = self.now;
        let keys: Vec<_> = self.wires.keys().copied().filter(|key| key.1 == host).collect();
        for key in keys {
            let mut train = Train::default();
            while let Some(datagram) = self.wires.get_mut(&key).and_then(|wire| wire.link.poll(now))
            {
                let here = &mut self.hosts[host];
                let port = here.outside.get(&key.2).copied().unwrap_or(here.port);
                if datagram.spoiled || datagram.to.port() != port {
                    continue;
                }
                if self.trace {
                    let what = describe::packet(&datagram.bytes);
                    eprintln!("{now:?} {} -> {} {what}", datagram.from, datagram.to);
                }
                if !train.takes(&datagram) {
                    std::mem::take(&mut train).arrive(now, &mut here.endpoint);
                }
                train.add(&datagram);
            }
            train.arrive(now, &mut self.hosts[host].endpoint);
        }
        self.take_events(host);
    }

    /// Sends what the endpoint has to send. To be called after the endpoint was used.
    pub fn flush(&mut self, host: usize) {
        let now = self.now;
        let mut datagrams = 0;
        let mut out = std::mem::take(&mut self.out);
        loop {
            out.clear();
            let Some(transmit) = self.hosts[host].endpoint.poll_transmit(now, &mut out, 16) else {
                break;
            };
            assert_eq!(transmit.len, out.len(), "what is said to be sent is what was written");
            assert!(transmit.segment > 0 && transmit.len > 0, "nothing to send is not sent");
            for part in out.chunks(transmit.segment) {
                datagrams += 1;
                assert!(datagrams < 100_000, "sending has no end: {}", self.state());
                let mut bytes = part.to_vec();
                if let Some(tamper) = &mut self.tamper {
                    tamper(self.tampered, &mut bytes);
                    self.tampered += 1;
                }
                self.send(host, transmit.to, transmit.from, bytes.into());
            }
        }
        self.out = out;
        self.take_events(host);
    }

    fn send(&mut self, host: usize, to: SocketAddr, from: Option<IpAddr>, bytes: Bytes) {
        let (now, trace) = (self.now, self.trace);
        self.digest = bytes.iter().fold(self.digest ^ now.as_nanos() as u64, |digest, byte| {
            (digest.rotate_left(5) ^ u64::from(*byte)).wrapping_mul(0x517C_C1B7_2722_0A95)
        });
        let here = &mut self.hosts[host];
        here.sent += 1;
        here.sent_bytes += bytes.len() as u64;
        let Some((other, path)) = place(to.ip()) else { return };
        let ip = from.unwrap_or_else(|| address(host, path).ip());
        let port = here.outside.get(&path).copied().unwrap_or(here.port);
        let datagram = Datagram { from: SocketAddr::new(ip, port), to, bytes, spoiled: false };
        let Some(wire) = self.wires.get_mut(&(host, other, path)) else { return };
        wire.sent += 1;
        let periodic = wire.every.is_some_and(|every| wire.sent.is_multiple_of(every));
        let what = trace.then(|| describe::packet(&datagram.bytes));
        let fate = if periodic { Fate::Lost } else { wire.link.push(now, datagram) };
        if let Some(what) = what {
            eprintln!("{now:?} {host} => {other}/{path} {fate:?} {what}");
        }
    }

    /// Puts a datagram before an endpoint, as if it had just arrived.
    pub fn inject(&mut self, host: usize, from: SocketAddr, bytes: &[u8]) {
        let now = self.now;
        let bytes = Bytes::copy_from_slice(bytes);
        let to = address(host, 0).ip();
        self.end(host).handle(now, bytes, from, Some(to));
        self.flush(host);
    }

    fn take_events(&mut self, host: usize) {
        let here = &mut self.hosts[host];
        while let Some(event) = here.endpoint.poll_event() {
            here.events.push_back(event);
        }
    }

    /// What is on its way.
    pub fn in_transit(&self) -> usize {
        self.wires.values().map(|wire| wire.link.in_transit()).sum()
    }

    fn state(&self) -> String {
        let reports: Vec<_> = self
            .hosts
            .iter()
            .flat_map(|host| host.endpoint.associations().map(|id| host.endpoint.report(id)))
            .collect();
        format!("{} datagrams travel, {reports:#?}", self.in_transit())
    }
}

fn pairs(count: usize) -> impl Iterator<Item = (usize, usize)> {
    (0..count).flat_map(move |a| (0..count).filter(move |b| a != *b).map(move |b| (a, b)))
}

/// Host and path that an address belongs to.
fn place(ip: IpAddr) -> Option<(usize, usize)> {
    let IpAddr::V4(ip) = ip else { return None };
    match ip.octets() {
        [10, path, 0, host] => {
            Some((usize::from(host).checked_sub(1)?, usize::from(path).checked_sub(1)?))
        }
        _ => None,
    }
}

/// Datagrams that come at once, as a socket puts them together: of one length, the last perhaps shorter.
#[derive(Default)]
struct Train {
    ends: Option<(SocketAddr, SocketAddr)>,
    stride: usize,
    bytes: Vec<u8>,
}

impl Train {
    fn takes(&self, datagram: &Datagram) -> bool {
        let is_whole = self.bytes.len().is_multiple_of(self.stride.max(1));
        self.ends.is_none_or(|ends| {
            ends == (datagram.from, datagram.to) && is_whole && datagram.bytes.len() <= self.stride
        })
    }

    fn add(&mut self, datagram: &Datagram) {
        if self.ends.is_none() {
            (self.ends, self.stride) = (Some((datagram.from, datagram.to)), datagram.bytes.len());
        }
        self.bytes.extend_from_slice(&datagram.bytes);
    }

    fn arrive(self, now: Now, end: &mut Endpoint) {
        if let Some((from, to)) = self.ends {
            end.handle_train(now, self.bytes.into(), self.stride, from, Some(to.ip()));
        }
    }
}
