//! Descriptors that there are not.

use ferry_method::Now;

/// What a process does without, as it has no descriptors left.
#[derive(Default)]
pub(crate) struct Shortage {
    /// Until when nothing is accepted.
    pub(crate) deaf_until: Option<Now>,
    /// Until when fewer connections are opened than were asked for.
    pub(crate) limited_until: Option<Now>,
    /// Since when no connection could be opened.
    pub(crate) since: Option<Now>,
    /// What the system last refused, for people.
    pub(crate) trouble: Option<String>,
}
