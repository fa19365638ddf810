//! A process that sends numbered frames on every strand and checks those that it receives.

use crate::net::{NAMES, Shared, Wire};
use fastrand::Rng;
use ferry_link::{
    Context, DescriptorTable, Directory, LinkPart, Policy, PollInterval, TrafficClass,
};
use ferry_method::{
    Descriptor, HandlerId, Header, Landing, Method, MethodError, PeerId, Sink, StreamId,
};
use ferry_wire::{ContextId, StreamKey};
use std::collections::HashMap;
use std::time::Duration;

pub(crate) const CONTEXTS: u32 = 3;
const STREAMS: u16 = 3;

struct Book;

impl Directory for Book {
    fn lookup(&mut self, _: PeerId) -> Result<Vec<u8>, String> {
        let entry = |name: &str| Descriptor { method: name.into(), bytes: Vec::new() };
        Ok(DescriptorTable::new(NAMES.iter().map(|name| entry(name)).collect()).encode())
    }
}

/// Peer, context, class, stream.
type Strand = (u32, u32, TrafficClass, u16);

/// What has come.
pub(crate) struct Received {
    /// Frames begun, by strand: the next number.
    begun: HashMap<Strand, u64>,
    finished: HashMap<Strand, Vec<u64>>,
    /// The last one finished of those that may not be held: they end in order, too.
    last_firm: HashMap<Strand, u64>,
    held: Vec<(PeerId, StreamKey, usize)>,
    rng: Rng,
}

fn strand(peer: PeerId, header: &Header) -> Strand {
    let class = TrafficClass::ALL[header.words[1] as usize];
    (peer.0, (header.bits >> 32) as u32, class, header.stream.0)
}

fn payload(header: &Header, len: usize) -> Vec<u8> {
    (0..len).map(|at| (header.words[0] as u8).wrapping_mul(31).wrapping_add(at as u8)).collect()
}

impl Received {
    fn note_begin(&mut self, peer: PeerId, header: &Header) {
        let next = self.begun.entry(strand(peer, header)).or_default();
        assert_eq!(header.words[0], *next, "order of {:?}", strand(peer, header));
        *next += 1;
    }

    fn note_end(&mut self, peer: PeerId, header: &Header, bytes: &[u8]) {
        assert_eq!(bytes, payload(header, bytes.len()));
        if !header.words[0].is_multiple_of(3) {
            let last = self.last_firm.insert(strand(peer, header), header.words[0]);
            assert!(last < Some(header.words[0]), "order of ends of {:?}", strand(peer, header));
        }
        self.finished.entry(strand(peer, header)).or_default().push(header.words[0]);
    }
}

impl Sink for Received {
    fn frame(&mut self, peer: PeerId, header: &Header, payload: &[u8]) {
        self.note_begin(peer, header);
        self.note_end(peer, header, payload);
    }

    fn begin(&mut self, peer: PeerId, header: &Header, len: usize) -> Landing {
        self.note_begin(peer, header);
        let may_hold = header.flags & Header::HOLDABLE != 0;
        if may_hold && header.stream.0 != 0 && self.rng.u8(..3) == 0 {
            self.held.push((peer, header.stream_key(), len));
            return Landing::Hold;
        }
        Landing::Heap(vec![0; len])
    }

    fn finish(&mut self, peer: PeerId, header: &Header, landing: Landing) {
        let Landing::Heap(bytes) = landing else { panic!("it was a buffer") };
        self.note_end(peer, header, &bytes);
    }

    fn lost(&mut self, peer: PeerId, why: MethodError) {
        panic!("lost {peer}: {why}");
    }
}

struct Going {
    header: Header,
    payload: Vec<u8>,
    done: usize,
}

pub(crate) struct Node {
    pub(crate) link: Context,
    me: u32,
    size: u32,
    received: Received,
    /// The number of the next frame.
    pub(crate) next: HashMap<Strand, u64>,
    /// A frame of each strand that is not yet sent.
    going: HashMap<Strand, Going>,
    asked: HashMap<(u32, LinkPart), &'static str>,
    /// No frame begins while the link to its peer changes.
    pub(crate) is_patient: bool,
    rng: Rng,
}

impl Node {
    pub(crate) fn new(me: u32, size: u32, net: &Shared, seed: u64) -> Self {
        Node::with(Policy::default(), me, size, net, seed)
    }

    pub(crate) fn with(policy: Policy, me: u32, size: u32, net: &Shared, seed: u64) -> Self {
        let mut rng = Rng::with_seed(seed ^ u64::from(me + 1) << 40);
        let mut wire = |n| Box::new(Wire::new(n, me, size, net, rng.u64(..))) as Box<dyn Method>;
        let methods = (0..NAMES.len()).map(&mut wire).collect();
        let every: Vec<_> = NAMES.iter().map(|n| ((*n).into(), PollInterval::Fixed(1))).collect();
        let mut link = Context::new(PeerId(me), size, methods, policy, &every, Box::new(Book));
        if seed.is_multiple_of(3) {
            link.ask_before_changes();
        }
        let received = Received {
            begun: HashMap::new(),
            finished: HashMap::new(),
            last_firm: HashMap::new(),
            held: Vec::new(),
            rng: Rng::with_seed(rng.u64(..)),
        };
        Node {
            link,
            me,
            size,
            received,
            next: HashMap::new(),
            going: HashMap::new(),
            asked: HashMap::new(),
            is_patient: false,
            rng,
        }
    }

