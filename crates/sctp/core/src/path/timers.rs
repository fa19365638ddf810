//! What happens to a path as time passes: T3-rtx, heartbeats, probes of the MTU, pacing.

use std::time::Duration;

use super::{Path, PathAction, PathState, action::Actions, heartbeat::HeartbeatAnswer};
use crate::{Now, earlier};

impl Path {
    pub(super) fn next_due(&self) -> Option<Now> {
        let pmtu = if self.state() == PathState::Active { self.pmtu.next_due() } else { None };
        let due = earlier(self.t3, self.heartbeat.next_due());
        earlier(earlier(due, pmtu), self.pacer.blocked_until())
    }

    /// What is under way counts as overdue.
    pub(super) fn hurry(&mut self, now: Now) {
        if let Some(t3) = &mut self.t3 {
            *t3 = now.min(*t3);
        }
    }

    /// Handles what is due. Returns how many errors happened that count for the association too: lost
    /// data always, heartbeats on the path that data takes now alone, `current`, since the loss of another
    /// says nothing about the peer (RFC 9260 §8.1).
    pub(super) fn on_timer(
        &mut self,
        now: Now,
        jitter: u32,
        current: bool,
        out: &mut Actions,
    ) -> u32 {
        let mut errors = 0;
        if self.t3.is_some_and(|at| at <= now) {
            errors += 1;
            self.on_t3(now, out);
        }
        if self.heartbeat.lost(now) {
            errors += u32::from(current);
            self.counters.heartbeats_lost += 1;
            // RFC 9260 §8.3: an unanswered heartbeat is an error and backs the timeout off.
            self.error(now, out);
            self.rto.back_off();
            self.schedule_heartbeat(now, jitter);
            if matches!(self.state(), PathState::Unconfirmed | PathState::PotentiallyFailed)
                && !self.reach.exhausted()
            {
                // An RTO has just passed: RFC 7829 §3 wants one heartbeat an RTO.
                self.heartbeat.hurry(now);
            }
        }
        if self.heartbeat.is_due(now) && !self.put_off(now) {
            out.push(self.id, PathAction::Heartbeat);
            // Asked again should the association not send it.
            self.heartbeat.schedule(now, Some(Duration::ZERO), self.rto.current(), jitter);
        }
        if self.state() == PathState::Active && self.pmtu.next_due().is_some_and(|at| at <= now) {
            self.on_pmtu_timer(now, out);
        }
        if self.pacer.released(now) {
            out.push(self.id, PathAction::Send);
        }
        errors
    }

    fn on_pmtu_timer(&mut self, now: Now, out: &mut Actions) {
        let before = self.pmtu.mtu();
        let probe = self.pmtu.on_timer(now);
        if self.pmtu.mtu() != before {
            self.mtu_changed(out);
        }
        if let Some(packet) = probe {
            // Counts as sent until the association says otherwise, so that it is not asked twice.
            self.pmtu.probe_sent(now, true);
            out.push(self.id, PathAction::Probe { packet });
        }
    }

    /// RFC 9260 §6.3.3, except for the chunks, which are the association's.
    fn on_t3(&mut self, now: Now, out: &mut Actions) {
        self.t3 = None;
        self.counters.timeouts += 1;
        if self.before_timeout.is_none() {
            if self.in_flight > 0 {
                self.before_timeout = Some(self.congestion.snapshot());
            }
            // Those that follow in the same silence say nothing more of the window (RFC 5681 §3.1).
            self.congestion.on_timeout(now, self.in_flight);
        }
        self.rto.back_off();
        self.in_flight = 0;
        self.window_full = false;
        self.recovery = None;
        self.begin_pace_anew();
        if self.pmtu.on_timeout(self.largest) {
            self.counters.black_holes += 1;
            self.mtu_changed(out);
        }
        self.largest = 0;
        out.push(self.id, PathAction::Retransmit);
        self.error(now, out);
    }

