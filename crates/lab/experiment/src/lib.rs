//! The experiments of the papers that Ferry follows, on emulated networks.
//!
//! An [`Experiment`] is a list of [`Point`]s: a program with its arguments on a [`Net`], run by a
//! [`Contender`], that is Ferry set up in some way or another MPI. `run` measures the
//! points that its store does not have yet, in rounds so that what changes on the machine meets all
//! contenders alike; `report` makes tables, pictures and the judgement of the papers' claims of what
//! the store holds.
#![forbid(unsafe_code)]

mod advice;
mod busy;
mod congestion;
mod contender;
mod estimate;
mod experiments;
mod launch;
mod net;
mod npb;
mod options;
mod point;
mod prefixes;
mod program;
mod report;
mod run;
mod store;

pub use contender::Contender;
pub use experiments::Experiment;
pub use net::Net;
pub use options::{ExperimentOptions, main};
pub use point::Point;
