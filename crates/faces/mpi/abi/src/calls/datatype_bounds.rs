//! Bounds of datatypes one by one, as MPI-1 had them (MPI-5.0 §17).

use ferry_mpi::handle::DatatypeHandle;
use ferry_mpi::{Result, datatype};

use crate::convert::store;
use crate::types::Aint;

/// `MPI_Type_extent`.
pub unsafe fn type_extent(handle: DatatypeHandle, place: *mut Aint) -> Result<()> {
    let (_, extent) = datatype::extent(handle)?;
    // SAFETY: a checked output pointer.
    unsafe { store(place, extent as Aint) };
    Ok(())
}

/// `MPI_Type_lb`.
pub unsafe fn type_lb(handle: DatatypeHandle, place: *mut Aint) -> Result<()> {
    let (lb, _) = datatype::extent(handle)?;
    // SAFETY: a checked output pointer.
    unsafe { store(place, lb as Aint) };
    Ok(())
}

/// `MPI_Type_ub`.
pub unsafe fn type_ub(handle: DatatypeHandle, place: *mut Aint) -> Result<()> {
    let (lb, extent) = datatype::extent(handle)?;
    // SAFETY: a checked output pointer.
    unsafe { store(place, (lb + extent) as Aint) };
    Ok(())
}
