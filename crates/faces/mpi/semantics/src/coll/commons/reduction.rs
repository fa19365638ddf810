//! Reductions with predefined operations: each member reads the operands where the others laid them out, in order of
//! rank, so that all that compute the same get the same.

use super::movement::{fits, parts_for_others};
use super::pieces::fits_in_pieces;
use super::turn::CommonsTurn;
use crate::coll::apart::apart;
use crate::coll::fast::builtin;
use crate::coll::operation::Vectors;
use crate::error::Result;
use crate::process::{Entered, Process};
use ferry_datatype::Basic;
use ferry_op::BuiltinOp;
use ferry_sys::{Arena, ReadRegion, copy_received};
use std::ops::Range;

/// The vectors of a reduction, looked up.
pub(super) struct LentVectors {
    pub(super) op: BuiltinOp,
    pub(super) basic: Basic,
    /// The contribution; with `MPI_IN_PLACE` where the result goes.
    pub(super) input: Arena,
    pub(super) output: Arena,
    pub(super) in_place: bool,
}

impl LentVectors {
    /// Contributions of so many elements, of which so many come here as the result.
    #[inline]
    fn of(process: &Process, vectors: &Vectors, (given, result): (u64, u64)) -> Option<Self> {
        let (op, basic) = builtin(process, vectors)?;
        let bytes = |count: u64| usize::try_from(count.checked_mul(basic.extent() as u64)?).ok();
        let len = bytes(given).filter(|len| fits_in_pieces(*len))?;
        let in_place = vectors.send.is_none();
        let is_null = vectors.send.is_some_and(|send| send.is_null());
        if is_null || (vectors.recv.is_null() && (in_place || result > 0)) {
            return None;
        }
        if result > 0 {
            apart(vectors.send.as_ref(), &vectors.recv).ok()?;
        }
        let output = match (in_place, bytes(result)?) {
            (true, _) => vectors.recv.arena(0, len),
            (false, 0) => Arena::empty(),
            (false, result) => vectors.recv.arena(0, result),
        };
        let input = vectors.send.map_or(output, |send| send.arena(0, len));
        Some(LentVectors { op, basic, input, output, in_place })
    }

    /// Whether they need no pieces.
    #[inline]
    fn are_short(&self) -> bool {
        fits(self.input.len())
    }
}

impl CommonsTurn {
    #[inline]
    fn lay_vectors(&self, vectors: &LentVectors) -> Result<()> {
        let len = vectors.input.len();
        self.lay_out(len, |out| out.copy_from_slice(vectors.input.read(0, len).as_slice()))
    }

    /// The same, but for a part that nobody else reads.
    fn lay_others_vectors(&self, vectors: &LentVectors, own: Range<usize>) -> Result<()> {
        let len = vectors.input.len();
        let input = vectors.input.read(0, len);
        let own = if vectors.in_place { 0..0 } else { own };
        self.lay_out(len, |out| {
            for part in parts_for_others(len, own) {
                out[part.clone()].copy_from_slice(&input.as_slice()[part]);
            }
        })
    }

    /// A member's contribution. What is in place is overwritten by the result, so that it is laid out too.
    #[inline]
    fn operand(&self, vectors: &LentVectors, rank: u32) -> Result<ReadRegion> {
        let len = vectors.input.len();
        if rank == self.me() && !vectors.in_place {
            return Ok(vectors.input.read(0, len));
        }
        self.take_exactly(rank, len)
    }

    /// Reduces a part of the contributions of these members, in their order.
    #[inline]
    fn reduce_part(
        &self,
        vectors: &LentVectors,
        ranks: Range<u32>,
        part: Range<usize>,
    ) -> Result<()> {
        let (op, basic) = (vectors.op, vectors.basic);
        let mut output = vectors.output.write(0, part.len());
        let output = output.as_mut_slice();
        let first = self.operand(vectors, ranks.start)?;
        let first = &first.as_slice()[part.clone()];
        if ranks.len() == 1 {
            copy_received(output, first);
            return Ok(());
        }
        let second = self.operand(vectors, ranks.start + 1)?;
        // All are as long, and the operation is one for the datatype.
        let _ = ferry_op::reduce_into(op, basic, first, &second.as_slice()[part.clone()], output);
        for rank in ranks.skip(2) {
            let next = self.operand(vectors, rank)?;
            let _ = ferry_op::reduce(op, basic, &next.as_slice()[part.clone()], output);
        }
        Ok(())
    }

    /// Whether each member had better reduce a share of so many bytes for all than each all of them for itself. It costs
    /// a round of waiting, which takes long where they share cores; and these read no more in turns than one does for all.
    #[inline]
    fn allreduces_in_shares(&self, len: usize) -> bool {
        /// What the members read of each other, in all.
        const LEAST: usize = 256 << 10;
        let members = self.members() as usize;
        !self.of.share_cores && len * members * members >= LEAST
    }

