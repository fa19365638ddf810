//! The experiments: what each measures, and which of the papers' claims it judges.

mod claim;
mod coupled;
mod designs;
mod farm;
mod hol;
mod kernels;
mod nas;
mod paths;
mod pingpong;
mod progress;
mod skip_poll;
mod wan;

use std::collections::btree_map::Entry;
use std::collections::{BTreeMap, BTreeSet};

use clap::ValueEnum;

pub(crate) use claim::{Claim, ClaimCase, Expectation, NOISE};

use crate::contender::Contender;
use crate::estimate::Estimate;
use crate::net::Net;
use crate::point::{Counted, Point};
use crate::store::{Gap, Store};

/// How much is measured.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Scale {
    /// As the papers did.
    Full,
    /// All experiments in a quarter of an hour on two cores.
    Quick,
    /// Each program once, to see that it works.
    Tiny,
}

impl Scale {
    /// The value for this scale.
    pub(crate) fn pick<T>(self, full: T, quick: T, tiny: T) -> T {
        match self {
            Self::Full => full,
            Self::Quick => quick,
            Self::Tiny => tiny,
        }
    }
}

/// An experiment.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum Experiment {
    /// Ping-pong over sizes without loss, and of 30 KB and 300 KB with it
    Pingpong,
    /// The Bulk Processor Farm, with and without loss
    Farm,
    /// Many streams against one: what head-of-line blocking costs
    Hol,
    /// The designs beside each other: sockets, system calls, memory and time, over tags and ranks
    Designs,
    /// Two methods at once, looked at ever less often: what polling one costs the other
    SkipPoll,
    /// A coupled climate model in miniature by each way of using two methods
    Coupled,
    /// Two network paths: one cut in mid-transfer, both at once
    Paths,
    /// Wide-area networks: time to solution over round trip and loss
    Wan,
    /// Calls, a thread or signals: who moves messages on while the program computes, and what it costs
    Progress,
    /// A program of each kind of communication that the NAS parallel benchmarks have, with its verification
    Kernels,
    /// The NAS parallel benchmarks themselves, of a copy of yours (--npb)
    Nas,
}

/// A table of an experiment's report: rows by networks and parameters, columns by contenders.
#[derive(Debug)]
pub(crate) struct ReportTable {
    pub(crate) title: String,
    /// Unit and factor from seconds.
    pub(crate) unit: (&'static str, f64),
    /// What the row's first cell is called.
    pub(crate) row: &'static str,
    pub(crate) rows: Vec<(String, Vec<Point>)>,
    /// Drawn as curves over the rows' numbers, or as bars.
    pub(crate) over: Option<&'static str>,
    /// What a row takes at least, by its cables and delays alone, in seconds.
    pub(crate) least: Option<fn(&Point) -> f64>,
    /// The best of a row is the largest.
    pub(crate) more_is_better: bool,
}

impl ReportTable {
    /// A table of times (or other things of which less is better), drawn as bars.
    pub(crate) fn of(
        title: impl Into<String>,
        unit: (&'static str, f64),
        row: &'static str,
        rows: Vec<(String, Vec<Point>)>,
    ) -> Self {
        let title = title.into();
        Self { title, unit, row, rows, over: None, least: None, more_is_better: false }
    }

    /// What the vertical axis of its picture shows.
    pub(crate) fn axis(&self) -> String {
        match self.unit.0 {
            "" => self.title.clone(),
            unit @ ("s" | "ms" | "us") => format!("time ({unit})"),
            unit => unit.to_owned(),
        }
    }
}

impl Experiment {
    /// Its name on the command line.
    pub(crate) const fn name(self) -> &'static str {
        match self {
            Self::Pingpong => "pingpong",
            Self::Farm => "farm",
            Self::Hol => "hol",
            Self::Designs => "designs",
            Self::SkipPoll => "skip-poll",
            Self::Coupled => "coupled",
            Self::Paths => "paths",
            Self::Wan => "wan",
            Self::Progress => "progress",
            Self::Kernels => "kernels",
            Self::Nas => "nas",
        }
    }

    /// What a reader has to know before the tables.
    pub(crate) const fn about(self) -> &'static str {
        match self {
            Self::Pingpong => pingpong::ABOUT,
            Self::Farm => farm::ABOUT,
            Self::Hol => hol::ABOUT,
            Self::Designs => designs::ABOUT,
            Self::SkipPoll => skip_poll::ABOUT,
            Self::Coupled => coupled::ABOUT,
            Self::Paths => paths::ABOUT,
            Self::Wan => wan::ABOUT,
            Self::Progress => progress::ABOUT,
            Self::Kernels => kernels::ABOUT,
            Self::Nas => nas::ABOUT,
        }
    }

    pub(crate) fn tables(self, scale: Scale) -> Vec<ReportTable> {
        match self {
            Self::Pingpong => pingpong::tables(scale),
            Self::Farm => farm::tables(scale),
            Self::Hol => hol::tables(scale),
            Self::Designs => designs::tables(scale),
            Self::SkipPoll => skip_poll::tables(scale),
            Self::Coupled => coupled::tables(scale),
            Self::Paths => paths::tables(scale),
            Self::Wan => wan::tables(scale),
            Self::Progress => progress::tables(scale),
            Self::Kernels => kernels::tables(scale),
            Self::Nas => nas::tables(scale),
        }
    }

