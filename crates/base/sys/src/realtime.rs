//! Threads that go before all ordinary ones.

use std::io;

/// Lets the calling thread run as soon as it has something to do, before every ordinary thread. For one
/// that does little at a time: a busy one would starve its core, except for the share that the kernel
/// keeps for others. Threads and processes that it starts are ordinary again.
///
/// # Errors
/// The system does not allow it, for example without CAP_SYS_NICE.
pub fn run_before_others() -> io::Result<()> {
    // SAFETY: all of its members are numbers, for which zero is a value.
    let mut parameters: libc::sched_param = unsafe { std::mem::zeroed() };
    parameters.sched_priority = 1;
    let policy = libc::SCHED_RR | libc::SCHED_RESET_ON_FORK;
    // SAFETY: zero is the calling thread; the kernel only reads the parameters.
    match unsafe { libc::sched_setscheduler(0, policy, &raw const parameters) } {
        0 => Ok(()),
        _ => Err(io::Error::last_os_error()),
    }
}
