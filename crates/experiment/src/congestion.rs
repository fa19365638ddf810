//! Which congestion controls of TCP the hosts of a laboratory may use: those that this host allows.

use std::fs;

use anyhow::{Context, Result};

const ALLOWED: &str = "/proc/sys/net/ipv4/tcp_allowed_congestion_control";

/// Allows some as long as this value lives.
#[derive(Debug)]
pub(crate) struct Allowance {
    before: Option<String>,
}

impl Allowance {
    /// Allows these in addition to those that are.
    ///
    /// # Errors
    /// A control that the kernel does not have, a host that cannot be changed.
    pub(crate) fn of(names: &[&str]) -> Result<Self> {
        let before =
            fs::read_to_string(ALLOWED).with_context(|| format!("cannot read {ALLOWED}"))?;
        let known: Vec<&str> = before.split_whitespace().collect();
        let more: Vec<&str> = names.iter().copied().filter(|n| !known.contains(n)).collect();
        if more.is_empty() {
            return Ok(Self { before: None });
        }
        let all = [known.as_slice(), &more].concat().join(" ");
        fs::write(ALLOWED, &all).with_context(|| {
            format!(
                "cannot allow TCP's congestion control {}; `modprobe tcp_{}` may help",
                more.join(", "),
                more[0]
            )
        })?;
        Ok(Self { before: Some(before) })
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
