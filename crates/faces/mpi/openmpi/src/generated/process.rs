//! Process initialization, creation and management (MPI-5.0 §11). Written by `cargo xtask codegen`; do not edit.

use super::prelude::*;

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Abort(comm: CommHandle, errorcode: c_int) -> c_int {
    let comm = comm.inward();
    Face::returned(entry("MPI_Abort", On::Comm(comm), || {
        check::handle("comm", comm)?;
        // SAFETY: the program vouches for its arguments.
        unsafe { calls::init::abort(comm, errorcode) }
    }))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Close_port(port_name: *const c_char) -> c_int {
    Face::returned(entry("MPI_Close_port", On::Nothing, || {
        check::pointer("port_name", port_name)?;
        // SAFETY: the program vouches for its arguments.
        unsafe { calls::dynamic::close_port(port_name) }
    }))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Comm_accept(
    port_name: *const c_char,
    info: InfoHandle,
    root: c_int,
    comm: CommHandle,
    newcomm: *mut CommHandle,
) -> c_int {
    let info = info.inward();
    let root = Face::rank_inward(root);
    let comm = comm.inward();
    // SAFETY: NULL, or what the standard says of the argument.
    let mut newcomm_place = unsafe { HandlePlace::new(newcomm, false, true) };
    let newcomm = newcomm_place.pointer();
    Face::returned(entry("MPI_Comm_accept", On::Comm(comm), || {
        check::handle("comm", comm)?;
        check::pointer("newcomm", newcomm)?;
        // SAFETY: the program vouches for its arguments.
        unsafe { calls::dynamic::comm_accept(port_name, info, root, comm, newcomm) }
    }))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Comm_connect(
    port_name: *const c_char,
    info: InfoHandle,
    root: c_int,
    comm: CommHandle,
    newcomm: *mut CommHandle,
) -> c_int {
    let info = info.inward();
    let root = Face::rank_inward(root);
    let comm = comm.inward();
    // SAFETY: NULL, or what the standard says of the argument.
    let mut newcomm_place = unsafe { HandlePlace::new(newcomm, false, true) };
    let newcomm = newcomm_place.pointer();
    Face::returned(entry("MPI_Comm_connect", On::Comm(comm), || {
        check::handle("comm", comm)?;
        check::pointer("newcomm", newcomm)?;
        // SAFETY: the program vouches for its arguments.
        unsafe { calls::dynamic::comm_connect(port_name, info, root, comm, newcomm) }
    }))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Comm_disconnect(comm: *mut CommHandle) -> c_int {
    // SAFETY: NULL, or what the standard says of the argument.
    let mut comm_place = unsafe { HandlePlace::new(comm, true, true) };
    let comm = comm_place.pointer();
    // SAFETY: NULL or a handle of the program's.
    let on = On::Comm(unsafe { handle_at(comm) });
    Face::returned(entry("MPI_Comm_disconnect", on, || {
        // SAFETY: NULL or a handle of the program's.
        unsafe { check::handle_at("comm", comm) }?;
        // SAFETY: the program vouches for its arguments.
        unsafe { calls::comm::comm_disconnect(comm) }
    }))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Comm_get_parent(parent: *mut CommHandle) -> c_int {
    // SAFETY: NULL, or what the standard says of the argument.
    let mut parent_place = unsafe { HandlePlace::new(parent, false, true) };
    let parent = parent_place.pointer();
    Face::returned(entry("MPI_Comm_get_parent", On::Nothing, || {
        check::pointer("parent", parent)?;
        // SAFETY: the program vouches for its arguments.
        unsafe { calls::dynamic::comm_get_parent(parent) }
    }))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Comm_join(fd: c_int, intercomm: *mut CommHandle) -> c_int {
    // SAFETY: NULL, or what the standard says of the argument.
    let mut intercomm_place = unsafe { HandlePlace::new(intercomm, false, true) };
    let intercomm = intercomm_place.pointer();
    Face::returned(entry("MPI_Comm_join", On::Nothing, || {
        check::pointer("intercomm", intercomm)?;
        // SAFETY: the program vouches for its arguments.
        unsafe { calls::dynamic::comm_join(fd, intercomm) }
    }))
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
    let info = info.inward();
    let root = Face::rank_inward(root);
    let comm = comm.inward();
    // SAFETY: NULL, or what the standard says of the argument.
    let mut intercomm_place = unsafe { HandlePlace::new(intercomm, false, true) };
    let intercomm = intercomm_place.pointer();
    Face::returned(entry("MPI_Comm_spawn", On::Comm(comm), || {
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
    }))
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
    let root = Face::rank_inward(root);
    let comm = comm.inward();
    // SAFETY: NULL, or what the standard says of the argument.
    let mut array_of_info_list = unsafe {
        HandleList::new(
            array_of_info.cast_mut(),
            lengths::at_root(comm, root, lengths::of(count)),
            true,
            false,
        )
    };
    let array_of_info = array_of_info_list.pointer();
    // SAFETY: NULL, or what the standard says of the argument.
    let mut intercomm_place = unsafe { HandlePlace::new(intercomm, false, true) };
    let intercomm = intercomm_place.pointer();
    Face::returned(entry("MPI_Comm_spawn_multiple", On::Comm(comm), || {
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
    }))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Finalize() -> c_int {
    Face::returned(entry("MPI_Finalize", On::Nothing, || {
        // SAFETY: the program vouches for its arguments.
        unsafe { calls::init::finalize() }
    }))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Finalized(flag: *mut c_int) -> c_int {
    Face::returned(entry_anytime("MPI_Finalized", On::Nothing, || {
        check::pointer("flag", flag)?;
        // SAFETY: the program vouches for its arguments.
        unsafe { calls::init::finalized(flag) }
    }))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Init(argc: *mut c_int, argv: *mut *mut *mut c_char) -> c_int {
    Face::returned(entry_anytime("MPI_Init", On::Nothing, || {
        // SAFETY: the program vouches for its arguments.
        unsafe { calls::init::init(argc, argv) }
    }))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Init_thread(
    argc: *mut c_int,
    argv: *mut *mut *mut c_char,
    required: c_int,
    provided: *mut c_int,
) -> c_int {
    let required = Face::thread_level_inward(required);
    // SAFETY: NULL, or what the standard says of the argument.
    let mut provided_place = unsafe {
        NumberPlace::new(
            provided.cast(),
            false,
            Face::thread_level_inward,
            Face::thread_level_outward,
        )
    };
    let provided = provided_place.pointer().cast();
    Face::returned(entry_anytime("MPI_Init_thread", On::Nothing, || {
        check::pointer("provided", provided)?;
        // SAFETY: the program vouches for its arguments.
        unsafe { calls::init::init_thread(argc, argv, required, provided) }
    }))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Initialized(flag: *mut c_int) -> c_int {
    Face::returned(entry_anytime("MPI_Initialized", On::Nothing, || {
        check::pointer("flag", flag)?;
        // SAFETY: the program vouches for its arguments.
        unsafe { calls::init::initialized(flag) }
    }))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Is_thread_main(flag: *mut c_int) -> c_int {
    Face::returned(entry("MPI_Is_thread_main", On::Nothing, || {
        check::pointer("flag", flag)?;
        // SAFETY: the program vouches for its arguments.
        unsafe { calls::init::is_thread_main(flag) }
    }))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Lookup_name(
    service_name: *const c_char,
    info: InfoHandle,
    port_name: *mut c_char,
) -> c_int {
    let info = info.inward();
    Face::returned(entry("MPI_Lookup_name", On::Nothing, || {
        check::pointer("service_name", service_name)?;
        check::pointer("port_name", port_name)?;
        // SAFETY: the program vouches for its arguments.
        unsafe { odd::lookup_name::<Face>(service_name, info, port_name) }
    }))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Open_port(info: InfoHandle, port_name: *mut c_char) -> c_int {
    let info = info.inward();
    Face::returned(entry("MPI_Open_port", On::Nothing, || {
        check::pointer("port_name", port_name)?;
        // SAFETY: the program vouches for its arguments.
        unsafe { odd::open_port::<Face>(info, port_name) }
    }))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Publish_name(
    service_name: *const c_char,
    info: InfoHandle,
    port_name: *const c_char,
) -> c_int {
    let info = info.inward();
    Face::returned(entry("MPI_Publish_name", On::Nothing, || {
        check::pointer("service_name", service_name)?;
        check::pointer("port_name", port_name)?;
        // SAFETY: the program vouches for its arguments.
        unsafe { calls::dynamic::publish_name(service_name, info, port_name) }
    }))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Query_thread(provided: *mut c_int) -> c_int {
    // SAFETY: NULL, or what the standard says of the argument.
    let mut provided_place = unsafe {
        NumberPlace::new(
            provided.cast(),
            false,
            Face::thread_level_inward,
            Face::thread_level_outward,
        )
    };
    let provided = provided_place.pointer().cast();
    Face::returned(entry("MPI_Query_thread", On::Nothing, || {
        check::pointer("provided", provided)?;
        // SAFETY: the program vouches for its arguments.
        unsafe { calls::init::query_thread(provided) }
    }))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Session_finalize(session: *mut SessionHandle) -> c_int {
    // SAFETY: NULL, or what the standard says of the argument.
    let mut session_place = unsafe { HandlePlace::new(session, true, true) };
    let session = session_place.pointer();
    // SAFETY: NULL or a handle of the program's.
    let on = On::Session(unsafe { handle_at(session) });
    Face::returned(entry("MPI_Session_finalize", on, || {
        // SAFETY: NULL or a handle of the program's.
        unsafe { check::handle_at("session", session) }?;
        // SAFETY: the program vouches for its arguments.
        unsafe { calls::session::session_finalize(session) }
    }))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Session_get_info(
    session: SessionHandle,
    info_used: *mut InfoHandle,
) -> c_int {
    let session = session.inward();
    // SAFETY: NULL, or what the standard says of the argument.
    let mut info_used_place = unsafe { HandlePlace::new(info_used, false, true) };
    let info_used = info_used_place.pointer();
    Face::returned(entry("MPI_Session_get_info", On::Session(session), || {
        check::handle("session", session)?;
        check::pointer("info_used", info_used)?;
        // SAFETY: the program vouches for its arguments.
        unsafe { calls::session::session_get_info(session, info_used) }
    }))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Session_get_nth_pset(
    session: SessionHandle,
    info: InfoHandle,
    n: c_int,
    pset_len: *mut c_int,
    pset_name: *mut c_char,
) -> c_int {
    let session = session.inward();
    let info = info.inward();
    Face::returned(entry("MPI_Session_get_nth_pset", On::Session(session), || {
        check::handle("session", session)?;
        check::pointer("pset_len", pset_len)?;
        // SAFETY: the program vouches for its arguments.
        unsafe { calls::session::session_get_nth_pset(session, info, n, pset_len, pset_name) }
    }))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Session_get_num_psets(
    session: SessionHandle,
    info: InfoHandle,
    npset_names: *mut c_int,
) -> c_int {
    let session = session.inward();
    let info = info.inward();
    Face::returned(entry("MPI_Session_get_num_psets", On::Session(session), || {
        check::handle("session", session)?;
        check::pointer("npset_names", npset_names)?;
        // SAFETY: the program vouches for its arguments.
        unsafe { calls::session::session_get_num_psets(session, info, npset_names) }
    }))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Session_get_pset_info(
    session: SessionHandle,
    pset_name: *const c_char,
    info: *mut InfoHandle,
) -> c_int {
    let session = session.inward();
    // SAFETY: NULL, or what the standard says of the argument.
    let mut info_place = unsafe { HandlePlace::new(info, false, true) };
    let info = info_place.pointer();
    Face::returned(entry("MPI_Session_get_pset_info", On::Session(session), || {
        check::handle("session", session)?;
        check::pointer("pset_name", pset_name)?;
        check::pointer("info", info)?;
        // SAFETY: the program vouches for its arguments.
        unsafe { calls::session::session_get_pset_info(session, pset_name, info) }
    }))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Session_init(
    info: InfoHandle,
    errhandler: ErrhandlerHandle,
    session: *mut SessionHandle,
) -> c_int {
    let info = info.inward();
    let errhandler = errhandler.inward();
    // SAFETY: NULL, or what the standard says of the argument.
    let mut session_place = unsafe { HandlePlace::new(session, false, true) };
    let session = session_place.pointer();
    Face::returned(entry_anytime("MPI_Session_init", On::Made(errhandler), || {
        check::handle("errhandler", errhandler)?;
        check::pointer("session", session)?;
        // SAFETY: the program vouches for its arguments.
        unsafe { calls::session::session_init(info, errhandler, session) }
    }))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Unpublish_name(
    service_name: *const c_char,
    info: InfoHandle,
    port_name: *const c_char,
) -> c_int {
    let info = info.inward();
    Face::returned(entry("MPI_Unpublish_name", On::Nothing, || {
        check::pointer("service_name", service_name)?;
        check::pointer("port_name", port_name)?;
        // SAFETY: the program vouches for its arguments.
        unsafe { calls::dynamic::unpublish_name(service_name, info, port_name) }
    }))
}
