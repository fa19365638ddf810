//! The direct design against a naive model of matching (MPI-5.0 §3.5): everything that was sent has come
//! before the next step, so that the model knows what each receive, probe and cancel has to do.

use crate::net::{Dice, Shape};
use crate::node::{Job, Node, bytes_of, pattern};
use ferry_matching::Selector;
use ferry_sys::OwnedBuffer;
use ferry_two_sided::{
    Design, Label, Limits, Mode, RecvSpace, RequestId, SendData, SendStart, StreamReach, Streams,
    TransferFault,
};
use ferry_wire::ContextId;

const ROOM: usize = 1 << 18;
/// Contexts of messages, and one of collectives.
const CONTEXTS: [u32; 3] = [0, 2, 5];

/// A message that nobody has received.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Message {
    from: u32,
    context: u32,
    tag: i32,
    len: usize,
}

impl Message {
    fn fits(&self, selector: &Selector) -> bool {
        selector.context.0 == self.context
            && selector.source.is_none_or(|source| source == self.from)
            && selector.tag.is_none_or(|tag| tag == self.tag)
    }
}

/// A receive that waits.
struct Waiting {
    selector: Selector,
    request: RequestId,
    buffer: OwnedBuffer,
}

/// A process that receives, two that send to it, and what has to be so.
struct Model {
    job: Job,
    dice: Dice,
    /// In the order of sending.
    unmatched: Vec<Message>,
    /// In the order of posting.
    waiting: Vec<Waiting>,
    /// What matched probes took.
    taken: Vec<(RequestId, Message)>,
    next_len: usize,
}

impl Model {
    fn new(seed: u64) -> Self {
        let mut dice = Dice::new(seed);
        let shape = Shape {
            seed,
            frames: [1, 3, 16][dice.below(3)],
            bytes: [37, 5000, 100_000][dice.below(3)],
            in_pieces: [0, 50, 100][dice.below(3)],
            max_frame: [2000, 1 << 20][dice.below(2)],
            streams: 1000,
            holds: true,
            fetches: dice.percent(80),
            ..Shape::default()
        };
        let envelopes = [1, 4, 1000][dice.below(3)] as u32;
        println!("seed {seed}: {shape:?}, {envelopes} envelopes");
        let limits = Limits { bytes: 4 << 20, envelopes };
        let job = Job::designed(3, shape, limits, Design::Direct, Streams::Each);
        let (unmatched, waiting, taken) = (vec![], vec![], vec![]);
        Model { job, dice, unmatched, waiting, taken, next_len: 0 }
    }

    fn tag_in(&mut self, context: u32) -> i32 {
        match context {
            // In one order, in any order, and negative, as the library has them.
            5 => [0, 1, 5000, -7][self.dice.below(4)],
            _ => self.dice.below(4) as i32,
        }
    }

    fn send(&mut self) {
        let message = self.emit();
        self.job.settle();
        self.comes(message);
        self.nothing_else_is_done();
    }

    /// Somebody sends, and the receiver has not looked yet.
    fn emit(&mut self) -> Message {
        let (from, context) = (1 + self.dice.below(2) as u32, CONTEXTS[self.dice.below(3)]);
        let tag = self.tag_in(context);
        // Each its own length, by which it is known.
        self.next_len += 1 + self.dice.below(20);
        let len = self.next_len;
        let mode = if self.dice.percent(30) { Mode::Synchronous } else { Mode::Standard };
        let data = SendData::Owned(pattern(from, len));
        self.job.nodes[from as usize].send_in(context, 0, tag, (data, mode));
        Message { from, context, tag, len }
    }

    /// A message has come.
    fn comes(&mut self, message: Message) {
        let first = self.waiting.iter().position(|waiting| message.fits(&waiting.selector));
        match first {
            Some(at) => self.gets(at, message),
            None => self.unmatched.push(message),
        }
    }

    /// A waiting receive has got a message.
    fn gets(&mut self, at: usize, message: Message) {
        let Waiting { request, buffer, .. } = self.waiting.remove(at);
        self.got(request, message, &buffer);
    }

