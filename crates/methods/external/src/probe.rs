//! Trying a module in a child process, so that one that crashes or hangs harms nobody.

use crate::ffi;
use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::io::Errno;
use rustix::pipe::{PipeFlags, pipe_with};
use rustix::process::{Pid, Resource, Rlimit, Signal, WaitOptions, kill_process, waitpid};
use std::os::fd::OwnedFd;
use std::path::Path;
use std::time::Duration;

/// Said by a child in which all went well.
const WELL: &str = "ok";

/// Loads a file in a child process and says what went wrong there.
pub(crate) fn probe(path: &Path, timeout: Duration) -> Result<(), String> {
    let system = |e: std::io::Error| format!("it cannot be tried in a child process: {e}");
    let (reader, writer) = pipe_with(PipeFlags::CLOEXEC).map_err(|e| system(e.into()))?;
    let child = ffi::in_child(|| report(path, &writer)).map_err(system)?;
    drop(writer);
    let answer = hear(&reader, timeout);
    if answer.is_none() {
        // It may have ended in this moment.
        let _ = kill_process(child, Signal::KILL);
    }
    judge(answer, ending(child), timeout)
}

/// What the child does: loads, and says how it went.
fn report(path: &Path, writer: &OwnedFd) {
    // Neither outlives its parent nor leaves a core file.
    let _ = rustix::process::set_parent_process_death_signal(Some(Signal::KILL));
    let none = Rlimit { current: Some(0), maximum: Some(0) };
    let _ = rustix::process::setrlimit(Resource::Core, none);
    let said = ffi::load(path).map_or_else(|why| why, |_| WELL.to_owned());
    // Short enough for a pipe to take at once.
    let len = said.len().min(1000);
    let _ = rustix::io::write(writer, &said.as_bytes()[..len]);
}

/// What the child said: nothing if it ended without a word, `None` if it says nothing in time.
fn hear(reader: &OwnedFd, timeout: Duration) -> Option<String> {
    let limit =
        Timespec { tv_sec: timeout.as_secs() as i64, tv_nsec: timeout.subsec_nanos().into() };
    loop {
        let mut fds = [PollFd::new(reader, PollFlags::IN)];
        match poll(&mut fds, Some(&limit)) {
            Ok(0) => return None,
            Ok(_) => {}
            Err(Errno::INTR) => continue,
            Err(_) => return Some(String::new()),
        }
        let mut said = [0; 1024];
        let len = rustix::io::read(reader, &mut said).unwrap_or(0);
        return Some(String::from_utf8_lossy(&said[..len]).into_owned());
    }
}

/// How the child ended, if nobody else has asked before.
fn ending(pid: Pid) -> Option<String> {
    loop {
        match waitpid(Some(pid), WaitOptions::empty()) {
            Err(Errno::INTR) => {}
            Err(_) | Ok(None) => return None,
            Ok(Some((_, status))) => {
                return Some(match (status.terminating_signal(), status.exit_status()) {
                    (Some(signal), _) => format!("died by signal {signal} while it was loaded"),
                    (_, Some(code)) => {
                        format!("ended the process with status {code} while loading")
                    }
                    _ => "ended while it was loaded".to_owned(),
                });
            }
        }
    }
}

fn judge(answer: Option<String>, end: Option<String>, timeout: Duration) -> Result<(), String> {
    match answer {
        None => Err(format!("it did not load within {timeout:?}")),
        Some(said) if said == WELL => Ok(()),
        Some(said) if said.is_empty() => {
            Err(format!("it {}", end.unwrap_or("ended while it was loaded".to_owned())))
        }
        Some(why) => Err(why),
    }
}