    pub(crate) fn claims(self, scale: Scale, store: &Store) -> Vec<Claim> {
        match self {
            Self::Pingpong => pingpong::claims(scale, store),
            Self::Farm => farm::claims(scale, store),
            Self::Hol => hol::claims(scale, store),
            Self::Designs => designs::claims(scale, store),
            Self::SkipPoll => skip_poll::claims(scale, store),
            Self::Coupled => coupled::claims(scale, store),
            Self::Paths => paths::claims(scale, store),
            Self::Wan => wan::claims(scale, store),
            Self::Progress => progress::claims(scale, store),
            Self::Kernels => kernels::claims(scale, store),
            Self::Nas => nas::claims(scale, store),
        }
    }
}

/// Everything that some experiments measure, each point once, also one that several have. Where a run gives counts and
/// times, the times say how often it is wanted.
pub(crate) fn points(experiments: &[Experiment], scale: Scale) -> Vec<Point> {
    let mut points: Vec<Point> = Vec::new();
    let mut places = BTreeMap::new();
    let tables = experiments.iter().flat_map(|experiment| experiment.tables(scale));
    for point in tables.flat_map(|table| table.rows).flat_map(|(_, row)| row) {
        match places.entry(point.key()) {
            Entry::Vacant(place) => {
                place.insert(points.len());
                points.push(point);
            }
            Entry::Occupied(place) if !points[*place.get()].feels_neighbours() => {
                points[*place.get()] = point;
            }
            Entry::Occupied(_) => {}
        }
    }
    points
}

/// The keys of what the claims of some experiments are about.
pub(crate) fn judged(experiments: &[Experiment], scale: Scale) -> BTreeSet<String> {
    Store::needed(|store| {
        for experiment in experiments {
            experiment.claims(scale, store);
        }
    })
}

/// A row of points that differ in their contenders.
pub(crate) fn row(contenders: &[&str], point: impl Fn(Contender) -> Point) -> Vec<Point> {
    Contender::some(contenders).into_iter().map(point).collect()
}

/// A point's parts that most experiments have alike.
pub(crate) fn point(
    experiment: Experiment,
    contender: Contender,
    net: Net,
    program: &'static str,
    args: &[u64],
) -> Point {
    Point {
        experiment: experiment.name(),
        row: String::new(),
        contender,
        net,
        program,
        args: args.iter().map(u64::to_string).collect(),
        ranks: net.hosts,
        slots: Vec::new(),
        set: Vec::new(),
        runs: 1,
        longest: 60,
        large: false,
        measure: if program == "pingpong" { "trip" } else { program },
        counts: Counted::Nothing,
        label: None,
    }
}

/// The number that a program is given in this place.
pub(crate) fn number(point: &Point, place: usize) -> u64 {
    point.args.get(place).and_then(|word| word.parse().ok()).unwrap_or(0)
}

/// The mean of the runs of one column of a row, unless other programs disturbed all of them.
pub(crate) fn mean(store: &Store, row: &[Point], column: &str) -> Option<f64> {
    let point = row.iter().find(|point| point.column() == column)?;
    if store.is_disturbed(point) { None } else { store.figure(point).mean() }
}

/// What the runs of one column of a row tell.
pub(crate) fn estimate(store: &Store, row: &[Point], column: &str) -> Result<Estimate, Gap> {
    let point = row.iter().find(|point| point.column() == column).ok_or(Gap::NotMeasured)?;
    store.estimate(point)
}

/// One column of a row over another.
pub(crate) fn ratio(store: &Store, row: &[Point], one: &str, other: &str) -> Result<Estimate, Gap> {
    Ok(estimate(store, row, one)?.over(estimate(store, row, other)?))
}

/// The least of some contenders in a row. Those that fail or take too long are not it, and those that take part
/// nowhere are not asked; but one that is not measured yet, or not well, might be it.
pub(crate) fn least_of(store: &Store, row: &[Point], of: &[&str]) -> Result<Estimate, Gap> {
    let mut known = Vec::new();
    for point in row.iter().filter(|point| of.contains(&point.contender.name)) {
        match store.estimate(point) {
            Ok(found) => known.push(found),
            Err(Gap::Failed | Gap::Unfinished | Gap::Nothing) => {}
            Err(_) if !store.knows(point.contender.name) => {}
            Err(gap) => return Err(gap),
        }
    }
    least(known).ok_or(Gap::NotMeasured)
}

/// The least of several; `None` of none. Any weak one might be it.
pub(crate) fn least(of: impl IntoIterator<Item = Estimate>) -> Option<Estimate> {
    let of: Vec<Estimate> = of.into_iter().collect();
    let weakness = of.iter().find_map(Estimate::weakness);
    let least = of.into_iter().min_by(|a, b| a.value().total_cmp(&b.value()))?;
    Some(least.weakened(weakness))
}

#[cfg(test)]
mod tests;
