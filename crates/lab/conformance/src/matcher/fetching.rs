//! Streams that are read by name ([`Method::fetch`](ferry_method::Method::fetch)).

use super::*;
use crate::cases::{FOREVER, arm_and_wait};
use std::collections::HashMap;

/// Frames that go by each stream.
const FRAMES: u64 = 25;

/// A receiver that reads its streams by name, in any order, and the streams that a sender writes to.
struct Fetching {
    ends: (usize, usize),
    lanes: Vec<StreamTraffic>,
    /// How many frames came by each stream.
    came: HashMap<StreamKey, u64>,
    /// Fetches that found something.
    found: usize,
    dice: Dice,
}

impl Fetching {
    fn new(ends: (usize, usize), seed: u64) -> Self {
        let lens = [0, 8, 8, 700, 5000, 50_000];
        let lane = |(tag, len)| StreamTraffic::new(ends, own(7, tag), len);
        let lanes = (0..).zip(lens).map(lane).collect();
        Fetching { ends, lanes, came: HashMap::new(), found: 0, dice: Dice::new(seed) }
    }

    /// One thing of those that either end may do, by chance.
    fn act(&mut self, mesh: &mut Mesh) {
        let at = self.dice.below(self.lanes.len());
        let key = self.lanes[at].key();
        mesh.sink(self.ends.1).place = self.place();
        match self.dice.below(12) {
            0..4 if self.lanes[at].sent < FRAMES => drop(self.lanes[at].push(mesh)),
            4..9 => self.fetch(mesh, key),
            9 => self.let_go(mesh),
            10 => drop(mesh.poll(self.ends.1)),
            _ => drop(mesh.poll(self.ends.0)),
        }
        self.check(mesh);
    }

    fn place(&mut self) -> LandsIn {
        [LandsIn::Heap, LandsIn::Memory, LandsIn::Hold][self.dice.below(3)]
    }

    fn fetch(&mut self, mesh: &mut Mesh, key: StreamKey) {
        self.found += usize::from(mesh.fetch(self.ends, key) > 0);
    }

    /// Lets some stream go on, and reads it at once, as a receive does that takes what is in front.
    fn let_go(&mut self, mesh: &mut Mesh) {
        let held = &mesh.sink(self.ends.1).held;
        if held.is_empty() {
            return;
        }
        let key = held[self.dice.below(held.len())].header.stream_key();
        mesh.resume(self.ends, key, LandsIn::Memory);
        if self.dice.below(2) == 0 {
            self.fetch(mesh, key);
        }
    }

    fn check(&mut self, mesh: &mut Mesh) {
        for arrival in mesh.take(self.ends.1) {
            let next = self.came.entry(arrival.header.stream_key()).or_default();
            assert_eq!(arrival.header.words[0], *next, "frames changed places");
            *next += 1;
            check_content(&arrival);
        }
    }

    fn is_over(&self) -> bool {
        self.came.values().sum::<u64>() == FRAMES * self.lanes.len() as u64
    }
}

/// Frames on several streams that their receiver reads by name, in an order that `seed` says: each comes once,
/// in the order of its stream. To be run over paths of all kinds.
pub fn fetch_in_any_order(mesh: &mut Mesh, ends: (usize, usize), seed: u64) {
    let mut fetching = Fetching::new(ends, seed);
    let mut steps = 0;
    // The round of polls that `until` makes comes seldom, so that the receiver finds nearly all by name.
    mesh.until("all frames are fetched", |mesh| {
        for _ in 0..50 {
            fetching.act(mesh);
        }
        steps += 1;
        fetching.is_over()
    });
    assert!(fetching.found > 0, "seed {seed}: in {steps} rounds nothing was found by name");
}

/// Streams that are read by name keep their order, whatever is held, let go and polled meanwhile.
pub fn fetched_streams_keep_their_order(subject: &Subject) {
    for seed in 1..=4 {
        let mut mesh = mesh(subject, 2);
        let ends = mesh.ends();
        fetch_in_any_order(&mut mesh, ends, seed);
    }
}

