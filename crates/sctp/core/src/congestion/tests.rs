//! Computed traces in virtual time, and properties that every algorithm keeps.

use std::time::Duration;

use proptest::prelude::*;

use super::{Acked, Algorithm, Congestion, CongestionSettings, Standard};

const SEGMENT: u64 = 1452;

fn ms(n: u64) -> Duration {
    Duration::from_millis(n)
}

fn ack(now: Duration, bytes: u64, in_flight: u64, rtt: Duration) -> Acked {
    Acked {
        now,
        bytes,
        in_flight,
        rtt: Some(rtt),
        advanced: true,
        cwnd_limited: true,
        app_limited: false,
    }
}

/// Settings of the RFC to the letter.
fn rfc() -> CongestionSettings {
    CongestionSettings { slow_start_limit: 1, ..CongestionSettings::default() }
}

#[test]
fn names_are_read_back_and_unknown_ones_explained() {
    for algorithm in Algorithm::ALL {
        assert_eq!(algorithm.name().parse(), Ok(algorithm));
        assert_eq!(algorithm.build(SEGMENT, rfc()).name(), algorithm.name());
    }
    let error = "reno".parse::<Algorithm>().unwrap_err();
    assert!(error.to_string().contains("\"reno\"") && error.to_string().contains("cubic"));
}

#[test]
fn first_windows_are_those_of_the_rfc() {
    // RFC 9260 §7.2.1: min(4 * PMDCS, max(2 * PMDCS, 4404)).
    for (segment, window) in [(500, 2000), (1452, 4404), (8972, 17944)] {
        assert_eq!(CongestionSettings::default().initial_cwnd(segment), window);
    }
    let ten = CongestionSettings { initial_segments: Some(10), ..CongestionSettings::default() };
    assert_eq!(ten.initial_cwnd(1000), 10_000);
}

#[test]
fn standard_follows_a_computed_trace() {
    let mut c = Standard::new(1000, rfc());
    assert_eq!((c.cwnd(), c.ssthresh()), (4000, u64::MAX));
    // Slow start: at most one segment for each SACK, only when the window is in use.
    c.on_acked(&ack(ms(10), 2000, 2000, ms(10)));
    assert_eq!(c.cwnd(), 5000);
    c.on_acked(&ack(ms(10), 300, 1700, ms(10)));
    assert_eq!(c.cwnd(), 5300);
    c.on_acked(&Acked { cwnd_limited: false, ..ack(ms(11), 1000, 700, ms(10)) });
    c.on_acked(&Acked { advanced: false, ..ack(ms(11), 1000, 700, ms(10)) });
    assert_eq!(c.cwnd(), 5300);
    // Fast retransmit: half, but four segments at least, and no growth until recovered.
    c.on_fast_retransmit(ms(12), 5300);
    assert_eq!((c.cwnd(), c.ssthresh()), (4000, 4000));
    c.on_acked(&ack(ms(13), 1000, 3000, ms(10)));
    assert_eq!(c.cwnd(), 4000);
    c.on_recovered(ms(14));
    // At the threshold it is still slow start; beyond, a window of bytes buys one segment.
    c.on_acked(&ack(ms(15), 1000, 3000, ms(10)));
    assert_eq!(c.cwnd(), 5000);
    for n in 1..=4 {
        c.on_acked(&ack(ms(16), 1000, 4000, ms(10)));
        assert_eq!((c.cwnd(), c.partial_bytes_acked()), (5000, n * 1000));
    }
    c.on_acked(&ack(ms(16), 1500, 3500, ms(10)));
    assert_eq!((c.cwnd(), c.partial_bytes_acked()), (6000, 500));
    // With nothing outstanding the count begins anew.
    c.on_acked(&ack(ms(17), 100, 0, ms(10)));
    assert_eq!(c.partial_bytes_acked(), 0);
    // Timeout: one segment.
    c.on_timeout(ms(18), 6000);
    assert_eq!((c.cwnd(), c.ssthresh()), (1000, 4000));
}

