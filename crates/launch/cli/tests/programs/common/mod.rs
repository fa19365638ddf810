//! What the tests of mpiexec share.

use std::io::{BufRead, BufReader, Write};
use std::path::PathBuf;
use std::process::{Child, Command, Output, Stdio};
use std::sync::atomic::{AtomicU32, Ordering};
use std::thread;
use std::time::{Duration, Instant};

/// A launcher that runs the proxy on this very host, where it tells the hosts apart by a variable.
pub(crate) const HERE: &str = "env NOMINAL_HOST={host}";

/// What `mpiexec` did.
pub(crate) struct Run {
    pub(crate) status: Option<i32>,
    pub(crate) stdout: String,
    pub(crate) stderr: String,
}

impl Run {
    /// Lines of standard output, sorted: ranks come in any order.
    pub(crate) fn lines(&self) -> Vec<&str> {
        let mut lines: Vec<&str> = self.stdout.lines().collect();
        lines.sort_unstable();
        lines
    }
}

/// `mpiexec` with arguments.
pub(crate) fn command(args: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_mpiexec"));
    command.args(args).env_remove("FERRY_SET").env_remove("FERRY_LAUNCHER");
    command
}

/// Runs `mpiexec` to its end, without input.
pub(crate) fn run(args: &[&str]) -> Run {
    finish(command(args).stdin(Stdio::null()).output().expect("mpiexec runs"))
}

/// Runs `mpiexec` to its end with this input.
pub(crate) fn run_with_input(args: &[&str], input: &[u8]) -> (Vec<u8>, Run) {
    let mut command = command(args);
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().expect("mpiexec starts");
    let mut stdin = child.stdin.take().expect("a pipe");
    let output = thread::scope(|scope| {
        // A rank may end before it has read all: then there is nobody to write to.
        scope.spawn(move || drop(stdin.write_all(input)));
        child.wait_with_output().expect("mpiexec ends")
    });
    (output.stdout.clone(), finish(output))
}

fn finish(output: Output) -> Run {
    Run {
        status: output.status.code(),
        stdout: String::from_utf8_lossy(&output.stdout).into_owned(),
        stderr: String::from_utf8_lossy(&output.stderr).into_owned(),
    }
}

/// The program of `examples/pmi_rank.rs`.
pub(crate) fn pmi_rank() -> String {
    let bin = PathBuf::from(env!("CARGO_BIN_EXE_mpiexec"));
    let example = bin.parent().expect("a folder").join("examples/pmi_rank");
    example.into_os_string().into_string().expect("a path in UTF-8")
}

/// Processes that carry a mark in their environment.
pub(crate) struct Mark(String);

impl Mark {
    pub(crate) fn new() -> Mark {
        static NEXT: AtomicU32 = AtomicU32::new(0);
        let next = NEXT.fetch_add(1, Ordering::Relaxed);
        Mark(format!("{}-{next}", std::process::id()))
    }

    /// Marks a command and what it starts.
    pub(crate) fn put(&self, command: &mut Command) {
        command.env("LAUNCH_TEST_MARK", &self.0);
    }

    /// A marked `mpiexec` whose output is read line by line.
    pub(crate) fn spawn(&self, args: &[&str]) -> Child {
        let mut command = command(args);
        self.put(&mut command);
        command.stdin(Stdio::null());
        command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("mpiexec starts")
    }

    /// The marked processes that are alive.
    pub(crate) fn alive(&self) -> Vec<u32> {
        let wanted = format!("LAUNCH_TEST_MARK={}", self.0);
        let is_marked = |pid: &u32| {
            let environment = std::fs::read(format!("/proc/{pid}/environ")).unwrap_or_default();
            environment.split(|&b| b == 0).any(|variable| variable == wanted.as_bytes())
        };
        let entries = std::fs::read_dir("/proc").expect("/proc is there").flatten();
        let pids = entries.filter_map(|entry| entry.file_name().to_str()?.parse().ok());
        pids.filter(is_marked).collect()
    }

    /// Waits until no marked process is left.
    pub(crate) fn wait_for_none(&self) {
        wait_for(|| self.alive().is_empty());
    }
}

/// The state of a process: `S` sleeping, `T` stopped and so on.
pub(crate) fn state(pid: u32) -> Option<char> {
    let stat = std::fs::read_to_string(format!("/proc/{pid}/stat")).ok()?;
    stat.rsplit(") ").next()?.chars().next()
}

/// Waits, for a minute at most, until something is so.
#[track_caller]
pub(crate) fn wait_for(condition: impl Fn() -> bool) {
    let deadline = Instant::now() + Duration::from_secs(60);
    while !condition() {
        assert!(Instant::now() < deadline, "it did not come to pass");
        thread::sleep(Duration::from_millis(20));
    }
}

/// Reads lines until `count` of them are `ready`.
pub(crate) fn wait_until_ready(child: &mut Child, count: usize) {
    let lines = BufReader::new(child.stdout.take().expect("a pipe")).lines();
    let ready = lines.map_while(Result::ok).filter(|line| line == "ready").take(count);
    assert_eq!(ready.count(), count);
}

/// Sends a signal to `mpiexec` itself.
pub(crate) fn signal(child: &Child, signal: rustix::process::Signal) {
    let pid = rustix::process::Pid::from_child(child);
    rustix::process::kill_process(pid, signal).expect("mpiexec is there");
}
