//! Whole methods against each other and against impostors.

use crate::handshake::{Acceptance, HandshakeStep, HandshakeTalk, MESSAGE_LEN, VERSION};
use crate::promptness::{RTO_MIN, answers_promptly};
use crate::session::PeerState;
use crate::terms::Terms;
use crate::{NAME, TcpMethod, TcpOptions, Transport, listening_port};
use ferry_config::Ports;
use ferry_conformance::{Recorder, identity};
use ferry_method::{
    Applicable, Armed, Culprit, Descriptor, HandlerId, Header, Identity, Method, MethodError, Now,
    PeerId, WaitSource,
};
use ferry_sys::tcp_path;
use rustix::event::{PollFd, PollFlags, Timespec, poll};
use socket2::{Domain, SockAddr, Socket, Type};
use std::io::{ErrorKind, Read, Write};
use std::net::{Ipv4Addr, SocketAddr, TcpListener, TcpStream};
use std::time::{Duration, Instant};

mod strangers;
mod striped;

const PATIENCE: Duration = Duration::from_secs(60);

struct End {
    method: TcpMethod,
    sink: Recorder,
}

impl End {
    fn new(me: u32, size: u32) -> Self {
        Self::with(identity(me, size), TcpOptions::default())
    }

    fn with(identity: Identity, options: TcpOptions) -> Self {
        let method = TcpMethod::new(identity, options).expect("listening on this host");
        End { method, sink: Recorder::default() }
    }

    fn knows(&mut self, other: &End) -> &mut Self {
        self.method.attach(other.method.identity.me, &other.method.descriptor()).unwrap();
        self
    }

    fn send(&mut self, to: u32) -> Result<bool, MethodError> {
        self.method.send(PeerId(to), &Header::new(HandlerId(1)), b"hello", &mut 0)
    }

    fn door(&self) -> SocketAddr {
        let port = listening_port(&self.method.descriptor()).unwrap();
        SocketAddr::new(Ipv4Addr::LOCALHOST.into(), port)
    }
}

/// Polls all ends, with time that passes as it does, until `done`.
fn until(ends: &mut [&mut End], mut done: impl FnMut(&mut [&mut End]) -> bool) {
    let begin = Instant::now();
    while !done(ends) {
        assert!(begin.elapsed() < PATIENCE, "waited in vain");
        for end in ends.iter_mut() {
            end.method.poll(begin.elapsed(), &mut end.sink);
        }
        std::thread::yield_now();
    }
}

/// The socket of the first connection to a peer.
fn socket_to(end: &mut End, peer: u32) -> &Socket {
    let stream = end.method.stream_mut(PeerId(peer)).expect("the link is up");
    stream.first().socket().expect("it is connected")
}

fn introduced(a: &mut End, b: &mut End) {
    a.knows(b);
    b.knows(a);
}

#[test]
fn the_lower_ranks_connection_wins_if_it_has_gone_far_enough() {
    let (mut low, mut high) = (End::new(0, 2), End::new(1, 2));
    introduced(&mut low, &mut high);
    assert!(!low.send(1).unwrap() && !high.send(0).unwrap());
    // low -- Hello --> high; high -- Challenge --> low; low -- Proof --> high
    let proven = |end: &mut End, peer: u32| match end.method.peers.entry(PeerId(peer)).state() {
        PeerState::Calling(dial) => dial.has_proven(),
        _ => false,
    };
    let mut time = Now::ZERO;
    while !proven(&mut low, 1) {
        time += Duration::from_micros(100);
        assert!(time < PATIENCE, "waited in vain");
        low.method.poll(time, &mut low.sink);
        if !proven(&mut low, 1) {
            high.method.poll(time, &mut high.sink);
        }
    }
    until(&mut [&mut low, &mut high], |ends| ends[0].send(1).unwrap() && ends[1].send(0).unwrap());
    let local = |end: &End, peer: u32| end.method.describe_link(PeerId(peer)).unwrap();
    let (low_link, high_link) = (local(&low, 1), local(&high, 0));
    let door = format!(":{},", high.door().port());
    assert!(low_link.contains(&door), "{low_link} and {high_link}");
    assert_eq!((low.method.counters().refused, high.method.counters().refused), (0, 0));
}

