//! `ferry tune`: thresholds by measurement.
//!
//! Each question is about a parameter ([`question`]). Its answers take turns with the default, round by round, as jobs of two
//! ranks ([`trial`]) that send messages to and fro ([`probe`]); an answer is taken where it was quicker again and again
//! ([`verdict`]). What was chosen for each is measured once more together before it is written ([`outcome`]).

mod outcome;
mod probe;
mod question;
mod trial;
mod verdict;

pub use probe::probe;

use clap::Args;
use ferry_config::{Config, Origin, Sources, machine_kind};
use indicatif::{ProgressBar, ProgressStyle};
use outcome::{TuneOutcome, others, write_file, write_table};
use question::{Question, TUNED, questions};
use std::io::{self, Write};
use std::path::Path;
use std::time::{Duration, Instant};
use trial::Trial;
use verdict::{FEWEST, ratio};

/// Part of the time in which all that was chosen is measured together.
const TOGETHER: f64 = 0.2;

/// What to measure, and where the values go.
#[derive(Args, Clone, Debug)]
pub struct TuneOptions {
    /// How long: one tells large differences, ten smaller ones
    #[arg(long, value_name = "MINUTES", default_value_t = 1.0, value_parser = minutes)]
    minutes: f64,
    /// Two hosts, as mpiexec takes them: asks about messages between them
    #[arg(long, value_name = "A,B")]
    hosts: Option<String>,
    /// Writes nothing
    #[arg(long)]
    print: bool,
    /// Removes what was written before, and measures nothing
    #[arg(long, conflicts_with_all = ["minutes", "hosts", "print"])]
    forget: bool,
}

fn minutes(word: &str) -> Result<f64, String> {
    let minutes = word.parse().ok().filter(|minutes: &f64| *minutes > 0.0 && *minutes <= 1e4);
    minutes.ok_or_else(|| "a number of minutes is expected".to_owned())
}

/// Measures and writes. Returns the exit status.
pub fn main(options: &TuneOptions) -> u8 {
    match run(options) {
        Ok(()) => 0,
        Err(why) => {
            // Nobody may be reading.
            let _ = writeln!(io::stderr(), "ferry tune: {why}");
            1
        }
    }
}

fn run(options: &TuneOptions) -> Result<(), String> {
    let file = Sources::of_process().tuned_file().ok_or(
        "the system tells no kind of processor, or there is no home, so that values could not be kept",
    )?;
    if options.forget {
        return forget(&file);
    }
    let trial = Trial::new(options.hosts.as_deref())?;
    let questions = questions(options.hosts.is_some());
    let outcomes = measure(&trial, &questions, Duration::from_secs_f64(options.minutes * 60.0))?;
    let mut out = io::stdout().lock();
    let said = write_table(&mut out, &outcomes);
    said.map_err(|why| why.to_string())?;
    warn_of_others(&file)?;
    if options.print {
        return Ok(());
    }
    keep(&file, &outcomes)
}

fn forget(file: &Path) -> Result<(), String> {
    match std::fs::remove_file(file) {
        Ok(()) => println!("{} is gone", file.display()),
        Err(why) if why.kind() == io::ErrorKind::NotFound => {
            println!("there is no {}", file.display());
        }
        Err(why) => return Err(format!("{}: {why}", file.display())),
    }
    Ok(())
}

/// Rounds of all questions' answers until the time is up, then all that was chosen together.
fn measure(
    trial: &Trial,
    questions: &[Question],
    time: Duration,
) -> Result<Vec<TuneOutcome>, String> {
    let bar = ProgressBar::new(time.as_millis() as u64);
    let style = ProgressStyle::with_template("{bar:30} {eta} left: {msg}")
        .unwrap_or(ProgressStyle::default_bar());
    bar.set_style(style);
    let start = Instant::now();
    let mut outcomes: Vec<TuneOutcome> = questions.iter().copied().map(TuneOutcome::new).collect();
    let mut rounds = 0;
    while rounds == 0 || start.elapsed() < time.mul_f64(1.0 - TOGETHER) {
        for outcome in &mut outcomes {
            bar.set_message(outcome.question.parameter);
            outcome.round(trial)?;
            bar.set_position(start.elapsed().as_millis() as u64);
        }
        rounds += 1;
    }
    let chosen: Vec<(&str, &str)> = outcomes.iter().flat_map(TuneOutcome::settings).collect();
    if !chosen.is_empty() {
        bar.set_message("all together");
        let together = together(trial, &outcomes, &chosen, (start, time))?;
        outcomes.iter_mut().for_each(|outcome| outcome.judge_together(together));
    }
    bar.finish_and_clear();
    Ok(outcomes)
}

/// What all that was chosen takes of the default's time, for the lengths of all questions that are decided.
fn together(
    trial: &Trial,
    outcomes: &[TuneOutcome],
    chosen: &[(&str, &str)],
    (start, time): (Instant, Duration),
) -> Result<f64, String> {
    let decided = outcomes.iter().filter(|outcome| outcome.settings().next().is_some());
    let mut sizes: Vec<usize> =
        decided.flat_map(|outcome| outcome.question.sizes).copied().collect();
    sizes.sort_unstable();
    sizes.dedup();
    let mut ratios = Vec::new();
    while ratios.len() < FEWEST || start.elapsed() < time {
        let default = trial.run(&[], &sizes)?;
        ratios.push(ratio(&trial.run(chosen, &sizes)?, &default));
    }
    Ok(verdict::median(&mut ratios))
}

/// What somebody has set wins over what was measured.
fn warn_of_others(file: &Path) -> Result<(), String> {
    let config = Config::load().map_err(|why| why.to_string())?;
    for name in TUNED {
        match config.origin(name) {
            Origin::Default => {}
            Origin::File { path, .. } if path == file => {}
            other => println!("{name} is set by {other}, which wins over what was measured"),
        }
    }
    Ok(())
}

/// Writes what was chosen; where that is nothing, what was written before of the same parameters goes.
fn keep(file: &Path, outcomes: &[TuneOutcome]) -> Result<(), String> {
    if outcomes.iter().all(|outcome| outcome.rounds() < FEWEST) {
        println!("too few rounds to decide anything; more --minutes make more");
        return Ok(());
    }
    let others = others(&std::fs::read_to_string(file).unwrap_or_default(), outcomes);
    if others.is_empty() && outcomes.iter().all(|outcome| outcome.settings().next().is_none()) {
        if file.exists() {
            return forget(file);
        }
        println!("the built-in values are the best of these here; nothing is written");
        return Ok(());
    }
    write_file(file, &machine_kind().unwrap_or_default(), outcomes, &others)
        .map_err(|why| format!("{}: {why}", file.display()))?;
    println!(
        "written to {}, which counts from now on; ferry tune --forget removes it",
        file.display()
    );
    Ok(())
}