#[test]
fn an_idle_window_decays_to_the_first_one_and_is_remembered_in_the_threshold() {
    for algorithm in [Algorithm::Standard, Algorithm::Cubic] {
        for (first, floor) in [(None, 4000), (Some(10), 10_000)] {
            let settings = CongestionSettings { initial_segments: first, ..rfc() };
            let mut c = algorithm.build(1000, settings);
            let mut now = 0;
            while c.cwnd() < 40_000 {
                now += 1;
                c.on_acked(&ack(ms(now), 1000, 1000, ms(10)));
            }
            c.on_fast_retransmit(ms(now), 40_000);
            c.on_recovered(ms(now));
            let (cwnd, ssthresh) = (c.cwnd(), c.ssthresh());
            let decayed: Vec<u64> = (0..6)
                .map(|n| {
                    c.on_idle(ms(now + n * 1000));
                    c.cwnd()
                })
                .collect();
            assert_eq!(decayed[0], cwnd / 2, "{algorithm}");
            assert_eq!(decayed[5], floor, "{algorithm}: {decayed:?}");
            assert_eq!(c.ssthresh(), ssthresh.max(cwnd), "{algorithm}");
        }
    }
}

/// A path that was idle before it was ever full has still not been found full.
#[test]
fn idle_time_is_no_end_of_slow_start() {
    for algorithm in [Algorithm::Standard, Algorithm::Cubic] {
        let mut c =
            algorithm.build(1000, CongestionSettings { initial_segments: Some(10), ..rfc() });
        c.on_idle(ms(1000));
        assert_eq!((c.cwnd(), c.ssthresh()), (10_000, u64::MAX), "{algorithm}");
    }
}

#[test]
fn cubic_comes_back_to_the_window_of_its_loss_when_the_curve_says() {
    let settings =
        CongestionSettings { initial_segments: Some(100), ..CongestionSettings::default() };
    let mut c = Algorithm::Cubic.build(1000, settings);
    c.on_fast_retransmit(ms(0), 100_000);
    assert_eq!(c.cwnd(), 70_000);
    c.on_recovered(ms(0));
    // RFC 9438 §4.2: K = cbrt((W_max - cwnd) / C) = cbrt(30 / 0.4) = 4.217 s.
    let mut reached = None;
    let mut now = ms(0);
    while now < ms(8000) {
        now += ms(100);
        for _ in 0..(c.cwnd() / 1000) {
            c.on_acked(&ack(now, 1000, c.cwnd() - 1000, ms(100)));
        }
        if reached.is_none() && c.cwnd() >= 99_500 {
            reached = Some(now);
        }
    }
    let reached = reached.expect("the window of the loss is reached");
    assert!(reached > ms(3000) && reached < ms(4600), "at {reached:?}");
    // 0.4 * (8 - 4.2)^3 = 22 segments beyond.
    assert!((115_000..130_000).contains(&c.cwnd()), "{}", c.cwnd());
}

#[test]
fn cubic_on_a_short_path_grows_no_slower_than_standard_growth() {
    let settings =
        CongestionSettings { initial_segments: Some(10), ..CongestionSettings::default() };
    let mut c = Algorithm::Cubic.build(1000, settings);
    c.on_fast_retransmit(ms(0), 10_000);
    c.on_recovered(ms(0));
    let mut now = ms(0);
    for _ in 0..400 {
        now += ms(1);
        let window = c.cwnd();
        for _ in 0..(window / 1000) {
            c.on_acked(&ack(now, 1000, window - 1000, ms(1)));
        }
    }
    // The curve alone would be near 10 segments after 0.4 s; additive growth is far beyond.
    assert!(c.cwnd() > 100_000, "{}", c.cwnd());
}

