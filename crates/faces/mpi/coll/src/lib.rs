//! Collective algorithms as *schedules*.
//!
//! A collective is planned here and executed elsewhere. A constructor ([`allreduce()`], [`bcast()`], ...)
//! turns one process's view of a call into a [`Schedule`]: rounds of sends and receives, each round
//! followed by local copies and reductions. Whoever has point-to-point communication can run it at
//! once (blocking), piece by piece (non-blocking) or again and again (persistent); the algorithms are
//! written once.
//!
//! All data are packed contiguous bytes in three buffers, named by [`PackedBuffer`]. Lengths and
//! displacements are bytes. Where the standard's in-place form is meant, a flag says so and
//! [`PackedBuffer::Input`] is not read (scatter is the documented exception).
//!
//! [`Selection`] says which [`Algorithm`] serves which call; its table is data and can be printed.
//! Every member of a group must choose from the same facts, or their schedules do not fit together.
//!
//! Zero-length messages are left out on both sides. Messages between one pair of ranks are matched in
//! the order in which both sides' schedules list them, so one tag per call is enough.
//!
//! ```
//! use ferry_coll::{Collective, Member, Selection, Step, Vector, allreduce};
//!
//! // One process's part in the sum of 1000 doubles over 16 processes.
//! let (member, vector) = (Member::new(3, 16), Vector { bytes: 8000, unit: 8, commutative: true });
//! let choice = Selection::default().choose(Collective::Allreduce, 16, vector.bytes, true);
//! let schedule = allreduce(member, vector, false, choice);
//!
//! for round in schedule.rounds() {
//!     for message in round.messages {
//!         match message {
//!             Step::Send { to, span } => println!("start sending {span:?} to {to}"),
//!             Step::Recv { from, span } => println!("start receiving {span:?} from {from}"),
//!             _ => unreachable!("local steps stand apart"),
//!         }
//!     }
//!     println!("wait for all of them");
//!     for step in round.local {
//!         println!("{step:?}");
//!     }
//! }
//! assert_eq!(schedule.len(), 4);
//! ```
#![cfg_attr(not(test), deny(clippy::disallowed_methods))]
#![forbid(unsafe_code)]

mod algorithm;
mod blocks;
mod builder;
mod check;
mod member;
mod schedule;
mod select;
mod vector;

mod allgather;
mod allreduce;
mod alltoall;
mod barrier;
mod bcast;
mod gather;
pub mod inter;
mod neighbor;
mod reduce;
mod reduce_scatter;
mod scan;
mod scatter;

mod halving;

pub use algorithm::{Algorithm, AlgorithmChoice, Collective, UnknownName};
pub use allgather::{allgather, allgatherv};
pub use allreduce::allreduce;
pub use alltoall::{alltoall, alltoallv, alltoallw};
pub use barrier::barrier;
pub use bcast::bcast;
pub use blocks::ScheduleBlocks;
pub use check::ScheduleFault;
pub use gather::{gather, gatherv};
pub use member::Member;
pub use neighbor::{
    Neighbors, Pairing, neighbor_allgather, neighbor_allgatherv, neighbor_alltoall,
    neighbor_alltoallv, neighbor_alltoallw,
};
pub use reduce::reduce;
pub use reduce_scatter::{reduce_scatter, reduce_scatter_block};
pub use scan::{exscan, scan};
pub use scatter::{scatter, scatterv};
pub use schedule::{PackedBuffer, Round, Schedule, Side, Span, Step};
pub use select::{SelectError, Selection, SelectionRule, Thresholds, rules};
pub use vector::Vector;