    fn got(&mut self, request: RequestId, message: Message, buffer: &OwnedBuffer) {
        let engine = &self.job.nodes[0].engine;
        assert!(engine.transfer.is_done(request), "a receive waits in vain for {message:?}");
        let outcome = self.job.nodes[0].outcome(request);
        assert_eq!(
            (outcome.source.0, outcome.tag, outcome.bytes, outcome.fault),
            (message.from, message.tag, message.len as u64, None)
        );
        assert!(bytes_of(buffer, message.len) == pattern(message.from, message.len));
    }

    fn nothing_else_is_done(&self) {
        let engine = &self.job.nodes[0].engine;
        for waiting in &self.waiting {
            assert!(!engine.transfer.is_done(waiting.request), "{:?}", waiting.selector);
        }
        // Nothing but what was held back for want of credit is unknown to it.
        let (_, posted) = engine.depths();
        assert_eq!(posted, self.waiting.len());
    }

    fn selector(&mut self) -> Selector {
        let context = CONTEXTS[self.dice.below(3)];
        let (source, tag) = (1 + self.dice.below(2) as u32, self.tag_in(context));
        let any = |dice: &mut Dice| context != 5 && dice.percent(25);
        let source = (!any(&mut self.dice)).then_some(source);
        let tag = (!any(&mut self.dice)).then_some(tag);
        Selector { context: ContextId(context), source, tag }
    }

    /// The messages that a selector may get: the first of each sender that fits.
    fn firsts(&self, selector: &Selector) -> Vec<Message> {
        let first = |from| {
            let fits = |m: &&Message| m.from == from && m.fits(selector);
            self.unmatched.iter().find(fits).copied()
        };
        [1, 2].into_iter().filter_map(first).collect()
    }

    fn recv(&mut self) {
        let selector = self.selector();
        let (request, buffer) = self.post(selector);
        self.job.settle();
        self.is_served(selector, request, buffer);
    }

    /// A receive finds by itself what was sent just before, mostly for it.
    fn send_and_recv(&mut self) {
        let message = self.emit();
        let Message { from, context, tag, .. } = message;
        let exact = Selector { context: ContextId(context), source: Some(from), tag: Some(tag) };
        let selector = if self.dice.percent(70) { exact } else { self.selector() };
        let (request, buffer) = self.post(selector);
        self.job.settle();
        self.comes(message);
        self.is_served(selector, request, buffer);
    }

    /// A receive has got what it may get, or waits.
    fn is_served(&mut self, selector: Selector, request: RequestId, buffer: OwnedBuffer) {
        let firsts = self.firsts(&selector);
        if firsts.is_empty() {
            self.waiting.push(Waiting { selector, request, buffer });
        } else {
            let outcome = self.job.nodes[0].engine.transfer.outcome(request).cloned();
            let outcome = outcome.unwrap_or_else(|| panic!("{selector:?} waits for {firsts:?}"));
            let message = firsts.into_iter().find(|first| first.from == outcome.source.0);
            let message = message.expect("it fits");
            self.got(request, message, &buffer);
            self.unmatched.retain(|other| *other != message);
        }
        self.nothing_else_is_done();
    }

    /// Posts a receive that reads nothing, what is in front of its stream, or its stream.
    fn post(&mut self, selector: Selector) -> (RequestId, OwnedBuffer) {
        let buffer = OwnedBuffer::new(ROOM);
        let space = RecvSpace::Region(buffer.arena(ROOM).write(0, ROOM));
        let reach = [StreamReach::Nothing, StreamReach::Front, StreamReach::Stream];
        let (reach, label) = (reach.get(self.dice.below(4)).copied(), Label::default());
        let Node { engine, link } = &mut self.job.nodes[0];
        let request = match reach {
            Some(reach) => engine.recv_through(link, selector, (space, label), || reach),
            None => engine.recv(selector, space, label),
        };
        (request, buffer)
    }

