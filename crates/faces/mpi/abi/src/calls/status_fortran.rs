//! Statuses for Fortran (MPI-5.0 §19.3.5): all three forms are the same eight integers (§20).

use core::ffi::c_int;

use ferry_mpi::constants::{MPI_ERR_ARG, MPI_F_STATUS_SIZE};
use ferry_mpi::{Error, Result, Status};

const _: () = assert!(size_of::<Status>() == MPI_F_STATUS_SIZE as usize * size_of::<c_int>());

/// Copies a status of one form to the place of another.
unsafe fn copy<From, To>(from: *const From, to: *mut To) -> Result<()> {
    if from.is_null() || to.is_null() {
        let text = "MPI_STATUS_IGNORE and MPI_F_STATUS_IGNORE are no statuses and not converted";
        return Err(Error::new(MPI_ERR_ARG, text));
    }
    // SAFETY: not null; the program vouches that both are statuses, which may be one and the same.
    unsafe { core::ptr::copy(from.cast::<Status>(), to.cast::<Status>(), 1) };
    Ok(())
}

macro_rules! conversions {
    ($($name:ident $from:ty => $to:ty;)*) => { $(
        #[doc = concat!("`MPI_", stringify!($name), "`.")]
        pub unsafe fn $name(from: *const $from, to: *mut $to) -> Result<()> {
            // SAFETY: as the caller vouches.
            unsafe { copy(from, to) }
        }
    )* };
}

conversions! {
    status_c2f Status => c_int;
    status_f2c c_int => Status;
    status_c2f08 Status => Status;
    status_f082c Status => Status;
    status_f2f08 c_int => Status;
    status_f082f Status => c_int;
}
