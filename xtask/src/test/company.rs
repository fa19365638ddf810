//! Parts that run beside others: a process of its own builds what whole programs are tested on and tests it, while
//! here everything else is compiled and tests wait. What it says is shown when it has ended.

use std::fmt;
use std::fs::{self, File};
use std::process::{Child, Command, Stdio};

use anyhow::{Context, Result};
use tempfile::TempPath;

use super::{Part, Tally};
use crate::step;

/// Parts that need nothing but a build, and that bear to be disturbed.
const BESIDE: [Part; 3] = [Part::Programs, Part::Packages, Part::Mpi4py];
/// Processor time beside what runs here, whose tests are more of a hurry: a third of a process's here.
const NICENESS: &str = "5";

/// What came of a part.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Row {
    pub(super) name: String,
    pub(super) tally: Tally,
    pub(super) seconds: u64,
}

impl fmt::Display for Row {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Row { name, tally: Tally { passed, failed }, seconds } = self;
        write!(f, "{name:>12}: {passed} passed, {failed} failed, {seconds} s")
    }
}

impl Row {
    /// A row as it is shown, of one of these parts.
    fn parse(line: &str, parts: &[Part]) -> Option<Row> {
        let (name, counts) = line.trim().split_once(": ")?;
        let name = parts.iter().map(|part| part.name()).find(|known| known == name)?;
        let words: Vec<&str> = counts.split([' ', ',']).filter(|word| !word.is_empty()).collect();
        let &[passed, "passed", failed, "failed", seconds, "s"] = &words[..] else { return None };
        let tally = Tally { passed: passed.parse().ok()?, failed: failed.parse().ok()? };
        Some(Row { name, tally, seconds: seconds.parse().ok()? })
    }
}

/// The parts that run beside others, if there are others beside which they may run.
fn beside(parts: &[Part]) -> Vec<Part> {
    let has_others = parts.iter().any(|part| !BESIDE.contains(part) && !part.is_alone());
    parts.iter().copied().filter(|part| has_others && BESIDE.contains(part)).collect()
}

/// The parts that do not run beside others.
pub(super) fn left_to_this(parts: &[Part]) -> Vec<Part> {
    let beside = beside(parts);
    parts.iter().copied().filter(|part| !beside.contains(part)).collect()
}

/// The process with such parts.
pub(super) struct Company {
    parts: Vec<Part>,
    started: Result<Companion>,
}

/// A process beside this one, which is ended where nobody waits for it: its tests would disturb whatever runs next.
struct Companion {
    child: Child,
    /// What it says.
    log: TempPath,
}

impl Drop for Companion {
    fn drop(&mut self) {
        // One that has been waited for is not signalled.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

impl Company {
    /// Starts it, if there are such parts.
    pub(super) fn start(parts: &[Part]) -> Option<Company> {
        let parts = beside(parts);
        let started = (!parts.is_empty()).then(|| start(&parts))?;
        Some(Company { parts, started })
    }

    /// Waits for its end, and shows what it said.
    pub(super) fn end(self) -> Vec<Row> {
        let names: Vec<String> = self.parts.iter().map(|part| part.name()).collect();
        let names = names.join(", ");
        step::say(&format!("waiting for the tests that run beside these: {names}"));
        let said = self.started.and_then(|mut companion| {
            companion.child.wait()?;
            fs::read(&companion.log).context("what they said")
        });
        let said = said.unwrap_or_else(|error| format!("xtask: {error:#}\n").into());
        let said = String::from_utf8_lossy(&said);
        print!("{said}");
        rows(&said, &self.parts)
    }
}

fn start(parts: &[Part]) -> Result<Companion> {
    let names: Vec<String> = parts.iter().map(|part| part.name()).collect();
    let mut command = Command::new("nice");
    command.args(["-n", NICENESS]).arg(std::env::current_exe()?);
    command.args(["test", "--only", &names.join(",")]);
    accompanied_by(&mut command)
}

fn accompanied_by(command: &mut Command) -> Result<Companion> {
    let (said, log) = tempfile::NamedTempFile::new().context("a file for a log")?.into_parts();
    let errors: File = said.try_clone()?;
    let child = command.stdin(Stdio::null()).stdout(said).stderr(errors).spawn();
    Ok(Companion { child: child.with_context(|| step::shown(command))?, log })
}

/// The rows of these parts; one without has failed.
fn rows(said: &str, parts: &[Part]) -> Vec<Row> {
    let found: Vec<Row> = said.lines().filter_map(|line| Row::parse(line, parts)).collect();
    let row = |part: &Part| {
        let name = part.name();
        let failed = Row { name, tally: Tally { passed: 0, failed: 1 }, seconds: 0 };
        found.iter().rfind(|row| row.name == failed.name).cloned().unwrap_or(failed)
    };
    parts.iter().map(row).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_disturbed_runs_alone() {
        let all = Part::of(&[]);
        assert_eq!(beside(all), BESIDE);
        let here = left_to_this(all);
        assert_eq!(here.len() + BESIDE.len(), all.len());
        // Beside nothing, or what is left alone, there is nothing to win.
        for parts in [&BESIDE[..], &[Part::Instructions, Part::Mpi4py]] {
            assert_eq!((beside(parts), left_to_this(parts)), (vec![], parts.to_vec()));
        }
    }

    #[test]
    fn nobody_is_left_behind() {
        let companion = accompanied_by(Command::new("sleep").arg("3600")).unwrap();
        let process = format!("/proc/{}", companion.child.id());
        assert!(fs::exists(&process).unwrap());
        drop(companion);
        assert!(!fs::exists(&process).unwrap());
    }

    #[test]
    fn rows_are_read_as_they_are_shown() {
        let tally = Tally { passed: 5021, failed: 2 };
        let row = Row { name: "mpi4py".to_owned(), tally, seconds: 260 };
        let said = format!("mpi4py: nothing\n{row}\n5021 passed, 2 failed\n");
        let lost =
            Row { name: "packages".to_owned(), tally: Tally { passed: 0, failed: 1 }, seconds: 0 };
        assert_eq!(rows(&said, &[Part::Packages, Part::Mpi4py]), [lost, row]);
    }
}
