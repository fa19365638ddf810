//! The grid: every program, size and number of ranks against all other MPIs, in the mood in which a cache line crosses
//! quickly from one core to another.
//!
//! What was measured is kept run by run, so that a grid that was interrupted goes on where it was.

mod findings;
mod log;

use std::path::PathBuf;
use std::sync::atomic::Ordering;

use anyhow::{Context, Result, bail};
use clap::Args;
use indicatif::{ProgressBar, ProgressStyle};

use self::log::{GridLog, GridRun};
use super::case::{Case, Setting};
use super::launch::{Bench, Which};
use super::mood::{self, Mood, Outcome};
use crate::build::Profile;
use crate::{layout, step};

/// What the grid measures.
#[derive(Args, Debug)]
pub(super) struct GridOptions {
    /// Numbers of ranks
    #[arg(long, value_delimiter = ',', default_values_t = [2, 4, 8, 16])]
    ranks: Vec<u32>,
    /// Programs: latency, bw, bibw and rate between two ranks, collectives among all
    #[arg(long, value_delimiter = ',')]
    only: Vec<String>,
    /// MPIs to measure
    #[arg(long, value_enum, value_delimiter = ',')]
    peers: Vec<Which>,
    /// Rounds of alternation
    #[arg(long, default_value_t = 5)]
    rounds: u32,
    /// Time of a point in milliseconds
    #[arg(long, default_value_t = 40)]
    milliseconds: u32,
    /// An installed Ferry to measure, instead of building one
    #[arg(long, value_name = "DIR")]
    prefix: Option<PathBuf>,
    /// Forget what was measured before; without it the grid goes on where it was
    #[arg(long)]
    fresh: bool,
    /// Folder for what was measured and for the report
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
}

/// The programs, as they are called on the command line and in `bench/c`, and whether they need two ranks.
const PROGRAMS: [(&str, &str, bool); 5] = [
    ("latency", "latency", true),
    ("bw", "bw", true),
    ("bibw", "bibw", true),
    ("rate", "rate", true),
    ("collectives", "grid", false),
];

/// Measures what is missing and writes the report.
pub(super) fn run(options: &GridOptions) -> Result<()> {
    let cases = cases(options)?;
    let which = super::which(&options.peers, false);
    super::prepare(&which, options.prefix.is_none().then_some(Profile::Release))?;
    let stop = super::interruption()?;
    let bench = Bench::compile(&which, options.prefix.clone().unwrap_or_else(layout::ferry))?;
    let out = options.out.clone().unwrap_or_else(|| layout::target().join("bench/grid"));
    std::fs::create_dir_all(&out).with_context(|| out.display().to_string())?;
    let mut log = GridLog::open(&out.join("runs.jsonl"), options.fresh)?;
    let runs = missing(&log, &cases, &which, options.rounds);
    let bar = ProgressBar::new(runs.len() as u64).with_style(ProgressStyle::with_template(
        "{bar:30} {pos}/{len} runs, {elapsed_precise}, {eta_precise} left, {msg}",
    )?);
    for (case, one, round) in runs {
        if stop.load(Ordering::Relaxed) {
            break;
        }
        bar.set_message(format!("{} of {} ranks on {}", case.program, case.ranks, one.name()));
        log.add(measure(&bench, &case, one, round, options.milliseconds))?;
        bar.inc(1);
    }
    bar.finish_and_clear();
    findings::write(&out, &log)?;
    step::say(&format!("the grid is in {}", out.display()));
    if stop.load(Ordering::Relaxed) {
        bail!("interrupted; the same command goes on where it was");
    }
    Ok(())
}

fn cases(options: &GridOptions) -> Result<Vec<Case>> {
    let is_wanted = |name: &str| options.only.is_empty() || options.only.iter().any(|w| w == name);
    if let Some(word) =
        options.only.iter().find(|word| PROGRAMS.iter().all(|(name, ..)| word != name))
    {
        let known: Vec<&str> = PROGRAMS.iter().map(|(name, ..)| *name).collect();
        bail!("the grid has no {word}; it has {}", known.join(", "));
    }
    let mut cases = Vec::new();
    for ranks in &options.ranks {
        let setting = if *ranks == 2 { Setting::Shm } else { Setting::Crowd };
        let programs =
            PROGRAMS.iter().filter(|(name, _, pair)| is_wanted(name) && (!pair || *ranks == 2));
        cases.extend(programs.map(|(_, program, _)| Case { setting, program, ranks: *ranks }));
    }
    Ok(cases)
}

/// Runs that the log lacks: round by round, each in an order of its own.
fn missing(log: &GridLog, cases: &[Case], which: &[Which], rounds: u32) -> Vec<(Case, Which, u32)> {
    let mut runs = Vec::new();
    for round in 0..rounds {
        for case in cases {
            for at in 0..which.len() {
                let one = which[(at + round as usize) % which.len()];
                if !log.has(case, one, round) {
                    runs.push((*case, one, round));
                }
            }
        }
    }
    runs
}

/// A run in the near mood. Where the machine never is in it, what was measured last is not kept, and the run is noted.
fn measure(bench: &Bench, case: &Case, one: Which, round: u32, milliseconds: u32) -> GridRun {
    let run = || bench.run(one, case, None, milliseconds);
    let (lines, fault) = match mood::evenly(Some(Mood::Fast), mood::now, run) {
        Outcome::Even(Ok(lines), _) => (lines, None),
        Outcome::Even(Err(error), _) => (Vec::new(), Some(format!("{error:#}"))),
        Outcome::Uneven => (Vec::new(), Some("the machine was never in its near mood".into())),
    };
    let points = lines.into_iter().map(|line| (line.name, line.size, line.value, line.unit));
    GridRun {
        program: case.program.into(),
        ranks: case.ranks,
        mpi: one.name().into(),
        round,
        fault,
        points: points.collect(),
    }
}
