//! Contexts: the numbers that keep the messages of communicators apart.
//!
//! A communicator has an even number for its point-to-point messages and the next one for its
//! collectives. The members agree on the largest number that one of them would take next; numbers only
//! grow. With threads or non-blocking duplications several agreements can be under way in one process and
//! arrive at one number: a second vote finds that out, and the losers try again with numbers spread apart.
//! A number below the next one is as good as any, unless another agreement of this time has it: otherwise
//! those that overlap would chase each other upwards, and with many threads use all numbers up.

use crate::comm::meeting::Meeting;
use crate::constants::MPI_ERR_OTHER;
use crate::error::{Error, Result};
use crate::process::{enter, is_shared};
use ferry_wire::ContextId;
use std::collections::BTreeSet;

/// Marks the contexts of partitioned communication; those of communicators have smaller numbers.
pub(crate) const PARTITIONED: u32 = 1 << 31;

/// The first number after those of `MPI_COMM_WORLD` and `MPI_COMM_SELF`.
const FIRST: u32 = 4;

/// The numbers that this process has not taken part in.
#[derive(Debug)]
pub(crate) struct Contexts {
    /// The least that no communicator of this process has, nor any larger.
    next: u32,
    /// The agreements under way here.
    under_way: Vec<AgreementBegin>,
    /// What was taken that one of them may come to again.
    taken: BTreeSet<u32>,
}

/// The least number that was free here when an agreement began: it has proposed none below that.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) struct AgreementBegin(u32);

impl Default for Contexts {
    fn default() -> Self {
        Contexts { next: FIRST, under_way: Vec::new(), taken: BTreeSet::new() }
    }
}

impl Contexts {
    /// An agreement begins here.
    pub(crate) fn begin(&mut self) -> AgreementBegin {
        let begin = AgreementBegin(self.next);
        self.under_way.push(begin);
        begin
    }

    /// An agreement is over, whatever came of it.
    pub(crate) fn end(&mut self, begin: AgreementBegin) {
        if let Some(at) = self.under_way.iter().position(|other| *other == begin) {
            self.under_way.swap_remove(at);
        }
        self.taken = self.taken.split_off(&self.floor());
    }

    /// What no agreement under way has proposed less than.
    fn floor(&self) -> u32 {
        self.under_way.iter().min().map_or(self.next, |begin| begin.0)
    }

    /// Whether several agreements are under way here.
    pub(crate) fn overlap(&self) -> bool {
        self.under_way.len() > 1
    }

    /// A number that is free here; from the second attempt on spread by `salt`.
    pub(crate) fn proposal(&self, salt: u32, attempt: u32) -> u64 {
        let spread = 8u32 << attempt.min(12);
        let mixed = salt.wrapping_add(attempt).wrapping_mul(0x9e37_79b1) >> 16;
        let skip = if attempt == 0 { 0 } else { mixed % spread };
        u64::from(self.next) + 2 * u64::from(skip)
    }

    /// An agreement has failed here, to which this number was proposed: others may have come to it by then.
    pub(crate) fn avoid(&mut self, proposed: u64) {
        let after = u32::try_from(proposed + 2).unwrap_or(PARTITIONED);
        self.next = self.next.max(after.min(PARTITIONED));
    }

    /// Takes a number for an agreement under way, if it is free here.
    pub(crate) fn reserve(&mut self, id: u64) -> Result<bool> {
        let after = u32::try_from(id + 2).ok().filter(|after| *after <= PARTITIONED);
        let after = after.ok_or_else(used_up)?;
        let id = after - 2;
        if id < self.floor() || !self.taken.insert(id) {
            return Ok(false);
        }
        self.next = self.next.max(after);
        Ok(true)
    }
}

pub(crate) fn used_up() -> Error {
    Error::new(MPI_ERR_OTHER, "all numbers for communicators of this job are used up")
}

/// A number that is free in all processes of a meeting. All of them must call.
pub(crate) fn agree(meeting: &Meeting) -> Result<ContextId> {
    let begin = enter().contexts.begin();
    let agreed = agree_with(meeting);
    enter().contexts.end(begin);
    agreed
}

