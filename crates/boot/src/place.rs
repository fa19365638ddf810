//! Where a process stands in its job.

use crate::error::BootError;
use ferry_method::PeerId;
use ferry_pmi::Client;
use std::sync::{Arc, Mutex};

/// What the launcher says about this process.
#[derive(Clone)]
pub struct Place {
    /// This process.
    pub me: PeerId,
    /// Processes in the job.
    pub size: u32,
    /// Node of each rank, where the launcher says.
    pub nodes: Option<Vec<u32>>,
    /// The launcher; `None` for a job of one.
    pub launcher: Option<Arc<Mutex<Client>>>,
}

/// Who else is on a process's host.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Neighbours {
    /// Processes of the job.
    pub job: u32,
    /// Processes of the job on this host, this one included.
    pub here: u32,
    /// This process's place among them.
    pub local_rank: u32,
}

impl Neighbours {
    /// Whether some process may be on another host.
    pub fn span_hosts(&self) -> bool {
        self.here < self.job
    }
}

impl Place {
    /// Asks the launcher that the environment names; without one it is a job of one.
    pub(crate) fn of_launcher() -> Result<Self, BootError> {
        let client =
            Client::from_env().map_err(|e| BootError::new("talking to the launcher", e))?;
        let Some(mut client) = client else {
            return Ok(Place { me: PeerId(0), size: 1, nodes: None, launcher: None });
        };
        let (me, size) = (PeerId(client.rank()), client.size());
        let mapping = client.get("PMI_process_mapping").ok().flatten();
        let nodes = mapping.and_then(|text| ferry_pmi::mapping::decode(&text, size as usize));
        Ok(Place { me, size, nodes, launcher: Some(Arc::new(Mutex::new(client))) })
    }

    /// Who else is on this process's node.
    pub fn neighbours(&self) -> Neighbours {
        let (job, rank) = (self.size, self.me.0);
        let Some(nodes) = &self.nodes else {
            return Neighbours { job, here: job, local_rank: rank };
        };
        let me = rank as usize;
        let mine = nodes.get(me);
        let same =
            |upto: usize| nodes.iter().take(upto).filter(|n| Some(*n) == mine).count() as u32;
        Neighbours { job, here: same(nodes.len()), local_rank: same(me) }
    }
}
