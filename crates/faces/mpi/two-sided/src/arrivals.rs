//! What is told of messages that have arrived: how many, and which, if somebody wants to know.

use ferry_matching::Envelope;
use ferry_wire::ContextId;
use std::collections::BTreeMap;

/// So many are noted until they are asked for; of others only the number is known.
const MOST: usize = 4096;

/// A message that has arrived: it, or its announcement.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Arrival {
    /// Its sender, context and tag.
    pub envelope: Envelope,
    /// Its length.
    pub bytes: u64,
    /// Whether a receive had waited for it.
    pub is_expected: bool,
}

/// How many messages have arrived, and which.
#[derive(Default)]
pub(crate) struct Arrivals {
    pub(crate) expected: u64,
    pub(crate) unexpected: u64,
    /// Somebody wants to know which.
    pub(crate) are_wanted: bool,
    noted: Vec<Arrival>,
    missed: MissedArrivals,
}

/// How many messages of each context could not be noted.
pub type MissedArrivals = BTreeMap<ContextId, u64>;

impl Arrivals {
    /// A message has met its receive.
    #[inline]
    pub(crate) fn meet(&mut self, envelope: &Envelope, bytes: u64) {
        self.expected += 1;
        if self.are_wanted {
            self.note(Arrival { envelope: *envelope, bytes, is_expected: true });
        }
    }

    /// A message has come before its receive.
    #[inline]
    pub(crate) fn come_early(&mut self, envelope: &Envelope, bytes: u64) {
        self.unexpected += 1;
        if self.are_wanted {
            self.note(Arrival { envelope: *envelope, bytes, is_expected: false });
        }
    }

    #[cold]
    #[inline(never)]
    fn note(&mut self, arrival: Arrival) {
        if self.noted.len() < MOST {
            self.noted.push(arrival);
        } else {
            *self.missed.entry(arrival.envelope.context).or_default() += 1;
        }
    }

    /// Those noted since this was asked, and how many there were beside them.
    pub(crate) fn take(&mut self) -> (Vec<Arrival>, MissedArrivals) {
        (std::mem::take(&mut self.noted), std::mem::take(&mut self.missed))
    }

    pub(crate) fn want(&mut self, are_wanted: bool) {
        self.are_wanted = are_wanted;
        if !are_wanted {
            self.take();
        }
    }

    pub(crate) fn has_news(&self) -> bool {
        !self.noted.is_empty()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_nobody_wants_is_counted_and_the_rest_is_bounded() {
        let envelope = Envelope { context: ContextId(4), source: 1, tag: 7 };
        let mut arrivals = Arrivals::default();
        arrivals.meet(&envelope, 8);
        assert!(!arrivals.has_news());
        arrivals.want(true);
        for _ in 0..MOST + 3 {
            arrivals.come_early(&envelope, 8);
        }
        arrivals.come_early(&Envelope { context: ContextId(6), ..envelope }, 8);
        let (noted, missed) = arrivals.take();
        assert_eq!(noted.len(), MOST);
        assert_eq!(missed.into_iter().collect::<Vec<_>>(), [(ContextId(4), 3), (ContextId(6), 1)]);
        assert_eq!(noted[0], Arrival { envelope, bytes: 8, is_expected: false });
        assert_eq!((arrivals.expected, arrivals.unexpected), (1, MOST as u64 + 4));
        arrivals.meet(&envelope, 8);
        arrivals.want(false);
        assert!(!arrivals.has_news());
    }
}