/// A descriptor of a peer on this host that listens at `port`.
fn contact_at(end: &End, port: u16) -> Descriptor {
    let mut descriptor = end.method.descriptor();
    descriptor.bytes[1..3].copy_from_slice(&port.to_le_bytes());
    descriptor
}

fn free_port() -> u16 {
    let listener = TcpListener::bind((Ipv4Addr::UNSPECIFIED, 0)).unwrap();
    listener.local_addr().unwrap().port()
}

#[test]
fn nobody_at_home_is_an_error_that_lists_the_addresses() {
    let mut end = End::new(0, 2);
    let nobody = contact_at(&end, free_port());
    end.method.attach(PeerId(1), &nobody).unwrap();
    assert!(!end.send(1).unwrap());
    // The first poll starts the clock.
    for time in 1000..1003 {
        end.method.poll(Now::from_secs(time), &mut end.sink);
        assert!(end.sink.losses.is_empty());
    }
    let mut time = Now::from_secs(1003);
    while end.sink.losses.is_empty() {
        end.method.poll(time, &mut end.sink);
        time += Duration::from_millis(100);
        assert!(time < Now::from_secs(1010), "gives up long before the timeout");
    }
    let text = end.sink.losses[0].1.to_string();
    assert!(text.contains("127.0.0.1") && text.contains("refused"), "{text}");
    assert_eq!(end.sink.losses[0].1.culprit(), Culprit::System);
    assert!(end.send(1).is_err());
}

#[test]
fn a_peer_that_listens_late_is_found() {
    let port = free_port();
    let mut early = End::new(0, 2);
    let late = contact_at(&early, port);
    early.method.attach(PeerId(1), &late).unwrap();
    assert!(!early.send(1).unwrap());
    early.method.poll(Now::from_millis(1), &mut early.sink);
    let options = TcpOptions { ports: Ports::From(port), ..TcpOptions::default() };
    let mut late = End::with(identity(1, 2), options);
    until(&mut [&mut early, &mut late], |ends| ends[0].send(1).unwrap());
    until(&mut [&mut early, &mut late], |ends| !ends[1].sink.arrivals.is_empty());
}

#[test]
fn an_address_that_leads_to_a_stranger_is_passed_over() {
    let stranger = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).unwrap();
    let (mut a, mut b) = (End::new(0, 2), End::new(1, 2));
    a.knows(&b);
    // The first address tried answers with noise; the real one comes after it.
    let door = b.door();
    let mut dial = crate::dial::Dial::on(
        PeerId(1),
        Terms { generation: 1, ..Terms::default() },
        vec![stranger.local_addr().unwrap(), door],
        None,
    );
    let caller = crate::dial::Caller {
        identity: &a.method.identity,
        version: VERSION,
        options: &a.method.options,
        events: &a.method.events,
        detours: &a.method.detours,
    };
    dial.begin(&caller);
    let (mut noisy, _) = stranger.accept().unwrap();
    noisy.write_all(&[0x55; 500]).unwrap();
    a.method.peers.set(PeerId(1), PeerState::Calling(Box::new(dial)));
    a.method.deadline = Some(Now::ZERO);
    until(&mut [&mut a, &mut b], |ends| ends[0].send(1).unwrap());
    until(&mut [&mut a, &mut b], |ends| !ends[1].sink.arrivals.is_empty());
}

