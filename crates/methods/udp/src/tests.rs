//! Whole methods against each other, against impostors and through a lossy relay.

use crate::prefix::{Destination, Prover};
use crate::{NAME, Statistics, UdpMethod, UdpOptions, receiving_port};
use ferry_config::Ports;
use ferry_conformance::{Dice, Reach, Recorder, Subject, identity, pattern};
use ferry_method::{
    Applicable, HandlerId, Header, Identity, JobId, Method, MethodError, Multicast, Now, PeerId,
};
use std::net::{Ipv4Addr, Ipv6Addr, SocketAddr, UdpSocket};
use std::time::{Duration, Instant};

const PATIENCE: Duration = Duration::from_secs(60);

struct End {
    method: UdpMethod,
    sink: Recorder,
}

impl End {
    fn new(me: u32, size: u32) -> Self {
        Self::with(identity(me, size), UdpOptions::default())
    }

    fn with(identity: Identity, options: UdpOptions) -> Self {
        let method = UdpMethod::new(identity, options).expect("a socket on this host");
        End { method, sink: Recorder::default() }
    }

    fn knows(&mut self, peer: u32, other: &End) {
        self.method.attach(PeerId(peer), &other.method.descriptor()).expect("a real descriptor");
    }

    fn send(&mut self, to: u32, number: u64, payload: &[u8]) {
        let header = Header { words: [number, 0], ..Header::new(HandlerId(1)) };
        let mut done = 0;
        until("room", || self.method.send(PeerId(to), &header, payload, &mut done).unwrap());
    }

    fn poll(&mut self) {
        self.method.poll(Now::ZERO, &mut self.sink);
    }

    fn statistics(&self, peer: u32) -> Statistics {
        self.method.statistics(PeerId(peer)).expect("a known peer")
    }

    fn door(&self) -> SocketAddr {
        (Ipv4Addr::LOCALHOST, receiving_port(&self.method.descriptor()).unwrap()).into()
    }

    /// The numbers of the frames that came.
    fn numbers(&self) -> Vec<u64> {
        self.sink.arrivals.iter().map(|a| a.header.words[0]).collect()
    }
}

fn until(what: &str, mut done: impl FnMut() -> bool) {
    let begin = Instant::now();
    while !done() {
        assert!(begin.elapsed() < PATIENCE, "waited in vain for {what}");
        std::thread::yield_now();
    }
}

fn pair() -> (End, End) {
    let (mut a, mut b) = (End::new(0, 3), End::new(1, 3));
    a.knows(1, &b);
    b.knows(0, &a);
    (a, b)
}

/// A frame of rank 0's for rank 1, as it goes over the wire.
fn datagram(secret: [u8; 32], job: JobId, sequence: u64) -> Vec<u8> {
    let signer = Identity { secret, job, ..identity(0, 3) };
    let header = Header { words: [sequence, 0], ..Header::new(HandlerId(1)) };
    let mut out = Vec::new();
    Prover::new(&signer).write(Destination::One(PeerId(1)), sequence, &header, b"x", &mut out);
    out
}

/// One frame across, waited for.
fn across(from: &mut End, to: (u32, &mut End), number: u64, payload: &[u8]) {
    from.send(to.0, number, payload);
    until("the frame", || {
        to.1.poll();
        !to.1.sink.arrivals.is_empty()
    });
    let arrival = to.1.sink.arrivals.remove(0);
    assert_eq!((arrival.header.words[0], arrival.payload.as_deref()), (number, Some(payload)));
}

#[test]
fn paced_frames_arrive_in_both_directions() {
    let (mut a, mut b) = pair();
    let longest = a.method.attributes().max_frame;
    for number in 0..200 {
        let payload = pattern(number, (number as usize * 37) % (longest + 1));
        across(&mut a, (1, &mut b), number, &payload);
        across(&mut b, (0, &mut a), number, &payload);
    }
    across(&mut a, (1, &mut b), 1000, &pattern(1, longest));
    assert_eq!((a.statistics(1).sent, b.statistics(0).received), (201, 201));
    assert_eq!((b.statistics(0).lost, b.method.counters().refused), (0, 0));
    assert_eq!((a.method.counters().peers, b.method.counters().peers), (1, 1));
    assert!(b.method.describe_link(PeerId(0)).unwrap().contains("201 received"));
    assert!(b.method.describe_link(PeerId(2)).is_none());
}

#[test]
fn long_frames_are_cut_by_ip() {
    let long = UdpOptions { max_frame: 65_000, ..UdpOptions::default() };
    let (mut a, mut b) = (End::with(identity(0, 2), long.clone()), End::with(identity(1, 2), long));
    a.knows(1, &b);
    across(&mut a, (1, &mut b), 0, &pattern(1, 65_000));
}

