//! What drives a process, under whatever faces: its time, its polls, its threads that wait.
//!
//! Waiting has three parts. [`Patience`] decides, after each poll that found nothing, whether to poll
//! again at once, to let another process have the core, to leave the core, or to sleep; it goes by what
//! [`Habit`] has learnt from earlier waits. [`Watch`] knows the threads that wait: one sleeps on the links,
//! the others until they are called. [`Sleeper`] sleeps: on a futex where everything that can arrive rings
//! one bell, otherwise on descriptors. [`Alarm`] wakes the sleepers of this process from its other threads.
//!
//! [`Driving`] is what a thread does that moves everything on while the program computes, and
//! [`DriverMode`] how it sleeps until there is something to move: on descriptors, or until a signal comes. The
//! program's own calls come first, as it learns from what it can see of them without the lock (`calls`).
//!
//! Threads that wait beside one another look from outside of the lock, each as an [`Onlooker`] with habits of its own.
//!
//! [`SharedRuntime`] is one behind a lock of its own, for faces without state beside it; [`Driver`] is a thread
//! that drives it.
//!
//! [`Pace`] says when to look at the clock, and which polls measure what the methods cost. Here is the one
//! place of a running process that looks at it; all below is told.
#![forbid(unsafe_code)]

#[cfg_attr(not(test), deny(clippy::disallowed_methods))]
mod asleep;
#[cfg_attr(not(test), deny(clippy::disallowed_methods))]
mod calls;
mod crowd;
mod driving;
#[cfg_attr(not(test), deny(clippy::disallowed_methods))]
mod habit;
mod mode;
mod nap;
mod onlooker;
#[cfg_attr(not(test), deny(clippy::disallowed_methods))]
mod outlook;
mod pace;
#[cfg_attr(not(test), deny(clippy::disallowed_methods))]
mod patience;
mod rest;
mod runtime;
mod seat;
mod shared;
mod sleeper;
#[cfg(test)]
mod tests;
#[cfg_attr(not(test), deny(clippy::disallowed_methods))]
mod watch;

pub use driving::{DriverStep, Driving, spawn_driver, tell_of_no_driver};
pub use habit::{Gave, Habit, WaitTally};
pub use mode::DriverMode;
pub use nap::Nap;
pub use onlooker::Onlooker;
pub use outlook::Outlook;
pub use pace::Pace;
pub use patience::{Idle, Patience, WaitSettings};
pub use rest::{Lesson, rest};
pub use runtime::Runtime;
pub use shared::{Driver, SharedRuntime};
pub use sleeper::{Alarm, Sleeper};
pub use watch::Watch;

use std::time::Duration;

/// Nobody sleeps longer than this without looking around (peers that died ring no bell).
pub const TICK: Duration = Duration::from_millis(500);