#[test]
fn a_busy_peer_is_waited_for_beyond_the_timeout() {
    let (mut a, mut b) = (End::new(0, 2), End::new(1, 2));
    introduced(&mut a, &mut b);
    assert!(!a.send(1).unwrap());
    for second in 0..300 {
        a.method.poll(Now::from_secs(second), &mut a.sink);
    }
    assert!(a.sink.losses.is_empty(), "{:?}", a.sink.losses);
    let mut time = Now::from_secs(300);
    while !a.send(1).unwrap() {
        time += Duration::from_millis(1);
        assert!(time < Now::from_secs(400));
        b.method.poll(time, &mut b.sink);
        a.method.poll(time, &mut a.sink);
    }
}

/// A door at which callers get no answer, as on a way that takes its time; what keeps it shut.
fn slow_door() -> (Socket, u16, Vec<Socket>) {
    let here = SockAddr::from(SocketAddr::new(Ipv4Addr::LOCALHOST.into(), 0));
    let door = Socket::new(Domain::IPV4, Type::STREAM, None).unwrap();
    door.bind(&here).unwrap();
    door.listen(0).unwrap();
    let address = door.local_addr().unwrap();
    let mut crowd = Vec::new();
    loop {
        let caller = Socket::new(Domain::IPV4, Type::STREAM, None).unwrap();
        let came_in = caller.connect_timeout(&address, Duration::from_millis(20)).is_ok();
        crowd.push(caller);
        if !came_in {
            return (door, address.as_socket().unwrap().port(), crowd);
        }
    }
}

#[test]
fn a_connection_that_broke_while_this_end_computed_has_time_to_be_replaced() {
    let (mut a, mut b) = (End::new(0, 2), End::new(1, 2));
    introduced(&mut a, &mut b);
    until(&mut [&mut a, &mut b], |ends| ends[0].send(1).unwrap());
    until(&mut [&mut a, &mut b], |ends| !ends[1].sink.arrivals.is_empty());
    let (_door, port, _crowd) = slow_door();
    let slow = contact_at(&a, port);
    b.method.attach(PeerId(0), &slow).unwrap();
    drop(a);
    let before = b.method.now;
    b.method.peers.entry(PeerId(0)).contact.as_mut().unwrap().port = port;
    while b.method.stream_mut(PeerId(0)).unwrap().first().socket().is_some() {
        // It still believes in the time of before it computed.
        b.method.poll(before, &mut b.sink);
    }
    let back = before + Duration::from_secs(15);
    let lost_at = |b: &mut End| {
        (0..1000).map(|i| back + i * Duration::from_millis(100)).find(|now| {
            b.method.poll(*now, &mut b.sink);
            !b.sink.losses.is_empty()
        })
    };
    let lost = lost_at(&mut b).expect("it is given up at last") - back;
    assert!((8..=10).contains(&lost.as_secs()), "{lost:?} after it came back");
}

#[test]
fn a_late_try_has_a_time_of_its_own() {
    let mut end = End::new(0, 2);
    let (_door, port, _crowd) = slow_door();
    let slow = contact_at(&end, port);
    end.method.attach(PeerId(1), &slow).unwrap();
    assert!(!end.send(1).unwrap());
    end.method.poll(Now::ZERO, &mut end.sink);
    let timeout = end.method.options.connect_timeout;
    let dial = end.method.peers.call_mut(PeerId(1)).expect("it calls");
    // As if the call before had failed.
    dial.try_again(timeout - Duration::from_millis(100));
    let lost = (0..1000).map(|i| Duration::from_millis(100) * i).find(|now| {
        end.method.poll(*now, &mut end.sink);
        !end.sink.losses.is_empty()
    });
    let late = lost.expect("it is given up at last") - timeout;
    assert!((2000..=3000).contains(&late.as_millis()), "{late:?} after the timeout");
}

#[test]
fn hosts_without_a_way_between_them_are_told() {
    let end = End::new(0, 2);
    let elsewhere = Identity { host: "elsewhere".into(), ..identity(1, 2) };
    let lo = TcpOptions { interfaces: vec!["127.0.0.1".into()], ..TcpOptions::default() };
    let other = End::with(elsewhere, lo);
    let Applicable::No(why) = end.method.applicable(&other.method.descriptor()) else {
        panic!("loopback does not lead to another host");
    };
    assert!(why.contains("127.0.0.1"), "{why}");
}

