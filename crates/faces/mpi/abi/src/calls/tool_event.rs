//! Events and their sources (MPI-5.0 §15.3.8).

use core::ffi::{c_char, c_int, c_void};
use std::sync::Arc;

use ferry_mpi::Result;
use ferry_mpi::constants::{MPI_T_ERR_INVALID, MPI_T_SOURCE_ORDERED};
use ferry_mpi::handle::{DatatypeHandle, InfoHandle};
use ferry_mpi::info::{self, Info};
use ferry_mpi::tool::registration::{
    self, DroppedCallback, EventCallback, RegisteredCallback, RegistrationName, Safety,
};
use ferry_mpi::tool::{event, refused};

use super::tool::{name_of, place, store_string};
use super::tool_pvar::bound_to;
use crate::callback::{ToolEventDroppedFunction, ToolEventFreeFunction, ToolEventFunction};
use crate::convert::store;
use crate::types::{Aint, CbSafety, Count, SourceOrder, ToolEnum, ToolInstance, ToolRegistration};

fn name(handle: ToolRegistration) -> RegistrationName {
    RegistrationName::new(handle.addr())
}

fn handle_of(name: RegistrationName) -> ToolRegistration {
    std::ptr::without_provenance_mut(name.0)
}

fn level(code: CbSafety) -> Result<Safety> {
    Safety::of_code(code as c_int)
}

/// Hints about events mean nothing yet; but they have to be hints.
fn check_hints(hints: InfoHandle) -> Result<()> {
    let known = info::snapshot(hints).map(|_| ());
    known.map_err(|_| refused(MPI_T_ERR_INVALID, "the info object is none"))
}

/// Stores a new info object with no hints.
///
/// # Safety
/// `place` is `NULL` or writable.
unsafe fn store_no_hints(place: *mut InfoHandle) {
    if !place.is_null() {
        // SAFETY: not null, and the caller vouches for the rest.
        unsafe { store(place, info::create(Info::new())) };
    }
}

/// `MPI_T_event_get_num`.
pub unsafe fn t_event_get_num(num_events: *mut c_int) -> Result<()> {
    let count = event::count()?;
    // SAFETY: not null.
    unsafe { store(place(num_events)?, count as c_int) };
    Ok(())
}

/// `MPI_T_event_get_info`: the arrays have the room that `num_elements` says, which gets the room they need.
pub unsafe fn t_event_get_info(
    event_index: c_int,
    name: *mut c_char,
    name_len: *mut c_int,
    verbosity: *mut c_int,
    array_of_datatypes: *mut DatatypeHandle,
    array_of_displacements: *mut Aint,
    num_elements: *mut c_int,
    enumtype: *mut ToolEnum,
    info: *mut InfoHandle,
    desc: *mut c_char,
    desc_len: *mut c_int,
    bind: *mut c_int,
) -> Result<()> {
    let known = event::info(event_index)?;
    let enumeration = known.enumeration.map_or(0, |enumeration| enumeration.handle());
    // SAFETY: `NULL`, or what the standard says of the arguments.
    unsafe {
        store_string(name, name_len, known.name);
        store(verbosity, ferry_mpi::constants::MPI_T_VERBOSITY_USER_DETAIL);
        let room =
            if num_elements.is_null() { 0 } else { usize::try_from(*num_elements).unwrap_or(0) };
        let elements = known.elements.iter().zip(known.displacements());
        for (at, (element, displacement)) in elements.take(room).enumerate() {
            if !array_of_datatypes.is_null() {
                *array_of_datatypes.add(at) = element.datatype();
            }
            if !array_of_displacements.is_null() {
                *array_of_displacements.add(at) = displacement as Aint;
            }
        }
        store(num_elements, known.elements.len() as c_int);
        store(enumtype, std::ptr::without_provenance_mut(enumeration));
        store_no_hints(info);
        store_string(desc, desc_len, known.description);
        store(bind, known.bind());
    }
    Ok(())
}

