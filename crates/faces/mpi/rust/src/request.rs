//! Requests: non-blocking operations under way (MPI-5.0 §3.7.3, §3.7.5).

mod several;

pub use several::{Completed, test_all, test_any, test_some, wait_all, wait_any, wait_some};

use crate::buffer::{Resting, finish};
use crate::envelope::Status;
use crate::error::{Result, in_call};
use crate::scope::ScopePool;
use crate::universe::admit;
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

    /// The same request without the buffer's type, so that [`wait_all`], [`wait_any`] and their kin take it with
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
