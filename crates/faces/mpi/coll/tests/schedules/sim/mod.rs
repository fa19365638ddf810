//! Runs the schedules of all ranks of a group against each other, with a seeded order of progress and
//! channels that hold a limited number of messages, and refuses anything a real run could trip over.

use std::collections::VecDeque;

use ferry_coll::{PackedBuffer, Schedule, Side, Span, Step, Vector};

/// A small generator of numbers (splitmix64), so that every run can be repeated.
pub(crate) struct Random(pub(crate) u64);

impl Random {
    pub(crate) fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    pub(crate) fn below(&mut self, limit: usize) -> usize {
        (self.next() % limit as u64) as usize
    }

    pub(crate) fn bytes(&mut self, len: usize) -> Vec<u8> {
        (0..len).map(|_| self.next() as u8).collect()
    }
}

/// An associative operation on elements of four bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Op {
    /// Addition of 32-bit integers.
    Sum,
    /// Product of 2x2 matrices modulo 256, which does not commute.
    Product,
}

pub(crate) const UNIT: usize = 4;

impl Op {
    pub(crate) fn vector(self, elements: usize) -> Vector {
        Vector { bytes: elements * UNIT, unit: UNIT, commutative: self == Op::Sum }
    }

    /// `left op right`.
    pub(crate) fn combine(self, left: &[u8], right: &[u8]) -> Vec<u8> {
        assert_eq!(left.len(), right.len());
        assert_eq!(left.len() % UNIT, 0, "a vector was cut inside an element");
        let pairs = left.chunks(UNIT).zip(right.chunks(UNIT));
        pairs
            .flat_map(|(l, r)| self.element(l.try_into().unwrap(), r.try_into().unwrap()))
            .collect()
    }

    fn element(self, l: [u8; UNIT], r: [u8; UNIT]) -> [u8; UNIT] {
        let dot = |a: u8, b: u8, c: u8, d: u8| a.wrapping_mul(b).wrapping_add(c.wrapping_mul(d));
        match self {
            Op::Sum => u32::from_le_bytes(l).wrapping_add(u32::from_le_bytes(r)).to_le_bytes(),
            Op::Product => [
                dot(l[0], r[0], l[1], r[2]),
                dot(l[0], r[1], l[1], r[3]),
                dot(l[2], r[0], l[3], r[2]),
                dot(l[2], r[1], l[3], r[3]),
            ],
        }
    }

    /// Random elements; matrices are invertible, so that no factor can vanish.
    pub(crate) fn elements(self, random: &mut Random, count: usize) -> Vec<u8> {
        let element = |random: &mut Random| {
            let (a, b) = (random.next() as u8, random.next() as u8);
            match self {
                Op::Sum => (random.next() as u32).to_le_bytes(),
                Op::Product => self.element([1, a, 0, 1], [1, 0, b, 1]),
            }
        };
        (0..count).flat_map(|_| element(random)).collect()
    }

    /// `x0 op x1 op ...`.
    pub(crate) fn combine_all(self, vectors: &[Vec<u8>]) -> Vec<u8> {
        let (first, rest) = vectors.split_first().unwrap();
        rest.iter().fold(first.clone(), |result, vector| self.combine(&result, vector))
    }
}

/// One process.
pub(crate) struct Rank {
    pub(crate) schedules: Vec<Schedule>,
    pub(crate) input: Vec<u8>,
    pub(crate) output: Vec<u8>,
    /// The processes at the positions of its schedules, where those are no ranks of one group.
    pub(crate) peers: Option<Vec<usize>>,
}

impl Rank {
    pub(crate) fn new(schedule: Schedule, input: Vec<u8>, output: Vec<u8>) -> Self {
        Rank { schedules: vec![schedule], input, output, peers: None }
    }
}

struct Process {
    rank: Rank,
    scratch: Vec<u8>,
    schedule: usize,
    round: usize,
    started: bool,
    /// Sends and receives of the round that are not complete.
    pending: usize,
}

impl Process {
    fn buffer(&mut self, place: PackedBuffer) -> &mut Vec<u8> {
        match place {
            PackedBuffer::Input => &mut self.rank.input,
            PackedBuffer::Output => &mut self.rank.output,
            PackedBuffer::Scratch => &mut self.scratch,
        }
    }

    fn read(&mut self, span: Span) -> Vec<u8> {
        self.buffer(span.place)[span.offset..span.end()].to_vec()
    }

    fn write(&mut self, span: Span, data: &[u8]) {
        assert_eq!(span.len, data.len(), "a message of another length than expected");
        self.buffer(span.place)[span.offset..span.end()].copy_from_slice(data);
    }

    fn done(&self) -> bool {
        self.schedule == self.rank.schedules.len()
    }

    fn run_local(&mut self, step: Step, op: Op) {
        match step {
            Step::Copy { from, to } => {
                let data = self.read(from);
                self.write(to, &data);
            }
            Step::Reduce { operand, into, side } => {
                let (a, b) = (self.read(operand), self.read(into));
                let result = match side {
                    Side::Left => op.combine(&a, &b),
                    Side::Right => {
                        // The operand may be lost: see to it that nobody needs it.
                        self.write(operand, &vec![0xdd; a.len()]);
                        op.combine(&b, &a)
                    }
                };
                self.write(into, &result);
            }
            _ => panic!("{step:?} among the local steps"),
        }
    }
}

/// What is under way from one rank to another.
#[derive(Default)]
struct Channel {
    /// Sent, not yet received; whether the send waits for that.
    sent: VecDeque<(Vec<u8>, bool)>,
    posted: VecDeque<Span>,
}

