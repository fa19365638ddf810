//! The info object (MPI-5.0 §10). Written by `cargo xtask codegen`; do not edit.

use super::prelude::*;

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Info_create(info: *mut InfoHandle) -> c_int {
    // SAFETY: NULL, or what the standard says of the argument.
    let mut info_place = unsafe { HandlePlace::new(info, false, true) };
    let info = info_place.pointer();
    Face::returned(entry_anytime("MPI_Info_create", On::Nothing, || {
        check::pointer("info", info)?;
        // SAFETY: the program vouches for its arguments.
        unsafe { calls::info::info_create(info) }
    }))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Info_create_env(
    argc: c_int,
    argv: *mut *mut c_char,
    info: *mut InfoHandle,
) -> c_int {
    // SAFETY: NULL, or what the standard says of the argument.
    let mut info_place = unsafe { HandlePlace::new(info, false, true) };
    let info = info_place.pointer();
    Face::returned(entry_anytime("MPI_Info_create_env", On::Nothing, || {
        check::pointer("info", info)?;
        // SAFETY: the program vouches for its arguments.
        unsafe { calls::info::info_create_env(argc, argv, info) }
    }))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Info_delete(info: InfoHandle, key: *const c_char) -> c_int {
    let info = info.inward();
    Face::returned(entry_anytime("MPI_Info_delete", On::Nothing, || {
        check::pointer("key", key)?;
        // SAFETY: the program vouches for its arguments.
        unsafe { calls::info::info_delete(info, key) }
    }))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Info_dup(info: InfoHandle, newinfo: *mut InfoHandle) -> c_int {
    let info = info.inward();
    // SAFETY: NULL, or what the standard says of the argument.
    let mut newinfo_place = unsafe { HandlePlace::new(newinfo, false, true) };
    let newinfo = newinfo_place.pointer();
    Face::returned(entry_anytime("MPI_Info_dup", On::Nothing, || {
        check::pointer("newinfo", newinfo)?;
        // SAFETY: the program vouches for its arguments.
        unsafe { calls::info::info_dup(info, newinfo) }
    }))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Info_free(info: *mut InfoHandle) -> c_int {
    // SAFETY: NULL, or what the standard says of the argument.
    let mut info_place = unsafe { HandlePlace::new(info, true, true) };
    let info = info_place.pointer();
    Face::returned(entry_anytime("MPI_Info_free", On::Nothing, || {
        // SAFETY: NULL or a handle of the program's.
        unsafe { check::handle_at("info", info) }?;
        // SAFETY: the program vouches for its arguments.
        unsafe { calls::info::info_free(info) }
    }))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Info_get_nkeys(info: InfoHandle, nkeys: *mut c_int) -> c_int {
    let info = info.inward();
    Face::returned(entry_anytime("MPI_Info_get_nkeys", On::Nothing, || {
        check::pointer("nkeys", nkeys)?;
        // SAFETY: the program vouches for its arguments.
        unsafe { calls::info::info_get_nkeys(info, nkeys) }
    }))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Info_get_nthkey(
    info: InfoHandle,
    n: c_int,
    key: *mut c_char,
) -> c_int {
    let info = info.inward();
    Face::returned(entry_anytime("MPI_Info_get_nthkey", On::Nothing, || {
        check::pointer("key", key)?;
        // SAFETY: the program vouches for its arguments.
        unsafe { odd::info_get_nthkey::<Face>(info, n, key) }
    }))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Info_get_string(
    info: InfoHandle,
    key: *const c_char,
    buflen: *mut c_int,
    value: *mut c_char,
    flag: *mut c_int,
) -> c_int {
    let info = info.inward();
    Face::returned(entry_anytime("MPI_Info_get_string", On::Nothing, || {
        check::pointer("key", key)?;
        check::pointer("buflen", buflen)?;
        check::pointer("flag", flag)?;
        // SAFETY: the program vouches for its arguments.
        unsafe { calls::info::info_get_string(info, key, buflen, value, flag) }
    }))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Info_set(
    info: InfoHandle,
    key: *const c_char,
    value: *const c_char,
) -> c_int {
    let info = info.inward();
    Face::returned(entry_anytime("MPI_Info_set", On::Nothing, || {
        check::pointer("key", key)?;
        check::pointer("value", value)?;
        // SAFETY: the program vouches for its arguments.
        unsafe { calls::info::info_set(info, key, value) }
    }))
}
