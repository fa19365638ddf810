//! Results, kept after every run so that an interrupted experiment goes on where it was.

mod figure;

use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use serde::{Deserialize, Serialize};

pub(crate) use figure::{Figure, Gap};

use crate::estimate::{Estimate, Rounds};
use crate::point::Point;

/// So many runs tell how far runs differ.
pub(crate) const ENOUGH: u32 = 3;

/// Runs of a point that have failed, after which it is left alone.
const MOST_FAILURES: u32 = 2;
/// So many times the planned runs are tried in all, where other programs disturb.
const MOST_TRIES: u32 = 3;

/// The name of the value that says what part of the processors other programs used when a run
/// began or ended.
pub(crate) const BUSY: &str = "busy";
/// So much of them may be in use without a run counting as disturbed.
pub(crate) const UNDISTURBED: f64 = 0.1;

/// What one run said.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Outcome {
    /// Named values, times in seconds.
    Values(Vec<(String, f64)>),
    /// It did not end in time: so many seconds.
    TooLong(f64),
    /// It failed, and said this.
    Failed(String),
}

/// All results of a folder.
#[derive(Debug)]
pub(crate) struct Store {
    file: PathBuf,
    runs: BTreeMap<String, Vec<Outcome>>,
    /// Where there are no results and somebody wants to know which are needed: the keys that were asked for.
    asked: Option<RefCell<BTreeSet<String>>>,
}

impl Store {
    /// The keys of all points whose figures `judge` asks for. It is told that each is known and one, since who
    /// misses a figure may ask for no more.
    pub(crate) fn needed(judge: impl FnOnce(&Self)) -> BTreeSet<String> {
        let file = PathBuf::new();
        let store = Self { file, runs: BTreeMap::new(), asked: Some(RefCell::default()) };
        judge(&store);
        store.asked.unwrap_or_default().into_inner()
    }

    /// Opens the results of a folder, or begins new ones.
    pub(crate) fn open(dir: &Path, anew: bool) -> Result<Self> {
        fs::create_dir_all(dir).with_context(|| format!("cannot make {}", dir.display()))?;
        let file = dir.join("results.json");
        let runs = match fs::read_to_string(&file) {
            Ok(text) if !anew => serde_json::from_str(&text)
                .with_context(|| format!("{} is not what experiments write", file.display()))?,
            _ => BTreeMap::new(),
        };
        Ok(Self { file, runs, asked: None })
    }

    /// Results that are in no file.
    #[cfg(test)]
    pub(crate) fn holding(runs: BTreeMap<String, Vec<Outcome>>) -> Self {
        Self { file: PathBuf::new(), runs, asked: None }
    }

    pub(crate) fn runs(&self, point: &Point) -> &[Outcome] {
        self.runs.get(&point.key()).map_or(&[], Vec::as_slice)
    }

    /// Adds a run and writes all, whole or not at all.
    pub(crate) fn add(&mut self, point: &Point, outcome: Outcome) -> Result<()> {
        self.runs.entry(point.key()).or_default().push(outcome);
        let text = serde_json::to_string_pretty(&self.runs)?;
        let new = self.file.with_extension("new");
        fs::write(&new, text).with_context(|| format!("cannot write {}", new.display()))?;
        fs::rename(&new, &self.file).with_context(|| self.file.display().to_string())
    }

    /// The runs of a point that count, with the numbers of their rounds: those without neighbours, or all where there
    /// are no such.
    fn counted(&self, point: &Point) -> Vec<(usize, &Outcome)> {
        let runs = self.runs(point).iter().enumerate();
        let quiet: Vec<_> = runs.clone().filter(|(_, run)| !is_disturbed(point, run)).collect();
        let has_values = quiet.iter().any(|(_, run)| !matches!(run, Outcome::Failed(_)));
        if has_values { quiet } else { runs.collect() }
    }

    /// What they measured in which round.
    fn rounds(&self, point: &Point) -> Rounds {
        Rounds::of(self.counted(point).into_iter().filter_map(|(round, run)| match run {
            Outcome::Values(some) => Some((round, mean_of(some, point.measure)?)),
            Outcome::TooLong(_) | Outcome::Failed(_) => None,
        }))
    }

