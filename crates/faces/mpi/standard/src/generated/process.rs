//! Process initialization, creation and management (MPI-5.0 §11). Written by `cargo xtask codegen`; do not edit.

use super::prelude::*;

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Abort(comm: CommHandle, errorcode: c_int) -> c_int {
    entry("MPI_Abort", On::Comm(comm), || {
        check::handle("comm", comm)?;
        // SAFETY: the program vouches for its arguments.
        unsafe { calls::init::abort(comm, errorcode) }
    })
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Close_port(port_name: *const c_char) -> c_int {
    entry("MPI_Close_port", On::Nothing, || {
        check::pointer("port_name", port_name)?;
        // SAFETY: the program vouches for its arguments.
        unsafe { calls::dynamic::close_port(port_name) }
    })
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Comm_accept(
    port_name: *const c_char,
    info: InfoHandle,
    root: c_int,
    comm: CommHandle,
    newcomm: *mut CommHandle,
) -> c_int {
    entry("MPI_Comm_accept", On::Comm(comm), || {
        check::handle("comm", comm)?;
        check::pointer("newcomm", newcomm)?;
        // SAFETY: the program vouches for its arguments.
        unsafe { calls::dynamic::comm_accept(port_name, info, root, comm, newcomm) }
    })
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Comm_connect(
    port_name: *const c_char,
    info: InfoHandle,
    root: c_int,
    comm: CommHandle,
    newcomm: *mut CommHandle,
) -> c_int {
    entry("MPI_Comm_connect", On::Comm(comm), || {
        check::handle("comm", comm)?;
        check::pointer("newcomm", newcomm)?;
        // SAFETY: the program vouches for its arguments.
        unsafe { calls::dynamic::comm_connect(port_name, info, root, comm, newcomm) }
    })
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Comm_disconnect(comm: *mut CommHandle) -> c_int {
    // SAFETY: NULL or a handle of the program's.
    let on = On::Comm(unsafe { handle_at(comm) });
    entry("MPI_Comm_disconnect", on, || {
        // SAFETY: NULL or a handle of the program's.
        unsafe { check::handle_at("comm", comm) }?;
        // SAFETY: the program vouches for its arguments.
        unsafe { calls::comm::comm_disconnect(comm) }
    })
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Comm_get_parent(parent: *mut CommHandle) -> c_int {
    entry("MPI_Comm_get_parent", On::Nothing, || {
        check::pointer("parent", parent)?;
        // SAFETY: the program vouches for its arguments.
        unsafe { calls::dynamic::comm_get_parent(parent) }
    })
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Comm_join(fd: c_int, intercomm: *mut CommHandle) -> c_int {
    entry("MPI_Comm_join", On::Nothing, || {
        check::pointer("intercomm", intercomm)?;
        // SAFETY: the program vouches for its arguments.
        unsafe { calls::dynamic::comm_join(fd, intercomm) }
    })
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Comm_spawn(
    command: *const c_char,
    argv: *mut *mut c_char,
    maxprocs: c_int,
    info: InfoHandle,
    root: c_int,
    comm: CommHandle,
    intercomm: *mut CommHandle,
    array_of_errcodes: *mut c_int,
) -> c_int {
    entry("MPI_Comm_spawn", On::Comm(comm), || {
        check::handle("comm", comm)?;
        check::pointer("intercomm", intercomm)?;
        // SAFETY: the program vouches for its arguments.
        unsafe {
            calls::dynamic::comm_spawn(
                command,
                argv,
                maxprocs,
                info,
                root,
                comm,
                intercomm,
                array_of_errcodes,
            )
        }
    })
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Comm_spawn_multiple(
    count: c_int,
    array_of_commands: *mut *mut c_char,
    array_of_argv: *mut *mut *mut c_char,
    array_of_maxprocs: *const c_int,
    array_of_info: *const InfoHandle,
    root: c_int,
    comm: CommHandle,
    intercomm: *mut CommHandle,
    array_of_errcodes: *mut c_int,
) -> c_int {
    entry("MPI_Comm_spawn_multiple", On::Comm(comm), || {
        check::handle("comm", comm)?;
        check::pointer("intercomm", intercomm)?;
        // SAFETY: the program vouches for its arguments.
        unsafe {
            calls::dynamic::comm_spawn_multiple(
                count,
                array_of_commands,
                array_of_argv,
                array_of_maxprocs,
                array_of_info,
                root,
                comm,
                intercomm,
                array_of_errcodes,
            )
        }
    })
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Finalize() -> c_int {
    entry("MPI_Finalize", On::Nothing, || {
        // SAFETY: the program vouches for its arguments.
        unsafe { calls::init::finalize() }
    })
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Finalized(flag: *mut c_int) -> c_int {
    entry_anytime("MPI_Finalized", On::Nothing, || {
        check::pointer("flag", flag)?;
        // SAFETY: the program vouches for its arguments.
        unsafe { calls::init::finalized(flag) }
    })
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Init(argc: *mut c_int, argv: *mut *mut *mut c_char) -> c_int {
    entry_anytime("MPI_Init", On::Nothing, || {
        // SAFETY: the program vouches for its arguments.
        unsafe { calls::init::init(argc, argv) }
    })
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Init_thread(
    argc: *mut c_int,
    argv: *mut *mut *mut c_char,
    required: c_int,
    provided: *mut c_int,
) -> c_int {
    entry_anytime("MPI_Init_thread", On::Nothing, || {
        check::pointer("provided", provided)?;
        // SAFETY: the program vouches for its arguments.
        unsafe { calls::init::init_thread(argc, argv, required, provided) }
    })
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Initialized(flag: *mut c_int) -> c_int {
    entry_anytime("MPI_Initialized", On::Nothing, || {
        check::pointer("flag", flag)?;
        // SAFETY: the program vouches for its arguments.
        unsafe { calls::init::initialized(flag) }
    })
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Is_thread_main(flag: *mut c_int) -> c_int {
    entry("MPI_Is_thread_main", On::Nothing, || {
        check::pointer("flag", flag)?;
        // SAFETY: the program vouches for its arguments.
        unsafe { calls::init::is_thread_main(flag) }
    })
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Lookup_name(
    service_name: *const c_char,
    info: InfoHandle,
    port_name: *mut c_char,
) -> c_int {
    entry("MPI_Lookup_name", On::Nothing, || {
        check::pointer("service_name", service_name)?;
        check::pointer("port_name", port_name)?;
        // SAFETY: the program vouches for its arguments.
        unsafe { calls::dynamic::lookup_name(service_name, info, port_name) }
    })
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Open_port(info: InfoHandle, port_name: *mut c_char) -> c_int {
    entry("MPI_Open_port", On::Nothing, || {
        check::pointer("port_name", port_name)?;
        // SAFETY: the program vouches for its arguments.
        unsafe { calls::dynamic::open_port(info, port_name) }
    })
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Publish_name(
    service_name: *const c_char,
    info: InfoHandle,
    port_name: *const c_char,
) -> c_int {
    entry("MPI_Publish_name", On::Nothing, || {
        check::pointer("service_name", service_name)?;
        check::pointer("port_name", port_name)?;
        // SAFETY: the program vouches for its arguments.
        unsafe { calls::dynamic::publish_name(service_name, info, port_name) }
    })
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Query_thread(provided: *mut c_int) -> c_int {
    entry("MPI_Query_thread", On::Nothing, || {
        check::pointer("provided", provided)?;
        // SAFETY: the program vouches for its arguments.
        unsafe { calls::init::query_thread(provided) }
    })
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Session_finalize(session: *mut SessionHandle) -> c_int {
    // SAFETY: NULL or a handle of the program's.
    let on = On::Session(unsafe { handle_at(session) });
    entry("MPI_Session_finalize", on, || {
        // SAFETY: NULL or a handle of the program's.
        unsafe { check::handle_at("session", session) }?;
        // SAFETY: the program vouches for its arguments.
        unsafe { calls::session::session_finalize(session) }
    })
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Session_get_info(
    session: SessionHandle,
    info_used: *mut InfoHandle,
) -> c_int {
    entry("MPI_Session_get_info", On::Session(session), || {
        check::handle("session", session)?;
        check::pointer("info_used", info_used)?;
        // SAFETY: the program vouches for its arguments.
        unsafe { calls::session::session_get_info(session, info_used) }
    })
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Session_get_nth_pset(
    session: SessionHandle,
    info: InfoHandle,
    n: c_int,
    pset_len: *mut c_int,
    pset_name: *mut c_char,
) -> c_int {
    entry("MPI_Session_get_nth_pset", On::Session(session), || {
        check::handle("session", session)?;
        check::pointer("pset_len", pset_len)?;
        // SAFETY: the program vouches for its arguments.
        unsafe { calls::session::session_get_nth_pset(session, info, n, pset_len, pset_name) }
    })
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Session_get_num_psets(
    session: SessionHandle,
    info: InfoHandle,
    npset_names: *mut c_int,
) -> c_int {
    entry("MPI_Session_get_num_psets", On::Session(session), || {
        check::handle("session", session)?;
        check::pointer("npset_names", npset_names)?;
        // SAFETY: the program vouches for its arguments.
        unsafe { calls::session::session_get_num_psets(session, info, npset_names) }
    })
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Session_get_pset_info(
    session: SessionHandle,
    pset_name: *const c_char,
    info: *mut InfoHandle,
) -> c_int {
    entry("MPI_Session_get_pset_info", On::Session(session), || {
        check::handle("session", session)?;
        check::pointer("pset_name", pset_name)?;
        check::pointer("info", info)?;
        // SAFETY: the program vouches for its arguments.
        unsafe { calls::session::session_get_pset_info(session, pset_name, info) }
    })
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Session_init(
    info: InfoHandle,
    errhandler: ErrhandlerHandle,
    session: *mut SessionHandle,
) -> c_int {
    entry_anytime("MPI_Session_init", On::Made(errhandler), || {
        check::handle("errhandler", errhandler)?;
        check::pointer("session", session)?;
        // SAFETY: the program vouches for its arguments.
        unsafe { calls::session::session_init(info, errhandler, session) }
    })
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Unpublish_name(
    service_name: *const c_char,
    info: InfoHandle,
    port_name: *const c_char,
) -> c_int {
    entry("MPI_Unpublish_name", On::Nothing, || {
        check::pointer("service_name", service_name)?;
        check::pointer("port_name", port_name)?;
        // SAFETY: the program vouches for its arguments.
        unsafe { calls::dynamic::unpublish_name(service_name, info, port_name) }
    })
}
