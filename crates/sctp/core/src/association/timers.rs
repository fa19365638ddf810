//! What happens as time passes: the timers of RFC 9260 §6.3, §8 and §9, and what paths ask for.

use std::time::Duration;

use super::outstanding::Flight;
use super::transfer::Transfer;
use super::{Association, AssociationEvent, AssociationState, Handshake, Loss, PathQuestion};
use crate::path::{Cause, PathAction, PathId, PathSet};
use crate::wire::ChunkType;
use crate::{Now, earlier};

/// Tail probes in a row; then T3-rtx alone is waited for.
const MAX_PROBES: u8 = 1;
/// Time for the peer to answer at once, beyond the round trips.
const ANSWER: Duration = Duration::from_micros(500);
/// Time in which a delayed acknowledgement comes.
const DELAYED: Duration = Duration::from_millis(3);

impl Association {
    /// When [`Self::on_timer`] has something to do next.
    pub(crate) fn next_due(&mut self) -> Option<Now> {
        if self.state == AssociationState::Closed {
            return None;
        }
        let mut due = earlier(earlier(self.handshake.due, self.ending.due), self.ending.guard);
        if self.state.is_up() {
            due = earlier(earlier(due, self.paths.next_due()), self.autoclose_due());
            let asks = self.state.asks();
            due = earlier(due, self.transfer.as_mut().and_then(|t| t.next_due(asks)));
        }
        due
    }

    fn autoclose_due(&self) -> Option<Now> {
        let idle = self.config.autoclose.filter(|_| self.state == AssociationState::Established)?;
        Some(self.active_at.saturating_add(idle))
    }

    /// The way to the peer is another: what is under way counts as lost, and is sent again at once.
    pub(crate) fn hurry(&mut self, now: Now) {
        let overdue = [&mut self.handshake.due, &mut self.ending.due];
        overdue.into_iter().flatten().for_each(|due| *due = now.min(*due));
        self.paths.hurry(now);
        self.on_timer(now);
    }

    /// Handles what is due.
    pub(crate) fn on_timer(&mut self, now: Now) {
        let is_due = |at: Option<Now>| at.is_some_and(|at| at <= now);
        if is_due(self.handshake.due) {
            self.on_handshake_timeout(now);
        }
        if is_due(self.ending.guard) {
            return self
                .give_up(now, Loss::Unreachable { errors: self.paths.association_errors() });
        }
        if is_due(self.ending.due) {
            self.on_ending_timeout();
        }
        if self.state.is_up() {
            if self.paths.next_due().is_some_and(|at| at <= now) {
                let jitter = self.random.u32();
                self.paths.on_timer(now, jitter);
                self.opportunity = true;
            }
            self.on_transfer_timers(now);
            if is_due(self.autoclose_due()) {
                let busy = self.transfer.as_ref().is_some_and(|t| !t.is_settled());
                if busy {
                    self.active_at = now;
                } else {
                    self.shutdown(now);
                }
            }
        }
        self.settle(now);
    }

    /// T1-init and T1-cookie (RFC 9260 §5.1 A, C; §5.2.6 after a stale cookie).
    fn on_handshake_timeout(&mut self, now: Now) {
        self.handshake.due = None;
        self.handshake.tries += 1;
        if self.handshake.tries > self.config.max_init_retransmits {
            let tries = self.handshake.tries;
            return self.give_up(now, Loss::NoAnswer { tries });
        }
        let most = self.config.paths.rto.max;
        let timeout = self.handshake.timeout.saturating_mul(2).min(most);
        let Handshake { send, timeout: old, .. } = &mut self.handshake;
        (*send, *old) = (true, timeout);
    }

    /// T2-shutdown (RFC 9260 §9.2).
    fn on_ending_timeout(&mut self) {
        self.ending.due = None;
        self.ending.send = true;
        self.paths.unanswered();
        // Another way may be better (RFC 9260 §6.4.1).
        let last = self.ending_path();
        self.ending.path = Some(self.paths.for_retransmission(last, Cause::Timeout));
    }

