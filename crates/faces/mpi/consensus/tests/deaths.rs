//! Random deaths at any step, in virtual time: who survives agrees, and with those who knew before they died.

use ferry_consensus::{Agreement, AgreementMessage, Joined, Outcome, RankSet};
use ferry_wire::Reader;
use proptest::prelude::*;
use std::collections::{HashMap, VecDeque};

/// Bits that everybody has.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Bits(u32);

impl Joined for Bits {
    fn join(&mut self, other: &Self) {
        self.0 &= other.0;
    }

    fn write(&self, bytes: &mut Vec<u8>) {
        bytes.extend(self.0.to_le_bytes());
    }

    fn read(reader: &mut Reader<'_>, _: u32) -> Option<Self> {
        reader.u32().ok().map(Bits)
    }
}

/// Numbers by chance.
struct Chance(u64);

impl Chance {
    fn below(&mut self, limit: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 11) as usize % limit
    }
}

#[derive(Clone)]
enum Step {
    Begin(u32),
    Deliver(u32, u32),
    Tell(u32, u32),
}

struct World {
    size: u32,
    alive: Vec<bool>,
    parts: Vec<Option<Agreement<Bits>>>,
    /// What each knows of deaths, begun or not.
    known: Vec<RankSet>,
    channels: HashMap<(u32, u32), VecDeque<Vec<u8>>>,
    /// Messages of those who have not begun here.
    early: Vec<Vec<(u32, Vec<u8>)>>,
    decided: Vec<(u32, Outcome<Bits>)>,
    sent: usize,
    chance: Chance,
    deaths_left: u32,
}

impl World {
    fn new(size: u32, deaths: u32, seed: u64) -> World {
        let many = size as usize;
        World {
            size,
            alive: vec![true; many],
            parts: vec![None; many],
            known: vec![RankSet::default(); many],
            channels: HashMap::new(),
            early: vec![Vec::new(); many],
            decided: Vec::new(),
            sent: 0,
            chance: Chance(seed | 1),
            deaths_left: deaths.min(size - 1),
        }
    }

    fn brings(rank: u32) -> Bits {
        Bits(!(1 << rank))
    }

    /// All that can happen next.
    fn steps(&self) -> Vec<Step> {
        let all = 0..self.size;
        let lives = |rank: &u32| self.alive[*rank as usize];
        let begins = all.clone().filter(lives).filter(|r| self.parts[*r as usize].is_none());
        let mut steps: Vec<Step> = begins.map(Step::Begin).collect();
        for to in all.clone().filter(lives) {
            for from in all.clone() {
                if self.channels.get(&(from, to)).is_some_and(|queue| !queue.is_empty()) {
                    steps.push(Step::Deliver(from, to));
                }
                if !self.alive[from as usize] && !self.known[to as usize].contains(from) {
                    steps.push(Step::Tell(to, from));
                }
            }
        }
        steps
    }

    fn act(&mut self, step: Step) {
        let mut out = Vec::new();
        let who = match step {
            Step::Begin(rank) => {
                let (me, known) = (rank as usize, self.known[rank as usize].clone());
                let mut part =
                    Agreement::begin(self.size, rank, Self::brings(rank), known, &mut out);
                for (from, bytes) in std::mem::take(&mut self.early[me]) {
                    let message = AgreementMessage::of_bytes(&bytes, self.size).unwrap();
                    part.receive(from, message, &mut out);
                }
                self.parts[me] = Some(part);
                rank
            }
            Step::Deliver(from, to) => {
                let bytes = self.channels.get_mut(&(from, to)).unwrap().pop_front().unwrap();
                match &mut self.parts[to as usize] {
                    None => self.early[to as usize].push((from, bytes)),
                    Some(part) => {
                        let message = AgreementMessage::of_bytes(&bytes, self.size).unwrap();
                        part.receive(from, message, &mut out);
                    }
                }
                to
            }
            Step::Tell(to, dead) => {
                self.known[to as usize].insert(dead);
                if let Some(part) = &mut self.parts[to as usize] {
                    part.note_death(dead, &mut out);
                }
                // What the dead had under way may be lost with it.
                if self.chance.below(2) == 0 {
                    self.channels.remove(&(dead, to));
                }
                to
            }
        };
        self.send(who, out);
    }

    /// Sends what a process says, unless it dies in the middle of that.
    fn send(&mut self, who: u32, mut out: Vec<(u32, AgreementMessage<Bits>)>) {
        if let Some(outcome) = self.parts[who as usize].as_ref().and_then(Agreement::outcome)
            && !self.decided.iter().any(|(rank, _)| *rank == who)
        {
            self.decided.push((who, outcome.clone()));
        }
        if self.deaths_left > 0 && self.chance.below(8) == 0 {
            self.deaths_left -= 1;
            self.alive[who as usize] = false;
            let kept = self.chance.below(out.len() + 1);
            out.truncate(kept);
        }
        self.sent += out.len();
        for (to, message) in out {
            self.channels.entry((who, to)).or_default().push_back(message.to_bytes());
        }
    }

    fn run(&mut self) {
        for _ in 0..100_000 {
            let steps = self.steps();
            if steps.is_empty() {
                return;
            }
            let next = self.chance.below(steps.len());
            self.act(steps[next].clone());
        }
        panic!("it never ends");
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(3000))]

    #[test]
    fn who_lives_agrees(size in 1u32..8, deaths in 0u32..7, seed in any::<u64>()) {
        let mut world = World::new(size, deaths, seed);
        world.run();
        let survivors: Vec<u32> = (0..size).filter(|rank| world.alive[*rank as usize]).collect();
        let (_, first) = world.decided.first().expect("somebody lives").clone();
        for rank in &survivors {
            let part = world.parts[*rank as usize].as_ref().expect("all who live begin");
            prop_assert_eq!(part.outcome(), Some(&first), "rank {}", rank);
            prop_assert_eq!(first.value.0 & (1 << rank), 0, "what rank {} brought is missing", rank);
        }
        for (rank, outcome) in &world.decided {
            prop_assert_eq!(outcome, &first, "rank {} decided otherwise before it died", rank);
        }
        prop_assert!(first.failed.iter().all(|rank| !world.alive[rank as usize]));
    }

    #[test]
    fn without_deaths_it_takes_four_messages_for_each_other(size in 1u32..20, seed in any::<u64>()) {
        let mut world = World::new(size, 0, seed);
        world.run();
        prop_assert_eq!(world.sent as u32, 4 * (size - 1));
        prop_assert_eq!(world.decided.len() as u32, size);
    }

    #[test]
    fn any_bytes_are_borne(bytes in proptest::collection::vec(any::<u8>(), 0..64), size in 1u32..9) {
        let Some(message) = AgreementMessage::<Bits>::of_bytes(&bytes, size) else { return Ok(()) };
        let mut out = Vec::new();
        let mut part = Agreement::begin(size, size / 2, Bits(7), RankSet::default(), &mut out);
        for from in 0..size + 2 {
            part.receive(from, message.clone(), &mut out);
        }
    }
}