fn agree_with(meeting: &Meeting) -> Result<ContextId> {
    let salt = meeting.context().0.wrapping_add(meeting.tag().cast_unsigned() << 8) >> 1;
    for attempt in 0.. {
        let mut proposals = {
            let process = enter();
            let overlaps = is_shared() || process.contexts.overlap();
            [process.contexts.proposal(salt, attempt), u64::from(overlaps)]
        };
        let own = proposals[0];
        meeting.largest(&mut proposals).inspect_err(|_| enter().contexts.avoid(own))?;
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
    use proptest::prelude::*;

    #[test]
    fn a_number_is_taken_once() {
        let mut contexts = Contexts::default();
        let begin = contexts.begin();
        let first = contexts.proposal(7, 0);
        assert_eq!(first, 4);
        assert!(contexts.reserve(first).unwrap());
        assert!(!contexts.reserve(first).unwrap());
        assert!(contexts.reserve(20).unwrap());
        assert!(contexts.reserve(8).unwrap(), "it is free, though below the next");
        assert_eq!(contexts.proposal(7, 0), 22);
        contexts.end(begin);
        contexts.begin();
        assert!(!contexts.reserve(10).unwrap(), "nobody has proposed so little");
        for attempt in 1..40 {
            let proposal = contexts.proposal(attempt * 3, attempt);
            assert!(proposal >= 22 && proposal % 2 == 0);
        }
        for too_large in [u64::from(PARTITIONED), u64::from(u32::MAX) - 1, u64::from(u32::MAX)] {
            assert_eq!(contexts.reserve(too_large).unwrap_err().code, MPI_ERR_OTHER);
        }
    }

    #[test]
    fn what_others_may_have_come_to_is_not_proposed_again() {
        let mut contexts = Contexts::default();
        let begin = contexts.begin();
        let proposed = contexts.proposal(7, 0);
        contexts.avoid(proposed);
        contexts.end(begin);
        assert_eq!(contexts.proposal(7, 0), proposed + 2);
        contexts.avoid(proposed);
        assert_eq!(contexts.proposal(7, 0), proposed + 2);
        contexts.avoid(u64::from(u32::MAX));
        assert!(contexts.reserve(contexts.proposal(7, 0)).is_err());
    }

    #[test]
    fn what_was_taken_is_kept_as_long_as_it_may_come_again() {
        let mut contexts = Contexts::default();
        let mut last = contexts.begin();
        // There is always one under way, as in a pipeline of duplications.
        for _ in 0..1000 {
            let next = contexts.begin();
            let id = contexts.proposal(1, 0);
            assert!(contexts.reserve(id).unwrap() && !contexts.reserve(id).unwrap());
            contexts.end(last);
            last = next;
        }
        assert!(contexts.taken.len() < 4, "{} are kept", contexts.taken.len());
    }

    /// What one agreement waits for at one process.
    #[derive(Clone, Copy, PartialEq)]
    enum Waits {
        Proposal,
        Vote { id: u64 },
    }

    /// One agreement after the other on a communicator of all processes.
    struct Line {
        salt: u32,
        attempt: u32,
        /// What each process has said in the pass under way.
        said: Vec<Option<u64>>,
        begun: Vec<Option<AgreementBegin>>,
        waits: Waits,
        left: u32,
    }

    impl Line {
        /// Its part at one process, if that has not done it. Returns the number that was agreed on.
        fn step(&mut self, contexts: &mut [Contexts], process: usize) -> Option<u64> {
            if self.left == 0 || self.said[process].is_some() {
                return None;
            }
            let here = &mut contexts[process];
            self.said[process] = Some(match self.waits {
                Waits::Proposal => {
                    if self.attempt == 0 {
                        self.begun[process] = Some(here.begin());
                    }
                    here.proposal(self.salt, self.attempt)
                }
                Waits::Vote { id } => u64::from(!here.reserve(id).expect("numbers are left")),
            });
            let all: Option<Vec<u64>> = self.said.iter().copied().collect();
            let largest = all?.into_iter().max()?;
            self.said.fill(None);
            match self.waits {
                Waits::Proposal => self.waits = Waits::Vote { id: largest },
                Waits::Vote { id } => {
                    self.waits = Waits::Proposal;
                    self.attempt += 1;
                    if largest == 0 {
                        (self.attempt, self.left) = (0, self.left - 1);
                        for (here, begun) in contexts.iter_mut().zip(&mut self.begun) {
                            here.end(begun.take().expect("it has begun"));
                        }
                        return Some(id);
                    }
                }
            }
            None
        }
    }

    proptest! {
        /// Threads that duplicate communicators at once in all processes, in any order of their steps: no
        /// number is given twice, and none is wasted by chasing.
        #[test]
        fn agreements_that_overlap_do_not_chase_each_other(
            processes in 2usize..6,
            threads in 2u32..9,
            seed in any::<u64>(),
        ) {
            const EACH: u32 = 30;
            let mut contexts: Vec<_> = (0..processes).map(|_| Contexts::default()).collect();
            let mut lines: Vec<_> = (0..threads).map(|thread| Line {
                salt: 3 + thread,
                attempt: 0,
                said: vec![None; processes],
                begun: vec![None; processes],
                waits: Waits::Proposal,
                left: EACH,
            }).collect();
            let (mut given, mut random) = (BTreeSet::new(), seed | 1);
            while lines.iter().any(|line| line.left != 0) {
                random ^= random << 13;
                random ^= random >> 7;
                random ^= random << 17;
                let line = &mut lines[random as usize % threads as usize];
                if let Some(id) = line.step(&mut contexts, (random >> 32) as usize % processes) {
                    prop_assert!(given.insert(id), "{id} was given twice");
                }
            }
            let last = contexts.iter().map(|c| c.next).max().unwrap_or_default();
            prop_assert!(last < 64 * threads * EACH, "numbers up to {last}");
        }
    }
}
