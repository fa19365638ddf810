//! Many frames: order, both directions, many peers, counters.

use crate::{Dice, LandsIn, Mesh, Reach, Subject, pattern, seeds};
use ferry_method::{HandlerId, Header, StreamId};
use std::collections::HashMap;

/// A frame that can be checked when it comes: its number and the seed of its content.
fn numbered(number: u64, stream: u16, seed: u64) -> Header {
    let stream = StreamId(stream);
    Header { stream, words: [number, seed], ..Header::new(HandlerId(9)) }
}

fn check_content(arrival: &crate::ArrivedFrame) {
    let expected = pattern(arrival.header.words[1], arrival.len);
    assert_eq!(arrival.payload.as_ref(), Some(&expected), "content of {:?}", arrival.header);
}

/// A size as traffic has them: mostly small, some large.
fn size(dice: &mut Dice) -> usize {
    match dice.below(40) {
        0 => dice.below(150_000),
        1..5 => dice.below(6_000),
        _ => dice.below(200),
    }
}

/// Frames of one stream arrive in order, whatever their sizes.
pub fn frames_keep_their_order(subject: &Subject) {
    let mut mesh = Mesh::new(subject, 2);
    let (from, to) = mesh.ends();
    let mut dice = Dice::new(2);
    let mut next: HashMap<StreamId, u64> = HashMap::new();
    let mut came = 0;
    let mut check = |mesh: &mut Mesh| {
        for arrival in mesh.take(to) {
            let expected = next.entry(arrival.header.stream).or_default();
            assert_eq!(arrival.header.words[0], *expected, "stream {}", arrival.header.stream);
            *expected += 1;
            came += 1;
            check_content(&arrival);
        }
        came
    };
    let mut sent: [u64; 4] = [0; 4];
    let frames = 4_000;
    for seed in 0..frames {
        let stream = dice.below(sent.len());
        let header = numbered(sent[stream], stream as u16, seed);
        sent[stream] += 1;
        mesh.send((from, to), &header, &pattern(seed, size(&mut dice)));
        if dice.below(4) == 0 {
            mesh.poll(to);
            check(&mut mesh);
        }
    }
    mesh.until("all frames arrive", |mesh| check(mesh) == frames);
}

/// A frame of which nothing was taken may never be offered again: others go all the same, on its stream and on others.
pub fn what_is_not_begun_is_not_missed(subject: &Subject) {
    for stream in [0, 1] {
        let mut mesh = Mesh::new(subject, 2);
        let ends = mesh.ends();
        let mut done = 0;
        let greeting = numbered(0, 0, 5);
        let taken = mesh.try_send(ends, &greeting, &[], &mut done).expect("a healthy link");
        if !taken && done != 0 {
            mesh.until("what was begun is taken", |mesh| {
                mesh.try_send(ends, &greeting, &[], &mut done).expect("a healthy link")
            });
        }
        let came = 1 + usize::from(taken || done != 0);
        mesh.send(ends, &numbered(1, stream, 5), &pattern(5, 100));
        mesh.until("the other frame arrives", |mesh| mesh.sink(ends.1).arrivals.len() == came);
        assert_eq!(mesh.take(ends.1).last().map(|arrival| arrival.header.words[0]), Some(1));
    }
}

/// Frames that are under way on several streams of the pool at once arrive in order within each.
pub fn streams_of_the_pool_keep_their_order(subject: &Subject) {
    let mut mesh = Mesh::new(subject, 2);
    let ends = mesh.ends();
    let together = mesh.method(ends.0).attributes().streams > 1;
    let mut lanes: Vec<PoolTraffic> = (0..10).map(|stream| PoolTraffic::new(stream, 60)).collect();
    let mut next = vec![0; lanes.len()];
    let mut dice = Dice::new(6);
    mesh.until("all frames arrive", |mesh| {
        for _ in 0..20 {
            let under_way = lanes.iter().position(|lane| lane.under_way).filter(|_| !together);
            let at = under_way.unwrap_or_else(|| dice.below(lanes.len()));
            lanes[at].push(mesh, ends);
        }
        for arrival in mesh.take(ends.1) {
            let expected = &mut next[arrival.header.stream.0 as usize];
            assert_eq!(arrival.header.words[0], *expected, "stream {}", arrival.header.stream);
            *expected += 1;
            check_content(&arrival);
        }
        next.iter().all(|n| *n == 60)
    });
}

