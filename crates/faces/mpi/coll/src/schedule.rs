//! What a process has to do, in order: steps in rounds over three buffers.

use smallvec::SmallVec;

/// The three packed buffers a schedule works on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum PackedBuffer {
    /// The caller's send buffer; read only.
    Input,
    /// The caller's receive buffer (for a broadcast: its only buffer).
    Output,
    /// Temporary memory of [`Schedule::scratch`] bytes, with no meaning before or after the call.
    Scratch,
}

/// A range of bytes in one of the buffers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Span {
    /// The buffer.
    pub place: PackedBuffer,
    /// First byte.
    pub offset: usize,
    /// Number of bytes.
    pub len: usize,
}

impl Span {
    /// A range of a buffer.
    pub fn new(place: PackedBuffer, offset: usize, len: usize) -> Self {
        Span { place, offset, len }
    }

    /// A range inside this one.
    pub fn part(self, offset: usize, len: usize) -> Self {
        debug_assert!(offset + len <= self.len, "a part must lie inside its span");
        Span { place: self.place, offset: self.offset + offset, len }
    }

    /// The byte after the last one.
    pub fn end(self) -> usize {
        self.offset + self.len
    }

    /// Whether the two ranges share a byte.
    pub fn overlaps(self, other: Span) -> bool {
        self.place == other.place
            && self.len > 0
            && other.len > 0
            && self.offset < other.end()
            && other.offset < self.end()
    }
}

/// On which side of the operation the operand of [`Step::Reduce`] stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Side {
    /// `into = operand op into`, what an `MPI_User_function(operand, into)` computes.
    Left,
    /// `into = into op operand`. Only for operations that do not commute, and only with an operand in
    /// [`PackedBuffer::Scratch`] that is not read again: the executor may compute
    /// `operand = into op operand` and copy that to `into`.
    Right,
}

/// One action of a schedule.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Step {
    /// Send the bytes to a rank of the group.
    Send {
        /// Destination rank.
        to: u32,
        /// What to read.
        span: Span,
    },
    /// Receive exactly as many bytes from a rank of the group.
    Recv {
        /// Source rank.
        from: u32,
        /// Where to write.
        span: Span,
    },
    /// Copy bytes; the ranges have one length and do not overlap.
    Copy {
        /// What to read.
        from: Span,
        /// Where to write.
        to: Span,
    },
    /// Combine two vectors; the ranges have one length and do not overlap.
    Reduce {
        /// The operand that is kept apart.
        operand: Span,
        /// The other operand, and the result.
        into: Span,
        /// Where the operand stands.
        side: Side,
    },
}

impl Step {
    /// Whether the step needs no other process.
    pub fn is_local(&self) -> bool {
        matches!(self, Step::Copy { .. } | Step::Reduce { .. })
    }
}

/// Communication that runs at once, and what to do locally when all of it is complete.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Round<'a> {
    /// Sends and receives, started together in this order. No receive touches a byte that another
    /// step of `messages` reads or writes.
    pub messages: &'a [Step],
    /// Copies and reductions, done in this order after the last message is complete.
    pub local: &'a [Step],
}

/// Where a round's messages and its local steps end in the list of steps.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct RoundEnd {
    pub(crate) messages: u32,
    pub(crate) local: u32,
}

/// One process's part of one collective call.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Schedule {
    pub(crate) steps: SmallVec<[Step; 4]>,
    pub(crate) bounds: SmallVec<[RoundEnd; 4]>,
    pub(crate) scratch: usize,
}

impl Schedule {
    /// How many rounds there are.
    pub fn len(&self) -> usize {
        self.bounds.len()
    }

    /// Whether there is nothing to do.
    pub fn is_empty(&self) -> bool {
        self.bounds.is_empty()
    }

    /// How many bytes of [`PackedBuffer::Scratch`] the schedule needs.
    pub fn scratch(&self) -> usize {
        self.scratch
    }

    /// A round by its number, `None` after the last.
    pub fn round(&self, index: usize) -> Option<Round<'_>> {
        let bounds = self.bounds.get(index)?;
        let start = if index == 0 { 0 } else { self.bounds[index - 1].local as usize };
        let (messages, local) = (bounds.messages as usize, bounds.local as usize);
        Some(Round { messages: &self.steps[start..messages], local: &self.steps[messages..local] })
    }

    /// The rounds in order.
    pub fn rounds(&self) -> impl Iterator<Item = Round<'_>> {
        (0..self.len()).filter_map(|index| self.round(index))
    }
}
