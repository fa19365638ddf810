//! What `libmpi.so.12` exports beside functions of MPI. Programs that are no shared objects copy the constants into
//! themselves, so they have their sizes.

use core::ffi::{c_int, c_void};

use ferry_mpi::constants::{MPI_T_PVAR_ALL_HANDLES, MPI_UNWEIGHTED, MPI_WEIGHTS_EMPTY};

/// An address that is a constant.
#[repr(transparent)]
pub struct ConstantAddress(*const c_int);

// SAFETY: nobody follows it, and nobody changes it.
unsafe impl Sync for ConstantAddress {}

impl ConstantAddress {
    const fn new(number: usize) -> Self {
        ConstantAddress(std::ptr::without_provenance(number))
    }
}

macro_rules! constants {
    ($($name:ident $value:expr;)*) => { $(
        #[doc = concat!("`", stringify!($name), "`, which has the standard's value: each library chooses its own.")]
        #[unsafe(no_mangle)]
        #[used]
        pub static $name: ConstantAddress = ConstantAddress::new($value);
    )* };
}

/// Constants that are variables there; the names are MPI's.
pub mod exported {
    #![allow(non_upper_case_globals)]
    use super::ConstantAddress;

    constants! {
        MPI_UNWEIGHTED super::MPI_UNWEIGHTED;
        MPI_WEIGHTS_EMPTY super::MPI_WEIGHTS_EMPTY;
        MPI_T_PVAR_ALL_HANDLES super::MPI_T_PVAR_ALL_HANDLES;
        MPI_F_STATUS_IGNORE 1;
        MPI_F_STATUSES_IGNORE 1;
        MPI_F08_STATUS_IGNORE 1;
        MPI_F08_STATUSES_IGNORE 1;
    }
}

/// `MPI_DUP_FN` and its sisters of all kinds of objects: the new object has the value of the old.
///
/// # Safety
/// The arguments are those of a copy function of attributes.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPIR_Dup_fn(
    _object: c_int,
    _keyval: c_int,
    _extra: *mut c_void,
    value: *mut c_void,
    place: *mut c_void,
    flag: *mut c_int,
) -> c_int {
    // SAFETY: the places of a value and of a flag.
    unsafe {
        *place.cast() = value;
        *flag = 1;
    }
    0
}
