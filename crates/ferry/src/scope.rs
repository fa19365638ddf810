//! Non-blocking operations, and the scopes that wait for them (MPI-5.0 §3.7).

use crate::buffer::{Repair, Resting, finish, reading, writing};
use crate::communicator::Communicator;
use crate::data::Buffer;
use crate::envelope::{Source, Status, Tag, check_tag};
use crate::error::{Error, ErrorClass, Result};
use crate::types;
use crate::universe::admit;
use ferry_mpi::handle::RequestHandle;
use ferry_mpi::init::{Phase, phase};
use ferry_mpi::{p2p, request};
use ferry_protocol::Mode;
use std::cell::RefCell;
use std::marker::PhantomData;

/// Runs a function that starts non-blocking operations, and waits for all of them before it returns:
/// the buffers they use are borrowed until then.
///
/// Errors of operations that nobody waited for are returned, unless the function itself returns an
/// error or panics. In these two cases receives that no message has matched are cancelled, for a
/// message may never come. Sends are waited for in every case: their data are the receiver's to take.
///
/// ```
/// # fn main() -> ferry::Result<()> {
/// # let universe = ferry::Universe::init()?;
/// let world = universe.world();
/// let (me, size) = (world.rank(), world.size());
/// let sent = [me; 1000];
/// let mut received = [0; 1000];
/// ferry::scope(|scope| {
///     let receive = world.irecv(scope, &mut received[..], (me + 1) % size, 0)?;
///     world.isend(scope, &sent[..], (me + size - 1) % size, 0)?;
///     // Here is time for something else.
///     let status = receive.wait()?;
///     assert_eq!(status.count::<usize>(), Some(1000));
///     Ok(())
/// })?;
/// assert_eq!(received, [(me + 1) % size; 1000]);
/// # Ok(())
/// # }
/// ```
///
/// A buffer cannot be touched while an operation uses it:
///
/// ```compile_fail,E0506
/// # fn main() -> ferry::Result<()> {
/// # let universe = ferry::Universe::init()?;
/// # let world = universe.world();
/// let mut value = 0;
/// ferry::scope(|scope| {
///     let receive = world.irecv(scope, &mut value, 0, 0)?;
///     value = 1;
///     receive.wait()
/// })?;
/// # Ok(())
/// # }
/// ```
///
/// Nor may it end before the scope does:
///
/// ```compile_fail,E0597
/// # fn main() -> ferry::Result<()> {
/// # let universe = ferry::Universe::init()?;
/// # let world = universe.world();
/// ferry::scope(|scope| {
///     let mut value = 0;
///     world.irecv(scope, &mut value, 0, 0)?;
///     Ok(())
/// })?;
/// # Ok(())
/// # }
/// ```
pub fn scope<'env, F, T>(body: F) -> Result<T>
where
    F: for<'scope> FnOnce(&'scope Scope<'scope, 'env>) -> Result<T>,
{
    let scope =
        Scope { pool: Pool::default(), scope: PhantomData, env: PhantomData, here: PhantomData };
    let unwinding = Ending(&scope.pool);
    let result = body(&scope);
    std::mem::forget(unwinding);
    let ended = scope.pool.end(result.is_err());
    result.and_then(|value| ended.map(|()| value))
}

/// Ends the operations of a scope whose function panicked.
struct Ending<'a>(&'a Pool);

impl Drop for Ending<'_> {
    fn drop(&mut self) {
        // The panic is the news.
        let _ = self.0.end(true);
    }
}

/// What non-blocking operations are started in: see [`scope`].
///
/// A scope stays in its thread, and so do its requests.
pub struct Scope<'scope, 'env: 'scope> {
    pool: Pool,
    scope: PhantomData<&'scope mut &'scope ()>,
    env: PhantomData<&'env mut &'env ()>,
    here: PhantomData<*const ()>,
}

/// The operations of a scope.
#[derive(Default)]
struct Pool {
    slots: RefCell<Vec<Slot>>,
    free: RefCell<Vec<usize>>,
}

enum Slot {
    Free,
    Running { handle: RequestHandle, repair: Option<Repair> },
    Complete(Result<Status>),
}

