//! The doors of a process.

use super::Approve;
use super::keeper::{NexusKeeper, endpoint_key, endpoint_path};
use crate::{Nexus, NexusError, Url};
use ferry_attach::{Door, JobDoor};
use std::net::SocketAddr;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// The doors of a process.
#[derive(Default)]
pub(crate) struct Doors {
    open: Mutex<Vec<Door>>,
    /// Where other jobs come in as wholes.
    of_job: Mutex<Option<Arc<JobDoor>>>,
    /// Visitors that were turned away at doors that are closed.
    refused: AtomicU64,
}

impl Doors {
    fn lock(&self) -> MutexGuard<'_, Vec<Door>> {
        self.open.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Visitors that were turned away.
    pub(crate) fn refused(&self) -> u64 {
        let now: u64 = self.lock().iter().map(Door::refused).sum();
        now + self.refused.load(Ordering::Relaxed)
    }

    pub(crate) fn open(
        &self,
        nexus: &Nexus,
        bind: SocketAddr,
        approve: Arc<Approve>,
    ) -> Result<Url, NexusError> {
        let door = Door::open(bind, NexusKeeper::new(nexus, approve));
        let door = door.map_err(|why| NexusError::Start {
            doing: "opening a door".into(),
            why: why.to_string(),
        })?;
        let url = door.url().clone();
        self.lock().push(door);
        Ok(url)
    }

    /// Closes the door at a port.
    pub(crate) fn close(&self, port: u16) -> bool {
        let mut open = self.lock();
        let found = open.iter().position(|door| door.url().port == port);
        let door = found.map(|at| open.remove(at));
        drop(open);
        self.shut(door)
    }

    /// The door of the job, if there is one.
    pub(crate) fn of_job(&self) -> MutexGuard<'_, Option<Arc<JobDoor>>> {
        self.of_job.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(crate) fn close_all(&self) {
        drop(self.of_job().take());
        let doors = std::mem::take(&mut *self.lock());
        self.shut(doors);
    }

    /// Whether there was a door.
    fn shut(&self, doors: impl IntoIterator<Item = Door>) -> bool {
        let refused: Vec<u64> = doors.into_iter().map(|door| door.refused()).collect();
        self.refused.fetch_add(refused.iter().sum(), Ordering::Relaxed);
        !refused.is_empty()
    }

    /// The URL for one endpoint.
    pub(crate) fn capability(&self, endpoint: u64) -> Option<Url> {
        let open = self.lock();
        let door = open.first()?;
        let key = Some(endpoint_key(door.key(), endpoint));
        Some(Url { path: endpoint_path(endpoint), key, ..door.url().clone() })
    }
}
