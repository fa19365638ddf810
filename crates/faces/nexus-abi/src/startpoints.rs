//! Startpoints, and requests by them.

use crate::buffers::{BUFFERS, nexus_buffer_destroy};
use crate::code::{Code, Done, Failure, told};
use crate::endpoints::ENDPOINTS;
use crate::library::nexus;
use crate::pointer::{given, place};
use crate::table::{Handle, Table};
use ferry_nexus::Startpoint;
use std::ffi::c_int;
use std::sync::{Arc, PoisonError, RwLock, RwLockWriteGuard};

/// The startpoints that the program knows.
pub(crate) static STARTPOINTS: Table<StartpointObject> = Table::new("startpoint");

/// A startpoint; who uses it while it is changed uses it as it was.
pub(crate) struct StartpointObject(RwLock<Arc<Startpoint>>);

impl StartpointObject {
    pub(crate) fn now(&self) -> Arc<Startpoint> {
        Arc::clone(&self.0.read().unwrap_or_else(PoisonError::into_inner))
    }

    fn to_change(&self) -> RwLockWriteGuard<'_, Arc<Startpoint>> {
        self.0.write().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Gives the program a startpoint.
pub(crate) fn keep(startpoint: Startpoint) -> Handle {
    STARTPOINTS.add(StartpointObject(RwLock::new(Arc::new(startpoint))))
}

/// The startpoint of a number as it is now.
pub(crate) fn startpoint(of: *const Handle) -> Done<Arc<Startpoint>> {
    Ok(STARTPOINTS.get(given(of, "a startpoint")?)?.now())
}

/// Changes a startpoint.
pub(crate) fn change<T>(of: *const Handle, act: impl FnOnce(&mut Startpoint) -> T) -> Done<T> {
    let object = STARTPOINTS.get(given(of, "a startpoint")?)?;
    // Waiting for others while it is changed is of the copy, not of the lock.
    let mut changed = (*object.now()).clone();
    let done = act(&mut changed);
    *object.to_change() = Arc::new(changed);
    Ok(done)
}

/// Makes one.
fn make(to: *mut Handle, startpoint: impl FnOnce() -> Done<Startpoint>) -> c_int {
    told(place(to, "a startpoint").and_then(|to| {
        *to = keep(startpoint()?);
        Ok(())
    }))
}

/// `nexus_startpoint_bind`: makes a startpoint that is bound to an endpoint of this process.
#[unsafe(no_mangle)]
pub extern "C" fn nexus_startpoint_bind(to: *mut Handle, endpoint: *const Handle) -> c_int {
    make(to, || {
        let endpoint = ENDPOINTS.get(given(endpoint, "an endpoint")?)?;
        Ok(endpoint.endpoint()?.startpoint())
    })
}

/// `nexus_startpoint_to_node`: makes one for the root endpoint of a process of the job.
#[unsafe(no_mangle)]
pub extern "C" fn nexus_startpoint_to_node(to: *mut Handle, node: c_int) -> c_int {
    make(to, || {
        let rank = u32::try_from(node);
        let rank = rank.map_err(|_| Failure::new(Code::Argument, format!("no node {node}")))?;
        Ok(nexus()?.startpoint_to(rank)?)
    })
}

/// `nexus_startpoint_set_null`: makes one that is bound to nothing.
#[unsafe(no_mangle)]
pub extern "C" fn nexus_startpoint_set_null(to: *mut Handle) -> c_int {
    make(to, || Ok(nexus()?.unbound()))
}

/// `nexus_startpoint_copy`: makes one that leads to the same endpoints.
#[unsafe(no_mangle)]
pub extern "C" fn nexus_startpoint_copy(to: *mut Handle, from: *const Handle) -> c_int {
    make(to, || Ok((*startpoint(from)?).clone()))
}

/// `nexus_startpoint_join`: it leads to the endpoints of another one, too.
#[unsafe(no_mangle)]
pub extern "C" fn nexus_startpoint_join(to: *const Handle, other: *const Handle) -> c_int {
    told(startpoint(other).and_then(|other| change(to, |startpoint| startpoint.join(&other))))
}

/// `nexus_startpoint_destroy`.
#[unsafe(no_mangle)]
pub extern "C" fn nexus_startpoint_destroy(of: *mut Handle) -> c_int {
    told(place(of, "a startpoint").and_then(|handle| {
        STARTPOINTS.remove(*handle)?;
        *handle = Handle::default();
        Ok(())
    }))
}

/// Answers a question, 1 for yes.
fn answer(to: *mut c_int, question: impl FnOnce() -> Done<bool>) -> c_int {
    told(place(to, "the answer").and_then(|to| {
        *to = c_int::from(question()?);
        Ok(())
    }))
}

/// `nexus_startpoint_is_null`.
#[unsafe(no_mangle)]
pub extern "C" fn nexus_startpoint_is_null(of: *const Handle, is_null: *mut c_int) -> c_int {
    answer(is_null, || Ok(startpoint(of)?.is_unbound()))
}

/// `nexus_startpoint_equal`: they lead to the same endpoints.
#[unsafe(no_mangle)]
pub extern "C" fn nexus_startpoint_equal(
    one: *const Handle,
    other: *const Handle,
    equal: *mut c_int,
) -> c_int {
    answer(equal, || Ok(*startpoint(one)? == *startpoint(other)?))
}

/// `nexus_startpoint_equal_context`: their endpoints are in the same processes.
#[unsafe(no_mangle)]
pub extern "C" fn nexus_startpoint_equal_context(
    one: *const Handle,
    other: *const Handle,
    equal: *mut c_int,
) -> c_int {
    answer(equal, || Ok(startpoint(one)?.equal_context(&*startpoint(other)?)))
}

/// `nexus_startpoint_to_current_context`: it leads to this process alone.
#[unsafe(no_mangle)]
pub extern "C" fn nexus_startpoint_to_current_context(of: *const Handle, to: *mut c_int) -> c_int {
    answer(to, || Ok(startpoint(of)?.is_local()))
}

/// `nexus_send_rsr`: returns when the buffer may be used again; `destroy_buffer`: it is destroyed, whatever
/// came of it.
#[unsafe(no_mangle)]
pub extern "C" fn nexus_send_rsr(
    buffer: *mut Handle,
    to: *const Handle,
    handler: c_int,
    destroy_buffer: c_int,
    _called_from_non_threaded_handler: c_int,
) -> c_int {
    let sent = given(buffer, "a buffer").and_then(|handle| {
        let number = u32::try_from(handler);
        let number = number.map_err(|_| Failure::new(Code::Argument, "a negative handler"))?;
        let (startpoint, buffer) = (startpoint(to)?, BUFFERS.get(handle)?);
        buffer.while_taken(|buffer| Ok(startpoint.send_rsr(number, buffer)?))
    });
    let code = told(sent);
    if destroy_buffer != 0 {
        // What came of the request is what counts.
        let _ = nexus_buffer_destroy(buffer);
    }
    code
}
