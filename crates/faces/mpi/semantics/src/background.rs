//! Operations that go on while the program does something else, each behind a request of its own:
//! non-blocking collectives, duplications of communicators, flushes of attached buffers.

use crate::error::Error;
use crate::handle::{CommHandle, RequestHandle};
use crate::lane::Lane;
use crate::process::{Entered, Process, enter};
use crate::request::{COMPLETE, OperationOwner, PersistentStart, of_transfer};
use crate::status::Status;
use ferry_two_sided::{Outcome, RequestId, TransferFault};

/// Such an operation. Whoever makes progress advances it.
pub(crate) trait Background: Send {
    /// Goes on as far as it can. After [`Advance::Ended`] it is not asked again.
    fn advance(&mut self, process: &mut Process) -> Advance;

    /// It is abandoned before it was asked to go on.
    fn abandon(&mut self, _process: &mut Process) {}

    /// Calls the program's function that [`Advance::Calls`] asked for. The process's state is not entered:
    /// the function may call MPI.
    fn call(&mut self) {}
}

/// What ends an operation that an error has refused.
pub(crate) fn refused(error: &Error) -> TransferFault {
    TransferFault::Refused { code: error.code, why: error.message.as_ref().into() }
}

/// How far an operation has come.
#[derive(Debug)]
pub(crate) enum Advance {
    /// It waits for the same as before.
    Waits,
    /// It waits for something else than before.
    Moved,
    /// A function of the program is next.
    Calls,
    /// It is over; what went wrong, if anything.
    Ended(Option<TransferFault>),
    /// It is over, and has an outcome of its own.
    EndedAs(Outcome),
}

struct Running {
    operation: Box<dyn Background>,
    request: RequestId,
}

/// The operations under way.
#[derive(Default)]
pub(crate) struct InBackground {
    active: Vec<Running>,
    /// Those that need a function of the program next.
    calling: Vec<Running>,
}

impl InBackground {
    /// Whether nothing is under way.
    #[inline]
    pub(crate) fn is_idle(&self) -> bool {
        self.active.is_empty()
    }

    /// Whether functions of the program are to be called ([`call`]).
    #[inline]
    pub(crate) fn calls(&self) -> bool {
        !self.calling.is_empty()
    }
}

/// Starts an operation for a communicator, whose error handler hears of it where it is waited for, even if
/// it fails at once.
pub(crate) fn begin(
    process: &mut Process,
    comm: CommHandle,
    operation: impl Background + 'static,
) -> PersistentStart {
    // Labelled as a send is: its status is empty.
    begin_as(process, OperationOwner::send(comm), operation)
}

/// The same, for an operation whose status is that of its owner's kind.
pub(crate) fn begin_as(
    process: &mut Process,
    owner: OperationOwner,
    mut operation: impl Background + 'static,
) -> PersistentStart {
    let advance = operation.advance(process);
    if let Advance::Ended(None) = advance {
        return PersistentStart::Complete(Status::SENT);
    }
    let request = process.runtime.face.transfer.open(owner.label());
    let running = |operation| Running { operation: Box::new(operation), request };
    match advance {
        Advance::Ended(fault) => process.runtime.face.transfer.close(request, fault),
        Advance::EndedAs(outcome) => process.runtime.face.transfer.close_as(request, outcome),
        Advance::Calls => process.background.calling.push(running(operation)),
        Advance::Waits | Advance::Moved => process.background.active.push(running(operation)),
    }
    PersistentStart::Transfer(request)
}

/// The handle of an operation that has just begun. Calls the program's functions that it needs first.
pub(crate) fn handle_of(process: Entered, started: PersistentStart) -> RequestHandle {
    if process.background.calls() {
        drop(call(process));
    }
    match started {
        PersistentStart::Transfer(id) => of_transfer(Lane::PROCESS, id),
        PersistentStart::Complete(_) => COMPLETE,
    }
}

/// Advances all operations; how many of them moved.
#[cold]
pub(crate) fn advance_all(process: &mut Process) -> usize {
    let mut list = std::mem::take(&mut process.background.active);
    let mut moved = 0;
    let mut index = 0;
    while let Some(Running { operation, request }) = list.get_mut(index) {
        match operation.advance(process) {
            Advance::Waits => {
                index += 1;
                continue;
            }
            Advance::Moved => index += 1,
            Advance::Calls => process.background.calling.push(list.swap_remove(index)),
            Advance::Ended(fault) => {
                process.runtime.face.transfer.close(*request, fault);
                list.swap_remove(index);
            }
            Advance::EndedAs(outcome) => {
                process.runtime.face.transfer.close_as(*request, outcome);
                list.swap_remove(index);
            }
        }
        moved += 1;
    }
    list.append(&mut process.background.active);
    process.background.active = list;
    if moved != 0 {
        process.runtime.call_sleepers();
    }
    moved
}

/// Leaves the process's state, calls the program's functions that operations under way wait for, and
/// enters it again.
#[cold]
pub(crate) fn call(mut process: Entered) -> Entered {
    while process.background.calls() {
        let mut calling = std::mem::take(&mut process.background.calling);
        drop(process);
        calling.iter_mut().for_each(|running| running.operation.call());
        process = enter();
        process.background.active.append(&mut calling);
        process.progress();
    }
    process
}
