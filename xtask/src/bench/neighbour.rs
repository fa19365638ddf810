//! An ordinary program that computes beside the ranks.

use std::os::unix::process::CommandExt;
use std::process::{Child, Command, Stdio};

use anyhow::{Context, Result};
use rustix::process::{Pid, Signal, kill_process_group};

/// A process after the other, none longer than a tenth of a second or two, as long as this value lives; it
/// also ends soon after the bench, however that ended.
#[derive(Debug)]
pub(crate) struct Neighbour(Child);

impl Neighbour {
    /// Starts it.
    pub(crate) fn start() -> Result<Self> {
        let bench = std::process::id();
        let script =
            format!("while kill -0 {bench} 2>/dev/null; do python3 -c 'sum(range(3000000))'; done");
        let mut shell = Command::new("sh");
        shell.args(["-c", &script]).process_group(0);
        shell.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
        shell.spawn().map(Self).context("starting a neighbour")
    }

    fn group(&self) -> Option<Pid> {
        Pid::from_raw(self.0.id().cast_signed())
    }
}

impl Drop for Neighbour {
    fn drop(&mut self) {
        if let Some(group) = self.group() {
            let _ = kill_process_group(group, Signal::KILL);
        }
        let _ = self.0.wait();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rustix::process::test_kill_process_group;
    use std::time::{Duration, Instant};

    #[test]
    fn it_leaves_nothing_behind() {
        let neighbour = Neighbour::start().expect("a shell");
        let group = neighbour.group().expect("a group");
        assert!(test_kill_process_group(group).is_ok());
        drop(neighbour);
        // What the shell had started is ended by the system's first process, some time after its death.
        let end = Instant::now() + Duration::from_secs(60);
        while test_kill_process_group(group).is_ok() && Instant::now() < end {
            std::thread::sleep(Duration::from_millis(10));
        }
        assert!(test_kill_process_group(group).is_err());
    }
}
