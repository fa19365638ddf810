//! Requests: non-blocking operations under way (MPI-5.0 §3.7.3, §3.7.5).

use crate::buffer::{Resting, finish};
use crate::envelope::Status;
use crate::error::{Error, Result, in_call};
use crate::scope::{ScopePool, taken};
use crate::universe::admit;
use ferry_mpi::handle::RequestHandle;
use ferry_mpi::request;

/// A non-blocking operation that uses the buffer `B` refers to. The scope waits for it if nobody else
/// does; forgetting it is no harm.
#[must_use = "wait for it, or leave it to the scope with `let _ =`"]
pub struct Request<'scope, B: Lent> {
    pub(crate) pool: &'scope ScopePool,
    pub(crate) index: usize,
    pub(crate) buffer: Resting<B>,
}

/// References that operations borrow through: shared for sends, exclusive for receives.
pub trait Lent: sealed::Sealed {
    /// What a completed operation tells: the message's [`Status`] for receives.
    type Done;

    #[doc(hidden)]
    fn done(status: Status) -> Self::Done;
}

/// What [`Request::mixed`] makes of requests that use buffers of different types.
pub struct Mixed(());

impl Mixed {
    pub(crate) fn nothing() -> Self {
        Mixed(())
    }
}

impl Lent for Mixed {
    /// A message's status where it was a receive.
    type Done = Status;

    fn done(status: Status) -> Status {
        status
    }
}

mod sealed {
    pub trait Sealed {}
    impl Sealed for super::Mixed {}
    impl<D: ?Sized> Sealed for &D {}
    impl<D: ?Sized> Sealed for &mut D {}
}

impl<D: ?Sized> Lent for &D {
    type Done = ();

    fn done(_: Status) {}
}

impl<D: ?Sized> Lent for &mut D {
    type Done = Status;

    fn done(status: Status) -> Status {
        status
    }
}

impl<'scope, B: Lent> Request<'scope, B> {
    /// Waits until it is complete (`MPI_Wait`).
    ///
    /// # Errors
    /// Those of the operation. After one of class [`ErrorClass::PROC_FAILED_PENDING`](crate::ErrorClass::PROC_FAILED_PENDING)
    /// the receive goes on until the scope ends, which takes it back.
    #[inline]
    pub fn wait(self) -> Result<B::Done> {
        in_call("wait", || self.wait_buffer().map(|(_, done)| done))
    }

    /// Waits until it is complete, and gives the buffer back within the scope.
    ///
    /// ```
    /// # fn main() -> ferry::Result<()> {
    /// # let universe = ferry::Universe::init()?;
    /// let comm = universe.self_comm();
    /// let (data, mut room) = ([1, 2, 3], [0; 3]);
    /// ferry::scope(|scope| {
    ///     let receive = comm.irecv(scope, &mut room[..], 0, 0)?;
    ///     let _ = comm.isend(scope, &data[..], 0, 0)?;
    ///     let (numbers, _) = receive.wait_buffer()?;
    ///     numbers[0] += 10;
    ///     Ok(())
    /// })?;
    /// assert_eq!(room, [11, 2, 3]);
    /// # Ok(())
    /// # }
    /// ```
    #[inline]
    pub fn wait_buffer(self) -> Result<(B, B::Done)> {
        in_call("wait_buffer", || {
            admit()?;
            self.pool.wait(self.index)?;
            let status = self.pool.take(self.index)?;
            Ok((self.buffer.wake(), B::done(status)))
        })
    }

