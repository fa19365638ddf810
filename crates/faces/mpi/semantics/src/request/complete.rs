//! Waiting for requests and testing them (MPI-5.0 §3.7.3, §3.7.5).

use super::generalized::ask;
use super::{COMPLETE, Completion, RequestForm, transfer_of};
use crate::constants::{MPI_ERR_IN_STATUS, MPI_ERR_PENDING, MPI_SUCCESS, MPI_UNDEFINED};
use crate::error::{Error, Result};
use crate::failure::CompletionFailure;
use crate::handle::RequestHandle;
use crate::process::{Entered, Process, enter, wait_inside, wait_until};
use crate::status::Status;

/// Moves everything on once, the program's functions that are due included.
#[inline]
fn progressed(mut process: Entered) -> Entered {
    process.progress_of_test();
    if process.background.calls() { crate::background::call(process) } else { process }
}

/// Stores the outcome of a completion where the caller keeps its handle.
#[inline]
fn settle(
    place: &mut impl RequestForm,
    completion: Completion,
) -> Result<Status, CompletionFailure> {
    if completion.gone {
        place.clear();
    }
    match completion.error {
        None => Ok(completion.status),
        Some(error) => Err(CompletionFailure::of(completion.status, error)),
    }
}

/// `MPI_Wait`.
#[inline]
pub fn wait(place: &mut impl RequestForm) -> Result<Status, CompletionFailure> {
    let process = enter();
    let handle = place.request(&process);
    let taken = |p: &mut Process| p.take_completion(handle).transpose();
    let completion = wait_inside(process, transfer_of(handle), taken).1?;
    settle(place, completion)
}

/// `MPI_Test`.
#[inline]
pub fn test(place: &mut impl RequestForm) -> Result<Option<Status>, CompletionFailure> {
    let mut process = enter();
    let handle = place.request(&process);
    let mut completion = process.take_completion(handle)?;
    if completion.is_none() {
        process = progressed(process);
        completion = process.take_completion(handle)?;
    }
    drop(process);
    completion.map(|completion| settle(place, completion)).transpose()
}

/// `MPI_Request_get_status`.
pub fn get_status(handle: RequestHandle) -> Result<Option<Status>> {
    let mut process = enter();
    let mut status = process.peek_end(handle)?;
    if status.is_none() {
        process = progressed(process);
        status = process.peek_end(handle)?;
    }
    let Some(status) = status else { return Ok(None) };
    queried(process, handle, status).1.map(Some)
}

/// The status of a request that is complete and stays; its functions may say what it is.
#[inline]
fn queried(process: Entered, handle: RequestHandle, status: Status) -> (Entered, Result<Status>) {
    let Some(functions) = process.functions_of(handle) else { return (process, Ok(status)) };
    drop(process);
    let (status, error) = ask(&*functions);
    (enter(), error.map_or(Ok(status), Err))
}

/// `MPI_Waitall`. Each status goes to `put`, in order, its error field set if its operation failed; with
/// an error in one of them the class is `MPI_ERR_IN_STATUS`, and the others are not waited for: what has
/// neither failed nor ended is `MPI_ERR_PENDING` and goes on (MPI-5.0 §3.7.5).
#[inline]
pub fn waitall(places: &mut [impl RequestForm], mut put: impl FnMut(usize, Status)) -> Result<()> {
    let mut failed = None;
    let (mut waits, mut seen) = (true, 0);
    let mut index = 0;
    loop {
        let first = index;
        index += take_first(&mut places[first..], |at, status| put(first + at, status));
        if index == places.len() {
            break;
        }
        let process = enter();
        let (handle, others) = (places[index].request(&process), &places[index + 1..]);
        let completed = |p: &mut Process| match p.take_completion(handle) {
            Ok(Some(completion)) => Some(completion),
            Err(error) => Some(Completion::unsuccessful(error.code, Some(error))),
            Ok(None) if waits && !p.any_failed(others, &mut seen) => None,
            Ok(None) => Some(Completion::unsuccessful(MPI_ERR_PENDING, None)),
        };
        let (_, completion) = wait_inside(process, transfer_of(handle), completed);
        waits &= completion.status.error == MPI_SUCCESS;
        put(index, completion.status);
        failed = failed.or_else(|| completion.error.map(|e| (index, e)));
        if completion.gone {
            places[index].clear();
        }
        index += 1;
    }
    failed.map_or(Ok(()), |(index, error)| Err(in_status(index, &error)))
}

/// Takes the first ones, as far as they are complete and nothing is wrong with them: many are, once one was waited for.
/// How many.
#[inline]
fn take_first(places: &mut [impl RequestForm], mut put: impl FnMut(usize, Status)) -> usize {
    let mut process = enter();
    let mut taken = 0;
    for place in places {
        let handle = place.request(&process);
        let status = match transfer_of(handle) {
            Some(id) => process.take_received(id),
            None => (handle == COMPLETE).then_some(Status::SENT),
        };
        let Some(status) = status else { break };
        put(taken, status);
        place.clear();
        taken += 1;
    }
    taken
}

#[cold]
fn in_status(index: usize, error: &Error) -> Error {
    let mut sum = Error::new(MPI_ERR_IN_STATUS, format!("request {index}: {error}"));
    sum.on = error.on;
    sum.with_inner(vec![error.clone()])
}

/// `MPI_Testall`: all are complete, or one has failed (see [`waitall`]), or nothing changes.
pub fn testall(places: &mut [impl RequestForm], put: impl FnMut(usize, Status)) -> Result<bool> {
    let mut process = enter();
    process = progressed(process);
    if !process.any_failed(places, &mut 0) {
        for place in places.iter() {
            if !process.is_complete(place.request(&process))? {
                return Ok(false);
            }
        }
    }
    drop(process);
    waitall(places, put).map(|()| true)
}

