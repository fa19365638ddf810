//! How long to spin before sleeping.

use std::time::Duration;

/// How a process waits, fixed at start.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Settings {
    /// More ranks than cores: whoever spins steals the core from the one it waits for.
    pub oversubscribed: bool,
    /// How long to poll before sleeping, where cores are not short.
    pub spin: Duration,
    /// How often to let others have the core before sleeping, where cores are short.
    pub yields: u32,
}

impl Settings {
    /// For `contenders` processes that share `cores` cores.
    pub fn for_host(contenders: u32, cores: usize) -> Self {
        let oversubscribed = contenders as usize > cores;
        Settings { oversubscribed, spin: Duration::from_micros(200), yields: 16 }
    }
}

/// What to do after a poll that found nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Idle {
    /// Poll again at once.
    Spin,
    /// Poll again, but let the core rest for a moment: nothing came for a while.
    Pause,
    /// Let another process have the core, then poll again.
    Yield,
    /// Sleep until something comes.
    Sleep,
}

/// The patience of one wait.
#[derive(Clone, Debug)]
pub struct Patience {
    settings: Settings,
    empty: u32,
    since: Option<Duration>,
}

/// Polls between two looks at the clock.
const STRIDE: u32 = 128;
/// Polls without a pause between them: an answer that takes longer is not delayed by one.
const EAGER: u32 = 1024;

impl Patience {
    /// Patience at the beginning of a wait.
    #[inline]
    pub fn new(settings: Settings) -> Self {
        Patience { settings, empty: 0, since: None }
    }

    /// Something came: patience is renewed.
    #[inline]
    pub fn renew(&mut self) {
        self.empty = 0;
        self.since = None;
    }

    /// A poll found nothing. `now` is asked for only now and then.
    #[inline]
    pub fn idle(&mut self, now: impl FnOnce() -> Duration) -> Idle {
        self.empty += 1;
        if self.settings.oversubscribed {
            return if self.empty <= self.settings.yields { Idle::Yield } else { Idle::Sleep };
        }
        if !self.empty.is_multiple_of(STRIDE) {
            return if self.empty < EAGER { Idle::Spin } else { Idle::Pause };
        }
        let now = now();
        let since = *self.since.get_or_insert(now);
        if now.saturating_sub(since) < self.settings.spin { Idle::Spin } else { Idle::Sleep }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn with_cores_to_spare_one_spins_for_a_while_and_then_sleeps() {
        let mut patience = Patience::new(Settings::for_host(2, 2));
        let mut time = Duration::ZERO;
        let mut spins = 0u32;
        while patience.idle(|| time) != Idle::Sleep {
            time += Duration::from_micros(1);
            spins += 1;
        }
        assert!(spins >= 200);
        patience.renew();
        assert_eq!(patience.idle(|| time), Idle::Spin);
    }

    #[test]
    fn with_cores_short_one_never_spins() {
        let mut patience = Patience::new(Settings::for_host(8, 2));
        let mut seen = Vec::new();
        for _ in 0..20 {
            seen.push(patience.idle(|| Duration::ZERO));
        }
        assert!(!seen.contains(&Idle::Spin));
        assert_eq!(seen.last(), Some(&Idle::Sleep));
    }
}
