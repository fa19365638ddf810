//! Point-to-point communication: buffers for buffered sends (MPI-5.0 §3). Written by `cargo xtask codegen`; do not edit.

use super::prelude::*;

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Buffer_attach(buffer: *mut c_void, size: c_int) -> c_int {
    entry("MPI_Buffer_attach", On::Nothing, || {
        check::not_negative("size", MPI_ERR_ARG, size as i64)?;
        // SAFETY: the program vouches for its arguments.
        unsafe { calls::buffer::buffer_attach(buffer, size as i64) }
    })
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Buffer_attach_c(buffer: *mut c_void, size: Count) -> c_int {
    entry("MPI_Buffer_attach_c", On::Nothing, || {
        check::not_negative("size", MPI_ERR_ARG, size)?;
        // SAFETY: the program vouches for its arguments.
        unsafe { calls::buffer::buffer_attach(buffer, size) }
    })
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Buffer_detach(buffer_addr: *mut c_void, size: *mut c_int) -> c_int {
    entry("MPI_Buffer_detach", On::Nothing, || {
        check::pointer("buffer_addr", buffer_addr)?;
        check::pointer("size", size)?;
        // SAFETY: the program vouches for its arguments.
        unsafe { calls::buffer::buffer_detach(buffer_addr, OutCount::int(size)) }
    })
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Buffer_detach_c(buffer_addr: *mut c_void, size: *mut Count) -> c_int {
    entry("MPI_Buffer_detach_c", On::Nothing, || {
        check::pointer("buffer_addr", buffer_addr)?;
        check::pointer("size", size)?;
        // SAFETY: the program vouches for its arguments.
        unsafe { calls::buffer::buffer_detach(buffer_addr, OutCount::count(size)) }
    })
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Buffer_flush() -> c_int {
    entry("MPI_Buffer_flush", On::Nothing, || {
        // SAFETY: the program vouches for its arguments.
        unsafe { calls::buffer::buffer_flush() }
    })
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Buffer_iflush(request: *mut RequestHandle) -> c_int {
    entry("MPI_Buffer_iflush", On::Nothing, || {
        check::pointer("request", request)?;
        // SAFETY: the program vouches for its arguments.
        unsafe { calls::buffer::buffer_iflush(request) }
    })
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Comm_attach_buffer(
    comm: CommHandle,
    buffer: *mut c_void,
    size: c_int,
) -> c_int {
    entry("MPI_Comm_attach_buffer", On::Comm(comm), || {
        check::handle("comm", comm)?;
        check::not_negative("size", MPI_ERR_ARG, size as i64)?;
        // SAFETY: the program vouches for its arguments.
        unsafe { calls::buffer::comm_attach_buffer(comm, buffer, size as i64) }
    })
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Comm_attach_buffer_c(
    comm: CommHandle,
    buffer: *mut c_void,
    size: Count,
) -> c_int {
    entry("MPI_Comm_attach_buffer_c", On::Comm(comm), || {
        check::handle("comm", comm)?;
        check::not_negative("size", MPI_ERR_ARG, size)?;
        // SAFETY: the program vouches for its arguments.
        unsafe { calls::buffer::comm_attach_buffer(comm, buffer, size) }
    })
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Comm_detach_buffer(
    comm: CommHandle,
    buffer_addr: *mut c_void,
    size: *mut c_int,
) -> c_int {
    entry("MPI_Comm_detach_buffer", On::Comm(comm), || {
        check::handle("comm", comm)?;
        check::pointer("buffer_addr", buffer_addr)?;
        check::pointer("size", size)?;
        // SAFETY: the program vouches for its arguments.
        unsafe { calls::buffer::comm_detach_buffer(comm, buffer_addr, OutCount::int(size)) }
    })
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Comm_detach_buffer_c(
    comm: CommHandle,
    buffer_addr: *mut c_void,
    size: *mut Count,
) -> c_int {
    entry("MPI_Comm_detach_buffer_c", On::Comm(comm), || {
        check::handle("comm", comm)?;
        check::pointer("buffer_addr", buffer_addr)?;
        check::pointer("size", size)?;
        // SAFETY: the program vouches for its arguments.
        unsafe { calls::buffer::comm_detach_buffer(comm, buffer_addr, OutCount::count(size)) }
    })
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Comm_flush_buffer(comm: CommHandle) -> c_int {
    entry("MPI_Comm_flush_buffer", On::Comm(comm), || {
        check::handle("comm", comm)?;
        // SAFETY: the program vouches for its arguments.
        unsafe { calls::buffer::comm_flush_buffer(comm) }
    })
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Comm_iflush_buffer(
    comm: CommHandle,
    request: *mut RequestHandle,
) -> c_int {
    entry("MPI_Comm_iflush_buffer", On::Comm(comm), || {
        check::handle("comm", comm)?;
        check::pointer("request", request)?;
        // SAFETY: the program vouches for its arguments.
        unsafe { calls::buffer::comm_iflush_buffer(comm, request) }
    })
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Session_attach_buffer(
    session: SessionHandle,
    buffer: *mut c_void,
    size: c_int,
) -> c_int {
    entry("MPI_Session_attach_buffer", On::Session(session), || {
        check::handle("session", session)?;
        check::not_negative("size", MPI_ERR_ARG, size as i64)?;
        // SAFETY: the program vouches for its arguments.
        unsafe { calls::buffer::session_attach_buffer(session, buffer, size as i64) }
    })
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Session_attach_buffer_c(
    session: SessionHandle,
    buffer: *mut c_void,
    size: Count,
) -> c_int {
    entry("MPI_Session_attach_buffer_c", On::Session(session), || {
        check::handle("session", session)?;
        check::not_negative("size", MPI_ERR_ARG, size)?;
        // SAFETY: the program vouches for its arguments.
        unsafe { calls::buffer::session_attach_buffer(session, buffer, size) }
    })
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Session_detach_buffer(
    session: SessionHandle,
    buffer_addr: *mut c_void,
    size: *mut c_int,
) -> c_int {
    entry("MPI_Session_detach_buffer", On::Session(session), || {
        check::handle("session", session)?;
        check::pointer("buffer_addr", buffer_addr)?;
        check::pointer("size", size)?;
        // SAFETY: the program vouches for its arguments.
        unsafe { calls::buffer::session_detach_buffer(session, buffer_addr, OutCount::int(size)) }
    })
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Session_detach_buffer_c(
    session: SessionHandle,
    buffer_addr: *mut c_void,
    size: *mut Count,
) -> c_int {
    entry("MPI_Session_detach_buffer_c", On::Session(session), || {
        check::handle("session", session)?;
        check::pointer("buffer_addr", buffer_addr)?;
        check::pointer("size", size)?;
        // SAFETY: the program vouches for its arguments.
        unsafe { calls::buffer::session_detach_buffer(session, buffer_addr, OutCount::count(size)) }
    })
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Session_flush_buffer(session: SessionHandle) -> c_int {
    entry("MPI_Session_flush_buffer", On::Session(session), || {
        check::handle("session", session)?;
        // SAFETY: the program vouches for its arguments.
        unsafe { calls::buffer::session_flush_buffer(session) }
    })
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Session_iflush_buffer(
    session: SessionHandle,
    request: *mut RequestHandle,
) -> c_int {
    entry("MPI_Session_iflush_buffer", On::Session(session), || {
        check::handle("session", session)?;
        check::pointer("request", request)?;
        // SAFETY: the program vouches for its arguments.
        unsafe { calls::buffer::session_iflush_buffer(session, request) }
    })
}
