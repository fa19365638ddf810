//! Environmental management: error handling (MPI-5.0 §9). Written by `cargo xtask codegen`; do not edit.

use super::prelude::*;

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Add_error_class(errorclass: *mut c_int) -> c_int {
    entry_anytime("MPI_Add_error_class", On::Nothing, || {
        check::pointer("errorclass", errorclass)?;
        // SAFETY: the program vouches for its arguments.
        unsafe { calls::error_code::add_error_class(errorclass) }
    })
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Add_error_code(errorclass: c_int, errorcode: *mut c_int) -> c_int {
    entry_anytime("MPI_Add_error_code", On::Nothing, || {
        check::pointer("errorcode", errorcode)?;
        // SAFETY: the program vouches for its arguments.
        unsafe { calls::error_code::add_error_code(errorclass, errorcode) }
    })
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Add_error_string(errorcode: c_int, string: *const c_char) -> c_int {
    entry_anytime("MPI_Add_error_string", On::Nothing, || {
        check::pointer("string", string)?;
        // SAFETY: the program vouches for its arguments.
        unsafe { calls::error_code::add_error_string(errorcode, string) }
    })
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Comm_call_errhandler(comm: CommHandle, errorcode: c_int) -> c_int {
    entry("MPI_Comm_call_errhandler", On::Comm(comm), || {
        check::handle("comm", comm)?;
        // SAFETY: the program vouches for its arguments.
        unsafe { calls::errhandler::comm_call_errhandler(comm, errorcode) }
    })
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Comm_create_errhandler(
    comm_errhandler_fn: Option<CommErrhandlerFunction>,
    errhandler: *mut ErrhandlerHandle,
) -> c_int {
    entry_anytime("MPI_Comm_create_errhandler", On::Nothing, || {
        check::pointer("errhandler", errhandler)?;
        // SAFETY: the program vouches for its arguments.
        unsafe { calls::errhandler::comm_create_errhandler(comm_errhandler_fn, errhandler) }
    })
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Comm_get_errhandler(
    comm: CommHandle,
    errhandler: *mut ErrhandlerHandle,
) -> c_int {
    entry("MPI_Comm_get_errhandler", On::Comm(comm), || {
        check::handle("comm", comm)?;
        check::pointer("errhandler", errhandler)?;
        // SAFETY: the program vouches for its arguments.
        unsafe { calls::errhandler::comm_get_errhandler(comm, errhandler) }
    })
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Comm_set_errhandler(
    comm: CommHandle,
    errhandler: ErrhandlerHandle,
) -> c_int {
    entry("MPI_Comm_set_errhandler", On::Comm(comm), || {
        check::handle("comm", comm)?;
        check::handle("errhandler", errhandler)?;
        // SAFETY: the program vouches for its arguments.
        unsafe { calls::errhandler::comm_set_errhandler(comm, errhandler) }
    })
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Errhandler_free(errhandler: *mut ErrhandlerHandle) -> c_int {
    entry_anytime("MPI_Errhandler_free", On::Nothing, || {
        // SAFETY: NULL or a handle of the program's.
        unsafe { check::handle_at("errhandler", errhandler) }?;
        // SAFETY: the program vouches for its arguments.
        unsafe { calls::errhandler::errhandler_free(errhandler) }
    })
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Error_class(errorcode: c_int, errorclass: *mut c_int) -> c_int {
    entry_anytime("MPI_Error_class", On::Nothing, || {
        check::pointer("errorclass", errorclass)?;
        // SAFETY: the program vouches for its arguments.
        unsafe { calls::error_code::error_class(errorcode, errorclass) }
    })
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Error_string(
    errorcode: c_int,
    string: *mut c_char,
    resultlen: *mut c_int,
) -> c_int {
    entry_anytime("MPI_Error_string", On::Nothing, || {
        check::pointer("string", string)?;
        check::pointer("resultlen", resultlen)?;
        // SAFETY: the program vouches for its arguments.
        unsafe { calls::error_code::error_string(errorcode, string, resultlen) }
    })
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_File_call_errhandler(fh: FileHandle, errorcode: c_int) -> c_int {
    entry("MPI_File_call_errhandler", On::File(fh), || {
        // SAFETY: the program vouches for its arguments.
        unsafe { calls::errhandler::file_call_errhandler(fh, errorcode) }
    })
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_File_create_errhandler(
    file_errhandler_fn: Option<FileErrhandlerFunction>,
    errhandler: *mut ErrhandlerHandle,
) -> c_int {
    entry_anytime("MPI_File_create_errhandler", On::Nothing, || {
        check::pointer("errhandler", errhandler)?;
        // SAFETY: the program vouches for its arguments.
        unsafe { calls::errhandler::file_create_errhandler(file_errhandler_fn, errhandler) }
    })
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_File_get_errhandler(
    file: FileHandle,
    errhandler: *mut ErrhandlerHandle,
) -> c_int {
    entry("MPI_File_get_errhandler", On::File(file), || {
        check::pointer("errhandler", errhandler)?;
        // SAFETY: the program vouches for its arguments.
        unsafe { calls::errhandler::file_get_errhandler(file, errhandler) }
    })
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_File_set_errhandler(
    file: FileHandle,
    errhandler: ErrhandlerHandle,
) -> c_int {
    entry("MPI_File_set_errhandler", On::File(file), || {
        check::handle("errhandler", errhandler)?;
        // SAFETY: the program vouches for its arguments.
        unsafe { calls::errhandler::file_set_errhandler(file, errhandler) }
    })
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Remove_error_class(errorclass: c_int) -> c_int {
    entry_anytime("MPI_Remove_error_class", On::Nothing, || {
        // SAFETY: the program vouches for its arguments.
        unsafe { calls::error_code::remove_error_class(errorclass) }
    })
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Remove_error_code(errorcode: c_int) -> c_int {
    entry_anytime("MPI_Remove_error_code", On::Nothing, || {
        // SAFETY: the program vouches for its arguments.
        unsafe { calls::error_code::remove_error_code(errorcode) }
    })
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Remove_error_string(errorcode: c_int) -> c_int {
    entry_anytime("MPI_Remove_error_string", On::Nothing, || {
        // SAFETY: the program vouches for its arguments.
        unsafe { calls::error_code::remove_error_string(errorcode) }
    })
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Session_call_errhandler(
    session: SessionHandle,
    errorcode: c_int,
) -> c_int {
    entry_anytime("MPI_Session_call_errhandler", On::Session(session), || {
        check::handle("session", session)?;
        // SAFETY: the program vouches for its arguments.
        unsafe { calls::errhandler::session_call_errhandler(session, errorcode) }
    })
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Session_create_errhandler(
    session_errhandler_fn: Option<SessionErrhandlerFunction>,
    errhandler: *mut ErrhandlerHandle,
) -> c_int {
    entry_anytime("MPI_Session_create_errhandler", On::Nothing, || {
        check::pointer("errhandler", errhandler)?;
        // SAFETY: the program vouches for its arguments.
        unsafe { calls::errhandler::session_create_errhandler(session_errhandler_fn, errhandler) }
    })
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Session_get_errhandler(
    session: SessionHandle,
    errhandler: *mut ErrhandlerHandle,
) -> c_int {
    entry_anytime("MPI_Session_get_errhandler", On::Session(session), || {
        check::handle("session", session)?;
        check::pointer("errhandler", errhandler)?;
        // SAFETY: the program vouches for its arguments.
        unsafe { calls::errhandler::session_get_errhandler(session, errhandler) }
    })
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Session_set_errhandler(
    session: SessionHandle,
    errhandler: ErrhandlerHandle,
) -> c_int {
    entry_anytime("MPI_Session_set_errhandler", On::Session(session), || {
        check::handle("session", session)?;
        check::handle("errhandler", errhandler)?;
        // SAFETY: the program vouches for its arguments.
        unsafe { calls::errhandler::session_set_errhandler(session, errhandler) }
    })
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Win_call_errhandler(win: WinHandle, errorcode: c_int) -> c_int {
    entry("MPI_Win_call_errhandler", On::Win(win), || {
        check::handle("win", win)?;
        // SAFETY: the program vouches for its arguments.
        unsafe { calls::errhandler::win_call_errhandler(win, errorcode) }
    })
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Win_create_errhandler(
    win_errhandler_fn: Option<WinErrhandlerFunction>,
    errhandler: *mut ErrhandlerHandle,
) -> c_int {
    entry_anytime("MPI_Win_create_errhandler", On::Nothing, || {
        check::pointer("errhandler", errhandler)?;
        // SAFETY: the program vouches for its arguments.
        unsafe { calls::errhandler::win_create_errhandler(win_errhandler_fn, errhandler) }
    })
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Win_get_errhandler(
    win: WinHandle,
    errhandler: *mut ErrhandlerHandle,
) -> c_int {
    entry("MPI_Win_get_errhandler", On::Win(win), || {
        check::handle("win", win)?;
        check::pointer("errhandler", errhandler)?;
        // SAFETY: the program vouches for its arguments.
        unsafe { calls::errhandler::win_get_errhandler(win, errhandler) }
    })
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Win_set_errhandler(
    win: WinHandle,
    errhandler: ErrhandlerHandle,
) -> c_int {
    entry("MPI_Win_set_errhandler", On::Win(win), || {
        check::handle("win", win)?;
        check::handle("errhandler", errhandler)?;
        // SAFETY: the program vouches for its arguments.
        unsafe { calls::errhandler::win_set_errhandler(win, errhandler) }
    })
}
