//! The race of long messages that the paper on SCTP for MPI describes.
//!
//! Two processes send each other long messages with the same tag. Each has written part of a body when the
//! other's request comes, and acknowledges it: on the same stream, since the tag is the same. A module
//! that writes bodies to a stream piece by piece then has the acknowledgement amid the body, and the other
//! end reads it as part of that. The tests make these calls in this order.

mod common;

use common::subject;
use ferry_conformance::{Dice, LandsIn, Mesh, pattern};
use ferry_method::{HandlerId, Header, PeerId, StreamId, StreamKey};
use ferry_method_sctp::{SctpOptions, Spreading};

const BODY: usize = 6 << 20;

/// Buffers that take a part of a body only.
fn options(streams: Spreading) -> SctpOptions {
    SctpOptions {
        streams,
        send_buffer: 256 << 10,
        receive_window: 256 << 10,
        stream_window: 128 << 10,
        ..SctpOptions::default()
    }
}

fn body(stream: u16) -> Header {
    Header { stream: StreamId(stream), words: [1, 0], ..Header::new(HandlerId(7)) }
}

fn acknowledgement(stream: u16) -> Header {
    Header { stream: StreamId(stream), words: [2, 0], ..Header::new(HandlerId(8)) }
}

/// A body that is on its way: how far it has come.
struct Body {
    ends: (usize, usize),
    header: Header,
    payload: Vec<u8>,
    done: usize,
    is_whole: bool,
}

impl Body {
    /// Sends as much as there is room for.
    fn push(&mut self, mesh: &mut Mesh) {
        if !self.is_whole {
            let sent = mesh.try_send(self.ends, &self.header, &self.payload, &mut self.done);
            self.is_whole = sent.expect("a healthy link");
        }
    }
}

/// Both ends have written part of a body to a stream, and nobody has read any of it.
fn bodies_under_way(mesh: &mut Mesh, header: &Header) -> [Body; 2] {
    for ends in [(0, 1), (1, 0)] {
        mesh.send(ends, &Header::new(HandlerId(1)), b"first contact");
        mesh.until("the first frame arrives", |mesh| !mesh.take(ends.1).is_empty());
    }
    mesh.settle();
    let mut bodies = [(0, 1), (1, 0)].map(|ends| Body {
        ends,
        header: *header,
        payload: pattern(ends.0 as u64, BODY),
        done: 0,
        is_whole: false,
    });
    for body in &mut bodies {
        body.push(mesh);
        assert!(!body.is_whole && body.done > 32, "a part of it is written: {}", body.done);
    }
    bodies
}

fn until_both_are_whole(mesh: &mut Mesh, bodies: &mut [Body; 2]) {
    mesh.until("both bodies arrive whole", |mesh| {
        bodies.iter_mut().for_each(|body| body.push(mesh));
        (0..2).all(|i| mesh.sink(i).arrivals.iter().any(|a| a.header.handler == HandlerId(7)))
    });
    for i in 0..2 {
        let arrivals = mesh.take(i);
        let bodies: Vec<_> = arrivals.iter().filter(|a| a.header.handler == HandlerId(7)).collect();
        assert_eq!(bodies.len(), 1);
        let expected = pattern(1 - i as u64, BODY);
        assert!(bodies[0].payload.as_ref() == Some(&expected), "something else is in the body");
        assert!(mesh.sink(i).losses.is_empty());
    }
}

/// Where the acknowledgement's context and tag share the body's stream, it is not taken until the body is
/// written: nothing of it comes into the stream.
#[test]
fn an_acknowledgement_on_the_bodys_stream_waits_for_its_end() {
    for streams in [Spreading::One, Spreading::Pool(1)] {
        let mut mesh = Mesh::new(&subject(options(streams)), 2);
        (0..2).for_each(|i| mesh.sink(i).place = LandsIn::Memory);
        let mut bodies = bodies_under_way(&mut mesh, &body(5));
        for ends in [(0, 1), (1, 0)] {
            // Another key, the same stream of the association.
            let mut done = 0;
            let taken = mesh.try_send(ends, &acknowledgement(6), b"clear to send", &mut done);
            assert!(!taken.expect("a healthy link"), "{streams}: it was written into the body");
            assert_eq!(done, 0, "{streams}: a part of it was written into the body");
        }
        until_both_are_whole(&mut mesh, &mut bodies);
        for ends in [(0, 1), (1, 0)] {
            mesh.send(ends, &acknowledgement(6), b"clear to send");
            mesh.until("the acknowledgement arrives", |mesh| {
                mesh.take(ends.1).iter().any(|a| a.payload.as_deref() == Some(b"clear to send"))
            });
        }
    }
}

