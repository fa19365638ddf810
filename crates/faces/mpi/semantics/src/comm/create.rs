//! Communicators made from communicators and groups (MPI-5.0 §7.4.2).

use crate::attribute::{self, Holder};
use crate::check::{self, Call, OtherCall};
use crate::comm::meeting::{Meeting, from_bytes, to_bytes};
use crate::comm::{Comm, CommEntry, WORLD};
use crate::constants::{MPI_ERR_ARG, MPI_ERR_COMM, MPI_ERR_GROUP, MPI_ERR_RANK, MPI_UNDEFINED};
use crate::context_id::agree;
use crate::dynamic::{Parley, introduce};
use crate::errhandler;
use crate::error::{Error, Result};
use crate::group::Group;
use crate::handle::{CommHandle, ErrhandlerHandle, GroupHandle};
use crate::hints;
use crate::info::Info;
use crate::process::{Process, enter};
use crate::topo::Topology;
use ferry_wire::{ContextId, PeerId};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

/// What a new communicator consists of.
pub(crate) struct Blueprint {
    pub(crate) context: ContextId,
    pub(crate) group: Arc<Group>,
    pub(crate) remote: Option<Arc<Group>>,
    pub(crate) topology: Option<Arc<Topology>>,
    pub(crate) info: Info,
}

impl Blueprint {
    fn intra(context: ContextId, group: Group) -> Self {
        let group = Arc::new(group);
        Blueprint { context, group, remote: None, topology: None, info: Info::new() }
    }
}

impl Process {
    /// Makes a communicator with the error handler of its parent.
    pub(crate) fn build_comm(&mut self, parent: CommHandle, plan: Blueprint) -> Result<CommHandle> {
        let handler = self.errhandler_of(parent);
        errhandler::attach(handler, |_| true)?;
        let size = self.identity.size;
        let spans = |group: &Arc<Group>| group.peers().any(|peer| peer.0 >= size);
        let spans_jobs = self.acquaintances.are_any()
            && (spans(&plan.group) || plan.remote.as_ref().is_some_and(spans));
        let comm = Comm {
            spans_jobs,
            handle: CommHandle::NULL,
            context: plan.context,
            rank: plan.group.rank().unwrap_or(0),
            group: plan.group,
            remote: plan.remote,
            topology: plan.topology,
            revoked: AtomicBool::new(false),
        };
        let entry = CommEntry {
            comm: Arc::new(comm),
            name: String::new(),
            errhandler: handler,
            info: Info::new(),
            acked: 0,
            commons: Default::default(),
        };
        let lane = self.lane_for(&entry.comm);
        let handle = self.comms.insert_of(lane, entry);
        if let Some(comm) = self.comms.get_mut(handle).and_then(|e| Arc::get_mut(&mut e.comm)) {
            comm.handle = handle;
        }
        let hints = hints::known(&plan.info);
        self.set_hints(handle, &hints)?;
        if hints.is_empty() {
            self.announce_comm(handle)?;
        }
        self.revoke_if_early(handle);
        Ok(handle)
    }
}

fn me() -> PeerId {
    enter().identity.me
}

fn build(parent: CommHandle, plan: Blueprint) -> Result<CommHandle> {
    enter().build_comm(parent, plan)
}

/// `MPI_Comm_dup` and `MPI_Comm_dup_with_info`: attributes are copied, hints are `info`'s.
pub fn dup(handle: CommHandle, info: Info) -> Result<CommHandle> {
    check::meet(handle, Call::other(OtherCall::CommDup))?;
    let comm = enter().comm(handle)?.clone();
    let context = agree(&Meeting::of_all(&comm))?;
    dup_as(&comm, context, info)
}

/// A communicator of the same processes, without anything that the program has put on it.
pub(crate) fn plain_dup(comm: &Arc<Comm>) -> Result<CommHandle> {
    let context = agree(&Meeting::of_all(comm))?;
    let (group, remote) = (comm.group.clone(), comm.remote.clone());
    let plan = Blueprint { context, group, remote, topology: None, info: Info::new() };
    build(comm.handle, plan)
}

