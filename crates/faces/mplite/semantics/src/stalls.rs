//! Waits that last too long.

use std::time::Duration;

/// After how long a wait is worth a warning, and after how long the program ends; `None`: never.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct StallLimits {
    /// A warning, with what is under way.
    pub panic: Option<Duration>,
    /// The end.
    pub bail: Option<Duration>,
}

impl Default for StallLimits {
    fn default() -> Self {
        let seconds = |n| Some(Duration::from_secs(n));
        StallLimits { panic: seconds(20), bail: seconds(120) }
    }
}

impl StallLimits {
    /// How long a wait goes on before the first of the two; `None`: without end.
    #[inline]
    pub fn first(&self) -> Option<Duration> {
        match (self.panic, self.bail) {
            (Some(panic), Some(bail)) => Some(panic.min(bail)),
            (panic, bail) => panic.or(bail),
        }
    }

    /// Seconds as a user writes them for each of the two; 0 is never, and what is no number is left as it
    /// was.
    pub fn told(panic: Option<&str>, bail: Option<&str>) -> Self {
        let usual = StallLimits::default();
        let limit = |text: Option<&str>, usual| match text.and_then(|text| text.parse().ok()) {
            Some(0) => None,
            Some(seconds) => Some(Duration::from_secs(seconds)),
            None => usual,
        };
        StallLimits { panic: limit(panic, usual.panic), bail: limit(bail, usual.bail) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn zero_is_never() {
        let usual = StallLimits::default();
        assert_eq!(StallLimits::told(None, Some("soon")), usual);
        assert_eq!(StallLimits::told(Some("0"), None), StallLimits { panic: None, ..usual });
        let short = StallLimits::told(Some("1"), Some("2"));
        assert_eq!(short.bail, Some(Duration::from_secs(2)));
        assert_eq!(
            (short.first(), StallLimits { bail: None, ..short }.first()),
            (short.panic, short.panic)
        );
        assert_eq!(StallLimits::told(Some("0"), Some("2")).first(), short.bail);
        assert_eq!(StallLimits::told(Some("0"), Some("0")).first(), None);
    }
}
