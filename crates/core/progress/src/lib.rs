//! Who moves things on, and how one waits.
//!
//! Waiting has two parts. [`Patience`] decides, after each poll that found nothing, whether to poll
//! again at once, to let another process have the core, to leave the core, or to sleep; it goes by what
//! [`Habit`] has learnt from earlier waits. [`Sleeper`] sleeps: on a futex
//! where everything that can arrive rings one bell, otherwise on descriptors. [`Alarm`] wakes the
//! sleepers of this process from its other threads.
#![cfg_attr(not(test), deny(clippy::disallowed_methods))]
#![forbid(unsafe_code)]

mod habit;
mod patience;
mod sleeper;
#[cfg(test)]
mod tests;

pub use habit::{Gave, Habit};
pub use patience::{Idle, Patience, Settings};
pub use sleeper::{Alarm, Sleeper};

use std::time::Duration;

/// Nobody sleeps longer than this without looking around (peers that died ring no bell).
pub const TICK: Duration = Duration::from_millis(500);
