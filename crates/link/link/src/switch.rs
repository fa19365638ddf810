//! Changing the method of a live link loses and reorders nothing.
//!
//! The sender lets frames that were begun on the old method end, and begins no new ones on it, of
//! whatever channel: frames of streams that overtake each other could not be told apart by their
//! number. Then it says `LEAVE` with the number of frames that it has ever sent to the peer by the old
//! method. The receiver answers `LEFT` once that many have come in, whatever streams they took; frames
//! that are held back are read first ([`Context::leaving`]), since others may be behind them. Only then
//! does the sender use the new method. The price is one round trip during which new frames of the
//! channel, and of others with the same old method, wait.

use crate::context::{Context, LinkError};
use crate::gate::{LEAVE, LEFT};
use crate::route::{Branch, Detour, Strand};
use crate::traffic::Flow;
use crate::traffic_class::{LinkPart, TrafficClass};
use ferry_method::{Descriptor, Header, PeerId};
use ferry_wire::ContextId;

/// A change of method under way.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Switch {
    pub(crate) strand: Strand,
    pub(crate) from: u8,
    pub(crate) to: u8,
    /// What is left is a relay, through which this process reached the peer.
    relay: Option<PeerId>,
    /// Tells the answers to several apart.
    number: u64,
    pub(crate) stage: SwitchStage,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum SwitchStage {
    /// Whoever sends on the channel has to hand over what it has queued.
    Announced,
    /// Frames begun on the old method have to end.
    Ending,
    /// The receiver has been asked.
    Asked,
}

/// A peer's question that cannot be answered yet.
#[derive(Clone, Copy, Debug)]
pub(crate) struct DeferredAnswer {
    peer: PeerId,
    slot: usize,
    frames: u64,
    number: u64,
}

/// Changes of methods of a process's links.
#[derive(Default)]
pub(crate) struct Changes {
    /// There are some.
    pub(crate) are_under_way: bool,
    /// They wait for the agreement of whoever queues frames.
    pub(crate) ask: bool,
    /// Number of the next.
    pub(crate) next: u64,
    /// Peers' questions that cannot be answered yet.
    pub(crate) farewells: Vec<DeferredAnswer>,
}

/// Questions of one peer that may wait for their answer.
const MOST: usize = 4096;

/// Whether an earlier change of the same strand comes before the one at `at`.
fn has_earlier(switches: &[Switch], at: usize) -> bool {
    switches[..at].iter().any(|earlier| earlier.strand == switches[at].strand)
}

impl Detour {
    /// Whether no frame of the strand may begin now, or none by its method.
    pub(crate) fn holds_back(&self, strand: Strand, way: u8) -> bool {
        let is_left = |at: usize| {
            let switch = &self.switches[at];
            switch.from == way
                && switch.relay.is_none()
                && switch.stage != SwitchStage::Announced
                && !has_earlier(&self.switches, at)
        };
        self.switches.iter().any(|s| s.strand == strand && s.stage != SwitchStage::Announced)
            || (0..self.switches.len()).any(is_left)
    }

    /// Whether no frame of a strand that goes through a relay may begin now. Others may: what passes a relay
    /// keeps its order, and so nothing is behind the question.
    pub(crate) fn holds_back_relayed(&self, strand: Strand) -> bool {
        self.switches.iter().any(|s| s.strand == strand && s.stage != SwitchStage::Announced)
    }

    /// The method at which a strand will be when all changes are done.
    pub(crate) fn aim(&self, common: [u8; 3], strand: Strand) -> u8 {
        let last = self.switches.iter().rfind(|switch| switch.strand == strand);
        last.map_or_else(|| self.way_of(common, strand), |switch| switch.to)
    }

    /// The present method of a strand.
    pub(crate) fn way_of(&self, common: [u8; 3], strand: Strand) -> u8 {
        let branch = strand.context.and_then(|context| self.branch(context));
        branch.map_or(common, |branch| branch.ways)[strand.class as usize]
    }
}

