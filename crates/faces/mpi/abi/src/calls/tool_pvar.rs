//! Performance variables (MPI-5.0 §15.3.7).

use core::ffi::{c_char, c_int, c_void};

use ferry_mpi::Result;
use ferry_mpi::constants::{
    MPI_T_BIND_MPI_COMM, MPI_T_ERR_INVALID_HANDLE, MPI_T_ERR_INVALID_SESSION,
};
use ferry_mpi::handle::{CommHandle, DatatypeHandle};
use ferry_mpi::tool::measurement::{self, MeasurementName, VariableName};
use ferry_mpi::tool::{performance, refused};

use super::tool::{name_of, place, store_string};
use crate::convert::{store, store_flag};
use crate::types::{ToolEnum, ToolPvar, ToolPvarSession};

fn session(handle: ToolPvarSession) -> MeasurementName {
    MeasurementName::new(handle.addr())
}

fn name(handle: ToolPvar) -> VariableName {
    VariableName::new(handle.addr())
}

/// The communicator whose handle a program points to, where a variable or an event is bound to one.
///
/// # Safety
/// `object` is `NULL`, or points to a communicator's handle where `bind` says so.
pub(super) unsafe fn bound_to(bind: c_int, object: *mut c_void) -> Option<CommHandle> {
    let is_comm = bind == MPI_T_BIND_MPI_COMM && !object.is_null();
    // SAFETY: not null, and the caller vouches for the rest.
    is_comm.then(|| unsafe { *object.cast::<CommHandle>() })
}

/// `MPI_T_pvar_get_num`.
pub unsafe fn t_pvar_get_num(num_pvar: *mut c_int) -> Result<()> {
    let count = performance::count()?;
    // SAFETY: not null.
    unsafe { store(place(num_pvar)?, count as c_int) };
    Ok(())
}

/// `MPI_T_pvar_get_info`.
pub unsafe fn t_pvar_get_info(
    pvar_index: c_int,
    name: *mut c_char,
    name_len: *mut c_int,
    verbosity: *mut c_int,
    var_class: *mut c_int,
    datatype: *mut DatatypeHandle,
    enumtype: *mut ToolEnum,
    desc: *mut c_char,
    desc_len: *mut c_int,
    bind: *mut c_int,
    readonly: *mut c_int,
    continuous: *mut c_int,
    atomic: *mut c_int,
) -> Result<()> {
    let known = performance::info(pvar_index)?;
    let enumeration = known.enumeration.map_or(0, |enumeration| enumeration.handle());
    let is_own = known.class.is_of_handles();
    // SAFETY: `NULL`, or what the standard says of the arguments.
    unsafe {
        store_string(name, name_len, &known.name);
        store(verbosity, known.verbosity());
        store(var_class, known.class.code());
        store(datatype, known.element.datatype());
        store(enumtype, std::ptr::without_provenance_mut(enumeration));
        store_string(desc, desc_len, &known.description);
        store(bind, known.bind());
        store_flag(readonly, !is_own);
        store_flag(continuous, !is_own);
        store_flag(atomic, is_own);
    }
    Ok(())
}

/// `MPI_T_pvar_get_index`.
pub unsafe fn t_pvar_get_index(
    name: *const c_char,
    var_class: c_int,
    pvar_index: *mut c_int,
) -> Result<()> {
    // SAFETY: a string, or null.
    let index = performance::index_of(&unsafe { name_of(name) }?, var_class)?;
    // SAFETY: not null.
    unsafe { store(place(pvar_index)?, index) };
    Ok(())
}

/// `MPI_T_pvar_session_create`.
pub unsafe fn t_pvar_session_create(pe_session: *mut ToolPvarSession) -> Result<()> {
    performance::count()?;
    let place = place(pe_session)?;
    // SAFETY: not null.
    unsafe { store(place, std::ptr::without_provenance_mut(measurement::begin()?.0)) };
    Ok(())
}

/// `MPI_T_pvar_session_free`.
pub unsafe fn t_pvar_session_free(pe_session: *mut ToolPvarSession) -> Result<()> {
    performance::count()?;
    let none = |_| refused(MPI_T_ERR_INVALID_SESSION, "the session is NULL");
    let place = place(pe_session).map_err(none)?;
    // SAFETY: not null.
    unsafe {
        measurement::end(session(*place))?;
        store(place, std::ptr::null_mut());
    }
    Ok(())
}

