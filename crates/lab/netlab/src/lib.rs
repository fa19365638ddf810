//! Real processes on emulated networks.
//!
//! A [`Scenario`] names hosts and the networks that join them. A [`Lab`] makes every host a network
//! namespace with one TUN device for each of its networks, and moves the packets between the devices
//! through a [`ferry_netem::Network`], one thread per network. Programs inside see ordinary
//! interfaces and use ordinary sockets; what they send meets the loss, delay, jitter, rate,
//! reordering, duplication, corruption and cuts that the scenario asks for.
//!
//! ```no_run
//! use ferry_netlab::{Lab, Scenario};
//!
//! let scenario = Scenario::read("scenarios/wan.toml".as_ref())?;
//! let lab = Lab::build(&scenario)?;
//! lab.start()?;
//! let status = lab.command(Some("n0"), &["ping", "-c1", "{addr:n1}"])?.status()?;
//! println!("{status}\n{}", lab.report()?);
//! # Ok::<(), anyhow::Error>(())
//! ```
//!
//! Nothing stays behind, whatever happens: a laboratory that is dropped removes its namespaces and
//! ends the processes in them; when its process is killed, a watchdog does so; when that is killed
//! too, the next laboratory does. Needs root and the program `ip`.
#![forbid(unsafe_code)]

mod address;
mod cli;
mod clock;
mod control;
mod emulator;
mod host;
mod identity;
mod ip_header;
mod lab;
mod namespace;
mod placeholder;
mod probe;
mod report;
mod rights;
mod run;
mod scenario;
mod self_test;
mod watchdog;

pub use cli::{NetlabOptions, main};
pub use lab::Lab;
pub use namespace::within;
pub use report::{LinkReport, Report};
pub use rights::missing;
pub use run::run;
pub use scenario::{Hosts, NetworkPlan, Scenario, ScenarioEvent};
pub use self_test::{CHECKS, Check, Outcome};
