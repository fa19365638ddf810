//! Frames about forwarding that no honest process sends.

use crate::net::{Job, numbered};
use crate::{WINDOW, two_groups};
use ferry_method::{HandlerId, Header, PeerId};

const FORWARD: u8 = 0xf2;
const CREDIT: u8 = 0xf3;
const LOST: u8 = 0xf4;
const FIRST: u8 = 1;
const LAST: u8 = 2;

/// A piece as rank 1 would send it to its relay.
fn piece(origin: u32, to: u32, flags: u8, relays: u64) -> Header {
    let words = [u64::from(origin) | u64::from(to) << 32, 0];
    Header { flags, bits: relays, words, ..Header::new(HandlerId(FORWARD)) }
}

fn frame(payload: &[u8]) -> Vec<u8> {
    let mut bytes = numbered(0).encode(payload.len() as u32).to_vec();
    bytes.extend_from_slice(payload);
    bytes
}

fn refused(job: &Job) -> u64 {
    job.links.iter().map(|link| link.forwarded().refused).sum()
}

/// Injects what rank 1 sends to its relay; everything goes on as before.
fn survives(header: Header, bytes: &[u8], wanted: u64) {
    let mut job = two_groups();
    job.deliver(1, 4, &numbered(1), b"before");
    job.settle();
    job.inject("near", 1, 0, (header, bytes));
    job.settle();
    assert_eq!(refused(&job), wanted, "{header:?}");
    job.deliver(2, 4, &numbered(2), b"after");
    job.settle();
    assert_eq!(job.seen[4].frames.len(), 2, "{header:?}");
    assert_eq!(job.links[0].forwarded().held, 0);
}

#[test]
fn ends_that_do_not_exist_or_are_one() {
    for (origin, to) in [(1, 99), (99, 4), (1, 1), (u32::MAX, u32::MAX), (0, 4), (4, 4), (1, 6)] {
        survives(piece(origin, to, FIRST | LAST, u64::from(origin != 1)), &frame(b"x"), 1);
    }
}

#[test]
fn somebody_else_s_name() {
    survives(piece(2, 4, FIRST | LAST, 0), &frame(b"x"), 1);
    survives(piece(1, 4, FIRST | LAST, 1), &frame(b"x"), 1);
    survives(piece(2, 1, FIRST | LAST, 1), &frame(b"x"), 1);
}

#[test]
fn pieces_that_are_no_part_of_a_frame() {
    for bytes in [&[][..], &[0; 40 << 10]] {
        survives(piece(1, 4, FIRST | LAST, 0), bytes, 1);
    }
    // A relay does not read what it relays: the destination refuses these.
    for bytes in [&[7][..], &[0; 31], &frame(b"x")[..32]] {
        survives(piece(1, 5, FIRST | LAST, 0), bytes, 1);
    }
    survives(piece(1, 5, 0, 0), b"amid nothing", 1);
    survives(piece(1, 5, LAST, 0), b"the end of nothing", 1);
    survives(piece(1, 5, FIRST, 0), &frame(b"whole, and yet not the last"), 1);
    // The link layer's own but for what is said about leaving the relay.
    let own = Header::new(HandlerId(0xf5)).encode(0);
    survives(piece(1, 5, FIRST | LAST, 0), &own, 1);
    let nested = Header::new(HandlerId(FORWARD)).encode(0);
    survives(piece(1, 5, FIRST | LAST, 0), &nested, 1);
}

#[test]
fn a_frame_with_too_much_behind_it() {
    let mut job = two_groups();
    let mut head = numbered(0).encode(100).to_vec();
    head.extend([1; 50]);
    job.inject("near", 1, 0, (piece(1, 5, FIRST, 0), &head));
    job.inject("near", 1, 0, (piece(1, 5, 0, 0), &[2; 60]));
    job.inject("near", 1, 0, (piece(1, 5, LAST, 0), &[3; 50]));
    job.settle();
    assert_eq!(refused(&job), 2);
    assert!(job.seen[5].frames.is_empty());
}

#[test]
fn a_promised_length_is_not_taken_for_granted() {
    // Four gigabytes are announced: the handler decides what it makes room for, a relay does not.
    let mut job = two_groups();
    let mut head = numbered(0).encode(u32::MAX).to_vec();
    head.push(0);
    job.inject("near", 1, 0, (piece(1, 3, FIRST | LAST, 0), &head));
    job.settle();
    assert_eq!(refused(&job), 1);
    assert!(job.seen[3].frames.is_empty());
}

#[test]
fn more_than_the_window() {
    let mut job = two_groups();
    job.deliver(1, 4, &numbered(1), b"before");
    job.settle();
    let bytes = vec![0; 32 << 10];
    for _ in 0..3 * WINDOW / bytes.len() {
        job.inject("near", 1, 0, (piece(1, 4, FIRST, 0), &bytes));
    }
    (0..20).for_each(|_| job.poll(0));
    let report = job.links[0].forwarded();
    assert!(report.refused >= 1 && report.most_held <= WINDOW, "{report:?}");
    job.settle();
    assert!(job.seen[1].lost[0].1.contains("more than its window"), "{:?}", job.seen[1].lost);
    job.deliver(2, 4, &numbered(2), b"after");
    job.settle();
    assert_eq!(job.seen[4].frames.len(), 2);
}

#[test]
fn circles_are_left() {
    let mut job =
        Job::new(&[crate::RELAY(0), crate::RELAY(0), crate::RELAY(0), crate::OTHER(1)], "");
    job.links[0].forward_through(PeerId(3), PeerId(1)).expect("a relay");
    job.links[1].forward_through(PeerId(3), PeerId(2)).expect("a relay");
    job.links[2].forward_through(PeerId(3), PeerId(0)).expect("a relay");
    job.deliver(0, 3, &numbered(0), b"round and round");
    job.settle();
    assert_eq!(job.seen[0].lost.len(), 1, "{:?}", job.seen[0].lost);
    assert!(job.seen[0].lost[0].1.contains("to each other"), "{:?}", job.seen[0].lost);
    // Whoever is told of that end never asked for it.
    survives(piece(2, 4, FIRST | LAST, u64::MAX), &frame(b"x"), 1);
}

#[test]
fn credit_and_losses_nobody_has_given() {
    let word = |a: u64, b: u64| a | b << 32;
    for (pair, bytes) in [(word(1, 4), 10), (word(9, 9), 1), (word(0, 4), u64::MAX)] {
        let header = Header { words: [pair, bytes], ..Header::new(HandlerId(CREDIT)) };
        survives(header, b"", 1);
    }
    for pair in [word(4, 0), word(4, 2), word(2, 4), word(77, 88)] {
        let header = Header { words: [pair, 0], ..Header::new(HandlerId(LOST)) };
        survives(header, b"\xff\xfe nonsense", 1);
    }
}
