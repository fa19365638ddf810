//! A method that gets nothing to a peer any more is left without its help.
//!
//! What was sent by it may have arrived or not, in part, and into memory of the program: nobody but its two
//! ends knows. So the method itself brings that to its end, over another's connection. From then on what its
//! two ends say to each other goes in `PARCEL` frames by the method that gets through, and an ordinary change
//! of method ([`crate::switch`]) follows: nothing is lost, doubled or overtaken, and as long as all is well
//! it costs a look now and then.
//!
//! Silence alone proves nothing, as the peer may be computing. So another method is asked first (`TRY`);
//! when the peer has answered by that (`TRIED`), its process is there, and the method in use has a last
//! chance to be heard. A method that would declare the peer lost asks before it does ([`Sink::doubt`]): if
//! another gets through, the peer is not lost.
//!
//! [`Sink::doubt`]: ferry_method::Sink::doubt

use crate::context::Context;
use crate::events::{LinkEvent, PathTrouble};
use crate::gate::{PARCEL, TRY};
use crate::route::{OwnFrame, Strand};
use crate::traffic_class::TrafficClass;
use ferry_method::{Attendance, Header, PeerId, Pulse, Scope};
use std::collections::{BTreeSet, HashMap, HashSet};
use std::time::Duration;

/// Word 0 of a `TRY` that is to be answered by the method that it came by.
pub(crate) const BY_ITSELF: u64 = 1;
/// Times that a link is looked at while a method may be silent.
const LOOKS: u32 = 6;
/// Shortest and longest time between two looks.
const PAUSE: (Duration, Duration) = (Duration::from_millis(10), Duration::from_millis(500));
/// Bytes of parcels that may wait to be sent; a method that keeps what it sends has never more.
const MOST_WAITING: usize = 16 << 20;

/// A link over a method, and whether anything is heard.
#[derive(Default)]
struct LinkWatch {
    heard: u64,
    /// Since when something waits and nothing is heard.
    silent_since: Option<Duration>,
    /// The method would declare the peer lost, since then.
    doubt: Option<Duration>,
    /// Methods that were asked to get through: number of the question, whether it is sent.
    asked: Vec<SilenceQuestion>,
    /// A method that got through, and when that was known.
    answered: Option<(u8, Duration)>,
}

struct SilenceQuestion {
    to: u8,
    number: u64,
    is_sent: bool,
}

/// What is known of methods that may have lost their way.
#[derive(Default)]
pub(crate) struct Failover {
    watches: HashMap<(u8, PeerId), LinkWatch>,
    /// Methods that were left, and those that carry what they still have to say.
    pub(crate) detours: HashMap<(u8, PeerId), u8>,
    /// Methods that cannot take a detour.
    stuck: HashSet<(u8, PeerId)>,
    /// Methods that did not get through when they were asked to.
    unfit: HashSet<(u8, PeerId)>,
    attendance: Attendance,
}

impl Failover {
    /// Whether a method may get through: it did not fail to, and does not believe the peer lost itself.
    fn is_fit(&self, method: u8, peer: PeerId) -> bool {
        let watch = self.watches.get(&(method, peer));
        let has_doubt = watch.is_some_and(|watch| watch.doubt.is_some());
        !has_doubt && !self.unfit.contains(&(method, peer))
    }
}

/// What the sink of a poll knows of doubts and parcels.
#[derive(Default)]
pub(crate) struct Desk {
    /// Methods are looked after at all.
    pub(crate) is_open: bool,
    /// What methods on a detour have to say.
    pub(crate) parcels: Vec<(usize, PeerId, Vec<u8>)>,
    /// Bytes of those that are not sent.
    pub(crate) waiting: usize,
    /// Methods that would declare a peer lost.
    pub(crate) doubts: Vec<(usize, PeerId)>,
    /// Nothing else gets through to these: they are lost.
    pub(crate) condemned: HashSet<(usize, PeerId)>,
}

impl Desk {
    pub(crate) fn has_room(&self) -> bool {
        self.waiting < MOST_WAITING
    }
}

impl Context {
    /// Time between two looks; `None`: nothing is looked after.
    pub(crate) fn failover_pause(&self) -> Option<Duration> {
        let after = self.policy.failover_after?;
        let network = |a: &&ferry_method::Attributes| a.reliable && a.scope == Scope::Network;
        let several = self.local_attributes.iter().filter(network).count() > 1;
        several.then(|| (after / LOOKS).clamp(PAUSE.0, PAUSE.1))
    }

    /// Begins to look, where there is anything to choose from.
    pub(crate) fn prepare_failover(&mut self) {
        if self.failover_pause().is_some() {
            self.news.desk.is_open = true;
            self.choices.silence = Duration::ZERO;
            self.choices.await_next(&self.policy.rules);
        }
    }

