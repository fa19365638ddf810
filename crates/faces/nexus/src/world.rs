//! The worlds that this process has links to: its job, and for each attachment one of two processes or of two jobs.

use crate::NexusError;
use crate::home::Home;
use crate::inbox::{self, Inbox, InboxNotice};
use ferry_link::{Context, LinkError, Links, TrafficClass};
use ferry_method::{Header, PeerId};
use std::collections::VecDeque;
use std::ops::Range;

/// A frame that waits for room.
struct WaitingFrame {
    header: Header,
    payload: Vec<u8>,
    done: usize,
}

/// What there is to know of one process here.
#[derive(Default)]
pub(crate) struct NexusPeer {
    /// A thread is in the middle of a request to it.
    pub(crate) turn: bool,
    /// Frames of handlers that must not wait.
    outbox: VecDeque<WaitingFrame>,
    /// Why it is no longer there.
    gone: Option<String>,
}

impl NexusPeer {
    /// Whether a request to it may begin: nothing is before it.
    #[inline]
    pub(crate) fn is_free(&self) -> bool {
        !self.turn && self.outbox.is_empty()
    }
}

/// The links of an attachment that are not among the others yet.
pub(crate) struct Attachment {
    pub(crate) link: Context,
    /// This process, as these links know it.
    pub(crate) me: PeerId,
    /// The others, as these links know them.
    pub(crate) others: Vec<(PeerId, Home)>,
}

/// What is known of a world's processes.
struct World {
    /// The number of its first process here.
    first: u32,
    /// This process's number as one of them.
    me: PeerId,
    /// Of an attachment: who of its processes are of other jobs.
    others: Vec<Option<Home>>,
    peers: Vec<NexusPeer>,
}

impl World {
    fn new(numbers: Range<u32>, me: PeerId, others: Vec<Option<Home>>) -> Self {
        let peers = numbers.clone().map(|_| NexusPeer::default()).collect();
        World { first: numbers.start, me: PeerId(numbers.start + me.0), others, peers }
    }

    /// Who a process of an attachment is, if it is of another job.
    fn other(&self, peer: PeerId) -> Option<Home> {
        self.others.get(peer.0.wrapping_sub(self.first) as usize).copied().flatten()
    }

    /// The processes of other jobs that are there.
    fn company(&self) -> impl Iterator<Item = (PeerId, Home)> {
        let known = self.numbers().map(PeerId).zip(&self.others).zip(&self.peers);
        known.filter_map(|((peer, home), known)| {
            (*home).filter(|_| known.gone.is_none()).map(|home| (peer, home))
        })
    }

    fn numbers(&self) -> Range<u32> {
        self.first..self.first + self.peers.len() as u32
    }

    #[inline]
    fn peer(&mut self, peer: PeerId) -> Option<&mut NexusPeer> {
        self.peers.get_mut(peer.0.wrapping_sub(self.first) as usize)
    }
}

/// The worlds that this process has links to.
pub(crate) struct Worlds {
    /// This process, for everybody.
    own: Home,
    job: World,
    attached: Vec<World>,
    /// Frames in the outboxes.
    waiting: usize,
    next_request: u32,
}

impl Worlds {
    /// A job of so many processes, of which this one is `own`.
    pub(crate) fn new(size: u32, own: Home) -> Self {
        let job = World::new(0..size, own.rank, Vec::new());
        Worlds { own, job, attached: Vec::new(), waiting: 0, next_request: 0 }
    }

    /// An attachment, whose processes have these numbers here.
    pub(crate) fn add(&mut self, numbers: Range<u32>, me: PeerId, others: &[(PeerId, Home)]) {
        let mut homes = vec![None; numbers.len()];
        for (number, home) in others {
            if let Some(place) = homes.get_mut(number.0 as usize) {
                *place = Some(*home);
            }
        }
        self.attached.push(World::new(numbers, me, homes));
    }

    fn attachment(&mut self, peer: PeerId) -> Option<&mut World> {
        self.attached.iter_mut().find(|world| world.numbers().contains(&peer.0))
    }

    /// The processes of other jobs that are there, of the attachment that a process is of.
    pub(crate) fn company(&mut self, of: PeerId) -> Vec<PeerId> {
        self.attachment(of).map_or(Vec::new(), |world| world.company().map(|(at, _)| at).collect())
    }

