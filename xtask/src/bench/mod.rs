//! Measures Ferry and its peers: paired, in alternation, in one invocation.
//!
//! Every round runs each program once on each MPI, in an order that turns with the round, so that
//! all of them see the same machine. A ratio compares medians over the rounds; its spread is that
//! of the ratios within each round.

mod case;
mod launch;
mod links;
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
use clap::Args;
use indicatif::{ProgressBar, ProgressStyle};

use crate::build::{self, Profile};
use crate::peers::{self, Peer};
use crate::{layout, needs, step};
use case::{Case, Setting};
use launch::{Bench, Which};
use netns::Hosts;
use samples::Samples;

/// What to measure.
#[derive(Args, Debug)]
pub(crate) struct Options {
    /// A first impression: two rounds, short samples, 64 ranks at most
    #[arg(long)]
    quick: bool,
    /// Settings (shm, crowd, tcp, startup), programs (latency, ...) or both (tcp/latency); `links`,
    /// or parts of it: idle-methods, polling, polling-pair, quic, layers, ways, stripes, sctp (and its
    /// parts sctp-loss-1, sctp-loss-2, sctp-paths, sctp-failover)
    #[arg(long, value_delimiter = ',')]
    only: Vec<String>,
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

/// Measures and reports.
pub(crate) fn run(options: &Options) -> Result<()> {
    let stop = Arc::new(AtomicBool::new(false));
    for signal in [signal_hook::consts::SIGINT, signal_hook::consts::SIGTERM] {
        signal_hook::flag::register(signal, Arc::clone(&stop))?;
    }
    let parts = if options.tcp && options.only.is_empty() {
        Vec::new()
    } else {
        links::chosen(&options.only)
    };
    let cases = chosen(options, !parts.is_empty())?;
    let which = prepare(options, cases.is_empty())?;
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

impl Options {
    fn milliseconds(&self) -> u32 {
        self.milliseconds.unwrap_or(if self.quick { 30 } else { 150 })
    }
}

/// The cases that compare MPIs; none is fine where parts of `links` were chosen.
fn chosen(options: &Options, parts: bool) -> Result<Vec<Case>> {
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
            "nothing that can run here is called {}; try shm, crowd, tcp, startup, links or a program",
            wanted.join(", ")
        );
    }
    let root = rustix::process::geteuid().is_root();
    if !root && cases.iter().any(|case| case.setting == Setting::Tcp) {
        step::say("left out: tcp (network namespaces need root)");
        cases.retain(|case| case.setting != Setting::Tcp);
    }
    Ok(cases)
}

/// Builds Ferry and installs the peers that take part; only Ferry does where no case compares MPIs.
fn prepare(options: &Options, alone: bool) -> Result<Vec<Which>> {
    needs::meet(&[needs::CC, needs::IP])?;
    let all = [Which::Ferry, Which::Mpich, Which::Intel, Which::OpenMpi];
    let which = match &options.peers[..] {
        _ if alone => vec![Which::Ferry],
        [] => all.to_vec(),
        some => some.to_vec(),
    };
    let used: Vec<Peer> = which.iter().filter_map(|which| which.peer()).collect();
    peers::ensure(&used)?;
    if which.contains(&Which::Ferry) && options.prefix.is_none() {
        build::prefix(options.profile)?;
    }
    Ok(which)
}

fn measure(
    options: &Options,
    cases: &[Case],
    which: &[Which],
    bench: &Bench,
    stop: &AtomicBool,
) -> Result<Samples> {
    let rounds = options.rounds.unwrap_or(if options.quick { 2 } else { 5 });
    let milliseconds = options.milliseconds();
    let needs_hosts = cases.iter().any(|case| case.setting == Setting::Tcp);
    let hosts =
        if needs_hosts { Some(Hosts::create(&layout::target().join("bench"))?) } else { None };
    let mut samples = Samples::default();
    let runs = cases.len() * which.len() * rounds as usize;
    let bar = ProgressBar::new(runs as u64).with_style(ProgressStyle::with_template(
        "{bar:30} {pos}/{len} runs, {elapsed} of about {duration}, {msg}",
    )?);
    for round in 0..rounds {
        if bar.is_hidden() {
            step::say(&format!("round {} of {rounds}", round + 1));
        }
        for case in cases {
            if case.setting == Setting::Tcp {
                samples.add(round, case, Which::Socket, bench.socket(hosts.as_ref(), milliseconds));
            }
            for i in 0..which.len() {
                if stop.load(Ordering::Relaxed) {
                    bar.abandon_with_message("stopped");
                    return Ok(samples);
                }
                let one = which[(i + round as usize) % which.len()];
                bar.set_message(format!("{} on {}", case.name(), one.name()));
                bar.enable_steady_tick(std::time::Duration::from_millis(500));
                samples.add(round, case, one, bench.run(one, case, hosts.as_ref(), milliseconds));
                bar.disable_steady_tick();
                bar.inc(1);
            }
        }
    }
    bar.finish_with_message("done");
    Ok(samples)
}
