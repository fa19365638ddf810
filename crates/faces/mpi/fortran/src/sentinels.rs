//! Constants of C that are variables in Fortran, known by their addresses (MPI-5.0 §2.5.4).
//!
//! `mpif.h` and the modules declare them as common blocks. The program's own and the library's are one: the
//! dynamic linker makes them so, since the library reaches its own by the same table. Compilers write a block's
//! name in four ways, as they do with procedures; each is a place of its own, since a program has but one of them.
#![allow(non_upper_case_globals)]

use core::ffi::{c_int, c_void};
use core::ptr::null_mut;
use core::sync::atomic::{AtomicPtr, Ordering};

use crate::generated::constants::*;

macro_rules! commons {
    ($($is:ident $block:literal [$ty:ty; $count:literal]: $($name:ident)*;)*) => { $(
        $(
            #[doc = concat!("The common block `", $block, "`, as some compilers spell it.")]
            #[unsafe(no_mangle)]
            pub static mut $name: [$ty; $count] = [0; $count];
        )*

        #[doc = concat!("Whether this is the address of the common block `", $block, "`.")]
        pub fn $is<T>(address: *const T) -> bool {
            [$((&raw const $name).cast::<u8>()),*].contains(&address.cast())
        }
    )* };
}

commons! {
    is_bottom "mpi_abi_bottom" [c_int; 1]:
        mpi_abi_bottom_ mpi_abi_bottom mpi_abi_bottom__ MPI_ABI_BOTTOM;
    is_in_place "mpi_abi_in_place" [c_int; 1]:
        mpi_abi_in_place_ mpi_abi_in_place mpi_abi_in_place__ MPI_ABI_IN_PLACE;
    is_buffer_automatic "mpi_abi_buffer_automatic" [c_int; 1]:
        mpi_abi_buffer_automatic_ mpi_abi_buffer_automatic mpi_abi_buffer_automatic__
        MPI_ABI_BUFFER_AUTOMATIC;
    is_unweighted "mpi_abi_unweighted" [c_int; 1]:
        mpi_abi_unweighted_ mpi_abi_unweighted mpi_abi_unweighted__ MPI_ABI_UNWEIGHTED;
    is_weights_empty "mpi_abi_weights_empty" [c_int; 1]:
        mpi_abi_weights_empty_ mpi_abi_weights_empty mpi_abi_weights_empty__
        MPI_ABI_WEIGHTS_EMPTY;
    is_errcodes_ignore "mpi_abi_errcodes_ignore" [c_int; 1]:
        mpi_abi_errcodes_ignore_ mpi_abi_errcodes_ignore mpi_abi_errcodes_ignore__
        MPI_ABI_ERRCODES_IGNORE;
    is_status_ignore "mpi_abi_status_ignore" [c_int; 8]:
        mpi_abi_status_ignore_ mpi_abi_status_ignore mpi_abi_status_ignore__
        MPI_ABI_STATUS_IGNORE;
    is_statuses_ignore "mpi_abi_statuses_ignore" [c_int; 8]:
        mpi_abi_statuses_ignore_ mpi_abi_statuses_ignore mpi_abi_statuses_ignore__
        MPI_ABI_STATUSES_IGNORE;
    is_argv_null "mpi_abi_argv_null" [u8; 1]:
        mpi_abi_argv_null_ mpi_abi_argv_null mpi_abi_argv_null__ MPI_ABI_ARGV_NULL;
    is_argvs_null "mpi_abi_argvs_null" [u8; 1]:
        mpi_abi_argvs_null_ mpi_abi_argvs_null mpi_abi_argvs_null__ MPI_ABI_ARGVS_NULL;
}

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
        MPI_BUFFER_AUTOMATIC as *mut c_void
    } else {
        address
    }
}

/// Where a buffer was that C gives back: of `MPI_BUFFER_AUTOMATIC` the program's own (MPI-5.0 §3.6).
pub fn memory_given_back(address: *mut c_void) -> *mut c_void {
    match address == MPI_BUFFER_AUTOMATIC as *mut c_void {
        true => AUTOMATIC.load(Ordering::Relaxed),
        false => address,
    }
}

/// Weights of neighbours, or a word for them.
pub fn weights_or_word(address: *mut c_int) -> *mut c_int {
    if is_unweighted(address) {
        MPI_UNWEIGHTED as *mut c_int
    } else if is_weights_empty(address) {
        MPI_WEIGHTS_EMPTY as *mut c_int
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
