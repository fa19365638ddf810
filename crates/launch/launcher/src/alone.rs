//! The launcher of a process that was started without one and wants to spawn others (MPI-5.0 §11.8.2).
//!
//! The process starts it with one end of a socket for standard input, and speaks to it from then on as a rank
//! does. What is spawned writes where the process does. When the connection ends, the process has: what has not
//! left it in good order ends too.

use crate::job;
use crate::options::{AppOptions, Options};
use std::io::Write;

/// What the role does; returns the exit status.
pub(crate) fn run() -> u8 {
    let socket = match rustix::stdio::stdin().try_clone_to_owned() {
        Ok(socket) => socket,
        Err(_) => return 1,
    };
    let argv = vec!["process".into()];
    let app = AppOptions { count: Some(1), argv, ..AppOptions::default() };
    let options = Options { apps: vec![app], ..Options::default() };
    match job::serve_alone(&options, socket) {
        Ok(status) => status,
        Err(error) => {
            // Nobody is left to tell when standard error is closed.
            let _ = std::io::stderr().write_all(format!("mpiexec: {error}\n").as_bytes());
            error.status
        }
    }
}
