//! The tools interface: objects behind a `void *`, and functions that are told how safe they have to be.

use core::ffi::{c_int, c_void};
use std::sync::Arc;

use ferry_abi::callback::{ToolEventDroppedFunction, ToolEventFreeFunction, ToolEventFunction};
use ferry_abi::calls::{tool_event, tool_pvar};
use ferry_abi::types::{CbSafety, Count, ToolPvar, ToolPvarSession, ToolRegistration};
use ferry_mpi::Result;
use ferry_mpi::handle::{CommHandle, InfoHandle};
use ferry_mpi::tool::registration::{
    self, DroppedCallback, EventCallback, RegisteredCallback, RegistrationName, Safety,
};

use super::pointer;
use crate::abi::{Abi, Native};

fn told<A: Abi>(safety: Safety) -> CbSafety {
    A::safety_outward(safety.code()) as CbSafety
}

fn handle_of(name: RegistrationName) -> ToolRegistration {
    std::ptr::without_provenance_mut(name.0)
}

/// The standard's handle of the object that a variable or an event is bound to. Ferry's are bound to communicators or to
/// nothing, where the pointer means nothing.
unsafe fn object<A: Abi>(obj_handle: *mut c_void) -> CommHandle {
    let place: *const A::Comm = obj_handle.cast();
    if place.is_null() || !place.is_aligned() {
        return CommHandle::NULL;
    }
    // SAFETY: the address of a handle.
    unsafe { *place }.inward()
}

/// `MPI_T_pvar_handle_alloc`.
pub unsafe fn t_pvar_handle_alloc<A: Abi>(
    pe_session: ToolPvarSession,
    pvar_index: c_int,
    obj_handle: *mut c_void,
    handle: *mut ToolPvar,
    count: *mut c_int,
) -> Result<()> {
    // SAFETY: as the caller vouches.
    unsafe {
        let mut object = object::<A>(obj_handle);
        let place = if obj_handle.is_null() { obj_handle } else { (&raw mut object).cast() };
        tool_pvar::t_pvar_handle_alloc(pe_session, pvar_index, place, handle, count)
    }
}

/// `MPI_T_event_handle_alloc`.
pub unsafe fn t_event_handle_alloc<A: Abi>(
    event_index: c_int,
    obj_handle: *mut c_void,
    info: InfoHandle,
    event_registration: *mut ToolRegistration,
) -> Result<()> {
    // SAFETY: as the caller vouches.
    unsafe {
        let mut object = object::<A>(obj_handle);
        let place = if obj_handle.is_null() { obj_handle } else { (&raw mut object).cast() };
        tool_event::t_event_handle_alloc(event_index, place, info, event_registration)
    }
}

/// `MPI_T_event_register_callback`.
pub unsafe fn t_event_register_callback<A: Abi>(
    event_registration: ToolRegistration,
    cb_safety: CbSafety,
    info: InfoHandle,
    user_data: *mut c_void,
    event_cb_function: Option<ToolEventFunction>,
) -> Result<()> {
    let Some(function) = event_cb_function else {
        // SAFETY: as the caller vouches.
        return unsafe {
            tool_event::t_event_register_callback(
                event_registration,
                cb_safety,
                info,
                user_data,
                None,
            )
        };
    };
    // SAFETY: as the caller vouches.
    unsafe { tool_event::t_event_callback_set_info(event_registration, cb_safety, info)? };
    let word = user_data.expose_provenance();
    let call: EventCallback = Arc::new(move |instance, name, safety: Safety| {
        let instance = std::ptr::without_provenance_mut(instance);
        // SAFETY: the program's function, with the word that it was given with.
        unsafe { function(instance, handle_of(name), told::<A>(safety), pointer(word)) };
    });
    let level = Safety::of_code(cb_safety as c_int)?;
    let name = RegistrationName::new(event_registration.addr());
    registration::listen(name, level, Some(RegisteredCallback { call, word }))
}

/// `MPI_T_event_set_dropped_handler`.
pub unsafe fn t_event_set_dropped_handler<A: Abi>(
    event_registration: ToolRegistration,
    dropped_cb_function: Option<ToolEventDroppedFunction>,
) -> Result<()> {
    let handler = dropped_cb_function.map(|function| {
        let call: DroppedCallback = Arc::new(move |count, name, safety: Safety, word| {
            let count = Count::try_from(count).unwrap_or(Count::MAX);
            // SAFETY: the program's function, with the word that its callback was given with.
            unsafe { function(count, handle_of(name), 0, told::<A>(safety), pointer(word)) };
        });
        call
    });
    registration::mind_dropped(RegistrationName::new(event_registration.addr()), handler)
}

/// `MPI_T_event_handle_free`.
pub unsafe fn t_event_handle_free<A: Abi>(
    event_registration: ToolRegistration,
    user_data: *mut c_void,
    free_cb_function: Option<ToolEventFreeFunction>,
) -> Result<()> {
    let word = user_data.expose_provenance();
    let gone = Box::new(move |name, safety: Safety| {
        if let Some(function) = free_cb_function {
            // SAFETY: the program's function, with the word that it was given with.
            unsafe { function(handle_of(name), told::<A>(safety), pointer(word)) };
        }
    });
    registration::unregister(RegistrationName::new(event_registration.addr()), gone)
}
