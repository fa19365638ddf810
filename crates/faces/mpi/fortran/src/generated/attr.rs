//! Written by `cargo xtask codegen`; do not edit.

use super::prelude::*;

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pmpi_comm_delete_attr_(
    comm: *mut c_int,
    comm_keyval: *mut c_int,
    ierror: *mut c_int,
) {
    // SAFETY: the program vouches for its arguments.
    unsafe {
        let code = PMPI_Comm_delete_attr(comm::c(*comm), *comm_keyval);
        give(ierror, code);
    }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pmpi_comm_free_keyval_(comm_keyval: *mut c_int, ierror: *mut c_int) {
    // SAFETY: the program vouches for its arguments.
    unsafe {
        let code = PMPI_Comm_free_keyval(comm_keyval);
        give(ierror, code);
    }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pmpi_comm_get_name_(
    comm: *mut c_int,
    comm_name: *mut c_char,
    resultlen: *mut c_int,
    ierror: *mut c_int,
    comm_name_len: usize,
) {
    // SAFETY: the program vouches for its arguments.
    unsafe {
        let mut comm_name_c = LettersOut::new(MPI_MAX_OBJECT_NAME as usize);
        let code = PMPI_Comm_get_name(comm::c(*comm), comm_name_c.as_mut_ptr(), resultlen);
        if code == MPI_SUCCESS {
            comm_name_c.give(comm_name, comm_name_len);
        }
        give(ierror, code);
    }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pmpi_comm_set_name_(
    comm: *mut c_int,
    comm_name: *mut c_char,
    ierror: *mut c_int,
    comm_name_len: usize,
) {
    // SAFETY: the program vouches for its arguments.
    unsafe {
        let comm_name_c = text_with_front(comm_name, comm_name_len);
        let code = PMPI_Comm_set_name(comm::c(*comm), comm_name_c.as_ptr().cast_mut());
        give(ierror, code);
    }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pmpi_type_delete_attr_(
    datatype: *mut c_int,
    type_keyval: *mut c_int,
    ierror: *mut c_int,
) {
    // SAFETY: the program vouches for its arguments.
    unsafe {
        let code = PMPI_Type_delete_attr(datatype::c(*datatype), *type_keyval);
        give(ierror, code);
    }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pmpi_type_free_keyval_(type_keyval: *mut c_int, ierror: *mut c_int) {
    // SAFETY: the program vouches for its arguments.
    unsafe {
        let code = PMPI_Type_free_keyval(type_keyval);
        give(ierror, code);
    }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pmpi_type_get_name_(
    datatype: *mut c_int,
    type_name: *mut c_char,
    resultlen: *mut c_int,
    ierror: *mut c_int,
    type_name_len: usize,
) {
    // SAFETY: the program vouches for its arguments.
    unsafe {
        let mut type_name_c = LettersOut::new(MPI_MAX_OBJECT_NAME as usize);
        let code = PMPI_Type_get_name(datatype::c(*datatype), type_name_c.as_mut_ptr(), resultlen);
        if code == MPI_SUCCESS {
            type_name_c.give(type_name, type_name_len);
        }
        give(ierror, code);
    }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pmpi_type_set_name_(
    datatype: *mut c_int,
    type_name: *mut c_char,
    ierror: *mut c_int,
    type_name_len: usize,
) {
    // SAFETY: the program vouches for its arguments.
    unsafe {
        let type_name_c = text_with_front(type_name, type_name_len);
        let code = PMPI_Type_set_name(datatype::c(*datatype), type_name_c.as_ptr().cast_mut());
        give(ierror, code);
    }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pmpi_win_delete_attr_(
    win: *mut c_int,
    win_keyval: *mut c_int,
    ierror: *mut c_int,
) {
    // SAFETY: the program vouches for its arguments.
    unsafe {
        let code = PMPI_Win_delete_attr(win::c(*win), *win_keyval);
        give(ierror, code);
    }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pmpi_win_free_keyval_(win_keyval: *mut c_int, ierror: *mut c_int) {
    // SAFETY: the program vouches for its arguments.
    unsafe {
        let code = PMPI_Win_free_keyval(win_keyval);
        give(ierror, code);
    }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pmpi_win_get_name_(
    win: *mut c_int,
    win_name: *mut c_char,
    resultlen: *mut c_int,
    ierror: *mut c_int,
    win_name_len: usize,
) {
    // SAFETY: the program vouches for its arguments.
    unsafe {
        let mut win_name_c = LettersOut::new(MPI_MAX_OBJECT_NAME as usize);
        let code = PMPI_Win_get_name(win::c(*win), win_name_c.as_mut_ptr(), resultlen);
        if code == MPI_SUCCESS {
            win_name_c.give(win_name, win_name_len);
        }
        give(ierror, code);
    }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pmpi_win_set_name_(
    win: *mut c_int,
    win_name: *mut c_char,
    ierror: *mut c_int,
    win_name_len: usize,
) {
    // SAFETY: the program vouches for its arguments.
    unsafe {
        let win_name_c = text_with_front(win_name, win_name_len);
        let code = PMPI_Win_set_name(win::c(*win), win_name_c.as_ptr().cast_mut());
        give(ierror, code);
    }
}
