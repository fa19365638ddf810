//! Between C's arguments and Rust's values.

mod status;

pub use status::{StatusForm, store_outcome, store_status};

use core::ffi::{CStr, c_char, c_int};
use std::borrow::Cow;
use std::ffi::OsStr;
use std::os::unix::ffi::OsStrExt;
use std::path::Path;

use ferry_mpi::constants::{MPI_ERR_ARG, MPI_ERR_VALUE_TOO_LARGE, MPI_UNDEFINED};
use ferry_mpi::handle::{CommHandle, Handle};
use ferry_mpi::{Error, Result};

use crate::check::HandleKind;
use crate::types::{Aint, Count};

/// An input array of counts or displacements: of `int` in the int form, of `MPI_Count` or
/// `MPI_Aint` in the `_c` form.
#[derive(Clone, Copy, Debug)]
pub enum Ints {
    /// `const int *`.
    Int(*const c_int),
    /// `const MPI_Count *` or `const MPI_Aint *`, which are alike on 64-bit targets.
    Long(*const i64),
}

impl Ints {
    /// The array of an int form.
    #[inline]
    pub fn int(array: *const c_int) -> Self {
        Ints::Int(array)
    }

    /// The array of `MPI_Count`.
    #[inline]
    pub fn count(array: *const Count) -> Self {
        Ints::Long(array)
    }

    /// The array of `MPI_Aint`.
    #[inline]
    pub fn aint(array: *const Aint) -> Self {
        Ints::Long(array.cast())
    }

    /// Whether the program passed `NULL`.
    #[inline]
    pub fn is_null(self) -> bool {
        match self {
            Ints::Int(array) => array.is_null(),
            Ints::Long(array) => array.is_null(),
        }
    }

    /// Element `index`.
    ///
    /// # Safety
    /// The array has more than `index` elements.
    #[inline]
    pub unsafe fn get(self, index: usize) -> i64 {
        match self {
            // SAFETY: the caller vouches for the length.
            Ints::Int(array) => i64::from(unsafe { *array.add(index) }),
            // SAFETY: the caller vouches for the length.
            Ints::Long(array) => unsafe { *array.add(index) },
        }
    }

    /// The first `len` elements.
    ///
    /// # Safety
    /// The array has at least `len` elements.
    pub unsafe fn to_vec(self, len: usize) -> Vec<i64> {
        // SAFETY: the caller vouches for the length.
        (0..len).map(|index| unsafe { self.get(index) }).collect()
    }
}

/// Where to store a count: `int *` in the int form, `MPI_Count *` or `MPI_Aint *` else.
#[derive(Clone, Copy, Debug)]
pub enum OutCount {
    /// `int *`.
    Int(*mut c_int),
    /// `MPI_Count *` or `MPI_Aint *`.
    Long(*mut i64),
}

impl OutCount {
    /// The pointer of an int form.
    #[inline]
    pub fn int(place: *mut c_int) -> Self {
        OutCount::Int(place)
    }

    /// A pointer to `MPI_Count`.
    #[inline]
    pub fn count(place: *mut Count) -> Self {
        OutCount::Long(place)
    }

    /// A pointer to `MPI_Aint`.
    #[inline]
    pub fn aint(place: *mut Aint) -> Self {
        OutCount::Long(place.cast())
    }

    /// What stands there (in-out positions).
    ///
    /// # Safety
    /// The place is readable.
    #[inline]
    pub unsafe fn get(self) -> i64 {
        match self {
            // SAFETY: the caller vouches for the place.
            OutCount::Int(place) => i64::from(unsafe { *place }),
            // SAFETY: the caller vouches for the place.
            OutCount::Long(place) => unsafe { *place },
        }
    }

    /// Stores `value`, or `MPI_UNDEFINED` where an `int` cannot hold it: for functions that tell a
    /// size (`MPI_Get_count`, `MPI_Type_size`, `MPI_Pack_size`, MPI-5.0 §3.2.5, §5.1).
    ///
    /// # Safety
    /// The place is writable.
    #[inline]
    pub unsafe fn set(self, value: i64) {
        match self {
            // SAFETY: the caller vouches for the place.
            OutCount::Int(place) => unsafe {
                *place = c_int::try_from(value).unwrap_or(MPI_UNDEFINED);
            },
            // SAFETY: the caller vouches for the place.
            OutCount::Long(place) => unsafe { *place = value },
        }
    }

