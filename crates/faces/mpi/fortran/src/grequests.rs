//! Generalised requests (MPI-5.0 §13.2).
#![allow(clippy::missing_safety_doc)]

use core::ffi::{c_int, c_void};

use crate::error::give;
use crate::generated::c::PMPI_Grequest_start;
use crate::generated::constants::MPI_SUCCESS;
use crate::handles::request;
use crate::pending::new_request;

/// The functions of one request, and the program's own state for them.
struct GrequestFunctions {
    query: usize,
    free: usize,
    cancel: usize,
    extra: isize,
}

/// `GREQUEST_QUERY_FUNCTION`: extra state, status, code.
type Query = unsafe extern "C" fn(*mut isize, *mut c_int, *mut c_int);
/// `GREQUEST_FREE_FUNCTION`: extra state, code.
type Free = unsafe extern "C" fn(*mut isize, *mut c_int);
/// `GREQUEST_CANCEL_FUNCTION`: extra state, whether it is complete, code.
type Cancel = unsafe extern "C" fn(*mut isize, *mut c_int, *mut c_int);

unsafe extern "C" fn query(functions: *mut GrequestFunctions, status: *mut c_int) -> c_int {
    let mut code = MPI_SUCCESS;
    // SAFETY: the program's function, with the arguments that the standard names.
    unsafe {
        let function = core::mem::transmute::<usize, Query>((*functions).query);
        function(&raw mut (*functions).extra, status, &mut code);
    }
    code
}

unsafe extern "C" fn free(functions: *mut GrequestFunctions) -> c_int {
    let mut code = MPI_SUCCESS;
    // SAFETY: the program's function, with the arguments that the standard names; MPI calls no other after it.
    unsafe {
        let mut functions = Box::from_raw(functions);
        let function = core::mem::transmute::<usize, Free>(functions.free);
        function(&mut functions.extra, &mut code);
    }
    code
}

unsafe extern "C" fn cancel(functions: *mut GrequestFunctions, complete: c_int) -> c_int {
    let (mut code, mut complete) = (MPI_SUCCESS, c_int::from(complete != 0));
    // SAFETY: the program's function, with the arguments that the standard names.
    unsafe {
        let function = core::mem::transmute::<usize, Cancel>((*functions).cancel);
        function(&raw mut (*functions).extra, &mut complete, &mut code);
    }
    code
}

/// `MPI_GREQUEST_START`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pmpi_grequest_start_(
    query_fn: *const c_void,
    free_fn: *const c_void,
    cancel_fn: *const c_void,
    extra: *mut isize,
    place: *mut c_int,
    ierror: *mut c_int,
) {
    // SAFETY: the program vouches for its arguments.
    unsafe {
        let functions = Box::into_raw(Box::new(GrequestFunctions {
            query: query_fn.addr(),
            free: free_fn.addr(),
            cancel: cancel_fn.addr(),
            extra: *extra,
        }));
        let mut handle = request::null();
        let (query, free) = (query as *const c_void, free as *const c_void);
        let cancel = cancel as *const c_void;
        let code = PMPI_Grequest_start(query, free, cancel, functions.cast(), &mut handle);
        match code {
            MPI_SUCCESS => *place = new_request(handle),
            _ => drop(Box::from_raw(functions)),
        }
        give(ierror, code);
    }
}
