//! What the general suites do not ask for: streams that come and go, and paths that change.

use ferry_conformance::matcher::fetch_in_any_order;
use ferry_conformance::{
    ArrivedFrame, Dice, LandsIn, Mesh, Reach, Recorder, Subject, identity, pattern,
};
use ferry_method::{HandlerId, Header, Method, PeerId, StreamKey};
use ferry_method_quic::{QuicMethod, QuicOptions, listening_port};
use std::collections::HashMap;
use std::net::{SocketAddr, UdpSocket};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

fn subject(options: QuicOptions) -> Subject {
    Subject::new(Reach::Others, move |n| {
        (0..n)
            .map(|i| {
                let method = QuicMethod::new(identity(i, n), options.clone());
                Box::new(method.expect("a UDP port of this host")) as Box<dyn Method>
            })
            .collect()
    })
}

fn own(tag: u32, number: u64) -> Header {
    let (flags, bits) = (Header::OWN_STREAM, 3 << 32 | u64::from(tag));
    Header { flags, bits, words: [number, 0], ..Header::new(HandlerId(1)) }
}

/// Checks that the frames of each stream come in order; returns how many came so far.
#[derive(Default)]
struct Tally(HashMap<StreamKey, u64>);

impl Tally {
    fn take(&mut self, arrivals: Vec<ArrivedFrame>) -> u64 {
        for arrival in arrivals {
            let next = self.0.entry(arrival.header.stream_key()).or_default();
            assert_eq!(arrival.header.words[0], *next, "frames changed places");
            *next += 1;
            let seed = arrival.header.bits ^ arrival.header.words[0];
            assert_eq!(arrival.payload, Some(pattern(seed, arrival.len)));
        }
        self.0.values().sum()
    }
}

/// Sends `frames` frames on `tags` streams in random order and expects them on the other side.
fn exchange(mesh: &mut Mesh, tally: &mut Tally, sent: &mut HashMap<u32, u64>, dice: &mut Dice) {
    let (tags, frames) = (200, 1000);
    let before: u64 = sent.values().sum();
    for _ in 0..frames {
        let tag = dice.below(tags) as u32;
        let number = sent.entry(tag).or_default();
        let header = own(tag, *number);
        let payload = pattern(header.bits ^ *number, dice.below(3000));
        mesh.send((0, 1), &header, &payload);
        *number += 1;
        if dice.below(8) == 0 {
            mesh.poll_all();
        }
    }
    mesh.until("all frames arrive", |mesh| {
        let arrivals = mesh.take(1);
        tally.take(arrivals) == before + frames
    });
}

#[test]
fn streams_long_unused_are_closed_and_opened_again_in_order() {
    let idle = Duration::from_secs(5);
    let options = QuicOptions { stream_idle: Some(idle), ..QuicOptions::default() };
    let mut mesh = Mesh::new(&subject(options), 2);
    let (mut tally, mut sent, mut dice) = (Tally::default(), HashMap::new(), Dice::new(31));
    for _ in 0..3 {
        exchange(&mut mesh, &mut tally, &mut sent, &mut dice);
        assert!(mesh.method(0).open_streams(PeerId(1)) > 150);
        for _ in 0..3 {
            mesh.skip(idle);
            mesh.settle();
        }
        mesh.until("unused streams are closed", |mesh| {
            mesh.method(0).open_streams(PeerId(1)) <= 2
                && mesh.method(1).open_streams(PeerId(0)) <= 2
        });
    }
}

#[test]
fn beyond_the_limit_streams_take_turns_in_order() {
    let options = QuicOptions { max_streams: 16, ..QuicOptions::default() };
    let mut mesh = Mesh::new(&subject(options), 2);
    let (mut tally, mut sent, mut dice) = (Tally::default(), HashMap::new(), Dice::new(32));
    exchange(&mut mesh, &mut tally, &mut sent, &mut dice);
    assert!(mesh.method(0).open_streams(PeerId(1)) <= 17);
}

/// The system says that nobody listens any more where a peer said goodbye that has not waited for an answer.
#[test]
fn what_is_held_outlives_the_port_of_who_said_goodbye() {
    let mut mesh = Mesh::new(&subject(QuicOptions::default()), 2);
    mesh.sink(1).place = LandsIn::Hold;
    let header = own(1, 0);
    mesh.send((0, 1), &header, &pattern(header.bits, 3000));
    mesh.until("it is held", |mesh| mesh.sink(1).held.len() == 1);
    mesh.settle();
    let now = mesh.now();
    assert!(!mesh.method(0).close(now, &mut Recorder::default()), "it has no answer yet");
    // It hears the goodbye, and nobody its answer.
    mesh.poll(1);
    drop(mesh.remove(0));
    mesh.until("it is told of the end", |mesh| {
        mesh.pass(Duration::from_millis(500));
        mesh.sink(1).departures == [PeerId(0)]
    });
    mesh.resume((0, 1), header.stream_key(), LandsIn::Heap);
    mesh.until("it arrives after all", |mesh| mesh.sink(1).arrivals.len() == 1);
    assert_eq!(mesh.take(1)[0].payload, Some(pattern(header.bits, 3000)));
    assert!(mesh.sink(1).losses.is_empty(), "an orderly end was reported as a loss");
}

