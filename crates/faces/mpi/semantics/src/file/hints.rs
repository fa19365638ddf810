//! What info keys ask of a file (MPI-5.0 §14.2.8), the names that others use for the same included.
//!
//! | key | value | meaning |
//! | --- | --- | --- |
//! | `cb_nodes` | a number | how many processes access the file for all in a collective access |
//! | `cb_buffer_size` | bytes | the most that each of them holds at a time |
//! | `collective_buffering` | `true`, `false` | whether they do so at all; both ways: Ferry decides |
//! | `romio_cb_read`, `romio_cb_write` | `enable`, `disable`, `automatic` | the same for one direction |
//! | `file_perm` | octal | who may do what with a file that is made |
//!
//! Hints about striping, access styles and the like are what the file system or the program says; Ferry passes
//! them over. So it does with values that mean nothing, as others do: no hint keeps a file from being opened
//! (MPI-5.0 §10). With `check = yes` they are refused.

use crate::check;
use crate::constants::MPI_ERR_INFO_VALUE;
use crate::error::{Error, Result};
use crate::info::Info;
use std::collections::BTreeSet;

/// Whether a collective access goes through a few processes.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) enum Buffering {
    /// As measured.
    #[default]
    Automatic,
    Always,
    Never,
}

/// What is asked of a file.
#[derive(Clone, Debug)]
pub(super) struct FileHints {
    /// Processes that access the file for all; `None`: as measured.
    pub(super) cb_nodes: Option<u32>,
    /// Bytes that each of them holds at a time.
    pub(super) cb_buffer_size: u64,
    pub(super) reading: Buffering,
    pub(super) writing: Buffering,
    /// Permissions of a new file.
    pub(super) permissions: u32,
}

/// The hints at their defaults: a buffer that the caches of a machine hold.
impl Default for FileHints {
    fn default() -> Self {
        FileHints {
            cb_nodes: None,
            cb_buffer_size: 16 << 20,
            reading: Buffering::Automatic,
            writing: Buffering::Automatic,
            permissions: 0o666,
        }
    }
}

fn refused(key: &str, value: &str, expected: &str) -> Error {
    let text = format!("info key {key} is {value:?}, but must be {expected}");
    Error::new(MPI_ERR_INFO_VALUE, text)
}

/// A number that is not 0.
fn number(key: &str, value: &str) -> Result<u64> {
    let number = value.trim().parse().ok().filter(|number| *number > 0);
    number.ok_or_else(|| refused(key, value, "a number of 1 or more"))
}

fn direction(key: &str, value: &str) -> Result<Buffering> {
    match value.trim().to_ascii_lowercase().as_str() {
        "enable" => Ok(Buffering::Always),
        "disable" => Ok(Buffering::Never),
        "automatic" | "auto" => Ok(Buffering::Automatic),
        _ => Err(refused(key, value, "\"enable\", \"disable\" or \"automatic\"")),
    }
}

/// Of `collective_buffering`.
fn both_directions(key: &str, value: &str) -> Result<Buffering> {
    match value.trim().to_ascii_lowercase().as_str() {
        "true" => Ok(Buffering::Automatic),
        "false" => Ok(Buffering::Never),
        _ => Err(refused(key, value, "\"true\" or \"false\"")),
    }
}

fn permissions(key: &str, value: &str) -> Result<u32> {
    let bits = u32::from_str_radix(value.trim(), 8).ok().filter(|bits| *bits <= 0o7777);
    bits.ok_or_else(|| refused(key, value, "an octal number such as 0644"))
}

fn name(buffering: Buffering) -> &'static str {
    match buffering {
        Buffering::Automatic => "automatic",
        Buffering::Always => "enable",
        Buffering::Never => "disable",
    }
}

impl FileHints {
    pub(super) fn new(info: &Info) -> Result<Self> {
        let mut hints = FileHints::default();
        hints.take(info)?;
        Ok(hints)
    }

