//! Application binary interface (MPI-5.0 §20). Written by `cargo xtask codegen`; do not edit.

use super::prelude::*;

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Abi_get_fortran_booleans(
    logical_size: c_int,
    logical_true: *mut c_void,
    logical_false: *mut c_void,
    is_set: *mut c_int,
) -> c_int {
    entry_anytime("MPI_Abi_get_fortran_booleans", On::Nothing, || {
        check::pointer("is_set", is_set)?;
        // SAFETY: the program vouches for its arguments.
        unsafe {
            calls::version::abi_get_fortran_booleans(
                logical_size,
                logical_true,
                logical_false,
                is_set,
            )
        }
    })
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Abi_get_fortran_info(info: *mut InfoHandle) -> c_int {
    entry_anytime("MPI_Abi_get_fortran_info", On::Nothing, || {
        check::pointer("info", info)?;
        // SAFETY: the program vouches for its arguments.
        unsafe { calls::version::abi_get_fortran_info(info) }
    })
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Abi_get_info(info: *mut InfoHandle) -> c_int {
    entry_anytime("MPI_Abi_get_info", On::Nothing, || {
        check::pointer("info", info)?;
        // SAFETY: the program vouches for its arguments.
        unsafe { calls::version::abi_get_info(info) }
    })
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Abi_get_version(
    abi_major: *mut c_int,
    abi_minor: *mut c_int,
) -> c_int {
    entry_anytime("MPI_Abi_get_version", On::Nothing, || {
        check::pointer("abi_major", abi_major)?;
        check::pointer("abi_minor", abi_minor)?;
        // SAFETY: the program vouches for its arguments.
        unsafe { calls::version::abi_get_version(abi_major, abi_minor) }
    })
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Abi_set_fortran_booleans(
    logical_size: c_int,
    logical_true: *mut c_void,
    logical_false: *mut c_void,
) -> c_int {
    entry_anytime("MPI_Abi_set_fortran_booleans", On::Nothing, || {
        // SAFETY: the program vouches for its arguments.
        unsafe {
            calls::version::abi_set_fortran_booleans(logical_size, logical_true, logical_false)
        }
    })
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Abi_set_fortran_info(info: InfoHandle) -> c_int {
    entry_anytime("MPI_Abi_set_fortran_info", On::Nothing, || {
        // SAFETY: the program vouches for its arguments.
        unsafe { calls::version::abi_set_fortran_info(info) }
    })
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Comm_fromint(comm: c_int) -> CommHandle {
    // SAFETY: the program vouches for its arguments.
    unsafe { calls::handle::comm_fromint(comm) }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Comm_toint(comm: CommHandle) -> c_int {
    // SAFETY: the program vouches for its arguments.
    unsafe { calls::handle::comm_toint(comm) }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Errhandler_fromint(errhandler: c_int) -> ErrhandlerHandle {
    // SAFETY: the program vouches for its arguments.
    unsafe { calls::handle::errhandler_fromint(errhandler) }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Errhandler_toint(errhandler: ErrhandlerHandle) -> c_int {
    // SAFETY: the program vouches for its arguments.
    unsafe { calls::handle::errhandler_toint(errhandler) }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_File_fromint(file: c_int) -> FileHandle {
    // SAFETY: the program vouches for its arguments.
    unsafe { calls::handle::file_fromint(file) }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_File_toint(file: FileHandle) -> c_int {
    // SAFETY: the program vouches for its arguments.
    unsafe { calls::handle::file_toint(file) }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Group_fromint(group: c_int) -> GroupHandle {
    // SAFETY: the program vouches for its arguments.
    unsafe { calls::handle::group_fromint(group) }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Group_toint(group: GroupHandle) -> c_int {
    // SAFETY: the program vouches for its arguments.
    unsafe { calls::handle::group_toint(group) }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Info_fromint(info: c_int) -> InfoHandle {
    // SAFETY: the program vouches for its arguments.
    unsafe { calls::handle::info_fromint(info) }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Info_toint(info: InfoHandle) -> c_int {
    // SAFETY: the program vouches for its arguments.
    unsafe { calls::handle::info_toint(info) }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Message_fromint(message: c_int) -> MessageHandle {
    // SAFETY: the program vouches for its arguments.
    unsafe { calls::handle::message_fromint(message) }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Message_toint(message: MessageHandle) -> c_int {
    // SAFETY: the program vouches for its arguments.
    unsafe { calls::handle::message_toint(message) }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Op_fromint(op: c_int) -> OpHandle {
    // SAFETY: the program vouches for its arguments.
    unsafe { calls::op::op_fromint(op) }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Op_toint(op: OpHandle) -> c_int {
    // SAFETY: the program vouches for its arguments.
    unsafe { calls::handle::op_toint(op) }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Request_fromint(request: c_int) -> RequestHandle {
    // SAFETY: the program vouches for its arguments.
    unsafe { calls::handle::request_fromint(request) }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Request_toint(request: RequestHandle) -> c_int {
    // SAFETY: the program vouches for its arguments.
    unsafe { calls::handle::request_toint(request) }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Session_fromint(session: c_int) -> SessionHandle {
    // SAFETY: the program vouches for its arguments.
    unsafe { calls::handle::session_fromint(session) }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Session_toint(session: SessionHandle) -> c_int {
    // SAFETY: the program vouches for its arguments.
    unsafe { calls::handle::session_toint(session) }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Type_fromint(datatype: c_int) -> DatatypeHandle {
    // SAFETY: the program vouches for its arguments.
    unsafe { calls::handle::type_fromint(datatype) }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Type_toint(datatype: DatatypeHandle) -> c_int {
    // SAFETY: the program vouches for its arguments.
    unsafe { calls::handle::type_toint(datatype) }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Win_fromint(win: c_int) -> WinHandle {
    // SAFETY: the program vouches for its arguments.
    unsafe { calls::handle::win_fromint(win) }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Win_toint(win: WinHandle) -> c_int {
    // SAFETY: the program vouches for its arguments.
    unsafe { calls::handle::win_toint(win) }
}