/// On any other stream, the control stream above all, it passes the body.
#[test]
fn an_acknowledgement_on_another_stream_passes_the_body() {
    for (streams, other) in [
        (Spreading::Pool(2), 0),
        (Spreading::Pool(2), 2),
        (Spreading::Each(20), 0),
        (Spreading::Each(20), 2),
    ] {
        let mut mesh = Mesh::new(&subject(options(streams)), 2);
        (0..2).for_each(|i| mesh.sink(i).place = LandsIn::Memory);
        let mut bodies = bodies_under_way(&mut mesh, &body(1));
        for ends in [(0, 1), (1, 0)] {
            mesh.send(ends, &acknowledgement(other), b"clear to send");
            mesh.until("the acknowledgement arrives", |mesh| {
                let arrivals = mesh.take(ends.1);
                assert!(arrivals.iter().all(|a| a.header.handler != HandlerId(7)), "{streams}");
                arrivals.iter().any(|a| a.payload.as_deref() == Some(b"clear to send"))
            });
        }
        assert!(bodies.iter().all(|body| !body.is_whole), "{streams}: nobody has sent on a body");
        until_both_are_whole(&mut mesh, &mut bodies);
    }
}

/// Whatever is sent amid bodies on few streams, in any order of calls, each frame is itself.
#[test]
fn any_interleaving_of_long_and_short_keeps_frames_apart() {
    for seed in 0..6 {
        let streams = [Spreading::One, Spreading::Pool(2), Spreading::Each(4)][seed as usize % 3];
        let mut mesh = Mesh::new(&subject(options(streams)), 2);
        (0..2).for_each(|i| mesh.sink(i).place = LandsIn::Memory);
        let mut dice = Dice::new(seed);
        let mut lanes: Vec<Lane> = (0..12).map(|i| Lane::new(i, seed)).collect();
        let together = mesh.method(0).attributes().streams > 1;
        let (frames, mut next) = (12, vec![0; lanes.len()]);
        mesh.until("all frames arrive", |mesh| {
            for _ in 0..10 {
                let under_way = |lane: &Lane| lane.done > 0;
                let from = dice.below(2);
                let fixed = lanes.iter().position(|lane| lane.ends.0 == from && under_way(lane));
                let at = fixed.filter(|_| !together).unwrap_or_else(|| dice.below(lanes.len()));
                if lanes[at].sent < frames {
                    lanes[at].push(mesh);
                }
            }
            for i in 0..2 {
                for arrival in mesh.take(i) {
                    let lane = arrival.header.words[1] as usize;
                    assert_eq!(arrival.header.words[0], next[lane], "frames changed places");
                    next[lane] += 1;
                    let expected = pattern(arrival.header.bits, arrival.len);
                    assert!(arrival.payload == Some(expected), "lane {lane}, {streams}");
                }
            }
            next.iter().all(|n| *n == frames)
        });
    }
}

/// Frames of one key, long and short in turn.
struct Lane {
    ends: (usize, usize),
    header: Header,
    payload: Vec<u8>,
    sent: u64,
    done: usize,
    dice: Dice,
}

impl Lane {
    fn new(number: u64, seed: u64) -> Self {
        let ends = if number.is_multiple_of(2) { (0, 1) } else { (1, 0) };
        let stream = StreamId(number as u16 / 2);
        let header = Header { stream, words: [0, number], ..Header::new(HandlerId(3)) };
        let dice = Dice::new(seed << 8 | number);
        let mut lane = Lane { ends, header, payload: Vec::new(), sent: 0, done: 0, dice };
        lane.next();
        lane
    }

    fn next(&mut self) {
        let long = self.dice.below(3) == 0;
        let len = self.dice.below(if long { 700_000 } else { 100 });
        self.header.words[0] = self.sent;
        self.header.bits = self.dice.roll() >> 2;
        self.payload = pattern(self.header.bits, len);
        self.done = 0;
    }

    fn push(&mut self, mesh: &mut Mesh) {
        let sent = mesh.try_send(self.ends, &self.header, &self.payload, &mut self.done);
        if sent.expect("a healthy link") {
            self.sent += 1;
            self.next();
        }
    }
}

/// A stream that is held amid a body stands still; what is sent on others arrives.
#[test]
fn a_body_that_is_held_keeps_nobody_waiting() {
    let mut mesh = Mesh::new(&subject(options(Spreading::Each(20))), 2);
    mesh.sink(1).place = LandsIn::Hold;
    let mut bodies = bodies_under_way(&mut mesh, &body(3));
    mesh.until("the body is held", |mesh| !mesh.sink(1).held.is_empty());
    mesh.sink(1).place = LandsIn::Heap;
    mesh.send((0, 1), &acknowledgement(4), b"clear to send");
    mesh.until("the acknowledgement arrives", |mesh| !mesh.take(1).is_empty());
    assert_eq!(mesh.sink(1).held[0].peer, PeerId(0));
    mesh.resume((0, 1), StreamKey(3), LandsIn::Memory);
    mesh.sink(0).place = LandsIn::Memory;
    until_both_are_whole(&mut mesh, &mut bodies);
}
