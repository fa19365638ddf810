//! Measuring what the store does not have yet.

use std::path::Path;

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use anyhow::{Context, Result, bail};
use ferry_netlab::Lab;
use indicatif::{ProgressBar, ProgressStyle};
use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};

use crate::congestion::Allowance;
use crate::contender::Mpi;
use crate::launch::{Prefixes, Site};
use crate::net::Net;
use crate::point::Point;
use crate::program::Programs;
use crate::store::{Outcome, Store};

/// Runs of a point that have failed, after which it is left alone.
const MOST_FAILURES: usize = 2;

/// Measures the points that an MPI is there for, network by network, all contenders in turn.
pub(crate) fn run(
    dir: &Path,
    points: &[Point],
    prefixes: &Prefixes,
    store: &mut Store,
) -> Result<()> {
    let points: Vec<&Point> =
        points.iter().filter(|point| prefixes.has(point.contender.mpi)).collect();
    let own = points.iter().any(|point| point.contender.mpi == Mpi::OpenMpi);
    let programs = Programs::compile(dir, prefixes, own)?;
    let wanted: u64 = points.iter().map(|point| missing(store, point)).sum();
    let bar = ProgressBar::new(wanted)
        .with_style(ProgressStyle::with_template("{bar:30} {pos}/{len} runs, {eta} left: {msg}")?);
    let stop = Arc::new(AtomicBool::new(false));
    for signal in [SIGINT, SIGTERM, SIGHUP] {
        signal_hook::flag::register(signal, Arc::clone(&stop))?;
    }
    let nets = nets(&points);
    let controls: Vec<&str> = nets.iter().map(|net| net.tcp).collect();
    let _allowed = Allowance::of(&controls)?;
    for net in nets {
        let here: Vec<&Point> = points.iter().copied().filter(|point| point.net == net).collect();
        if here.iter().all(|point| missing(store, point) == 0) {
            continue;
        }
        bar.set_message(net.to_string());
        let lab = Lab::build(&net.scenario()?).with_context(|| format!("the network {net}"))?;
        let site = Site::new(lab)?;
        let measure = Measure { site, prefixes, programs: &programs, bar: &bar, stop: &stop };
        measure.all(&here, store)?;
    }
    bar.finish_and_clear();
    Ok(())
}

/// Measuring on one network.
struct Measure<'a> {
    site: Site,
    prefixes: &'a Prefixes,
    programs: &'a Programs,
    bar: &'a ProgressBar,
    /// Somebody interrupts.
    stop: &'a AtomicBool,
}

impl Measure<'_> {
    fn all(&self, points: &[&Point], store: &mut Store) -> Result<()> {
        let rounds = points.iter().map(|point| point.runs).max().unwrap_or(0);
        for _ in 0..rounds {
            for point in points {
                if missing(store, point) > 0 {
                    self.one(point, store)?;
                }
            }
        }
        Ok(())
    }

    fn one(&self, point: &Point, store: &mut Store) -> Result<()> {
        self.bar.set_message(format!("{}: {}", point.experiment, point.contender.name));
        let outcome = self.site.run(point, self.prefixes, self.programs)?;
        if self.stop.load(Ordering::Relaxed) {
            // The run was interrupted with us, so that it says nothing.
            bail!("interrupted; the same command goes on with what is left");
        }
        if let Outcome::Failed(why) = &outcome {
            self.bar.println(format!("{}: {why}", point.key()));
        }
        store.add(point, outcome)?;
        self.bar.inc(1);
        Ok(())
    }
}

/// Runs that a point still wants.
fn missing(store: &Store, point: &Point) -> u64 {
    let runs = store.runs(point);
    let failed = runs.iter().filter(|run| matches!(run, Outcome::Failed(_))).count();
    if failed >= MOST_FAILURES {
        return 0;
    }
    let good = runs.len() - failed;
    u64::from(point.runs).saturating_sub(good as u64)
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
