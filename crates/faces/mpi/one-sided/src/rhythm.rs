//! After which access a program asks whether all is done, guessed from when it asked before.
//!
//! The access after which the question is due carries it, so that no frame has to follow. Most programs ask after
//! each access, or after as many as the last time. A wrong guess costs an answer that nobody waits for.

/// The accesses of an origin to one target, and its questions.
#[derive(Default, Debug)]
pub(crate) struct Rhythm {
    /// Accesses since the last question.
    since: u32,
    /// As many as there were before it.
    usual: u32,
}

impl Rhythm {
    /// An access begins. Whether it is the one after which the program is likely to ask.
    pub(crate) fn access(&mut self) -> bool {
        self.since = self.since.saturating_add(1);
        self.since == self.usual
    }

    /// The program asks. A question right after another says nothing of accesses.
    pub(crate) fn ask(&mut self) {
        if self.since != 0 {
            (self.since, self.usual) = (0, self.since);
        }
    }

    /// What follows the accesses is a frame in any case.
    pub(crate) fn end(&mut self) {
        *self = Rhythm::default();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Which of so many accesses are expected to be the last before a question.
    fn expected(rhythm: &mut Rhythm, accesses: u32) -> Vec<u32> {
        let expected = (1..=accesses).filter(|_| rhythm.access()).collect();
        rhythm.ask();
        expected
    }

    const NONE: [u32; 0] = [];

    #[test]
    fn a_question_is_expected_after_as_many_accesses_as_before() {
        let mut rhythm = Rhythm::default();
        assert_eq!(expected(&mut rhythm, 1), NONE, "nothing is known yet");
        assert_eq!(expected(&mut rhythm, 1), [1]);
        assert_eq!(expected(&mut rhythm, 3), [1]);
        assert_eq!(expected(&mut rhythm, 3), [3]);
        rhythm.ask();
        assert_eq!(expected(&mut rhythm, 2), NONE, "fewer than usual");
        assert_eq!(expected(&mut rhythm, 100), [2], "it is guessed once");
        rhythm.end();
        assert_eq!(expected(&mut rhythm, 100), NONE);
    }
}
