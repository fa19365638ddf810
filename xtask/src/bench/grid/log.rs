//! What was measured, a line for each run.

use std::fs::{self, File};
use std::io::{BufRead as _, BufReader, Write as _};
use std::path::Path;

use anyhow::{Context, Result};
use serde::{Deserialize, Serialize};

use crate::bench::case::Case;
use crate::bench::launch::Which;

/// A run of a program on an MPI.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub(super) struct GridRun {
    pub(super) program: String,
    pub(super) ranks: u32,
    pub(super) mpi: String,
    pub(super) round: u32,
    /// Why there are no points.
    pub(super) fault: Option<String>,
    /// What, of which size, how much, and its unit.
    pub(super) points: Vec<(String, u64, f64, String)>,
}

/// All runs, in a file.
pub(super) struct GridLog {
    file: File,
    pub(super) runs: Vec<GridRun>,
}

impl GridLog {
    /// Opens a file, or begins one; `fresh`: what is in it is forgotten. A last line that was not written to its end, as the
    /// run was killed, is measured again.
    pub(super) fn open(path: &Path, fresh: bool) -> Result<Self> {
        let shown = || path.display().to_string();
        let mut runs = Vec::new();
        if !fresh && path.exists() {
            let lines = BufReader::new(File::open(path).with_context(shown)?).lines();
            for line in lines {
                let line = line.with_context(shown)?;
                runs.extend(serde_json::from_str::<GridRun>(&line).ok());
            }
            // Failed runs are tried again.
            runs.retain(|run| run.fault.is_none());
        }
        // Whoever interrupts this finds the old file whole.
        let new = path.with_extension("new");
        let mut file = File::create(&new).with_context(shown)?;
        for run in &runs {
            writeln!(file, "{}", serde_json::to_string(run)?)?;
        }
        fs::rename(&new, path).with_context(shown)?;
        Ok(GridLog { file, runs })
    }

    /// Adds a run and writes it at once.
    pub(super) fn add(&mut self, run: GridRun) -> Result<()> {
        writeln!(self.file, "{}", serde_json::to_string(&run)?)?;
        self.runs.push(run);
        Ok(())
    }

    pub(super) fn has(&self, case: &Case, which: Which, round: u32) -> bool {
        self.runs.iter().any(|run| {
            let program = (run.program.as_str(), run.ranks, run.round);
            program == (case.program, case.ranks, round) && run.mpi == which.name()
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bench::case::Setting;

    #[test]
    fn what_was_measured_is_not_measured_again() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("runs.jsonl");
        let run = |round, fault: Option<&str>| GridRun {
            program: "grid".into(),
            ranks: 4,
            mpi: Which::Mpich.name().into(),
            round,
            fault: fault.map(str::to_owned),
            points: vec![("bcast".into(), 8, 0.5, "us".into())],
        };
        let mut log = GridLog::open(&path, false).unwrap();
        log.add(run(0, None)).unwrap();
        log.add(run(1, Some("it failed"))).unwrap();
        writeln!(log.file, "{{\"program\":\"gr").unwrap();
        drop(log);
        let log = GridLog::open(&path, false).unwrap();
        let case = |ranks| Case { setting: Setting::Crowd, program: "grid", ranks };
        assert_eq!(log.runs, [run(0, None)]);
        assert!(log.has(&case(4), Which::Mpich, 0) && !log.has(&case(4), Which::Mpich, 1));
        assert!(!log.has(&case(8), Which::Mpich, 0) && !log.has(&case(4), Which::Intel, 0));
        assert!(GridLog::open(&path, true).unwrap().runs.is_empty());
    }
}
