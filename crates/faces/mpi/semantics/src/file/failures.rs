//! Files whose members fail, and files that are revoked (the chapter on fault tolerance that is pending for the next
//! standard).
//!
//! A file is revoked as the communicator of its members is, and what members do together ends as collective operations
//! do. What a process does by itself needs nobody: it goes on when others have failed, but not on a revoked file.

use super::{OpenFile, of_file};
use crate::comm::Comm;
use crate::comm::meeting::Meeting;
use crate::error::{Error, Result};
use crate::handle::{FileHandle, GroupHandle};
use crate::process::enter;
use crate::process_failure::{self, ERR_REVOKED, deaths};
use std::path::Path;
use std::sync::Arc;

/// `MPIX_File_revoke`: not collective; returns at once.
pub fn revoke(handle: FileHandle) -> Result<()> {
    let comm = enter().file(handle)?.comm.handle;
    process_failure::revoke(comm).map_err(of_file)
}

/// `MPIX_File_is_revoked`.
pub fn is_revoked(handle: FileHandle) -> Result<bool> {
    let comm = enter().file(handle)?.comm.handle;
    process_failure::is_revoked(comm).map_err(of_file)
}

/// `MPIX_File_get_failed`: the members that are known here to have failed.
pub fn failed_of(handle: FileHandle) -> Result<GroupHandle> {
    let comm = enter().file(handle)?.comm.handle;
    process_failure::failed_of(comm).map_err(of_file)
}

#[cold]
pub(super) fn revoked(name: &Path) -> Error {
    let text = format!(
        "the file '{}' was revoked: a process that found a failure has given it up for all; close it, and open it \
         again on a communicator of those that are left",
        name.display()
    );
    Error::new(ERR_REVOKED, text)
}

impl OpenFile {
    /// Whether it can be accessed at all.
    pub(super) fn check_not_revoked(&self) -> Result<()> {
        if self.comm.is_revoked() { Err(revoked(&self.name)) } else { Ok(()) }
    }
}

/// Whether all members learn of each other's deaths, so that they can part by an agreement. Collective.
pub(super) fn all_are_told(comm: &Arc<Comm>) -> Result<bool> {
    let mut untold = [u64::from(!deaths::are_told())];
    Meeting::of_all(comm).largest(&mut untold)?;
    Ok(untold == [0])
}

/// All members have done with a file, or are dead.
pub(super) fn part(comm: &Arc<Comm>, by_agreement: bool) -> Result<()> {
    if by_agreement {
        return process_failure::agree(comm.handle, 0).map(drop).map_err(of_file);
    }
    Meeting::of_all(comm).largest(&mut [0]).map_err(of_file)
}

/// Whether this process does what one does for all that live.
pub(super) fn is_first_alive(comm: &Arc<Comm>) -> bool {
    let failed = process_failure::failed_ranks(comm.handle).unwrap_or_default();
    (0..comm.rank).all(|rank| failed.contains(&rank))
}

/// Whether members of a file have failed or have given it up: what needs all of them fails.
pub(super) fn is_broken(comm: &Arc<Comm>) -> bool {
    enter().obstacle(comm, |peer| comm.has_member(peer)).is_some()
}
