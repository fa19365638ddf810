//! What processes that make a communicator together tell each other: small collectives of the library's
//! own on the parent's collective context, with tags that the program's do not use.

use crate::buffer::SharedBytes;
use crate::coll::{Internal, Roster, run_internal};
use crate::comm::Comm;
use crate::constants::{MPI_ERR_GROUP, MPI_ERR_INTERN};
use crate::error::{Error, Result};
use crate::fixed_hash::fixed_hash;
use crate::group::Group;
use crate::lane::Lane;
use crate::p2p::{fault_error, finish};
use crate::process::enter;
use crate::request::OperationOwner;
use crate::tags;
use ferry_matching::Selector;
use ferry_two_sided::{Mode, RecvSpace, RequestId, SendData, SendStart};
use ferry_wire::{ContextId, PeerId};
use std::sync::Arc;

/// Tag of exchanges among all processes of a communicator or of its local group.
const LOCAL: i32 = tags::LOCAL.at(0);
/// Tag of the messages of [`Meeting::deliver`].
const POST: i32 = tags::LETTERS.at(0);

/// The collective context of `MPI_COMM_WORLD`.
const OF_WORLD: ContextId = ContextId(1);

/// The way to the other group, for meetings of two groups.
struct Bridge {
    context: ContextId,
    /// The communicator of that context, where it is not the meeting's.
    peers: Option<Arc<Comm>>,
    tag: i32,
    /// Rank of the local leader among the members.
    leader: u32,
    /// The other group's leader; known to the local leader at least.
    remote: Option<PeerId>,
    /// The other group, where it is known.
    group: Option<Arc<Group>>,
}

/// Processes that decide something together.
pub(crate) struct Meeting {
    comm: Arc<Comm>,
    tag: i32,
    members: Arc<Group>,
    me: u32,
    bridge: Option<Bridge>,
}

impl Meeting {
    /// All processes of a communicator, both groups of an intercommunicator.
    pub(crate) fn of_all(comm: &Arc<Comm>) -> Self {
        let bridge = comm.remote.as_ref().map(|remote| Bridge {
            context: comm.collective_context(),
            peers: None,
            tag: tags::ACROSS.at(0),
            leader: 0,
            remote: remote.peer(0),
            group: Some(remote.clone()),
        });
        let (members, me) = (comm.group.clone(), comm.rank);
        Meeting { comm: comm.clone(), tag: LOCAL, members, me, bridge }
    }

    /// All processes of an intracommunicator, who agree on how to share memory.
    pub(crate) fn for_commons(comm: &Arc<Comm>) -> Self {
        let (members, me) = (comm.group.clone(), comm.rank);
        Meeting { comm: comm.clone(), tag: tags::COMMONS.at(0), members, me, bridge: None }
    }

    /// The members of a group within a communicator, kept apart from other meetings by a tag that
    /// the program chose (MPI-5.0 §7.4.2, `MPI_Comm_create_group`).
    pub(crate) fn of_group(comm: &Arc<Comm>, group: &Arc<Group>, tag: i32) -> Result<Self> {
        let me = group.rank().ok_or_else(|| {
            Error::new(MPI_ERR_GROUP, "the calling process is not a member of the group")
        })?;
        let tag = tags::chosen(tag);
        Ok(Meeting { comm: comm.clone(), tag, members: group.clone(), me, bridge: None })
    }

    /// The members of a group of the job that meet under a name (`MPI_Comm_create_from_group`), with
    /// another group if there is one: the leader's rank, and the other group's leader.
    pub(crate) fn by_name(
        world: &Arc<Comm>,
        group: &Arc<Group>,
        name: &str,
        other: Option<(u32, PeerId)>,
    ) -> Result<Self> {
        let tag = tags::NAMED.at(fixed_hash(name) as u32);
        let meeting = Meeting { tag, ..Meeting::of_group(world, group, 0)? };
        let context = world.collective_context();
        // The groups are disjoint, so messages across meet no others of that tag.
        let bridge = other.map(|(leader, remote)| Bridge {
            context,
            peers: None,
            tag,
            leader,
            remote: Some(remote),
            group: None,
        });
        Ok(Meeting { bridge, ..meeting })
    }

    /// All processes of `comm` and those of another communicator, whose leaders reach each other
    /// through `peer` with a tag that the program chose (`MPI_Intercomm_create`). `remote` is
    /// known to the leader.
    pub(crate) fn across(
        comm: &Arc<Comm>,
        leader: u32,
        peer: Option<&(Arc<Comm>, PeerId)>,
        tag: i32,
    ) -> Self {
        let context = peer.map_or(ContextId(0), |(peers, _)| peers.collective_context());
        let (peers, remote) = peer.cloned().unzip();
        let tag = tags::chosen(tag);
        let bridge = Some(Bridge { context, peers, tag, leader, remote, group: None });
        let (members, me) = (comm.group.clone(), comm.rank);
        Meeting { comm: comm.clone(), tag: LOCAL, members, me, bridge }
    }

