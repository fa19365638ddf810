//! What the standard ABI and Open MPI's have alike: handles are as wide as addresses, and constants and keyvals of C are
//! Fortran's.

use core::ffi::c_int;

/// A handle as C has it.
pub type CHandle = usize;

/// `MPI_UNWEIGHTED` of C.
pub fn unweighted() -> usize {
    crate::generated::constants::MPI_UNWEIGHTED
}

/// `MPI_WEIGHTS_EMPTY` of C.
pub fn weights_empty() -> usize {
    crate::generated::constants::MPI_WEIGHTS_EMPTY
}

/// The keyval of C for Fortran's.
pub fn keyval(value: c_int) -> c_int {
    value
}
