//! Whose turn it is: the stream schedulers of RFC 8260 §3.
//!
//! Each scheduler is a key per stream, and the stream with the smallest key is next; they differ in when
//! a key changes and to what. The streams that have something to send stand in a heap that knows the
//! place of each, so a change costs the logarithm of their number and allocates nothing.

/// A stream is in no place of the heap.
const NOWHERE: u32 = u32::MAX;

/// Places of the binary point in the virtual time of fair schedulers, so that a byte divides by a weight.
const FRACTION: u32 = 16;

/// Bytes that a stream gets in one turn at most under [`Scheduler::FairMessages`].
const UNIT: usize = 64 << 10;

/// Places of a key below the virtual time, for the order among streams that it is one for.
const ARRIVAL: u32 = 32;

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
    /// Streams get equal numbers of bytes, but a message at a time, of a long one 64 KiB. What is
    /// short passes what is long, and of messages alike the first is whole while the last waits; by turns
    /// of packets all would be whole at the end only.
    FairMessages,
}

/// What stands at the front of a stream.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Standing {
    /// Numbers messages in the order in which they were submitted.
    pub(super) arrival: u64,
    /// The stream's value.
    pub(super) value: u16,
    /// Bytes of the message that are there and not cut yet.
    pub(super) bytes: usize,
}