impl Context {
    /// Changes the method of a channel to `peer`. What is sent afterwards goes by `method` as soon as
    /// everything sent before has arrived; nothing is lost, doubled or reordered. For
    /// [`LinkPart::Context`] the first change makes the channel.
    ///
    /// Errors: there is no such method or it does not reach the peer, with the reason and the methods
    /// that do.
    pub fn change_method(
        &mut self,
        peer: PeerId,
        channel: LinkPart,
        method: &str,
    ) -> Result<(), LinkError> {
        self.choose(peer, TrafficClass::Control)?;
        self.go_straight(peer, method)?;
        let to = self.reaching(peer, method)?;
        self.follow_call(peer, channel, to);
        Ok(())
    }

    /// The same for a context whose sender bears that frames are lost or doubled where the method is not
    /// reliable. From such a method there is nothing to be waited for when it is left. A context of a peer
    /// behind a relay leaves the relay by this.
    ///
    /// # Errors
    /// As for [`Context::change_method`].
    pub fn change_method_anyhow(
        &mut self,
        peer: PeerId,
        context: ContextId,
        method: &str,
    ) -> Result<(), LinkError> {
        self.choose(peer, TrafficClass::Control)?;
        let to = self.reaching_anyhow(peer, method);
        let to = to.map_err(|error| self.beside_relay(peer, error))?;
        self.follow_call(peer, LinkPart::Context(context), to);
        Ok(())
    }

    /// The same by this descriptor, which somebody brought, be it that the peer did not publish it.
    ///
    /// # Errors
    /// As for [`Context::change_method`]; and if there is a link to the peer by another descriptor of the
    /// method, since a method has one link to a peer.
    pub fn change_method_by(
        &mut self,
        peer: PeerId,
        context: ContextId,
        entry: &Descriptor,
    ) -> Result<(), LinkError> {
        self.choose(peer, TrafficClass::Control)?;
        let table = self.table_of(peer)?;
        let slot = self.slot_of(&entry.method);
        let known = slot.and_then(|index| self.descriptor_for(index, peer, &table)).cloned();
        let news = slot.filter(|_| known.as_ref() != Some(entry)).map(|index| index as u8);
        let Some(index) = news else {
            return self.change_method_anyhow(peer, context, &entry.method);
        };
        if self.known.attached.contains(&(index, peer)) {
            let why = "there is a link by another descriptor of it".into();
            let (method, others) = (entry.method.clone(), "others".into());
            return Err(LinkError::NotApplicable { peer, method, why, others });
        }
        let before = self.known.taught.insert((peer, index), entry.clone());
        let changed = self.change_method_anyhow(peer, context, &entry.method);
        if changed.is_err() {
            self.known.taught.remove(&(peer, index));
            self.known.taught.extend(before.map(|before| ((peer, index), before)));
        }
        changed
    }

    /// Changes a part of a link as a call wants it.
    fn follow_call(&mut self, peer: PeerId, channel: LinkPart, to: u8) {
        self.end_contact(peer);
        let asked = "the program asked for it";
        let why = match self.known.reasons.get(&(peer, to)) {
            // The same method leads to the relay.
            Some(why) if self.relay_of(peer).is_some() && !why.contains(asked) => {
                format!("{why}; straight where {asked}")
            }
            Some(why) if why.contains(asked) => why.clone(),
            _ => asked.into(),
        };
        self.known.reasons.insert((peer, to), why);
        for strand in Strand::of(channel) {
            // Rules leave alone what the program has decided.
            self.choices.called.insert((peer, strand));
            self.change_strand(peer, strand, to);
        }
    }

