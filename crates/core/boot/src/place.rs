//! Where a process stands in its job.

use crate::error::BootError;
use ferry_method::PeerId;
use ferry_pmi::Client;
use ferry_sys::CoreBoard;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// What the launcher says about this process.
#[derive(Clone)]
pub struct LauncherFacts {
    /// This process.
    pub me: PeerId,
    /// Processes in the job.
    pub size: u32,
    /// Node of each rank, where the launcher says.
    pub nodes: Option<Vec<u32>>,
    /// The launcher; `None` for a job of one.
    pub launcher: Option<Arc<Mutex<Client>>>,
    /// Whether the whole job is on one host with fewer cores than processes. All of its processes have
    /// this alike, as whatever decides about algorithms must be: rank 0 tells it. Who contends for cores
    /// ([`LauncherFacts::contenders`]) may differ from one process to the next.
    pub crowded: bool,
    /// Where such a job's processes say on which cores they are, if they can share memory.
    pub cores: Option<Arc<CoreBoard>>,
    /// What [`LauncherFacts::contenders`] gives, where the launcher says.
    told: Option<u32>,
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

/// Passes on which client library a job of a PMIx server loads. What is wrong in the configuration is said later.
fn prefer_pmix_library() {
    if std::env::var_os("PMIX_NAMESPACE").is_none() {
        return;
    }
    let config = ferry_config::Config::load().unwrap_or_default();
    let library = config.text("pmix.library");
    if !library.is_empty() {
        ferry_pmi::pmix::prefer_library(library.into());
    }
}

impl LauncherFacts {
    /// Asks the launcher that the environment names; without one it is a job of one. A process can ask once.
    pub fn of_launcher() -> Result<Self, BootError> {
        prefer_pmix_library();
        let client =
            Client::from_env().map_err(|e| BootError::new("talking to the launcher", e))?;
        Ok(client.map_or_else(LauncherFacts::alone, LauncherFacts::of_client))
    }

    /// A job of one, without a launcher.
    pub fn alone() -> Self {
        LauncherFacts::new((PeerId(0), 1), None, None)
    }

    fn new(
        (me, size): (PeerId, u32),
        nodes: Option<Vec<u32>>,
        launcher: Option<Arc<Mutex<Client>>>,
    ) -> Self {
        LauncherFacts { me, size, nodes, launcher, crowded: false, cores: None, told: None }
    }

    /// Asks a launcher that somebody else has found.
    pub fn of_client(client: Client) -> Self {
        LauncherFacts::of_shared_client(Arc::new(Mutex::new(client)))
    }

    /// Asks one that others ask, too.
    pub fn of_shared_client(launcher: Arc<Mutex<Client>>) -> Self {
        let mut client = launcher.lock().unwrap_or_else(PoisonError::into_inner);
        let (me, size) = (PeerId(client.rank()), client.size());
        let mapping = client.get("PMI_process_mapping").ok().flatten();
        drop(client);
        let nodes = mapping.and_then(|text| ferry_pmi::mapping::decode(&text, size as usize));
        LauncherFacts::new((me, size), nodes, Some(launcher))
    }

    /// Meets the other processes of the job, through the launcher; without one there are none. Meanwhile other
    /// threads may find out through it how to reach somebody.
    ///
    /// # Errors
    /// When the launcher is gone.
    pub fn meet(&self) -> Result<(), BootError> {
        let Some(launcher) = &self.launcher else { return Ok(()) };
        Client::meet(launcher).map_err(|e| BootError::new("meeting the others", e))
    }

    /// Stores something that the other processes of the job can read once all have met ([`LauncherFacts::meet`]).
    ///
    /// # Errors
    /// When there is no launcher, or it is gone.
    pub fn store(&self, key: &str, bytes: &[u8]) -> Result<(), BootError> {
        let mut client = self.client()?;
        client.put_long(key, bytes).map_err(|e| BootError::new("telling the other processes", e))
    }

    /// Reads what another process of the job has stored; `None`: nobody has.
    ///
    /// # Errors
    /// As above.
    pub fn stored(&self, key: &str) -> Result<Option<Vec<u8>>, BootError> {
        let mut client = self.client()?;
        client.get_long(key).map_err(|e| BootError::new("asking the other processes", e))
    }

    fn client(&self) -> Result<MutexGuard<'_, Client>, BootError> {
        let none = || BootError::new("talking to the other processes", "there is no launcher");
        let launcher = self.launcher.as_ref().ok_or_else(none)?;
        Ok(launcher.lock().unwrap_or_else(PoisonError::into_inner))
    }

    /// Asks the launcher who shares this process's cores. Its hosts may be containers or network
    /// namespaces of one machine; it knows of all of them when the processes have met.
    pub(crate) fn ask_for_contenders(&mut self) -> Result<(), BootError> {
        let Some(launcher) = self.launcher.as_ref().filter(|_| self.neighbours().span_hosts())
        else {
            return Ok(());
        };
        let mut client = launcher.lock().unwrap_or_else(PoisonError::into_inner);
        let told = client.get(ferry_pmi::CONTENDERS_KEY);
        let told = told.map_err(|e| BootError::new("asking who shares the cores", e))?;
        drop(client);
        self.told = told.and_then(|number| number.parse().ok());
        Ok(())
    }

    /// Whether the launcher says that all processes are on one host.
    pub(crate) fn is_together(&self) -> bool {
        let nodes = self.nodes.as_deref().filter(|_| self.size > 1);
        nodes.is_some_and(|nodes| nodes.windows(2).all(|two| two[0] == two[1]))
    }

    /// Processes of the job that contend for this one's cores, itself included: those of its node, and
    /// of others on the same machine if its cores do not suffice for all. Less than that is known with a
    /// launcher that is not Ferry's: there it is the node's processes.
    pub fn contenders(&self) -> u32 {
        let here = self.neighbours().here;
        self.told.map_or(here, |told| told.clamp(here, self.size.max(here)))
    }

    /// The lowest rank on this process's node.
    pub(crate) fn first_of_node(&self) -> u32 {
        let nodes = self.nodes.as_deref().unwrap_or_default();
        let mine = nodes.get(self.me.0 as usize);
        nodes.iter().position(|node| Some(node) == mine).unwrap_or(0) as u32
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

#[cfg(test)]
mod tests {
    use super::*;

    fn place(nodes: Option<Vec<u32>>, told: Option<u32>) -> LauncherFacts {
        LauncherFacts { told, ..LauncherFacts::new((PeerId(1), 4), nodes, None) }
    }

    #[test]
    fn other_hosts_contend_only_if_the_launcher_says_so() {
        let nodes = || Some(vec![0, 0, 1, 2]);
        assert_eq!(place(nodes(), None).contenders(), 2);
        assert_eq!(place(nodes(), Some(3)).contenders(), 3);
        assert_eq!(place(None, None).contenders(), 4);
    }

    #[test]
    fn only_a_job_on_one_host_can_be_crowded() {
        assert!(place(Some(vec![3; 4]), None).is_together());
        assert!(!place(Some(vec![0, 0, 1, 0]), None).is_together());
        assert!(!place(None, None).is_together());
    }

    #[test]
    fn numbers_that_cannot_be_are_put_right() {
        assert_eq!(place(Some(vec![0, 0, 1, 2]), Some(0)).contenders(), 2);
        assert_eq!(place(Some(vec![0, 0, 1, 2]), Some(u32::MAX)).contenders(), 4);
    }
}
