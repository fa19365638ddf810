//! Streams that go on through another method.

use super::{End, frame, introduction, own};
use crate::END;
use crate::introduction::Introduction;
use ferry_conformance::{LandsIn, pattern};
use ferry_method::{Header, Method, MethodError, PeerId};
use ferry_method_tcp::door::Tunnels;
use socket2::Socket;
use std::io::{Read, Write};
use std::time::{Duration, Instant};

/// Rank 1's end of a detour, spoken by hand: what its streams say comes out of tunnels.
struct Detour {
    tunnels: Tunnels,
    open: Vec<Socket>,
}

impl Detour {
    fn begin(end: &mut End) -> Detour {
        let there = End::with(1).method.descriptor();
        end.method.attach(PeerId(1), &there).unwrap();
        assert!(end.method.take_detour(PeerId(1)));
        Detour { tunnels: Tunnels::default(), open: Vec::new() }
    }

    /// A connection that says what it carries on and goes on with these bytes.
    fn open(&mut self, end: &mut End, name: Introduction, bytes: &[u8]) {
        let mut tunnel = self.tunnels.open(PeerId(0)).unwrap();
        tunnel.write_all(&name.encode()).unwrap();
        tunnel.write_all(bytes).unwrap();
        self.open.push(tunnel);
        self.carry(end);
    }

    /// What was said goes to the other end.
    fn carry(&mut self, end: &mut End) {
        for _ in 0..3 {
            let method = &mut end.method;
            self.tunnels.pass(&mut |_, parcel| {
                method.parcel(PeerId(1), &[&[1], parcel].concat());
                true
            });
            end.method.poll(end.started.elapsed(), &mut end.sink);
            for (_, parcel) in std::mem::take(&mut end.sink.parcels) {
                if let Some((1, parcel)) = parcel.split_first() {
                    self.tunnels.take(PeerId(0), parcel, true);
                }
            }
        }
        self.tunnels.pass(&mut |_, _| true);
    }

    /// Whether the receiver has closed a tunnel.
    fn is_closed(&mut self, at: usize) -> bool {
        matches!(self.open[at].read(&mut [0; 8]), Ok(0))
    }
}

/// A stream is carried on from what the other host has acknowledged, which is never more than what has come:
/// bytes that come again are passed over, wherever in a frame that is.
#[test]
fn what_comes_again_by_a_detour_is_passed_over() {
    let frames: Vec<u8> =
        (0..4).flat_map(|n| frame(&own(7), &pattern(n, 100 + 60 * n as usize))).collect();
    for came in (0..=frames.len()).step_by(37) {
        for again in [0, 1, 40, 5000] {
            let mut end = End::new();
            let mut stream = end.stream(own(7).stream_key());
            stream.write_all(&frames[..came]).unwrap();
            // Some of it is read already.
            if came % 2 == 0 {
                end.settle();
            }
            let mut detour = Detour::begin(&mut end);
            let from = came.saturating_sub(again);
            let name = Introduction { key: own(7).stream_key(), number: 1, from: from as u64 };
            detour.open(&mut end, name, &frames[from..]);
            end.until(|end| end.sink.arrivals.len() >= 4);
            for (n, arrival) in end.sink.arrivals.iter().enumerate() {
                assert_eq!(
                    arrival.payload,
                    Some(pattern(n as u64, 100 + 60 * n)),
                    "{came} {again}"
                );
            }
            assert!(end.sink.losses.is_empty() && end.sink.arrivals.len() == 4);
        }
    }
}

/// What was held when the detour began is still held, and order is kept.
#[test]
fn a_held_stream_is_carried_on_and_its_successor_waits() {
    let mut end = End::new();
    end.sink.place = LandsIn::Hold;
    let key = own(8).stream_key();
    let numbered = |n: u64| frame(&Header { words: [n, 0], ..own(8) }, &pattern(n, 3000));
    let bytes = [numbered(0), numbered(1), Header::default().encode(END).to_vec()].concat();
    let mut stream = end.stream(key);
    stream.write_all(&bytes[..4000]).unwrap();
    end.settle();
    let mut detour = Detour::begin(&mut end);
    detour.open(&mut end, Introduction { key, number: 1, from: 2000 }, &bytes[2000..]);
    detour.open(&mut end, Introduction { key, number: 2, from: 0 }, &numbered(2));
    for n in 0..3 {
        end.until(|end| !end.sink.held.is_empty());
        assert!(end.sink.held.len() == 1 && end.sink.arrivals.is_empty());
        let held = end.sink.let_go(PeerId(1), key).unwrap();
        let landing = end.sink.land(LandsIn::Memory, held.len);
        end.method.resume(PeerId(1), key, landing).unwrap();
        detour.carry(&mut end);
        end.until(|end| !end.sink.arrivals.is_empty());
        let arrival = end.sink.arrivals.remove(0);
        assert_eq!((arrival.header.words[0], arrival.payload), (n, Some(pattern(n, 3000))));
    }
    detour.carry(&mut end);
    assert!(detour.is_closed(0) && !detour.is_closed(1) && end.sink.losses.is_empty());
}

