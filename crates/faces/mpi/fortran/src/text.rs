//! Texts: in Fortran blanks fill them up, in C a zero ends them (MPI-5.0 §19.1).

use core::ffi::{c_char, c_int};
use std::ffi::CString;

/// The letters of a text of Fortran's, without blanks at its end, and what a zero cuts off.
///
/// # Safety
/// `start` has `len` bytes, unless it is null.
pub unsafe fn letters<'a>(start: *const c_char, len: usize) -> &'a [u8] {
    if start.is_null() {
        return &[];
    }
    // SAFETY: the caller's promise.
    let bytes = unsafe { core::slice::from_raw_parts(start.cast::<u8>(), len) };
    let end = bytes.iter().position(|byte| *byte == 0).unwrap_or(len);
    let blanks = bytes[..end].iter().rev().take_while(|byte| **byte == b' ').count();
    &bytes[..end - blanks]
}

/// A text that goes in: keys, commands and their like have no blanks in front either (MPI-5.0 §10, §11.8.2).
///
/// # Safety
/// As of [`letters`].
pub unsafe fn text(start: *const c_char, len: usize) -> CString {
    // SAFETY: the caller's promise.
    let letters = unsafe { letters(start, len) };
    let blanks = letters.iter().take_while(|byte| **byte == b' ').count();
    CString::new(&letters[blanks..]).unwrap_or_default()
}

/// A text that goes in with the blanks in front of it.
///
/// # Safety
/// As of [`letters`].
pub unsafe fn text_with_front(start: *const c_char, len: usize) -> CString {
    // SAFETY: the caller's promise.
    CString::new(unsafe { letters(start, len) }).unwrap_or_default()
}

/// Stores a text: cut, or filled up with blanks.
///
/// # Safety
/// `place` has `len` bytes.
pub unsafe fn store(text: &[u8], place: *mut c_char, len: usize) {
    // SAFETY: the caller's promise.
    let place = unsafe { core::slice::from_raw_parts_mut(place.cast::<u8>(), len) };
    let kept = text.len().min(len);
    place[..kept].copy_from_slice(&text[..kept]);
    place[kept..].fill(b' ');
}

/// The length of a buffer in C, which has a zero more; none for none.
pub fn length_with_zero(length: c_int) -> c_int {
    if length > 0 { length.saturating_add(1) } else { 0 }
}

/// Room for a text that comes out.
pub struct LettersOut(Vec<u8>);

impl LettersOut {
    /// Room for `bytes` in C; none where the program has asked for a length alone.
    pub fn new(bytes: usize) -> LettersOut {
        LettersOut(vec![0; bytes.max(1)])
    }

    /// Its place.
    pub fn as_mut_ptr(&mut self) -> *mut c_char {
        self.0.as_mut_ptr().cast()
    }

    /// Stores it as Fortran has it.
    ///
    /// # Safety
    /// `place` has `len` bytes.
    pub unsafe fn give(&self, place: *mut c_char, len: usize) {
        if self.0.len() == 1 {
            return;
        }
        let end = self.0.iter().position(|byte| *byte == 0).unwrap_or(self.0.len());
        // SAFETY: the caller's promise.
        unsafe { store(&self.0[..end], place, len) }
    }
}
