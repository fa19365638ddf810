//! Whether it is worth trying to compress what goes to a peer.

/// Payloads in a row that would not shrink after which some are sent untried.
const POOR: u32 = 4;
/// How many are sent untried the first time, and at most; doubled each time.
const SKIPPED: (u32, u32) = (16, 1024);

/// What experience with a peer's payloads says.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Appetite {
    poor: u32,
    skip: u32,
    last_skip: u32,
}

impl Appetite {
    /// Whether the next payload should be tried.
    pub(crate) fn wants(&mut self) -> bool {
        if self.skip == 0 {
            return true;
        }
        self.skip -= 1;
        false
    }

    /// It shrank, or it did not.
    pub(crate) fn learn(&mut self, shrank: bool) {
        if shrank {
            *self = Appetite::default();
            return;
        }
        self.poor += 1;
        // After a rest a single try decides.
        if self.poor >= POOR || self.last_skip > 0 {
            self.last_skip = (self.last_skip * 2).clamp(SKIPPED.0, SKIPPED.1);
            self.skip = self.last_skip;
            self.poor = 0;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Tries among `payloads` that never shrink.
    fn tries(payloads: u32) -> u32 {
        let mut appetite = Appetite::default();
        let mut tries = 0;
        for _ in 0..payloads {
            if appetite.wants() {
                tries += 1;
                appetite.learn(false);
            }
        }
        tries
    }

    #[test]
    fn what_never_shrinks_is_seldom_tried() {
        assert_eq!(tries(4), 4);
        assert_eq!(tries(20), 4);
        assert!(tries(100_000) < 120);
    }

    #[test]
    fn one_success_brings_the_appetite_back() {
        let mut appetite = Appetite::default();
        (0..4).for_each(|_| appetite.learn(false));
        assert!(!appetite.wants());
        appetite.learn(true);
        assert!(appetite.wants());
    }
}
