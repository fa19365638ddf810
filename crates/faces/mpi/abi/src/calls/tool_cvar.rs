//! Control variables (MPI-5.0 §15.3.6).

use core::ffi::{c_char, c_int, c_void};

use ferry_mpi::Result;
use ferry_mpi::constants::MPI_T_ERR_INVALID_HANDLE;
use ferry_mpi::handle::DatatypeHandle;
use ferry_mpi::tool::control::{self, ControlHandleName};
use ferry_mpi::tool::{ElementType, refused};

use super::tool::{name_of, place, store_string};
use crate::convert::store;
use crate::types::{ToolCvar, ToolEnum};

fn name(handle: ToolCvar) -> ControlHandleName {
    ControlHandleName::new(handle.addr())
}

/// `MPI_T_cvar_get_num`.
pub unsafe fn t_cvar_get_num(num_cvar: *mut c_int) -> Result<()> {
    let count = control::count()?;
    // SAFETY: not null.
    unsafe { store(place(num_cvar)?, count as c_int) };
    Ok(())
}

/// `MPI_T_cvar_get_info`.
pub unsafe fn t_cvar_get_info(
    cvar_index: c_int,
    name: *mut c_char,
    name_len: *mut c_int,
    verbosity: *mut c_int,
    datatype: *mut DatatypeHandle,
    enumtype: *mut ToolEnum,
    desc: *mut c_char,
    desc_len: *mut c_int,
    bind: *mut c_int,
    scope: *mut c_int,
) -> Result<()> {
    let known = control::info(cvar_index)?;
    let enumeration = known.enumeration.map_or(0, |enumeration| enumeration.handle());
    // SAFETY: `NULL`, or what the standard says of the arguments.
    unsafe {
        store_string(name, name_len, known.name);
        store(verbosity, known.verbosity);
        store(datatype, known.element.datatype());
        store(enumtype, std::ptr::without_provenance_mut(enumeration));
        store_string(desc, desc_len, &known.description);
        store(bind, known.bind);
        store(scope, known.scope);
    }
    Ok(())
}

/// `MPI_T_cvar_get_index`.
pub unsafe fn t_cvar_get_index(name: *const c_char, cvar_index: *mut c_int) -> Result<()> {
    // SAFETY: a string, or null.
    let index = control::index_of(&unsafe { name_of(name) }?)?;
    // SAFETY: not null.
    unsafe { store(place(cvar_index)?, index) };
    Ok(())
}

/// `MPI_T_cvar_handle_alloc`: no variable is bound to an object.
pub unsafe fn t_cvar_handle_alloc(
    cvar_index: c_int,
    _obj_handle: *mut c_void,
    handle: *mut ToolCvar,
    count: *mut c_int,
) -> Result<()> {
    control::info(cvar_index)?;
    let (handle, count) = (place(handle)?, place(count)?);
    let (made, elements) = control::alloc(cvar_index)?;
    // SAFETY: not null.
    unsafe {
        store(handle, std::ptr::without_provenance_mut(made.0));
        store(count, elements as c_int);
    }
    Ok(())
}

/// `MPI_T_cvar_handle_free`.
pub unsafe fn t_cvar_handle_free(handle: *mut ToolCvar) -> Result<()> {
    let known = || refused(MPI_T_ERR_INVALID_HANDLE, "the handle is NULL");
    let handle = place(handle).map_err(|_| known())?;
    // SAFETY: not null.
    unsafe {
        control::free(name(*handle))?;
        store(handle, std::ptr::null_mut());
    }
    Ok(())
}

/// `MPI_T_cvar_read`.
pub unsafe fn t_cvar_read(handle: ToolCvar, buf: *mut c_void) -> Result<()> {
    let bytes = control::read(name(handle))?;
    let place = place(buf)?;
    // SAFETY: not null, and the program's buffer has the elements that the handle was made with.
    unsafe { std::ptr::copy_nonoverlapping(bytes.as_ptr(), place.cast(), bytes.len()) };
    Ok(())
}

/// `MPI_T_cvar_write`.
pub unsafe fn t_cvar_write(handle: ToolCvar, buf: *const c_void) -> Result<()> {
    let (element, count) = control::buffer_of(name(handle))?;
    let place = place(buf.cast_mut())?.cast::<u8>().cast_const();
    // SAFETY: not null; text ends with a null byte, or has as many characters as the handle was made with, which
    // is what everything else has.
    let bytes = unsafe {
        let len = match element {
            ElementType::Char => length(place, count),
            _ => count * element.size(),
        };
        std::slice::from_raw_parts(place, len)
    };
    control::write(name(handle), bytes)
}

/// Bytes of a string that may fill its room.
///
/// # Safety
/// `text` ends with a null byte, or has `room` bytes.
unsafe fn length(text: *const u8, room: usize) -> usize {
    // SAFETY: each byte before was none.
    (0..room).find(|at| unsafe { *text.add(*at) } == 0).unwrap_or(room)
}
