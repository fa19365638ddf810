//! Links that look after themselves: one whose path turns out lossy or long changes its method.
//!
//! Only what nothing and nobody decides is changed: no rule, no info key, no call, no `methods` that
//! leave the other method out. Each end looks after what it sends. Before a link moves, the other method
//! is tried: a `TRY` goes by it, and only when the peer has answered (`TRIED`, by the method in use) does
//! the change begin. So a firewall that lets one method pass and not the other costs nothing but the trial.

use crate::DescriptorTable;
use crate::context::{Context, LinkError};
use crate::events::{LinkEvent, PathTrouble};
use crate::failover::BY_ITSELF;
use crate::gate::{TRIED, TRY};
use crate::path_watch::{PathSight, PathVerdict, PathWatch, Trouble};
use crate::route::Strand;
use crate::selection::Pick;
use crate::traffic_class::TrafficClass;
use ferry_method::{Header, PeerId, Scope};
use std::collections::HashMap;
use std::time::Duration;

/// Time between two looks while a method is tried: its connection may be being opened.
const WHILE_TRYING: Duration = Duration::from_millis(10);
/// So much sooner than others young links are looked at, since a program may be short.
const SOONER: u32 = 10;
/// A link is young for so many looks.
const YOUNG: u32 = 80;
/// A look takes some microseconds, a few percent of this.
const PER_LINK: Duration = Duration::from_micros(50);

/// Answers to one peer that may wait to be sent.
const MOST: usize = 4096;

/// Where a link stands.
#[derive(Default)]
enum AdaptationStage {
    /// On the method that it was given at first.
    #[default]
    Home,
    /// Another method is tried.
    Trying {
        to: u8,
        found: (Trouble, f64),
        number: u64,
        /// The question is with the method.
        is_sent: bool,
    },
    /// On another method, for what was found, with the bytes that went in a second.
    Away { to: u8, found: (Trouble, f64), why: String },
}

/// A link that is looked after.
#[derive(Default)]
pub(crate) struct Care {
    watch: PathWatch,
    stage: AdaptationStage,
    /// Looks since something was sent by it.
    looks: u32,
    /// Methods that did not get through, or by which less did.
    failed: Vec<u8>,
}

impl Care {
    fn is_young(&self) -> bool {
        (1..YOUNG).contains(&self.looks)
    }
}

/// All links that are looked after.
pub(crate) type Cares = HashMap<PeerId, Care>;

impl Context {
    /// Looks at all links.
    pub(crate) fn look_at_links(&mut self) {
        let now = self.choices.now();
        let peers = (0..self.routes.len() as u32).map(PeerId);
        let chosen: Vec<PeerId> = peers
            .filter(|peer| *peer != self.me && self.is_chosen(*peer) && !self.is_changing(*peer))
            .collect();
        let looks = chosen.len() as u32;
        for peer in chosen {
            self.look_at(peer, now);
        }
        self.choices.look = now + self.pause_after(looks);
    }

    /// Time until the next look at all links, after one at so many.
    fn pause_after(&self, looks: u32) -> Duration {
        let is_trying =
            |care: &Care| matches!(care.stage, AdaptationStage::Trying { is_sent: false, .. });
        let interval = self.policy.adaptation.interval;
        let pause = if self.cares.values().any(is_trying) {
            WHILE_TRYING
        } else if self.cares.values().any(Care::is_young) {
            interval / SOONER
        } else {
            interval
        };
        pause.max(Duration::from_millis(1)).max(PER_LINK * looks)
    }

