//! Long reductions in which the members read each other's operands where these lie, and what the others made of them.
//!
//! Each reduces its own part of all operands, and says so. In an allreduce it reads the others' parts then, and leaves when
//! all have what they need of it.

use super::reduction::LentVectors;
use super::turn::CommonsTurn;
use crate::error::Result;
use ferry_commons::{CommonsChange, CommonsMark};
use ferry_sys::{Arena, OwnedBuffer, copy_received};
use std::ops::Range;

/// So many bytes of an operand are read at a time: they are at hand yet when they are reduced.
const CHUNK: usize = 32 << 10;

/// Vectors that others can read: the program's, or a copy that is in place.
struct ReadableVectors<'a> {
    program: &'a LentVectors,
    copy: Option<(LentVectors, OwnedBuffer)>,
}

impl<'a> ReadableVectors<'a> {
    fn of(turn: &CommonsTurn, program: &'a LentVectors) -> Result<Self> {
        let LentVectors { op, basic, input, output, .. } = program;
        if turn.is_readable(input) && (output.is_empty() || turn.is_readable(output)) {
            return Ok(ReadableVectors { program, copy: None });
        }
        let buffer = turn.memory(input.len())?;
        let arena = buffer.arena(input.len());
        input.copy(0, &arena, 0, input.len());
        let vectors =
            LentVectors { op: *op, basic: *basic, input: arena, output: arena, in_place: true };
        Ok(ReadableVectors { program, copy: Some((vectors, buffer)) })
    }

    fn vectors(&self) -> &LentVectors {
        self.copy.as_ref().map_or(self.program, |(vectors, _)| vectors)
    }

    /// What was made of them goes to the program.
    fn give_back(&self) {
        if let Some((vectors, _)) = &self.copy {
            vectors.output.copy(0, &self.program.output, 0, self.program.output.len());
        }
    }
}

impl CommonsTurn {
    /// Says where this process's operand lies, and what it makes of all, and finds the others'.
    fn lend_vectors(&self, vectors: &LentVectors) -> Result<()> {
        let len = vectors.input.len();
        self.wait_for_place(0)?;
        let mark = CommonsMark { kind: self.kind, len };
        let address = |arena: &Arena| if arena.is_empty() { 0 } else { arena.address(0) as u64 };
        let addresses = [address(&vectors.input), address(&vectors.output)];
        if self.of.commons.lend(self.number, mark, addresses) {
            self.wake(CommonsChange::Laying(self.me()));
        }
        self.others().try_for_each(|rank| self.find_exactly(rank, len))
    }

    /// Reduces a part of all operands to `at` of `output`, in order of rank. This process's own may lie there.
    fn reduce_lent(
        &self,
        vectors: &LentVectors,
        whole: Range<usize>,
        (output, at): (&Arena, usize),
    ) -> Result<()> {
        let chunk = CHUNK / vectors.basic.extent() * vectors.basic.extent();
        self.with_scratch(2 * CHUNK, |room| {
            whole.clone().step_by(chunk).try_for_each(|start| {
                let part = start..whole.end.min(start + chunk);
                let mut output = output.write(at + start - whole.start, part.len());
                self.reduce_chunk(vectors, part, &room, output.as_mut_slice())
            })
        })
    }

    fn reduce_chunk(
        &self,
        vectors: &LentVectors,
        part: Range<usize>,
        room: &Arena,
        output: &mut [u8],
    ) -> Result<()> {
        let (op, basic, len) = (vectors.op, vectors.basic, part.len());
        // The first operand is written over this process's own where that is in place.
        vectors.input.copy(part.start, room, CHUNK, len);
        let own = room.read(CHUNK, len);
        let mut next = room.write(0, len);
        for rank in 0..self.members() {
            let address = self.lent_by(rank).unwrap_or(0) + part.start as u64;
            let is_own = rank == self.me();
            if rank == 0 {
                match is_own {
                    true => output.copy_from_slice(own.as_slice()),
                    false => self.read_member(rank, address, output)?,
                }
                continue;
            }
            if !is_own {
                self.read_member(rank, address, next.as_mut_slice())?;
            }
            let operand = if is_own { own.as_slice() } else { next.as_mut_slice() };
            // All are as long, and the operation is one for the datatype.
            let _ = ferry_op::reduce(op, basic, operand, output);
        }
        Ok(())
    }

    pub(super) fn allreduce_lent(&self, program: &LentVectors) -> Result<()> {
        let readable = ReadableVectors::of(self, program)?;
        let (vectors, extent) = (readable.vectors(), program.basic.extent());
        let len = vectors.input.len();
        self.lend_vectors(vectors)?;
        let own = self.share(len, extent, self.me());
        self.reduce_lent(vectors, own.clone(), (&vectors.output, own.start))?;
        self.end_piece(2, 0);
        for rank in self.others() {
            self.wait_for_reading(1, Some(rank))?;
            let part = self.share(len, extent, rank);
            if !part.is_empty() {
                let made = self.of.commons.lent_outcome(self.number, rank) + part.start as u64;
                let mut output = vectors.output.write(part.start, part.len());
                self.read_member(rank, made, output.as_mut_slice())?;
            }
        }
        self.note_all();
        self.end_piece(2, 1);
        self.wait_for_reading(2, None)?;
        readable.give_back();
        Ok(())
    }

    /// The blocks of the members are as long as `lens` says.
    pub(super) fn reduce_scatter_lent(&self, program: &LentVectors, lens: &[usize]) -> Result<()> {
        let readable = ReadableVectors::of(self, program)?;
        let vectors = readable.vectors();
        self.lend_vectors(vectors)?;
        let me = self.me() as usize;
        let (start, own) = (lens[..me].iter().sum::<usize>(), lens[me]);
        // In place it goes where others may read yet.
        let result = self.memory(if vectors.in_place { own } else { 0 })?;
        let output = if vectors.in_place { result.arena(own) } else { vectors.output };
        self.reduce_lent(vectors, start..start + own, (&output, 0))?;
        self.note_all();
        self.end_piece(1, 0);
        self.wait_for_reading(1, None)?;
        if vectors.in_place && own != 0 {
            copy_received(
                program.output.write(0, own).as_mut_slice(),
                output.read(0, own).as_slice(),
            );
        }
        Ok(())
    }
}
