//! Enquiry: what is there, what was chosen and why, what went through it.

use crate::context::{Context, MethodSlot};
use crate::traffic::Traffic;
use crate::traffic_class::TrafficClass;
use ferry_method::{Attributes, Counters, PeerId};
use std::time::Duration;

/// One method of this process.
#[derive(Clone, Debug)]
pub struct MethodReport {
    /// Its name.
    pub name: &'static str,
    /// What it can do.
    pub attributes: Attributes,
    /// What it has done.
    pub counters: Counters,
    /// Polls between two of its turns at present.
    /// `None`: it has none.
    pub interval: Option<u32>,
    /// A thread waits for it.
    pub has_waiter: bool,
    /// What a poll that finds nothing costs, as far as it was measured.
    pub poll_cost: Duration,
}

/// One method of the link to one peer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LinkReport {
    /// Whom it leads to.
    pub peer: PeerId,
    /// The method.
    pub method: &'static str,
    /// What goes by it: kinds of traffic, or contexts; empty for a method that was left or by which
    /// the peer alone sends.
    pub carries: Vec<String>,
    /// Why this one: the reasons against those tried before it, or that it came first.
    pub why: String,
    /// State of the connection, if it is open.
    pub state: Option<String>,
    /// Streams that are open.
    pub streams: u32,
    /// What went by it.
    pub traffic: Traffic,
}

impl Context {
    /// The methods of this process.
    pub fn methods(&self) -> Vec<MethodReport> {
        let report = |slot: &MethodSlot| MethodReport {
            name: slot.method.name(),
            attributes: slot.method.attributes().clone(),
            counters: slot.method.counters(),
            interval: slot.schedule.interval(),
            has_waiter: slot.waiter.is_some(),
            poll_cost: Duration::from_nanos(slot.schedule.cost() as u64),
        };
        self.slots.iter().map(report).collect()
    }

    /// The links chosen so far: for each peer, the methods that carry something or have done.
    pub fn links(&self) -> Vec<LinkReport> {
        let peers = (0..self.routes.len() as u32).map(PeerId);
        peers
            .flat_map(|peer| (0..self.slots.len()).filter_map(move |i| self.link(peer, i)))
            .collect()
    }

    fn link(&self, peer: PeerId, index: usize) -> Option<LinkReport> {
        let slot = &self.slots[index];
        let carries = self.carried(peer, index as u8);
        let traffic = slot.traffic_of(peer);
        if carries.is_empty() && traffic == Traffic::default() {
            return None;
        }
        let why = match carries.is_empty() {
            false => self.known.reasons.get(&(peer, index as u8)).cloned().unwrap_or_default(),
            true => "used before, or by the peer alone".into(),
        };
        Some(LinkReport {
            peer,
            method: slot.method.name(),
            carries,
            why,
            state: slot.method.describe_link(peer),
            streams: slot.method.open_streams(peer),
            traffic,
        })
    }

    /// What goes to a peer by a method.
    fn carried(&self, peer: PeerId, index: u8) -> Vec<String> {
        let ways = self.routes[peer.0 as usize].ways;
        let classes = TrafficClass::ALL.into_iter().filter(|class| ways[*class as usize] == index);
        let mut carried: Vec<String> = classes.map(|class| class.name().into()).collect();
        if carried.len() == TrafficClass::ALL.len() {
            carried = vec!["all".into()];
        }
        if let Some(detour) = self.detours.get(&peer) {
            carried.extend(detour.contexts.iter().filter_map(|branch| {
                let goes = |class: TrafficClass| branch.ways[class as usize] == index;
                Some(match (goes(TrafficClass::Message), goes(TrafficClass::Bulk)) {
                    (true, true) => format!("context {}", branch.context),
                    (true, false) => format!("context {} small", branch.context),
                    (false, true) => format!("context {} bulk", branch.context),
                    (false, false) => return None,
                })
            }));
        }
        carried
    }
}
