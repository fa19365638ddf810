//! Process management interface: how ranks find each other through their launcher.
//!
//! [`Client`] is what the MPI library holds (PMI-1 over an inherited descriptor or a port);
//! [`Server`] is what `mpiexec` holds: a state machine without input or output of its own that is
//! handed the bytes of each rank and answers PMI-1 and PMI-2 alike. [`message1`] and [`message2`]
//! are the two wire formats, [`mapping`] the text that says which rank lives on which node.
//!
//! Beside PMI the ranks of a node can leave descriptors for each other with whoever started them
//! ([`Client::give`], [`Client::take`]): requests in PMI-1's form that begin with [`BOARD_REQUEST`] and
//! never reach the server.
#![deny(unsafe_code)]

pub mod client;
pub mod codes;
pub mod death;
pub mod error;
pub mod long;
pub mod mapping;
pub mod message1;
pub mod message2;
pub mod number;
pub mod passing;
pub mod place;
pub mod pmix;
pub mod process_sets;
pub mod server;
mod soft;
pub mod spawn;

pub use client::connection::take_deaths;
pub use client::{Client, ConnectionUse, SpawnAnswer};
pub use codes::SpawnCodes;
pub use death::Death;
pub use error::PmiError;
pub use number::job_number;
pub use server::{JobInfo, Server, ServerAction};
pub use soft::soft_count;
pub use spawn::{SpawnCommand, SpawnOutcome, SpawnRequest};

/// How lines begin that are for a node's board of descriptors.
pub const BOARD_REQUEST: &[u8] = b"cmd=ferry_board_";

/// Key under which Ferry's launcher keeps the secret of the job: 64 hexadecimal digits.
pub const SECRET_KEY: &str = "ferry.secret";

/// Key under which Ferry's launcher keeps a secret that all of its jobs have in common: 64 hexadecimal digits.
pub const FAMILY_KEY: &str = "ferry.family";

/// Key under which Ferry's launcher tells each rank how many processes of the job contend for its cores,
/// itself included. It is there when all ranks have met once; each rank finds its own number.
pub const CONTENDERS_KEY: &str = "ferry.contenders";

/// Key under which Ferry's launcher tells how many cores the ranks of a job have between them, where one
/// host has all of them. It is there before any rank says anything.
pub const CORES_KEY: &str = "ferry.cores";

/// Key under which Ferry's launcher keeps the sets of processes that it has names for ([`process_sets`]), in pieces. It
/// is there before any rank says anything.
pub const SETS_KEY: &str = "ferry.sets";

/// Key under which rank 0 tells the others whether the job is crowded on one host, `yes` or `no`.
pub const CROWDED_KEY: &str = "ferry.crowded";

/// Key (PMI-1) or job attribute (PMI-2) that says which rank lives on which node.
pub const MAPPING_KEY: &str = "PMI_process_mapping";
