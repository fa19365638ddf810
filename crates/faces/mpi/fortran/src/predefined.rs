//! Functions that programs hand to MPI and that MPI itself defines (MPI-5.0 §7.7, §14.5.3). A program may call
//! them, so they are functions in Fortran's own manner.
#![allow(clippy::missing_safety_doc)]

use core::ffi::{c_int, c_void};

use crate::generated::constants::MPI_SUCCESS;

/// Copies the integer, copies nothing, and minds no deletion; `$integer` is its type.
macro_rules! predefined {
    ($($integer:ty: $dup:ident $null_copy:ident $null_delete:ident;)*) => { $(
        #[doc = concat!("`", stringify!($dup), "`.")]
        #[unsafe(no_mangle)]
        pub unsafe extern "C" fn $dup(
            _object: *mut c_int,
            _keyval: *mut c_int,
            _extra: *mut $integer,
            value: *mut $integer,
            place: *mut $integer,
            flag: *mut c_int,
            ierror: *mut c_int,
        ) {
            // SAFETY: the caller vouches for its arguments.
            unsafe {
                *place = *value;
                *flag = 1;
                *ierror = MPI_SUCCESS;
            }
        }

        #[doc = concat!("`", stringify!($null_copy), "`.")]
        #[unsafe(no_mangle)]
        pub unsafe extern "C" fn $null_copy(
            _object: *mut c_int,
            _keyval: *mut c_int,
            _extra: *mut $integer,
            _value: *mut $integer,
            _place: *mut $integer,
            flag: *mut c_int,
            ierror: *mut c_int,
        ) {
            // SAFETY: the caller vouches for its arguments.
            unsafe {
                *flag = 0;
                *ierror = MPI_SUCCESS;
            }
        }

        #[doc = concat!("`", stringify!($null_delete), "`.")]
        #[unsafe(no_mangle)]
        pub unsafe extern "C" fn $null_delete(
            _object: *mut c_int,
            _keyval: *mut c_int,
            _value: *mut $integer,
            _extra: *mut $integer,
            ierror: *mut c_int,
        ) {
            // SAFETY: the caller vouches for its arguments.
            unsafe { *ierror = MPI_SUCCESS }
        }
    )* };
}

predefined! {
    isize: mpi_comm_dup_fn_ mpi_comm_null_copy_fn_ mpi_comm_null_delete_fn_;
    isize: mpi_type_dup_fn_ mpi_type_null_copy_fn_ mpi_type_null_delete_fn_;
    isize: mpi_win_dup_fn_ mpi_win_null_copy_fn_ mpi_win_null_delete_fn_;
    c_int: mpi_dup_fn_ mpi_null_copy_fn_ mpi_null_delete_fn_;
}

/// `MPI_CONVERSION_FN_NULL`: its address says that nothing is converted, and nobody calls it.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mpi_conversion_fn_null_(_userbuf: *mut c_void) {}

/// `MPI_CONVERSION_FN_NULL_C`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mpi_conversion_fn_null_c_(_userbuf: *mut c_void) {
    // Not the same code as the other's, whose address it would share.
    core::hint::black_box(1);
}

/// Comparison of handles, each kind by a name of its own, since Fortran tells types apart.
macro_rules! comparisons {
    ($($equal:ident $differs:ident;)*) => { $(
        #[doc = concat!("`", stringify!($equal), "`.")]
        #[unsafe(no_mangle)]
        pub unsafe extern "C" fn $equal(a: *const c_int, b: *const c_int) -> c_int {
            // SAFETY: two handles.
            unsafe { (*a == *b).into() }
        }

        #[doc = concat!("`", stringify!($differs), "`.")]
        #[unsafe(no_mangle)]
        pub unsafe extern "C" fn $differs(a: *const c_int, b: *const c_int) -> c_int {
            // SAFETY: two handles.
            unsafe { (*a != *b).into() }
        }
    )* };
}

comparisons! {
    ferry_f08_comm_eq_ ferry_f08_comm_ne_;
    ferry_f08_group_eq_ ferry_f08_group_ne_;
    ferry_f08_datatype_eq_ ferry_f08_datatype_ne_;
    ferry_f08_op_eq_ ferry_f08_op_ne_;
    ferry_f08_request_eq_ ferry_f08_request_ne_;
    ferry_f08_message_eq_ ferry_f08_message_ne_;
    ferry_f08_info_eq_ ferry_f08_info_ne_;
    ferry_f08_errhandler_eq_ ferry_f08_errhandler_ne_;
    ferry_f08_win_eq_ ferry_f08_win_ne_;
    ferry_f08_file_eq_ ferry_f08_file_ne_;
    ferry_f08_session_eq_ ferry_f08_session_ne_;
}
