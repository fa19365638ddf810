//! Strangers at the UDP port: they are counted and get nothing, and the job goes on.

use ferry_conformance::{Dice, Mesh, Reach, Subject, identity};
use ferry_method::{
    Counters, Descriptor, HandlerId, Header, Identity, JobId, Landing, Method, MethodError, PeerId,
    Sink,
};
use ferry_method_quic::{QuicMethod, QuicOptions, listening_port};
use std::net::UdpSocket;
use std::time::{Duration, Instant};

fn method(identity: Identity) -> QuicMethod {
    QuicMethod::new(identity, QuicOptions::default()).expect("a UDP port of this host")
}

fn subject() -> Subject {
    Subject::new(Reach::Others, |n| {
        (0..n).map(|i| Box::new(method(identity(i, n))) as Box<dyn Method>).collect()
    })
}

/// A socket that sends to the port of rank 1.
fn knock(mesh: &mut Mesh) -> UdpSocket {
    let port = listening_port(&mesh.descriptor(1)).expect("a descriptor of its own");
    let socket = UdpSocket::bind("127.0.0.1:0").expect("loopback");
    socket.connect(("127.0.0.1", port)).expect("loopback");
    socket
}

fn ordinary_traffic(mesh: &mut Mesh) {
    for ends in [(0, 1), (1, 0)] {
        mesh.send(ends, &Header::new(HandlerId(1)), b"undisturbed");
        mesh.until("ordinary traffic goes on", |mesh| !mesh.take(ends.1).is_empty());
    }
    assert!(mesh.sink(0).losses.is_empty() && mesh.sink(1).losses.is_empty());
}

/// Runs an attack before the first contact of two peers and again in the midst of their traffic.
fn under_attack(mut attack: impl FnMut(&mut Mesh)) {
    let mut mesh = Mesh::new(&subject(), 2);
    for _ in 0..2 {
        let before = mesh.method(1).counters().refused;
        attack(&mut mesh);
        mesh.until("the strangers are counted", |mesh| mesh.method(1).counters().refused > before);
        ordinary_traffic(&mut mesh);
    }
    assert_eq!(mesh.method(1).counters().peers, 1, "a stranger counts as a peer");
}

/// What a sound process of this identity says first to a peer, rank 1.
fn first_datagram(identity: Identity) -> Vec<u8> {
    let listener = UdpSocket::bind("127.0.0.1:0").expect("loopback");
    let port = listener.local_addr().expect("bound").port();
    let mut caller = method(identity);
    let mut descriptor = caller.descriptor();
    // The port stands behind the layout's byte.
    descriptor.bytes[1..3].copy_from_slice(&port.to_le_bytes());
    caller.attach(PeerId(1), &descriptor).expect("a sound descriptor");
    let sent = caller.send(PeerId(1), &Header::new(HandlerId(1)), b"", &mut 0);
    assert!(!sent.expect("a call begins"), "nothing is sent before the peer answers");
    let mut datagram = vec![0; 2000];
    let n = listener.recv(&mut datagram).expect("the first datagram leaves at once");
    datagram.truncate(n);
    datagram
}

fn stranger(secret: u8) -> Identity {
    Identity { secret: [secret; 32], ..identity(0, 2) }
}

#[test]
fn random_datagrams_are_counted() {
    let mut dice = Dice::new(21);
    under_attack(|mesh| {
        let socket = knock(mesh);
        for _ in 0..300 {
            let len = dice.below(2000);
            let bytes: Vec<u8> = (0..len).map(|_| dice.roll() as u8).collect();
            socket.send(&bytes).expect("the port is open to all");
            mesh.poll_all();
        }
    });
}

#[test]
fn first_datagrams_cut_short_or_damaged_are_counted() {
    let whole = first_datagram(identity(0, 2));
    assert!(whole.len() >= 1200);
    let mut dice = Dice::new(22);
    under_attack(|mesh| {
        let socket = knock(mesh);
        for cut in (0..whole.len()).step_by(13) {
            socket.send(&whole[..cut]).expect("the port is open to all");
            let mut damaged = whole.clone();
            damaged[dice.below(whole.len())] ^= 1 << dice.below(8);
            socket.send(&damaged).expect("the port is open to all");
            mesh.poll_all();
        }
    });
}

