//! What the association tells its paths: packets sent and lost, answers, news from the network.
//! What SACKs tell is in `sack.rs`.

use std::time::Duration;

use super::{Path, PathId, PathSet};
use crate::{Now, serial::Tsn};

impl PathSet {
    /// The handshake measured a round trip on `id` (RFC 9260 §6.3.1): INIT to INIT-ACK or COOKIE-ECHO to
    /// COOKIE-ACK, neither sent twice.
    pub fn on_round_trip(&mut self, id: PathId, trip: Duration) {
        if let Some(path) = self.get_mut(id) {
            path.rto.sample(trip);
        }
    }

    /// The handshake was answered from `id`, see [`Rto::suppose`](super::Rto::suppose).
    pub fn suppose_round_trip(&mut self, id: PathId, trip: Duration, waited: Duration) {
        if let Some(path) = self.get_mut(id) {
            path.rto.suppose(trip, waited);
        }
    }

    /// The handshake was answered from `id`: the address is the peer's.
    pub fn confirm(&mut self, id: PathId) {
        if let Some(path) = self.get_mut(id) {
            path.reach.confirm();
        }
    }

    /// The peer gave a sign of life that is no acknowledgement of data, such as a SACK that answers a
    /// window probe (RFC 9260 §6.1 A): the association's errors begin anew, and those of `id`.
    pub fn heard_from(&mut self, now: Now, id: PathId) {
        self.errors = 0;
        if let Some((path, actions)) = self.with(id) {
            path.success(now, actions);
        }
    }

    /// A request other than data went unanswered for a timeout: SHUTDOWN, RE-CONFIG or ASCONF. It counts
    /// against the association, and the timeout of the path for data doubles.
    pub fn unanswered(&mut self) {
        self.errors = self.errors.saturating_add(1);
        let id = self.data_path();
        if let Some(path) = self.get_mut(id) {
            path.rto.back_off();
        }
    }

    /// Such a request was answered: the association's errors begin anew.
    pub fn answered(&mut self) {
        self.errors = 0;
    }

    /// The way to all addresses is another: what is under way counts as overdue, and is sent again.
    pub fn hurry(&mut self, now: Now) {
        self.iter_mut().for_each(|path| path.hurry(now));
    }

    pub(super) fn heard(&mut self) {
        self.errors = 0;
    }

    /// Begins an opportunity to send on every path, see [`Path::begin_burst`].
    pub fn begin_burst(&mut self, now: Now) {
        self.iter_mut().for_each(|p| p.begin_burst(now));
    }

    /// A packet with `bytes` of DATA chunks left on `id`, in a packet of `packet` bytes. Call once a
    /// packet; `retransmission` if it carries a chunk sent before.
    pub fn on_sent(&mut self, now: Now, id: PathId, bytes: u64, packet: u16, retransmission: bool) {
        self.round.sent(id);
        if let Some(path) = self.get_mut(id) {
            path.on_sent(now, (bytes, 1), packet, retransmission);
        }
    }

    /// The same of several packets with data sent for the first time.
    pub fn on_run_sent(&mut self, now: Now, id: PathId, bytes: u64, packets: u32, packet: u16) {
        self.round.sent(id);
        if let Some(path) = self.get_mut(id) {
            path.on_sent(now, (bytes, packets), packet, false);
        }
    }

    /// A chunk of `bytes` that was in flight on `id` is taken back: marked for retransmission by missing
    /// reports, or abandoned (RFC 3758). Not for those that [`PathAction::Retransmit`](super::PathAction::Retransmit) or an
    /// [`AckedChunk`](super::AckedChunk) tells of.
    pub fn on_lost(&mut self, now: Now, id: PathId, bytes: u64) {
        if let Some(path) = self.get_mut(id) {
            path.on_lost(bytes);
            path.settle_t3(now, false);
        }
    }

    /// Chunks of `id` reached three miss indications: begins a fast recovery that lasts until
    /// `highest_outstanding` is acknowledged, and sets its window (RFC 9260 §7.2.4). False if one is under
    /// way already, or a timeout has answered for `lost` and all before. Call before `on_lost` of the chunks.
    pub fn on_fast_retransmit(
        &mut self,
        now: Now,
        id: PathId,
        lost: Tsn,
        highest_outstanding: Tsn,
    ) -> bool {
        let Some(path) = self.get_mut(id) else {
            return false;
        };
        if path.recovery.is_some() || path.timed_out.is_some_and(|last| lost.at_or_before(last)) {
            return false;
        }
        path.recovery = Some(highest_outstanding);
        path.counters.fast_recoveries += 1;
        path.congestion.on_fast_retransmit(now, path.in_flight);
        true
    }

