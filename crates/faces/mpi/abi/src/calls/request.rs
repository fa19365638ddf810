//! Waiting for requests, testing and freeing them (MPI-5.0 §3.7, §3.9).

use core::ffi::c_int;

use ferry_mpi::constants::{MPI_ERR_IN_STATUS, MPI_SUCCESS, MPI_UNDEFINED};
use ferry_mpi::handle::RequestHandle;
use ferry_mpi::request::{self as requests, RequestForm};
use ferry_mpi::{CompletionFailure, Result, Status};

use crate::convert::{
    StatusForm, slice, slice_mut, store, store_flag, store_outcome, store_status,
};

/// The array of statuses of a call that completes several operations, or `MPI_STATUSES_IGNORE`. Error
/// fields change only if the call returns `MPI_ERR_IN_STATUS` (MPI-5.0 §3.2.5), which the first operation
/// that failed decides.
struct Statuses<S> {
    /// `NULL` if there is none.
    array: *mut S,
    failed: bool,
}

impl<S: StatusForm> Statuses<S> {
    fn new(array: *mut S) -> Self {
        let array = if S::is_ignored(array) { std::ptr::null_mut() } else { array };
        Statuses { array, failed: false }
    }

    /// Stores a status. They come in order.
    ///
    /// # Safety
    /// The array is `NULL` or has an element for each operation.
    unsafe fn put(&mut self, at: usize, status: Status) {
        if self.array.is_null() {
            return;
        }
        if status.error != 0 && !self.failed {
            self.failed = true;
            // SAFETY: elements before this one.
            (0..at).for_each(|i| unsafe { (*self.array.add(i)).store_error(MPI_SUCCESS) });
        }
        // SAFETY: as the caller vouches.
        let place = unsafe { &mut *self.array.add(at) };
        place.store(status, self.failed.then_some(status.error));
    }
}

/// Whether an operation is complete, failed or not.
pub(super) fn has_ended<T>(outcome: &Result<T, CompletionFailure>) -> bool {
    outcome.as_ref().map_or_else(|failure| failure.ended.is_some(), |_| true)
}

/// `MPI_Wait`.
#[inline]
pub unsafe fn wait<R: RequestForm, S: StatusForm>(request: *mut R, status: *mut S) -> Result<()> {
    // SAFETY: a checked pointer; a status or MPI_STATUS_IGNORE.
    unsafe { store_outcome(status, requests::wait(&mut *request)) }
}

/// `MPI_Test`.
#[inline]
pub unsafe fn test<R: RequestForm, S: StatusForm>(
    request: *mut R,
    flag: *mut c_int,
    status: *mut S,
) -> Result<()> {
    // SAFETY: checked pointers; a status or MPI_STATUS_IGNORE.
    unsafe {
        let outcome = requests::test(&mut *request).transpose();
        store_flag(flag, outcome.as_ref().is_some_and(has_ended));
        outcome.map_or(Ok(()), |outcome| store_outcome(status, outcome))
    }
}

/// `MPI_Waitall`.
#[inline]
pub unsafe fn waitall<R: RequestForm, S: StatusForm>(
    count: c_int,
    array_of_requests: *mut R,
    array_of_statuses: *mut S,
) -> Result<()> {
    // SAFETY: the caller's arrays.
    unsafe {
        let handles = slice_mut(array_of_requests, count as usize)?;
        let mut statuses = Statuses::new(array_of_statuses);
        requests::waitall(handles, |i, status| statuses.put(i, status))
    }
}

