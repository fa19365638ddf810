//! Requests are completed and started here by hand: indices count from one in Fortran, and array sections that
//! were copied go back to where they belong ([`pending`]).
#![allow(clippy::missing_safety_doc)]
// SAFETY of every function here: its arguments are what the standard asks of the procedure's.

use core::ffi::c_int;

use crate::error::give;
use crate::generated::c::*;
use crate::generated::constants::{MPI_ERR_IN_STATUS, MPI_SUCCESS, MPI_UNDEFINED};
use crate::handles::{Handles, length, request};
use crate::pending;
use crate::sentinels::{status_or_none, statuses_or_none};

/// The requests of an array, with their integers as they were.
struct RequestArray {
    handles: Handles,
    place: *mut c_int,
    before: Vec<c_int>,
}

impl RequestArray {
    unsafe fn new(place: *mut c_int, count: c_int) -> RequestArray {
        let count = length(count.into());
        // SAFETY: the program's array.
        let handles = unsafe { Handles::from(place, count, request::c) };
        let before = match pending::are_some() {
            // SAFETY: the program's array.
            true => unsafe { core::slice::from_raw_parts(place, count) }.to_vec(),
            false => Vec::new(),
        };
        RequestArray { handles, place, before }
    }

    fn as_mut_ptr(&mut self) -> *mut usize {
        self.handles.as_mut_ptr()
    }

    /// Stores what has become of them.
    unsafe fn give(&mut self) {
        // SAFETY: the program's array.
        unsafe { self.handles.give(self.place, request::fortran) };
    }

    /// The one at `index` is complete.
    fn one(&self, index: c_int) {
        if let Some(value) = usize::try_from(index).ok().and_then(|at| self.before.get(at)) {
            pending::is_complete(*value);
        }
    }

    /// All are complete, or those that are null now if some failed.
    fn all(&mut self, code: c_int) {
        for at in 0..self.before.len() {
            let is_null = self.handles.as_mut_slice()[at] == request::NULL;
            if code == MPI_SUCCESS || (code == MPI_ERR_IN_STATUS && is_null) {
                pending::is_complete(self.before[at]);
            }
        }
    }
}

/// `MPI_WAIT`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pmpi_wait_(value: *mut c_int, place: *mut c_int, ierror: *mut c_int) {
    // SAFETY: the program vouches for its arguments.
    unsafe {
        let before = *value;
        let mut handle = request::c(before);
        let code = PMPI_Wait(&mut handle, status_or_none(place));
        *value = request::fortran(handle);
        if code == MPI_SUCCESS {
            pending::is_complete(before);
        }
        give(ierror, code);
    }
}

/// `MPI_TEST`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pmpi_test_(
    value: *mut c_int,
    flag: *mut c_int,
    place: *mut c_int,
    ierror: *mut c_int,
) {
    // SAFETY: the program vouches for its arguments.
    unsafe {
        let before = *value;
        let mut handle = request::c(before);
        let code = PMPI_Test(&mut handle, flag, status_or_none(place));
        *value = request::fortran(handle);
        if code == MPI_SUCCESS && *flag != 0 {
            pending::is_complete(before);
        }
        give(ierror, code);
    }
}

/// `MPI_REQUEST_GET_STATUS`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pmpi_request_get_status_(
    value: *mut c_int,
    flag: *mut c_int,
    place: *mut c_int,
    ierror: *mut c_int,
) {
    // SAFETY: the program vouches for its arguments.
    unsafe {
        let code = PMPI_Request_get_status(request::c(*value), flag, status_or_none(place));
        give(ierror, code);
    }
}

/// `MPI_WAITALL`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pmpi_waitall_(
    count: *mut c_int,
    values: *mut c_int,
    places: *mut c_int,
    ierror: *mut c_int,
) {
    // SAFETY: the program vouches for its arguments.
    unsafe {
        let mut requests = RequestArray::new(values, *count);
        let code = PMPI_Waitall(*count, requests.as_mut_ptr(), statuses_or_none(places));
        requests.give();
        requests.all(code);
        give(ierror, code);
    }
}

/// `MPI_TESTALL`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pmpi_testall_(
    count: *mut c_int,
    values: *mut c_int,
    flag: *mut c_int,
    places: *mut c_int,
    ierror: *mut c_int,
) {
    // SAFETY: the program vouches for its arguments.
    unsafe {
        let mut requests = RequestArray::new(values, *count);
        let code = PMPI_Testall(*count, requests.as_mut_ptr(), flag, statuses_or_none(places));
        requests.give();
        if *flag != 0 {
            requests.all(code);
        }
        give(ierror, code);
    }
}

/// `MPI_REQUEST_GET_STATUS_ALL`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pmpi_request_get_status_all_(
    count: *mut c_int,
    values: *mut c_int,
    flag: *mut c_int,
    places: *mut c_int,
    ierror: *mut c_int,
) {
    // SAFETY: the program vouches for its arguments.
    unsafe {
        let mut requests = RequestArray::new(values, *count);
        let places = statuses_or_none(places);
        let code = PMPI_Request_get_status_all(*count, requests.as_mut_ptr(), flag, places);
        give(ierror, code);
    }
}

