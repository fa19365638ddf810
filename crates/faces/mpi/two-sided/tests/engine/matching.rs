//! Random programs against the rules of matching (MPI-5.0 §3.5), whatever the protocol.
//!
//! All messages of a pair have different lengths, so that sender and length tell which message a
//! receive got, even where it was too short for it.

use crate::net::{Dice, Shape};
use crate::node::{Job, bytes_of, pattern};
use ferry_conformance::seeds;
use ferry_link::{LinkPart, TrafficClass};
use ferry_matching::Selector;
use ferry_method::PeerId;
use ferry_sys::OwnedBuffer;
use ferry_two_sided::{
    Design, Expects, Gather, Label, Limits, Mode, OutgoingMessage, RecvSpace, RequestId, Scatter,
    SendData, SendStart, StreamReach, Streams, TransferFault,
};
use ferry_wire::ContextId;
use std::collections::HashSet;
use std::ops::Range;
use std::sync::{Arc, Mutex};

const NODES: u32 = 3;

/// A message.
struct Sent {
    from: u32,
    to: u32,
    context: u32,
    tag: i32,
    len: usize,
    request: Option<RequestId>,
    /// It says of what type it is, and whether that has to be heard.
    is_typed: bool,
    is_synchronous: bool,
    /// It was taken back.
    withdrawn: bool,
}

/// Where a receive puts its message.
enum Room {
    Region(OwnedBuffer),
    Scatter(Arc<Mutex<Vec<u8>>>),
}

impl Room {
    fn bytes(&self, len: usize) -> Vec<u8> {
        match self {
            Room::Region(buffer) => bytes_of(buffer, len),
            Room::Scatter(bytes) => bytes.lock().expect("one thread")[..len].to_vec(),
        }
    }
}

/// A receive or a matched probe, in the order of posting.
struct Posted {
    at: u32,
    selector: Selector,
    request: RequestId,
    room: Room,
    len: usize,
    /// It knows of what type its elements are.
    is_typed: bool,
    cancelled: bool,
    /// Index of the message it got.
    got: Option<usize>,
}

/// Messages say how long they are; of those that do, one in four is of another type than receives are.
struct Picky;

fn word_of(len: usize) -> u64 {
    len as u64 + 1
}

fn is_unlike(len: usize) -> bool {
    len % 4 == 3
}

impl Expects for Picky {
    fn admits(&self, word: u64, bytes: u64) -> bool {
        assert_eq!(word, word_of(bytes as usize), "another message's word");
        !is_unlike(bytes as usize)
    }

    fn tell(&self, word: u64) -> String {
        (word - 1).to_string()
    }
}

struct Packed(Vec<u8>);

impl Gather for Packed {
    fn len(&self) -> usize {
        self.0.len()
    }

    fn read(&self, at: usize, out: &mut [u8]) {
        out.copy_from_slice(&self.0[at..at + out.len()]);
    }
}

struct Unpacked(Arc<Mutex<Vec<u8>>>, usize);

impl Scatter for Unpacked {
    fn len(&self) -> usize {
        self.1
    }

    fn write(&mut self, at: usize, bytes: &[u8]) {
        self.0.lock().expect("one thread")[at..at + bytes.len()].copy_from_slice(bytes);
    }
}

fn shape_of(seed: u64, dice: &mut Dice) -> Shape {
    let pick = |dice: &mut Dice, from: &[usize]| from[dice.below(from.len())];
    Shape {
        seed,
        frames: pick(dice, &[1, 2, 16]),
        bytes: pick(dice, &[37, 5000, 100_000]),
        eager_limit: pick(dice, &[0, 200, 4096, 65_536]),
        fragment: pick(dice, &[4096, 30_000]),
        remote_read_from: [None, Some(10_000)][dice.below(2)],
        in_pieces: pick(dice, &[0, 50, 100]),
        streams: pick(dice, &[1, 5, 1000]) as u16,
        holds: dice.percent(50),
        fetches: dice.percent(50),
        max_frame: pick(dice, &[70_000, 1 << 20]),
    }
}

