//! Many streams at once.

use super::*;
use std::collections::HashMap;

/// What came on each stream so far, checked for order and content.
#[derive(Default)]
struct Tally(HashMap<(PeerId, StreamKey), u64>);

impl Tally {
    /// Takes what has come to rank `to`; returns the number of all frames.
    fn take(&mut self, mesh: &mut Mesh, to: usize) -> u64 {
        for arrival in mesh.take(to) {
            let stream = arrival.header.stream_key();
            let next = self.0.entry((arrival.peer, stream)).or_default();
            assert_eq!(arrival.header.words[0], *next, "frames of stream {stream} changed places");
            *next += 1;
            check_content(&arrival);
        }
        self.0.values().sum()
    }
}

/// Frames behind a held one wait for their turn, each asked for by itself.
pub fn frames_behind_a_held_one_keep_their_order(subject: &Subject) {
    let mut mesh = mesh(subject, 2);
    let ends = mesh.ends();
    mesh.sink(ends.1).place = LandsIn::Hold;
    let mut dice = Dice::new(11);
    for header in [own(1, 3), pooled(5)] {
        let mut lane = StreamTraffic::new(ends, header, 10);
        for _ in 0..20 {
            lane.send(&mut mesh);
            lane.len = dice.below(700);
        }
        let places = [LandsIn::Memory, LandsIn::Part, LandsIn::Heap];
        for number in 0..20 {
            mesh.until("the next frame is held", |mesh| !mesh.sink(ends.1).held.is_empty());
            mesh.settle();
            let held = mesh.sink(ends.1).held.clone();
            assert_eq!(held.len(), 1, "frames of one stream are held together: {held:?}");
            assert_eq!(held[0].header.words[0], number, "frames changed places");
            mesh.resume(ends, lane.key(), places[dice.below(3)]);
            mesh.until("the frame arrives", |mesh| !mesh.sink(ends.1).arrivals.is_empty());
            let arrivals = mesh.take(ends.1);
            assert_eq!((arrivals.len(), arrivals[0].header.words[0]), (1, number));
            check_content(&arrivals[0]);
        }
    }
}

/// Long frames of several streams of one peer, each begun while the others are under way.
pub fn frames_of_many_streams_interleave(subject: &Subject) {
    let mut mesh = mesh(subject, 2);
    let ends = mesh.ends();
    mesh.sink(ends.1).place = LandsIn::Memory;
    let longest = mesh.method(ends.0).attributes().max_frame.min(subject.longest);
    let mut lanes: Vec<StreamTraffic> = (0..8)
        .map(|i| StreamTraffic::new(ends, if i % 2 == 0 { own(1, i) } else { pooled(i as u16) }, 0))
        .collect();
    let mut dice = Dice::new(12);
    for lane in &mut lanes {
        lane.len = (700_000 + dice.below(700_000)).min(longest);
        lane.next();
    }
    let (mut tally, frames) = (Tally::default(), 6);
    mesh.until("all frames arrive", |mesh| {
        for lane in lanes.iter_mut().filter(|lane| lane.sent < frames) {
            lane.push(mesh);
        }
        tally.take(mesh, ends.1) == frames * lanes.len() as u64
    });
}

/// Two thousand streams, used in random order.
pub fn thousands_of_streams(subject: &Subject) {
    let mut mesh = mesh(subject, 2);
    let ends = mesh.ends();
    let mut dice = Dice::new(13);
    let mut lanes: Vec<StreamTraffic> = (0..2000)
        .map(|i| StreamTraffic::new(ends, own(i % 7, i), (i as usize * 37) % 500))
        .collect();
    let mut turns: Vec<usize> = (0..lanes.len()).chain(0..lanes.len() / 2).collect();
    let frames = turns.len() as u64;
    let mut tally = Tally::default();
    while !turns.is_empty() {
        let at = turns.swap_remove(dice.below(turns.len()));
        lanes[at].send(&mut mesh);
        tally.take(&mut mesh, ends.1);
    }
    mesh.until("all frames arrive", |mesh| tally.take(mesh, ends.1) == frames);
    assert_eq!(mesh.method(ends.1).counters().frames_received, frames);
}

/// Three hundred streams that are all held, and let go in random order.
pub fn hundreds_held_at_once(subject: &Subject) {
    let mut mesh = mesh(subject, 3);
    let mut dice = Dice::new(14);
    mesh.sink(2).place = LandsIn::Hold;
    let mut keys = Vec::new();
    for tag in 0..300 {
        let from = tag as usize % 2;
        let mut lane = StreamTraffic::new((from, 2), own(5, tag), dice.below(3000));
        lane.send(&mut mesh);
        keys.push((from, lane.key()));
    }
    mesh.until("all streams are held", |mesh| mesh.sink(2).held.len() == keys.len());
    mesh.settle();
    assert!(mesh.sink(2).arrivals.is_empty());
    let (mut tally, mut resumed) = (Tally::default(), 0);
    let places = [LandsIn::Memory, LandsIn::Part, LandsIn::Heap];
    while !keys.is_empty() {
        let (from, key) = keys.swap_remove(dice.below(keys.len()));
        mesh.resume((from, 2), key, places[dice.below(3)]);
        resumed += 1;
        if dice.below(3) == 0 {
            mesh.until("what was let go arrives", |mesh| tally.take(mesh, 2) == resumed);
        }
    }
    mesh.until("all frames arrive", |mesh| tally.take(mesh, 2) == resumed);
}

/// Two ends that hold the same streams of each other's, full to the brim.
pub fn both_ends_hold(subject: &Subject) {
    let mut mesh = mesh(subject, 2);
    let mut lanes = Vec::new();
    for (ends, tag) in [((0, 1), 0), ((1, 0), 0), ((0, 1), 1), ((1, 0), 1)] {
        mesh.sink(ends.1).place = LandsIn::Hold;
        lanes.push(StreamTraffic::new(ends, own(6, tag), 100_000));
    }
    for lane in &mut lanes {
        lane.send_until_held(&mut mesh, 0);
    }
    for _ in 0..300 {
        for lane in &mut lanes {
            lane.push(&mut mesh);
        }
        mesh.poll_all();
    }
    let sent: u64 = lanes.iter().map(|lane| lane.sent).sum();
    let goal = sent + lanes.len() as u64;
    for lane in &mut lanes {
        mesh.sink(lane.ends.1).place = LandsIn::Memory;
        mesh.resume(lane.ends, lane.key(), LandsIn::Memory);
    }
    let last: Vec<u64> = lanes.iter().map(|lane| lane.sent).collect();
    let mut tallies = [Tally::default(), Tally::default()];
    mesh.until("all frames arrive", |mesh| {
        for (lane, last) in lanes.iter_mut().zip(&last) {
            if lane.sent <= *last {
                lane.push(mesh);
            }
        }
        tallies[0].take(mesh, 0) + tallies[1].take(mesh, 1) == goal
    });
}