    fn look_at(&mut self, peer: PeerId, now: Duration) {
        let Some(way) = self.undecided_way(peer) else { return self.stop_trying(peer) };
        let slot = &self.slots[way as usize];
        let (sent, scope) = (slot.traffic_of(peer).sent, slot.method.attributes().scope);
        if sent.frames > 0 && scope == Scope::Network {
            let care = self.cares.entry(peer).or_default();
            care.looks = care.looks.saturating_add(1);
        }
        let Some(quality) = self.slots[way as usize].method.quality(peer) else {
            return self.go_on_trying(peer);
        };
        let seen = PathSight { quality, bytes: sent.bytes };
        let rules = &self.policy.adaptation;
        let care = self.cares.entry(peer).or_default();
        match &care.stage {
            AdaptationStage::Home => match care.watch.trouble(now, seen, rules) {
                Some(found) => self.take_trouble(peer, way, found),
                None if care.watch.has_doubt() => self.call_early(peer, way),
                None => {}
            },
            AdaptationStage::Trying { .. } => self.go_on_trying(peer),
            AdaptationStage::Away { to, found, .. } if *to == way => {
                match care.watch.verdict(now, seen, rules, *found) {
                    PathVerdict::Stay => {}
                    PathVerdict::Well => self.go_home(peer, way, "the path is well"),
                    PathVerdict::Slower => {
                        care.failed.push(way);
                        self.go_home(peer, way, "less went by it");
                    }
                }
            }
            // Somebody has moved it since.
            AdaptationStage::Away { .. } => care.stage = AdaptationStage::Home,
        }
    }

    fn take_trouble(&mut self, peer: PeerId, way: u8, found: (Trouble, f64)) {
        let table = self.known.tables.get(&peer);
        let to = table.and_then(|table| self.substitute(peer, way, table));
        if to.is_none() && matches!(found.0, Trouble::Long(_)) {
            // It stays as long as it is, which is nothing new.
            return self.cares.entry(peer).or_default().watch.rest(self.choices.now());
        }
        let method = self.slots[way as usize].method.name();
        let kind = PathTrouble::from(found.0);
        self.events.add(LinkEvent::Trouble { peer, method, kind });
        if let Some(to) = to {
            self.try_another(peer, to, found);
        }
    }

    /// The method of what nothing and nobody decides on the link to a peer.
    fn undecided_way(&self, peer: PeerId) -> Option<u8> {
        let table = self.known.tables.get(&peer)?;
        let class = [TrafficClass::Message, TrafficClass::Bulk, TrafficClass::Control]
            .into_iter()
            .find(|class| !self.is_decided(peer, *class, table))?;
        Some(self.routes[peer.0 as usize].ways[class as usize])
    }

    /// Whether a call, a rule or an info key decides how a traffic class goes to a peer.
    pub(crate) fn is_decided(
        &self,
        peer: PeerId,
        class: TrafficClass,
        table: &DescriptorTable,
    ) -> bool {
        self.choices.called.contains(&(peer, Strand { context: None, class }))
            || self.wish(peer, class, None, table.facts()).is_some()
    }

    /// Looks soon at a link that has just been chosen, and counts what is lost from its beginning.
    pub(crate) fn begin_care(&mut self, peer: PeerId) {
        let way = self.routes[peer.0 as usize].ways[TrafficClass::Message as usize];
        let scope = self.local_attributes[way as usize].scope;
        if self.policy.adaptation.methods.is_empty() || scope != Scope::Network {
            return;
        }
        let now = self.choices.now();
        let bytes = self.slots[way as usize].traffic_of(peer).sent.bytes;
        self.cares.entry(peer).or_default().watch.begin(now, bytes);
        let soon = now + self.policy.adaptation.interval / SOONER;
        self.choices.look = self.choices.look.min(soon);
        self.choices.await_next(&self.policy.rules);
    }

    /// Calls the peer by the method that the link will move to if what was found is found again.
    fn call_early(&mut self, peer: PeerId, from: u8) {
        let Some(table) = self.known.tables.get(&peer).cloned() else { return };
        let Some(to) = self.substitute(peer, from, &table) else { return };
        let is_there = self.slots[to as usize].method.quality(peer).is_some();
        if !is_there && self.call_on_trial(peer, to).is_err() {
            self.give_up(peer, to);
        }
    }