impl Pool {
    fn add(&self, handle: RequestHandle, repair: Option<Repair>) -> usize {
        let slot = Slot::Running { handle, repair };
        let mut slots = self.slots.borrow_mut();
        match self.free.borrow_mut().pop() {
            Some(index) => {
                slots[index] = slot;
                index
            }
            None => {
                slots.push(slot);
                slots.len() - 1
            }
        }
    }

    fn handle(&self, index: usize) -> Option<RequestHandle> {
        match &self.slots.borrow()[index] {
            Slot::Running { handle, .. } => Some(*handle),
            _ => None,
        }
    }

    /// Notes how an operation ended.
    fn complete(&self, index: usize, result: Result<Status>) {
        let slot = &mut self.slots.borrow_mut()[index];
        if let Slot::Running { repair, .. } = slot
            && let Some(repair) = repair
        {
            repair.run();
        }
        *slot = Slot::Complete(result);
    }

    /// Waits for an operation.
    fn wait(&self, index: usize) {
        if let Some(mut handle) = self.handle(index) {
            let result = finish(|| request::wait(&mut handle));
            self.complete(index, result.map(Status).map_err(Error::from));
        }
    }

    /// Takes how an operation ended.
    fn take(&self, index: usize) -> Result<Status> {
        let slot = std::mem::replace(&mut self.slots.borrow_mut()[index], Slot::Free);
        self.free.borrow_mut().push(index);
        match slot {
            Slot::Complete(result) => result,
            Slot::Free | Slot::Running { .. } => Err(taken()),
        }
    }

    /// Waits for everything; the first error of what nobody waited for.
    fn end(&self, cancel: bool) -> Result<()> {
        // With MPI gone, nothing is under way any more.
        let running = phase() == Phase::Running;
        let count = self.slots.borrow().len();
        let handles = || (0..count).filter_map(|index| self.handle(index));
        if cancel && running {
            finish(|| handles().for_each(|handle| drop(request::cancel(handle))));
        }
        let mut first = Ok(());
        for index in 0..count {
            if running {
                self.wait(index);
            } else if self.handle(index).is_some() {
                self.complete(index, Err(taken()));
            }
            if let Slot::Complete(Err(error)) = &self.slots.borrow()[index] {
                first = first.and(Err(error.clone()));
            }
        }
        first
    }
}

#[cold]
fn taken() -> Error {
    Error::new(ErrorClass::OTHER, "MPI was finalised before the operation was complete")
}

/// A non-blocking operation that uses the buffer `B` refers to. The scope waits for it if nobody else
/// does; forgetting it is no harm.
#[must_use = "wait for it, or leave it to the scope with `let _ =`"]
pub struct Request<'scope, B: Lent> {
    pool: &'scope Pool,
    index: usize,
    buffer: Resting<B>,
}

/// References that operations borrow through: shared for sends, exclusive for receives.
pub trait Lent: sealed::Sealed {
    /// What a completed operation tells: the message's [`Status`] for receives.
    type Done;

    #[doc(hidden)]
    fn done(status: Status) -> Self::Done;
}

mod sealed {
    pub trait Sealed {}
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

impl<B: Lent> Request<'_, B> {
    /// Waits until it is complete (`MPI_Wait`).
    #[inline]
    pub fn wait(self) -> Result<B::Done> {
        self.wait_buffer().map(|(_, done)| done)
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
        admit()?;
        self.pool.wait(self.index);
        let status = self.pool.take(self.index)?;
        Ok((self.buffer.wake(), B::done(status)))
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
        admit()?;
        match self.pool.handle(self.index) {
            None => Ok(true),
            Some(handle) => Ok(request::get_status(handle)?.is_some()),
        }
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
    let ended: Vec<Result<B::Done>> = requests.into_iter().map(Request::wait).collect();
    ended.into_iter().collect()
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
    admit()?;
    if requests.is_empty() {
        return Ok(None);
    }
    let running = |r: &Request<'_, B>| r.pool.handle(r.index);
    let index = match requests.iter().position(|request| running(request).is_none()) {
        Some(index) => index,
        None => {
            let mut handles: Vec<_> = requests.iter().filter_map(running).collect();
            let result = finish(|| request::waitany(&mut handles));
            let index = handles.iter().position(|handle| *handle == RequestHandle::NULL);
            let index = index.ok_or_else(taken)?;
            let result = result.map(|(_, status)| Status(status)).map_err(Error::from);
            let request = &requests[index];
            request.pool.complete(request.index, result);
            index
        }
    };
    let (buffer, done) = requests.remove(index).wait_buffer()?;
    Ok(Some(Completed { index, buffer, done }))
}

impl Communicator {
    /// Starts a send (`MPI_Isend`).
    ///
    /// ```
    /// # fn main() -> ferry::Result<()> {
    /// # let universe = ferry::Universe::init()?;
    /// let comm = universe.self_comm();
    /// let data = vec![1.5; 10_000];
    /// ferry::scope(|scope| {
    ///     let send = comm.isend(scope, &data, 0, 0)?;
    ///     assert_eq!(comm.receive_vec::<f64>(0, 0)?.0, data);
    ///     send.wait()
    /// })?;
    /// # Ok(())
    /// # }
    /// ```
    pub fn isend<'scope, 'env, D: Buffer + ?Sized>(
        &self,
        scope: &'scope Scope<'scope, 'env>,
        data: &'scope D,
        dest: usize,
        tag: i32,
    ) -> Result<Request<'scope, &'scope D>> {
        self.isend_in(Mode::Standard, scope, data, dest, tag)
    }