/// `MPI_Testall`.
pub unsafe fn testall<R: RequestForm, S: StatusForm>(
    count: c_int,
    array_of_requests: *mut R,
    flag: *mut c_int,
    array_of_statuses: *mut S,
) -> Result<()> {
    // SAFETY: the caller's arrays; a checked pointer.
    unsafe {
        let handles = slice_mut(array_of_requests, count as usize)?;
        let mut statuses = Statuses::new(array_of_statuses);
        let done = requests::testall(handles, |i, status| statuses.put(i, status));
        let all = done.as_ref().is_ok_and(|all| *all);
        let failed = done.as_ref().is_err_and(|e| e.code == MPI_ERR_IN_STATUS);
        store_flag(flag, all || failed);
        done.map(|_| ())
    }
}

/// Stores index and status of one of several operations, even where it failed.
unsafe fn store_any<S: StatusForm>(
    index: *mut c_int,
    status: *mut S,
    outcome: Result<(i32, Status), CompletionFailure>,
) -> Result<()> {
    let which = match &outcome {
        Ok((which, _)) => Some(*which),
        Err(failure) => failure.ended.as_ref().map(|ended| ended.1 as c_int),
    };
    // SAFETY: as the callers vouch.
    unsafe {
        if let Some(which) = which {
            store(index, which);
        }
        store_outcome(status, outcome.map(|(_, status)| status))
    }
}

/// `MPI_Waitany`.
pub unsafe fn waitany<R: RequestForm, S: StatusForm>(
    count: c_int,
    array_of_requests: *mut R,
    index: *mut c_int,
    status: *mut S,
) -> Result<()> {
    // SAFETY: the caller's array; a checked pointer; a status or MPI_STATUS_IGNORE.
    unsafe {
        let handles = slice_mut(array_of_requests, count as usize)?;
        store_any(index, status, requests::waitany(handles))
    }
}

/// `MPI_Testany`.
pub unsafe fn testany<R: RequestForm, S: StatusForm>(
    count: c_int,
    array_of_requests: *mut R,
    index: *mut c_int,
    flag: *mut c_int,
    status: *mut S,
) -> Result<()> {
    // SAFETY: the caller's array; checked pointers; a status or MPI_STATUS_IGNORE.
    unsafe {
        let handles = slice_mut(array_of_requests, count as usize)?;
        let outcome = requests::testany(handles).transpose();
        store_flag(flag, outcome.as_ref().is_some_and(has_ended));
        store(index, MPI_UNDEFINED);
        outcome.map_or(Ok(()), |outcome| store_any(index, status, outcome))
    }
}

/// `MPI_Waitsome`.
pub unsafe fn waitsome<R: RequestForm, S: StatusForm>(
    incount: c_int,
    array_of_requests: *mut R,
    outcount: *mut c_int,
    array_of_indices: *mut c_int,
    array_of_statuses: *mut S,
) -> Result<()> {
    // SAFETY: the caller's arrays; a checked pointer.
    unsafe {
        let handles = slice_mut(array_of_requests, incount as usize)?;
        some(outcount, array_of_indices, array_of_statuses, |put| requests::waitsome(handles, put))
    }
}

/// `MPI_Testsome`.
pub unsafe fn testsome<R: RequestForm, S: StatusForm>(
    incount: c_int,
    array_of_requests: *mut R,
    outcount: *mut c_int,
    array_of_indices: *mut c_int,
    array_of_statuses: *mut S,
) -> Result<()> {
    // SAFETY: the caller's arrays; a checked pointer.
    unsafe {
        let handles = slice_mut(array_of_requests, incount as usize)?;
        some(outcount, array_of_indices, array_of_statuses, |put| requests::testsome(handles, put))
    }
}

/// Stores what `take` completes; the count is set even where one of them failed.
unsafe fn some<S: StatusForm>(
    outcount: *mut c_int,
    indices: *mut c_int,
    statuses: *mut S,
    take: impl FnOnce(&mut dyn FnMut(usize, usize, Status)) -> Result<Option<usize>>,
) -> Result<()> {
    let mut stored = 0;
    let mut statuses = Statuses::new(statuses);
    let taken = take(&mut |position, index, status| {
        stored += 1;
        // SAFETY: the caller's arrays have room for every request.
        unsafe {
            *indices.add(position) = index as c_int;
            statuses.put(position, status);
        }
    });
    let count = match &taken {
        Ok(None) => MPI_UNDEFINED,
        _ => stored,
    };
    // SAFETY: a checked pointer.
    unsafe { store(outcount, count) };
    taken.map(|_| ())
}

