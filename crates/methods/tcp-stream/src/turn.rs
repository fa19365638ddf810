//! Streams and control connections are asked by turns, so that the one that is quiet costs the other
//! little.

use ferry_method::Now;
use std::time::Duration;

/// After so many times in a row at which nothing was found, one is quiet.
const QUIET: u32 = 512;
/// However quiet, it is asked after so many polls or so much time.
const EVERY: (u32, Duration) = (16, Duration::from_micros(50));

/// When to ask whom.
#[derive(Default)]
pub(crate) struct QueryTurns {
    pub(crate) control: QueryTurn,
    pub(crate) streams: QueryTurn,
}

/// When to ask.
#[derive(Default)]
pub(crate) struct QueryTurn {
    misses: u32,
    polls: u32,
    last: Now,
}

impl QueryTurn {
    /// Whether it is to be asked in this poll.
    pub(crate) fn has_come(&mut self, now: Now) -> bool {
        self.polls += 1;
        let (polls, time) = EVERY;
        self.misses < QUIET || self.polls >= polls || now.saturating_sub(self.last) >= time
    }

    /// It was asked and so much was found.
    pub(crate) fn note(&mut self, found: usize, now: Now) {
        self.misses = if found > 0 { 0 } else { self.misses.saturating_add(1) };
        (self.polls, self.last) = (0, now);
    }

    /// Something is there: it is asked next.
    pub(crate) fn bring_on(&mut self) {
        self.polls = EVERY.0;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_quiet_are_asked_now_and_then() {
        let mut turn = QueryTurn::default();
        let asked = |turn: &mut QueryTurn, polls: u32| {
            let mut asked = 0;
            for _ in 0..polls {
                if turn.has_come(Now::ZERO) {
                    turn.note(0, Now::ZERO);
                    asked += 1;
                }
            }
            asked
        };
        assert_eq!(asked(&mut turn, QUIET), QUIET);
        assert_eq!(asked(&mut turn, 160), 10);
        turn.bring_on();
        assert!(turn.has_come(Now::ZERO));
        turn.note(1, Now::ZERO);
        assert_eq!(asked(&mut turn, 160), 160);
        asked(&mut turn, QUIET);
        assert!(turn.has_come(EVERY.1), "time has passed");
    }
}
