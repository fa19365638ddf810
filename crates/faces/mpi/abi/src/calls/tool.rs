//! The tool information interface: its life, enumerations and categories (MPI-5.0 §15.3).

use core::ffi::{c_char, c_int};

use ferry_mpi::constants::MPI_T_ERR_INVALID;
use ferry_mpi::tool::{category, enumeration, refused};
use ferry_mpi::{Error, Result, tool};

use crate::convert::{store, store_text, text};
use crate::types::ToolEnum;

/// The place for a result that a call cannot do without.
pub(super) fn place<T>(place: *mut T) -> Result<*mut T> {
    if place.is_null() { Err(missing()) } else { Ok(place) }
}

#[cold]
fn missing() -> Error {
    refused(MPI_T_ERR_INVALID, "a place for a result is NULL")
}

/// A name that the program asks for.
///
/// # Safety
/// `name` is `NULL` or ends with a null byte.
pub(super) unsafe fn name_of(name: *const c_char) -> Result<String> {
    // SAFETY: as the caller vouches.
    let text = unsafe { text(name) }.map_err(|_| refused(MPI_T_ERR_INVALID, "the name is NULL"))?;
    Ok(text.into_owned())
}

/// Stores a string where the program says in `len` what room it has, and in `len` the room that it takes with its
/// null byte (MPI-5.0 §15.3.3). Without `len` nothing is stored, without room or place the length alone.
///
/// # Safety
/// `len` is `NULL` or valid, and `place` is `NULL` or has so many writable bytes.
pub(super) unsafe fn store_string(place: *mut c_char, len: *mut c_int, text: &str) {
    if len.is_null() {
        return;
    }
    // SAFETY: not null, and the caller vouches for the rest.
    unsafe {
        let room = usize::try_from(*len).unwrap_or(0);
        if room != 0 && !place.is_null() {
            store_text(place, room, text);
        }
        *len = text.len() as c_int + 1;
    }
}

/// Stores as many of some indices as there is room for.
///
/// # Safety
/// `indices` has room for `len` of them.
unsafe fn store_indices(all: &[i32], len: c_int, indices: *mut c_int) -> Result<()> {
    let Ok(room) = usize::try_from(len) else {
        return Err(refused(MPI_T_ERR_INVALID, "the length of the array is negative"));
    };
    if room != 0 {
        let place = place(indices)?;
        let count = room.min(all.len());
        // SAFETY: the caller vouches for the room.
        unsafe { std::ptr::copy_nonoverlapping(all.as_ptr(), place, count) };
    }
    Ok(())
}

/// `MPI_T_init_thread`.
pub unsafe fn t_init_thread(required: c_int, provided: *mut c_int) -> Result<()> {
    let place = place(provided)?;
    let level = tool::init(required)?;
    // SAFETY: not null.
    unsafe { store(place, level) };
    Ok(())
}

/// `MPI_T_finalize`.
pub unsafe fn t_finalize() -> Result<()> {
    tool::finalize()
}

/// `MPI_T_enum_get_info`.
pub unsafe fn t_enum_get_info(
    handle: ToolEnum,
    num: *mut c_int,
    name: *mut c_char,
    name_len: *mut c_int,
) -> Result<()> {
    let (count, known_as) = enumeration::info(handle.addr())?;
    // SAFETY: `NULL`, or what the standard says of the arguments.
    unsafe {
        store(num, count as c_int);
        store_string(name, name_len, known_as);
    }
    Ok(())
}

/// `MPI_T_enum_get_item`.
pub unsafe fn t_enum_get_item(
    handle: ToolEnum,
    index: c_int,
    value: *mut c_int,
    name: *mut c_char,
    name_len: *mut c_int,
) -> Result<()> {
    let (number, word) = enumeration::item(handle.addr(), index)?;
    // SAFETY: `NULL`, or what the standard says of the arguments.
    unsafe {
        store(value, number);
        store_string(name, name_len, &word);
    }
    Ok(())
}

/// `MPI_T_category_get_num`.
pub unsafe fn t_category_get_num(num_cat: *mut c_int) -> Result<()> {
    let count = category::count()?;
    // SAFETY: not null.
    unsafe { store(place(num_cat)?, count as c_int) };
    Ok(())
}

/// `MPI_T_category_get_info`.
pub unsafe fn t_category_get_info(
    cat_index: c_int,
    name: *mut c_char,
    name_len: *mut c_int,
    desc: *mut c_char,
    desc_len: *mut c_int,
    num_cvars: *mut c_int,
    num_pvars: *mut c_int,
    num_categories: *mut c_int,
) -> Result<()> {
    let known = category::info(cat_index)?;
    // SAFETY: `NULL`, or what the standard says of the arguments.
    unsafe {
        store_string(name, name_len, &known.name);
        store_string(desc, desc_len, &known.description);
        store(num_cvars, known.controls.len() as c_int);
        store(num_pvars, known.variables.len() as c_int);
        store(num_categories, known.categories.len() as c_int);
    }
    Ok(())
}

/// `MPI_T_category_get_num_events`.
pub unsafe fn t_category_get_num_events(cat_index: c_int, num_events: *mut c_int) -> Result<()> {
    let count = category::info(cat_index)?.events.len();
    // SAFETY: not null.
    unsafe { store(place(num_events)?, count as c_int) };
    Ok(())
}

/// `MPI_T_category_get_index`.
pub unsafe fn t_category_get_index(name: *const c_char, cat_index: *mut c_int) -> Result<()> {
    // SAFETY: a string, or null.
    let index = category::index_of(&unsafe { name_of(name) }?)?;
    // SAFETY: not null.
    unsafe { store(place(cat_index)?, index) };
    Ok(())
}

/// `MPI_T_category_get_cvars`.
pub unsafe fn t_category_get_cvars(at: c_int, len: c_int, indices: *mut c_int) -> Result<()> {
    // SAFETY: the array has the length that the program states.
    unsafe { store_indices(&category::info(at)?.controls, len, indices) }
}

/// `MPI_T_category_get_pvars`.
pub unsafe fn t_category_get_pvars(at: c_int, len: c_int, indices: *mut c_int) -> Result<()> {
    // SAFETY: the array has the length that the program states.
    unsafe { store_indices(&category::info(at)?.variables, len, indices) }
}

/// `MPI_T_category_get_categories`.
pub unsafe fn t_category_get_categories(at: c_int, len: c_int, indices: *mut c_int) -> Result<()> {
    // SAFETY: the array has the length that the program states.
    unsafe { store_indices(&category::info(at)?.categories, len, indices) }
}

/// `MPI_T_category_get_events`.
pub unsafe fn t_category_get_events(at: c_int, len: c_int, indices: *mut c_int) -> Result<()> {
    // SAFETY: the array has the length that the program states.
    unsafe { store_indices(&category::info(at)?.events, len, indices) }
}

/// `MPI_T_category_changed`.
pub unsafe fn t_category_changed(update_number: *mut c_int) -> Result<()> {
    let stamp = category::changed()?;
    // SAFETY: not null.
    unsafe { store(place(update_number)?, stamp) };
    Ok(())
}
