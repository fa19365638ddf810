//! Small exchanges among the processes that make a communicator together, over messages on the
//! parent's collective context with tags that collectives do not use.
//!
//! Rounds grow with the logarithm of the number of members; nobody keeps more than one record a
//! member.

use crate::comm::Comm;
use crate::constants::{MPI_ERR_GROUP, MPI_ERR_INTERN};
use crate::error::{Error, Result};
use crate::fixed_hash::fixed_hash;
use crate::group::Group;
use crate::p2p::{abandon, finish, finish_both};
use crate::process::enter;
use crate::request::Owner;
use crate::tags;
use ferry_matching::Selector;
use ferry_two_sided::{Mode, RecvSpace, RequestId, Scatter, SendData, Started};
use ferry_wire::{ContextId, PeerId};
use std::sync::{Arc, Mutex, PoisonError};

/// Tag of exchanges among all processes of a communicator or of its local group.
const LOCAL: i32 = tags::LOCAL.at(0);
/// Tag of the messages of [`Meeting::deliver`].
const POST: i32 = tags::LETTERS.at(0);

/// Where received bytes are put.
pub(crate) struct Landing(pub(crate) Arc<Mutex<Vec<u8>>>);

impl Landing {
    pub(crate) fn bytes(&self) -> std::sync::MutexGuard<'_, Vec<u8>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Scatter for Landing {
    fn len(&self) -> usize {
        self.bytes().len()
    }

    fn write(&mut self, at: usize, bytes: &[u8]) {
        // The engine has checked the length against `len`.
        if let Some(room) = self.bytes().get_mut(at..at + bytes.len()) {
            room.copy_from_slice(bytes);
        }
    }
}

