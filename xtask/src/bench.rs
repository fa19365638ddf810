//! Measures Ferry and its peers: paired, in alternation, in one invocation.
//!
//! Every round runs each program once on each MPI, in an order that turns with the round, so that
//! all of them see the same machine. A ratio compares medians over the rounds; its spread is that
//! of the ratios within each round.

mod case;
mod faces;
mod grid;
pub(crate) mod instructions;
mod launch;
mod links;
mod mood;
mod neighbour;
pub(crate) mod netns;
mod peer_speed;
mod plot;
mod report;
mod samples;
mod sctp;
mod targets;

use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use anyhow::{Context, Result, bail};
use clap::{Args, Subcommand};
use ferry_peers::Mpi;
use indicatif::{ProgressBar, ProgressStyle};

use crate::build::{self, Profile};
use crate::peers;
use crate::{layout, needs, step};
use case::{Case, Setting};
use launch::{Bench, Which};
use mood::{Mood, Outcome};
pub(crate) use neighbour::Neighbour;
use netns::Hosts;
use samples::Samples;

/// What to measure.
#[derive(Args, Debug)]
#[command(args_conflicts_with_subcommands = true)]
pub(crate) struct BenchOptions {
    #[command(subcommand)]
    part: Option<BenchPart>,
    /// A first impression: two rounds, short samples, 64 ranks at most
    #[arg(long)]
    quick: bool,
    /// Settings (shm, crowd, tcp, neighbour, spawn, startup), programs (latency, ...) or both (tcp/latency);
    /// `instructions`, which counts instead of timing and compares with bench/instructions.toml; `links`,
    /// or parts of it: idle-methods, polling, polling-pair, quic, layers, faces, ways, stripes, sctp (and its
    /// parts sctp-loss-1, sctp-loss-2, sctp-paths, sctp-failover)
    #[arg(long, value_delimiter = ',')]
    only: Vec<String>,
    /// With `--only instructions`: what is counted becomes the table
    #[arg(long)]
    accept: bool,
    /// MPIs to measure
    #[arg(long, value_enum, value_delimiter = ',')]
    peers: Vec<Which>,
    /// Only TCP between two network namespaces; the same as --only tcp
    #[arg(long)]
    tcp: bool,
    /// Rounds of alternation
    #[arg(long)]
    rounds: Option<u32>,
    /// An installed Ferry to measure, instead of building one
    #[arg(long, value_name = "DIR")]
    prefix: Option<PathBuf>,
    /// Profile to build with; only `release` gives values that mean something
    #[arg(long, value_enum, default_value = "release")]
    profile: Profile,
    /// Length of a sample in milliseconds, instead of 150
    #[arg(long)]
    milliseconds: Option<u32>,
    /// Folder for the report
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
}

/// What is measured in a way of its own.
#[derive(Subcommand, Debug)]
enum BenchPart {
    /// Every program, size and number of ranks against all others, while the machine is at its best
    Grid(grid::GridOptions),
}

/// Measures and reports.
pub(crate) fn run(options: &BenchOptions) -> Result<()> {
    if let Some(BenchPart::Grid(options)) = &options.part {
        return grid::run(options);
    }
    if options.only.iter().any(|word| word == "instructions") {
        return guard(options);
    }
    if options.accept {
        bail!("--accept goes with --only instructions");
    }
    let stop = interruption()?;
    let parts = if options.tcp && options.only.is_empty() {
        Vec::new()
    } else {
        links::chosen(&options.only)
    };
    let cases = chosen(options, !parts.is_empty())?;
    let which = which(&options.peers, cases.is_empty());
    prepare(&which, options.prefix.is_none().then_some(options.profile))?;
    let parts = if which.contains(&Which::Ferry) { parts } else { Vec::new() };
    links::build(&parts, options.profile)?;
    let ferry = options.prefix.clone().unwrap_or_else(layout::ferry);
    let bench = Bench::compile(&which, ferry)?;
    let out = options.out.clone().unwrap_or_else(|| layout::target().join("bench"));
    std::fs::create_dir_all(&out).with_context(|| out.display().to_string())?;
    let mut samples = measure(options, &cases, &which, &bench, &stop)?;
    let plan = links::Plan {
        bench: &bench,
        profile: options.profile,
        rounds: options.rounds.unwrap_or(if options.quick { 2 } else { 9 }),
        milliseconds: options.milliseconds(),
        stop: &stop,
    };
    links::measure(&parts, &plan, &mut samples)?;
    report::write(&out, &samples, &which)?;
    if stop.load(Ordering::Relaxed) {
        bail!("interrupted; the report holds what was measured until then");
    }
    Ok(())
}

/// Becomes true when the user interrupts.
fn interruption() -> Result<Arc<AtomicBool>> {
    let stop = Arc::new(AtomicBool::new(false));
    for signal in [signal_hook::consts::SIGINT, signal_hook::consts::SIGTERM] {
        signal_hook::flag::register(signal, Arc::clone(&stop))?;
    }
    Ok(stop)
}

/// Counts instructions, and nothing else.
fn guard(options: &BenchOptions) -> Result<()> {
    if options.only.len() > 1 {
        bail!("`--only instructions` times nothing: it stands alone");
    }
    let tally = instructions::run(options.prefix.as_deref(), options.accept)?;
    if tally.failed > 0 {
        bail!(
            "{} calls take over 3 % more instructions than bench/instructions.toml has, or are in one of the two only",
            tally.failed
        );
    }
    Ok(())
}

