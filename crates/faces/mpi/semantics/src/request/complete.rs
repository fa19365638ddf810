//! Waiting for requests and testing them (MPI-5.0 §3.7.3, §3.7.5).

use super::generalized::ask;
use super::{COMPLETE, Completion, RequestForm, transfer_of};
use crate::constants::{MPI_ERR_IN_STATUS, MPI_ERR_PENDING, MPI_SUCCESS, MPI_UNDEFINED};
use crate::error::{Error, Result};
use crate::failure::CompletionFailure;
use crate::handle::RequestHandle;
use crate::lane::{self, Lane, wait_across};
use crate::process::{Entered, Process, enter_lane, wait_inside};
use crate::status::Status;

/// Enters where a request is.
#[inline]
fn enter_of(place: &impl RequestForm) -> Entered {
    enter_lane(place.lane().unwrap_or(Lane::PROCESS))
}

/// Enters where another request is.
#[inline]
fn go_on_to(process: Entered, place: &impl RequestForm) -> Entered {
    match place.lane() {
        Some(lane) if lane != process.lane => {
            drop(process);
            enter_lane(lane)
        }
        _ => process,
    }
}

/// The one lane of these requests; `None`: they are of several.
#[inline]
fn only_lane(places: &[impl RequestForm]) -> Option<Lane> {
    if !lane::are_open() {
        return Some(Lane::PROCESS);
    }
    let mut lanes = places.iter().filter_map(RequestForm::lane);
    let first = lanes.next().unwrap_or(Lane::PROCESS);
    lanes.all(|lane| lane == first).then_some(first)
}

/// Enters where these are after everything of theirs was moved on once: where the first is, if they are of several
/// lanes.
#[inline]
fn enter_progressed(places: &[impl RequestForm]) -> Entered {
    if let Some(lane) = only_lane(places) {
        return progressed(enter_lane(lane));
    }
    let lanes: std::collections::BTreeSet<Lane> =
        places.iter().filter_map(RequestForm::lane).collect();
    lanes.into_iter().for_each(|lane| drop(progressed(enter_lane(lane))));
    enter_of(&places[0])
}

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
    let process = enter_of(place);
    let handle = place.request(&process);
    let taken = |p: &mut Process| p.take_completion(handle).transpose();
    let completion = wait_inside(process, transfer_of(handle), taken).1?;
    settle(place, completion)
}

