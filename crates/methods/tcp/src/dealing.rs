//! Which connection the next chunk of a long frame goes over: each in turn while they are much alike.
//! Where they are not, the one that has it delivered first, and none if the others finish the frame
//! before that.

use crate::lane::MAX_LANES;
use crate::pace::ConnectionRate;
use ferry_sys::TcpFlow;

/// Shortest and longest chunk of a link of several connections. In turn, all are of the longest.
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

/// Ways that differ by more than the first in rate or round trip are unlike, and alike again below the
/// second: what is measured moves about, and alike ways do best in turn.
const UNLIKE: Tolerance = Tolerance { rate: 3.0, round_trip: 4.0, longer: 5e-3 };
const ALIKE: Tolerance = Tolerance { rate: 2.0, round_trip: 2.0, longer: 2.5e-3 };

/// How far two ways may be apart.
struct Tolerance {
    /// Times the rate.
    rate: f64,
    /// Times the round trip, and seconds: a short one is short for all that is sent in chunks.
    round_trip: f64,
    longer: f64,
}

/// What is known of a connection, in bytes and seconds.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ConnectionEstimate {
    /// Bytes a second.
    rate: f64,
    /// Enough was sent over it to know its rate.
    is_measured: bool,
    /// What its network holds it to; 0 where that is not known.
    limit: f64,
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

