//! The length of a file, and when its data are safe (MPI-5.0 §14.2.4, §14.2.5, §14.6.1).

use super::collective::agree_on;
use super::open::all_or_none;
use super::{OpenFile, of_file};
use crate::comm::Comm;
use crate::constants::{MPI_ERR_ARG, MPI_ERR_READ_ONLY};
use crate::error::{Error, Result};
use crate::handle::FileHandle;
use crate::process::enter;
use ferry_files::{FileFailure, StoredFile};
use std::sync::Arc;

/// `MPI_File_get_size`, in bytes.
pub fn size(handle: FileHandle) -> Result<u64> {
    let stored = enter().file(handle)?.stored.clone();
    Ok(stored.size()?)
}

fn for_change(handle: FileHandle) -> Result<(Arc<Comm>, Arc<StoredFile>)> {
    let process = enter();
    let file: &OpenFile = process.file(handle)?;
    file.check_random()?;
    file.check_no_split()?;
    if !file.mode.may_write() {
        return Err(read_only());
    }
    Ok((file.comm.clone(), file.stored.clone()))
}

#[cold]
pub(super) fn read_only() -> Error {
    let text = "the file was opened with MPI_MODE_RDONLY; open it with MPI_MODE_RDWR or MPI_MODE_WRONLY to change it";
    Error::new(MPI_ERR_READ_ONLY, text)
}

/// Has rank 0 change the file's length, which all have to ask for alike.
fn change(
    handle: FileHandle,
    size: i64,
    act: impl FnOnce(&StoredFile, u64) -> Result<(), FileFailure>,
) -> Result<()> {
    let (comm, stored) = for_change(handle)?;
    agree_on(&comm, "size", size as u64, |value| (value as i64).to_string())?;
    let Ok(size) = u64::try_from(size) else {
        let text = format!("argument size is {size}, but must not be negative");
        return Err(Error::new(MPI_ERR_ARG, text));
    };
    let changed = if comm.rank == 0 { act(&stored, size) } else { Ok(()) };
    all_or_none(&comm, "changing the file's length", changed.map_err(Error::from)).map_err(of_file)
}

/// `MPI_File_set_size`.
pub fn set_size(handle: FileHandle, size: i64) -> Result<()> {
    change(handle, size, StoredFile::set_size)
}

/// `MPI_File_preallocate`.
pub fn preallocate(handle: FileHandle, size: i64) -> Result<()> {
    change(handle, size, StoredFile::reserve)
}

/// `MPI_File_sync`: what this process has written is on the device, and all have come so far.
pub fn sync(handle: FileHandle) -> Result<()> {
    let (comm, stored, may_write) = {
        let process = enter();
        let file = process.file(handle)?;
        file.check_no_split()?;
        (file.comm.clone(), file.stored.clone(), file.mode.may_write())
    };
    let synced = if may_write { stored.sync() } else { Ok(()) };
    all_or_none(&comm, "bringing the data to the device", synced.map_err(Error::from))
        .map_err(of_file)
}
