//! Portals over a process's links.
//!
//! What goes to a process goes in one order, so that requests start there in the order in which they were
//! made. A request or an answer is one frame with its head, and its bytes too if they are few; more follow
//! in frames of their own, each straight from and into the memory of the two programs.

mod arriving;
mod at_once;
mod closing;
mod meeting;
mod sending;

use crate::handle::PortalsHandle;
use crate::names::ProcessNames;
use crate::three::{Interfaces, PortalsInterface};
use crate::version::{BriefHead, PortalsVersion};
use arriving::Arrivals;
use ferry_link::{Face, Guest, Links};
use ferry_method::{Header, Landing, MethodError, PeerId, Sink};
use ferry_wire::{HandlerId, Share};
use sending::SendingQueues;
use std::marker::PhantomData;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// A version's handlers.
struct Handlers<V>(PhantomData<V>);

impl<V: PortalsVersion> Handlers<V> {
    /// A head, and its bytes if they are few.
    const HEADED: HandlerId = Share::PORTALS.id(V::FIRST_HANDLER);
    /// Bytes behind a head, with their place among them in the first word.
    const DATA: HandlerId = Share::PORTALS.id(V::FIRST_HANDLER + 1);
    /// A request or an answer of which the header says all, with its bytes.
    const BRIEF: HandlerId = Share::PORTALS.id(V::FIRST_HANDLER + 8);
    /// A process of another job gives its links to this one up. Beyond those of all versions' heads and bytes.
    const BYE: HandlerId = Share::PORTALS.id(V::FIRST_HANDLER + 16);
}

impl<V: PortalsVersion> Handlers<V> {
    /// The header that says all.
    #[inline]
    fn header_of(BriefHead { bits, words, .. }: &BriefHead) -> Header {
        Header { bits: u64::from(*bits), words: *words, ..Header::new(Self::BRIEF) }
    }
}

/// Bytes that go with their head.
pub(crate) const SHORT: usize = 1024;
/// Longest frame of bytes.
const LONGEST_PIECE: usize = 1 << 20;

/// The interfaces of a process and what is between them and its links: a process's own face, or a guest
/// beside another ([`PortalsGuest`]).
pub struct PortalsLinks<V: PortalsVersion> {
    /// The interfaces that are open.
    pub interfaces: V,
    /// Who is who.
    pub names: ProcessNames,
    sending: SendingQueues<V::After>,
    arriving: Arrivals<V::Place>,
    /// This process, if others may meet it.
    own: Option<PeerId>,
    /// Processes of other jobs that are gone, to whom there are links still.
    parting: Vec<PeerId>,
    /// Frames that made no sense.
    nonsense: u64,
}

/// Portals 3.3 over a process's links.
pub type PortalsState = PortalsLinks<Interfaces>;
/// The same as a guest.
pub type PortalsFace = PortalsGuest<Interfaces>;

impl PortalsState {
    /// The interface of a handle of whatever object.
    pub fn interface(&mut self, of: PortalsHandle) -> Option<&mut PortalsInterface> {
        self.interfaces.get_mut(of.interface())
    }
}

impl<V: PortalsVersion> PortalsLinks<V> {
    /// No interface yet, in a job of processes with these names.
    pub fn new(names: ProcessNames) -> Self {
        PortalsLinks {
            interfaces: V::default(),
            names,
            sending: SendingQueues::default(),
            arriving: Arrivals::default(),
            own: None,
            parting: Vec::new(),
            nonsense: 0,
        }
    }

    /// The same, of the process of this rank.
    pub(crate) fn of(self, own: PeerId) -> Self {
        PortalsLinks { own: Some(own), ..self }
    }

    /// Whether nothing goes out and nothing comes in.
    pub fn is_at_rest(&self) -> bool {
        !self.has_output() && self.arriving.is_empty()
    }

    /// Frames that made no sense.
    pub fn nonsense(&self) -> u64 {
        self.nonsense
    }
}

