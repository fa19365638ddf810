//! Statuses as programs keep them.

use core::ffi::c_int;

use ferry_mpi::constants::MPI_SUCCESS;
use ferry_mpi::{CompletionFailure, Result, Status};

/// How a program keeps a status, which is for its ABI to say.
pub trait StatusForm {
    /// Whether an address is `MPI_STATUS_IGNORE`, or no address.
    fn is_ignored(place: *const Self) -> bool;
    /// Stores a status, its error field as well where there is one to be stored.
    fn store(&mut self, status: Status, error: Option<c_int>);
    /// Stores an error field.
    fn store_error(&mut self, error: c_int);
}

/// The standard's ABI.
impl StatusForm for Status {
    #[inline(always)]
    fn is_ignored(place: *const Self) -> bool {
        place.is_null()
    }

    #[inline(always)]
    fn store(&mut self, status: Status, error: Option<c_int>) {
        *self = status.with_error(error.unwrap_or(self.error));
    }

    #[inline(always)]
    fn store_error(&mut self, error: c_int) {
        self.error = error;
    }
}

/// Stores the status of a call that completes one operation: the error field stays as it is (MPI-5.0 §3.2.5), but for
/// an empty status, where it says that there is none (§3.7.3).
///
/// # Safety
/// The place is `MPI_STATUS_IGNORE` or a status.
#[inline]
pub unsafe fn store_status<S: StatusForm>(place: *mut S, status: Status) {
    if !S::is_ignored(place) {
        // SAFETY: a status, as the caller vouches.
        let place = unsafe { &mut *place };
        place.store(status, (status == Status::EMPTY).then_some(MPI_SUCCESS));
    }
}

/// Stores the status of an operation that is complete, even where it failed, and passes its error on.
///
/// # Safety
/// The place is `MPI_STATUS_IGNORE` or a status.
#[inline]
pub unsafe fn store_outcome<S: StatusForm>(
    place: *mut S,
    outcome: Result<Status, CompletionFailure>,
) -> Result<()> {
    let (status, result) = match outcome {
        Ok(status) => (Some(status), Ok(())),
        Err(CompletionFailure { error, ended }) => (ended.map(|ended| ended.0), Err(error)),
    };
    if let Some(status) = status {
        // SAFETY: the caller vouches for the place.
        unsafe { store_status(place, status) };
    }
    result
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_status_keeps_its_error_field() {
        let mut status = Status::EMPTY;
        status.error = 7;
        // SAFETY: a local variable, and null.
        unsafe {
            store_status(&mut status, Status::message(1, 2, 3));
            store_status(std::ptr::null_mut::<Status>(), Status::EMPTY);
        }
        assert_eq!((status.source, status.tag, status.error, status.bytes()), (1, 2, 7, 3));
        // SAFETY: a local variable.
        unsafe { store_status(&mut status, Status::SENT) };
        assert_eq!(status, Status::EMPTY.with_error(7));
        // SAFETY: a local variable.
        unsafe { store_status(&mut status, Status::EMPTY) };
        assert_eq!(status, Status::EMPTY);
    }
}