#[test]
fn a_send_after_the_peers_goodbye_is_a_loss_told_once() {
    let (mut a, mut b) = (End::new(0, 2), End::new(1, 2));
    introduced(&mut a, &mut b);
    until(&mut [&mut a, &mut b], |ends| ends[0].send(1).unwrap());
    until(&mut [&mut a, &mut b], |ends| !ends[1].sink.arrivals.is_empty());
    let mut time = Now::ZERO;
    while !b.method.close(time, &mut b.sink) {
        a.method.poll(time, &mut a.sink);
        time += Duration::from_micros(100);
    }
    assert!(a.sink.losses.is_empty());
    for _ in 0..3 {
        let error = a.send(1).unwrap_err();
        assert!(matches!(error, MethodError::Lost { method: NAME, .. }), "{error}");
        a.method.poll(time, &mut a.sink);
    }
    assert_eq!(a.sink.losses.len(), 1);
}

/// Whether the wait source becomes readable.
fn is_woken(end: &End, within: Duration) -> bool {
    let source = end.method.wait_source();
    assert!(matches!(source, WaitSource::Fd(fd) if fd == end.method.events.raw()));
    let mut fds = [PollFd::new(&end.method.events, PollFlags::IN)];
    let timeout = Timespec { tv_sec: within.as_secs() as i64, tv_nsec: 0 };
    poll(&mut fds, Some(&timeout)).unwrap() > 0
}

#[test]
fn a_sleeper_is_woken_to_try_again() {
    let mut end = End::new(0, 2);
    let nobody = contact_at(&end, free_port());
    end.method.attach(PeerId(1), &nobody).unwrap();
    assert!(!end.send(1).unwrap());
    let begin = Instant::now();
    let mut sleeps = 0;
    // Sleeping all the time, it still finds out that nobody is there.
    end.method.options.connect_timeout = Duration::from_millis(300);
    while end.sink.losses.is_empty() {
        assert!(begin.elapsed() < PATIENCE);
        end.method.poll(begin.elapsed(), &mut end.sink);
        if end.sink.losses.is_empty() && end.method.arm(false) != Armed::Busy {
            sleeps += 1;
            assert!(is_woken(&end, PATIENCE), "nobody wakes it");
            end.method.disarm();
        }
    }
    assert!(sleeps > 0);
}

#[test]
fn a_sleeper_is_woken_by_room_to_send() {
    let (mut a, mut b) = (End::new(0, 2), End::new(1, 2));
    introduced(&mut a, &mut b);
    until(&mut [&mut a, &mut b], |ends| ends[0].send(1).unwrap());
    until(&mut [&mut a, &mut b], |ends| !ends[1].sink.arrivals.is_empty());
    let (header, payload) = (Header::new(HandlerId(1)), vec![1; 256 << 10]);
    let mut done = 0;
    while a.method.send(PeerId(1), &header, &payload, &mut done).unwrap() {
        done = 0;
    }
    let sent = a.method.counters().frames_sent;
    a.method.poll(Now::from_secs(1), &mut a.sink);
    assert_ne!(a.method.arm(false), Armed::Busy);
    let received = |b: &End| b.method.counters().frames_received;
    until(&mut [&mut b], |ends| received(ends[0]) + 1 >= sent);
    assert!(is_woken(&a, PATIENCE), "there is room and nobody wakes it");
    a.method.disarm();
    assert!(a.method.poll(Now::from_secs(1), &mut a.sink) > 0, "the poll says why it was woken");
    until(&mut [&mut a, &mut b], |ends| {
        ends[0].method.send(PeerId(1), &header, &payload, &mut done).unwrap()
    });
    until(&mut [&mut a, &mut b], |ends| received(ends[1]) == sent + 1);
    // Once acknowledgements are in, nothing is left that would wake it for no reason.
    for _ in 0..100 {
        a.method.poll(Now::from_secs(1), &mut a.sink);
    }
    assert_ne!(a.method.arm(false), Armed::Busy);
    assert!(!is_woken(&a, Duration::ZERO));
}

