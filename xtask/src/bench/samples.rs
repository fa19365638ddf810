//! What was measured, by point, MPI and round.

use std::collections::BTreeMap;

use anyhow::Result;
use serde::Serialize;

use super::case::{Case, Setting};
use super::launch::Which;
use super::mood::Mood;

/// A line that a program printed.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Line {
    pub(super) name: String,
    pub(super) size: u64,
    pub(super) value: f64,
    pub(super) unit: String,
}

/// Reads `NAME SIZE VALUE UNIT LOW HIGH` lines, passing over others.
pub(super) fn parse(text: &str) -> Vec<Line> {
    let one = |line: &str| {
        let words: Vec<&str> = line.split_whitespace().collect();
        let [name, size, value, unit, _low, _high] = words.as_slice() else { return None };
        let (size, value) = (size.parse().ok()?, value.parse().ok()?);
        Some(Line { name: (*name).into(), size, value, unit: (*unit).into() })
    };
    text.lines().filter_map(one).collect()
}

/// A point: what is measured, of which size.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) struct Point {
    pub(super) setting: Setting,
    pub(super) name: String,
    pub(super) size: u64,
}

/// Values of a point on one MPI, by round.
pub(super) type Rounds = BTreeMap<u32, f64>;

/// All of a point.
#[derive(Clone, Default, Debug)]
pub(super) struct Measured {
    pub(super) unit: String,
    pub(super) by: BTreeMap<Which, Rounds>,
    /// Rounds are put together as their mean, not as their median.
    pub(super) by_mean: bool,
}

/// Everything measured.
#[derive(Default, Debug)]
pub(super) struct Samples {
    pub(super) points: BTreeMap<Point, Measured>,
    /// Runs that failed, with what was said, each once.
    pub(super) failures: BTreeMap<(String, Which), String>,
    /// Runs by case and the machine's mood, where that was looked at.
    pub(super) moods: BTreeMap<(String, Mood), u32>,
    /// Runs left out because the machine never was in one mood, that of the round, from before to after.
    pub(super) uneven: BTreeMap<(String, Which), u32>,
}

impl Samples {
    /// Notes in which mood a run was measured.
    pub(super) fn note_mood(&mut self, case: &Case, mood: Option<Mood>) {
        if let Some(mood) = mood {
            *self.moods.entry((case.name(), mood)).or_default() += 1;
        }
    }

    /// Notes a run that found no mood to be measured in.
    pub(super) fn note_uneven(&mut self, case: &Case, which: Which) {
        *self.uneven.entry((case.name(), which)).or_default() += 1;
    }

    /// Adds a run's lines, or notes its failure.
    pub(super) fn add(&mut self, round: u32, case: &Case, which: Which, lines: Result<Vec<Line>>) {
        match lines {
            Ok(lines) => {
                for line in lines {
                    let point = Point { setting: case.setting, name: line.name, size: line.size };
                    let measured = self.points.entry(point).or_default();
                    measured.unit = line.unit;
                    measured.by_mean = case.setting.by_mean();
                    measured.by.entry(which).or_default().insert(round, line.value);
                }
            }
            Err(error) => {
                let key = (format!("{} on {} ranks", case.name(), case.ranks), which);
                self.failures.entry(key).or_insert_with(|| format!("{error:#}"));
            }
        }
    }
}

/// Whether less is better for values of this unit.
pub(super) fn less_is_better(unit: &str) -> bool {
    !["GB/s", "M/s", "%"].contains(&unit)
}

/// Median of some values; NaN of none.
pub(super) fn median(values: impl Iterator<Item = f64>) -> f64 {
    quantile(values, 0.5)
}

#[allow(clippy::cast_precision_loss)]
fn mean(values: impl Iterator<Item = f64>) -> f64 {
    let (sum, count) = values.fold((0.0, 0u32), |(sum, count), value| (sum + value, count + 1));
    sum / f64::from(count)
}

fn quantile(values: impl Iterator<Item = f64>, q: f64) -> f64 {
    let mut values: Vec<f64> = values.collect();
    values.sort_by(f64::total_cmp);
    #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss, clippy::cast_precision_loss)]
    let at = (q * values.len().saturating_sub(1) as f64).round() as usize;
    values.get(at).copied().unwrap_or(f64::NAN)
}

/// How one MPI compares with others at a point.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub(super) struct Ratio {
    /// Of medians over the rounds.
    pub(super) ratio: f64,
    /// Lower quartile of the ratios of single rounds.
    pub(super) low: f64,
    /// Their upper quartile.
    pub(super) high: f64,
}

