//! Where a function stores one value for the program: it stores the standard's here, and what it has changed goes to
//! the program, in the program's form, at the end.

use core::ffi::c_int;
use std::marker::PhantomData;

use ferry_abi::convert::StatusForm;
use ferry_abi::entry::On;
use ferry_mpi::Status;
use ferry_mpi::handle::Handle;

use crate::abi::{Abi, Native, NativeRequest, NativeStatus};

/// What stands where nothing was stored yet: no handle, no number of a constant, no rank.
const UNTOUCHED_HANDLE: usize = usize::MAX;
const UNTOUCHED_NUMBER: c_int = i32::MIN + 1;

/// A place for a handle.
pub struct HandlePlace<N: Native> {
    place: *mut N,
    value: Handle<N::Kind>,
    before: Handle<N::Kind>,
}

impl<N: Native> HandlePlace<N> {
    /// Reads what stands there if the function does.
    ///
    /// # Safety
    /// `place` is `NULL` or writable as long as this is, and readable if the function reads it.
    #[inline]
    pub unsafe fn new(place: *mut N, is_in: bool, _is_out: bool) -> Self {
        let value = match is_in && !place.is_null() {
            // SAFETY: as the caller vouches.
            true => unsafe { place.read_unaligned() }.inward(),
            false => Handle::new(UNTOUCHED_HANDLE),
        };
        HandlePlace { place, value, before: value }
    }

    /// For the function; `NULL` if the program's is.
    #[inline]
    pub fn pointer(&mut self) -> *mut Handle<N::Kind> {
        if self.place.is_null() { std::ptr::null_mut() } else { &mut self.value }
    }
}

impl<N: Native> Drop for HandlePlace<N> {
    #[inline]
    fn drop(&mut self) {
        if self.value != self.before {
            // SAFETY: not null, for then the function had no place to store to.
            unsafe { self.place.write_unaligned(N::outward(self.value)) };
        }
    }
}

/// What hears of the error of a call that is about the request at a place.
///
/// # Safety
/// `place` is `NULL` or readable.
#[inline]
pub unsafe fn on_request<N: NativeRequest>(place: *const N) -> On {
    // SAFETY: as the caller vouches.
    unsafe { place.as_ref() }.map_or(On::Nothing, |request| request.on())
}

/// A place for a number of a group.
pub struct NumberPlace {
    place: *mut c_int,
    value: c_int,
    before: c_int,
    outward: fn(c_int) -> c_int,
}

impl NumberPlace {
    /// As for handles; `inward` and `outward` are those of the group.
    ///
    /// # Safety
    /// As for handles.
    #[inline]
    pub unsafe fn new(
        place: *mut c_int,
        is_in: bool,
        inward: fn(c_int) -> c_int,
        outward: fn(c_int) -> c_int,
    ) -> Self {
        let value = match is_in && !place.is_null() {
            // SAFETY: as the caller vouches.
            true => inward(unsafe { *place }),
            false => UNTOUCHED_NUMBER,
        };
        NumberPlace { place, value, before: value, outward }
    }

    /// For the function; `NULL` if the program's is.
    #[inline]
    pub fn pointer(&mut self) -> *mut c_int {
        if self.place.is_null() { std::ptr::null_mut() } else { &mut self.value }
    }
}

impl Drop for NumberPlace {
    #[inline]
    fn drop(&mut self) {
        if self.value != self.before {
            // SAFETY: not null, for then the function had no place to store to.
            unsafe { *self.place = (self.outward)(self.value) };
        }
    }
}

/// A place for a status.
pub struct StatusPlace<A: Abi> {
    place: *mut A::Status,
    value: Status,
    before: Status,
    abi: PhantomData<A>,
}

/// A status that no function stores, with this error field.
pub(crate) fn untouched(error: c_int) -> Status {
    let mut status = Status::EMPTY;
    (status.source, status.error) = (UNTOUCHED_NUMBER, error);
    status
}

impl<A: Abi> StatusPlace<A> {
    /// As for handles.
    ///
    /// # Safety
    /// `place` is `NULL`, `MPI_STATUS_IGNORE`, or a status as long as this is.
    #[inline]
    pub unsafe fn new(place: *mut A::Status, is_in: bool, _is_out: bool) -> Self {
        let is_none = A::Status::is_ignored(place);
        let place = if is_none { std::ptr::null_mut() } else { place };
        // SAFETY: not null, and the caller vouches for the rest.
        let value = match unsafe { place.as_ref() } {
            None => Status::EMPTY,
            Some(status) if is_in => status.inward(),
            Some(status) => untouched(status.error()),
        };
        StatusPlace { place, value, before: value, abi: PhantomData }
    }

    /// For the function; `NULL` if there is none.
    #[inline]
    pub fn pointer(&mut self) -> *mut Status {
        if self.place.is_null() { std::ptr::null_mut() } else { &mut self.value }
    }
}

impl<A: Abi> Drop for StatusPlace<A> {
    #[inline]
    fn drop(&mut self) {
        // SAFETY: NULL, or a status as long as this is.
        let Some(place) = (unsafe { self.place.as_mut() }) else { return };
        if self.value != self.before {
            let error = self.value.error;
            place.store(self.value, (error != self.before.error).then_some(error));
        }
    }
}
