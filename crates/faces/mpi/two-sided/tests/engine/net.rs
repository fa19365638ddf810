//! A method over queues in memory: seeded, in virtual time, without threads.

use ferry_method::{
    Attributes, Header, Landing, Method, MethodError, Now, PeerId, RemoteReading, Scope, Sink,
    StreamKey,
};
use ferry_sys::ReadRegion;
use std::collections::{BTreeMap, HashMap, HashSet, VecDeque};
use std::sync::{Arc, Mutex, MutexGuard};
use std::time::Duration;

/// Seeded chance.
pub(crate) struct Dice(u64);

impl Dice {
    pub(crate) fn new(seed: u64) -> Self {
        Dice(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1)
    }

    pub(crate) fn word(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0.wrapping_mul(0x2545_f491_4f6c_dd1d)
    }

    /// A number below `n`.
    pub(crate) fn below(&mut self, n: usize) -> usize {
        (self.word() >> 11) as usize % n
    }

    pub(crate) fn percent(&mut self, chance: usize) -> bool {
        self.below(100) < chance
    }
}

/// How the network is made.
#[derive(Clone, Debug)]
pub(crate) struct Shape {
    pub(crate) seed: u64,
    /// Frames that fit into a pipe.
    pub(crate) frames: usize,
    /// Payload bytes that fit into a pipe.
    pub(crate) bytes: usize,
    pub(crate) eager_limit: usize,
    pub(crate) fragment: usize,
    pub(crate) remote_read_from: Option<usize>,
    /// Of 100 frames, those delivered in pieces.
    pub(crate) in_pieces: usize,
    /// Streams that overtake each other; 1: all frames keep one order.
    pub(crate) streams: u16,
    /// Single streams can be held back.
    pub(crate) holds: bool,
    /// Single streams can be read by name.
    pub(crate) fetches: bool,
    pub(crate) max_frame: usize,
}

impl Default for Shape {
    fn default() -> Self {
        Shape {
            seed: 1,
            frames: 16,
            bytes: 64 << 10,
            eager_limit: 4096,
            fragment: 32 << 10,
            remote_read_from: None,
            in_pieces: 0,
            streams: 1,
            holds: false,
            fetches: true,
            max_frame: 1 << 20,
        }
    }
}

struct Frame {
    header: Header,
    len: usize,
    payload: Vec<u8>,
}

#[derive(Default)]
struct Pipe {
    /// The last one may still be coming.
    frames: VecDeque<Frame>,
    bytes: usize,
}

/// The pipes of one way, by stream.
type Pipes = BTreeMap<StreamKey, Pipe>;

/// All queues, and what the test sees and decides.
pub(crate) struct Wires {
    pub(crate) shape: Shape,
    dice: Dice,
    pipes: HashMap<(u32, u32), Pipes>,
    cut: HashSet<(u32, u32)>,
    /// Handler numbers of all frames taken whole, by way.
    pub(crate) taken: HashMap<(u32, u32), Vec<u8>>,
    /// Memory that can be read remotely.
    pub(crate) exported: Vec<ReadRegion>,
    pub(crate) reads_fail: bool,
    pub(crate) reads: usize,
    /// Streams that were read by name and had something.
    pub(crate) fetched: usize,
}

/// The network.
#[derive(Clone)]
pub(crate) struct Net(Arc<Mutex<Wires>>);

impl Net {
    pub(crate) fn new(shape: Shape) -> Self {
        let dice = Dice::new(shape.seed ^ 0xfe77);
        Net(Arc::new(Mutex::new(Wires {
            shape,
            dice,
            pipes: HashMap::new(),
            cut: HashSet::new(),
            taken: HashMap::new(),
            exported: Vec::new(),
            reads_fail: false,
            reads: 0,
            fetched: 0,
        })))
    }

