//! MPI for Rust programs: typed messages, collectives and reductions among the processes of a job.
//!
//! A program needs this crate and cargo, nothing else. Run by itself it is a job of one process; run by
//! `mpiexec -n 4 target/debug/program` it is four, on one host or on many.
//!
//! # A quick tour
//!
//! ```
//! use ferry::{Equivalence, Op, Source, Tag};
//!
//! #[derive(Equivalence, Clone, Copy, Debug)]
//! struct Body {
//!     mass: f64,
//!     position: [f64; 3],
//! }
//!
//! fn main() -> std::process::ExitCode {
//!     ferry::run(|universe| {
//!         let world = universe.world();
//!         let (me, size) = (world.rank(), world.size());
//!
//!         // Point-to-point: values, slices and vectors of anything that is `Equivalence`.
//!         let body = Body { mass: 1.0 + me as f64, position: [0.0; 3] };
//!         world.send(&body, (me + 1) % size, 0)?;
//!         let (neighbour, status) = world.receive::<Body>(Source::Any, Tag::Any)?;
//!         println!("{me}: rank {} sent {neighbour:?}", status.source());
//!
//!         // Collectives and reductions.
//!         let heaviest = world.all_reduce(&body.mass, &Op::max())?;
//!         let masses = world.gather(&body.mass, 0)?;
//!         if let Some(masses) = masses {
//!             assert_eq!(masses.iter().copied().fold(0.0, f64::max), heaviest);
//!         }
//!
//!         // Non-blocking operations borrow their buffers until the scope ends.
//!         let mut halo = [0.0; 100];
//!         let edge = [me as f64; 100];
//!         ferry::scope(|scope| {
//!             let receive = world.irecv(scope, &mut halo[..], (me + size - 1) % size, 1)?;
//!             let _ = world.isend(scope, &edge[..], (me + 1) % size, 1)?;
//!             receive.wait()
//!         })?;
//!         Ok(())
//!     })
//! }
//! ```
//!
//! # Where things are
//!
//! - [`run`], [`run_with`], [`Universe`], [`Threading`]: the life of MPI in a program;
//! - [`Communicator`]: ranks, sends, receives, probes, collectives, reductions;
//! - [`Source`], [`Tag`], [`Status`], [`Message`]: what messages are known by;
//! - [`scope`](fn@scope), [`Request`], [`wait_all`], [`wait_any`]: non-blocking operations;
//! - [`wait_some`], [`test_all`], [`Request::mixed`], [`Request::cancel`], [`try_scope`]: more of them; the collectives
//!   that do not block are methods of [`Communicator`] that begin with `i`, and [`Duplication`] is what `idup` gives;
//! - [`Op`]: how reductions combine;
//! - [`Equivalence`], [`Buffer`], [`View`], [`ViewMut`]: what can be sent, and columns, boxes and pieces of it;
//! - [`Window`], [`Epoch`], [`Cells`], [`DynamicWindow`]: memory of each process that the others access;
//! - [`PartitionedSend`], [`PartitionedReceive`]: messages in parts;
//! - [`File`], [`FileOptions`], [`FilePattern`]: files that all processes share;
//! - [`Group`], [`Cartesian`], [`GraphCommunicator`]: sets, grids and graphs of processes;
//! - [`Intercommunicator`], [`ChildProgram`], [`ListeningPort`], [`join`]: two groups that talk, spawned processes,
//!   other jobs;
//! - [`Repeated`]: operations that are made once and started again and again;
//! - [`PackWriter`], [`PackReader`]: elements of several types in one row of bytes;
//! - [`AttributeKey`]: values that communicators and windows carry;
//! - [`Generalized`], [`Completer`]: requests for operations of the program's own;
//! - [`Session`]: uses of MPI beside or without a universe;
//! - [`names`]: what C's functions are called here;
//! - [`tool`]: parameters, counts and events of MPI itself (`MPI_T`);
//! - [`Error`], [`ErrorClass`]: what went wrong, instead of an abort.
//!
//! # Safety
//!
//! Safe code cannot make the library touch memory that has gone. Buffers of non-blocking operations are
//! borrowed until the scope has waited for them, also when a request is forgotten or the scope's
//! function panics. Gaps in structs are never read. Bytes that make no `bool` become `true`. Threads
//! that may not use MPI at the level it was initialised with get errors.
//!
//! Memory of windows is never lent as a reference: [`Cells`] load and store. What windows and partitioned messages are
//! made on is their own until others are done with it, and is kept for good if the program drops them before.
//!
//! Messages tell of what type their elements are: receiving `i32` as `f32` is an error of class [`ErrorClass::TYPE`] that
//! names both, sender and tag, and nothing is written. What counts are the numbers, not how they are grouped: an
//! `[f64; 4]` may be received as four `f64`. `u8` are bytes, which go with any type, as do messages of C programs that
//! run without `check = yes`. Collectives do not tell.
//!
//! # What is compiled
//!
//! The features `quic`, `sctp`, `ofi` (libfabric, where it is installed) and `filters` (compression and encryption) are
//! on by default; shared memory and TCP are always there. `derive` is the derive macro, `num-complex` makes complex numbers elements.
//!
//! # Beside `ferry-mpi`
//!
//! The semantics of the standard are in the crate `ferry-mpi`, which forbids `unsafe` and knows memory
//! by descriptions. Lending it typed Rust memory takes a little `unsafe`: this crate holds it, in two
//! modules.
#![deny(unsafe_code)]

