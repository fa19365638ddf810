//! Constants of C that are variables in Fortran, known by their addresses (MPI-5.0 §2.5.4).
//!
//! `mpif.h` and the modules declare them as common blocks. The program's own and the library's are one: the
//! dynamic linker makes them so, since the library reaches its own by the same table. Compilers write a block's
//! name in four ways, as they do with procedures; each is a place of its own, since a program has but one of them.

use core::ffi::{c_int, c_void};
use core::ptr::null_mut;
use core::sync::atomic::{AtomicPtr, Ordering};

use crate::abi::{
    BUFFER_AUTOMATIC, is_argv_null, is_argvs_null, is_bottom, is_buffer_automatic,
    is_errcodes_ignore, is_status_ignore, is_statuses_ignore, is_unweighted, is_weights_empty,
    unweighted, weights_empty,
};
use crate::generated::constants::*;

pub use crate::abi::is_in_place;

/// The program's `MPI_BUFFER_AUTOMATIC`, once it has attached that.
static AUTOMATIC: AtomicPtr<c_void> = AtomicPtr::new(null_mut());

/// A choice buffer.
pub fn memory(address: *mut c_void) -> *mut c_void {
    if is_bottom(address) {
        MPI_BOTTOM as *mut c_void
    } else if is_in_place(address) {
        MPI_IN_PLACE as *mut c_void
    } else if is_buffer_automatic(address) {
        AUTOMATIC.store(address, Ordering::Relaxed);
        BUFFER_AUTOMATIC as *mut c_void
    } else {
        address
    }
}

/// Where a buffer was that C gives back: of `MPI_BUFFER_AUTOMATIC` the program's own (MPI-5.0 §3.6).
pub fn memory_given_back(address: *mut c_void) -> *mut c_void {
    match address == BUFFER_AUTOMATIC as *mut c_void {
        true => AUTOMATIC.load(Ordering::Relaxed),
        false => address,
    }
}

/// Weights of neighbours, or a word for them.
pub fn weights_or_word(address: *mut c_int) -> *mut c_int {
    if is_unweighted(address) {
        unweighted() as *mut c_int
    } else if is_weights_empty(address) {
        weights_empty() as *mut c_int
    } else {
        address
    }
}

/// A status, or none.
pub fn status_or_none(address: *mut c_int) -> *mut c_int {
    if is_status_ignore(address) { null_mut() } else { address }
}

/// An array of statuses, or none.
pub fn statuses_or_none(address: *mut c_int) -> *mut c_int {
    if is_statuses_ignore(address) { null_mut() } else { address }
}

/// An array of error codes, or none.
pub fn error_codes(address: *mut c_int) -> *mut c_int {
    if is_errcodes_ignore(address) { null_mut() } else { address }
}

/// Whether a list of arguments is `MPI_ARGV_NULL` or `MPI_ARGVS_NULL`.
pub fn is_no_argv<T>(address: *const T) -> bool {
    is_argv_null(address) || is_argvs_null(address)
}
