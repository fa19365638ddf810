//! Strangers at the door of a method with a network handshake: they are closed and counted, and the
//! job goes on.

use crate::{Dice, Mesh, Subject};
use ferry_method::{HandlerId, Header};
use std::io::{ErrorKind, Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::time::Duration;

/// Longer than any method bears with a silent stranger.
const AGES: Duration = Duration::from_secs(120);

fn door(subject: &Subject, mesh: &mut Mesh) -> SocketAddr {
    let door = subject.door.as_ref().expect("a subject with a door");
    door(&mesh.descriptor(1))
}

fn knock(door: SocketAddr) -> TcpStream {
    let stream = TcpStream::connect(door).expect("the door is open to all");
    stream.set_nonblocking(true).expect("a plain socket");
    stream
}

/// Whether the other end has closed. What it may have said before is read over.
fn is_closed(stream: &mut TcpStream) -> bool {
    loop {
        match stream.read(&mut [0; 4096]) {
            Ok(0) => return true,
            Ok(_) => {}
            Err(e) => return !matches!(e.kind(), ErrorKind::WouldBlock | ErrorKind::Interrupted),
        }
    }
}

fn ordinary_traffic(mesh: &mut Mesh) {
    for ends in [(0, 1), (1, 0)] {
        mesh.send(ends, &Header::new(HandlerId(1)), b"undisturbed");
        mesh.until("ordinary traffic goes on", |mesh| !mesh.take(ends.1).is_empty());
    }
    assert!(mesh.sink(0).losses.is_empty() && mesh.sink(1).losses.is_empty());
}

/// Runs an attack before the first contact of two peers and again in the midst of their traffic.
fn under_attack(subject: &Subject, mut attack: impl FnMut(&mut Mesh, SocketAddr)) {
    let mut mesh = Mesh::new(subject, 2);
    let door = door(subject, &mut mesh);
    for _ in 0..2 {
        let before = mesh.method(1).counters().refused;
        attack(&mut mesh, door);
        mesh.until("the strangers are counted", |mesh| mesh.method(1).counters().refused > before);
        ordinary_traffic(&mut mesh);
    }
}

/// Sends bytes and expects to be shown the door. A broken pipe is one way of being shown it.
fn say(mesh: &mut Mesh, door: SocketAddr, bytes: &[u8]) {
    let mut stream = knock(door);
    let _ = stream.write_all(bytes);
    let before = mesh.method(1).counters().refused;
    mesh.until("the stranger is turned away", |mesh| {
        is_closed(&mut stream) && mesh.method(1).counters().refused > before
    });
}

/// Bytes that mean nothing.
pub fn random_bytes(subject: &Subject) {
    let mut dice = Dice::new(5);
    under_attack(subject, |mesh, door| {
        for _ in 0..20 {
            let len = 1024 + dice.below(4096);
            let bytes: Vec<u8> = (0..len).map(|_| dice.roll() as u8).collect();
            say(mesh, door, &bytes);
        }
    });
}

/// Greetings that stop after a few bytes, with and without an end.
pub fn truncated_greetings(subject: &Subject) {
    under_attack(subject, |mesh, door| {
        for len in [1, 4, 5, 30, 60] {
            let mut stream = knock(door);
            stream.write_all(&vec![0x46; len]).expect("room for a few bytes");
            drop(stream);
            mesh.poll_all();
        }
        let mut stays = knock(door);
        stays.write_all(&[0x46; 3]).expect("room for a few bytes");
        mesh.settle();
        mesh.pass(AGES);
        mesh.until("the stranger is turned away", |_| is_closed(&mut stays));
    });
}

/// As many bytes as the other end will take.
pub fn floods(subject: &Subject) {
    let flood = vec![0xff; 1 << 20];
    under_attack(subject, |mesh, door| say(mesh, door, &flood));
}

/// A stranger who says nothing.
pub fn silence(subject: &Subject) {
    under_attack(subject, |mesh, door| {
        let mut stream = knock(door);
        mesh.settle();
        assert!(!is_closed(&mut stream), "even a peer may need a moment");
        mesh.pass(AGES);
        mesh.until("the stranger is turned away", |_| is_closed(&mut stream));
    });
}

/// More strangers than anybody keeps a place for; a peer still gets in.
pub fn a_crowd_of_strangers(subject: &Subject) {
    under_attack(subject, |mesh, door| {
        let mut crowd: Vec<TcpStream> = (0..200).map(|_| knock(door)).collect();
        mesh.settle();
        ordinary_traffic(mesh);
        mesh.pass(AGES);
        for stream in &mut crowd {
            mesh.until("the stranger is turned away", |_| is_closed(stream));
        }
    });
}
