//! Constants of C that are variables in Fortran, known by their addresses (MPI-5.0 §2.5.4).
//!
//! `mpif.h` and the modules declare them as common blocks. The program's own and the library's are one: the
//! dynamic linker makes them so, since the library reaches its own by the same table.
#![allow(non_upper_case_globals)]

use core::ffi::{c_int, c_void};
use core::ptr::null_mut;

use crate::generated::constants::*;

macro_rules! commons {
    ($($name:ident $words:literal;)*) => { $(
        #[doc = concat!("The common block `", stringify!($name), "`.")]
        #[unsafe(no_mangle)]
        pub static mut $name: [c_int; $words] = [0; $words];
    )* };
}

commons! {
    mpi_abi_bottom_ 1;
    mpi_abi_in_place_ 1;
    mpi_abi_buffer_automatic_ 1;
    mpi_abi_unweighted_ 1;
    mpi_abi_weights_empty_ 1;
    mpi_abi_errcodes_ignore_ 1;
    mpi_abi_status_ignore_ 8;
    mpi_abi_statuses_ignore_ 8;
}

/// The common block of `MPI_ARGV_NULL`.
#[unsafe(no_mangle)]
pub static mut mpi_abi_argv_null_: u8 = 0;
/// The common block of `MPI_ARGVS_NULL`.
#[unsafe(no_mangle)]
pub static mut mpi_abi_argvs_null_: u8 = 0;

/// A choice buffer.
pub fn memory(address: *mut c_void) -> *mut c_void {
    if address == (&raw mut mpi_abi_bottom_).cast() {
        MPI_BOTTOM as *mut c_void
    } else if is_in_place(address) {
        MPI_IN_PLACE as *mut c_void
    } else if address == (&raw mut mpi_abi_buffer_automatic_).cast() {
        MPI_BUFFER_AUTOMATIC as *mut c_void
    } else {
        address
    }
}

/// Whether a buffer is `MPI_IN_PLACE`.
pub fn is_in_place(address: *mut c_void) -> bool {
    address == (&raw mut mpi_abi_in_place_).cast()
}

/// Weights of neighbours, or a word for them.
pub fn weights_or_word(address: *mut c_int) -> *mut c_int {
    if address == (&raw mut mpi_abi_unweighted_).cast() {
        MPI_UNWEIGHTED as *mut c_int
    } else if address == (&raw mut mpi_abi_weights_empty_).cast() {
        MPI_WEIGHTS_EMPTY as *mut c_int
    } else {
        address
    }
}

/// A status, or none.
pub fn status_or_none(address: *mut c_int) -> *mut c_int {
    if address == (&raw mut mpi_abi_status_ignore_).cast() { null_mut() } else { address }
}

/// An array of statuses, or none.
pub fn statuses_or_none(address: *mut c_int) -> *mut c_int {
    if address == (&raw mut mpi_abi_statuses_ignore_).cast() { null_mut() } else { address }
}

/// An array of error codes, or none.
pub fn error_codes(address: *mut c_int) -> *mut c_int {
    if address == (&raw mut mpi_abi_errcodes_ignore_).cast() { null_mut() } else { address }
}

/// Whether a list of arguments is `MPI_ARGV_NULL` or `MPI_ARGVS_NULL`.
pub fn is_no_argv<T>(address: *const T) -> bool {
    address.cast::<u8>() == &raw const mpi_abi_argv_null_
        || address.cast::<u8>() == &raw const mpi_abi_argvs_null_
}