    /// Stores `value`, or fails with `MPI_ERR_VALUE_TOO_LARGE`: for positions and sizes that the
    /// program goes on with (`MPI_Pack`, `MPI_Buffer_detach`).
    ///
    /// # Safety
    /// The place is writable.
    #[inline]
    pub unsafe fn set_checked(self, value: i64) -> Result<()> {
        if let OutCount::Int(_) = self
            && c_int::try_from(value).is_err()
        {
            return Err(Error::new(
                MPI_ERR_VALUE_TOO_LARGE,
                format!("{value} does not fit an int; call the large-count form (_c)"),
            ));
        }
        // SAFETY: the caller vouches for the place.
        unsafe { self.set(value) };
        Ok(())
    }
}

/// The handle at a place, the null handle where the place is `NULL`.
///
/// # Safety
/// The place is `NULL` or readable.
#[inline]
pub unsafe fn handle_at<K: HandleKind>(place: *const Handle<K>) -> Handle<K> {
    // SAFETY: not null, and the caller vouches for the rest.
    if place.is_null() { K::NULL } else { unsafe { *place } }
}

/// Stores `value` unless the place is `NULL`.
///
/// # Safety
/// The place is `NULL` or writable.
#[inline]
pub unsafe fn store<T>(place: *mut T, value: T) {
    if !place.is_null() {
        // SAFETY: not null, and the caller vouches for the rest.
        unsafe { place.write(value) };
    }
}

/// Stores the communicator that was made. Where none was, for a copy function failed or a grid is too large,
/// the null handle: a program that goes on must not find what was there before.
///
/// # Safety
/// The place is `NULL` or writable.
pub unsafe fn store_made(place: *mut CommHandle, made: Result<CommHandle>) -> Result<()> {
    // SAFETY: as the caller vouches.
    unsafe { store(place, *made.as_ref().unwrap_or(&CommHandle::NULL)) };
    made.map(|_| ())
}

/// Stores a logical.
///
/// # Safety
/// The place is `NULL` or writable.
#[inline]
pub unsafe fn store_flag(place: *mut c_int, value: bool) {
    // SAFETY: as the caller vouches.
    unsafe { store(place, c_int::from(value)) };
}

/// The elements of an input array; `NULL` will do for none.
///
/// # Safety
/// `array` has `len` elements that nothing changes during `'a`.
pub unsafe fn slice<'a, T>(array: *const T, len: usize) -> Result<&'a [T]> {
    if len == 0 {
        return Ok(&[]);
    }
    if array.is_null() {
        return Err(Error::new(MPI_ERR_ARG, format!("an array of {len} elements is NULL")));
    }
    // SAFETY: not null, and the caller vouches for length and lifetime.
    Ok(unsafe { std::slice::from_raw_parts(array, len) })
}

/// The elements of an output array; `NULL` will do for none.
///
/// # Safety
/// `array` has `len` elements that nothing else uses during `'a`.
pub unsafe fn slice_mut<'a, T>(array: *mut T, len: usize) -> Result<&'a mut [T]> {
    if len == 0 {
        return Ok(&mut []);
    }
    if array.is_null() {
        return Err(Error::new(MPI_ERR_ARG, format!("an array of {len} elements is NULL")));
    }
    // SAFETY: not null, and the caller vouches for length and lifetime.
    Ok(unsafe { std::slice::from_raw_parts_mut(array, len) })
}

/// A string of the program; bytes that are not UTF-8 are replaced.
///
/// # Safety
/// `text` is `NULL` or ends with a null byte.
pub unsafe fn text<'a>(text: *const c_char) -> Result<Cow<'a, str>> {
    // SAFETY: as the caller vouches.
    Ok(unsafe { bytes(text) }?.to_string_lossy())
}

/// A string of the program as it is: what goes on to the system need not be UTF-8.
///
/// # Safety
/// `text` is `NULL` or ends with a null byte, and stays during `'a`.
pub unsafe fn bytes<'a>(text: *const c_char) -> Result<&'a OsStr> {
    if text.is_null() {
        return Err(Error::new(MPI_ERR_ARG, "a string is NULL"));
    }
    // SAFETY: not null, and the caller vouches for its end.
    Ok(OsStr::from_bytes(unsafe { CStr::from_ptr(text) }.to_bytes()))
}

