//! What MPI's files (MPI-5.0 §14) need besides communication: views, storage, and plans.
//!
//! A [`FileView`] says where in a file the bytes of a process's stream lie; a [`StoredFile`] is a file of the
//! system; [`write`](fn@write) and [`read`](fn@read) carry a stream between memory and file, and a [`TransportPlan`] says what
//! collective accesses exchange. Work that is not waited for is done by a few threads ([`run_aside`]).
//!
//! # Promises
//!
//! * A transfer that the system cut short goes on until it is complete, the file ends or something fails, and
//!   what fails tells how many bytes are in the file.
//! * No access writes a byte that its caller did not hand over: gaps are never read and written back, since
//!   others may change them meanwhile.
//! * What comes from another process is checked before it is used as a place or a length.
#![cfg_attr(not(test), deny(clippy::disallowed_methods))]
#![forbid(unsafe_code)]

mod access;
mod access_mode;
mod failure;
mod pool;
mod represent;
mod runs;
mod storage;
mod stream;
mod transport;
mod view;
mod window;

pub use access::{read, write};
pub use access_mode::AccessMode;
pub use failure::{FileFailure, Transferred};
pub use pool::run_aside;
pub use represent::{FileLayout, external32_layout, in_file};
pub use runs::PieceList;
pub use storage::{OpenFlags, StoredFile};
pub use stream::{StreamSink, StreamSource};
pub use transport::{AccessShare, TransportPlan, TransportWishes, aggregators};
pub use view::{FileView, ViewError};
pub use window::{LoadedWindow, load_window, store_window};