impl ConnectionEstimate {
    /// No way at all.
    pub(crate) const NONE: ConnectionEstimate = ConnectionEstimate {
        rate: 1e9,
        is_measured: true,
        limit: 0.0,
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
    pub(crate) const UNKNOWN: ConnectionEstimate =
        ConnectionEstimate { is_open: true, is_up: true, ..ConnectionEstimate::NONE };

    /// A connection with what the system says of it. `waiting` bytes are taken and not in the system yet;
    /// `idle` went over others since it was used, and `pace` is what was learnt of it.
    pub(crate) fn new(flow: &TcpFlow, waiting: usize, idle: u64, pace: ConnectionRate) -> Self {
        let [round_trip, smooth] =
            [flow.round_trip, flow.smooth_round_trip].map(|time| time.as_secs_f64());
        let is_measured = pace.rate > 0;
        // What fits into a round trip is what a connection can do that was never full.
        let possible = (flow.window as f64 / smooth.max(1e-6)).max(flow.rate as f64);
        ConnectionEstimate {
            rate: if is_measured { pace.rate as f64 } else { possible }.max(1e3),
            is_measured,
            limit: pace.limit as f64,
            window: flow.window as f64,
            round_trip,
            queued: (flow.queued + waiting as u64) as f64,
            trouble: if flow.is_recovering { smooth } else { 0.0 },
            idle,
            burst: flow.rate,
            ..ConnectionEstimate::UNKNOWN
        }
    }

    /// Seconds until `bytes` more of it are delivered. What is queued includes what has arrived and is
    /// not acknowledged yet.
    fn delivers(&self, bytes: usize) -> f64 {
        let queue = (self.queued / self.rate - self.round_trip).max(0.0);
        queue + bytes as f64 / self.rate + self.round_trip / 2.0 + self.trouble
    }

    /// It was never full, and is now: it is filled once, to learn what it can do.
    fn is_held(&self) -> bool {
        !self.is_measured && self.queued > self.window
    }

    /// Bytes a second that it does for long: a single measurement may be of a burst.
    fn can_do(&self) -> f64 {
        if self.limit > 0.0 { self.limit } else { self.rate }
    }

    /// How long a chunk of it is best.
    fn chunk_len(&self) -> usize {
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

/// The ways of a link: the first connection and the others.
pub(crate) type Ways = [ConnectionEstimate; MAX_LANES];

/// Deals the chunks of a link's long frames.
#[derive(Clone, Copy, Default, Debug)]
pub(crate) struct Dealer {
    are_unlike: bool,
    /// Whose turn it is.
    turn: usize,
}

impl Dealer {
    /// Judges the ways as they were measured.
    pub(crate) fn judge(&mut self, ways: &Ways) {
        let bounds = if self.are_unlike { ALIKE } else { UNLIKE };
        self.are_unlike = are_apart(ways, &bounds);
    }

    /// Which of the ways takes the next chunk of a frame of which `left` bytes are not dealt yet, and
    /// how long it is at most. `None` if it is best to wait for room on one that has none: there always
    /// is such a one then.
    pub(crate) fn next(&mut self, ways: &Ways, left: usize) -> Option<(usize, usize)> {
        if self.are_unlike {
            return deal(ways, left).map(|at| (at, ways[at].chunk_len()));
        }
        let at = (0..MAX_LANES)
            .map(|further| (self.turn + further) % MAX_LANES)
            .find(|at| ways[*at].is_open && usable(ways).any(|(usable, _)| usable == *at))?;
        self.turn = (at + 1) % MAX_LANES;
        Some((at, CHUNK.1))
    }
}

/// Whether some two ways are further apart than that, as far as is known. Round trips are those without
/// queues, which are of the connections' own making.
fn are_apart(ways: &Ways, bounds: &Tolerance) -> bool {
    let up = || ways.iter().filter(|way| way.is_up);
    let measured = up().filter(|way| way.is_measured);
    let quickest = measured.map(ConnectionEstimate::can_do).fold(0.0, f64::max);
    let held_to = up().map(|way| way.limit).filter(|limit| *limit > 0.0);
    let slowest = held_to.fold(f64::INFINITY, f64::min);
    let shortest = up().map(|way| way.round_trip).fold(f64::INFINITY, f64::min);
    let longest = up().map(|way| way.round_trip).fold(0.0, f64::max);
    quickest > slowest * bounds.rate
        || longest > (shortest * bounds.round_trip).max(shortest + bounds.longer)
}

/// The ways that may get more. The first connection carries the frames themselves, and has been used.
fn usable(ways: &Ways) -> impl Iterator<Item = (usize, &ConnectionEstimate)> {
    ways.iter().enumerate().filter(|(at, way)| way.is_up && (*at == 0 || !way.is_held()))
}

/// The one of unlike ways that takes the next chunk.
fn deal(ways: &Ways, left: usize) -> Option<usize> {
    let usable = || usable(ways);
    let (best, whole) = usable()
        .map(|(at, way)| (at, way.delivers(left)))
        .min_by(|(_, a), (_, b)| a.total_cmp(b))?;
    let chunk = |way: &ConnectionEstimate| way.delivers(way.chunk_len().min(left));
    let is_due = |way: &ConnectionEstimate| {
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
    use crate::pace::tests::flow;
    use std::collections::VecDeque;

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
        pace: ConnectionRate,
    }

    impl Double {
        fn new(megabits: f64, round_trip: f64) -> Self {
            let (backlog, acknowledged) = (0.0, VecDeque::new());
            let rate = megabits * 1e6 / 8.0;
            let (last, carried, idle, pace) = (0.0, 0, 0, ConnectionRate::default());
            Double { rate, round_trip, backlog, acknowledged, last, carried, idle, pace }
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

        /// Known from the beginning.
        fn way(&mut self) -> ConnectionEstimate {
            let under_way: f64 = self.acknowledged.iter().map(|(_, bytes)| bytes).sum();
            let queued = (self.backlog + under_way) as u64;
            // No two measurements are the same.
            let rate = self.rate as u64 + queued % 97;
            let flow = flow(rate, [self.round_trip, self.round_trip + 1.0], queued);
            self.pace.learn(&flow, false);
            let mut way = ConnectionEstimate::new(&flow, 0, self.idle, self.pace);
            way.is_open = self.backlog < NOT_SENT;
            way
        }
    }

    /// Seconds until the last of some frames is there, over ways known to be unlike.
    fn transfer(doubles: &mut [Double], frames: usize, frame: usize) -> f64 {
        let next = |ways: &Ways, left| deal(ways, left).map(|at| (at, ways[at].chunk_len()));
        transfer_by(next, doubles, frames, frame)
    }

    /// The same by what the dealer makes of the ways.
    fn transfer_judged(doubles: &mut [Double], frames: usize, frame: usize) -> (f64, Dealer) {
        let mut dealer = Dealer::default();
        let next = |ways: &Ways, left| {
            dealer.judge(ways);
            dealer.next(ways, left)
        };
        (transfer_by(next, doubles, frames, frame), dealer)
    }

    fn transfer_by(
        mut next: impl FnMut(&Ways, usize) -> Option<(usize, usize)>,
        doubles: &mut [Double],
        frames: usize,
        frame: usize,
    ) -> f64 {
        let (mut now, mut left, mut frames) = (0.0, frame, frames - 1);
        loop {
            let mut ways = [ConnectionEstimate::NONE; MAX_LANES];
            for (way, double) in ways.iter_mut().zip(&mut *doubles) {
                *way = double.way();
            }
            while let Some((at, len)) = if left > 0 { next(&ways, left) } else { None } {
                let len = len.min(left);
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
                for frames in [1, 4, 160] {
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
        let flow = TcpFlow { rate_is_least: true, window: 14_480, ..flow(0, [5e-5; 2], 0) };
        let mut known = [ConnectionEstimate::NONE; MAX_LANES];
        known[0] = Double::new(100.0, 1e-4).way();
        known[1] = ConnectionEstimate::new(&flow, 0, 0, ConnectionRate::default());
        for are_unlike in [false, true] {
            let mut dealer = Dealer { are_unlike, turn: 0 };
            let (mut ways, mut carried) = (known, [0; 2]);
            while carried[0] < 1 << 20 {
                let (at, len) = dealer.next(&ways, 1 << 20).expect("the first is open");
                carried[at] += len;
                ways[at].took(len);
            }
            assert!((1..=14_480 + CHUNK.1).contains(&carried[1]), "{carried:?}");
        }
    }

    #[test]
    fn much_alike_ways_carry_in_turn() {
        for (one, other) in [((100.0, 1e-4), (100.0, 1e-4)), ((100.0, 1e-4), (50.0, 3e-3))] {
            let mut pair = [one, other].map(|(rate, delay)| Double::new(rate, delay));
            let (_, dealer) = transfer_judged(&mut pair, 1, 256 << 10);
            assert!(!dealer.are_unlike);
            assert_eq!(pair.map(|double| double.carried), [128 << 10; 2]);
        }
    }

    #[test]
    fn unlike_ways_are_found_to_be() {
        for slow in [(10.0, 1e-4), (30.0, 1e-4), (100.0, 2e-2), (10.0, 2e-2)] {
            let quick = || Double::new(100.0, 1e-4);
            let alone = transfer(&mut [quick()], 4, 256 << 10);
            let mut pair = [quick(), Double::new(slow.0, slow.1)];
            let (both, dealer) = transfer_judged(&mut pair, 4, 256 << 10);
            assert!(dealer.are_unlike, "{slow:?}");
            // A chunk more goes the slow way before that is known.
            let late = CHUNK.1 as f64 * 8.0 / (slow.0 * 1e6);
            assert!(both <= alone * 1.05 + late, "{slow:?}: {both} and {alone} s");
        }
    }

    /// Whether ways of such paces are unlike.
    fn judged(dealer: &mut Dealer, paces: &[ConnectionRate]) -> bool {
        let mut ways = [ConnectionEstimate::NONE; MAX_LANES];
        for (way, pace) in ways.iter_mut().zip(paces) {
            *way = ConnectionEstimate::new(&flow(pace.sample, [1e-3; 2], 0), 0, 0, *pace);
        }
        dealer.judge(&ways);
        dealer.are_unlike
    }

    #[test]
    fn a_loss_makes_no_way_unlike() {
        let (mut dealer, mut paces) = (Dealer::default(), [ConnectionRate::default(); 2]);
        let full = |rate| flow(rate, [1e-3, 1e-2], 0);
        for pace in &mut paces {
            pace.learn(&full(12_000_000), true);
        }
        let lossy = |paces: &mut [ConnectionRate; 2], flow| {
            (0..8).for_each(|_| paces[1].learn(&flow, true))
        };
        lossy(&mut paces, TcpFlow { is_recovering: true, ..full(100_000) });
        assert!(!judged(&mut dealer, &paces), "while the loss is mended");
        lossy(&mut paces, full(90_000));
        assert!(!judged(&mut dealer, &paces), "as measured once after it");
        (80_000..80_020).for_each(|rate| paces[1].learn(&flow(rate, [1e-3, 1.1e-3], 0), true));
        assert!(!judged(&mut dealer, &paces), "with a small window and no queue");
        (80_000..80_020).for_each(|rate| paces[1].learn(&full(rate), true));
        assert!(judged(&mut dealer, &paces), "slow for long");
    }

    #[test]
    fn a_burst_makes_no_way_unlike() {
        let (mut dealer, mut paces) = (Dealer::default(), [ConnectionRate::default(); 2]);
        for (number, pace) in paces.iter_mut().enumerate() {
            for rate in [25_000_000, 24_000_000] {
                pace.learn(&flow(rate, [1e-3, 1e-2], 0), number > 0);
            }
        }
        paces[0].learn(&flow(100_000_000, [1e-3, 1e-2], 0), false);
        assert!(!judged(&mut dealer, &paces), "what was saved up in a pause");
        (100_000_000..100_000_020).for_each(|rate| {
            paces[0].learn(&flow(rate, [1e-3, 1.1e-3], 0), false);
        });
        assert!(judged(&mut dealer, &paces), "quick for long");
    }

    #[test]
    fn what_ways_are_taken_for_lasts() {
        let mut dealer = Dealer::default();
        let mut judge = |slow| {
            let pace = |rate| ConnectionRate { rate, limit: rate, sample: rate };
            judged(&mut dealer, &[pace(12_000_000), pace(slow)])
        };
        let steps = [5_000_000, 3_900_000, 5_000_000, 6_100_000, 5_000_000];
        assert_eq!(steps.map(&mut judge), [false, true, true, false, false]);
    }

    #[test]
    fn ways_of_which_nothing_is_known_all_carry() {
        let mut ways = [ConnectionEstimate::NONE; MAX_LANES];
        (ways[0], ways[1]) = (ConnectionEstimate::UNKNOWN, ConnectionEstimate::UNKNOWN);
        let mut dealer = Dealer::default();
        dealer.judge(&ways);
        assert_eq!(
            [0; 3].map(|_| dealer.next(&ways, 256 << 10).map(|(at, _)| at)),
            [Some(0), Some(1), Some(0)]
        );
        ways[1].is_open = false;
        assert_eq!(dealer.next(&ways, 256 << 10), Some((0, CHUNK.1)));
        ways[0].is_open = false;
        assert_eq!(dealer.next(&ways, 256 << 10), None);
    }
}
