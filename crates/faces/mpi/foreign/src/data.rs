//! What both libraries export beside functions of MPI. Programs that are no shared objects copy the constants into
//! themselves, so they have their sizes.

use core::ffi::{c_int, c_void};

/// `MPI_F_STATUS_IGNORE` and its sisters: no address of a status.
pub const FORTRAN_STATUS_IGNORE: usize = 1;

/// An address that is a constant.
#[repr(transparent)]
pub struct ConstantAddress(*const c_int);

// SAFETY: nobody follows it, and nobody changes it.
unsafe impl Sync for ConstantAddress {}

impl ConstantAddress {
    /// The constant with this value.
    pub const fn new(number: usize) -> Self {
        ConstantAddress(std::ptr::without_provenance(number))
    }
}

/// Exported constants.
#[macro_export]
macro_rules! constants {
    ($($name:ident $value:expr;)*) => { $(
        #[doc = concat!("`", stringify!($name), "`.")]
        #[unsafe(no_mangle)]
        #[used]
        pub static $name: $crate::data::ConstantAddress =
            $crate::data::ConstantAddress::new($value);
    )* };
}

/// Constants that are variables there; the names are MPI's.
pub mod exported {
    #![allow(non_upper_case_globals)]
    use super::FORTRAN_STATUS_IGNORE;

    crate::constants! {
        MPI_F_STATUS_IGNORE FORTRAN_STATUS_IGNORE;
        MPI_F_STATUSES_IGNORE FORTRAN_STATUS_IGNORE;
        MPI_F08_STATUS_IGNORE FORTRAN_STATUS_IGNORE;
        MPI_F08_STATUSES_IGNORE FORTRAN_STATUS_IGNORE;
    }
}

/// A copy function of attributes by which the new object has the value of the old.
///
/// # Safety
/// `place` is that of a value, `flag` that of a flag.
pub unsafe fn duplicate(value: *mut c_void, place: *mut c_void, flag: *mut c_int) -> c_int {
    // SAFETY: as the caller vouches.
    unsafe {
        *place.cast() = value;
        *flag = 1;
    }
    0
}

macro_rules! no_support {
    ($($name:ident)*) => { $(
        /// Whether buffers may be in the memory of such devices: they may not.
        #[unsafe(no_mangle)]
        pub extern "C" fn $name() -> c_int {
            0
        }
    )* };
}

no_support! { MPIX_Query_cuda_support MPIX_Query_rocm_support }
