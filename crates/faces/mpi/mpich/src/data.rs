//! What `libmpi.so.12` exports beside functions of MPI and what others export as well.

use core::ffi::{c_int, c_void};

use ferry_foreign::data::duplicate;

/// Constants that are variables there, with the standard's values: each library chooses its own.
pub mod exported {
    #![allow(non_upper_case_globals)]
    use ferry_mpi::constants as standard;

    ferry_foreign::constants! {
        MPI_UNWEIGHTED standard::MPI_UNWEIGHTED;
        MPI_WEIGHTS_EMPTY standard::MPI_WEIGHTS_EMPTY;
        MPI_T_PVAR_ALL_HANDLES standard::MPI_T_PVAR_ALL_HANDLES;
    }
}

/// `MPI_DUP_FN` and its sisters of all kinds of objects: the new object has the value of the old.
///
/// # Safety
/// The arguments are those of a copy function of attributes.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPIR_Dup_fn(
    _object: c_int,
    _keyval: c_int,
    _extra: *mut c_void,
    value: *mut c_void,
    place: *mut c_void,
    flag: *mut c_int,
) -> c_int {
    // SAFETY: the places of a value and of a flag.
    unsafe { duplicate(value, place, flag) }
}
