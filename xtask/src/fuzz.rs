//! Every fuzz target for a while, on the stable compiler.
//!
//! `cargo fuzz run TARGET` (with the nightly compiler) does the same with sanitizers. Here the compiler
//! adds libFuzzer's counters alone; a panic, an overflow or a failed assertion is a finding, too much
//! memory or time as well.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result, bail};
use clap::Args;

use crate::test::Tally;
use crate::{layout, needs, step};

/// What makes the compiler count for libFuzzer, without a sanitizer.
const COVERAGE: &str = "--cfg fuzzing -Cpasses=sancov-module \
    -Cllvm-args=-sanitizer-coverage-level=4 \
    -Cllvm-args=-sanitizer-coverage-inline-8bit-counters \
    -Cllvm-args=-sanitizer-coverage-pc-table";

/// What to fuzz.
#[derive(Args, Debug)]
pub(crate) struct FuzzOptions {
    /// Seconds for all targets together
    #[arg(long, default_value_t = 60)]
    seconds: u64,
    /// Targets, separated by commas; all by default
    #[arg(long, value_delimiter = ',')]
    target: Vec<String>,
}

/// Fuzzes; fails if a target found something.
pub(crate) fn run(options: &FuzzOptions) -> Result<()> {
    let tally = tests(options.seconds, &options.target)?;
    if tally.failed > 0 {
        bail!("{} of the targets found something", tally.failed);
    }
    Ok(())
}

/// The targets as tests: each passes if it finds nothing in its share of the time.
pub(crate) fn tests(seconds: u64, wanted: &[String]) -> Result<Tally> {
    let all = targets()?;
    if let Some(unknown) = wanted.iter().find(|name| !all.contains(name)) {
        bail!("there is no fuzz target '{unknown}'; there are {}", all.join(", "));
    }
    let chosen: Vec<&String> =
        all.iter().filter(|name| wanted.is_empty() || wanted.contains(name)).collect();
    if let Err(why) = needs::meet(&[needs::CXX]) {
        step::say(&format!("skipped: libFuzzer needs a C++ compiler ({why:#})"));
        return Ok(Tally::default());
    }
    let built = build(&chosen)?;
    let share = (seconds / chosen.len().max(1) as u64).max(1);
    let mut tally = Tally::default();
    for name in chosen {
        match one(&built, name, share) {
            Ok(line) => {
                println!("{name:>12}: {line}");
                tally.passed += 1;
            }
            Err(found) => {
                eprintln!("xtask: fuzz target {name}: {found:#}");
                tally.failed += 1;
            }
        }
    }
    Ok(tally)
}

fn folder() -> PathBuf {
    layout::root().join("fuzz")
}

/// The targets there are, by the names of their files.
fn targets() -> Result<Vec<String>> {
    let files = fs::read_dir(folder().join("fuzz_targets")).context("fuzz/fuzz_targets")?;
    let mut names: Vec<String> = files
        .filter_map(|file| Some(file.ok()?.path().file_stem()?.to_str()?.to_owned()))
        .collect();
    names.sort();
    Ok(names)
}

/// Builds the targets and returns where they are.
fn build(names: &[&String]) -> Result<PathBuf> {
    step::say("building fuzz targets");
    let rustc = std::env::var_os("RUSTC").unwrap_or_else(|| "rustc".into());
    let version = step::read(Command::new(rustc).arg("-vV"))?;
    let host = version.lines().find_map(|line| line.strip_prefix("host: "));
    let host = host.context("rustc does not say for which system it compiles")?;
    let target = layout::target().join("fuzz/build");
    let mut cargo = step::cargo();
    cargo.current_dir(folder()).env("CARGO_TARGET_DIR", &target).env("RUSTFLAGS", COVERAGE);
    // With a target named, build scripts and derive macros are compiled without counters.
    cargo.args(["build", "--release", "--target", host]);
    for name in names {
        cargo.args(["--bin", name]);
    }
    step::run(&mut cargo)?;
    Ok(target.join(host).join("release"))
}

/// Runs one target; says how much it did.
fn one(built: &Path, name: &str, seconds: u64) -> Result<String> {
    let work = layout::target().join("fuzz");
    let (corpus, crashes) = (work.join("corpus").join(name), work.join("crashes").join(name));
    for dir in [&corpus, &crashes] {
        fs::create_dir_all(dir).with_context(|| dir.display().to_string())?;
    }
    let mut fuzzer = Command::new(built.join(name));
    fuzzer.current_dir(&work).arg(&corpus);
    let seeds = folder().join("seeds").join(name);
    if seeds.is_dir() {
        fuzzer.arg(seeds);
    }
    fuzzer.arg(format!("-max_total_time={seconds}"));
    fuzzer.arg(format!("-artifact_prefix={}/", crashes.display()));
    fuzzer.args(["-print_final_stats=1", "-timeout=20", "-rss_limit_mb=2048", "-max_len=8192"]);
    let output = fuzzer.output().with_context(|| format!("cannot start the target {name}"))?;
    let said = String::from_utf8_lossy(&output.stderr);
    if !output.status.success() {
        let lines: Vec<&str> = said.lines().collect();
        let end = &lines[lines.len().saturating_sub(30)..];
        bail!("{}\nits input is in {}", end.join("\n"), crashes.display());
    }
    let runs = statistic(&said, "stat::number_of_executed_units").unwrap_or_default();
    let rate = statistic(&said, "stat::average_exec_per_sec").unwrap_or_default();
    Ok(format!("{runs} executions, {rate} a second, nothing found"))
}

/// The value of a line `name: value`.
fn statistic(said: &str, name: &str) -> Option<String> {
    let line = said.lines().find_map(|line| line.strip_prefix(name))?;
    Some(line.trim_start_matches(':').trim().to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_target_is_listed_in_the_manifest() {
        let manifest = fs::read_to_string(folder().join("Cargo.toml")).unwrap();
        for name in targets().unwrap() {
            assert!(manifest.contains(&format!("name = \"{name}\"")), "{name}");
        }
    }

    #[test]
    fn statistics_are_found() {
        let said = "#5 DONE\nstat::number_of_executed_units: 1234\nstat::peak: 3\n";
        assert_eq!(statistic(said, "stat::number_of_executed_units").unwrap(), "1234");
        assert_eq!(statistic(said, "stat::nothing"), None);
    }
}
