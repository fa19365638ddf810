//! Strangers at the port: they are counted and get nothing, and the job goes on.

mod common;

use common::{method, subject};
use ferry_conformance::{Dice, Mesh, identity};
use ferry_method::{
    Counters, HandlerId, Header, Identity, JobId, Landing, Method, MethodError, PeerId, Sink,
};
use ferry_method_sctp::{Auth, SctpOptions, listening_port, pretend, with_port};
use std::net::UdpSocket;
use std::time::{Duration, Instant};

fn options() -> SctpOptions {
    SctpOptions::default()
}

/// A socket that sends to the port of rank 1.
fn knock(mesh: &mut Mesh) -> (UdpSocket, u16) {
    let port = listening_port(&mesh.descriptor(1)).expect("a descriptor of its own");
    let socket = UdpSocket::bind("127.0.0.1:0").expect("loopback");
    socket.connect(("127.0.0.1", port)).expect("loopback");
    (socket, port)
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
    let mut mesh = Mesh::new(&subject(options()), 2);
    for _ in 0..2 {
        let before = mesh.method(1).counters().refused;
        attack(&mut mesh);
        mesh.until("the strangers are counted", |mesh| mesh.method(1).counters().refused > before);
        ordinary_traffic(&mut mesh);
    }
    assert_eq!(mesh.method(1).counters().peers, 1, "a stranger counts as a peer");
}

/// Puts a packet's ports and checksum right.
fn finish(packet: &mut [u8], from: u16, to: u16) {
    packet[..2].copy_from_slice(&from.to_be_bytes());
    packet[2..4].copy_from_slice(&to.to_be_bytes());
    packet[8..12].fill(0);
    let sum = crc32c::crc32c(packet);
    packet[8..12].copy_from_slice(&sum.to_le_bytes());
}

/// What a sound process of this identity says first to a peer, rank 1: its INIT.
fn first_packet(identity: Identity) -> Vec<u8> {
    let listener = UdpSocket::bind("127.0.0.1:0").expect("loopback");
    let port = listener.local_addr().expect("bound").port();
    let mut caller = method(identity, &options());
    let descriptor = with_port(&caller.descriptor(), port).expect("a descriptor of its own");
    caller.attach(PeerId(1), &descriptor).expect("a sound descriptor");
    let sent = caller.send(PeerId(1), &Header::new(HandlerId(1)), b"", &mut 0);
    assert!(!sent.expect("a call begins"), "nothing is sent before the peer answers");
    let mut packet = vec![0; 2000];
    let n = listener.recv(&mut packet).expect("the first packet leaves at once");
    packet.truncate(n);
    packet
}

fn stranger(secret: u8) -> Identity {
    Identity { secret: [secret; 32], ..identity(0, 2) }
}

#[test]
fn random_packets_are_counted() {
    let mut dice = Dice::new(21);
    under_attack(|mesh| {
        let (socket, to) = knock(mesh);
        let from = socket.local_addr().expect("bound").port();
        for round in 0..300 {
            let len = dice.below(2000);
            let mut bytes: Vec<u8> = (0..len).map(|_| dice.roll() as u8).collect();
            if round % 2 == 0 && len >= 12 {
                finish(&mut bytes, from, to);
            }
            socket.send(&bytes).expect("the port is open to all");
            mesh.poll_all();
        }
    });
}

#[test]
fn first_packets_cut_short_or_damaged_are_counted() {
    let whole = first_packet(identity(0, 2));
    let mut dice = Dice::new(22);
    under_attack(|mesh| {
        let (socket, to) = knock(mesh);
        let from = socket.local_addr().expect("bound").port();
        for cut in 0..whole.len() {
            let mut short = whole[..cut].to_vec();
            if cut >= 12 {
                finish(&mut short, from, to);
            }
            socket.send(&short).expect("the port is open to all");
            let mut damaged = whole.clone();
            damaged[12 + dice.below(whole.len() - 12)] ^= 1 << dice.below(8);
            if cut % 2 == 0 {
                finish(&mut damaged, from, to);
            }
            socket.send(&damaged).expect("the port is open to all");
            mesh.poll_all();
        }
    });
}

