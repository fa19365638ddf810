//! Whether a destination can be reached (RFC 9260 §8.2, RFC 7829).

use std::fmt;

/// Thresholds of failure detection.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FailureSettings {
    /// `Path.Max.Retrans`: more consecutive errors than this make a path inactive (RFC 9260 §16: 5).
    pub max_retrans: u32,
    /// `PFMR`: more consecutive errors than this make it potentially failed, so that data moves to
    /// another path (RFC 7829 §5 recommends 0, the default); `None` switches that state off.
    pub potentially_failed: Option<u32>,
    /// `PSMR`: more consecutive errors of the primary than this make an active alternate the primary
    /// for good (RFC 7829 §6); `None`, the default, returns to the primary when it comes back.
    pub primary_switch: Option<u32>,
}

impl Default for FailureSettings {
    fn default() -> Self {
        Self { max_retrans: 5, potentially_failed: Some(0), primary_switch: None }
    }
}

/// What is known of a destination.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum PathState {
    /// The peer named the address, nobody has answered from it (RFC 9260 §5.4): no data goes there.
    Unconfirmed,
    /// Usable.
    Active,
    /// In doubt: heartbeats ask, data prefers other paths (RFC 7829 §3).
    PotentiallyFailed,
    /// Failed: only heartbeats go there, and data when every other path failed too.
    Inactive,
}

impl fmt::Display for PathState {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Unconfirmed => "unconfirmed",
            Self::Active => "active",
            Self::PotentiallyFailed => "potentially failed",
            Self::Inactive => "inactive",
        })
    }
}

/// Error counter and confirmation of one destination.
#[derive(Clone, Debug)]
pub(super) struct Reachability {
    settings: FailureSettings,
    confirmed: bool,
    errors: u32,
}

impl Reachability {
    pub(super) fn new(settings: FailureSettings, confirmed: bool) -> Self {
        Self { settings, confirmed, errors: 0 }
    }

    pub(super) fn state(&self) -> PathState {
        if !self.confirmed {
            PathState::Unconfirmed
        } else if self.errors > self.settings.max_retrans {
            PathState::Inactive
        } else if self.settings.potentially_failed.is_some_and(|most| self.errors > most) {
            PathState::PotentiallyFailed
        } else {
            PathState::Active
        }
    }

    pub(super) fn errors(&self) -> u32 {
        self.errors
    }

    pub(super) fn confirmed(&self) -> bool {
        self.confirmed
    }

    /// More errors than `Path.Max.Retrans`, confirmed or not.
    pub(super) fn exhausted(&self) -> bool {
        self.errors > self.settings.max_retrans
    }

    /// T3-rtx expired or a heartbeat was not answered.
    pub(super) fn error(&mut self) {
        self.errors = self.errors.saturating_add(1);
    }

    /// Something that was sent here, and only here, was acknowledged.
    pub(super) fn success(&mut self) {
        self.errors = 0;
    }

    /// The address answered with the nonce sent to it.
    pub(super) fn confirm(&mut self) {
        self.confirmed = true;
        self.errors = 0;
    }

    /// A user or an error cause declares the path failed.
    pub(super) fn fail(&mut self) {
        self.errors = self.settings.max_retrans.saturating_add(1);
    }

    pub(super) fn set_settings(&mut self, settings: FailureSettings) {
        self.settings = settings;
    }
}