/// A pipe of `rate` bytes per second, `rtt` long, with an endless sender: what the window and the
/// pacing permit is sent, and each packet comes back after the queue before it.
struct Pipe {
    rate: u64,
    rtt: Duration,
    free: Duration,
    flight: std::collections::VecDeque<(Duration, Duration)>,
    paced: Duration,
}

impl Pipe {
    fn new(rate: u64, rtt: Duration) -> Self {
        Self { rate, rtt, free: ms(0), flight: Default::default(), paced: ms(0) }
    }

    fn in_flight(&self) -> u64 {
        self.flight.len() as u64 * SEGMENT
    }

    fn fill(&mut self, now: Duration, c: &mut dyn Congestion) {
        while self.in_flight() + SEGMENT <= c.cwnd() && self.paced <= now {
            let wire = Duration::from_nanos(SEGMENT * 1_000_000_000 / self.rate);
            self.free = self.free.max(now) + wire;
            self.flight.push_back((now, self.free + self.rtt));
            c.on_sent(now, SEGMENT, self.in_flight());
            if let Some(rate) = c.pacing_rate() {
                let gap = Duration::from_nanos(SEGMENT * 1_000_000_000 / rate.max(1));
                self.paced = self.paced.max(now) + gap;
            }
        }
    }

    /// Runs for `time` from `now`; returns the bytes delivered.
    fn run(&mut self, now: &mut Duration, time: Duration, c: &mut dyn Congestion) -> u64 {
        let end = *now + time;
        let mut delivered = 0;
        while *now < end {
            self.fill(*now, c);
            let back = self.flight.front().map(|f| f.1);
            let window = self.in_flight() + SEGMENT <= c.cwnd();
            let next = if window { Some(self.paced.max(*now + ms(0))) } else { None };
            *now = back.into_iter().chain(next).min().unwrap_or(end).max(*now);
            while self.flight.front().is_some_and(|f| f.1 <= *now) {
                let (sent, _) = self.flight.pop_front().expect("it was there");
                delivered += SEGMENT;
                c.on_acked(&ack(*now, SEGMENT, self.in_flight(), *now - sent));
            }
        }
        delivered
    }
}

#[test]
fn bbr_learns_the_pipe_and_keeps_the_queue_short() {
    let mut pipe = Pipe::new(10_000_000, ms(20));
    let mut c = super::Bbr::new(SEGMENT, CongestionSettings::default());
    let mut now = ms(0);
    pipe.run(&mut now, ms(2000), &mut c);
    let delivered = pipe.run(&mut now, ms(1000), &mut c);
    assert!((8_500_000..=11_500_000).contains(&c.bandwidth()), "{}", c.bandwidth());
    let trip = c.min_rtt().expect("measured");
    assert!(trip >= ms(20) && trip < ms(22), "{trip:?}");
    assert!(delivered > 9_000_000, "{delivered}");
    // The product is 200 KB; a queue of another product at most.
    assert!(pipe.in_flight() < 450_000, "{}", pipe.in_flight());
}

#[test]
fn bbr_keeps_its_rate_through_lone_losses() {
    let mut pipe = Pipe::new(10_000_000, ms(20));
    let mut c = super::Bbr::new(SEGMENT, CongestionSettings::default());
    let mut now = ms(0);
    pipe.run(&mut now, ms(1000), &mut c);
    let mut delivered = 0;
    for _ in 0..20 {
        c.on_fast_retransmit(now, pipe.in_flight());
        delivered += pipe.run(&mut now, ms(25), &mut c);
        c.on_recovered(now);
        delivered += pipe.run(&mut now, ms(25), &mut c);
    }
    assert!(delivered > 8_000_000, "{delivered}");
}

