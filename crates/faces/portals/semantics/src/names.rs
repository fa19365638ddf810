//! Which process of the job has which name.

use crate::process::PortalsProcess;
use ferry_method::PeerId;
use std::collections::HashMap;

/// The names of a job's processes.
#[derive(Clone, Debug)]
pub struct ProcessNames {
    names: Vec<PortalsProcess>,
    peers: HashMap<PortalsProcess, PeerId>,
}

impl ProcessNames {
    /// The names, by rank.
    ///
    /// # Panics
    /// If two have the same.
    pub fn new(names: Vec<PortalsProcess>) -> Self {
        let peers: HashMap<_, _> = (0..).map(PeerId).zip(&names).map(|(p, n)| (*n, p)).collect();
        assert_eq!(peers.len(), names.len(), "two processes have one name");
        ProcessNames { names, peers }
    }

    /// All of them, by rank.
    pub fn all(&self) -> &[PortalsProcess] {
        &self.names
    }

    /// The name of a process.
    #[inline]
    pub fn name(&self, peer: PeerId) -> Option<PortalsProcess> {
        self.names.get(peer.0 as usize).copied()
    }

    /// Whose name it is.
    #[inline]
    pub fn peer(&self, name: PortalsProcess) -> Option<PeerId> {
        // Most are named after their rank.
        if self.names.get(name.pid as usize) == Some(&name) {
            return Some(PeerId(name.pid));
        }
        self.peers.get(&name).copied()
    }
}