#[test]
fn a_crowd_of_silent_callers_keeps_no_peer_out() {
    let whole = first_datagram(stranger(1));
    under_attack(|mesh| {
        // Each has begun to call, as far as anybody can tell, and then says nothing more.
        let crowd: Vec<UdpSocket> = (0..200).map(|_| knock(mesh)).collect();
        for (i, socket) in crowd.iter().enumerate() {
            let mut call = whole.clone();
            // Another connection each (the destination's name begins at byte 6), which also breaks the
            // seal of most.
            call[6..8].copy_from_slice(&(i as u16).to_le_bytes());
            socket.send(&call).expect("the port is open to all");
            socket.send(&whole).expect("the port is open to all");
        }
        mesh.settle();
        ordinary_traffic(mesh);
        mesh.pass(Duration::from_secs(60));
    });
}

#[test]
fn floods_are_survived() {
    let flood = vec![0xc1; 1400];
    under_attack(|mesh| {
        let socket = knock(mesh);
        for _ in 0..3000 {
            // The system throws away what nobody takes in time.
            let _ = socket.send(&flood);
        }
        mesh.settle();
    });
}

#[test]
fn other_versions_are_told_and_counted() {
    under_attack(|mesh| {
        let socket = knock(mesh);
        let mut call = vec![0; 1200];
        call[..15].copy_from_slice(b"\xc0\x0a\x0b\x0c\x0d\x08abcdefgh\x00");
        socket.send(&call).expect("the port is open to all");
        mesh.settle();
        socket.set_read_timeout(Some(Duration::from_secs(20))).expect("a plain socket");
        let n = socket.recv(&mut call).expect("an answer");
        assert_eq!(call[1..5], [0; 4], "version negotiation (RFC 9000 section 17.2.1), {n} bytes");
    });
}

/// Takes nothing.
#[derive(Default)]
struct Nobody(Vec<MethodError>);

impl Sink for Nobody {
    fn frame(&mut self, _: PeerId, _: &Header, _: &[u8]) {
        panic!("a stranger was told something");
    }

    fn begin(&mut self, _: PeerId, _: &Header, _: usize) -> Landing {
        panic!("a stranger was told something");
    }

    fn finish(&mut self, _: PeerId, _: &Header, _: Landing) {}

    fn lost(&mut self, _: PeerId, why: MethodError) {
        self.0.push(why);
    }
}

/// Has somebody call rank 1 of a job as `peer`, which must fail; what it is told, and the job's
/// counters.
fn call_in_vain(caller: Identity, peer: PeerId, callee: Identity) -> (MethodError, Counters) {
    let (mut caller, mut callee) = (method(caller), method(callee));
    let descriptor: Descriptor = callee.descriptor();
    caller.attach(peer, &descriptor).expect("a sound descriptor");
    let (mut told, mut heard) = (Nobody::default(), Nobody::default());
    let begin = Instant::now();
    while told.0.is_empty() {
        assert!(begin.elapsed() < Duration::from_secs(60), "it is never turned away");
        let taken = caller.send(peer, &Header::new(HandlerId(1)), b"let me in", &mut 0);
        assert!(!taken.unwrap_or(false), "a frame of a stranger is taken");
        caller.poll(begin.elapsed(), &mut told);
        callee.poll(begin.elapsed(), &mut heard);
    }
    for _ in 0..100 {
        caller.poll(begin.elapsed(), &mut told);
        callee.poll(begin.elapsed(), &mut heard);
    }
    assert!(heard.0.is_empty(), "the job lost somebody it never had");
    assert_eq!(callee.counters().peers, 0);
    (told.0.remove(0), callee.counters())
}

#[test]
fn another_jobs_secret_or_number_is_a_stranger() {
    let other_job = Identity { job: JobId(9), ..identity(0, 2) };
    for caller in [stranger(7), other_job] {
        let (told, counters) = call_in_vain(caller, PeerId(1), identity(1, 2));
        assert!(matches!(told, MethodError::Unreachable { .. }), "{told}");
        assert!(told.to_string().contains("of this job"), "{told}");
        assert!(counters.refused > 0);
    }
}

#[test]
fn a_rank_cannot_stand_in_for_another() {
    let (told, counters) = call_in_vain(identity(0, 3), PeerId(2), identity(1, 3));
    assert!(matches!(told, MethodError::Unreachable { .. }), "{told}");
    assert!(counters.refused > 0);
}
