//! More streams than connections.

use ferry_conformance::{Dice, LandsIn, Mesh, Reach, Subject, identity, pattern};
use ferry_method::{HandlerId, Header, Method, PeerId, StreamKey};
use ferry_method_tcp_stream::{TcpStreamMethod, TcpStreamOptions};
use std::collections::HashMap;

fn mesh(max_connections: usize, n: u32) -> Mesh {
    let options =
        TcpStreamOptions { max_connections: Some(max_connections), ..TcpStreamOptions::default() };
    let make = move |n| -> Vec<Box<dyn Method>> {
        let one = |i| TcpStreamMethod::new(identity(i, n), options.clone());
        (0..n).map(|i| Box::new(one(i).expect("listening on this host")) as _).collect()
    };
    Mesh::new(&Subject::new(Reach::Others, make), n)
}

fn header(tag: u64, number: u64) -> Header {
    let words = [number, tag << 20 | number];
    Header { flags: Header::OWN_STREAM, bits: 3 << 32 | tag, words, ..Header::new(HandlerId(4)) }
}

fn payload(header: &Header) -> Vec<u8> {
    let mut dice = Dice::new(header.words[1]);
    let len = if dice.below(30) == 0 { dice.below(200_000) } else { dice.below(2000) };
    pattern(header.words[1], len)
}

/// What came so far on each stream of each peer, checked for order and content.
#[derive(Default)]
struct Tally(HashMap<(usize, PeerId, StreamKey), u64>);

impl Tally {
    fn take(&mut self, mesh: &mut Mesh) -> u64 {
        for to in mesh.ranks() {
            for arrival in mesh.take(to) {
                let key = (to, arrival.peer, arrival.header.stream_key());
                let next = self.0.entry(key).or_default();
                assert_eq!(arrival.header.words[0], *next, "frames of {key:?} changed places");
                *next += 1;
                assert!(arrival.payload == Some(payload(&arrival.header)), "{key:?}");
            }
        }
        self.0.values().sum()
    }
}

#[test]
fn eight_connections_serve_a_hundred_streams() {
    let mut mesh = mesh(8, 2);
    let (mut dice, mut tally) = (Dice::new(1), Tally::default());
    let mut sent = vec![0; 100];
    let frames = 2000;
    for _ in 0..frames {
        let tag = dice.below(sent.len());
        let header = header(tag as u64, sent[tag]);
        sent[tag] += 1;
        mesh.send((0, 1), &header, &payload(&header));
        // The control connection and the streams.
        assert!(mesh.method(0).open_streams(PeerId(1)) <= 1 + 8);
        tally.take(&mut mesh);
    }
    mesh.until("all frames arrive", |mesh| tally.take(mesh) == frames);
    assert!(mesh.sink(1).losses.is_empty());
}

/// All streams want a connection at the same time, in both directions and to several peers. Some pairs may have
/// to go on through another method, each after so many frames.
fn contend(connections: usize, tags: u64, frames: u64, detours: &[((usize, usize), u64)]) {
    let mut mesh = mesh(connections, 3);
    let mut tally = Tally::default();
    // Ends, tag, frames sent, mark of progress.
    let mut lanes: Vec<((usize, usize), u64, u64, usize)> = Vec::new();
    for ends in [(0, 1), (1, 0), (0, 2), (2, 1)] {
        lanes.extend((0..tags).map(|tag| (ends, tag, 0, 0)));
    }
    let mut dice = Dice::new(connections as u64);
    mesh.until("all frames arrive", |mesh| {
        for _ in 0..lanes.len() {
            let at = dice.below(lanes.len());
            let (ends, tag, sent, done) = &mut lanes[at];
            let header = header(*tag, *sent);
            if *sent == frames {
                continue;
            }
            if mesh.try_send(*ends, &header, &payload(&header), done).expect("a healthy link") {
                (*sent, *done) = (*sent + 1, 0);
            }
        }
        let arrived = tally.take(mesh);
        for (ends, _) in detours.iter().filter(|(_, after)| arrived >= *after) {
            assert!(mesh.detour(*ends));
        }
        arrived == frames * lanes.len() as u64
    });
    assert!(mesh.ranks().all(|i| mesh.sink(i).losses.is_empty()));
}

#[test]
fn streams_that_contend_all_get_a_turn() {
    contend(4, 30, 6, &[]);
}

#[test]
fn one_connection_serves_all() {
    contend(1, 8, 3, &[]);
}

#[test]
fn streams_that_contend_survive_detours() {
    for after in [0, 1, 20, 60, 150, 300] {
        contend(4, 30, 6, &[((0, 1), after), ((0, 2), after / 2 + 40)]);
        contend(1, 8, 3, &[((1, 0), after / 10)]);
    }
}

#[test]
fn streams_that_are_held_do_not_use_up_the_connections() {
    hold(None);
}

#[test]
fn streams_that_are_held_survive_detours() {
    for after in [0, 50, 150, 179] {
        hold(Some(after));
    }
}

/// Far more streams are held than there are connections. Once so many frames were sent, or let go, they come
/// through another method.
fn hold(detour: Option<u64>) {
    let mut mesh = mesh(8, 2);
    let mut sent = 0;
    mesh.sink(1).place = LandsIn::Hold;
    let (tags, rounds) = (60, 3);
    for number in 0..rounds {
        for tag in 0..tags {
            let header = header(tag, number);
            let mut short = payload(&header);
            short.truncate(2000);
            mesh.send((0, 1), &header, &short);
            sent += 1;
            assert!(detour != Some(sent) || sent > 100 || mesh.detour((0, 1)));
        }
    }
    mesh.until("all streams are held", |mesh| mesh.sink(1).held.len() == tags as usize);
    assert!(mesh.sink(1).arrivals.is_empty());
    let mut dice = Dice::new(2);
    let mut next = vec![0; tags as usize];
    for round in 0..tags * rounds {
        assert!(detour != Some(round) || mesh.detour((0, 1)));
        mesh.until("a frame is held", |mesh| !mesh.sink(1).held.is_empty());
        let held = mesh.sink(1).held.clone();
        let held = held[dice.below(held.len())];
        let tag = (held.header.bits & 0xffff) as usize;
        assert_eq!(held.header.words[0], next[tag], "frames of stream {tag} changed places");
        next[tag] += 1;
        mesh.resume((0, 1), held.header.stream_key(), LandsIn::Heap);
        mesh.until("the frame arrives", |mesh| !mesh.sink(1).arrivals.is_empty());
        let arrival = mesh.take(1).remove(0);
        assert_eq!(arrival.header, held.header);
        let mut expected = payload(&arrival.header);
        expected.truncate(2000);
        assert!(arrival.payload == Some(expected));
    }
    // The streams are as good as new.
    mesh.sink(1).place = LandsIn::Heap;
    let again = header(7, rounds);
    mesh.send((0, 1), &again, &payload(&again));
    mesh.until("the frame arrives", |mesh| !mesh.take(1).is_empty());
}

#[test]
fn no_connection_at_all_is_a_mistake() {
    let options = TcpStreamOptions { max_connections: Some(0), ..TcpStreamOptions::default() };
    let error = TcpStreamMethod::new(identity(0, 2), options).err().expect("refused").to_string();
    assert!(error.contains("tcp-stream.max_connections"), "{error}");
}
