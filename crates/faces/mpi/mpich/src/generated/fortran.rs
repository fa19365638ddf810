//! Language bindings: handles and statuses of Fortran (MPI-5.0 §19). Written by `cargo xtask codegen`; do not edit.

use super::prelude::*;

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Comm_c2f(comm: CommHandle) -> c_int {
    comm.to_integer()
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Comm_f2c(comm: c_int) -> CommHandle {
    Native::from_integer(comm)
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Errhandler_c2f(errhandler: ErrhandlerHandle) -> c_int {
    errhandler.to_integer()
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Errhandler_f2c(errhandler: c_int) -> ErrhandlerHandle {
    Native::from_integer(errhandler)
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_File_c2f(file: FileHandle) -> c_int {
    file.to_integer()
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_File_f2c(file: c_int) -> FileHandle {
    Native::from_integer(file)
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Group_c2f(group: GroupHandle) -> c_int {
    group.to_integer()
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Group_f2c(group: c_int) -> GroupHandle {
    Native::from_integer(group)
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Info_c2f(info: InfoHandle) -> c_int {
    info.to_integer()
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Info_f2c(info: c_int) -> InfoHandle {
    Native::from_integer(info)
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Message_c2f(message: MessageHandle) -> c_int {
    message.to_integer()
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Message_f2c(message: c_int) -> MessageHandle {
    Native::from_integer(message)
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Op_c2f(op: OpHandle) -> c_int {
    op.to_integer()
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Op_f2c(op: c_int) -> OpHandle {
    Native::from_integer(op)
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Request_c2f(request: RequestHandle) -> c_int {
    request.to_integer()
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Request_f2c(request: c_int) -> RequestHandle {
    Native::from_integer(request)
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Session_c2f(session: SessionHandle) -> c_int {
    session.to_integer()
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Session_f2c(session: c_int) -> SessionHandle {
    Native::from_integer(session)
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Status_c2f(c_status: *const Status, f_status: *mut c_int) -> c_int {
    // SAFETY: both are statuses.
    entry_anytime("MPI_Status_c2f", On::Nothing, || unsafe {
        odd::copy_status::<Face>(c_status.cast(), f_status.cast())
    })
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Status_c2f08(
    c_status: *const Status,
    f08_status: *mut Status,
) -> c_int {
    // SAFETY: both are statuses.
    entry_anytime("MPI_Status_c2f08", On::Nothing, || unsafe {
        odd::copy_status::<Face>(c_status.cast(), f08_status.cast())
    })
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Status_f082c(
    f08_status: *const Status,
    c_status: *mut Status,
) -> c_int {
    // SAFETY: both are statuses.
    entry_anytime("MPI_Status_f082c", On::Nothing, || unsafe {
        odd::copy_status::<Face>(f08_status.cast(), c_status.cast())
    })
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Status_f082f(
    f08_status: *const Status,
    f_status: *mut c_int,
) -> c_int {
    // SAFETY: both are statuses.
    entry_anytime("MPI_Status_f082f", On::Nothing, || unsafe {
        odd::copy_status::<Face>(f08_status.cast(), f_status.cast())
    })
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Status_f2c(f_status: *const c_int, c_status: *mut Status) -> c_int {
    // SAFETY: both are statuses.
    entry_anytime("MPI_Status_f2c", On::Nothing, || unsafe {
        odd::copy_status::<Face>(f_status.cast(), c_status.cast())
    })
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Status_f2f08(
    f_status: *const c_int,
    f08_status: *mut Status,
) -> c_int {
    // SAFETY: both are statuses.
    entry_anytime("MPI_Status_f2f08", On::Nothing, || unsafe {
        odd::copy_status::<Face>(f_status.cast(), f08_status.cast())
    })
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Type_c2f(datatype: DatatypeHandle) -> c_int {
    datatype.to_integer()
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Type_f2c(datatype: c_int) -> DatatypeHandle {
    Native::from_integer(datatype)
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Win_c2f(win: WinHandle) -> c_int {
    win.to_integer()
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Win_f2c(win: c_int) -> WinHandle {
    Native::from_integer(win)
}