    /// The same, of all attachments of more than two processes.
    pub(crate) fn company_of_jobs(&self) -> Vec<PeerId> {
        let jobs = self.attached.iter().filter(|world| world.peers.len() > 2);
        jobs.flat_map(World::company).map(|(at, _)| at).collect()
    }

    /// By which attachment a process is reached, if it is.
    pub(crate) fn attached_to(&self, home: Home) -> Option<PeerId> {
        let mut company = self.attached.iter().flat_map(World::company);
        company.find_map(|(at, of)| (of == home).then_some(at))
    }

    /// Nothing of a process of an attachment is listened to any more.
    pub(crate) fn disown(&mut self, peer: PeerId) {
        if let Some(world) = self.attachment(peer) {
            let index = (peer.0 - world.first) as usize;
            world.others[index] = None;
        }
    }

    /// Lets a good-bye wait behind all that goes to a process.
    pub(crate) fn post_bye(&mut self, to: PeerId) {
        self.post(to, Header::new(inbox::BYE), Vec::new(), 0);
    }

    /// The attachment that a process is of has ended.
    pub(crate) fn remove(&mut self, peer: PeerId) {
        let of = self.attached.iter().position(|world| world.numbers().contains(&peer.0));
        let world = of.map(|index| self.attached.remove(index));
        let frames = world.iter().flat_map(|world| &world.peers).map(|peer| peer.outbox.len());
        self.waiting -= frames.sum::<usize>();
    }

    /// Whether a process is of the job.
    #[inline]
    pub(crate) fn is_of_job(&self, peer: PeerId) -> bool {
        self.job.numbers().contains(&peer.0)
    }

    /// The number of a process of the job, if it is one.
    pub(crate) fn in_job(&self, home: Home) -> Option<PeerId> {
        (home.job == self.own.job && self.is_of_job(home.rank)).then_some(home.rank)
    }

    /// Who a process is, for everybody.
    #[inline]
    pub(crate) fn home_of(&self, peer: PeerId) -> Option<Home> {
        let mut home = None;
        self.note_home(peer, &mut home);
        home
    }

    /// Notes who a process is: whether that is known. As a value it would be stored in parts and loaded as a whole.
    #[inline(always)]
    pub(crate) fn note_home(&self, peer: PeerId, home: &mut Option<Home>) -> bool {
        if self.is_of_job(peer) {
            *home = Some(Home { job: self.own.job, rank: peer });
            return true;
        }
        *home = self.home_of_attached(peer);
        home.is_some()
    }

    #[cold]
    #[inline(never)]
    fn home_of_attached(&self, peer: PeerId) -> Option<Home> {
        let world = self.attached.iter().find(|world| world.numbers().contains(&peer.0))?;
        if peer == world.me { Some(self.own) } else { world.other(peer) }
    }

    #[inline]
    fn known(&mut self, peer: PeerId) -> Option<&mut NexusPeer> {
        if (peer.0 as usize) < self.job.peers.len() {
            return self.job.peers.get_mut(peer.0 as usize);
        }
        self.attached.iter_mut().find_map(|world| world.peer(peer))
    }

    /// Looks a process up that one can send to.
    #[inline]
    pub(crate) fn peer(&mut self, peer: PeerId) -> Result<&mut NexusPeer, NexusError> {
        let index = peer.0 as usize;
        if self.job.peers.get(index).is_some_and(|known| known.gone.is_none()) {
            return Ok(&mut self.job.peers[index]);
        }
        self.peer_elsewhere(peer)
    }

    #[cold]
    fn peer_elsewhere(&mut self, peer: PeerId) -> Result<&mut NexusPeer, NexusError> {
        let why = self.known(peer).and_then(|known| known.gone.clone());
        let who = self.home_of(peer);
        match self.known(peer) {
            Some(known) if known.gone.is_none() => Ok(known),
            _ => Err(gone(who, why)),
        }
    }

    /// Whether a process has gone.
    pub(crate) fn has_gone(&self, peer: PeerId) -> bool {
        let mut worlds = std::iter::once(&self.job).chain(&self.attached);
        let world = worlds.find(|world| world.numbers().contains(&peer.0));
        world.is_none_or(|world| world.peers[(peer.0 - world.first) as usize].gone.is_some())
    }

    /// A thread is no longer in the middle of a request.
    pub(crate) fn end_turn(&mut self, peer: PeerId) {
        if let Some(known) = self.known(peer) {
            known.turn = false;
        }
    }