#[test]
fn ipv6_alone_is_enough() {
    let options = TcpOptions { interfaces: vec!["::1".into()], ..TcpOptions::default() };
    let made = TcpMethod::new(identity(0, 2), options.clone());
    if matches!(&made, Err(MethodError::Configuration { why, .. }) if !why.contains(" ::1")) {
        // This host has no IPv6, and says so.
        return;
    }
    let mut a = End { method: made.unwrap(), sink: Recorder::default() };
    let mut b = End::with(identity(1, 2), options);
    introduced(&mut a, &mut b);
    until(&mut [&mut a, &mut b], |ends| ends[0].send(1).unwrap());
    until(&mut [&mut a, &mut b], |ends| !ends[1].sink.arrivals.is_empty());
    assert!(a.method.describe_link(PeerId(1)).unwrap().contains("[::1]"));
}

#[test]
fn a_peer_that_dies_within_the_handshake_is_tried_again() {
    let mut a = End::new(0, 2);
    let trap = TcpListener::bind((Ipv4Addr::UNSPECIFIED, 0)).unwrap();
    let port = trap.local_addr().unwrap().port();
    let there = contact_at(&a, port);
    a.method.attach(PeerId(1), &there).unwrap();
    assert!(!a.send(1).unwrap());
    // Whoever listens there hangs up, and then the peer takes its place.
    drop(trap.accept().unwrap());
    drop(trap);
    let options = TcpOptions { ports: Ports::From(port), ..TcpOptions::default() };
    let mut b = End::with(identity(1, 2), options);
    until(&mut [&mut a, &mut b], |ends| ends[0].send(1).unwrap());
    until(&mut [&mut a, &mut b], |ends| !ends[1].sink.arrivals.is_empty());
}

#[test]
fn a_link_tells_what_its_path_is_like() {
    let (mut a, mut b) = (End::new(0, 2), End::new(1, 2));
    introduced(&mut a, &mut b);
    assert_eq!(a.method.quality(PeerId(1)), None);
    until(&mut [&mut a, &mut b], |ends| ends[0].send(1).unwrap());
    until(&mut [&mut a, &mut b], |ends| !ends[1].sink.arrivals.is_empty());
    let before = a.method.quality(PeerId(1)).expect("it is up");
    assert!(before.sent > 0 && before.lost == 0, "{before:?}");
    until(&mut [&mut a, &mut b], |ends| ends[0].send(1).unwrap());
    until(&mut [&mut a, &mut b], |ends| ends[1].sink.arrivals.len() > 1);
    assert!(a.method.quality(PeerId(1)).expect("it is up").sent > before.sent);
}

#[test]
fn how_far_a_peer_is_is_known_before_it_answers() {
    let (mut a, mut b) = (End::new(0, 2), End::new(1, 2));
    introduced(&mut a, &mut b);
    assert!(!a.send(1).unwrap());
    // The peer computes; its system takes the connection.
    until(&mut [&mut a], |ends| ends[0].method.quality(PeerId(1)).is_some());
    let round_trip = a.method.quality(PeerId(1)).map(|quality| quality.round_trip);
    assert!(round_trip > Some(Duration::ZERO), "{round_trip:?}");
    assert!(!a.send(1).unwrap(), "nothing goes yet");
    until(&mut [&mut a, &mut b], |ends| ends[0].send(1).unwrap());
}

