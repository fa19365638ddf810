//! Written by `cargo xtask codegen`; do not edit.

use super::prelude::*;

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pmpi_buffer_attach_(
    buffer: *mut c_void,
    size: *mut c_int,
    ierror: *mut c_int,
) {
    // SAFETY: the program vouches for its arguments.
    unsafe {
        let code = PMPI_Buffer_attach(memory(buffer), *size);
        give(ierror, code);
    }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pmpi_buffer_attach_f08ts_(
    buffer: *const Cdesc,
    size: *mut c_int,
    ierror: *mut c_int,
) {
    // SAFETY: the program vouches for its arguments.
    unsafe {
        if !lies_in_a_row(buffer) {
            return refuse("MPI_Buffer_attach", "buffer", ierror);
        }
        let code = PMPI_Buffer_attach(memory_of(buffer), *size);
        give(ierror, code);
    }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pmpi_buffer_attach_c_f08ts_(
    buffer: *const Cdesc,
    size: *mut i64,
    ierror: *mut c_int,
) {
    // SAFETY: the program vouches for its arguments.
    unsafe {
        if !lies_in_a_row(buffer) {
            return refuse("MPI_Buffer_attach_c", "buffer", ierror);
        }
        let code = PMPI_Buffer_attach_c(memory_of(buffer), *size);
        give(ierror, code);
    }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pmpi_buffer_flush_(ierror: *mut c_int) {
    // SAFETY: the program vouches for its arguments.
    unsafe {
        let code = PMPI_Buffer_flush();
        give(ierror, code);
    }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pmpi_buffer_iflush_(request: *mut c_int, ierror: *mut c_int) {
    // SAFETY: the program vouches for its arguments.
    unsafe {
        let mut request_c = request::null();
        let code = PMPI_Buffer_iflush(&mut request_c);
        if code == MPI_SUCCESS {
            *request = new_request(request_c);
        }
        give(ierror, code);
    }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pmpi_comm_attach_buffer_(
    comm: *mut c_int,
    buffer: *mut c_void,
    size: *mut c_int,
    ierror: *mut c_int,
) {
    // SAFETY: the program vouches for its arguments.
    unsafe {
        let code = PMPI_Comm_attach_buffer(comm::c(*comm), memory(buffer), *size);
        give(ierror, code);
    }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pmpi_comm_attach_buffer_f08ts_(
    comm: *mut c_int,
    buffer: *const Cdesc,
    size: *mut c_int,
    ierror: *mut c_int,
) {
    // SAFETY: the program vouches for its arguments.
    unsafe {
        if !lies_in_a_row(buffer) {
            return refuse("MPI_Comm_attach_buffer", "buffer", ierror);
        }
        let code = PMPI_Comm_attach_buffer(comm::c(*comm), memory_of(buffer), *size);
        give(ierror, code);
    }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pmpi_comm_attach_buffer_c_f08ts_(
    comm: *mut c_int,
    buffer: *const Cdesc,
    size: *mut i64,
    ierror: *mut c_int,
) {
    // SAFETY: the program vouches for its arguments.
    unsafe {
        if !lies_in_a_row(buffer) {
            return refuse("MPI_Comm_attach_buffer_c", "buffer", ierror);
        }
        let code = PMPI_Comm_attach_buffer_c(comm::c(*comm), memory_of(buffer), *size);
        give(ierror, code);
    }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pmpi_comm_flush_buffer_(comm: *mut c_int, ierror: *mut c_int) {
    // SAFETY: the program vouches for its arguments.
    unsafe {
        let code = PMPI_Comm_flush_buffer(comm::c(*comm));
        give(ierror, code);
    }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pmpi_comm_iflush_buffer_(
    comm: *mut c_int,
    request: *mut c_int,
    ierror: *mut c_int,
) {
    // SAFETY: the program vouches for its arguments.
    unsafe {
        let mut request_c = request::null();
        let code = PMPI_Comm_iflush_buffer(comm::c(*comm), &mut request_c);
        if code == MPI_SUCCESS {
            *request = new_request(request_c);
        }
        give(ierror, code);
    }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pmpi_session_attach_buffer_(
    session: *mut c_int,
    buffer: *mut c_void,
    size: *mut c_int,
    ierror: *mut c_int,
) {
    // SAFETY: the program vouches for its arguments.
    unsafe {
        let code = PMPI_Session_attach_buffer(session::c(*session), memory(buffer), *size);
        give(ierror, code);
    }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pmpi_session_attach_buffer_f08ts_(
    session: *mut c_int,
    buffer: *const Cdesc,
    size: *mut c_int,
    ierror: *mut c_int,
) {
    // SAFETY: the program vouches for its arguments.
    unsafe {
        if !lies_in_a_row(buffer) {
            return refuse("MPI_Session_attach_buffer", "buffer", ierror);
        }
        let code = PMPI_Session_attach_buffer(session::c(*session), memory_of(buffer), *size);
        give(ierror, code);
    }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pmpi_session_attach_buffer_c_f08ts_(
    session: *mut c_int,
    buffer: *const Cdesc,
    size: *mut i64,
    ierror: *mut c_int,
) {
    // SAFETY: the program vouches for its arguments.
    unsafe {
        if !lies_in_a_row(buffer) {
            return refuse("MPI_Session_attach_buffer_c", "buffer", ierror);
        }
        let code = PMPI_Session_attach_buffer_c(session::c(*session), memory_of(buffer), *size);
        give(ierror, code);
    }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pmpi_session_flush_buffer_(session: *mut c_int, ierror: *mut c_int) {
    // SAFETY: the program vouches for its arguments.
    unsafe {
        let code = PMPI_Session_flush_buffer(session::c(*session));
        give(ierror, code);
    }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pmpi_session_iflush_buffer_(
    session: *mut c_int,
    request: *mut c_int,
    ierror: *mut c_int,
) {
    // SAFETY: the program vouches for its arguments.
    unsafe {
        let mut request_c = request::null();
        let code = PMPI_Session_iflush_buffer(session::c(*session), &mut request_c);
        if code == MPI_SUCCESS {
            *request = new_request(request_c);
        }
        give(ierror, code);
    }
}