    fn on_transfer_timers(&mut self, now: Now) {
        let Some(transfer) = &mut self.transfer else { return };
        let is_due = |at: Option<Now>| at.is_some_and(|at| at <= now);
        if is_due(transfer.acknowledgement.due) {
            transfer.acknowledgement.due = None;
            transfer.acknowledgement.now = true;
        }
        if is_due(transfer.holes_due.map(|(due, _)| due)) {
            transfer.on_holes(now, &mut self.paths);
            self.opportunity = true;
        }
        if is_due(transfer.probe_due) {
            transfer.probe_tail(now, &mut self.paths);
            self.opportunity = true;
        }
        if is_due(transfer.closed_until) {
            transfer.closed_until = None;
            self.opportunity = true;
        }
        if is_due(transfer.forward_due) {
            transfer.forward_due = None;
            transfer.forward_now = true;
        }
        transfer.outgoing.expire(now);
        let mut unanswered = false;
        if self.state.asks() && is_due(transfer.re_configuration.next_due()) {
            unanswered |= transfer.re_configuration.on_timer(now);
        }
        if self.state.asks() && is_due(transfer.addresses.next_due()) {
            unanswered |= transfer.addresses.on_timer(now);
        }
        if unanswered {
            self.paths.unanswered();
        }
        self.ask_limits(now);
    }

    /// Draws the consequences of whatever happened: what paths ask for, what streams gave up, requests
    /// that can be sent, whether the end has come nearer.
    pub(super) fn settle(&mut self, now: Now) {
        if self.state == AssociationState::Closed {
            return;
        }
        while let Some((path, action)) = self.paths.poll() {
            self.on_action(path, action);
        }
        let most = self.config.max_retrans;
        let errors = self.paths.association_errors();
        if errors == 0 {
            self.silent_from = None;
        } else if self.silent_from.is_none() {
            self.silent_from = Some(now);
        }
        let silent = self.silent_from.map_or(Duration::ZERO, |from| now.saturating_sub(from));
        if self.state.is_up() && errors > most && silent >= self.config.patience {
            return self.give_up(now, Loss::Unreachable { errors });
        }
        if let Some(transfer) = &mut self.transfer {
            transfer.settle_abandoned(now, &mut self.paths, &mut self.events);
        }
        if self.state.is_up() {
            self.settle_requests(now);
            self.tell_limits();
            self.watch_limits(now);
            self.settle_end(now);
            self.settle_room();
        }
    }

    fn on_action(&mut self, path: PathId, action: PathAction) {
        let address = self.paths.get(path).map(crate::path::Path::addr);
        match action {
            PathAction::Retransmit => {
                if let Some(transfer) = &mut self.transfer {
                    transfer.on_timeout(path);
                    self.paths.on_timed_out(path, transfer.outstanding.last());
                    (transfer.probe_due, transfer.holes_due) = (None, None);
                }
            }
            // After SHUTDOWN or SHUTDOWN-ACK nothing is asked any more.
            PathAction::Heartbeat | PathAction::Probe { .. } if !self.state.asks() => {}
            PathAction::Heartbeat => self.ask(PathQuestion::Heartbeat(path)),
            PathAction::Probe { packet } => self.ask(PathQuestion::Probe(path, packet)),
            PathAction::StateChanged { from, to } => {
                if let Some(address) = address {
                    self.tell(AssociationEvent::PathChanged { address, from, to });
                }
            }
            PathAction::PrimaryChanged => {
                if let Some(address) = address {
                    self.tell(AssociationEvent::PrimaryChanged { address });
                }
            }
            PathAction::MtuChanged { .. } | PathAction::Send => {}
        }
        self.opportunity = true;
    }

    fn ask(&mut self, question: PathQuestion) {
        if !self.questions.contains(&question) {
            self.questions.push_back(question);
        }
    }

