//! The profiling interface (MPI-5.0 §15.2).

use core::ffi::c_int;

use ferry_mpi::Result;

/// `MPI_Pcontrol`: a word to a profiling tool, which then defines this function itself. The library
/// does nothing (MPI-5.0 §15.2.4).
pub unsafe fn pcontrol(_level: c_int) -> Result<()> {
    Ok(())
}
