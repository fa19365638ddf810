//! Info objects (MPI-5.0 §10).

use core::ffi::{CStr, c_char, c_int};
use std::ffi::{OsStr, OsString};

use ferry_mpi::constants::{MPI_ERR_ARG, MPI_MAX_INFO_KEY};
use ferry_mpi::handle::InfoHandle;
use ferry_mpi::info::{self, Info};
use ferry_mpi::{Error, Result, environment};

use crate::convert;

/// `MPI_Info_create`.
pub unsafe fn info_create(place: *mut InfoHandle) -> Result<()> {
    // SAFETY: a checked output pointer.
    unsafe { convert::store(place, info::create(Info::new())) };
    Ok(())
}

/// `MPI_Info_create_env`: what is known of the start of this process; `argc` and `argv` may be what
/// `main` got, or 0 and null.
pub unsafe fn info_create_env(
    argc: c_int,
    argv: *mut *mut c_char,
    place: *mut InfoHandle,
) -> Result<()> {
    let given = if argv.is_null() { 0 } else { usize::try_from(argc).unwrap_or(0) };
    // SAFETY: `main`'s arguments, as the standard asks.
    let arguments = unsafe { convert::slice(argv, given) }?.iter().map(|&argument| {
        // SAFETY: each of them is a string.
        unsafe { CStr::from_ptr(argument) }.to_string_lossy().into_owned()
    });
    let info = environment::info_with(&arguments.collect::<Vec<_>>());
    // SAFETY: a checked output pointer.
    unsafe { convert::store(place, info::create(info)) };
    Ok(())
}

/// `MPI_Info_dup`.
pub unsafe fn info_dup(handle: InfoHandle, place: *mut InfoHandle) -> Result<()> {
    // SAFETY: a checked output pointer.
    unsafe { convert::store(place, info::dup(handle)?) };
    Ok(())
}

/// `MPI_Info_free`.
pub unsafe fn info_free(place: *mut InfoHandle) -> Result<()> {
    // SAFETY: a checked pointer.
    unsafe {
        info::free(*place)?;
        *place = InfoHandle::NULL;
    }
    Ok(())
}

/// `MPI_Info_set`.
pub unsafe fn info_set(handle: InfoHandle, key: *const c_char, value: *const c_char) -> Result<()> {
    // SAFETY: checked strings.
    let (key, value) = unsafe { (convert::text(key)?, convert::bytes(value)?) };
    info::with_mut(handle, |info| info.set_bytes(&key, value))?
}

/// `MPI_Info_delete`.
pub unsafe fn info_delete(handle: InfoHandle, key: *const c_char) -> Result<()> {
    // SAFETY: a checked string.
    let key = unsafe { convert::text(key) }?;
    info::with_mut(handle, |info| info.remove(&key))?
}

unsafe fn value_of(handle: InfoHandle, key: *const c_char) -> Result<Option<OsString>> {
    // SAFETY: a checked string.
    let key = unsafe { convert::text(key) }?;
    info::check_key(&key)?;
    info::with(handle, |info| info.get_bytes(&key).map(OsStr::to_owned))
}

/// `MPI_Info_get_string`: `buflen` is the room, and then the room needed, with the null byte.
pub unsafe fn info_get_string(
    handle: InfoHandle,
    key: *const c_char,
    buflen: *mut c_int,
    value: *mut c_char,
    flag: *mut c_int,
) -> Result<()> {
    // SAFETY: checked pointers; `value` has the room that the program states.
    unsafe {
        let found = value_of(handle, key)?;
        if let Some(text) = &found {
            convert::store_with_room(("value", value), ("buflen", buflen), text)?;
        }
        convert::store_flag(flag, found.is_some());
    }
    Ok(())
}

/// `MPI_Info_get` (deprecated): `value` has room for `valuelen` bytes and the null byte.
pub unsafe fn info_get(
    handle: InfoHandle,
    key: *const c_char,
    valuelen: c_int,
    value: *mut c_char,
    flag: *mut c_int,
) -> Result<()> {
    let Ok(room) = usize::try_from(valuelen) else {
        return Err(Error::new(MPI_ERR_ARG, format!("valuelen is {valuelen}")));
    };
    // SAFETY: checked pointers; `value` has the room that the program states.
    unsafe {
        let found = value_of(handle, key)?;
        if let Some(text) = &found {
            convert::store_text(value, room + 1, text);
        }
        convert::store_flag(flag, found.is_some());
    }
    Ok(())
}

/// `MPI_Info_get_valuelen` (deprecated).
pub unsafe fn info_get_valuelen(
    handle: InfoHandle,
    key: *const c_char,
    valuelen: *mut c_int,
    flag: *mut c_int,
) -> Result<()> {
    // SAFETY: checked pointers.
    unsafe {
        let found = value_of(handle, key)?;
        if let Some(text) = &found {
            convert::store(valuelen, text.len() as c_int);
        }
        convert::store_flag(flag, found.is_some());
    }
    Ok(())
}

/// `MPI_Info_get_nkeys`.
pub unsafe fn info_get_nkeys(handle: InfoHandle, nkeys: *mut c_int) -> Result<()> {
    // SAFETY: a checked output pointer.
    unsafe { convert::store(nkeys, info::with(handle, Info::len)? as c_int) };
    Ok(())
}

/// `MPI_Info_get_nthkey`.
pub unsafe fn info_get_nthkey(handle: InfoHandle, n: c_int, key: *mut c_char) -> Result<()> {
    let name = info::with(handle, |info| info.nth_key(n).map(str::to_owned))??;
    // SAFETY: the program's buffer has the size that the standard asks for.
    unsafe { convert::store_text(key, MPI_MAX_INFO_KEY as usize, &name) };
    Ok(())
}
