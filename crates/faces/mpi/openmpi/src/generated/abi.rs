//! Application binary interface (MPI-5.0 §20). Written by `cargo xtask codegen`; do not edit.

use super::prelude::*;

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Abi_get_fortran_booleans(
    logical_size: c_int,
    logical_true: *mut c_void,
    logical_false: *mut c_void,
    is_set: *mut c_int,
) -> c_int {
    Face::returned(entry_anytime("MPI_Abi_get_fortran_booleans", On::Nothing, || {
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
    }))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Abi_get_fortran_info(info: *mut InfoHandle) -> c_int {
    // SAFETY: NULL, or what the standard says of the argument.
    let mut info_place = unsafe { HandlePlace::new(info, false, true) };
    let info = info_place.pointer();
    Face::returned(entry_anytime("MPI_Abi_get_fortran_info", On::Nothing, || {
        check::pointer("info", info)?;
        // SAFETY: the program vouches for its arguments.
        unsafe { calls::version::abi_get_fortran_info(info) }
    }))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Abi_get_info(info: *mut InfoHandle) -> c_int {
    // SAFETY: NULL, or what the standard says of the argument.
    let mut info_place = unsafe { HandlePlace::new(info, false, true) };
    let info = info_place.pointer();
    Face::returned(entry_anytime("MPI_Abi_get_info", On::Nothing, || {
        check::pointer("info", info)?;
        // SAFETY: the program vouches for its arguments.
        unsafe { calls::version::abi_get_info(info) }
    }))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Abi_get_version(
    abi_major: *mut c_int,
    abi_minor: *mut c_int,
) -> c_int {
    Face::returned(entry_anytime("MPI_Abi_get_version", On::Nothing, || {
        check::pointer("abi_major", abi_major)?;
        check::pointer("abi_minor", abi_minor)?;
        // SAFETY: the program vouches for its arguments.
        unsafe { odd::abi_get_version::<Face>(abi_major, abi_minor) }
    }))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Abi_set_fortran_booleans(
    logical_size: c_int,
    logical_true: *mut c_void,
    logical_false: *mut c_void,
) -> c_int {
    Face::returned(entry_anytime("MPI_Abi_set_fortran_booleans", On::Nothing, || {
        // SAFETY: the program vouches for its arguments.
        unsafe {
            calls::version::abi_set_fortran_booleans(logical_size, logical_true, logical_false)
        }
    }))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Abi_set_fortran_info(info: InfoHandle) -> c_int {
    let info = info.inward();
    Face::returned(entry_anytime("MPI_Abi_set_fortran_info", On::Nothing, || {
        // SAFETY: the program vouches for its arguments.
        unsafe { calls::version::abi_set_fortran_info(info) }
    }))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Comm_fromint(comm: c_int) -> CommHandle {
    Native::from_integer(comm)
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Comm_toint(comm: CommHandle) -> c_int {
    comm.to_integer()
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Errhandler_fromint(errhandler: c_int) -> ErrhandlerHandle {
    Native::from_integer(errhandler)
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Errhandler_toint(errhandler: ErrhandlerHandle) -> c_int {
    errhandler.to_integer()
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_File_fromint(file: c_int) -> FileHandle {
    Native::from_integer(file)
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_File_toint(file: FileHandle) -> c_int {
    file.to_integer()
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Group_fromint(group: c_int) -> GroupHandle {
    Native::from_integer(group)
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Group_toint(group: GroupHandle) -> c_int {
    group.to_integer()
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Info_fromint(info: c_int) -> InfoHandle {
    Native::from_integer(info)
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Info_toint(info: InfoHandle) -> c_int {
    info.to_integer()
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Message_fromint(message: c_int) -> MessageHandle {
    Native::from_integer(message)
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Message_toint(message: MessageHandle) -> c_int {
    message.to_integer()
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Op_fromint(op: c_int) -> OpHandle {
    Native::from_integer(op)
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Op_toint(op: OpHandle) -> c_int {
    op.to_integer()
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Request_fromint(request: c_int) -> RequestHandle {
    Native::from_integer(request)
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Request_toint(request: RequestHandle) -> c_int {
    request.to_integer()
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Session_fromint(session: c_int) -> SessionHandle {
    Native::from_integer(session)
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Session_toint(session: SessionHandle) -> c_int {
    session.to_integer()
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Type_fromint(datatype: c_int) -> DatatypeHandle {
    Native::from_integer(datatype)
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Type_toint(datatype: DatatypeHandle) -> c_int {
    datatype.to_integer()
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Win_fromint(win: c_int) -> WinHandle {
    Native::from_integer(win)
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Win_toint(win: WinHandle) -> c_int {
    win.to_integer()
}