    /// T3-rtx of `id` has expired while chunks up to `last` were outstanding.
    pub fn on_timed_out(&mut self, id: PathId, last: Tsn) {
        if let Some(path) = self.get_mut(id) {
            path.timed_out = Some(last);
        }
    }

    /// A chunk of `bytes` that was sent once is found lost: how much a recovery's losses are says what they were.
    pub fn on_found_lost(&mut self, now: Now, id: PathId, lost: Tsn, bytes: u64) {
        if let Some(path) = self.get_mut(id)
            && path.recovery.is_some_and(|exit| lost.at_or_before(exit))
        {
            path.congestion.on_lost(now, bytes, path.in_flight);
        }
    }

    /// The first outstanding chunk was sent again: T3-rtx of its path starts over (RFC 9260 §7.2.4 4).
    pub fn restart_t3(&mut self, now: Now, id: PathId) {
        if let Some(path) = self.get_mut(id) {
            path.restart_t3(now);
        }
    }

    /// Nothing is outstanding any more, or the association ends: no T3-rtx runs.
    pub fn stop_t3(&mut self) {
        self.iter_mut().for_each(Path::stop_t3);
    }

    /// There is no more to send: what the paths deliver now measures the application.
    pub fn set_app_limited(&mut self) {
        self.iter_mut().for_each(Path::set_app_limited);
    }

    /// The peer echoed a congestion mark for a packet that left on `id`.
    pub fn on_ecn(&mut self, now: Now, id: PathId) {
        if let Some(path) = self.get_mut(id) {
            path.on_ecn(now);
        }
    }

    /// The HEARTBEAT that [`PathAction::Heartbeat`](super::PathAction::Heartbeat) asked for left with `nonce`, a fresh random number that
    /// only the peer at that address can know.
    pub fn heartbeat_sent(&mut self, now: Now, id: PathId, nonce: u64) {
        if let Some(path) = self.get_mut(id) {
            path.heartbeat_sent(now, nonce);
        }
    }

    /// The probe that [`PathAction::Probe`](super::PathAction::Probe) asked for left with `nonce`, or did not because the host found
    /// its `packet` bytes too large (`left` is false), which answers it too.
    pub fn probe_sent(&mut self, now: Now, id: PathId, nonce: u64, packet: u16, left: bool) {
        if let Some(path) = self.get_mut(id) {
            path.probe_sent(now, nonce, packet, left);
        }
    }

    /// A HEARTBEAT-ACK brought back `nonce`; tells which path it was sent on, `None` for a nonce that is
    /// not outstanding. Confirms and revives the path, measures it and answers its MTU probe.
    pub fn on_heartbeat_ack(&mut self, now: Now, nonce: u64, jitter: u32) -> Option<PathId> {
        let (mut paths, actions) = self.split();
        let id = paths
            .find_map(|p| p.on_heartbeat_ack(now, nonce, jitter, actions).then_some(p.id()))?;
        drop(paths);
        self.errors = 0;
        Some(id)
    }

    /// The user asks for a heartbeat now (RFC 9260 §11.1.7).
    pub fn request_heartbeat(&mut self, now: Now, id: PathId) {
        if let Some(path) = self.get_mut(id) {
            path.hurry_heartbeat(now);
        }
    }

    /// An authentic ICMP message says that packets to `id` may have `mtu` bytes of IP at most.
    pub fn on_too_big(&mut self, now: Now, id: PathId, mtu: u16) {
        if let Some((path, actions)) = self.with(id) {
            path.on_too_big(now, mtu, actions);
        }
    }

    /// An authentic ICMP message says that `id` cannot be reached, or its network interface went away:
    /// it is inactive at once, and heartbeats ask for it.
    pub fn on_unreachable(&mut self, now: Now, id: PathId) {
        if let Some((path, actions)) = self.with(id) {
            path.fail(now, actions);
        }
    }
}