    /// Changes the method of a strand to one that reaches the peer.
    pub(crate) fn change_strand(&mut self, peer: PeerId, strand: Strand, to: u8) {
        let common = self.routes[peer.0 as usize].ways;
        self.slots[to as usize].flows[peer.0 as usize].on_trial = false;
        let stage = if self.changes.ask { SwitchStage::Announced } else { SwitchStage::Ending };
        let detour = self.detour(peer);
        if let Some(context) = strand.context
            && detour.branch(context).is_none()
        {
            detour.contexts.push(Branch::new(context, common));
        }
        let now = detour.way_of(common, strand);
        let last = detour.switches.iter_mut().rfind(|switch| switch.strand == strand);
        let mut relay = None;
        let from = match last {
            // Not begun yet: another aim. Asked already: another change follows it.
            Some(switch) if switch.stage != SwitchStage::Asked => {
                switch.to = to;
                return;
            }
            Some(switch) => switch.to,
            None => {
                relay = detour.relay_for(strand);
                now
            }
        };
        if from == to && relay.is_none() {
            return self.settle_detour(peer);
        }
        let number = self.changes.next;
        self.changes.next += 1;
        self.detour(peer).switches.push(Switch { strand, from, to, relay, number, stage });
        self.changes.are_under_way = true;
    }

    /// Changes wait until [`Context::agree`] has been called: for callers that queue frames whose
    /// headers depend on the method.
    pub fn ask_before_changes(&mut self) {
        self.changes.ask = true;
    }

    /// Nothing is queued for `peer` any more, and nothing will be until its changes are done.
    pub fn agree(&mut self, peer: PeerId) {
        let switches = self.detours.get_mut(&peer).map(|detour| &mut detour.switches);
        for switch in switches.into_iter().flatten() {
            if switch.stage == SwitchStage::Announced {
                switch.stage = SwitchStage::Ending;
            }
        }
    }

    /// Whether the method of something that goes to `peer` is being changed, or found out at first contact.
    #[inline]
    pub fn is_changing(&self, peer: PeerId) -> bool {
        let has_detour = self.routes.get(peer.0 as usize).is_some_and(|route| route.has_detour);
        let is_moving = |d: &Detour| !d.switches.is_empty() || d.contact.is_some();
        has_detour && self.detours.get(&peer).is_some_and(is_moving)
    }

    /// Peers with changes under way.
    pub fn changing(&self) -> Vec<PeerId> {
        let changing = self.detours.iter().filter(|(_, detour)| !detour.switches.is_empty());
        changing.map(|(peer, _)| *peer).collect()
    }

    /// Peers that leave a method and wait for their frames to come in. Whoever holds frames of theirs has
    /// to resume them.
    pub fn leaving(&self) -> Vec<PeerId> {
        self.changes.farewells.iter().map(|farewell| farewell.peer).collect()
    }

    /// Whether changes of method are under way, of this process or of others.
    #[inline]
    pub fn is_switching(&self) -> bool {
        self.changes.are_under_way
    }

    /// Moves changes on; returns how many moved.
    pub(crate) fn advance_switches(&mut self) -> usize {
        if !self.changes.are_under_way {
            return 0;
        }
        let peers: Vec<PeerId> = self.detours.keys().copied().collect();
        let moved = peers.into_iter().map(|peer| self.advance_switches_of(peer)).sum();
        self.changes.are_under_way = !self.changes.farewells.is_empty()
            || self.detours.values().any(|detour| !detour.switches.is_empty());
        moved
    }

