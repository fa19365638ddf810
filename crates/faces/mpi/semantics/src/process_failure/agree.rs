//! Agreeing on a number: `MPIX_Comm_agree` and its non-blocking form.

use super::agreement::{AGREE, AgreementKey, Contribution};
use super::failure_error;
use crate::background::{Advance, Background, begin, handle_of};
use crate::comm::Comm;
use crate::comm::idup::is_second;
use crate::error::{Error, Result};
use crate::group::Group;
use crate::handle::{CommHandle, RequestHandle};
use crate::process::{Process, enter, wait_until};
use ferry_consensus::Outcome;
use ferry_datatype::UserMemoryMut;
use ferry_two_sided::TransferFault;
use std::sync::Arc;

/// `MPIX_Comm_agree`: the bits that all survivors have, at all of them alike, and an error at all of them where a
/// member has failed that not all have acknowledged. Between two groups they are those of the other one. It works on
/// a revoked communicator, too.
pub fn agree(handle: CommHandle, flags: i32) -> Result<(i32, Option<Error>)> {
    let (comm, key) = start(&mut enter(), handle, flags)?;
    let (outcome, members) = wait_until(|process| process.agreement_outcome(key));
    let mut process = enter();
    process.failures.agreements.end(key);
    let flags = outcome.value.flags[usize::from(asks_for_second(&process, &comm))];
    Ok((flags, verdict(&process, &comm, &outcome, &members)))
}

/// `MPIX_Comm_iagree`: the number is in `memory`, before and after.
pub fn iagree(handle: CommHandle, memory: UserMemoryMut) -> Result<RequestHandle> {
    let mut process = enter();
    let mut flags = [0; 4];
    flags.copy_from_slice(memory.arena(0, 4).read(0, 4).as_slice());
    let (comm, key) = start(&mut process, handle, i32::from_ne_bytes(flags))?;
    let started = begin(&mut process, handle, AgreeingOperation { comm, key, memory });
    Ok(handle_of(process, started))
}

fn start(
    process: &mut Process,
    handle: CommHandle,
    flags: i32,
) -> Result<(Arc<Comm>, AgreementKey)> {
    process.look_for_failures();
    let comm = process.comm(handle)?.clone();
    let key = process.failures.agreements.next(&comm);
    let acked = process.acked_ranks(&comm);
    let mut own = Contribution { acked, ..Contribution::of_call(AGREE) };
    own.flags[usize::from(is_second(process, &comm))] = flags;
    process.begin_agreement(&comm, key, own);
    Ok((comm, key))
}

/// Whether a call gives the bits of the second group: of two it gives the other's.
fn asks_for_second(process: &Process, comm: &Comm) -> bool {
    comm.remote.is_some() && !is_second(process, comm)
}

/// The error that all get where not all have acknowledged a failure that was found.
fn verdict(
    process: &Process,
    comm: &Comm,
    outcome: &Outcome<Contribution>,
    members: &Group,
) -> Option<Error> {
    if let Some(error) = outcome.value.mixture() {
        return Some(error.on(comm.handle));
    }
    let unknown = outcome.failed.iter().find(|rank| !outcome.value.acked.contains(*rank))?;
    Some(failure_error(process, comm, members.peer(unknown)?))
}

struct AgreeingOperation {
    comm: Arc<Comm>,
    key: AgreementKey,
    memory: UserMemoryMut,
}

impl Background for AgreeingOperation {
    fn advance(&mut self, process: &mut Process) -> Advance {
        let Some((outcome, members)) = process.agreement_outcome(self.key) else {
            return Advance::Waits;
        };
        process.failures.agreements.end(self.key);
        let second = usize::from(asks_for_second(process, &self.comm));
        let flags = outcome.value.flags[second].to_ne_bytes();
        self.memory.arena(0, 4).write(0, 4).as_mut_slice().copy_from_slice(&flags);
        let error = verdict(process, &self.comm, &outcome, &members);
        Advance::Ended(error.map(|error| TransferFault::Refused {
            code: error.code,
            why: error.message.as_ref().into(),
        }))
    }
}
