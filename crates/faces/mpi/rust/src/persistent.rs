//! Persistent operations: made once, started again and again (MPI-5.0 §3.9, §6.13).
//!
//! The elements are the operation's own: what is under way can then neither be changed nor end.

mod collective;
mod neighbours;
mod varcount;

use crate::buffer::finish;
use crate::communicator::Communicator;
use crate::envelope::{Destination, Source, Status, Tag, check_tag};
use crate::equivalence::Equivalence;
use crate::error::{Error, ErrorClass, Result, in_call};
use crate::leaves::LentVec;
use crate::op::ProgramFunction;
use crate::scope::OperationKind;
use crate::types;
use crate::universe::admit;
use ferry_mpi::handle::RequestHandle;
use ferry_mpi::p2p::{RecvBuffer, SendBuffer};
use ferry_mpi::persistent::{SendMode, recv_init, send_init};
use ferry_mpi::request;
use ferry_two_sided::Mode;
use std::sync::Arc;

/// An operation that is started again and again; it owns the elements that it reads ([`input`](Repeated::input_mut))
/// and those that it writes ([`output`](Repeated::output)).
///
/// ```
/// # fn main() -> ferry::Result<()> {
/// # let universe = ferry::Universe::init()?;
/// let world = universe.world();
/// let (me, size) = (world.rank(), world.size());
/// let mut send = world.repeated_send(vec![0.0; 100], (me + 1) % size, 7)?;
/// let mut receive = world.repeated_receive(vec![0.0; 100], (me + size - 1) % size, 7)?;
/// for step in 0..3 {
///     send.input_mut()?.fill(f64::from(step));
///     let (receiving, sending) = (receive.start()?, send.start()?);
///     // Here is time for something else.
///     sending.wait()?;
///     assert_eq!(receiving.wait()?.count::<f64>(), Some(100));
///     assert_eq!(receive.output()?[99], f64::from(step));
/// }
/// # Ok(())
/// # }
/// ```
pub struct Repeated<T: Equivalence> {
    handle: RequestHandle,
    kind: OperationKind,
    /// Between the start and the end of a round.
    is_active: bool,
    input: Elements<T>,
    output: Elements<T>,
    /// The program's function that it calls.
    function: Option<Arc<dyn ProgramFunction>>,
}

/// Elements that are lent while a round goes on. Dropped while they are, their memory stays.
struct Elements<T: Equivalence> {
    lent: LentVec<T>,
    /// In no round: as the program sees them.
    own: Option<Vec<T>>,
}

impl<T: Equivalence> Elements<T> {
    /// What has moved into the operation, at the place where it stays.
    fn new(items: Vec<T>) -> Self {
        Elements { lent: LentVec::new(items), own: None }
    }

    fn recv(&self) -> Result<RecvBuffer> {
        let datatype = types::element::<T>()?;
        Ok(RecvBuffer { memory: self.lent.memory(), count: self.lent.len() as u64, datatype })
    }

    fn send(&self) -> Result<SendBuffer> {
        let RecvBuffer { memory, count, datatype } = self.recv()?;
        Ok(SendBuffer { memory: memory.reader(), count, datatype })
    }

    /// To the program. Nothing uses them.
    fn give_back(&mut self) -> &mut Vec<T> {
        let lent = &mut self.lent;
        self.own.get_or_insert_with(|| std::mem::replace(lent, LentVec::new(Vec::new())).back())
    }

    /// From the program; where a vector lies does not change.
    fn take(&mut self) {
        if let Some(items) = self.own.take() {
            self.lent = LentVec::new(items);
            // It is the operation's again, which reaches it by its address.
            let _ = self.lent.memory();
        }
    }
}

#[cold]
fn under_way() -> Error {
    let text = "the round that was started has not ended: call its wait, or resume it";
    Error::new(ErrorClass::REQUEST, text)
}

impl<T: Equivalence> Repeated<T> {
    fn made(
        kind: OperationKind,
        handle: RequestHandle,
        input: Elements<T>,
        output: Elements<T>,
    ) -> Self {
        Repeated { handle, kind, is_active: false, input, output, function: None }
    }

    fn check_idle(&self) -> Result<()> {
        if self.is_active { Err(under_way()) } else { Ok(()) }
    }

    /// What it sends or contributes.
    ///
    /// # Errors
    /// [`ErrorClass::REQUEST`] while a round goes on, as of the others.
    pub fn input_mut(&mut self) -> Result<&mut [T]> {
        in_call("input_mut", || self.check_idle().map(|()| &mut self.input.give_back()[..]))
    }

    /// What has come of the last round.
    pub fn output(&mut self) -> Result<&[T]> {
        in_call("output", || self.check_idle().map(|()| &self.output.give_back()[..]))
    }

    /// The same, to be changed: what a broadcast's root sends.
    pub fn output_mut(&mut self) -> Result<&mut [T]> {
        in_call("output_mut", || self.check_idle().map(|()| &mut self.output.give_back()[..]))
    }

