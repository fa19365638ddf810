//! Groups, contexts, communicators and caching: groups (MPI-5.0 §7). Written by `cargo xtask codegen`; do not edit.

use super::prelude::*;

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Group_compare(
    group1: GroupHandle,
    group2: GroupHandle,
    result: *mut c_int,
) -> c_int {
    let group1 = group1.inward();
    let group2 = group2.inward();
    // SAFETY: NULL, or what the standard says of the argument.
    let mut result_place = unsafe {
        NumberPlace::new(result.cast(), false, Face::comparison_inward, Face::comparison_outward)
    };
    let result = result_place.pointer().cast();
    Face::returned(entry("MPI_Group_compare", On::Nothing, || {
        check::handle("group1", group1)?;
        check::handle("group2", group2)?;
        check::pointer("result", result)?;
        // SAFETY: the program vouches for its arguments.
        unsafe { calls::group::group_compare(group1, group2, result) }
    }))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Group_difference(
    group1: GroupHandle,
    group2: GroupHandle,
    newgroup: *mut GroupHandle,
) -> c_int {
    let group1 = group1.inward();
    let group2 = group2.inward();
    // SAFETY: NULL, or what the standard says of the argument.
    let mut newgroup_place = unsafe { HandlePlace::new(newgroup, false, true) };
    let newgroup = newgroup_place.pointer();
    Face::returned(entry("MPI_Group_difference", On::Nothing, || {
        check::handle("group1", group1)?;
        check::handle("group2", group2)?;
        check::pointer("newgroup", newgroup)?;
        // SAFETY: the program vouches for its arguments.
        unsafe { calls::group::group_difference(group1, group2, newgroup) }
    }))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Group_excl(
    group: GroupHandle,
    n: c_int,
    ranks: *const c_int,
    newgroup: *mut GroupHandle,
) -> c_int {
    let group = group.inward();
    // SAFETY: NULL, or what the standard says of the argument.
    let mut ranks_list = unsafe {
        NumberList::new(
            ranks.cast_mut(),
            lengths::of(n),
            (true, false),
            Face::rank_inward,
            Face::rank_outward,
        )
    };
    let ranks = ranks_list.pointer();
    // SAFETY: NULL, or what the standard says of the argument.
    let mut newgroup_place = unsafe { HandlePlace::new(newgroup, false, true) };
    let newgroup = newgroup_place.pointer();
    Face::returned(entry("MPI_Group_excl", On::Nothing, || {
        check::handle("group", group)?;
        check::not_negative("n", MPI_ERR_ARG, n as i64)?;
        check::pointer("newgroup", newgroup)?;
        // SAFETY: the program vouches for its arguments.
        unsafe { calls::group::group_excl(group, n, ranks, newgroup) }
    }))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Group_free(group: *mut GroupHandle) -> c_int {
    // SAFETY: NULL, or what the standard says of the argument.
    let mut group_place = unsafe { HandlePlace::new(group, true, true) };
    let group = group_place.pointer();
    Face::returned(entry("MPI_Group_free", On::Nothing, || {
        // SAFETY: NULL or a handle of the program's.
        unsafe { check::handle_at("group", group) }?;
        // SAFETY: the program vouches for its arguments.
        unsafe { calls::group::group_free(group) }
    }))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Group_from_session_pset(
    session: SessionHandle,
    pset_name: *const c_char,
    newgroup: *mut GroupHandle,
) -> c_int {
    let session = session.inward();
    // SAFETY: NULL, or what the standard says of the argument.
    let mut newgroup_place = unsafe { HandlePlace::new(newgroup, false, true) };
    let newgroup = newgroup_place.pointer();
    Face::returned(entry("MPI_Group_from_session_pset", On::Session(session), || {
        check::handle("session", session)?;
        check::pointer("pset_name", pset_name)?;
        check::pointer("newgroup", newgroup)?;
        // SAFETY: the program vouches for its arguments.
        unsafe { calls::session::group_from_session_pset(session, pset_name, newgroup) }
    }))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Group_incl(
    group: GroupHandle,
    n: c_int,
    ranks: *const c_int,
    newgroup: *mut GroupHandle,
) -> c_int {
    let group = group.inward();
    // SAFETY: NULL, or what the standard says of the argument.
    let mut ranks_list = unsafe {
        NumberList::new(
            ranks.cast_mut(),
            lengths::of(n),
            (true, false),
            Face::rank_inward,
            Face::rank_outward,
        )
    };
    let ranks = ranks_list.pointer();
    // SAFETY: NULL, or what the standard says of the argument.
    let mut newgroup_place = unsafe { HandlePlace::new(newgroup, false, true) };
    let newgroup = newgroup_place.pointer();
    Face::returned(entry("MPI_Group_incl", On::Nothing, || {
        check::handle("group", group)?;
        check::not_negative("n", MPI_ERR_ARG, n as i64)?;
        check::pointer("newgroup", newgroup)?;
        // SAFETY: the program vouches for its arguments.
        unsafe { calls::group::group_incl(group, n, ranks, newgroup) }
    }))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Group_intersection(
    group1: GroupHandle,
    group2: GroupHandle,
    newgroup: *mut GroupHandle,
) -> c_int {
    let group1 = group1.inward();
    let group2 = group2.inward();
    // SAFETY: NULL, or what the standard says of the argument.
    let mut newgroup_place = unsafe { HandlePlace::new(newgroup, false, true) };
    let newgroup = newgroup_place.pointer();
    Face::returned(entry("MPI_Group_intersection", On::Nothing, || {
        check::handle("group1", group1)?;
        check::handle("group2", group2)?;
        check::pointer("newgroup", newgroup)?;
        // SAFETY: the program vouches for its arguments.
        unsafe { calls::group::group_intersection(group1, group2, newgroup) }
    }))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Group_range_excl(
    group: GroupHandle,
    n: c_int,
    ranges: *mut [c_int; 3],
    newgroup: *mut GroupHandle,
) -> c_int {
    let group = group.inward();
    // SAFETY: NULL, or what the standard says of the argument.
    let mut newgroup_place = unsafe { HandlePlace::new(newgroup, false, true) };
    let newgroup = newgroup_place.pointer();
    Face::returned(entry("MPI_Group_range_excl", On::Nothing, || {
        check::handle("group", group)?;
        check::not_negative("n", MPI_ERR_ARG, n as i64)?;
        check::pointer("newgroup", newgroup)?;
        // SAFETY: the program vouches for its arguments.
        unsafe { calls::group::group_range_excl(group, n, ranges, newgroup) }
    }))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Group_range_incl(
    group: GroupHandle,
    n: c_int,
    ranges: *mut [c_int; 3],
    newgroup: *mut GroupHandle,
) -> c_int {
    let group = group.inward();
    // SAFETY: NULL, or what the standard says of the argument.
    let mut newgroup_place = unsafe { HandlePlace::new(newgroup, false, true) };
    let newgroup = newgroup_place.pointer();
    Face::returned(entry("MPI_Group_range_incl", On::Nothing, || {
        check::handle("group", group)?;
        check::not_negative("n", MPI_ERR_ARG, n as i64)?;
        check::pointer("newgroup", newgroup)?;
        // SAFETY: the program vouches for its arguments.
        unsafe { calls::group::group_range_incl(group, n, ranges, newgroup) }
    }))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Group_rank(group: GroupHandle, rank: *mut c_int) -> c_int {
    let group = group.inward();
    // SAFETY: NULL, or what the standard says of the argument.
    let mut rank_place =
        unsafe { NumberPlace::new(rank.cast(), false, Face::rank_inward, Face::rank_outward) };
    let rank = rank_place.pointer().cast();
    Face::returned(entry("MPI_Group_rank", On::Nothing, || {
        check::handle("group", group)?;
        check::pointer("rank", rank)?;
        // SAFETY: the program vouches for its arguments.
        unsafe { calls::group::group_rank(group, rank) }
    }))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Group_size(group: GroupHandle, size: *mut c_int) -> c_int {
    let group = group.inward();
    Face::returned(entry("MPI_Group_size", On::Nothing, || {
        check::handle("group", group)?;
        check::pointer("size", size)?;
        // SAFETY: the program vouches for its arguments.
        unsafe { calls::group::group_size(group, size) }
    }))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Group_translate_ranks(
    group1: GroupHandle,
    n: c_int,
    ranks1: *const c_int,
    group2: GroupHandle,
    ranks2: *mut c_int,
) -> c_int {
    let group1 = group1.inward();
    let group2 = group2.inward();
    // SAFETY: NULL, or what the standard says of the argument.
    let mut ranks1_list = unsafe {
        NumberList::new(
            ranks1.cast_mut(),
            lengths::of(n),
            (true, false),
            Face::rank_inward,
            Face::rank_outward,
        )
    };
    let ranks1 = ranks1_list.pointer();
    // SAFETY: NULL, or what the standard says of the argument.
    let mut ranks2_list = unsafe {
        NumberList::new(
            ranks2,
            lengths::of(n),
            (false, true),
            Face::rank_inward,
            Face::rank_outward,
        )
    };
    let ranks2 = ranks2_list.pointer();
    Face::returned(entry("MPI_Group_translate_ranks", On::Nothing, || {
        check::handle("group1", group1)?;
        check::not_negative("n", MPI_ERR_ARG, n as i64)?;
        check::handle("group2", group2)?;
        // SAFETY: the program vouches for its arguments.
        unsafe { calls::group::group_translate_ranks(group1, n, ranks1, group2, ranks2) }
    }))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Group_union(
    group1: GroupHandle,
    group2: GroupHandle,
    newgroup: *mut GroupHandle,
) -> c_int {
    let group1 = group1.inward();
    let group2 = group2.inward();
    // SAFETY: NULL, or what the standard says of the argument.
    let mut newgroup_place = unsafe { HandlePlace::new(newgroup, false, true) };
    let newgroup = newgroup_place.pointer();
    Face::returned(entry("MPI_Group_union", On::Nothing, || {
        check::handle("group1", group1)?;
        check::handle("group2", group2)?;
        check::pointer("newgroup", newgroup)?;
        // SAFETY: the program vouches for its arguments.
        unsafe { calls::group::group_union(group1, group2, newgroup) }
    }))
}
