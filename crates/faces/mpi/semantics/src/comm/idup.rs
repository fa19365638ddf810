//! `MPI_Comm_idup` (MPI-5.0 §7.4.2): the agreement on a context as an operation in the background.
//!
//! Handle and attributes are made at once; the context is filled in when all have agreed, and then only
//! the links learn of the communicator. An agreement has two passes over all processes of both groups: the
//! largest number that one of them would take, then whether one of them refused it, which begins it anew.

use crate::attribute::{self, Holder};
use crate::background::{Advance, Background, begin, handle_of, refused};
use crate::check::{self, Checked, OtherCall};
use crate::coll::{Internal, InternalExecution, Roster};
use crate::comm::Comm;
use crate::comm::create::Blueprint;
use crate::comm::meeting::{from_bytes, to_bytes};
use crate::context_id::AgreementBegin;
use crate::error::Result;
use crate::group::Group;
use crate::handle::{CommHandle, RequestHandle};
use crate::info::Info;
use crate::process::{Process, enter};
use crate::tags;
use ferry_two_sided::TransferFault;
use ferry_wire::ContextId;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

/// The context of a communicator that has none yet.
pub(crate) const UNKNOWN: ContextId = ContextId(u32::MAX - 1);

/// What the values that travel mean.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Pass {
    Proposal,
    Vote { id: u64 },
}

struct Agreement {
    comm: Arc<Comm>,
    members: Arc<Group>,
    tag: i32,
    attempt: u32,
    proposed: u64,
    pass: Pass,
    execution: InternalExecution,
    begin: AgreementBegin,
    new: CommHandle,
}

/// All processes of a communicator; those of both groups in an order that both know.
pub(crate) fn everyone(process: &Process, comm: &Comm) -> Group {
    let me = process.identity.me;
    let Some(remote) = &comm.remote else { return Group::list(comm.group.peers().collect(), me) };
    let (a, b) = match is_second(process, comm) {
        false => (&comm.group, remote),
        true => (remote, &comm.group),
    };
    Group::list(a.peers().chain(b.peers()).collect(), me)
}

/// Whether this process's group is the second of an intercommunicator's in that order.
pub(crate) fn is_second(process: &Process, comm: &Comm) -> bool {
    let (own, remote) =
        (comm.group.peer(0), comm.remote.as_ref().and_then(|remote| remote.peer(0)));
    matches!((own, remote), (Some(own), Some(remote)) if process.comes_before(remote, own))
}

/// `MPI_Comm_idup` and `MPI_Comm_idup_with_info`: the new communicator, to be used when the request is
/// complete.
pub fn idup(handle: CommHandle, info: Info) -> Result<(CommHandle, RequestHandle)> {
    let (comm, new) = {
        let mut process = enter();
        let comm = process.comm(handle)?.clone();
        if check::is_on() {
            // Before anything is made: a revoked communicator lets nobody tell what they call.
            comm.check()?;
        }
        let plan = Blueprint {
            context: UNKNOWN,
            group: comm.group.clone(),
            remote: comm.remote.clone(),
            topology: comm.topology.clone(),
            info,
        };
        let new = process.build_comm(handle, plan)?;
        (comm, new)
    };
    if let Err(error) = attribute::copy_all(Holder::Comm, handle.0, new.0) {
        // The error of the copy function matters more than that of a delete function.
        let _ = crate::comm::free(new);
        return Err(error);
    }
    let mut process = enter();
    let agreement = Agreement::new(&mut process, comm, new);
    let started = match check::is_on() {
        false => begin(&mut process, handle, agreement),
        true => {
            let checked = (OtherCall::CommDup, agreement);
            let checked = Checked::other(&mut process, handle, checked)?;
            begin(&mut process, handle, checked)
        }
    };
    Ok((new, handle_of(process, started)))
}

