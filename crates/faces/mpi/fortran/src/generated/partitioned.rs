//! Written by `cargo xtask codegen`; do not edit.

use super::prelude::*;

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pmpi_parrived_(
    request: *mut c_int,
    partition: *mut c_int,
    flag: *mut c_int,
    ierror: *mut c_int,
) {
    // SAFETY: the program vouches for its arguments.
    unsafe {
        let code = PMPI_Parrived(request::c(*request), *partition, flag);
        give(ierror, code);
    }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pmpi_pready_(
    partition: *mut c_int,
    request: *mut c_int,
    ierror: *mut c_int,
) {
    // SAFETY: the program vouches for its arguments.
    unsafe {
        let code = PMPI_Pready(*partition, request::c(*request));
        give(ierror, code);
    }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pmpi_pready_list_(
    length: *mut c_int,
    array_of_partitions: *mut c_int,
    request: *mut c_int,
    ierror: *mut c_int,
) {
    // SAFETY: the program vouches for its arguments.
    unsafe {
        let code = PMPI_Pready_list(*length, array_of_partitions, request::c(*request));
        give(ierror, code);
    }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pmpi_pready_range_(
    partition_low: *mut c_int,
    partition_high: *mut c_int,
    request: *mut c_int,
    ierror: *mut c_int,
) {
    // SAFETY: the program vouches for its arguments.
    unsafe {
        let code = PMPI_Pready_range(*partition_low, *partition_high, request::c(*request));
        give(ierror, code);
    }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pmpi_precv_init_(
    buf: *mut c_void,
    partitions: *mut c_int,
    count: *mut c_int,
    datatype: *mut c_int,
    source: *mut c_int,
    tag: *mut c_int,
    comm: *mut c_int,
    info: *mut c_int,
    request: *mut c_int,
    ierror: *mut c_int,
) {
    // SAFETY: the program vouches for its arguments.
    unsafe {
        let mut request_c = request::NULL;
        let code = PMPI_Precv_init(
            memory(buf),
            *partitions,
            *count,
            datatype::c(*datatype),
            *source,
            *tag,
            comm::c(*comm),
            info::c(*info),
            &mut request_c,
        );
        if code == MPI_SUCCESS {
            *request = new_request(request_c);
        }
        give(ierror, code);
    }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pmpi_precv_init_f08ts_(
    buf: *const Cdesc,
    partitions: *mut c_int,
    count: *mut c_int,
    datatype: *mut c_int,
    source: *mut c_int,
    tag: *mut c_int,
    comm: *mut c_int,
    info: *mut c_int,
    request: *mut c_int,
    ierror: *mut c_int,
) {
    // SAFETY: the program vouches for its arguments.
    unsafe {
        if !lies_in_a_row(buf) {
            return refuse("MPI_Precv_init", "buf", ierror);
        }
        let mut request_c = request::NULL;
        let code = PMPI_Precv_init(
            memory_of(buf),
            *partitions,
            *count,
            datatype::c(*datatype),
            *source,
            *tag,
            comm::c(*comm),
            info::c(*info),
            &mut request_c,
        );
        new_request_with(request, request_c, code, true, []);
        give(ierror, code);
    }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pmpi_precv_init_c_f08ts_(
    buf: *const Cdesc,
    partitions: *mut c_int,
    count: *mut i64,
    datatype: *mut c_int,
    source: *mut c_int,
    tag: *mut c_int,
    comm: *mut c_int,
    info: *mut c_int,
    request: *mut c_int,
    ierror: *mut c_int,
) {
    // SAFETY: the program vouches for its arguments.
    unsafe {
        if !lies_in_a_row(buf) {
            return refuse("MPI_Precv_init_c", "buf", ierror);
        }
        let mut request_c = request::NULL;
        let code = PMPI_Precv_init_c(
            memory_of(buf),
            *partitions,
            *count,
            datatype::c(*datatype),
            *source,
            *tag,
            comm::c(*comm),
            info::c(*info),
            &mut request_c,
        );
        new_request_with(request, request_c, code, true, []);
        give(ierror, code);
    }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pmpi_psend_init_(
    buf: *mut c_void,
    partitions: *mut c_int,
    count: *mut c_int,
    datatype: *mut c_int,
    dest: *mut c_int,
    tag: *mut c_int,
    comm: *mut c_int,
    info: *mut c_int,
    request: *mut c_int,
    ierror: *mut c_int,
) {
    // SAFETY: the program vouches for its arguments.
    unsafe {
        let mut request_c = request::NULL;
        let code = PMPI_Psend_init(
            memory(buf),
            *partitions,
            *count,
            datatype::c(*datatype),
            *dest,
            *tag,
            comm::c(*comm),
            info::c(*info),
            &mut request_c,
        );
        if code == MPI_SUCCESS {
            *request = new_request(request_c);
        }
        give(ierror, code);
    }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pmpi_psend_init_f08ts_(
    buf: *const Cdesc,
    partitions: *mut c_int,
    count: *mut c_int,
    datatype: *mut c_int,
    dest: *mut c_int,
    tag: *mut c_int,
    comm: *mut c_int,
    info: *mut c_int,
    request: *mut c_int,
    ierror: *mut c_int,
) {
    // SAFETY: the program vouches for its arguments.
    unsafe {
        if !lies_in_a_row(buf) {
            return refuse("MPI_Psend_init", "buf", ierror);
        }
        let mut request_c = request::NULL;
        let code = PMPI_Psend_init(
            memory_of(buf),
            *partitions,
            *count,
            datatype::c(*datatype),
            *dest,
            *tag,
            comm::c(*comm),
            info::c(*info),
            &mut request_c,
        );
        new_request_with(request, request_c, code, true, []);
        give(ierror, code);
    }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pmpi_psend_init_c_f08ts_(
    buf: *const Cdesc,
    partitions: *mut c_int,
    count: *mut i64,
    datatype: *mut c_int,
    dest: *mut c_int,
    tag: *mut c_int,
    comm: *mut c_int,
    info: *mut c_int,
    request: *mut c_int,
    ierror: *mut c_int,
) {
    // SAFETY: the program vouches for its arguments.
    unsafe {
        if !lies_in_a_row(buf) {
            return refuse("MPI_Psend_init_c", "buf", ierror);
        }
        let mut request_c = request::NULL;
        let code = PMPI_Psend_init_c(
            memory_of(buf),
            *partitions,
            *count,
            datatype::c(*datatype),
            *dest,
            *tag,
            comm::c(*comm),
            info::c(*info),
            &mut request_c,
        );
        new_request_with(request, request_c, code, true, []);
        give(ierror, code);
    }
}
