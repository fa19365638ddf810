//! What the program lends.

use crate::code::{Code, Done, Failure};
use std::ffi::{CStr, c_char};

fn null(what: &str) -> Failure {
    Failure::new(Code::Argument, format!("a null pointer for {what}"))
}

/// Where something is or goes; NULL is an error.
pub(crate) fn place<'a, T>(of: *mut T, what: &str) -> Done<&'a mut T> {
    // SAFETY: a pointer that is not NULL points to such a place for the call, as the header says.
    unsafe { of.as_mut() }.ok_or_else(|| null(what))
}

/// What is given by a pointer.
pub(crate) fn given<T: Copy>(of: *const T, what: &str) -> Done<T> {
    // SAFETY: as for `place`.
    unsafe { of.as_ref() }.copied().ok_or_else(|| null(what))
}

/// An array of the program's for the call; for a direct put until the buffer is sent or destroyed.
pub(crate) fn array<'a, T>(start: *const T, count: usize) -> Done<&'a [T]> {
    match (start.is_null(), count) {
        (_, 0) => Ok(&[]),
        (true, _) => Err(null("an array")),
        // SAFETY: the program lends as many for that long (`nexus.h`).
        (false, _) => Ok(unsafe { std::slice::from_raw_parts(start, count) }),
    }
}

/// The same, to be written to.
pub(crate) fn places<'a, T>(start: *mut T, count: usize) -> Done<&'a mut [T]> {
    match (start.is_null(), count) {
        (_, 0) => Ok(&mut []),
        (true, _) => Err(null("an array")),
        // SAFETY: as for `array`, and nobody else has it.
        (false, _) => Ok(unsafe { std::slice::from_raw_parts_mut(start, count) }),
    }
}

/// Text of the program's.
pub(crate) fn text<'a>(start: *const c_char, what: &str) -> Done<&'a str> {
    if start.is_null() {
        return Err(null(what));
    }
    // SAFETY: the program lends a text that ends with a zero.
    let text = unsafe { CStr::from_ptr(start) }.to_str();
    text.map_err(|_| Failure::new(Code::Argument, format!("{what} is not UTF-8")))
}

/// Writes a text with its zero into memory of so many bytes.
pub(crate) fn write(text: &str, start: *mut c_char, room: usize) -> Done {
    let memory = places(start, room)?;
    if text.len() >= memory.len() {
        let why = format!("{} bytes of room for a text of {}", room, text.len() + 1);
        return Err(Failure::new(Code::Argument, why));
    }
    memory.iter_mut().zip(text.bytes().chain([0])).for_each(|(to, byte)| *to = byte as c_char);
    Ok(())
}
