//! Forwarding: content, order, room, failures and nonsense, over methods in memory.

mod hostile;
mod leaving;
mod loss;
mod net;

use ferry_method::{HandlerId, Header, PeerId, Scope};
use ferry_wire::ContextId;
use net::{Job, Member, numbered};

/// What a relay holds of a pair at most.
const WINDOW: usize = 256 << 10;

const RELAY: fn(u8) -> Member = |group| Member { group, far: true };
const OTHER: fn(u8) -> Member = |group| Member { group, far: false };

/// Ranks 0 to 2 and 3 to 5, of which 0 and 3 relay.
fn two_groups() -> Job {
    let members = [RELAY(0), OTHER(0), OTHER(0), RELAY(1), OTHER(1), OTHER(1)];
    Job::new(&members, "far:0-2>0;far:3-5>3")
}

fn pattern(seed: u64, len: usize) -> Vec<u8> {
    (0..len as u64).map(|i| (i.wrapping_mul(seed + 3) >> 3) as u8).collect()
}

#[test]
fn two_relays_are_passed_and_the_frame_is_what_it_was() {
    let mut job = two_groups();
    let header = Header { flags: 5, bits: 77, words: [1, u64::MAX], ..Header::new(HandlerId(9)) };
    job.deliver(1, 5, &header, b"over the hills");
    job.settle();
    assert_eq!(job.seen[5].frames, [(1, header, b"over the hills".to_vec())]);
    for (method, from, to) in [("near", 1, 0), ("far", 0, 3), ("near", 3, 5)] {
        assert_eq!(job.carried(method, from, to), 1, "{method} {from} {to}");
    }
}

#[test]
fn only_what_the_method_would_carry_is_forwarded() {
    let mut job = two_groups();
    job.deliver(1, 2, &numbered(0), b"neighbour");
    job.deliver(1, 0, &numbered(0), b"the relay itself");
    job.settle();
    assert_eq!((job.carried("near", 1, 2), job.carried("near", 1, 0)), (1, 1));
    assert_eq!(job.links[0].forwarded().relayed.frames, 0);
}

#[test]
fn everyone_reaches_everyone_and_enquiry_says_how() {
    let mut job = two_groups();
    for from in 0..6 {
        for to in (0..6).filter(|to| *to as usize != from) {
            job.deliver(from, to, &numbered(u64::from(to)), &pattern(from as u64, 100));
        }
    }
    job.settle();
    for (rank, seen) in job.seen.iter().enumerate() {
        let mut from: Vec<u32> = seen.frames.iter().map(|(from, ..)| *from).collect();
        from.sort_unstable();
        assert_eq!(from, (0..6).filter(|from| *from as usize != rank).collect::<Vec<_>>());
        assert!(seen.lost.is_empty());
    }
    let links = job.links[1].links();
    let far = links.iter().find(|link| link.peer == PeerId(4)).expect("a link");
    assert!(far.why.contains("through rank 0"), "{}", far.why);
    assert_eq!((far.traffic.sent.frames, far.traffic.sent.bytes), (1, 100));
    assert_eq!((far.traffic.received.frames, far.traffic.received.bytes), (1, 100));
}

#[test]
fn order_and_content_are_kept_both_ways_with_long_payloads_between() {
    let mut job = two_groups();
    let lens = [0, 1, 40_000, 3, 1 << 20, 65_536, 5 << 20, 32_736, 32_737, 7];
    for (number, len) in lens.iter().enumerate() {
        let payload = pattern(number as u64, *len);
        for (from, to) in [(1, 4), (4, 1), (2, 4), (0, 5)] {
            job.deliver(from, to, &numbered(number as u64), &payload);
        }
    }
    job.settle();
    for (from, to) in [(1, 4), (4, 1), (2, 4), (0, 5)] {
        let frames = job.seen[to as usize].frames.iter().filter(|(of, ..)| *of == from);
        let got: Vec<_> = frames.map(|(_, header, bytes)| (header.words[0], bytes)).collect();
        assert_eq!(got.len(), lens.len(), "{from} to {to}");
        for (number, (word, bytes)) in got.into_iter().enumerate() {
            assert_eq!(word, number as u64);
            assert!(*bytes == pattern(word, lens[number]), "{from} to {to}: frame {number}");
        }
    }
    assert_eq!(job.links[0].forwarded().held, 0);
    assert_eq!(job.links[0].forwarded().refused, 0);
}

#[test]
fn a_method_of_short_frames_gets_short_pieces() {
    let members = [RELAY(0), OTHER(0), RELAY(1), OTHER(1)];
    let mut job = Job::with_frames(&members, "far:0-1>0;far:2-3>2", 1000);
    let payload = pattern(3, 3 << 20);
    job.deliver(1, 3, &numbered(1), &payload);
    job.settle();
    assert!(job.seen[3].frames[0].2 == payload);
    assert_eq!(job.links[0].forwarded().refused + job.links[2].forwarded().refused, 0);
}