impl Measured {
    /// The value over the rounds: their median, or their mean where that is asked for.
    pub(super) fn middle(&self, which: Which) -> Option<f64> {
        self.by.get(&which).map(|rounds| self.of(rounds.values().copied()))
    }

    fn of(&self, values: impl Iterator<Item = f64>) -> f64 {
        if self.by_mean { mean(values) } else { median(values) }
    }

    /// Ratio of two series of rounds, of those that both have.
    pub(super) fn ratio_of(&self, a: &Rounds, b: &Rounds) -> Option<Ratio> {
        let both = || a.iter().filter_map(|(round, value)| Some((*value, *b.get(round)?)));
        both().next()?;
        let pairs = || both().map(|(a, b)| a / b);
        Some(Ratio {
            ratio: self.of(both().map(|(a, _)| a)) / self.of(both().map(|(_, b)| b)),
            low: quantile(pairs(), 0.25),
            high: quantile(pairs(), 0.75),
        })
    }

    /// The best of the peers.
    pub(super) fn best_peer(&self) -> Option<Which> {
        self.best([Which::Mpich, Which::Intel, Which::OpenMpi].into_iter())
    }

    /// The best of some.
    pub(super) fn best(&self, all: impl Iterator<Item = Which>) -> Option<Which> {
        let known = all.filter_map(|which| Some((which, self.middle(which)?)));
        let sign = if less_is_better(&self.unit) { 1.0 } else { -1.0 };
        let best = known.min_by(|a, b| (sign * a.1).total_cmp(&(sign * b.1)));
        best.map(|(which, _)| which)
    }

    /// The setup of a part that is called so.
    pub(super) fn setup(&self, name: &str) -> Option<Which> {
        let is_it = |which: &&Which| matches!(which, Which::Setup(_, known) if *known == name);
        self.by.keys().find(is_it).copied()
    }

    /// The setups other than the first of a part, each against the first.
    pub(super) fn ratios(&self) -> Vec<(&'static str, Ratio)> {
        let mut setups = self.by.iter().filter(|(which, _)| matches!(which, Which::Setup(..)));
        let Some((Which::Setup(0, _), first)) = setups.next() else { return Vec::new() };
        let ratio = |(which, rounds): (&Which, &Rounds)| {
            Some((which.name(), self.ratio_of(rounds, first)?))
        };
        setups.filter_map(ratio).collect()
    }

    /// Ferry against another MPI of the same rounds.
    pub(super) fn ratio(&self, other: Which) -> Option<Ratio> {
        self.ratio_of(self.by.get(&Which::Ferry)?, self.by.get(&other)?)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_read_and_noise_is_not() {
        let text = "hello\nlatency 8 0.95 us 0.9 1.0\nlatency x 1 us 1 1\n";
        let line = Line { name: "latency".into(), size: 8, value: 0.95, unit: "us".into() };
        assert_eq!(parse(text), [line]);
    }

    #[test]
    fn ratios_pair_rounds() {
        let rounds = |values: &[f64]| (0..).zip(values.iter().copied()).collect::<Rounds>();
        let (a, b) = (rounds(&[1.0, 4.0, 2.0]), rounds(&[2.0, 4.0, 8.0]));
        let measured = Measured::default();
        let ratio = measured.ratio_of(&a, &b).unwrap();
        assert!((ratio.ratio - 0.5).abs() < 1e-9 && ratio.low <= ratio.high);
        assert!(measured.ratio_of(&a, &Rounds::new()).is_none());
        // A round that one of them lacks counts for neither.
        let fewer = Rounds::from([(1, 4.0)]);
        assert!((measured.ratio_of(&fewer, &b).unwrap().ratio - 1.0).abs() < 1e-9);
    }

    #[test]
    fn means_count_what_medians_leave_out() {
        let rounds: Rounds = (0..).zip([1.0, 1.0, 10.0]).collect();
        let mut measured = Measured::default();
        measured.by.insert(Which::Ferry, rounds);
        assert_eq!(measured.middle(Which::Ferry), Some(1.0));
        measured.by_mean = true;
        assert_eq!(measured.middle(Which::Ferry), Some(4.0));
    }

    #[test]
    fn the_best_peer_depends_on_the_unit() {
        let mut measured = Measured { unit: "us".into(), ..Measured::default() };
        measured.by.insert(Which::Mpich, Rounds::from([(0, 2.0)]));
        measured.by.insert(Which::Intel, Rounds::from([(0, 1.0)]));
        measured.by.insert(Which::Ferry, Rounds::from([(0, 0.1)]));
        assert_eq!(measured.best_peer(), Some(Which::Intel));
        measured.unit = "GB/s".into();
        assert_eq!(measured.best_peer(), Some(Which::Mpich));
    }
}
