//! Collective communication (MPI-5.0 §6, §8.6).
//!
//! An [`Operation`] with its arguments becomes a schedule (`ferry-coll`) over staged buffers, which an
//! [`Execution`] advances round by round. Blocking calls wait for it; the other forms go on in the background.
//! What the library's own agreements need goes the same way (`internal`).

mod apart;
mod bytes;
mod commons;
mod execute;
mod fast;
mod internal;
mod nonblocking;
mod operation;
mod plan;
mod reducer;
mod roster;
mod run;
mod staging;
mod state;

pub use execute::{Execution, ExecutionStep};
pub use nonblocking::{init, start};
pub(crate) use operation::kind;
pub use operation::{Operation, RecvBlocks, SendBlocks, Types, VBlocks, Vectors};
pub use plan::degrees;
pub use run::{CollectiveSeat, run, seat};
pub use state::{Collectives, configured_selection};

pub(crate) use apart::apart;
pub(crate) use bytes::{ByteBlocks, exchange_bytes};
pub(crate) use commons::CommonsSlot;
pub(crate) use internal::{Internal, InternalExecution, run as run_internal};
pub(crate) use plan::Edges;
pub(crate) use roster::Roster;
pub(crate) use staging::bytes;

use reducer::Reducer;
use staging::Unpacking;