/// Frames on one stream of the pool, one after the other, each in as many sends as it takes.
struct PoolTraffic {
    header: Header,
    payload: Vec<u8>,
    left: u64,
    done: usize,
    /// A send of the frame found no room.
    under_way: bool,
    dice: Dice,
}

impl PoolTraffic {
    fn new(stream: u16, frames: u64) -> Self {
        let mut lane = PoolTraffic {
            header: numbered(0, stream, 0),
            payload: Vec::new(),
            left: frames,
            done: 0,
            under_way: false,
            dice: Dice::new(stream.into()),
        };
        lane.next(0);
        lane
    }

    fn next(&mut self, number: u64) {
        let seed = self.dice.roll();
        self.header = numbered(number, self.header.stream.0, seed);
        self.payload = pattern(seed, size(&mut self.dice));
        self.done = 0;
    }

    /// One call of send, if anything is left.
    fn push(&mut self, mesh: &mut Mesh, ends: (usize, usize)) {
        if self.left == 0 {
            return;
        }
        let taken = mesh.try_send(ends, &self.header, &self.payload, &mut self.done);
        self.under_way = !taken.expect("a healthy link");
        if !self.under_way {
            self.left -= 1;
            self.next(self.header.words[0] + 1);
        }
    }
}

/// Ends that begin to talk to each other at the same moment, in many interleavings: nothing is lost,
/// doubled or overtaken.
pub fn first_contact_from_all_sides(subject: &Subject) {
    for seed in seeds(24) {
        let mut dice = Dice::new(seed);
        let mut mesh = Mesh::new(subject, 2 + (seed % 3) as u32);
        let mut flows: Vec<Flow> = Vec::new();
        for from in mesh.ranks() {
            let peers = mesh.peers_of(from);
            flows.extend(peers.into_iter().map(|to| Flow::new((from, to), 500, 5)));
        }
        for _ in 0..100 {
            if dice.below(2) == 0 {
                let at = dice.below(flows.len());
                flows[at].fill(&mut mesh);
            } else {
                let at = dice.below(mesh.ranks().len());
                mesh.poll(at);
            }
        }
        mesh.until("all sides are heard", |mesh| {
            flows.iter_mut().for_each(|flow| flow.fill(mesh));
            flows.iter().all(|flow| flow.sent == flow.frames)
                && mesh.ranks().all(|i| {
                    let expected = mesh.peers_of(i).len() * 5;
                    mesh.sink(i).arrivals.len() >= expected
                })
        });
        mesh.settle();
        for flow in &mut flows {
            let (from, to) = flow.ends;
            let arrivals = &mesh.sink(to).arrivals;
            let from_there = arrivals.iter().filter(|a| a.peer.0 as usize == from);
            let numbers = from_there.map(|a| a.header.words[0]);
            assert!(numbers.eq(0..flow.frames), "from {from} to {to}, seed {seed}");
        }
        assert!(mesh.ranks().all(|i| mesh.sink(i).losses.is_empty()), "seed {seed}");
    }
}

/// A flow of equal frames from one end to another.
struct Flow {
    ends: (usize, usize),
    payload: Vec<u8>,
    frames: u64,
    sent: u64,
    came: u64,
    done: usize,
}

impl Flow {
    fn new(ends: (usize, usize), len: usize, frames: u64) -> Self {
        Flow { ends, payload: pattern(ends.0 as u64, len), frames, sent: 0, came: 0, done: 0 }
    }

    /// Sends until there is no room.
    fn fill(&mut self, mesh: &mut Mesh) {
        while self.sent < self.frames {
            let header = numbered(self.sent, 0, self.ends.0 as u64);
            let taken = mesh.try_send(self.ends, &header, &self.payload, &mut self.done);
            if !taken.expect("a healthy link") {
                return;
            }
            self.sent += 1;
            self.done = 0;
        }
    }

    fn check(&mut self, mesh: &mut Mesh) {
        for arrival in mesh.take(self.ends.1) {
            assert_eq!(arrival.header.words[0], self.came, "frames changed places");
            assert_eq!(arrival.payload.as_ref(), Some(&self.payload));
            self.came += 1;
        }
    }

    fn is_complete(&self) -> bool {
        self.came == self.frames
    }
}