/// Thousands who begin an association and never go on: they are answered once each, with no more bytes
/// than a few times their own, and nothing is kept.
#[test]
fn a_flood_of_first_packets_keeps_no_peer_out() {
    let whole = first_packet(stranger(1));
    let mut mesh = Mesh::new(&subject(options()), 2);
    for _ in 0..2 {
        let (socket, to) = knock(&mut mesh);
        socket.set_nonblocking(true).expect("a plain socket");
        let (mut asked, mut answered) = (0, 0);
        for round in 0..5000_u32 {
            let mut init = whole.clone();
            // Another tag, and another port, each time.
            init[16..20].copy_from_slice(&(round + 1).to_be_bytes());
            finish(&mut init, (round % 60000) as u16 + 1, to);
            asked += socket.send(&init).unwrap_or(0);
            if round % 50 == 0 {
                mesh.poll_all();
                let mut answer = vec![0; 65536];
                while let Ok(n) = socket.recv(&mut answer) {
                    answered += n;
                }
            }
        }
        mesh.settle();
        assert!(answered < 3 * asked, "{answered} bytes in answer to {asked}");
        ordinary_traffic(&mut mesh);
        assert_eq!(mesh.method(1).counters().peers, 1);
    }
}

#[test]
fn floods_are_survived() {
    let flood = vec![0xc1; 1400];
    under_attack(|mesh| {
        let (socket, _) = knock(mesh);
        for _ in 0..3000 {
            // The system throws away what nobody takes in time.
            let _ = socket.send(&flood);
        }
        mesh.settle();
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

/// Has somebody call rank 1 of a job as `peer`, who knows all that the job publishes; what came of it, and
/// the job's counters.
fn call_in_vain(
    caller: Identity,
    peer: PeerId,
    callee: Identity,
    options: &SctpOptions,
) -> (Option<MethodError>, Counters) {
    let (mut caller, mut callee) = (method(caller, options), method(callee, options));
    let descriptor = pretend(&callee.descriptor(), &caller.descriptor()).expect("descriptors");
    caller.attach(peer, &descriptor).expect("a sound descriptor");
    let (mut told, mut heard) = (Nobody::default(), Nobody::default());
    let begin = Instant::now();
    let mut skew = Duration::ZERO;
    while told.0.is_empty() && skew < Duration::from_secs(60) {
        let now = begin.elapsed() + skew;
        let taken = caller.send(peer, &Header::new(HandlerId(1)), b"let me in", &mut 0);
        assert!(!taken.unwrap_or(false), "a frame of a stranger is taken");
        caller.poll(now, &mut told);
        callee.poll(now, &mut heard);
        skew += Duration::from_millis(20);
    }
    for _ in 0..100 {
        caller.poll(begin.elapsed() + skew, &mut told);
        callee.poll(begin.elapsed() + skew, &mut heard);
    }
    assert!(heard.0.is_empty(), "the job lost somebody it never had");
    assert_eq!(callee.counters().peers, 0);
    (told.0.pop(), callee.counters())
}

#[test]
fn another_jobs_secret_or_number_is_a_stranger() {
    let other_job = Identity { job: JobId(9), ..identity(0, 2) };
    for caller in [stranger(7), other_job] {
        for auth in [Auth::Handshake, Auth::All, Auth::None] {
            let options = SctpOptions { auth, ..options() };
            let (told, counters) =
                call_in_vain(caller.clone(), PeerId(1), identity(1, 2), &options);
            assert!(counters.refused > 0, "{auth}");
            // Whoever cannot prove itself before there is an association is not even answered.
            assert_eq!(told.is_some(), auth == Auth::None, "{auth}: {told:?}");
        }
    }
}

#[test]
fn a_descriptor_of_another_job_is_refused_at_once() {
    let (mine, theirs) = (method(identity(0, 2), &options()), method(stranger(7), &options()));
    let mut mine = mine;
    let error = mine.attach(PeerId(1), &theirs.descriptor()).unwrap_err().to_string();
    assert!(error.contains("another job"), "{error}");
}

#[test]
fn a_rank_cannot_stand_in_for_another() {
    let (told, counters) = call_in_vain(identity(0, 3), PeerId(2), identity(1, 3), &options());
    assert!(matches!(told, Some(MethodError::Unreachable { .. })), "{told:?}");
    assert!(counters.refused > 0);
}

#[test]
fn options_that_must_agree_are_named() {
    let one = method(identity(0, 2), &options());
    let other = SctpOptions { auth: Auth::All, ..options() };
    let mut other = method(identity(1, 2), &other);
    let why = format!("{:?}", other.applicable(&one.descriptor()));
    assert!(why.contains("sctp.auth is handshake there and all here"), "{why}");
    assert!(other.attach(PeerId(0), &one.descriptor()).is_err());
}