/// The name of a file: its bytes as they are, none of `NULL`.
///
/// # Safety
/// `name` is `NULL` or ends with a null byte, and stays during `'a`.
pub unsafe fn path<'a>(name: *const c_char) -> &'a Path {
    if name.is_null() {
        return Path::new("");
    }
    // SAFETY: not null, and the caller vouches for its end.
    Path::new(OsStr::from_bytes(unsafe { CStr::from_ptr(name) }.to_bytes()))
}

/// Stores a string into `room` bytes with a null byte at its end, cut at a character boundary where
/// it does not fit, and returns the bytes stored without that null byte.
///
/// # Safety
/// `place` has `room` writable bytes; `room` is not 0.
pub unsafe fn store_text(place: *mut c_char, room: usize, text: impl AsRef<OsStr>) -> usize {
    let bytes = text.as_ref().as_bytes();
    let mut len = bytes.len().min(room - 1);
    // What is no text has no characters.
    let text = text.as_ref().to_str();
    while text.is_some_and(|text| !text.is_char_boundary(len)) {
        len -= 1;
    }
    // SAFETY: `len + 1 <= room` bytes are writable, and Rust's string is not in the program's.
    unsafe {
        std::ptr::copy_nonoverlapping(bytes.as_ptr().cast(), place, len);
        *place.add(len) = 0;
    }
    len
}

/// Stores a string where the program says in `len` what room it has, and in `len` the room that it takes with its
/// null byte (MPI-5.0 §10, §11.3.2). With room for nothing there need be no place.
///
/// # Safety
/// `len` is valid, and `place` has so many writable bytes.
pub unsafe fn store_with_room(
    (name, place): (&str, *mut c_char),
    (len_name, len): (&str, *mut c_int),
    text: impl AsRef<OsStr>,
) -> Result<()> {
    let text = text.as_ref();
    // SAFETY: as the caller vouches.
    unsafe {
        let room = *len;
        if room < 0 || (room > 0 && place.is_null()) {
            let text = format!("{len_name} is {room} and {name} {place:?}: no buffer of that size");
            return Err(Error::new(MPI_ERR_ARG, text));
        }
        if room > 0 {
            store_text(place, room as usize, text);
        }
        *len = text.len() as c_int + 1;
    }
    Ok(())
}

/// Stores a string of at most `room` bytes (one of the `MPI_MAX_` constants) and its length.
///
/// # Safety
/// `place` has `room` writable bytes; `resultlen` is writable.
pub unsafe fn store_name(place: *mut c_char, room: i32, text: &str, resultlen: *mut c_int) {
    // SAFETY: as the caller vouches.
    let len = unsafe { store_text(place, room as usize, text) };
    // SAFETY: as the caller vouches.
    unsafe { store(resultlen, len as c_int) };
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn arrays_of_both_widths_read_alike() {
        let ints = [1, -2, 3];
        let longs = [1i64, -2, 3];
        for array in [Ints::int(ints.as_ptr()), Ints::count(longs.as_ptr())] {
            // SAFETY: three elements.
            assert_eq!(unsafe { array.to_vec(3) }, [1, -2, 3]);
        }
        assert!(Ints::int(std::ptr::null()).is_null());
    }

    #[test]
    fn what_does_not_fit_an_int_is_undefined_or_an_error() {
        let (mut int, mut long) = (0, 0);
        // SAFETY: the places are local variables.
        unsafe {
            OutCount::int(&mut int).set(1 << 31);
            assert_eq!(int, MPI_UNDEFINED);
            let error = OutCount::int(&mut int).set_checked(1 << 31).unwrap_err();
            assert_eq!(error.code, MPI_ERR_VALUE_TOO_LARGE);
            OutCount::count(&mut long).set_checked(1 << 31).unwrap();
        }
        assert_eq!(long, 1 << 31);
    }

    #[test]
    fn strings_are_cut_at_a_character() {
        let mut room = [1 as c_char; 4];
        // SAFETY: four bytes.
        let len = unsafe { store_text(room.as_mut_ptr(), 4, "aéé") };
        assert_eq!(len, 3);
        // SAFETY: ended by `store_text`.
        assert_eq!(unsafe { text(room.as_ptr()) }.unwrap(), "aé");
        // What is no text is cut where the room ends.
        let latin = OsStr::from_bytes(b"\xe4\xbf\xbf\xbf\xe4");
        // SAFETY: as above.
        unsafe {
            assert_eq!(store_text(room.as_mut_ptr(), 4, latin), 3);
            assert_eq!(bytes(room.as_ptr()).unwrap().as_bytes(), b"\xe4\xbf\xbf");
        }
    }
}
