//! A peer that sends anything at all harms nobody but itself.

use crate::net::{Dice, End, Net, Shape};
use crate::node::{Job, bytes_of, pattern};
use crate::numbers::{ACK, CREDIT, CTS, DATA, FIN, READ};
use ferry_method::{Method, PeerId, Sink};
use ferry_sys::OwnedBuffer;
use ferry_two_sided::{Limits, Mode, RequestId, SendData, SendStart};
use ferry_wire::{HandlerId, Header, Share};
use std::time::Duration;

const LIMITS: Limits = Limits { bytes: 10_000, envelopes: 50 };

/// A number that means something now and then.
fn word(dice: &mut Dice) -> u64 {
    match dice.below(6) {
        0 => dice.word(),
        1 => u64::MAX - dice.below(3) as u64,
        2 => dice.below(300_000) as u64,
        3 => (dice.below(3) as u64) << 32 | dice.below(8) as u64,
        _ => dice.below(8) as u64,
    }
}

fn header(dice: &mut Dice) -> Header {
    // Messages have eleven handlers, transfers six; a few that do not exist besides.
    let share = [Share::TWO_SIDED, Share::TWO_SIDED, Share::TRANSFER][dice.below(3)];
    let known = if share == Share::TRANSFER { 7 } else { 12 };
    Header {
        handler: share.id(dice.below(known) as u8),
        flags: dice.word() as u8,
        // Its own context now and then, the one of the honest otherwise with a tag of its own.
        bits: u64::from(dice.percent(20)) << 32 | (100 + dice.below(3)) as u64,
        words: [word(dice), word(dice)],
        ..Header::default()
    }
}

/// The frames of a liar, straight into the handlers: even those no method would deliver.
fn attack(job: &mut Job, dice: &mut Dice, liar: PeerId) {
    let victim = &mut job.nodes[0];
    let header = header(dice);
    let sink: &mut dyn Sink = &mut victim.engine;
    match dice.below(4) {
        // Begun with any length and never finished.
        0 => drop(sink.begin(liar, &header, dice.below(1 << 32))),
        1 => {
            let len = dice.below(3000);
            let mut landing = sink.begin(liar, &header, len);
            if let Some(room) = landing.slice_from(0) {
                room[..len].fill(0xee);
            }
            sink.finish(liar, &header, landing);
        }
        _ => {
            let len = dice.below(3000) * dice.below(2);
            sink.frame(liar, &header, &vec![0xee; len]);
        }
    }
}

/// Traffic between honest processes goes on while a liar talks to one of them.
fn survive(seed: u64) -> u64 {
    let mut dice = Dice::new(seed);
    let shape = Shape { seed, in_pieces: 30, ..Shape::default() };
    let mut job = Job::new(3, shape, LIMITS);
    let len = 300_000;
    let buffers: Vec<_> = (0..4).map(|_| OwnedBuffer::new(len)).collect();
    let long = job.nodes[0].recv(Some(1), Some(1), &buffers[0], len);
    let short = job.nodes[0].recv(Some(1), Some(2), &buffers[1], len);
    let far = job.nodes[1].recv(Some(0), Some(3), &buffers[2], len);
    let sent = job.nodes[0].send_as(1, 3, SendData::Owned(pattern(0, len)), Mode::Standard);
    let sync = SendData::Owned(pattern(0, 50));
    let sync = job.nodes[0].send_as(1, 4, sync, Mode::Synchronous);
    job.nodes[1].send(0, 1, pattern(1, len));
    // What the liar may truly do: match a receive that is posted for it.
    job.nodes[0].recv(Some(2), None, &buffers[3], 2000);
    for _ in 0..300 {
        attack(&mut job, &mut dice, PeerId(2));
        if dice.percent(30) {
            job.nodes[0].step();
            job.nodes[1].step();
        }
        let kept = job.nodes[0].engine.transfer.kept_of(PeerId(2));
        assert!(kept.bytes <= LIMITS.bytes && kept.envelopes <= LIMITS.envelopes, "{kept:?}");
        if let SendStart::Pending(sync) = sync {
            assert!(!job.nodes[0].engine.transfer.is_done(sync), "ended by a stranger");
        }
        assert!(!job.nodes[0].engine.transfer.is_done(short), "ended by a stranger");
    }
    job.nodes[1].send(0, 2, pattern(1, 77));
    job.settle();
    assert_eq!(job.nodes[0].outcome(long).bytes, len as u64);
    assert_eq!(bytes_of(&buffers[0], len), pattern(1, len));
    assert_eq!(job.nodes[0].outcome(short).bytes, 77);
    assert_eq!(bytes_of(&buffers[1], 77), pattern(1, 77));
    assert_eq!(job.nodes[1].outcome(far).bytes, len as u64);
    assert_eq!(bytes_of(&buffers[2], len), pattern(0, len));
    if let SendStart::Pending(sent) = sent {
        assert_eq!(job.nodes[0].outcome(sent).fault, None);
    }
    job.nodes[0].engine.transfer.nonsense()
}

#[test]
fn random_frames_harm_no_one_else() {
    for seed in 1..=60 {
        assert!(survive(seed) > 50, "nonsense is counted");
    }
}

/// The victim of one frame, and how much nonsense it has counted.
fn hit(job: &mut Job, handler: HandlerId, words: [u64; 2], payload: &[u8]) -> u64 {
    let victim = &mut job.nodes[0];
    let header = Header { words, ..Header::new(handler) };
    victim.engine.frame(PeerId(2), &header, payload);
    victim.engine.transfer.nonsense()
}

