//! Groups, contexts, communicators and caching: groups (MPI-5.0 §7). Written by `cargo xtask codegen`; do not edit.

use super::prelude::*;

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Group_compare(
    _group1: GroupHandle,
    _group2: GroupHandle,
    _result: *mut c_int,
) -> c_int {
    unbuilt("MPI_Group_compare", On::Nothing)
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Group_difference(
    _group1: GroupHandle,
    _group2: GroupHandle,
    _newgroup: *mut GroupHandle,
) -> c_int {
    unbuilt("MPI_Group_difference", On::Nothing)
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Group_excl(
    _group: GroupHandle,
    _n: c_int,
    _ranks: *const c_int,
    _newgroup: *mut GroupHandle,
) -> c_int {
    unbuilt("MPI_Group_excl", On::Nothing)
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Group_free(_group: *mut GroupHandle) -> c_int {
    unbuilt("MPI_Group_free", On::Nothing)
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Group_from_session_pset(
    session: SessionHandle,
    _pset_name: *const c_char,
    _newgroup: *mut GroupHandle,
) -> c_int {
    unbuilt("MPI_Group_from_session_pset", On::Session(session))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Group_incl(
    _group: GroupHandle,
    _n: c_int,
    _ranks: *const c_int,
    _newgroup: *mut GroupHandle,
) -> c_int {
    unbuilt("MPI_Group_incl", On::Nothing)
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Group_intersection(
    _group1: GroupHandle,
    _group2: GroupHandle,
    _newgroup: *mut GroupHandle,
) -> c_int {
    unbuilt("MPI_Group_intersection", On::Nothing)
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Group_range_excl(
    _group: GroupHandle,
    _n: c_int,
    _ranges: *mut [c_int; 3],
    _newgroup: *mut GroupHandle,
) -> c_int {
    unbuilt("MPI_Group_range_excl", On::Nothing)
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Group_range_incl(
    _group: GroupHandle,
    _n: c_int,
    _ranges: *mut [c_int; 3],
    _newgroup: *mut GroupHandle,
) -> c_int {
    unbuilt("MPI_Group_range_incl", On::Nothing)
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Group_rank(_group: GroupHandle, _rank: *mut c_int) -> c_int {
    unbuilt("MPI_Group_rank", On::Nothing)
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Group_size(_group: GroupHandle, _size: *mut c_int) -> c_int {
    unbuilt("MPI_Group_size", On::Nothing)
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Group_translate_ranks(
    _group1: GroupHandle,
    _n: c_int,
    _ranks1: *const c_int,
    _group2: GroupHandle,
    _ranks2: *mut c_int,
) -> c_int {
    unbuilt("MPI_Group_translate_ranks", On::Nothing)
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Group_union(
    _group1: GroupHandle,
    _group2: GroupHandle,
    _newgroup: *mut GroupHandle,
) -> c_int {
    unbuilt("MPI_Group_union", On::Nothing)
}