    /// Starts a send that is complete when its receive has begun (`MPI_Issend`).
    ///
    /// ```
    /// # fn main() -> ferry::Result<()> {
    /// # let universe = ferry::Universe::init()?;
    /// let comm = universe.self_comm();
    /// ferry::scope(|scope| {
    ///     let send = comm.isend_synchronous(scope, &5, 0, 0)?;
    ///     assert!(!send.is_complete()?);
    ///     assert_eq!(comm.receive::<i32>(0, 0)?.0, 5);
    ///     send.wait()
    /// })?;
    /// # Ok(())
    /// # }
    /// ```
    pub fn isend_synchronous<'scope, 'env, D: Buffer + ?Sized>(
        &self,
        scope: &'scope Scope<'scope, 'env>,
        data: &'scope D,
        dest: usize,
        tag: i32,
    ) -> Result<Request<'scope, &'scope D>> {
        self.isend_in(Mode::Synchronous, scope, data, dest, tag)
    }

    fn isend_in<'scope, 'env, D: Buffer + ?Sized>(
        &self,
        mode: Mode,
        scope: &'scope Scope<'scope, 'env>,
        data: &'scope D,
        dest: usize,
        tag: i32,
    ) -> Result<Request<'scope, &'scope D>> {
        let dest = self.admit_rank(dest, ErrorClass::RANK)?;
        let tag = check_tag(tag)?;
        let datatype = types::element::<D::Item>()?;
        let lent = reading(data.items());
        let handle = finish(|| p2p::isend(lent.of(datatype), dest, tag, self.handle(), mode))?;
        let index = scope.pool.add(handle, None);
        Ok(Request { pool: &scope.pool, index, buffer: Resting::new(data) })
    }

    /// Starts a receive (`MPI_Irecv`).
    ///
    /// ```
    /// # fn main() -> ferry::Result<()> {
    /// # let universe = ferry::Universe::init()?;
    /// let comm = universe.self_comm();
    /// let mut room = [0; 3];
    /// ferry::scope(|scope| {
    ///     let receive = comm.irecv(scope, &mut room[..], ferry::Source::Any, 0)?;
    ///     comm.send(&[1, 2, 3][..], 0, 0)?;
    ///     assert_eq!(receive.wait()?.source(), 0);
    ///     Ok(())
    /// })?;
    /// assert_eq!(room, [1, 2, 3]);
    /// # Ok(())
    /// # }
    /// ```
    pub fn irecv<'scope, 'env, D: Buffer + ?Sized>(
        &self,
        scope: &'scope Scope<'scope, 'env>,
        buffer: &'scope mut D,
        source: impl Into<Source>,
        tag: impl Into<Tag>,
    ) -> Result<Request<'scope, &'scope mut D>> {
        let source = source.into().admit(self)?;
        let tag = tag.into().check()?;
        let datatype = types::element::<D::Item>()?;
        let mut buffer = Resting::new(buffer);
        let lent = writing(buffer.get().items_mut());
        let handle = finish(|| p2p::irecv(lent.of(datatype), source, tag, self.handle()))?;
        let index = scope.pool.add(handle, Some(lent.defer()));
        Ok(Request { pool: &scope.pool, index, buffer })
    }
}
