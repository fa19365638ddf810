//! Whether the user answers what comes at once, so that an acknowledgement can wait for the answer and travel
//! with it: a packet of its own would leave before it and delay it.

use ferry_method::Now;
use std::time::Duration;

/// A program that answers a message does so within this time.
pub const ANSWER: Duration = Duration::from_micros(50);

/// What was seen of a peer's user.
#[derive(Clone, Copy, Debug, Default)]
pub struct Answering {
    /// When frames were last read, unless something was sent since.
    read_at: Option<Now>,
    /// What was read last was answered in time.
    is_usual: bool,
    waits_until: Option<Now>,
}

impl Answering {
    /// Frames were read: does their acknowledgement wait?
    pub fn note_read(&mut self, now: Now) -> bool {
        self.is_usual &= self.read_at.is_none();
        self.read_at = Some(now);
        self.waits_until = self.is_usual.then(|| now + ANSWER);
        self.is_usual
    }

    /// A frame is sent, and with it what there is to acknowledge.
    pub fn note_sent(&mut self, now: Now) {
        if let Some(read_at) = self.read_at.take() {
            self.is_usual = now < read_at + ANSWER;
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
        assert!(!answering.note_read(us(0)), "nothing is known yet");
        answering.note_sent(us(10));
        assert!(answering.note_read(us(100)));
        assert_eq!(answering.waits_until(), Some(us(150)));
        answering.note_sent(us(110));
        assert_eq!(answering.waits_until(), None);
    }

    #[test]
    fn what_is_not_answered_or_late_is_acknowledged_at_once_the_next_time() {
        let usual = Answering { is_usual: true, ..Answering::default() };
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