    /// Mean of a point's runs and how far they differ from each other, or why there are none. What a run
    /// measured several times counts once: how far that differs says nothing of the next run.
    pub(crate) fn figure(&self, point: &Point) -> Figure {
        if let Some(asked) = &self.asked {
            asked.borrow_mut().insert(point.key());
            return Figure::Some { mean: 1.0, deviation: 0.0, runs: point.runs, late: false };
        }
        let runs = self.counted(point);
        let mut values = Vec::new();
        let mut late = false;
        for (_, run) in &runs {
            match run {
                Outcome::Values(some) => values.extend(mean_of(some, point.measure)),
                // The program's own time is that of the run.
                Outcome::TooLong(seconds) if point.measure == "farm" => {
                    late = true;
                    values.push(*seconds);
                }
                Outcome::TooLong(seconds) => return Figure::Unfinished(*seconds),
                Outcome::Failed(_) => {}
            }
        }
        if values.is_empty() {
            let why = runs.iter().find_map(|(_, run)| match run {
                Outcome::Failed(why) => Some(why.clone()),
                _ => None,
            });
            return Figure::None(why);
        }
        let n = values.len() as f64;
        let mean = values.iter().sum::<f64>() / n;
        let squares: f64 = values.iter().map(|value| (value - mean).powi(2)).sum();
        let deviation = (squares / (n - 1.0).max(1.0)).sqrt();
        Figure::Some { mean, deviation, runs: values.len() as u32, late }
    }

    /// What a point's runs tell. A verdict takes some of them: of what differs from run to run as many as are planned,
    /// up to [`ENOUGH`]; and the machine to itself.
    pub(crate) fn estimate(&self, point: &Point) -> Result<Estimate, Gap> {
        let figure = self.figure(point);
        let wanted = if point.feels_neighbours() { point.runs.min(ENOUGH) } else { 1 };
        let weakness = match figure {
            Figure::Some { .. } if self.is_disturbed(point) => Some(Gap::Disturbed),
            Figure::Some { runs, late, .. } if runs < wanted && !late => {
                Some(Gap::TooFew { runs, planned: point.runs })
            }
            Figure::Some { .. } => None,
            Figure::Unfinished(_) => return Err(Gap::Unfinished),
            Figure::None(Some(_)) => return Err(Gap::Failed),
            Figure::None(None) => return Err(Gap::NotMeasured),
        };
        let estimate = Estimate::of(&figure).ok_or(Gap::Nothing)?.weakened(weakness);
        Ok(if estimate.is_bound() { estimate } else { estimate.in_rounds(self.rounds(point)) })
    }

    /// Whether anything is there of what this one was to do.
    pub(crate) fn knows(&self, contender: &str) -> bool {
        self.asked.is_some()
            || self.runs.keys().any(|key| {
                key.split(" | ").nth(1).and_then(|who| who.split(' ').next()) == Some(contender)
            })
    }

    /// Whether anything is there of this experiment.
    pub(crate) fn has_experiment(&self, name: &str) -> bool {
        self.runs.keys().any(|key| key.split(" | ").next() == Some(name))
    }

    /// Whether all that is known of a point was measured while other programs were at work.
    pub(crate) fn is_disturbed(&self, point: &Point) -> bool {
        self.counted(point).iter().any(|(_, run)| is_disturbed(point, run))
    }

    /// The runs of a point that were measured so.
    pub(crate) fn disturbed(&self, point: &Point) -> usize {
        self.runs(point).iter().filter(|run| is_disturbed(point, run)).count()
    }

    /// Runs that a point still wants to have `upto` so many without neighbours, or as many as it asks for. One that
    /// does not end in time is not asked again, nor one that fails again, nor one that never finds the machine quiet.
    pub(crate) fn missing(&self, point: &Point, upto: u32) -> u64 {
        let runs = self.runs(point);
        let count = |is: &dyn Fn(&&Outcome) -> bool| runs.iter().filter(is).count() as u32;
        let failed = count(&|run| matches!(run, Outcome::Failed(_)));
        let given_up = runs.iter().any(|run| matches!(run, Outcome::TooLong(_)))
            || failed >= MOST_FAILURES
            || runs.len() as u32 >= point.runs * MOST_TRIES + failed;
        let quiet = count(&|run| matches!(run, Outcome::Values(_)) && !is_disturbed(point, run));
        if given_up { 0 } else { u64::from(point.runs.min(upto).saturating_sub(quiet)) }
    }
}

