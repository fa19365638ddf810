//! Groups, contexts, communicators and caching: groups (MPI-5.0 §7). Written by `cargo xtask codegen`; do not edit.

use super::prelude::*;

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Group_compare(
    group1: GroupHandle,
    group2: GroupHandle,
    result: *mut c_int,
) -> c_int {
    entry("MPI_Group_compare", On::Nothing, || {
        check::handle("group1", group1)?;
        check::handle("group2", group2)?;
        check::pointer("result", result)?;
        // SAFETY: the program vouches for its arguments.
        unsafe { calls::group::group_compare(group1, group2, result) }
    })
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Group_difference(
    group1: GroupHandle,
    group2: GroupHandle,
    newgroup: *mut GroupHandle,
) -> c_int {
    entry("MPI_Group_difference", On::Nothing, || {
        check::handle("group1", group1)?;
        check::handle("group2", group2)?;
        check::pointer("newgroup", newgroup)?;
        // SAFETY: the program vouches for its arguments.
        unsafe { calls::group::group_difference(group1, group2, newgroup) }
    })
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Group_excl(
    group: GroupHandle,
    n: c_int,
    ranks: *const c_int,
    newgroup: *mut GroupHandle,
) -> c_int {
    entry("MPI_Group_excl", On::Nothing, || {
        check::handle("group", group)?;
        check::not_negative("n", MPI_ERR_ARG, n as i64)?;
        check::pointer("newgroup", newgroup)?;
        // SAFETY: the program vouches for its arguments.
        unsafe { calls::group::group_excl(group, n, ranks, newgroup) }
    })
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Group_free(group: *mut GroupHandle) -> c_int {
    entry("MPI_Group_free", On::Nothing, || {
        // SAFETY: NULL or a handle of the program's.
        unsafe { check::handle_at("group", group) }?;
        // SAFETY: the program vouches for its arguments.
        unsafe { calls::group::group_free(group) }
    })
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Group_from_session_pset(
    session: SessionHandle,
    pset_name: *const c_char,
    newgroup: *mut GroupHandle,
) -> c_int {
    entry("MPI_Group_from_session_pset", On::Session(session), || {
        check::handle("session", session)?;
        check::pointer("pset_name", pset_name)?;
        check::pointer("newgroup", newgroup)?;
        // SAFETY: the program vouches for its arguments.
        unsafe { calls::session::group_from_session_pset(session, pset_name, newgroup) }
    })
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Group_incl(
    group: GroupHandle,
    n: c_int,
    ranks: *const c_int,
    newgroup: *mut GroupHandle,
) -> c_int {
    entry("MPI_Group_incl", On::Nothing, || {
        check::handle("group", group)?;
        check::not_negative("n", MPI_ERR_ARG, n as i64)?;
        check::pointer("newgroup", newgroup)?;
        // SAFETY: the program vouches for its arguments.
        unsafe { calls::group::group_incl(group, n, ranks, newgroup) }
    })
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Group_intersection(
    group1: GroupHandle,
    group2: GroupHandle,
    newgroup: *mut GroupHandle,
) -> c_int {
    entry("MPI_Group_intersection", On::Nothing, || {
        check::handle("group1", group1)?;
        check::handle("group2", group2)?;
        check::pointer("newgroup", newgroup)?;
        // SAFETY: the program vouches for its arguments.
        unsafe { calls::group::group_intersection(group1, group2, newgroup) }
    })
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Group_range_excl(
    group: GroupHandle,
    n: c_int,
    ranges: *mut [c_int; 3],
    newgroup: *mut GroupHandle,
) -> c_int {
    entry("MPI_Group_range_excl", On::Nothing, || {
        check::handle("group", group)?;
        check::not_negative("n", MPI_ERR_ARG, n as i64)?;
        check::pointer("newgroup", newgroup)?;
        // SAFETY: the program vouches for its arguments.
        unsafe { calls::group::group_range_excl(group, n, ranges, newgroup) }
    })
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Group_range_incl(
    group: GroupHandle,
    n: c_int,
    ranges: *mut [c_int; 3],
    newgroup: *mut GroupHandle,
) -> c_int {
    entry("MPI_Group_range_incl", On::Nothing, || {
        check::handle("group", group)?;
        check::not_negative("n", MPI_ERR_ARG, n as i64)?;
        check::pointer("newgroup", newgroup)?;
        // SAFETY: the program vouches for its arguments.
        unsafe { calls::group::group_range_incl(group, n, ranges, newgroup) }
    })
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Group_rank(group: GroupHandle, rank: *mut c_int) -> c_int {
    entry("MPI_Group_rank", On::Nothing, || {
        check::handle("group", group)?;
        check::pointer("rank", rank)?;
        // SAFETY: the program vouches for its arguments.
        unsafe { calls::group::group_rank(group, rank) }
    })
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Group_size(group: GroupHandle, size: *mut c_int) -> c_int {
    entry("MPI_Group_size", On::Nothing, || {
        check::handle("group", group)?;
        check::pointer("size", size)?;
        // SAFETY: the program vouches for its arguments.
        unsafe { calls::group::group_size(group, size) }
    })
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Group_translate_ranks(
    group1: GroupHandle,
    n: c_int,
    ranks1: *const c_int,
    group2: GroupHandle,
    ranks2: *mut c_int,
) -> c_int {
    entry("MPI_Group_translate_ranks", On::Nothing, || {
        check::handle("group1", group1)?;
        check::not_negative("n", MPI_ERR_ARG, n as i64)?;
        check::handle("group2", group2)?;
        // SAFETY: the program vouches for its arguments.
        unsafe { calls::group::group_translate_ranks(group1, n, ranks1, group2, ranks2) }
    })
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Group_union(
    group1: GroupHandle,
    group2: GroupHandle,
    newgroup: *mut GroupHandle,
) -> c_int {
    entry("MPI_Group_union", On::Nothing, || {
        check::handle("group1", group1)?;
        check::handle("group2", group2)?;
        check::pointer("newgroup", newgroup)?;
        // SAFETY: the program vouches for its arguments.
        unsafe { calls::group::group_union(group1, group2, newgroup) }
    })
}
