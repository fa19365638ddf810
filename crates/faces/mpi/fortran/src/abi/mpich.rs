//! MPICH's ABI, which Intel MPI shares: handles are the same integers in C and in Fortran, but those of files.
#![allow(non_upper_case_globals)]

use core::ffi::c_int;

/// A handle as C has it, but for those of files.
pub type CHandle = c_int;

/// Integers of a status.
pub const STATUS_SIZE: usize = 5;

/// `MPI_BUFFER_AUTOMATIC`.
pub const BUFFER_AUTOMATIC: usize = usize::MAX - 1;

macro_rules! handles {
    ($($word:ident $null:ident;)*) => { $(
        #[doc = concat!("Handles of kind `", stringify!($word), "`.")]
        pub mod $word {
            use super::CHandle;
            use crate::generated::constants;

            /// The null handle.
            pub fn null() -> CHandle {
                constants::$null
            }

            /// The handle of an integer.
            pub fn c(value: CHandle) -> CHandle {
                value
            }

            /// The integer of a handle.
            pub fn fortran(handle: CHandle) -> CHandle {
                handle
            }
        }
    )* };
}

handles! {
    comm MPI_COMM_NULL;
    group MPI_GROUP_NULL;
    datatype MPI_DATATYPE_NULL;
    op MPI_OP_NULL;
    request MPI_REQUEST_NULL;
    message MPI_MESSAGE_NULL;
    info MPI_INFO_NULL;
    errhandler MPI_ERRHANDLER_NULL;
    win MPI_WIN_NULL;
    session MPI_SESSION_NULL;
}

/// Handles of files, which are addresses in C.
pub mod file {
    use core::ffi::c_int;

    unsafe extern "C" {
        fn PMPI_File_f2c(value: c_int) -> usize;
        fn PMPI_File_c2f(handle: usize) -> c_int;
    }

    /// The null handle.
    pub fn null() -> usize {
        crate::generated::constants::MPI_FILE_NULL
    }

    /// The handle of an integer.
    pub fn c(value: c_int) -> usize {
        // SAFETY: any integer may be asked for.
        unsafe { PMPI_File_f2c(value) }
    }

    /// The integer of a handle.
    pub fn fortran(handle: usize) -> c_int {
        // SAFETY: MPI gave the handle.
        unsafe { PMPI_File_c2f(handle) }
    }
}

/// `MPI_COMM_SELF`.
pub fn comm_self() -> CHandle {
    crate::generated::constants::MPI_COMM_SELF
}

/// `MPI_BYTE`.
pub fn byte() -> CHandle {
    crate::generated::constants::MPI_BYTE
}

unsafe extern "C" {
    static MPI_UNWEIGHTED: usize;
    static MPI_WEIGHTS_EMPTY: usize;
}

/// `MPI_UNWEIGHTED` of C, which is a variable that nobody changes.
pub fn unweighted() -> usize {
    // SAFETY: an address, whatever it is the address of.
    unsafe { MPI_UNWEIGHTED }
}

/// `MPI_WEIGHTS_EMPTY` of C.
pub fn weights_empty() -> usize {
    // SAFETY: as above.
    unsafe { MPI_WEIGHTS_EMPTY }
}

/// What predefined keyvals of communicators and of windows begin with.
const PREDEFINED_KEYVALS: [c_int; 2] = [0x64, 0x66];

/// The keyval of C for Fortran's: predefined ones are even in Fortran, and the odd numbers before those in C.
pub fn keyval(value: c_int) -> c_int {
    let is_of_fortran = PREDEFINED_KEYVALS.contains(&(value >> 24)) && value % 2 == 0;
    if is_of_fortran { value - 1 } else { value }
}

/// Those of Fortran 2008 are variables of their own.
macro_rules! either {
    ($($is:ident $old:ident $new:ident;)*) => { $(
        #[doc = concat!("Whether this is the address that `", stringify!($is), "` says.")]
        pub fn $is<T>(address: *const T) -> bool {
            $old(address) || $new(address)
        }
    )* };
}

either! {
    is_bottom is_old_bottom is_new_bottom;
    is_in_place is_old_in_place is_new_in_place;
    is_status_ignore is_old_status_ignore is_new_status_ignore;
    is_statuses_ignore is_old_statuses_ignore is_new_statuses_ignore;
    is_errcodes_ignore is_old_errcodes_ignore is_new_errcodes_ignore;
    is_argvs_null is_old_argvs_null is_new_argvs_null;
    is_argv_null is_old_argv_null is_new_argv_null;
    is_unweighted is_old_unweighted is_new_unweighted;
    is_weights_empty is_old_weights_empty is_new_weights_empty;
}

commons! {
    "mpipriv1" [c_int; 7] private_1: mpipriv1_ mpipriv1 mpipriv1__ MPIPRIV1
        { is_old_bottom 0 is_old_in_place 4 is_old_status_ignore 8 }
    "mpipriv2" [c_int; 6] private_2: mpipriv2_ mpipriv2 mpipriv2__ MPIPRIV2
        { is_old_statuses_ignore 0 is_old_errcodes_ignore 20 }
    "mpiprivc" [u8; 2] private_c: mpiprivc_ mpiprivc mpiprivc__ MPIPRIVC
        { is_old_argvs_null 0 is_old_argv_null 1 }
    "mpifcmb5" [c_int; 1] unweighted_block: mpifcmb5_ mpifcmb5 mpifcmb5__ MPIFCMB5 { is_old_unweighted 0 }
    "mpifcmb9" [c_int; 1] weights_empty_block: mpifcmb9_ mpifcmb9 mpifcmb9__ MPIFCMB9 { is_old_weights_empty 0 }
    // Since MPICH 4.2, and in Intel MPI.
    "mpifcmba" [c_int; 1] automatic_block: mpifcmba_ mpifcmba mpifcmba__ MPIFCMBA
        { is_buffer_automatic 0 }
    "MPI_BOTTOM of mpi_f08" [c_int; 1] new_bottom: MPIR_F08_MPI_BOTTOM { is_new_bottom 0 }
    "MPI_IN_PLACE of mpi_f08" [c_int; 1] new_in_place: MPIR_F08_MPI_IN_PLACE { is_new_in_place 0 }
    "MPI_STATUS_IGNORE of mpi_f08" [c_int; 5] new_status: MPIR_F08_MPI_STATUS_IGNORE_OBJ
        { is_new_status_ignore 0 }
    "MPI_STATUSES_IGNORE of mpi_f08" [c_int; 5] new_statuses: MPIR_F08_MPI_STATUSES_IGNORE_OBJ
        { is_new_statuses_ignore 0 }
    "MPI_ERRCODES_IGNORE of mpi_f08" [c_int; 1] new_errcodes:
        __mpi_f08_link_constants_MOD_mpi_errcodes_ignore { is_new_errcodes_ignore 0 }
    "MPI_ARGVS_NULL of mpi_f08" [u8; 1] new_argvs:
        __mpi_f08_link_constants_MOD_mpi_argvs_null { is_new_argvs_null 0 }
    "MPI_ARGV_NULL of mpi_f08" [u8; 1] new_argv:
        __mpi_f08_link_constants_MOD_mpi_argv_null { is_new_argv_null 0 }
    "MPI_UNWEIGHTED of mpi_f08" [c_int; 1] new_unweighted:
        __mpi_f08_link_constants_MOD_mpi_unweighted { is_new_unweighted 0 }
    "MPI_WEIGHTS_EMPTY of mpi_f08" [c_int; 1] new_weights:
        __mpi_f08_link_constants_MOD_mpi_weights_empty { is_new_weights_empty 0 }
}