#[test]
fn links_are_described_and_tuned() {
    let mut mesh = Mesh::new(&subject(QuicOptions::default()), 2);
    assert!(mesh.method(0).tune(PeerId(1), "keepalive", "1s").is_err(), "there is no link yet");
    mesh.send((0, 1), &own(1, 0), b"");
    for (parameter, value) in
        [("keepalive", "1s"), ("stream_idle", "0"), ("send_window", "1M"), ("receive_window", "1M")]
    {
        mesh.method(0).tune(PeerId(1), parameter, value).expect("a parameter of a link");
    }
    let described = mesh.method(0).describe_link(PeerId(1)).expect("a link");
    assert!(described.contains("127.0.0.1") && described.contains("rtt"), "{described}");
    assert_eq!(mesh.method(0).open_streams(PeerId(1)), 3, "{described}");
}

/// What the relay is to do.
#[derive(Default)]
struct Orders {
    stop: AtomicBool,
    /// Take a new port.
    change: AtomicBool,
}

/// Stops the relay, also where a check fails.
struct Stop<'a>(&'a Orders);

impl Drop for Stop<'_> {
    fn drop(&mut self) {
        self.0.stop.store(true, Ordering::Relaxed);
    }
}

/// Passes datagrams on between a caller and `to`, one in `loss` not.
fn relay(door: &UdpSocket, to: SocketAddr, loss: usize, orders: &Orders) {
    let fresh = || {
        let socket = UdpSocket::bind("127.0.0.1:0").expect("loopback");
        socket.connect(to).expect("loopback");
        socket.set_nonblocking(true).expect("a plain socket");
        socket
    };
    door.set_nonblocking(true).expect("a plain socket");
    let (mut onward, mut caller, mut dice) = (fresh(), None, Dice::new(33));
    let mut bytes = vec![0; 65536];
    while !orders.stop.load(Ordering::Relaxed) {
        if orders.change.swap(false, Ordering::Relaxed) {
            onward = fresh();
        }
        let mut moved = false;
        if let Ok((n, from)) = door.recv_from(&mut bytes) {
            (caller, moved) = (Some(from), true);
            if dice.below(loss) != 0 {
                let _ = onward.send(&bytes[..n]);
            }
        }
        if let (Ok(n), Some(caller)) = (onward.recv(&mut bytes), caller) {
            moved = true;
            if dice.below(loss) != 0 {
                let _ = door.send_to(&bytes[..n], caller);
            }
        }
        if !moved {
            std::thread::yield_now();
        }
    }
}

/// Frames between two ends whose path loses datagrams, or has another address after each exchange.
fn over_a_bad_path(loss: usize, changes: bool) {
    let options = QuicOptions {
        max_datagram: Some(1452),
        keepalive: Some(Duration::from_millis(50)),
        ..QuicOptions::default()
    };
    let mut mesh = Mesh::unattached(&subject(options), 2);
    let real = mesh.descriptor(1);
    let door = UdpSocket::bind("127.0.0.1:0").expect("loopback");
    let mut bent = real.clone();
    let port = door.local_addr().expect("bound").port();
    bent.bytes[1..3].copy_from_slice(&port.to_le_bytes());
    let to = SocketAddr::from(([127, 0, 0, 1], listening_port(&real).expect("a descriptor")));
    mesh.method(0).attach(PeerId(1), &bent).expect("a sound descriptor");
    // The other way round the link is there already.
    let back = mesh.descriptor(0);
    mesh.method(1).attach(PeerId(0), &back).expect("a sound descriptor");
    let orders = Orders::default();
    std::thread::scope(|scope| {
        scope.spawn(|| relay(&door, to, loss, &orders));
        let _stop = Stop(&orders);
        let (mut tally, mut sent, mut dice) = (Tally::default(), HashMap::new(), Dice::new(34));
        for _ in 0..3 {
            exchange(&mut mesh, &mut tally, &mut sent, &mut dice);
            mesh.send((1, 0), &own(1, 0), b"and back");
            mesh.until("the answer arrives", |mesh| !mesh.take(0).is_empty());
            mesh.settle();
            orders.change.store(changes, Ordering::Relaxed);
        }
        fetch_in_any_order(&mut mesh, (0, 1), 35);
    });
    assert!(mesh.sink(0).losses.is_empty() && mesh.sink(1).losses.is_empty());
}

#[test]
fn a_link_survives_loss() {
    over_a_bad_path(40, false);
}

#[test]
fn a_link_survives_changes_of_address() {
    over_a_bad_path(usize::MAX, true);
}

#[test]
fn a_link_tells_what_its_path_is_like() {
    let mut mesh = Mesh::new(&subject(QuicOptions::default()), 2);
    assert_eq!(mesh.method(0).quality(PeerId(1)), None);
    for expected in 1..20 {
        mesh.send((0, 1), &own(1, expected), b"something");
        mesh.until("the frame arrives", |mesh| mesh.take(1).len() == 1);
        let quality = mesh.method(0).quality(PeerId(1)).expect("it is up");
        assert!(quality.sent >= expected && quality.lost <= quality.sent, "{quality:?}");
        assert!(quality.round_trip > Duration::ZERO, "{quality:?}");
    }
}
