//! Path MTU discovery by probes (RFC 8899, DPLPMTUD for SCTP in §6.2).
//!
//! A probe is a HEARTBEAT padded with a PAD chunk (RFC 4820) to the size in question. Sizes here are of
//! whole IP packets; [`Pmtu::packet`] subtracts the headers below SCTP. The largest size that the
//! interface permits is tried first, for most paths of a data centre have it; if it does not pass, a
//! binary search over the sizes that networks commonly have takes a handful of probes.

use std::time::Duration;

use crate::Now;

/// Sizes worth asking for: tunnels, PPPoE, Ethernet, FDDI, jumbo frames, loopback.
pub(super) const COMMON: [u16; 22] = [
    576, 1200, 1280, 1340, 1380, 1400, 1420, 1440, 1450, 1460, 1472, 1492, 1500, 2304, 4352, 8166,
    8946, 9000, 9216, 17914, 32000, 65535,
];

/// Settings of the search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PmtuSettings {
    /// Whether to search at all; without, `base` is used for ever.
    pub enabled: bool,
    /// `BASE_PLPMTU`: a size that is taken to work anywhere (RFC 8899 §5.1.2: 1200).
    pub base: u16,
    /// `MIN_PLPMTU`: what remains when even the base fails.
    pub min: u16,
    /// `MAX_PLPMTU`: the interface's MTU.
    pub max: u16,
    /// Bytes of IP and UDP headers within a packet: 28 for UDP over IPv4, 48 over IPv6, 20 and 40 raw.
    pub overhead: u16,
    /// `MAX_PROBES`: losses that make a size impossible (RFC 8899 §5.1.2: 3).
    pub max_probes: u8,
    /// `PROBE_TIMER`: wait for one probe. RFC 8899 §5.1.1 asks for 1 s at least, the default here.
    pub probe_timer: Duration,
    /// `PMTU_RAISE_TIMER`: pause before a larger size is asked for again (RFC 8899 §5.1.1: 600 s).
    pub raise_timer: Duration,
    /// Consecutive timeouts of packets above the base that mean a black hole.
    pub black_hole_timeouts: u8,
}

impl Default for PmtuSettings {
    fn default() -> Self {
        Self {
            enabled: true,
            base: 1200,
            min: 576,
            max: 1500,
            overhead: 48,
            max_probes: 3,
            probe_timer: Duration::from_secs(1),
            raise_timer: Duration::from_secs(600),
            black_hole_timeouts: 2,
        }
    }
}

/// Phase of the search (RFC 8899 §5.2).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PmtuPhase {
    /// Not searching, by configuration.
    Disabled,
    /// Whether the base passes is being asked.
    Base,
    /// Larger sizes are being asked for.
    Searching,
    /// The largest size that passes is known.
    Complete,
    /// Not even the base passes: the smallest size is used and the base asked for again.
    Error,
}

#[derive(Clone, Copy, Debug)]
struct Probe {
    size: u16,
    tries: u8,
    /// When the probe in flight counts as lost; `None` while it waits to be sent.
    lost_at: Option<Now>,
}

/// The search of one path.
#[derive(Clone, Debug)]
pub struct Pmtu {
    settings: PmtuSettings,
    phase: PmtuPhase,
    /// Size in use.
    current: u16,
    /// Largest size not known to fail.
    ceiling: u16,
    probe: Option<Probe>,
    raise_at: Option<Now>,
    timeouts: u8,
    optimistic: bool,
}

impl Pmtu {
    /// A search that begins at the base, its first probe due at once.
    #[must_use]
    pub fn new(settings: PmtuSettings) -> Self {
        let mut pmtu = Self {
            settings: sane(settings),
            phase: PmtuPhase::Disabled,
            current: 0,
            ceiling: 0,
            probe: None,
            raise_at: None,
            timeouts: 0,
            optimistic: true,
        };
        pmtu.restart();
        pmtu
    }

    /// Begins the search anew, for instance when the route changed.
    pub fn restart(&mut self) {
        self.current = self.settings.base;
        self.ceiling = self.settings.max;
        self.timeouts = 0;
        self.raise_at = None;
        self.optimistic = true;
        self.phase = if self.settings.enabled { PmtuPhase::Base } else { PmtuPhase::Disabled };
        self.probe = self.settings.enabled.then(|| Probe::of(self.settings.base));
    }

    /// Phase of the search.
    #[must_use]
    pub fn phase(&self) -> PmtuPhase {
        self.phase
    }

    /// Size of IP packets in use.
    #[must_use]
    pub fn mtu(&self) -> u16 {
        self.current
    }

    /// Largest SCTP packet, common header included.
    #[must_use]
    pub fn packet(&self) -> u16 {
        self.packet_of(self.current)
    }

    /// SCTP packets are a multiple of four bytes (RFC 9260 §3.2), so that up to three stay unused.
    fn packet_of(&self, size: u16) -> u16 {
        (size - self.settings.overhead) & !3
    }

    /// When [`Pmtu::on_timer`] wants to be called; `Duration::ZERO` stands for at once.
    #[must_use]
    pub fn next_due(&self) -> Option<Now> {
        match self.probe {
            Some(probe) => Some(probe.lost_at.unwrap_or(Duration::ZERO)),
            None => self.raise_at,
        }
    }

