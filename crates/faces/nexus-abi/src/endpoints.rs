//! Endpoints, and what they are made of.

use crate::buffers::{BUFFERS, BufferObject};
use crate::code::{Code, Done, Failure, told};
use crate::library::nexus;
use crate::pointer::{array, given, place};
use crate::table::{Handle, Table};
use ferry_nexus::{Endpoint, EndpointBuilder, Request};
use std::ffi::{c_int, c_void};
use std::sync::OnceLock;
use std::sync::atomic::{AtomicPtr, Ordering};

/// The endpoints that the program knows.
pub(crate) static ENDPOINTS: Table<EndpointObject> = Table::new("endpoint");

/// An endpoint, and what the program wants to find by it.
#[derive(Default)]
pub(crate) struct EndpointObject {
    endpoint: OnceLock<Endpoint>,
    user: AtomicPtr<c_void>,
}

impl EndpointObject {
    /// Handlers may run before it is there.
    pub(crate) fn endpoint(&self) -> Done<&Endpoint> {
        let why = "the endpoint is still being made";
        self.endpoint.get().ok_or_else(|| Failure::new(Code::Busy, why))
    }
}

/// A handler of the program's: endpoint, buffer, and 1 where it must not wait.
type HandlerFunction = extern "C" fn(*mut Handle, *mut Handle, c_int);

/// `nexus_handler_t`.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct HandlerOfC {
    /// 0: in a thread of its own, 1: in the thread that polls.
    kind: c_int,
    function: Option<HandlerFunction>,
}

/// `nexus_endpointattr_t`: what the program fills in by calls; nothing of it is the library's.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct EndpointAttributes {
    handlers: *const HandlerOfC,
    count: c_int,
    unknown: Option<HandlerFunction>,
}

/// Calls a handler of the program's with a buffer that is gone afterwards, unless the handler saves it.
fn call(
    function: HandlerFunction,
    endpoint: Handle,
    request: &mut Request<'_>,
    must_not_wait: bool,
) {
    let arrived = std::mem::take(request.buffer);
    let mut buffer = BUFFERS.add(BufferObject::arrived(arrived));
    let (mut endpoint, given) = (endpoint, buffer);
    function(&mut endpoint, &mut buffer, c_int::from(must_not_wait));
    // One that the handler destroyed is gone already.
    if BUFFERS.get(given).is_ok_and(|object| !object.is_saved()) {
        let _ = BUFFERS.remove(given);
    }
}

fn with_handler(
    builder: EndpointBuilder,
    (number, handler): (usize, &HandlerOfC),
    endpoint: Handle,
) -> Done<EndpointBuilder> {
    let Some(function) = handler.function else { return Ok(builder) };
    let number = number as u32;
    match handler.kind {
        0 => Ok(builder.threaded(number, move |request| call(function, endpoint, request, false))),
        1 => Ok(builder.handler(number, move |request| call(function, endpoint, request, true))),
        other => {
            let why = format!("handler {number} is of type {other}, neither 0 (threaded) nor 1");
            Err(Failure::new(Code::Argument, why))
        }
    }
}

fn open(attributes: *const EndpointAttributes, is_root: bool) -> Done<Handle> {
    let nexus = nexus()?;
    let attributes = given(attributes, "the attributes of an endpoint")?;
    let count = usize::try_from(attributes.count);
    let count = count.map_err(|_| Failure::new(Code::Argument, "a negative number of handlers"))?;
    let handlers = array(attributes.handlers, count)?;
    // Its handlers are told which it is, and may run as soon as it is open.
    let handle = ENDPOINTS.add(EndpointObject::default());
    let made = handlers
        .iter()
        .enumerate()
        .try_fold(nexus.endpoint(), |builder, handler| with_handler(builder, handler, handle));
    let made = made.and_then(|builder| {
        let builder = match attributes.unknown {
            Some(function) => builder.unknown(move |request| call(function, handle, request, true)),
            None => builder,
        };
        Ok(if is_root { builder.open_root() } else { builder.open() }?)
    });
    let settled = made.and_then(|made| {
        let _ = ENDPOINTS.get(handle)?.endpoint.set(made);
        Ok(handle)
    });
    if settled.is_err() {
        let _ = ENDPOINTS.remove(handle);
    }
    settled
}

