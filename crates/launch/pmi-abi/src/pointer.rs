//! What the program lends.

use crate::code::{PmiCode, PmiResult};
use std::ffi::{CStr, OsStr, OsString, c_char, c_int};
use std::os::unix::ffi::OsStrExt;

/// Where a result goes; NULL is an error.
pub(crate) fn place<'a, T>(of: *mut T) -> PmiResult<&'a mut T> {
    // SAFETY: a pointer that is not NULL points to such a place for the call, as the header says.
    unsafe { of.as_mut() }.ok_or(PmiCode::ARGUMENT)
}

/// An array for results; NULL is an error unless it is empty.
pub(crate) fn places<'a, T>(start: *mut T, count: c_int) -> PmiResult<&'a mut [T]> {
    match (start.is_null(), usize::try_from(count).map_err(|_| PmiCode::LENGTH)?) {
        (_, 0) => Ok(&mut []),
        (true, _) => Err(PmiCode::ARGUMENT),
        // SAFETY: as above, for all of them.
        (false, count) => Ok(unsafe { std::slice::from_raw_parts_mut(start, count) }),
    }
}

/// An array that the program lends; NULL is an error unless it is empty.
pub(crate) fn lent<'a, T>(start: *const T, count: usize) -> PmiResult<&'a [T]> {
    match (start.is_null(), count) {
        (_, 0) => Ok(&[]),
        (true, _) => Err(PmiCode::ARGUMENT),
        // SAFETY: a pointer that is not NULL points to as many for the call, as the header says.
        (false, count) => Ok(unsafe { std::slice::from_raw_parts(start, count) }),
    }
}

/// Texts of the program's up to a NULL; none at all where there is no array.
pub(crate) fn texts(start: *const *const c_char) -> PmiResult<Vec<OsString>> {
    let mut texts = Vec::new();
    // SAFETY: the program ends the array with a NULL, behind which nothing is looked at.
    while !start.is_null() && !unsafe { *start.add(texts.len()) }.is_null() {
        // SAFETY: as above.
        let one = unsafe { *start.add(texts.len()) };
        texts.push(bytes(one, PmiCode::ARGUMENT)?.to_owned());
    }
    Ok(texts)
}

/// Text of the program's in any bytes; NULL is this error.
pub(crate) fn bytes<'a>(start: *const c_char, wrong: PmiCode) -> PmiResult<&'a OsStr> {
    if start.is_null() {
        return Err(wrong);
    }
    // SAFETY: the program lends a text that ends with a zero.
    Ok(OsStr::from_bytes(unsafe { CStr::from_ptr(start) }.to_bytes()))
}

/// Text of the program's; NULL, or what is not UTF-8, is this error.
pub(crate) fn text<'a>(start: *const c_char, wrong: PmiCode) -> PmiResult<&'a str> {
    bytes(start, wrong)?.to_str().ok_or(wrong)
}

/// Writes a text with its zero into memory of so many bytes.
pub(crate) fn write(text: &str, start: *mut c_char, length: c_int) -> PmiResult {
    let memory = places(start, length)?;
    let bytes = text.bytes().chain([0]);
    if text.len() >= memory.len() {
        return Err(PmiCode::LENGTH);
    }
    memory.iter_mut().zip(bytes).for_each(|(to, byte)| *to = byte as c_char);
    Ok(())
}
