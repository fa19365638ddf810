//! What peers can make a process keep is bounded, and nothing is lost by that.

use crate::net::Shape;
use crate::node::{Job, bytes_of, pattern};
use ferry_method::PeerId;
use ferry_protocol::{Limits, Started};
use ferry_sys::OwnedBuffer;

const LIMITS: Limits = Limits { bytes: 10_000, envelopes: 50 };

/// Every kept envelope within the limits, at all times.
fn check(job: &Job, at: usize) {
    let engine = &job.nodes[at].engine;
    let mut bytes = 0;
    for peer in 0..job.nodes.len() as u32 {
        let kept = engine.kept_of(PeerId(peer));
        assert!(kept.bytes <= LIMITS.bytes && kept.envelopes <= LIMITS.envelopes, "{kept:?}");
        bytes += u64::from(kept.bytes);
    }
    assert_eq!(engine.kept_bytes(), bytes);
}

#[test]
fn a_flood_is_bounded_and_nothing_is_lost() {
    for senders in [1, 3] {
        for in_pieces in [0, 50] {
            let shape = Shape { in_pieces, ..Shape::default() };
            let mut job = Job::new(senders + 1, shape, LIMITS);
            let mut pending = Vec::new();
            for i in 0..200 {
                for from in 1..=senders {
                    let bytes = pattern(from, i * 40 % 1500);
                    let node = &mut job.nodes[from as usize];
                    if let Started::Pending(request) = node.send(0, i as i32, bytes) {
                        pending.push((from, request));
                    }
                }
                job.nodes[0].step();
                check(&job, 0);
            }
            job.settle();
            check(&job, 0);
            let full = LIMITS.envelopes as usize * senders as usize;
            assert_eq!(job.nodes[0].engine.depths().0, full, "held back by envelopes");
            assert!(job.nodes[0].engine.kept_bytes() > 8000, "eager as far as the budget goes");

            let buffer = OwnedBuffer::new(2000);
            for i in 0..200 {
                for from in 1..=senders {
                    let request = job.nodes[0].recv(Some(from), None, &buffer, 2000);
                    job.settle();
                    check(&job, 0);
                    let outcome = job.nodes[0].outcome(request);
                    assert_eq!((outcome.tag, outcome.bytes), (i, i as u64 * 40 % 1500));
                    let len = outcome.bytes as usize;
                    assert_eq!(bytes_of(&buffer, len), pattern(from, len));
                }
            }
            for (from, request) in pending {
                assert_eq!(job.nodes[from as usize].outcome(request).fault, None);
            }
            assert_eq!(job.nodes[0].engine.kept_bytes(), 0);
            assert_eq!(job.nodes[0].engine.nonsense(), 0);
        }
    }
}

#[test]
fn a_later_tag_is_received_though_the_bytes_are_spent() {
    let mut job = Job::new(2, Shape::default(), LIMITS);
    for _ in 0..20 {
        job.nodes[1].send(0, 1, pattern(1, 1000));
    }
    job.nodes[1].send(0, 2, pattern(1, 999));
    job.settle();
    let buffer = OwnedBuffer::new(1000);
    let request = job.nodes[0].recv(Some(1), Some(2), &buffer, 1000);
    assert!(!job.nodes[0].engine.is_done(request), "its data is still at the sender");
    job.settle();
    assert_eq!(job.nodes[0].outcome(request).bytes, 999);
    assert_eq!(bytes_of(&buffer, 999), pattern(1, 999));
}
