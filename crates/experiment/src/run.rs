//! Measuring what the store does not have yet.

use std::path::Path;

use anyhow::{Context, Result};
use ferry_netlab::Lab;
use indicatif::{ProgressBar, ProgressStyle};

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
        measure(&site, &here, prefixes, &programs, store, &bar)?;
    }
    bar.finish_and_clear();
    Ok(())
}

fn measure(
    site: &Site,
    points: &[&Point],
    prefixes: &Prefixes,
    programs: &Programs,
    store: &mut Store,
    bar: &ProgressBar,
) -> Result<()> {
    let rounds = points.iter().map(|point| point.runs).max().unwrap_or(0);
    for _ in 0..rounds {
        for point in points {
            if missing(store, point) == 0 {
                continue;
            }
            bar.set_message(format!("{}: {}", point.experiment, point.contender.name));
            let outcome = site.run(point, prefixes, programs)?;
            if let Outcome::Failed(why) = &outcome {
                bar.println(format!("{}: {why}", point.key()));
            }
            store.add(point, outcome)?;
            bar.inc(1);
        }
    }
    Ok(())
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
