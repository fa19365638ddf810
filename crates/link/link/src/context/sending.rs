//! Sending: which method a frame takes, and what goes before it.

use super::{Context, LinkError, Straight};
use crate::gate::{LEFT, TRIED, TRY};
use crate::route::{Detour, OwnFrame, Strand};
use crate::traffic_class::TrafficClass;
use ferry_method::{Attributes, Header, MethodError, PeerId};
use ferry_wire::ContextId;

/// Whether a frame is of no use once its receiver has left, so that nothing is lost with it.
fn is_for_the_present(header: &Header) -> bool {
    [TRY, TRIED, LEFT].contains(&header.handler)
}

impl Context {
    /// What the method chosen for a kind of traffic to `peer` can do.
    #[inline]
    pub fn attributes(
        &mut self,
        peer: PeerId,
        class: TrafficClass,
        context: ContextId,
    ) -> Result<&Attributes, LinkError> {
        let mut index = self.choose(peer, class)?;
        if self.routes[peer.0 as usize].has_detour {
            let (strand, way) = self.way_round(peer, class, context);
            index = way as usize;
            if self.detour(peer).relay_for(strand).is_some()
                && let Some(profile) = self.profile(peer)
            {
                return Ok(profile);
            }
        }
        Ok(&self.local_attributes[index])
    }

    /// The method of a kind of traffic to `peer`, with what it can do, if nothing about the peer is out
    /// of the ordinary: for [`Context::send_straight`].
    #[inline]
    pub fn straight(
        &mut self,
        peer: PeerId,
        class: TrafficClass,
    ) -> Result<Option<(Straight, &Attributes)>, LinkError> {
        let index = self.choose(peer, class)?;
        if self.routes[peer.0 as usize].has_detour {
            return Ok(None);
        }
        Ok(Some((Straight(index), &self.local_attributes[index])))
    }

    /// [`Context::send`] by a method that [`Context::straight`] has just given.
    #[inline]
    pub fn send_straight(
        &mut self,
        method: Straight,
        peer: PeerId,
        header: &Header,
        payload: &[u8],
        done: &mut usize,
    ) -> Result<bool, LinkError> {
        self.slots[method.0].send(peer, header, payload, done)
    }

    /// The strand of a frame to a peer with a detour, and its method.
    #[cold]
    fn way_round(&mut self, peer: PeerId, class: TrafficClass, context: ContextId) -> (Strand, u8) {
        let common = self.routes[peer.0 as usize].ways;
        self.detour(peer).way(common, class, context)
    }

    /// Sends a remote service request; see [`Method::send`](ferry_method::Method::send). Frames of a context keep their order
    /// within a class and stream.
    #[inline(always)]
    pub fn send(
        &mut self,
        peer: PeerId,
        class: TrafficClass,
        header: &Header,
        payload: &[u8],
        done: &mut usize,
    ) -> Result<bool, LinkError> {
        let index = self.choose(peer, class)?;
        if self.routes[peer.0 as usize].has_detour {
            return self.send_round(peer, class, header, payload, done);
        }
        self.slots[index].send(peer, header, payload, done)
    }

    /// Sends where something is out of the ordinary.
    #[cold]
    #[inline(never)]
    fn send_round(
        &mut self,
        peer: PeerId,
        class: TrafficClass,
        header: &Header,
        payload: &[u8],
        done: &mut usize,
    ) -> Result<bool, LinkError> {
        let common = self.routes[peer.0 as usize].ways;
        if self.is_in_contact(peer) {
            self.end_contact(peer);
            if !self.routes[peer.0 as usize].has_detour {
                let index = usize::from(common[class as usize]);
                return self.slots[index].send(peer, header, payload, done);
            }
        }
        let detour = self.detour(peer);
        let (strand, way) = detour.way(common, class, header.context());
        if let Some(relay) = detour.relay_for(strand) {
            if *done == 0 && detour.holds_back_relayed(strand) {
                return Ok(false);
            }
            return self.send_through(peer, relay, header, payload, done);
        }
        // What was begun ends as it began: until then its strand keeps its method.
        if *done == 0 && (detour.holds_back(strand, way) || !self.tell_all(peer, Some(way))?) {
            return Ok(false);
        }
        self.slots[way as usize].send(peer, header, payload, done)
    }

    /// What is out of the ordinary about a peer, from now on at least this.
    pub(crate) fn detour(&mut self, peer: PeerId) -> &mut Detour {
        self.routes[peer.0 as usize].has_detour = true;
        self.news.stirred = true;
        self.detours.entry(peer).or_default()
    }

    /// Forgets a detour that leads nowhere.
    pub(crate) fn settle_detour(&mut self, peer: PeerId) {
        if self.detours.get(&peer).is_some_and(Detour::is_empty) {
            self.detours.remove(&peer);
            self.routes[peer.0 as usize].has_detour = false;
        }
    }

    /// Makes contact with a peer from which this process only expects something: without that its death might go
    /// unnoticed.
    ///
    /// # Errors
    /// When it cannot be reached, as after its death.
    pub fn greet(&mut self, peer: PeerId) -> Result<(), LinkError> {
        // Of one that has left in good order its method tells; what it sent before is not lost for a greeting.
        if self.has_left(peer) {
            return Ok(());
        }
        let way = self.choose(peer, TrafficClass::Control)?;
        if self.is_mid_frame(peer, way as u8) {
            return Ok(());
        }
        // What is not taken is not missed: the method is at work on the connection.
        self.greet_by(peer, way as u8)?;
        Ok(())
    }

