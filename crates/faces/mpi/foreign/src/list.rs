//! Arrays of the program's handles, statuses and numbers, as the standard's: copies that are stored back.

use core::ffi::c_int;
use std::marker::PhantomData;

use ferry_abi::convert::StatusForm;
use ferry_mpi::Status;
use ferry_mpi::handle::Handle;

use crate::abi::{Abi, Native, NativeStatus};
use crate::place;

/// So many elements need no memory of their own.
const FEW: usize = 16;

/// Elements in place while they are few.
struct Elements<T> {
    few: [T; FEW],
    many: Vec<T>,
    len: usize,
}

impl<T: Copy> Elements<T> {
    #[inline]
    fn new(len: usize, filler: T, element: impl Fn(usize) -> T) -> Self {
        let mut few = [filler; FEW];
        let mut many = Vec::new();
        if len > FEW {
            many = (0..len).map(element).collect();
        } else {
            few.iter_mut().take(len).enumerate().for_each(|(at, place)| *place = element(at));
        }
        Elements { few, many, len }
    }

    #[inline]
    fn slice(&mut self) -> &mut [T] {
        if self.len > FEW { &mut self.many } else { &mut self.few[..self.len] }
    }
}

/// An array of handles.
pub struct HandleList<N: Native> {
    array: *mut N,
    elements: Elements<Handle<N::Kind>>,
    is_in: bool,
    is_out: bool,
}

/// What no function stores.
fn untouched<K>() -> Handle<K> {
    Handle::new(usize::MAX)
}

impl<N: Native> HandleList<N> {
    /// Reads the array if the function does.
    ///
    /// # Safety
    /// `array` is `NULL` or has `len` elements as long as this is.
    #[inline]
    pub unsafe fn new(array: *mut N, len: usize, is_in: bool, is_out: bool) -> Self {
        let len = if array.is_null() { 0 } else { len };
        let elements = Elements::new(len, untouched(), |at| match is_in {
            // SAFETY: as the caller vouches.
            true => unsafe { *array.add(at) }.inward(),
            false => untouched(),
        });
        HandleList { array, elements, is_in, is_out }
    }

    /// For the function; `NULL` if the program's is.
    #[inline]
    pub fn pointer(&mut self) -> *mut Handle<N::Kind> {
        if self.array.is_null() { std::ptr::null_mut() } else { self.elements.slice().as_mut_ptr() }
    }
}

impl<N: Native> Drop for HandleList<N> {
    #[inline]
    fn drop(&mut self) {
        if !self.is_out {
            return;
        }
        for (at, handle) in self.elements.slice().iter().enumerate() {
            // What was read may have gone meanwhile, and then could not be told from what has changed: a handle that
            // stays is one that leads outward to the same value.
            if *handle == untouched() {
                continue;
            }
            // SAFETY: an element of the array.
            let place = unsafe { &mut *self.array.add(at) };
            let now = N::outward(*handle);
            if !self.is_in || *place != now {
                *place = now;
            }
        }
    }
}

/// An array of numbers of a group.
pub struct NumberList {
    array: *mut c_int,
    elements: Elements<c_int>,
    is_out: bool,
    outward: fn(c_int) -> c_int,
}

impl NumberList {
    /// As for handles.
    ///
    /// # Safety
    /// As for handles.
    pub unsafe fn new(
        array: *mut c_int,
        len: usize,
        (is_in, is_out): (bool, bool),
        inward: fn(c_int) -> c_int,
        outward: fn(c_int) -> c_int,
    ) -> Self {
        let len = if array.is_null() { 0 } else { len };
        let elements = Elements::new(len, i32::MIN + 1, |at| match is_in {
            // SAFETY: as the caller vouches.
            true => inward(unsafe { *array.add(at) }),
            false => i32::MIN + 1,
        });
        NumberList { array, elements, is_out, outward }
    }

    /// For the function; `NULL` if the program's is.
    pub fn pointer(&mut self) -> *mut c_int {
        if self.array.is_null() { std::ptr::null_mut() } else { self.elements.slice().as_mut_ptr() }
    }
}

impl Drop for NumberList {
    fn drop(&mut self) {
        if !self.is_out {
            return;
        }
        for (at, number) in self.elements.slice().iter().enumerate() {
            if *number != i32::MIN + 1 {
                // SAFETY: an element of the array.
                unsafe { *self.array.add(at) = (self.outward)(*number) };
            }
        }
    }
}

/// An array of statuses.
pub struct StatusList<A: Abi> {
    array: *mut A::Status,
    elements: Elements<Status>,
    abi: PhantomData<A>,
}

impl<A: Abi> StatusList<A> {
    /// As for handles; the function reads no more than the error fields.
    ///
    /// # Safety
    /// `array` is `NULL`, `MPI_STATUSES_IGNORE`, or has `len` statuses as long as this is.
    #[inline]
    pub unsafe fn new(array: *mut A::Status, len: usize, _is_in: bool, _is_out: bool) -> Self {
        let is_none = A::Status::is_ignored(array);
        let (array, len) = if is_none { (std::ptr::null_mut(), 0) } else { (array, len) };
        let elements = Elements::new(len, Status::EMPTY, |at| {
            // SAFETY: as the caller vouches.
            place::untouched(unsafe { (*array.add(at)).error() })
        });
        StatusList { array, elements, abi: PhantomData }
    }

    /// For the function; `NULL` if there is none.
    #[inline]
    pub fn pointer(&mut self) -> *mut Status {
        if self.array.is_null() { std::ptr::null_mut() } else { self.elements.slice().as_mut_ptr() }
    }
}

impl<A: Abi> Drop for StatusList<A> {
    #[inline]
    fn drop(&mut self) {
        for (at, status) in self.elements.slice().iter().enumerate() {
            // SAFETY: an element of the array.
            let place = unsafe { &mut *self.array.add(at) };
            let error = place.error();
            let has_error = status.error != error;
            if *status != place::untouched(status.error) {
                place.store(*status, has_error.then_some(status.error));
            } else if has_error {
                // Of one before the first that failed: its error field alone was set.
                place.store_error(status.error);
            }
        }
    }
}
