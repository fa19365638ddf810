//! Non-blocking operations, and the scopes that wait for them (MPI-5.0 §3.7).

mod messages;
mod pool;

pub(crate) use pool::{OperationKind, ScopeOperation, ScopePool, taken};

use crate::buffer::{Loans, Resting, finish};
use crate::data::{Incoming, Outgoing, lend::BORROWER};
use crate::error::{Error, Result};
use crate::op::{Op, Operands};
use crate::request::{Mixed, Request};
use crate::universe::OpenScope;
use ferry_mpi::handle::RequestHandle;
use ferry_mpi::p2p::{RecvBuffer, SendBuffer};
use pool::ScopeEnd;
use std::marker::PhantomData;

/// Runs a function that starts non-blocking operations, and waits for all of them before it returns:
/// the buffers they use are borrowed until then.
///
/// Errors of operations that nobody waited for are returned, unless the function itself returns an error or panics. In
/// these two cases messages are taken back that have not met their other half, for it may never come, as they are when
/// the universe is dropped in the scope. What other processes take part in, as collectives, cannot be taken back: after
/// an error the scope waits for it, and a panic ends the job where it is not complete.
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
    let (pool, loans) = (ScopePool::new(), Loans::default());
    let scope = Scope { pool, loans, scope: PhantomData, env: PhantomData, here: PhantomData };
    let unwinding = ScopeEnding(&scope.pool);
    let result = body(&scope);
    // What a function of the program's holds goes in here, and its drop may panic.
    let ended = scope.pool.end(if result.is_ok() { ScopeEnd::Returned } else { ScopeEnd::Failed });
    std::mem::forget(unwinding);
    result.and_then(|value| ended.map(|()| value).map_err(E::from))
}

/// Ends the operations of a scope in which something has panicked.
struct ScopeEnding<'a>(&'a ScopePool);

impl Drop for ScopeEnding<'_> {
    fn drop(&mut self) {
        // The panic is the news.
        let _ = self.0.end(ScopeEnd::Panicked);
    }
}

/// What non-blocking operations are started in: see [`scope`].
///
/// A scope stays in its thread, and so do its requests.
pub struct Scope<'scope, 'env: 'scope> {
    pub(crate) pool: ScopePool,
    /// Functions that its operations call. They go when all have ended.
    pub(crate) loans: Loans,
    scope: PhantomData<&'scope mut &'scope ()>,
    env: PhantomData<&'env mut &'env ()>,
    here: PhantomData<*const ()>,
}

impl<'scope> Scope<'scope, '_> {
    /// Starts an operation that reads `data` until it is complete.
    pub(crate) fn sending<D: Outgoing + ?Sized>(
        &'scope self,
        kind: OperationKind,
        data: &'scope D,
        start: impl FnOnce(SendBuffer) -> ferry_mpi::Result<RequestHandle>,
    ) -> Result<Request<'scope, &'scope D>> {
        let lent = data.outgoing(BORROWER)?;
        let handle = finish(|| start(lent))?;
        let index = self.pool.add(ScopeOperation::new(handle, kind));
        Ok(Request { pool: &self.pool, index, buffer: Resting::new(data) })
    }

    /// Starts an operation that writes to `room` until it is complete.
    pub(crate) fn receiving<D: Incoming + ?Sized>(
        &'scope self,
        kind: OperationKind,
        room: &'scope mut D,
        start: impl FnOnce(RecvBuffer) -> ferry_mpi::Result<RequestHandle>,
    ) -> Result<Request<'scope, &'scope mut D>> {
        let mut buffer = Resting::new(room);
        let (lent, memory) = buffer.get().incoming(BORROWER)?;
        let handle = finish(|| start(memory))?;
        let repair = Some(lent.defer());
        let index = self.pool.add(ScopeOperation { repair, ..ScopeOperation::new(handle, kind) });
        Ok(Request { pool: &self.pool, index, buffer })
    }

    /// Starts a reduction whose result is written to `room`.
    pub(crate) fn reducing<D: Incoming + ?Sized>(
        &'scope self,
        op: &Op<D::Element>,
        room: &'scope mut D,
        start: impl FnOnce(Operands, RecvBuffer) -> ferry_mpi::Result<RequestHandle>,
    ) -> Result<Request<'scope, &'scope mut D>> {
        let mut buffer = Resting::new(room);
        let (lent, memory) = buffer.get().incoming(BORROWER)?;
        let begin = |operands| Ok(finish(|| start(operands, memory))?);
        let (handle, function) = op.begin(begin)?;
        let repair = Some(lent.defer());
        let operation = ScopeOperation::new(handle, OperationKind::Joint);
        let index = self.pool.add(ScopeOperation { repair, function, ..operation });
        Ok(Request { pool: &self.pool, index, buffer })
    }

    /// Puts an operation without a buffer of the program's into the scope.
    pub(crate) fn holding(&'scope self, operation: ScopeOperation) -> Request<'scope, Mixed> {
        let index = self.pool.add(operation);
        Request { pool: &self.pool, index, buffer: Resting::new(Mixed::nothing()) }
    }
}