/// `MPI_Request_get_status`.
pub unsafe fn request_get_status(
    request: RequestHandle,
    flag: *mut c_int,
    status: *mut Status,
) -> Result<()> {
    let done = requests::get_status(request)?;
    // SAFETY: a checked pointer; a status or MPI_STATUS_IGNORE.
    unsafe {
        store_flag(flag, done.is_some());
        if let Some(done) = done {
            store_status(status, done);
        }
    }
    Ok(())
}

/// `MPI_Request_get_status_all`.
pub unsafe fn request_get_status_all(
    count: c_int,
    array_of_requests: *const RequestHandle,
    flag: *mut c_int,
    array_of_statuses: *mut Status,
) -> Result<()> {
    // SAFETY: the caller's arrays; a checked pointer.
    unsafe {
        let handles = slice(array_of_requests, count as usize)?;
        let done: Vec<_> =
            handles.iter().map(|handle| requests::get_status(*handle)).collect::<Result<_>>()?;
        let all = done.iter().all(Option::is_some);
        store_flag(flag, all);
        if all {
            let mut statuses = Statuses::new(array_of_statuses);
            for (i, status) in done.into_iter().flatten().enumerate() {
                statuses.put(i, status.with_error(0));
            }
        }
    }
    Ok(())
}

/// `MPI_Request_get_status_any`.
pub unsafe fn request_get_status_any(
    count: c_int,
    array_of_requests: *const RequestHandle,
    index: *mut c_int,
    flag: *mut c_int,
    status: *mut Status,
) -> Result<()> {
    // SAFETY: the caller's array; checked pointers; a status or MPI_STATUS_IGNORE.
    unsafe {
        let handles = slice(array_of_requests, count as usize)?;
        let found = requests::peek_any(handles)?;
        store_flag(flag, found.is_some());
        store(index, found.map_or(MPI_UNDEFINED, |(which, _)| which));
        if let Some((_, done)) = found {
            store_status(status, done);
        }
    }
    Ok(())
}

/// `MPI_Request_get_status_some`.
pub unsafe fn request_get_status_some(
    incount: c_int,
    array_of_requests: *const RequestHandle,
    outcount: *mut c_int,
    array_of_indices: *mut c_int,
    array_of_statuses: *mut Status,
) -> Result<()> {
    // SAFETY: the caller's arrays; a checked pointer.
    unsafe {
        let handles = slice(array_of_requests, incount as usize)?;
        some(outcount, array_of_indices, array_of_statuses, |put| {
            requests::peek_some(handles, |position, index, status| {
                put(position, index, status.with_error(0));
            })
        })
    }
}

/// `MPI_Start`.
pub unsafe fn start(request: *mut RequestHandle) -> Result<()> {
    // SAFETY: a checked pointer.
    requests::start(unsafe { *request })
}

/// `MPI_Startall`.
pub unsafe fn startall(count: c_int, array_of_requests: *mut RequestHandle) -> Result<()> {
    // SAFETY: the caller's array.
    let handles = unsafe { slice(array_of_requests.cast_const(), count as usize)? };
    handles.iter().try_for_each(|handle| requests::start(*handle))
}

/// `MPI_Request_free`.
pub unsafe fn request_free(request: *mut RequestHandle) -> Result<()> {
    // SAFETY: a checked pointer.
    requests::free(unsafe { &mut *request })
}

/// `MPI_Cancel`.
pub unsafe fn cancel(request: *mut RequestHandle) -> Result<()> {
    // SAFETY: a checked pointer.
    requests::cancel(unsafe { *request })
}
