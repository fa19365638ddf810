//! Written by `cargo xtask codegen`; do not edit.

use super::prelude::*;

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
        let mut request_c = request::null();
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
        let mut request_c = request::null();
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
