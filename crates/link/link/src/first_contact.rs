//! First contact with a peer that may be far: its link begins by the method that suits a long path.
//!
//! How far a peer is, its system tells one round trip after it was called. So where nothing and nobody decides, the
//! frames to a peer wait until that is known, as they would for the connection. Only where the answer takes so long
//! that the path is a long one is a method for such paths ([`Adaptation`](crate::Adaptation)) called too, and the link
//! begins by that one once it gets through. Nothing has gone by the other then, so that nobody has to be asked. Who is
//! chosen without being sent anything is not called.
//!
//! Whoever cannot wait, since his frames are made already, sends by the first method and ends the contact; the link
//! may still move later.

use crate::DescriptorTable;
use crate::context::Context;
use crate::path_watch::Trouble;
use crate::traffic_class::TrafficClass;
use ferry_method::{PeerId, Scope};
use std::time::Duration;

/// Between two looks for each link that waits: one asks the system.
const PAUSE: Duration = Duration::from_micros(50);
/// Round trips after which a long path is used by the first method, though the other is not there yet: that takes
/// three where nothing is lost.
const PATIENCE: u32 = 4;
/// The first method has so long to get an answer before a link begins by the other without it: the first of a peer's
/// addresses may lead nowhere, and the next is tried within this.
const UNANSWERED: Duration = Duration::from_millis(100);

/// A link whose frames wait for what its path turns out to be.
pub(crate) struct FirstContact {
    /// The method for long paths.
    to: u8,
    stage: ContactStage,
}

enum ContactStage {
    /// Nobody has sent anything.
    Unwanted,
    /// The peer is called.
    Calling {
        /// The first look, and the last; without the time in which nobody looked.
        looks: Option<(Duration, Duration)>,
        /// The method for long paths gets through.
        is_through: bool,
    },
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
    /// Has the frames to a peer wait whose method has just been chosen, unless it is known how far it is. Nobody is
    /// called before there is a frame.
    pub(crate) fn begin_contact(&mut self, peer: PeerId, table: &DescriptorTable) {
        let Some(limit) = self.policy.adaptation.round_trip else { return };
        let way = self.routes[peer.0 as usize].ways[TrafficClass::Message as usize];
        let is_plain = !self.routes[peer.0 as usize].has_detour && !self.has_left(peer);
        if !is_plain || !self.is_left_to_itself(peer, table) {
            return;
        }
        let Some(to) = self.substitute(peer, way, table) else { return };
        if let Some(time) = self.round_trip(peer, to).filter(|time| *time >= limit) {
            // The peer has begun by it.
            if self.attach(to as usize, peer, table).is_ok() {
                self.begin_far(peer, to, Some(time));
            }
        } else if self.round_trip(peer, way).is_none_or(|time| time >= limit) {
            let stage = ContactStage::Unwanted;
            self.detour(peer).contact = Some(FirstContact { to, stage });
        }
    }

    /// Whether all that goes to a peer goes over a network, by what its cost has chosen.
    fn is_left_to_itself(&self, peer: PeerId, table: &DescriptorTable) -> bool {
        let ways = self.routes[peer.0 as usize].ways;
        ways == [ways[0]; 3]
            && self.forwarder.rules.is_empty()
            && self.local_attributes[ways[0] as usize].scope == Scope::Network
            && !TrafficClass::ALL.into_iter().any(|class| self.is_decided(peer, class, table))
    }

    fn round_trip(&self, peer: PeerId, way: u8) -> Option<Duration> {
        let quality = self.slots[way as usize].method.quality(peer)?;
        (!quality.round_trip.is_zero()).then_some(quality.round_trip)
    }

    /// Sent to one that has left a frame would fail, and what that one sent before would be lost.
    pub(crate) fn has_left(&self, peer: PeerId) -> bool {
        self.slots.iter().any(|slot| slot.method.has_departed(peer))
    }

    /// There is a frame for a peer. Whether it has to wait, as the method of something that goes there is being
    /// changed, or is not certain yet.
    #[cold]
    pub fn must_await_method(&mut self, peer: PeerId) -> bool {
        if !self.is_changing(peer) {
            return false;
        }
        if let Some(stage @ ContactStage::Unwanted) = self.contact_stage(peer) {
            *stage = ContactStage::Calling { looks: None, is_through: false };
            self.contacts.push(peer);
            self.news.stirred = true;
            if !self.call(peer) {
                self.end_contact(peer);
            }
        }
        self.is_changing(peer)
    }

