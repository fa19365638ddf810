//! What the program lends.

use crate::library::end;
use ferry_mplite::MpLiteError;
use ferry_sys::Arena;
use std::ffi::{CStr, c_char, c_int, c_void};

/// Memory of so many elements of so many bytes.
pub(crate) fn memory(start: *mut c_void, count: c_int, size: usize) -> Arena {
    let bytes = usize::try_from(count).ok().and_then(|count| count.checked_mul(size));
    match bytes {
        None => end(&MpLiteError::BadLength(i64::from(count))),
        Some(0) => Arena::empty(),
        Some(_) if start.is_null() => end(&MpLiteError::Links("a null pointer for data".into())),
        // SAFETY: the program lends the memory until the call returns, or until it has waited for the message
        // that the call has begun (MP_Lite's own rule).
        Some(bytes) => unsafe { Arena::new(start.cast(), bytes) },
    }
}

/// Where something is written to.
pub(crate) fn place<'a, T>(of: *mut T) -> &'a mut T {
    // SAFETY: the program lends a sound place of this type for the call.
    match unsafe { of.as_mut() } {
        Some(place) => place,
        None => end(&MpLiteError::Links("a null pointer for a result".into())),
    }
}

/// An array of the program's.
pub(crate) fn array<'a, T>(start: *const T, count: usize) -> &'a [T] {
    if count == 0 {
        return &[];
    }
    if start.is_null() {
        end(&MpLiteError::Links("a null pointer for an array".into()));
    }
    // SAFETY: the program lends as many for the call.
    unsafe { std::slice::from_raw_parts(start, count) }
}

/// The same, to be written to.
pub(crate) fn places<'a, T>(start: *mut T, count: usize) -> &'a mut [T] {
    if count == 0 {
        return &mut [];
    }
    if start.is_null() {
        end(&MpLiteError::Links("a null pointer for an array".into()));
    }
    // SAFETY: as for `array`, and nobody else has it.
    unsafe { std::slice::from_raw_parts_mut(start, count) }
}

/// The bytes of a text of the program's.
pub(crate) fn text_bytes<'a>(start: *const c_char) -> &'a [u8] {
    if start.is_null() {
        return &[];
    }
    // SAFETY: the program lends a text that ends with a zero.
    unsafe { CStr::from_ptr(start) }.to_bytes()
}

/// The letters of a text whose length is told.
pub(crate) fn letters<'a>(start: *const c_char, len: usize) -> &'a [u8] {
    array(start.cast(), len)
}

/// Text of the program's.
pub(crate) fn text(start: *const c_char) -> String {
    String::from_utf8_lossy(text_bytes(start)).into_owned()
}
