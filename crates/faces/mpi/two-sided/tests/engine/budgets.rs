//! What peers can make a process keep is bounded, and nothing is lost by that.

use crate::net::Shape;
use crate::node::{Job, bytes_of, pattern, selector};
use ferry_matching::Selector;
use ferry_method::PeerId;
use ferry_sys::OwnedBuffer;
use ferry_two_sided::{
    Design, Label, Limits, Mode, RecvSpace, RequestId, SendData, SendStart, Streams,
};
use ferry_wire::ContextId;

const LIMITS: Limits = Limits { bytes: 10_000, envelopes: 50 };

/// Every kept envelope within the limits, at all times.
fn check(job: &Job, at: usize) {
    let engine = &job.nodes[at].engine;
    let mut bytes = 0;
    for peer in 0..job.nodes.len() as u32 {
        let kept = engine.transfer.kept_of(PeerId(peer));
        assert!(kept.bytes <= LIMITS.bytes && kept.envelopes <= LIMITS.envelopes, "{kept:?}");
        bytes += u64::from(kept.bytes);
    }
    assert_eq!(engine.transfer.kept_bytes(), bytes);
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
                    if let SendStart::Pending(request) = node.send(0, i as i32, bytes) {
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
            assert!(
                job.nodes[0].engine.transfer.kept_bytes() > 8000,
                "eager as far as the budget goes"
            );

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
            assert_eq!(job.nodes[0].engine.transfer.kept_bytes(), 0);
            assert_eq!(job.nodes[0].engine.transfer.nonsense(), 0);
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
    assert!(!job.nodes[0].engine.transfer.is_done(request), "its data is still at the sender");
    job.settle();
    assert_eq!(job.nodes[0].outcome(request).bytes, 999);
    assert_eq!(bytes_of(&buffer, 999), pattern(1, 999));
}

/// Jobs of two, by each design and way of streams.
fn jobs() -> impl Iterator<Item = Job> {
    let one = Shape::default();
    let several = Shape { streams: 100, ..Shape::default() };
    let held = Shape { streams: 100, holds: true, max_frame: 500, ..Shape::default() };
    let jobs = [
        (one, Design::Engine, Streams::One),
        (several.clone(), Design::Engine, Streams::Pool(5)),
        (several, Design::Engine, Streams::Each),
        (held, Design::Direct, Streams::Each),
    ];
    jobs.into_iter()
        .map(|(shape, design, streams)| Job::designed(2, shape, LIMITS, design, streams))
}

/// Sends so many messages from 1 to 0 in a context that some are held back; all need credit.
fn spend(job: &mut Job, context: u32, tag: i32) -> Vec<RequestId> {
    let mut pending = Vec::new();
    for i in 0..LIMITS.envelopes as usize + 20 {
        // Too long for a frame, so that the direct design asks, too.
        let message = (SendData::Owned(pattern(1, 600 + i)), Mode::Standard);
        if let SendStart::Pending(request) = job.nodes[1].send_in(context, 0, tag, message) {
            pending.push(request);
        }
    }
    job.settle();
    check(job, 0);
    assert!(job.nodes[1].engine.holds_any(PeerId(0)), "credit is spent");
    pending
}

fn recv_in(job: &mut Job, context: u32, tag: Option<i32>, buffer: &OwnedBuffer) -> RequestId {
    let space = RecvSpace::Region(buffer.arena(2000).write(0, 2000));
    let selector = Selector { context: ContextId(context), source: Some(1), tag };
    job.nodes[0].engine.recv(selector, space, Label::default())
}

/// The tag and the length of the next message, which is here once all has settled.
fn next(job: &mut Job, context: u32, tag: Option<i32>, buffer: &OwnedBuffer) -> (i32, usize) {
    let request = recv_in(job, context, tag, buffer);
    job.settle();
    check(job, 0);
    let outcome = job.nodes[0].outcome(request);
    let len = outcome.bytes as usize;
    assert!(outcome.fault.is_none() && bytes_of(buffer, len) == pattern(1, len));
    (outcome.tag, len)
}

#[test]
fn a_later_tag_is_received_though_the_envelopes_are_spent() {
    for mut job in jobs() {
        let pending = spend(&mut job, 0, 1);
        job.nodes[1].send(0, 2, pattern(1, 999));
        job.nodes[1].send(0, 3, pattern(1, 3));
        job.nodes[1].send(0, 2, pattern(1, 1999));
        let buffer = OwnedBuffer::new(2000);
        // Posted before, among others that are not sent yet.
        let unsent = recv_in(&mut job, 0, Some(9), &buffer);
        assert_eq!(next(&mut job, 0, Some(2), &buffer), (2, 999));
        assert_eq!(next(&mut job, 0, Some(2), &buffer), (2, 1999));
        // In the order of sending from here on, whatever was received before.
        for i in 0..pending.len().max(LIMITS.envelopes as usize + 20) {
            let tag = if i % 3 == 0 { Some(1) } else { None };
            assert_eq!(next(&mut job, 0, tag, &buffer), (1, 600 + i));
        }
        assert_eq!(next(&mut job, 0, None, &buffer), (3, 3));
        job.nodes[1].send(0, 9, pattern(1, 70));
        job.settle();
        assert_eq!(job.nodes[0].outcome(unsent).bytes, 70);
        for request in pending {
            assert_eq!(job.nodes[1].outcome(request).fault, None);
        }
        assert_eq!(
            job.nodes[0].engine.transfer.nonsense() + job.nodes[1].engine.transfer.nonsense(),
            0
        );
    }
}

#[test]
fn other_contexts_go_on_though_the_envelopes_are_spent() {
    for mut job in jobs() {
        spend(&mut job, 0, 1);
        let buffer = OwnedBuffer::new(2000);
        // A receive that is posted before its message, and one after; of collectives, too.
        for context in [2, 3] {
            let before = recv_in(&mut job, context, Some(5), &buffer);
            for len in [700, 701, 702] {
                let message = (SendData::Owned(pattern(1, len)), Mode::Synchronous);
                job.nodes[1].send_in(context, 0, 5, message);
            }
            job.settle();
            assert_eq!(job.nodes[0].outcome(before).bytes, 700);
            assert_eq!(next(&mut job, context, Some(5), &buffer), (5, 701));
            assert_eq!(next(&mut job, context, Some(5), &buffer), (5, 702));
        }
    }
}

#[test]
fn probes_find_what_is_held_back() {
    for mut job in jobs() {
        spend(&mut job, 0, 1);
        for tag in 0..100 {
            job.nodes[1].send(0, 100 + tag, pattern(1, 800 + tag as usize));
        }
        let buffer = OwnedBuffer::new(2000);
        let found = |job: &mut Job, tag: i32| {
            let wanted = selector(None, Some(tag));
            for _ in 0..3 {
                if let Some(probed) = job.nodes[0].engine.probe(&wanted) {
                    return Some(probed.bytes);
                }
                job.settle();
            }
            None
        };
        // More of them than are remembered at a time.
        for tag in (0..100).rev() {
            assert_eq!(found(&mut job, 100 + tag), Some(800 + tag as u64));
        }
        assert_eq!(found(&mut job, 77), None);
        assert_eq!(found(&mut job, 150), Some(850));
        let wanted = selector(Some(1), Some(150));
        let (message, probed) =
            job.nodes[0].engine.probe_matched(&wanted, Label::default()).expect("it was found");
        assert_eq!(probed.bytes, 850);
        // It is taken: neither a probe nor a receive finds it again.
        assert_eq!(found(&mut job, 150), None);
        let space = RecvSpace::Region(buffer.arena(2000).write(0, 2000));
        assert!(job.nodes[0].engine.recv_matched(message, space, Label::default()));
        job.settle();
        assert_eq!(job.nodes[0].outcome(message).bytes, 850);
        for tag in 0..100 {
            if tag != 50 {
                assert_eq!(next(&mut job, 0, Some(100 + tag), &buffer).1, 800 + tag as usize);
            }
        }
        // The head of the queue, in order: nothing was lost to the probes.
        for i in 0..LIMITS.envelopes as usize + 20 {
            assert_eq!(next(&mut job, 0, None, &buffer), (1, 600 + i));
        }
    }
}
