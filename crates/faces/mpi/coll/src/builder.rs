//! How the algorithms write a schedule down.

use crate::schedule::{PackedBuffer, RoundEnd, Schedule, Side, Span, Step};

/// Collects steps into rounds. A message after a local step opens the next round by itself;
/// [`Builder::next_round`] separates messages that depend on each other.
#[derive(Default)]
pub(crate) struct Builder {
    schedule: Schedule,
    /// First step of the open round.
    start: usize,
    /// End of the open round's messages, once it has local steps.
    messages: Option<usize>,
}

impl Builder {
    /// Sends, unless there is nothing to send.
    pub(crate) fn send(&mut self, to: u32, span: Span) {
        if span.len > 0 {
            self.message(Step::Send { to, span });
        }
    }

    /// Receives, unless there is nothing to receive.
    pub(crate) fn recv(&mut self, from: u32, span: Span) {
        if span.len > 0 {
            self.message(Step::Recv { from, span });
        }
    }

    /// Sends a message without data.
    pub(crate) fn signal(&mut self, to: u32) {
        self.message(Step::Send { to, span: Span::new(PackedBuffer::Input, 0, 0) });
    }

    /// Receives a message without data.
    pub(crate) fn await_signal(&mut self, from: u32) {
        self.message(Step::Recv { from, span: Span::new(PackedBuffer::Output, 0, 0) });
    }

    /// Copies, unless there is nothing to copy or it is there already.
    pub(crate) fn copy(&mut self, from: Span, to: Span) {
        if from.len > 0 && from != to {
            self.local(Step::Copy { from, to });
        }
    }

    /// `into = operand op into`.
    pub(crate) fn reduce(&mut self, operand: Span, into: Span) {
        if into.len > 0 {
            self.local(Step::Reduce { operand, into, side: Side::Left });
        }
    }

    /// `into = into op operand`, the operand in scratch and dead afterwards.
    pub(crate) fn reduce_right(&mut self, operand: Span, into: Span, commutative: bool) {
        let side = if commutative { Side::Left } else { Side::Right };
        if into.len > 0 {
            self.local(Step::Reduce { operand, into, side });
        }
    }

    /// Takes a fresh range of scratch.
    pub(crate) fn scratch(&mut self, len: usize) -> Span {
        let span = Span::new(PackedBuffer::Scratch, self.schedule.scratch, len);
        self.schedule.scratch += len;
        span
    }

    /// Closes the open round if it has any step.
    pub(crate) fn next_round(&mut self) {
        let end = self.schedule.steps.len();
        if end > self.start {
            let messages = self.messages.take().unwrap_or(end);
            self.schedule.bounds.push(RoundEnd { messages: index(messages), local: index(end) });
            self.start = end;
        }
    }

    /// The finished schedule.
    pub(crate) fn finish(mut self) -> Schedule {
        self.next_round();
        self.schedule
    }

    fn message(&mut self, step: Step) {
        if self.messages.is_some() {
            self.next_round();
        }
        self.schedule.steps.push(step);
    }

    fn local(&mut self, step: Step) {
        self.messages.get_or_insert(self.schedule.steps.len());
        self.schedule.steps.push(step);
    }
}

/// A position among the steps; their number is bounded by memory long before 32 bits are full.
fn index(position: usize) -> u32 {
    u32::try_from(position).expect("a schedule has fewer than 2^32 steps")
}