    pub(super) fn error(&mut self, now: Now, out: &mut Actions) {
        let from = self.state();
        self.reach.error();
        self.tell(from, now, out);
    }

    pub(super) fn success(&mut self, now: Now, out: &mut Actions) {
        let from = self.state();
        self.reach.success();
        self.tell(from, now, out);
    }

    pub(super) fn fail(&mut self, now: Now, out: &mut Actions) {
        let from = self.state();
        self.reach.fail();
        self.tell(from, now, out);
    }

    /// Tells of a change of state. A path in doubt is asked at once (RFC 7829 §3).
    pub(super) fn tell(&mut self, from: PathState, now: Now, out: &mut Actions) {
        let to = self.state();
        if from == to {
            return;
        }
        out.push(self.id, PathAction::StateChanged { from, to });
        if to == PathState::PotentiallyFailed {
            self.heartbeat.hurry(now);
        }
    }

    /// Whether the path was used lately, so that its heartbeat can wait (RFC 9260 §8.3).
    fn put_off(&mut self, now: Now) -> bool {
        if self.state() == PathState::PotentiallyFailed
            && let Some(t3) = self.t3
        {
            // Data asks already: a heartbeat beside it would count every silence twice.
            return self.heartbeat.put_off(t3.saturating_add(self.rto.current()));
        }
        if self.state() != PathState::Active {
            return false;
        }
        // While data is outstanding T3-rtx watches the path.
        let until = self.last_sent.saturating_add(self.settings.heartbeat.interval);
        until > now && self.heartbeat.put_off(until)
    }

    pub(super) fn schedule_heartbeat(&mut self, now: Now, jitter: u32) {
        let settings = self.settings.heartbeat;
        let wait = match self.state() {
            PathState::Active => settings.enabled.then_some(settings.interval),
            // RFC 9260 §5.4 and RFC 7829 §3: once an RTO.
            PathState::Unconfirmed if !self.reach.exhausted() => Some(Duration::ZERO),
            PathState::PotentiallyFailed => Some(Duration::ZERO),
            PathState::Unconfirmed | PathState::Inactive => Some(settings.interval),
        };
        self.heartbeat.schedule(now, wait, self.rto.current(), jitter);
    }

    pub(super) fn hurry_heartbeat(&mut self, now: Now) {
        self.heartbeat.hurry(now);
    }

    pub(super) fn heartbeat_sent(&mut self, now: Now, nonce: u64) {
        self.counters.heartbeats += 1;
        self.heartbeat.sent(now, nonce, self.rto.current());
    }

    pub(super) fn probe_sent(&mut self, now: Now, nonce: u64, packet: u16, left: bool) {
        self.counters.probes += u64::from(left);
        self.pmtu.probe_sent(now, left);
        if left {
            self.heartbeat.probe_sent(now, nonce, packet);
        }
    }

    /// A HEARTBEAT-ACK came; false if this path did not send that nonce.
    pub(super) fn on_heartbeat_ack(
        &mut self,
        now: Now,
        nonce: u64,
        jitter: u32,
        out: &mut Actions,
    ) -> bool {
        let Some(answer) = self.heartbeat.answered(now, nonce) else {
            return false;
        };
        let trip = match answer {
            HeartbeatAnswer::Beat { trip } => trip,
            HeartbeatAnswer::Probe { trip, packet } => {
                if self.pmtu.probe_acked(now, packet) {
                    self.mtu_changed(out);
                }
                trip
            }
        };
        let from = self.state();
        self.reach.confirm();
        self.rto.sample(trip);
        self.tell(from, now, out);
        self.schedule_heartbeat(now, jitter);
        true
    }

    pub(super) fn on_too_big(&mut self, now: Now, mtu: u16, out: &mut Actions) {
        if self.pmtu.on_too_big(now, mtu) {
            self.mtu_changed(out);
        }
    }
}
