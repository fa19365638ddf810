//! `MPI_Comm_idup` (MPI-5.0 §7.4.2): the agreement on a context as an operation that is advanced with
//! everything else.
//!
//! Handle and attributes are made at once; the context is filled in when all have agreed, and then only
//! the links learn of the communicator. An
//! agreement has two passes of dissemination over all processes of both groups: the largest number
//! that one of them would take, then whether one of them refused it, which begins it anew.

use crate::attribute::{self, Holder};
use crate::comm::Comm;
use crate::comm::create::Blueprint;
use crate::comm::meeting::{Landing, merge, to_bytes};
use crate::error::{Error, Result};
use crate::group::Group;
use crate::handle::{CommHandle, RequestHandle};
use crate::info::Info;
use crate::process::{Process, enter};
use crate::request::{Owner, of_transfer};
use crate::tags::{self, Sequences};
use ferry_matching::Selector;
use ferry_two_sided::{Fault, Mode, RecvSpace, RequestId, SendData, Started};
use ferry_wire::{ContextId, PeerId};
use std::sync::{Arc, Mutex};

/// The context of a communicator that has none yet.
pub(crate) const UNKNOWN: ContextId = ContextId(u32::MAX - 1);

/// Duplications under way.
#[derive(Default)]
pub(crate) struct Duplications {
    active: Vec<Agreement>,
    sequences: Sequences,
}

impl Duplications {
    /// Whether nothing is under way.
    #[inline]
    pub(crate) fn is_idle(&self) -> bool {
        self.active.is_empty()
    }

    /// Forgets a communicator that was freed.
    pub(crate) fn forget(&mut self, comm: CommHandle) {
        self.sequences.forget(comm);
    }

    /// Agreements of one communicator may overlap.
    fn next_tag(&mut self, comm: CommHandle) -> i32 {
        self.sequences.next(comm, tags::DUPLICATIONS)
    }
}

/// What the values that travel mean.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Pass {
    Proposal,
    Vote { id: u64 },
}

struct Agreement {
    comm: Arc<Comm>,
    members: Group,
    me: u32,
    tag: i32,
    attempt: u32,
    pass: Pass,
    value: u64,
    /// The next round's distance.
    distance: u32,
    receive: Option<(RequestId, Landing)>,
    /// The round's send, where it is not complete.
    send: Option<RequestId>,
    new: CommHandle,
    request: RequestId,
}

/// All processes of a communicator; those of both groups in an order that both know.
fn everyone(comm: &Comm, me: PeerId) -> Group {
    let Some(remote) = &comm.remote else { return Group::list(comm.group.peers().collect(), me) };
    let (mut a, mut b) = (&comm.group, remote);
    if b.peer(0) < a.peer(0) {
        std::mem::swap(&mut a, &mut b);
    }
    Group::list(a.peers().chain(b.peers()).collect(), me)
}