/// `MPI_T_event_get_index`.
pub unsafe fn t_event_get_index(name: *const c_char, event_index: *mut c_int) -> Result<()> {
    // SAFETY: a string, or null.
    let index = event::index_of(&unsafe { name_of(name) }?)?;
    // SAFETY: not null.
    unsafe { store(place(event_index)?, index) };
    Ok(())
}

/// `MPI_T_event_handle_alloc`.
pub unsafe fn t_event_handle_alloc(
    event_index: c_int,
    obj_handle: *mut c_void,
    info: InfoHandle,
    event_registration: *mut ToolRegistration,
) -> Result<()> {
    let known = event::info(event_index)?;
    let place = place(event_registration)?;
    check_hints(info)?;
    // SAFETY: the object is of the kind that the event is bound to.
    let comm = unsafe { bound_to(known.bind(), obj_handle) };
    let made = registration::register(event_index, comm)?;
    // SAFETY: not null.
    unsafe { store(place, handle_of(made)) };
    Ok(())
}

/// `MPI_T_event_handle_set_info`.
pub unsafe fn t_event_handle_set_info(
    event_registration: ToolRegistration,
    info: InfoHandle,
) -> Result<()> {
    registration::check(name(event_registration))?;
    check_hints(info)
}

/// `MPI_T_event_handle_get_info`.
pub unsafe fn t_event_handle_get_info(
    event_registration: ToolRegistration,
    info_used: *mut InfoHandle,
) -> Result<()> {
    registration::check(name(event_registration))?;
    // SAFETY: not null.
    unsafe { store_no_hints(place(info_used)?) };
    Ok(())
}

/// `MPI_T_event_register_callback`: without a function the level has none any more.
pub unsafe fn t_event_register_callback(
    event_registration: ToolRegistration,
    cb_safety: CbSafety,
    info: InfoHandle,
    user_data: *mut c_void,
    event_cb_function: Option<ToolEventFunction>,
) -> Result<()> {
    registration::check(name(event_registration))?;
    let level = level(cb_safety)?;
    check_hints(info)?;
    let word = user_data.expose_provenance();
    let callback = event_cb_function.map(|function| {
        let call: EventCallback = Arc::new(move |instance, name, safety: Safety| {
            let instance = std::ptr::without_provenance_mut(instance);
            let data = std::ptr::with_exposed_provenance_mut(word);
            // SAFETY: the program's function, with the word that it was given with.
            unsafe { function(instance, handle_of(name), safety.code() as CbSafety, data) };
        });
        RegisteredCallback { call, word }
    });
    registration::listen(name(event_registration), level, callback)
}

/// `MPI_T_event_callback_set_info`.
pub unsafe fn t_event_callback_set_info(
    event_registration: ToolRegistration,
    cb_safety: CbSafety,
    info: InfoHandle,
) -> Result<()> {
    registration::check(name(event_registration))?;
    level(cb_safety)?;
    check_hints(info)
}

/// `MPI_T_event_callback_get_info`.
pub unsafe fn t_event_callback_get_info(
    event_registration: ToolRegistration,
    cb_safety: CbSafety,
    info_used: *mut InfoHandle,
) -> Result<()> {
    registration::check(name(event_registration))?;
    level(cb_safety)?;
    // SAFETY: not null.
    unsafe { store_no_hints(place(info_used)?) };
    Ok(())
}

/// `MPI_T_event_handle_free`.
pub unsafe fn t_event_handle_free(
    event_registration: ToolRegistration,
    user_data: *mut c_void,
    free_cb_function: Option<ToolEventFreeFunction>,
) -> Result<()> {
    let word = user_data.expose_provenance();
    let gone = Box::new(move |name, safety: Safety| {
        if let Some(function) = free_cb_function {
            let data = std::ptr::with_exposed_provenance_mut(word);
            // SAFETY: the program's function, with the word that it was given with.
            unsafe { function(handle_of(name), safety.code() as CbSafety, data) };
        }
    });
    registration::unregister(name(event_registration), gone)
}