    fn probe(&mut self) {
        let selector = self.selector();
        if selector.context.is_collective() {
            return;
        }
        // One that was held back for want of credit is asked for by the first.
        self.job.nodes[0].engine.probe(&selector);
        self.job.settle();
        let firsts = self.firsts(&selector);
        let probed = self.job.nodes[0].engine.probe(&selector);
        let is_it = |first: &Message| {
            probed.is_some_and(|probed| {
                (probed.source.0, probed.tag, probed.bytes)
                    == (first.from, first.tag, first.len as u64)
            })
        };
        let found = firsts.iter().copied().find(is_it);
        assert_eq!((probed.is_some(), found.is_some()), (!firsts.is_empty(), !firsts.is_empty()));
        let Some(message) = found.filter(|_| self.dice.percent(50)) else { return };
        let taken = self.job.nodes[0].engine.probe_matched(&selector, Label::default());
        let (request, again) = taken.expect("it was there just now");
        assert_eq!(Some(again), probed);
        self.unmatched.retain(|other| *other != message);
        self.taken.push((request, message));
    }

    fn recv_matched(&mut self) {
        if self.taken.is_empty() {
            return;
        }
        let (request, message) = self.taken.swap_remove(self.dice.below(self.taken.len()));
        let buffer = OwnedBuffer::new(ROOM);
        let space = RecvSpace::Region(buffer.arena(ROOM).write(0, ROOM));
        assert!(self.job.nodes[0].engine.recv_matched(request, space, Label::default()));
        self.job.settle();
        self.got(request, message, &buffer);
    }

    fn cancel(&mut self) {
        if self.waiting.is_empty() {
            return;
        }
        let at = self.dice.below(self.waiting.len());
        let request = self.waiting.remove(at).request;
        assert!(self.job.nodes[0].engine.cancel(request), "it has matched nothing");
        self.job.settle();
        assert!(self.job.nodes[0].outcome(request).cancelled);
        self.nothing_else_is_done();
    }

    fn act(&mut self, steps: usize) {
        for _ in 0..steps {
            match self.dice.below(20) {
                0..6 => self.send(),
                16..20 => self.send_and_recv(),
                6..12 => self.recv(),
                12 => self.probe(),
                13 | 14 => self.recv_matched(),
                _ => self.cancel(),
            }
        }
    }

    /// Receives what is left, by source and tag.
    fn drain(&mut self) {
        while !self.waiting.is_empty() {
            self.cancel();
        }
        while !self.taken.is_empty() {
            self.recv_matched();
        }
        while let Some(message) = self.unmatched.first().copied() {
            let (source, tag) = (Some(message.from), Some(message.tag));
            let selector = Selector { context: ContextId(message.context), source, tag };
            let buffer = OwnedBuffer::new(ROOM);
            let space = RecvSpace::Region(buffer.arena(ROOM).write(0, ROOM));
            let request = self.job.nodes[0].engine.recv(selector, space, Label::default());
            self.job.settle();
            self.got(request, message, &buffer);
            self.unmatched.remove(0);
        }
        let engine = &self.job.nodes[0].engine;
        assert_eq!((engine.depths(), engine.transfer.nonsense()), ((0, 0), 0));
    }
}

#[test]
fn whatever_waits_is_found_as_the_model_says() {
    let mut fetched = 0;
    for seed in 1..=150 {
        let mut model = Model::new(seed);
        model.act(150);
        model.drain();
        fetched += model.job.net.wires().fetched;
    }
    assert!(fetched > 1000, "{fetched} streams had something when they were read by name");
}

/// Programs without wildcards, and those that begin and cease to use them.
#[test]
fn a_receive_that_knows_its_stream_gets_what_is_in_front() {
    let shape = Shape { streams: 1000, holds: true, ..Shape::default() };
    let mut job = Job::designed(2, shape, Limits::default(), Design::Direct, Streams::Each);
    let buffer = OwnedBuffer::new(100);
    for round in 0..200 {
        let tags = [3, 1, 2];
        for tag in tags {
            job.nodes[1].send(0, tag, pattern(1, 10 + tag as usize));
        }
        job.settle();
        // Any tag gets the first that was sent, now and then.
        let (first, rest) = tags.split_first().expect("three");
        let wanted = if round % 40 == 7 { None } else { Some(*first) };
        for tag in std::iter::once(wanted).chain(rest.iter().rev().copied().map(Some)) {
            let request = job.nodes[0].recv(Some(1), tag, &buffer, 100);
            job.settle();
            let outcome = job.nodes[0].outcome(request);
            let tag = tag.unwrap_or(*first);
            assert_eq!((outcome.tag, outcome.bytes), (tag, 10 + tag as u64));
        }
    }
    assert_eq!(job.nodes[0].engine.transfer.nonsense(), 0);
}