/// Two ends that each send until there is no room get all of it across.
pub fn both_ends_full(subject: &Subject) {
    for (len, frames) in [(256 << 10, 100), (100, 20_000)] {
        let mut mesh = Mesh::new(subject, 2);
        let (a, b) = mesh.ends();
        let len = len.min(mesh.method(a).attributes().max_frame);
        mesh.sink(a).place = LandsIn::Memory;
        let mut flows = vec![Flow::new((a, b), len, frames)];
        if a != b {
            flows.push(Flow::new((b, a), len, frames));
        }
        mesh.until("both flows are across", |mesh| {
            for flow in &mut flows {
                flow.fill(mesh);
                flow.check(mesh);
            }
            flows.iter().all(Flow::is_complete)
        });
    }
}

/// A receiver that does not poll holds the sender up, and nothing is lost by it.
pub fn partial_sends(subject: &Subject) {
    let mut mesh = Mesh::new(subject, 2);
    let (from, to) = mesh.ends();
    let attributes = mesh.method(from).attributes();
    let len = (1 << 20).min(attributes.max_frame).min(subject.longest.max(1));
    let frames = (256 << 20) / len.max(1) as u64;
    // First contact may need both ends to poll.
    mesh.send((from, to), &numbered(0, 0, 0), &[]);
    mesh.until("the first frame arrives", |mesh| !mesh.take(to).is_empty());
    let mut flow = Flow::new((from, to), len, frames.min(1024));
    flow.fill(&mut mesh);
    for _ in 0..100 {
        mesh.poll(from);
        // A method that sends to itself takes in what it polls.
        flow.check(&mut mesh);
        flow.fill(&mut mesh);
    }
    if subject.reach == Reach::Others {
        assert!(flow.sent < flow.frames, "a silent receiver takes in without bound");
    }
    flow.frames = flow.sent + 3;
    mesh.until("all frames arrive", |mesh| {
        flow.fill(mesh);
        flow.check(mesh);
        flow.is_complete()
    });
}

/// Eight ends that all send to all.
pub fn many_peers(subject: &Subject) {
    let mut mesh = Mesh::new(subject, 8);
    let mut dice = Dice::new(3);
    let rounds = 40;
    for number in 0..rounds {
        for from in mesh.ranks() {
            for to in mesh.peers_of(from) {
                let seed = dice.roll();
                let payload = pattern(seed, size(&mut dice));
                mesh.send((from, to), &numbered(number, 0, seed), &payload);
            }
        }
    }
    for to in mesh.ranks() {
        let peers = mesh.peers_of(to);
        let expected = peers.len() * rounds as usize;
        mesh.until("all frames arrive", |mesh| mesh.sink(to).arrivals.len() >= expected);
        let arrivals = mesh.take(to);
        arrivals.iter().for_each(check_content);
        for from in peers {
            let numbers = arrivals.iter().filter(|a| a.peer.0 as usize == from);
            assert!(numbers.map(|a| a.header.words[0]).eq(0..rounds), "from {from} to {to}");
        }
    }
}

/// What the ends counted agrees with what was done.
pub fn counters_agree(subject: &Subject) {
    let mut mesh = Mesh::new(subject, 3);
    let mut dice = Dice::new(4);
    let (mut frames, mut bytes) = (0, 0);
    for _ in 0..50 {
        for from in mesh.ranks() {
            for to in mesh.peers_of(from) {
                let payload = vec![1; size(&mut dice)];
                mesh.send((from, to), &Header::new(HandlerId(1)), &payload);
                frames += 1;
                bytes += payload.len() as u64;
            }
        }
    }
    let received = |mesh: &mut Mesh| -> u64 {
        mesh.ranks().map(|i| mesh.method(i).counters().frames_received).sum()
    };
    mesh.until("all frames are counted", |mesh| received(mesh) >= frames);
    let all: Vec<_> = mesh.ranks().map(|i| mesh.method(i).counters()).collect();
    assert_eq!(all.iter().map(|c| c.frames_sent).sum::<u64>(), frames);
    assert_eq!(all.iter().map(|c| c.frames_received).sum::<u64>(), frames);
    assert_eq!(all.iter().map(|c| c.bytes_sent).sum::<u64>(), bytes);
    assert_eq!(all.iter().map(|c| c.bytes_received).sum::<u64>(), bytes);
    for (i, counters) in all.iter().enumerate() {
        assert_eq!(counters.refused, 0, "rank {i} refused a peer");
        assert_eq!(counters.peers, mesh.peers_of(i).len() as u64, "live peers of rank {i}");
    }
}