struct World {
    job: Job,
    dice: Dice,
    shape: Shape,
    design: (Design, Streams),
    /// There are two methods.
    changes: bool,
    lens: HashSet<(u32, u32, usize)>,
    sent: Vec<Sent>,
    posted: Vec<Posted>,
    memory: Vec<OwnedBuffer>,
    /// Receives whose messages were of another type.
    unlike: usize,
}

impl World {
    fn new(seed: u64, changes: bool) -> Self {
        let mut dice = Dice::new(seed);
        let shape = shape_of(seed, &mut dice);
        let pick = |dice: &mut Dice, from: &[usize]| from[dice.below(from.len())];
        let design = [Design::Engine, Design::Direct][dice.below(2)];
        let streams = [Streams::One, Streams::Pool(3), Streams::Each][dice.below(3)];
        let bytes = pick(&mut dice, &[100, 20_000, 1 << 20]) as u32;
        let envelopes = pick(&mut dice, &[1, 10, 1000]) as u32;
        let (limits, design) = (Limits { bytes, envelopes }, (design, streams));
        let second = changes.then(|| shape_of(seed, &mut dice));
        let networks = (shape.clone(), second);
        let job = Job::on_networks(NODES, networks, limits, design);
        job.net.wires().reads_fail = dice.percent(30);
        let (sent, posted, memory) = (vec![], vec![], vec![]);
        let lens = HashSet::new();
        World { job, dice, shape, design, changes, lens, sent, posted, memory, unlike: 0 }
    }

    /// A length that no other message of the pair has, near a border more often than not.
    fn len(&mut self, from: u32, to: u32) -> usize {
        let borders = [0, self.shape.eager_limit, self.shape.fragment, 3 * self.shape.fragment];
        let mut len = match self.dice.below(6) {
            0 => self.dice.below(200 << 10),
            1 | 2 => self.dice.below(600),
            _ => borders[self.dice.below(4)].saturating_sub(self.dice.below(3)),
        };
        while !self.lens.insert((from, to, len)) {
            len += 1;
        }
        len
    }

    fn others(&mut self) -> (u32, u32) {
        let me = self.dice.below(NODES as usize) as u32;
        (me, (me + 1 + self.dice.below(NODES as usize - 1) as u32) % NODES)
    }

    fn send(&mut self) {
        let (from, to) = self.others();
        let len = self.len(from, to);
        let bytes = pattern(from, len);
        let data = match self.dice.below(3) {
            0 => SendData::Owned(bytes),
            1 => SendData::Gather(Box::new(Packed(bytes))),
            _ => {
                let buffer = OwnedBuffer::new(len);
                buffer.arena(len).write(0, len).as_mut_slice().copy_from_slice(&bytes);
                let region = buffer.arena(len).read(0, len);
                self.job.net.wires().exported.push(region);
                self.memory.push(buffer);
                SendData::Region(region)
            }
        };
        let mode = if self.dice.percent(30) { Mode::Synchronous } else { Mode::Standard };
        let (context, tag) = (2 * self.dice.below(2) as u32, self.dice.below(3) as i32);
        let is_typed = self.dice.percent(70);
        let message = OutgoingMessage {
            to: PeerId(to),
            context: ContextId(context),
            tag,
            data,
            mode,
            word: if is_typed { word_of(len) } else { 0 },
            label: Label::default(),
        };
        let node = &mut self.job.nodes[from as usize];
        let mut request = match node.engine.send(&mut node.link, message).expect("a link") {
            SendStart::Done => None,
            SendStart::Pending(request) => Some(request),
        };
        if let Some(detached) = request.filter(|_| self.dice.percent(10)) {
            node.engine.transfer.detach(detached);
            request = None;
        }
        let (is_synchronous, withdrawn) = (mode == Mode::Synchronous, false);
        self.sent.push(Sent {
            from,
            to,
            context,
            tag,
            len,
            request,
            is_typed,
            is_synchronous,
            withdrawn,
        });
    }

