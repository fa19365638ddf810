//! One destination address: its windows, what it sends and what it counts. Its timers are in `timers.rs`.

use std::{
    net::{IpAddr, SocketAddr},
    time::Duration,
};

use super::{
    Counters, PathAction, PathId, PathSettings, PathState, Pmtu, Rto, action::Actions,
    delivery::PathDelivery, failure::Reachability, heartbeat::Heartbeat, pacer::Pacer,
    sack::PathTally,
};
use crate::{Now, congestion::Congestion, serial::Tsn};

/// Bytes of a packet that are not DATA: common header and the header of one chunk.
const CHUNK_OVERHEAD: u64 = 12 + 16;
/// Least time without sending after which the window decays. RFC 9260 §7.2.1 says one RTO, which is a
/// second at least there; with an RTO of milliseconds every pause of a computing program would count.
const LEAST_IDLE: Duration = Duration::from_secs(1);
/// Round trips below this are mostly made of the packets' own time: waiting for a report amid a window only
/// leaves the path idle.
pub(super) const SHORT_TRIP: Duration = Duration::from_millis(1);
/// Idle decays that matter: the window has long reached its floor after these.
const MAX_DECAYS: u32 = 32;

/// A destination address of the peer (RFC 9260 §1.3, "transport address").
#[derive(Debug)]
pub struct Path {
    pub(super) id: PathId,
    addr: SocketAddr,
    source: Option<IpAddr>,
    pub(super) settings: PathSettings,
    pub(super) rto: Rto,
    pub(super) pmtu: Pmtu,
    pub(super) heartbeat: Heartbeat,
    pub(super) reach: Reachability,
    pub(super) congestion: Box<dyn Congestion>,
    /// The controller before the timeouts since the last acknowledgement.
    pub(super) before_timeout: Option<Box<dyn Congestion>>,
    pub(super) pacer: Pacer,
    pub(super) counters: Counters,
    pub(super) tally: PathTally,
    pub(super) delivery: PathDelivery,
    /// When T3-rtx expires.
    pub(super) t3: Option<Now>,
    pub(super) in_flight: u64,
    /// Largest packet since nothing was outstanding.
    pub(super) largest: u16,
    pub(super) last_sent: Now,
    /// Up to when the window has decayed for want of use.
    decayed: Now,
    pub(super) window_full: bool,
    pub(super) app_limited: bool,
    /// Packets left of this opportunity's burst.
    pub(super) burst: u32,
    /// Bytes acknowledged and not replaced yet: as many may leave whatever the pace, since as many have left the way.
    pub(super) clocked: u64,
    /// Last TSN outstanding when fast recovery began.
    pub(super) recovery: Option<Tsn>,
    /// Last TSN outstanding when T3-rtx expired last: the timeout has answered for what is found lost up to there
    /// (RFC 6675 §5.1).
    pub(super) timed_out: Option<Tsn>,
    /// When the next round trip is taken into the timeout: one a trip (RFC 9260 §6.3.1 C4).
    pub(super) sample_due: Now,
    /// When the next echoed mark counts: one reaction a trip.
    ecn_due: Now,
}

impl Path {
    pub(super) fn new(
        id: PathId,
        addr: SocketAddr,
        confirmed: bool,
        now: Now,
        settings: PathSettings,
    ) -> Self {
        let pmtu = Pmtu::new(settings.pmtu);
        let segment = segment(&pmtu);
        Self {
            id,
            addr,
            source: None,
            rto: Rto::new(settings.rto),
            heartbeat: Heartbeat::default(),
            reach: Reachability::new(settings.failure, confirmed),
            congestion: settings.algorithm.build(segment, settings.congestion),
            before_timeout: None,
            pacer: Pacer::default(),
            counters: Counters::default(),
            tally: PathTally::default(),
            delivery: PathDelivery::default(),
            t3: None,
            in_flight: 0,
            largest: 0,
            last_sent: now,
            decayed: now,
            window_full: false,
            app_limited: false,
            burst: settings.max_burst,
            clocked: 0,
            recovery: None,
            timed_out: None,
            sample_due: Duration::ZERO,
            ecn_due: Duration::ZERO,
            pmtu,
            settings,
        }
    }

    /// Its place in the set.
    #[must_use]
    pub fn id(&self) -> PathId {
        self.id
    }

    /// Address of the peer.
    #[must_use]
    pub fn addr(&self) -> SocketAddr {
        self.addr
    }