    pub(crate) fn context(&self) -> ContextId {
        self.comm.collective_context()
    }

    pub(crate) fn tag(&self) -> i32 {
        self.tag
    }

    fn member(&self, rank: u32) -> Result<PeerId> {
        let peer = self.members.peer(rank);
        peer.ok_or_else(|| Error::new(MPI_ERR_INTERN, "a member of a meeting does not exist"))
    }

    /// Has all members do something with everybody's bytes.
    fn run(&self, what: Internal, own: &[u8]) -> Result<Vec<u8>> {
        let (comm, members) = (self.comm.clone(), self.members.clone());
        run_internal(Roster::of_group(comm, members, self.context(), self.tag), what, own)
    }

    /// The largest value at each place over all members, and over the other group if there is one.
    pub(crate) fn largest(&self, values: &mut [u64]) -> Result<()> {
        let mut bytes = self.run(Internal::Largest, &to_bytes(values))?;
        if let Some(bridge) = &self.bridge {
            let mut largest = from_bytes(&bytes);
            let outcome = match self.me == bridge.leader {
                true => self.swap_across(bridge, &bytes).map(|theirs| {
                    let pairs = largest.iter_mut().zip(from_bytes(&theirs));
                    pairs.for_each(|(mine, other)| *mine = other.max(*mine));
                    to_bytes(&largest)
                }),
                false => Ok(Vec::new()),
            };
            bytes = self.share_outcome(bridge.leader, outcome)?;
        }
        values.copy_from_slice(&from_bytes(&bytes));
        Ok(())
    }

    /// The records of all members in order of rank; all have the same length.
    pub(crate) fn gather(&self, record: &[u8]) -> Result<Vec<u8>> {
        self.run(Internal::Gather, record)
    }

    /// The bytes of member `root`, at all members, or its error: what it is and the length first. Who only
    /// listens passes nothing.
    pub(crate) fn share_outcome(&self, root: u32, outcome: Result<Vec<u8>>) -> Result<Vec<u8>> {
        let (code, mut bytes) = match &outcome {
            Ok(bytes) => (0, bytes.clone()),
            Err(error) => (error.code, error.message.as_bytes().to_vec()),
        };
        let head = to_bytes(&[code as u64, bytes.len() as u64]);
        let head = from_bytes(&self.run(Internal::Share(root), &head)?);
        bytes.resize(head[1] as usize, 0);
        let bytes = self.run(Internal::Share(root), &bytes)?;
        match (head[0] as i32, outcome) {
            (_, Err(own)) => Err(own),
            (0, _) => Ok(bytes),
            (code, _) => Err(Error::new(code, String::from_utf8_lossy(&bytes).into_owned())),
        }
    }

    /// The other group's bytes for this group's; only the leaders' count. One group alone gets
    /// nothing.
    pub(crate) fn trade(&self, bytes: &[u8]) -> Result<Vec<u8>> {
        let Some(bridge) = &self.bridge else { return Ok(Vec::new()) };
        let outcome = if self.me == bridge.leader {
            self.trade_across(bridge, bytes)
        } else {
            Ok(Vec::new())
        };
        self.share_outcome(bridge.leader, outcome)
    }

    /// The other leader's bytes for this one's, of whatever lengths.
    fn trade_across(&self, bridge: &Bridge, bytes: &[u8]) -> Result<Vec<u8>> {
        let len = self.swap_across(bridge, &to_bytes(&[bytes.len() as u64]))?;
        let len = from_bytes(&len)[0] as usize;
        let mut padded = bytes.to_vec();
        padded.resize(len.max(bytes.len()), 0);
        let mut other = self.swap_across(bridge, &padded)?;
        other.truncate(len);
        Ok(other)
    }

    /// The other leader's bytes for this one's, which are equally many.
    fn swap_across(&self, bridge: &Bridge, bytes: &[u8]) -> Result<Vec<u8>> {
        let me = self.member(self.me)?;
        let remote = bridge.remote.ok_or_else(differing)?;
        // Numbers of processes are this one's own: their names are the same at both ends.
        let is_first = enter().comes_before(me, remote);
        let leaders = if is_first { vec![me, remote] } else { vec![remote, me] };
        let leaders = Arc::new(Group::list(leaders, me));
        let roster = Roster::of_group(self.comm.clone(), leaders, bridge.context, bridge.tag);
        let roster = roster.by_way_of(bridge.peers.clone());
        let roster = roster.before(bridge.group.as_ref().map(|group| self.and(group)));
        let mut both = run_internal(roster, Internal::Gather, bytes)?;
        let second = both.split_off(bytes.len());
        Ok(if is_first { second } else { both })
    }

    /// The members and another group's: where one of either has failed, the leader of the other group fails as this one
    /// does, and says nothing to it.
    fn and(&self, group: &Group) -> Arc<Group> {
        let both = self.members.peers().chain(group.peers()).collect();
        Arc::new(Group::list(both, self.members.peer(self.me).unwrap_or_default()))
    }