/// The way to the other group, for meetings of two groups.
struct Bridge {
    context: ContextId,
    tag: i32,
    /// Rank of the local leader among the members.
    leader: u32,
    /// The other group's leader; known to the local leader at least.
    remote: Option<PeerId>,
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
            tag: tags::ACROSS.at(0),
            leader: 0,
            remote: remote.peer(0),
        });
        let (members, me) = (comm.group.clone(), comm.rank);
        Meeting { comm: comm.clone(), tag: LOCAL, members, me, bridge }
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
        let bridge =
            other.map(|(leader, remote)| Bridge { context, tag, leader, remote: Some(remote) });
        Ok(Meeting { bridge, ..meeting })
    }

    /// All processes of `comm` and those of another communicator, whose leaders reach each other
    /// through `peer` with a tag that the program chose (`MPI_Intercomm_create`). `remote` is
    /// known to the leader.
    pub(crate) fn across(
        comm: &Arc<Comm>,
        leader: u32,
        peer: Option<(&Comm, PeerId)>,
        tag: i32,
    ) -> Self {
        let context = peer.map_or(ContextId(0), |(peer, _)| peer.collective_context());
        let remote = peer.map(|(_, remote)| remote);
        let bridge = Some(Bridge { context, tag: tags::chosen(tag), leader, remote });
        let (members, me) = (comm.group.clone(), comm.rank);
        Meeting { comm: comm.clone(), tag: LOCAL, members, me, bridge }
    }

    pub(crate) fn context(&self) -> ContextId {
        self.comm.collective_context()
    }

    pub(crate) fn tag(&self) -> i32 {
        self.tag
    }

    fn size(&self) -> u32 {
        self.members.size()
    }

    fn member(&self, rank: u32) -> Result<PeerId> {
        let peer = self.members.peer(rank);
        peer.ok_or_else(|| Error::new(MPI_ERR_INTERN, "a member of a meeting does not exist"))
    }

    fn send(&self, context: ContextId, to: PeerId, tag: i32, bytes: Vec<u8>) -> Result<Started> {
        let mut process = enter();
        let data = SendData::Owned(bytes);
        process.start_send(&self.comm, context, data, to, tag, Mode::Standard)
    }

    /// Receives `len` bytes while sending.
    fn swap(
        &self,
        (context, tag): (ContextId, i32),
        sending: Option<(PeerId, Vec<u8>)>,
        receiving: Option<(PeerId, usize)>,
    ) -> Result<Vec<u8>> {
        let bytes = Arc::new(Mutex::new(vec![0; receiving.map_or(0, |(_, len)| len)]));
        let receive = receiving.map(|(from, _)| {
            let selector = Selector { context, source: Some(from.0), tag: Some(tag) };
            let space = RecvSpace::Scatter(Box::new(Landing(bytes.clone())));
            enter().engine.recv(selector, space, Owner::internal(self.comm.handle).label())
        });
        let sent = match sending {
            Some((to, bytes)) => self.send(context, to, tag, bytes),
            None => Ok(Started::Done),
        };
        let sent = sent.inspect_err(|_| abandon(receive))?;
        let sent = match sent {
            Started::Pending(id) => Some(id),
            Started::Done => None,
        };
        let status = finish_both((receive, sent))?;
        if receiving.is_some_and(|(_, len)| status.bytes() != len as u64) {
            return Err(differing());
        }
        let mut bytes = bytes.lock().unwrap_or_else(PoisonError::into_inner);
        Ok(std::mem::take(&mut *bytes))
    }

    fn local(&self) -> (ContextId, i32) {
        (self.context(), self.tag)
    }

    /// The largest value at each place over all members, and over the other group if there is one.
    /// Dissemination: in round k each member tells the one 2^k after it.
    pub(crate) fn largest(&self, values: &mut [u64]) -> Result<()> {
        self.largest_of_members(values)?;
        let Some(bridge) = &self.bridge else { return Ok(()) };
        let mut bytes = to_bytes(values);
        if self.me == bridge.leader {
            bytes = self.swap_across(bridge, bytes, values.len() * 8)?;
        }
        merge(values, &self.share(bridge.leader, bytes)?);
        Ok(())
    }

    /// As [`Meeting::largest`], over the own group alone.
    pub(crate) fn largest_of_members(&self, values: &mut [u64]) -> Result<()> {
        let n = self.size();
        let mut distance = 1;
        while distance < n {
            let to = self.member((self.me + distance) % n)?;
            let from = self.member((self.me + n - distance) % n)?;
            let bytes = to_bytes(values);
            let len = bytes.len();
            merge(values, &self.swap(self.local(), Some((to, bytes)), Some((from, len)))?);
            distance = distance.saturating_mul(2);
        }
        Ok(())
    }

    /// The records of all members in order of rank; all have the same length. Bruck's algorithm:
    /// what is known doubles each round.
    pub(crate) fn gather(&self, record: &[u8]) -> Result<Vec<u8>> {
        let (n, len) = (self.size(), record.len());
        let mut known = record.to_vec();
        let mut have = 1;
        while have < n {
            let count = have.min(n - have);
            let to = self.member((self.me + n - have) % n)?;
            let from = self.member((self.me + have) % n)?;
            let bytes = known[..count as usize * len].to_vec();
            let size = bytes.len();
            known.extend(self.swap(self.local(), Some((to, bytes)), Some((from, size)))?);
            have += count;
        }
        known.rotate_right(self.me as usize * len);
        Ok(known)
    }

    /// The bytes of member `root`, at all members: a binomial tree, the length first.
    pub(crate) fn share(&self, root: u32, bytes: Vec<u8>) -> Result<Vec<u8>> {
        let len = self.share_fixed(root, (bytes.len() as u64).to_le_bytes().to_vec(), 8)?;
        let len = from_bytes(&len).first().copied().unwrap_or(0) as usize;
        self.share_fixed(root, bytes, len)
    }

    fn share_fixed(&self, root: u32, mut bytes: Vec<u8>, len: usize) -> Result<Vec<u8>> {
        let n = self.size();
        let relative = (self.me + n - root) % n;
        let mut bit = 1;
        while bit < n && relative & bit == 0 {
            bit <<= 1;
        }
        if relative != 0 {
            let from = self.member((relative - bit + root) % n)?;
            bytes = self.swap(self.local(), None, Some((from, len)))?;
        }
        bit >>= 1;
        while bit > 0 {
            if relative + bit < n {
                let to = self.member((relative + bit + root) % n)?;
                self.swap(self.local(), Some((to, bytes.clone())), None)?;
            }
            bit >>= 1;
        }
        Ok(bytes)
    }

    /// The other group's bytes for this group's; only the leaders' count. One group alone gets
    /// nothing.
    pub(crate) fn trade(&self, bytes: &[u8]) -> Result<Vec<u8>> {
        let Some(bridge) = &self.bridge else { return Ok(Vec::new()) };
        let mut other = Vec::new();
        if self.me == bridge.leader {
            let len = (bytes.len() as u64).to_le_bytes().to_vec();
            let len = from_bytes(&self.swap_across(bridge, len, 8)?);
            let len = len.first().copied().unwrap_or(0) as usize;
            other = self.swap_across(bridge, bytes.to_vec(), len)?;
        }
        self.share(bridge.leader, other)
    }

    fn swap_across(&self, bridge: &Bridge, bytes: Vec<u8>, len: usize) -> Result<Vec<u8>> {
        let remote = bridge.remote.ok_or_else(differing)?;
        let way = (bridge.context, bridge.tag);
        self.swap(way, Some((remote, bytes)), Some((remote, len)))
    }

    /// Sends letters to members and returns those that came, with their senders' ranks, in order of
    /// these. Nobody may leave the meeting before all have theirs: another agreement must follow.
    pub(crate) fn deliver(&self, letters: Vec<(u32, Vec<u8>)>) -> Result<Vec<(u32, Vec<u8>)>> {
        let mut counts = vec![0; self.size() as usize];
        letters.iter().for_each(|(to, _)| counts[*to as usize] += 1);
        let mut expected = self.sums(counts)?[self.me as usize];
        let mut pending = Vec::new();
        for (to, bytes) in letters {
            let to = self.member(to)?;
            if let Started::Pending(id) = self.send(self.context(), to, POST, bytes)? {
                pending.push(id);
            }
        }
        let mut came = Vec::new();
        while expected > 0 {
            came.push(self.take_letter(&pending)?);
            expected -= 1;
        }
        pending.into_iter().try_for_each(|id| finish(id).map(drop))?;
        came.sort();
        Ok(came)
    }

    /// `sent`: letters under way. Where one cannot be delivered, none may ever come.
    fn take_letter(&self, sent: &[RequestId]) -> Result<(u32, Vec<u8>)> {
        let selector = Selector { context: self.context(), source: None, tag: Some(POST) };
        let label = Owner::internal(self.comm.handle).label();
        let (mut seen, letters) = (0, sent.iter().copied());
        let (id, bytes, source) = crate::process::wait_until(|p| {
            let Some((id, found)) = p.engine.probe_matched(&selector, label) else {
                let failures = p.engine.transfer.failures();
                if std::mem::replace(&mut seen, failures) == failures {
                    return None;
                }
                let failed = letters.clone().find(|id| p.engine.transfer.has_failed(*id))?;
                return Some((failed, Arc::default(), PeerId(0)));
            };
            let bytes = Arc::new(Mutex::new(vec![0; found.bytes as usize]));
            let space = RecvSpace::Scatter(Box::new(Landing(bytes.clone())));
            p.engine.recv_matched(id, space, label);
            p.engine.flush(&mut p.link);
            Some((id, bytes, found.source))
        });
        finish(id)?;
        let rank = self.members.rank_of(source).ok_or_else(differing)?;
        let mut bytes = bytes.lock().unwrap_or_else(PoisonError::into_inner);
        Ok((rank, std::mem::take(&mut *bytes)))
    }

    /// Sums over all members, place by place: up and down a binomial tree.
    fn sums(&self, mut values: Vec<u64>) -> Result<Vec<u64>> {
        let n = self.size();
        let len = values.len() * 8;
        let mut bit = 1;
        while bit < n {
            if self.me & bit != 0 {
                let to = self.member(self.me - bit)?;
                self.swap(self.local(), Some((to, to_bytes(&values))), None)?;
                break;
            }
            if self.me + bit < n {
                let from = self.member(self.me + bit)?;
                let other = from_bytes(&self.swap(self.local(), None, Some((from, len)))?);
                values.iter_mut().zip(other).for_each(|(v, o)| *v += o);
            }
            bit <<= 1;
        }
        Ok(from_bytes(&self.share_fixed(0, to_bytes(&values), len)?))
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

pub(crate) fn merge(values: &mut [u64], other: &[u8]) {
    values
        .iter_mut()
        .zip(from_bytes(other))
        .for_each(|(value, other)| *value = (*value).max(other));
}
