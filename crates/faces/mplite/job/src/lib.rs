//! Ferry: the files of an MP_Lite job in its folder, and how processes that were started one by one meet by
//! them.
//!
//! [`ConfigFile`] says who runs where, [`StatusFile`] how each process is, [`JobFiles`] what the files of a job
//! are called. [`meet`](handshake::meet) is the handshake of processes without a launcher: the first on the
//! host of process 0 listens and serves the others as their process manager, over connections that both ends
//! have proven the job's key on ([`key`], [`sealed`]).
#![forbid(unsafe_code)]

pub mod config_file;
pub mod files;
pub mod handshake;
pub mod key;
pub mod manager;
pub mod ports;
pub mod sealed;
pub mod status;

pub use config_file::{ConfigFile, ConfigFileError, ProcessLine};
pub use files::{JobFiles, JobName};
pub use handshake::{HandshakeError, MetProcess};
pub use key::JobKey;
pub use status::{ProcessState, StatusFile};