#[test]
fn a_relay_holds_no_more_than_a_window_of_each_pair() {
    let mut job = two_groups();
    let payload = pattern(1, 8 << 20);
    let (mut one, mut two) = (0, 0);
    // The destination does nothing; all others do all they can.
    for _ in 0..2000 {
        assert!(!job.send(1, 4, &numbered(0), &payload, &mut one).expect("a way"));
        assert!(!job.send(2, 4, &numbered(0), &payload, &mut two).expect("a way"));
        (0..4).for_each(|rank| job.poll(rank));
    }
    for relay in [0, 3] {
        let report = job.links[relay].forwarded();
        assert!(report.held > WINDOW / 2 && report.most_held <= 2 * WINDOW, "{report:?}");
        assert_eq!(report.refused, 0);
    }
    let under_way = one + two;
    assert!(under_way <= 2 * 3 * WINDOW + 3 * net::PIPE, "{under_way} bytes were taken");
    // One that is held up holds up nobody else.
    job.deliver(1, 5, &numbered(1), b"past it");
    (0..200).for_each(|_| [0, 1, 2, 3, 5].into_iter().for_each(|rank| job.poll(rank)));
    assert_eq!(job.seen[5].frames.len(), 1);
    // It wakes up, and all comes.
    while !(job.send(1, 4, &numbered(0), &payload, &mut one).expect("a way")) {
        job.poll_all();
    }
    while !(job.send(2, 4, &numbered(0), &payload, &mut two).expect("a way")) {
        job.poll_all();
    }
    job.settle();
    assert!(job.seen[4].frames.iter().all(|(_, _, bytes)| *bytes == payload));
    assert_eq!(job.seen[4].frames.len(), 2);
    assert_eq!(job.links[3].forwarded().held, 0);
}

#[test]
fn one_relay_by_call() {
    let mut job = Job::new(&[OTHER(0), RELAY(0), RELAY(1)], "");
    assert!(job.send(0, 2, &numbered(0), b"", &mut 0).is_err());
    job.links[0].forward_through(PeerId(2), PeerId(1)).expect("a relay");
    job.deliver(0, 2, &numbered(4), b"by call");
    job.settle();
    assert_eq!(job.seen[2].frames, [(0, numbered(4), b"by call".to_vec())]);
    assert_eq!(job.links[1].forwarded().relayed.frames, 1);
}

#[test]
fn who_cannot_relay_is_refused() {
    let mut job = Job::new(&[RELAY(0), RELAY(0), RELAY(1)], "");
    let mut refused = |peer: u32, relay: u32| {
        let error = job.links[0].forward_through(PeerId(peer), PeerId(relay));
        error.expect_err("no relay").to_string()
    };
    assert!(refused(2, 2).contains("neither of the two ends"));
    assert!(refused(2, 0).contains("neither of the two ends"));
    assert!(refused(9, 1).contains("there is no rank"));
    assert!(refused(2, 9).contains("there is no rank"));
    job.deliver(0, 2, &numbered(0), b"straight");
    let error = job.links[0].forward_through(PeerId(2), PeerId(1)).expect_err("too late");
    assert!(error.to_string().contains("frames were sent to it already"), "{error}");
    job.links[1].forward_through(PeerId(2), PeerId(0)).expect("a relay");
    let channel = ferry_link::LinkPart::Class(ferry_link::TrafficClass::Bulk);
    let error = job.links[1].change_method(PeerId(2), channel, "far").expect_err("relayed");
    assert!(error.to_string().contains("through rank 0"), "{error}");
}

#[test]
fn a_way_through_relays_promises_no_more_than_it_can_keep() {
    let mut job = two_groups();
    let class = ferry_link::TrafficClass::Bulk;
    let way = job.links[1].attributes(PeerId(4), class, ContextId(0)).expect("a way").clone();
    assert_eq!((way.scope, way.streams, way.stream_flow_control), (Scope::Network, 1, false));
    assert!(way.fragment <= 32 << 10 && way.eager_limit <= 32 << 10);
    let is_better_read = |to: u32| job.links[1].is_better_read(PeerId(to), 1, false);
    assert_eq!([4, 2].map(is_better_read), [false, true], "memory is read straight or not at all");
}

#[test]
fn frames_of_a_peer_are_not_begun_while_one_is_under_way() {
    let mut job = two_groups();
    let long = pattern(2, 1 << 20);
    let (mut done, mut other) = (0, 0);
    assert!(!job.send(1, 4, &numbered(0), &long, &mut done).expect("a way"));
    assert!(done > 0);
    assert!(!job.send(1, 4, &numbered(1), b"", &mut other).expect("a way"));
    assert_eq!(other, 0);
}