#[test]
fn a_link_is_tuned_by_itself_and_stays_so() {
    let (mut a, mut b) = (End::new(0, 3), End::new(1, 3));
    assert!(matches!(
        a.method.tune(PeerId(1), "keepalive", "9s"),
        Err(MethodError::UnknownPeer(..))
    ));
    introduced(&mut a, &mut b);
    a.method.tune(PeerId(1), "keepalive", "9s").unwrap();
    a.method.tune(PeerId(1), "congestion", "reno").unwrap();
    until(&mut [&mut a, &mut b], |ends| ends[0].send(1).unwrap());
    let has = |end: &mut End| {
        let socket = socket_to(end, 1);
        let name = socket.tcp_congestion().unwrap();
        (socket.tcp_keepalive_time().unwrap(), name.starts_with(b"reno"))
    };
    assert_eq!(has(&mut a), (Duration::from_secs(9), true));
    a.method.tune(PeerId(1), "keepalive", "20s").unwrap();
    assert_eq!(has(&mut a), (Duration::from_secs(20), true));
    let error = a.method.tune(PeerId(1), "congestion", "nosuch").unwrap_err();
    assert!(error.to_string().contains("nosuch") && error.to_string().contains("reno"), "{error}");
    assert_eq!(has(&mut a), (Duration::from_secs(20), true));
}

#[test]
fn what_is_lost_is_sent_again_soon_unless_that_is_not_wanted() {
    let kernels = Duration::from_millis(200);
    for (rto_min, is_soon) in [(RTO_MIN, answers_promptly()), (Duration::ZERO, false)] {
        let options = TcpOptions { rto_min, ..TcpOptions::default() };
        let end = |me| End::with(identity(me, 2), options.clone());
        let (mut a, mut b) = (end(0), end(1));
        introduced(&mut a, &mut b);
        until(&mut [&mut a, &mut b], |ends| ends[0].send(1).unwrap());
        until(&mut [&mut a, &mut b], |ends| !ends[1].sink.arrivals.is_empty());
        for (end, peer) in [(&mut a, 1), (&mut b, 0)] {
            let rto = tcp_path(socket_to(end, peer)).unwrap().rto;
            assert_eq!(rto < kernels, is_soon, "{rto:?}");
        }
    }
}

#[test]
fn a_timeout_that_the_kernel_refuses_is_an_error_that_names_it() {
    let options = TcpOptions { rto_min: Duration::from_secs(1), ..TcpOptions::default() };
    let Err(error) = TcpMethod::new(identity(0, 2), options) else {
        assert!(!answers_promptly(), "it is taken for what it is not");
        return;
    };
    assert_eq!(error.culprit(), Culprit::Configuration);
    assert!(error.to_string().contains("tcp.rto_min"), "{error}");
}

#[test]
fn a_congestion_control_that_cannot_be_had_is_an_error_that_lists_those_that_can() {
    let options = TcpOptions { congestion: Some("nosuch".into()), ..TcpOptions::default() };
    let error = TcpMethod::new(identity(0, 2), options).err().unwrap();
    assert_eq!(error.culprit(), Culprit::Configuration);
    let text = error.to_string();
    assert!(text.contains("tcp.congestion") && text.contains("reno"), "{text}");
}

#[test]
fn multipath_is_another_method() {
    let options = TcpOptions { transport: Transport::Multipath, ..TcpOptions::default() };
    if let Err(error) = TcpMethod::new(identity(0, 2), options.clone()) {
        assert_eq!(error.culprit(), Culprit::Configuration);
        println!("skipped: {error}");
        return;
    }
    let (mut a, mut b) =
        (End::with(identity(0, 2), options.clone()), End::with(identity(1, 2), options));
    let plain = End::new(1, 2);
    assert_eq!(a.method.name(), "mptcp");
    assert!(matches!(a.method.applicable(&plain.method.descriptor()), Applicable::No(_)));
    assert!(matches!(plain.method.applicable(&a.method.descriptor()), Applicable::No(_)));
    introduced(&mut a, &mut b);
    until(&mut [&mut a, &mut b], |ends| ends[0].send(1).unwrap());
    until(&mut [&mut a, &mut b], |ends| !ends[1].sink.arrivals.is_empty());
    assert_eq!(socket_to(&mut a, 1).protocol().unwrap(), Some(socket2::Protocol::MPTCP));
}