/// Whether other programs were at work when a run began that they disturb.
fn is_disturbed(point: &Point, run: &Outcome) -> bool {
    match run {
        Outcome::Values(some) => {
            point.feels_neighbours() && mean_of(some, BUSY).is_some_and(|part| part > UNDISTURBED)
        }
        Outcome::TooLong(_) | Outcome::Failed(_) => false,
    }
}

/// Of what a run said, the mean of the values of this name.
fn mean_of(values: &[(String, f64)], name: &str) -> Option<f64> {
    let ours: Vec<f64> = values.iter().filter(|(n, _)| n == name).map(|(_, v)| *v).collect();
    (!ours.is_empty()).then(|| ours.iter().sum::<f64>() / ours.len() as f64)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::contender::Contender;
    use crate::net::Net;
    use crate::point::Counted;

    fn point(row: &str) -> Point {
        Point {
            experiment: "x",
            row: row.to_owned(),
            contender: Contender::named("tcp").expect("it is there"),
            net: Net::lan(2, 0),
            program: "pingpong",
            args: vec![],
            ranks: 2,
            slots: vec![],
            set: vec![],
            runs: 1,
            longest: 1,
            large: false,
            measure: "trip",
            counts: Counted::Nothing,
            label: None,
        }
    }

    #[test]
    fn results_outlive_the_store_and_failures_count_for_nothing() -> Result<()> {
        let dir = tempfile::tempdir()?;
        let (a, b) = (point("a"), point("b"));
        let mut store = Store::open(dir.path(), false)?;
        let some = [("trip", 1.0), ("other", 9.0), ("trip", 3.0)];
        let some = some.map(|(name, value)| (name.to_owned(), value));
        store.add(&a, Outcome::Values(some.to_vec()))?;
        store.add(&a, Outcome::Failed("no".to_owned()))?;
        store.add(&b, Outcome::Failed("why".to_owned()))?;
        let store = Store::open(dir.path(), false)?;
        assert_eq!(store.runs(&a).len(), 2);
        assert_eq!(store.figure(&a).mean(), Some(2.0));
        assert_eq!(store.figure(&b), Figure::None(Some("why".to_owned())));
        assert_eq!(store.estimate(&b), Err(Gap::Failed));
        assert!(store.has_experiment("x") && !store.has_experiment("y"));
        assert!(store.knows("tcp") && !store.knows("tc") && !store.knows("sctp"));
        let store = Store::open(dir.path(), true)?;
        assert_eq!(store.runs(&a).len(), 0);
        Ok(())
    }

    #[test]
    fn whoever_judges_is_asked_what_it_needs() {
        let ratio = |store: &Store| {
            let one = store.estimate(&point("a"))?;
            Ok::<_, Gap>(one.over(store.estimate(&point("b"))?))
        };
        let needed = Store::needed(|store| assert!(ratio(store).is_ok() && store.knows("tcp")));
        assert_eq!(needed, ["a", "b"].map(|row| point(row).key()).into());
    }

    fn trips(some: &[f64]) -> Outcome {
        Outcome::Values(some.iter().map(|value| ("trip".to_owned(), *value)).collect())
    }

    #[test]
    fn spreads_are_those_of_runs() -> Result<()> {
        let dir = tempfile::tempdir()?;
        let a = point("a");
        let mut store = Store::open(dir.path(), false)?;
        store.add(&a, trips(&[1.0, 3.0]))?;
        let one = Figure::Some { mean: 2.0, deviation: 0.0, runs: 1, late: false };
        assert_eq!(store.figure(&a), one);
        store.add(&a, trips(&[4.0]))?;
        let Figure::Some { mean, deviation, runs: 2, .. } = store.figure(&a) else {
            panic!("{:?}", store.figure(&a))
        };
        assert!((mean - 3.0).abs() < 1e-9 && (deviation - 2.0_f64.sqrt()).abs() < 1e-9);
        Ok(())
    }

    fn is_surely_one(store: &Store, point: &Point) -> bool {
        let sure = |found: Estimate| found.doubt() == 0.0 && found.weakness().is_none();
        store.estimate(point).is_ok_and(|found| found.value() == 1.0 && sure(found))
    }

    #[test]
    fn a_verdict_takes_enough_runs() -> Result<()> {
        let dir = tempfile::tempdir()?;
        let six = Point { runs: 6, ..point("a") };
        let mut store = Store::open(dir.path(), false)?;
        assert_eq!(store.estimate(&six), Err(Gap::NotMeasured));
        for runs in 1..ENOUGH {
            store.add(&six, trips(&[1.0]))?;
            let weak = store.estimate(&six).expect("it can be shown");
            assert_eq!(weak.weakness(), Some(Gap::TooFew { runs, planned: 6 }));
        }
        // Where one is planned, one is enough.
        assert!(is_surely_one(&store, &point("a")));
        store.add(&six, trips(&[1.0]))?;
        assert!(is_surely_one(&store, &six));
        let slow = Point { runs: 6, ..point("slow") };
        store.add(&slow, Outcome::TooLong(9.0))?;
        assert_eq!(store.estimate(&slow), Err(Gap::Unfinished));
        // A farm that does not end in its time has taken that long at least, which one run tells.
        let farm = Point { measure: "farm", ..slow };
        assert!(store.estimate(&farm).is_ok_and(|estimate| estimate.most().is_infinite()));
        Ok(())
    }

    /// A run of which other programs used this part of the processors when it began.
    fn beside(value: f64, busy: f64) -> Outcome {
        let values = [("trip", value), (BUSY, busy)];
        Outcome::Values(values.map(|(name, value)| (name.to_owned(), value)).to_vec())
    }

    #[test]
    fn runs_beside_others_count_until_there_are_better_ones() -> Result<()> {
        let dir = tempfile::tempdir()?;
        let a = Point { runs: 2, ..point("a") };
        let mut store = Store::open(dir.path(), false)?;
        store.add(&a, beside(9.0, 0.7))?;
        assert!(store.is_disturbed(&a) && store.disturbed(&a) == 1);
        assert_eq!(store.figure(&a).mean(), Some(9.0));
        let weak = store.estimate(&a).expect("it can be shown");
        assert_eq!(weak.weakness(), Some(Gap::Disturbed));
        assert_eq!(store.missing(&a, 2), 2, "it is measured again");
        for _ in 0..2 {
            store.add(&a, beside(1.0, 0.05))?;
        }
        assert!(!store.is_disturbed(&a) && store.disturbed(&a) == 1);
        assert!(is_surely_one(&store, &a));
        assert_eq!(store.missing(&a, 2), 0);
        // Neighbours change no counts.
        let counted = Point { measure: "sockets", ..a };
        assert_eq!(store.disturbed(&counted), 0);
        Ok(())
    }

    #[test]
    fn runs_are_compared_within_their_rounds() -> Result<()> {
        let dir = tempfile::tempdir()?;
        let three = |row| Point { runs: 3, ..point(row) };
        let (a, b) = (three("a"), three("b"));
        let mut store = Store::open(dir.path(), false)?;
        for (round, mood) in [1.0, 2.0, 4.0, 8.0].into_iter().enumerate() {
            // In the second round others are at work while it is one's turn.
            store.add(&a, if round == 1 { beside(9.0, 0.9) } else { beside(3.0 * mood, 0.0) })?;
            store.add(&b, beside(2.0 * mood, 0.0))?;
        }
        let ratio = store.estimate(&a).expect("three").over(store.estimate(&b).expect("four"));
        assert!((ratio.value() - 1.5).abs() < 1e-9 && ratio.doubt() < 1e-9, "{ratio:?}");
        Ok(())
    }

    #[test]
    fn what_is_measured_in_vain_is_given_up() -> Result<()> {
        let dir = tempfile::tempdir()?;
        let mut store = Store::open(dir.path(), false)?;
        let busy = Point { runs: 2, ..point("busy") };
        for _ in 0..2 * MOST_TRIES {
            assert_eq!(store.missing(&busy, 1), 1);
            store.add(&busy, beside(1.0, 0.9))?;
        }
        assert_eq!(store.missing(&busy, 2), 0);
        let failing = Point { runs: 6, ..point("failing") };
        for left in [6, 6, 0] {
            assert_eq!(store.missing(&failing, 6), left);
            store.add(&failing, Outcome::Failed("no".to_owned()))?;
        }
        let slow = Point { runs: 6, ..point("slow") };
        store.add(&slow, Outcome::TooLong(9.0))?;
        assert_eq!(store.missing(&slow, 6), 0);
        Ok(())
    }
}