    fn selector(&mut self, me: u32) -> Selector {
        let source = (me + 1 + self.dice.below(NODES as usize - 1) as u32) % NODES;
        Selector {
            context: ContextId(2 * self.dice.below(2) as u32),
            source: (!self.dice.percent(40)).then_some(source),
            tag: (!self.dice.percent(40)).then_some(self.dice.below(3) as i32),
        }
    }

    fn room(&mut self, len: usize) -> (Room, RecvSpace) {
        if self.dice.percent(50) {
            let buffer = OwnedBuffer::new(len);
            let space = RecvSpace::Region(buffer.arena(len).write(0, len));
            return (Room::Region(buffer), space);
        }
        let bytes = Arc::new(Mutex::new(vec![0; len]));
        let space = RecvSpace::Scatter(Box::new(Unpacked(bytes.clone(), len)));
        (Room::Scatter(bytes), space)
    }

    fn recv(&mut self, at: u32, selector: Selector, len: usize) {
        let (room, space) = self.room(len);
        let is_typed = self.dice.percent(60);
        let node = &mut self.job.nodes[at as usize];
        let into = (space, Label::default());
        let request = match is_typed {
            true => {
                let reach = || StreamReach::Front;
                node.engine.recv_typed_through(&mut node.link, selector, into, &Picky, reach)
            }
            false => node.engine.recv(selector, into.0, into.1),
        };
        let (cancelled, got) = (false, None);
        self.posted.push(Posted { at, selector, request, room, len, is_typed, cancelled, got });
    }

    fn recv_something(&mut self) {
        let (at, _) = self.others();
        let selector = self.selector(at);
        let len = if self.dice.percent(20) { self.dice.below(5000) } else { 1 << 20 };
        self.recv(at, selector, len);
    }

    /// A probe, and sometimes a receive of what it found; a receive of the same finds the same.
    fn probe(&mut self) {
        let (at, _) = self.others();
        let selector = self.selector(at);
        let engine = &mut self.job.nodes[at as usize].engine;
        let probed = engine.probe(&selector);
        if self.dice.percent(30) {
            return;
        }
        let taken = engine.probe_matched(&selector, Label::default());
        assert_eq!(taken.as_ref().map(|(_, probed)| *probed), probed);
        let Some((request, probed)) = taken else { return };
        for _ in 0..self.dice.below(3) {
            self.step();
        }
        let len = probed.bytes as usize + self.dice.below(10);
        let (room, space) = self.room(len);
        let is_typed = self.dice.percent(60);
        let engine = &mut self.job.nodes[at as usize].engine;
        let (into, expected) =
            ((space, Label::default()), is_typed.then_some(&Picky as &dyn Expects));
        assert!(engine.recv_typed_matched(request, into, expected));
        let (cancelled, got) = (false, None);
        self.posted.push(Posted { at, selector, request, room, len, is_typed, cancelled, got });
    }

    fn cancel(&mut self) {
        if self.posted.is_empty() {
            return;
        }
        let index = self.dice.below(self.posted.len());
        let posted = &mut self.posted[index];
        let engine = &mut self.job.nodes[posted.at as usize].engine;
        posted.cancelled |= engine.cancel(posted.request);
    }

    /// Tries to take a message back.
    fn withdraw(&mut self) {
        if self.sent.is_empty() {
            return;
        }
        // Of the last ones something is still under way.
        let index = self.sent.len() - 1 - self.dice.below(self.sent.len().min(5));
        let Sent { from, request, .. } = self.sent[index];
        if let Some(request) = request {
            self.job.nodes[from as usize].engine.cancel(request);
        }
    }