#[test]
fn what_is_too_long_or_impossible_is_refused() {
    let (mut a, _b) = pair();
    let longest = a.method.attributes().max_frame;
    let header = Header::new(HandlerId(1));
    let result = a.method.send(PeerId(1), &header, &vec![0; longest + 1], &mut 0);
    assert!(matches!(result, Err(MethodError::Configuration { parameter: "udp.max_frame", .. })));
    for (max_frame, multicast_ttl) in [(65_001, 1), (10, 1), (1000, 256)] {
        let options = UdpOptions { max_frame, multicast_ttl, ..UdpOptions::default() };
        assert!(UdpMethod::new(identity(0, 2), options).is_err());
    }
    let options = UdpOptions { ports: Ports::From(65_535), ..UdpOptions::default() };
    let options = UdpOptions { local_rank: 1, ..options };
    let error = UdpMethod::new(identity(0, 2), options).err().unwrap().to_string();
    assert!(error.contains("udp.ports") && error.contains("65535"), "{error}");
}

#[test]
fn it_says_of_itself_that_it_may_lose() {
    let end = End::new(0, 2);
    let attributes = end.method.attributes();
    assert!(!attributes.reliable && attributes.multicast);
}

#[test]
fn garbage_and_forgeries_are_counted_and_harm_nobody() {
    let (mut a, mut b) = pair();
    let stranger = UdpSocket::bind((Ipv4Addr::LOCALHOST, 0)).unwrap();
    let mut dice = Dice::new(1);
    let mut bad: Vec<Vec<u8>> =
        (0..100).map(|_| (0..dice.below(2000)).map(|_| dice.roll() as u8).collect()).collect();
    bad.push(datagram([1; 32], identity(0, 3).job, 0));
    bad.push(datagram(identity(0, 3).secret, JobId(1), 0));
    let mut genuine = datagram(identity(0, 3).secret, identity(0, 3).job, 0);
    genuine.truncate(genuine.len() - 1);
    bad.push(genuine);
    for (count, bytes) in (1..).zip(&bad) {
        stranger.send_to(bytes, b.door()).unwrap();
        until("it is counted", || {
            b.poll();
            b.method.counters().refused == count
        });
    }
    assert!(b.sink.arrivals.is_empty() && b.sink.losses.is_empty());
    across(&mut a, (1, &mut b), 0, b"undisturbed");
}

#[test]
fn a_replayed_datagram_is_delivered_once() {
    let mut b = End::new(1, 3);
    let relay = UdpSocket::bind((Ipv4Addr::LOCALHOST, 0)).unwrap();
    let genuine = datagram(identity(0, 3).secret, identity(0, 3).job, 0);
    for _ in 0..5 {
        relay.send_to(&genuine, b.door()).unwrap();
    }
    until("all are judged", || {
        b.poll();
        b.method.statistics(PeerId(0)).is_some_and(|s| s.duplicated == 4)
    });
    assert_eq!((b.sink.arrivals.len(), b.statistics(0).received), (1, 1));
}

/// Passes the frames of rank 0 on in the order given.
fn relay(b: &mut End, order: &[u64], late_is_received: bool) {
    let relay = UdpSocket::bind((Ipv4Addr::LOCALHOST, 0)).unwrap();
    let before = b.method.statistics(PeerId(0)).unwrap_or_default();
    let judged = before.received + before.duplicated;
    for (judged, &sequence) in (judged + 1..).zip(order) {
        let bytes = datagram(identity(0, 3).secret, identity(0, 3).job, sequence);
        relay.send_to(&bytes, b.door()).unwrap();
        until("it is judged", || {
            b.poll();
            let s = b.method.statistics(PeerId(0)).unwrap_or_default();
            let dropped = if late_is_received { 0 } else { s.late };
            s.received + s.duplicated + dropped == judged
        });
    }
}

#[test]
fn losses_and_delays_are_counted() {
    let mut b = End::new(1, 3);
    relay(&mut b, &[0, 1, 4, 5, 9], false);
    assert_eq!(b.statistics(0).lost, 5);
    relay(&mut b, &[9], false);
    assert_eq!(b.numbers(), [0, 1, 4, 5, 9]);
    let expected = Statistics { sent: 0, received: 5, lost: 5, late: 0, duplicated: 1 };
    assert_eq!(b.statistics(0), expected);
}

#[test]
fn overtaken_frames_are_dropped_or_delivered_as_asked() {
    for deliver_late in [false, true] {
        let options = UdpOptions { deliver_late, ..UdpOptions::default() };
        let mut b = End::with(identity(1, 3), options);
        relay(&mut b, &[0, 3, 1, 4], deliver_late);
        let expected: &[u64] = if deliver_late { &[0, 3, 1, 4] } else { &[0, 3, 4] };
        assert_eq!(b.numbers(), expected);
        assert_eq!((b.statistics(0).late, b.statistics(0).lost), (1, 1));
    }
}

/// Members of a group send by the loopback interface where it carries multicast (Linux: IPv4 only).
fn by_loopback(group: SocketAddr) -> UdpOptions {
    let interface = group.is_ipv4().then(|| "lo".to_owned());
    UdpOptions { multicast_interface: interface, ..UdpOptions::default() }
}