    /// Tries a method for such a path.
    fn try_another(&mut self, peer: PeerId, to: u8, found: (Trouble, f64)) {
        if self.put_on_trial(peer, to).is_err() {
            return self.give_up(peer, to);
        }
        self.begin_trying(peer, to, found);
        self.go_on_trying(peer);
    }

    /// The first method for bad paths that may take another's place on the link to a peer.
    pub(crate) fn substitute(&self, peer: PeerId, from: u8, table: &DescriptorTable) -> Option<u8> {
        let names = self.policy.adaptation.methods.iter();
        let allowed =
            names.filter(|name| self.policy.only.is_empty() || self.policy.only.contains(name));
        let fitting: Vec<u8> = allowed
            .filter_map(|name| self.judge_named(name, peer, table).ok())
            .map(|index| index as u8)
            .collect();
        // One that is a method for such paths stays where it is.
        if fitting.contains(&from) {
            return None;
        }
        let failed = self.cares.get(&peer).map_or(&[][..], |care| &care.failed);
        let mut left = fitting.into_iter().filter(|index| !failed.contains(index));
        left.find(|to| self.may_replace(from, *to))
    }

    /// Makes a peer known to a method that is not used yet.
    fn put_on_trial(&mut self, peer: PeerId, to: u8) -> Result<(), LinkError> {
        let table = self.table_of(peer)?;
        self.attach(to as usize, peer, &table)?;
        // Until it is used a loss by this method is none of the peer.
        self.slots[to as usize].flows[peer.0 as usize].on_trial = true;
        Ok(())
    }

    /// Whether a method that is not used yet gets through by now.
    pub(crate) fn call_on_trial(&mut self, peer: PeerId, to: u8) -> Result<bool, ()> {
        self.put_on_trial(peer, to).map_err(drop)?;
        if self.slots[to as usize].method.has_departed(peer) {
            return Err(());
        }
        self.greet_by(peer, to).map_err(drop)
    }

    /// The question is asked as soon as the method takes it.
    pub(crate) fn begin_trying(&mut self, peer: PeerId, to: u8, found: (Trouble, f64)) {
        let number = self.changes.next;
        self.changes.next += 1;
        let care = self.cares.entry(peer).or_default();
        care.stage = AdaptationStage::Trying { to, found, number, is_sent: false };
    }

    /// A link has begun by a method for bad paths, and goes to the other if its path is well.
    pub(crate) fn note_begun_far(&mut self, peer: PeerId, to: u8, found: Trouble, why: String) {
        let now = self.choices.now();
        let care = self.cares.entry(peer).or_default();
        care.watch.rest(now);
        care.stage = AdaptationStage::Away { to, found: (found, 0.0), why };
    }

    /// Sends the question by the method on trial, once that takes it.
    fn go_on_trying(&mut self, peer: PeerId) {
        let Some(care) = self.cares.get(&peer) else { return };
        let AdaptationStage::Trying { to, number, is_sent: false, .. } = care.stage else { return };
        let header = Header { words: [0, number], ..Header::new(TRY) };
        if self.slots[to as usize].method.has_departed(peer) {
            return self.give_up(peer, to);
        }
        match self.tell_now(peer, to, header) {
            Ok(is_taken) => self.note_asked(peer, is_taken),
            Err(_) => self.give_up(peer, to),
        }
    }

    fn note_asked(&mut self, peer: PeerId, is_taken: bool) {
        if let Some(care) = self.cares.get_mut(&peer)
            && let AdaptationStage::Trying { is_sent, .. } = &mut care.stage
        {
            *is_sent = is_taken;
        }
    }

    /// Somebody has decided while a method was tried.
    fn stop_trying(&mut self, peer: PeerId) {
        let Some(care) = self.cares.get_mut(&peer) else { return };
        if let AdaptationStage::Trying { is_sent: false, .. } = care.stage {
            care.stage = AdaptationStage::Home;
        }
    }

