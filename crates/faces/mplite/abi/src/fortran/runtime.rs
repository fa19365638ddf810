//! The run-time library of gfortran, where the program has it: a unit that it has opened itself goes on where another
//! process has stopped.
//!
//! Nothing here needs it. Without it, as with other compilers, processes still come one after another.

use std::ffi::{CStr, c_char, c_int, c_void};

unsafe extern "C" {
    fn dlsym(handle: *mut c_void, name: *const c_char) -> *mut c_void;
}

type Flush = unsafe extern "C" fn(unit: *const c_int);
type Tell = unsafe extern "C" fn(unit: *const c_int, offset: *mut i64);
type Seek = unsafe extern "C" fn(
    unit: *const c_int,
    offset: *const i64,
    whence: *const c_int,
    status: *mut c_int,
);

/// The function with this name among those that the program sees.
fn function(name: &CStr) -> Option<*mut c_void> {
    // SAFETY: the name ends with a zero; a null handle is RTLD_DEFAULT.
    let found = unsafe { dlsym(std::ptr::null_mut(), name.as_ptr()) };
    (!found.is_null()).then_some(found)
}

/// Lets go out what was written to a unit, and says where it is; `None`: no run-time library, or no such unit.
pub(crate) fn position(unit: c_int) -> Option<i64> {
    let (flush, tell) = (function(c"_gfortran_flush_i4")?, function(c"_gfortran_ftell_i8_sub")?);
    let mut offset = -1;
    // SAFETY: these names are libgfortran's, whose functions have these types since its version 5 (GCC 8). The
    // arguments live for the calls; a unit that is not open is left alone, and its place is -1.
    unsafe {
        let flush = std::mem::transmute::<*mut c_void, Flush>(flush);
        let tell = std::mem::transmute::<*mut c_void, Tell>(tell);
        tell(&unit, &mut offset);
        if offset >= 0 {
            flush(&unit);
            tell(&unit, &mut offset);
        }
    }
    (offset >= 0).then_some(offset)
}

/// Goes on there in a unit.
pub(crate) fn go_to(unit: c_int, position: i64) {
    let Some(seek) = function(c"_gfortran_fseek_sub") else { return };
    let (from_begin, mut status) = (0, 0);
    // SAFETY: as above.
    unsafe {
        let seek = std::mem::transmute::<*mut c_void, Seek>(seek);
        seek(&unit, &position, &from_begin, &mut status);
    }
}