/// What an operation left behind that failed here does not keep the next from its messages.
#[test]
fn a_message_in_the_way_of_a_receive_is_taken_in() {
    let shape = Shape { streams: 1000, holds: true, ..Shape::default() };
    for posted_first in [false, true] {
        let mut job =
            Job::designed(2, shape.clone(), Limits::default(), Design::Direct, Streams::Each);
        let buffer = OwnedBuffer::new(100);
        let recv = |job: &mut Job, tag: i32| {
            let selector = Selector { context: ContextId(5), source: Some(1), tag: Some(tag) };
            let space = RecvSpace::Region(buffer.arena(100).write(0, 100));
            job.nodes[0].engine.recv(selector, space, Label::default())
        };
        let early = posted_first.then(|| recv(&mut job, 2));
        for tag in [1, 1, 2] {
            let data = SendData::Owned(pattern(1, 10 + tag as usize));
            job.nodes[1].send_in(5, 0, tag, (data, Mode::Standard));
        }
        job.settle();
        let request = early.unwrap_or_else(|| recv(&mut job, 2));
        job.settle();
        assert_eq!(job.nodes[0].outcome(request).bytes, 12, "posted first: {posted_first}");
        for _ in 0..2 {
            let late = recv(&mut job, 1);
            job.settle();
            assert_eq!(job.nodes[0].outcome(late).bytes, 11);
        }
    }
}

/// Messages of a revoked communicator leave their streams, those behind them and later ones, too; others stay.
#[test]
fn what_comes_in_revoked_contexts_stays_in_no_stream() {
    let shape = Shape { streams: 1000, holds: true, bytes: 5000, ..Shape::default() };
    let mut job = Job::designed(2, shape, Limits::default(), Design::Direct, Streams::Each);
    let send = |job: &mut Job, (context, tag): (u32, i32)| {
        let data = SendData::Owned(pattern(1, 50_000));
        match job.nodes[1].send_in(context, 0, tag, (data, Mode::Standard)) {
            SendStart::Pending(request) => request,
            SendStart::Done => panic!("it is longer than its pipe"),
        }
    };
    let revoked = [(2, 1), (2, 1), (2, 4), (3, 0)].map(|at| send(&mut job, at));
    let other = send(&mut job, (0, 1));
    job.settle();
    let is_sent = |job: &Job, request| job.nodes[1].engine.transfer.is_done(request);
    assert!(!revoked.iter().any(|request| is_sent(&job, *request)));
    assert_eq!(job.nodes[0].engine.depths().0, 4, "one is behind another");
    let fault = TransferFault::Refused { code: 1, why: "revoked".into() };
    job.nodes[0].engine.revoke(&[2, 3].map(ContextId), &fault);
    job.settle();
    assert!(revoked.iter().all(|request| is_sent(&job, *request)));
    // Where a receive has to be looked at besides, too.
    let buffer = OwnedBuffer::new(50_000);
    for tag in [9, 10] {
        let late = send(&mut job, (2, tag));
        job.settle();
        assert!(is_sent(&job, late) && !is_sent(&job, other));
        assert_eq!(job.nodes[0].engine.depths().0, 1);
        job.nodes[0].recv(None, Some(7), &buffer, 50_000);
    }
    let received = job.nodes[0].recv(Some(1), Some(1), &buffer, 50_000);
    job.settle();
    assert_eq!(job.nodes[0].outcome(received).bytes, 50_000);
    assert!(is_sent(&job, other) && job.nodes[0].engine.transfer.nonsense() == 0);
}
