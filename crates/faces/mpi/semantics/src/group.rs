//! Groups: ordered sets of processes (MPI-5.0 §7.3).

pub mod sets;

use crate::constants::{MPI_ERR_GROUP, MPI_GROUP_EMPTY};
use crate::error::{Error, Result};
use crate::handle::GroupHandle;
use crate::process::Process;
use ferry_wire::PeerId;
use std::collections::HashMap;
use std::sync::{Arc, OnceLock};

/// `MPI_GROUP_EMPTY`.
pub const EMPTY: GroupHandle = GroupHandle::new(MPI_GROUP_EMPTY);

/// An ordered set of processes.
#[derive(Debug)]
pub struct Group {
    members: Members,
    /// This process's rank in it, if it is a member.
    rank: Option<u32>,
}

#[derive(Debug)]
enum Members {
    /// `first, first + 1, ...`: no table needed.
    Range { first: u32, len: u32 },
    /// Anything else, with the way back made on first use.
    List { peers: Box<[PeerId]>, ranks: OnceLock<HashMap<PeerId, u32>> },
}

impl Group {
    /// The processes `first .. first + len`, seen from process `me`.
    pub fn range(first: u32, len: u32, me: PeerId) -> Self {
        let rank = me.0.checked_sub(first).filter(|r| *r < len);
        Group { members: Members::Range { first, len }, rank }
    }

    /// These processes in this order, seen from process `me`.
    pub fn list(peers: Vec<PeerId>, me: PeerId) -> Self {
        let consecutive = peers.windows(2).all(|w| w[0].0.checked_add(1) == Some(w[1].0));
        if consecutive {
            let first = peers.first().map_or(0, |p| p.0);
            return Group::range(first, peers.len() as u32, me);
        }
        let rank = peers.iter().position(|p| *p == me).map(|r| r as u32);
        let members = Members::List { peers: peers.into(), ranks: OnceLock::new() };
        Group { members, rank }
    }

    /// Number of processes.
    #[inline]
    pub fn size(&self) -> u32 {
        match &self.members {
            Members::Range { len, .. } => *len,
            Members::List { peers, .. } => peers.len() as u32,
        }
    }

    /// This process's rank.
    #[inline]
    pub fn rank(&self) -> Option<u32> {
        self.rank
    }

    /// The process with a rank.
    #[inline]
    pub fn peer(&self, rank: u32) -> Option<PeerId> {
        match &self.members {
            Members::Range { first, len } => (rank < *len).then(|| PeerId(first + rank)),
            Members::List { peers, .. } => peers.get(rank as usize).copied(),
        }
    }

    /// The rank of a process.
    #[inline]
    pub fn rank_of(&self, peer: PeerId) -> Option<u32> {
        match &self.members {
            Members::Range { first, len } => peer.0.checked_sub(*first).filter(|r| r < len),
            Members::List { peers, ranks } => {
                let ranks = ranks.get_or_init(|| {
                    peers.iter().enumerate().map(|(rank, peer)| (*peer, rank as u32)).collect()
                });
                ranks.get(&peer).copied()
            }
        }
    }

    /// All processes in order.
    pub fn peers(&self) -> impl Iterator<Item = PeerId> + '_ {
        (0..self.size()).filter_map(|rank| self.peer(rank))
    }
}

impl Process {
    pub(crate) fn define_groups(&mut self) {
        let me = self.identity.me;
        self.groups.define(EMPTY, Arc::new(Group::list(Vec::new(), me)));
    }

    /// The group of a handle.
    pub fn group(&self, handle: GroupHandle) -> Result<&Arc<Group>> {
        self.groups.get(handle).ok_or_else(|| {
            let text = format!("group handle {handle:?} is null, freed or was never made");
            Error::new(MPI_ERR_GROUP, text)
        })
    }

    /// A handle for a group.
    pub fn add_group(&mut self, group: Arc<Group>) -> GroupHandle {
        if group.size() == 0 { EMPTY } else { self.groups.insert(group) }
    }

    /// `MPI_Group_free`; the empty group stays.
    pub fn free_group(&mut self, handle: GroupHandle) -> Result<()> {
        self.group(handle)?;
        self.groups.remove(handle);
        Ok(())
    }
}