    /// Whether some method to a peer was left.
    pub(crate) fn has_failed_over(&self, peer: PeerId) -> bool {
        self.failover.detours.keys().any(|(_, of)| *of == peer)
    }

    /// Looks at all methods in use.
    pub(crate) fn look_for_silence(&mut self) {
        let Some(mut pause) = self.failover_pause() else { return };
        let now = self.choices.now();
        if let Some(missed) = self.failover.attendance.note(now) {
            self.forgive(missed);
        }
        let doubted = self.failover.watches.iter().filter(|(_, watch)| watch.doubt.is_some());
        let mut links: BTreeSet<(PeerId, u8)> = doubted.map(|((way, of), _)| (*of, *way)).collect();
        for peer in (0..self.routes.len() as u32).map(PeerId) {
            if peer != self.me && self.is_chosen(peer) {
                links.extend(self.ways_in_use(peer).into_iter().map(|way| (peer, way)));
            }
        }
        for (peer, way) in links {
            self.look_after(peer, way, now);
        }
        let mut questions = self.failover.watches.values().flat_map(|watch| &watch.asked);
        if questions.any(|question| !question.is_sent) {
            pause = pause.min(PAUSE.0);
        }
        self.choices.silence = now + pause;
    }

    /// Nobody looked for so long.
    fn forgive(&mut self, missed: Duration) {
        for watch in self.failover.watches.values_mut() {
            let times = [&mut watch.silent_since, &mut watch.doubt];
            times.into_iter().flatten().for_each(|time| *time += missed);
            if let Some((_, time)) = &mut watch.answered {
                *time += missed;
            }
        }
    }

    /// Methods over a network by which something goes to a peer, or is about to.
    fn ways_in_use(&self, peer: PeerId) -> BTreeSet<u8> {
        let mut ways: BTreeSet<u8> = self.routes[peer.0 as usize].ways.into();
        if let Some(detour) = self.detours.get(&peer) {
            ways.extend(detour.contexts.iter().flat_map(|branch| branch.ways));
            ways.extend(detour.switches.iter().flat_map(|switch| [switch.from, switch.to]));
        }
        ways.retain(|way| {
            let attributes = self.local_attributes.get(*way as usize);
            attributes.is_some_and(|attributes| attributes.scope == Scope::Network)
                && !self.failover.detours.contains_key(&(*way, peer))
                && !self.failover.stuck.contains(&(*way, peer))
        });
        ways
    }

    fn look_after(&mut self, peer: PeerId, way: u8, now: Duration) {
        let Some(after) = self.policy.failover_after else { return };
        let pulse = self.slots[way as usize].method.pulse(peer);
        let watch = self.failover.watches.entry((way, peer)).or_default();
        let unchanged = Pulse { waits: false, heard: watch.heard };
        let pulse = pulse.unwrap_or(unchanged);
        if watch.heard != pulse.heard {
            self.news.desk.condemned.remove(&(way as usize, peer));
        }
        if watch.take(pulse, now) {
            return;
        }
        let silent = watch.silent_since.is_some_and(|since| now >= since + after);
        let is_doubted = watch.doubt.is_some();
        let chance = if is_doubted { Duration::ZERO } else { after / 2 };
        if let Some((to, when)) = watch.answered {
            if now >= when + chance {
                self.fail_over(peer, way, to);
            }
            return;
        }
        if watch.doubt.is_some_and(|since| now >= since + after) {
            return self.condemn(peer, way);
        }
        if silent || is_doubted {
            self.ask_others(peer, way);
        }
    }

    /// Asks all other methods whether they get through, and goes on asking.
    fn ask_others(&mut self, peer: PeerId, way: u8) {
        let Ok(table) = self.table_of(peer) else { return self.condemn(peer, way) };
        let others = self.order(&table).into_iter().map(|index| index as u8);
        let others: Vec<u8> = others
            .filter(|to| {
                *to != way && self.failover.is_fit(*to, peer) && self.may_replace(way, *to)
            })
            .filter(|to| self.judge(*to as usize, peer, &table).is_ok())
            .collect();
        if others.is_empty() {
            return self.condemn(peer, way);
        }
        for to in others {
            let is_known = self.attach(to as usize, peer, &table).is_ok();
            let number = self.changes.next;
            let Some(watch) = self.failover.watches.get_mut(&(way, peer)) else { return };
            if !is_known {
                self.failover.unfit.insert((to, peer));
                continue;
            }
            if watch.asked.iter().all(|question| question.to != to) {
                self.changes.next += 1;
                watch.asked.push(SilenceQuestion { to, number, is_sent: false });
                let flow = &mut self.slots[to as usize].flows[peer.0 as usize];
                flow.on_trial = true;
            }
            self.send_question(peer, way, to);
        }
    }

