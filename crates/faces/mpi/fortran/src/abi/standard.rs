//! The standard ABI (MPI-5.0 §20): predefined handles are their own integers, others what `*_toint` says (§19.3.4).
#![allow(non_upper_case_globals)]

use core::ffi::c_int;

pub use super::values::*;

/// Integers of a status.
pub const STATUS_SIZE: usize = 8;

/// `MPI_BUFFER_AUTOMATIC`.
pub const BUFFER_AUTOMATIC: usize = crate::generated::constants::MPI_BUFFER_AUTOMATIC;

/// Predefined handles end below this.
const PREDEFINED_END: c_int = 0x1000;

macro_rules! handles {
    ($($word:ident $from:ident $to:ident $null:ident;)*) => { $(
        #[doc = concat!("Handles of kind `", stringify!($word), "`.")]
        pub mod $word {
            use core::ffi::c_int;

            use super::CHandle;
            use crate::generated::constants;

            unsafe extern "C" {
                fn $from(value: c_int) -> CHandle;
                fn $to(handle: CHandle) -> c_int;
            }

            /// The null handle.
            pub fn null() -> CHandle {
                constants::$null
            }

            /// The handle of an integer.
            pub fn c(value: c_int) -> CHandle {
                if (0..super::PREDEFINED_END).contains(&value) {
                    return value as usize;
                }
                // SAFETY: any integer may be asked for.
                unsafe { $from(value) }
            }

            /// The integer of a handle.
            pub fn fortran(handle: CHandle) -> c_int {
                if handle < super::PREDEFINED_END as usize {
                    return handle as c_int;
                }
                // SAFETY: MPI gave the handle.
                unsafe { $to(handle) }
            }
        }
    )* };
}

handles! {
    comm PMPI_Comm_fromint PMPI_Comm_toint MPI_COMM_NULL;
    group PMPI_Group_fromint PMPI_Group_toint MPI_GROUP_NULL;
    datatype PMPI_Type_fromint PMPI_Type_toint MPI_DATATYPE_NULL;
    op PMPI_Op_fromint PMPI_Op_toint MPI_OP_NULL;
    request PMPI_Request_fromint PMPI_Request_toint MPI_REQUEST_NULL;
    message PMPI_Message_fromint PMPI_Message_toint MPI_MESSAGE_NULL;
    info PMPI_Info_fromint PMPI_Info_toint MPI_INFO_NULL;
    errhandler PMPI_Errhandler_fromint PMPI_Errhandler_toint MPI_ERRHANDLER_NULL;
    win PMPI_Win_fromint PMPI_Win_toint MPI_WIN_NULL;
    file PMPI_File_fromint PMPI_File_toint MPI_FILE_NULL;
    session PMPI_Session_fromint PMPI_Session_toint MPI_SESSION_NULL;
}

/// `MPI_COMM_SELF`.
pub fn comm_self() -> CHandle {
    crate::generated::constants::MPI_COMM_SELF
}

/// `MPI_BYTE`.
pub fn byte() -> CHandle {
    crate::generated::constants::MPI_BYTE
}

commons! {
    "mpi_abi_bottom" [c_int; 1] bottom:
        mpi_abi_bottom_ mpi_abi_bottom mpi_abi_bottom__ MPI_ABI_BOTTOM
        { is_bottom 0 }
    "mpi_abi_in_place" [c_int; 1] in_place:
        mpi_abi_in_place_ mpi_abi_in_place mpi_abi_in_place__ MPI_ABI_IN_PLACE
        { is_in_place 0 }
    "mpi_abi_buffer_automatic" [c_int; 1] buffer_automatic:
        mpi_abi_buffer_automatic_ mpi_abi_buffer_automatic mpi_abi_buffer_automatic__
        MPI_ABI_BUFFER_AUTOMATIC
        { is_buffer_automatic 0 }
    "mpi_abi_unweighted" [c_int; 1] unweighted_block:
        mpi_abi_unweighted_ mpi_abi_unweighted mpi_abi_unweighted__ MPI_ABI_UNWEIGHTED
        { is_unweighted 0 }
    "mpi_abi_weights_empty" [c_int; 1] weights_empty_block:
        mpi_abi_weights_empty_ mpi_abi_weights_empty mpi_abi_weights_empty__
        MPI_ABI_WEIGHTS_EMPTY
        { is_weights_empty 0 }
    "mpi_abi_errcodes_ignore" [c_int; 1] errcodes_ignore:
        mpi_abi_errcodes_ignore_ mpi_abi_errcodes_ignore mpi_abi_errcodes_ignore__
        MPI_ABI_ERRCODES_IGNORE
        { is_errcodes_ignore 0 }
    "mpi_abi_status_ignore" [c_int; 8] status_ignore:
        mpi_abi_status_ignore_ mpi_abi_status_ignore mpi_abi_status_ignore__
        MPI_ABI_STATUS_IGNORE
        { is_status_ignore 0 }
    "mpi_abi_statuses_ignore" [c_int; 8] statuses_ignore:
        mpi_abi_statuses_ignore_ mpi_abi_statuses_ignore mpi_abi_statuses_ignore__
        MPI_ABI_STATUSES_IGNORE
        { is_statuses_ignore 0 }
    "mpi_abi_argv_null" [u8; 1] argv_null:
        mpi_abi_argv_null_ mpi_abi_argv_null mpi_abi_argv_null__ MPI_ABI_ARGV_NULL
        { is_argv_null 0 }
    "mpi_abi_argvs_null" [u8; 1] argvs_null:
        mpi_abi_argvs_null_ mpi_abi_argvs_null mpi_abi_argvs_null__ MPI_ABI_ARGVS_NULL
        { is_argvs_null 0 }
}
