//! Measuring what the store does not have yet.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

use anyhow::{Context, Result, bail};
use ferry_netlab::Lab;
use ferry_peers::Mpi;
use indicatif::{ProgressBar, ProgressStyle};
use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};

use crate::busy;
use crate::congestion::Allowance;
use crate::launch::Site;
use crate::net::Net;
use crate::point::Point;
use crate::prefixes::Prefixes;
use crate::program::Programs;
use crate::store::{BUSY, ENOUGH, Outcome, Store, UNDISTURBED};

/// How runs are made.
#[derive(Clone, Debug)]
pub(crate) struct Conditions {
    /// The points that claims are about, which come first.
    pub(crate) judged: BTreeSet<String>,
    /// No more runs begin after that.
    pub(crate) until: Option<Instant>,
    /// Before and after each run a moment is spent on what other programs do.
    pub(crate) watches_neighbours: bool,
}

/// Measures the points that an MPI is there for: in rounds, each of them once a round, so that what changes on the
/// machine meets all alike, what claims are about first. Within a round it goes network by
/// network, all contenders in turn. After `until` it begins no more; the runs that are left then are returned.
pub(crate) fn run(
    dir: &Path,
    points: &[Point],
    prefixes: &Prefixes,
    store: &mut Store,
    Conditions { judged, until, watches_neighbours }: Conditions,
) -> Result<u64> {
    let points: Vec<&Point> =
        points.iter().filter(|point| prefixes.has(point.contender.mpi)).collect();
    let own = points.iter().any(|point| point.contender.mpi == Mpi::OpenMpi);
    let programs = Programs::compile(dir, prefixes, own)?;
    let points = provided(&points, &programs);
    let left = |store: &Store| points.iter().map(|point| store.missing(point, u32::MAX)).sum();
    let bar = ProgressBar::new(left(store))
        .with_style(ProgressStyle::with_template("{bar:30} {pos}/{len} runs, {eta} left: {msg}")?);
    let stop = Arc::new(AtomicBool::new(false));
    for signal in [SIGINT, SIGTERM, SIGHUP] {
        signal_hook::flag::register(signal, Arc::clone(&stop))?;
    }
    let nets = nets(&points);
    let asked = points.iter().filter_map(|point| point.contender.tcp_congestion());
    let controls: Vec<&str> = nets.iter().map(|net| net.tcp).chain(asked).collect();
    let _allowed = Allowance::of(&controls)?;
    for stage in stages(points.iter().map(|point| point.runs).max().unwrap_or(0)) {
        for net in &nets {
            let wanted = |point: &&Point| {
                point.net == *net
                    && stage.is_about(point, judged.contains(&point.key()))
                    && store.missing(point, stage.runs) > 0
            };
            let here: Vec<&Point> = points.iter().copied().filter(wanted).collect();
            if here.is_empty() || until.is_some_and(|until| Instant::now() >= until) {
                continue;
            }
            bar.set_message(net.to_string());
            let lab = Lab::build(&net.scenario()?).with_context(|| format!("the network {net}"))?;
            let site = Site::new(lab)?;
            let (programs, bar, stop) = (&programs, &bar, &stop);
            let measure =
                Measure { site, prefixes, programs, bar, stop, until, watches_neighbours };
            measure.all(&here, store)?;
        }
    }
    bar.finish_and_clear();
    Ok(left(store))
}

/// What is measured before the next thing is: points of a kind, until they have so many runs.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Stage {
    runs: u32,
    large: bool,
    /// Those that claims are about, or the others; both if not said.
    judged: Option<bool>,
}

impl Stage {
    fn is_about(self, point: &Point, judged: bool) -> bool {
        point.large == self.large && self.judged.is_none_or(|only| only == judged)
    }
}

/// In which order everything is run up to `most` times: first what verdicts need, as often as they need it, then the
/// rest as often, then all as often as planned. What is large waits for the others in each.
fn stages(most: u32) -> Vec<Stage> {
    let enough = most.min(ENOUGH);
    let some = |judged| {
        let stage = move |large, runs| Stage { runs, large, judged: Some(judged) };
        [false, true].into_iter().flat_map(move |large| (1..=enough).map(move |n| stage(large, n)))
    };
    let all = (enough + 1..=most)
        .flat_map(|runs| [false, true].map(|large| Stage { runs, large, judged: None }));
    some(true).chain(some(false)).chain(all).collect()
}

