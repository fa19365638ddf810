//! Receives whose caller waits for them: they get what a posted receive would get.

use crate::net::{Dice, Shape};
use crate::node::{Job, bytes_of, pattern, selector};
use ferry_method::PeerId;
use ferry_sys::OwnedBuffer;
use ferry_two_sided::{AwaitedMessage, Design, Limits, Streams};
use std::collections::HashMap;

const ROOM: usize = 4096;

fn met(source: u32, tag: i32, bytes: u64) -> Option<AwaitedMessage> {
    Some(AwaitedMessage { source: PeerId(source), tag, bytes })
}

fn begin(job: &mut Job, from: Option<u32>, tag: Option<i32>, room: &OwnedBuffer) -> bool {
    let region = room.arena(ROOM).write(0, ROOM);
    job.nodes[0].engine.begin_awaiting(selector(from, tag), region)
}

#[test]
fn what_is_waited_for_goes_straight_to_its_place() {
    // With several streams messages are numbered.
    for (streams, spread) in [(1, Streams::One), (4, Streams::Each)] {
        let shape = Shape { streams, ..Shape::default() };
        goes_straight(Job::designed(2, shape, Limits::default(), Design::Engine, spread));
    }
}

fn goes_straight(mut job: Job) {
    let room = OwnedBuffer::new(ROOM);
    assert!(begin(&mut job, Some(1), Some(7), &room));
    assert_eq!(job.nodes[0].engine.depths(), (0, 1));
    assert!(!begin(&mut job, Some(1), Some(7), &room), "one at a time");
    job.nodes[1].send(0, 7, pattern(1, 33));
    job.settle();
    let engine = &mut job.nodes[0].engine;
    assert_eq!(engine.take_awaited(), met(1, 7, 33));
    assert_eq!((engine.take_awaited(), engine.depths(), engine.arrived()), (None, (0, 0), (1, 0)));
    assert_eq!(bytes_of(&room, 33), pattern(1, 33));
}

#[test]
fn posted_receives_come_first_and_others_messages_end_the_wait() {
    let mut job = Job::new(2, Shape::default(), Limits::default());
    let (room, posted) = (OwnedBuffer::new(ROOM), OwnedBuffer::new(ROOM));
    let first = job.nodes[0].recv(None, None, &posted, ROOM);
    assert!(begin(&mut job, Some(1), Some(7), &room));
    job.nodes[1].send(0, 7, pattern(1, 1));
    job.settle();
    assert_eq!(job.nodes[0].outcome(first).bytes, 1);
    assert!(!job.nodes[0].engine.must_post());
    // One that nobody waits for is kept: the next of this tag is not its receive's before a look at those kept.
    job.nodes[1].send(0, 8, pattern(1, 2));
    job.nodes[1].send(0, 7, pattern(1, 3));
    job.settle();
    let engine = &mut job.nodes[0].engine;
    assert_eq!((engine.take_awaited(), engine.must_post()), (None, true));
    engine.end_awaiting();
    let request = job.nodes[0].recv(Some(1), Some(7), &room, ROOM);
    assert_eq!(job.nodes[0].outcome(request).bytes, 3);
}

#[test]
fn what_is_out_of_the_ordinary_is_for_posted_receives() {
    let (shape, limits) =
        (Shape { holds: true, streams: 4, ..Shape::default() }, Limits::default());
    let mut direct = Job::designed(2, shape, limits, Design::Direct, Streams::Each);
    let room = OwnedBuffer::new(ROOM);
    assert!(!begin(&mut direct, Some(1), Some(7), &room), "the direct design");
    let mut job = Job::new(2, Shape::default(), limits);
    // Too long for the room: told when a receive is posted.
    assert!(begin(&mut job, Some(1), Some(7), &room));
    job.nodes[1].send(0, 7, vec![5; ROOM + 1]);
    job.settle();
    assert_eq!((job.nodes[0].engine.take_awaited(), job.nodes[0].engine.must_post()), (None, true));
    job.nodes[0].engine.end_awaiting();
    let request = job.nodes[0].recv(Some(1), Some(7), &room, ROOM);
    job.settle();
    assert!(job.nodes[0].outcome(request).fault.is_some());
    // A lost peer ends the wait, whoever it is.
    assert!(begin(&mut job, Some(1), Some(7), &room));
    job.cut(0, 1);
    job.settle();
    assert!(job.nodes[0].engine.must_post());
}

