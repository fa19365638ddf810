//! When to send HEARTBEATs, and what became of them (RFC 9260 §8.3).

use std::time::Duration;

use crate::Now;

/// Settings of the heartbeats of a path.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct HeartbeatSettings {
    /// Whether an idle, active path is asked at all; doubtful and unconfirmed ones always are.
    pub enabled: bool,
    /// `HB.interval`, to which an RTO is added. RFC 9260 §16 says 30 s; the default is 5 s, so that a
    /// failed alternate is known before it is needed.
    pub interval: Duration,
}

impl Default for HeartbeatSettings {
    fn default() -> Self {
        Self { enabled: true, interval: Duration::from_secs(5) }
    }
}

#[derive(Clone, Copy, Debug)]
struct Beat {
    nonce: u64,
    sent: Now,
}

/// The schedule of one path. A second slot holds the MTU probe, whose loss is no error.
#[derive(Clone, Debug, Default)]
pub(super) struct Heartbeat {
    /// When the next one is due; `None` while switched off.
    due: Option<Now>,
    asked: Option<Beat>,
    lost_at: Option<Now>,
    probe: Option<(Beat, u16)>,
}

/// What an answered nonce belonged to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum HeartbeatAnswer {
    Beat { trip: Duration },
    Probe { trip: Duration, packet: u16 },
}

impl Heartbeat {
    pub(super) fn next_due(&self) -> Option<Now> {
        self.lost_at.or(self.due)
    }

    /// Sets the next one for `wait` plus an RTO, of which `jitter` takes or adds up to a half.
    pub(super) fn schedule(
        &mut self,
        now: Now,
        wait: Option<Duration>,
        rto: Duration,
        jitter: u32,
    ) {
        let half = u64::try_from(rto.as_nanos() / 2).unwrap_or(u64::MAX);
        let part = (u128::from(half) * 2 * u128::from(jitter)) >> 32;
        let spread = Duration::from_nanos(half.saturating_add(part as u64));
        self.due = wait.map(|w| now.saturating_add(w).saturating_add(spread));
    }

    /// Makes one due at once.
    pub(super) fn hurry(&mut self, now: Now) {
        if self.lost_at.is_none() {
            self.due = Some(self.due.map_or(now, |due| due.min(now)));
        }
    }

    /// The path was in use until `last`, which puts a heartbeat off (§8.3: only idle paths).
    pub(super) fn put_off(&mut self, until: Now) -> bool {
        match self.due {
            Some(due) if until > due => {
                self.due = Some(until);
                true
            }
            _ => false,
        }
    }

    pub(super) fn is_due(&self, now: Now) -> bool {
        self.lost_at.is_none() && self.due.is_some_and(|due| due <= now)
    }

    pub(super) fn sent(&mut self, now: Now, nonce: u64, rto: Duration) {
        self.asked = Some(Beat { nonce, sent: now });
        self.lost_at = Some(now.saturating_add(rto));
        self.due = None;
    }

    pub(super) fn probe_sent(&mut self, now: Now, nonce: u64, packet: u16) {
        self.probe = Some((Beat { nonce, sent: now }, packet));
    }

    /// True once when the one in flight was not answered in time. A late answer still counts.
    pub(super) fn lost(&mut self, now: Now) -> bool {
        let lost = self.lost_at.is_some_and(|at| at <= now);
        if lost {
            self.lost_at = None;
        }
        lost
    }

    /// A HEARTBEAT-ACK brought `nonce` back; `None` for one that this path did not send.
    pub(super) fn answered(&mut self, now: Now, nonce: u64) -> Option<HeartbeatAnswer> {
        if let Some(beat) = self.asked.filter(|b| b.nonce == nonce) {
            self.asked = None;
            self.lost_at = None;
            return Some(HeartbeatAnswer::Beat { trip: now.saturating_sub(beat.sent) });
        }
        let (beat, packet) = self.probe.filter(|(b, _)| b.nonce == nonce)?;
        self.probe = None;
        Some(HeartbeatAnswer::Probe { trip: now.saturating_sub(beat.sent), packet })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ms(n: u64) -> Duration {
        Duration::from_millis(n)
    }

    #[test]
    fn jitter_spreads_half_an_rto_both_ways() {
        let mut h = Heartbeat::default();
        h.schedule(ms(0), Some(ms(1000)), ms(100), 0);
        assert_eq!(h.next_due(), Some(ms(1050)));
        h.schedule(ms(0), Some(ms(1000)), ms(100), u32::MAX);
        let due = h.next_due().expect("scheduled");
        assert!(due > ms(1149) && due < ms(1150), "{due:?}");
        h.schedule(ms(0), Some(Duration::MAX), Duration::MAX, u32::MAX);
        assert_eq!(h.next_due(), Some(Duration::MAX));
    }

    #[test]
    fn only_the_nonce_that_was_sent_is_an_answer_and_only_once() {
        let mut h = Heartbeat::default();
        h.sent(ms(10), 7, ms(100));
        assert_eq!(h.answered(ms(20), 8), None);
        assert!(!h.lost(ms(109)));
        assert!(h.lost(ms(110)) && !h.lost(ms(111)));
        assert_eq!(h.answered(ms(120), 7), Some(HeartbeatAnswer::Beat { trip: ms(110) }));
        assert_eq!(h.answered(ms(121), 7), None);
    }
}
