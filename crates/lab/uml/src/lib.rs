//! Another Linux kernel beside the host's, for tests of what the host's does not have.
//!
//! A [`Bench`] is a network namespace with a bridge. [`Bench::boot`] starts Debian's user-mode kernel
//! (package `user-mode-linux`) in it: a [`Guest`] whose root is the host's file system, read only, and
//! whose network device hangs on the bridge. It has the kernel's SCTP and netem. Programs built on the
//! host run inside as they are; [`Guest::run`] gives the guest's shell a script and waits for its exit
//! status.
//!
//! ```no_run
//! use std::time::Duration;
//! use ferry_uml::{Bench, Boot};
//!
//! let bench = Bench::set_up()?;
//! let mut guest = bench.boot(&Boot::default())?;
//! let done = guest.run("cat /proc/net/sctp/snmp", Duration::from_secs(10))?;
//! assert_eq!(done.status, 0, "{}", done.text);
//! # Ok::<(), anyhow::Error>(())
//! ```
//!
//! Nothing stays behind: a dropped guest is killed with all that runs in it, and the bench is a
//! laboratory of [`ferry_netlab`], whose watchdog clears away after a test that was killed itself.
//! Tests ask [`missing`] first.
#![forbid(unsafe_code)]

mod bench;
mod boot;
mod guest;
mod lines;
mod rights;
mod running;

pub use bench::Bench;
pub use boot::Boot;
pub use guest::Guest;
pub use rights::missing;
pub use running::{Done, Running};
