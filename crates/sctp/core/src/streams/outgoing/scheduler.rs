//! Whose turn it is: the stream schedulers of RFC 8260 §3.
//!
//! Each scheduler is a key per stream, and the stream with the smallest key is next; they differ in when
//! a key changes and to what. The streams that have something to send stand in a heap that knows the
//! place of each, so a change costs the logarithm of their number and allocates nothing.

/// A stream is in no place of the heap.
const NOWHERE: u32 = u32::MAX;

/// Places of the binary point in the virtual time of fair schedulers, so that a byte divides by a weight.
const FRACTION: u32 = 16;

/// How streams share an association (RFC 8260 §3).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Scheduler {
    /// Messages in the order in which they were submitted (§3.1).
    #[default]
    FirstCome,
    /// Streams in turn, a message each, or a fragment each with interleaving (§3.2).
    RoundRobin,
    /// Streams in turn, a packet each, so that a lost packet hurts one stream (§3.3).
    RoundRobinPacket,
    /// The stream with the smallest value first, those of one value in turn (§3.4).
    Priority,
    /// Streams get equal numbers of bytes (§3.5).
    FairCapacity,
    /// Streams get bytes in proportion to their values, 0 counting as 1 (§3.6).
    WeightedFair,
}

/// The streams that have something to send, and the order among them.
#[derive(Debug)]
pub(super) struct Turns {
    scheduler: Scheduler,
    interleaving: bool,
    heap: Vec<(u128, u16)>,
    places: Vec<u32>,
    /// Virtual time up to which each stream has been served, for the fair schedulers.
    passes: Vec<u128>,
    /// Virtual time of the stream served last.
    clock: u128,
    turn: u64,
}

impl Turns {
    pub(super) fn new(scheduler: Scheduler, interleaving: bool, streams: usize) -> Self {
        Self {
            scheduler,
            interleaving,
            heap: Vec::with_capacity(streams.min(64)),
            places: vec![NOWHERE; streams],
            passes: vec![0; streams],
            clock: 0,
            turn: 0,
        }
    }

    pub(super) fn grow(&mut self, streams: usize) {
        self.places.resize(streams, NOWHERE);
        self.passes.resize(streams, self.clock);
    }

    pub(super) const fn scheduler(&self) -> Scheduler {
        self.scheduler
    }

    /// Another scheduler; the streams have to enter again.
    pub(super) fn change(&mut self, scheduler: Scheduler) {
        self.scheduler = scheduler;
        self.heap.clear();
        self.places.fill(NOWHERE);
        self.passes.fill(0);
        self.clock = 0;
    }

    pub(super) fn first(&self) -> Option<u16> {
        self.heap.first().map(|entry| entry.1)
    }

    pub(super) fn contains(&self, stream: u16) -> bool {
        self.places[usize::from(stream)] != NOWHERE
    }

    /// The stream has something to send; `arrival` numbers the message at its front.
    pub(super) fn enter(&mut self, stream: u16, arrival: u64, value: u16) {
        if self.contains(stream) {
            return;
        }
        let pass = &mut self.passes[usize::from(stream)];
        *pass = (*pass).max(self.clock);
        let key = self.fresh_key(stream, arrival, value);
        let place = self.heap.len();
        self.heap.push((key, stream));
        self.places[usize::from(stream)] = place as u32;
        self.rise(place);
    }

    /// The stream has nothing to send, or may not.
    pub(super) fn leave(&mut self, stream: u16) {
        let place = self.places[usize::from(stream)];
        if place == NOWHERE {
            return;
        }
        self.places[usize::from(stream)] = NOWHERE;
        let place = place as usize;
        self.heap.swap_remove(place);
        if let Some(moved) = self.heap.get(place) {
            self.places[usize::from(moved.1)] = place as u32;
            self.settle(place);
        }
    }

    /// `bytes` of the stream were cut; `ended` if that ended a message, and `arrival` then numbers the
    /// message now at its front. To be called before the stream may leave.
    pub(super) fn served(
        &mut self,
        stream: u16,
        bytes: usize,
        ended: bool,
        arrival: u64,
        value: u16,
    ) {
        let index = usize::from(stream);
        let renew = match self.scheduler {
            Scheduler::FirstCome => ended,
            Scheduler::RoundRobin | Scheduler::Priority => ended || self.interleaving,
            Scheduler::RoundRobinPacket => false,
            Scheduler::FairCapacity | Scheduler::WeightedFair => {
                let weight = match self.scheduler {
                    Scheduler::WeightedFair => u128::from(value.max(1)),
                    _ => 1,
                };
                self.clock = self.clock.max(self.passes[index]);
                self.passes[index] += ((bytes as u128) << FRACTION) / weight;
                true
            }
        };
        if renew {
            self.renew(stream, arrival, value);
        }
    }

