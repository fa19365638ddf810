//! File views from where the file is.

use core::ffi::c_char;

use ferry_abi::calls::file;
use ferry_mpi::Result;
use ferry_mpi::constants::MPI_DISPLACEMENT_CURRENT;
use ferry_mpi::handle::{DatatypeHandle, FileHandle, InfoHandle};

use crate::abi::Abi;

/// `MPI_File_set_view`.
pub unsafe fn file_set_view<A: Abi>(
    fh: FileHandle,
    disp: i64,
    etype: DatatypeHandle,
    filetype: DatatypeHandle,
    datarep: *const c_char,
    info: InfoHandle,
) -> Result<()> {
    let disp = match disp {
        _ if disp == A::DISPLACEMENT_CURRENT => MPI_DISPLACEMENT_CURRENT,
        // Another number that the standard's is: negative, as it is refused.
        MPI_DISPLACEMENT_CURRENT => i64::MIN,
        _ => disp,
    };
    // SAFETY: as the caller vouches.
    unsafe { file::file_set_view(fh, disp, etype, filetype, datarep, info) }
}