    /// Another method for some traffic from one to another.
    fn change(&mut self) {
        if !self.changes {
            return;
        }
        let (from, to) = self.others();
        let channel = match self.dice.below(5) {
            class @ 0..3 => LinkPart::Class(TrafficClass::ALL[class]),
            context => LinkPart::Context(ContextId(2 * (context - 3) as u32)),
        };
        let method = ["mem", "mem2"][self.dice.below(2)];
        let link = &mut self.job.nodes[from as usize].link;
        link.change_method(PeerId(to), channel, method).expect("both reach all");
    }

    fn step(&mut self) {
        let node = self.dice.below(NODES as usize);
        self.job.nodes[node].step();
    }

    /// Does this and that.
    fn act(&mut self) {
        for _ in 0..150 {
            match self.dice.below(10) {
                0..3 => self.send(),
                3..5 => self.recv_something(),
                5 => self.probe(),
                6 if self.dice.percent(20) => self.cancel(),
                6 if self.dice.percent(20) => self.withdraw(),
                7 if self.dice.percent(30) => self.change(),
                _ => self.step(),
            }
        }
    }

    /// Receives everything that is left.
    fn drain(&mut self) {
        for _ in 0..self.sent.len() + 1 {
            self.job.settle();
            let left: Vec<_> = (0..NODES)
                .flat_map(|at| [(at, 0), (at, 2)])
                .filter(|&(at, context)| {
                    let all = Selector { context: ContextId(context), source: None, tag: None };
                    self.job.nodes[at as usize].engine.probe(&all).is_some()
                })
                .collect();
            if left.is_empty() {
                return;
            }
            for (at, context) in left {
                let all = Selector { context: ContextId(context), source: None, tag: None };
                self.recv(at, all, 1 << 20);
            }
        }
        panic!("more messages than were sent");
    }

    /// Takes all outcomes and finds out who got what.
    fn collect(&mut self) {
        for sent in &mut self.sent {
            if let Some(request) = sent.request {
                let engine = &mut self.job.nodes[sent.from as usize].engine;
                let outcome = engine.transfer.take(request).map(|(outcome, _)| outcome);
                let Some(outcome) = outcome else {
                    panic!("{} bytes from {} to {} are stuck", sent.len, sent.from, sent.to)
                };
                assert_eq!(outcome.fault, None);
                sent.withdrawn = outcome.cancelled;
            }
        }
        for posted in &mut self.posted {
            let engine = &mut self.job.nodes[posted.at as usize].engine;
            let Some((outcome, _)) = engine.transfer.take(posted.request) else { continue };
            assert_eq!(outcome.cancelled, posted.cancelled);
            if posted.cancelled {
                continue;
            }
            let len = match outcome.fault.as_deref() {
                None => outcome.bytes as usize,
                Some(TransferFault::Truncated { sent, room }) => {
                    assert_eq!((*room, outcome.bytes), (posted.len as u64, posted.len as u64));
                    assert!(sent > room);
                    *sent as usize
                }
                Some(TransferFault::Unlike { what }) => {
                    let len = what.parse().expect("a length");
                    assert!(posted.is_typed && is_unlike(len));
                    len
                }
                Some(fault) => panic!("{fault:?}"),
            };
            let from = outcome.source.0;
            let is_it = |s: &Sent| (s.from, s.to, s.len) == (from, posted.at, len);
            let index = self.sent.iter().position(is_it).expect("a message that was sent");
            assert_eq!(outcome.tag, self.sent[index].tag);
            assert!(accepts(posted, &self.sent[index]));
            assert!(!self.sent[index].withdrawn, "it was taken back");
            posted.got = Some(index);
            let is_unlike = matches!(outcome.fault.as_deref(), Some(TransferFault::Unlike { .. }));
            let Sent { is_typed, is_synchronous, .. } = self.sent[index];
            let is_told = posted.is_typed && is_typed && self::is_unlike(len);
            assert!(is_unlike == is_told || is_synchronous && !is_unlike, "{len}");
            self.unlike += usize::from(is_unlike);
            if is_unlike {
                assert!(posted.room.bytes(posted.len).iter().all(|byte| *byte == 0));
            }
            if outcome.fault.is_none() {
                let bytes = posted.room.bytes(len);
                assert!(bytes == pattern(from, len), "wrong bytes of {len}");
            }
        }
    }

