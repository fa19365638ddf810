//! Written by `cargo xtask codegen`; do not edit.

use super::prelude::*;

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pmpi_group_compare_(
    group1: *mut c_int,
    group2: *mut c_int,
    result: *mut c_int,
    ierror: *mut c_int,
) {
    // SAFETY: the program vouches for its arguments.
    unsafe {
        let code = PMPI_Group_compare(group::c(*group1), group::c(*group2), result);
        give(ierror, code);
    }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pmpi_group_difference_(
    group1: *mut c_int,
    group2: *mut c_int,
    newgroup: *mut c_int,
    ierror: *mut c_int,
) {
    // SAFETY: the program vouches for its arguments.
    unsafe {
        let mut newgroup_c = group::null();
        let code = PMPI_Group_difference(group::c(*group1), group::c(*group2), &mut newgroup_c);
        if code == MPI_SUCCESS {
            *newgroup = group::fortran(newgroup_c);
        }
        give(ierror, code);
    }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pmpi_group_excl_(
    group: *mut c_int,
    n: *mut c_int,
    ranks: *mut c_int,
    newgroup: *mut c_int,
    ierror: *mut c_int,
) {
    // SAFETY: the program vouches for its arguments.
    unsafe {
        let mut newgroup_c = group::null();
        let code = PMPI_Group_excl(group::c(*group), *n, ranks, &mut newgroup_c);
        if code == MPI_SUCCESS {
            *newgroup = group::fortran(newgroup_c);
        }
        give(ierror, code);
    }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pmpi_group_free_(group: *mut c_int, ierror: *mut c_int) {
    // SAFETY: the program vouches for its arguments.
    unsafe {
        let mut group_c = group::c(*group);
        let code = PMPI_Group_free(&mut group_c);
        *group = group::fortran(group_c);
        give(ierror, code);
    }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pmpi_group_from_session_pset_(
    session: *mut c_int,
    pset_name: *mut c_char,
    newgroup: *mut c_int,
    ierror: *mut c_int,
    pset_name_len: usize,
) {
    // SAFETY: the program vouches for its arguments.
    unsafe {
        let pset_name_c = text(pset_name, pset_name_len);
        let mut newgroup_c = group::null();
        let code = PMPI_Group_from_session_pset(
            session::c(*session),
            pset_name_c.as_ptr().cast_mut(),
            &mut newgroup_c,
        );
        if code == MPI_SUCCESS {
            *newgroup = group::fortran(newgroup_c);
        }
        give(ierror, code);
    }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pmpi_group_incl_(
    group: *mut c_int,
    n: *mut c_int,
    ranks: *mut c_int,
    newgroup: *mut c_int,
    ierror: *mut c_int,
) {
    // SAFETY: the program vouches for its arguments.
    unsafe {
        let mut newgroup_c = group::null();
        let code = PMPI_Group_incl(group::c(*group), *n, ranks, &mut newgroup_c);
        if code == MPI_SUCCESS {
            *newgroup = group::fortran(newgroup_c);
        }
        give(ierror, code);
    }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pmpi_group_intersection_(
    group1: *mut c_int,
    group2: *mut c_int,
    newgroup: *mut c_int,
    ierror: *mut c_int,
) {
    // SAFETY: the program vouches for its arguments.
    unsafe {
        let mut newgroup_c = group::null();
        let code = PMPI_Group_intersection(group::c(*group1), group::c(*group2), &mut newgroup_c);
        if code == MPI_SUCCESS {
            *newgroup = group::fortran(newgroup_c);
        }
        give(ierror, code);
    }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pmpi_group_range_excl_(
    group: *mut c_int,
    n: *mut c_int,
    ranges: *mut c_int,
    newgroup: *mut c_int,
    ierror: *mut c_int,
) {
    // SAFETY: the program vouches for its arguments.
    unsafe {
        let mut newgroup_c = group::null();
        let code = PMPI_Group_range_excl(group::c(*group), *n, ranges, &mut newgroup_c);
        if code == MPI_SUCCESS {
            *newgroup = group::fortran(newgroup_c);
        }
        give(ierror, code);
    }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pmpi_group_range_incl_(
    group: *mut c_int,
    n: *mut c_int,
    ranges: *mut c_int,
    newgroup: *mut c_int,
    ierror: *mut c_int,
) {
    // SAFETY: the program vouches for its arguments.
    unsafe {
        let mut newgroup_c = group::null();
        let code = PMPI_Group_range_incl(group::c(*group), *n, ranges, &mut newgroup_c);
        if code == MPI_SUCCESS {
            *newgroup = group::fortran(newgroup_c);
        }
        give(ierror, code);
    }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pmpi_group_rank_(group: *mut c_int, rank: *mut c_int, ierror: *mut c_int) {
    // SAFETY: the program vouches for its arguments.
    unsafe {
        let code = PMPI_Group_rank(group::c(*group), rank);
        give(ierror, code);
    }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pmpi_group_size_(group: *mut c_int, size: *mut c_int, ierror: *mut c_int) {
    // SAFETY: the program vouches for its arguments.
    unsafe {
        let code = PMPI_Group_size(group::c(*group), size);
        give(ierror, code);
    }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pmpi_group_translate_ranks_(
    group1: *mut c_int,
    n: *mut c_int,
    ranks1: *mut c_int,
    group2: *mut c_int,
    ranks2: *mut c_int,
    ierror: *mut c_int,
) {
    // SAFETY: the program vouches for its arguments.
    unsafe {
        let code =
            PMPI_Group_translate_ranks(group::c(*group1), *n, ranks1, group::c(*group2), ranks2);
        give(ierror, code);
    }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pmpi_group_union_(
    group1: *mut c_int,
    group2: *mut c_int,
    newgroup: *mut c_int,
    ierror: *mut c_int,
) {
    // SAFETY: the program vouches for its arguments.
    unsafe {
        let mut newgroup_c = group::null();
        let code = PMPI_Group_union(group::c(*group1), group::c(*group2), &mut newgroup_c);
        if code == MPI_SUCCESS {
            *newgroup = group::fortran(newgroup_c);
        }
        give(ierror, code);
    }
}