    /// Takes what is known from `info`; all of it or, where a value is refused, none.
    pub(super) fn take(&mut self, info: &Info) -> Result<()> {
        let mut new = self.clone();
        for (key, value) in info.iter() {
            let taken = new.take_one(key, value);
            if check::is_on() {
                taken?;
            }
        }
        *self = new;
        Ok(())
    }

    fn take_one(&mut self, key: &str, value: &str) -> Result<()> {
        match key {
            // Programs divide the number of processes, and mean one by nothing.
            "cb_nodes" if value.trim() == "0" => self.cb_nodes = Some(1),
            "cb_nodes" => self.cb_nodes = Some(number(key, value)?.min(u64::from(u32::MAX)) as u32),
            "cb_buffer_size" => self.cb_buffer_size = number(key, value)?,
            "romio_cb_read" => self.reading = direction(key, value)?,
            "romio_cb_write" => self.writing = direction(key, value)?,
            "collective_buffering" => {
                let both = both_directions(key, value)?;
                (self.reading, self.writing) = (both, both);
            }
            "file_perm" => self.permissions = permissions(key, value)?,
            _ => {}
        }
        Ok(())
    }

    /// How many of the processes on these hosts access the file for all, unless the program says.
    pub(super) fn default_aggregators(hosts: &[u32]) -> u32 {
        let distinct: BTreeSet<u32> = hosts.iter().copied().collect();
        PER_HOST * distinct.len() as u32
    }

    /// What is in use, as an info object.
    pub(super) fn info(&self, hosts: &[u32]) -> Result<Info> {
        let mut info = Info::new();
        let nodes = self.cb_nodes.unwrap_or(FileHints::default_aggregators(hosts));
        let nodes = nodes.clamp(1, hosts.len().max(1) as u32);
        info.set("cb_nodes", &nodes.to_string())?;
        info.set("cb_buffer_size", &self.cb_buffer_size.to_string())?;
        let buffers = self.reading != Buffering::Never || self.writing != Buffering::Never;
        info.set("collective_buffering", if buffers { "true" } else { "false" })?;
        info.set("romio_cb_read", name(self.reading))?;
        info.set("romio_cb_write", name(self.writing))?;
        info.set("file_perm", &format!("{:04o}", self.permissions))?;
        Ok(info)
    }
}

/// Processes of a host that access the file for all, unless the program says: the system lets one process at a time write
/// to a file's pages, so that more of them wait for each other.
const PER_HOST: u32 = 1;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_asked_for_is_in_use_and_the_rest_passed_over() {
        let mut info = Info::new();
        for (key, value) in
            [("cb_nodes", "3"), ("romio_cb_write", "disable"), ("striping_factor", "7")]
        {
            info.set(key, value).unwrap();
        }
        let hints = FileHints::new(&info).unwrap();
        let used = hints.info(&[0, 0]).unwrap();
        assert_eq!(
            (used.get("cb_nodes"), used.get("romio_cb_write")),
            (Some("2"), Some("disable"))
        );
        assert_eq!(used.get("striping_factor"), None);
    }

    #[test]
    fn values_that_mean_nothing_are_passed_over() {
        let mut info = Info::new();
        let asked = [
            ("cb_nodes", "-1"),
            ("cb_buffer_size", "much"),
            ("romio_cb_read", "DISABLE"),
            ("romio_cb_write", "perhaps"),
            ("collective_buffering", "TRUE"),
            ("file_perm", "rw"),
        ];
        for (key, value) in asked {
            info.set(key, value).unwrap();
        }
        let (hints, usual) = (FileHints::new(&info).unwrap(), FileHints::default());
        assert_eq!(hints.cb_nodes, usual.cb_nodes);
        assert_eq!(hints.cb_buffer_size, usual.cb_buffer_size);
        assert_eq!(hints.permissions, usual.permissions);
        assert_eq!(hints.writing, usual.writing);
        let error = hints.clone().take_one("cb_buffer_size", "much").unwrap_err();
        assert!(error.message.contains("cb_buffer_size"), "{error}");
    }
}