    /// Has the method chosen for a peer call it; false if it does not tell how far that is.
    fn call(&mut self, peer: PeerId) -> bool {
        let way = self.routes[peer.0 as usize].ways[TrafficClass::Message as usize];
        if self.has_left(peer) {
            return false;
        }
        self.round_trip(peer, way).is_some()
            || matches!(self.greet_by(peer, way), Ok(false))
                && self.slots[way as usize].method.pulse(peer).is_some()
    }

    /// Looks at the links whose frames wait.
    pub(crate) fn look_at_contacts(&mut self) {
        let waiting = std::mem::take(&mut self.contacts);
        let pause = PAUSE * waiting.len() as u32;
        for peer in waiting {
            let Some(to) = self.detours.get(&peer).and_then(|d| d.contact.as_ref()).map(|c| c.to)
            else {
                continue;
            };
            match self.find_out(peer, to, pause) {
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

    fn find_out(&mut self, peer: PeerId, to: u8, pause: Duration) -> Finding {
        let Some(limit) = self.policy.adaptation.round_trip else { return Finding::Stays };
        // Whoever decides or changes a method meanwhile has the last word.
        let table = self.known.tables.get(&peer);
        let is_open = table.is_some_and(|table| self.is_left_to_itself(peer, table));
        if !is_open || self.has_left(peer) {
            return Finding::Stays;
        }
        let Some(waited) = self.waited(peer, pause, limit) else { return Finding::Waits };
        let way = self.routes[peer.0 as usize].ways[TrafficClass::Message as usize];
        self.slots[way as usize].hurry();
        let known = self.round_trip(peer, way);
        match known {
            Some(time) if time < limit => return Finding::Stays,
            None if waited < limit => return Finding::Waits,
            _ => {}
        }
        match self.is_through(peer, to) {
            Ok(true) if known.is_some() || waited >= UNANSWERED => Finding::IsFar(known),
            Ok(_) => match known {
                Some(time) if waited >= limit + time * PATIENCE => Finding::IsLate(time),
                _ => Finding::Waits,
            },
            Err(()) => {
                self.give_up(peer, to);
                Finding::Stays
            }
        }
    }

    /// How long somebody has looked at a link that waits; `None`: just now.
    fn waited(&mut self, peer: PeerId, pause: Duration, limit: Duration) -> Option<Duration> {
        let now = self.choices.now();
        let ContactStage::Calling { looks, .. } = self.contact_stage(peer)? else { return None };
        let (first, last) = looks.get_or_insert((now, now));
        let since = now.saturating_sub(*last);
        if now > *first && since < pause {
            return None;
        }
        // What nobody looked at was not handled either.
        *first += since.saturating_sub(limit / 2);
        *last = now;
        Some(now.saturating_sub(*first))
    }

    /// Whether the method for long paths gets through: it is called until it does.
    fn is_through(&mut self, peer: PeerId, to: u8) -> Result<bool, ()> {
        let is_known = matches!(
            self.contact_stage(peer),
            Some(ContactStage::Calling { is_through: true, .. })
        );
        let gets_through = is_known || self.call_on_trial(peer, to)?;
        if let Some(ContactStage::Calling { is_through, .. }) = self.contact_stage(peer) {
            *is_through = gets_through;
        }
        Ok(gets_through)
    }

    fn contact_stage(&mut self, peer: PeerId) -> Option<&mut ContactStage> {
        Some(&mut self.detours.get_mut(&peer)?.contact.as_mut()?.stage)
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
        let from = self.routes[peer.0 as usize].ways[TrafficClass::Message as usize];
        if time.is_none() {
            // That it gets no answer is no loss of the peer.
            self.slots[from as usize].flows[peer.0 as usize].on_trial = true;
        }
        let name = |way: u8| self.slots[way as usize].method.name();
        let limit = self.policy.adaptation.round_trip.unwrap_or_default();
        let found = Trouble::Long(time.unwrap_or(limit));
        let what = time.map_or_else(|| "no answer yet".to_owned(), |_| found.to_string());
        let why = format!("begun by {} instead of {}: {what}", name(to), name(from));
        self.known.reasons.insert((peer, to), why.clone());
        self.note_begun_far(peer, to, found, why);
        self.routes[peer.0 as usize].ways = [to; 3];
    }
}
