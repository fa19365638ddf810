//! First contact with a peer that may be far: its link begins by the method that suits a long path.
//!
//! How far a peer is, its system tells one round trip after it was called. So where nothing and nobody decides, the
//! frames to a peer wait until that is known, as they would for the connection. Only where the answer takes so long
//! that the path is a long one is a method for such paths ([`Adaptation`](crate::Adaptation)) called too, and the link
//! begins by that one once it gets through. Nothing has gone by the other then, so that nobody has to be asked.
//!
//! Whoever cannot wait, since his frames are made already, sends by the first method and ends the contact; the link
//! may still move later.

use crate::DescriptorTable;
use crate::context::Context;
use crate::path_watch::Trouble;
use crate::traffic_class::TrafficClass;
use ferry_method::{PeerId, Scope};
use std::time::Duration;

/// Between two looks, each of which asks the system.
const PAUSE: Duration = Duration::from_micros(50);
/// Round trips after which a long path is used by the first method, though the other is not there yet: that takes
/// three where nothing is lost.
const PATIENCE: u32 = 4;

/// A link whose frames wait for what its path turns out to be.
pub(crate) struct FirstContact {
    /// The method for long paths.
    to: u8,
    /// The first poll since the peer was called.
    since: Option<Duration>,
    /// It is looked at again then.
    next: Duration,
}

/// What a look finds.
enum Finding {
    /// Nothing yet.
    Waits,
    /// The link begins by the method chosen for it.
    Stays,
    /// It begins by the one for long paths, since the path takes so long, or the other has got no answer.
    IsFar(Option<Duration>),
    /// The path is long, and the method for such paths is late.
    IsLate(Duration),
}

impl Context {
    /// Has the frames to a peer wait whose method has just been chosen, unless it is known how far it is.
    pub(crate) fn begin_contact(&mut self, peer: PeerId, table: &DescriptorTable) {
        let Some(limit) = self.policy.adaptation.round_trip else { return };
        let way = self.routes[peer.0 as usize].ways[TrafficClass::Message as usize];
        if !self.is_left_to_itself(peer, way, table) {
            return;
        }
        let Some(to) = self.substitute(peer, way, table) else { return };
        if let Some(time) = self.round_trip(peer, to).filter(|time| *time >= limit) {
            // The peer has begun by it.
            if self.attach(to as usize, peer, table).is_ok() {
                self.begin_far(peer, to, Some(time));
            }
            return;
        }
        let waits = match self.round_trip(peer, way) {
            Some(time) => time >= limit,
            None => self.call(peer, way),
        };
        if waits {
            self.detour(peer).contact =
                Some(FirstContact { to, since: None, next: Duration::ZERO });
            self.contacts.push(peer);
        }
    }

    /// Whether all that goes to a peer goes over a network, by what its cost has chosen.
    fn is_left_to_itself(&self, peer: PeerId, way: u8, table: &DescriptorTable) -> bool {
        let route = &self.routes[peer.0 as usize];
        let is_wished = |class| self.wish(peer, class, None, table.facts()).is_some();
        route.ways == [way; 3]
            && !route.has_detour
            && self.forwarder.rules.is_empty()
            && self.local_attributes[way as usize].scope == Scope::Network
            && !TrafficClass::ALL.into_iter().any(is_wished)
    }

    fn round_trip(&self, peer: PeerId, way: u8) -> Option<Duration> {
        let quality = self.slots[way as usize].method.quality(peer)?;
        (!quality.round_trip.is_zero()).then_some(quality.round_trip)
    }

    /// Has a method call a peer; false if it does not tell that it calls, as where it is connected.
    fn call(&mut self, peer: PeerId, way: u8) -> bool {
        let is_calling = matches!(self.greet_by(peer, way), Ok(false));
        is_calling && self.slots[way as usize].method.pulse(peer).is_some()
    }

