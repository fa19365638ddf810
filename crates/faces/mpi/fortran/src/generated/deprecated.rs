//! Written by `cargo xtask codegen`; do not edit.

use super::prelude::*;

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pmpi_attr_delete_(
    comm: *mut c_int,
    keyval: *mut c_int,
    ierror: *mut c_int,
) {
    // SAFETY: the program vouches for its arguments.
    unsafe {
        let code = PMPI_Attr_delete(comm::c(*comm), *keyval);
        give(ierror, code);
    }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pmpi_get_elements_x_(
    status: *mut c_int,
    datatype: *mut c_int,
    count: *mut i64,
    ierror: *mut c_int,
) {
    // SAFETY: the program vouches for its arguments.
    unsafe {
        let code = PMPI_Get_elements_x(status_or_none(status), datatype::c(*datatype), count);
        give(ierror, code);
    }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pmpi_info_get_(
    info: *mut c_int,
    key: *mut c_char,
    valuelen: *mut c_int,
    value: *mut c_char,
    flag: *mut c_int,
    ierror: *mut c_int,
    key_len: usize,
    value_len: usize,
) {
    // SAFETY: the program vouches for its arguments.
    unsafe {
        let key_c = text(key, key_len);
        let mut value_c = LettersOut::new(length_with_zero(*valuelen) as usize);
        let code = PMPI_Info_get(
            info::c(*info),
            key_c.as_ptr().cast_mut(),
            *valuelen,
            value_c.as_mut_ptr(),
            flag,
        );
        if code == MPI_SUCCESS && *flag != 0 {
            value_c.give(value, value_len);
        }
        give(ierror, code);
    }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pmpi_info_get_valuelen_(
    info: *mut c_int,
    key: *mut c_char,
    valuelen: *mut c_int,
    flag: *mut c_int,
    ierror: *mut c_int,
    key_len: usize,
) {
    // SAFETY: the program vouches for its arguments.
    unsafe {
        let key_c = text(key, key_len);
        let code =
            PMPI_Info_get_valuelen(info::c(*info), key_c.as_ptr().cast_mut(), valuelen, flag);
        give(ierror, code);
    }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pmpi_keyval_free_(keyval: *mut c_int, ierror: *mut c_int) {
    // SAFETY: the program vouches for its arguments.
    unsafe {
        let code = PMPI_Keyval_free(keyval);
        give(ierror, code);
    }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pmpi_status_set_elements_x_(
    status: *mut c_int,
    datatype: *mut c_int,
    count: *mut i64,
    ierror: *mut c_int,
) {
    // SAFETY: the program vouches for its arguments.
    unsafe {
        let code =
            PMPI_Status_set_elements_x(status_or_none(status), datatype::c(*datatype), *count);
        give(ierror, code);
    }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pmpi_type_get_extent_x_(
    datatype: *mut c_int,
    lb: *mut i64,
    extent: *mut i64,
    ierror: *mut c_int,
) {
    // SAFETY: the program vouches for its arguments.
    unsafe {
        let code = PMPI_Type_get_extent_x(datatype::c(*datatype), lb, extent);
        give(ierror, code);
    }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pmpi_type_get_true_extent_x_(
    datatype: *mut c_int,
    true_lb: *mut i64,
    true_extent: *mut i64,
    ierror: *mut c_int,
) {
    // SAFETY: the program vouches for its arguments.
    unsafe {
        let code = PMPI_Type_get_true_extent_x(datatype::c(*datatype), true_lb, true_extent);
        give(ierror, code);
    }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pmpi_type_size_x_(
    datatype: *mut c_int,
    size: *mut i64,
    ierror: *mut c_int,
) {
    // SAFETY: the program vouches for its arguments.
    unsafe {
        let code = PMPI_Type_size_x(datatype::c(*datatype), size);
        give(ierror, code);
    }
}
