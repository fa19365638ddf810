//! Changing the method of a live link loses and reorders nothing.
//!
//! The sender lets frames that were begun on the old method end, and begins no new ones. Then it says
//! `LEAVE` with the number of frames that it has ever sent to the peer by the old method. The receiver
//! answers `LEFT` once that many have come in, whatever streams they took. Only then does the sender
//! use the new method. The price is one round trip during which new frames of the channel wait.

use crate::context::{Context, LinkError};
use crate::gate::{LEAVE, LEFT};
use crate::lane::{Channel, Lane};
use crate::route::Branch;
use ferry_method::{Header, PeerId};

/// A change of method under way.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Switch {
    pub(crate) channel: Channel,
    pub(crate) from: u8,
    pub(crate) to: u8,
    /// Tells the answers to several apart.
    number: u64,
    stage: Stage,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Stage {
    /// Frames begun on the old method have to end.
    Ending,
    /// The receiver has been asked.
    Asked,
}

/// A peer's question that cannot be answered yet.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Farewell {
    peer: PeerId,
    slot: usize,
    frames: u64,
    number: u64,
}

impl Context {
    /// Changes the method of a channel to `peer`. What is sent afterwards goes by `method` as soon as
    /// everything sent before has arrived; nothing is lost, doubled or reordered. For
    /// [`Channel::Context`] the first change makes the channel.
    ///
    /// Errors: there is no such method or it does not reach the peer, with the reason and the methods
    /// that do.
    pub fn change_method(
        &mut self,
        peer: PeerId,
        channel: Channel,
        method: &str,
    ) -> Result<(), LinkError> {
        self.choose(peer, Lane::Control)?;
        let to = self.reaching(peer, method)?;
        let from = self.way_of(peer, channel);
        let detour = self.detour(peer);
        if let Some(switch) = detour.switches.iter_mut().find(|s| s.channel == channel) {
            // Not begun yet: another aim. Asked already: another change follows it.
            if switch.stage == Stage::Ending {
                switch.to = to;
                return Ok(());
            }
            let from = switch.to;
            self.begin_switch(peer, channel, from, to);
            return Ok(());
        }
        if from == to {
            return Ok(());
        }
        if let Channel::Context(context) = channel
            && detour.branch(context).is_none()
        {
            detour.contexts.push(Branch { context, way: from, halfway: 0 });
        }
        self.begin_switch(peer, channel, from, to);
        Ok(())
    }

    fn begin_switch(&mut self, peer: PeerId, channel: Channel, from: u8, to: u8) {
        let number = self.next_switch;
        self.next_switch += 1;
        let switch = Switch { channel, from, to, number, stage: Stage::Ending };
        self.detour(peer).switches.push(switch);
        self.switching = true;
    }

    /// Whether changes of method are under way.
    pub fn is_switching(&self) -> bool {
        self.switching
    }

    /// The method at which a channel will be when all changes are done.
    fn way_of(&mut self, peer: PeerId, channel: Channel) -> u8 {
        let ways = self.routes[peer.0 as usize].ways;
        match channel {
            Channel::Lane(lane) => ways[lane as usize],
            Channel::Context(context) => {
                let own = self.detour(peer).branch(context).map(|branch| branch.way);
                own.unwrap_or(ways[Lane::Message as usize])
            }
        }
    }

    /// Moves changes on; returns how many moved.
    pub(crate) fn advance_switches(&mut self) -> usize {
        if !self.switching {
            return 0;
        }
        let peers: Vec<PeerId> = self.detours.keys().copied().collect();
        let moved = peers.into_iter().map(|peer| self.advance_switches_of(peer)).sum();
        self.switching = self.detours.values().any(|detour| !detour.switches.is_empty());
        moved
    }

    fn advance_switches_of(&mut self, peer: PeerId) -> usize {
        let switches = self.detours.get(&peer).map(|d| d.switches.clone()).unwrap_or_default();
        let mut moved = 0;
        for (at, switch) in switches.iter().enumerate() {
            // One after another on each channel.
            let waits = switches[..at].iter().any(|earlier| earlier.channel == switch.channel);
            if switch.stage == Stage::Asked || waits || self.is_halfway(peer, switch.channel) {
                continue;
            }
            let frames = self.slots[switch.from as usize].traffic_of(peer).sent.frames;
            let question = Header { words: [frames, switch.number], ..Header::new(LEAVE) };
            self.tell(peer, switch.from, question, Vec::new());
            self.detour(peer).switches[at].stage = Stage::Asked;
            moved += 1;
        }
        moved
    }

    fn is_halfway(&mut self, peer: PeerId, channel: Channel) -> bool {
        match channel {
            Channel::Lane(lane) => self.routes[peer.0 as usize].halfway[lane as usize] != 0,
            Channel::Context(context) => {
                // Before it had a channel of its own its frames were of the common lanes.
                let halfway = self.routes[peer.0 as usize].halfway;
                let common = halfway[Lane::Message as usize] + halfway[Lane::Bulk as usize];
                let own = self.detour(peer).branch(context).map_or(0, |branch| branch.halfway);
                own != 0 || common != 0
            }
        }
    }

    /// The peer asks whether `frames` have come by the method that it wants to leave.
    pub(crate) fn take_leave(&mut self, peer: PeerId, slot: usize, header: &Header) {
        let [frames, number] = header.words;
        self.farewells.push(Farewell { peer, slot, frames, number });
    }

    /// Answers the questions whose frames have come; returns how many.
    pub(crate) fn answer_farewells(&mut self) -> usize {
        if self.farewells.is_empty() {
            return 0;
        }
        let waiting = std::mem::take(&mut self.farewells);
        let before = waiting.len();
        for farewell in waiting {
            let received = self.slots[farewell.slot].traffic_of(farewell.peer).received.frames;
            if received < farewell.frames {
                self.farewells.push(farewell);
                continue;
            }
            // Whoever cannot be answered is lost, and hears of that by other means.
            if let Ok(way) = self.choose(farewell.peer, Lane::Control) {
                let answer = Header { words: [0, farewell.number], ..Header::new(LEFT) };
                self.tell(farewell.peer, way as u8, answer, Vec::new());
            }
        }
        before - self.farewells.len()
    }

    /// The peer has everything that was sent by the old method.
    pub(crate) fn take_left(&mut self, peer: PeerId, header: &Header) {
        let number = header.words[1];
        let Some(detour) = self.detours.get_mut(&peer) else { return };
        let found = detour
            .switches
            .iter()
            .position(|switch| switch.number == number && switch.stage == Stage::Asked);
        let Some(at) = found else { return };
        let switch = detour.switches.remove(at);
        match switch.channel {
            Channel::Lane(lane) => {
                self.routes[peer.0 as usize].ways[lane as usize] = switch.to;
            }
            Channel::Context(context) => {
                if let Some(branch) = detour.branch(context) {
                    branch.way = switch.to;
                }
            }
        }
        self.reasons.insert(peer, "the program asked for it".into());
        self.settle_detour(peer);
    }

    /// Forgets the changes of a peer that is gone.
    pub(crate) fn forget_switches(&mut self, peer: PeerId) {
        if let Some(detour) = self.detours.get_mut(&peer) {
            detour.switches.clear();
        }
        self.farewells.retain(|farewell| farewell.peer != peer);
        if let Some(route) = self.routes.get_mut(peer.0 as usize) {
            route.halfway = [0; 3];
        }
    }
}
