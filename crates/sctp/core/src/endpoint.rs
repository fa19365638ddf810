//! The one-to-many endpoint (RFC 6458 §3): one port, many associations.
//!
//! | what | source | file |
//! | --- | --- | --- |
//! | datagrams, and to whom they go | RFC 9260 §8.4, §8.5 | `datagram.rs` |
//! | INIT and COOKIE-ECHO, which need no association | RFC 9260 §5.1, §5.2 | `greeting.rs` |
//! | answers to strangers | RFC 9260 §8.4 | `stranger.rs` |
//! | what the user may ask | RFC 6458 | `user.rs` |
//! | associations by number, tag and address | RFC 9260 §3.1 | `slots.rs` |

mod counters;
mod datagram;
mod greeting;
mod slots;
mod stranger;
mod user;

use std::collections::{BTreeSet, VecDeque};
use std::net::SocketAddr;

pub use crate::association::Transmit;
pub use counters::EndpointCounters;
pub use slots::AssociationId;
pub use user::EndpointError;

use crate::Now;
use crate::association::{Association, AssociationConfig, AssociationEvent, AssociationState};
use crate::handshake::CookieSecret;
use crate::random::Random;
use slots::Slots;
use stranger::Strangers;

/// What can be set of an endpoint.
#[derive(Clone, Debug)]
pub struct EndpointConfig {
    /// SCTP port.
    pub port: u16,
    /// Whether others may begin associations with it.
    pub accepts: bool,
    /// Associations at once; a peer beyond is told `Out of Resource`.
    pub most_associations: usize,
    /// What associations get that others begin, and that `connect` begins.
    pub association: AssociationConfig,
}

impl EndpointConfig {
    /// An endpoint that accepts, with the defaults.
    #[must_use]
    pub fn new(port: u16) -> Self {
        Self {
            port,
            accepts: true,
            most_associations: 65_536,
            association: AssociationConfig::default(),
        }
    }
}

/// Somebody to connect to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Remote {
    /// Addresses, the best first. Over UDP their port is the peer's UDP port; over raw IP it is 0.
    pub addresses: Vec<SocketAddr>,
    /// SCTP port.
    pub port: u16,
}

/// An endpoint.
#[derive(Debug)]
pub struct Endpoint {
    config: EndpointConfig,
    random: Random,
    cookies: CookieSecret,
    slots: Slots,
    strangers: Strangers,
    counters: EndpointCounters,
    /// The association that was handed packets, until what follows from them is seen to.
    taken: Option<u32>,
    /// Associations that may have packets to send, in turn.
    sending: VecDeque<u32>,
    telling: VecDeque<u32>,
    reading: VecDeque<u32>,
    touched: Vec<u32>,
    timers: BTreeSet<(Now, u32)>,
}

impl Endpoint {
    /// An endpoint without associations. `seed` is secret randomness: cookies, tags and nonces come of it.
    #[must_use]
    pub fn new(config: EndpointConfig, seed: [u8; 32]) -> Self {
        let mut random = Random::new(&seed, b"endpoint");
        Self {
            config,
            cookies: CookieSecret::new(random.seed()),
            random,
            slots: Slots::default(),
            strangers: Strangers::default(),
            counters: EndpointCounters::default(),
            taken: None,
            sending: VecDeque::new(),
            telling: VecDeque::new(),
            reading: VecDeque::new(),
            touched: Vec::new(),
            timers: BTreeSet::new(),
        }
    }

    /// The next packets to send, appended to `out`: at most `most_segments` of one size to one address.
    /// To be called until `None` after datagrams, timers and sends.
    pub fn poll_transmit(
        &mut self,
        now: Now,
        out: &mut Vec<u8>,
        most_segments: usize,
    ) -> Option<Transmit> {
        if let Some(transmit) = self.strangers.poll(out) {
            return Some(transmit);
        }
        while let Some(&index) = self.sending.front() {
            let association = self.slots.at(index);
            let transmit = association.and_then(|a| a.poll_transmit(now, out, most_segments));
            self.touch(index);
            // What is given up on the way out is told, too.
            self.notice(index);
            if transmit.is_some() {
                // Others have their turn between the batches of one.
                self.sending.rotate_left(1);
                return transmit;
            }
            self.sending.pop_front();
            self.slots.slot(index).sends = false;
            self.bury(index);
        }
        None
    }

    /// Whether [`Self::poll_transmit`] may have something to give.
    #[must_use]
    pub fn has_output(&self) -> bool {
        !self.sending.is_empty() || self.strangers.has_answers()
    }

    /// When [`Self::on_timer`] has something to do next.
    pub fn next_due(&mut self) -> Option<Now> {
        self.settle_timers();
        while let Some(&(at, index)) = self.timers.first() {
            let due = self.slots.at(index).and_then(|a| a.next_due());
            if due == Some(at) {
                return due;
            }
            // It was put off since.
            self.timers.pop_first();
            self.enter_timer(index, due);
        }
        None
    }

