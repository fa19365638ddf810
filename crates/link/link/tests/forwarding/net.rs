//! Processes and two methods in memory: `near` within a group, `far` among those that have opened it.

use ferry_link::{
    Context, DescriptorTable, Directory, ForwardRules, LinkError, Policy, TrafficClass,
};
use ferry_method::{
    Applicable, Attributes, Descriptor, HandlerId, Header, Landing, Method, MethodError, Now,
    PeerId, RemoteReading, Scope, Sink,
};
use std::collections::{HashMap, HashSet, VecDeque};
use std::sync::{Arc, Mutex, MutexGuard};
use std::time::Duration;

/// Bytes that fit between two neighbours.
pub(crate) const PIPE: usize = 48 << 10;

struct Frame {
    header: Header,
    len: usize,
    bytes: Vec<u8>,
}

type Way = (&'static str, u32, u32);

/// What is between the processes.
#[derive(Default)]
struct Wires {
    pipes: HashMap<Way, VecDeque<Frame>>,
    dead: HashSet<u32>,
    tables: HashMap<u32, Vec<u8>>,
    /// Frames by way, for counting.
    sent: HashMap<Way, usize>,
}

#[derive(Clone, Default)]
struct Net(Arc<Mutex<Wires>>);

impl Net {
    fn wires(&self) -> MutexGuard<'_, Wires> {
        self.0.lock().expect("one thread")
    }
}

impl Directory for Net {
    fn lookup(&mut self, peer: PeerId) -> Result<Vec<u8>, String> {
        self.wires().tables.get(&peer.0).cloned().ok_or("it has published nothing".into())
    }
}

/// One process's end of a method.
struct End {
    name: &'static str,
    me: u32,
    group: u8,
    net: Net,
    attributes: Attributes,
    attached: HashSet<u32>,
    /// Those whose frames have come.
    heard: HashSet<u32>,
    told: HashSet<u32>,
}

impl End {
    fn lost(&self, peer: u32) -> MethodError {
        MethodError::Lost { peer: PeerId(peer), method: self.name, why: "it died".into() }
    }
}

fn attributes(far: bool, max_frame: usize) -> Attributes {
    Attributes {
        scope: if far { Scope::Network } else { Scope::Host },
        latency: Duration::from_nanos(if far { 9000 } else { 100 }),
        eager_limit: 1 << 20,
        fragment: 1 << 20,
        max_frame,
        remote_reads: !far,
        remote_reading: if far { RemoteReading::Never } else { RemoteReading::From(0) },
        poll_cost: Duration::from_nanos(10),
        ..ferry_conformance::plain_attributes()
    }
}

impl Method for End {
    ferry_conformance::plain!(name attributes sleep counters close);

    fn descriptor(&self) -> Descriptor {
        Descriptor { method: self.name.into(), bytes: vec![self.group] }
    }

    fn applicable(&self, remote: &Descriptor) -> Applicable {
        let fits = self.name == "far" || remote.bytes == [self.group];
        if fits { Applicable::Yes } else { Applicable::No("it is of another group".into()) }
    }

    fn attach(&mut self, peer: PeerId, _: &Descriptor) -> Result<(), MethodError> {
        assert!(self.attached.insert(peer.0), "attached twice");
        Ok(())
    }

    fn send(
        &mut self,
        peer: PeerId,
        header: &Header,
        payload: &[u8],
        done: &mut usize,
    ) -> Result<bool, MethodError> {
        assert!(payload.len() <= self.attributes.max_frame, "the frame is too long");
        if !self.attached.contains(&peer.0) {
            return Err(MethodError::UnknownPeer(peer, self.name));
        }
        let net = self.net.clone();
        let mut wires = net.wires();
        if wires.dead.contains(&peer.0) {
            return Err(self.lost(peer.0));
        }
        let way = (self.name, self.me, peer.0);
        let pipe = wires.pipes.entry(way).or_default();
        let held: usize = pipe.iter().map(|frame| 32 + frame.bytes.len()).sum();
        if *done == 0 {
            let halfway = pipe.back().is_some_and(|frame| frame.bytes.len() < frame.len);
            assert!(!halfway, "a frame was begun before another was ended");
            if held >= PIPE {
                return Ok(false);
            }
            pipe.push_back(Frame { header: *header, len: payload.len(), bytes: Vec::new() });
            *done = 1;
        }
        let frame = pipe.back_mut().expect("begun");
        assert_eq!((frame.header, frame.len), (*header, payload.len()), "another frame goes on");
        let at = *done - 1;
        let n = (payload.len() - at).min(PIPE.saturating_sub(held));
        frame.bytes.extend_from_slice(&payload[at..at + n]);
        *done += n;
        let whole = at + n == payload.len();
        *wires.sent.entry(way).or_default() += usize::from(whole);
        Ok(whole)
    }

    fn poll(&mut self, _: Now, sink: &mut dyn Sink) -> usize {
        let net = self.net.clone();
        let mut wires = net.wires();
        let mut found = 0;
        let ways: Vec<Way> = wires.pipes.keys().copied().collect();
        for way in ways.into_iter().filter(|way| way.0 == self.name && way.2 == self.me) {
            let pipe = wires.pipes.get_mut(&way).expect("listed");
            while pipe.front().is_some_and(|frame| frame.bytes.len() == frame.len) {
                let frame = pipe.pop_front().expect("whole");
                let peer = PeerId(way.1);
                self.heard.insert(way.1);
                found += 1;
                // Long frames come in pieces.
                if frame.len < 4096 {
                    sink.frame(peer, &frame.header, &frame.bytes);
                    continue;
                }
                let mut landing = sink.begin(peer, &frame.header, frame.len);
                if let Some(room) = landing.slice_from(0) {
                    room[..frame.len].copy_from_slice(&frame.bytes);
                }
                sink.finish(peer, &frame.header, landing);
            }
        }
        let dead: Vec<u32> = wires.dead.iter().copied().collect();
        let dead = dead.into_iter().filter(|p| self.attached.contains(p) || self.heard.contains(p));
        let dead: Vec<u32> = dead.collect();
        for peer in dead {
            if self.told.insert(peer) {
                sink.lost(PeerId(peer), self.lost(peer));
            }
        }
        found
    }
}

