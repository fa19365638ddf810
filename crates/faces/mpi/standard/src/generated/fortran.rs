//! Language bindings: handles and statuses of Fortran (MPI-5.0 §19). Written by `cargo xtask codegen`; do not edit.

use super::prelude::*;

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Comm_c2f(comm: CommHandle) -> c_int {
    // SAFETY: the program vouches for its arguments.
    unsafe { calls::handle::comm_toint(comm) }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Comm_f2c(comm: c_int) -> CommHandle {
    // SAFETY: the program vouches for its arguments.
    unsafe { calls::handle::comm_fromint(comm) }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Errhandler_c2f(errhandler: ErrhandlerHandle) -> c_int {
    // SAFETY: the program vouches for its arguments.
    unsafe { calls::handle::errhandler_toint(errhandler) }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Errhandler_f2c(errhandler: c_int) -> ErrhandlerHandle {
    // SAFETY: the program vouches for its arguments.
    unsafe { calls::handle::errhandler_fromint(errhandler) }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_File_c2f(file: FileHandle) -> c_int {
    // SAFETY: the program vouches for its arguments.
    unsafe { calls::handle::file_toint(file) }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_File_f2c(file: c_int) -> FileHandle {
    // SAFETY: the program vouches for its arguments.
    unsafe { calls::handle::file_fromint(file) }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Group_c2f(group: GroupHandle) -> c_int {
    // SAFETY: the program vouches for its arguments.
    unsafe { calls::handle::group_toint(group) }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Group_f2c(group: c_int) -> GroupHandle {
    // SAFETY: the program vouches for its arguments.
    unsafe { calls::handle::group_fromint(group) }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Info_c2f(info: InfoHandle) -> c_int {
    // SAFETY: the program vouches for its arguments.
    unsafe { calls::handle::info_toint(info) }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Info_f2c(info: c_int) -> InfoHandle {
    // SAFETY: the program vouches for its arguments.
    unsafe { calls::handle::info_fromint(info) }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Message_c2f(message: MessageHandle) -> c_int {
    // SAFETY: the program vouches for its arguments.
    unsafe { calls::handle::message_toint(message) }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Message_f2c(message: c_int) -> MessageHandle {
    // SAFETY: the program vouches for its arguments.
    unsafe { calls::handle::message_fromint(message) }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Op_c2f(op: OpHandle) -> c_int {
    // SAFETY: the program vouches for its arguments.
    unsafe { calls::handle::op_toint(op) }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Op_f2c(op: c_int) -> OpHandle {
    // SAFETY: the program vouches for its arguments.
    unsafe { calls::op::op_fromint(op) }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Request_c2f(request: RequestHandle) -> c_int {
    // SAFETY: the program vouches for its arguments.
    unsafe { calls::handle::request_toint(request) }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Request_f2c(request: c_int) -> RequestHandle {
    // SAFETY: the program vouches for its arguments.
    unsafe { calls::handle::request_fromint(request) }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Session_c2f(session: SessionHandle) -> c_int {
    // SAFETY: the program vouches for its arguments.
    unsafe { calls::handle::session_toint(session) }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Session_f2c(session: c_int) -> SessionHandle {
    // SAFETY: the program vouches for its arguments.
    unsafe { calls::handle::session_fromint(session) }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Status_c2f(c_status: *const Status, f_status: *mut c_int) -> c_int {
    entry_anytime("MPI_Status_c2f", On::Nothing, || {
        check::pointer("c_status", c_status)?;
        check::pointer("f_status", f_status)?;
        // SAFETY: the program vouches for its arguments.
        unsafe { calls::status_fortran::status_c2f(c_status, f_status) }
    })
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Status_c2f08(
    c_status: *const Status,
    f08_status: *mut Status,
) -> c_int {
    entry_anytime("MPI_Status_c2f08", On::Nothing, || {
        check::pointer("c_status", c_status)?;
        check::pointer("f08_status", f08_status)?;
        // SAFETY: the program vouches for its arguments.
        unsafe { calls::status_fortran::status_c2f08(c_status, f08_status) }
    })
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Status_f082c(
    f08_status: *const Status,
    c_status: *mut Status,
) -> c_int {
    entry_anytime("MPI_Status_f082c", On::Nothing, || {
        check::pointer("f08_status", f08_status)?;
        // SAFETY: the program vouches for its arguments.
        unsafe { calls::status_fortran::status_f082c(f08_status, c_status) }
    })
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Status_f082f(
    f08_status: *const Status,
    f_status: *mut c_int,
) -> c_int {
    entry_anytime("MPI_Status_f082f", On::Nothing, || {
        check::pointer("f08_status", f08_status)?;
        check::pointer("f_status", f_status)?;
        // SAFETY: the program vouches for its arguments.
        unsafe { calls::status_fortran::status_f082f(f08_status, f_status) }
    })
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Status_f2c(f_status: *const c_int, c_status: *mut Status) -> c_int {
    entry_anytime("MPI_Status_f2c", On::Nothing, || {
        check::pointer("f_status", f_status)?;
        // SAFETY: the program vouches for its arguments.
        unsafe { calls::status_fortran::status_f2c(f_status, c_status) }
    })
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Status_f2f08(
    f_status: *const c_int,
    f08_status: *mut Status,
) -> c_int {
    entry_anytime("MPI_Status_f2f08", On::Nothing, || {
        check::pointer("f_status", f_status)?;
        check::pointer("f08_status", f08_status)?;
        // SAFETY: the program vouches for its arguments.
        unsafe { calls::status_fortran::status_f2f08(f_status, f08_status) }
    })
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Type_c2f(datatype: DatatypeHandle) -> c_int {
    // SAFETY: the program vouches for its arguments.
    unsafe { calls::handle::type_toint(datatype) }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Type_f2c(datatype: c_int) -> DatatypeHandle {
    // SAFETY: the program vouches for its arguments.
    unsafe { calls::handle::type_fromint(datatype) }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Win_c2f(win: WinHandle) -> c_int {
    // SAFETY: the program vouches for its arguments.
    unsafe { calls::handle::win_toint(win) }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Win_f2c(win: c_int) -> WinHandle {
    // SAFETY: the program vouches for its arguments.
    unsafe { calls::handle::win_fromint(win) }
}
