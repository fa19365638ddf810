//! MPI's access to windows of other processes (MPI-5.0 §12), over a process's links.
//!
//! [`OneSided`] is the state of all windows of a process: what others ask of its memory, and what it has asked
//! of theirs. Memory that both ends map needs no frames but those that tell of locks and epochs: whoever
//! accesses it does so itself, by the same functions that serve frames ([`accumulate`], [`control`]).
//!
//! # Promises
//!
//! * All frames of a pair of processes keep one order, so that an answer to [`OneSided::ask_done`] says that
//!   everything before it is in the window.
//! * Small frames that wait for the same process leave as one.
//! * No frame reaches memory outside of its window, whatever it says.
//! * A lock is asked for by a frame that waits for no answer. What follows it is kept by the target until it
//!   has the lock, up to [`UNLOCKED_BUDGET`] bytes; the origin sends no more before an answer has come.
#![cfg_attr(not(test), deny(clippy::disallowed_methods))]
#![forbid(unsafe_code)]

pub mod accumulate;
mod answers;
mod arrive;
mod attached;
mod batch;
pub mod control;
mod described;
mod exposure;
mod frames;
mod locks;
mod one_sided;
mod operation;
mod origin;
mod rhythm;
mod serve;
mod window;

pub use attached::{AttachedMemory, LateAccess};
pub use frames::SHARE;
pub use locks::UNLOCKED_BUDGET;
pub use one_sided::{OneSided, WindowRank};
pub use operation::{TargetBuffer, Wanted};
pub use origin::Readiness;
pub use window::{WindowMember, WindowMemory, WindowPlan};