/// A group that no other test uses, in this process or in another.
fn group(number: u8, is_ipv4: bool) -> SocketAddr {
    let pid = std::process::id();
    let [_, _, high, low] = pid.to_be_bytes();
    let port = 20_000 + (pid % 20_000) as u16;
    match is_ipv4 {
        true => (Ipv4Addr::new(239, 77 + number, high, low), port).into(),
        // ff01: it does not leave the interface.
        false => {
            (Ipv6Addr::new(0xff01, 0, 0, 0, 0, number.into(), high.into(), low.into()), port).into()
        }
    }
}

fn groups_work(group: SocketAddr) {
    let mut ends: Vec<End> =
        (0..4).map(|i| End::with(identity(i, 4), by_loopback(group))).collect();
    let header = Header { words: [7, 0], ..Header::new(HandlerId(5)) };
    for end in &mut ends[..3] {
        end.method.join(group).expect("a group like any other");
    }
    match ends[0].method.send_to_group(group, &header, b"to all") {
        Ok(taken) => assert!(taken),
        Err(e) => return eprintln!("skipped: this host has no route for {group}: {e}"),
    }
    assert!(ends[3].method.send_to_group(group, &header, b"from outside").unwrap());
    until("all members have it", || {
        ends.iter_mut().for_each(End::poll);
        ends[0].sink.arrivals.len() == 1
            && ends[1..3].iter().all(|end| end.sink.arrivals.len() == 2)
    });
    let (first, second) = (&ends[1].sink.arrivals[0], &ends[1].sink.arrivals[1]);
    assert_eq!((first.peer, second.peer), (PeerId(0), PeerId(3)));
    assert_eq!((first.header, first.payload.as_deref()), (header, Some(&b"to all"[..])));
    assert!(ends[3].sink.arrivals.is_empty(), "only members hear");
    let heard = ends[1].method.group_statistics(group, PeerId(0)).unwrap();
    assert_eq!((heard.received, heard.lost), (1, 0));
    ends[2].method.leave(group).unwrap();
    assert!(ends[2].method.leave(group).is_err());
    assert!(ends[0].method.send_to_group(group, &header, b"again").unwrap());
    until("the other member has it", || {
        ends.iter_mut().for_each(End::poll);
        ends[1].sink.arrivals.len() == 3
    });
    assert_eq!(ends[2].sink.arrivals.len(), 2, "who left hears nothing");
}

#[test]
fn all_members_of_a_group_hear() {
    groups_work(group(1, true));
}

#[test]
fn all_members_of_a_group_hear_over_ipv6() {
    groups_work(group(1, false));
}

#[test]
fn forged_group_frames_are_refused() {
    let group = group(2, true);
    let mut member = End::with(identity(0, 2), by_loopback(group));
    let mut liar = End::with(Identity { secret: [1; 32], ..identity(1, 2) }, by_loopback(group));
    member.method.join(group).expect("a group like any other");
    let header = Header::new(HandlerId(5));
    assert!(liar.method.send_to_group(group, &header, b"believe me").unwrap());
    until("it is counted", || {
        member.poll();
        member.method.counters().refused == 1
    });
    assert!(member.sink.arrivals.is_empty());
}

#[test]
fn what_is_no_group_is_refused() {
    let mut end = End::new(0, 2);
    for address in ["10.0.0.1:9", "[fd00::1]:9", "239.1.1.1:0"] {
        let address = address.parse().unwrap();
        assert!(end.method.join(address).is_err());
        assert!(end.method.send_to_group(address, &Header::new(HandlerId(1)), b"").is_err());
    }
}

#[test]
fn nothing_is_sent_after_the_end() {
    let (mut a, _b) = pair();
    assert!(a.method.close(Now::ZERO, &mut a.sink));
    let result = a.method.send(PeerId(1), &Header::new(HandlerId(1)), b"late", &mut 0);
    assert!(result.is_err());
}

#[test]
fn a_descriptor_of_another_method_is_not_its_own() {
    let (a, b) = pair();
    let mut foreign = b.method.descriptor();
    assert_eq!(a.method.applicable(&foreign), Applicable::Yes);
    assert_eq!(foreign.method, NAME);
    foreign.method = ferry_method_tcp::NAME.into();
    assert_ne!(a.method.applicable(&foreign), Applicable::Yes);
}

fn subject() -> Subject {
    Subject::new(Reach::Others, |n| {
        let end = |i| UdpMethod::new(identity(i, n), UdpOptions::default()).expect("a socket");
        (0..n).map(|i| Box::new(end(i)) as Box<dyn Method>).collect()
    })
}

// Of the suite for all methods, the cases that hold where frames may be lost: they send one frame at
// a time, or none.
ferry_conformance::tests! { cases, subject();
    headers_arrive_intact
    idle_polls_find_nothing
    sleepers_are_woken
    sleepers_are_told_by_signals
    arming_sees_what_has_come
    unknown_peers_are_refused
    descriptors_are_small_and_mutual
    garbage_descriptors_are_refused
}