/// All processes and channels.
struct Sim {
    processes: Vec<Process>,
    channels: Vec<Channel>,
    /// Messages that a channel takes before a receive is posted; 0 is rendezvous.
    capacity: usize,
    op: Op,
}

/// Runs everything to the end and returns the output buffers.
pub(crate) fn run(ranks: Vec<Rank>, op: Op, capacity: usize, seed: u64) -> Vec<Vec<u8>> {
    let mut sim = Sim::new(ranks, op, capacity);
    sim.run(&mut Random(seed), None);
    sim.assert_over();
    sim.processes.into_iter().map(|process| process.rank.output).collect()
}

/// Runs while one rank never comes, and says who finished.
pub(crate) fn run_without(ranks: Vec<Rank>, absent: usize, seed: u64) -> Vec<bool> {
    let mut sim = Sim::new(ranks, Op::Sum, usize::MAX);
    sim.run(&mut Random(seed), Some(absent));
    sim.processes.iter().map(Process::done).collect()
}

impl Sim {
    fn new(ranks: Vec<Rank>, op: Op, capacity: usize) -> Self {
        let size = ranks.len();
        for rank in &ranks {
            for schedule in &rank.schedules {
                schedule.check(size as u32, rank.input.len(), rank.output.len()).unwrap();
            }
        }
        let process = |rank: Rank| Process {
            rank,
            scratch: Vec::new(),
            schedule: 0,
            round: 0,
            started: false,
            pending: 0,
        };
        let processes = ranks.into_iter().map(process).collect();
        let channels = (0..size * size).map(|_| Channel::default()).collect();
        Sim { processes, channels, capacity, op }
    }

    fn run(&mut self, random: &mut Random, absent: Option<usize>) {
        loop {
            let here = (0..self.processes.len()).filter(|&rank| Some(rank) != absent);
            let able: Vec<usize> = here.filter(|&rank| self.can_move(rank)).collect();
            if able.is_empty() {
                break;
            }
            // Some luck decides who moves, and for how long the others do not.
            let rank = able[random.below(able.len())];
            for _ in 0..=random.below(4) {
                if self.can_move(rank) {
                    self.advance(rank);
                }
            }
        }
    }

    fn assert_over(&self) {
        for (rank, process) in self.processes.iter().enumerate() {
            assert!(process.done(), "deadlock: rank {rank} waits in round {}", process.round);
        }
        let left = self.channels.iter().any(|c| !c.sent.is_empty() || !c.posted.is_empty());
        assert!(!left, "messages were left over");
    }

    fn can_move(&self, rank: usize) -> bool {
        let process = &self.processes[rank];
        !process.done() && (!process.started || process.pending == 0)
    }

    fn advance(&mut self, rank: usize) {
        let process = &mut self.processes[rank];
        let schedule = process.rank.schedules[process.schedule].clone();
        if process.round == 0 && !process.started {
            process.scratch = vec![0xcc; schedule.scratch()];
        }
        let Some(round) = schedule.round(process.round) else {
            process.schedule += 1;
            process.round = 0;
            return;
        };
        if process.started {
            for step in round.local {
                process.run_local(*step, self.op);
            }
            process.started = false;
            process.round += 1;
            return;
        }
        process.started = true;
        process.pending = round.messages.len();
        for step in round.messages {
            self.start(rank, *step);
        }
    }

    /// The process at a position of a rank's schedules.
    fn at(&self, rank: usize, position: u32) -> usize {
        let peers = &self.processes[rank].rank.peers;
        peers.as_ref().map_or(position as usize, |peers| peers[position as usize])
    }

    fn start(&mut self, rank: usize, step: Step) {
        let size = self.processes.len();
        let (from, to) = match step {
            Step::Send { to, span } => {
                let to = self.at(rank, to);
                assert_ne!(to, rank, "a process sends to itself");
                let data = self.processes[rank].read(span);
                let channel = &mut self.channels[rank * size + to];
                let waits = channel.sent.len() >= self.capacity;
                channel.sent.push_back((data, waits));
                if !waits {
                    self.processes[rank].pending -= 1;
                }
                (rank, to)
            }
            Step::Recv { from, span } => {
                let from = self.at(rank, from);
                self.channels[from * size + rank].posted.push_back(span);
                (from, rank)
            }
            _ => panic!("{step:?} among the messages"),
        };
        self.deliver(from, to);
    }

    fn deliver(&mut self, from: usize, to: usize) {
        let channel = &mut self.channels[from * self.processes.len() + to];
        if channel.sent.is_empty() || channel.posted.is_empty() {
            return;
        }
        let (data, waits) = channel.sent.pop_front().unwrap();
        let span = channel.posted.pop_front().unwrap();
        self.processes[to].write(span, &data);
        self.processes[to].pending -= 1;
        if waits {
            self.processes[from].pending -= 1;
        }
    }
}

/// Group sizes that tests sweep over.
pub(crate) fn sizes() -> impl Iterator<Item = u32> {
    (1..=17).chain([32, 33])
}

/// Roots that tests sweep over: all of a small group, some of a large one.
pub(crate) fn roots(size: u32) -> Vec<u32> {
    if size <= 9 { (0..size).collect() } else { vec![0, 1, size / 2, size - 1] }
}

/// Runs with rendezvous, one message per channel and unlimited channels.
pub(crate) fn run_all_ways(make: impl Fn() -> Vec<Rank>, op: Op, expected: &[Vec<u8>], what: &str) {
    for (seed, capacity) in [0, 1, usize::MAX].into_iter().enumerate() {
        let got = run(make(), op, capacity, seed as u64 + 7);
        for (rank, (got, expected)) in got.iter().zip(expected).enumerate() {
            assert!(got == expected, "{what}: wrong result on rank {rank}");
        }
    }
}
