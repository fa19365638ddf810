//! Messages that do not block (MPI-5.0 §3.7.2).

use super::{OperationKind, Scope};
use crate::communicator::Communicator;
use crate::data::{Incoming, Outgoing};
use crate::envelope::{Destination, Source, Tag, check_tag};
use crate::error::{Result, in_call};
use crate::request::Request;
use ferry_mpi::{bsend, p2p};
use ferry_two_sided::Mode;

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

    /// Starts a [`send_buffered`](Communicator::send_buffered) (`MPI_Ibsend`): complete at once, since it sends a copy,
    /// for which [`attach_buffer`](Communicator::attach_buffer) has to allow.
    ///
    /// # Errors
    /// [`ErrorClass::BUFFER`](crate::ErrorClass::BUFFER) where the copy finds no room.
    ///
    /// ```
    /// # fn main() -> ferry::Result<()> {
    /// # let universe = ferry::Universe::init()?;
    /// let comm = universe.self_comm();
    /// comm.attach_buffer(None)?;
    /// let data = vec![7; 100_000];
    /// ferry::scope(|scope| {
    ///     let send = comm.isend_buffered(scope, &data, 0, 0)?;
    ///     assert!(send.is_complete()?, "nobody has received yet");
    ///     assert_eq!(comm.receive_vec::<i32>(0, 0)?.0, data);
    ///     send.wait()
    /// })?;
    /// comm.detach_buffer()
    /// # }
    /// ```
    pub fn isend_buffered<'scope, 'env, D: Outgoing + ?Sized>(
        &self,
        scope: &'scope Scope<'scope, 'env>,
        data: &'scope D,
        dest: impl Into<Destination>,
        tag: i32,
    ) -> Result<Request<'scope, &'scope D>> {
        in_call("isend_buffered", || {
            let dest = dest.into().admit(self)?;
            let tag = check_tag(tag)?;
            scope.sending(OperationKind::Message, data, |lent| {
                bsend::bsend(&lent, dest, tag, self.handle())
            })
        })
    }

    /// Starts a [`send_receive_replace`](Communicator::send_receive_replace) (`MPI_Isendrecv_replace`): what the buffer
    /// holds is sent from a copy, and replaced by what comes. The request tells of the message that comes.
    ///
    /// ```
    /// # fn main() -> ferry::Result<()> {
    /// # let universe = ferry::Universe::init()?;
    /// # let world = universe.world();
    /// let (me, size) = (world.rank(), world.size());
    /// let (left, right) = ((me + size - 1) % size, (me + 1) % size);
    /// let mut passed = [me; 1000];
    /// let source = ferry::scope(|scope| {
    ///     let exchange = world.isend_receive_replace(scope, &mut passed[..], right, 0, left, 0)?;
    ///     // Here is time for something else.
    ///     Ok(exchange.wait()?.source())
    /// })?;
    /// assert_eq!((source, passed), (left, [left; 1000]));
    /// # Ok(())
    /// # }
    /// ```
    ///
    /// # Errors
    /// Those of a send and of a receive. Where it is taken back nothing is received; the copy is sent all the same.
    pub fn isend_receive_replace<'scope, 'env, D: Incoming + ?Sized>(
        &self,
        scope: &'scope Scope<'scope, 'env>,
        buffer: &'scope mut D,
        dest: impl Into<Destination>,
        send_tag: i32,
        source: impl Into<Source>,
        receive_tag: impl Into<Tag>,
    ) -> Result<Request<'scope, &'scope mut D>> {
        in_call("isend_receive_replace", || {
            let (dest, source) = (dest.into().admit(self)?, source.into().admit(self)?);
            let (out, back) = (check_tag(send_tag)?, receive_tag.into().check()?);
            scope.receiving(OperationKind::Message, buffer, |lent| {
                p2p::isendrecv_replace(lent, dest, out, source, back, self.handle())
            })
        })
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
        scope.sending(OperationKind::Message, data, |lent| {
            p2p::isend(lent, dest, tag, self.handle(), mode)
        })
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
            scope.receiving(OperationKind::Message, buffer, |lent| {
                p2p::irecv(lent, source, tag, self.handle())
            })
        })
    }
}
