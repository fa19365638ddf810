//! Non-blocking (MPI-5.0 §6.12) and persistent collectives (MPI-5.0 §6.13): executions that are
//! advanced with everything else and end a request of their own.

use super::execute::{Event, Execution};
use super::operation::Operation;
use super::plan::plan;
use super::state::Active;
use crate::comm::Comm;
use crate::error::Result;
use crate::handle::{CommHandle, RequestHandle};
use crate::p2p::fault_error;
use crate::process::{Entered, Process, enter};
use crate::request::{COMPLETE, Owner, Startable, Started, of_transfer};
use crate::status::Status;
use crate::table::Hold;
use std::sync::Arc;

/// Starts an operation.
pub fn start(comm: CommHandle, operation: &Operation) -> Result<RequestHandle> {
    let mut process = enter();
    let comm = process.comm(comm)?.clone();
    let tag = process.collectives.next_tag(comm.handle);
    let execution = plan(&mut process, comm, operation, Some(tag))?;
    let started = begin(&mut process, execution)?;
    if process.collectives.owes() {
        drop(settle(process));
    }
    Ok(match started {
        Started::Transfer(id) => of_transfer(id),
        Started::Complete(_) => COMPLETE,
    })
}

/// Advances an execution for the first time, and keeps it unless that is all.
fn begin(process: &mut Process, execution: Execution) -> Result<Started> {
    let mut execution = Box::new(execution);
    let event = execution.advance(process);
    if let Some(Event::Done(fault)) = event {
        let failed = fault.map(|fault| fault_error(&fault).on(execution.comm().handle));
        return failed.map_or(Ok(Started::Complete(Status::SENT)), Err);
    }
    // Labelled as a send is: its status is empty.
    let request = process.engine.transfer.open(Owner::send(execution.comm().handle).label());
    let active = Active { execution, request };
    match event {
        Some(_) => process.collectives.owed.push(active),
        None => process.collectives.active.push(active),
    }
    Ok(Started::Transfer(request))
}

/// Advances all operations that no call waits for; how many of them moved.
#[cold]
pub(crate) fn advance_all(process: &mut Process) -> usize {
    let mut list = std::mem::take(&mut process.collectives.active);
    let mut moved = 0;
    let mut index = 0;
    while let Some(Active { execution, request }) = list.get_mut(index) {
        let before = execution.round();
        match execution.advance(process) {
            None => {
                moved += usize::from(execution.round() != before);
                index += 1;
                continue;
            }
            Some(Event::Done(fault)) => {
                process.engine.transfer.close(*request, fault);
                list.swap_remove(index);
            }
            Some(Event::Reduce) => {
                let active = list.swap_remove(index);
                process.collectives.owed.push(active);
            }
        }
        moved += 1;
    }
    process.collectives.active = list;
    moved
}

/// Leaves the process's state, calls the users' functions that operations under way wait for, and
/// enters it again.
#[cold]
pub(crate) fn settle(mut process: Entered) -> Entered {
    while process.collectives.owes() {
        let mut owed = std::mem::take(&mut process.collectives.owed);
        drop(process);
        owed.iter_mut().for_each(|active| active.execution.reduce());
        process = enter();
        process.collectives.active.append(&mut owed);
        process.progress();
    }
    process
}

/// A persistent collective. It keeps the datatypes and the operation that its arguments name, should the
/// program free them (MPI-5.0 §5.1.9, §6.9.7).
struct Persistent {
    operation: Operation,
    comm: Arc<Comm>,
    tag: i32,
    _objects: Vec<Hold>,
}

impl Startable for Persistent {
    fn start(&self, process: &mut Process) -> Result<Started> {
        let execution = plan(process, self.comm.clone(), &self.operation, Some(self.tag))?;
        begin(process, execution)
    }

    fn comm(&self) -> &Arc<Comm> {
        &self.comm
    }
}

/// Keeps what an operation's arguments name.
fn hold(process: &mut Process, operation: &Operation) -> Vec<Hold> {
    let types = operation.datatypes().into_iter().map(|handle| process.types.hold(handle));
    let op = operation.op().map(|handle| process.ops.hold(handle));
    types.chain(op).filter(|hold| !hold.is_idle()).collect()
}

/// Makes an inactive persistent operation. All processes make them in one order, but may start them
/// in any.
pub fn init(comm: CommHandle, operation: Operation) -> Result<RequestHandle> {
    let mut process = enter();
    let comm = process.comm(comm)?.clone();
    let tag = process.collectives.next_tag(comm.handle);
    // Mistakes in the arguments are reported here already.
    plan(&mut process, comm.clone(), &operation, Some(tag))?;
    let _objects = hold(&mut process, &operation);
    Ok(process.persistent_request(Arc::new(Persistent { operation, comm, tag, _objects })))
}
