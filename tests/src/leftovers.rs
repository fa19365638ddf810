//! Finding what a job left behind.

use std::fs;
use std::process::Command;
use std::thread;
use std::time::{Duration, Instant};

use rustix::process::{Pid, Signal, kill_process};
use tempfile::TempDir;

const VARIABLE: &str = "TESTED_JOB";

/// A mark in the environment of a job's processes, and a temporary folder of the job's own.
#[derive(Debug)]
pub struct Marked {
    tmp: TempDir,
}

impl Marked {
    pub(crate) fn new() -> Self {
        Self { tmp: tempfile::Builder::new().prefix("job").tempdir().expect("temporary folder") }
    }

    pub(crate) fn mark(&self, command: &mut Command) {
        command.env(VARIABLE, self.tmp.path()).env("TMPDIR", self.tmp.path());
    }

    /// Living processes that carry the mark.
    pub(crate) fn processes(&self) -> Vec<u32> {
        let mark = format!("{VARIABLE}={}", self.tmp.path().display());
        let entries = fs::read_dir("/proc").expect("/proc");
        let pids = entries.flatten().filter_map(|entry| entry.file_name().to_str()?.parse().ok());
        pids.filter(|pid: &u32| {
            let environ = fs::read(format!("/proc/{pid}/environ")).unwrap_or_default();
            environ.split(|byte| *byte == 0).any(|word| word == mark.as_bytes())
        })
        .collect()
    }

    /// Kills everything that carries the mark.
    pub(crate) fn kill(&self) {
        for pid in self.processes() {
            if let Some(pid) = i32::try_from(pid).ok().and_then(Pid::from_raw) {
                let _ = kill_process(pid, Signal::KILL);
            }
        }
    }

    /// Processes may take a moment to die; files must be gone with them.
    #[track_caller]
    pub(crate) fn assert_gone(&self) {
        let end = Instant::now() + Duration::from_secs(20);
        loop {
            let left = self.processes();
            if left.is_empty() {
                break;
            }
            if Instant::now() > end {
                let names = left.iter().map(|pid| {
                    let name = fs::read_to_string(format!("/proc/{pid}/comm")).unwrap_or_default();
                    format!("{pid} {}", name.trim())
                });
                let names = names.collect::<Vec<_>>();
                self.kill();
                panic!("processes left behind: {}", names.join(", "));
            }
            thread::sleep(Duration::from_millis(20));
        }
        let files = fs::read_dir(self.tmp.path()).expect("our folder");
        let files: Vec<_> = files.flatten().map(|entry| entry.file_name()).collect();
        assert!(files.is_empty(), "left in the temporary folder: {files:?}");
        let shared = fs::read_dir("/dev/shm").into_iter().flatten().flatten();
        let shared: Vec<_> = shared.map(|entry| entry.file_name()).collect();
        let ours = |name: &&std::ffi::OsString| name.to_string_lossy().contains("ferry");
        assert!(!shared.iter().any(|name| ours(&name)), "left in /dev/shm: {shared:?}");
    }
}
