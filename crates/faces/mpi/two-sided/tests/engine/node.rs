//! Processes of a job, driven from one thread.

use crate::net::{Net, Shape};
use ferry_link::{Context, DescriptorTable, Directory, Face, Links, Policy};
use ferry_matching::Selector;
use ferry_method::{Descriptor, Method, PeerId};
use ferry_sys::OwnedBuffer;
use ferry_two_sided::{
    Design, Label, Limits, Mode, Outcome, OutgoingMessage, RecvSpace, RequestId, SendData,
    SendStart, Streams, TwoSided,
};
use ferry_wire::ContextId;
use std::time::Duration;

struct Everybody;

impl Directory for Everybody {
    fn lookup(&mut self, _: PeerId) -> Result<Vec<u8>, String> {
        let descriptor = |name: &str| Descriptor { method: name.into(), bytes: vec![] };
        Ok(DescriptorTable::new(["mem", "mem2"].map(descriptor).into()).encode())
    }
}

/// One process.
pub(crate) struct Node {
    pub(crate) engine: TwoSided,
    pub(crate) link: Links,
}

impl Node {
    /// One round of progress; whether anything moved.
    pub(crate) fn step(&mut self) -> bool {
        let found = self.link.poll(Duration::ZERO, &mut self.engine);
        found + self.engine.flush(&mut self.link) != 0
    }

    /// A standard send of Ferry's own copy of `bytes`.
    pub(crate) fn send(&mut self, to: u32, tag: i32, bytes: Vec<u8>) -> SendStart {
        self.send_as(to, tag, SendData::Owned(bytes), Mode::Standard)
    }

    pub(crate) fn send_as(&mut self, to: u32, tag: i32, data: SendData, mode: Mode) -> SendStart {
        self.send_in(0, to, tag, (data, mode))
    }

    /// The same in another context.
    pub(crate) fn send_in(
        &mut self,
        context: u32,
        to: u32,
        tag: i32,
        (data, mode): (SendData, Mode),
    ) -> SendStart {
        let (to, context, label) = (PeerId(to), ContextId(context), Label::default());
        let message = OutgoingMessage { to, context, tag, data, mode, word: 0, label };
        self.engine.send(&mut self.link, message).expect("a link")
    }

    /// Posts a receive into `buffer`.
    pub(crate) fn recv(
        &mut self,
        from: Option<u32>,
        tag: Option<i32>,
        buffer: &OwnedBuffer,
        len: usize,
    ) -> RequestId {
        let space = RecvSpace::Region(buffer.arena(len).write(0, len));
        self.engine.recv(selector(from, tag), space, Label::default())
    }

    pub(crate) fn outcome(&mut self, request: RequestId) -> Outcome {
        self.engine.transfer.take(request).expect("a complete operation").0
    }
}

pub(crate) fn selector(source: Option<u32>, tag: Option<i32>) -> Selector {
    Selector { context: ContextId(0), source, tag }
}

/// The bytes of a message, which tell from whom it is and how long.
pub(crate) fn pattern(from: u32, len: usize) -> Vec<u8> {
    (0..len).map(|i| (i * 7 + i / 251 + len + from as usize * 31) as u8).collect()
}

/// The bytes in a buffer.
pub(crate) fn bytes_of(buffer: &OwnedBuffer, len: usize) -> Vec<u8> {
    buffer.arena(len).read(0, len).as_slice().to_vec()
}

/// A job.
pub(crate) struct Job {
    pub(crate) net: Net,
    /// Another network between the same processes; its method is "mem2".
    pub(crate) second: Option<Net>,
    pub(crate) nodes: Vec<Node>,
}

impl Job {
    pub(crate) fn new(size: u32, shape: Shape, limits: Limits) -> Self {
        Self::designed(size, shape, limits, Design::Engine, Streams::One)
    }

    pub(crate) fn designed(
        size: u32,
        shape: Shape,
        limits: Limits,
        design: Design,
        streams: Streams,
    ) -> Self {
        Self::on_networks(size, (shape, None), limits, (design, streams))
    }

    /// A job on one network or two; the first is used unless something else is asked for.
    pub(crate) fn on_networks(
        size: u32,
        (shape, second): (Shape, Option<Shape>),
        limits: Limits,
        (design, streams): (Design, Streams),
    ) -> Self {
        let (net, second) = (Net::new(shape), second.map(Net::new));
        let ends = |me| {
            let other = second.as_ref().map(|net| net.named_end("mem2", me, size));
            let ends = [net.end(me, size)].into_iter().chain(other);
            ends.map(|end| Box::new(end) as Box<dyn Method>).collect()
        };
        let node = |me| {
            let (policy, directory) = (Policy::default(), Box::new(Everybody));
            let mut link =
                Links::new(Context::new(PeerId(me), size, ends(me), policy, &[], directory));
            link.ask_before_changes();
            let engine = TwoSided::new(size, limits, true).with_design(design, streams);
            Node { engine, link }
        };
        let nodes = (0..size).map(node).collect();
        Job { net, second, nodes }
    }

    /// Breaks all links between two processes.
    pub(crate) fn cut(&self, a: u32, b: u32) {
        self.net.cut(a, b);
        self.second.iter().for_each(|net| net.cut(a, b));
    }

    /// Drives all until nothing moves any more.
    pub(crate) fn settle(&mut self) {
        let mut quiet = 0;
        for _ in 0..10_000_000 {
            let moved = self.nodes.iter_mut().map(Node::step).fold(false, |a, b| a | b);
            quiet = if moved { 0 } else { quiet + 1 };
            if quiet > 20 {
                return;
            }
        }
        panic!("it moves for ever");
    }
}
