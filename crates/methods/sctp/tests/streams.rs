//! What the general suites do not ask for: streams that come and go, streams that are held by the hundred,
//! and bad paths.

mod common;

use common::{Fate, Relay, Stop, own, subject};
use ferry_conformance::matcher::fetch_in_any_order;
use ferry_conformance::{ArrivedFrame, Dice, LandsIn, Mesh, pattern};
use ferry_method::{Header, PeerId, StreamKey};
use ferry_method_sctp::{Auth, SctpOptions, Spreading, listening_port, with_port};
use std::collections::HashMap;
use std::net::SocketAddr;
use std::time::{Duration, Instant};

fn each(n: u16) -> SctpOptions {
    SctpOptions { streams: Spreading::Each(n), ..SctpOptions::default() }
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
fn beyond_the_limit_streams_take_turns_in_order() {
    let mut mesh = Mesh::new(&subject(each(16)), 2);
    let (mut tally, mut sent, mut dice) = (Tally::default(), HashMap::new(), Dice::new(32));
    exchange(&mut mesh, &mut tally, &mut sent, &mut dice);
    assert!(mesh.method(0).open_streams(PeerId(1)) <= 17);
}

#[test]
fn contexts_and_tags_share_the_streams_of_a_pool() {
    let mut mesh = Mesh::new(&subject(SctpOptions::default()), 2);
    let (mut tally, mut sent, mut dice) = (Tally::default(), HashMap::new(), Dice::new(31));
    exchange(&mut mesh, &mut tally, &mut sent, &mut dice);
    let streams = mesh.method(0).open_streams(PeerId(1));
    assert!((2..=11).contains(&streams), "{streams}");
}

#[test]
fn links_are_described_and_tuned() {
    let mut mesh = Mesh::new(&subject(SctpOptions::default()), 2);
    assert!(mesh.method(0).tune(PeerId(1), "congestion", "bbr").is_err(), "there is no link yet");
    mesh.send((0, 1), &own(1, 0), b"");
    mesh.until("it arrives", |mesh| !mesh.take(1).is_empty());
    for (parameter, value) in
        [("congestion", "bbr"), ("heartbeat", "1s"), ("rto_min", "20ms"), ("multipath", "on")]
    {
        mesh.method(0).tune(PeerId(1), parameter, value).expect("a parameter of a link");
    }
    mesh.send((0, 1), &own(1, 1), &pattern(1, 100_000));
    mesh.until("it arrives", |mesh| !mesh.take(1).is_empty());
    let described = mesh.method(0).describe_link(PeerId(1)).expect("a link");
    for word in ["127.0.0.1", "streams", "rtt", "cwnd", "bbr", "retransmi", "authenticated"] {
        assert!(described.contains(word), "no {word}: {described}");
    }
    assert_eq!(
        described.lines().count(),
        2,
        "a line for the association, one for its path: {described}"
    );
}

/// Streams that are held take nothing from the others, however much their senders have to say.
#[test]
fn hundreds_of_full_streams_hold_up_nobody() {
    let options = SctpOptions { stream_window: 32 << 10, ..each(1024) };
    let mut mesh = Mesh::new(&subject(options), 2);
    mesh.sink(1).asked_for_all = true;
    mesh.sink(1).place = LandsIn::Hold;
    let payload = pattern(1, 9000);
    let mut lanes: Vec<(Header, u64, usize)> = (0..400).map(|tag| (own(tag, 0), 0, 0)).collect();
    let mut idle = 0;
    mesh.until("all senders are held back", |mesh| {
        let mut moved = mesh.poll_all() > 0;
        for (header, sent, done) in &mut lanes {
            let before = *done;
            let taken = mesh.try_send((0, 1), header, &payload, done).expect("a healthy link");
            moved |= taken || *done > before;
            if taken {
                (*sent, *done) = (*sent + 1, 0);
                header.words[0] = *sent;
            }
        }
        idle = if moved { 0 } else { idle + 1 };
        idle > 100
    });
    assert_eq!(mesh.sink(1).held.len(), lanes.len());
    assert!(lanes.iter().all(|(_, sent, _)| (2..20).contains(sent)), "{lanes:?}");
    mesh.sink(1).place = LandsIn::Heap;
    for number in 0..200 {
        mesh.send((0, 1), &own(5000, number), &payload);
        mesh.until("another stream's frame arrives", |mesh| !mesh.take(1).is_empty());
    }
    mesh.sink(1).place = LandsIn::Heap;
    for (header, ..) in &lanes {
        mesh.resume((0, 1), header.stream_key(), LandsIn::Heap);
    }
    let mut came: HashMap<StreamKey, u64> = HashMap::new();
    mesh.until("all arrives", |mesh| {
        for (header, sent, done) in lanes.iter_mut().filter(|(_, _, done)| *done > 0) {
            if mesh.try_send((0, 1), header, &payload, done).expect("a healthy link") {
                (*sent, *done) = (*sent + 1, 0);
            }
        }
        for arrival in mesh.take(1) {
            let next = came.entry(arrival.header.stream_key()).or_default();
            assert_eq!(arrival.header.words[0], *next, "frames changed places");
            assert_eq!(arrival.payload.as_ref(), Some(&payload));
            *next += 1;
        }
        lanes.iter().all(|(header, sent, done)| {
            *done == 0 && came.get(&header.stream_key()).copied().unwrap_or(0) == *sent
        })
    });
}

/// Frames that are all header cost their holder more than they are long.
#[test]
fn a_held_stream_of_tiny_frames_costs_no_packets() {
    let mut mesh = Mesh::new(&subject(each(16)), 2);
    mesh.sink(1).asked_for_all = true;
    mesh.sink(1).place = LandsIn::Hold;
    let (mut sent, mut idle) = (0, 0);
    mesh.until("the sender is held back", |mesh| {
        let taken = mesh.try_send((0, 1), &own(1, sent), b"", &mut 0).expect("a healthy link");
        sent += u64::from(taken);
        idle = if taken || mesh.poll_all() > 0 { 0 } else { idle + 1 };
        assert!(sent < 1_000_000, "a held stream takes in without bound");
        idle > 500
    });
    mesh.sink(1).place = LandsIn::Heap;
    mesh.send((0, 1), &own(2, 0), b"passes");
    mesh.until("another stream's frame arrives", |mesh| !mesh.take(1).is_empty());
    let described = mesh.method(0).describe_link(PeerId(1)).expect("a link");
    let again = described.split(" chunks of ").next().and_then(|begin| begin.split(", ").last());
    let again: u64 = again.and_then(|n| n.parse().ok()).expect("a number of chunks");
    assert!(again < sent / 10, "frames that were not taken had to be sent again: {described}");
    mesh.resume((0, 1), own(1, 0).stream_key(), LandsIn::Heap);
    let mut came = 0;
    mesh.until("all arrive", |mesh| {
        for arrival in mesh.take(1) {
            assert_eq!(arrival.header.words[0], came, "frames changed places");
            came += 1;
        }
        came == sent
    });
}

/// Frames between two ends whose path does what `judge` says.
fn over_a_bad_path(options: SctpOptions, judge: Box<common::Judge>) {
    let options = SctpOptions { mtu: Some(1500), ..options };
    let mut mesh = Mesh::unattached(&subject(options), 2);
    let relay = Relay::new(judge);
    let real = mesh.descriptor(1);
    let bent = with_port(&real, relay.port()).expect("a descriptor of its own");
    let to = SocketAddr::from(([127, 0, 0, 1], listening_port(&real).expect("a descriptor")));
    mesh.method(0).attach(PeerId(1), &bent).expect("a sound descriptor");
    // The other way round the link is there already.
    let back = mesh.descriptor(0);
    mesh.method(1).attach(PeerId(0), &back).expect("a sound descriptor");
    std::thread::scope(|scope| {
        scope.spawn(|| relay.run(to));
        let _stop = Stop(&relay);
        let (mut tally, mut sent, mut dice) = (Tally::default(), HashMap::new(), Dice::new(34));
        for number in 0..2 {
            exchange(&mut mesh, &mut tally, &mut sent, &mut dice);
            mesh.send((1, 0), &own(1, number), b"and back");
            mesh.until("the answer arrives", |mesh| !mesh.take(0).is_empty());
        }
        if mesh.method(1).attributes().stream_flow_control {
            fetch_in_any_order(&mut mesh, (0, 1), 35);
        }
    });
    assert!(mesh.sink(0).losses.is_empty() && mesh.sink(1).losses.is_empty());
}

fn one_in(n: usize, fate: Fate) -> Box<common::Judge> {
    Box::new(move |_, dice| if dice.below(n) == 0 { fate } else { Fate::Pass })
}

#[test]
fn a_link_survives_loss() {
    over_a_bad_path(SctpOptions::default(), one_in(40, Fate::Drop));
    over_a_bad_path(each(300), one_in(40, Fate::Drop));
}

#[test]
fn a_link_survives_doubled_and_late_packets() {
    over_a_bad_path(SctpOptions::default(), one_in(10, Fate::Double));
    over_a_bad_path(each(300), one_in(10, Fate::Delay));
}

/// Somebody on the way changes bytes and puts the checksum right: with everything authenticated none of it
/// gets through. INIT and INIT-ACK, which nothing authenticates (RFC 4895 section 3.2), are left alone.
#[test]
fn changed_packets_are_dropped_where_all_is_authenticated() {
    let options = SctpOptions { auth: Auth::All, ..SctpOptions::default() };
    let judge = |packet: &mut Vec<u8>, dice: &mut Dice| {
        let is_first = packet.len() > 40 && (1..=2).contains(&packet[12]);
        if dice.below(20) == 0 && packet.len() > 40 && !is_first {
            let at = 12 + dice.below(packet.len() - 12);
            packet[at] ^= 1 << dice.below(8);
        }
        Fate::Pass
    };
    over_a_bad_path(options, Box::new(judge));
}

/// A cable that is pulled for a while is no loss.
#[test]
fn a_link_survives_silence() {
    let options = SctpOptions { heartbeat: Some(Duration::from_millis(50)), ..each(300) };
    let (mut passed, mut pulled) = (0, None);
    let judge = move |_: &mut Vec<u8>, _: &mut Dice| {
        passed += 1;
        if passed == 300 {
            pulled = Some(Instant::now());
        }
        let is_out = pulled.is_some_and(|since: Instant| since.elapsed() < Duration::from_secs(1));
        if is_out { Fate::Drop } else { Fate::Pass }
    };
    over_a_bad_path(options, Box::new(judge));
}
