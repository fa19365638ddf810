//! Written by `cargo xtask codegen`; do not edit.

use super::prelude::*;

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pmpi_add_error_class_(errorclass: *mut c_int, ierror: *mut c_int) {
    // SAFETY: the program vouches for its arguments.
    unsafe {
        let code = PMPI_Add_error_class(errorclass);
        give(ierror, code);
    }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pmpi_add_error_code_(
    errorclass: *mut c_int,
    errorcode: *mut c_int,
    ierror: *mut c_int,
) {
    // SAFETY: the program vouches for its arguments.
    unsafe {
        let code = PMPI_Add_error_code(*errorclass, errorcode);
        give(ierror, code);
    }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pmpi_add_error_string_(
    errorcode: *mut c_int,
    string: *mut c_char,
    ierror: *mut c_int,
    string_len: usize,
) {
    // SAFETY: the program vouches for its arguments.
    unsafe {
        let string_c = text_with_front(string, string_len);
        let code = PMPI_Add_error_string(*errorcode, string_c.as_ptr().cast_mut());
        give(ierror, code);
    }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pmpi_comm_call_errhandler_(
    comm: *mut c_int,
    errorcode: *mut c_int,
    ierror: *mut c_int,
) {
    // SAFETY: the program vouches for its arguments.
    unsafe {
        let code = PMPI_Comm_call_errhandler(comm::c(*comm), *errorcode);
        give(ierror, code);
    }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pmpi_comm_get_errhandler_(
    comm: *mut c_int,
    errhandler: *mut c_int,
    ierror: *mut c_int,
) {
    // SAFETY: the program vouches for its arguments.
    unsafe {
        let mut errhandler_c = errhandler::null();
        let code = PMPI_Comm_get_errhandler(comm::c(*comm), &mut errhandler_c);
        if code == MPI_SUCCESS {
            *errhandler = errhandler::fortran(errhandler_c);
        }
        give(ierror, code);
    }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pmpi_comm_set_errhandler_(
    comm: *mut c_int,
    errhandler: *mut c_int,
    ierror: *mut c_int,
) {
    // SAFETY: the program vouches for its arguments.
    unsafe {
        let code = PMPI_Comm_set_errhandler(comm::c(*comm), errhandler::c(*errhandler));
        give(ierror, code);
    }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pmpi_errhandler_free_(errhandler: *mut c_int, ierror: *mut c_int) {
    // SAFETY: the program vouches for its arguments.
    unsafe {
        let mut errhandler_c = errhandler::c(*errhandler);
        let code = PMPI_Errhandler_free(&mut errhandler_c);
        *errhandler = errhandler::fortran(errhandler_c);
        give(ierror, code);
    }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pmpi_error_class_(
    errorcode: *mut c_int,
    errorclass: *mut c_int,
    ierror: *mut c_int,
) {
    // SAFETY: the program vouches for its arguments.
    unsafe {
        let code = PMPI_Error_class(*errorcode, errorclass);
        give(ierror, code);
    }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pmpi_error_string_(
    errorcode: *mut c_int,
    string: *mut c_char,
    resultlen: *mut c_int,
    ierror: *mut c_int,
    string_len: usize,
) {
    // SAFETY: the program vouches for its arguments.
    unsafe {
        let mut string_c = LettersOut::new(MPI_MAX_ERROR_STRING as usize);
        let code = PMPI_Error_string(*errorcode, string_c.as_mut_ptr(), resultlen);
        if code == MPI_SUCCESS {
            string_c.give(string, string_len);
        }
        give(ierror, code);
    }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pmpi_file_call_errhandler_(
    fh: *mut c_int,
    errorcode: *mut c_int,
    ierror: *mut c_int,
) {
    // SAFETY: the program vouches for its arguments.
    unsafe {
        let code = PMPI_File_call_errhandler(file::c(*fh), *errorcode);
        give(ierror, code);
    }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pmpi_file_get_errhandler_(
    file: *mut c_int,
    errhandler: *mut c_int,
    ierror: *mut c_int,
) {
    // SAFETY: the program vouches for its arguments.
    unsafe {
        let mut errhandler_c = errhandler::null();
        let code = PMPI_File_get_errhandler(file::c(*file), &mut errhandler_c);
        if code == MPI_SUCCESS {
            *errhandler = errhandler::fortran(errhandler_c);
        }
        give(ierror, code);
    }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pmpi_file_set_errhandler_(
    file: *mut c_int,
    errhandler: *mut c_int,
    ierror: *mut c_int,
) {
    // SAFETY: the program vouches for its arguments.
    unsafe {
        let code = PMPI_File_set_errhandler(file::c(*file), errhandler::c(*errhandler));
        give(ierror, code);
    }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pmpi_remove_error_class_(errorclass: *mut c_int, ierror: *mut c_int) {
    // SAFETY: the program vouches for its arguments.
    unsafe {
        let code = PMPI_Remove_error_class(*errorclass);
        give(ierror, code);
    }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pmpi_remove_error_code_(errorcode: *mut c_int, ierror: *mut c_int) {
    // SAFETY: the program vouches for its arguments.
    unsafe {
        let code = PMPI_Remove_error_code(*errorcode);
        give(ierror, code);
    }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pmpi_remove_error_string_(errorcode: *mut c_int, ierror: *mut c_int) {
    // SAFETY: the program vouches for its arguments.
    unsafe {
        let code = PMPI_Remove_error_string(*errorcode);
        give(ierror, code);
    }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pmpi_session_call_errhandler_(
    session: *mut c_int,
    errorcode: *mut c_int,
    ierror: *mut c_int,
) {
    // SAFETY: the program vouches for its arguments.
    unsafe {
        let code = PMPI_Session_call_errhandler(session::c(*session), *errorcode);
        give(ierror, code);
    }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pmpi_session_get_errhandler_(
    session: *mut c_int,
    errhandler: *mut c_int,
    ierror: *mut c_int,
) {
    // SAFETY: the program vouches for its arguments.
    unsafe {
        let mut errhandler_c = errhandler::null();
        let code = PMPI_Session_get_errhandler(session::c(*session), &mut errhandler_c);
        if code == MPI_SUCCESS {
            *errhandler = errhandler::fortran(errhandler_c);
        }
        give(ierror, code);
    }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pmpi_session_set_errhandler_(
    session: *mut c_int,
    errhandler: *mut c_int,
    ierror: *mut c_int,
) {
    // SAFETY: the program vouches for its arguments.
    unsafe {
        let code = PMPI_Session_set_errhandler(session::c(*session), errhandler::c(*errhandler));
        give(ierror, code);
    }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pmpi_win_call_errhandler_(
    win: *mut c_int,
    errorcode: *mut c_int,
    ierror: *mut c_int,
) {
    // SAFETY: the program vouches for its arguments.
    unsafe {
        let code = PMPI_Win_call_errhandler(win::c(*win), *errorcode);
        give(ierror, code);
    }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pmpi_win_get_errhandler_(
    win: *mut c_int,
    errhandler: *mut c_int,
    ierror: *mut c_int,
) {
    // SAFETY: the program vouches for its arguments.
    unsafe {
        let mut errhandler_c = errhandler::null();
        let code = PMPI_Win_get_errhandler(win::c(*win), &mut errhandler_c);
        if code == MPI_SUCCESS {
            *errhandler = errhandler::fortran(errhandler_c);
        }
        give(ierror, code);
    }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pmpi_win_set_errhandler_(
    win: *mut c_int,
    errhandler: *mut c_int,
    ierror: *mut c_int,
) {
    // SAFETY: the program vouches for its arguments.
    unsafe {
        let code = PMPI_Win_set_errhandler(win::c(*win), errhandler::c(*errhandler));
        give(ierror, code);
    }
}
