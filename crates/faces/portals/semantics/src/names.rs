//! Which process has which name: those of the job, and those of other jobs that were met.

use crate::process::PortalsProcess;
use ferry_method::{JobId, PeerId};
use std::collections::HashMap;

/// The names of a job's processes, and of those of other jobs that were met.
#[derive(Clone, Debug)]
pub struct ProcessNames {
    names: Vec<PortalsProcess>,
    peers: HashMap<PortalsProcess, PeerId>,
    /// Of other jobs.
    met: HashMap<PeerId, MetName>,
}

/// A process of another job.
#[derive(Clone, Copy, Debug)]
pub(crate) struct MetName {
    pub(crate) name: PortalsProcess,
    pub(crate) job: JobId,
    /// The world in which it was met.
    pub(crate) world: u32,
}

impl ProcessNames {
    /// The names, by rank.
    ///
    /// # Panics
    /// If two have the same.
    pub fn new(names: Vec<PortalsProcess>) -> Self {
        let peers: HashMap<_, _> = (0..).map(PeerId).zip(&names).map(|(p, n)| (*n, p)).collect();
        assert_eq!(peers.len(), names.len(), "two processes have one name");
        ProcessNames { names, peers, met: HashMap::new() }
    }

    /// All of the job, by rank.
    pub fn all(&self) -> &[PortalsProcess] {
        &self.names
    }

    /// The name of a process.
    #[inline]
    pub fn name(&self, peer: PeerId) -> Option<PortalsProcess> {
        self.names.get(peer.0 as usize).copied().or_else(|| self.name_of_met(peer))
    }

    #[cold]
    fn name_of_met(&self, peer: PeerId) -> Option<PortalsProcess> {
        self.met.get(&peer).map(|met| met.name)
    }

    /// A process of another job has this number, and is called so. If it was met before, the number that it had
    /// then is returned, and is nobody's any more; whether it was the last of its world there.
    ///
    /// # Errors
    /// When another process has that name.
    pub(crate) fn meet(
        &mut self,
        peer: PeerId,
        met: MetName,
    ) -> Result<Option<(PeerId, bool)>, String> {
        let before = self.peers.get(&met.name).copied();
        let is_other = |before: &PeerId| self.met.get(before).is_none_or(|of| of.job != met.job);
        if before.as_ref().is_some_and(is_other) {
            let PortalsProcess { nid, pid } = met.name;
            return Err(format!("another process is called ({nid}, {pid}) here"));
        }
        let before = before.and_then(|before| Some((before, self.forget(before)?)));
        self.peers.insert(met.name, peer);
        self.met.insert(peer, met);
        Ok(before)
    }

    /// A process of another job is gone. Whether it was the last of its world, if it was there.
    pub(crate) fn forget(&mut self, peer: PeerId) -> Option<bool> {
        let gone = self.met.remove(&peer)?;
        self.peers.remove(&gone.name);
        Some(self.met.values().all(|met| met.world != gone.world))
    }

    /// Those of other jobs that were met in the world of this one.
    pub(crate) fn met_with(&self, peer: PeerId) -> Vec<PeerId> {
        let Some(MetName { world, .. }) = self.met.get(&peer) else { return Vec::new() };
        self.met.iter().filter(|(_, met)| met.world == *world).map(|(peer, _)| *peer).collect()
    }

    /// Those of other jobs.
    pub(crate) fn met(&self) -> Vec<PeerId> {
        self.met.keys().copied().collect()
    }

    /// Whose name it is.
    #[inline(always)]
    pub fn peer(&self, name: PortalsProcess) -> Option<PeerId> {
        // Most are named after their rank.
        if self.names.get(name.pid as usize) == Some(&name) {
            return Some(PeerId(name.pid));
        }
        self.peer_of_another(name)
    }

    #[cold]
    #[inline(never)]
    fn peer_of_another(&self, name: PortalsProcess) -> Option<PeerId> {
        self.peers.get(&name).copied()
    }
}
