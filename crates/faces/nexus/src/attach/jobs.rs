//! Jobs that meet as wholes: each process of one gets a startpoint of each process of the other.

use super::visiting::of_place;
use super::{home_of, keeper};
use crate::world::Attachment;
use crate::{Nexus, NexusError, Startpoint, Url, split_url};
use ferry_attach::{
    AttachError, JobDoor, JobSide, LauncherBoard, MetWorld, Person, SideBoard, visit_as_job,
};
use ferry_method::PeerId;
use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

impl Nexus {
    /// Opens a door by which another job comes in as a whole, in place of the one that there was: the process of
    /// rank 0 does that, before all let a job in ([`Nexus::accept_job`]). The URL serves one job after the other.
    ///
    /// # Errors
    /// If the system does not let it listen there, or this is not rank 0.
    pub fn open_job_door(&self, bind: SocketAddr) -> Result<Url, NexusError> {
        drop(self.enter()?);
        if self.rank() != 0 {
            return Err(NexusError::Usage("rank 0 has the door of a job".into()));
        }
        let door = JobDoor::open(bind, keeper::FACE, Person::of(&self.core.identity));
        let door = door.map_err(|why| NexusError::start("opening a door for a job", why))?;
        let url = door.url().clone();
        *self.core.doors.of_job() = Some(Arc::new(door));
        Ok(url)
    }

    /// Lets the next job at the door in, as all processes of this one must. Each gives a startpoint, which all of the
    /// other job get, and gets theirs, in the order of their ranks. Waits for the other job; handlers run meanwhile.
    ///
    /// # Errors
    /// At all processes alike: rank 0 has no door, a method cannot be opened, or the other job goes amid that. At the
    /// one concerned: called in a non-threaded handler.
    ///
    /// ```no_run
    /// # let nexus = ferry_nexus::Nexus::start(&ferry_config::Config::new())?;
    /// if nexus.rank() == 0 {
    ///     println!("{}", nexus.open_job_door("127.0.0.1:0".parse().unwrap())?);
    /// }
    /// let endpoint = nexus.endpoint().handler(0, |_| {}).open()?;
    /// let others = nexus.accept_job(&endpoint.startpoint())?;
    /// # Ok::<(), ferry_nexus::NexusError>(())
    /// ```
    pub fn accept_job(&self, own: &Startpoint) -> Result<Vec<Startpoint>, NexusError> {
        let door = self.core.doors.of_job().clone();
        let failed = |why| of_place("the job at the door".into(), why);
        self.meet_job(own, &failed, |side, board| JobDoor::receive(door.as_deref(), side, board))
    }

    /// Goes to a job that has opened a door, as all processes of this one must; rank 0 says by which URL. What it
    /// gives and gets is as for [`Nexus::accept_job`].
    ///
    /// # Errors
    /// At all processes alike: the URL makes no sense, nobody is there or lets this job in, or a method cannot be
    /// opened. At the one concerned: called in a non-threaded handler.
    pub fn attach_job(
        &self,
        url: Option<&str>,
        own: &Startpoint,
    ) -> Result<Vec<Startpoint>, NexusError> {
        let url = url.filter(|_| self.rank() == 0).map(split_url).transpose();
        // The others wait for rank 0, whatever it has.
        let known = url.as_ref().ok().and_then(Option::as_ref);
        let place = known.map_or("the job that rank 0 names".into(), Url::without_key);
        let failed = |why| of_place(place.clone(), why);
        let visit = |side: JobSide<'_>, board: &mut dyn SideBoard| {
            visit_as_job((known, keeper::FACE), side, board)
        };
        let met = self.meet_job(own, &failed, visit);
        url.as_ref().map_err(|why| NexusError::Url(why.clone()))?;
        met
    }

    fn meet_job(
        &self,
        own: &Startpoint,
        failed: &dyn Fn(AttachError) -> NexusError,
        act: impl FnOnce(JobSide<'_>, &mut dyn SideBoard) -> Result<MetWorld, AttachError> + Send,
    ) -> Result<Vec<Startpoint>, NexusError> {
        if self.must_not_wait() {
            return Err(NexusError::WouldWait { what: "meeting a job" });
        }
        drop(self.enter()?);
        let word = own.encode();
        let met = self.while_driven(|| self.meet_as_whole(word, act));
        let MetWorld { link, others } = met.map_err(failed)?;
        let startpoint = |(_, _, word): &(PeerId, Person, Vec<u8>)| Startpoint::decode(self, word);
        let startpoints: Result<Vec<_>, String> = others.iter().map(startpoint).collect();
        let startpoints = startpoints.map_err(|why| failed(AttachError::Unreachable(why)))?;
        let others = others.iter().map(|(number, who, _)| (*number, home_of(who))).collect();
        let mut state = self.enter()?;
        state.add_world(Attachment { me: link.me(), link, others })?;
        // Whoever waits may wait for this.
        state.call_sleepers();
        Ok(startpoints)
    }

    fn meet_as_whole(
        &self,
        word: Vec<u8>,
        act: impl FnOnce(JobSide<'_>, &mut dyn SideBoard) -> Result<MetWorld, AttachError>,
    ) -> Result<MetWorld, AttachError> {
        let core = &self.core;
        let (facts, identity) = (self.place(), &core.identity);
        let side = JobSide { config: &core.config, clock: core.clock, identity, facts, word };
        let mut barrier = || facts.map_or(Ok(()), |facts| facts.meet().map_err(|e| e.to_string()));
        let meeting = core.meetings.fetch_add(1, Ordering::Relaxed);
        let place = (self.rank(), self.size());
        act(side, &mut LauncherBoard::new(place, facts, meeting, &mut barrier))
    }

    /// Does something that waits otherwise than for this process's links, in a thread; handlers run meanwhile. What
    /// happens to links by itself is told afterwards, where nobody else is told of it.
    fn while_driven<T: Send>(&self, act: impl FnOnce() -> T + Send) -> T {
        let mut faults = Vec::new();
        let is_done = AtomicBool::new(false);
        let done = std::thread::scope(|scope| {
            let acting = scope.spawn(|| {
                let done = act();
                is_done.store(true, Ordering::Release);
                self.wake();
                done
            });
            // If it panics, it ends without having said so.
            let is_over = || is_done.load(Ordering::Acquire) || acting.is_finished();
            while let Err(NexusError::Fault(fault)) = self.wait_until(None, is_over) {
                faults.push(fault);
            }
            acting.join()
        });
        let mut state = self.lock();
        faults.into_iter().for_each(|fault| state.fault(fault));
        drop(state);
        done.unwrap_or_else(|panic| std::panic::resume_unwind(panic))
    }
}
