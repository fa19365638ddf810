//! Several requests at once (MPI-5.0 §3.7.5).

use super::{Lent, Request};
use crate::buffer::finish;
use crate::envelope::Status;
use crate::error::{Error, Result, in_call};
use crate::scope::taken;
use crate::universe::admit;
use ferry_mpi::CompletionFailure;
use ferry_mpi::handle::RequestHandle;
use ferry_mpi::request;

/// Waits for all of these requests (`MPI_Waitall`); what each tells, in order, or the first error.
///
/// ```
/// # fn main() -> ferry::Result<()> {
/// # let universe = ferry::Universe::init()?;
/// let comm = universe.self_comm();
/// let mut room = [0; 8];
/// ferry::scope(|scope| {
///     let requests: Vec<_> = room
///         .iter_mut()
///         .zip(0..)
///         .map(|(place, tag)| comm.irecv(scope, place, 0, tag))
///         .collect::<Result<_, _>>()?;
///     (0..8).rev().try_for_each(|tag| comm.send(&(10 * tag), 0, tag))?;
///     let statuses = ferry::wait_all(requests)?;
///     assert_eq!(statuses[3].tag(), 3);
///     Ok(())
/// })?;
/// assert_eq!(room, [0, 10, 20, 30, 40, 50, 60, 70]);
/// # Ok(())
/// # }
/// ```
pub fn wait_all<'scope, B: Lent>(
    requests: impl IntoIterator<Item = Request<'scope, B>>,
) -> Result<Vec<B::Done>> {
    in_call("wait_all", || {
        let ended: Vec<Result<B::Done>> = requests.into_iter().map(Request::wait).collect();
        ended.into_iter().collect()
    })
}

/// Takes all of these requests out if all are complete; what each tells, in order. `None`: they stay, and everything
/// was moved on (`MPI_Testall`).
///
/// # Errors
/// That of the first that has failed, when all are complete; they are taken out all the same.
///
/// ```
/// # fn main() -> ferry::Result<()> {
/// # let universe = ferry::Universe::init()?;
/// let comm = universe.self_comm();
/// let mut rooms = [0; 2];
/// ferry::scope(|scope| {
///     let receives = rooms.iter_mut().zip(0..).map(|(room, tag)| comm.irecv(scope, room, 0, tag));
///     let mut receives = receives.collect::<Result<Vec<_>, _>>()?;
///     comm.send(&5, 0, 1)?;
///     assert!(ferry::test_all(&mut receives)?.is_none());
///     comm.send(&4, 0, 0)?;
///     let statuses = loop {
///         if let Some(statuses) = ferry::test_all(&mut receives)? {
///             break statuses;
///         }
///     };
///     assert_eq!((statuses[1].tag(), receives.len()), (1, 0));
///     Ok(())
/// })?;
/// assert_eq!(rooms, [4, 5]);
/// # Ok(())
/// # }
/// ```
pub fn test_all<'scope, B: Lent>(
    requests: &mut Vec<Request<'scope, B>>,
) -> Result<Option<Vec<B::Done>>> {
    in_call("test_all", || {
        admit()?;
        for request in requests.iter() {
            if !request.is_complete()? {
                return Ok(None);
            }
        }
        wait_all(std::mem::take(requests)).map(Some)
    })
}

/// A request that was found complete, by [`wait_any`] or another of its kin.
pub struct Completed<B: Lent> {
    /// Where it was among the requests.
    pub index: usize,
    /// The buffer.
    pub buffer: B,
    /// What it tells.
    pub done: B::Done,
}

/// Waits for one of these requests and takes it out (`MPI_Waitany`). `None` if there are none.
///
/// ```
/// # fn main() -> ferry::Result<()> {
/// # let universe = ferry::Universe::init()?;
/// let comm = universe.self_comm();
/// let (mut a, mut b) = (0, 0);
/// ferry::scope(|scope| {
///     let mut requests =
///         vec![comm.irecv(scope, &mut a, 0, 1)?, comm.irecv(scope, &mut b, 0, 2)?];
///     comm.send(&22, 0, 2)?;
///     let first = ferry::wait_any(&mut requests)?.unwrap();
///     assert_eq!((first.index, *first.buffer), (1, 22));
///     comm.send(&11, 0, 1)?;
///     let second = ferry::wait_any(&mut requests)?.unwrap();
///     assert_eq!((second.index, *second.buffer), (0, 11));
///     assert!(ferry::wait_any(&mut requests)?.is_none());
///     Ok(())
/// })
/// # }
/// ```
pub fn wait_any<B: Lent>(requests: &mut Vec<Request<'_, B>>) -> Result<Option<Completed<B>>> {
    in_call("wait_any", || {
        let found = complete_one(requests, |handles| request::waitany(handles).map(Some))?;
        found.map(|index| take_one(requests, index)).transpose()
    })
}

