//! Which congestion controls of TCP the hosts of a laboratory may use: those that this host allows.

use std::fs::{self, File};

use anyhow::{Context, Result};
use rustix::fs::{FlockOperation, flock};

const ALLOWED: &str = "/proc/sys/net/ipv4/tcp_allowed_congestion_control";

/// Allows some as long as this value lives. Only one such value lives on a host: a second experiment
/// waits for the first, which it would disturb in any case.
#[derive(Debug)]
pub(crate) struct Allowance {
    before: Option<String>,
    _lock: File,
}

impl Allowance {
    /// Allows these in addition to those that are.
    ///
    /// # Errors
    /// A control that the kernel does not have, a host that cannot be changed.
    pub(crate) fn of(names: &[&str]) -> Result<Self> {
        let lock = File::open(ALLOWED).with_context(|| format!("cannot open {ALLOWED}"))?;
        if flock(&lock, FlockOperation::NonBlockingLockExclusive).is_err() {
            eprintln!(
                "ferry experiment: another experiment runs on this host; this one waits for it"
            );
            flock(&lock, FlockOperation::LockExclusive)
                .context("waiting for another experiment")?;
        }
        let before =
            fs::read_to_string(ALLOWED).with_context(|| format!("cannot read {ALLOWED}"))?;
        let known: Vec<&str> = before.split_whitespace().collect();
        let more: Vec<&str> = names.iter().copied().filter(|n| !known.contains(n)).collect();
        if more.is_empty() {
            return Ok(Self { before: None, _lock: lock });
        }
        let all = [known.as_slice(), &more].concat().join(" ");
        fs::write(ALLOWED, &all).with_context(|| {
            format!(
                "cannot allow TCP's congestion control {}; `modprobe tcp_{}` may help",
                more.join(", "),
                more[0]
            )
        })?;
        Ok(Self { before: Some(before), _lock: lock })
    }
}

impl Drop for Allowance {
    fn drop(&mut self) {
        if let Some(before) = &self.before {
            // Whoever could write it before can write it now.
            let _ = fs::write(ALLOWED, before.trim());
        }
    }
}