    pub(crate) fn wires(&self) -> MutexGuard<'_, Wires> {
        self.0.lock().expect("one thread")
    }

    /// Breaks the link between two processes; what is under way is lost.
    pub(crate) fn cut(&self, a: u32, b: u32) {
        let mut wires = self.wires();
        for way in [(a, b), (b, a)] {
            wires.cut.insert(way);
            wires.pipes.remove(&way);
        }
    }

    /// The end of process `me` of `size`.
    pub(crate) fn end(&self, me: u32, size: u32) -> End {
        self.named_end("mem", me, size)
    }

    /// The same, under this name.
    pub(crate) fn named_end(&self, name: &'static str, me: u32, size: u32) -> End {
        let shape = self.wires().shape.clone();
        let attributes = Attributes {
            scope: Scope::Host,
            latency: Duration::from_nanos(100),
            eager_limit: shape.eager_limit,
            fragment: shape.fragment,
            max_frame: shape.max_frame,
            streams: shape.streams,
            stream_flow_control: shape.holds,
            remote_reads: shape.remote_read_from.is_some(),
            remote_reading: shape
                .remote_read_from
                .map_or(RemoteReading::Never, RemoteReading::From),
            poll_cost: Duration::from_nanos(10),
            ..ferry_conformance::plain_attributes()
        };
        let (delivering, told) = (HashMap::new(), HashSet::new());
        End { name, net: self.clone(), me, size, attributes, delivering, told }
    }
}

/// One process's end.
pub(crate) struct End {
    name: &'static str,
    net: Net,
    me: u32,
    size: u32,
    attributes: Attributes,
    /// Begun frames: landing and bytes in it.
    delivering: HashMap<(u32, StreamKey), (Landing, usize)>,
    told: HashSet<u32>,
}

impl End {
    fn lost(peer: PeerId) -> MethodError {
        MethodError::Lost { peer, method: "mem", why: "cut".into() }
    }

    /// The pipe of a frame.
    fn key_of(&self, header: &Header) -> StreamKey {
        if self.attributes.streams == 1 { StreamKey(0) } else { header.stream_key() }
    }

    /// Delivers some of what came from `from`; the number of frames and pieces.
    fn deliver(&mut self, from: u32, sink: &mut dyn Sink) -> usize {
        let net = self.net.clone();
        let mut wires = net.wires();
        let Wires { pipes, dice, shape, .. } = &mut *wires;
        let Some(pipes) = pipes.get_mut(&(from, self.me)) else { return 0 };
        let mut found = 0;
        let mut keys: Vec<StreamKey> = pipes.keys().copied().collect();
        while !keys.is_empty() {
            let key = keys.swap_remove(dice.below(keys.len()));
            let pipe = pipes.get_mut(&key).expect("a key of it");
            for _ in 0..=dice.below(4) {
                let (more, n) = self.deliver_one((from, key), pipe, (dice, shape), sink);
                found += n;
                if !more {
                    break;
                }
            }
        }
        found
    }

    /// Delivers a frame or a piece of it; whether another may follow, and how much was done.
    fn deliver_one(
        &mut self,
        way: (u32, StreamKey),
        pipe: &mut Pipe,
        (dice, shape): (&mut Dice, &Shape),
        sink: &mut dyn Sink,
    ) -> (bool, usize) {
        let Some(front) = pipe.frames.front_mut() else { return (false, 0) };
        let (peer, whole) = (PeerId(way.0), front.payload.len() == front.len);
        let asks = shape.holds && way.1 != StreamKey(0);
        let pieces = front.len != 0 && (front.len > shape.bytes || dice.percent(shape.in_pieces));
        if !self.delivering.contains_key(&way) && !pieces && !asks {
            if !whole {
                return (false, 0);
            }
            sink.frame(peer, &front.header, &front.payload);
            pipe.bytes -= front.len;
            pipe.frames.pop_front();
            return (true, 1);
        }
        let begin = || (sink.begin(peer, &front.header, front.len), 0);
        let (landing, at) = self.delivering.entry(way).or_insert_with(begin);
        if matches!(landing, Landing::Hold) {
            assert!(asks, "a frame was held that cannot be");
            return (false, 0);
        }
        let most = if front.len == 0 { 0 } else { 1 + dice.below(front.len) };
        let n = most.min(front.payload.len() - *at);
        if let Some(room) = landing.slice_from(*at) {
            room[..n].copy_from_slice(&front.payload[*at..*at + n]);
        }
        *at += n;
        pipe.bytes = pipe.bytes.saturating_sub(n);
        if *at < front.len {
            return (false, usize::from(n != 0));
        }
        let (landing, _) = self.delivering.remove(&way).expect("begun");
        sink.finish(peer, &front.header, landing);
        pipe.frames.pop_front();
        (true, 1 + usize::from(n != 0))
    }
}