/// A turn of a stream under [`Scheduler::FairMessages`].
#[derive(Clone, Copy, Debug, Default)]
struct Turn {
    bytes: usize,
    /// Those not cut yet.
    left: usize,
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
    /// The turn that each stream has, for [`Scheduler::FairMessages`].
    granted: Vec<Turn>,
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
            granted: vec![Turn::default(); streams],
            clock: 0,
            turn: 0,
        }
    }

    pub(super) fn grow(&mut self, streams: usize) {
        self.places.resize(streams, NOWHERE);
        self.passes.resize(streams, self.clock);
        self.granted.resize(streams, Turn::default());
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
        self.granted.fill(Turn::default());
        self.clock = 0;
    }

    pub(super) fn first(&self) -> Option<u16> {
        self.heap.first().map(|entry| entry.1)
    }

    pub(super) fn contains(&self, stream: u16) -> bool {
        self.places[usize::from(stream)] != NOWHERE
    }

    /// The stream has something to send.
    pub(super) fn enter(&mut self, stream: u16, front: Standing) {
        if self.contains(stream) {
            return;
        }
        let pass = &mut self.passes[usize::from(stream)];
        *pass = (*pass).max(self.clock);
        let key = self.fresh_key(stream, front);
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
        self.give_back(usize::from(stream));
        let place = place as usize;
        self.heap.swap_remove(place);
        if let Some(moved) = self.heap.get(place) {
            self.places[usize::from(moved.1)] = place as u32;
            self.settle(place);
        }
    }

    /// `bytes` of the stream were cut; `ended` if that ended a message; `front` is what stands there now.
    /// To be called before the stream may leave.
    pub(super) fn served(&mut self, stream: u16, bytes: usize, ended: bool, front: Standing) {
        let index = usize::from(stream);
        let renew = match self.scheduler {
            Scheduler::FirstCome => ended,
            Scheduler::RoundRobin | Scheduler::Priority => ended || self.interleaving,
            Scheduler::RoundRobinPacket => false,
            Scheduler::FairCapacity | Scheduler::WeightedFair => {
                let weight = match self.scheduler {
                    Scheduler::WeightedFair => u128::from(front.value.max(1)),
                    _ => 1,
                };
                self.clock = self.clock.max(self.passes[index]);
                self.passes[index] += virtual_time(bytes) / weight;
                true
            }
            Scheduler::FairMessages => {
                let turn = &mut self.granted[index];
                let began = self.passes[index].saturating_sub(virtual_time(turn.bytes));
                self.clock = self.clock.max(began);
                turn.left = turn.left.saturating_sub(bytes);
                ended || turn.left == 0
            }
        };
        if renew {
            self.give_back(index);
            self.renew(stream, front);
        }
    }

    /// Sends the stream to the back of the round.
    pub(super) fn renew(&mut self, stream: u16, front: Standing) {
        let place = self.places[usize::from(stream)];
        if place != NOWHERE {
            let key = self.fresh_key(stream, front);
            self.heap[place as usize].0 = key;
            self.settle(place as usize);
        }
    }

    /// What a stream does not use of its turn counts for nothing.
    fn give_back(&mut self, index: usize) {
        let turn = std::mem::take(&mut self.granted[index]);
        self.passes[index] = self.passes[index].saturating_sub(virtual_time(turn.left));
    }

    fn fresh_key(&mut self, stream: u16, front: Standing) -> u128 {
        self.turn += 1;
        let index = usize::from(stream);
        match self.scheduler {
            Scheduler::FirstCome => u128::from(front.arrival),
            Scheduler::RoundRobin | Scheduler::RoundRobinPacket => u128::from(self.turn),
            Scheduler::Priority => u128::from(front.value) << 64 | u128::from(self.turn),
            Scheduler::FairCapacity | Scheduler::WeightedFair => self.passes[index],
            Scheduler::FairMessages => {
                let bytes = front.bytes.min(UNIT);
                self.granted[index] = Turn { bytes, left: bytes };
                self.passes[index] = self.passes[index].max(self.clock) + virtual_time(bytes);
                // In the order of their turns, which is a message's arrival at the front.
                self.passes[index] << ARRIVAL | u128::from(self.turn as u32)
            }
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

/// How far so many bytes take the virtual time.
fn virtual_time(bytes: usize) -> u128 {
    (bytes as u128) << FRACTION
}

#[cfg(test)]
mod tests {
    use super::*;

    fn front(stream: u16, values: [u16; 3]) -> Standing {
        let value = values[usize::from(stream)];
        Standing { arrival: u64::from(stream), value, ..Standing::default() }
    }

    fn order(scheduler: Scheduler, values: [u16; 3], serves: usize) -> Vec<u16> {
        let mut turns = Turns::new(scheduler, true, 3);
        for stream in 0..3 {
            turns.enter(stream, front(stream, values));
        }
        let mut served = Vec::new();
        for _ in 0..serves {
            let stream = turns.first().expect("three streams are in");
            served.push(stream);
            turns.served(stream, 100, false, front(stream, values));
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
        turns.enter(0, Standing::default());
        for _ in 0..100 {
            turns.served(0, 1000, false, Standing::default());
        }
        turns.enter(1, Standing::default());
        let mut ones = 0;
        for _ in 0..10 {
            let stream = turns.first().expect("two streams are in");
            ones += usize::from(stream == 1);
            turns.served(stream, 1000, false, Standing::default());
        }
        assert!((5..=6).contains(&ones), "stream 1 was served {ones} times of 10");
    }

    #[test]
    fn messages_alike_are_whole_one_after_the_other() {
        let mut turns = Turns::new(Scheduler::FairMessages, true, 4);
        let of = |bytes| Standing { bytes, ..Standing::default() };
        for stream in [2, 0, 1] {
            turns.enter(stream, of(3000));
        }
        let mut served = Vec::new();
        let mut serve = |turns: &mut Turns, bytes, left| {
            let stream = turns.first().expect("streams are in");
            turns.served(stream, bytes, left == 0, of(left));
            served.push(stream);
            if left == 0 {
                turns.leave(stream);
            }
        };
        serve(&mut turns, 1000, 2000);
        // What is short does not wait for the message that was begun.
        turns.enter(3, of(100));
        serve(&mut turns, 100, 0);
        for left in [1000, 0, 2000, 1000, 0, 2000, 1000, 0] {
            serve(&mut turns, 1000, left);
        }
        assert_eq!(served, [2, 3, 2, 2, 0, 0, 0, 1, 1, 1]);
    }

    #[test]
    fn a_long_message_gets_its_share_beside_a_flood_of_short_ones() {
        let mut turns = Turns::new(Scheduler::FairMessages, true, 2);
        let of = |bytes| Standing { bytes, ..Standing::default() };
        let mut long = 1 << 20;
        turns.enter(0, of(long));
        turns.enter(1, of(1000));
        let mut bytes = [0_usize; 2];
        while long > 0 {
            let stream = turns.first().expect("both are in");
            bytes[usize::from(stream)] += 1000;
            if stream == 0 {
                long = long.saturating_sub(1000);
                turns.served(0, 1000, long == 0, of(long));
            } else {
                turns.served(1, 1000, true, of(1000));
            }
            assert!(bytes[0].abs_diff(bytes[1]) <= UNIT + 1000, "{bytes:?}");
        }
    }

    #[test]
    fn who_leaves_amid_a_turn_has_not_paid_for_it() {
        let mut turns = Turns::new(Scheduler::FairMessages, true, 2);
        let of = |bytes| Standing { bytes, ..Standing::default() };
        for _ in 0..100 {
            turns.enter(0, of(50_000));
            turns.leave(0);
        }
        turns.enter(1, of(10_000));
        turns.enter(0, of(1000));
        assert_eq!(turns.first(), Some(0));
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
                    turns.enter(stream, Standing { arrival, ..Standing::default() });
                    model.entry(stream).or_insert(arrival);
                }
                1 => {
                    turns.leave(stream);
                    model.remove(&stream);
                }
                _ => {
                    let arrival = next(1000);
                    turns.served(stream, 1, true, Standing { arrival, ..Standing::default() });
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
