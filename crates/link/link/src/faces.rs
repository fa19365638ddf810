//! Faces of a process: who answers the frames that come, by their handlers' numbers.

use crate::Links;
use crate::heads::{self, Heads};
use ferry_method::{Landing, MethodError, PeerId, Sink};
use ferry_wire::{HandlerId, Header, Share};
use std::ops::{Deref, DerefMut};

/// A face over a process's links, with the state that it needs: what comes for it goes to it as a [`Sink`],
/// and it sends what waits when it is asked to.
pub trait Face: Sink {
    /// Sends what waits, as far as the links take it. Returns how much moved.
    fn flush(&mut self, _links: &mut Links) -> usize {
        0
    }

    /// Whether something waits to be sent: then nobody sleeps for long. Where nothing does a call that waits may leave
    /// out to flush, until something has come or methods change.
    fn has_output(&self) -> bool {
        false
    }

    /// Changes with everything that a thread asleep may be waiting for.
    fn news(&self) -> (u64, usize) {
        (0, 0)
    }

    /// Operations that have failed since the start.
    fn failures(&self) -> u64 {
        0
    }

    /// Whether an operation of the face's is over, by the name that whoever waits for it gave: that thread is
    /// called then. Called in vain it waits on.
    fn is_over(&self, _operation: u64) -> bool {
        true
    }

    /// A process of a world met later that has gone for good: the links to it are to be given up. Asked of a
    /// process's own face when something has moved.
    #[inline]
    fn parting(&mut self) -> Option<PeerId> {
        None
    }

    /// Itself, if frames of a process's own face may carry heads as those of guests do.
    #[inline]
    fn headed(&mut self) -> Option<&mut dyn Guest> {
        None
    }
}

/// A face beside a process's own.
///
/// The flags `0x18` of its frames are not its own: they say where its heads are
/// ([`Links::send_headed`]).
pub trait Guest: Face + Send {
    /// A frame with a head, whose payload is at hand.
    fn headed_frame(&mut self, _peer: PeerId, _header: &Header, _head: &[u8], _payload: &[u8]) {}

    /// A frame with a head and `len` bytes of payload has begun: where should they go? As for
    /// [`Sink::begin`]; [`Sink::finish`] follows, unless nobody wants it.
    fn headed_begin(
        &mut self,
        _peer: PeerId,
        _header: &Header,
        _head: &[u8],
        _len: usize,
    ) -> Landing {
        Landing::Discard
    }
}

/// The own face of a process that has guests only: nothing is for it.
#[derive(Clone, Copy, Debug, Default)]
pub struct NoFace;

impl Sink for NoFace {
    fn frame(&mut self, _: PeerId, _: &Header, _: &[u8]) {}

    fn begin(&mut self, _: PeerId, _: &Header, _: usize) -> Landing {
        Landing::Discard
    }

    fn finish(&mut self, _: PeerId, _: &Header, _: Landing) {}

    fn lost(&mut self, _: PeerId, _: MethodError) {}
}

impl Face for NoFace {}

/// The share is not to be had: it belongs to the link layer, to the own face or to another guest.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("handlers of {0:?} are taken")]
pub struct Taken(pub Share);

/// A process's own face and its guests, over the same links. A frame goes to the guest in whose share its
/// handler is, and to the process's own face otherwise, which knows what is nonsense.
pub struct Faces<F> {
    own: F,
    /// What is the own face's, known or not.
    shares: &'static [Share],
    guests: Vec<(Share, Box<dyn Guest>)>,
    heads: Heads,
}

impl<F> Faces<F> {
    /// The own face, whose handlers are of these shares, and no guests yet.
    pub fn new(own: F, shares: &'static [Share]) -> Self {
        Faces { own, shares, guests: Vec::new(), heads: Heads::default() }
    }

    /// Lets a guest answer for a share.
    ///
    /// # Errors
    /// When some of it is taken.
    pub fn register(&mut self, share: Share, guest: Box<dyn Guest>) -> Result<(), Taken> {
        let guests = self.guests.iter().map(|(share, _)| share);
        let is_taken =
            guests.chain(self.shares).chain([&Share::LINKS]).any(|other| other.meets(share));
        if is_taken {
            return Err(Taken(share));
        }
        self.guests.push((share, guest));
        Ok(())
    }