    /// Makes contact by a method; false while it is at work on the connection.
    pub(crate) fn greet_by(&mut self, peer: PeerId, way: u8) -> Result<bool, MethodError> {
        /// The number of no question: the answer means nothing.
        const GREETING: u64 = u64::MAX;
        self.tell_now(peer, way, Header { words: [0, GREETING], ..Header::new(TRY) })
    }

    /// Sends a frame of the link layer's own by a method now, if it takes it.
    pub(crate) fn tell_now(
        &mut self,
        peer: PeerId,
        way: u8,
        header: Header,
    ) -> Result<bool, MethodError> {
        let (slot, mut done) = (&mut self.slots[way as usize], 0);
        slot.quiet = false;
        slot.hurry();
        let is_taken = slot.method.send(peer, &header, &[], &mut done)?;
        if !is_taken && done != 0 {
            self.tell_rest(peer, OwnFrame { slot: way, header, payload: Vec::new(), done });
        }
        Ok(is_taken || done != 0)
    }

    /// Sends a frame of the link layer's own by the method in `slot`, soon.
    pub(crate) fn tell(&mut self, peer: PeerId, slot: u8, header: Header, payload: Vec<u8>) {
        if header.handler == LEFT
            && let Some(relay) = self.relay_of(peer)
        {
            return self.tell_through(peer, relay, &header);
        }
        self.detour(peer).own.push_back(OwnFrame { slot, header, payload, done: 0 });
        if !self.telling.contains(&peer) {
            self.telling.push(peer);
        }
    }

    /// Sends the rest of a frame that a method has begun to take.
    pub(crate) fn tell_rest(&mut self, peer: PeerId, frame: OwnFrame) {
        self.detour(peer).own.push_front(frame);
        if !self.telling.contains(&peer) {
            self.telling.push(peer);
        }
    }

    /// Sends waiting frames of the link layer's own; whether none is left (for `way`, if given).
    pub(crate) fn tell_all(&mut self, peer: PeerId, way: Option<u8>) -> Result<bool, LinkError> {
        let mut at = 0;
        // One method without room holds up no other.
        let mut full = 0u64;
        while let Some(mut frame) = self.detour(peer).own.remove(at) {
            let bit = 1 << (frame.slot & 63);
            let begun = frame.done != 0;
            let blocked = full & bit != 0 || !begun && self.is_mid_frame(peer, frame.slot);
            let slot = &mut self.slots[frame.slot as usize];
            slot.quiet = false;
            // Sent to one that has left it would fail, and what that one sent before would be lost.
            let is_vain =
                !begun && is_for_the_present(&frame.header) && slot.method.has_departed(peer);
            let taken = if is_vain {
                Ok(true)
            } else if blocked {
                Ok(false)
            } else {
                slot.method.send(peer, &frame.header, &frame.payload, &mut frame.done)
            };
            if matches!(taken, Ok(false)) {
                full |= bit;
                self.detour(peer).own.insert(at, frame);
                at += 1;
            } else {
                self.note_parcel_gone(&frame);
                taken?;
            }
        }
        let own = &self.detour(peer).own;
        Ok(!own.iter().any(|frame| way.is_none_or(|way| frame.slot == way)))
    }

    /// Whether a frame that bars the link layer's own frames is partly sent.
    fn is_mid_frame(&self, peer: PeerId, slot: u8) -> bool {
        let Some(flow) = self.slots[slot as usize].flows.get(peer.0 as usize) else { return false };
        let one_stream = self.local_attributes[slot as usize].streams == 1;
        flow.halfway_on_first || one_stream && flow.halfway != 0
    }

    /// Whether a message of so many bytes is better read from a peer's memory though both ends could copy, where a
    /// method in use can do that.
    pub fn is_better_read(&mut self, peer: PeerId, bytes: usize, both_ways: bool) -> bool {
        if self.choose(peer, TrafficClass::Message).is_err() {
            return false;
        }
        let Some(index) = self.reader(peer) else { return false };
        self.slots[index].method.is_better_read(peer, bytes, both_ways)
    }

    /// Whether a message of so many bytes, which could go at once, is better announced as the method stands that it would
    /// go by.
    pub fn is_better_announced(&mut self, peer: PeerId, bytes: usize) -> bool {
        let Ok(index) = self.choose(peer, TrafficClass::Message) else { return false };
        self.slots[index].method.is_better_announced(peer, bytes)
    }

    /// Whether a method in use can read the memory of a peer.
    pub fn can_read(&mut self, peer: PeerId) -> bool {
        self.choose(peer, TrafficClass::Message).is_ok() && self.reader(peer).is_some()
    }

    fn reader(&self, peer: PeerId) -> Option<usize> {
        if self.relay_of(peer).is_some() {
            return None;
        }
        let ways = self.routes.get(peer.0 as usize)?.ways;
        let index = *ways.iter().find(|way| {
            let attributes = self.local_attributes.get(**way as usize);
            attributes.is_some_and(|a| a.remote_reads)
        })?;
        Some(index as usize)
    }

    /// See [`Method::read_remote`](ferry_method::Method::read_remote).
    pub fn read_remote(
        &mut self,
        peer: PeerId,
        address: u64,
        into: &mut [u8],
    ) -> Result<(), LinkError> {
        let none = MethodError::UnknownPeer(peer, "remote read");
        let index = self.reader(peer).ok_or(none)?;
        Ok(self.slots[index].method.read_remote(peer, address, into)?)
    }
}
