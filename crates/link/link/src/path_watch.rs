//! When a path is lossy or long, and when it is no longer: what is concluded from what a method counts.
//!
//! One look proves little: a sender that finds out how much a path carries loses many packets at once, and
//! a message or two too few to count. So trouble has to be found twice in a row, each time among enough
//! packets, and a link that was changed is left alone for a while. What is lost while packets wait in a
//! queue on the way says that too much is sent, and counts for nothing. A link goes back only when its path
//! has been well for much longer, by a margin, and while it was in use: silence proves nothing. And it goes
//! back for good when it is seen that less goes by the other method than went before, lossy as the path was.

use ferry_method::Quality;
use std::fmt;
use std::time::Duration;

/// When a path counts as lossy or long, and where links that have one go.
#[derive(Clone, Debug, PartialEq)]
pub struct Adaptation {
    /// Methods for such paths, the first that fits.
    pub methods: Vec<String>,
    /// Part of the packets lost from which on a path is lossy: 0.005 for 0.5 %.
    pub loss: f64,
    /// Round trip from which on a path is long; `None`: none is.
    pub round_trip: Option<Duration>,
    /// Time between two looks at a link.
    pub interval: Duration,
}

impl Default for Adaptation {
    fn default() -> Self {
        Adaptation {
            methods: Vec::new(),
            loss: 0.005,
            round_trip: None,
            interval: Duration::from_millis(250),
        }
    }
}

/// From this round trip on a lossy path is no reason to leave a method that keeps its pace: the other
/// recovers no sooner, and has to begin.
const FAR: Duration = Duration::from_millis(10);
/// Packets among which losses are counted.
const ENOUGH: u64 = 400;
/// So many lost packets say enough, among however few.
const MANY: u64 = 8;
/// Findings in a row that make a link change.
const IN_A_ROW: u32 = 2;
/// What was counted in a longer time than this is no finding.
const STALE: Duration = Duration::from_secs(8);
/// A link that was changed is left alone for so long.
const REST: Duration = Duration::from_secs(5);
/// A path has to be well for so long.
const WELL: Duration = Duration::from_secs(10);
/// How long a method has to show how much goes by it.
const PROOF: Duration = Duration::from_secs(4);
/// Less than this part of what went before is too little.
const SLOWER: f64 = 0.7;
/// A path is well below this part of what makes it lossy.
const MARGIN: f64 = 0.25;

/// What is wrong with a path.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) enum Trouble {
    /// This part of the packets is lost.
    Lossy(f64),
    /// The round trip takes so long.
    Long(Duration),
}

impl fmt::Display for Trouble {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Trouble::Lossy(share) => write!(f, "{:.1} % of packets lost", share * 100.0),
            Trouble::Long(time) => write!(f, "a round trip of {:.1} ms", time.as_secs_f64() * 1e3),
        }
    }
}

/// What is known of a link at some time.
#[derive(Clone, Copy, Default, Debug)]
pub(crate) struct PathSight {
    pub(crate) quality: Quality,
    /// Payload that went by its method.
    pub(crate) bytes: u64,
}

/// What is concluded about a link that has moved.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum PathVerdict {
    /// It stays.
    Stay,
    /// The path is well again.
    Well,
    /// Less goes by this method than by the one before.
    Slower,
}

/// Packets of a time, and those of them that were lost.
#[derive(Clone, Copy, Default, Debug)]
struct Sample {
    sent: u64,
    lost: u64,
    bytes: u64,
    time: Duration,
}

impl Sample {
    /// Bytes per second.
    fn rate(self) -> f64 {
        self.bytes as f64 / self.time.as_secs_f64().max(1e-6)
    }

    fn add(&mut self, other: Sample) {
        self.sent += other.sent;
        self.lost += other.lost;
        self.bytes += other.bytes;
        self.time += other.time;
    }

    fn share(self) -> f64 {
        self.lost as f64 / self.sent.max(1) as f64
    }
}

/// What has been seen of the path of one link.
#[derive(Clone, Default, Debug)]
pub(crate) struct PathWatch {
    /// Where counting began.
    begin: Option<(Duration, PathSight)>,
    /// The round trip was known at a look.
    is_measured: bool,
    /// What was found wrong in the last looks, one after the other.
    findings: u32,
    found: Sample,
    /// What went since the link moved; it is compared once, with what went before.
    moved: Sample,
    is_proven: bool,
    /// Since when all is well.
    well: Option<Duration>,
    /// Nothing is concluded before.
    rests_until: Duration,
}