    /// Reduces a part of all members' contributions.
    #[inline]
    fn reduce_of_all(&self, vectors: &LentVectors, part: Range<usize>) -> Result<()> {
        self.reduce_part(vectors, 0..self.members(), part)?;
        self.note_all();
        Ok(())
    }

    #[inline]
    pub(super) fn reduce(
        &self,
        process: Entered,
        vectors: &Vectors,
        root: i32,
    ) -> Option<Result<()>> {
        let is_root = self.root(root)? == self.me();
        if !is_root && vectors.send.is_none() {
            return None;
        }
        let result = if is_root { vectors.count } else { 0 };
        let vectors = LentVectors::of(&process, vectors, (vectors.count, result))?;
        drop(process);
        if !vectors.are_short() {
            return Some(self.reduce_long(&vectors, root as u32));
        }
        if !is_root {
            return Some(self.lay_vectors(&vectors));
        }
        let laid = if vectors.in_place { self.lay_vectors(&vectors) } else { Ok(()) };
        let reduced = laid.and_then(|()| self.reduce_of_all(&vectors, 0..vectors.input.len()));
        self.look_ahead(self.others(), vectors.input.len());
        Some(reduced)
    }

    #[inline]
    pub(super) fn allreduce(&self, process: Entered, vectors: &Vectors) -> Option<Result<()>> {
        let vectors = LentVectors::of(&process, vectors, (vectors.count, vectors.count))?;
        drop(process);
        if !vectors.are_short() || self.allreduces_in_shares(vectors.input.len()) {
            return Some(self.allreduce_long(&vectors));
        }
        let laid = self.lay_vectors(&vectors);
        Some(laid.and_then(|()| self.reduce_of_all(&vectors, 0..vectors.input.len())))
    }

    /// `MPI_Scan`, or `MPI_Exscan` where the own contribution is not `included`.
    pub(super) fn scan(
        &self,
        process: Entered,
        vectors: &Vectors,
        included: bool,
    ) -> Option<Result<()>> {
        // Where no result comes the buffer for it is checked all the same.
        apart(vectors.send.as_ref(), &vectors.recv).ok()?;
        let ranks = 0..self.me() + u32::from(included);
        let result = if ranks.is_empty() { 0 } else { vectors.count };
        let vectors = LentVectors::of(&process, vectors, (vectors.count, result))
            .filter(LentVectors::are_short)?;
        drop(process);
        let laid = self.lay_vectors(&vectors);
        if ranks.is_empty() {
            return Some(laid);
        }
        Some(laid.and_then(|()| self.reduce_part(&vectors, ranks, 0..vectors.input.len())))
    }

    pub(super) fn reduce_scatter_block(
        &self,
        process: Entered,
        vectors: &Vectors,
    ) -> Option<Result<()>> {
        let before = u64::from(self.me()).checked_mul(vectors.count)?;
        let whole = u64::from(self.members()).checked_mul(vectors.count)?;
        let count = vectors.count;
        self.reduce_and_scatter(process, vectors, (before, count, whole), |_| count)
    }

    pub(super) fn reduce_scatter(
        &self,
        process: Entered,
        vectors: &Vectors,
        counts: &[i64],
    ) -> Option<Result<()>> {
        let sum = |counts: &[i64]| {
            counts.iter().try_fold(0u64, |sum, count| sum.checked_add(u64::try_from(*count).ok()?))
        };
        let me = self.me() as usize;
        let own = sum(counts.get(me..=me)?)?;
        let count = |rank: u32| counts[rank as usize] as u64;
        self.reduce_and_scatter(process, vectors, (sum(&counts[..me])?, own, sum(counts)?), count)
    }

    /// Of `whole` elements, `own` behind those `before` are this process's, and `count` says how many are whose.
    fn reduce_and_scatter(
        &self,
        process: Entered,
        vectors: &Vectors,
        (before, own, whole): (u64, u64, u64),
        count: impl Fn(u32) -> u64,
    ) -> Option<Result<()>> {
        let vectors = LentVectors::of(&process, vectors, (whole, own))?;
        drop(process);
        if !vectors.are_short() {
            let lens =
                (0..self.members()).map(|rank| count(rank) as usize * vectors.basic.extent());
            return Some(self.reduce_scatter_long(&vectors, &lens.collect::<Vec<_>>()));
        }
        let start = before as usize * vectors.basic.extent();
        let part = start..start + own as usize * vectors.basic.extent();
        let laid = self.lay_others_vectors(&vectors, part.clone());
        Some(laid.and_then(|()| self.reduce_of_all(&vectors, part)))
    }
}
