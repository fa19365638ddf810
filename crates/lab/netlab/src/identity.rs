//! Who a laboratory is, and whether its owner lives.
//!
//! An identity is the owner's process id and a number. As long as the owner lives it holds a lock on
//! `/run/ferry-lab/ID.lock`, which the kernel releases however it ends. What bears an identity without
//! a holder is left over.

use std::collections::BTreeSet;
use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, Ordering};

use anyhow::{Context, Result};
use rustix::fs::{FlockOperation, flock};
use rustix::io::Errno;

use crate::watchdog;

/// Where files of laboratories lie.
const DIR: &str = "/run/ferry-lab";
/// Where `ip` keeps the names of namespaces.
pub(crate) const NAMESPACES: &str = "/run/netns";
const PREFIX: &str = "ferry-lab-";

static NEXT: AtomicU32 = AtomicU32::new(0);

/// An identity that this process holds.
#[derive(Debug)]
pub(crate) struct Identity {
    id: String,
    /// Held, not used.
    _lock: File,
}

fn lock_path(id: &str) -> PathBuf {
    Path::new(DIR).join(format!("{id}.lock"))
}

fn open(path: &Path) -> Result<File> {
    let file = File::options().create(true).truncate(false).write(true).open(path);
    file.with_context(|| format!("cannot make {}", path.display()))
}

impl Identity {
    /// Removes what dead owners left, then takes a new identity.
    pub(crate) fn take() -> Result<Self> {
        fs::create_dir_all(DIR).with_context(|| format!("cannot make {DIR}"))?;
        // One at a time looks around: a lock that is being taken must not look abandoned.
        let guard = open(&Path::new(DIR).join("guard"))?;
        flock(&guard, FlockOperation::LockExclusive)?;
        for left in known().into_iter().filter(|known| is_abandoned(known)) {
            watchdog::sweep(&left)?;
        }
        let identity = Self::free()?;
        fs::create_dir_all(identity.dir())?;
        Ok(identity)
    }

    /// The first identity that nobody holds: where process ids are those of a container, another's may
    /// be the same.
    fn free() -> Result<Self> {
        loop {
            let number = NEXT.fetch_add(1, Ordering::Relaxed);
            let id = format!("{}-{number}", std::process::id());
            let lock = open(&lock_path(&id))?;
            match flock(&lock, FlockOperation::NonBlockingLockExclusive) {
                Ok(()) => return Ok(Self { id, _lock: lock }),
                Err(Errno::WOULDBLOCK) => {}
                Err(error) => return Err(error).with_context(|| format!("cannot lock {id}.lock")),
            }
        }
    }

    pub(crate) fn id(&self) -> &str {
        &self.id
    }

    /// The laboratory's own files.
    pub(crate) fn dir(&self) -> PathBuf {
        Path::new(DIR).join(&self.id)
    }

    /// The namespace of a host.
    pub(crate) fn namespace(&self, host: &str) -> String {
        format!("{PREFIX}{}-{host}", self.id)
    }
}

/// Identities that something bears, dead or alive.
fn known() -> BTreeSet<String> {
    let names = |dir: &str| {
        let entries = fs::read_dir(dir).into_iter().flatten().flatten();
        entries.filter_map(|entry| entry.file_name().into_string().ok()).collect::<Vec<_>>()
    };
    let spaces = names(NAMESPACES);
    let spaces = spaces.iter().filter_map(|name| identity_in(name.strip_prefix(PREFIX)?));
    let files = names(DIR);
    let files = files.iter().filter_map(|name| identity_in(name));
    spaces.chain(files).collect()
}

/// `17-0` of `17-0-n1` or `17-0.lock`; nothing of what no laboratory has made.
fn identity_in(name: &str) -> Option<String> {
    let mut parts = name.split(['-', '.']);
    let (process, number) = (parts.next()?, parts.next()?);
    let is_number = |text: &str| !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit());
    (is_number(process) && is_number(number)).then(|| format!("{process}-{number}"))
}

fn is_abandoned(id: &str) -> bool {
    let Ok(lock) = File::options().write(true).open(lock_path(id)) else { return true };
    flock(&lock, FlockOperation::NonBlockingLockExclusive).is_ok()
}

#[cfg(test)]
mod tests {
    use super::identity_in;

    #[test]
    fn only_own_names_are_recognised() {
        assert_eq!(identity_in("17-0-n1").as_deref(), Some("17-0"));
        assert_eq!(identity_in("17-0.lock").as_deref(), Some("17-0"));
        assert_eq!(identity_in("17-2").as_deref(), Some("17-2"));
        for other in ["guard", "n1", "17", "-0", "17-x", ""] {
            assert_eq!(identity_in(other), None, "{other}");
        }
    }
}