impl Method for End {
    ferry_conformance::plain!(name attributes descriptor applicable attach sleep counters close);

    fn send(
        &mut self,
        peer: PeerId,
        header: &Header,
        payload: &[u8],
        done: &mut usize,
    ) -> Result<bool, MethodError> {
        let mut wires = self.net.wires();
        let way = (self.me, peer.0);
        if wires.cut.contains(&way) {
            return Err(Self::lost(peer));
        }
        let Wires { pipes, shape, taken, .. } = &mut *wires;
        let pipe = pipes.entry(way).or_default().entry(self.key_of(header)).or_default();
        let halfway = pipe.frames.back().is_some_and(|f| f.payload.len() < f.len);
        if *done == 0 {
            assert!(!halfway, "a frame was begun before another was ended");
            if pipe.frames.len() >= shape.frames {
                return Ok(false);
            }
            let frame = Frame { header: *header, len: payload.len(), payload: vec![] };
            pipe.frames.push_back(frame);
            *done = 1;
        }
        let frame = pipe.frames.back_mut().expect("begun");
        assert!(frame.header == *header && frame.len == payload.len(), "another frame goes on");
        let at = *done - 1;
        assert_eq!(at, frame.payload.len(), "the mark of progress was changed");
        let n = (payload.len() - at).min(shape.bytes.saturating_sub(pipe.bytes));
        frame.payload.extend_from_slice(&payload[at..at + n]);
        pipe.bytes += n;
        *done += n;
        let whole = at + n == payload.len();
        if whole {
            taken.entry(way).or_default().push(header.handler.0);
        }
        Ok(whole)
    }

    fn poll(&mut self, _: Now, sink: &mut dyn Sink) -> usize {
        let mut found = 0;
        for from in 0..self.size {
            let cut = self.net.wires().cut.contains(&(from, self.me));
            if cut && self.told.insert(from) {
                self.delivering.retain(|(of, _), _| *of != from);
                sink.lost(PeerId(from), Self::lost(PeerId(from)));
            }
            found += self.deliver(from, sink);
        }
        found
    }

    fn resume(
        &mut self,
        peer: PeerId,
        stream: StreamKey,
        landing: Landing,
    ) -> Result<(), MethodError> {
        let (held, at) = self.delivering.get_mut(&(peer.0, stream)).expect("a frame is held");
        assert!(matches!(held, Landing::Hold) && *at == 0, "nothing is held on that stream");
        *held = landing;
        Ok(())
    }

    fn fetch(&mut self, peer: PeerId, stream: StreamKey, sink: &mut dyn Sink) -> usize {
        let (net, way) = (self.net.clone(), (peer.0, self.me));
        let mut wires = net.wires();
        let Wires { pipes, dice, shape, fetched, .. } = &mut *wires;
        let pipe = pipes.get_mut(&way).and_then(|pipes| pipes.get_mut(&stream));
        let Some(pipe) = pipe.filter(|_| shape.fetches) else { return 0 };
        let mut found = 0;
        // A method may read more than was asked for, or less.
        for _ in 0..=dice.below(3) {
            let (more, n) = self.deliver_one((peer.0, stream), pipe, (dice, shape), sink);
            found += n;
            if !more {
                break;
            }
        }
        *fetched += usize::from(found != 0);
        found
    }

    fn read_remote(
        &mut self,
        peer: PeerId,
        address: u64,
        into: &mut [u8],
    ) -> Result<(), MethodError> {
        let mut wires = self.net.wires();
        wires.reads += 1;
        let region = wires.exported.iter().find(|r| r.address() == address);
        match region {
            Some(region) if !wires.reads_fail => {
                into.copy_from_slice(&region.as_slice()[..into.len()]);
                Ok(())
            }
            _ => Err(Self::lost(peer)),
        }
    }
}
