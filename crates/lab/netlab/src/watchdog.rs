//! Who cleans up.
//!
//! A shell that reads from a pipe of which the owner holds the other end: when the owner closes it or
//! dies of whatever cause, the read ends and the shell sweeps.

use std::os::unix::process::CommandExt;
use std::process::{Child, Command, Stdio};

use anyhow::{Context, Result, ensure};

const SWEEP: &str = include_str!("sweep.sh");

/// Watches over one laboratory. Dropped, it sweeps and is gone.
#[derive(Debug)]
pub(crate) struct Watchdog {
    shell: Child,
    id: String,
}

fn shell(script: &str, id: &str) -> Command {
    let mut command = Command::new("sh");
    command.args(["-c", script, "ferry-netlab-sweep", id]).stdout(Stdio::null());
    // A group of its own: what is typed at the terminal is not meant for it.
    command.process_group(0).current_dir("/");
    command.env_remove("FERRY_NETLAB");
    command
}

impl Watchdog {
    pub(crate) fn start(id: &str) -> Result<Self> {
        let script = format!("trap '' INT TERM HUP QUIT\nread -r line\n{SWEEP}");
        let shell = shell(&script, id).stdin(Stdio::piped()).stderr(Stdio::null()).spawn();
        Ok(Self { shell: shell.context("cannot start `sh`")?, id: id.to_owned() })
    }
}

impl Drop for Watchdog {
    fn drop(&mut self) {
        drop(self.shell.stdin.take());
        // Where somebody has killed it, nobody else is left to do its work.
        if !self.shell.wait().is_ok_and(|status| status.success())
            && let Err(error) = sweep(&self.id)
        {
            eprintln!("netlab: {error:#}");
        }
    }
}

/// Removes all that bears this identity.
pub(crate) fn sweep(id: &str) -> Result<()> {
    let status = shell(SWEEP, id).stdin(Stdio::null()).status().context("cannot start `sh`")?;
    ensure!(status.success(), "removing the namespaces of laboratory {id} failed: {status}");
    Ok(())
}
