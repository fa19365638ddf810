//! When data that came is to be acknowledged (RFC 9260 §6.2, §6.7; RFC 7053 §5.2).

use std::time::Duration;

use crate::Now;
use crate::path::PathId;

/// Ends that were answered in time, one after the other, after which answers are usual: a program that computes
/// after some of its messages acknowledges nothing while it does.
const USUAL: u8 = 4;

/// What of the data that came the peer has yet to be told.
///
/// The end of all that a peer has to say is acknowledged at once, since the peer may wait for it. Where the
/// user answers such ends with data of its own, that carries the acknowledgement: a packet of its own would
/// leave before the answer and delay it.
#[derive(Debug, Default)]
pub(super) struct Acknowledgement {
    /// Packets with data since the last SACK.
    pub(super) packets: u32,
    /// At once, for a reason that does not pass.
    pub(super) now: bool,
    /// At once, for the number of packets.
    is_counted: bool,
    /// At this time at the latest.
    pub(super) due: Option<Now>,
    /// Where data came from last; the SACK goes back there.
    pub(super) path: Option<PathId>,
    /// The packet that is looked at ends what the peer has to say.
    pub(super) is_end: bool,
    /// When such an end came last, until something is sent.
    end_at: Option<Now>,
    /// Ends in a row that were answered in time, up to [`USUAL`].
    answered: u8,
}

/// How long each is waited for.
#[derive(Clone, Copy, Debug)]
pub(super) struct AcknowledgementPatience {
    /// For more packets.
    pub(super) delay: Duration,
    /// Packets that are acknowledged at once.
    pub(super) every: u32,
    /// For an answer.
    pub(super) answer: Duration,
}

impl Acknowledgement {
    /// Whether a packet is to leave for it alone.
    pub(super) fn is_urgent(&self) -> bool {
        self.now || self.is_counted
    }

    /// A packet with data was taken.
    pub(super) fn note(&mut self, now: Now, path: PathId, patience: AcknowledgementPatience) {
        self.packets += 1;
        self.path = Some(path);
        if std::mem::take(&mut self.is_end) {
            self.note_end(now, patience);
        } else {
            self.is_counted |= self.packets >= patience.every;
        }
        if !self.is_urgent() && self.due.is_none() {
            self.due = Some(now.saturating_add(patience.delay));
        }
    }

    fn note_end(&mut self, now: Now, patience: AcknowledgementPatience) {
        if self.end_at.replace(now).is_some() {
            self.answered = 0;
        }
        let is_usual = self.answered >= USUAL;
        self.now |= !is_usual;
        if is_usual {
            self.is_counted = false;
            let due = now.saturating_add(patience.answer);
            self.due = Some(self.due.map_or(due, |earlier| earlier.min(due)));
        }
    }

    /// Data of the user's leaves.
    pub(super) fn note_answer(&mut self, now: Now, patience: Duration) {
        if let Some(end_at) = self.end_at.take() {
            let is_in_time = now.saturating_sub(end_at) < patience;
            self.answered = if is_in_time { (self.answered + 1).min(USUAL) } else { 0 };
        }
    }

    /// The peer was told.
    pub(super) fn told(&mut self) {
        (self.now, self.is_counted, self.packets, self.due) = (false, false, 0, None);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const PATH: PathId = PathId(0);
    const PATIENCE: AcknowledgementPatience = AcknowledgementPatience {
        delay: Duration::from_millis(2),
        every: 2,
        answer: Duration::from_micros(50),
    };

    fn us(n: u64) -> Now {
        Duration::from_micros(n)
    }

    fn take(acknowledgement: &mut Acknowledgement, at: Now, is_end: bool) {
        acknowledgement.is_end = is_end;
        acknowledgement.note(at, PATH, PATIENCE);
    }

    #[test]
    fn an_end_is_acknowledged_at_once_until_answers_are_usual() {
        let mut acknowledgement = Acknowledgement::default();
        for n in 0..u64::from(USUAL) {
            take(&mut acknowledgement, us(100 * n), true);
            assert!(acknowledgement.is_urgent(), "{n}");
            acknowledgement.told();
            acknowledgement.note_answer(us(100 * n + 10), PATIENCE.answer);
        }
        // Three packets, the last of them an end.
        for is_end in [false, false, true] {
            take(&mut acknowledgement, us(1000), is_end);
        }
        assert!(!acknowledgement.is_urgent());
        assert_eq!(acknowledgement.due, Some(us(1050)));
    }

    #[test]
    fn an_end_without_an_answer_is_the_last_that_waits() {
        let mut acknowledgement = Acknowledgement { answered: USUAL, ..Default::default() };
        take(&mut acknowledgement, us(0), true);
        assert!(!acknowledgement.is_urgent());
        take(&mut acknowledgement, us(30), true);
        assert!(acknowledgement.is_urgent(), "nothing was sent in between");
    }

    #[test]
    fn an_answer_that_took_long_is_none() {
        let mut acknowledgement = Acknowledgement { answered: USUAL, ..Default::default() };
        take(&mut acknowledgement, us(0), true);
        acknowledgement.told();
        acknowledgement.note_answer(us(50), PATIENCE.answer);
        take(&mut acknowledgement, us(90), true);
        assert!(acknowledgement.is_urgent());
    }

    #[test]
    fn what_goes_on_is_acknowledged_by_the_packet() {
        let mut acknowledgement = Acknowledgement { answered: USUAL, ..Default::default() };
        take(&mut acknowledgement, us(0), false);
        assert!(!acknowledgement.is_urgent());
        assert_eq!(acknowledgement.due, Some(us(2000)));
        take(&mut acknowledgement, us(1), false);
        assert!(acknowledgement.is_urgent());
        // A gap is told whatever comes after it.
        acknowledgement.now = true;
        take(&mut acknowledgement, us(2), true);
        assert!(acknowledgement.is_urgent());
    }
}
