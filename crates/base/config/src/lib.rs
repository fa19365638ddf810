//! Ferry: every parameter, its value and where the value came from.
//!
//! All parameters stand in one registry, [`PARAMETERS`]. A value comes from these sources, later
//! ones winning:
//!
//! 1. the built-in default,
//! 2. what `ferry tune` has measured on a machine like this one, `$XDG_CONFIG_HOME/ferry/tuned/MACHINE.toml`,
//! 3. `/etc/ferry.toml`,
//! 4. `$XDG_CONFIG_HOME/ferry/ferry.toml` or `~/.config/ferry/ferry.toml`,
//! 5. the file that `FERRY_CONFIG` names,
//! 6. the environment: `tcp.ports` is `FERRY_TCP_PORTS`,
//! 7. the command line, `mpiexec --set name=value`, which reaches the ranks in `FERRY_SET`.
//!
//! ```
//! let config = ferry_config::Config::with([("methods", "shm,tcp"), ("p2p.unexpected_budget", "8M")])?;
//! assert_eq!(config.list("methods"), ["shm", "tcp"]);
//! assert_eq!(config.size("p2p.unexpected_budget"), 8 << 20);
//! # Ok::<(), ferry_config::ConfigError>(())
//! ```
#![forbid(unsafe_code)]

mod config;
mod environment;
mod error;
mod file;
mod for_users;
mod nearest;
mod origin;
mod parameter;
mod ports;
mod registry;
mod rule;
mod tuned;
mod value;

pub use config::{Config, ShownParameter};
pub use environment::{RESERVED, Sources, encode_set};
pub use error::ConfigError;
pub use nearest::nearest;
pub use origin::Origin;
pub use parameter::{Parameter, ValueKind};
pub use ports::Ports;
pub use registry::PARAMETERS;
pub use rule::{ConfiguredRule, Locality, RuleSetting};
pub use tuned::machine_kind;

/// How values are written, for settings that are no parameters or not yet.
pub mod text {
    pub use crate::value::{duration, flag, size};
}