#[test]
fn bbr_measures_the_shortest_trip_again_after_ten_seconds() {
    let mut pipe = Pipe::new(2_000_000, ms(10));
    let mut c = super::Bbr::new(SEGMENT, CongestionSettings::default());
    let mut now = ms(0);
    pipe.run(&mut now, ms(1000), &mut c);
    pipe.rtt = ms(30);
    pipe.run(&mut now, ms(14_000), &mut c);
    assert!(c.min_rtt().is_some_and(|t| t >= ms(30)), "{:?}", c.min_rtt());
    assert!(c.cwnd() > 4 * SEGMENT, "the window is back after the probe");
}

#[test]
fn every_algorithm_fills_the_pipe() {
    for algorithm in Algorithm::ALL {
        let mut pipe = Pipe::new(5_000_000, ms(10));
        let settings = CongestionSettings { max_cwnd: 200_000, ..CongestionSettings::default() };
        let mut c = algorithm.build(SEGMENT, settings);
        let mut now = ms(0);
        pipe.run(&mut now, ms(1000), c.as_mut());
        let delivered = pipe.run(&mut now, ms(1000), c.as_mut());
        assert!(delivered > 4_500_000, "{algorithm}: {delivered}");
    }
}

/// Where no queue is noticed losses are spared, but not when a sixth of what was under way is gone.
#[test]
fn an_overflow_is_answered_though_no_queue_was_noticed() {
    for algorithm in [Algorithm::Adaptive, Algorithm::Bbr] {
        let mut c = algorithm.build(SEGMENT, CongestionSettings::default());
        let mut now = ms(0);
        while c.cwnd() < 100 * SEGMENT {
            c.on_sent(now, c.cwnd(), c.cwnd());
            now += ms(20);
            c.on_acked(&ack(now, c.cwnd(), 0, ms(20)));
        }
        let (cwnd, in_flight) = (c.cwnd(), 100 * SEGMENT);
        c.on_fast_retransmit(now, in_flight);
        for _ in 0..16 {
            c.on_lost(now, SEGMENT, in_flight);
        }
        assert_eq!(c.cwnd(), cwnd, "{algorithm}: damage is borne");
        c.on_lost(now, SEGMENT, in_flight / 4);
        assert!(c.cwnd() < cwnd, "{algorithm}: {}", c.cwnd());
    }
}

#[derive(Clone, Debug)]
enum Op {
    Sent(u64, u64),
    Acked { bytes: u64, in_flight: u64, rtt: Option<Duration>, flags: (bool, bool, bool) },
    FastRetransmit(u64),
    Lost(u64, u64),
    Recovered,
    Timeout(u64),
    Ecn(u64),
    Idle,
    Segment(u64),
}

fn size() -> impl Strategy<Value = u64> {
    prop_oneof![4 => 0_u64..200_000, 1 => Just(0), 1 => Just(u64::MAX), 1 => any::<u64>()]
}

fn time() -> impl Strategy<Value = Duration> {
    prop_oneof![
        6 => (0_u64..1_000_000_000).prop_map(Duration::from_nanos),
        1 => Just(Duration::ZERO),
        1 => Just(Duration::MAX),
    ]
}

fn op() -> impl Strategy<Value = Op> {
    let flags = (any::<bool>(), any::<bool>(), any::<bool>());
    prop_oneof![
        3 => (size(), size()).prop_map(|(a, b)| Op::Sent(a, b)),
        6 => (size(), size(), proptest::option::of(time()), flags)
            .prop_map(|(bytes, in_flight, rtt, flags)| Op::Acked { bytes, in_flight, rtt, flags }),
        2 => size().prop_map(Op::FastRetransmit),
        2 => (size(), size()).prop_map(|(bytes, in_flight)| Op::Lost(bytes, in_flight)),
        2 => Just(Op::Recovered),
        1 => size().prop_map(Op::Timeout),
        1 => size().prop_map(Op::Ecn),
        1 => Just(Op::Idle),
        1 => prop_oneof![1_u64..100_000, Just(0), Just(u64::MAX)].prop_map(Op::Segment),
    ]
}

