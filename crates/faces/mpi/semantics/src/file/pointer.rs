//! The individual pointer of a file (MPI-5.0 §14.4.3), in etypes of the view.

use super::OpenFile;
use crate::constants::{MPI_ERR_ARG, MPI_SEEK_CUR, MPI_SEEK_END, MPI_SEEK_SET};
use crate::error::{Error, Result};
use crate::handle::FileHandle;
use crate::process::enter;

/// Where an access begins.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum FilePointer {
    /// At an offset in etypes that the program gives.
    Offset(i64),
    /// At the individual pointer, which moves on.
    Individual,
    /// At an offset in etypes that the shared pointer gave.
    Shared(u64),
    /// At the shared pointer, which moves on once nothing is wrong with the access.
    NextShared,
}

/// An offset that is not negative.
pub(super) fn not_negative(offset: i64) -> Result<u64> {
    u64::try_from(offset).map_err(|_| {
        let text = format!("argument offset is {offset}, but must not be negative");
        Error::new(MPI_ERR_ARG, text)
    })
}

/// Where a seek leads: `current` is where the pointer is.
pub(super) fn target(file: &OpenFile, offset: i64, whence: i32, current: u64) -> Result<u64> {
    let from = match whence {
        MPI_SEEK_SET => 0,
        MPI_SEEK_CUR => current,
        MPI_SEEK_END => file.view.end(file.stored.size()?),
        _ => {
            let text = format!(
                "argument whence is {whence}, but must be MPI_SEEK_SET, MPI_SEEK_CUR or MPI_SEEK_END"
            );
            return Err(Error::new(MPI_ERR_ARG, text));
        }
    };
    let to = i128::from(from) + i128::from(offset);
    match i64::try_from(to) {
        Ok(to) if to >= 0 => Ok(to as u64),
        _ => {
            let text = format!(
                "argument offset is {offset}, which leads from {from} to {to}: before the view's beginning or \
                 beyond what a file can have"
            );
            Err(Error::new(MPI_ERR_ARG, text))
        }
    }
}

/// `MPI_File_seek`.
pub fn seek(handle: FileHandle, offset: i64, whence: i32) -> Result<()> {
    let mut process = enter();
    let file = process.file_mut(handle)?;
    file.check_random()?;
    file.position = target(file, offset, whence, file.position)?;
    Ok(())
}

/// `MPI_File_get_position`.
pub fn position(handle: FileHandle) -> Result<u64> {
    let process = enter();
    let file = process.file(handle)?;
    file.check_random()?;
    Ok(file.position)
}

/// `MPI_File_get_byte_offset`: where in the file an offset of the view is.
pub fn byte_offset(handle: FileHandle, offset: i64) -> Result<u64> {
    let process = enter();
    let file = process.file(handle)?;
    file.check_random()?;
    let view = &file.view.view;
    // Of the byte at that offset, be there any or not.
    let position = view.position(not_negative(offset)?, 1)?;
    Ok(view.place(position))
}
