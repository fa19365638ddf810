//! Parting in good order: a goodbye is said, what was sent arrives, the other end answers.

use ferry_method::Now;
use std::time::Duration;

/// How long an end that has said goodbye, or whose data have all arrived, waits for the other to part.
pub const LINGER: Duration = Duration::from_secs(1);
/// How long a close waits for what was sent to arrive, at a peer that answers nothing.
pub const DRAIN: Duration = Duration::from_secs(60);

/// Whether a close that began at `since` is over for a peer: all that was sent has arrived and the goodbye is
/// answered, or one of both has been waited for long enough.
pub fn has_parted(since: Now, now: Now, has_arrived: bool, is_answered: bool) -> bool {
    let is_answered = is_answered || now >= since + LINGER;
    (has_arrived && is_answered) || now >= since + DRAIN
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_goodbye_is_waited_for_and_arrival_for_longer() {
        let at = Now::from_secs(5);
        assert!(!has_parted(at, at, true, false) && has_parted(at, at, true, true));
        assert!(has_parted(at, at + LINGER, true, false));
        assert!(!has_parted(at, at + LINGER, false, true));
        assert!(has_parted(at, at + DRAIN, false, false));
    }
}