    /// RE-CONFIG and ASCONF that can be sent now (RFC 6525 §5.1, RFC 5061 §5.1).
    fn settle_requests(&mut self, now: Now) {
        let asks = |t: &Transfer| {
            let streams = t.agreed.re_configuration && t.re_configuration.has_work(&t.outgoing);
            streams || t.agreed.dynamic_addresses && t.addresses.has_work()
        };
        if !self.state.asks() || !self.transfer.as_ref().is_some_and(asks) {
            return;
        }
        let rto = self.rto();
        let own = self.own_address();
        let Some(transfer) = &mut self.transfer else { return };
        let last = transfer.outstanding.last();
        let mut re_configs = Vec::new();
        if transfer.agreed.re_configuration {
            // An answer that had to wait, and a request.
            while let Some(value) =
                transfer.re_configuration.poll(now, rto, last, &mut transfer.outgoing)
            {
                re_configs.push(value);
            }
        }
        let mut asconf = None;
        if transfer.agreed.dynamic_addresses
            && let Some(own) = own
        {
            asconf = transfer.addresses.poll(now, rto, own);
        }
        for value in re_configs {
            self.queue(ChunkType::ReConfig, value, None);
        }
        if let Some(value) = asconf {
            self.queue(ChunkType::Asconf, value, None);
        }
    }

    /// An own address that the peer knows.
    pub(super) fn own_address(&self) -> Option<std::net::IpAddr> {
        let path = self.paths.get(self.paths.data_path())?;
        path.source().or_else(|| self.config.addresses.first().copied())
    }

    /// Tells the user that there is room again, and that everything has arrived.
    fn settle_room(&mut self) {
        let Some(transfer) = &mut self.transfer else { return };
        let buffer = self.config.send_buffer;
        let roomy = transfer.refused && transfer.outgoing.held() <= buffer / 4 * 3;
        let writable = transfer.outgoing.take_raised() || roomy;
        let dry = !transfer.dry && transfer.is_settled();
        transfer.refused &= !writable;
        transfer.dry |= dry;
        if writable {
            self.tell(AssociationEvent::Writable);
        }
        if dry {
            self.tell(AssociationEvent::Dry);
        }
    }
}

impl Transfer {
    fn next_due(&mut self, asks: bool) -> Option<Now> {
        let mut due = earlier(self.acknowledgement.due, self.probe_due);
        due = earlier(due, self.holes_due.map(|(due, _)| due));
        due = earlier(earlier(due, self.forward_due), self.limits_due);
        due = earlier(due, self.closed_until.filter(|_| self.outgoing.has_fragment()));
        due = earlier(due, self.outgoing.next_expiry());
        if asks {
            due = earlier(due, self.re_configuration.next_due());
            due = earlier(due, self.addresses.next_due());
        }
        due
    }

    /// When the last chunk is sent again unless something is acknowledged before (after RFC 8985 §7.2).
    pub(super) fn arm_probe(&mut self, now: Now, paths: &PathSet, early: bool) {
        if !early || self.probes >= MAX_PROBES || self.outstanding.flying() == 0 {
            self.probe_due = None;
            return;
        }
        let Some(chunk) = self.outstanding.last_flying().and_then(|n| self.outstanding.get(n))
        else {
            return;
        };
        let Some(path) = paths.get(chunk.path) else { return };
        let Some(trip) = path.rto().smoothed() else { return };
        let answer = if chunk.fragment.flags.immediate { ANSWER } else { DELAYED };
        let wait = trip.saturating_mul(2).saturating_add(answer);
        self.probe_due = (wait < path.rto().current()).then(|| now.saturating_add(wait));
    }

    /// Sends the last chunk again, so that the peer says what it has; the window stays as it is.
    fn probe_tail(&mut self, now: Now, paths: &mut PathSet) {
        self.probe_due = None;
        self.probes += 1;
        let Some(place) = self.outstanding.last_flying() else { return };
        let Some(chunk) = self.outstanding.get_mut(place) else { return };
        chunk.fragment.flags.immediate = true;
        let (path, bytes) = (chunk.path, u64::from(chunk.bytes()));
        paths.on_lost(now, path, bytes);
        self.outstanding.set(place, Flight::Lost(Cause::FastRetransmit));
        self.free_packet = true;
    }
}
