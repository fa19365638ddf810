//! Groups, contexts, communicators and caching (MPI-5.0 §7). Written by `cargo xtask codegen`; do not edit.

use super::prelude::*;

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Comm_compare(
    comm1: CommHandle,
    _comm2: CommHandle,
    _result: *mut c_int,
) -> c_int {
    unbuilt("MPI_Comm_compare", On::Comm(comm1))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Comm_create(
    comm: CommHandle,
    _group: GroupHandle,
    _newcomm: *mut CommHandle,
) -> c_int {
    unbuilt("MPI_Comm_create", On::Comm(comm))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Comm_create_from_group(
    _group: GroupHandle,
    _stringtag: *const c_char,
    _info: InfoHandle,
    _errhandler: ErrhandlerHandle,
    _newcomm: *mut CommHandle,
) -> c_int {
    unbuilt("MPI_Comm_create_from_group", On::Nothing)
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Comm_create_group(
    comm: CommHandle,
    _group: GroupHandle,
    _tag: c_int,
    _newcomm: *mut CommHandle,
) -> c_int {
    unbuilt("MPI_Comm_create_group", On::Comm(comm))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Comm_dup(comm: CommHandle, _newcomm: *mut CommHandle) -> c_int {
    unbuilt("MPI_Comm_dup", On::Comm(comm))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Comm_dup_with_info(
    comm: CommHandle,
    _info: InfoHandle,
    _newcomm: *mut CommHandle,
) -> c_int {
    unbuilt("MPI_Comm_dup_with_info", On::Comm(comm))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Comm_free(comm: *mut CommHandle) -> c_int {
    // SAFETY: NULL or a handle of the program's.
    let on = On::Comm(unsafe { handle_at(comm) });
    unbuilt("MPI_Comm_free", on)
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Comm_get_info(
    comm: CommHandle,
    _info_used: *mut InfoHandle,
) -> c_int {
    unbuilt("MPI_Comm_get_info", On::Comm(comm))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Comm_group(comm: CommHandle, _group: *mut GroupHandle) -> c_int {
    unbuilt("MPI_Comm_group", On::Comm(comm))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Comm_idup(
    comm: CommHandle,
    _newcomm: *mut CommHandle,
    _request: *mut RequestHandle,
) -> c_int {
    unbuilt("MPI_Comm_idup", On::Comm(comm))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Comm_idup_with_info(
    comm: CommHandle,
    _info: InfoHandle,
    _newcomm: *mut CommHandle,
    _request: *mut RequestHandle,
) -> c_int {
    unbuilt("MPI_Comm_idup_with_info", On::Comm(comm))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Comm_rank(comm: CommHandle, rank: *mut c_int) -> c_int {
    entry("MPI_Comm_rank", On::Comm(comm), || {
        check::handle("comm", comm)?;
        check::pointer("rank", rank)?;
        // SAFETY: the program vouches for its arguments.
        unsafe { calls::comm::comm_rank(comm, rank) }
    })
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Comm_remote_group(
    comm: CommHandle,
    _group: *mut GroupHandle,
) -> c_int {
    unbuilt("MPI_Comm_remote_group", On::Comm(comm))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Comm_remote_size(comm: CommHandle, _size: *mut c_int) -> c_int {
    unbuilt("MPI_Comm_remote_size", On::Comm(comm))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Comm_set_info(comm: CommHandle, _info: InfoHandle) -> c_int {
    unbuilt("MPI_Comm_set_info", On::Comm(comm))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Comm_size(comm: CommHandle, size: *mut c_int) -> c_int {
    entry("MPI_Comm_size", On::Comm(comm), || {
        check::handle("comm", comm)?;
        check::pointer("size", size)?;
        // SAFETY: the program vouches for its arguments.
        unsafe { calls::comm::comm_size(comm, size) }
    })
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Comm_split(
    comm: CommHandle,
    _color: c_int,
    _key: c_int,
    _newcomm: *mut CommHandle,
) -> c_int {
    unbuilt("MPI_Comm_split", On::Comm(comm))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Comm_split_type(
    comm: CommHandle,
    _split_type: c_int,
    _key: c_int,
    _info: InfoHandle,
    _newcomm: *mut CommHandle,
) -> c_int {
    unbuilt("MPI_Comm_split_type", On::Comm(comm))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Comm_test_inter(comm: CommHandle, _flag: *mut c_int) -> c_int {
    unbuilt("MPI_Comm_test_inter", On::Comm(comm))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Intercomm_create(
    local_comm: CommHandle,
    _local_leader: c_int,
    _peer_comm: CommHandle,
    _remote_leader: c_int,
    _tag: c_int,
    _newintercomm: *mut CommHandle,
) -> c_int {
    unbuilt("MPI_Intercomm_create", On::Comm(local_comm))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Intercomm_create_from_groups(
    _local_group: GroupHandle,
    _local_leader: c_int,
    _remote_group: GroupHandle,
    _remote_leader: c_int,
    _stringtag: *const c_char,
    _info: InfoHandle,
    _errhandler: ErrhandlerHandle,
    _newintercomm: *mut CommHandle,
) -> c_int {
    unbuilt("MPI_Intercomm_create_from_groups", On::Nothing)
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Intercomm_merge(
    intercomm: CommHandle,
    _high: c_int,
    _newintracomm: *mut CommHandle,
) -> c_int {
    unbuilt("MPI_Intercomm_merge", On::Comm(intercomm))
}
