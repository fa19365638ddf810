//! What the program's pointers point to.

use crate::code::{Portals3Code, Portals3Result};

/// Where a result goes; NULL is an error.
pub(crate) fn place<'a, T>(pointer: *mut T) -> Portals3Result<&'a mut T> {
    // SAFETY: a pointer that is not NULL points to such a place for the call, as the header says.
    unsafe { pointer.as_mut() }.ok_or(Portals3Code::SEGV)
}

/// What is given by a pointer that may be NULL.
pub(crate) fn given<T: Copy>(pointer: *const T) -> Option<T> {
    // SAFETY: as above.
    unsafe { pointer.as_ref() }.copied()
}

/// An array of `len`; NULL is an error unless it is empty.
pub(crate) fn array<'a, T>(pointer: *const T, len: usize) -> Portals3Result<&'a [T]> {
    match (pointer.is_null(), len) {
        (_, 0) => Ok(&[]),
        (true, _) => Err(Portals3Code::SEGV),
        // SAFETY: as above, for all of them.
        (false, _) => Ok(unsafe { std::slice::from_raw_parts(pointer, len) }),
    }
}