impl PathWatch {
    /// The link has changed: what was seen is of another method.
    pub(crate) fn rest(&mut self, now: Duration) {
        *self = PathWatch { rests_until: now + REST, ..PathWatch::default() };
    }

    /// Counts from now on, when nothing has gone by the link's connection yet.
    pub(crate) fn begin(&mut self, now: Duration, bytes: u64) {
        self.begin = Some((now, PathSight { bytes, ..PathSight::default() }));
    }

    /// Whether something was found wrong that is not certain yet.
    pub(crate) fn has_doubt(&self) -> bool {
        self.findings > 0
    }

    /// Looks at a link on its ordinary method: what is wrong with its path, once that is certain, and how
    /// many bytes went in a second meanwhile.
    pub(crate) fn trouble(
        &mut self,
        now: Duration,
        seen: PathSight,
        limits: &Adaptation,
    ) -> Option<(Trouble, f64)> {
        let round_trip = seen.quality.round_trip;
        let is_long = limits.round_trip.is_some_and(|most| round_trip >= most);
        if !self.is_measured && !round_trip.is_zero() && now >= self.rests_until {
            self.is_measured = true;
            if is_long {
                return Some((Trouble::Long(round_trip), 0.0));
            }
        }
        let sample = self.sample(now, seen)?;
        let suffers = round_trip < FAR || !seen.quality.keeps_pace;
        let is_lossy = sample.share() >= limits.loss && !seen.quality.has_queue && suffers;
        if !is_long && !is_lossy {
            (self.findings, self.found) = (0, Sample::default());
            return None;
        }
        self.findings += 1;
        self.found.add(sample);
        if self.findings < IN_A_ROW {
            return None;
        }
        let is_lossy = self.found.share() >= limits.loss;
        let trouble =
            if is_lossy { Trouble::Lossy(self.found.share()) } else { Trouble::Long(round_trip) };
        Some((trouble, self.found.rate()))
    }

    /// Looks at a link that was moved because of some trouble, when so many bytes went in a second.
    pub(crate) fn verdict(
        &mut self,
        now: Duration,
        seen: PathSight,
        limits: &Adaptation,
        (trouble, rate): (Trouble, f64),
    ) -> PathVerdict {
        let was_counting = self.begin.is_some();
        let Some(sample) = self.sample(now, seen) else {
            if was_counting && self.begin.is_some_and(|(since, _)| since == now) {
                self.well = None;
            }
            return PathVerdict::Stay;
        };
        self.moved.add(sample);
        if !self.is_proven && self.moved.time >= PROOF {
            if self.moved.rate() < rate * SLOWER {
                return PathVerdict::Slower;
            }
            self.is_proven = true;
        }
        let round_trip = seen.quality.round_trip;
        let is_well = match trouble {
            Trouble::Lossy(_) => sample.share() < limits.loss * MARGIN,
            Trouble::Long(_) => limits.round_trip.is_none_or(|most| round_trip < most / 2),
        };
        self.well = if is_well { self.well.or(Some(now)) } else { None };
        let is_over = self.well.is_some_and(|since| now.saturating_sub(since) >= WELL);
        if is_over { PathVerdict::Well } else { PathVerdict::Stay }
    }