impl<V: PortalsVersion> Sink for PortalsLinks<V> {
    #[inline(always)]
    fn frame(&mut self, peer: PeerId, header: &Header, payload: &[u8]) {
        if header.handler == Handlers::<V>::BRIEF {
            self.brief(peer, header, payload);
        } else if header.handler == Handlers::<V>::DATA {
            self.data(peer, header, payload);
        } else if header.handler == Handlers::<V>::BYE && self.is_met(peer) {
            self.gone(peer);
        } else {
            self.nonsense += 1;
        }
    }

    fn begin(&mut self, peer: PeerId, header: &Header, len: usize) -> Landing {
        if header.handler == Handlers::<V>::DATA {
            return self.begin_data(peer, header, len);
        }
        if header.handler == Handlers::<V>::BRIEF && len <= SHORT {
            return Landing::Heap(vec![0; len]);
        }
        self.nonsense += 1;
        Landing::Discard
    }

    fn finish(&mut self, peer: PeerId, header: &Header, landing: Landing) {
        if header.handler == Handlers::<V>::DATA {
            self.finish_data(peer, header, landing);
        } else if let (Landing::Heap(bytes), true) =
            (landing, header.handler == Handlers::<V>::BRIEF)
        {
            self.frame(peer, header, &bytes);
        }
    }

    fn lost(&mut self, peer: PeerId, _why: MethodError) {
        self.gone(peer);
    }
}

impl<V: PortalsVersion> Guest for PortalsLinks<V> {
    #[inline]
    fn headed_frame(&mut self, peer: PeerId, header: &Header, head: &[u8], payload: &[u8]) {
        if header.handler == Handlers::<V>::HEADED {
            self.headed(peer, head, payload);
        } else {
            self.nonsense += 1;
        }
    }
}

impl<V: PortalsVersion> Face for PortalsLinks<V> {
    #[inline(always)]
    fn flush(&mut self, links: &mut Links) -> usize {
        if self.has_output() { self.send_waiting(links) } else { 0 }
    }

    #[inline]
    fn has_output(&self) -> bool {
        !self.sending.is_empty() || self.interfaces.has_outgoing()
    }

    fn news(&self) -> (u64, usize) {
        (self.interfaces.news(), 0)
    }

    #[inline]
    fn parting(&mut self) -> Option<PeerId> {
        self.parting.pop()
    }

    #[inline]
    fn headed(&mut self) -> Option<&mut dyn Guest> {
        Some(self)
    }
}

/// The same as a guest, beside the own face of a process, which holds it too.
pub struct PortalsGuest<V: PortalsVersion>(Arc<Mutex<PortalsLinks<V>>>);

impl<V: PortalsVersion> Clone for PortalsGuest<V> {
    fn clone(&self) -> Self {
        PortalsGuest(Arc::clone(&self.0))
    }
}

impl<V: PortalsVersion> PortalsGuest<V> {
    /// Over this state.
    pub fn new(state: PortalsLinks<V>) -> Self {
        PortalsGuest(Arc::new(Mutex::new(state)))
    }

    /// The state, for one thread. Whoever holds it must not make progress meanwhile.
    pub fn lock(&self) -> MutexGuard<'_, PortalsLinks<V>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl<V: PortalsVersion> Sink for PortalsGuest<V> {
    fn frame(&mut self, peer: PeerId, header: &Header, payload: &[u8]) {
        self.lock().frame(peer, header, payload);
    }

    fn begin(&mut self, peer: PeerId, header: &Header, len: usize) -> Landing {
        self.lock().begin(peer, header, len)
    }

    fn finish(&mut self, peer: PeerId, header: &Header, landing: Landing) {
        self.lock().finish(peer, header, landing);
    }

    fn lost(&mut self, peer: PeerId, why: MethodError) {
        self.lock().lost(peer, why);
    }
}

impl<V: PortalsVersion> Guest for PortalsGuest<V> {
    fn headed_frame(&mut self, peer: PeerId, header: &Header, head: &[u8], payload: &[u8]) {
        self.lock().headed_frame(peer, header, head, payload);
    }
}

impl<V: PortalsVersion> Face for PortalsGuest<V> {
    fn flush(&mut self, links: &mut Links) -> usize {
        self.lock().flush(links)
    }

    fn has_output(&self) -> bool {
        self.lock().has_output()
    }

    fn news(&self) -> (u64, usize) {
        self.lock().news()
    }
}
