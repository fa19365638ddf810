//! Pending signals that may be this thread's or the whole process's.

use super::{holds, set_of};

/// Whose pending signal it is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Overflow {
    /// It was sent to this thread, and is taken.
    Own,
    /// It was sent to the process, and left where it is.
    Anothers,
}

/// Whether a signal that this thread blocks is pending, for it or for the whole process.
pub(super) fn is_pending(signal: i32) -> bool {
    let mut pending = set_of(&[]);
    // SAFETY: the set is exclusively borrowed.
    unsafe { libc::sigpending(&raw mut pending) == 0 && holds(&pending, signal) }
}

/// Takes a pending signal if it was sent to this very thread. Only this thread can take one of those, and the
/// kernel hands them out before those of the process.
pub(super) fn take_own(signal: i32) -> Overflow {
    let status = std::fs::read_to_string("/proc/thread-self/status");
    if !status.is_ok_and(|status| is_private(&status, signal)) {
        return Overflow::Anothers;
    }
    let (set, none) = (set_of(&[signal]), libc::timespec { tv_sec: 0, tv_nsec: 0 });
    // SAFETY: set and time live through the call; null stands for "tell nothing about it".
    unsafe { libc::sigtimedwait(&raw const set, std::ptr::null_mut(), &raw const none) };
    Overflow::Own
}

/// Whether a thread's status names a signal among those pending for that thread alone (proc_pid_status(5)).
fn is_private(status: &str, signal: i32) -> bool {
    let line = status.lines().find_map(|line| line.strip_prefix("SigPnd:"));
    let pending = line.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok());
    pending.is_some_and(|pending| pending & (1 << (signal - 1)) != 0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_pending_for_a_thread_is_read() {
        let status = "Name:\tx\nSigPnd:\t0000000010000000\nShdPnd:\t0000000000000001\n";
        assert!(is_private(status, 29) && !is_private(status, 1) && !is_private(status, 28));
        assert!(!is_private("", 29));
    }
}