/// `MPI_Test`.
#[inline]
pub fn test(place: &mut impl RequestForm) -> Result<Option<Status>, CompletionFailure> {
    let mut process = enter_of(place);
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
    let mut process = enter_of(&handle);
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
    let lane = process.lane;
    drop(process);
    let (status, error) = ask(&*functions);
    (enter_lane(lane), error.map_or(Ok(status), Err))
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
        let process = enter_of(&places[index]);
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

/// Takes the first ones of a lane, as far as they are complete and nothing is wrong with them: many are, once one was waited for.
/// How many.
#[inline]
fn take_first(places: &mut [impl RequestForm], mut put: impl FnMut(usize, Status)) -> usize {
    let Some(first) = places.first() else { return 0 };
    let mut process = enter_of(first);
    let (are_lanes, lane) = (lane::are_open(), process.lane);
    let mut taken = 0;
    for place in places {
        if are_lanes && place.lane().is_some_and(|other| other != lane) {
            break;
        }
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
    let mut process = enter_progressed(places);
    if !process.any_failed(places, &mut 0) {
        for place in places.iter() {
            process = go_on_to(process, place);
            if !process.is_complete(place.request(&process))? {
                return Ok(false);
            }
        }
    }
    drop(process);
    waitall(places, put).map(|()| true)
}

/// Which request is complete, of several.
enum FirstComplete {
    /// The first of them that is.
    At(usize),
    /// None, and some are active.
    NoneYet,
    /// None is active.
    NoneActive,
}

/// The first complete request among the active ones.
fn first_complete(process: &Process, places: &[impl RequestForm]) -> Result<FirstComplete> {
    let mut any_active = false;
    for (index, place) in places.iter().enumerate() {
        let handle = place.request(process);
        if process.is_active(handle)? {
            any_active = true;
            if process.is_complete(handle)? {
                return Ok(FirstComplete::At(index));
            }
        }
    }
    Ok(if any_active { FirstComplete::NoneYet } else { FirstComplete::NoneActive })
}

/// The same of requests of several lanes.
#[cold]
fn first_complete_across(places: &[impl RequestForm]) -> Result<FirstComplete> {
    let mut any_active = false;
    for (index, place) in places.iter().enumerate() {
        match first_complete(&enter_of(place), std::slice::from_ref(place))? {
            FirstComplete::At(_) => return Ok(FirstComplete::At(index)),
            FirstComplete::NoneYet => any_active = true,
            FirstComplete::NoneActive => {}
        }
    }
    Ok(if any_active { FirstComplete::NoneYet } else { FirstComplete::NoneActive })
}

/// Waits until one is complete; `None`: none is active.
#[inline]
fn wait_for_first(places: &[impl RequestForm]) -> Result<Option<usize>> {
    let index = |found| match found {
        Ok(FirstComplete::At(index)) => Some(Ok(Some(index))),
        Ok(FirstComplete::NoneActive) => Some(Ok(None)),
        Ok(FirstComplete::NoneYet) => None,
        Err(error) => Some(Err(error)),
    };
    match only_lane(places) {
        Some(lane) => wait_inside(enter_lane(lane), None, |p| index(first_complete(p, places))).1,
        None => wait_across(|| index(first_complete_across(places))),
    }
}

/// The first that is complete, after everything was moved on once.
fn look_for_first(places: &[impl RequestForm]) -> Result<FirstComplete> {
    let process = enter_progressed(places);
    if only_lane(places).is_some() {
        return first_complete(&process, places);
    }
    drop(process);
    first_complete_across(places)
}

/// `MPI_Waitany`: index and status; index `MPI_UNDEFINED` if no request is active.
pub fn waitany(places: &mut [impl RequestForm]) -> Result<(i32, Status), CompletionFailure> {
    let found = wait_for_first(places)?;
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
    match look_for_first(places)? {
        FirstComplete::At(index) => take_any(places, Some(index)).map(Some),
        FirstComplete::NoneActive => take_any(places, None).map(Some),
        FirstComplete::NoneYet => Ok(None),
    }
}

/// `MPI_Waitsome`: the completed ones with their statuses; `None` if no request is active.
pub fn waitsome(
    places: &mut [impl RequestForm],
    put: impl FnMut(usize, usize, Status),
) -> Result<Option<usize>> {
    if wait_for_first(places)?.is_none() {
        return Ok(None);
    }
    take_some(places, put).map(Some)
}

/// `MPI_Testsome`: as [`waitsome`], possibly with none completed.
pub fn testsome(
    places: &mut [impl RequestForm],
    put: impl FnMut(usize, usize, Status),
) -> Result<Option<usize>> {
    match look_for_first(places)? {
        FirstComplete::NoneActive => Ok(None),
        FirstComplete::NoneYet => Ok(Some(0)),
        FirstComplete::At(_) => take_some(places, put).map(Some),
    }
}

/// Takes all complete ones; `put` gets position, index and status.
fn take_some(
    places: &mut [impl RequestForm],
    mut put: impl FnMut(usize, usize, Status),
) -> Result<usize> {
    let Some(first) = places.first() else { return Ok(0) };
    let mut process = enter_of(first);
    let mut taken = 0;
    let mut failed = None;
    for (index, place) in places.iter_mut().enumerate() {
        process = go_on_to(process, place);
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
    let mut process = enter_progressed(handles);
    let mut any_active = false;
    for (index, handle) in handles.iter().enumerate() {
        process = go_on_to(process, handle);
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
    let mut process = enter_progressed(handles);
    let mut found = 0;
    let mut any_active = false;
    for (index, handle) in handles.iter().enumerate() {
        process = go_on_to(process, handle);
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