    /// Rank of the local leader among the members, and the other group's leader as far as it is known.
    pub(crate) fn leaders(&self) -> Option<(u32, Option<PeerId>)> {
        self.bridge.as_ref().map(|bridge| (bridge.leader, bridge.remote))
    }

    /// The same members, who meet another group whose leader they all know by now; `salt` tells this meeting
    /// from others of the two leaders.
    pub(crate) fn with_introduced(
        &self,
        leader: u32,
        (remote, group): (PeerId, &Arc<Group>),
        salt: u32,
    ) -> Self {
        let tag = tags::INTRODUCED.at(salt);
        // Every process has the world's context, and no member of another job uses it with those of this one.
        let (remote, group) = (Some(remote), Some(group.clone()));
        let bridge = Bridge { context: OF_WORLD, peers: None, tag, leader, remote, group };
        let (comm, members) = (self.comm.clone(), self.members.clone());
        Meeting { comm, tag: self.tag, members, me: self.me, bridge: Some(bridge) }
    }

    /// The same members without the other group.
    pub(crate) fn alone(&self) -> Self {
        let (comm, members) = (self.comm.clone(), self.members.clone());
        Meeting { comm, tag: self.tag, members, me: self.me, bridge: None }
    }

    /// This process's rank among the members, and the members.
    pub(crate) fn seat(&self) -> (u32, &Arc<Group>) {
        (self.me, &self.members)
    }

    /// Sends letters to members and returns those that came, with their senders' ranks, in order of
    /// these. Nobody may leave the meeting before all have theirs: another agreement must follow.
    pub(crate) fn deliver(&self, letters: Vec<(u32, Vec<u8>)>) -> Result<Vec<(u32, Vec<u8>)>> {
        let mut counts = vec![0; self.members.size() as usize];
        letters.iter().for_each(|(to, _)| counts[*to as usize] += 1);
        let counts = from_bytes(&self.run(Internal::Sums, &to_bytes(&counts))?);
        let mut expected = counts[self.me as usize];
        let mut pending = Vec::new();
        for (to, bytes) in letters {
            let to = self.member(to)?;
            let (data, mode) = (SendData::Owned(bytes), Mode::Standard);
            let sent = enter().start_send(&self.comm, self.context(), data, to, POST, mode)?;
            if let SendStart::Pending(id) = sent {
                pending.push(id);
            }
        }
        let mut came = Vec::new();
        while expected > 0 {
            came.push(self.take_letter(&pending)?);
            expected -= 1;
        }
        pending.into_iter().try_for_each(|id| finish(Lane::PROCESS, id).map(drop))?;
        came.sort();
        Ok(came)
    }

    /// `sent`: letters under way. Where one cannot be delivered, none may ever come.
    fn take_letter(&self, sent: &[RequestId]) -> Result<(u32, Vec<u8>)> {
        let selector = Selector { context: self.context(), source: None, tag: Some(POST) };
        let label = OperationOwner::internal(self.comm.handle).label();
        let (mut seen, letters) = (0, sent.iter().copied());
        let (id, bytes, source) = crate::process::wait_until(|p| {
            let Some((id, found)) = p.runtime.face.probe_matched(&selector, label) else {
                let trouble = p.trouble();
                if std::mem::replace(&mut seen, trouble) == trouble {
                    return None;
                }
                let is_member = |peer| self.members.rank_of(peer).is_some();
                if let Some(fault) = p.obstacle(&self.comm, is_member) {
                    return Some(Err(fault_error(&fault).on(self.comm.handle)));
                }
                let failed = letters.clone().find(|id| p.runtime.face.transfer.has_failed(*id))?;
                return Some(Ok((failed, SharedBytes::default(), PeerId(0))));
            };
            let (room, bytes) = SharedBytes::new(found.bytes as usize);
            let space = RecvSpace::Scatter(Box::new(room));
            p.runtime.face.recv_matched(id, space, label);
            p.runtime.face.flush(&mut p.runtime.links);
            Some(Ok((id, bytes, found.source)))
        })?;
        finish(Lane::PROCESS, id)?;
        let rank = self.members.rank_of(source).ok_or_else(differing)?;
        let mut bytes = bytes.bytes();
        Ok((rank, std::mem::take(&mut *bytes)))
    }
}

#[cold]
fn differing() -> Error {
    let text = "the processes that make a communicator together called with differing arguments";
    Error::new(MPI_ERR_INTERN, text)
}

pub(crate) fn to_bytes(values: &[u64]) -> Vec<u8> {
    values.iter().flat_map(|value| value.to_le_bytes()).collect()
}

pub(crate) fn from_bytes(bytes: &[u8]) -> Vec<u64> {
    let (words, _) = bytes.as_chunks::<8>();
    words.iter().map(|word| u64::from_le_bytes(*word)).collect()
}
