//! Polling, and sleeping until there is something to poll for.

use super::{Context, LinkError, MethodSlot};
use crate::events::LinkEvent;
use crate::forward::{FORWARD, FORWARD_CREDIT, FORWARD_LOST};
use crate::gate::{Gate, LEAVE, LEFT, PARCEL, TRIED, TRY};
use crate::traffic_class::TrafficClass;
use ferry_method::{
    Armed, Landing, Lookout, Now, PeerId, SignalTarget, Sink, StreamKey, WaitSource,
};
use std::os::fd::RawFd;
use std::sync::Arc;

impl Context {
    /// Polls the methods whose turn it is; what arrives goes to the process's face. Returns the number of
    /// frames.
    #[inline]
    pub fn poll(&mut self, now: Now, face: &mut impl Sink) -> usize {
        self.poll_with(now, face, None)
    }

    /// The same, and measures by `clock` what polls that find nothing cost. To be called now and then, in
    /// place of [`Context::poll`]: the intervals of methods follow from it.
    pub fn poll_timed(&mut self, face: &mut impl Sink, clock: &dyn Fn() -> Now) -> usize {
        self.prepare_measuring();
        let found = self.poll_with(clock(), face, Some(clock));
        self.compare_costs();
        found
    }

    /// Whether a method holds frames of a peer back.
    pub(crate) fn is_held(&self, peer: PeerId, slot: usize) -> bool {
        self.news.held.is_held(peer, slot)
    }

    /// Says where the frame goes that a handler held on a stream ([`Landing::Hold`]); the earliest, if
    /// several methods hold one.
    pub fn resume(
        &mut self,
        peer: PeerId,
        stream: StreamKey,
        landing: Landing,
    ) -> Result<(), LinkError> {
        match self.news.held.take(peer, stream) {
            Some(index) => {
                let slot = &mut self.slots[index];
                // What was held is read by a poll, which no waiter calls for.
                slot.hurry();
                let is_wanted = !matches!(landing, Landing::Discard);
                slot.method.resume(peer, stream, landing)?;
                slot.flows[peer.0 as usize].arriving += u16::from(is_wanted);
                Ok(())
            }
            None => Err(LinkError::NotHeld { peer }),
        }
    }

    /// Reads one stream of a peer, for a receive that wants what comes next on it: a stream is looked at by
    /// itself, where the method that messages to that peer take can do that ([`Method::fetch`](ferry_method::Method::fetch)). Returns the
    /// number of frames and pieces.
    pub fn fetch(&mut self, peer: PeerId, stream: StreamKey, face: &mut impl Sink) -> usize {
        let Some(route) = self.routes.get(peer.0 as usize) else { return 0 };
        let index = usize::from(route.ways[TrafficClass::Message as usize]);
        let Some(slot) = self.slots.get_mut(index) else { return 0 };
        let (flows, news) = (&mut slot.flows, &mut self.news);
        let can_hold = slot.can_hold;
        let mut gate = Gate { face, slot: index, flows, news, can_hold };
        slot.method.fetch(peer, stream, &mut gate)
    }

    #[inline(always)]
    fn poll_with(
        &mut self,
        now: Now,
        face: &mut impl Sink,
        clock: Option<&dyn Fn() -> Now>,
    ) -> usize {
        let mut found = 0;
        if self.choices.tell(now) {
            self.attend_to_choices();
        }
        for (index, slot) in self.slots.iter_mut().enumerate() {
            if slot.is_due(now) {
                let began = clock.map(|clock| clock());
                let flows = &mut slot.flows;
                let news = &mut self.news;
                let can_hold = slot.can_hold;
                let mut gate = Gate { face: &mut *face, slot: index, flows, news, can_hold };
                let n = slot.method.poll(now, &mut gate);
                if let (0, Some(clock), Some(began)) = (n, clock, began) {
                    slot.schedule.measure(clock().saturating_sub(began));
                }
                slot.after_poll(n, now);
                found += n;
            }
        }
        if self.news.stirred {
            found += self.deliver_forwarded(face);
            found += self.look_after_links();
            self.report_gone(face);
            self.news.stirred = !self.is_calm();
        }
        found
    }

    /// Nothing concerns the link layer itself.
    fn is_calm(&self) -> bool {
        self.news.is_empty()
            && !self.changes.are_under_way
            && self.changes.farewells.is_empty()
            && self.telling.is_empty()
            && self.contacts.is_empty()
            && self.forwarder.is_calm()
    }

