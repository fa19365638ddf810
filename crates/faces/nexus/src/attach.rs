//! Attaching processes that were started independently of each other.
//!
//! A process opens a *door* ([`Nexus::allow_attach`]) and gets its URL, whose fragment is a key. Whoever
//! has the URL can attach: the two prove to each other that they know the key, agree on a secret, and
//! have links as if they were a job of two. Startpoints of a process with a door carry a URL for
//! their endpoint alone, so that they work wherever they are sent.

mod doors;
mod hearing;
mod jobs;
mod keeper;
mod visiting;

pub(crate) use doors::Doors;
pub use hearing::hear_at_door;

use crate::home::Home;
use crate::inbox::Inbox;
use crate::nexus::Core;
use crate::startpoint::EndpointLink;
use crate::world::Attachment;
use crate::{Nexus, NexusError, Startpoint, Url, split_url};
use ferry_attach::{MetPair, PairSide, Person};
use ferry_method::PeerId;
use ferry_runtime::Runtime;
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

/// How long an attachment may take to close.
const DRAIN: Duration = Duration::from_secs(5);

/// Who wants to attach.
#[derive(Clone, Debug)]
pub struct Visitor {
    /// What the URL's path says: it belongs to the program.
    pub path: String,
    /// Who it is. It knows the key, and the rest is its own word.
    pub home: Home,
    /// From where.
    pub address: SocketAddr,
}

/// What a visitor is answered.
#[derive(Clone, Debug)]
pub enum Approval {
    /// It may; it gets this startpoint.
    Accept(Startpoint),
    /// It may not, for this reason.
    Refuse(String),
}

type Approve = dyn Fn(&Visitor) -> Approval + Send + Sync;

/// Who somebody says that it is.
fn home_of(person: &Person) -> Home {
    Home { job: person.job, rank: person.rank }
}

/// A process's side of its attachments; `word` is what it says to the other.
fn side(core: &Core, word: Vec<u8>) -> PairSide<'_> {
    PairSide { config: &core.config, clock: core.clock, who: Person::of(&core.identity), word }
}

impl From<MetPair> for Attachment {
    fn from(pair: MetPair) -> Self {
        let others = vec![(PeerId(1 - pair.me.0), home_of(&pair.other))];
        Attachment { link: pair.link, me: pair.me, others }
    }
}

impl Nexus {
    /// Lets processes of other jobs attach. Listens at `bind` (port 0: any; an unspecified address: all)
    /// and asks `approve`, in a thread of its own, about everyone who knows the URL. Returns the URL; its
    /// path may be changed to anything.
    ///
    /// # Errors
    /// If the system does not let it listen there.
    pub fn allow_attach(
        &self,
        bind: SocketAddr,
        approve: impl Fn(&Visitor) -> Approval + Send + Sync + 'static,
    ) -> Result<Url, NexusError> {
        drop(self.enter()?);
        self.core.doors.open(self, bind, Arc::new(approve))
    }

    /// Nobody can attach by this URL any more. Attachments that exist stay. Whether there was a door.
    pub fn disallow_attach(&self, url: &Url) -> bool {
        self.core.doors.close(url.port)
    }

    /// Attaches to the process that gave out `url`; gets the startpoint that it answers with. Waits for
    /// it, and runs no handlers meanwhile.
    ///
    /// # Errors
    /// The URL makes no sense or has no key; nobody is there; the process refuses, with its reason; no
    /// method leads there; called in a non-threaded handler.
    pub fn attach(&self, url: &str) -> Result<Startpoint, NexusError> {
        let url = split_url(url)?;
        Ok(self.attach_at(&url)?.0)
    }

    fn attach_at(&self, url: &Url) -> Result<(Startpoint, PeerId, Home), NexusError> {
        if self.must_not_wait() {
            return Err(NexusError::WouldWait { what: "attaching" });
        }
        drop(self.enter()?);
        visiting::attach(self, url)
    }

    /// Attaches to the owner of a startpoint by the URL that came with it.
    pub(crate) fn attach_to_owner(&self, url: &str, owner: Home) -> Result<PeerId, NexusError> {
        let url = split_url(url)?;
        let (_, peer, home) = self.attach_at(&url)?;
        if home == owner {
            return Ok(peer);
        }
        self.end_attachment(peer);
        let why = format!("{home} is there now, not {owner}");
        Err(NexusError::Unreachable { url: url.without_key(), why })
    }

    /// Ends the attachments by which a startpoint is reached. The other process is told.
    ///
    /// # Errors
    /// If the startpoint leads nowhere that this process attached to or that attached to it.
    pub fn detach(&self, startpoint: &Startpoint) -> Result<(), NexusError> {
        let mut ended = false;
        for home in startpoint.homes() {
            let attached = self.enter()?.attached.get(&home).copied();
            if let Some(peer) = attached {
                self.end_attachment(peer);
                ended = true;
            }
        }
        let why = "the startpoint leads to no attached process";
        if ended { Ok(()) } else { Err(NexusError::Usage(why.into())) }
    }

    /// Says good-bye and closes the links of an attachment, unless others need them.
    fn end_attachment(&self, peer: PeerId) {
        let company = self.lock().runtime.face.worlds.company(peer);
        if company.len() > 1 && !self.must_not_wait() {
            self.say_bye_behind_all(&company);
        }
        let removed = {
            let mut state = self.lock();
            let Runtime { links, face, .. } = &mut state.runtime;
            face.worlds.say_bye(links, peer, true);
            let relays = links.relays_in_world_of(peer);
            if relays {
                state.withdraw_from(&company)
            }
            if relays { None } else { state.remove_world(peer) }
        };
        let Some(mut links) = removed else { return };
        let clock = self.core.clock;
        let mut none = Inbox::new(0);
        let until = clock.now() + DRAIN;
        while !links.close(clock.now(), &mut none) && clock.now() < until {
            ferry_sys::sched_yield();
        }
    }

    /// The URL by which others can attach to the owner of an endpoint of this process, if it has a door.
    pub(crate) fn capability(&self, link: &EndpointLink) -> Option<Arc<str>> {
        if link.home != self.home() {
            return None;
        }
        self.core.doors.capability(link.endpoint).map(|url| url.to_string().into())
    }
}