impl BenchOptions {
    fn milliseconds(&self) -> u32 {
        self.milliseconds.unwrap_or(if self.quick { 30 } else { 150 })
    }
}

/// The cases that compare MPIs; none is fine where parts of `links` were chosen.
fn chosen(options: &BenchOptions, parts: bool) -> Result<Vec<Case>> {
    let mut wanted = options.only.clone();
    if options.tcp {
        wanted.push("tcp".into());
    }
    let mut cases = case::all(options.quick);
    if !wanted.is_empty() {
        cases.retain(|case| wanted.iter().any(|word| case.is_called(word)));
    }
    if cases.is_empty() && !parts {
        bail!(
            "nothing that can run here is called {}; try shm, crowd, tcp, neighbour, spawn, startup, links or a program",
            wanted.join(", ")
        );
    }
    let root = rustix::process::geteuid().is_root();
    if !root && cases.iter().any(|case| case.setting.is_apart()) {
        step::say("left out: tcp (network namespaces need root)");
        cases.retain(|case| case.setting != Setting::Tcp);
    }
    Ok(cases)
}

/// The MPIs that take part: those asked for, or all; only Ferry where no case compares them.
fn which(asked: &[Which], alone: bool) -> Vec<Which> {
    match asked {
        _ if alone => vec![Which::Ferry],
        [] => vec![Which::Ferry, Which::Mpich, Which::Intel, Which::OpenMpi],
        some => some.to_vec(),
    }
}

/// Installs the peers that take part, and builds Ferry if it does and a profile is given.
fn prepare(which: &[Which], profile: Option<Profile>) -> Result<()> {
    needs::meet(&[needs::CC, needs::IP])?;
    let others = |which: &Which| which.mpi().filter(|mpi| *mpi != Mpi::Ferry);
    let used: Vec<Mpi> = which.iter().filter_map(others).collect();
    peers::ensure(&used)?;
    if let Some(profile) = profile.filter(|_| which.contains(&Which::Ferry)) {
        build::prefix(profile)?;
    }
    Ok(())
}

fn measure(
    options: &BenchOptions,
    cases: &[Case],
    which: &[Which],
    bench: &Bench,
    stop: &AtomicBool,
) -> Result<Samples> {
    let rounds_of =
        |case: &Case| options.rounds.unwrap_or(if options.quick { 2 } else { case.rounds() });
    let needs_hosts = cases.iter().any(|case| case.setting.is_apart());
    let hosts =
        if needs_hosts { Some(Hosts::create(&layout::target().join("bench"))?) } else { None };
    let runs = cases.iter().map(|case| rounds_of(case) as usize * which.len()).sum::<usize>();
    let bar = ProgressBar::new(runs as u64).with_style(ProgressStyle::with_template(
        "{bar:30} {pos}/{len} runs, {elapsed} of about {duration}, {msg}",
    )?);
    let milliseconds = options.milliseconds();
    let mut runner =
        Runner { bench, which, hosts, milliseconds, stop, bar, samples: Samples::default() };
    let rounds = cases.iter().map(rounds_of).max().unwrap_or(0);
    for round in 0..rounds {
        if runner.bar.is_hidden() {
            step::say(&format!("round {} of {rounds}", round + 1));
        }
        for case in cases.iter().filter(|case| round < rounds_of(case)) {
            if !runner.case(case, round)? {
                runner.bar.abandon_with_message("stopped");
                return Ok(runner.samples);
            }
        }
    }
    runner.bar.finish_with_message("done");
    Ok(runner.samples)
}

/// Runs cases and keeps what they measured.
struct Runner<'a> {
    bench: &'a Bench,
    which: &'a [Which],
    hosts: Option<Hosts>,
    milliseconds: u32,
    stop: &'a AtomicBool,
    bar: ProgressBar,
    samples: Samples,
}

impl Runner<'_> {
    /// A case in a round, on each MPI; `false`: it was stopped.
    fn case(&mut self, case: &Case, round: u32) -> Result<bool> {
        let _neighbour =
            if case.setting.has_neighbour() { Some(Neighbour::start()?) } else { None };
        let mut mood = None;
        if case.setting == Setting::Tcp {
            let lines = self.bench.socket(self.hosts.as_ref(), self.milliseconds);
            self.samples.add(round, case, Which::Socket, lines);
        }
        for i in 0..self.which.len() {
            if self.stop.load(Ordering::Relaxed) {
                return Ok(false);
            }
            let one = self.which[(i + round as usize) % self.which.len()];
            self.bar.set_message(format!("{} on {}", case.name(), one.name()));
            self.bar.enable_steady_tick(std::time::Duration::from_millis(500));
            self.one(case, round, one, &mut mood);
            self.bar.disable_steady_tick();
            self.bar.inc(1);
        }
        Ok(true)
    }

    /// A run on one MPI. Two ranks hear what mood the machine is in: those of a round are compared, so all
    /// of them are measured in the mood of the first.
    fn one(&mut self, case: &Case, round: u32, one: Which, mood: &mut Option<Mood>) {
        let run = || self.bench.run(one, case, self.hosts.as_ref(), self.milliseconds);
        if case.ranks != 2 {
            let lines = run();
            return self.samples.add(round, case, one, lines);
        }
        match mood::evenly(*mood, mood::now, run) {
            Outcome::Even(lines, met) => {
                *mood = mood.or(met);
                self.samples.note_mood(case, met);
                self.samples.add(round, case, one, lines);
            }
            Outcome::Uneven => self.samples.note_uneven(case, one),
        }
    }
}