fn dup_as(comm: &Arc<Comm>, context: ContextId, info: Info) -> Result<CommHandle> {
    let (group, remote) = (comm.group.clone(), comm.remote.clone());
    let topology = comm.topology.clone();
    let new = build(comm.handle, Blueprint { context, group, remote, topology, info })?;
    if let Err(error) = attribute::copy_all(Holder::Comm, comm.handle.0, new.0) {
        // The error of the copy function matters more than that of a delete function.
        let _ = crate::comm::free(new);
        return Err(error);
    }
    Ok(new)
}

/// The members must belong to the communicator.
fn check_subset(group: &Group, comm: &Comm) -> Result<()> {
    match group.peers().find(|peer| comm.group.rank_of(*peer).is_none()) {
        None => Ok(()),
        Some(peer) => {
            let text =
                format!("rank {peer} of the job is in the group but not in the communicator");
            Err(Error::new(MPI_ERR_GROUP, text))
        }
    }
}

/// `MPI_Comm_create`.
pub fn create(handle: CommHandle, group: GroupHandle) -> Result<CommHandle> {
    let (comm, group) = {
        let process = enter();
        (process.comm(handle)?.clone(), process.group(group)?.clone())
    };
    check_subset(&group, &comm)?;
    check::meet(handle, Call::other(OtherCall::CommCreate))?;
    let meeting = Meeting::of_all(&comm);
    if comm.remote.is_some() {
        return create_inter(&comm, &group, &meeting);
    }
    let context = agree(&meeting)?;
    if group.rank().is_none() {
        return Ok(CommHandle::NULL);
    }
    let plan = Blueprint { context, group, remote: None, topology: None, info: Info::new() };
    build(handle, plan)
}

/// Each process says which rank its group gives it; both sides learn both new groups.
fn create_inter(comm: &Arc<Comm>, group: &Group, meeting: &Meeting) -> Result<CommHandle> {
    let mine = group.rank().map_or(u64::MAX, u64::from);
    let local = meeting.gather(&to_bytes(&[mine]))?;
    let remote = from_bytes(&meeting.trade(&local)?);
    let local = from_bytes(&local);
    let context = agree(meeting)?;
    let chosen = |ranks: &[u64], from: &Group| {
        let mut order: Vec<_> = ranks.iter().zip(from.peers()).collect();
        order.retain(|(rank, _)| **rank != u64::MAX);
        order.sort();
        order.into_iter().map(|(_, peer)| peer).collect::<Vec<_>>()
    };
    let group = Group::list(chosen(&local, &comm.group), me());
    let remote = Group::list(chosen(&remote, comm.target()), me());
    if group.rank().is_none() || remote.size() == 0 {
        return Ok(CommHandle::NULL);
    }
    let plan = Blueprint { remote: Some(Arc::new(remote)), ..Blueprint::intra(context, group) };
    build(comm.handle, plan)
}

/// `MPI_Comm_create_group`: only the members call.
pub fn create_group(handle: CommHandle, group: GroupHandle, tag: i32) -> Result<CommHandle> {
    let (comm, group) = {
        let process = enter();
        (process.comm(handle)?.clone(), process.group(group)?.clone())
    };
    if comm.remote.is_some() {
        return Err(inter_refused("MPI_Comm_create_group"));
    }
    check_subset(&group, &comm)?;
    if group.rank().is_none() {
        return Ok(CommHandle::NULL);
    }
    let context = agree(&Meeting::of_group(&comm, &group, tag)?)?;
    let plan = Blueprint { context, group, remote: None, topology: None, info: Info::new() };
    build(handle, plan)
}

/// A communicator that no other one is the parent of: its error handler and hints are given.
fn build_orphan(plan: Blueprint, handler: ErrhandlerHandle) -> Result<CommHandle> {
    let new = build(WORLD, plan)?;
    if let Err(error) = errhandler::set_on_comm(new, handler) {
        crate::comm::free(new)?;
        return Err(error);
    }
    Ok(new)
}

