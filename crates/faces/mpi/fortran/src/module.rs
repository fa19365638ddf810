//! What other MPIs' modules define and programs find by the names that `gfortran` gives it: handles of Fortran 2008
//! as variables, and `MPI_SIZEOF` as a procedure for each number of bytes.
#![allow(non_upper_case_globals, clippy::missing_safety_doc)]

use core::ffi::{c_int, c_void};

use crate::error::give;
use crate::generated::constants::MPI_SUCCESS;

#[cfg(all(feature = "openmpi", not(feature = "mpich")))]
macro_rules! constants {
    ($($name:ident $value:literal;)*) => { $(
        #[doc = concat!("`", stringify!($name), "`.")]
        #[unsafe(no_mangle)]
        #[used]
        #[allow(non_upper_case_globals)]
        pub static $name: c_int = $value;
    )* };
}
#[cfg(all(feature = "openmpi", not(feature = "mpich")))]
pub(crate) use constants;

// Handles of Open MPI of which C has no name any more, or two.
#[cfg(all(feature = "openmpi", not(feature = "mpich")))]
constants! {
    __mpi_f08_types_MOD_mpi_2complex 26;
    __mpi_f08_types_MOD_mpi_2double_complex 27;
    __mpi_f08_types_MOD_mpi_cxx_complex 55;
    __mpi_f08_types_MOD_mpi_lb 4;
    __mpi_f08_types_MOD_mpi_ub 3;
}

macro_rules! sizes {
    ($($entry:ident $bytes:literal;)*) => { $(
        #[doc = concat!("`MPI_SIZEOF` of types with ", $bytes, " bytes.")]
        #[unsafe(no_mangle)]
        pub unsafe extern "C" fn $entry(_x: *const c_void, size: *mut c_int, ierror: *mut c_int) {
            // SAFETY: the program vouches for its arguments.
            unsafe {
                *size = $bytes;
                give(ierror, MPI_SUCCESS);
            }
        }
    )* };
}

sizes! {
    pmpi_sizeof_1_ 1;
    pmpi_sizeof_2_ 2;
    pmpi_sizeof_4_ 4;
    pmpi_sizeof_8_ 8;
    pmpi_sizeof_16_ 16;
    pmpi_sizeof_32_ 32;
}