/// What comes beside a stream that is read by name, or behind the frame that was asked for, wakes its receiver
/// and is found by polls.
pub fn what_a_fetch_leaves_is_found(subject: &Subject) {
    let mut mesh = mesh(subject, 2);
    let ends = mesh.ends();
    let [mut wanted, mut beside] = [1, 2].map(|tag| StreamTraffic::new(ends, own(8, tag), 40));
    for lane in [&mut wanted, &mut beside] {
        lane.send(&mut mesh);
    }
    mesh.until("the streams are in use", |mesh| mesh.sink(ends.1).arrivals.len() == 2);
    mesh.take(ends.1);
    for _ in 0..5 {
        mesh.settle();
        let pushed = [wanted.push(&mut mesh), wanted.push(&mut mesh), beside.push(&mut mesh)];
        assert_eq!(pushed, [true; 3], "a quiet link has room for small frames");
        let mut tries = 0;
        while mesh.fetch(ends, wanted.key()) == 0 {
            mesh.poll(ends.0);
            tries += 1;
            assert!(tries < 10_000_000, "a frame that was sent is not found by name");
        }
        let fetched = mesh.sink(ends.1).arrivals.clone();
        assert!(fetched.iter().all(|arrival| arrival.header.stream_key() == wanted.key()));
        rest_is_found(&mut mesh, ends, 3);
    }
}

/// Whatever a fetch has left of so many frames wakes the receiver and is found by its polls.
fn rest_is_found(mesh: &mut Mesh, ends: (usize, usize), frames: usize) {
    while mesh.sink(ends.1).arrivals.len() < frames {
        let noticed = arm_and_wait(mesh, ends.1, false, FOREVER);
        assert!(noticed, "what a fetch left was slept over");
        mesh.poll_all();
    }
    mesh.take(ends.1).iter().for_each(check_content);
}

/// The same of what has come long before, behind a frame that was held and is read by name.
pub fn what_waits_behind_a_fetched_frame_is_found(subject: &Subject) {
    let mut mesh = mesh(subject, 2);
    let ends = mesh.ends();
    let mut lane = StreamTraffic::new(ends, own(8, 3), 40);
    for _ in 0..5 {
        mesh.sink(ends.1).place = LandsIn::Hold;
        for _ in 0..3 {
            lane.send(&mut mesh);
        }
        mesh.until("a frame is held", |mesh| !mesh.sink(ends.1).held.is_empty());
        mesh.settle();
        mesh.sink(ends.1).place = LandsIn::Heap;
        mesh.resume(ends, lane.key(), LandsIn::Heap);
        mesh.fetch(ends, lane.key());
        rest_is_found(&mut mesh, ends, 3);
    }
}

/// Where there is nothing to be had nothing is found, whoever is asked for.
pub fn nothing_is_fetched_of_strangers(subject: &Subject) {
    let mut mesh = mesh(subject, 2);
    let ends = mesh.ends();
    let key = own(5, 5).stream_key();
    assert_eq!(mesh.fetch(ends, key), 0, "there is no link yet");
    StreamTraffic::new(ends, pooled(0), 10).send(&mut mesh);
    mesh.until("the link is in use", |mesh| !mesh.sink(ends.1).arrivals.is_empty());
    for nobody in [ends.1, 2, 1 << 20] {
        assert_eq!(mesh.fetch((nobody, ends.1), key), 0, "rank {nobody}");
    }
    assert_eq!(mesh.fetch(ends, key), 0, "nothing came on that stream");
    assert_eq!(mesh.fetch(ends, StreamKey(0)), 0, "nothing more came on the control stream");
    mesh.close(ends.0);
    mesh.settle();
    assert_eq!(mesh.fetch(ends, key), 0, "the peer has left");
}
