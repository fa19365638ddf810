//! Whether the user answers what comes at once, so that an acknowledgement can wait for the answer and travel
//! with it: a packet of its own would leave before it and delay it.

use ferry_method::Now;
use std::time::Duration;

/// A program that answers a message does so within this time.
pub const ANSWER: Duration = Duration::from_micros(50);

/// Answers in time, one after the other, after which they are usual: a program that computes after some of its
/// messages acknowledges nothing while it does.
const USUAL: u8 = 4;

/// What was seen of a peer's user.
#[derive(Clone, Copy, Debug, Default)]
pub struct Answering {
    /// When frames were last read, unless something was sent since.
    read_at: Option<Now>,
    /// Reads in a row that were answered in time, up to [`USUAL`].
    answered: u8,
    waits_until: Option<Now>,
}

impl Answering {
    /// Frames were read: does their acknowledgement wait?
    pub fn note_read(&mut self, now: Now) -> bool {
        if self.read_at.replace(now).is_some() {
            self.answered = 0;
        }
        let is_usual = self.answered >= USUAL;
        self.waits_until = is_usual.then(|| now + ANSWER);
        is_usual
    }

    /// A frame is sent, and with it what there is to acknowledge.
    pub fn note_sent(&mut self, now: Now) {
        if let Some(read_at) = self.read_at.take() {
            self.answered = if now < read_at + ANSWER { (self.answered + 1).min(USUAL) } else { 0 };
        }
        self.waits_until = None;
    }

    /// What there is to acknowledge was sent by itself.
    pub fn note_acknowledged(&mut self) {
        self.waits_until = None;
    }

    /// Until when an acknowledgement waits, if one does.
    pub fn waits_until(&self) -> Option<Now> {
        self.waits_until
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn us(n: u64) -> Now {
        Duration::from_micros(n)
    }

    #[test]
    fn an_acknowledgement_waits_once_answers_are_usual() {
        let mut answering = Answering::default();
        for n in 0..u64::from(USUAL) {
            assert!(!answering.note_read(us(100 * n)), "too little is known yet");
            answering.note_sent(us(100 * n + 10));
        }
        assert!(answering.note_read(us(1000)));
        assert_eq!(answering.waits_until(), Some(us(1050)));
        answering.note_sent(us(1010));
        assert_eq!(answering.waits_until(), None);
    }

    #[test]
    fn what_is_not_answered_or_late_is_acknowledged_at_once_the_next_time() {
        let usual = Answering { answered: USUAL, ..Answering::default() };
        let mut silent = usual;
        assert!(silent.note_read(us(0)));
        silent.note_acknowledged();
        assert!(!silent.note_read(us(60)), "the last had no answer");
        let mut late = usual;
        assert!(late.note_read(us(0)));
        late.note_sent(us(50));
        assert!(!late.note_read(us(90)));
    }
}
