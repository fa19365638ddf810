//! `mpiexec`: starts the ranks of a job on one host or many, serves them as process manager,
//! carries their standard streams, and ends everything when anything dies.
//!
//! The way of a job: [`options`] reads the command line, `placement` lays ranks on hosts, `job` is
//! the one event loop. It owns `ranks`, the processes of this host, and one `remote` per other
//! host; behind each of those a `proxy` owns the `ranks` there and relays their `spec::NodeEvent`s, through
//! pipes or, by `control`, over SCTP. Of many hosts mpiexec calls some, and the proxies there call the others: `tree`
//! says who calls whom, `remotes` is mpiexec's view of it, `below` and `relay` are a proxy's.
//! A `guard` process ends what is left should its launcher be killed.

mod allocation;
mod alone;
mod below;
pub mod binding;
mod channel;
mod control;
mod cores;
pub mod error;
mod frame;
mod guard;
pub mod hostfile;
mod input;
mod job;
pub mod options;
pub mod output;
mod placement;
mod plan;
mod poller;
mod proxy;
mod ranks;
mod relay;
mod remote;
mod remotes;
mod role;
mod signals;
pub mod spec;
mod survey;
mod tree;
mod words;

use std::ffi::OsString;
use std::io::Write;

pub use control::Listening;
pub use cores::Cores;
pub use error::LaunchError;
pub use role::{HOST_ROLES, PROXY as PROXY_ROLE};

/// Carries out a hidden role (guard, proxy), if the arguments, which begin with the program's name,
/// ask for one; returns its exit status. Programs that call [`main`] under other arguments than
/// their own must call this first.
pub fn hidden_role(args: &[OsString]) -> Option<u8> {
    role::dispatch(args)
}

/// What `mpiexec` does: `args` begin with the program's name. Returns the exit status.
pub fn main(args: Vec<OsString>) -> u8 {
    if let Some(status) = role::dispatch(&args) {
        return status;
    }
    match launch(args) {
        Ok(status) => status,
        Err(error) => {
            // Nobody is left to tell when standard error is closed.
            let line = format!("mpiexec: {error}\n");
            let _ = std::io::stderr().write_all(line.as_bytes());
            error.status
        }
    }
}

/// Whether these bytes are a frame that mpiexec and its proxies say to each other, in either direction.
pub fn is_frame(bytes: &[u8]) -> bool {
    frame::Order::decode(bytes).is_ok() || frame::decode_event(bytes).is_ok()
}

/// What a proxy does on its host; returns the exit status.
pub fn proxy_main() -> u8 {
    proxy::run()
}

fn launch(args: Vec<OsString>) -> Result<u8, LaunchError> {
    match options::parse(args.into_iter().skip(1))? {
        options::CommandRequest::Print(text) => {
            let _ = std::io::stdout().write_all(text.as_bytes());
            Ok(0)
        }
        options::CommandRequest::Run(options) => job::run(&options),
    }
}
