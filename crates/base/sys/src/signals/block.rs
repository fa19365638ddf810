//! Threads in which the program's signal handlers never run.

/// Signals of the thread's own mistakes, which blocked ones would only make worse.
const OWN: [i32; 7] = [
    libc::SIGSEGV,
    libc::SIGBUS,
    libc::SIGFPE,
    libc::SIGILL,
    libc::SIGTRAP,
    libc::SIGSYS,
    libc::SIGABRT,
];

/// Blocks signals in the calling thread while `start` runs: threads that it starts have them blocked from their
/// first instruction on, so that those of the program go to its own threads.
pub fn with_signals_blocked<T>(start: impl FnOnce() -> T) -> T {
    let before = Mask::block();
    let started = start();
    drop(before);
    started
}

/// What the thread had blocked before; blocks that again when dropped.
struct Mask(libc::sigset_t);

impl Mask {
    fn block() -> Self {
        let (mut all, mut before) = (super::set_of(&[]), super::set_of(&[]));
        // SAFETY: the set is exclusively borrowed.
        unsafe { libc::sigfillset(&raw mut all) };
        for signal in OWN {
            // SAFETY: the set is exclusively borrowed.
            unsafe { libc::sigdelset(&raw mut all, signal) };
        }
        // SAFETY: both sets live through the call, which knows no other memory.
        unsafe { libc::pthread_sigmask(libc::SIG_SETMASK, &raw const all, &raw mut before) };
        Mask(before)
    }
}

impl Drop for Mask {
    fn drop(&mut self) {
        // SAFETY: the set is what the same call told before.
        unsafe {
            libc::pthread_sigmask(libc::SIG_SETMASK, &raw const self.0, std::ptr::null_mut())
        };
    }
}
