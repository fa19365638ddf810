//! The line that packets of a rate-limited link occupy one after the other.

use std::time::Duration;

use crate::settings::LinkSettings;

/// When the line is free, and with it how much waits.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Line {
    free: Duration,
}

/// When a packet has left, and how many bytes wait then.
pub(crate) struct Departure {
    pub(crate) end: Duration,
    pub(crate) waiting: u64,
}

impl Line {
    /// Puts a packet behind those that wait; `None` where no room is left for it. A packet that finds
    /// the line idle always goes, however small the queue is.
    pub(crate) fn send(
        &mut self,
        now: Duration,
        bytes: u64,
        settings: &LinkSettings,
    ) -> Option<Departure> {
        let Some(rate) = settings.rate else { return Some(Departure { end: now, waiting: 0 }) };
        let start = self.free.max(now);
        let backlog = (start - now).as_nanos() * u128::from(rate.get()) / 8_000_000_000;
        let waiting = u64::try_from(backlog).unwrap_or(u64::MAX).saturating_add(bytes);
        if start > now && waiting > settings.queue_bytes() {
            return None;
        }
        self.free = start.saturating_add(rate.time_of(bytes));
        Some(Departure { end: self.free, waiting })
    }

    /// Forgets what waits.
    pub(crate) fn clear(&mut self) {
        self.free = Duration::ZERO;
    }
}