/// `MPI_Comm_idup` and `MPI_Comm_idup_with_info`: the new communicator, to be used when the request is
/// complete.
pub fn idup(handle: CommHandle, info: Info) -> Result<(CommHandle, RequestHandle)> {
    let (comm, new) = {
        let mut process = enter();
        let comm = process.comm(handle)?.clone();
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
    let members = everyone(&comm, process.identity.me);
    let request = process.engine.transfer.open(Owner::send(handle).label());
    let agreement = Agreement {
        me: members.rank().unwrap_or(0),
        members,
        tag: process.duplications.next_tag(handle),
        comm,
        attempt: 0,
        pass: Pass::Proposal,
        value: 0,
        distance: 1,
        receive: None,
        send: None,
        new,
        request,
    };
    let agreement = agreement.with_proposal(&process);
    process.duplications.active.push(agreement);
    advance_all(&mut process);
    Ok((new, of_transfer(request)))
}

/// Advances all duplications; how many of them moved.
#[cold]
pub(crate) fn advance_all(process: &mut Process) -> usize {
    let mut list = std::mem::take(&mut process.duplications.active);
    let mut moved = 0;
    list.retain_mut(|agreement| {
        let before = (agreement.distance, agreement.attempt);
        let end = agreement.advance(process);
        moved += usize::from(end.is_some() || before != (agreement.distance, agreement.attempt));
        match end {
            None => true,
            Some(fault) => {
                agreement.send.take().into_iter().for_each(|id| process.engine.transfer.detach(id));
                process.engine.transfer.close(agreement.request, fault);
                false
            }
        }
    });
    process.duplications.active = list;
    moved
}

impl Agreement {
    fn with_proposal(mut self, process: &Process) -> Self {
        self.propose(process);
        self
    }

    fn propose(&mut self, process: &Process) {
        let salt = self.comm.context.0.wrapping_add(self.tag.cast_unsigned() << 8) >> 1;
        self.value = process.contexts.proposal(salt, self.attempt);
        self.pass = Pass::Proposal;
        self.distance = 1;
    }

    /// Goes on as far as it can. `Some`: it has ended.
    fn advance(&mut self, process: &mut Process) -> Option<Option<Fault>> {
        loop {
            if let Some((outcome, _)) = self.send.and_then(|id| process.engine.transfer.take(id)) {
                self.send = None;
                if outcome.fault.is_some() {
                    self.receive.take().map(|(id, _)| process.engine.give_up(id));
                    return Some(outcome.fault.map(|fault| *fault));
                }
            }
            if let Some((id, landing)) = &self.receive {
                let (outcome, _) = process.engine.transfer.take(*id)?;
                if outcome.fault.is_some() {
                    return Some(outcome.fault.map(|fault| *fault));
                }
                let mut value = [self.value];
                merge(&mut value, &landing.bytes());
                [self.value] = value;
                self.receive = None;
                self.distance = self.distance.saturating_mul(2);
            }
            if self.distance < self.members.size() {
                if let Err(fault) = self.begin_round(process) {
                    return Some(Some(fault));
                }
            } else if let Some(end) = self.end_pass(process) {
                return Some(end);
            }
        }
    }

    fn begin_round(&mut self, process: &mut Process) -> Result<(), Fault> {
        let n = self.members.size();
        let peer = |rank: u32| self.members.peer(rank % n).unwrap_or(PeerId(0));
        let (to, from) = (peer(self.me + self.distance), peer(self.me + n - self.distance));
        let context = self.comm.collective_context();
        let label = Owner::internal(self.comm.handle).label();
        let landing = Landing(Arc::new(Mutex::new(vec![0; 8])));
        let space = RecvSpace::Scatter(Box::new(Landing(landing.0.clone())));
        let selector = Selector { context, source: Some(from.0), tag: Some(self.tag) };
        self.receive = Some((process.engine.recv(selector, space, label), landing));
        let data = SendData::Owned(to_bytes(&[self.value]));
        match process.start_send(&self.comm, context, data, to, self.tag, Mode::Standard) {
            Ok(Started::Done) => Ok(()),
            Ok(Started::Pending(id)) => {
                // That of the round before is looked after by nobody else.
                self.send
                    .replace(id)
                    .into_iter()
                    .for_each(|before| process.engine.transfer.detach(before));
                Ok(())
            }
            Err(error) => Err(Fault::Lost { peer: to, why: error.message.as_ref().into() }),
        }
    }

    /// All know the largest value. `Some`: that was the last pass.
    fn end_pass(&mut self, process: &mut Process) -> Option<Option<Fault>> {
        match self.pass {
            Pass::Proposal => {
                // A process without free numbers refuses for ever; the proposals soon say so.
                let taken = process.contexts.reserve(self.value).unwrap_or(false);
                self.pass = Pass::Vote { id: self.value };
                self.value = u64::from(!taken);
                self.distance = 1;
                None
            }
            Pass::Vote { id } if self.value == 0 => {
                Some(process.set_context(self.new, ContextId(id as u32)).err().map(refused))
            }
            Pass::Vote { .. } if self.attempt > 64 => {
                Some(Some(refused(crate::context_id::used_up())))
            }
            Pass::Vote { .. } => {
                self.attempt += 1;
                self.propose(process);
                None
            }
        }
    }
}

fn refused(error: Error) -> Fault {
    Fault::Refused { code: error.code, why: error.message.as_ref().into() }
}

impl Process {
    /// Fills the context in, and tells the links what hints and rules wish for it.
    fn set_context(&mut self, handle: CommHandle, context: ContextId) -> Result<()> {
        let Some(entry) = self.comms.get_mut(handle) else { return Ok(()) };
        let comm = &entry.comm;
        entry.comm = Arc::new(Comm {
            handle,
            context,
            group: comm.group.clone(),
            remote: comm.remote.clone(),
            rank: comm.rank,
            topology: comm.topology.clone(),
        });
        self.announce_comm(handle)
    }
}
