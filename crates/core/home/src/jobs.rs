//! Jobs that meet as wholes: all processes of one and all of another.

use crate::meeting::{MeetingFace, take};
use crate::{Home, StartError};
use ferry_attach::{
    AttachError, JobDoor, JobSide, LauncherBoard, MetWorld, Person, SideBoard, Url, visit_as_job,
};
use ferry_method::PeerId;
use std::net::SocketAddr;
use std::sync::atomic::Ordering;
use std::sync::{Arc, MutexGuard, PoisonError};

impl<F: MeetingFace> Home<F> {
    pub(crate) fn job_door(&self) -> MutexGuard<'_, Option<Arc<JobDoor>>> {
        self.job_door.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Opens a door by which another job comes in as a whole, in place of the one that there was. The first process
    /// of a job does that, before all let a job in ([`Home::accept_job`]).
    ///
    /// # Errors
    /// If the system does not let it listen there, or this is not the first process.
    pub fn open_job_door(&self, bind: SocketAddr) -> Result<Url, AttachError> {
        if self.place().0 != 0 {
            return Err(AttachError::Refused("rank 0 has the door of a job".into()));
        }
        let door = JobDoor::open(bind, F::NAME, Person::of(&self.identity))?;
        let url = door.url().clone();
        *self.job_door() = Some(Arc::new(door));
        Ok(url)
    }

    /// Lets the next job at the door in, as all processes of this one must. Waits for it, and moves everything on
    /// meanwhile. The numbers of its processes here, in the order of their ranks.
    ///
    /// # Errors
    /// When a method cannot be opened, or the other job goes amid that.
    pub fn accept_job(&self) -> Result<Vec<PeerId>, AttachError> {
        let door = self.job_door().clone();
        self.meet_job(|side, board| JobDoor::receive(door.as_deref(), side, board))
    }

    /// Goes to a job that has opened a door, as all processes of this one must; the first says by which URL. The
    /// numbers of its processes here, in the order of their ranks.
    ///
    /// # Errors
    /// When nobody is there or lets this job in, or a method cannot be opened.
    pub fn attach_job(&self, url: Option<&Url>) -> Result<Vec<PeerId>, AttachError> {
        self.meet_job(|side, board| visit_as_job((url, F::NAME), side, board))
    }

    fn meet_job(
        &self,
        act: impl FnOnce(JobSide<'_>, &mut dyn SideBoard) -> Result<MetWorld, AttachError>,
    ) -> Result<Vec<PeerId>, AttachError> {
        let word = self.runtime.enter().face.word();
        let (config, clock, identity) = (&self.config, self.clock, &self.identity);
        let side = JobSide { config, clock, identity, facts: self.facts.as_ref(), word };
        let meeting = self.meetings.fetch_add(1, Ordering::Relaxed);
        let mut barrier = || match &self.facts {
            Some(facts) => facts.meet().map_err(|e| e.to_string()),
            None => Ok(()),
        };
        let mut board =
            LauncherBoard::new(self.place(), self.facts.as_ref(), meeting, &mut barrier);
        let met = self.driven(|| act(side, &mut board));
        let met = met.map_err(|why: StartError| AttachError::start("meeting a job", why))?;
        take(&self.runtime, met?)
    }
}
