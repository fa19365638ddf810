//! The guard: a small process that ends what is left when its launcher is killed without warning.
//!
//! It reads the process groups to watch over from a pipe. When the pipe closes, for whatever
//! reason, it kills the groups that are still registered and leaves. It sits in a process group of
//! its own, so that what kills the launcher's group spares it.

use rustix::process::{Pid, Signal, kill_process_group};
use std::collections::BTreeSet;
use std::io::{self, BufRead, Write};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

/// The launcher's hold on its guard.
/// The kernel's own link: it holds even when the file has been replaced meanwhile.
const OWN_PROGRAM: &str = "/proc/self/exe";

#[derive(Debug)]
pub(crate) struct Guard {
    process: Child,
    pipe: Option<ChildStdin>,
    pending: String,
}

impl Guard {
    /// Starts the guard: this program again, in its hidden role.
    pub(crate) fn start() -> io::Result<Guard> {
        use std::os::unix::process::CommandExt;
        if std::fs::symlink_metadata(OWN_PROGRAM).is_err() {
            return Err(io::Error::other(
                "/proc is not there, through which it starts its helpers; `mount -t proc proc /proc` \
                 makes it",
            ));
        }
        let mut process = Command::new(OWN_PROGRAM)
            .arg0("ferry-guard")
            .arg(crate::role::GUARD)
            .stdin(Stdio::piped())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .current_dir("/")
            .process_group(0)
            .spawn()?;
        let pipe = process.stdin.take();
        Ok(Guard { process, pipe, pending: String::new() })
    }

    /// Puts a process group under guard at the next [`Guard::flush`].
    pub(crate) fn watch(&mut self, group: Pid) {
        self.pending += &format!("+{}\n", group.as_raw_nonzero());
    }

    /// Releases a group that has ended, at the next [`Guard::flush`].
    pub(crate) fn release(&mut self, group: Pid) {
        self.pending += &format!("-{}\n", group.as_raw_nonzero());
    }

    /// Tells the guard of the changes. A guard that has died is not an error: the kernel's parent
    /// death signal still stands.
    pub(crate) fn flush(&mut self) {
        if let Some(pipe) = &mut self.pipe
            && !self.pending.is_empty()
        {
            let _ = pipe.write_all(self.pending.as_bytes());
            self.pending.clear();
        }
    }
}

impl Drop for Guard {
    fn drop(&mut self) {
        self.flush();
        drop(self.pipe.take());
        let _ = self.process.wait();
    }
}

/// What the guard process does: watch, and when the pipe closes, kill.
pub(crate) fn run() -> u8 {
    // Termination requests are for the launcher; the guard leaves when the launcher has.
    let noted = Arc::new(AtomicBool::new(false));
    for signal in
        [signal_hook::consts::SIGTERM, signal_hook::consts::SIGINT, signal_hook::consts::SIGHUP]
    {
        let _ = signal_hook::flag::register(signal, noted.clone());
    }
    let _ = rustix::thread::set_name(c"ferry-guard");
    let mut groups = BTreeSet::new();
    for line in io::stdin().lock().lines() {
        let Ok(line) = line else { break };
        let Some(group) = line.get(1..).and_then(|n| n.parse::<i32>().ok()) else { continue };
        if line.starts_with('+') {
            groups.insert(group)
        } else {
            groups.remove(&group)
        };
    }
    for group in groups.into_iter().filter(|&group| group > 1).filter_map(Pid::from_raw) {
        let _ = kill_process_group(group, Signal::KILL);
    }
    0
}