/// `MPI_Comm_create_from_group`: the members meet under `name`.
pub fn create_from_group(
    group: GroupHandle,
    name: &str,
    info: Info,
    handler: ErrhandlerHandle,
) -> Result<CommHandle> {
    let (world, group) = {
        let process = enter();
        (process.comm(WORLD)?.clone(), process.group(group)?.clone())
    };
    if group.size() == 0 {
        return Ok(CommHandle::NULL);
    }
    let context = agree(&Meeting::by_name(&world, &group, name, None)?)?;
    let plan = Blueprint { context, group, remote: None, topology: None, info };
    build_orphan(plan, handler)
}

/// A group and the rank of its leader, as arguments of `MPI_Intercomm_create_from_groups`.
pub type Led = (GroupHandle, i32);

/// `MPI_Intercomm_create_from_groups`: the members of both groups meet under `name`.
pub fn intercomm_create_from_groups(
    (local, local_leader): Led,
    (remote, remote_leader): Led,
    name: &str,
    info: Info,
    handler: ErrhandlerHandle,
) -> Result<CommHandle> {
    let (world, group, remote) = {
        let process = enter();
        let groups = (process.group(local)?.clone(), process.group(remote)?.clone());
        (process.comm(WORLD)?.clone(), groups.0, groups.1)
    };
    let leader = |group: &Group, rank: i32| {
        let peer = u32::try_from(rank).ok().and_then(|rank| group.peer(rank));
        peer.ok_or_else(|| {
            let text = format!("leader {rank} is outside its group of {} processes", group.size());
            Error::new(MPI_ERR_RANK, text)
        })
    };
    leader(&group, local_leader)?;
    check_disjoint(&group, &remote)?;
    let other = Some((local_leader as u32, leader(&remote, remote_leader)?));
    let context = agree(&Meeting::by_name(&world, &group, name, other)?)?;
    let plan = Blueprint { context, group, remote: Some(remote), topology: None, info };
    build_orphan(plan, handler)
}

pub(crate) fn check_disjoint(local: &Group, remote: &Group) -> Result<()> {
    match remote.peers().any(|peer| local.rank_of(peer).is_some()) {
        false => Ok(()),
        true => {
            let text = "the two groups of an intercommunicator must have no process in common";
            Err(Error::new(MPI_ERR_GROUP, text))
        }
    }
}

pub(crate) fn inter_refused(what: &str) -> Error {
    Error::new(MPI_ERR_COMM, format!("{what} needs an intracommunicator, got an intercommunicator"))
}

/// The colour of those that get nothing.
const NONE: u64 = u64::MAX;

/// `MPI_Comm_split`.
pub fn split(handle: CommHandle, color: i32, key: i32) -> Result<CommHandle> {
    let color = match color {
        MPI_UNDEFINED => NONE,
        0.. => color as u64,
        _ => {
            let text = format!("argument color is {color}: give 0 or more, or MPI_UNDEFINED");
            return Err(Error::new(MPI_ERR_ARG, text));
        }
    };
    check::meet(handle, Call::other(OtherCall::CommSplit))?;
    let comm = enter().comm(handle)?.clone();
    split_by(&comm, color, key, false, None)
}

/// Splits by colours of any origin. `strict`: nobody gets a communicator unless the colours differ.
pub(crate) fn split_by(
    comm: &Arc<Comm>,
    color: u64,
    key: i32,
    strict: bool,
    topology: Option<Arc<Topology>>,
) -> Result<CommHandle> {
    let meeting = Meeting::of_all(comm);
    // Keys in an order that unsigned numbers have, too.
    let key = (i64::from(key) - i64::from(i32::MIN)) as u64;
    let local = meeting.gather(&to_bytes(&[color, key]))?;
    let remote = from_bytes(&meeting.trade(&local)?);
    let local = from_bytes(&local);
    let context = agree(&meeting)?;
    let (pairs, _) = local.as_chunks::<2>();
    let uniform = strict && pairs.iter().all(|pair| pair[0] == pairs[0][0]);
    if color == NONE || uniform {
        return Ok(CommHandle::NULL);
    }
    let plan =
        Blueprint { topology, ..Blueprint::intra(context, part(&local, color, &comm.group)) };
    if comm.remote.is_none() {
        return build(comm.handle, plan);
    }
    let remote = part(&remote, color, comm.target());
    if remote.size() == 0 {
        return Ok(CommHandle::NULL);
    }
    build(comm.handle, Blueprint { remote: Some(Arc::new(remote)), ..plan })
}