// The derive macro names this crate, also in its own tests.
extern crate self as ferry;

mod attribute;
mod buffer;
mod collective;
mod communicator;
mod data;
mod duplication;
mod dynamic;
mod envelope;
mod environment;
#[allow(unsafe_code, reason = "Rust's own types are equivalent to datatypes")]
mod equivalence;
mod error;
mod failure;
mod file;
mod generalized;
mod group;
mod hints;
mod intercommunicator;
mod leaves;
mod leaving;
pub mod names;
mod nonblocking;
mod op;
mod packed;
mod partitioned;
mod persistent;
mod point_to_point;
mod probe;
mod raw;
mod reduction;
mod request;
mod scope;
mod session;
pub mod tool;
mod topology;
mod types;
mod universe;
mod varcount;
mod view;
mod window;

pub use attribute::{AttributeCarrier, AttributeKey, Windows};
pub use communicator::{Communicator, Likeness, ProcessKind};
pub use data::{Buffer, Incoming, Outgoing};
pub use duplication::Duplication;
pub use dynamic::{
    ChildProgram, ChildWorld, ListeningPort, join, look_up_service, publish_service,
    withdraw_service,
};
pub use envelope::{Destination, Source, Status, Tag};
pub use environment::{library_version, processor_name, standard_version, time};
pub use equivalence::{Basic, Equivalence, Field, Layout};
pub use error::{Error, ErrorClass, Result};
pub use failure::Agreed;
#[cfg(feature = "derive")]
pub use ferry_derive::Equivalence;
pub use file::{
    DataRepresentation, File, FileOptions, FilePattern, SplitRead, SplitWrite, delete_file,
};
pub use generalized::{Completer, Generalized, GeneralizedOutcome};
pub use group::{Group, GroupOrder};
pub use intercommunicator::{InterRoot, Intercommunicator};
pub use leaving::{run, run_with};
pub use op::{Bits, Number, Op, Ordered, Swappable, Truth};
pub use packed::{PackReader, PackWriter, PackedForm};
pub use partitioned::{Part, PartitionedReceive, PartitionedSend, ReceiveRound, SendRound};
pub use persistent::{Repeated, RepeatedRound};
pub use probe::Message;
pub use request::{
    Completed, Lent, Mixed, Request, test_all, test_any, test_some, wait_all, wait_any, wait_some,
};
pub use scope::{Scope, scope, try_scope};
pub use session::Session;
pub use topology::{Cartesian, Edge, GraphCommunicator, balanced_dims};
pub use universe::{Threading, Universe};
pub use varcount::Blocks;
pub use view::{View, ViewMut};
pub use window::{
    AccessEpoch, Address, Attachment, Cells, DynamicWindow, Epoch, ExposureEpoch, FenceEpoch,
    LockAllEpoch, LockEpoch, LockMode, MemoryModel, Neighbour, Place, Window, WindowFlavor,
};