/// Takes one of these requests out if it is complete, and moves everything on (`MPI_Testany`). `None` if none is.
///
/// ```
/// # fn main() -> ferry::Result<()> {
/// # let universe = ferry::Universe::init()?;
/// let comm = universe.self_comm();
/// let (mut a, mut b) = (0, 0);
/// ferry::scope(|scope| {
///     let mut requests =
///         vec![comm.irecv(scope, &mut a, 0, 1)?, comm.irecv(scope, &mut b, 0, 2)?];
///     assert!(ferry::test_any(&mut requests)?.is_none());
///     comm.send(&22, 0, 2)?;
///     let first = loop {
///         if let Some(first) = ferry::test_any(&mut requests)? {
///             break first;
///         }
///     };
///     assert_eq!((first.index, *first.buffer, requests.len()), (1, 22, 1));
///     comm.send(&11, 0, 1)
/// })
/// # }
/// ```
pub fn test_any<B: Lent>(requests: &mut Vec<Request<'_, B>>) -> Result<Option<Completed<B>>> {
    in_call("test_any", || {
        let found = complete_one(requests, request::testany)?;
        found.map(|index| take_one(requests, index)).transpose()
    })
}

fn take_one<B: Lent>(requests: &mut Vec<Request<'_, B>>, index: usize) -> Result<Completed<B>> {
    let (buffer, done) = requests.remove(index).wait_buffer()?;
    Ok(Completed { index, buffer, done })
}

/// What `find` has found complete.
type Found = Result<Option<(i32, ferry_mpi::Status)>, CompletionFailure>;

/// Has one of these requests completed, which stays among them: which. `None` if there are none, or `find` has found
/// none.
fn complete_one<B: Lent>(
    requests: &[Request<'_, B>],
    find: impl FnOnce(&mut [RequestHandle]) -> Found,
) -> Result<Option<usize>> {
    admit()?;
    if requests.is_empty() {
        return Ok(None);
    }
    let running = |r: &Request<'_, B>| r.pool.handle(r.index);
    if let Some(index) = requests.iter().position(|request| running(request).is_none()) {
        return Ok(Some(index));
    }
    let mut handles: Vec<_> = requests.iter().filter_map(running).collect();
    let result = match finish(|| find(&mut handles)) {
        Ok(None) => return Ok(None),
        Ok(Some((_, status))) => Ok(Status(status)),
        Err(failure) => Err(Error::from(failure)),
    };
    // All go on where a process has failed that one of them may be waiting for.
    let index = handles.iter().position(|handle| *handle == RequestHandle::NULL);
    let Some(index) = index else { return result.and(Err(taken())) };
    let request = &requests[index];
    request.pool.complete(request.index, result);
    Ok(Some(index))
}

/// Waits for at least one of these requests, and takes all out that are complete (`MPI_Waitsome`). None if there are
/// none.
///
/// # Errors
/// That of one of them, which is taken out; what else is complete the next call takes out.
///
/// ```
/// # fn main() -> ferry::Result<()> {
/// # let universe = ferry::Universe::init()?;
/// let comm = universe.self_comm();
/// let mut rooms = [0; 3];
/// ferry::scope(|scope| {
///     let mut requests = rooms
///         .iter_mut()
///         .zip(0..)
///         .map(|(room, tag)| comm.irecv(scope, room, 0, tag))
///         .collect::<Result<Vec<_>, _>>()?;
///     comm.send(&5, 0, 2)?;
///     let some = ferry::wait_some(&mut requests)?;
///     assert_eq!((some[0].index, *some[0].buffer, requests.len()), (2, 5, 2));
///     comm.send(&6, 0, 0)?;
///     comm.send(&7, 0, 1)
/// })
/// # }
/// ```
pub fn wait_some<'scope, B: Lent>(
    requests: &mut Vec<Request<'scope, B>>,
) -> Result<Vec<Completed<B>>> {
    in_call("wait_some", || {
        let found = complete_one(requests, |handles| request::waitany(handles).map(Some))?;
        if found.is_some() { take_complete(requests) } else { Ok(Vec::new()) }
    })
}

/// Takes all of these requests out that are complete, and moves everything on (`MPI_Testsome`).
///
/// # Errors
/// As those of [`wait_some`].
pub fn test_some<'scope, B: Lent>(
    requests: &mut Vec<Request<'scope, B>>,
) -> Result<Vec<Completed<B>>> {
    in_call("test_some", || {
        let found = complete_one(requests, request::testany)?;
        if found.is_some() { take_complete(requests) } else { Ok(Vec::new()) }
    })
}

/// Takes all out that are complete, or the first that has failed.
fn take_complete<'scope, B: Lent>(
    requests: &mut Vec<Request<'scope, B>>,
) -> Result<Vec<Completed<B>>> {
    for request in requests.iter() {
        if request.is_complete()? {
            request.pool.wait(request.index)?;
        }
    }
    if let Some(at) = requests.iter().position(|request| request.pool.has_failed(request.index)) {
        return requests.remove(at).wait_buffer().and(Err(taken()));
    }
    let (mut some, mut kept) = (Vec::new(), Vec::new());
    for (index, request) in std::mem::take(requests).into_iter().enumerate() {
        if request.pool.handle(request.index).is_some() {
            kept.push(request);
        } else {
            let (buffer, done) = request.wait_buffer()?;
            some.push(Completed { index, buffer, done });
        }
    }
    *requests = kept;
    Ok(some)
}