    /// The same request without the buffer's type, so that [`wait_all`], [`wait_any`] and [`wait_some`] wait for it with
    /// others of any kind. The buffer comes free with the scope.
    ///
    /// ```
    /// # fn main() -> ferry::Result<()> {
    /// # let universe = ferry::Universe::init()?;
    /// let comm = universe.self_comm();
    /// let (data, mut room) = (vec![1.5; 3], [0.0; 3]);
    /// ferry::scope(|scope| {
    ///     let requests = [
    ///         comm.irecv(scope, &mut room[..], 0, 0)?.mixed(),
    ///         comm.isend(scope, &data, 0, 0)?.mixed(),
    ///         comm.ibarrier(scope)?.mixed(),
    ///     ];
    ///     assert_eq!(ferry::wait_all(requests)?[0].count::<f64>(), Some(3));
    ///     Ok(())
    /// })?;
    /// # Ok(())
    /// # }
    /// ```
    pub fn mixed(self) -> Request<'scope, Mixed> {
        Request { pool: self.pool, index: self.index, buffer: Resting::new(Mixed::nothing()) }
    }

    /// Takes it back if no message has matched it, and waits (`MPI_Cancel`, `MPI_Wait`): the buffer, and what it tells
    /// if it was too late.
    ///
    /// # Errors
    /// [`ErrorClass::REQUEST`](crate::ErrorClass::REQUEST) for what other processes take part in, as collectives do and
    /// accesses to windows (MPI-5.0 §6.12); it goes on until the scope ends.
    ///
    /// ```
    /// # fn main() -> ferry::Result<()> {
    /// # let universe = ferry::Universe::init()?;
    /// let comm = universe.self_comm();
    /// let mut room = 0;
    /// ferry::scope(|scope| {
    ///     let (_, done) = comm.irecv(scope, &mut room, 0, 0)?.cancel()?;
    ///     assert!(done.is_none());
    ///     Ok(())
    /// })?;
    /// # Ok(())
    /// # }
    /// ```
    pub fn cancel(self) -> Result<(B, Option<B::Done>)> {
        in_call("cancel", || {
            admit()?;
            if let Some((handle, kind)) = self.pool.under_way(self.index) {
                kind.check_cancel()?;
                finish(|| request::cancel(handle))?;
            }
            self.pool.wait(self.index)?;
            let status = self.pool.take(self.index)?;
            let done = (!status.0.cancelled()).then(|| B::done(status));
            Ok((self.buffer.wake(), done))
        })
    }

    /// Whether it is complete; moves everything on (`MPI_Request_get_status`).
    ///
    /// ```
    /// # fn main() -> ferry::Result<()> {
    /// # let universe = ferry::Universe::init()?;
    /// let comm = universe.self_comm();
    /// let mut room = 0;
    /// ferry::scope(|scope| {
    ///     let receive = comm.irecv(scope, &mut room, 0, 0)?;
    ///     assert!(!receive.is_complete()?);
    ///     comm.send(&5, 0, 0)?;
    ///     while !receive.is_complete()? {}
    ///     receive.wait()
    /// })?;
    /// # assert_eq!(room, 5);
    /// # Ok(())
    /// # }
    /// ```
    pub fn is_complete(&self) -> Result<bool> {
        in_call("is_complete", || {
            admit()?;
            match self.pool.handle(self.index) {
                None => Ok(true),
                Some(handle) => Ok(request::get_status(handle)?.is_some()),
            }
        })
    }
}

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

/// A request that [`wait_any`] found complete.
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
        let Some(index) = complete_one(requests)? else { return Ok(None) };
        let (buffer, done) = requests.remove(index).wait_buffer()?;
        Ok(Some(Completed { index, buffer, done }))
    })
}

/// Waits until one of these requests is complete, which stays among them: which. `None` if there are none.
fn complete_one<B: Lent>(requests: &[Request<'_, B>]) -> Result<Option<usize>> {
    admit()?;
    if requests.is_empty() {
        return Ok(None);
    }
    let running = |r: &Request<'_, B>| r.pool.handle(r.index);
    if let Some(index) = requests.iter().position(|request| running(request).is_none()) {
        return Ok(Some(index));
    }
    let mut handles: Vec<_> = requests.iter().filter_map(running).collect();
    let result = finish(|| request::waitany(&mut handles));
    let index = handles.iter().position(|handle| *handle == RequestHandle::NULL);
    let result = result.map(|(_, status)| Status(status)).map_err(Error::from);
    // All go on where a process has failed that one of them may be waiting for.
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
        if complete_one(requests)?.is_none() {
            return Ok(Vec::new());
        }
        for request in requests.iter() {
            if request.is_complete()? {
                request.pool.wait(request.index)?;
            }
        }
        if let Some(at) = requests.iter().position(|request| request.pool.has_failed(request.index))
        {
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
    })
}
