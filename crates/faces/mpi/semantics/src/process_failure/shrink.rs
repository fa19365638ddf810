//! A communicator of those that are left: `MPIX_Comm_shrink` and its non-blocking form.
//!
//! One agreement finds who has failed, and a number that is free at all survivors. Where others may be agreeing
//! on a number at the same time, a second pass finds whether somebody has lost it meanwhile, which begins anew.

use super::agreement::{AgreementKey, Contribution, SHRINK};
use super::{ERR_PROC_FAILED, failure_error};
use crate::background::{Advance, Background, begin, handle_of};
use crate::comm::Comm;
use crate::comm::create::Blueprint;
use crate::comm::idup::UNKNOWN;
use crate::context_id::{AgreementBegin, used_up};
use crate::error::{Error, Result};
use crate::group::Group;
use crate::handle::{CommHandle, RequestHandle};
use crate::info::Info;
use crate::process::{Process, enter, is_shared, wait_until};
use ferry_consensus::RankSet;
use ferry_two_sided::TransferFault;
use ferry_wire::{ContextId, PeerId};
use std::sync::Arc;

/// Attempts to find a number.
const ATTEMPTS: u32 = 64;

/// `MPIX_Comm_shrink`.
pub fn shrink(handle: CommHandle) -> Result<CommHandle> {
    let mut shrinking = Shrinking::begin(&mut enter(), handle)?;
    let made = wait_until(|process| shrinking.advance(process));
    made.map(|()| shrinking.new).map_err(|error| error.on(handle))
}

/// `MPIX_Comm_ishrink`: the new communicator, to be used when the request is complete.
pub fn ishrink(handle: CommHandle) -> Result<(CommHandle, RequestHandle)> {
    let mut process = enter();
    let shrinking = Shrinking::begin(&mut process, handle)?;
    let new = shrinking.new;
    let started = begin(&mut process, handle, shrinking);
    Ok((new, handle_of(process, started)))
}

/// What the pass under way is about.
#[derive(Clone)]
enum Pass {
    /// Who has failed, and the largest number that one of them would take.
    Proposal,
    /// Whether somebody has lost it; who has failed is known.
    Vote { id: u64, failed: RankSet },
}

struct Shrinking {
    comm: Arc<Comm>,
    key: AgreementKey,
    pass: Pass,
    attempt: u32,
    begin: AgreementBegin,
    new: CommHandle,
}

impl Shrinking {
    /// The new communicator has its handle from the start, and its members and number when all have agreed.
    fn begin(process: &mut Process, handle: CommHandle) -> Result<Self> {
        process.look_for_failures();
        let comm = process.comm(handle)?.clone();
        let (group, remote) = (comm.group.clone(), comm.remote.clone());
        let info = Info::new();
        let plan = Blueprint { context: UNKNOWN, group, remote, topology: None, info };
        let new = process.build_comm(handle, plan)?;
        let key = process.failures.agreements.next(&comm);
        let begin = process.contexts.begin();
        let this = Shrinking { comm, key, pass: Pass::Proposal, attempt: 0, begin, new };
        this.begin_pass(process, false);
        Ok(this)
    }

    fn begin_pass(&self, process: &mut Process, is_refused: bool) {
        let own = match self.pass {
            Pass::Proposal => {
                let salt = self.comm.context.0.wrapping_add(self.key.number << 8) >> 1;
                let number = process.contexts.proposal(salt, self.attempt);
                let is_raised = is_shared() || process.contexts.overlap();
                Contribution { number, is_raised, ..Contribution::of_call(SHRINK) }
            }
            Pass::Vote { .. } => {
                Contribution { is_raised: is_refused, ..Contribution::of_call(SHRINK) }
            }
        };
        process.begin_agreement(&self.comm, self.key, own);
    }

    fn go_on(&mut self, process: &mut Process, pass: Pass, is_refused: bool) {
        (self.key, self.pass) = (self.key.next_pass(), pass);
        self.begin_pass(process, is_refused);
    }

    /// Goes on as far as it can; `Some`: that was all.
    fn advance(&mut self, process: &mut Process) -> Option<Result<()>> {
        loop {
            let (outcome, members) = process.agreement_outcome(self.key)?;
            let value = outcome.value;
            if let Some(error) = value.mixture() {
                return Some(self.give_up(process, error));
            }
            match self.pass.clone() {
                Pass::Proposal => {
                    let taken = process.contexts.reserve(value.number).unwrap_or(false);
                    if taken && !value.is_raised {
                        return Some(self.end(process, value.number, &outcome.failed, &members));
                    }
                    let pass = Pass::Vote { id: value.number, failed: outcome.failed };
                    self.go_on(process, pass, !taken);
                }
                Pass::Vote { id, failed } if !value.is_raised => {
                    return Some(self.end(process, id, &failed, &members));
                }
                Pass::Vote { .. } if self.attempt >= ATTEMPTS => {
                    return Some(self.give_up(process, used_up()));
                }
                Pass::Vote { .. } => {
                    self.attempt += 1;
                    self.go_on(process, Pass::Proposal, false);
                }
            }
        }
    }

    fn end(&self, process: &mut Process, id: u64, failed: &RankSet, members: &Group) -> Result<()> {
        let me = process.identity.me;
        let is_left =
            |peer: &PeerId| !members.rank_of(*peer).is_some_and(|rank| failed.contains(rank));
        let left = |group: &Group| Group::list(group.peers().filter(is_left).collect(), me);
        if !is_left(&me) {
            let text = "the other processes take this one for dead, and go on without it";
            return self.give_up(process, Error::new(ERR_PROC_FAILED, text));
        }
        let remote = self.comm.remote.as_deref().map(left);
        if remote.as_ref().is_some_and(|remote| remote.size() == 0) {
            let dead = self.comm.target().peer(0).unwrap_or(me);
            return self.give_up(process, failure_error(process, &self.comm, dead));
        }
        self.leave(process);
        let groups = (Arc::new(left(&self.comm.group)), remote.map(Arc::new));
        process.settle_comm(self.new, ContextId(id as u32), Some(groups))
    }

    fn leave(&self, process: &mut Process) {
        process.contexts.end(self.begin);
        process.failures.agreements.end(self.key);
    }

    fn give_up(&self, process: &mut Process, error: Error) -> Result<()> {
        self.leave(process);
        process.forget_comm(self.new);
        Err(error)
    }
}

impl Background for Shrinking {
    fn advance(&mut self, process: &mut Process) -> Advance {
        let before = self.key;
        match Shrinking::advance(self, process) {
            None if before == self.key => Advance::Waits,
            None => Advance::Moved,
            Some(Ok(())) => Advance::Ended(None),
            Some(Err(error)) => Advance::Ended(Some(TransferFault::Refused {
                code: error.code,
                why: error.message.as_ref().into(),
            })),
        }
    }
}