    /// Sends the stream to the back of the round.
    pub(super) fn renew(&mut self, stream: u16, arrival: u64, value: u16) {
        let place = self.places[usize::from(stream)];
        if place != NOWHERE {
            let key = self.fresh_key(stream, arrival, value);
            self.heap[place as usize].0 = key;
            self.settle(place as usize);
        }
    }

    fn fresh_key(&mut self, stream: u16, arrival: u64, value: u16) -> u128 {
        self.turn += 1;
        match self.scheduler {
            Scheduler::FirstCome => u128::from(arrival),
            Scheduler::RoundRobin | Scheduler::RoundRobinPacket => u128::from(self.turn),
            Scheduler::Priority => u128::from(value) << 64 | u128::from(self.turn),
            Scheduler::FairCapacity | Scheduler::WeightedFair => self.passes[usize::from(stream)],
        }
    }

    fn settle(&mut self, place: usize) {
        self.rise(place);
        self.sink(place);
    }

    fn swap(&mut self, a: usize, b: usize) {
        self.heap.swap(a, b);
        self.places[usize::from(self.heap[a].1)] = a as u32;
        self.places[usize::from(self.heap[b].1)] = b as u32;
    }

    fn rise(&mut self, mut place: usize) {
        while place > 0 {
            let parent = (place - 1) / 2;
            if self.heap[parent] <= self.heap[place] {
                break;
            }
            self.swap(parent, place);
            place = parent;
        }
    }

    fn sink(&mut self, mut place: usize) {
        loop {
            let mut least = place;
            for child in [2 * place + 1, 2 * place + 2] {
                if child < self.heap.len() && self.heap[child] < self.heap[least] {
                    least = child;
                }
            }
            if least == place {
                break;
            }
            self.swap(place, least);
            place = least;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn order(scheduler: Scheduler, values: [u16; 3], serves: usize) -> Vec<u16> {
        let mut turns = Turns::new(scheduler, true, 3);
        for stream in 0..3 {
            turns.enter(stream, u64::from(stream), values[usize::from(stream)]);
        }
        let mut served = Vec::new();
        for _ in 0..serves {
            let stream = turns.first().expect("three streams are in");
            served.push(stream);
            turns.served(stream, 100, false, u64::from(stream), values[usize::from(stream)]);
        }
        served
    }

    #[test]
    fn each_scheduler_has_its_order() {
        assert_eq!(order(Scheduler::FirstCome, [0; 3], 4), [0, 0, 0, 0]);
        assert_eq!(order(Scheduler::RoundRobin, [0; 3], 5), [0, 1, 2, 0, 1]);
        assert_eq!(order(Scheduler::Priority, [5, 1, 1], 4), [1, 2, 1, 2]);
        assert_eq!(order(Scheduler::FairCapacity, [0; 3], 6), [0, 1, 2, 0, 1, 2]);
        let weighted = order(Scheduler::WeightedFair, [1, 2, 5], 800);
        let share = |stream| weighted.iter().filter(|&&s| s == stream).count();
        assert_eq!([share(0), share(1), share(2)], [100, 200, 500]);
    }

    #[test]
    fn a_stream_that_was_away_has_not_saved_up() {
        let mut turns = Turns::new(Scheduler::FairCapacity, true, 2);
        turns.enter(0, 0, 1);
        for _ in 0..100 {
            turns.served(0, 1000, false, 0, 1);
        }
        turns.enter(1, 1, 1);
        let mut ones = 0;
        for _ in 0..10 {
            let stream = turns.first().expect("two streams are in");
            ones += usize::from(stream == 1);
            turns.served(stream, 1000, false, 0, 1);
        }
        assert!((5..=6).contains(&ones), "stream 1 was served {ones} times of 10");
    }

    #[test]
    fn the_heap_stays_in_order_through_any_changes() {
        let mut random = 1_u64;
        let mut next = move |below: u64| {
            random = random.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
            (random >> 33) % below
        };
        let mut turns = Turns::new(Scheduler::FirstCome, false, 40);
        let mut model = std::collections::BTreeMap::new();
        for _ in 0..5000 {
            let stream = next(40) as u16;
            match next(3) {
                0 => {
                    let arrival = next(1000);
                    turns.enter(stream, arrival, 0);
                    model.entry(stream).or_insert(arrival);
                }
                1 => {
                    turns.leave(stream);
                    model.remove(&stream);
                }
                _ => {
                    let arrival = next(1000);
                    turns.served(stream, 1, true, arrival, 0);
                    if let Some(known) = model.get_mut(&stream) {
                        *known = arrival;
                    }
                }
            }
            let least = model.iter().map(|(stream, arrival)| (*arrival, *stream)).min();
            assert_eq!(turns.first(), least.map(|(_, stream)| stream));
        }
    }
}
