//! One direction of a link.

use std::time::Duration;

use crate::counters::{Counters, Fate};
use crate::dice::{Dice, happens};
use crate::line::Line;
use crate::loss::LossState;
use crate::packet::Packet;
use crate::settings::LinkSettings;
use crate::transit::Transit;

/// One direction of a link.
///
/// A packet first waits for the line and occupies it for its length at the link's rate; then it may be
/// lost, damaged, doubled; it arrives after the delay, the jitter and, if it is one of the reordered,
/// the extra time. Without reordering, and with jitter that keeps order, packets arrive in the order
/// pushed.
///
/// Times count from an origin of the caller's choice and never go backwards.
#[derive(Debug, Clone)]
pub struct Link<P> {
    settings: LinkSettings,
    dice: Dice,
    loss: LossState,
    line: Line,
    transit: Transit<P>,
    /// When the last packet that keeps order arrives.
    floor: Duration,
    is_cut: bool,
    counters: Counters,
}

impl<P: Packet> Link<P> {
    /// Packets on the way beyond which all are dropped as at a full queue: it bounds the memory of a
    /// link with delay but without a rate.
    pub const MOST_IN_TRANSIT: usize = 1 << 18;

    /// An idle link. Equal seeds and equal packets at equal times have equal fates.
    pub fn new(settings: LinkSettings, seed: u64) -> Self {
        Self {
            settings,
            dice: Dice::new(seed),
            loss: LossState::default(),
            line: Line::default(),
            transit: Transit::default(),
            floor: Duration::ZERO,
            is_cut: false,
            counters: Counters::default(),
        }
    }

    /// Takes a packet and tells what becomes of it.
    pub fn push(&mut self, now: Duration, packet: P) -> Fate {
        let bytes = packet.length() as u64;
        self.counters.offered += 1;
        self.counters.offered_bytes += bytes;
        let fate = self.judge(now, bytes, packet);
        match fate {
            Fate::Carried => {}
            Fate::Lost => self.counters.lost += 1,
            Fate::QueueFull => self.counters.queue_full += 1,
            Fate::TooLarge => self.counters.too_large += 1,
            Fate::Cut => self.counters.cut += 1,
        }
        fate
    }

    fn judge(&mut self, now: Duration, bytes: u64, packet: P) -> Fate {
        if self.is_cut {
            return Fate::Cut;
        }
        if self.settings.mtu.is_some_and(|mtu| bytes > u64::from(mtu)) {
            return Fate::TooLarge;
        }
        if self.transit.len() >= Self::MOST_IN_TRANSIT {
            return Fate::QueueFull;
        }
        let Some(sent) = self.line.send(now, bytes, &self.settings) else {
            return Fate::QueueFull;
        };
        self.counters.queue_peak = self.counters.queue_peak.max(sent.waiting);
        // What is lost has been sent: it took its time on the line.
        if self.settings.loss.is_some_and(|loss| self.loss.next(loss, &mut self.dice.loss)) {
            return Fate::Lost;
        }
        self.carry(now, sent.end, packet);
        Fate::Carried
    }

    fn carry(&mut self, now: Duration, sent: Duration, mut packet: P) {
        if self.settings.corrupt.is_some_and(|share| happens(&mut self.dice.damage, share)) {
            let bits = packet.length() * 8;
            if bits > 0 {
                packet.flip(self.dice.damage.usize(..bits));
                self.counters.corrupted += 1;
            }
        }
        let (due, late) = self.due(sent);
        if self.settings.duplicate.is_some_and(|share| happens(&mut self.dice.copy, share)) {
            self.transit.push(now, due, late, packet.clone());
            self.counters.duplicated += 1;
        }
        self.transit.push(now, due, late, packet);
    }

    /// When a packet sent at `sent` arrives, and whether it is one of those held back.
    fn due(&mut self, sent: Duration) -> (Duration, bool) {
        let jitter = self.settings.jitter;
        let extra = jitter.map_or(Duration::ZERO, |jitter| jitter.draw(&mut self.dice.delay));
        let mut due = sent.saturating_add(self.settings.base_delay()).saturating_add(extra);
        if let Some(reorder) = self.settings.reorder
            && happens(&mut self.dice.order, reorder.share)
        {
            self.counters.reordered += 1;
            return (due.saturating_add(reorder.extra.0), true);
        }
        if jitter.is_none_or(|jitter| jitter.keep_order) {
            due = due.max(self.floor);
            self.floor = due;
        }
        (due, false)
    }

    /// The next packet that has arrived by `now`, earliest first.
    pub fn poll(&mut self, now: Duration) -> Option<P> {
        self.poll_timed(now).map(|(_, packet)| packet)
    }

    /// As [`Link::poll`], with the time at which the packet was due.
    pub fn poll_timed(&mut self, now: Duration) -> Option<(Duration, P)> {
        let arrived = self.transit.pop(now)?;
        self.counters.delivered += 1;
        self.counters.delivered_bytes += arrived.packet.length() as u64;
        let inside = arrived.due.saturating_sub(arrived.entered).as_nanos();
        self.counters.delay_ns =
            self.counters.delay_ns.saturating_add(u64::try_from(inside).unwrap_or(u64::MAX));
        Some((arrived.due, arrived.packet))
    }

    /// When [`Link::poll`] next has something; `None` while nothing is on the way.
    pub fn next_due(&self) -> Option<Duration> {
        self.transit.next_due()
    }

    /// Packets on the way.
    pub fn in_transit(&self) -> usize {
        self.transit.len()
    }

    /// Cuts the link: what is on the way is lost, and so is all that is pushed until [`Link::heal`].
    pub fn cut(&mut self) {
        self.is_cut = true;
        self.counters.cut += self.transit.len() as u64;
        self.transit.clear();
        self.line.clear();
        self.floor = Duration::ZERO;
    }

    /// Ends a cut.
    pub fn heal(&mut self) {
        self.is_cut = false;
    }

    /// Whether the link is cut.
    pub fn is_cut(&self) -> bool {
        self.is_cut
    }

    /// How it behaves now.
    pub fn settings(&self) -> &LinkSettings {
        &self.settings
    }

    /// Changes how it behaves for packets pushed from now on; those on the way keep their time.
    pub fn set(&mut self, settings: LinkSettings) {
        self.settings = settings;
    }

    /// What became of the packets so far.
    pub fn counters(&self) -> &Counters {
        &self.counters
    }
}