    /// The guest that answers for a handler, and the heads that came before their frames.
    #[inline]
    fn guest(&mut self, handler: HandlerId) -> Option<(&mut dyn Guest, &mut Heads)> {
        let (_, guest) = self.guests.iter_mut().find(|(of, _)| of.contains(handler))?;
        Some((&mut **guest, &mut self.heads))
    }

    /// The own face, where it takes heads and the frame's way is not the ordinary one.
    #[inline]
    fn own_headed(&mut self, header: &Header) -> Option<(&mut dyn Guest, &mut Heads)>
    where
        F: Face,
    {
        if heads::is_plain(header) {
            return None;
        }
        Some((self.own.headed()?, &mut self.heads))
    }
}

/// Found before the own face's methods of these names, and without the trait.
impl<F: Face> Faces<F> {
    /// Lets the own face and all guests send. Returns how much moved.
    #[inline]
    pub fn flush(&mut self, links: &mut Links) -> usize {
        let sent = self.own.flush(links);
        self.guests.iter_mut().fold(sent, |sent, (_, guest)| sent + guest.flush(links))
    }

    /// Whether one of them has something to send.
    #[inline]
    pub fn has_output(&self) -> bool {
        self.own.has_output() || self.guests.iter().any(|(_, guest)| guest.has_output())
    }

    /// Changes with everything of theirs that a thread asleep may be waiting for. Not in line: where nobody
    /// sleeps nobody asks, and progress is in line in every wait.
    #[inline(never)]
    pub fn news(&self) -> (u64, usize) {
        self.guests.iter().fold(self.own.news(), |(done, kept), (_, guest)| {
            let (more, others) = guest.news();
            (done.wrapping_add(more), kept + others)
        })
    }
}

impl<F> Deref for Faces<F> {
    type Target = F;

    #[inline]
    fn deref(&self) -> &F {
        &self.own
    }
}

impl<F> DerefMut for Faces<F> {
    #[inline]
    fn deref_mut(&mut self) -> &mut F {
        &mut self.own
    }
}

impl<F: Face> Sink for Faces<F> {
    #[inline]
    fn frame(&mut self, peer: PeerId, header: &Header, payload: &[u8]) {
        match self.guest(header.handler) {
            None => match self.own_headed(header) {
                None => self.own.frame(peer, header, payload),
                Some((own, heads)) => heads.frame(own, peer, header, payload),
            },
            Some((guest, _)) if heads::is_plain(header) => guest.frame(peer, header, payload),
            Some((guest, heads)) => heads.frame(guest, peer, header, payload),
        }
    }

    #[inline]
    fn take(&mut self, peer: PeerId, header: &Header, payload: &[u8]) -> bool {
        // What is of a guest, or has a head, is none of the own face's plain frames.
        heads::is_plain(header) && self.own.take(peer, header, payload)
    }

    fn begin(&mut self, peer: PeerId, header: &Header, len: usize) -> Landing {
        match self.guest(header.handler) {
            None => match self.own_headed(header) {
                None => self.own.begin(peer, header, len),
                Some((own, heads)) => heads.begin(own, peer, header, len),
            },
            Some((guest, _)) if heads::is_plain(header) => guest.begin(peer, header, len),
            Some((guest, heads)) => heads.begin(guest, peer, header, len),
        }
    }

    fn finish(&mut self, peer: PeerId, header: &Header, landing: Landing) {
        match self.guest(header.handler) {
            None => match self.own_headed(header) {
                None => self.own.finish(peer, header, landing),
                Some((own, heads)) => heads.finish(own, peer, header, landing),
            },
            Some((guest, _)) if heads::is_plain(header) => guest.finish(peer, header, landing),
            Some((guest, heads)) => heads.finish(guest, peer, header, landing),
        }
    }

    fn lost(&mut self, peer: PeerId, why: MethodError) {
        self.heads.forget(peer);
        for (_, guest) in &mut self.guests {
            guest.lost(peer, why.clone());
        }
        self.own.lost(peer, why);
    }

    fn departed(&mut self, peer: PeerId) {
        for (_, guest) in &mut self.guests {
            guest.departed(peer);
        }
        self.own.departed(peer);
    }
}