/// The points whose programs are there or can be built; of the others it is said why not.
fn provided<'a>(points: &[&'a Point], programs: &Programs) -> Vec<&'a Point> {
    let bar = ProgressBar::new_spinner();
    let name = |point: &Point| {
        let words = [&[point.program.to_owned()], &point.args[..]].concat().join(" ");
        (words, point.contender.mpi)
    };
    let mut known = Vec::new();
    let mut skipped: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for point in points {
        let (words, mpi) = name(point);
        if known.iter().any(|(name, _)| *name == (words.clone(), mpi)) {
            continue;
        }
        bar.set_message(format!("building {words}"));
        bar.tick();
        let built = programs.provide(point);
        known.push(((words.clone(), mpi), built.is_ok()));
        if let Err(why) = built {
            let why = format!("by {}, since {why:#}", mpi.name());
            skipped.entry(why).or_default().push(words);
        }
    }
    bar.finish_and_clear();
    for (why, what) in skipped {
        eprintln!("ferry experiment: skipped: {}, {why}", what.join(", "));
    }
    let is_there =
        |point: &&Point| known.iter().any(|(known, built)| *known == name(point) && *built);
    points.iter().copied().filter(is_there).collect()
}

/// Measuring on one network.
struct Measure<'a> {
    site: Site,
    prefixes: &'a Prefixes,
    programs: &'a Programs,
    bar: &'a ProgressBar,
    /// Somebody interrupts.
    stop: &'a AtomicBool,
    until: Option<Instant>,
    watches_neighbours: bool,
}

impl Measure<'_> {
    /// Each of them once, as long as there is time.
    fn all(&self, points: &[&Point], store: &mut Store) -> Result<()> {
        for point in points {
            if self.until.is_none_or(|until| Instant::now() < until) {
                self.one(point, store)?;
            }
        }
        Ok(())
    }

    fn one(&self, point: &Point, store: &mut Store) -> Result<()> {
        self.bar.set_message(format!("{}: {}", point.experiment, point.contender.name));
        let look = || self.watches_neighbours.then(busy::part_in_use).flatten();
        let before = look();
        let mut outcome = self.site.run(point, self.prefixes, self.programs)?;
        // Who comes in mid-run is there in the end, as a rule.
        let busy = before.into_iter().chain(look()).reduce(f64::max);
        if let Outcome::Values(values) = &mut outcome {
            values.extend(busy.map(|part| (BUSY.to_owned(), part)));
        }
        if self.stop.load(Ordering::Relaxed) {
            // The run was interrupted with us, so that it says nothing.
            bail!("interrupted; the same command goes on with what is left");
        }
        let is_busy = busy.is_some_and(|part| part > UNDISTURBED);
        match &outcome {
            Outcome::Failed(why) => self.bar.println(format!("{}: {why}", point.key())),
            Outcome::TooLong(seconds) if is_busy => {
                // One that did not end is not tried again, which would be unjust here.
                let key = point.key();
                self.bar.println(format!(
                    "{key}: not done in {seconds} s beside other programs, which tells nothing"
                ));
                return Ok(());
            }
            Outcome::TooLong(_) | Outcome::Values(_) => {}
        }
        let before = store.missing(point, u32::MAX);
        store.add(point, outcome)?;
        self.bar.inc(before.saturating_sub(store.missing(point, u32::MAX)));
        Ok(())
    }
}

/// The networks, in the order in which they first come.
fn nets(points: &[&Point]) -> Vec<Net> {
    let mut nets: Vec<Net> = Vec::new();
    for point in points {
        if !nets.contains(&point.net) {
            nets.push(point.net);
        }
    }
    nets
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_judged_comes_first_and_what_is_large_waits() {
        let order = stages(5);
        let at = |runs, large, judged| {
            let stage = Stage { runs, large, judged };
            order.iter().position(|other| *other == stage).expect("a stage")
        };
        assert!(at(3, false, Some(true)) < at(1, true, Some(true)));
        assert!(at(3, true, Some(true)) < at(1, false, Some(false)));
        assert!(at(3, true, Some(false)) < at(4, false, None));
        assert!(at(4, true, None) < at(5, false, None));
        assert_eq!(order.len(), 16);
        assert_eq!(stages(1).len(), 4);
        assert!(stages(0).is_empty());
    }
}