/// An index that counts from one.
unsafe fn shift(place: *mut c_int) {
    // SAFETY: the program's integer.
    unsafe {
        if *place != MPI_UNDEFINED {
            *place += 1;
        }
    }
}

/// `MPI_WAITANY`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pmpi_waitany_(
    count: *mut c_int,
    values: *mut c_int,
    index: *mut c_int,
    place: *mut c_int,
    ierror: *mut c_int,
) {
    // SAFETY: the program vouches for its arguments.
    unsafe {
        let mut requests = RequestArray::new(values, *count);
        let code = PMPI_Waitany(*count, requests.as_mut_ptr(), index, status_or_none(place));
        requests.give();
        if code == MPI_SUCCESS {
            requests.one(*index);
            shift(index);
        }
        give(ierror, code);
    }
}

/// `MPI_TESTANY`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pmpi_testany_(
    count: *mut c_int,
    values: *mut c_int,
    index: *mut c_int,
    flag: *mut c_int,
    place: *mut c_int,
    ierror: *mut c_int,
) {
    // SAFETY: the program vouches for its arguments.
    unsafe {
        let mut requests = RequestArray::new(values, *count);
        let code = PMPI_Testany(*count, requests.as_mut_ptr(), index, flag, status_or_none(place));
        requests.give();
        if code == MPI_SUCCESS && *flag != 0 {
            requests.one(*index);
            shift(index);
        }
        give(ierror, code);
    }
}

/// `MPI_REQUEST_GET_STATUS_ANY`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pmpi_request_get_status_any_(
    count: *mut c_int,
    values: *mut c_int,
    index: *mut c_int,
    flag: *mut c_int,
    place: *mut c_int,
    ierror: *mut c_int,
) {
    // SAFETY: the program vouches for its arguments.
    unsafe {
        let mut requests = RequestArray::new(values, *count);
        let handles = requests.as_mut_ptr();
        let code = PMPI_Request_get_status_any(*count, handles, index, flag, status_or_none(place));
        if code == MPI_SUCCESS && *flag != 0 {
            shift(index);
        }
        give(ierror, code);
    }
}

/// What `MPI_WAITSOME` and its relatives have in common.
macro_rules! some {
    ($($entry:ident $function:ident $completes:literal;)*) => { $(
        #[doc = concat!("`", stringify!($function), "`, in Fortran.")]
        #[unsafe(no_mangle)]
        pub unsafe extern "C" fn $entry(
            incount: *mut c_int,
            values: *mut c_int,
            outcount: *mut c_int,
            indices: *mut c_int,
            places: *mut c_int,
            ierror: *mut c_int,
        ) {
            // SAFETY: the program vouches for its arguments.
            unsafe {
                let mut requests = RequestArray::new(values, *incount);
                let (handles, places) = (requests.as_mut_ptr(), statuses_or_none(places));
                let code = $function(*incount, handles, outcount, indices, places);
                if $completes {
                    requests.give();
                }
                if code == MPI_SUCCESS || code == MPI_ERR_IN_STATUS {
                    for at in 0..length((*outcount).into()) {
                        if $completes {
                            requests.one(*indices.add(at));
                        }
                        *indices.add(at) += 1;
                    }
                }
                give(ierror, code);
            }
        }
    )* };
}

some! {
    pmpi_waitsome_ PMPI_Waitsome true;
    pmpi_testsome_ PMPI_Testsome true;
    pmpi_request_get_status_some_ PMPI_Request_get_status_some false;
}

/// `MPI_START`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pmpi_start_(value: *mut c_int, ierror: *mut c_int) {
    // SAFETY: the program vouches for its arguments.
    unsafe {
        pending::starts(*value);
        let mut handle = request::c(*value);
        let code = PMPI_Start(&mut handle);
        *value = request::fortran(handle);
        give(ierror, code);
    }
}

/// `MPI_STARTALL`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pmpi_startall_(count: *mut c_int, values: *mut c_int, ierror: *mut c_int) {
    // SAFETY: the program vouches for its arguments.
    unsafe {
        let mut requests = RequestArray::new(values, *count);
        requests.before.iter().for_each(|value| pending::starts(*value));
        let code = PMPI_Startall(*count, requests.as_mut_ptr());
        requests.give();
        give(ierror, code);
    }
}

/// `MPI_REQUEST_FREE`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pmpi_request_free_(value: *mut c_int, ierror: *mut c_int) {
    // SAFETY: the program vouches for its arguments.
    unsafe {
        let before = *value;
        let mut handle = request::c(before);
        let code = PMPI_Request_free(&mut handle);
        *value = request::fortran(handle);
        if code == MPI_SUCCESS {
            pending::is_freed(before);
        }
        give(ierror, code);
    }
}