    /// The peer asks whether a method gets through.
    pub(crate) fn take_try(&mut self, peer: PeerId, slot: usize, header: &Header) {
        if self.detours.get(&peer).is_some_and(|detour| detour.own.len() >= MOST) {
            self.unknown += 1;
            return;
        }
        // Whoever cannot be answered is lost, and hears of that by other means.
        if let Ok(mut way) = self.choose(peer, TrafficClass::Control) {
            if header.words[0] == BY_ITSELF && self.knows(peer, slot) {
                way = slot;
            }
            let answer = Header { words: header.words, ..Header::new(TRIED) };
            self.tell(peer, way as u8, answer, Vec::new());
        }
    }

    /// The method on trial got through: what nobody decides moves to it.
    pub(crate) fn take_tried(&mut self, peer: PeerId, header: &Header) {
        if header.words[0] == BY_ITSELF {
            return self.take_answer(peer, header.words[1]);
        }
        let Some(care) = self.cares.get_mut(&peer) else { return };
        let AdaptationStage::Trying { to, found, number, .. } = care.stage else { return };
        if number != header.words[1] {
            return;
        }
        care.watch.rest(self.choices.now());
        let Some(from) = self.undecided_way(peer) else {
            // Somebody has decided meanwhile.
            return self.set_stage(peer, AdaptationStage::Home);
        };
        let name = |way: u8| self.slots[way as usize].method.name();
        let why = format!("moved from {} to {}: {}", name(from), name(to), found.0);
        self.set_stage(peer, AdaptationStage::Away { to, found, why });
        self.review_all(peer);
    }

    /// A method on trial does not get through, and is not tried again.
    pub(crate) fn give_up(&mut self, peer: PeerId, method: u8) {
        let Some(care) = self.cares.get_mut(&peer) else { return };
        care.failed.push(method);
        if matches!(care.stage, AdaptationStage::Trying { to, .. } if to == method) {
            care.stage = AdaptationStage::Home;
            care.watch.rest(self.choices.now());
        }
    }

    /// Back to the method that the link had at first.
    fn go_home(&mut self, peer: PeerId, from: u8, why: &str) {
        if let Some(care) = self.cares.get_mut(&peer) {
            care.stage = AdaptationStage::Home;
            care.watch.rest(self.choices.now());
        }
        self.review_all(peer);
        let Some(detour) = self.detours.get(&peer) else { return };
        let name = |way: u8| self.slots[way as usize].method.name();
        let backs: Vec<(u8, String)> = detour
            .switches
            .iter()
            .filter(|switch| switch.from == from)
            .map(|s| (s.to, format!("back from {} to {}: {why}", name(from), name(s.to))))
            .collect();
        for (to, why) in backs {
            self.known.reasons.insert((peer, to), why);
        }
    }

    fn set_stage(&mut self, peer: PeerId, stage: AdaptationStage) {
        if let Some(care) = self.cares.get_mut(&peer) {
            care.stage = stage;
        }
    }

    /// The method that a link has moved to.
    pub(crate) fn moved_to(&self, peer: PeerId) -> Option<Pick> {
        match &self.cares.get(&peer)?.stage {
            AdaptationStage::Away { to, why, .. } => {
                Some(Pick { index: *to as usize, why: why.clone() })
            }
            _ => None,
        }
    }

    /// A method was left, since it gets nothing through: what was found before counts no more.
    pub(crate) fn forget_care_of(&mut self, peer: PeerId, method: u8) {
        let care = self.cares.entry(peer).or_default();
        care.failed.push(method);
        care.stage = AdaptationStage::Home;
        care.watch.rest(self.choices.now());
    }

    /// Forgets a peer that is gone.
    pub(crate) fn forget_care(&mut self, peer: PeerId) {
        self.cares.remove(&peer);
    }

    /// Hears of methods on trial that did not get through.
    pub(crate) fn take_failures(&mut self) {
        for (slot, peer) in std::mem::take(&mut self.news.failures) {
            self.give_up(peer, slot as u8);
            self.note_unfit(peer, slot as u8);
        }
    }
}
