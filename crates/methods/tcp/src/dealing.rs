//! Which connection the next chunk of a long frame goes over: the one that has it delivered first, and
//! none if the others finish the frame before that.

use crate::lane::MAX_LANES;
use ferry_sys::TcpFlow;

/// Shortest and longest chunk of a link of several connections.
pub(crate) const CHUNK: (usize, usize) = (16 << 10, 64 << 10);
/// A chunk is what a connection delivers in this time: what comes late, comes late by so much at most.
const CHUNK_TIME: f64 = 2e-3;
/// What a connection must gain to be used beside a quicker one: estimates are no better.
const MARGIN: f64 = 2.0;
/// A connection that would not be used may carry a chunk all the same after the others carried so many
/// times what they carry while it does: paths get better, and who never tries never knows.
const TRY_AFTER: f64 = 64.0;
/// Bytes over others after which what is known of a connection is old.
const STALE: u64 = 16 << 20;

/// What is known of a connection, in bytes and seconds.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Way {
    /// Bytes a second.
    rate: f64,
    /// Enough was sent over it to know its rate.
    is_measured: bool,
    /// Bytes that may be under way.
    window: f64,
    /// Without queues.
    round_trip: f64,
    /// Taken, and not known to have arrived.
    queued: f64,
    /// What else delays it: a loss that is being mended.
    trouble: f64,
    /// It takes a chunk.
    pub(crate) is_open: bool,
    /// It is there at all.
    is_up: bool,
    /// Bytes that went over others since it was used.
    idle: u64,
    /// Bytes a second as measured last, with enough to send or not.
    burst: u64,
}

impl Way {
    /// No way at all.
    pub(crate) const NONE: Way = Way {
        rate: 1e9,
        is_measured: true,
        window: 0.0,
        round_trip: 0.0,
        queued: 0.0,
        trouble: 0.0,
        is_open: false,
        is_up: false,
        idle: 0,
        burst: 0,
    };

    /// A connection of which nothing is known: as good as any other.
    pub(crate) const UNKNOWN: Way = Way { is_open: true, is_up: true, ..Way::NONE };

    /// A connection with what the system says of it. `waiting` bytes are taken and not in the system yet;
    /// `idle` went over others since it was used, and `rate` is the one that is remembered, or 0.
    pub(crate) fn new(flow: &TcpFlow, waiting: usize, idle: u64, rate: u64) -> Self {
        let [round_trip, smooth] =
            [flow.round_trip, flow.smooth_round_trip].map(|time| time.as_secs_f64());
        let is_measured = rate > 0;
        // What fits into a round trip is what a connection can do that was never full.
        let possible = (flow.window as f64 / smooth.max(1e-6)).max(flow.rate as f64);
        Way {
            rate: if is_measured { rate as f64 } else { possible }.max(1e3),
            is_measured,
            window: flow.window as f64,
            round_trip,
            queued: (flow.queued + waiting as u64) as f64,
            trouble: if flow.is_recovering { smooth } else { 0.0 },
            idle,
            burst: flow.rate,
            ..Way::UNKNOWN
        }
    }

    /// Seconds until `bytes` more of it are delivered. What is queued includes what has arrived and is
    /// not acknowledged yet.
    fn delivers(&self, bytes: usize) -> f64 {
        let queue = (self.queued / self.rate - self.round_trip).max(0.0);
        queue + bytes as f64 / self.rate + self.round_trip / 2.0 + self.trouble
    }

    /// How long a chunk of it is best.
    pub(crate) fn chunk_len(&self) -> usize {
        let longest = if self.is_measured { CHUNK.1 } else { CHUNK.0 };
        ((self.rate * CHUNK_TIME) as usize).clamp(CHUNK.0, longest)
    }

    /// The rate to remember of a connection that is used, `before` being the one known. What it was in
    /// a burst is believed a little of one that was not used for long: it may have become better.
    pub(crate) fn rate_after(&self, before: u64) -> u64 {
        let is_old = self.idle >= STALE;
        if is_old { self.burst.min(before.saturating_mul(2)).max(before) } else { before }
    }

    /// Bytes went over it.
    pub(crate) fn took(&mut self, bytes: usize) {
        self.queued += bytes as f64;
        self.idle = 0;
    }
}