    fn advance_switches_of(&mut self, peer: PeerId) -> usize {
        let switches = self.detours.get(&peer).map(|d| d.switches.clone()).unwrap_or_default();
        let mut moved = 0;
        for (at, switch) in switches.iter().enumerate() {
            let flow = self.slots[switch.from as usize].flows[peer.0 as usize];
            let is_halfway = match switch.relay {
                Some(_) => self.is_halfway_through(peer),
                None => flow.halfway != 0,
            };
            let waits = has_earlier(&switches, at) || is_halfway;
            if switch.stage != SwitchStage::Ending || waits {
                continue;
            }
            if switch.relay.is_none() && !self.local_attributes[switch.from as usize].reliable {
                // What was lost never comes in. Others move on in the next turn.
                self.detour(peer).switches.remove(at);
                self.set_way(peer, switch.strand, switch.to);
                self.settle_detour(peer);
                return moved + 1;
            }
            let frames = if switch.relay.is_some() { 0 } else { flow.sent_straight() };
            let question = Header { words: [frames, switch.number], ..Header::new(LEAVE) };
            match switch.relay {
                Some(relay) => self.tell_through(peer, relay, &question),
                None => self.tell(peer, switch.from, question, Vec::new()),
            }
            self.detour(peer).switches[at].stage = SwitchStage::Asked;
            moved += 1;
        }
        moved
    }

    /// The peer asks whether `frames` have come by the method that it wants to leave.
    pub(crate) fn take_leave(&mut self, peer: PeerId, slot: usize, header: &Header) {
        let [frames, number] = header.words;
        if self.changes.farewells.iter().filter(|farewell| farewell.peer == peer).count() >= MOST {
            self.unknown += 1;
            return;
        }
        self.changes.farewells.push(DeferredAnswer { peer, slot, frames, number });
        self.changes.are_under_way = true;
    }

    /// Answers the questions whose frames have come; returns how many.
    pub(crate) fn answer_farewells(&mut self) -> usize {
        if self.changes.farewells.is_empty() {
            return 0;
        }
        let waiting = std::mem::take(&mut self.changes.farewells);
        let before = waiting.len();
        for farewell in waiting {
            let flow = self.slots[farewell.slot].flows.get(farewell.peer.0 as usize);
            let flow = flow.copied().unwrap_or_default();
            let is_behind = flow.received_straight() < farewell.frames || flow.arriving != 0;
            if is_behind || self.is_held(farewell.peer, farewell.slot) {
                self.changes.farewells.push(farewell);
                continue;
            }
            // Whoever cannot be answered is lost, and hears of that by other means.
            if let Ok(way) = self.choose(farewell.peer, TrafficClass::Control) {
                let answer = Header { words: [0, farewell.number], ..Header::new(LEFT) };
                self.tell(farewell.peer, way as u8, answer, Vec::new());
            }
        }
        before - self.changes.farewells.len()
    }

    /// The peer has everything that was sent by the old method.
    pub(crate) fn take_left(&mut self, peer: PeerId, header: &Header) {
        let number = header.words[1];
        let Some(detour) = self.detours.get_mut(&peer) else { return };
        let found = detour
            .switches
            .iter()
            .position(|switch| switch.number == number && switch.stage == SwitchStage::Asked);
        let Some(at) = found else { return };
        let switch = detour.switches.remove(at);
        self.set_way(peer, switch.strand, switch.to);
        self.settle_detour(peer);
    }

    /// From now on a strand goes by this method.
    fn set_way(&mut self, peer: PeerId, Strand { context, class }: Strand, to: u8) {
        self.note_change(peer, Strand { context, class }, to);
        match context {
            None => self.routes[peer.0 as usize].ways[class as usize] = to,
            Some(context) => {
                if let Some(branch) = self.detour(peer).branch_mut(context) {
                    branch.ways[class as usize] = to;
                    branch.is_straight[class as usize] = true;
                }
            }
        }
    }

    /// Forgets the changes of a peer that is gone.
    pub(crate) fn forget_switches(&mut self, peer: PeerId) {
        if let Some(detour) = self.detours.get_mut(&peer) {
            detour.switches.clear();
            detour.contact = None;
        }
        self.changes.farewells.retain(|farewell| farewell.peer != peer);
        let flows = self.slots.iter_mut().filter_map(|slot| slot.flows.get_mut(peer.0 as usize));
        flows.for_each(Flow::cut);
    }
}