    pub(crate) fn peers(&self) -> impl Iterator<Item = u32> + use<> {
        let me = self.me;
        (0..self.size).filter(move |peer| *peer != me)
    }

    fn any_strand(&mut self) -> Strand {
        let peers: Vec<u32> = self.peers().collect();
        let peer = peers[self.rng.usize(..peers.len())];
        let class = TrafficClass::ALL[self.rng.usize(..3)];
        (peer, self.rng.u32(..CONTEXTS), class, self.rng.u16(..STREAMS))
    }

    /// Begins a frame of some strand, or goes on with the one that it has.
    pub(crate) fn send_some(&mut self) {
        let strand = self.any_strand();
        if !self.going.contains_key(&strand) {
            let next = self.next.entry(strand).or_default();
            let (_, context, class, stream) = strand;
            let holdable = if next.is_multiple_of(3) { Header::HOLDABLE } else { 0 };
            let header = Header {
                bits: u64::from(context) << 32,
                stream: StreamId(stream),
                flags: holdable,
                words: [*next, class as u64],
                ..Header::new(HandlerId(1))
            };
            let payload = payload(&header, self.rng.usize(..200));
            *next += 1;
            self.going.insert(strand, Going { header, payload, done: 0 });
        }
        self.push(strand);
    }

    fn way(&mut self, (peer, context, class, _): Strand) -> (Duration, u16) {
        let attributes = self.link.attributes(PeerId(peer), class, ContextId(context));
        let attributes = attributes.expect("a link");
        (attributes.latency, attributes.streams)
    }

    fn push(&mut self, strand: Strand) {
        let Some(mut going) = self.going.remove(&strand) else { return };
        let (way, streams) = self.way(strand);
        let others: Vec<_> = self.going.iter().filter(|(_, g)| g.done != 0).collect();
        let others: Vec<Strand> = others
            .into_iter()
            .filter(|(s, _)| s.0 == strand.0 && (streams == 1 || s.3 == strand.3))
            .map(|(s, _)| *s)
            .collect();
        let is_barred = others.into_iter().any(|other| self.way(other).0 == way);
        let waits = self.is_patient && self.link.must_await_method(PeerId(strand.0));
        if going.done != 0 || !is_barred && !waits {
            let Going { header, payload, done } = &mut going;
            let taken = self.link.send(PeerId(strand.0), strand.2, header, payload, done);
            if taken.expect("a link") {
                return;
            }
        }
        self.going.insert(strand, going);
    }

    /// Goes on with some of the frames that are not yet sent.
    pub(crate) fn push_all(&mut self) {
        let mut strands: Vec<Strand> = self.going.keys().copied().collect();
        strands.sort_by_key(|s| (s.0, s.1, s.2 as u8, s.3));
        self.rng.shuffle(&mut strands);
        for strand in strands {
            if self.rng.u8(..4) == 0 {
                self.push(strand);
            }
        }
    }

    pub(crate) fn change_some(&mut self) {
        let (peer, context, class, _) = self.any_strand();
        let own = self.rng.bool();
        let channel =
            if own { LinkPart::Context(ContextId(context)) } else { LinkPart::Class(class) };
        let method = NAMES[self.rng.usize(..NAMES.len())];
        self.link.change_method(PeerId(peer), channel, method).expect("it is there");
        self.asked.insert((peer, channel), method);
    }

    pub(crate) fn poll(&mut self, now: u64) -> usize {
        let now = Duration::from_micros(now);
        let found = self.link.poll(now, &mut self.received);
        if self.rng.u8(..4) == 0 {
            for (peer, stream, len) in std::mem::take(&mut self.received.held) {
                let landing = Landing::Heap(vec![0; len]);
                self.link.resume(peer, stream, landing).expect("it is held");
            }
        }
        for peer in self.link.changing() {
            if self.rng.u8(..4) == 0 {
                self.link.agree(peer);
            }
        }
        found
    }

    pub(crate) fn is_done(&self) -> bool {
        self.going.is_empty() && !self.link.is_switching() && self.received.held.is_empty()
    }

    /// Every frame that others sent has come once.
    pub(crate) fn check_against(&self, others: &[Node]) {
        for other in others.iter().filter(|other| other.me != self.me) {
            let to_me = other.next.iter().filter(|(strand, _)| strand.0 == self.me);
            for ((_, context, class, stream), sent) in to_me {
                let strand = (other.me, *context, *class, *stream);
                let mut came = self.received.finished.get(&strand).cloned().unwrap_or_default();
                came.sort_unstable();
                assert!(came.iter().copied().eq(0..*sent), "{strand:?}: {came:?} of {sent}");
            }
        }
    }

    /// Every strand goes by the method that was asked for last.
    pub(crate) fn check_ways(&mut self) {
        for peer in self.peers() {
            for (context, class) in
                (0..CONTEXTS).flat_map(|c| TrafficClass::ALL.map(|class| (c, class)))
            {
                let by_context = self.asked.get(&(peer, LinkPart::Context(ContextId(context))));
                let by_context = by_context.filter(|_| class != TrafficClass::Control);
                let Some(asked) =
                    by_context.or(self.asked.get(&(peer, LinkPart::Class(class)))).copied()
                else {
                    continue;
                };
                if by_context.is_none() && class != TrafficClass::Control && asked.is_empty() {
                    continue;
                }
                let way = self.way((peer, context, class, 0)).0.as_nanos() as usize;
                assert_eq!(NAMES[way - 1], asked, "to {peer}, context {context}, {class:?}");
            }
        }
    }
}
