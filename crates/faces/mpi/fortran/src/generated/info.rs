//! Written by `cargo xtask codegen`; do not edit.

use super::prelude::*;

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pmpi_info_create_(info: *mut c_int, ierror: *mut c_int) {
    // SAFETY: the program vouches for its arguments.
    unsafe {
        let mut info_c = info::null();
        let code = PMPI_Info_create(&mut info_c);
        if code == MPI_SUCCESS {
            *info = info::fortran(info_c);
        }
        give(ierror, code);
    }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pmpi_info_create_env_(info: *mut c_int, ierror: *mut c_int) {
    // SAFETY: the program vouches for its arguments.
    unsafe {
        let mut info_c = info::null();
        let code = PMPI_Info_create_env(0, null_mut(), &mut info_c);
        if code == MPI_SUCCESS {
            *info = info::fortran(info_c);
        }
        give(ierror, code);
    }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pmpi_info_delete_(
    info: *mut c_int,
    key: *mut c_char,
    ierror: *mut c_int,
    key_len: usize,
) {
    // SAFETY: the program vouches for its arguments.
    unsafe {
        let key_c = text(key, key_len);
        let code = PMPI_Info_delete(info::c(*info), key_c.as_ptr().cast_mut());
        give(ierror, code);
    }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pmpi_info_dup_(info: *mut c_int, newinfo: *mut c_int, ierror: *mut c_int) {
    // SAFETY: the program vouches for its arguments.
    unsafe {
        let mut newinfo_c = info::null();
        let code = PMPI_Info_dup(info::c(*info), &mut newinfo_c);
        if code == MPI_SUCCESS {
            *newinfo = info::fortran(newinfo_c);
        }
        give(ierror, code);
    }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pmpi_info_free_(info: *mut c_int, ierror: *mut c_int) {
    // SAFETY: the program vouches for its arguments.
    unsafe {
        let mut info_c = info::c(*info);
        let code = PMPI_Info_free(&mut info_c);
        *info = info::fortran(info_c);
        give(ierror, code);
    }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pmpi_info_get_nkeys_(
    info: *mut c_int,
    nkeys: *mut c_int,
    ierror: *mut c_int,
) {
    // SAFETY: the program vouches for its arguments.
    unsafe {
        let code = PMPI_Info_get_nkeys(info::c(*info), nkeys);
        give(ierror, code);
    }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pmpi_info_get_nthkey_(
    info: *mut c_int,
    n: *mut c_int,
    key: *mut c_char,
    ierror: *mut c_int,
    key_len: usize,
) {
    // SAFETY: the program vouches for its arguments.
    unsafe {
        let mut key_c = LettersOut::new(MPI_MAX_INFO_KEY as usize);
        let code = PMPI_Info_get_nthkey(info::c(*info), *n, key_c.as_mut_ptr());
        if code == MPI_SUCCESS {
            key_c.give(key, key_len);
        }
        give(ierror, code);
    }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pmpi_info_get_string_(
    info: *mut c_int,
    key: *mut c_char,
    buflen: *mut c_int,
    value: *mut c_char,
    flag: *mut c_int,
    ierror: *mut c_int,
    key_len: usize,
    value_len: usize,
) {
    // SAFETY: the program vouches for its arguments.
    unsafe {
        let key_c = text(key, key_len);
        let mut buflen_c = length_with_zero(*buflen);
        let mut value_c = LettersOut::new(buflen_c as usize);
        let code = PMPI_Info_get_string(
            info::c(*info),
            key_c.as_ptr().cast_mut(),
            &mut buflen_c,
            value_c.as_mut_ptr(),
            flag,
        );
        *buflen = (buflen_c - 1).max(0);
        if code == MPI_SUCCESS && *flag != 0 {
            value_c.give(value, value_len);
        }
        give(ierror, code);
    }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pmpi_info_set_(
    info: *mut c_int,
    key: *mut c_char,
    value: *mut c_char,
    ierror: *mut c_int,
    key_len: usize,
    value_len: usize,
) {
    // SAFETY: the program vouches for its arguments.
    unsafe {
        let key_c = text(key, key_len);
        let value_c = text(value, value_len);
        let code =
            PMPI_Info_set(info::c(*info), key_c.as_ptr().cast_mut(), value_c.as_ptr().cast_mut());
        give(ierror, code);
    }
}