    /// Whether a method will do in place of another: what was to be encrypted stays so, unless both were
    /// named as methods for everything.
    pub(crate) fn may_replace(&self, from: u8, to: u8) -> bool {
        let confidential = |way: u8| self.local_attributes[way as usize].confidential;
        let name = |way: u8| self.slots[way as usize].method.name();
        let is_named = |way: u8| self.policy.only.iter().any(|wanted| wanted == name(way));
        !confidential(from) || confidential(to) || (is_named(from) && is_named(to))
    }

    fn send_question(&mut self, peer: PeerId, way: u8, to: u8) {
        let Some(watch) = self.failover.watches.get_mut(&(way, peer)) else { return };
        let unsent = |question: &&mut SilenceQuestion| question.to == to && !question.is_sent;
        let Some(question) = watch.asked.iter_mut().find(unsent) else { return };
        let header = Header { words: [BY_ITSELF, question.number], ..Header::new(TRY) };
        let slot = &self.slots[to as usize];
        if slot.flows[peer.0 as usize].halfway != 0 {
            return;
        }
        if slot.method.has_departed(peer) {
            return self.note_unfit(peer, to);
        }
        // A failed call makes it unfit, which is the end of the question.
        question.is_sent = true;
        match self.tell_now(peer, to, header) {
            Ok(true) => {}
            Ok(false) => self.ask_again(peer, way, to),
            Err(_) => self.note_unfit(peer, to),
        }
    }

    /// The method has not taken a question.
    fn ask_again(&mut self, peer: PeerId, way: u8, to: u8) {
        let watch = self.failover.watches.get_mut(&(way, peer));
        let asked = watch.into_iter().flat_map(|watch| &mut watch.asked);
        asked.filter(|question| question.to == to).for_each(|question| question.is_sent = false);
    }

    /// A method that was asked does not get through.
    pub(crate) fn note_unfit(&mut self, peer: PeerId, to: u8) {
        self.failover.unfit.insert((to, peer));
        for ((_, of), watch) in &mut self.failover.watches {
            if *of == peer {
                watch.asked.retain(|question| question.to != to);
            }
        }
    }

    /// The peer has answered by a method that was asked.
    pub(crate) fn take_answer(&mut self, peer: PeerId, number: u64) {
        let now = self.choices.now();
        let of_peer = self.failover.watches.iter_mut().filter(|((_, of), _)| *of == peer);
        for (_, watch) in of_peer {
            if let Some(question) = watch.asked.iter().find(|question| question.number == number) {
                watch.answered.get_or_insert((question.to, now));
            }
        }
        // Whoever doubts waits for nothing else.
        self.look_soon();
    }

    fn look_soon(&mut self) {
        self.choices.silence = self.choices.now();
        self.choices.await_next(&self.policy.rules);
    }

    /// Leaves a method, and brings to its end over another's connection what it has begun.
    fn fail_over(&mut self, peer: PeerId, from: u8, to: u8) {
        self.failover.watches.remove(&(from, peer));
        if self.is_carried_by(peer, to, from) {
            return;
        }
        if !self.slots[from as usize].method.take_detour(peer) {
            self.failover.stuck.insert((from, peer));
            return;
        }
        self.failover.detours.insert((from, peer), to);
        self.events.tally.failovers += 1;
        let method = self.slots[from as usize].method.name();
        self.events.add(LinkEvent::Trouble { peer, method, kind: PathTrouble::Silent });
        self.slots[from as usize].hurry();
        self.forget_care_of(peer, from);
        let name = |way: u8| self.slots[way as usize].method.name();
        let why = format!("moved from {} to {}: nothing gets through", name(from), name(to));
        self.known.reasons.insert((peer, to), why);
        for strand in self.strands_by(peer, from) {
            self.change_strand(peer, strand, to);
        }
    }

    /// Whether what a method has to say goes, in the end, by another one.
    fn is_carried_by(&self, peer: PeerId, method: u8, other: u8) -> bool {
        let next = |way: &u8| self.failover.detours.get(&(*way, peer)).copied();
        std::iter::successors(Some(method), next).any(|way| way == other)
    }

    /// Strands to a peer that go, or are about to go, by a method.
    fn strands_by(&self, peer: PeerId, way: u8) -> Vec<Strand> {
        let common = self.routes[peer.0 as usize].ways;
        let detour = self.detours.get(&peer);
        let contexts = detour.into_iter().flat_map(|d| d.contexts.iter().map(|b| Some(b.context)));
        let strands = std::iter::once(None).chain(contexts).flat_map(|context| {
            let classes = TrafficClass::ALL.into_iter();
            classes
                .filter(move |class| context.is_none() || *class != TrafficClass::Control)
                .map(move |class| Strand { context, class })
        });
        let goes = |strand: &Strand| match detour {
            Some(detour) => detour.aim(common, *strand) == way,
            None => common[strand.class as usize] == way,
        };
        strands.filter(goes).collect()
    }

