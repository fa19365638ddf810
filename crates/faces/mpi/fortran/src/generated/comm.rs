//! Written by `cargo xtask codegen`; do not edit.

use super::prelude::*;

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pmpi_comm_compare_(
    comm1: *mut c_int,
    comm2: *mut c_int,
    result: *mut c_int,
    ierror: *mut c_int,
) {
    // SAFETY: the program vouches for its arguments.
    unsafe {
        let code = PMPI_Comm_compare(comm::c(*comm1), comm::c(*comm2), result);
        give(ierror, code);
    }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pmpi_comm_create_(
    comm: *mut c_int,
    group: *mut c_int,
    newcomm: *mut c_int,
    ierror: *mut c_int,
) {
    // SAFETY: the program vouches for its arguments.
    unsafe {
        let mut newcomm_c = comm::null();
        let code = PMPI_Comm_create(comm::c(*comm), group::c(*group), &mut newcomm_c);
        if code == MPI_SUCCESS {
            *newcomm = comm::fortran(newcomm_c);
        }
        give(ierror, code);
    }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pmpi_comm_create_from_group_(
    group: *mut c_int,
    stringtag: *mut c_char,
    info: *mut c_int,
    errhandler: *mut c_int,
    newcomm: *mut c_int,
    ierror: *mut c_int,
    stringtag_len: usize,
) {
    // SAFETY: the program vouches for its arguments.
    unsafe {
        let stringtag_c = text(stringtag, stringtag_len);
        let mut newcomm_c = comm::null();
        let code = PMPI_Comm_create_from_group(
            group::c(*group),
            stringtag_c.as_ptr().cast_mut(),
            info::c(*info),
            errhandler::c(*errhandler),
            &mut newcomm_c,
        );
        if code == MPI_SUCCESS {
            *newcomm = comm::fortran(newcomm_c);
        }
        give(ierror, code);
    }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pmpi_comm_create_group_(
    comm: *mut c_int,
    group: *mut c_int,
    tag: *mut c_int,
    newcomm: *mut c_int,
    ierror: *mut c_int,
) {
    // SAFETY: the program vouches for its arguments.
    unsafe {
        let mut newcomm_c = comm::null();
        let code = PMPI_Comm_create_group(comm::c(*comm), group::c(*group), *tag, &mut newcomm_c);
        if code == MPI_SUCCESS {
            *newcomm = comm::fortran(newcomm_c);
        }
        give(ierror, code);
    }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pmpi_comm_dup_(comm: *mut c_int, newcomm: *mut c_int, ierror: *mut c_int) {
    // SAFETY: the program vouches for its arguments.
    unsafe {
        let mut newcomm_c = comm::null();
        let code = PMPI_Comm_dup(comm::c(*comm), &mut newcomm_c);
        if code == MPI_SUCCESS {
            *newcomm = comm::fortran(newcomm_c);
        }
        give(ierror, code);
    }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pmpi_comm_dup_with_info_(
    comm: *mut c_int,
    info: *mut c_int,
    newcomm: *mut c_int,
    ierror: *mut c_int,
) {
    // SAFETY: the program vouches for its arguments.
    unsafe {
        let mut newcomm_c = comm::null();
        let code = PMPI_Comm_dup_with_info(comm::c(*comm), info::c(*info), &mut newcomm_c);
        if code == MPI_SUCCESS {
            *newcomm = comm::fortran(newcomm_c);
        }
        give(ierror, code);
    }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pmpi_comm_free_(comm: *mut c_int, ierror: *mut c_int) {
    // SAFETY: the program vouches for its arguments.
    unsafe {
        let mut comm_c = comm::c(*comm);
        let code = PMPI_Comm_free(&mut comm_c);
        *comm = comm::fortran(comm_c);
        give(ierror, code);
    }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pmpi_comm_get_info_(
    comm: *mut c_int,
    info_used: *mut c_int,
    ierror: *mut c_int,
) {
    // SAFETY: the program vouches for its arguments.
    unsafe {
        let mut info_used_c = info::null();
        let code = PMPI_Comm_get_info(comm::c(*comm), &mut info_used_c);
        if code == MPI_SUCCESS {
            *info_used = info::fortran(info_used_c);
        }
        give(ierror, code);
    }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pmpi_comm_group_(comm: *mut c_int, group: *mut c_int, ierror: *mut c_int) {
    // SAFETY: the program vouches for its arguments.
    unsafe {
        let mut group_c = group::null();
        let code = PMPI_Comm_group(comm::c(*comm), &mut group_c);
        if code == MPI_SUCCESS {
            *group = group::fortran(group_c);
        }
        give(ierror, code);
    }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pmpi_comm_idup_(
    comm: *mut c_int,
    newcomm: *mut c_int,
    request: *mut c_int,
    ierror: *mut c_int,
) {
    // SAFETY: the program vouches for its arguments.
    unsafe {
        let mut newcomm_c = comm::null();
        let mut request_c = request::null();
        let code = PMPI_Comm_idup(comm::c(*comm), &mut newcomm_c, &mut request_c);
        if code == MPI_SUCCESS {
            *newcomm = comm::fortran(newcomm_c);
        }
        if code == MPI_SUCCESS {
            *request = new_request(request_c);
        }
        give(ierror, code);
    }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pmpi_comm_idup_with_info_(
    comm: *mut c_int,
    info: *mut c_int,
    newcomm: *mut c_int,
    request: *mut c_int,
    ierror: *mut c_int,
) {
    // SAFETY: the program vouches for its arguments.
    unsafe {
        let mut newcomm_c = comm::null();
        let mut request_c = request::null();
        let code = PMPI_Comm_idup_with_info(
            comm::c(*comm),
            info::c(*info),
            &mut newcomm_c,
            &mut request_c,
        );
        if code == MPI_SUCCESS {
            *newcomm = comm::fortran(newcomm_c);
        }
        if code == MPI_SUCCESS {
            *request = new_request(request_c);
        }
        give(ierror, code);
    }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pmpi_comm_rank_(comm: *mut c_int, rank: *mut c_int, ierror: *mut c_int) {
    // SAFETY: the program vouches for its arguments.
    unsafe {
        let code = PMPI_Comm_rank(comm::c(*comm), rank);
        give(ierror, code);
    }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pmpi_comm_remote_group_(
    comm: *mut c_int,
    group: *mut c_int,
    ierror: *mut c_int,
) {
    // SAFETY: the program vouches for its arguments.
    unsafe {
        let mut group_c = group::null();
        let code = PMPI_Comm_remote_group(comm::c(*comm), &mut group_c);
        if code == MPI_SUCCESS {
            *group = group::fortran(group_c);
        }
        give(ierror, code);
    }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pmpi_comm_remote_size_(
    comm: *mut c_int,
    size: *mut c_int,
    ierror: *mut c_int,
) {
    // SAFETY: the program vouches for its arguments.
    unsafe {
        let code = PMPI_Comm_remote_size(comm::c(*comm), size);
        give(ierror, code);
    }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pmpi_comm_set_info_(
    comm: *mut c_int,
    info: *mut c_int,
    ierror: *mut c_int,
) {
    // SAFETY: the program vouches for its arguments.
    unsafe {
        let code = PMPI_Comm_set_info(comm::c(*comm), info::c(*info));
        give(ierror, code);
    }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pmpi_comm_size_(comm: *mut c_int, size: *mut c_int, ierror: *mut c_int) {
    // SAFETY: the program vouches for its arguments.
    unsafe {
        let code = PMPI_Comm_size(comm::c(*comm), size);
        give(ierror, code);
    }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pmpi_comm_split_(
    comm: *mut c_int,
    color: *mut c_int,
    key: *mut c_int,
    newcomm: *mut c_int,
    ierror: *mut c_int,
) {
    // SAFETY: the program vouches for its arguments.
    unsafe {
        let mut newcomm_c = comm::null();
        let code = PMPI_Comm_split(comm::c(*comm), *color, *key, &mut newcomm_c);
        if code == MPI_SUCCESS {
            *newcomm = comm::fortran(newcomm_c);
        }
        give(ierror, code);
    }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pmpi_comm_split_type_(
    comm: *mut c_int,
    split_type: *mut c_int,
    key: *mut c_int,
    info: *mut c_int,
    newcomm: *mut c_int,
    ierror: *mut c_int,
) {
    // SAFETY: the program vouches for its arguments.
    unsafe {
        let mut newcomm_c = comm::null();
        let code =
            PMPI_Comm_split_type(comm::c(*comm), *split_type, *key, info::c(*info), &mut newcomm_c);
        if code == MPI_SUCCESS {
            *newcomm = comm::fortran(newcomm_c);
        }
        give(ierror, code);
    }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pmpi_comm_test_inter_(
    comm: *mut c_int,
    flag: *mut c_int,
    ierror: *mut c_int,
) {
    // SAFETY: the program vouches for its arguments.
    unsafe {
        let code = PMPI_Comm_test_inter(comm::c(*comm), flag);
        give(ierror, code);
    }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pmpi_intercomm_create_(
    local_comm: *mut c_int,
    local_leader: *mut c_int,
    peer_comm: *mut c_int,
    remote_leader: *mut c_int,
    tag: *mut c_int,
    newintercomm: *mut c_int,
    ierror: *mut c_int,
) {
    // SAFETY: the program vouches for its arguments.
    unsafe {
        let mut newintercomm_c = comm::null();
        let code = PMPI_Intercomm_create(
            comm::c(*local_comm),
            *local_leader,
            comm::c(*peer_comm),
            *remote_leader,
            *tag,
            &mut newintercomm_c,
        );
        if code == MPI_SUCCESS {
            *newintercomm = comm::fortran(newintercomm_c);
        }
        give(ierror, code);
    }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pmpi_intercomm_create_from_groups_(
    local_group: *mut c_int,
    local_leader: *mut c_int,
    remote_group: *mut c_int,
    remote_leader: *mut c_int,
    stringtag: *mut c_char,
    info: *mut c_int,
    errhandler: *mut c_int,
    newintercomm: *mut c_int,
    ierror: *mut c_int,
    stringtag_len: usize,
) {
    // SAFETY: the program vouches for its arguments.
    unsafe {
        let stringtag_c = text(stringtag, stringtag_len);
        let mut newintercomm_c = comm::null();
        let code = PMPI_Intercomm_create_from_groups(
            group::c(*local_group),
            *local_leader,
            group::c(*remote_group),
            *remote_leader,
            stringtag_c.as_ptr().cast_mut(),
            info::c(*info),
            errhandler::c(*errhandler),
            &mut newintercomm_c,
        );
        if code == MPI_SUCCESS {
            *newintercomm = comm::fortran(newintercomm_c);
        }
        give(ierror, code);
    }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pmpi_intercomm_merge_(
    intercomm: *mut c_int,
    high: *mut c_int,
    newintracomm: *mut c_int,
    ierror: *mut c_int,
) {
    // SAFETY: the program vouches for its arguments.
    unsafe {
        let mut newintracomm_c = comm::null();
        let code = PMPI_Intercomm_merge(comm::c(*intercomm), *high, &mut newintracomm_c);
        if code == MPI_SUCCESS {
            *newintracomm = comm::fortran(newintracomm_c);
        }
        give(ierror, code);
    }
}
