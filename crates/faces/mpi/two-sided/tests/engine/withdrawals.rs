//! Sends that are taken back (MPI-5.0 §3.8.4), and operations that are given up.

use crate::net::Shape;
use crate::node::{Job, Node, bytes_of, pattern, selector};
use ferry_sys::OwnedBuffer;
use ferry_two_sided::{Design, Limits, Mode, RequestId, SendData, SendStart, Streams};

const LIMITS: Limits = Limits { bytes: 10_000, envelopes: 4 };

fn start(node: &mut Node, tag: i32, len: usize, mode: Mode) -> RequestId {
    match node.send_as(0, tag, SendData::Owned(pattern(1, len)), mode) {
        SendStart::Pending(request) => request,
        SendStart::Done => panic!("complete at once"),
    }
}

fn jobs() -> impl Iterator<Item = Job> {
    [1, 100].into_iter().map(|streams| {
        let shape = Shape { streams, ..Shape::default() };
        Job::designed(2, shape, LIMITS, Design::Engine, Streams::Each)
    })
}

#[test]
fn what_nobody_has_matched_is_taken_back() {
    for mut job in jobs() {
        // More than there is credit for: it comes back with each of them.
        for round in 0..20 {
            for (len, mode) in [(50_000, Mode::Standard), (10, Mode::Synchronous)] {
                let request = start(&mut job.nodes[1], 1, len, mode);
                job.settle();
                assert!(job.nodes[0].engine.probe(&selector(Some(1), None)).is_some());
                assert!(!job.nodes[1].engine.cancel(request), "the receiver decides");
                job.settle();
                assert!(job.nodes[1].outcome(request).cancelled, "round {round}");
                assert_eq!(job.nodes[0].engine.depths().0, 0);
                assert_eq!(job.nodes[0].engine.transfer.kept_bytes(), 0);
            }
        }
        // What comes after keeps its place.
        let buffer = OwnedBuffer::new(50_000);
        let kept = [start(&mut job.nodes[1], 1, 40_000, Mode::Standard)];
        let request = start(&mut job.nodes[1], 2, 50_000, Mode::Standard);
        job.settle();
        job.nodes[1].engine.cancel(request);
        job.nodes[1].send(0, 3, pattern(1, 7));
        job.settle();
        for len in [40_000, 7] {
            let received = job.nodes[0].recv(Some(1), None, &buffer, 50_000);
            job.settle();
            assert_eq!(job.nodes[0].outcome(received).bytes, len);
        }
        assert!(!job.nodes[1].outcome(kept[0]).cancelled);
    }
}

#[test]
fn what_has_matched_goes_on() {
    for mut job in jobs() {
        let buffer = OwnedBuffer::new(50_000);
        for (len, mode) in [(50_000, Mode::Standard), (10, Mode::Synchronous)] {
            let received = job.nodes[0].recv(Some(1), Some(1), &buffer, 50_000);
            let request = start(&mut job.nodes[1], 1, len, mode);
            job.nodes[1].engine.cancel(request);
            assert!(!job.nodes[1].engine.transfer.is_done(request), "it is on its way");
            job.settle();
            assert!(!job.nodes[1].outcome(request).cancelled);
            assert_eq!(job.nodes[0].outcome(received).bytes, len as u64);
            assert_eq!(bytes_of(&buffer, len), pattern(1, len));
        }
        assert_eq!(
            job.nodes[0].engine.transfer.nonsense() + job.nodes[1].engine.transfer.nonsense(),
            0
        );
    }
}

#[test]
fn what_never_left_is_taken_back_without_the_receiver() {
    for mut job in jobs() {
        let mut pending = Vec::new();
        for tag in 0..10 {
            pending.push(start(&mut job.nodes[1], tag, 50_000, Mode::Standard));
        }
        // The receiver has not moved: some frames are in the pipe, some wait, some are held back.
        let cancelled = pending.split_off(4);
        for request in cancelled {
            assert!(job.nodes[1].engine.cancel(request));
            assert!(job.nodes[1].outcome(request).cancelled);
        }
        pending.push(start(&mut job.nodes[1], 11, 50_000, Mode::Standard));
        let buffer = OwnedBuffer::new(50_000);
        for tag in [0, 1, 2, 3, 11] {
            let received = job.nodes[0].recv(Some(1), None, &buffer, 50_000);
            job.settle();
            assert_eq!(job.nodes[0].outcome(received).tag, tag);
        }
        for request in pending {
            assert!(!job.nodes[1].outcome(request).cancelled);
        }
    }
}

#[test]
fn a_program_that_ends_lets_the_senders_go() {
    for mut job in jobs() {
        let mut pending = Vec::new();
        for tag in 0..20 {
            let mode = if tag % 2 == 0 { Mode::Standard } else { Mode::Synchronous };
            pending.push(start(&mut job.nodes[1], tag, 50_000, mode));
        }
        assert!(job.nodes[1].engine.is_transferring());
        for _ in 0..10 {
            job.settle();
            job.nodes[0].engine.refuse_unmatched();
        }
        assert!(!job.nodes[1].engine.is_transferring());
        for request in pending {
            assert_eq!(job.nodes[1].outcome(request).fault, None);
        }
    }
}

#[test]
fn a_send_that_is_given_up_goes_on_without_the_callers_memory() {
    let mut job = Job::new(2, Shape::default(), LIMITS);
    let source = OwnedBuffer::new(50_000);
    source.arena(50_000).write(0, 50_000).as_mut_slice().copy_from_slice(&pattern(1, 50_000));
    let data = SendData::Region(source.arena(50_000).read(0, 50_000));
    let SendStart::Pending(request) = job.nodes[1].send_as(0, 1, data, Mode::Standard) else {
        panic!("no clearance yet")
    };
    assert!(job.nodes[1].engine.give_up(request));
    source.arena(50_000).write(0, 50_000).as_mut_slice().fill(0xee);
    let buffer = OwnedBuffer::new(50_000);
    let received = job.nodes[0].recv(Some(1), Some(1), &buffer, 50_000);
    job.settle();
    assert_eq!(job.nodes[0].outcome(received).bytes, 50_000);
    assert!(bytes_of(&buffer, 50_000) == pattern(1, 50_000));
    assert!(!job.nodes[1].engine.transfer.exists(request));
    let never = job.nodes[0].recv(Some(1), Some(2), &buffer, 10);
    assert!(job.nodes[0].engine.give_up(never) && !job.nodes[0].engine.transfer.exists(never));
}