    /// Nothing else gets through either: what the method says of the peer holds.
    fn condemn(&mut self, peer: PeerId, way: u8) {
        let Some(watch) = self.failover.watches.get_mut(&(way, peer)) else { return };
        if watch.doubt.take().is_some() {
            self.news.desk.condemned.insert((way as usize, peer));
        }
    }

    /// Hears of methods that would declare a peer lost.
    pub(crate) fn take_doubts(&mut self) {
        let now = self.choices.now();
        for (slot, peer) in std::mem::take(&mut self.news.desk.doubts) {
            let watch = self.failover.watches.entry((slot as u8, peer)).or_default();
            if watch.doubt.is_none() {
                watch.doubt = Some(now);
                self.look_soon();
            }
        }
    }

    /// Sends on what methods on a detour have to say.
    pub(crate) fn pass_parcels(&mut self) -> usize {
        let parcels = std::mem::take(&mut self.news.desk.parcels);
        let passed = parcels.len();
        for (slot, peer, parcel) in parcels {
            let Some(carrier) = self.failover.detours.get(&(slot as u8, peer)).copied() else {
                self.news.desk.waiting -= parcel.len();
                continue;
            };
            let name = self.slots[slot].method.name().as_bytes();
            let mut payload = Vec::with_capacity(1 + name.len() + parcel.len());
            payload.push(name.len() as u8);
            payload.extend_from_slice(name);
            payload.extend_from_slice(&parcel);
            self.news.desk.waiting += payload.len() - parcel.len();
            self.tell(peer, carrier, Header::new(PARCEL), payload);
        }
        passed
    }

    /// Something that the peer's end of a method has to say came by another.
    pub(crate) fn take_parcel(&mut self, peer: PeerId, carrier: usize, payload: &[u8]) {
        let named =
            payload.split_first().and_then(|(len, rest)| rest.split_at_checked(*len as usize));
        let slot = named.and_then(|(name, parcel)| {
            let slots = self.slots.iter();
            let mut names = slots.map(|slot| slot.method.name().as_bytes());
            Some((names.position(|known| known == name)?, parcel))
        });
        let Some((slot, parcel)) = slot.filter(|(slot, _)| *slot != carrier) else {
            self.unknown += 1;
            return;
        };
        if !self.failover.detours.contains_key(&(slot as u8, peer)) {
            // The peer has left the method. Whatever this end thinks of it, it goes the same way.
            // The methods may not know the peer yet.
            if self.knows(peer, slot) && self.knows(peer, carrier) {
                self.fail_over(peer, slot as u8, carrier as u8);
            }
        }
        if self.failover.detours.contains_key(&(slot as u8, peer)) {
            self.slots[slot].method.parcel(peer, parcel);
            self.slots[slot].hurry();
            self.slots[slot].quiet = false;
        }
    }

    /// Makes a peer that has been heard of by some method known to another; whether that can be.
    pub(crate) fn knows(&mut self, peer: PeerId, index: usize) -> bool {
        let table = self.choose(peer, TrafficClass::Control).and_then(|_| self.table_of(peer));
        table.is_ok_and(|table| self.attach(index, peer, &table).is_ok())
    }

    /// A frame of the link layer's own is sent, or never will be.
    pub(crate) fn note_parcel_gone(&mut self, frame: &OwnFrame) {
        if frame.header.handler == PARCEL {
            let desk = &mut self.news.desk;
            desk.waiting = desk.waiting.saturating_sub(frame.payload.len());
        }
    }

    /// Forgets a peer that is gone.
    pub(crate) fn forget_failover(&mut self, peer: PeerId) {
        self.failover.watches.retain(|(_, of), _| *of != peer);
        self.failover.detours.retain(|(_, of), _| *of != peer);
    }

    /// Whether a method was left, since it got nothing to a peer.
    pub(crate) fn is_left(&self, peer: PeerId, index: usize) -> bool {
        self.failover.detours.contains_key(&(index as u8, peer))
    }
}

impl LinkWatch {
    /// Takes note of what is heard; whether there is anything, or nothing is waited for.
    fn take(&mut self, pulse: Pulse, now: Duration) -> bool {
        let is_heard = pulse.heard != self.heard;
        self.heard = pulse.heard;
        if is_heard || !(pulse.waits || self.doubt.is_some()) {
            *self = LinkWatch { heard: pulse.heard, ..LinkWatch::default() };
            return true;
        }
        self.silent_since.get_or_insert(now);
        false
    }
}
