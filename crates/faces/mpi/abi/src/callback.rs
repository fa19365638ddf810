//! Types of the functions that a program hands to MPI, as C sees them.
//!
//! Parameters are `Option`s of these, since the null function is a value of its own. The predefined
//! copy functions `MPI_COMM_DUP_FN` and its sisters are the "address" 1: see [`is_dup`].

use core::ffi::{c_int, c_void};

use ferry_mpi::Status;
use ferry_mpi::handle::{CommHandle, DatatypeHandle, FileHandle, SessionHandle, WinHandle};

use crate::types::{Aint, CbSafety, Count, Offset, ToolInstance, ToolRegistration};

/// `MPI_User_function`.
pub type UserFunction =
    unsafe extern "C" fn(*mut c_void, *mut c_void, *mut c_int, *mut DatatypeHandle);
/// `MPI_User_function_c`.
pub type UserFunctionLarge =
    unsafe extern "C" fn(*mut c_void, *mut c_void, *mut Count, *mut DatatypeHandle);

/// `MPI_Comm_copy_attr_function` and the deprecated `MPI_Copy_function`.
pub type CommCopyFunction = unsafe extern "C" fn(
    CommHandle,
    c_int,
    *mut c_void,
    *mut c_void,
    *mut c_void,
    *mut c_int,
) -> c_int;
/// `MPI_Comm_delete_attr_function` and the deprecated `MPI_Delete_function`.
pub type CommDeleteFunction =
    unsafe extern "C" fn(CommHandle, c_int, *mut c_void, *mut c_void) -> c_int;
/// `MPI_Type_copy_attr_function`.
pub type TypeCopyFunction = unsafe extern "C" fn(
    DatatypeHandle,
    c_int,
    *mut c_void,
    *mut c_void,
    *mut c_void,
    *mut c_int,
) -> c_int;
/// `MPI_Type_delete_attr_function`.
pub type TypeDeleteFunction =
    unsafe extern "C" fn(DatatypeHandle, c_int, *mut c_void, *mut c_void) -> c_int;
/// `MPI_Win_copy_attr_function`.
pub type WinCopyFunction = unsafe extern "C" fn(
    WinHandle,
    c_int,
    *mut c_void,
    *mut c_void,
    *mut c_void,
    *mut c_int,
) -> c_int;
/// `MPI_Win_delete_attr_function`.
pub type WinDeleteFunction =
    unsafe extern "C" fn(WinHandle, c_int, *mut c_void, *mut c_void) -> c_int;

/// `MPI_Comm_errhandler_function`; called with the two arguments that the standard names.
pub type CommErrhandlerFunction = unsafe extern "C" fn(*mut CommHandle, *mut c_int, ...);
/// `MPI_Win_errhandler_function`.
pub type WinErrhandlerFunction = unsafe extern "C" fn(*mut WinHandle, *mut c_int, ...);
/// `MPI_File_errhandler_function`.
pub type FileErrhandlerFunction = unsafe extern "C" fn(*mut FileHandle, *mut c_int, ...);
/// `MPI_Session_errhandler_function`.
pub type SessionErrhandlerFunction = unsafe extern "C" fn(*mut SessionHandle, *mut c_int, ...);

/// `MPI_Grequest_query_function`.
pub type GrequestQueryFunction = unsafe extern "C" fn(*mut c_void, *mut Status) -> c_int;
/// `MPI_Grequest_free_function`.
pub type GrequestFreeFunction = unsafe extern "C" fn(*mut c_void) -> c_int;
/// `MPI_Grequest_cancel_function`.
pub type GrequestCancelFunction = unsafe extern "C" fn(*mut c_void, c_int) -> c_int;

/// `MPI_Datarep_extent_function`.
pub type DatarepExtentFunction =
    unsafe extern "C" fn(DatatypeHandle, *mut Aint, *mut c_void) -> c_int;
/// `MPI_Datarep_conversion_function`.
pub type DatarepConversionFunction = unsafe extern "C" fn(
    *mut c_void,
    DatatypeHandle,
    c_int,
    *mut c_void,
    Offset,
    *mut c_void,
) -> c_int;
/// `MPI_Datarep_conversion_function_c`.
pub type DatarepConversionFunctionLarge = unsafe extern "C" fn(
    *mut c_void,
    DatatypeHandle,
    Count,
    *mut c_void,
    Offset,
    *mut c_void,
) -> c_int;

/// `MPI_T_event_cb_function`.
pub type ToolEventFunction =
    unsafe extern "C" fn(ToolInstance, ToolRegistration, CbSafety, *mut c_void);
/// `MPI_T_event_free_cb_function`.
pub type ToolEventFreeFunction = unsafe extern "C" fn(ToolRegistration, CbSafety, *mut c_void);
/// `MPI_T_event_dropped_cb_function`.
pub type ToolEventDroppedFunction =
    unsafe extern "C" fn(Count, ToolRegistration, c_int, CbSafety, *mut c_void);

/// Whether the address of a copy function is that of `MPI_COMM_DUP_FN`, `MPI_TYPE_DUP_FN` or
/// `MPI_WIN_DUP_FN`, which have no code and must never be called.
pub fn is_dup(function: usize) -> bool {
    function == ferry_mpi::constants::MPI_COMM_DUP_FN
}
