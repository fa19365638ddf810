//! Non-blocking (MPI-5.0 §6.12) and persistent collectives (MPI-5.0 §6.13): executions that go on in the
//! background.

use super::operation::Operation;
use super::plan::plan;
use crate::background::{begin, handle_of};
use crate::check::{self, Checked, Form};
use crate::comm::Comm;
use crate::error::Result;
use crate::handle::{CommHandle, RequestHandle};
use crate::process::{Process, enter};
use crate::request::{PersistentStart, Startable};
use crate::table::Hold;
use std::sync::Arc;

/// Starts an operation.
pub fn start(handle: CommHandle, operation: &Operation) -> Result<RequestHandle> {
    let mut process = enter();
    let comm = process.comm(handle)?.clone();
    let tag = process.collectives.next_tag(handle);
    process.collectives.tally.nonblocking += 1;
    let execution = plan(&mut process, comm, operation, Some(tag))?;
    let started = match check::is_on() {
        false => begin(&mut process, handle, execution),
        true => {
            let checked = Checked::new(&mut process, handle, (operation, execution))?;
            begin(&mut process, handle, checked)
        }
    };
    Ok(handle_of(process, started))
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
    fn start(&self, process: &mut Process) -> Result<PersistentStart> {
        process.collectives.tally.persistent += 1;
        let execution = plan(process, self.comm.clone(), &self.operation, Some(self.tag))?;
        Ok(begin(process, self.comm.handle, execution))
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
///
/// It may wait for the others (MPI-5.0 §6.13).
pub fn init(comm: CommHandle, operation: Operation) -> Result<RequestHandle> {
    if check::is_on() {
        check::before(comm, &operation, Form::Persistent)?;
    }
    let mut process = enter();
    let comm = process.comm(comm)?.clone();
    let tag = process.collectives.next_tag(comm.handle);
    // Mistakes in the arguments are reported here already.
    plan(&mut process, comm.clone(), &operation, Some(tag))?;
    let _objects = hold(&mut process, &operation);
    Ok(process.persistent_request(Persistent { operation, comm, tag, _objects }))
}
