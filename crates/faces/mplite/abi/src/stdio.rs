//! The C library's files, as far as they are needed here.

use std::ffi::{CStr, CString, c_char, c_int, c_long, c_void};

/// A file of the C library; the program's, or opened here for it.
#[repr(C)]
pub struct CFile {
    _private: [u8; 0],
}

/// A file that was opened here.
pub(crate) struct OpenFile(pub(crate) *mut CFile);

// SAFETY: the C library's files may be used by any thread (POSIX, 2.5.1 Interaction of File Descriptors and Standard
// I/O Streams: they have locks).
unsafe impl Send for OpenFile {}

/// Most places of a format.
pub(crate) const MOST_PLACES: usize = 32;

unsafe extern "C" {
    fn fopen(name: *const c_char, mode: *const c_char) -> *mut CFile;
    fn fclose(file: *mut CFile) -> c_int;
    fn fgets(into: *mut c_char, most: c_int, file: *mut CFile) -> *mut c_char;
    fn fwrite(from: *const c_void, bytes: usize, count: usize, file: *mut CFile) -> usize;
    fn fflush(file: *mut CFile) -> c_int;
    fn ftell(file: *mut CFile) -> c_long;
    fn fseek(file: *mut CFile, offset: c_long, whence: c_int) -> c_int;
    fn fscanf(file: *mut CFile, format: *const c_char, ...) -> c_int;
    fn snprintf(into: *mut c_char, most: usize, format: *const c_char, ...) -> c_int;
    static stdin: *mut CFile;
    static stdout: *mut CFile;
    static stderr: *mut CFile;
    fn malloc(bytes: usize) -> *mut c_void;
    fn calloc(count: usize, bytes: usize) -> *mut c_void;
    fn realloc(block: *mut c_void, bytes: usize) -> *mut c_void;
    fn free(block: *mut c_void);
}

/// Opens a file; null if the system refuses.
pub(crate) fn open(name: &str, mode: &str) -> *mut CFile {
    let (Ok(name), Ok(mode)) = (CString::new(name), CString::new(mode)) else {
        return std::ptr::null_mut();
    };
    // SAFETY: both are texts that end with a zero.
    unsafe { fopen(name.as_ptr(), mode.as_ptr()) }
}

/// What the program reads from, writes to and says its errors on, where it has opened nothing.
pub(crate) fn standard() -> [*mut CFile; 3] {
    // SAFETY: the C library has opened them, and nobody stores others there.
    unsafe { [stdin, stdout, stderr] }
}

/// A value, printed by a conversion of `printf` that takes no other.
#[derive(Clone, Copy)]
pub(crate) enum Printed<'a> {
    Integer(i64),
    Real(f64),
    Letter(u8),
    Text(&'a CStr),
}

/// What a conversion makes of a value. It has the length `ll` if the value is an integer, and else none.
pub(crate) fn printed(conversion: &CStr, value: Printed<'_>) -> Vec<u8> {
    let format = conversion.as_ptr();
    let print = |into: *mut c_char, most: usize| {
        // SAFETY: the memory has as many bytes as are told, and the conversion takes one value of this type, as
        // the caller has looked.
        unsafe {
            match value {
                Printed::Integer(value) => snprintf(into, most, format, value),
                Printed::Real(value) => snprintf(into, most, format, value),
                Printed::Letter(letter) => snprintf(into, most, format, c_int::from(letter)),
                Printed::Text(text) => snprintf(into, most, format, text.as_ptr()),
            }
        }
    };
    let len = usize::try_from(print(std::ptr::null_mut(), 0)).unwrap_or(0);
    let mut made = vec![0u8; len + 1];
    print(made.as_mut_ptr().cast(), made.len());
    made.truncate(len);
    made
}

/// Closes it.
pub(crate) fn close(file: *mut CFile) {
    if !file.is_null() {
        // SAFETY: the program gives up an open file.
        unsafe { fclose(file) };
    }
}

/// The next line, without its end; `None`: there is none.
pub(crate) fn line(file: *mut CFile) -> Option<String> {
    let mut line = Vec::new();
    let mut part = [0u8; 512];
    while !line.ends_with(b"\n") {
        // SAFETY: the file is open, and the memory has as many bytes as are told.
        let got = unsafe { fgets(part.as_mut_ptr().cast(), part.len() as c_int, file) };
        if got.is_null() {
            break;
        }
        let end = part.iter().position(|byte| *byte == 0).unwrap_or(part.len());
        line.extend_from_slice(&part[..end]);
    }
    if line.is_empty() {
        return None;
    }
    Some(String::from_utf8_lossy(&line).trim_end_matches(['\n', '\r']).to_owned())
}

/// Writes a text, and lets it go out.
pub(crate) fn write(file: *mut CFile, text: &[u8]) {
    // SAFETY: the file is open, and the memory has as many bytes as are told.
    unsafe { fwrite(text.as_ptr().cast(), 1, text.len(), file) };
    flush(file);
}

/// Lets go out what was written.
pub(crate) fn flush(file: *mut CFile) {
    // SAFETY: the file is open.
    unsafe { fflush(file) };
}

/// Where in the file the program is; -1 where that cannot be told.
pub(crate) fn position(file: *mut CFile) -> i64 {
    // SAFETY: the file is open.
    unsafe { ftell(file) }
}

/// Goes on there.
pub(crate) fn go_to(file: *mut CFile, position: i64) {
    // SAFETY: the file is open.
    unsafe { fseek(file, position, 0) };
}

/// Reads by a format into these places, of which it uses no more than there are.
pub(crate) fn scan(
    file: *mut CFile,
    format: *const c_char,
    places: &[*mut c_void; MOST_PLACES],
) -> c_int {
    let p = places;
    // SAFETY: the format was looked at: it has no more places than are given, each as large as it says, by the
    // promise of the program. Those beyond are not looked at.
    unsafe {
        fscanf(
            file, format, p[0], p[1], p[2], p[3], p[4], p[5], p[6], p[7], p[8], p[9], p[10], p[11],
            p[12], p[13], p[14], p[15], p[16], p[17], p[18], p[19], p[20], p[21], p[22], p[23],
            p[24], p[25], p[26], p[27], p[28], p[29], p[30], p[31],
        )
    }
}

/// Memory of the C library's, so that the program may give it to whoever frees such.
pub(crate) fn block(bytes: usize) -> *mut c_void {
    // SAFETY: malloc(3) has no requirements.
    unsafe { malloc(bytes) }
}

/// The same, all zero.
pub(crate) fn zeroed(count: usize, bytes: usize) -> *mut c_void {
    // SAFETY: calloc(3) has no requirements.
    unsafe { calloc(count, bytes) }
}

/// A block with another length.
pub(crate) fn resized(block: *mut c_void, bytes: usize) -> *mut c_void {
    // SAFETY: the program gives a block of the C library's, or null.
    unsafe { realloc(block, bytes) }
}

/// Gives a block back.
pub(crate) fn release(block: *mut c_void) {
    // SAFETY: as above; the program uses it no more.
    unsafe { free(block) }
}
