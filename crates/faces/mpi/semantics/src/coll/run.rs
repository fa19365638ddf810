//! Blocking collectives.

use super::execute::{Execution, ExecutionStep};
use super::operation::Operation;
use super::plan::plan;
use crate::check::{self, Form};
use crate::error::Result;
use crate::handle::CommHandle;
use crate::p2p::fault_error;
use crate::process::{enter, wait_until};

/// What tells which arguments of a collective mean something at this process, and how long its arrays
/// are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CollectiveSeat {
    /// Rank in the local group.
    pub rank: u32,
    /// Size of the local group.
    pub size: u32,
    /// Size of the group that data comes from and goes to: the remote one of an intercommunicator.
    pub blocks: u32,
    /// Whether the communicator is an intercommunicator.
    pub inter: bool,
}

impl CollectiveSeat {
    /// Whether this process is the root, as the arguments of an operation tell.
    pub fn is_root(&self, root: i32) -> bool {
        if self.inter {
            root == crate::constants::MPI_ROOT
        } else {
            i64::from(root) == i64::from(self.rank)
        }
    }
}

/// This process's seat in a communicator.
pub fn seat(comm: CommHandle) -> Result<CollectiveSeat> {
    let process = enter();
    let comm = process.comm(comm)?;
    let inter = comm.remote.is_some();
    Ok(CollectiveSeat { rank: comm.rank, size: comm.size(), blocks: comm.target().size(), inter })
}

/// Performs an operation.
pub fn run(comm: CommHandle, operation: &Operation) -> Result<()> {
    if check::is_on() {
        check::before(comm, operation, Form::Blocking)?;
    }
    if let Some(result) = super::commons::run(comm, operation) {
        return result;
    }
    if let Some(result) = super::fast::run(comm, operation) {
        return result;
    }
    let mut execution = {
        let mut process = enter();
        let comm = process.comm(comm)?.clone();
        process.collectives.tally.blocking += 1;
        plan(&mut process, comm, operation, None)?
    };
    finish(&mut execution)
}

/// Waits for an execution.
fn finish(execution: &mut Execution) -> Result<()> {
    loop {
        match wait_until(|process| execution.advance(process)) {
            ExecutionStep::Done(None) => return Ok(()),
            ExecutionStep::Done(Some(fault)) => {
                return Err(fault_error(&fault).on(execution.comm().handle));
            }
            ExecutionStep::Reduce => execution.reduce(),
        }
    }
}