    /// Whether [`Self::on_timer`] may have something to do now.
    pub fn may_be_due(&mut self, now: Now) -> bool {
        self.settle_timers();
        self.timers.first().is_some_and(|(at, _)| *at <= now)
    }

    /// Handles what is due; then [`Self::poll_transmit`].
    pub fn on_timer(&mut self, now: Now) {
        self.settle_timers();
        while let Some(&(at, index)) = self.timers.first() {
            if at > now {
                break;
            }
            self.timers.pop_first();
            self.slots.slot(index).due = None;
            let due = self.slots.at(index).and_then(|a| a.next_due());
            match due {
                Some(due) if due <= now => {
                    self.slots.at(index).into_iter().for_each(|a| a.on_timer(now));
                    self.after(index);
                }
                due => self.enter_timer(index, due),
            }
            // What is due again at once waits for the next call, so that this one ends.
        }
        self.settle_timers();
    }

    /// The next event, with the association it is about.
    pub fn poll_event(&mut self) -> Option<(AssociationId, AssociationEvent)> {
        while let Some(&index) = self.telling.front() {
            let id = self.slots.id(index);
            if let Some(event) = self.slots.at(index).and_then(|a| a.poll_event()) {
                return Some((id, event));
            }
            self.telling.pop_front();
            self.slots.slot(index).tells = false;
        }
        None
    }

    /// An association in which something became readable since it was last returned here. Reading all of
    /// its streams, or remembering those left alone, is for the caller.
    pub fn poll_readable(&mut self) -> Option<AssociationId> {
        let index = self.reading.pop_front()?;
        self.slots.slot(index).reads = false;
        Some(self.slots.id(index))
    }

    /// What was refused so far.
    #[must_use]
    pub const fn counters(&self) -> &EndpointCounters {
        &self.counters
    }

    /// Settings.
    #[must_use]
    pub const fn config(&self) -> &EndpointConfig {
        &self.config
    }

    /// Whether others may begin associations from now on.
    pub const fn set_accepts(&mut self, accepts: bool) {
        self.config.accepts = accepts;
    }

    /// Notes that something happened to an association.
    fn after(&mut self, index: u32) {
        self.slots.follow(index);
        self.touch(index);
        self.after_read(index);
        self.notice(index);
    }

    /// Notes that something was read of an association, of which the peer may have to hear.
    fn after_read(&mut self, index: u32) {
        let slot = self.slots.slot(index);
        // One that has ended is buried when nothing of it is left to send.
        let sends = |a: &Association| a.has_output() || a.state() == AssociationState::Closed;
        if !slot.sends && slot.association.as_deref().is_some_and(sends) {
            slot.sends = true;
            self.sending.push_back(index);
        }
    }

    /// Notes what an association has to tell and to read.
    fn notice(&mut self, index: u32) {
        let slot = self.slots.slot(index);
        let Some(association) = slot.association.as_deref_mut() else { return };
        if !slot.tells && association.has_events() {
            slot.tells = true;
            self.telling.push_back(index);
        }
        if association.take_readable() && !slot.reads {
            slot.reads = true;
            self.reading.push_back(index);
        }
    }

    /// Its timers may have changed.
    fn touch(&mut self, index: u32) {
        let slot = self.slots.slot(index);
        if !slot.touched {
            slot.touched = true;
            self.touched.push(index);
        }
    }

    fn settle_timers(&mut self) {
        while let Some(index) = self.touched.pop() {
            let slot = self.slots.slot(index);
            slot.touched = false;
            let due = slot.association.as_deref_mut().and_then(|a| a.next_due());
            let Some(due) = due else { continue };
            match slot.due {
                // What is put off is found out when it would have been due: most of what an association waits for
                // comes, so that its timers move all the time.
                Some(old) if old <= due => continue,
                Some(old) => drop(self.timers.remove(&(old, index))),
                None => {}
            }
            self.enter_timer(index, Some(due));
        }
    }

    /// An association that has no timer has this one from now on.
    fn enter_timer(&mut self, index: u32, due: Option<Now>) {
        self.slots.slot(index).due = due;
        self.timers.extend(due.map(|due| (due, index)));
    }

    /// Forgets an ended association that the user has let go and that has nothing left to send.
    fn bury(&mut self, index: u32) {
        let slot = self.slots.slot(index);
        let ended =
            slot.association.as_ref().is_some_and(|a| a.state() == AssociationState::Closed);
        if !slot.released || !ended || slot.sends {
            return;
        }
        if let Some(at) = slot.due.take() {
            self.timers.remove(&(at, index));
        }
        if std::mem::take(&mut slot.tells) {
            self.telling.retain(|other| *other != index);
        }
        let slot = self.slots.slot(index);
        if std::mem::take(&mut slot.reads) {
            self.reading.retain(|other| *other != index);
        }
        self.slots.remove(index);
    }
}