/// `nexus_endpointattr_init`.
#[unsafe(no_mangle)]
pub extern "C" fn nexus_endpointattr_init(attributes: *mut EndpointAttributes) -> c_int {
    told(place(attributes, "the attributes").map(|attributes| {
        *attributes = EndpointAttributes { handlers: std::ptr::null(), count: 0, unknown: None };
    }))
}

/// `nexus_endpointattr_destroy`.
#[unsafe(no_mangle)]
pub extern "C" fn nexus_endpointattr_destroy(attributes: *mut EndpointAttributes) -> c_int {
    nexus_endpointattr_init(attributes)
}

/// `nexus_endpointattr_set_handler_table`: the table has to be there until the endpoint is made.
#[unsafe(no_mangle)]
pub extern "C" fn nexus_endpointattr_set_handler_table(
    attributes: *mut EndpointAttributes,
    handlers: *const HandlerOfC,
    count: c_int,
) -> c_int {
    told(place(attributes, "the attributes").map(|attributes| {
        (attributes.handlers, attributes.count) = (handlers, count);
    }))
}

/// `nexus_endpointattr_set_unknown_handler`: it runs in the thread that polls.
#[unsafe(no_mangle)]
pub extern "C" fn nexus_endpointattr_set_unknown_handler(
    attributes: *mut EndpointAttributes,
    function: Option<HandlerFunction>,
) -> c_int {
    told(place(attributes, "the attributes").map(|attributes| attributes.unknown = function))
}

/// `nexus_endpoint_init`.
#[unsafe(no_mangle)]
pub extern "C" fn nexus_endpoint_init(
    endpoint: *mut Handle,
    attributes: *const EndpointAttributes,
) -> c_int {
    told(place(endpoint, "an endpoint").and_then(|to| {
        *to = open(attributes, false)?;
        Ok(())
    }))
}

/// `nexus_endpoint_init_root`: the one that others reach by `nexus_startpoint_to_node`.
#[unsafe(no_mangle)]
pub extern "C" fn nexus_endpoint_init_root(
    endpoint: *mut Handle,
    attributes: *const EndpointAttributes,
) -> c_int {
    told(place(endpoint, "an endpoint").and_then(|to| {
        *to = open(attributes, true)?;
        Ok(())
    }))
}

/// `nexus_endpoint_destroy`.
#[unsafe(no_mangle)]
pub extern "C" fn nexus_endpoint_destroy(endpoint: *mut Handle) -> c_int {
    told(place(endpoint, "an endpoint").and_then(|handle| {
        ENDPOINTS.remove(*handle)?;
        *handle = Handle::default();
        Ok(())
    }))
}

/// `nexus_endpoint_set_user_pointer`.
#[unsafe(no_mangle)]
pub extern "C" fn nexus_endpoint_set_user_pointer(
    endpoint: *const Handle,
    user: *mut c_void,
) -> c_int {
    told(given(endpoint, "an endpoint").and_then(|handle| {
        ENDPOINTS.get(handle)?.user.store(user, Ordering::Release);
        Ok(())
    }))
}

/// `nexus_endpoint_get_user_pointer`: NULL where there is none.
#[unsafe(no_mangle)]
pub extern "C" fn nexus_endpoint_get_user_pointer(endpoint: *const Handle) -> *mut c_void {
    let object = given(endpoint, "an endpoint").and_then(|handle| ENDPOINTS.get(handle));
    object.map_or(std::ptr::null_mut(), |object| object.user.load(Ordering::Acquire))
}
