//! Open MPI's ABI: handles are addresses in C. The integers of predefined ones are Open MPI's, which its C functions
//! know (`MPI_*_c2f`).
#![allow(non_upper_case_globals)]

use core::ffi::c_int;

pub use super::values::*;

/// Integers of a status.
pub const STATUS_SIZE: usize = 6;

/// `MPI_BUFFER_AUTOMATIC`, or what its C functions take for that.
pub const BUFFER_AUTOMATIC: usize = usize::MAX;

macro_rules! handles {
    ($($word:ident $from:ident $to:ident $null:ident;)*) => { $(
        #[doc = concat!("Handles of kind `", stringify!($word), "`.")]
        pub mod $word {
            use core::ffi::c_int;

            use super::CHandle;

            unsafe extern "C" {
                static $null: u8;
                fn $from(value: c_int) -> CHandle;
                fn $to(handle: CHandle) -> c_int;
            }

            /// The null handle.
            pub fn null() -> CHandle {
                (&raw const $null).addr()
            }

            /// The handle of an integer.
            pub fn c(value: c_int) -> CHandle {
                // SAFETY: any integer may be asked for.
                unsafe { $from(value) }
            }

            /// The integer of a handle.
            pub fn fortran(handle: CHandle) -> c_int {
                // SAFETY: MPI gave the handle.
                unsafe { $to(handle) }
            }
        }
    )* };
}

handles! {
    comm PMPI_Comm_f2c PMPI_Comm_c2f ompi_mpi_comm_null;
    group PMPI_Group_f2c PMPI_Group_c2f ompi_mpi_group_null;
    datatype PMPI_Type_f2c PMPI_Type_c2f ompi_mpi_datatype_null;
    op PMPI_Op_f2c PMPI_Op_c2f ompi_mpi_op_null;
    request PMPI_Request_f2c PMPI_Request_c2f ompi_request_null;
    message PMPI_Message_f2c PMPI_Message_c2f ompi_message_null;
    info PMPI_Info_f2c PMPI_Info_c2f ompi_mpi_info_null;
    errhandler PMPI_Errhandler_f2c PMPI_Errhandler_c2f ompi_mpi_errhandler_null;
    win PMPI_Win_f2c PMPI_Win_c2f ompi_mpi_win_null;
    file PMPI_File_f2c PMPI_File_c2f ompi_mpi_file_null;
    session PMPI_Session_f2c PMPI_Session_c2f ompi_mpi_instance_null;
}

unsafe extern "C" {
    static ompi_mpi_comm_self: u8;
    static ompi_mpi_byte: u8;
}

/// `MPI_COMM_SELF`.
pub fn comm_self() -> CHandle {
    (&raw const ompi_mpi_comm_self).addr()
}

/// `MPI_BYTE`.
pub fn byte() -> CHandle {
    (&raw const ompi_mpi_byte).addr()
}

/// There is no such constant.
pub fn is_buffer_automatic<T>(_address: *const T) -> bool {
    false
}

commons! {
    "mpi_fortran_bottom" [c_int; 1] bottom:
        mpi_fortran_bottom_ mpi_fortran_bottom mpi_fortran_bottom__ MPI_FORTRAN_BOTTOM
        { is_bottom 0 }
    "mpi_fortran_in_place" [c_int; 1] in_place:
        mpi_fortran_in_place_ mpi_fortran_in_place mpi_fortran_in_place__ MPI_FORTRAN_IN_PLACE
        { is_in_place 0 }
    "mpi_fortran_unweighted" [c_int; 1] unweighted_block:
        mpi_fortran_unweighted_ mpi_fortran_unweighted mpi_fortran_unweighted__
        MPI_FORTRAN_UNWEIGHTED
        { is_unweighted 0 }
    "mpi_fortran_weights_empty" [c_int; 1] weights_empty_block:
        mpi_fortran_weights_empty_ mpi_fortran_weights_empty mpi_fortran_weights_empty__
        MPI_FORTRAN_WEIGHTS_EMPTY
        { is_weights_empty 0 }
    "mpi_fortran_errcodes_ignore" [c_int; 1] errcodes_ignore:
        mpi_fortran_errcodes_ignore_ mpi_fortran_errcodes_ignore mpi_fortran_errcodes_ignore__
        MPI_FORTRAN_ERRCODES_IGNORE
        { is_errcodes_ignore 0 }
    "mpi_fortran_status_ignore" [c_int; 6] status_ignore:
        mpi_fortran_status_ignore_ mpi_fortran_status_ignore mpi_fortran_status_ignore__
        MPI_FORTRAN_STATUS_IGNORE
        { is_status_ignore 0 }
    "mpi_fortran_statuses_ignore" [c_int; 6] statuses_ignore:
        mpi_fortran_statuses_ignore_ mpi_fortran_statuses_ignore mpi_fortran_statuses_ignore__
        MPI_FORTRAN_STATUSES_IGNORE
        { is_statuses_ignore 0 }
    "mpi_fortran_argv_null" [u8; 1] argv_null:
        mpi_fortran_argv_null_ mpi_fortran_argv_null mpi_fortran_argv_null__
        MPI_FORTRAN_ARGV_NULL
        { is_argv_null 0 }
    "mpi_fortran_argvs_null" [u8; 1] argvs_null:
        mpi_fortran_argvs_null_ mpi_fortran_argvs_null mpi_fortran_argvs_null__
        MPI_FORTRAN_ARGVS_NULL
        { is_argvs_null 0 }
}