    /// A number for the next request in parts.
    pub(crate) fn number(&mut self) -> u32 {
        self.next_request = self.next_request.wrapping_add(1);
        self.next_request
    }

    /// Lets a frame wait for room.
    pub(crate) fn post(&mut self, to: PeerId, header: Header, payload: Vec<u8>, done: usize) {
        if let Some(known) = self.known(to) {
            known.outbox.push_back(WaitingFrame { header, payload, done });
            self.waiting += 1;
        }
    }

    /// Sends what waits, as far as there is room. Returns how many frames went.
    #[inline]
    pub(crate) fn flush(&mut self, links: &mut Links, inbox: &mut Inbox) -> usize {
        if self.waiting == 0 { 0 } else { self.flush_all(links, inbox) }
    }

    #[cold]
    fn flush_all(&mut self, links: &mut Links, inbox: &mut Inbox) -> usize {
        let mut sent = 0;
        for world in std::iter::once(&mut self.job).chain(&mut self.attached) {
            for (to, peer) in world.numbers().map(PeerId).zip(&mut world.peers) {
                let before = peer.outbox.len();
                match flush_to(to, peer, links) {
                    Ok(frames) => sent += frames,
                    Err(why) => {
                        peer.outbox.clear();
                        inbox.news.push(match why {
                            LinkError::Method(why) => InboxNotice::Lost(to, why),
                            why => InboxNotice::Nonsense(to, why.to_string()),
                        });
                    }
                }
                self.waiting -= before - peer.outbox.len();
            }
        }
        sent
    }

    /// A process is gone; whether that is new.
    pub(crate) fn lose(&mut self, peer: PeerId, why: &str) -> bool {
        let Some(known) = self.known(peer) else { return false };
        let new = known.gone.is_none();
        known.gone.get_or_insert_with(|| why.into());
        let waited = std::mem::take(&mut known.outbox).len();
        self.waiting -= waited;
        new
    }

    /// Says good-bye to all of a process's world with whom there is a link, as far as there is room.
    pub(crate) fn say_bye(&mut self, links: &mut Links, of: PeerId, well: bool) {
        let linked: Vec<PeerId> = links.links().iter().map(|link| link.peer).collect();
        let mut worlds = std::iter::once(&mut self.job).chain(&mut self.attached);
        let Some(world) = worlds.find(|world| world.numbers().contains(&of.0)) else { return };
        for (to, peer) in world.numbers().map(PeerId).zip(&world.peers) {
            let is_linked = match world.others.is_empty() {
                true => linked.contains(&to),
                false => world.other(to).is_some(),
            };
            if to == world.me || !is_linked || !peer.is_free() || peer.gone.is_some() {
                continue;
            }
            let header = Header { words: [u64::from(!well), 0], ..Header::new(inbox::BYE) };
            // Whoever does not hear it notices that the link ends.
            let _ = links.send(to, TrafficClass::Message, &header, &[], &mut 0);
        }
    }

    /// The same to all worlds.
    pub(crate) fn say_bye_to_all(&mut self, links: &mut Links, well: bool) {
        let worlds = std::iter::once(&self.job).chain(&self.attached);
        let firsts: Vec<PeerId> = worlds.map(|world| world.me).collect();
        firsts.into_iter().for_each(|me| self.say_bye(links, me, well));
    }

    /// Whether something waits to be sent.
    pub(crate) fn has_output(&self) -> bool {
        self.waiting != 0
    }
}

/// Sends what waits for one process; how many frames went.
fn flush_to(to: PeerId, peer: &mut NexusPeer, links: &mut Links) -> Result<usize, LinkError> {
    let mut sent = 0;
    while !peer.turn
        && let Some(WaitingFrame { header, payload, done }) = peer.outbox.front_mut()
    {
        if !links.send(to, TrafficClass::Message, header, payload, done)? {
            break;
        }
        peer.outbox.pop_front();
        sent += 1;
    }
    Ok(sent)
}

/// The error of sending to a process that is not there any more.
fn gone(who: Option<Home>, why: Option<String>) -> NexusError {
    match (who, why) {
        (Some(who), Some(why)) => NexusError::Gone { who: who.to_string(), why },
        _ => NexusError::Gone {
            who: "the attached process".into(),
            why: "the attachment has ended".into(),
        },
    }
}
