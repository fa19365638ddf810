//! Contexts: the numbers that keep the messages of communicators apart.
//!
//! A communicator has an even number for its point-to-point messages and the next one for its
//! collectives. The members agree on the largest number that one of them would take next. Numbers
//! only grow, so a process can judge a number by its own next one alone. With threads or non-blocking
//! duplications two agreements can meet in one process and arrive at one number; then a second vote finds that out, and the
//! losers try again with numbers spread apart.

use crate::comm::meeting::Meeting;
use crate::constants::MPI_ERR_OTHER;
use crate::error::{Error, Result};
use crate::process::{enter, is_shared};
use ferry_wire::ContextId;

/// The first number after those of `MPI_COMM_WORLD` and `MPI_COMM_SELF`.
const FIRST: u32 = 4;

/// The numbers that this process has not taken part in.
#[derive(Debug)]
pub(crate) struct Contexts {
    next: u32,
}

impl Default for Contexts {
    fn default() -> Self {
        Contexts { next: FIRST }
    }
}

impl Contexts {
    /// A number that is free here; from the second attempt on spread by `salt`.
    pub(crate) fn proposal(&self, salt: u32, attempt: u32) -> u64 {
        let spread = 8u32 << attempt.min(12);
        let skip = if attempt == 0 { 0 } else { salt.wrapping_mul(0x9e37_79b1) % spread };
        u64::from(self.next) + 2 * u64::from(skip)
    }

    /// Takes a number, if it is free here.
    pub(crate) fn reserve(&mut self, id: u64) -> Result<bool> {
        let after = u32::try_from(id + 2).map_err(|_| used_up())?;
        if id < u64::from(self.next) {
            return Ok(false);
        }
        self.next = after;
        Ok(true)
    }
}

pub(crate) fn used_up() -> Error {
    Error::new(MPI_ERR_OTHER, "all numbers for communicators of this job are used up")
}

/// A number that is free in all processes of a meeting. All of them must call.
pub(crate) fn agree(meeting: &Meeting) -> Result<ContextId> {
    let salt = meeting.context().0.wrapping_add(meeting.tag().cast_unsigned() << 8) >> 1;
    for attempt in 0.. {
        let mut proposals = {
            let process = enter();
            let overlaps = is_shared() || process.duplications.are_under_way();
            [process.contexts.proposal(salt, attempt), u64::from(overlaps)]
        };
        meeting.largest(&mut proposals)?;
        let [id, overlaps] = proposals;
        let mut refused = [u64::from(!enter().contexts.reserve(id)?)];
        if overlaps != 0 {
            meeting.largest(&mut refused)?;
        }
        if refused == [0] {
            return Ok(ContextId(id as u32));
        }
    }
    Err(Error::new(MPI_ERR_OTHER, "the processes could not agree on a communicator's number"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_number_is_taken_once() {
        let mut contexts = Contexts::default();
        let first = contexts.proposal(7, 0);
        assert_eq!(first, 4);
        assert!(contexts.reserve(first).unwrap());
        assert!(!contexts.reserve(first).unwrap());
        assert!(contexts.reserve(20).unwrap());
        assert!(!contexts.reserve(8).unwrap());
        assert_eq!(contexts.proposal(7, 0), 22);
        for attempt in 1..40 {
            let proposal = contexts.proposal(attempt * 3, attempt);
            assert!(proposal >= 22 && proposal % 2 == 0);
        }
        assert_eq!(contexts.reserve(u64::from(u32::MAX) - 1).unwrap_err().code, MPI_ERR_OTHER);
    }
}