    /// Begins a round (`MPI_Start`).
    pub fn start(&mut self) -> Result<RepeatedRound<'_, T>> {
        in_call("start", || {
            admit()?;
            self.check_idle()?;
            self.input.take();
            self.output.take();
            finish(|| request::start(self.handle))?;
            self.is_active = true;
            Ok(RepeatedRound(self))
        })
    }

    /// The round that goes on, if one was started and dropped.
    pub fn resume(&mut self) -> Option<RepeatedRound<'_, T>> {
        self.is_active.then_some(RepeatedRound(self))
    }
}

impl<T: Equivalence> Drop for Repeated<T> {
    fn drop(&mut self) {
        // One that is under way goes on, and keeps its elements and its function.
        if self.is_active {
            std::mem::forget(self.function.take());
        } else if admit().is_ok() && request::free(&mut self.handle).is_ok() {
            self.input.give_back();
            self.output.give_back();
        }
    }
}

/// A round of a [`Repeated`] operation. Dropped, it goes on; [`Repeated::resume`] finds it again.
#[must_use = "it ends with `wait`"]
pub struct RepeatedRound<'r, T: Equivalence>(&'r mut Repeated<T>);

impl<T: Equivalence> RepeatedRound<'_, T> {
    /// Waits until it is complete (`MPI_Wait`); a message's status where it was a receive.
    pub fn wait(self) -> Result<Status> {
        in_call("wait", || {
            admit()?;
            let mut handle = self.0.handle;
            let result = finish(|| request::wait(&mut handle)).map_err(Error::from);
            // This one is news of an operation that goes on.
            let goes_on = |error: &Error| error.class() == ErrorClass::PROC_FAILED_PENDING;
            self.0.is_active = result.as_ref().is_err_and(goes_on);
            let function = self.0.function.as_ref().filter(|_| !self.0.is_active);
            match function.and_then(|function| function.take_panic()) {
                Some(panic) => Err(panic.into_error()),
                None => Ok(Status(result?)),
            }
        })
    }

    /// Whether it is complete; moves everything on (`MPI_Request_get_status`).
    pub fn is_complete(&self) -> Result<bool> {
        in_call("is_complete", || {
            admit()?;
            Ok(request::get_status(self.0.handle)?.is_some())
        })
    }

    /// Takes a receive back if no message has matched it, and waits; `None`: it was taken back (`MPI_Cancel`).
    ///
    /// # Errors
    /// [`ErrorClass::REQUEST`] of a collective, whose round goes on: [`Repeated::resume`] finds it.
    pub fn cancel(self) -> Result<Option<Status>> {
        in_call("cancel", || {
            admit()?;
            self.0.kind.check_cancel()?;
            finish(|| request::cancel(self.0.handle))?;
            let status = self.wait()?;
            Ok((!status.0.cancelled()).then_some(status))
        })
    }
}

impl Communicator {
    /// Makes a send of these elements (`MPI_Send_init`).
    pub fn repeated_send<T: Equivalence>(
        &self,
        data: Vec<T>,
        dest: impl Into<Destination>,
        tag: i32,
    ) -> Result<Repeated<T>> {
        in_call("repeated_send", || {
            self.repeated_send_in(SendMode::Plain(Mode::Standard), data, dest.into(), tag)
        })
    }

    /// Makes a send that is complete when its receive has begun (`MPI_Ssend_init`).
    pub fn repeated_send_synchronous<T: Equivalence>(
        &self,
        data: Vec<T>,
        dest: impl Into<Destination>,
        tag: i32,
    ) -> Result<Repeated<T>> {
        in_call("repeated_send_synchronous", || {
            self.repeated_send_in(SendMode::Plain(Mode::Synchronous), data, dest.into(), tag)
        })
    }

    /// Makes a buffered send (`MPI_Bsend_init`); see [`attach_buffer`](Communicator::attach_buffer).
    pub fn repeated_send_buffered<T: Equivalence>(
        &self,
        data: Vec<T>,
        dest: impl Into<Destination>,
        tag: i32,
    ) -> Result<Repeated<T>> {
        in_call("repeated_send_buffered", || {
            self.repeated_send_in(SendMode::Buffered, data, dest.into(), tag)
        })
    }

    fn repeated_send_in<T: Equivalence>(
        &self,
        mode: SendMode,
        data: Vec<T>,
        dest: Destination,
        tag: i32,
    ) -> Result<Repeated<T>> {
        let (dest, tag) = (dest.admit(self)?, check_tag(tag)?);
        let (input, output) = (Elements::new(data), Elements::new(Vec::new()));
        let handle = send_init(input.send()?, dest, tag, self.handle(), mode)?;
        Ok(Repeated::made(OperationKind::Message, handle, input, output))
    }

    /// Makes a receive of as many elements as these, or fewer (`MPI_Recv_init`).
    pub fn repeated_receive<T: Equivalence>(
        &self,
        room: Vec<T>,
        source: impl Into<Source>,
        tag: impl Into<Tag>,
    ) -> Result<Repeated<T>> {
        in_call("repeated_receive", || {
            let (source, tag) = (source.into().admit(self)?, tag.into().check()?);
            let (input, output) = (Elements::new(Vec::new()), Elements::new(room));
            let handle = recv_init(output.recv()?, source, tag, self.handle())?;
            Ok(Repeated::made(OperationKind::Message, handle, input, output))
        })
    }
}
