//! Non-blocking operations, and the scopes that wait for them (MPI-5.0 §3.7).

use crate::buffer::{Repair, Resting, finish};
use crate::communicator::Communicator;
use crate::data::{Incoming, Outgoing, lend::BORROWER};
use crate::envelope::{Destination, Source, Status, Tag, check_tag};
use crate::error::{Error, ErrorClass, Result, in_call};
use crate::leaving;
use crate::request::Request;
use crate::universe::OpenScope;
use ferry_mpi::handle::RequestHandle;
use ferry_mpi::init::{Phase, phase};
use ferry_mpi::p2p::{RecvBuffer, SendBuffer};
use ferry_mpi::table::lives;
use ferry_mpi::{p2p, request};
use ferry_two_sided::Mode;
use std::cell::RefCell;
use std::marker::PhantomData;

/// Runs a function that starts non-blocking operations, and waits for all of them before it returns:
/// the buffers they use are borrowed until then.
///
/// Errors of operations that nobody waited for are returned, unless the function itself returns an
/// error or panics. In these two cases receives that no message has matched are cancelled, for a
/// message may never come, as they are when the universe is dropped in the scope. Sends are waited for in every case: their data are the receiver's to take.
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
    try_scope(body)
}

/// [`scope`] for functions with errors of the program's own, into which those of this crate convert.
///
/// ```
/// # fn main() -> Result<(), Box<dyn std::error::Error>> {
/// # let universe = ferry::Universe::init()?;
/// # let comm = universe.self_comm();
/// let mut text = [0; 2];
/// let number = ferry::try_scope(|scope| {
///     let receive = comm.irecv(scope, &mut text[..], 0, 0)?;
///     comm.send("42".as_bytes(), 0, 0)?;
///     let (digits, _) = receive.wait_buffer()?;
///     let number: u32 = std::str::from_utf8(digits)?.parse()?;
///     Ok::<_, Box<dyn std::error::Error>>(number)
/// })?;
/// assert_eq!(number, 42);
/// # Ok(())
/// # }
/// ```
pub fn try_scope<'env, F, T, E>(body: F) -> Result<T, E>
where
    F: for<'scope> FnOnce(&'scope Scope<'scope, 'env>) -> Result<T, E>,
    E: From<Error>,
{
    let _open = OpenScope::begin();
    let scope =
        Scope { pool: ScopePool::new(), scope: PhantomData, env: PhantomData, here: PhantomData };
    let unwinding = ScopeEnding(&scope.pool);
    let result = body(&scope);
    std::mem::forget(unwinding);
    let ended = scope.pool.end(result.is_err());
    result.and_then(|value| ended.map(|()| value).map_err(E::from))
}

/// Ends the operations of a scope whose function panicked.
struct ScopeEnding<'a>(&'a ScopePool);

impl Drop for ScopeEnding<'_> {
    fn drop(&mut self) {
        // The panic is the news.
        let _ = self.0.end(true);
    }
}

/// What non-blocking operations are started in: see [`scope`].
///
/// A scope stays in its thread, and so do its requests.
pub struct Scope<'scope, 'env: 'scope> {
    pub(crate) pool: ScopePool,
    scope: PhantomData<&'scope mut &'scope ()>,
    env: PhantomData<&'env mut &'env ()>,
    here: PhantomData<*const ()>,
}

impl<'scope> Scope<'scope, '_> {
    /// Starts an operation that reads `data` until it is complete.
    pub(crate) fn sending<D: Outgoing + ?Sized>(
        &'scope self,
        data: &'scope D,
        start: impl FnOnce(SendBuffer) -> ferry_mpi::Result<RequestHandle>,
    ) -> Result<Request<'scope, &'scope D>> {
        let lent = data.outgoing(BORROWER)?;
        let handle = finish(|| start(lent))?;
        let index = self.pool.add(handle, None);
        Ok(Request { pool: &self.pool, index, buffer: Resting::new(data) })
    }

    /// Starts an operation that writes to `room` until it is complete.
    pub(crate) fn receiving<D: Incoming + ?Sized>(
        &'scope self,
        room: &'scope mut D,
        start: impl FnOnce(RecvBuffer) -> ferry_mpi::Result<RequestHandle>,
    ) -> Result<Request<'scope, &'scope mut D>> {
        let mut buffer = Resting::new(room);
        let (lent, memory) = buffer.get().incoming(BORROWER)?;
        let handle = finish(|| start(memory))?;
        let index = self.pool.add(handle, Some(lent.defer()));
        Ok(Request { pool: &self.pool, index, buffer })
    }
}

/// The operations of a scope.
pub(crate) struct ScopePool {
    slots: RefCell<Vec<ScopeSlot>>,
    free: RefCell<Vec<usize>>,
    /// In which life of MPI they are. In a later one their names are those of others.
    life: u32,
    /// The universe was dropped before the scope began.
    was_left: bool,
}

enum ScopeSlot {
    Free,
    Running { handle: RequestHandle, repair: Option<Repair> },
    Complete(Result<Status>),
}

impl ScopePool {
    fn new() -> Self {
        ScopePool {
            slots: RefCell::default(),
            free: RefCell::default(),
            life: lives(),
            was_left: leaving::has_begun(),
        }
    }

    /// Whether anything may be under way: not with MPI gone, be there a new life of it or not.
    fn is_alive(&self) -> bool {
        phase() == Phase::Running && lives() == self.life
    }

