//! Being told by signals: of what comes on descriptors, of times, and by other threads.
//!
//! A thread that blocks all signals has a [`SignalQueue`]. Descriptors and timers, each on its own, send it a
//! real-time signal, and so do threads of the process ([`SignalTarget`]). All of them go to that very thread, so
//! that no other ever sees one, whatever it blocks or handles.

mod block;
mod number;
mod overflow;
mod queue;
mod target;
mod timer;

pub use block::with_signals_blocked;
pub use number::SignalNumber;
pub use queue::SignalQueue;
pub use target::SignalTarget;
pub use timer::SignalTimer;

/// An empty set of signals, and what is put in.
fn set_of(signals: &[i32]) -> libc::sigset_t {
    // SAFETY: a signal set is plain memory, for which zero is a value.
    let mut set: libc::sigset_t = unsafe { std::mem::zeroed() };
    // SAFETY: `set` is exclusively borrowed.
    unsafe { libc::sigemptyset(&raw mut set) };
    for signal in signals {
        // SAFETY: the same, and numbers that are no signals are refused.
        unsafe { libc::sigaddset(&raw mut set, *signal) };
    }
    set
}

/// Whether a set holds a signal.
fn holds(set: &libc::sigset_t, signal: i32) -> bool {
    // SAFETY: `set` is a signal set that lives through the call.
    unsafe { libc::sigismember(set, signal) == 1 }
}

#[cfg(test)]
mod tests;