    /// Every message went to one receive, and in order.
    fn check(&self) {
        let mut to = vec![None; self.sent.len()];
        for (index, posted) in self.posted.iter().enumerate() {
            if let Some(message) = posted.got {
                assert_eq!(to[message].replace(index), None, "received twice");
            }
        }
        for (index, posted) in self.posted.iter().enumerate().filter(|(_, p)| !p.cancelled) {
            let wanted = |sent: &Sent| accepts(posted, sent) && !sent.withdrawn;
            for (message, sent) in self.sent.iter().enumerate().filter(|(_, s)| wanted(s)) {
                let receiver = to[message].expect("every message is received");
                let earlier_got = posted.got.is_some_and(|got| {
                    let other = &self.sent[got];
                    (other.from, other.context) == (sent.from, sent.context) && got > message
                });
                assert!(!earlier_got || receiver < index, "a message was overtaken");
                assert!(posted.got.is_some() || receiver < index, "a receive was passed over");
            }
        }
    }
}

fn accepts(posted: &Posted, sent: &Sent) -> bool {
    let selector = &posted.selector;
    posted.at == sent.to
        && selector.context.0 == sent.context
        && selector.source.is_none_or(|source| source == sent.from)
        && selector.tag.is_none_or(|tag| tag == sent.tag)
}

fn run(seeds: Range<u64>, changes: bool) {
    let (mut withdrawn, mut unlike) = (0, 0);
    for seed in seeds {
        let mut world = World::new(seed, changes);
        println!("seed {seed}: {:?} {:?}", world.shape, world.design);
        world.act();
        world.drain();
        world.collect();
        world.check();
        unlike += world.unlike;
        withdrawn += world.sent.iter().filter(|sent| sent.withdrawn).count();
        let nonsense: u64 = world.job.nodes.iter().map(|n| n.engine.transfer.nonsense()).sum();
        let kept: u64 = world.job.nodes.iter().map(|n| n.engine.transfer.kept_bytes()).sum();
        assert_eq!((nonsense, kept), (0, 0), "seed {seed}");
    }
    assert!(withdrawn > 20, "only {withdrawn} messages were taken back");
    assert!(unlike > 100, "only {unlike} messages were of another type");
}

#[test]
fn random_programs_match_in_order_and_end() {
    run(seeds(100), false);
}

#[test]
fn random_programs_match_in_order_while_methods_change() {
    run(seeds(60), true);
}

/// What concerns the lost peer ends; what can still match can be cancelled.
#[test]
fn random_programs_that_lose_a_peer_hang_nowhere() {
    for seed in seeds(60) {
        let mut world = World::new(seed, seed % 2 == 0);
        println!("seed {seed}: {:?} {:?}", world.shape, world.design);
        world.act();
        let (a, b) = world.others();
        world.job.cut(a, b);
        world.act();
        world.drain();
        let concerns = |x: u32, y: u32| (x, y) == (a, b) || (x, y) == (b, a);
        for sent in &world.sent {
            let Some(request) = sent.request else { continue };
            let engine = &world.job.nodes[sent.from as usize].engine;
            let (from, to) = (sent.from, sent.to);
            assert!(
                engine.transfer.is_done(request),
                "{} bytes from {from} to {to} are stuck",
                sent.len
            );
        }
        for posted in &world.posted {
            let engine = &mut world.job.nodes[posted.at as usize].engine;
            let is_lost = posted.selector.source.is_some_and(|from| concerns(from, posted.at));
            let ends = engine.transfer.is_done(posted.request)
                || !is_lost && engine.cancel(posted.request);
            assert!(ends, "a receive of {} hangs: {:?}", posted.at, posted.selector);
        }
    }
}
