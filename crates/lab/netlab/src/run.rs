//! Running the command, and what happens when somebody interrupts it.

use std::os::unix::process::ExitStatusExt;
use std::process::{Child, ExitStatus};
use std::thread::sleep;
use std::time::{Duration, Instant};

use anyhow::{Context, Result};
use rustix::process::{Pid, Signal, kill_process};
use signal_hook::consts::{SIGCHLD, SIGHUP, SIGINT, SIGTERM};
use signal_hook::iterator::Signals;

use crate::lab::Lab;

/// How long a command that was interrupted may take to end.
const PATIENCE: Duration = Duration::from_secs(5);

/// Runs a command in a laboratory, outside or in a host, with its schedule of events; the exit status
/// as a shell would report it.
///
/// An interrupt is left to the command, which then has five seconds. What it leaves behind is ended
/// when the laboratory is dropped.
///
/// # Errors
/// A command that cannot be started.
pub fn run(lab: &Lab, host: Option<&str>, words: &[impl AsRef<str>]) -> Result<u8> {
    let mut signals = Signals::new([SIGINT, SIGTERM, SIGHUP, SIGCHLD])?;
    let mut command = lab.command(host, words)?;
    let shown = command.get_program().to_string_lossy().into_owned();
    lab.start()?;
    let mut child = command.spawn().with_context(|| format!("cannot start `{shown}`"))?;
    wait(&mut child, &mut signals).map(code)
}

fn wait(child: &mut Child, signals: &mut Signals) -> Result<ExitStatus> {
    let mut deadline = None;
    loop {
        if let Some(status) = child.try_wait()? {
            return Ok(status);
        }
        let pending: Vec<i32> = match deadline {
            None => signals.wait().collect(),
            Some(_) => {
                sleep(Duration::from_millis(10));
                signals.pending().collect()
            }
        };
        for signal in pending.into_iter().filter(|signal| *signal != SIGCHLD) {
            // What is typed at the terminal, it has received as well.
            if signal != SIGINT {
                pass_on(child, signal);
            }
            deadline = deadline.or_else(|| Some(Instant::now() + PATIENCE));
        }
        if deadline.is_some_and(|deadline| Instant::now() > deadline) {
            child.kill()?;
            return Ok(child.wait()?);
        }
    }
}

fn pass_on(child: &Child, signal: i32) {
    let pid = i32::try_from(child.id()).ok().and_then(Pid::from_raw);
    if let (Some(pid), Some(signal)) = (pid, Signal::from_named_raw(signal)) {
        // It may have ended meanwhile.
        let _ = kill_process(pid, signal);
    }
}

fn code(status: ExitStatus) -> u8 {
    let code = status.code().or_else(|| status.signal().map(|signal| 128 + signal));
    code.and_then(|code| u8::try_from(code).ok()).unwrap_or(u8::MAX)
}
