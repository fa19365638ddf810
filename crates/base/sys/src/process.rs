//! Other processes of this host.

use rustix::io::Errno;
use rustix::process::{Pid, test_kill_process};

/// Whether a process of this number exists here, of whatever user.
pub fn process_exists(pid: u32) -> bool {
    let Some(pid) = i32::try_from(pid).ok().and_then(Pid::from_raw) else { return false };
    test_kill_process(pid) != Err(Errno::SRCH)
}
