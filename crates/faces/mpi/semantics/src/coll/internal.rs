//! Collectives of the library's own, on a few bytes: what processes tell each other when they make a
//! communicator together.

use super::execute::{Execution, ExecutionParts, ExecutionStep};
use super::reducer::Reducer;
use super::roster::Roster;
use crate::error::Result;
use crate::p2p::fault_error;
use crate::process::{Process, enter, wait_until};
use ferry_coll::{Algorithm, Member, Schedule, Vector};
use ferry_datatype::Basic;
use ferry_op::BuiltinOp;
use ferry_sys::{Arena, OwnedBuffer};
use ferry_two_sided::TransferFault;
use std::sync::Arc;

/// What is done with everybody's bytes. Who takes part passes equally many.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Internal {
    /// They are numbers of 64 bits: the largest at each place.
    Largest,
    /// They are numbers of 64 bits: the sum at each place.
    Sums,
    /// One after the other, in order of rank.
    Gather,
    /// Those of this rank.
    Share(u32),
}

impl Internal {
    /// The schedule, and where in the result the own bytes are before it begins.
    fn schedule(self, member: Member, len: usize) -> (Schedule, usize) {
        let vector = Vector { bytes: len, unit: 8, commutative: true };
        match self {
            Internal::Largest | Internal::Sums => {
                let choice = Algorithm::RecursiveDoubling.into();
                (ferry_coll::allreduce(member, vector, true, choice), 0)
            }
            Internal::Gather => {
                let schedule = ferry_coll::allgather(member, len, true, Algorithm::Bruck.into());
                (schedule, member.rank as usize * len)
            }
            Internal::Share(root) => {
                (ferry_coll::bcast(member, root, len, Algorithm::Binomial.into()), 0)
            }
        }
    }

    fn reducer(self) -> Reducer {
        match self {
            Internal::Largest => Reducer::Builtin(BuiltinOp::Max, Basic::Uint64),
            Internal::Sums => Reducer::Builtin(BuiltinOp::Sum, Basic::Uint64),
            Internal::Gather | Internal::Share(_) => Reducer::None,
        }
    }
}

/// Such a collective under way.
pub(crate) struct InternalExecution {
    execution: Execution,
    result: Arena,
    /// Where the result lies.
    _room: OwnedBuffer,
}

impl InternalExecution {
    /// Prepares it; `own`: this process's bytes.
    pub(crate) fn new(process: &mut Process, roster: Roster, what: Internal, own: &[u8]) -> Self {
        let member = roster.member();
        let (schedule, at) = what.schedule(member, own.len());
        let len =
            if what == Internal::Gather { own.len() * member.size as usize } else { own.len() };
        let room = OwnedBuffer::new(len.max(1));
        let result = room.arena(len);
        result.write(at, own.len()).as_mut_slice().copy_from_slice(own);
        let parts = ExecutionParts {
            schedule: Arc::new(schedule),
            input: Arena::empty(),
            output: result,
            reducer: what.reducer(),
            unpacking: None,
            buffers: Vec::new(),
            exact: true,
        };
        let execution = Execution::new(process, roster, parts);
        InternalExecution { execution, result, _room: room }
    }

    /// Goes on as far as possible; `Some`: that was all.
    pub(crate) fn advance(
        &mut self,
        process: &mut Process,
    ) -> Option<Result<Vec<u8>, TransferFault>> {
        match self.execution.advance(process)? {
            ExecutionStep::Done(Some(fault)) => Some(Err(fault)),
            // No function of the program reduces here.
            ExecutionStep::Done(None) | ExecutionStep::Reduce => {
                Some(Ok(self.result.read(0, self.result.len()).as_slice().to_vec()))
            }
        }
    }

    /// The round that is under way; it grows.
    pub(crate) fn round(&self) -> usize {
        self.execution.round()
    }
}

/// Performs one and waits for it.
pub(crate) fn run(roster: Roster, what: Internal, own: &[u8]) -> Result<Vec<u8>> {
    let comm = roster.comm.handle;
    let mut execution = InternalExecution::new(&mut enter(), roster, what, own);
    let result = wait_until(|process| execution.advance(process));
    result.map_err(|fault| fault_error(&fault).on(comm))
}
