//! What one can wait on.

use std::os::fd::RawFd;
use std::sync::Arc;
use std::time::Duration;

/// Result of arming a method for sleep.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Armed {
    /// Something has arrived: poll instead of sleeping.
    Busy,
    /// Sleep on the wait source; for a bell, with this ticket.
    Ready(u32),
}

/// A word in (possibly shared) memory that others change and wake: a futex.
pub trait Bell: Send + Sync {
    /// Sleeps until the bell rings after `ticket` was taken, or until `timeout`.
    fn sleep(&self, ticket: u32, timeout: Duration);

    /// Rings: wakes all sleepers of this process.
    fn ring(&self);
}

/// Tells any thread, without the method, whether something has come: for those that wait outside of the lock that
/// the method is kept behind.
pub trait Lookout: Send + Sync {
    /// Whether the next poll would find something. An answer may be out of date, but not for long.
    fn has_come(&self) -> bool;
}

/// What a method can be waited on by.
#[derive(Clone)]
pub enum WaitSource {
    /// Nothing ever arrives (no peers).
    Never,
    /// A descriptor that polls readable (level-triggered). It stays open while the method lives.
    Fd(RawFd),
    /// A bell, or a descriptor for those who must wait on descriptors too.
    Bell(Arc<dyn Bell>, RawFd),
}

impl WaitSource {
    /// The descriptor, for those who wait on descriptors.
    pub fn descriptor(&self) -> Option<RawFd> {
        match self {
            WaitSource::Never => None,
            WaitSource::Fd(fd) | WaitSource::Bell(_, fd) => Some(*fd),
        }
    }
}