    pub(crate) fn add(&self, handle: RequestHandle, repair: Option<Repair>) -> usize {
        let slot = ScopeSlot::Running { handle, repair };
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

    /// The name of an operation that is under way.
    pub(crate) fn handle(&self, index: usize) -> Option<RequestHandle> {
        match &self.slots.borrow()[index] {
            ScopeSlot::Running { handle, .. } if self.is_alive() => return Some(*handle),
            ScopeSlot::Running { .. } => {}
            _ => return None,
        }
        self.complete(index, Err(taken()));
        None
    }

    /// Whether an operation has ended by an error that was not taken yet.
    pub(crate) fn has_failed(&self, index: usize) -> bool {
        matches!(self.slots.borrow()[index], ScopeSlot::Complete(Err(_)))
    }

    /// Notes how an operation ended.
    pub(crate) fn complete(&self, index: usize, result: Result<Status>) {
        let slot = &mut self.slots.borrow_mut()[index];
        if let ScopeSlot::Running { repair, .. } = slot
            && let Some(repair) = repair
        {
            repair.run();
        }
        *slot = ScopeSlot::Complete(result);
    }

    /// Waits for an operation, and notes how it ended.
    ///
    /// # Errors
    /// It goes on, and its buffer is in use: a process has failed that it may be waiting for.
    pub(crate) fn wait(&self, index: usize) -> Result<()> {
        let Some(mut handle) = self.handle(index) else { return Ok(()) };
        let result = finish(|| request::wait(&mut handle)).map(Status).map_err(Error::from);
        match result {
            Err(error)
                if error.class() == ErrorClass::PROC_FAILED_PENDING
                    && handle != RequestHandle::NULL =>
            {
                Err(error)
            }
            result => {
                self.complete(index, result);
                Ok(())
            }
        }
    }

    /// The same for one that nobody will wait for any more: if it goes on it is taken back. Returns why.
    fn wait_for_the_last_time(&self, index: usize) -> Result<()> {
        let mut first = Ok(());
        while let Err(error) = self.wait(index) {
            if let Some(handle) = self.handle(index) {
                finish(|| drop(request::cancel(handle)));
            }
            first = first.and(Err(error));
        }
        first
    }

    /// Takes how an operation ended.
    pub(crate) fn take(&self, index: usize) -> Result<Status> {
        let slot = std::mem::replace(&mut self.slots.borrow_mut()[index], ScopeSlot::Free);
        self.free.borrow_mut().push(index);
        match slot {
            ScopeSlot::Complete(result) => result,
            ScopeSlot::Free | ScopeSlot::Running { .. } => Err(taken()),
        }
    }

    /// Waits for everything; the first error of what nobody waited for.
    fn end(&self, cancel: bool) -> Result<()> {
        // After the universe was dropped in here, nobody is to send anything.
        let left = leaving::has_begun() && !self.was_left;
        let cancel = cancel || left;
        let count = self.slots.borrow().len();
        let handles = || (0..count).filter_map(|index| self.handle(index));
        if cancel {
            finish(|| handles().for_each(|handle| drop(request::cancel(handle))));
        }
        let mut first = Ok(());
        for index in 0..count {
            first = first.and(self.wait_for_the_last_time(index));
            match &self.slots.borrow()[index] {
                ScopeSlot::Complete(Err(error)) => first = first.and(Err(error.clone())),
                ScopeSlot::Complete(Ok(status)) if left && status.0.cancelled() => {
                    first = first.and(Err(taken()));
                }
                _ => {}
            }
        }
        first
    }
}

#[cold]
pub(crate) fn taken() -> Error {
    Error::new(ErrorClass::OTHER, "MPI was finalised before the operation was complete")
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
    pub fn isend<'scope, 'env, D: Outgoing + ?Sized>(
        &self,
        scope: &'scope Scope<'scope, 'env>,
        data: &'scope D,
        dest: impl Into<Destination>,
        tag: i32,
    ) -> Result<Request<'scope, &'scope D>> {
        in_call("isend", || self.isend_in(Mode::Standard, scope, data, dest, tag))
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
    pub fn isend_synchronous<'scope, 'env, D: Outgoing + ?Sized>(
        &self,
        scope: &'scope Scope<'scope, 'env>,
        data: &'scope D,
        dest: impl Into<Destination>,
        tag: i32,
    ) -> Result<Request<'scope, &'scope D>> {
        in_call("isend_synchronous", || self.isend_in(Mode::Synchronous, scope, data, dest, tag))
    }

    /// Starts a send to a receive that has begun already (`MPI_Irsend`), which the program vouches for. Here it is the
    /// same as [`isend`](Communicator::isend).
    pub fn isend_ready<'scope, 'env, D: Outgoing + ?Sized>(
        &self,
        scope: &'scope Scope<'scope, 'env>,
        data: &'scope D,
        dest: impl Into<Destination>,
        tag: i32,
    ) -> Result<Request<'scope, &'scope D>> {
        in_call("isend_ready", || self.isend_in(Mode::Standard, scope, data, dest, tag))
    }

    fn isend_in<'scope, 'env, D: Outgoing + ?Sized>(
        &self,
        mode: Mode,
        scope: &'scope Scope<'scope, 'env>,
        data: &'scope D,
        dest: impl Into<Destination>,
        tag: i32,
    ) -> Result<Request<'scope, &'scope D>> {
        let dest = dest.into().admit(self)?;
        let tag = check_tag(tag)?;
        scope.sending(data, |lent| p2p::isend(lent, dest, tag, self.handle(), mode))
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
    pub fn irecv<'scope, 'env, D: Incoming + ?Sized>(
        &self,
        scope: &'scope Scope<'scope, 'env>,
        buffer: &'scope mut D,
        source: impl Into<Source>,
        tag: impl Into<Tag>,
    ) -> Result<Request<'scope, &'scope mut D>> {
        in_call("irecv", || {
            let source = source.into().admit(self)?;
            let tag = tag.into().check()?;
            scope.receiving(buffer, |lent| p2p::irecv(lent, source, tag, self.handle()))
        })
    }
}
