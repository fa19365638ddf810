//! Entering a network namespace.

use std::fs::File;
use std::path::Path;
use std::thread;

use anyhow::{Context, Result};
use rustix::fd::AsFd;
use rustix::thread::{LinkNameSpaceType, move_into_link_name_space};

use crate::identity::NAMESPACES;

/// Runs something on a thread inside a network namespace, by its name; sockets it makes stay there
/// wherever they are used.
///
/// # Errors
/// A namespace that does not exist, a caller without rights, and what `work` fails with.
///
/// # Panics
/// If `work` does.
pub fn within<T: Send>(namespace: &str, work: impl FnOnce() -> Result<T> + Send) -> Result<T> {
    let enter = || {
        let path = Path::new(NAMESPACES).join(namespace);
        let file = File::open(&path)
            .with_context(|| format!("cannot open the namespace {}", path.display()))?;
        move_into_link_name_space(file.as_fd(), Some(LinkNameSpaceType::Network))
            .with_context(|| format!("cannot enter the namespace {namespace}"))?;
        work()
    };
    thread::scope(|scope| scope.spawn(enter).join())
        .unwrap_or_else(|panic| std::panic::resume_unwind(panic))
}
