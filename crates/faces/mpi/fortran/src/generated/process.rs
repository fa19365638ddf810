//! Written by `cargo xtask codegen`; do not edit.

use super::prelude::*;

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pmpi_abort_(comm: *mut c_int, errorcode: *mut c_int, ierror: *mut c_int) {
    // SAFETY: the program vouches for its arguments.
    unsafe {
        let code = PMPI_Abort(comm::c(*comm), *errorcode);
        give(ierror, code);
    }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pmpi_close_port_(
    port_name: *mut c_char,
    ierror: *mut c_int,
    port_name_len: usize,
) {
    // SAFETY: the program vouches for its arguments.
    unsafe {
        let port_name_c = text(port_name, port_name_len);
        let code = PMPI_Close_port(port_name_c.as_ptr().cast_mut());
        give(ierror, code);
    }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pmpi_comm_accept_(
    port_name: *mut c_char,
    info: *mut c_int,
    root: *mut c_int,
    comm: *mut c_int,
    newcomm: *mut c_int,
    ierror: *mut c_int,
    port_name_len: usize,
) {
    // SAFETY: the program vouches for its arguments.
    unsafe {
        let port_name_c = text(port_name, port_name_len);
        let mut newcomm_c = comm::null();
        let code = PMPI_Comm_accept(
            port_name_c.as_ptr().cast_mut(),
            info::c(*info),
            *root,
            comm::c(*comm),
            &mut newcomm_c,
        );
        if code == MPI_SUCCESS {
            *newcomm = comm::fortran(newcomm_c);
        }
        give(ierror, code);
    }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pmpi_comm_connect_(
    port_name: *mut c_char,
    info: *mut c_int,
    root: *mut c_int,
    comm: *mut c_int,
    newcomm: *mut c_int,
    ierror: *mut c_int,
    port_name_len: usize,
) {
    // SAFETY: the program vouches for its arguments.
    unsafe {
        let port_name_c = text(port_name, port_name_len);
        let mut newcomm_c = comm::null();
        let code = PMPI_Comm_connect(
            port_name_c.as_ptr().cast_mut(),
            info::c(*info),
            *root,
            comm::c(*comm),
            &mut newcomm_c,
        );
        if code == MPI_SUCCESS {
            *newcomm = comm::fortran(newcomm_c);
        }
        give(ierror, code);
    }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pmpi_comm_disconnect_(comm: *mut c_int, ierror: *mut c_int) {
    // SAFETY: the program vouches for its arguments.
    unsafe {
        let mut comm_c = comm::c(*comm);
        let code = PMPI_Comm_disconnect(&mut comm_c);
        *comm = comm::fortran(comm_c);
        give(ierror, code);
    }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pmpi_comm_get_parent_(parent: *mut c_int, ierror: *mut c_int) {
    // SAFETY: the program vouches for its arguments.
    unsafe {
        let mut parent_c = comm::null();
        let code = PMPI_Comm_get_parent(&mut parent_c);
        if code == MPI_SUCCESS {
            *parent = comm::fortran(parent_c);
        }
        give(ierror, code);
    }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pmpi_comm_join_(
    fd: *mut c_int,
    intercomm: *mut c_int,
    ierror: *mut c_int,
) {
    // SAFETY: the program vouches for its arguments.
    unsafe {
        let mut intercomm_c = comm::null();
        let code = PMPI_Comm_join(*fd, &mut intercomm_c);
        if code == MPI_SUCCESS {
            *intercomm = comm::fortran(intercomm_c);
        }
        give(ierror, code);
    }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pmpi_finalize_(ierror: *mut c_int) {
    // SAFETY: the program vouches for its arguments.
    unsafe {
        let code = PMPI_Finalize();
        give(ierror, code);
    }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pmpi_finalized_(flag: *mut c_int, ierror: *mut c_int) {
    // SAFETY: the program vouches for its arguments.
    unsafe {
        let code = PMPI_Finalized(flag);
        give(ierror, code);
    }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pmpi_initialized_(flag: *mut c_int, ierror: *mut c_int) {
    // SAFETY: the program vouches for its arguments.
    unsafe {
        let code = PMPI_Initialized(flag);
        give(ierror, code);
    }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pmpi_is_thread_main_(flag: *mut c_int, ierror: *mut c_int) {
    // SAFETY: the program vouches for its arguments.
    unsafe {
        let code = PMPI_Is_thread_main(flag);
        give(ierror, code);
    }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pmpi_lookup_name_(
    service_name: *mut c_char,
    info: *mut c_int,
    port_name: *mut c_char,
    ierror: *mut c_int,
    service_name_len: usize,
    port_name_len: usize,
) {
    // SAFETY: the program vouches for its arguments.
    unsafe {
        let service_name_c = text(service_name, service_name_len);
        let mut port_name_c = LettersOut::new(MPI_MAX_PORT_NAME as usize);
        let code = PMPI_Lookup_name(
            service_name_c.as_ptr().cast_mut(),
            info::c(*info),
            port_name_c.as_mut_ptr(),
        );
        if code == MPI_SUCCESS {
            port_name_c.give(port_name, port_name_len);
        }
        give(ierror, code);
    }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pmpi_open_port_(
    info: *mut c_int,
    port_name: *mut c_char,
    ierror: *mut c_int,
    port_name_len: usize,
) {
    // SAFETY: the program vouches for its arguments.
    unsafe {
        let mut port_name_c = LettersOut::new(MPI_MAX_PORT_NAME as usize);
        let code = PMPI_Open_port(info::c(*info), port_name_c.as_mut_ptr());
        if code == MPI_SUCCESS {
            port_name_c.give(port_name, port_name_len);
        }
        give(ierror, code);
    }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pmpi_publish_name_(
    service_name: *mut c_char,
    info: *mut c_int,
    port_name: *mut c_char,
    ierror: *mut c_int,
    service_name_len: usize,
    port_name_len: usize,
) {
    // SAFETY: the program vouches for its arguments.
    unsafe {
        let service_name_c = text(service_name, service_name_len);
        let port_name_c = text(port_name, port_name_len);
        let code = PMPI_Publish_name(
            service_name_c.as_ptr().cast_mut(),
            info::c(*info),
            port_name_c.as_ptr().cast_mut(),
        );
        give(ierror, code);
    }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pmpi_query_thread_(provided: *mut c_int, ierror: *mut c_int) {
    // SAFETY: the program vouches for its arguments.
    unsafe {
        let code = PMPI_Query_thread(provided);
        give(ierror, code);
    }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pmpi_session_finalize_(session: *mut c_int, ierror: *mut c_int) {
    // SAFETY: the program vouches for its arguments.
    unsafe {
        let mut session_c = session::c(*session);
        let code = PMPI_Session_finalize(&mut session_c);
        *session = session::fortran(session_c);
        give(ierror, code);
    }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pmpi_session_get_info_(
    session: *mut c_int,
    info_used: *mut c_int,
    ierror: *mut c_int,
) {
    // SAFETY: the program vouches for its arguments.
    unsafe {
        let mut info_used_c = info::null();
        let code = PMPI_Session_get_info(session::c(*session), &mut info_used_c);
        if code == MPI_SUCCESS {
            *info_used = info::fortran(info_used_c);
        }
        give(ierror, code);
    }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pmpi_session_get_nth_pset_(
    session: *mut c_int,
    info: *mut c_int,
    n: *mut c_int,
    pset_len: *mut c_int,
    pset_name: *mut c_char,
    ierror: *mut c_int,
    pset_name_len: usize,
) {
    // SAFETY: the program vouches for its arguments.
    unsafe {
        let mut pset_len_c = length_with_zero(*pset_len);
        let mut pset_name_c = LettersOut::new(pset_len_c as usize);
        let code = PMPI_Session_get_nth_pset(
            session::c(*session),
            info::c(*info),
            *n,
            &mut pset_len_c,
            pset_name_c.as_mut_ptr(),
        );
        *pset_len = (pset_len_c - 1).max(0);
        if code == MPI_SUCCESS {
            pset_name_c.give(pset_name, pset_name_len);
        }
        give(ierror, code);
    }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pmpi_session_get_num_psets_(
    session: *mut c_int,
    info: *mut c_int,
    npset_names: *mut c_int,
    ierror: *mut c_int,
) {
    // SAFETY: the program vouches for its arguments.
    unsafe {
        let code = PMPI_Session_get_num_psets(session::c(*session), info::c(*info), npset_names);
        give(ierror, code);
    }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pmpi_session_get_pset_info_(
    session: *mut c_int,
    pset_name: *mut c_char,
    info: *mut c_int,
    ierror: *mut c_int,
    pset_name_len: usize,
) {
    // SAFETY: the program vouches for its arguments.
    unsafe {
        let pset_name_c = text(pset_name, pset_name_len);
        let mut info_c = info::null();
        let code = PMPI_Session_get_pset_info(
            session::c(*session),
            pset_name_c.as_ptr().cast_mut(),
            &mut info_c,
        );
        if code == MPI_SUCCESS {
            *info = info::fortran(info_c);
        }
        give(ierror, code);
    }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pmpi_unpublish_name_(
    service_name: *mut c_char,
    info: *mut c_int,
    port_name: *mut c_char,
    ierror: *mut c_int,
    service_name_len: usize,
    port_name_len: usize,
) {
    // SAFETY: the program vouches for its arguments.
    unsafe {
        let service_name_c = text(service_name, service_name_len);
        let port_name_c = text(port_name, port_name_len);
        let code = PMPI_Unpublish_name(
            service_name_c.as_ptr().cast_mut(),
            info::c(*info),
            port_name_c.as_ptr().cast_mut(),
        );
        give(ierror, code);
    }
}