    /// Does what the link layer owes by itself. Returns how much moved.
    #[cold]
    #[inline(never)]
    fn look_after_links(&mut self) -> usize {
        self.take_failures();
        self.take_doubts();
        let passed = self.pass_parcels();
        let lost = std::mem::take(&mut self.news.lost);
        for peer in lost.iter().map(|(peer, _)| *peer) {
            self.events.add(LinkEvent::Lost { peer });
            self.forget_switches(peer);
            self.forget_care(peer);
            self.forget_failover(peer);
            self.news.held.forget(peer);
            for frame in std::mem::take(&mut self.detour(peer).own) {
                self.note_parcel_gone(&frame);
            }
            self.settle_detour(peer);
        }
        let frames = std::mem::take(&mut self.news.frames);
        let mut moved = frames.len() + passed;
        for (slot, peer, header, payload) in frames {
            match header.handler {
                LEAVE => self.take_leave(peer, slot, &header),
                LEFT => self.take_left(peer, &header),
                TRY => self.take_try(peer, slot, &header),
                TRIED => self.take_tried(peer, &header),
                PARCEL => self.take_parcel(peer, slot, &payload),
                FORWARD => self.relay_piece(slot, peer, &header, payload),
                FORWARD_CREDIT => self.take_forward_credit(peer, &header),
                FORWARD_LOST => self.take_forward_lost(peer, &header, &payload),
                _ => self.unknown += 1,
            }
        }
        for (peer, why) in lost {
            self.lose_neighbour(peer, &why);
        }
        self.look_at_contacts();
        moved += self.advance_switches() + self.answer_farewells();
        let telling = std::mem::take(&mut self.telling);
        for peer in telling {
            // A method that fails says so by itself.
            if matches!(self.tell_all(peer, None), Ok(false)) {
                self.telling.push(peer);
            }
            self.settle_detour(peer);
        }
        moved + self.pump_all()
    }

    /// Every method has its turn at the next poll.
    pub fn hurry(&mut self) {
        self.slots.iter_mut().for_each(MethodSlot::hurry);
    }

    /// What can be waited on, for all methods.
    pub fn wait_sources(&self) -> Vec<WaitSource> {
        self.slots.iter().map(|slot| slot.method.wait_source()).collect()
    }

    /// What tells threads without the links whether something has come; `None`: of some method only a poll can.
    pub fn lookouts(&self) -> Option<Vec<Arc<dyn Lookout>>> {
        self.slots.iter().map(|slot| slot.method.lookout()).collect()
    }

    /// Has all methods tell a thread by signals; see
    /// [`Method::tell_by_signal`](ferry_method::Method::tell_by_signal). What it returns that thread must sleep
    /// on besides.
    pub fn tell_by_signal(&mut self, target: &SignalTarget) -> Vec<RawFd> {
        let silent = self.slots.iter_mut().filter_map(|slot| {
            if slot.method.tell_by_signal(target) {
                return None;
            }
            slot.method.wait_source().descriptor()
        });
        silent.collect()
    }

    /// See [`Method::sleep_briefly`](ferry_method::Method::sleep_briefly).
    pub fn sleep_briefly(&mut self, is_brief: bool) {
        self.slots.iter_mut().for_each(|slot| slot.method.sleep_briefly(is_brief));
    }

    /// Arms all methods for sleep; see [`Method::arm`](ferry_method::Method::arm). With several, the tickets are in the order of
    /// [`Context::wait_sources`]; `None`: something has come, do not sleep.
    pub fn arm(&mut self, by_bell: bool) -> Option<Vec<u32>> {
        let mut tickets = Vec::with_capacity(self.slots.len());
        for index in 0..self.slots.len() {
            match self.slots[index].arm(by_bell) {
                Armed::Ready(ticket) => tickets.push(ticket),
                Armed::Busy => {
                    self.slots[..=index].iter_mut().for_each(MethodSlot::disarm);
                    // What has come may be with a method that is polled seldom.
                    self.hurry();
                    return None;
                }
            }
        }
        Some(tickets)
    }

    /// Undoes `arm`; every method has its turn at the next poll.
    pub fn disarm(&mut self) {
        self.slots.iter_mut().for_each(MethodSlot::disarm);
        self.hurry();
    }

    /// Whether accepted output still waits inside a method.
    pub fn has_pending_output(&self) -> bool {
        !self.telling.is_empty()
            || self.forwarder.has_output()
            || self.slots.iter().any(|slot| slot.method.has_pending_output())
    }

    /// Ends all links orderly; true once nothing remains to be sent.
    pub fn close(&mut self, now: Now, face: &mut impl Sink) -> bool {
        let mut closed = true;
        for (index, slot) in self.slots.iter_mut().enumerate() {
            let (flows, news) = (&mut slot.flows, &mut self.news);
            let can_hold = slot.can_hold;
            let mut gate = Gate { face: &mut *face, slot: index, flows, news, can_hold };
            closed &= slot.method.close(now, &mut gate);
        }
        closed
    }
}
