//! Ferry: MP_Lite, a light interface for passing messages between the processes of a job.
//!
//! There is one group of processes, numbered from 0, and no status objects. Messages have tags. A message
//! matches a receive when source and tag fit and it is no longer than the receive's memory; a longer one waits
//! for another receive. A send never waits for its receiver: what the receiver does not take soon is copied.
//! What is collective is for all processes, or for the members of a mask.
//!
//! [`MpLite`] is a process; what it does is in files by noun: messages, collective operations, Cartesian
//! places ([`CartesianGrid`]), timing ([`BlockTimes`]).
#![forbid(unsafe_code)]

mod cartesian;
mod collective;
mod error;
mod members;
mod messages;
mod point_to_point;
mod process;
mod reduction;
mod stalls;
mod state;
mod timing;

pub use cartesian::CartesianGrid;
pub use error::MpLiteError;
pub use ferry_home::StartError;
pub use members::Members;
pub use messages::MessageNumber;
pub use point_to_point::{Received, Wanted};
pub use process::MpLite;
pub use reduction::{Element, ReductionKind};
pub use stalls::StallLimits;
pub use state::MpLiteState;
pub use timing::{BlockReport, BlockTimes, TimingSlip};