/// The rate of a connection, where `before` was the one known: what the system measured while there was
/// enough to send. What it measures with less says how quick a burst is, no more. Of a further
/// connection (`is_lane`) a rise is believed bit by bit: too much over it holds up all.
pub(crate) fn remember(before: u64, flow: &TcpFlow, is_lane: bool) -> u64 {
    if flow.rate_is_least {
        before
    } else if is_lane && before > 0 && flow.rate > before {
        before + (flow.rate - before) / 8
    } else {
        flow.rate
    }
}

/// The ways of a link: the first connection and the others.
pub(crate) type Ways = [Way; MAX_LANES];

/// Which of the ways takes the next chunk of a frame of which `left` bytes are not dealt yet. `None` if
/// it is best to wait for room on one that has none: there always is such a one then.
pub(crate) fn deal(ways: &Ways, left: usize) -> Option<usize> {
    // One that was never full is filled once, to learn what it can do. The first connection carries
    // the frames themselves, and has been used.
    let is_held = |at: usize, way: &Way| at > 0 && !way.is_measured && way.queued > way.window;
    let usable = || ways.iter().enumerate().filter(|(at, way)| way.is_up && !is_held(*at, way));
    let (best, whole) = usable()
        .map(|(at, way)| (at, way.delivers(left)))
        .min_by(|(_, a), (_, b)| a.total_cmp(b))?;
    let chunk = |way: &Way| way.delivers(way.chunk_len().min(left));
    let is_due = |way: &Way| {
        way.queued == 0.0 && chunk(way) * ways[best].rate * TRY_AFTER <= way.idle as f64
    };
    let open = || usable().filter(|(_, way)| way.is_open);
    if let Some((at, _)) = open().find(|(_, way)| is_due(way)) {
        return Some(at);
    }
    open()
        .filter(|(at, way)| *at == best || chunk(way) * MARGIN <= whole)
        .min_by(|(_, a), (_, b)| chunk(a).total_cmp(&chunk(b)))
        .map(|(at, _)| at)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::VecDeque;
    use std::time::Duration;

    /// What a system takes of a connection before it asks to wait, beyond what is under way.
    const NOT_SENT: f64 = 131_072.0;
    const STEP: f64 = 50e-6;

    /// A connection over a network of its own, in virtual time.
    struct Double {
        rate: f64,
        round_trip: f64,
        /// Bytes that the network has not taken yet.
        backlog: f64,
        /// When bytes that it took are acknowledged.
        acknowledged: VecDeque<(f64, f64)>,
        last: f64,
        carried: usize,
        idle: u64,
    }

    impl Double {
        fn new(megabits: f64, round_trip: f64) -> Self {
            let (backlog, acknowledged) = (0.0, VecDeque::new());
            let rate = megabits * 1e6 / 8.0;
            Double { rate, round_trip, backlog, acknowledged, last: 0.0, carried: 0, idle: 0 }
        }

        fn pass(&mut self, now: f64) {
            let out = self.backlog.min(self.rate * STEP);
            if out > 0.0 {
                self.backlog -= out;
                self.last = now + self.round_trip / 2.0;
                self.acknowledged.push_back((now + self.round_trip, out));
            }
            while self.acknowledged.front().is_some_and(|(at, _)| *at <= now) {
                self.acknowledged.pop_front();
            }
        }

        fn way(&self) -> Way {
            let under_way: f64 = self.acknowledged.iter().map(|(_, bytes)| bytes).sum();
            let round_trip = Duration::from_secs_f64(self.round_trip);
            let flow = TcpFlow {
                rate: self.rate as u64,
                rate_is_least: false,
                round_trip,
                smooth_round_trip: round_trip,
                queued: (self.backlog + under_way) as u64,
                window: 1 << 20,
                is_recovering: false,
            };
            let mut way = Way::new(&flow, 0, self.idle, flow.rate);
            way.is_open = self.backlog < NOT_SENT;
            way
        }
    }

    /// Seconds until the last of some frames is there.
    fn transfer(doubles: &mut [Double], frames: usize, frame: usize) -> f64 {
        let (mut now, mut left, mut frames) = (0.0, frame, frames - 1);
        loop {
            let mut ways = [Way::NONE; MAX_LANES];
            for (way, double) in ways.iter_mut().zip(&*doubles) {
                *way = double.way();
            }
            while let Some(at) = if left > 0 { deal(&ways, left) } else { None } {
                let len = ways[at].chunk_len().min(left);
                doubles[at].backlog += len as f64;
                doubles[at].carried += len;
                for (i, double) in doubles.iter_mut().enumerate() {
                    double.idle = if i == at { 0 } else { double.idle + len as u64 };
                }
                ways[at].took(len);
                ways[at].is_open = doubles[at].backlog < NOT_SENT;
                left -= len;
                if left == 0 && frames > 0 {
                    (left, frames) = (frame, frames - 1);
                }
            }
            if left == 0 && doubles.iter().all(|double| double.backlog == 0.0) {
                return doubles.iter().map(|double| double.last).fold(0.0, f64::max);
            }
            now += STEP;
            for double in &mut *doubles {
                double.pass(now);
            }
        }
    }

    #[test]
    fn unlike_ways_are_no_slower_than_the_quicker_one() {
        let frame = 256 << 10;
        for quick in [(100.0, 1e-4), (1000.0, 1e-4), (100.0, 2e-2)] {
            for slow in [(10.0, 2e-2), (1.0, 2e-1), (50.0, 1e-4), (50.0, 4e-2)] {
                for frames in [1, 4, 400] {
                    let double = |(rate, delay)| Double::new(rate, delay);
                    let alone = transfer(&mut [double(quick)], frames, frame);
                    for pair in [[quick, slow], [slow, quick]] {
                        let both = transfer(&mut pair.map(double), frames, frame);
                        let what = format!("{frames} frames over {pair:?}: {both} and {alone} s");
                        assert!(both <= alone * 1.05, "{what}");
                    }
                }
            }
        }
    }

    #[test]
    fn equal_ways_share() {
        for way in [(100.0, 1e-4), (1000.0, 1e-4), (200.0, 4e-3)] {
            let double = || Double::new(way.0, way.1);
            let alone = transfer(&mut [double()], 40, 256 << 10);
            let mut pair = [double(), double()];
            let both = transfer(&mut pair, 40, 256 << 10);
            assert!(both < alone * 0.55, "{way:?}: {both} and {alone} s");
        }
    }

    #[test]
    fn a_slow_way_is_tried_again_at_little_cost() {
        let mut pair = [Double::new(1000.0, 1e-4), Double::new(10.0, 2e-2)];
        transfer(&mut pair, 4, 256 << 10);
        assert_eq!(pair[1].carried, 0);
        let all = 4000 * (256 << 10);
        transfer(&mut pair, 4000, 256 << 10);
        assert!((1..all / 64).contains(&pair[1].carried), "{}", pair[1].carried);
    }

    #[test]
    fn a_way_without_a_rate_gets_little_until_it_has_one() {
        let flow = TcpFlow {
            rate: 0,
            rate_is_least: true,
            round_trip: Duration::from_micros(50),
            smooth_round_trip: Duration::from_micros(50),
            queued: 0,
            window: 14_480,
            is_recovering: false,
        };
        let mut ways = [Way::NONE; MAX_LANES];
        ways[0] = Double::new(100.0, 1e-4).way();
        ways[1] = Way::new(&flow, 0, 0, 0);
        let mut carried = [0; 2];
        while let Some(at) = deal(&ways, 1 << 20).filter(|_| carried[0] < 1 << 20) {
            let len = ways[at].chunk_len();
            carried[at] += len;
            ways[at].took(len);
        }
        assert!((1..=CHUNK.1).contains(&carried[1]), "{carried:?}");
    }

    #[test]
    fn bursts_are_not_rates() {
        let flow = |rate, rate_is_least| TcpFlow {
            rate,
            rate_is_least,
            round_trip: Duration::ZERO,
            smooth_round_trip: Duration::ZERO,
            queued: 0,
            window: 0,
            is_recovering: false,
        };
        assert_eq!(remember(1000, &flow(9000, true), true), 1000);
        assert_eq!(remember(0, &flow(9000, false), true), 9000);
        assert_eq!(remember(1000, &flow(9000, false), true), 2000);
        assert_eq!(remember(1000, &flow(9000, false), false), 9000);
        assert_eq!(remember(1000, &flow(10, false), true), 10);
    }

    #[test]
    fn ways_of_which_nothing_is_known_all_carry() {
        let mut ways = [Way::NONE; MAX_LANES];
        (ways[0], ways[1]) = (Way::UNKNOWN, Way::UNKNOWN);
        let first = deal(&ways, 256 << 10).expect("both are open");
        ways[first].is_open = false;
        let second = deal(&ways, 256 << 10).expect("one is open");
        assert_ne!(first, second);
        ways[second].is_open = false;
        assert_eq!(deal(&ways, 256 << 10), None);
    }
}
