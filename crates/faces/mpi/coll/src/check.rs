//! Proof that a schedule can be run: bounds, overlaps, peers.

use crate::schedule::{PackedBuffer, Round, Schedule, Side, Span, Step};

/// What is wrong with a schedule. Every fault is a mistake of the caller's arguments (overlapping
/// blocks, a root outside the group) or of an algorithm.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ScheduleFault {
    /// A span leaves its buffer.
    #[error("round {round}: {span:?} leaves its buffer of {len} bytes")]
    OutOfBounds {
        /// Round number.
        round: usize,
        /// The span.
        span: Span,
        /// The buffer's length.
        len: usize,
    },
    /// A receive touches bytes that another message of the round reads or writes.
    #[error("round {round}: a receive into {0:?} overlaps {1:?} in the same round", spans.0, spans.1)]
    Overlap {
        /// Round number.
        round: usize,
        /// The two spans.
        spans: (Span, Span),
    },
    /// A local step whose spans overlap or differ in length.
    #[error("round {round}: {step:?} needs two separate spans of one length")]
    Unfit {
        /// Round number.
        round: usize,
        /// The step.
        step: Step,
    },
    /// A step that writes to the input, or reduces from the right with an operand outside scratch.
    #[error("round {round}: {step:?} writes where it must not")]
    ReadOnly {
        /// Round number.
        round: usize,
        /// The step.
        step: Step,
    },
    /// A message to or from a rank outside the group.
    #[error("round {round}: rank {peer} is not in a group of {size}")]
    Stranger {
        /// Round number.
        round: usize,
        /// The rank.
        peer: u32,
        /// The group's size.
        size: u32,
    },
}

impl Schedule {
    /// Checks the schedule against the group's size and the lengths of the caller's buffers.
    pub fn check(&self, size: u32, input: usize, output: usize) -> Result<(), ScheduleFault> {
        let lens = |place| match place {
            PackedBuffer::Input => input,
            PackedBuffer::Output => output,
            PackedBuffer::Scratch => self.scratch,
        };
        for (number, round) in self.rounds().enumerate() {
            for step in round.messages.iter().chain(round.local) {
                for span in spans(step).into_iter().flatten() {
                    let len = lens(span.place);
                    if span.offset.checked_add(span.len).is_none_or(|end| end > len) {
                        return Err(ScheduleFault::OutOfBounds { round: number, span, len });
                    }
                }
                check_step(number, step, size)?;
            }
            check_overlaps(number, round)?;
        }
        Ok(())
    }
}

fn spans(step: &Step) -> [Option<Span>; 2] {
    match *step {
        Step::Send { span, .. } | Step::Recv { span, .. } => [Some(span), None],
        Step::Copy { from, to } => [Some(from), Some(to)],
        Step::Reduce { operand, into, .. } => [Some(operand), Some(into)],
    }
}

fn check_step(round: usize, step: &Step, size: u32) -> Result<(), ScheduleFault> {
    let read_only = |span: Span| span.place == PackedBuffer::Input && span.len > 0;
    let (forbidden, unfit) = match *step {
        Step::Send { to: peer, .. } | Step::Recv { from: peer, .. } if peer >= size => {
            return Err(ScheduleFault::Stranger { round, peer, size });
        }
        Step::Send { .. } => (false, false),
        Step::Recv { span, .. } => (read_only(span), false),
        Step::Copy { from, to } => (read_only(to), from.len != to.len || from.overlaps(to)),
        Step::Reduce { operand, into, side } => {
            let burnt = side == Side::Right && operand.place != PackedBuffer::Scratch;
            (read_only(into) || burnt, operand.len != into.len || operand.overlaps(into))
        }
    };
    match (forbidden, unfit) {
        (true, _) => Err(ScheduleFault::ReadOnly { round, step: *step }),
        (_, true) => Err(ScheduleFault::Unfit { round, step: *step }),
        _ => Ok(()),
    }
}

/// Sorts the round's spans by position; the furthest end seen so far of the sends and of the receives
/// then shows every forbidden overlap in one pass.
fn check_overlaps(round: usize, messages: Round<'_>) -> Result<(), ScheduleFault> {
    let mut touched: Vec<(Span, bool)> = messages
        .messages
        .iter()
        .filter_map(|step| match *step {
            Step::Send { span, .. } => Some((span, false)),
            Step::Recv { span, .. } => Some((span, true)),
            _ => None,
        })
        .filter(|(span, _)| span.len > 0)
        .collect();
    touched.sort_unstable_by_key(|(span, _)| (span.place, span.offset));
    let (mut read, mut written): (Option<Span>, Option<Span>) = (None, None);
    for (span, writes) in touched {
        for earlier in [written, read.filter(|_| writes)].into_iter().flatten() {
            if span.overlaps(earlier) {
                return Err(ScheduleFault::Overlap { round, spans: (span, earlier) });
            }
        }
        let furthest = if writes { &mut written } else { &mut read };
        if furthest.is_none_or(|f| f.place != span.place || f.end() < span.end()) {
            *furthest = Some(span);
        }
    }
    Ok(())
}
