//! Results, kept after every run so that an interrupted experiment goes on where it was.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use serde::{Deserialize, Serialize};

use crate::point::Point;

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
}

impl Store {
    /// Opens the results of a folder, or begins new ones.
    pub(crate) fn open(dir: &Path, anew: bool) -> Result<Self> {
        fs::create_dir_all(dir).with_context(|| format!("cannot make {}", dir.display()))?;
        let file = dir.join("results.json");
        let runs = match fs::read_to_string(&file) {
            Ok(text) if !anew => serde_json::from_str(&text)
                .with_context(|| format!("{} is not what experiments write", file.display()))?,
            _ => BTreeMap::new(),
        };
        Ok(Self { file, runs })
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

    /// Mean and standard deviation of all values that a point is about, or why there are none.
    pub(crate) fn figure(&self, point: &Point) -> Figure {
        let runs = self.runs(point);
        let mut values = Vec::new();
        let mut late = false;
        for run in runs {
            match run {
                Outcome::Values(some) => {
                    let ours = some.iter().filter(|(name, _)| name == point.measure);
                    values.extend(ours.map(|(_, value)| *value));
                }
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
            let why = runs.iter().find_map(|run| match run {
                Outcome::Failed(why) => Some(why.clone()),
                _ => None,
            });
            return Figure::None(why);
        }
        let n = values.len() as f64;
        let mean = values.iter().sum::<f64>() / n;
        let variance = values.iter().map(|v| (v - mean).powi(2)).sum::<f64>() / n;
        Figure::Some { mean, deviation: variance.sqrt(), late }
    }
}

/// What the runs of a point come to.
#[derive(Clone, PartialEq, Debug)]
pub(crate) enum Figure {
    /// Times in seconds.
    Some {
        /// Mean.
        mean: f64,
        /// Standard deviation.
        deviation: f64,
        /// A run did not end in time, so that the truth is more.
        late: bool,
    },
    /// A run was ended after so many seconds, which say nothing about what is measured.
    Unfinished(f64),
    /// Nothing, and why if something failed.
    None(Option<String>),
}

impl Figure {
    pub(crate) fn mean(&self) -> Option<f64> {
        match self {
            Self::Some { mean, .. } => Some(*mean),
            Self::Unfinished(_) | Self::None(_) => None,
        }
    }
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
        let store = Store::open(dir.path(), true)?;
        assert_eq!(store.runs(&a).len(), 0);
        Ok(())
    }
}