    /// Follows a peer behind UDP encapsulation whose port changed (RFC 6951 §5.4).
    pub fn set_addr(&mut self, addr: SocketAddr) {
        self.addr = addr;
    }

    /// Source address to send from, where one was chosen.
    #[must_use]
    pub fn source(&self) -> Option<IpAddr> {
        self.source
    }

    /// Chooses the source address; `None` leaves it to the host's routes.
    pub fn set_source(&mut self, source: Option<IpAddr>) {
        self.source = source;
    }

    /// State of the path.
    #[must_use]
    pub fn state(&self) -> PathState {
        self.reach.state()
    }

    /// Consecutive errors.
    #[must_use]
    pub fn errors(&self) -> u32 {
        self.reach.errors()
    }

    /// The retransmission timeout.
    #[must_use]
    pub fn rto(&self) -> &Rto {
        &self.rto
    }

    /// The MTU search.
    #[must_use]
    pub fn pmtu(&self) -> &Pmtu {
        &self.pmtu
    }

    /// The congestion control.
    #[must_use]
    pub fn congestion(&self) -> &dyn Congestion {
        self.congestion.as_ref()
    }

    /// What happened so far.
    #[must_use]
    pub fn counters(&self) -> &Counters {
        &self.counters
    }

    /// Settings in force.
    #[must_use]
    pub fn settings(&self) -> &PathSettings {
        &self.settings
    }

    /// Bytes of DATA outstanding (RFC 9260 §1.3, "flightsize").
    #[must_use]
    pub fn in_flight(&self) -> u64 {
        self.in_flight
    }

    /// Largest SCTP packet, common header included.
    #[must_use]
    pub fn packet_size(&self) -> u16 {
        self.pmtu.packet()
    }

    /// Whether a fast recovery is under way.
    #[must_use]
    pub fn recovering(&self) -> bool {
        self.recovery.is_some()
    }

    /// Whether T3-rtx runs.
    #[must_use]
    pub fn t3_running(&self) -> bool {
        self.t3.is_some()
    }

    /// Bytes free in the congestion window. A window that is not full lets one whole segment go, even if
    /// that exceeds it (RFC 9260 §6.1 B).
    #[must_use]
    pub fn window(&self) -> u64 {
        let free = self.congestion.cwnd().saturating_sub(self.in_flight);
        if free == 0 { 0 } else { free.max(segment(&self.pmtu)) }
    }

    /// How long `bytes` more take until all of them are there, behind what is under way: half of the
    /// shortest trip, and the time that the path takes for as many bytes at its rate. That is a window in
    /// a round trip, and no more than was delivered: a window that grows says too much.
    pub(super) fn arrival(&self, bytes: u64) -> Duration {
        let trip = self.rto.smoothed().unwrap_or(self.rto.current());
        let trip = trip.max(self.rto.latest().unwrap_or_default()).as_nanos();
        let under_way = u128::from(self.in_flight.saturating_add(bytes));
        let by_window = under_way * trip / u128::from(self.congestion.cwnd().max(1));
        let rate = self.delivery.rate().map_or(u128::MAX, u128::from);
        self.behind_half_a_trip(by_window.max(under_way * 1_000_000_000 / rate))
    }

    fn behind_half_a_trip(&self, nanos: u128) -> Duration {
        let there = self.rto.least().unwrap_or(self.rto.current()) / 2;
        there.saturating_add(Duration::from_nanos(u64::try_from(nanos).unwrap_or(u64::MAX)))
    }

    /// The same at best: at the rate that was delivered last, whatever a window or a single late
    /// acknowledgement say; before one was measured, with a window that doubles each round trip.
    pub(super) fn soonest_arrival(&self, bytes: u64) -> Duration {
        let under_way = self.in_flight.saturating_add(bytes);
        let Some(rate) = self.delivery.best() else {
            let windows = under_way / self.congestion.cwnd().max(1);
            let trip = self.rto.smoothed().unwrap_or(self.rto.current()).as_nanos();
            let trips = windows.saturating_add(1).ilog2() + 1;
            return self.behind_half_a_trip(trip.saturating_mul(trips.into()));
        };
        self.behind_half_a_trip(u128::from(under_way) * 1_000_000_000 / u128::from(rate))
    }