/// The processes of one colour, by key and then by rank.
fn part(records: &[u64], color: u64, from: &Group) -> Group {
    let (pairs, _) = records.as_chunks::<2>();
    let mut chosen: Vec<_> = pairs.iter().zip(0u32..).filter(|([c, _], _)| *c == color).collect();
    chosen.sort_by_key(|([_, key], rank)| (*key, *rank));
    Group::list(chosen.into_iter().filter_map(|(_, rank)| from.peer(rank)).collect(), me())
}

/// The first processes of a communicator with a topology; the others get nothing.
pub(crate) fn with_topology(
    comm: &Arc<Comm>,
    members: u32,
    topology: Topology,
) -> Result<CommHandle> {
    if comm.remote.is_some() {
        return Err(inter_refused("a topology"));
    }
    let context = agree(&Meeting::of_all(comm))?;
    if comm.rank >= members {
        return Ok(CommHandle::NULL);
    }
    let group = match members == comm.size() {
        true => comm.group.clone(),
        false => Arc::new(Group::list(comm.group.peers().take(members as usize).collect(), me())),
    };
    let topology = Some(Arc::new(topology));
    let plan = Blueprint { context, group, remote: None, topology, info: Info::new() };
    build(comm.handle, plan)
}

/// `MPI_Intercomm_create` (MPI-5.0 §7.6.2). `peer` and `remote_leader` count at the leader.
pub fn intercomm_create(
    handle: CommHandle,
    local_leader: i32,
    peer: CommHandle,
    remote_leader: i32,
    tag: i32,
) -> Result<CommHandle> {
    let (comm, bridge) = {
        let process = enter();
        let comm = process.comm(handle)?.clone();
        if comm.remote.is_some() {
            return Err(inter_refused("MPI_Intercomm_create"));
        }
        comm.peer_of("local_leader", local_leader)?;
        let bridge = match local_leader as u32 == comm.rank {
            false => None,
            true => {
                let peer = process.comm(peer)?.clone();
                let remote = peer.peer_of("remote_leader", remote_leader)?;
                Some((peer, remote))
            }
        };
        (comm, bridge)
    };
    check::meet(handle, Call::other(OtherCall::IntercommCreate).alike(local_leader))?;
    let across = || Meeting::across(&comm, local_leader as u32, bridge.as_ref(), tag);
    let mut parley = Parley::by_links(across());
    let remote = introduce(&mut parley)?.remote;
    check_disjoint(&comm.group, &remote)?;
    let context = agree(&across())?;
    let (group, remote) = (comm.group.clone(), Some(remote));
    build(handle, Blueprint { context, group, remote, topology: None, info: Info::new() })
}

/// `MPI_Intercomm_merge`: the group that says `high` comes second; where both say the same, the one
/// whose first process comes first in the job, or is of the job with the smaller number, comes first.
pub fn intercomm_merge(handle: CommHandle, high: bool) -> Result<CommHandle> {
    let comm = enter().comm(handle)?.clone();
    if comm.remote.is_none() {
        let text = "MPI_Intercomm_merge needs an intercommunicator, got an intracommunicator";
        return Err(Error::new(MPI_ERR_COMM, text));
    }
    check::meet(handle, Call::other(OtherCall::IntercommMerge).alike(high))?;
    let remote = comm.target();
    let meeting = Meeting::of_all(&comm);
    let theirs = from_bytes(&meeting.trade(&to_bytes(&[u64::from(high)]))?);
    let context = agree(&meeting)?;
    let name = |group: &Group| group.peer(0).map(|peer| enter().name_of(peer));
    let order = |high: bool, group: &Group| (high, name(group));
    let first = order(high, &comm.group) < order(theirs.first() == Some(&1), remote);
    let (low, top) = if first { (&*comm.group, remote) } else { (remote, &*comm.group) };
    let group = Group::list(low.peers().chain(top.peers()).collect(), me());
    build(handle, Blueprint::intra(context, group))
}
