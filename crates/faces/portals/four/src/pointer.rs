//! What the program's pointers point to.

use crate::code::{Portals4Code, Portals4Result};

/// Where a result goes; NULL is an error.
pub(crate) fn place<'a, T>(pointer: *mut T) -> Portals4Result<&'a mut T> {
    // SAFETY: a pointer that is not NULL points to such a place for the call, as the header says.
    unsafe { pointer.as_mut() }.ok_or(Portals4Code::ARG_INVALID)
}

/// What is given by a pointer that may be NULL. Fields that the program has not set are numbers, too.
pub(crate) fn given<T: Copy>(pointer: *const T) -> Option<T> {
    // SAFETY: as above.
    unsafe { pointer.as_ref() }.copied()
}

/// What is given by a pointer; NULL is an error.
pub(crate) fn needed<T: Copy>(pointer: *const T) -> Portals4Result<T> {
    given(pointer).ok_or(Portals4Code::ARG_INVALID)
}

/// An array of `len`; NULL is an error unless it is empty.
pub(crate) fn array<'a, T>(pointer: *const T, len: usize) -> Portals4Result<&'a [T]> {
    match (pointer.is_null(), len) {
        (_, 0) => Ok(&[]),
        (true, _) => Err(Portals4Code::ARG_INVALID),
        // SAFETY: as above, for all of them.
        (false, _) => Ok(unsafe { std::slice::from_raw_parts(pointer, len) }),
    }
}

/// An array of `len` to be filled; NULL is an error unless it is empty.
pub(crate) fn places<'a, T>(pointer: *mut T, len: usize) -> Portals4Result<&'a mut [T]> {
    match (pointer.is_null(), len) {
        (_, 0) => Ok(&mut []),
        (true, _) => Err(Portals4Code::ARG_INVALID),
        // SAFETY: as above, for all of them.
        (false, _) => Ok(unsafe { std::slice::from_raw_parts_mut(pointer, len) }),
    }
}
