//! Which signal.

use std::fmt;

/// The number of a real-time signal that the program does nothing with.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SignalNumber(pub(super) i32);

/// Numbers below the last that tools are known to use for themselves.
const SPARED: i32 = 6;

impl SignalNumber {
    /// The highest real-time signal, but for a few that tools use, that has its default action. Those that the
    /// calling thread blocks come last, as whoever blocks one may mean to take it by himself.
    ///
    /// # Errors
    /// There is none.
    pub fn free() -> Result<Self, String> {
        let numbers = || (libc::SIGRTMIN()..=libc::SIGRTMAX() - SPARED).rev().map(SignalNumber);
        let free = numbers().find(|number| number.is_unused() && !number.is_blocked());
        let free = free.or_else(|| numbers().find(|number| number.is_unused()));
        free.ok_or_else(|| "the program uses every real-time signal".into())
    }

    /// This one.
    ///
    /// # Errors
    /// It is no real-time signal, or the program uses it.
    pub fn chosen(number: u64) -> Result<Self, String> {
        let (least, most) = (libc::SIGRTMIN(), libc::SIGRTMAX());
        let number = i32::try_from(number).ok().filter(|number| (least..=most).contains(number));
        let number = number.map(SignalNumber);
        let number = number.ok_or_else(|| format!("real-time signals are {least} to {most}"))?;
        match number.is_unused() {
            true => Ok(number),
            false => Err(format!("the program handles or ignores {number} itself")),
        }
    }

    /// As the system counts.
    pub fn raw(self) -> i32 {
        self.0
    }

    /// Whether it has its default action.
    fn is_unused(self) -> bool {
        // SAFETY: an action is plain memory, for which zero is a value.
        let mut action: libc::sigaction = unsafe { std::mem::zeroed() };
        // SAFETY: null stands for "change nothing"; what is written to is exclusively borrowed.
        let told = unsafe { libc::sigaction(self.0, std::ptr::null(), &raw mut action) };
        told == 0 && action.sa_sigaction == libc::SIG_DFL
    }

    /// Whether the calling thread blocks it.
    fn is_blocked(self) -> bool {
        let mut blocked = super::set_of(&[]);
        // SAFETY: null stands for "change nothing"; what is written to is exclusively borrowed.
        let told = unsafe { libc::pthread_sigmask(0, std::ptr::null(), &raw mut blocked) };
        told == 0 && super::holds(&blocked, self.0)
    }
}

impl fmt::Display for SignalNumber {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "signal {} (SIGRTMIN+{})", self.0, self.0 - libc::SIGRTMIN())
    }
}