    /// Begins an opportunity to send: after a SACK, a timer or new data from the user, once for all its
    /// packets. Restores the burst, and lets the window decay for time spent idle (RFC 9260 §7.2.1).
    pub fn begin_burst(&mut self, now: Now) {
        self.burst = self.settings.max_burst;
        if self.in_flight > 0 {
            return;
        }
        let mut idle = now.saturating_sub(self.last_sent.max(self.decayed));
        let rto = self.rto.current().max(LEAST_IDLE);
        for _ in 0..MAX_DECAYS {
            if idle < rto {
                break;
            }
            idle -= rto;
            self.decayed = self.decayed.max(self.last_sent).saturating_add(rto);
            self.congestion.on_idle(now);
        }
        if idle >= rto {
            self.decayed = now;
        }
    }

    /// Whether round trips take next to nothing: a whole window is a burst, and no loss is waited for long.
    pub(crate) fn is_short(&self) -> bool {
        self.rto.smoothed().is_some_and(|trip| trip < SHORT_TRIP)
    }

    pub(super) fn on_sent(
        &mut self,
        now: Now,
        (bytes, packets): (u64, u32),
        packet: u16,
        retransmission: bool,
    ) {
        self.in_flight = self.in_flight.saturating_add(bytes);
        self.largest = self.largest.max(packet);
        self.last_sent = now;
        self.burst = self.burst.saturating_sub(packets);
        self.app_limited = false;
        let segment = segment(&self.pmtu);
        self.window_full = self.in_flight.saturating_add(segment) > self.congestion.cwnd();
        if let Some(rate) = self.pacing_rate() {
            self.pacer.sent(bytes, rate);
        }
        self.clocked = self.clocked.saturating_sub(bytes);
        self.congestion.on_sent(now, bytes, self.in_flight);
        self.counters.packets += u64::from(packets);
        self.counters.bytes = self.counters.bytes.saturating_add(bytes);
        self.counters.retransmissions += u64::from(retransmission);
        // RFC 9260 §6.3.2 R1.
        if self.t3.is_none() {
            self.restart_t3(now);
        }
    }

    pub(super) fn on_lost(&mut self, bytes: u64) {
        self.in_flight = self.in_flight.saturating_sub(bytes);
    }

    pub(super) fn set_app_limited(&mut self) {
        if !self.window_full && self.pacer.blocked_until().is_none() {
            self.app_limited = true;
        }
        self.clocked = 0;
        self.pacer.rest();
    }

    /// RFC 9260 §6.3.2 R2 and R3, after a SACK.
    pub(super) fn settle_t3(&mut self, now: Now, restart: bool) {
        if self.in_flight == 0 {
            self.t3 = None;
            self.largest = 0;
        } else if restart {
            self.restart_t3(now);
        }
    }

    pub(super) fn restart_t3(&mut self, now: Now) {
        self.t3 = Some(now.saturating_add(self.rto.current()));
    }

    pub(super) fn stop_t3(&mut self) {
        self.t3 = None;
    }

    pub(super) fn on_ecn(&mut self, now: Now) {
        self.counters.ecn += 1;
        if now >= self.ecn_due && self.recovery.is_none() {
            self.ecn_due = now.saturating_add(self.rto.smoothed().unwrap_or_default());
            self.congestion.on_ecn(now, self.in_flight);
        }
    }

    /// Takes the MTU's new size into the congestion control, and tells of it.
    pub(super) fn mtu_changed(&mut self, out: &mut Actions) {
        self.congestion.set_segment(segment(&self.pmtu));
        out.push(self.id, PathAction::MtuChanged { packet: self.pmtu.packet() });
    }

    pub(super) fn set_settings(&mut self, now: Now, settings: PathSettings, out: &mut Actions) {
        let from = self.state();
        if settings.pmtu != self.settings.pmtu {
            self.pmtu = Pmtu::new(settings.pmtu);
            self.mtu_changed(out);
        }
        let s = &self.settings;
        if (s.algorithm, s.congestion) != (settings.algorithm, settings.congestion) {
            let segment = segment(&self.pmtu);
            self.congestion = settings.algorithm.build(segment, settings.congestion);
            (self.before_timeout, self.timed_out) = (None, None);
        }
        self.begin_pace_anew();
        self.rto.set_settings(settings.rto);
        self.reach.set_settings(settings.failure);
        self.settings = settings;
        self.tell(from, now, out);
        self.schedule_heartbeat(now, u32::MAX / 2);
    }
}

/// Largest DATA chunk of a packet (RFC 9260 §1.3, "PMDCS").
pub(super) fn segment(pmtu: &Pmtu) -> u64 {
    u64::from(pmtu.packet()).saturating_sub(CHUNK_OVERHEAD).max(1)
}
