//! Processes of other jobs, by names that all processes understand.
//!
//! Each process numbers those that it knows in its own way ([`PeerId`]). What processes of different jobs tell
//! each other about third ones they tell by name.

use super::Process;
use crate::handle::CommHandle;
use crate::request::OperationOwner;
use ferry_link::LinkError;
use ferry_method::{JobId, MethodError, Sink};
use ferry_ports::PortKey;
use ferry_wire::PeerId;
use std::collections::{HashMap, HashSet};
use std::ops::Range;

/// What a process is called everywhere: the number of the job that it was started in, which follows from that
/// job's secret, and its rank there.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(crate) struct ProcessName {
    pub(crate) job: u64,
    pub(crate) rank: u32,
}

/// A world that was met later.
struct MetWorld {
    first: u32,
    /// By rank there.
    members: Vec<ProcessName>,
    /// Its secret, which its members have in common.
    secret: PortKey,
}

impl MetWorld {
    fn numbers(&self) -> Range<u32> {
        self.first..self.first + self.members.len() as u32
    }
}

/// Processes of other jobs that this one has met.
#[derive(Default)]
pub(crate) struct Acquaintances {
    numbers: HashMap<ProcessName, PeerId>,
    worlds: Vec<MetWorld>,
    /// Those with whom this process has made contact while it waited for them.
    greeted: HashSet<PeerId>,
}

impl Acquaintances {
    /// Whether there is anybody.
    pub(crate) fn are_any(&self) -> bool {
        !self.worlds.is_empty()
    }

    /// A world was met, whose processes have the numbers from `first` on.
    pub(crate) fn add(&mut self, first: u32, members: Vec<ProcessName>, secret: PortKey) {
        self.worlds.push(MetWorld { first, members, secret });
    }

    /// A process of another job is reached by this number from now on.
    pub(crate) fn note(&mut self, name: ProcessName, peer: PeerId) {
        if self.world(peer).is_some() {
            self.numbers.insert(name, peer);
        }
    }

    /// The numbers of a process in the worlds that were met.
    fn all_of(&self, name: ProcessName) -> impl Iterator<Item = PeerId> + '_ {
        let members = self.worlds.iter().flat_map(|world| world.numbers().zip(&world.members));
        members.filter(move |(_, member)| **member == name).map(|(number, _)| PeerId(number))
    }

    /// The world of a process, by the number of its first.
    pub(crate) fn world_of(&self, peer: PeerId) -> Option<u32> {
        self.world(peer).map(|world| world.first)
    }

    fn world(&self, peer: PeerId) -> Option<&MetWorld> {
        self.worlds.iter().find(|world| world.numbers().contains(&peer.0))
    }

    /// A world was parted from; returns the numbers of its processes.
    pub(crate) fn remove(&mut self, first: u32) -> Range<u32> {
        let Some(at) = self.worlds.iter().position(|world| world.first == first) else {
            return 0..0;
        };
        let gone = self.worlds.remove(at).numbers();
        self.numbers.retain(|_, number| !gone.contains(&number.0));
        self.greeted.retain(|number| !gone.contains(&number.0));
        gone
    }
}

impl Process {
    /// The name of a process of this number.
    pub(crate) fn name_of(&self, peer: PeerId) -> ProcessName {
        let of_home = ProcessName { job: self.identity.job.0, rank: peer.0 };
        let world = self.acquaintances.world(peer);
        world.map_or(of_home, |world| world.members[(peer.0 - world.first) as usize])
    }

    /// The number here of a process of this name, if it is known.
    pub(crate) fn number_of(&self, name: ProcessName) -> Option<PeerId> {
        if JobId(name.job) == self.identity.job {
            return (name.rank < self.identity.size).then_some(PeerId(name.rank));
        }
        self.acquaintances.numbers.get(&name).copied()
    }

    /// All numbers here of a process of this name: one in each world that both are of.
    pub(crate) fn numbers_of(&self, name: ProcessName) -> Vec<PeerId> {
        let of_home = JobId(name.job) == self.identity.job && name.rank < self.identity.size;
        let home = of_home.then_some(PeerId(name.rank));
        home.into_iter().chain(self.acquaintances.all_of(name)).collect()
    }

    /// Whether `a` comes before `b` in the order of names, which is that of ranks within a job.
    pub(crate) fn comes_before(&self, a: PeerId, b: PeerId) -> bool {
        match self.acquaintances.are_any() {
            false => a < b,
            true => self.name_of(a) < self.name_of(b),
        }
    }

    /// Makes contact with those of other jobs that something under way may be waiting for, since nobody else tells
    /// of their death. Whether there were such that had not been greeted.
    pub(crate) fn greet_awaited(&mut self) -> bool {
        let labels = self.runtime.face.transfer.labels();
        let waiting = labels.filter(|(_, is_done)| !is_done).map(|(label, _)| label);
        let mut comms: Vec<CommHandle> = waiting.map(|l| OperationOwner::of(l).comm()).collect();
        comms.sort_unstable_by_key(|comm| comm.0);
        comms.dedup();
        let mut strangers = Vec::new();
        for comm in comms {
            let Some(comm) = self.comm_or_freed(comm).filter(|comm| comm.spans_jobs) else {
                continue;
            };
            let all = comm.group.peers().chain(comm.remote.iter().flat_map(|r| r.peers()));
            let is_new = |peer: &PeerId| {
                self.acquaintances.world(*peer).is_some()
                    && !self.acquaintances.greeted.contains(peer)
                    && !self.dynamic.departures.has_parted(*peer)
            };
            strangers.extend(all.filter(is_new));
        }
        for &peer in &strangers {
            self.acquaintances.greeted.insert(peer);
            if let Err(why) = self.runtime.links.greet(peer) {
                let why = match why {
                    LinkError::Method(why) => why,
                    other => MethodError::Lost { peer, method: "link", why: other.to_string() },
                };
                self.runtime.face.lost(peer, why);
            }
        }
        !strangers.is_empty()
    }

    /// The secret by which this process and another one have links.
    pub(crate) fn secret_with(&self, peer: PeerId) -> PortKey {
        self.acquaintances.world(peer).map_or(self.identity.secret, |world| world.secret)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn name(job: u64, rank: u32) -> ProcessName {
        ProcessName { job, rank }
    }

    #[test]
    fn a_process_is_known_by_the_number_that_was_noted_last() {
        let mut known = Acquaintances::default();
        known.add(4, vec![name(1, 0), name(9, 0)], [1; 32]);
        known.note(name(9, 0), PeerId(5));
        // Those of the job need no note.
        known.note(name(1, 0), PeerId(0));
        assert_eq!((known.numbers.len(), known.numbers[&name(9, 0)]), (1, PeerId(5)));
        known.add(6, vec![name(9, 0), name(9, 1)], [2; 32]);
        known.note(name(9, 1), PeerId(7));
        assert_eq!((known.world_of(PeerId(5)), known.world_of(PeerId(7))), (Some(4), Some(6)));
        assert_eq!(known.all_of(name(9, 0)).collect::<Vec<_>>(), [5, 6].map(PeerId));
        known.remove(6);
        assert_eq!(known.numbers.get(&name(9, 1)), None);
        assert_eq!(known.numbers[&name(9, 0)], PeerId(5));
        known.remove(4);
        assert!(!known.are_any() && known.numbers.is_empty());
    }
}
