//! Processes of other jobs: they come in by a door, or this process goes to theirs.

use crate::{DRAIN, Home};
use ferry_attach::{
    AttachError, Door, DoorKeeper, DoorVisit, MetWorld, PairSide, Person, Url, knock,
};
use ferry_config::Config;
use ferry_link::{Face, Links};
use ferry_method::PeerId;
use ferry_runtime::{Runtime, SharedRuntime};
use ferry_sys::Clock;
use std::net::SocketAddr;
use std::sync::{Arc, MutexGuard, PoisonError, Weak};

/// A face whose process can be met by those of other jobs.
pub trait MeetingFace: Face + Send + 'static {
    /// What is spoken at its doors.
    const NAME: &'static str;

    /// What it says of its process to those that it meets.
    fn word(&self) -> Vec<u8>;

    /// This process has met another, which is `peer` from now on; its face has said this of it. Processes that were
    /// met at once are of one world, and no others.
    ///
    /// # Errors
    /// When it cannot be known; then the two part.
    fn met(&mut self, peer: PeerId, world: u32, who: &Person, word: &[u8]) -> Result<(), String>;

    /// Says good-bye to a process that was met: this one gives the links up. Whether that is said, or nobody is
    /// there; then it is known no more.
    fn say_bye(&mut self, links: &mut Links, peer: PeerId) -> bool;

    /// The processes that were met and are there: all, or those of one's world.
    fn company(&self, of: Option<PeerId>) -> Vec<PeerId>;
}

/// What the threads of a door know of their process.
struct HomeKeeper<F> {
    runtime: Weak<SharedRuntime<F>>,
    config: Config,
    clock: Clock,
    who: Person,
}

/// What a process says at a door.
fn side<'a, F: MeetingFace>(
    runtime: &SharedRuntime<F>,
    (config, clock): (&'a Config, Clock),
    who: &Person,
) -> PairSide<'a> {
    let word = runtime.enter().face.word();
    PairSide { config, clock, who: who.clone(), word }
}

/// Takes the links to processes that were met; their numbers.
pub(crate) fn take<F: MeetingFace>(
    runtime: &SharedRuntime<F>,
    MetWorld { link, others }: MetWorld,
) -> Result<Vec<PeerId>, AttachError> {
    let mut runtime = runtime.enter();
    let numbers = runtime.meet(link);
    let numbers = numbers.map_err(|e| AttachError::start("preparing to wait", e))?;
    let mut met = Vec::new();
    for (number, who, word) in others {
        let peer = PeerId(numbers.start + number.0);
        if let Err(why) = runtime.face.met(peer, numbers.start, &who, &word) {
            runtime.part(peer);
            return Err(AttachError::Refused(why));
        }
        met.push(peer);
    }
    // Whoever waits may wait for this.
    runtime.watch.alarm().ring();
    Ok(met)
}

impl<F: MeetingFace> DoorKeeper for HomeKeeper<F> {
    type Why = AttachError;

    fn face(&self) -> &str {
        F::NAME
    }

    fn owner(&self) -> Option<Person> {
        (self.runtime.strong_count() > 0).then(|| self.who.clone())
    }

    fn receive(&self, visit: DoorVisit<'_>) -> Result<(), AttachError> {
        let ended = || AttachError::Unreachable("this process has ended".into());
        let runtime = self.runtime.upgrade().ok_or_else(ended)?;
        if visit.visitor().person.job == self.who.job {
            let why = "it is of the same job, whose processes have links already";
            visit.refuse(why);
            return Err(AttachError::Refused(why.into()));
        }
        let own = side(&runtime, (&self.config, self.clock), &self.who);
        let (pair, visit) = visit.into_pair(own)?;
        match take(&runtime, pair.into()) {
            Ok(met) => visit.accept().inspect_err(|_| {
                met.iter().for_each(|peer| drop(runtime.enter().part(*peer)));
            }),
            Err(why) => {
                visit.refuse(&why.to_string());
                Err(why)
            }
        }
    }
}

impl<F: MeetingFace> Home<F> {
    fn doors(&self) -> MutexGuard<'_, Vec<Door>> {
        self.doors.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Lets processes of other jobs in that have the URL. Listens at `bind` (port 0: any; an unspecified
    /// address: all), in a thread of its own.
    ///
    /// # Errors
    /// If the system does not let it listen there.
    pub fn open_door(&self, bind: SocketAddr) -> Result<Url, AttachError> {
        let (runtime, config) = (Arc::downgrade(&self.runtime), self.config.clone());
        let who = Person::of(&self.identity);
        let door = Door::open(bind, HomeKeeper { runtime, config, clock: self.clock, who })?;
        let url = door.url().clone();
        self.doors().push(door);
        Ok(url)
    }

    /// Nobody comes in by this URL any more; who is inside stays. Whether there was a door.
    pub fn close_door(&self, url: &Url) -> bool {
        let mut doors = self.doors();
        let found = doors.iter().position(|door| door.url().port == url.port);
        let door = found.map(|at| doors.remove(at));
        drop(doors);
        door.is_some()
    }

    /// Goes to the process that has opened the door of a URL. Waits for its answer; its number here.
    ///
    /// # Errors
    /// The URL has no key; nobody is there; the process is of this job, or does not let this one in; no method
    /// leads there.
    pub fn attach(&self, url: &Url) -> Result<PeerId, AttachError> {
        let door = knock(url, F::NAME)?;
        if door.owner.job == self.identity.job {
            let why = "the URL is of a process of this job, to which there are links already";
            return Err(AttachError::Refused(why.into()));
        }
        let who = Person::of(&self.identity);
        let own = side(&self.runtime, (&self.config, self.clock), &who);
        let mut pair = door.into_pair(own)?;
        // Better now than at the first request.
        let known = pair.link.peer_table(PeerId(1 - pair.me.0)).map(drop);
        known.map_err(|why| AttachError::Unreachable(why.to_string()))?;
        let met = take(&self.runtime, pair.into())?;
        met.first().copied().ok_or_else(|| AttachError::Unreachable("nobody is there".into()))
    }

    /// Parts from a process of another job and those that were met with it, in good order: what was sent before
    /// arrives, then they are told.
    pub fn detach(&self, peer: PeerId) {
        let company = self.state().company(Some(peer));
        self.take_leave(&company);
        let parted = {
            let mut runtime = self.runtime.enter();
            // What others say to each other may still pass here.
            let relays = runtime.links.relays_in_world_of(peer);
            if relays { None } else { runtime.part(peer) }
        };
        if let Some((_, links)) = parted {
            self.runtime.close_parted(links, DRAIN);
        }
    }

    /// Lets nobody in any more, and takes leave of all that were met: before [`Home::finish`].
    pub fn part_from_all(&self) {
        drop(std::mem::take(&mut *self.doors()));
        drop(self.job_door().take());
        let company = self.state().company(None);
        if !company.is_empty() {
            self.take_leave(&company);
        }
    }

    /// Tells these processes that this one gives its links to them up, behind all that it has sent.
    fn take_leave(&self, of: &[PeerId]) {
        self.wait_until(Some(DRAIN), |face| (!face.has_output()).then_some(()));
        let mut waiting = of.to_vec();
        self.runtime.wait_until(Some(DRAIN), |Runtime { face, links, .. }| {
            waiting.retain(|peer| !face.say_bye(links, *peer));
            waiting.is_empty().then_some(())
        });
    }
}
