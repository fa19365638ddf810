//! Requests are completed and started here by hand: indices count from one in Fortran, and array sections that
//! were copied go back to where they belong ([`pending`]).
#![allow(clippy::missing_safety_doc)]
// SAFETY of every function here: its arguments are what the standard asks of the procedure's.

use core::ffi::c_int;

use crate::error::give;
use crate::generated::c::*;
use crate::generated::constants::{MPI_ERR_IN_STATUS, MPI_SUCCESS, MPI_UNDEFINED};
use crate::handles::{CHandle, Handles, length, request};
use crate::pending::{self, CopiesAside};
use crate::sentinels::{status_or_none, statuses_or_none};

/// The requests of an array, whose copies of sections are set aside while C works on them.
struct RequestArray {
    handles: Handles,
    place: *mut c_int,
    aside: CopiesAside,
}

impl RequestArray {
    /// Of requests that C may complete.
    unsafe fn new(place: *mut c_int, count: c_int) -> RequestArray {
        // SAFETY: the program's array.
        unsafe {
            let array = RequestArray::looked_at(place, count);
            RequestArray { aside: CopiesAside::of(array.values()), ..array }
        }
    }

    /// Their integers, as the program has them. An array of none may be nowhere.
    fn values(&self) -> impl Iterator<Item = c_int> {
        let place = self.place;
        // SAFETY: the program's array.
        (0..self.handles.as_slice().len()).map(move |at| unsafe { *place.add(at) })
    }

    /// Of requests that stay as they are.
    unsafe fn looked_at(place: *mut c_int, count: c_int) -> RequestArray {
        // SAFETY: the program's array.
        let handles = unsafe { Handles::from(place, length(count.into()), request::c) };
        RequestArray { handles, place, aside: CopiesAside::default() }
    }

    fn as_mut_ptr(&mut self) -> *mut CHandle {
        self.handles.as_mut_ptr()
    }

    /// Stores what has become of them.
    unsafe fn give(mut self) {
        // SAFETY: the program's array.
        unsafe { self.handles.give(self.place, request::fortran) };
        self.aside.settle(self.handles.as_slice());
    }
}

/// `MPI_WAIT`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pmpi_wait_(value: *mut c_int, place: *mut c_int, ierror: *mut c_int) {
    // SAFETY: the program vouches for its arguments.
    unsafe {
        let aside = CopiesAside::of([*value]);
        let mut handle = request::c(*value);
        let code = PMPI_Wait(&mut handle, status_or_none(place));
        *value = request::fortran(handle);
        aside.settle(&[handle]);
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
        let aside = CopiesAside::of([*value]);
        let mut handle = request::c(*value);
        let code = PMPI_Test(&mut handle, flag, status_or_none(place));
        *value = request::fortran(handle);
        aside.settle(&[handle]);
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
        let mut requests = RequestArray::looked_at(values, *count);
        let places = statuses_or_none(places);
        let code = PMPI_Request_get_status_all(*count, requests.as_mut_ptr(), flag, places);
        give(ierror, code);
    }
}

/// Stores the index of a request that is complete, which counts from one in Fortran. It may have failed: then there is
/// an index too. `at` is what C has made of `MPI_UNDEFINED`.
unsafe fn store_index(place: *mut c_int, at: c_int) {
    // SAFETY: the program's integer.
    unsafe { *place = if at == MPI_UNDEFINED { at } else { at + 1 } };
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
        let mut at = MPI_UNDEFINED;
        let mut requests = RequestArray::new(values, *count);
        let code = PMPI_Waitany(*count, requests.as_mut_ptr(), &mut at, status_or_none(place));
        requests.give();
        store_index(index, at);
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
        let mut at = MPI_UNDEFINED;
        let mut requests = RequestArray::new(values, *count);
        let (handles, place) = (requests.as_mut_ptr(), status_or_none(place));
        let code = PMPI_Testany(*count, handles, &mut at, flag, place);
        requests.give();
        store_index(index, at);
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
        let mut at = MPI_UNDEFINED;
        let mut requests = RequestArray::looked_at(values, *count);
        let (handles, place) = (requests.as_mut_ptr(), status_or_none(place));
        let code = PMPI_Request_get_status_any(*count, handles, &mut at, flag, place);
        store_index(index, at);
        give(ierror, code);
    }
}

/// What `MPI_WAITSOME` and its relatives have in common.
macro_rules! some {
    ($($entry:ident $function:ident $requests:ident;)*) => { $(
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
                let mut requests = RequestArray::$requests(values, *incount);
                let (handles, places) = (requests.as_mut_ptr(), statuses_or_none(places));
                let code = $function(*incount, handles, outcount, indices, places);
                requests.give();
                if code == MPI_SUCCESS || code == MPI_ERR_IN_STATUS {
                    for at in 0..length((*outcount).into()) {
                        *indices.add(at) += 1;
                    }
                }
                give(ierror, code);
            }
        }
    )* };
}

some! {
    pmpi_waitsome_ PMPI_Waitsome new;
    pmpi_testsome_ PMPI_Testsome new;
    pmpi_request_get_status_some_ PMPI_Request_get_status_some looked_at;
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
        let mut requests = RequestArray::looked_at(values, *count);
        requests.values().for_each(pending::starts);
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
        let copies = pending::remove(*value);
        let mut handle = request::c(*value);
        let code = PMPI_Request_free(&mut handle);
        if let Some(copies) = copies {
            pending::after_free(*value, copies, code == MPI_SUCCESS);
        }
        *value = request::fortran(handle);
        give(ierror, code);
    }
}