/// The first complete request among the active ones. `Err(true)`: none is active.
fn first_complete(
    process: &Process,
    places: &[impl RequestForm],
) -> Result<std::result::Result<usize, bool>> {
    let mut any_active = false;
    for (index, place) in places.iter().enumerate() {
        let handle = place.request(process);
        if process.is_active(handle)? {
            any_active = true;
            if process.is_complete(handle)? {
                return Ok(Ok(index));
            }
        }
    }
    Ok(Err(!any_active))
}

/// `MPI_Waitany`: index and status; index `MPI_UNDEFINED` if no request is active.
pub fn waitany(places: &mut [impl RequestForm]) -> Result<(i32, Status), CompletionFailure> {
    let found = wait_until(|p| match first_complete(p, places) {
        Ok(Ok(index)) => Some(Ok(Some(index))),
        Ok(Err(true)) => Some(Ok(None)),
        Ok(Err(false)) => None,
        Err(error) => Some(Err(error)),
    })?;
    take_any(places, found)
}

fn take_any(
    places: &mut [impl RequestForm],
    found: Option<usize>,
) -> Result<(i32, Status), CompletionFailure> {
    let Some(index) = found else { return Ok((MPI_UNDEFINED, Status::EMPTY)) };
    match wait(&mut places[index]) {
        Ok(status) => Ok((index as i32, status)),
        Err(failure) => Err(failure.at(index)),
    }
}

/// `MPI_Testany`: `None` if no active request is complete.
pub fn testany(
    places: &mut [impl RequestForm],
) -> Result<Option<(i32, Status)>, CompletionFailure> {
    let mut process = enter();
    process = progressed(process);
    let found = first_complete(&process, places)?;
    drop(process);
    match found {
        Ok(index) => take_any(places, Some(index)).map(Some),
        Err(true) => take_any(places, None).map(Some),
        Err(false) => Ok(None),
    }
}

/// `MPI_Waitsome`: the completed ones with their statuses; `None` if no request is active.
pub fn waitsome(
    places: &mut [impl RequestForm],
    put: impl FnMut(usize, usize, Status),
) -> Result<Option<usize>> {
    let active = wait_until(|p| match first_complete(p, places) {
        Ok(Ok(_)) => Some(Ok(true)),
        Ok(Err(true)) => Some(Ok(false)),
        Ok(Err(false)) => None,
        Err(error) => Some(Err(error)),
    })?;
    if !active {
        return Ok(None);
    }
    take_some(places, put).map(Some)
}

/// `MPI_Testsome`: as [`waitsome`], possibly with none completed.
pub fn testsome(
    places: &mut [impl RequestForm],
    put: impl FnMut(usize, usize, Status),
) -> Result<Option<usize>> {
    let mut process = enter();
    process = progressed(process);
    let found = first_complete(&process, places)?;
    drop(process);
    match found {
        Err(true) => Ok(None),
        Err(false) => Ok(Some(0)),
        Ok(_) => take_some(places, put).map(Some),
    }
}

/// Takes all complete ones; `put` gets position, index and status.
fn take_some(
    places: &mut [impl RequestForm],
    mut put: impl FnMut(usize, usize, Status),
) -> Result<usize> {
    let mut process = enter();
    let mut taken = 0;
    let mut failed = None;
    for (index, place) in places.iter_mut().enumerate() {
        let handle = place.request(&process);
        if !process.is_active(handle)? {
            continue;
        }
        let mut completion = process.take_completion(handle)?;
        if completion.is_none() && process.background.calls() {
            process = crate::background::call(process);
            completion = process.take_completion(handle)?;
        }
        let Some(completion) = completion else { continue };
        put(taken, index, completion.status);
        taken += 1;
        if completion.gone {
            place.clear();
        }
        failed = failed.or_else(|| completion.error.map(|e| (index, e)));
    }
    failed.map_or(Ok(taken), |(index, error)| Err(in_status(index, &error)))
}

/// The first complete request among the active ones, without taking it
/// (`MPI_Request_get_status_any`); index `MPI_UNDEFINED` if none is active.
pub fn peek_any(handles: &[RequestHandle]) -> Result<Option<(i32, Status)>> {
    let mut process = enter();
    process = progressed(process);
    let mut any_active = false;
    for (index, handle) in handles.iter().enumerate() {
        if !process.is_active(*handle)? {
            continue;
        }
        any_active = true;
        if let Some(status) = process.peek_end(*handle)? {
            let status = queried(process, *handle, status).1?;
            return Ok(Some((index as i32, status)));
        }
    }
    Ok((!any_active).then_some((MPI_UNDEFINED, Status::EMPTY)))
}

/// All complete requests among the active ones, without taking them
/// (`MPI_Request_get_status_some`); `None` if none is active.
pub fn peek_some(
    handles: &[RequestHandle],
    mut put: impl FnMut(usize, usize, Status),
) -> Result<Option<usize>> {
    let mut process = enter();
    process = progressed(process);
    let mut found = 0;
    let mut any_active = false;
    for (index, handle) in handles.iter().enumerate() {
        if process.is_active(*handle)? {
            any_active = true;
            if let Some(status) = process.peek_end(*handle)? {
                let (entered, status) = queried(process, *handle, status);
                process = entered;
                put(found, index, status?);
                found += 1;
            }
        }
    }
    Ok(any_active.then_some(found))
}
