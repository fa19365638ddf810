//! Groups, contexts, communicators and caching (MPI-5.0 §7). Written by `cargo xtask codegen`; do not edit.

use super::prelude::*;

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Comm_compare(
    comm1: CommHandle,
    comm2: CommHandle,
    result: *mut c_int,
) -> c_int {
    let comm1 = comm1.inward();
    let comm2 = comm2.inward();
    // SAFETY: NULL, or what the standard says of the argument.
    let mut result_place = unsafe {
        NumberPlace::new(result.cast(), false, Face::comparison_inward, Face::comparison_outward)
    };
    let result = result_place.pointer().cast();
    Face::returned(entry("MPI_Comm_compare", On::Comm(comm1), || {
        check::handle("comm1", comm1)?;
        check::handle("comm2", comm2)?;
        check::pointer("result", result)?;
        // SAFETY: the program vouches for its arguments.
        unsafe { calls::comm::comm_compare(comm1, comm2, result) }
    }))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Comm_create(
    comm: CommHandle,
    group: GroupHandle,
    newcomm: *mut CommHandle,
) -> c_int {
    let comm = comm.inward();
    let group = group.inward();
    // SAFETY: NULL, or what the standard says of the argument.
    let mut newcomm_place = unsafe { HandlePlace::new(newcomm, false, true) };
    let newcomm = newcomm_place.pointer();
    Face::returned(entry("MPI_Comm_create", On::Comm(comm), || {
        check::handle("comm", comm)?;
        check::handle("group", group)?;
        check::pointer("newcomm", newcomm)?;
        // SAFETY: the program vouches for its arguments.
        unsafe { calls::comm::comm_create(comm, group, newcomm) }
    }))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Comm_create_from_group(
    group: GroupHandle,
    stringtag: *const c_char,
    info: InfoHandle,
    errhandler: ErrhandlerHandle,
    newcomm: *mut CommHandle,
) -> c_int {
    let group = group.inward();
    let info = info.inward();
    let errhandler = errhandler.inward();
    // SAFETY: NULL, or what the standard says of the argument.
    let mut newcomm_place = unsafe { HandlePlace::new(newcomm, false, true) };
    let newcomm = newcomm_place.pointer();
    Face::returned(entry("MPI_Comm_create_from_group", On::Made(errhandler), || {
        check::handle("group", group)?;
        check::pointer("stringtag", stringtag)?;
        check::handle("errhandler", errhandler)?;
        check::pointer("newcomm", newcomm)?;
        // SAFETY: the program vouches for its arguments.
        unsafe { calls::comm::comm_create_from_group(group, stringtag, info, errhandler, newcomm) }
    }))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Comm_create_group(
    comm: CommHandle,
    group: GroupHandle,
    tag: c_int,
    newcomm: *mut CommHandle,
) -> c_int {
    let comm = comm.inward();
    let group = group.inward();
    let tag = Face::tag_inward(tag);
    // SAFETY: NULL, or what the standard says of the argument.
    let mut newcomm_place = unsafe { HandlePlace::new(newcomm, false, true) };
    let newcomm = newcomm_place.pointer();
    Face::returned(entry("MPI_Comm_create_group", On::Comm(comm), || {
        check::handle("comm", comm)?;
        check::handle("group", group)?;
        check::send_tag("tag", tag)?;
        check::pointer("newcomm", newcomm)?;
        // SAFETY: the program vouches for its arguments.
        unsafe { calls::comm::comm_create_group(comm, group, tag, newcomm) }
    }))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Comm_dup(comm: CommHandle, newcomm: *mut CommHandle) -> c_int {
    let comm = comm.inward();
    // SAFETY: NULL, or what the standard says of the argument.
    let mut newcomm_place = unsafe { HandlePlace::new(newcomm, false, true) };
    let newcomm = newcomm_place.pointer();
    Face::returned(entry("MPI_Comm_dup", On::Comm(comm), || {
        check::handle("comm", comm)?;
        check::pointer("newcomm", newcomm)?;
        // SAFETY: the program vouches for its arguments.
        unsafe { calls::comm::comm_dup(comm, newcomm) }
    }))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Comm_dup_with_info(
    comm: CommHandle,
    info: InfoHandle,
    newcomm: *mut CommHandle,
) -> c_int {
    let comm = comm.inward();
    let info = info.inward();
    // SAFETY: NULL, or what the standard says of the argument.
    let mut newcomm_place = unsafe { HandlePlace::new(newcomm, false, true) };
    let newcomm = newcomm_place.pointer();
    Face::returned(entry("MPI_Comm_dup_with_info", On::Comm(comm), || {
        check::handle("comm", comm)?;
        check::pointer("newcomm", newcomm)?;
        // SAFETY: the program vouches for its arguments.
        unsafe { calls::comm::comm_dup_with_info(comm, info, newcomm) }
    }))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Comm_free(comm: *mut CommHandle) -> c_int {
    // SAFETY: NULL, or what the standard says of the argument.
    let mut comm_place = unsafe { HandlePlace::new(comm, true, true) };
    let comm = comm_place.pointer();
    // SAFETY: NULL or a handle of the program's.
    let on = On::Comm(unsafe { handle_at(comm) });
    Face::returned(entry("MPI_Comm_free", on, || {
        // SAFETY: NULL or a handle of the program's.
        unsafe { check::handle_at("comm", comm) }?;
        // SAFETY: the program vouches for its arguments.
        unsafe { calls::comm::comm_free(comm) }
    }))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Comm_get_info(comm: CommHandle, info_used: *mut InfoHandle) -> c_int {
    let comm = comm.inward();
    // SAFETY: NULL, or what the standard says of the argument.
    let mut info_used_place = unsafe { HandlePlace::new(info_used, false, true) };
    let info_used = info_used_place.pointer();
    Face::returned(entry("MPI_Comm_get_info", On::Comm(comm), || {
        check::handle("comm", comm)?;
        check::pointer("info_used", info_used)?;
        // SAFETY: the program vouches for its arguments.
        unsafe { calls::comm::comm_get_info(comm, info_used) }
    }))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Comm_group(comm: CommHandle, group: *mut GroupHandle) -> c_int {
    let comm = comm.inward();
    // SAFETY: NULL, or what the standard says of the argument.
    let mut group_place = unsafe { HandlePlace::new(group, false, true) };
    let group = group_place.pointer();
    Face::returned(entry("MPI_Comm_group", On::Comm(comm), || {
        check::handle("comm", comm)?;
        check::pointer("group", group)?;
        // SAFETY: the program vouches for its arguments.
        unsafe { calls::comm::comm_group(comm, group) }
    }))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Comm_idup(
    comm: CommHandle,
    newcomm: *mut CommHandle,
    request: *mut RequestHandle,
) -> c_int {
    let comm = comm.inward();
    // SAFETY: NULL, or what the standard says of the argument.
    let mut newcomm_place = unsafe { HandlePlace::new(newcomm, false, true) };
    let newcomm = newcomm_place.pointer();
    // SAFETY: NULL, or what the standard says of the argument.
    let mut request_place = unsafe { HandlePlace::new(request, false, true) };
    let request = request_place.pointer();
    Face::returned(entry("MPI_Comm_idup", On::Comm(comm), || {
        check::handle("comm", comm)?;
        check::pointer("newcomm", newcomm)?;
        check::pointer("request", request)?;
        // SAFETY: the program vouches for its arguments.
        unsafe { calls::comm::comm_idup(comm, newcomm, request) }
    }))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Comm_idup_with_info(
    comm: CommHandle,
    info: InfoHandle,
    newcomm: *mut CommHandle,
    request: *mut RequestHandle,
) -> c_int {
    let comm = comm.inward();
    let info = info.inward();
    // SAFETY: NULL, or what the standard says of the argument.
    let mut newcomm_place = unsafe { HandlePlace::new(newcomm, false, true) };
    let newcomm = newcomm_place.pointer();
    // SAFETY: NULL, or what the standard says of the argument.
    let mut request_place = unsafe { HandlePlace::new(request, false, true) };
    let request = request_place.pointer();
    Face::returned(entry("MPI_Comm_idup_with_info", On::Comm(comm), || {
        check::handle("comm", comm)?;
        check::pointer("newcomm", newcomm)?;
        check::pointer("request", request)?;
        // SAFETY: the program vouches for its arguments.
        unsafe { calls::comm::comm_idup_with_info(comm, info, newcomm, request) }
    }))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Comm_rank(comm: CommHandle, rank: *mut c_int) -> c_int {
    let comm = comm.inward();
    // SAFETY: NULL, or what the standard says of the argument.
    let mut rank_place =
        unsafe { NumberPlace::new(rank.cast(), false, Face::rank_inward, Face::rank_outward) };
    let rank = rank_place.pointer().cast();
    Face::returned(entry("MPI_Comm_rank", On::Comm(comm), || {
        check::handle("comm", comm)?;
        check::pointer("rank", rank)?;
        // SAFETY: the program vouches for its arguments.
        unsafe { calls::comm::comm_rank(comm, rank) }
    }))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Comm_remote_group(
    comm: CommHandle,
    group: *mut GroupHandle,
) -> c_int {
    let comm = comm.inward();
    // SAFETY: NULL, or what the standard says of the argument.
    let mut group_place = unsafe { HandlePlace::new(group, false, true) };
    let group = group_place.pointer();
    Face::returned(entry("MPI_Comm_remote_group", On::Comm(comm), || {
        check::handle("comm", comm)?;
        check::pointer("group", group)?;
        // SAFETY: the program vouches for its arguments.
        unsafe { calls::comm::comm_remote_group(comm, group) }
    }))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Comm_remote_size(comm: CommHandle, size: *mut c_int) -> c_int {
    let comm = comm.inward();
    Face::returned(entry("MPI_Comm_remote_size", On::Comm(comm), || {
        check::handle("comm", comm)?;
        check::pointer("size", size)?;
        // SAFETY: the program vouches for its arguments.
        unsafe { calls::comm::comm_remote_size(comm, size) }
    }))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Comm_set_info(comm: CommHandle, info: InfoHandle) -> c_int {
    let comm = comm.inward();
    let info = info.inward();
    Face::returned(entry("MPI_Comm_set_info", On::Comm(comm), || {
        check::handle("comm", comm)?;
        // SAFETY: the program vouches for its arguments.
        unsafe { calls::comm::comm_set_info(comm, info) }
    }))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Comm_size(comm: CommHandle, size: *mut c_int) -> c_int {
    let comm = comm.inward();
    Face::returned(entry("MPI_Comm_size", On::Comm(comm), || {
        check::handle("comm", comm)?;
        check::pointer("size", size)?;
        // SAFETY: the program vouches for its arguments.
        unsafe { calls::comm::comm_size(comm, size) }
    }))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Comm_split(
    comm: CommHandle,
    color: c_int,
    key: c_int,
    newcomm: *mut CommHandle,
) -> c_int {
    let comm = comm.inward();
    // SAFETY: NULL, or what the standard says of the argument.
    let mut newcomm_place = unsafe { HandlePlace::new(newcomm, false, true) };
    let newcomm = newcomm_place.pointer();
    Face::returned(entry("MPI_Comm_split", On::Comm(comm), || {
        check::handle("comm", comm)?;
        check::pointer("newcomm", newcomm)?;
        // SAFETY: the program vouches for its arguments.
        unsafe { calls::comm::comm_split(comm, color, key, newcomm) }
    }))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Comm_split_type(
    comm: CommHandle,
    split_type: c_int,
    key: c_int,
    info: InfoHandle,
    newcomm: *mut CommHandle,
) -> c_int {
    let comm = comm.inward();
    let split_type = Face::split_type_inward(split_type);
    let info = info.inward();
    // SAFETY: NULL, or what the standard says of the argument.
    let mut newcomm_place = unsafe { HandlePlace::new(newcomm, false, true) };
    let newcomm = newcomm_place.pointer();
    Face::returned(entry("MPI_Comm_split_type", On::Comm(comm), || {
        check::handle("comm", comm)?;
        check::pointer("newcomm", newcomm)?;
        // SAFETY: the program vouches for its arguments.
        unsafe { calls::comm::comm_split_type(comm, split_type, key, info, newcomm) }
    }))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Comm_test_inter(comm: CommHandle, flag: *mut c_int) -> c_int {
    let comm = comm.inward();
    Face::returned(entry("MPI_Comm_test_inter", On::Comm(comm), || {
        check::handle("comm", comm)?;
        check::pointer("flag", flag)?;
        // SAFETY: the program vouches for its arguments.
        unsafe { calls::comm::comm_test_inter(comm, flag) }
    }))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Intercomm_create(
    local_comm: CommHandle,
    local_leader: c_int,
    peer_comm: CommHandle,
    remote_leader: c_int,
    tag: c_int,
    newintercomm: *mut CommHandle,
) -> c_int {
    let local_comm = local_comm.inward();
    let local_leader = Face::rank_inward(local_leader);
    let peer_comm = peer_comm.inward();
    let remote_leader = Face::rank_inward(remote_leader);
    let tag = Face::tag_inward(tag);
    // SAFETY: NULL, or what the standard says of the argument.
    let mut newintercomm_place = unsafe { HandlePlace::new(newintercomm, false, true) };
    let newintercomm = newintercomm_place.pointer();
    Face::returned(entry("MPI_Intercomm_create", On::Comm(local_comm), || {
        check::handle("local_comm", local_comm)?;
        check::send_tag("tag", tag)?;
        check::pointer("newintercomm", newintercomm)?;
        // SAFETY: the program vouches for its arguments.
        unsafe {
            calls::comm::intercomm_create(
                local_comm,
                local_leader,
                peer_comm,
                remote_leader,
                tag,
                newintercomm,
            )
        }
    }))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Intercomm_create_from_groups(
    local_group: GroupHandle,
    local_leader: c_int,
    remote_group: GroupHandle,
    remote_leader: c_int,
    stringtag: *const c_char,
    info: InfoHandle,
    errhandler: ErrhandlerHandle,
    newintercomm: *mut CommHandle,
) -> c_int {
    let local_group = local_group.inward();
    let local_leader = Face::rank_inward(local_leader);
    let remote_group = remote_group.inward();
    let remote_leader = Face::rank_inward(remote_leader);
    let info = info.inward();
    let errhandler = errhandler.inward();
    // SAFETY: NULL, or what the standard says of the argument.
    let mut newintercomm_place = unsafe { HandlePlace::new(newintercomm, false, true) };
    let newintercomm = newintercomm_place.pointer();
    Face::returned(entry("MPI_Intercomm_create_from_groups", On::Made(errhandler), || {
        check::handle("local_group", local_group)?;
        check::handle("remote_group", remote_group)?;
        check::pointer("stringtag", stringtag)?;
        check::handle("errhandler", errhandler)?;
        check::pointer("newintercomm", newintercomm)?;
        // SAFETY: the program vouches for its arguments.
        unsafe {
            calls::comm::intercomm_create_from_groups(
                local_group,
                local_leader,
                remote_group,
                remote_leader,
                stringtag,
                info,
                errhandler,
                newintercomm,
            )
        }
    }))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Intercomm_merge(
    intercomm: CommHandle,
    high: c_int,
    newintracomm: *mut CommHandle,
) -> c_int {
    let intercomm = intercomm.inward();
    // SAFETY: NULL, or what the standard says of the argument.
    let mut newintracomm_place = unsafe { HandlePlace::new(newintracomm, false, true) };
    let newintracomm = newintracomm_place.pointer();
    Face::returned(entry("MPI_Intercomm_merge", On::Comm(intercomm), || {
        check::handle("intercomm", intercomm)?;
        check::pointer("newintracomm", newintracomm)?;
        // SAFETY: the program vouches for its arguments.
        unsafe { calls::comm::intercomm_merge(intercomm, high, newintracomm) }
    }))
}
