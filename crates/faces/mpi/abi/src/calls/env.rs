//! Enquiries about the environment (MPI-5.0 §9.1).

use core::ffi::{c_char, c_int};

use ferry_mpi::constants::MPI_MAX_PROCESSOR_NAME;
use ferry_mpi::handle::InfoHandle;
use ferry_mpi::info::{self, Info};
use ferry_mpi::{Result, init};

use crate::convert::{store, store_name};

/// `MPI_Get_processor_name`.
pub unsafe fn get_processor_name(name: *mut c_char, resultlen: *mut c_int) -> Result<()> {
    // SAFETY: the program's buffer has the size that the standard asks for.
    unsafe { store_name(name, MPI_MAX_PROCESSOR_NAME, &init::processor_name(), resultlen) };
    Ok(())
}

/// `MPI_Get_hw_resource_info`: each key is a kind of resource, its value says whether this process
/// is bound to one instance of it (MPI-5.0 §9.1.3). Ferry knows the host alone.
pub unsafe fn get_hw_resource_info(place: *mut InfoHandle) -> Result<()> {
    let mut known = Info::new();
    known.set("mpi://host", "true")?;
    // SAFETY: a checked output pointer.
    unsafe { store(place, info::create(known)) };
    Ok(())
}
