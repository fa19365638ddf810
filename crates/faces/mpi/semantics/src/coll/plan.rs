//! From an operation's arguments to an execution.

mod data;
mod inter;
mod neighbor;
mod planner;
mod reduction;

pub(crate) use neighbor::Edges;
pub use neighbor::degrees;

use super::execute::{Execution, ExecutionParts};
use super::operation::Operation;
use super::roster::Roster;
use super::staging::Staging;
use crate::comm::Comm;
use crate::error::Result;
use crate::process::Process;
use ferry_coll::Collective;
use ferry_sys::{Arena, OwnedBuffer};
use planner::{PlannedOperation, Planner};
use std::sync::Arc;

/// Plans an operation; `tag` of its messages is the operation's own unless given.
pub(super) fn plan(
    process: &mut Process,
    comm: Arc<Comm>,
    operation: &Operation,
    tag: Option<i32>,
) -> Result<Execution> {
    let mut planner = Planner::new(process, comm);
    let made = if planner.comm.remote.is_some() {
        inter::plan(&mut planner, operation)
    } else {
        within(&mut planner, operation)
    };
    let Planner { staging: Staging { process, buffers }, comm, .. } = planner;
    match made {
        Ok(plan) => Ok(execution(process, comm, tag.unwrap_or(operation.tag()), plan, buffers)),
        Err(error) => {
            buffers.into_iter().for_each(|buffer| process.collectives.give_buffer(buffer));
            Err(error)
        }
    }
}

fn execution(
    process: &mut Process,
    comm: Arc<Comm>,
    tag: i32,
    plan: PlannedOperation,
    buffers: Vec<OwnedBuffer>,
) -> Execution {
    let PlannedOperation { schedule, input, output, unpacking, reducer } = plan;
    let schedule = Arc::new(schedule);
    let exact = false;
    let parts = ExecutionParts { schedule, input, output, reducer, unpacking, buffers, exact };
    Execution::new(process, Roster::of_comm(comm, tag), parts)
}

/// Plans an operation within one group.
fn within(planner: &mut Planner<'_>, operation: &Operation) -> Result<PlannedOperation> {
    match operation {
        Operation::Barrier => {
            let choice = planner.choose(Collective::Barrier, 0, true);
            let schedule = ferry_coll::barrier(planner.member, choice);
            Ok(PlannedOperation::new(schedule, Arena::empty(), Arena::empty()))
        }
        Operation::Bcast(buffer, root) => planner.bcast(buffer, *root),
        Operation::Gather(send, recv, root) => planner.gather(send.as_ref(), recv, *root),
        Operation::Gatherv(send, recv, root) => planner.gatherv(send.as_ref(), recv, *root),
        Operation::Scatter(send, recv, root) => planner.scatter(send, recv.as_ref(), *root),
        Operation::Scatterv(send, recv, root) => planner.scatterv(send, recv.as_ref(), *root),
        Operation::Allgather(send, recv) => planner.allgather(send.as_ref(), recv),
        Operation::Allgatherv(send, recv) => planner.allgatherv(send.as_ref(), recv),
        Operation::Alltoall(send, recv) => planner.alltoall(send.as_ref(), recv),
        Operation::Alltoallv(send, recv) => planner.alltoallv(send.as_ref(), recv),
        Operation::Reduce(vectors, root) => planner.reduce(vectors, *root),
        Operation::Allreduce(vectors) => planner.allreduce(vectors),
        Operation::Scan(vectors) => planner.scan(vectors, true),
        Operation::Exscan(vectors) => planner.scan(vectors, false),
        Operation::ReduceScatterBlock(vectors) => planner.reduce_scatter_block(vectors),
        Operation::ReduceScatter(vectors, counts) => planner.reduce_scatter(vectors, counts),
        Operation::NeighborAllgather(..)
        | Operation::NeighborAllgatherv(..)
        | Operation::NeighborAlltoall(..)
        | Operation::NeighborAlltoallv(..) => neighbor::plan(planner, operation),
    }
}