/// `MPI_T_pvar_handle_alloc`.
pub unsafe fn t_pvar_handle_alloc(
    pe_session: ToolPvarSession,
    pvar_index: c_int,
    obj_handle: *mut c_void,
    handle: *mut ToolPvar,
    count: *mut c_int,
) -> Result<()> {
    measurement::check(session(pe_session))?;
    let known = performance::info(pvar_index)?;
    let (handle, count) = (place(handle)?, place(count)?);
    // SAFETY: the object is of the kind that the variable is bound to.
    let comm = unsafe { bound_to(known.bind(), obj_handle) };
    let (made, elements) = measurement::alloc(session(pe_session), pvar_index, comm)?;
    // SAFETY: not null.
    unsafe {
        store(handle, std::ptr::without_provenance_mut(made.0));
        store(count, elements as c_int);
    }
    Ok(())
}

/// `MPI_T_pvar_handle_free`.
pub unsafe fn t_pvar_handle_free(pe_session: ToolPvarSession, handle: *mut ToolPvar) -> Result<()> {
    measurement::check(session(pe_session))?;
    let none = |_| refused(MPI_T_ERR_INVALID_HANDLE, "the handle is NULL");
    let place = place(handle).map_err(none)?;
    // SAFETY: not null.
    unsafe {
        measurement::free(session(pe_session), name(*place))?;
        store(place, std::ptr::null_mut());
    }
    Ok(())
}

/// `MPI_T_pvar_start`.
pub unsafe fn t_pvar_start(pe_session: ToolPvarSession, handle: ToolPvar) -> Result<()> {
    measurement::run(session(pe_session), name(handle), true)
}

/// `MPI_T_pvar_stop`.
pub unsafe fn t_pvar_stop(pe_session: ToolPvarSession, handle: ToolPvar) -> Result<()> {
    measurement::run(session(pe_session), name(handle), false)
}

/// Stores the elements of a variable.
///
/// # Safety
/// `buf` has room for the elements that the handle was made with.
unsafe fn store_elements(bytes: &[u8], buf: *mut c_void) {
    // SAFETY: as the caller vouches.
    unsafe { std::ptr::copy_nonoverlapping(bytes.as_ptr(), buf.cast(), bytes.len()) };
}

/// `MPI_T_pvar_read`.
pub unsafe fn t_pvar_read(
    pe_session: ToolPvarSession,
    handle: ToolPvar,
    buf: *mut c_void,
) -> Result<()> {
    let bytes = measurement::read(session(pe_session), name(handle))?;
    // SAFETY: not null, and the program's buffer has the elements that the handle was made with.
    unsafe { store_elements(&bytes, place(buf)?) };
    Ok(())
}

/// `MPI_T_pvar_write`.
pub unsafe fn t_pvar_write(
    pe_session: ToolPvarSession,
    handle: ToolPvar,
    buf: *const c_void,
) -> Result<()> {
    let (session, name) = (session(pe_session), name(handle));
    let (element, count) = measurement::buffer_of(session, name)?;
    let place = place(buf.cast_mut())?.cast_const().cast();
    // SAFETY: not null, and the program's buffer has the elements that the handle was made with.
    let bytes = unsafe { std::slice::from_raw_parts(place, element.size() * count) };
    measurement::write(session, name, bytes)
}

/// `MPI_T_pvar_reset`.
pub unsafe fn t_pvar_reset(pe_session: ToolPvarSession, handle: ToolPvar) -> Result<()> {
    measurement::reset(session(pe_session), name(handle))
}

/// `MPI_T_pvar_readreset`.
pub unsafe fn t_pvar_readreset(
    pe_session: ToolPvarSession,
    handle: ToolPvar,
    buf: *mut c_void,
) -> Result<()> {
    measurement::buffer_of(session(pe_session), name(handle))?;
    let place = place(buf)?;
    let bytes = measurement::read_and_reset(session(pe_session), name(handle))?;
    // SAFETY: not null, and the program's buffer has the elements that the handle was made with.
    unsafe { store_elements(&bytes, place) };
    Ok(())
}