    /// Advances the search; returns the size of the SCTP packet of a probe to send now, for which
    /// [`Pmtu::probe_sent`] is then called.
    pub fn on_timer(&mut self, now: Now) -> Option<u16> {
        if self.raise_at.is_some_and(|at| at <= now) {
            self.raise_at = None;
            self.ceiling = self.settings.max;
            self.optimistic = true;
            self.phase = PmtuPhase::Searching;
            self.search_on(now);
        }
        if let Some(probe) = self.probe
            && probe.lost_at.is_some_and(|at| at <= now)
        {
            self.probe_lost(now, probe);
        }
        let probe = self.probe?;
        if probe.lost_at.is_some() {
            return None;
        }
        Some(self.packet_of(probe.size))
    }

    /// The probe that [`Pmtu::on_timer`] asked for left, or was found too large to leave this host.
    pub fn probe_sent(&mut self, now: Now, left: bool) {
        if let Some(probe) = &mut self.probe {
            let wait = if left { self.settings.probe_timer } else { Duration::ZERO };
            if !left {
                probe.tries = self.settings.max_probes;
            }
            probe.lost_at = Some(now.saturating_add(wait));
        }
    }

    /// A probe of `packet` bytes of SCTP came back; true if the size in use changed.
    pub fn probe_acked(&mut self, now: Now, packet: u16) -> bool {
        let Some(probe) = self.probe.filter(|p| self.packet_of(p.size) == packet) else {
            return false;
        };
        let before = self.current;
        self.timeouts = 0;
        self.probe = None;
        self.current = match self.phase {
            PmtuPhase::Base | PmtuPhase::Error => self.settings.base,
            _ => before.max(probe.size),
        };
        self.phase = PmtuPhase::Searching;
        self.search_on(now);
        self.current != before
    }

    /// A data packet of `packet` bytes of SCTP was acknowledged: large ones pass.
    pub fn on_delivered(&mut self, packet: u16) {
        if packet.saturating_add(self.settings.overhead) > self.settings.base {
            self.timeouts = 0;
        }
    }

    /// T3-rtx expired with packets of up to `packet` bytes of SCTP outstanding; true if that made
    /// the size fall back to the base (RFC 8899 §4.3).
    pub fn on_timeout(&mut self, packet: u16) -> bool {
        let large = packet.saturating_add(self.settings.overhead) > self.settings.base;
        if !large || !self.settings.enabled || self.current <= self.settings.base {
            return false;
        }
        self.timeouts = self.timeouts.saturating_add(1);
        if self.timeouts < self.settings.black_hole_timeouts {
            return false;
        }
        self.restart();
        true
    }

    /// An authentic ICMP "packet too big" told the next hop's MTU (RFC 8899 §4.6); true if the size in
    /// use changed. The caller has compared the verification tag that it quotes (RFC 9260 §10).
    pub fn on_too_big(&mut self, now: Now, mtu: u16) -> bool {
        let before = self.current;
        if !self.settings.enabled || mtu < self.settings.min || mtu >= self.ceiling {
            return false;
        }
        if mtu < self.settings.base {
            self.enter_error();
            return self.current != before;
        }
        self.ceiling = mtu;
        self.current = self.current.min(mtu);
        if self.phase != PmtuPhase::Base && self.phase != PmtuPhase::Error {
            self.probe = None;
            self.optimistic = true;
            self.phase = PmtuPhase::Searching;
            self.search_on(now);
        }
        self.current != before
    }

    fn probe_lost(&mut self, now: Now, probe: Probe) {
        if probe.tries < self.settings.max_probes {
            self.probe = Some(Probe { tries: probe.tries + 1, lost_at: None, ..probe });
            return;
        }
        self.probe = None;
        match self.phase {
            PmtuPhase::Base => self.enter_error(),
            PmtuPhase::Error => self.probe = Some(Probe::of(self.settings.base)),
            _ => {
                self.optimistic = false;
                self.ceiling = largest_below(probe.size).max(self.current);
                self.search_on(now);
            }
        }
    }

    fn enter_error(&mut self) {
        self.phase = PmtuPhase::Error;
        self.current = self.settings.min;
        self.probe = Some(Probe::of(self.settings.base));
    }

    /// Chooses the next size to ask for, or ends the search.
    fn search_on(&mut self, now: Now) {
        if self.phase != PmtuPhase::Searching {
            return;
        }
        match self.next_size() {
            Some(size) => self.probe = Some(Probe::of(size)),
            None => {
                self.phase = PmtuPhase::Complete;
                self.raise_at = (self.current < self.settings.max)
                    .then(|| now.saturating_add(self.settings.raise_timer));
            }
        }
    }

    fn next_size(&self) -> Option<u16> {
        if self.ceiling <= self.current {
            return None;
        }
        if self.optimistic {
            return Some(self.ceiling);
        }
        let inside = |s: &&u16| **s > self.current && **s <= self.ceiling;
        let count = COMMON.iter().filter(inside).count();
        COMMON.iter().filter(inside).nth(count / 2).copied()
    }
}

impl Probe {
    fn of(size: u16) -> Self {
        Self { size, tries: 1, lost_at: None }
    }
}

fn largest_below(size: u16) -> u16 {
    COMMON.iter().rev().find(|&&s| s < size).copied().unwrap_or(0)
}

/// Settings put in order, so that every size leaves room for an SCTP packet.
fn sane(mut s: PmtuSettings) -> PmtuSettings {
    s.min = s.min.max(s.overhead.saturating_add(64));
    s.max = s.max.max(s.min);
    s.base = s.base.clamp(s.min, s.max);
    s.overhead = s.overhead.min(s.min - 64);
    s.max_probes = s.max_probes.max(1);
    s
}
