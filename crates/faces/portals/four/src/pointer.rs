//! What the program's pointers point to.

use crate::code::{Portals4Code, Portals4Result};
use std::ffi::{CStr, c_char};

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

/// Text of the program's; `None`: NULL. What is not UTF-8 is none that could mean anything here.
pub(crate) fn text<'a>(start: *const c_char) -> Portals4Result<Option<&'a str>> {
    if start.is_null() {
        return Ok(None);
    }
    // SAFETY: the program lends a text that ends with a zero.
    let text = unsafe { CStr::from_ptr(start) }.to_str();
    text.map(Some).map_err(|_| Portals4Code::ARG_INVALID)
}

/// Writes a text with its zero into memory of so many bytes; it is an error if there are too few.
pub(crate) fn write(text: &str, start: *mut c_char, room: usize) -> Portals4Result {
    if start.is_null() {
        return Err(Portals4Code::ARG_INVALID);
    }
    if text.len() >= room {
        return Err(Portals4Code::ARG_INVALID);
    }
    // SAFETY: the program lends so many bytes, and nobody else has them.
    let memory = unsafe { std::slice::from_raw_parts_mut(start, text.len() + 1) };
    memory.iter_mut().zip(text.bytes().chain([0])).for_each(|(to, byte)| *to = byte as c_char);
    Ok(())
}