/// A stream whose end was taken in is not taken in twice, though its sender could not hear of that.
#[test]
fn what_has_ended_is_not_carried_on() {
    let mut end = End::new();
    let key = own(9).stream_key();
    let bytes = [frame(&own(9), b"all of it"), Header::default().encode(END).to_vec()].concat();
    let mut stream = end.stream(key);
    stream.write_all(&bytes).unwrap();
    end.until_closed(&mut stream);
    let mut detour = Detour::begin(&mut end);
    detour.open(&mut end, Introduction { key, number: 1, from: 0 }, &bytes);
    assert!(detour.is_closed(0), "that is how the sender hears of it");
    assert!(end.sink.arrivals.len() == 1 && end.sink.losses.is_empty());
    // One that arrives late has nothing to say any more.
    detour.open(&mut end, Introduction { key, number: 2, from: 0 }, &bytes);
    let mut late = end.proven();
    late.write_all(&introduction(key, 2, 0)).unwrap();
    end.until_closed(&mut late);
    assert!(end.sink.arrivals.len() == 2 && end.sink.losses.is_empty());
}

#[test]
fn a_gap_in_a_stream_is_nonsense() {
    for number in [1, 2] {
        let mut end = End::new();
        let key = own(5).stream_key();
        let mut stream = end.stream(key);
        stream.write_all(&frame(&own(5), b"four")[..10]).unwrap();
        let mut detour = Detour::begin(&mut end);
        detour.open(&mut end, Introduction { key, number, from: 11 }, b"later");
        end.until(|end| !end.sink.losses.is_empty());
        assert!(matches!(end.sink.losses[0].1, MethodError::Nonsense { .. }));
    }
}

/// Whoever is held back is answered, so that nobody takes it for a network that is cut.
#[test]
fn a_stream_that_is_held_back_is_not_silent() {
    let (mut end, mut peer) = (End::new(), End::with(1));
    let (here, there) = (end.method.descriptor(), peer.method.descriptor());
    end.method.attach(PeerId(1), &there).unwrap();
    peer.method.attach(PeerId(0), &here).unwrap();
    end.sink.place = LandsIn::Hold;
    let (payload, mut done, started) = (pattern(1, 32 << 20), 0, Instant::now());
    let mut waits = true;
    peer.until(|peer| {
        assert!(!peer.method.send(PeerId(0), &own(3), &payload, &mut done).unwrap());
        end.method.poll(end.started.elapsed(), &mut end.sink);
        waits = peer.method.pulse(PeerId(0)).unwrap().waits;
        started.elapsed() > Duration::from_secs(1) && !waits
    });
    assert!(done > 0 && end.sink.held.len() == 1);
}

/// A broken connection is no loss while another way is looked for, and nothing of it is forgotten.
#[test]
fn a_broken_stream_waits_for_a_detour() {
    let mut end = End::new();
    end.sink.doubts = true;
    let bytes = frame(&own(6), &pattern(6, 5000));
    let mut stream = end.stream(own(6).stream_key());
    stream.write_all(&bytes[..3000]).unwrap();
    end.settle();
    drop(stream);
    let started = Instant::now();
    end.until(|_| started.elapsed() > Duration::from_secs(3));
    assert!(end.sink.losses.is_empty());
    let mut detour = Detour::begin(&mut end);
    let name = Introduction { key: own(6).stream_key(), number: 1, from: 1000 };
    detour.open(&mut end, name, &bytes[1000..]);
    end.until(|end| end.sink.arrivals.len() == 1);
    assert_eq!(end.sink.arrivals[0].payload, Some(pattern(6, 5000)));
    assert!(end.sink.losses.is_empty());
}