    /// Looks at the links whose frames wait.
    pub(crate) fn look_at_contacts(&mut self) {
        for peer in std::mem::take(&mut self.contacts) {
            let Some(to) = self.detours.get(&peer).and_then(|d| d.contact.as_ref()).map(|c| c.to)
            else {
                continue;
            };
            match self.find_out(peer, to) {
                Finding::Waits => self.contacts.push(peer),
                Finding::Stays => self.end_contact(peer),
                Finding::IsFar(time) => {
                    self.end_contact(peer);
                    self.begin_far(peer, to, time);
                }
                Finding::IsLate(time) => {
                    self.end_contact(peer);
                    self.begin_trying(peer, to, (Trouble::Long(time), 0.0));
                }
            }
        }
    }

    fn find_out(&mut self, peer: PeerId, to: u8) -> Finding {
        let now = self.choices.now();
        let detour = self.detours.get_mut(&peer);
        // Whoever changes a method meanwhile has decided.
        let detour = detour.filter(|detour| detour.switches.is_empty());
        let contact = detour.and_then(|detour| detour.contact.as_mut());
        let (Some(contact), Some(limit)) = (contact, self.policy.adaptation.round_trip) else {
            return Finding::Stays;
        };
        let since = *contact.since.get_or_insert(now);
        if now < contact.next {
            return Finding::Waits;
        }
        contact.next = now + PAUSE;
        let way = self.routes[peer.0 as usize].ways[TrafficClass::Message as usize];
        let known = self.round_trip(peer, way);
        match known {
            Some(time) if time < limit => return Finding::Stays,
            None if now < since + limit => return Finding::Waits,
            _ => {}
        }
        match self.call_on_trial(peer, to) {
            Ok(true) => Finding::IsFar(known),
            Ok(false) => match known {
                Some(time) if now >= since + limit + time * PATIENCE => Finding::IsLate(time),
                _ => Finding::Waits,
            },
            Err(()) => {
                self.give_up(peer, to);
                Finding::Stays
            }
        }
    }

    /// Whether a method that is not used yet gets through by now.
    pub(crate) fn call_on_trial(&mut self, peer: PeerId, to: u8) -> Result<bool, ()> {
        let table = self.table_of(peer).map_err(drop)?;
        self.attach(to as usize, peer, &table).map_err(drop)?;
        let slot = &mut self.slots[to as usize];
        if slot.method.has_departed(peer) {
            return Err(());
        }
        // Until it is used a loss by this method is none of the peer.
        slot.flows[peer.0 as usize].on_trial = true;
        self.greet_by(peer, to).map_err(drop)
    }

    /// The frames to a peer wait no longer.
    pub(crate) fn end_contact(&mut self, peer: PeerId) {
        if let Some(detour) = self.detours.get_mut(&peer) {
            detour.contact = None;
        }
        self.settle_detour(peer);
    }

    /// Whether the frames to a peer wait for what its path turns out to be.
    pub(crate) fn is_in_contact(&self, peer: PeerId) -> bool {
        self.detours.get(&peer).is_some_and(|detour| detour.contact.is_some())
    }

    /// A link by which nothing has gone begins by a method for long paths.
    fn begin_far(&mut self, peer: PeerId, to: u8, time: Option<Duration>) {
        self.slots[to as usize].flows[peer.0 as usize].on_trial = false;
        let name = |way: u8| self.slots[way as usize].method.name();
        let from = self.routes[peer.0 as usize].ways[TrafficClass::Message as usize];
        let limit = self.policy.adaptation.round_trip.unwrap_or_default();
        let found = Trouble::Long(time.unwrap_or(limit));
        let what = time.map_or_else(|| "no answer yet".to_owned(), |_| found.to_string());
        let why = format!("begun by {} instead of {}: {what}", name(to), name(from));
        self.known.reasons.insert((peer, to), why.clone());
        self.note_begun_far(peer, to, found, why);
        self.routes[peer.0 as usize].ways = [to; 3];
    }
}
