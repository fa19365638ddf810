//! Collectives in memory that all members of a communicator map (`ferry-commons`), instead of by messages.
//!
//! Whether an operation goes this way follows from what all members know alike: that they share the memory, what
//! the operation is, and how many bytes it moves. Arguments that make no sense go the way of the messages, where
//! they are refused.

mod chain;
mod exchange;
mod lending;
mod lent;
mod lent_reduction;
mod movement;
mod pieces;
mod piecewise;
mod reduction;
mod rooms;
mod scratch;
mod setup;
mod turn;
mod ways;

pub(crate) use setup::CommonsSlot;

use super::operation::Operation;
use crate::error::Result;
use crate::handle::CommHandle;
use crate::process::{Entered, enter};
use crate::process_failure::revoked_error;
use turn::CommonsTurn;

/// Performs an operation; `None`: nothing was done, it goes by messages.
#[inline]
pub(super) fn run(handle: CommHandle, operation: &Operation) -> Option<Result<()>> {
    // Its end may enter the process's state, and comes after that was left.
    let turn;
    let mut process = enter();
    let commons = match &process.comms.get(handle)?.commons {
        CommonsSlot::Open(commons) => commons,
        CommonsSlot::Refused => return None,
        CommonsSlot::Counting(_) => {
            drop(process);
            setup::count(handle);
            return None;
        }
    };
    turn = CommonsTurn::begin(commons.clone(), operation.kind());
    let wish = operation
        .collective()
        .map(|collective| process.collectives.selection_for(turn.comm()).wish(collective));
    if turn.comm().is_revoked() {
        turn.give_up(&revoked_error(turn.comm()));
        return None;
    }
    if wish != Some(None) {
        return None;
    }
    if let Some(error) = turn.fault(&process) {
        turn.give_up(&error);
        return Some(Err(error));
    }
    process.collectives.tally.in_commons += 1;
    let outcome = perform(&turn, process, operation);
    match outcome {
        Some(Ok(())) => turn.note_success(),
        None => enter().collectives.tally.in_commons -= 1,
        _ => {}
    }
    outcome
}

/// Performs an operation in its turn.
#[inline]
fn perform(turn: &CommonsTurn, process: Entered, operation: &Operation) -> Option<Result<()>> {
    match operation {
        Operation::Barrier => turn.barrier(process),
        Operation::Bcast(buffer, root) => turn.bcast(process, buffer, *root),
        Operation::Gather(send, recv, root) => turn.gather(process, (send.as_ref(), recv), *root),
        Operation::Scatter(send, recv, root) => turn.scatter(process, (send, recv.as_ref()), *root),
        Operation::Allgather(send, recv) => turn.allgather(process, send.as_ref(), recv),
        Operation::Allgatherv(send, recv) => turn.allgatherv(process, send.as_ref(), recv),
        Operation::Alltoall(send, recv) => turn.alltoall(process, send.as_ref(), recv),
        Operation::Reduce(vectors, root) => turn.reduce(process, vectors, *root),
        Operation::Allreduce(vectors) => turn.allreduce(process, vectors),
        Operation::Scan(vectors) => turn.scan(process, vectors, true),
        Operation::Exscan(vectors) => turn.scan(process, vectors, false),
        Operation::ReduceScatterBlock(vectors) => turn.reduce_scatter_block(process, vectors),
        Operation::ReduceScatter(vectors, counts) => turn.reduce_scatter(process, vectors, counts),
        _ => None,
    }
}