    /// What was counted since the last sample, if that is enough to conclude from.
    fn sample(&mut self, now: Duration, seen: PathSight) -> Option<Sample> {
        if now < self.rests_until {
            return None;
        }
        let Some((since, before)) = self.begin else {
            self.begin = Some((now, seen));
            return None;
        };
        let sent = seen.quality.sent.checked_sub(before.quality.sent);
        let lost = seen.quality.lost.checked_sub(before.quality.lost);
        // Another connection counts from the beginning.
        let (Some(sent), Some(lost)) = (sent, lost) else {
            self.begin = Some((now, seen));
            return None;
        };
        let time = now.saturating_sub(since);
        // What is lost at once, by a burst, is seen lost over a round trip.
        let is_over = time >= seen.quality.round_trip.saturating_mul(2);
        let is_enough = (sent >= ENOUGH || lost >= MANY) && is_over;
        if is_enough || time > STALE {
            self.begin = Some((now, seen));
        }
        let bytes = seen.bytes.saturating_sub(before.bytes);
        is_enough.then_some(Sample { sent, lost, bytes, time })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A path in virtual time, looked at every quarter of a second.
    #[derive(Default)]
    struct Path {
        watch: PathWatch,
        now: Duration,
        quality: Quality,
        bytes: u64,
        limits: Adaptation,
    }

    impl Path {
        fn of(round_trip_ms: u64) -> Self {
            let round_trip = Duration::from_millis(round_trip_ms);
            Path { quality: Quality { round_trip, ..Quality::default() }, ..Path::default() }
        }

        fn passes(&mut self, sent: u64, lost: u64) {
            self.now += self.limits.interval;
            self.quality.sent += sent;
            self.quality.lost += lost;
            self.bytes += 1000 * (sent - lost);
        }

        fn seen(&self) -> PathSight {
            PathSight { quality: self.quality, bytes: self.bytes }
        }

        /// What is found in so many looks at most, and at which.
        fn trouble(&mut self, looks: u32, sent: u64, lost: u64) -> Option<(u32, Trouble)> {
            (1..=looks).find_map(|look| {
                self.passes(sent, lost);
                let found = self.watch.trouble(self.now, self.seen(), &self.limits);
                found.map(|(trouble, _)| (look, trouble))
            })
        }

        /// Seconds after which the trouble is over.
        fn over_after(&mut self, looks: u32, (sent, lost): (u64, u64), of: Trouble) -> Option<f64> {
            let began = self.now;
            (0..looks).find_map(|_| {
                self.passes(sent, lost);
                let seen = self.seen();
                let verdict = self.watch.verdict(self.now, seen, &self.limits, (of, 0.0));
                (verdict == PathVerdict::Well).then(|| (self.now - began).as_secs_f64())
            })
        }
    }

    #[test]
    fn a_lossy_path_is_found_at_the_second_finding() {
        let mut path = Path::of(1);
        assert_eq!(path.trouble(100, 1000, 10), Some((3, Trouble::Lossy(0.01))));
        assert_eq!(Trouble::Lossy(0.0123).to_string(), "1.2 % of packets lost");
    }

    #[test]
    fn what_is_lost_now_and_then_is_no_trouble() {
        assert_eq!(Path::of(1).trouble(1000, 1000, 4), None);
        let mut path = Path::of(1);
        for _ in 0..100 {
            // A burst each second.
            assert_eq!(path.trouble(1, 1000, 300), None);
            assert_eq!(path.trouble(3, 1000, 0), None);
        }
    }

    #[test]
    fn what_overflows_a_queue_says_nothing_about_the_path() {
        let mut path = Path::of(1);
        path.quality.has_queue = true;
        assert_eq!(path.trouble(1000, 1000, 30), None);
        path.quality.has_queue = false;
        assert_eq!(path.trouble(100, 1000, 30), Some((2, Trouble::Lossy(0.03))));
    }

    #[test]
    fn a_far_path_is_left_to_a_method_that_keeps_its_pace() {
        let mut path = Path::of(10);
        path.quality.keeps_pace = true;
        assert_eq!(path.trouble(1000, 1000, 30), None);
        path.quality.keeps_pace = false;
        assert_eq!(path.trouble(100, 1000, 30), Some((2, Trouble::Lossy(0.03))));
        let mut near = Path::of(9);
        near.quality.keeps_pace = true;
        assert_eq!(near.trouble(100, 1000, 30), Some((3, Trouble::Lossy(0.03))));
    }

    #[test]
    fn few_packets_are_counted_together_but_not_for_ever() {
        // 400 packets at every fourth look.
        assert_eq!(Path::of(1).trouble(100, 100, 1), Some((9, Trouble::Lossy(0.01))));
        // In eight seconds there are 320.
        assert_eq!(Path::of(1).trouble(1000, 10, 0), None);
        let mut path = Path::of(1);
        assert_eq!(path.trouble(1, 0, 0), None);
        assert_eq!(path.trouble(1, 50, 7), None);
        assert_eq!(path.trouble(100, 0, 0), None, "seven lost packets are too few");
    }

    #[test]
    fn many_losses_need_no_many_packets() {
        let found = Path::of(1).trouble(100, 40, 8);
        assert_eq!(found, Some((3, Trouble::Lossy(0.2))));
    }

    #[test]
    fn a_long_path_is_found_where_length_counts() {
        assert_eq!(Path::of(80).trouble(100, 1000, 0), None);
        let mut path = Path::of(80);
        path.limits.round_trip = Some(Duration::from_millis(50));
        let long = Trouble::Long(Duration::from_millis(80));
        assert_eq!(path.trouble(100, 1000, 0), Some((1, long)));
        assert_eq!(long.to_string(), "a round trip of 80.0 ms");
    }

    #[test]
    fn how_long_a_path_is_tells_the_first_look_that_knows_it() {
        let limit = Some(Duration::from_millis(50));
        let mut path = Path::of(0);
        path.limits.round_trip = limit;
        assert_eq!(path.trouble(2, 0, 0), None, "the connection is being opened");
        path.quality.round_trip = Duration::from_millis(50);
        let long = Trouble::Long(path.quality.round_trip);
        assert_eq!(path.trouble(1, 1, 0), Some((1, long)));
        // Once; after that it is a finding like others.
        assert_eq!(path.trouble(1, 1, 0), None);
        let mut short = Path::of(49);
        short.limits.round_trip = limit;
        assert_eq!(short.trouble(100, 1000, 0), None);
    }

    #[test]
    fn a_burst_that_many_looks_see_is_one() {
        let mut path = Path::of(1000);
        // Of looks a quarter of a second apart eight lie in a finding over two round trips.
        assert_eq!(path.trouble(100, 1000, 30), Some((17, Trouble::Lossy(0.03))));
    }

    #[test]
    fn another_connection_counts_anew() {
        let mut path = Path::of(1);
        assert_eq!(path.trouble(2, 1000, 10), None);
        path.quality = Quality { round_trip: path.quality.round_trip, ..Quality::default() };
        assert_eq!(path.trouble(100, 1000, 10), Some((2, Trouble::Lossy(0.01))));
    }

    #[test]
    fn a_changed_link_is_left_alone_for_a_while() {
        let mut path = Path::of(1);
        path.watch.rest(path.now);
        let (look, _) = path.trouble(100, 1000, 10).expect("it is lossy");
        assert!(path.limits.interval * look > REST, "{look}");
    }

    #[test]
    fn trouble_is_over_after_ten_good_seconds_of_use() {
        let lossy = Trouble::Lossy(0.01);
        let after = Path::of(1).over_after(1000, (1000, 0), lossy).expect("it is well");
        assert!((WELL.as_secs_f64()..WELL.as_secs_f64() + 1.0).contains(&after), "{after}");
        // Not quite well.
        assert_eq!(Path::of(1).over_after(1000, (1000, 2), lossy), None);
        // Silent.
        assert_eq!(Path::of(1).over_after(1000, (0, 0), lossy), None);
        let mut path = Path::of(1);
        assert_eq!(path.over_after(30, (1000, 0), lossy), None);
        assert_eq!(path.over_after(1, (1000, 10), lossy), None);
        assert_eq!(path.over_after(30, (1000, 0), lossy), None, "it was bad in between");
        let mut path = Path::of(1);
        assert_eq!(path.over_after(30, (1000, 0), lossy), None);
        assert_eq!(path.over_after(40, (0, 0), lossy), None);
        assert_eq!(path.over_after(30, (1000, 0), lossy), None, "it was silent in between");
    }

    #[test]
    fn less_than_before_is_seen_in_four_seconds() {
        let before = (Trouble::Lossy(0.01), 4_000_000.0);
        let slower_after = |sent: [u64; 2]| {
            let mut path = Path::of(1);
            (0..100).find(|look| {
                path.passes(sent[look % 2], 10);
                path.watch.verdict(path.now, path.seen(), &path.limits, before)
                    == PathVerdict::Slower
            })
        };
        assert_eq!(slower_after([500, 500]), Some(16));
        assert_eq!(slower_after([800, 800]), None, "little less");
        assert_eq!(slower_after([1200, 400]), None, "as much, by and by");
        let mut path = Path::of(1);
        let (_, rate) = (0..3)
            .find_map(|_| {
                path.passes(1000, 10);
                path.watch.trouble(path.now, path.seen(), &path.limits)
            })
            .expect("it is lossy");
        assert!((rate - 3_960_000.0).abs() < 1.0, "{rate}");
    }
}