#[test]
fn after_a_message_in_parts_receives_are_posted_for_a_while() {
    let shape = Shape { in_pieces: 100, ..Shape::default() };
    let mut job = Job::new(2, shape, Limits::default());
    let room = OwnedBuffer::new(ROOM);
    assert!(job.nodes[0].engine.may_await() && begin(&mut job, Some(1), Some(7), &room));
    job.nodes[1].send(0, 7, pattern(1, 33));
    job.settle();
    assert!(job.nodes[0].engine.must_post());
    job.nodes[0].engine.end_awaiting();
    let request = job.nodes[0].recv(Some(1), Some(7), &room, ROOM);
    assert_eq!(job.nodes[0].outcome(request).bytes, 33);
    let posted = (0..1000).filter(|_| !job.nodes[0].engine.may_await()).count();
    assert_eq!(posted, 256);
}

/// However messages come (short, long, in pieces, with little credit), those of a sender and tag come in the order in
/// which they were sent, whichever receives take them.
#[test]
fn every_message_comes_once_and_in_order() {
    for seed in 1..=90 {
        let mut dice = Dice::new(seed);
        // With several streams messages are numbered, and overtake each other.
        let streams = if seed % 3 == 0 { 4 } else { 1 };
        let shape = Shape { seed, streams, in_pieces: dice.below(60), ..Shape::default() };
        let limits = Limits { bytes: 20_000, envelopes: 5 + dice.below(60) as u32 };
        let spread = if streams == 1 { Streams::One } else { Streams::Each };
        let mut job = Job::designed(3, shape, limits, Design::Engine, spread);
        let mut sent: HashMap<(u32, i32), u64> = HashMap::new();
        let mut got: HashMap<(u32, i32), u64> = HashMap::new();
        let (room, mut open) = (OwnedBuffer::new(ROOM), 0);
        for _ in 0..300 {
            if dice.percent(55) {
                let (from, tag) = (1 + dice.below(2) as u32, dice.below(2) as i32);
                let number = sent.entry((from, tag)).or_default();
                let mut bytes = number.to_le_bytes().to_vec();
                bytes.resize(8 + [0, 32, 1000, 3000][dice.below(4)], 1);
                job.nodes[from as usize].send(0, tag, bytes);
                (*number, open) = (*number + 1, open + 1);
            } else if open != 0 {
                take_one(&mut job, &mut dice, &room, &mut got);
                open -= 1;
            } else {
                for node in &mut job.nodes {
                    node.step();
                }
            }
        }
        for _ in 0..open {
            take_one(&mut job, &mut dice, &room, &mut got);
        }
        assert_eq!(got, sent, "seed {seed}");
    }
}

/// Receives a message from anybody: some are under way.
fn take_one(
    job: &mut Job,
    dice: &mut Dice,
    room: &OwnedBuffer,
    got: &mut HashMap<(u32, i32), u64>,
) {
    let mut came = None;
    if dice.percent(80) && begin(job, None, None, room) {
        while came.is_none() && !job.nodes[0].engine.must_post() {
            let at = dice.below(3);
            job.nodes[at].step();
            came = job.nodes[0].engine.take_awaited().map(|m| (m.source.0, m.tag));
        }
        job.nodes[0].engine.end_awaiting();
    }
    let (source, tag) = came.unwrap_or_else(|| {
        let request = job.nodes[0].recv(None, None, room, ROOM);
        while !job.nodes[0].engine.transfer.is_done(request) {
            let at = dice.below(3);
            job.nodes[at].step();
        }
        let outcome = job.nodes[0].outcome(request);
        (outcome.source.0, outcome.tag)
    });
    let next = got.entry((source, tag)).or_default();
    assert_eq!(bytes_of(room, 8), next.to_le_bytes(), "from {source} with tag {tag}");
    *next += 1;
}