fn apply(c: &mut dyn Congestion, now: Duration, op: &Op) {
    match *op {
        Op::Sent(bytes, in_flight) => c.on_sent(now, bytes, in_flight),
        Op::Acked { bytes, in_flight, rtt, flags: (advanced, cwnd_limited, app_limited) } => {
            c.on_acked(&Acked { now, bytes, in_flight, rtt, advanced, cwnd_limited, app_limited })
        }
        Op::FastRetransmit(in_flight) => c.on_fast_retransmit(now, in_flight),
        Op::Lost(bytes, in_flight) => c.on_lost(now, bytes, in_flight),
        Op::Recovered => c.on_recovered(now),
        Op::Timeout(in_flight) => c.on_timeout(now, in_flight),
        Op::Ecn(in_flight) => c.on_ecn(now, in_flight),
        Op::Idle => c.on_idle(now),
        Op::Segment(segment) => c.set_segment(segment),
    }
}

/// Three losses, each after so many round trips of such a length; paced from then on, or not.
fn adaptive_after_losses(at_first: Duration, later: Duration) -> Box<dyn Congestion> {
    let mut c = Algorithm::Adaptive.build(1000, CongestionSettings::default());
    let mut now = ms(0);
    for rtt in [at_first; 20].into_iter().chain([later; 20]) {
        now += rtt;
        c.on_sent(now, 1000, 4000);
        c.on_acked(&ack(now, 1000, 3000, rtt));
    }
    for _ in 0..3 {
        c.on_fast_retransmit(now, 3000);
        c.on_recovered(now);
    }
    c
}

#[test]
fn adaptive_follows_losses_with_a_queue_and_no_others() {
    assert_eq!(adaptive_after_losses(ms(20), ms(60)).pacing_rate(), None);
    let mut c = adaptive_after_losses(ms(20), ms(20));
    assert!(c.pacing_rate().is_some());
    // Whether it was right shows in the window: it does not close for what comes then.
    let before = c.cwnd();
    for _ in 0..5 {
        c.on_fast_retransmit(ms(2000), 3000);
        c.on_recovered(ms(2000));
    }
    assert!(c.cwnd() >= before);
}

proptest! {
    #[test]
    fn the_window_is_a_segment_at_least_whatever_happens(
        which in 0_usize..4,
        ops in proptest::collection::vec((time(), op()), 1..80),
    ) {
        let mut c = Algorithm::ALL[which].build(SEGMENT, CongestionSettings::default());
        let mut now = Duration::ZERO;
        let mut segment = SEGMENT;
        for (step, op) in &ops {
            now = now.saturating_add(*step);
            apply(c.as_mut(), now, op);
            if let Op::Segment(s) = op {
                segment = (*s).max(1);
            }
            prop_assert!(c.cwnd() >= segment, "{} after {op:?}", c.cwnd());
            prop_assert!(c.pacing_rate() != Some(0));
        }
    }

    #[test]
    fn reactions_have_the_right_direction(
        which in 0_usize..4,
        ops in proptest::collection::vec((0_u64..50, op()), 1..60),
    ) {
        let mut c = Algorithm::ALL[which].build(SEGMENT, CongestionSettings::default());
        let mut now = Duration::ZERO;
        for (step, op) in &ops {
            if matches!(op, Op::Segment(_)) {
                continue;
            }
            now += ms(*step);
            let before = c.cwnd();
            apply(c.as_mut(), now, op);
            let after = c.cwnd();
            match op {
                Op::Timeout(_) => prop_assert!(after == SEGMENT),
                Op::Idle => prop_assert!(after <= before),
                // The floor of four segments may lie above a window that a timeout closed.
                Op::FastRetransmit(_) | Op::Ecn(_) => {
                    prop_assert!(after <= before.max(4 * SEGMENT), "{before} to {after}");
                }
                Op::Acked { .. } if which < 2 => prop_assert!(after >= before),
                _ => {}
            }
        }
    }
}
