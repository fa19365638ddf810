//! Running a program on some ranks and looking at how it ended.

use std::ffi::OsString;
use std::io::{Read, Write};
use std::os::unix::process::{CommandExt, ExitStatusExt};
use std::path::Path;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use crate::{Marked, Mpi};

/// No test waits longer than this for a job: whatever takes longer hangs.
const PATIENCE: Duration = Duration::from_secs(240);

/// A job to run: a launcher's command line with its surroundings.
pub struct Job {
    command: Command,
    input: Vec<u8>,
    patience: Duration,
    marked: Marked,
}

/// How a job ended.
#[derive(Debug)]
pub struct Outcome {
    /// The launcher's exit status.
    pub status: ExitStatus,
    /// All it wrote to its standard output.
    pub stdout: String,
    /// All it wrote to its standard error.
    pub stderr: String,
    marked: Marked,
}

impl Job {
    /// `program` on `ranks` ranks of `mpi`.
    pub fn new(mpi: &Mpi, ranks: u32, program: &Path) -> Self {
        let mut job = Self::bare(mpi);
        job.command.args(["-n", &ranks.to_string()]).arg(program);
        let (name, value) = mpi.library_path();
        if mpi.name != "ferry" {
            job.command.env(name, value);
        }
        job
    }

    /// Runs a program on Ferry over each of these methods, on each of these numbers of ranks, with these
    /// variables.
    ///
    /// # Panics
    /// If it does not pass.
    pub fn pass_over(program: &Path, methods: &[&str], ranks: &[u32], variables: &[(&str, &str)]) {
        let (mpi, name) = (Mpi::ferry(), program.display());
        for (method, ranks) in methods.iter().flat_map(|m| ranks.iter().map(move |r| (m, *r))) {
            eprintln!("{name} over {method} on {ranks} ranks with {variables:?}");
            let job = Job::new(&mpi, ranks, program).env("FERRY_METHODS", *method);
            let job = variables.iter().fold(job, |job, (name, value)| job.env(name, *value));
            job.run().ok();
        }
    }

    /// The launcher of `mpi` without any argument yet.
    pub fn bare(mpi: &Mpi) -> Self {
        let mut command = Command::new(&mpi.mpiexec);
        for (name, _) in std::env::vars_os() {
            let name = name.to_string_lossy().into_owned();
            if name.starts_with("FERRY_") || name == "LD_LIBRARY_PATH" {
                command.env_remove(name);
            }
        }
        let marked = Marked::new();
        marked.mark(&mut command);
        Self { command, input: Vec::new(), patience: PATIENCE, marked }
    }

    /// A program by itself, without a launcher.
    pub fn alone(mpi: &Mpi, program: &Path) -> Self {
        Self::bare(&Mpi { mpiexec: program.into(), ..mpi.clone() })
    }

    /// Adds an argument.
    #[must_use]
    pub fn arg(mut self, arg: impl Into<OsString>) -> Self {
        self.command.arg(arg.into());
        self
    }

    /// Adds arguments.
    #[must_use]
    pub fn args(mut self, args: &[&str]) -> Self {
        self.command.args(args);
        self
    }

    /// Runs it in a folder.
    #[must_use]
    pub fn dir(mut self, folder: &Path) -> Self {
        self.command.current_dir(folder);
        self
    }

    /// Sets a variable.
    #[must_use]
    pub fn env(mut self, name: &str, value: impl Into<OsString>) -> Self {
        self.command.env(name, value.into());
        self
    }

    /// Gives the job a standard input; it has an empty one otherwise.
    #[must_use]
    pub fn input(mut self, bytes: Vec<u8>) -> Self {
        self.input = bytes;
        self
    }

    /// Starts the job without waiting for it, in a process group of its own.
    ///
    /// # Panics
    /// If it cannot be started.
    pub fn start(mut self) -> Running {
        self.command.process_group(0);
        self.command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = self.command.spawn().expect("the launcher starts");
        let (mut stdin, input) = (child.stdin.take().expect("piped"), self.input);
        let stdout = reader(child.stdout.take().expect("piped"));
        let stderr = reader(child.stderr.take().expect("piped"));
        // A job that ends early closes its input; that is not this side's failure.
        thread::spawn(move || drop(stdin.write_all(&input)));
        Running { child, stdout, stderr, patience: self.patience, marked: self.marked }
    }

    /// Runs the job to its end.
    ///
    /// # Panics
    /// If it cannot be started or does not end.
    pub fn run(self) -> Outcome {
        self.start().wait()
    }
}

/// A job under way.
pub struct Running {
    child: Child,
    stdout: JoinHandle<String>,
    stderr: JoinHandle<String>,
    patience: Duration,
    marked: Marked,
}

