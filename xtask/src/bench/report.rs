//! The report: on the terminal, as Markdown, as JSON, as a plot.

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::fs;
use std::path::Path;

use anyhow::{Context, Result};
use ferry_peers::Mpi;
use serde::Serialize;

use super::case::Setting;
use super::launch::Which;
use super::mood::Mood;
use super::plot;
use super::samples::{Ratio, Samples};
use super::targets::{self, Verdict};
use crate::{peers, step};

/// A point as JSON tells it.
#[derive(Serialize)]
struct Row<'a> {
    setting: &'a str,
    name: &'a str,
    size: u64,
    unit: &'a str,
    medians: Vec<(&'a str, f64)>,
    rounds: Vec<(&'a str, Vec<f64>)>,
    best_peer: Option<&'a str>,
    ratio: Option<Ratio>,
    /// Setups against the first of their part.
    ratios: Vec<(&'a str, Ratio)>,
}

/// Everything as JSON tells it.
#[derive(Serialize)]
struct Whole<'a> {
    machine: String,
    versions: Vec<(&'a str, String)>,
    points: Vec<Row<'a>>,
    targets: &'a [Verdict],
    failures: Vec<String>,
    /// Runs by case and mood.
    moods: Vec<(&'a str, Mood, u32)>,
}

/// Writes report.md, report.json and report.svg into `out`, and prints the table.
pub(super) fn write(out: &Path, samples: &Samples, which: &[Which]) -> Result<()> {
    let verdicts = targets::judge(samples)?;
    let mut text = String::from("# Benchmark\n\n");
    let _ = writeln!(text, "{}\n", machine());
    for (name, version) in versions(which) {
        let _ = writeln!(text, "- {name} {version}");
    }
    let mut columns = which.to_vec();
    columns.push(Which::Socket);
    for setting in MPIS {
        text += &table(samples, setting, &columns);
    }
    for setting in LINKS {
        text += &setups_table(samples, setting);
    }
    text += &targets_table(&verdicts);
    text += &moods(samples);
    for ((case, which), said) in &samples.failures {
        let _ = writeln!(text, "\nFailed: {case} on {}: {said}", which.name());
    }
    print!("\n{text}");
    fs::write(out.join("report.md"), &text).with_context(|| out.display().to_string())?;
    fs::write(out.join("report.json"), json(samples, which, &verdicts)?)?;
    plot::draw(&out.join("report.svg"), samples)?;
    step::say(&format!("report.md, report.json and report.svg are in {}", out.display()));
    Ok(())
}

/// Settings that compare MPIs.
const MPIS: [Setting; 10] = [
    Setting::Shm,
    Setting::Crowd,
    Setting::Files,
    Setting::Tcp,
    Setting::Neighbour,
    Setting::Alone,
    Setting::NeighbourTcp,
    Setting::AloneTcp,
    Setting::Threads,
    Setting::Startup,
];

/// In which mood the machine was, and what was left out for its sake.
fn moods(samples: &Samples) -> String {
    let mut text = String::new();
    if !samples.moods.is_empty() {
        text += "\n## Mood of the machine\n\nRuns by how a cache line crossed between two cores, before and \
                 after alike; those of a round are of one mood.\n\n| what | mood | runs |\n| --- | --- | ---: |\n";
    }
    for ((case, mood), runs) in &samples.moods {
        let _ = writeln!(text, "| {case} | {} | {runs} |", mood.name());
    }
    for ((case, which), runs) in &samples.uneven {
        let _ = writeln!(
            text,
            "\nLeft out: {case} on {}: the mood changed in all tries of {runs} runs",
            which.name()
        );
    }
    text
}

/// Settings that compare setups of Ferry.
const LINKS: [Setting; 13] = [
    Setting::Idle,
    Setting::Polling,
    Setting::PollingPair,
    Setting::Quic,
    Setting::Layers,
    Setting::Faces,
    Setting::Ways,
    Setting::Stripes,
    Setting::Sctp,
    Setting::SctpLoss1,
    Setting::SctpLoss2,
    Setting::SctpPaths,
    Setting::SctpFailover,
];

/// A part of `links`: a row a setup, a column a point, and how each compares with the first.
fn setups_table(samples: &Samples, setting: Setting) -> String {
    let of_setting = samples.points.iter().filter(|(point, _)| point.setting == setting);
    let points: Vec<_> = of_setting.collect();
    let setups: BTreeSet<Which> =
        points.iter().flat_map(|(_, measured)| measured.by.keys().copied()).collect();
    if points.is_empty() {
        return String::new();
    }
    let mut text = format!("\n## {}\n\n{}\n", setting.title(), setting.note());
    text += "In brackets: ratio to the first line (quartiles of rounds).\n\n| |";
    for (point, measured) in &points {
        let _ = write!(text, " {} {}, {} |", point.name, point.size, measured.unit);
    }
    let _ = writeln!(text, "\n| --- |{}", " ---: |".repeat(points.len()));
    for which in setups {
        let _ = write!(text, "| {} |", which.name());
        for (_, measured) in &points {
            let ratio = measured.ratios().into_iter().find(|(name, _)| *name == which.name());
            let ratio = ratio.map_or(String::new(), |(_, ratio)| format!(" ({})", spread(&ratio)));
            let median = measured.middle(which).map_or("-".into(), short);
            let _ = write!(text, " {median}{ratio} |");
        }
        text += "\n";
    }
    text
}

/// The settings' table: a row a point, a column an MPI.
fn table(samples: &Samples, setting: Setting, columns: &[Which]) -> String {
    let points: Vec<_> =
        samples.points.iter().filter(|(point, _)| point.setting == setting).collect();
    if points.is_empty() {
        return String::new();
    }
    let seen = |which: &&Which| points.iter().any(|(_, measured)| measured.by.contains_key(which));
    let columns: Vec<Which> = columns.iter().filter(seen).copied().collect();
    let mut text = format!("\n## {}\n\n", setting.title());
    if !setting.note().is_empty() {
        let _ = writeln!(text, "{}\n", setting.note());
    }
    text += "| what | size |";
    for which in &columns {
        let _ = write!(text, " {} |", which.name());
    }
    text += " unit | Ferry / best peer (quartiles of rounds) |\n| --- | ---: |";
    text += &" ---: |".repeat(columns.len());
    text += " --- | --- |\n";
    for (point, measured) in points {
        let _ = write!(text, "| {} | {} |", point.name, point.size);
        for which in &columns {
            let _ = write!(text, " {} |", measured.middle(*which).map_or("-".into(), short));
        }
        let best = measured.best_peer();
        let ratio = best.and_then(|best| Some((best, measured.ratio(best)?)));
        let ratio = ratio
            .map_or("-".into(), |(best, ratio)| format!("{} of {}", spread(&ratio), best.name()));
        let _ = writeln!(text, " {} | {ratio} |", measured.unit);
    }
    text
}

fn targets_table(verdicts: &[Verdict]) -> String {
    if verdicts.is_empty() {
        return String::new();
    }
    let mut text = String::from(
        "\n## Targets\n\n| what | against | limit | reached | |\n| --- | --- | --- | --- | --- |\n",
    );
    for verdict in verdicts {
        let reached = verdict.reached.map_or("not measured".into(), |ratio| spread(&ratio));
        let mark = match verdict.pass {
            Some(true) => "pass",
            Some(false) => "MISS",
            None => verdict.note.as_deref().unwrap_or("-"),
        };
        let Verdict { what, against, limit, .. } = verdict;
        let _ = writeln!(text, "| {what} | {against} | {limit} | {reached} | {mark} |");
    }
    let passed = verdicts.iter().filter(|verdict| verdict.pass == Some(true)).count();
    let _ = writeln!(text, "\n{passed} of {} targets reached", verdicts.len());
    text
}

fn spread(ratio: &Ratio) -> String {
    format!("{:.2} ({:.2} to {:.2})", ratio.ratio, ratio.low, ratio.high)
}

/// Three significant figures.
fn short(value: f64) -> String {
    match value.abs() {
        size if size >= 100.0 => format!("{value:.0}"),
        size if size >= 10.0 => format!("{value:.1}"),
        size if size >= 1.0 => format!("{value:.2}"),
        _ => format!("{value:.3}"),
    }
}

fn json(samples: &Samples, which: &[Which], verdicts: &[Verdict]) -> Result<String> {
    let rows = samples.points.iter().map(|(point, measured)| {
        let best = measured.best_peer();
        let by = || measured.by.iter();
        Row {
            setting: point.setting.name(),
            name: &point.name,
            size: point.size,
            unit: &measured.unit,
            medians: by().filter_map(|(w, _)| Some((w.name(), measured.middle(*w)?))).collect(),
            rounds: by()
                .map(|(w, rounds)| (w.name(), rounds.values().copied().collect()))
                .collect(),
            best_peer: best.map(Which::name),
            ratio: best.and_then(|best| measured.ratio(best)),
            ratios: measured.ratios(),
        }
    });
    let failures = samples.failures.iter();
    let failures =
        failures.map(|((case, which), said)| format!("{case}, {}: {said}", which.name()));
    let whole = Whole {
        machine: machine(),
        versions: versions(which),
        points: rows.collect(),
        targets: verdicts,
        failures: failures.collect(),
        moods: samples
            .moods
            .iter()
            .map(|((case, mood), runs)| (case.as_str(), *mood, *runs))
            .collect(),
    };
    Ok(serde_json::to_string_pretty(&whole)?)
}

fn versions(which: &[Which]) -> Vec<(&'static str, String)> {
    let version = |which: &Which| match which.mpi() {
        None | Some(Mpi::Ferry) => env!("CARGO_PKG_VERSION").to_string(),
        Some(peer) => peers::version(peer),
    };
    which.iter().map(|which| (which.name(), version(which))).collect()
}

/// Processor, number of cores, kernel.
fn machine() -> String {
    let cpu = fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let model = cpu.lines().find_map(|line| line.strip_prefix("model name"));
    let model = model.map_or("unknown processor", |rest| rest.trim_start_matches([' ', '\t', ':']));
    let cores = std::thread::available_parallelism().map_or(0, usize::from);
    let kernel = fs::read_to_string("/proc/sys/kernel/osrelease").unwrap_or_default();
    format!("{model}, {cores} cores, Linux {}", kernel.trim())
}