/// `MPI_T_event_set_dropped_handler`.
pub unsafe fn t_event_set_dropped_handler(
    event_registration: ToolRegistration,
    dropped_cb_function: Option<ToolEventDroppedFunction>,
) -> Result<()> {
    let handler = dropped_cb_function.map(|function| {
        let call: DroppedCallback = Arc::new(move |count, name, safety: Safety, word| {
            let count = Count::try_from(count).unwrap_or(Count::MAX);
            let data = std::ptr::with_exposed_provenance_mut(word);
            // SAFETY: the program's function, with the word that its callback was given with.
            unsafe { function(count, handle_of(name), 0, safety.code() as CbSafety, data) };
        });
        call
    });
    registration::mind_dropped(name(event_registration), handler)
}

/// Stores bytes of an event.
///
/// # Safety
/// `buffer` has room for them.
unsafe fn store_bytes(bytes: &[u8], buffer: *mut c_void) -> Result<()> {
    let place = place(buffer)?;
    // SAFETY: not null, and the caller vouches for the rest.
    unsafe { std::ptr::copy_nonoverlapping(bytes.as_ptr(), place.cast(), bytes.len()) };
    Ok(())
}

/// `MPI_T_event_read`.
pub unsafe fn t_event_read(
    event_instance: ToolInstance,
    element_index: c_int,
    buffer: *mut c_void,
) -> Result<()> {
    // SAFETY: the program's buffer has room for an element.
    unsafe { store_bytes(&event::read(event_instance.addr(), element_index)?, buffer) }
}

/// `MPI_T_event_copy`.
pub unsafe fn t_event_copy(event_instance: ToolInstance, buffer: *mut c_void) -> Result<()> {
    // SAFETY: the program's buffer has room for all elements.
    unsafe { store_bytes(&event::copy(event_instance.addr())?, buffer) }
}

/// `MPI_T_event_get_timestamp`.
pub unsafe fn t_event_get_timestamp(
    event_instance: ToolInstance,
    event_timestamp: *mut Count,
) -> Result<()> {
    let time = event::time_of(event_instance.addr())?;
    // SAFETY: not null.
    unsafe { store(place(event_timestamp)?, time) };
    Ok(())
}

/// `MPI_T_event_get_source`.
pub unsafe fn t_event_get_source(
    event_instance: ToolInstance,
    source_index: *mut c_int,
) -> Result<()> {
    event::time_of(event_instance.addr())?;
    // SAFETY: not null.
    unsafe { store(place(source_index)?, 0) };
    Ok(())
}

/// `MPI_T_source_get_num`.
pub unsafe fn t_source_get_num(num_sources: *mut c_int) -> Result<()> {
    let count = event::sources()?;
    // SAFETY: not null.
    unsafe { store(place(num_sources)?, count as c_int) };
    Ok(())
}

/// `MPI_T_source_get_info`: one, whose events come in the order of their times, in nanoseconds.
pub unsafe fn t_source_get_info(
    source_index: c_int,
    name: *mut c_char,
    name_len: *mut c_int,
    desc: *mut c_char,
    desc_len: *mut c_int,
    ordering: *mut SourceOrder,
    ticks_per_second: *mut Count,
    max_ticks: *mut Count,
    info: *mut InfoHandle,
) -> Result<()> {
    event::check_source(source_index)?;
    let what = "this process; times are when its links were looked at and the event was found";
    // SAFETY: `NULL`, or what the standard says of the arguments.
    unsafe {
        store_string(name, name_len, "process");
        store_string(desc, desc_len, what);
        store(ordering, MPI_T_SOURCE_ORDERED as SourceOrder);
        store(ticks_per_second, 1_000_000_000);
        store(max_ticks, Count::MAX);
        store_no_hints(info);
    }
    Ok(())
}

/// `MPI_T_source_get_timestamp`.
pub unsafe fn t_source_get_timestamp(source_index: c_int, timestamp: *mut Count) -> Result<()> {
    event::check_source(source_index)?;
    // SAFETY: not null.
    unsafe { store(place(timestamp)?, event::now()) };
    Ok(())
}