impl Agreement {
    /// Agreements of one communicator may overlap.
    fn new(process: &mut Process, comm: Arc<Comm>, new: CommHandle) -> Self {
        let members = Arc::new(everyone(process, &comm));
        let begin = process.contexts.begin();
        let tag = process.duplications.next(comm.handle, tags::DUPLICATIONS);
        let proposed = proposal(process, &comm, tag, 0);
        let execution = largest(process, &comm, &members, tag, proposed);
        let (attempt, pass) = (0, Pass::Proposal);
        Agreement { comm, members, tag, attempt, proposed, pass, execution, begin, new }
    }

    fn begin_pass(&mut self, process: &mut Process, pass: Pass, value: u64) {
        self.pass = pass;
        self.execution = largest(process, &self.comm, &self.members, self.tag, value);
    }

    /// All know the largest value. `Some`: that was the last pass.
    fn end_pass(&mut self, process: &mut Process, value: u64) -> Option<Option<TransferFault>> {
        match self.pass {
            Pass::Proposal => {
                // A process without free numbers refuses for ever; the proposals soon say so.
                let taken = process.contexts.reserve(value).unwrap_or(false);
                self.begin_pass(process, Pass::Vote { id: value }, u64::from(!taken));
                None
            }
            Pass::Vote { id } if value == 0 => Some(
                process
                    .settle_comm(self.new, ContextId(id as u32), None)
                    .err()
                    .as_ref()
                    .map(refused),
            ),
            Pass::Vote { .. } if self.attempt > 64 => {
                Some(Some(refused(&crate::context_id::used_up())))
            }
            Pass::Vote { .. } => {
                self.attempt += 1;
                self.proposed = proposal(process, &self.comm, self.tag, self.attempt);
                self.begin_pass(process, Pass::Proposal, self.proposed);
                None
            }
        }
    }
}

impl Background for Agreement {
    fn abandon(&mut self, process: &mut Process) {
        process.contexts.end(self.begin);
    }

    fn advance(&mut self, process: &mut Process) -> Advance {
        let mut before = Some(self.execution.round());
        loop {
            let Some(result) = self.execution.advance(process) else {
                let stayed = before == Some(self.execution.round());
                return if stayed { Advance::Waits } else { Advance::Moved };
            };
            before = None;
            let end = match result {
                Ok(bytes) => self.end_pass(process, from_bytes(&bytes)[0]),
                Err(fault) => {
                    process.contexts.avoid(self.proposed);
                    Some(Some(fault))
                }
            };
            if let Some(fault) = end {
                process.contexts.end(self.begin);
                return Advance::Ended(fault);
            }
        }
    }
}

/// The number that this process would take.
fn proposal(process: &Process, comm: &Comm, tag: i32, attempt: u32) -> u64 {
    let salt = comm.context.0.wrapping_add(tag.cast_unsigned() << 8) >> 1;
    process.contexts.proposal(salt, attempt)
}

/// The largest of everybody's values.
fn largest(
    process: &mut Process,
    comm: &Arc<Comm>,
    members: &Arc<Group>,
    tag: i32,
    value: u64,
) -> InternalExecution {
    let context = comm.collective_context();
    let roster = Roster::of_group(comm.clone(), members.clone(), context, tag);
    InternalExecution::new(process, roster, Internal::Largest, &to_bytes(&[value]))
}

impl Process {
    /// Fills the context in, and the groups that were found meanwhile, and tells the links what hints and rules wish
    /// for it.
    pub(crate) fn settle_comm(
        &mut self,
        handle: CommHandle,
        context: ContextId,
        groups: Option<(Arc<Group>, Option<Arc<Group>>)>,
    ) -> Result<()> {
        let Some(entry) = self.comms.get_mut(handle) else { return Ok(()) };
        let comm = &entry.comm;
        let (group, remote) = groups.unwrap_or_else(|| (comm.group.clone(), comm.remote.clone()));
        entry.comm = Arc::new(Comm {
            handle,
            context,
            rank: group.rank().unwrap_or(0),
            group,
            remote,
            topology: comm.topology.clone(),
            revoked: AtomicBool::new(comm.is_revoked()),
            spans_jobs: comm.spans_jobs,
        });
        self.announce_comm(handle)?;
        self.revoke_if_early(handle);
        Ok(())
    }
}