impl Running {
    /// The launcher's process number.
    pub fn pid(&self) -> u32 {
        self.child.id()
    }

    /// Process numbers of everything that belongs to the job.
    pub fn processes(&self) -> Vec<u32> {
        self.marked.processes()
    }

    /// Waits until `condition` holds for the job's processes, asking again and again.
    ///
    /// # Panics
    /// If it never does, or the job ends before.
    pub fn until(&mut self, what: &str, condition: impl Fn(&Self) -> bool) {
        let start = Instant::now();
        while !condition(self) {
            let ended = self.child.try_wait().expect("our child");
            assert!(ended.is_none(), "the job ended before: {what}; {ended:?}");
            assert!(start.elapsed() < self.patience, "never happened: {what}");
            thread::sleep(Duration::from_millis(20));
        }
    }

    /// Waits for the end.
    ///
    /// # Panics
    /// If it does not come: the job is killed, and the message holds what it had said.
    pub fn wait(mut self) -> Outcome {
        let start = Instant::now();
        let status = loop {
            if let Some(status) = self.child.try_wait().expect("our child") {
                break Some(status);
            }
            if start.elapsed() > self.patience {
                self.marked.kill();
                drop(self.child.wait());
                break None;
            }
            thread::sleep(Duration::from_millis(5));
        };
        if status.is_some() {
            // Whoever still holds the streams is a leftover; do not wait for it for ever.
            let end = Instant::now() + Duration::from_secs(20);
            while !(self.stdout.is_finished() && self.stderr.is_finished()) {
                if Instant::now() > end {
                    self.marked.kill();
                    break;
                }
                thread::sleep(Duration::from_millis(5));
            }
        }
        let stdout = self.stdout.join().expect("reader");
        let stderr = self.stderr.join().expect("reader");
        let Some(status) = status else {
            panic!("the job hangs; it said:\n{stdout}\n{stderr}");
        };
        Outcome { status, stdout, stderr, marked: self.marked }
    }
}

fn reader(mut from: impl Read + Send + 'static) -> JoinHandle<String> {
    thread::spawn(move || {
        let mut bytes = Vec::new();
        drop(from.read_to_end(&mut bytes));
        String::from_utf8_lossy(&bytes).into_owned()
    })
}

impl Outcome {
    /// The job passed: exit status 0 and rank 0's "ok", and nothing left behind.
    ///
    /// # Panics
    /// If not, with everything that was said.
    #[track_caller]
    pub fn ok(&self) -> &Self {
        let said_ok = self.stdout.lines().any(|line| line.trim() == "ok");
        assert!(self.status.success() && said_ok, "{}", self.story());
        self.nothing_left()
    }

    /// The job ended with this exit code, and nothing is left.
    ///
    /// # Panics
    /// If not.
    #[track_caller]
    pub fn code(&self, code: i32) -> &Self {
        assert_eq!(self.status.code(), Some(code), "{}", self.story());
        self.nothing_left()
    }

    /// The job failed in whatever way, and nothing is left.
    ///
    /// # Panics
    /// If it succeeded.
    #[track_caller]
    pub fn failed(&self) -> &Self {
        assert!(!self.status.success(), "{}", self.story());
        self.nothing_left()
    }

    /// Standard error has exactly one line about the failure, and it holds all of `words`.
    ///
    /// # Panics
    /// If not.
    #[track_caller]
    pub fn one_line(&self, words: &[&str]) -> &Self {
        let lines: Vec<&str> = self.stderr.lines().filter(|line| !line.trim().is_empty()).collect();
        assert_eq!(lines.len(), 1, "one line expected\n{}", self.story());
        self.says(words)
    }

    /// Some line of standard error holds all of `words`.
    ///
    /// # Panics
    /// If not.
    #[track_caller]
    pub fn says(&self, words: &[&str]) -> &Self {
        let found = self.stderr.lines().any(|line| words.iter().all(|word| line.contains(word)));
        assert!(found, "no line with {words:?}\n{}", self.story());
        self
    }

    /// No process of the job and no file in its temporary folder remains.
    ///
    /// # Panics
    /// If something remains.
    #[track_caller]
    pub fn nothing_left(&self) -> &Self {
        self.marked.assert_gone();
        self
    }

    /// Everything for a failed assertion's message.
    pub fn story(&self) -> String {
        let signal = self.status.signal().map_or(String::new(), |s| format!(", signal {s}"));
        format!(
            "{}{signal}\n--- stdout\n{}\n--- stderr\n{}",
            self.status,
            tail(&self.stdout),
            tail(&self.stderr)
        )
    }
}

fn tail(text: &str) -> &str {
    let mut start = text.len().saturating_sub(4000);
    while !text.is_char_boundary(start) {
        start += 1;
    }
    &text[start..]
}
