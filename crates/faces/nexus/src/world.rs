//! One set of links: the job's, or those of one attachment, which is a job of two for the methods.

use crate::NexusError;
use crate::home::Home;
use crate::inbox::{Inbox, InboxNotice};
use crate::state::At;
use ferry_link::{Context, TrafficClass};
use ferry_method::{Header, PeerId};
use std::collections::VecDeque;

/// A frame that waits for room.
pub(crate) struct WaitingFrame {
    pub(crate) header: Header,
    pub(crate) payload: Vec<u8>,
    pub(crate) done: usize,
}

/// What there is to know of one process here.
#[derive(Default)]
pub(crate) struct NexusPeer {
    /// A thread is in the middle of a request to it.
    pub(crate) turn: bool,
    /// Frames of handlers that must not wait.
    pub(crate) outbox: VecDeque<WaitingFrame>,
    /// Why it is no longer there.
    pub(crate) gone: Option<String>,
}

/// Links and what is known of those at their other ends.
pub(crate) struct World {
    pub(crate) link: Context,
    /// This process, as these links know it.
    pub(crate) me: PeerId,
    /// This process, for everybody.
    pub(crate) own: Home,
    /// Of an attachment: the other process.
    other: Option<Home>,
    pub(crate) peers: Vec<NexusPeer>,
    /// Frames in the outboxes.
    pub(crate) waiting: usize,
    next_request: u32,
}

impl World {
    /// The links of a job.
    pub(crate) fn job(link: Context, own: Home, size: u32) -> Self {
        World::new(link, own.rank, own, None, size)
    }

    /// The links of an attachment, in which this process is `me`.
    pub(crate) fn pair(link: Context, me: PeerId, own: Home, other: Home) -> Self {
        World::new(link, me, own, Some(other), 2)
    }

    fn new(link: Context, me: PeerId, own: Home, other: Option<Home>, size: u32) -> Self {
        let peers = (0..size).map(|_| NexusPeer::default()).collect();
        World { link, me, own, other, peers, waiting: 0, next_request: 0 }
    }

    /// Whether they are of an attachment.
    pub(crate) fn is_pair(&self) -> bool {
        self.other.is_some()
    }

    pub(crate) fn size(&self) -> u32 {
        self.peers.len() as u32
    }

    /// Who a peer is, for everybody.
    pub(crate) fn home_of(&self, peer: PeerId) -> Home {
        match self.other {
            _ if peer == self.me => self.own,
            Some(other) => other,
            None => Home { job: self.own.job, rank: peer },
        }
    }

    /// Looks a peer up that one can send to.
    #[inline]
    pub(crate) fn peer(&mut self, peer: PeerId) -> Result<&mut NexusPeer, NexusError> {
        let index = peer.0 as usize;
        match self.peers.get(index) {
            Some(NexusPeer { gone: None, .. }) => Ok(&mut self.peers[index]),
            Some(NexusPeer { gone: Some(why), .. }) => {
                Err(NexusError::Gone { who: self.home_of(peer).to_string(), why: why.clone() })
            }
            None => Err(NexusError::Usage(format!(
                "there is no rank {peer} in a job of {}",
                self.peers.len()
            ))),
        }
    }

    /// A number for the next request in parts.
    pub(crate) fn number(&mut self) -> u32 {
        self.next_request = self.next_request.wrapping_add(1);
        self.next_request
    }

    /// Lets a frame wait for room.
    pub(crate) fn post(&mut self, to: PeerId, header: Header, payload: Vec<u8>, done: usize) {
        self.peers[to.0 as usize].outbox.push_back(WaitingFrame { header, payload, done });
        self.waiting += 1;
    }

    /// Sends what waits, as far as there is room. Returns how many frames went.
    #[cold]
    pub(crate) fn flush(&mut self, number: u32, inbox: &mut Inbox) -> usize {
        let mut sent = 0;
        for index in 0..self.peers.len() {
            let to = PeerId(index as u32);
            while !self.peers[index].turn
                && let Some(frame) = self.peers[index].outbox.front_mut()
            {
                let done = &mut frame.done;
                match self.link.send(to, TrafficClass::Message, &frame.header, &frame.payload, done)
                {
                    Ok(true) => {}
                    Ok(false) => break,
                    Err(ferry_link::LinkError::Method(why)) => {
                        inbox.news.push(InboxNotice::Lost(At { world: number, peer: to }, why));
                        self.empty(index);
                        break;
                    }
                    Err(why) => {
                        let at = At { world: number, peer: to };
                        inbox.news.push(InboxNotice::Nonsense(at, why.to_string()));
                        self.empty(index);
                        break;
                    }
                }
                self.peers[index].outbox.pop_front();
                self.waiting -= 1;
                sent += 1;
            }
        }
        sent
    }

    fn empty(&mut self, index: usize) {
        self.waiting -= self.peers[index].outbox.len();
        self.peers[index].outbox.clear();
    }

    /// A process is gone; whether that is new.
    pub(crate) fn lose(&mut self, peer: PeerId, why: &str) -> bool {
        let index = peer.0 as usize;
        let Some(known) = self.peers.get_mut(index) else { return false };
        let new = known.gone.is_none();
        known.gone.get_or_insert_with(|| why.into());
        self.empty(index);
        new
    }
}
