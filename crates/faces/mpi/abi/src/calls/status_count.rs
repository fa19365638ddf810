//! What a status says in units of a datatype (MPI-5.0 §3.2.5, §5.1.11, §13.3).

use ferry_mpi::constants::MPI_UNDEFINED;
use ferry_mpi::handle::DatatypeHandle;
use ferry_mpi::{Result, Status, datatype};

use crate::convert::OutCount;

/// Stores a count, or `MPI_UNDEFINED` where there is none or where it does not fit.
///
/// # Safety
/// The place is writable.
pub(super) unsafe fn put(place: OutCount, count: Option<u64>) {
    let value = count.and_then(|count| i64::try_from(count).ok());
    // SAFETY: as the caller vouches.
    unsafe { place.set(value.unwrap_or(MPI_UNDEFINED.into())) };
}

/// `MPI_Get_count`.
pub unsafe fn get_count(
    status: *const Status,
    handle: DatatypeHandle,
    count: OutCount,
) -> Result<()> {
    // SAFETY: checked pointers.
    unsafe { put(count, datatype::get_count(&*status, handle)?) };
    Ok(())
}

/// `MPI_Get_elements` and `MPI_Get_elements_x`.
pub unsafe fn get_elements(
    status: *const Status,
    handle: DatatypeHandle,
    count: OutCount,
) -> Result<()> {
    // SAFETY: checked pointers.
    unsafe { put(count, datatype::get_elements(&*status, handle)?) };
    Ok(())
}

/// `MPI_Status_set_elements` and `MPI_Status_set_elements_x`.
pub unsafe fn status_set_elements(
    status: *mut Status,
    handle: DatatypeHandle,
    count: i64,
) -> Result<()> {
    // SAFETY: a checked pointer.
    datatype::set_elements(unsafe { &mut *status }, handle, count as u64)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_count_is_undefined() {
        let (mut int, mut long) = (0, 0);
        // SAFETY: local variables.
        unsafe {
            put(OutCount::int(&mut int), None);
            put(OutCount::count(&mut long), Some(5));
        }
        assert_eq!((int, long), (MPI_UNDEFINED, 5));
        // SAFETY: local variables.
        unsafe {
            put(OutCount::int(&mut int), Some(7));
            put(OutCount::count(&mut long), Some(u64::MAX));
        }
        assert_eq!((int, long), (7, MPI_UNDEFINED.into()));
    }
}
