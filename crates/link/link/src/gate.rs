//! What stands between a method and the handlers: it counts, and keeps what is the link's own.

use crate::failover::Desk;
use crate::held::HeldFrames;
use crate::traffic::Flow;
use ferry_method::{Header, Landing, MethodError, PeerId, Sink};
use ferry_wire::{HandlerId, Share};

/// The sender wants to leave a method; words: frames sent by it, number of the change.
pub(crate) const LEAVE: HandlerId = Share::LINKS.id(0);
/// All frames that were sent by it have come; word 1: the number.
pub(crate) const LEFT: HandlerId = Share::LINKS.id(1);
/// Does this method get through? Word 1: number of the trial.
pub(crate) const TRY: HandlerId = Share::LINKS.id(5);
/// It does; word 1: the number.
pub(crate) const TRIED: HandlerId = Share::LINKS.id(6);
/// What a method on a detour has to say to its other end; payload: length of its name, the name, the rest.
pub(crate) const PARCEL: HandlerId = Share::LINKS.id(7);
/// Longest payload of a frame of the link layer's own.
const LONGEST: usize = 2 << 20;

/// What a poll found that concerns the link layer.
#[derive(Default)]
pub(crate) struct PollNews {
    /// Frames of the link layer's own: which method, from whom.
    pub(crate) frames: Vec<(usize, PeerId, Header, Vec<u8>)>,
    /// Frames that wait in their streams: what is held is no news.
    pub(crate) held: HeldFrames,
    /// Peers that were lost.
    pub(crate) lost: Vec<(PeerId, String)>,
    /// Methods on trial that did not get through to a peer.
    pub(crate) failures: Vec<(usize, PeerId)>,
    pub(crate) desk: Desk,
    /// There may be something to do.
    pub(crate) stirred: bool,
}

impl PollNews {
    pub(crate) fn is_empty(&self) -> bool {
        self.frames.is_empty()
            && self.lost.is_empty()
            && self.failures.is_empty()
            && self.desk.parcels.is_empty()
            && self.desk.doubts.is_empty()
    }
}

/// The sink of one method for the time of a poll, before a process's face.
pub(crate) struct Gate<'a, F> {
    pub(crate) face: &'a mut F,
    pub(crate) slot: usize,
    pub(crate) flows: &'a mut [Flow],
    pub(crate) news: &'a mut PollNews,
    /// The method can hold single streams back.
    pub(crate) can_hold: bool,
}

impl<F> Gate<'_, F> {
    /// Whether the header says what the method cannot do: hold the frame back.
    #[inline]
    fn boasts(&self, header: &Header) -> bool {
        header.flags & Header::HOLDABLE != 0 && !self.can_hold
    }

    /// The header as handlers may believe it.
    #[cold]
    #[inline(never)]
    fn told(&self, header: &Header) -> Header {
        let withdrawn = if self.can_hold { 0 } else { Header::HOLDABLE };
        Header { flags: header.flags & !withdrawn, ..*header }
    }

    #[inline]
    fn count(&mut self, peer: PeerId, len: usize) {
        if let Some(flow) = self.flows.get_mut(peer.0 as usize) {
            flow.traffic.received.add(len);
        }
    }

    /// A frame has begun (`true`) or ceased to arrive.
    fn arriving(&mut self, peer: PeerId, begins: bool) {
        if let Some(Flow { arriving, .. }) = self.flows.get_mut(peer.0 as usize) {
            *arriving =
                if begins { arriving.saturating_add(1) } else { arriving.saturating_sub(1) };
        }
    }

    #[cold]
    #[inline(never)]
    fn keep(&mut self, peer: PeerId, header: &Header, payload: &[u8]) {
        self.news.stirred = true;
        self.news.frames.push((self.slot, peer, *header, payload.to_vec()));
    }
}

impl<F: Sink> Sink for Gate<'_, F> {
    #[inline]
    fn frame(&mut self, peer: PeerId, header: &Header, payload: &[u8]) {
        if Share::LINKS.contains(header.handler) {
            return self.keep(peer, header, payload);
        }
        self.count(peer, payload.len());
        let told;
        let header = match self.boasts(header) {
            true => {
                told = self.told(header);
                &told
            }
            false => header,
        };
        // In one place: there is one way down to the face, in line.
        self.face.frame(peer, header, payload);
    }

    #[inline]
    fn take(&mut self, peer: PeerId, header: &Header, payload: &[u8]) -> bool {
        let is_taken = self.can_hold && self.face.take(peer, header, payload);
        if is_taken {
            self.count(peer, payload.len());
        }
        is_taken
    }

    fn begin(&mut self, peer: PeerId, header: &Header, len: usize) -> Landing {
        if Share::LINKS.contains(header.handler) {
            return if len <= LONGEST { Landing::Heap(vec![0; len]) } else { Landing::Discard };
        }
        self.count(peer, len);
        let landing = self.face.begin(peer, &self.told(header), len);
        match landing {
            Landing::Hold => self.news.held.add(peer, header.stream_key(), self.slot),
            Landing::Discard => {}
            _ => self.arriving(peer, true),
        }
        landing
    }

    fn finish(&mut self, peer: PeerId, header: &Header, landing: Landing) {
        if !Share::LINKS.contains(header.handler) {
            if !matches!(landing, Landing::Discard) {
                self.arriving(peer, false);
            }
            return self.face.finish(peer, &self.told(header), landing);
        }
        if let Landing::Heap(bytes) = landing {
            self.news.stirred = true;
            self.news.frames.push((self.slot, peer, *header, bytes));
        }
    }

    #[cold]
    fn parcel(&mut self, peer: PeerId, parcel: &[u8]) -> bool {
        if !self.news.desk.has_room() {
            return false;
        }
        self.news.stirred = true;
        self.news.desk.waiting += parcel.len();
        self.news.desk.parcels.push((self.slot, peer, parcel.to_vec()));
        true
    }

    #[cold]
    fn doubt(&mut self, peer: PeerId, _why: &MethodError) -> bool {
        let is_tried = self.flows.get(peer.0 as usize).is_some_and(Flow::is_only_tried);
        let desk = &mut self.news.desk;
        if !desk.is_open || is_tried || desk.condemned.contains(&(self.slot, peer)) {
            return false;
        }
        desk.doubts.push((self.slot, peer));
        self.news.stirred = true;
        true
    }

    fn lost(&mut self, peer: PeerId, why: MethodError) {
        self.news.stirred = true;
        if self.flows.get(peer.0 as usize).is_some_and(Flow::is_only_tried) {
            self.news.failures.push((self.slot, peer));
            return;
        }
        self.news.lost.push((peer, why.to_string()));
        self.face.lost(peer, why);
    }

    #[cold]
    fn departed(&mut self, peer: PeerId) {
        // What is heard by a method on trial says nothing of the one that is used.
        if !self.flows.get(peer.0 as usize).is_some_and(Flow::is_only_tried) {
            self.face.departed(peer);
        }
    }
}