#[test]
fn an_empty_fragment_ends_no_receive_that_has_not_matched() {
    let mut job = Job::new(3, Shape::default(), LIMITS);
    let buffer = OwnedBuffer::new(10);
    // The slot was the liar's once.
    let first = job.nodes[0].recv(Some(2), None, &buffer, 10);
    job.nodes[2].send(0, 0, vec![0; 6000]);
    job.settle();
    assert!(job.nodes[0].outcome(first).fault.is_some(), "too long");
    let request = job.nodes[0].recv(Some(1), None, &buffer, 10);
    assert_eq!(hit(&mut job, DATA, [request.0, 0], &[]), 1);
    assert!(!job.nodes[0].engine.transfer.is_done(request));
}

#[test]
fn answers_that_were_not_asked_for_are_nonsense() {
    let mut job = Job::new(3, Shape::default(), LIMITS);
    let data = SendData::Owned(vec![1; 100_000]);
    let SendStart::Pending(request) = job.nodes[0].send_as(2, 0, data, Mode::Standard) else {
        panic!("no clearance yet")
    };
    assert_eq!(hit(&mut job, CTS, [request.0, 5], &[]), 0, "cleared");
    for handler in [CTS, ACK, FIN] {
        let before = job.nodes[0].engine.transfer.nonsense();
        assert_eq!(hit(&mut job, handler, [request.0, 5], &[]), before + 1);
    }
    assert!(!job.nodes[0].engine.transfer.is_done(request));
}

/// What may be read is said once of a message that was cleared, and by its sender.
#[test]
fn an_address_that_nobody_asked_for_is_not_read() {
    let shape = Shape { remote_read_from: Some(1 << 30), ..Shape::default() };
    let mut job = Job::new(3, shape, LIMITS);
    let buffer = OwnedBuffer::new(100_000);
    let waiting = job.nodes[0].recv(Some(1), Some(1), &buffer, 100_000);
    let sender = 7u64.to_le_bytes();
    let forged = |job: &mut Job, request: RequestId, payload: &[u8]| {
        let before = job.nodes[0].engine.transfer.nonsense();
        hit(job, READ, [request.0, 4096], payload) - before
    };
    assert_eq!(forged(&mut job, waiting, &sender), 1, "it has not matched");
    assert_eq!(forged(&mut job, RequestId(99), &sender), 1, "it is none");
    job.nodes[1].send(0, 1, vec![3; 100_000]);
    job.nodes[1].step();
    job.nodes[0].step();
    assert_eq!(forged(&mut job, waiting, &sender), 1, "it is another's");
    assert_eq!(forged(&mut job, waiting, &[]), 1, "it is malformed");
    job.settle();
    assert_eq!(job.nodes[0].outcome(waiting).bytes, 100_000);
    assert_eq!(job.net.wires().reads, 0);
}

#[test]
fn a_frame_that_is_halfway_is_ended_from_its_own_data() {
    let shape = Shape { bytes: 100, ..Shape::default() };
    let mut job = Job::new(3, shape, LIMITS);
    let data = SendData::Owned(vec![1; 1000]);
    let SendStart::Pending(request) = job.nodes[0].send_as(2, 0, data, Mode::Synchronous) else {
        panic!("synchronous and not matched")
    };
    assert_eq!(hit(&mut job, ACK, [request.0, 0], &[]), 1);
    assert!(!job.nodes[0].engine.transfer.is_done(request));
    let buffer = OwnedBuffer::new(1000);
    let received = job.nodes[2].recv(None, None, &buffer, 1000);
    job.settle();
    assert_eq!(job.nodes[2].outcome(received).bytes, 1000);
    assert_eq!(job.nodes[0].outcome(request).fault, None);
}

#[test]
fn credit_from_a_liar_stays_within_the_limits() {
    let mut job = Job::new(3, Shape::default(), LIMITS);
    hit(&mut job, CREDIT, [u64::MAX, u64::MAX], &[]);
    for tag in 0..100 {
        job.nodes[0].send(2, tag, vec![]);
    }
    job.settle();
    assert_eq!(job.nodes[2].engine.depths().0, LIMITS.envelopes as usize);
    assert_eq!(job.nodes[2].engine.transfer.nonsense(), 0);
}

#[test]
fn the_network_of_these_tests_checks_the_contract() {
    let net = Net::new(Shape { bytes: 10, ..Shape::default() });
    let mut end: End = net.end(0, 2);
    let mut done = 0;
    let header = Header::default();
    assert!(!end.send(PeerId(1), &header, &[0; 20], &mut done).expect("a link"));
    let mut other = net.end(1, 2);
    struct Nobody;
    impl Sink for Nobody {
        fn frame(&mut self, _: PeerId, _: &Header, _: &[u8]) {
            panic!("it is not whole");
        }
        fn begin(&mut self, _: PeerId, _: &Header, _: usize) -> ferry_method::Landing {
            ferry_method::Landing::Discard
        }
        fn finish(&mut self, _: PeerId, _: &Header, _: ferry_method::Landing) {}
        fn lost(&mut self, _: PeerId, _: ferry_method::MethodError) {}
    }
    for _ in 0..100 {
        other.poll(Duration::ZERO, &mut Nobody);
        if end.send(PeerId(1), &header, &[0; 20], &mut done).expect("a link") {
            return;
        }
    }
    panic!("there was room");
}