/// What came to a process.
#[derive(Default)]
pub(crate) struct Seen {
    /// From whom, header, payload.
    pub(crate) frames: Vec<(u32, Header, Vec<u8>)>,
    pub(crate) lost: Vec<(u32, String)>,
}

impl Sink for Seen {
    fn frame(&mut self, peer: PeerId, header: &Header, bytes: &[u8]) {
        self.frames.push((peer.0, *header, bytes.to_vec()));
    }

    fn begin(&mut self, _: PeerId, _: &Header, len: usize) -> Landing {
        Landing::Heap(vec![0; len])
    }

    fn finish(&mut self, peer: PeerId, header: &Header, landing: Landing) {
        let Landing::Heap(bytes) = landing else { panic!("not what begin gave") };
        self.frames.push((peer.0, *header, bytes));
    }

    fn lost(&mut self, peer: PeerId, why: MethodError) {
        self.lost.push((peer.0, why.to_string()));
    }
}

/// A process to be.
#[derive(Clone, Copy)]
pub(crate) struct Member {
    /// Those of a group reach each other by `near`.
    pub(crate) group: u8,
    /// It has opened `far`.
    pub(crate) far: bool,
}

/// A job in one process.
pub(crate) struct Job {
    net: Net,
    pub(crate) links: Vec<Context>,
    pub(crate) seen: Vec<Seen>,
}

impl Job {
    pub(crate) fn new(members: &[Member], rules: &str) -> Self {
        Job::with_frames(members, rules, 1 << 20)
    }

    /// A job in which `far` takes frames up to this size.
    pub(crate) fn with_frames(members: &[Member], rules: &str, far_frame: usize) -> Self {
        let net = Net::default();
        let size = members.len() as u32;
        let rules = ForwardRules::parse(rules).expect("rules");
        let end = |name, me: usize, group| {
            let far = name == "far";
            let attributes = attributes(far, if far { far_frame } else { 1 << 20 });
            let (attached, heard, told) = Default::default();
            let net = net.clone();
            Box::new(End { name, me: me as u32, group, net, attributes, attached, heard, told })
        };
        let links = members.iter().enumerate().map(|(me, member)| {
            let mut methods: Vec<Box<dyn Method>> = vec![end("near", me, member.group)];
            if member.far {
                methods.push(end("far", me, member.group));
            }
            let directory = Box::new(net.clone());
            let policy = Policy::default();
            let mut link = Context::new(PeerId(me as u32), size, methods, policy, &[], directory);
            link.set_forwarding(rules.clone());
            let bytes = DescriptorTable::encode(&link.table());
            net.wires().tables.insert(me as u32, bytes);
            link
        });
        let links: Vec<Context> = links.collect();
        let seen = members.iter().map(|_| Seen::default()).collect();
        Job { net, links, seen }
    }

    /// Sends a frame, or as much of it as there is room for.
    pub(crate) fn send(
        &mut self,
        from: usize,
        to: u32,
        header: &Header,
        payload: &[u8],
        done: &mut usize,
    ) -> Result<bool, LinkError> {
        self.links[from].send(PeerId(to), TrafficClass::Message, header, payload, done)
    }

    /// Sends a whole frame, polling all while there is no room.
    pub(crate) fn deliver(&mut self, from: usize, to: u32, header: &Header, payload: &[u8]) {
        let mut done = 0;
        for _ in 0..1_000_000 {
            if self.send(from, to, header, payload, &mut done).expect("a way") {
                return;
            }
            self.poll_all();
        }
        panic!("no room for ever");
    }

    pub(crate) fn poll(&mut self, rank: usize) {
        if self.net.wires().dead.contains(&(rank as u32)) {
            return;
        }
        self.links[rank].poll(Duration::ZERO, &mut self.seen[rank]);
    }

    pub(crate) fn poll_all(&mut self) {
        (0..self.links.len()).for_each(|rank| self.poll(rank));
    }

    /// Polls all until nothing is under way.
    pub(crate) fn settle(&mut self) {
        for _ in 0..200 {
            self.poll_all();
        }
    }

    /// A process dies.
    pub(crate) fn kill(&mut self, rank: u32) {
        let mut wires = self.net.wires();
        wires.dead.insert(rank);
        wires.pipes.retain(|way, _| way.1 != rank && way.2 != rank);
    }

    /// Frames that a method carried from one process to another.
    pub(crate) fn carried(&self, method: &'static str, from: u32, to: u32) -> usize {
        self.net.wires().sent.get(&(method, from, to)).copied().unwrap_or_default()
    }

    /// A frame that no link sent.
    pub(crate) fn inject(
        &mut self,
        method: &'static str,
        from: u32,
        to: u32,
        frame: (Header, &[u8]),
    ) {
        let (header, bytes) = frame;
        let frame = Frame { header, len: bytes.len(), bytes: bytes.to_vec() };
        self.net.wires().pipes.entry((method, from, to)).or_default().push_back(frame);
    }
}

/// A header whose first word is this number.
pub(crate) fn numbered(number: u64) -> Header {
    Header { words: [number, 0], ..Header::new(HandlerId(7)) }
}
