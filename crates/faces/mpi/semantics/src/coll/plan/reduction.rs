//! From the arguments of a reduction to a plan, within one group.

use super::planner::{PlannedOperation, Planner};
use crate::coll::apart::apart;
use crate::coll::operation::Vectors;
use crate::coll::reducer::{Elements, Reducer};
use crate::coll::staging::{Unpacking, bytes};
use crate::constants::MPI_ERR_COUNT;
use crate::error::{Error, Result};
use ferry_coll::{Collective, Vector};
use ferry_datatype::Datatype;
use ferry_sys::Arena;
use std::sync::Arc;

/// A reduction with everything looked up.
pub(super) struct Reduction<'a> {
    pub(super) vectors: &'a Vectors,
    pub(super) datatype: Arc<Datatype>,
    pub(super) elements: Elements,
    pub(super) reducer: Reducer,
    pub(super) vector: Vector,
}

impl Planner<'_> {
    pub(super) fn reduction<'v>(&mut self, vectors: &'v Vectors) -> Result<Reduction<'v>> {
        let process = &mut *self.staging.process;
        let datatype = process.committed(vectors.datatype)?.datatype.clone();
        let (reducer, elements) = Reducer::new(process, vectors.op, vectors.datatype, &datatype)?;
        let len =
            if datatype.size() == 0 { 0 } else { bytes(elements.unit as u64, vectors.count)? };
        let commutative = reducer.is_commutative();
        let vector = Vector { bytes: len, unit: elements.unit, commutative };
        Ok(Reduction { vectors, datatype, elements, reducer, vector })
    }

    /// The own contribution of `count` elements; empty if it lies in the result.
    pub(super) fn operand(&mut self, reduction: &Reduction<'_>, count: u64) -> Result<Arena> {
        let Some(memory) = reduction.vectors.send else { return Ok(Arena::empty()) };
        self.staging.operand(&memory, count, &reduction.datatype, &reduction.elements)
    }

    /// Checks that contribution and result are two buffers.
    fn apart(&self, reduction: &Reduction<'_>) -> Result<()> {
        let Vectors { send, recv, .. } = reduction.vectors;
        if reduction.vector.bytes == 0 { Ok(()) } else { apart(send.as_ref(), recv) }
    }

    /// Room for the result.
    pub(super) fn result(
        &mut self,
        reduction: &Reduction<'_>,
        counts: (u64, u64),
    ) -> Result<(Arena, Option<Unpacking>)> {
        let Reduction { vectors, datatype, elements, .. } = reduction;
        let filled = vectors.send.is_none();
        self.staging.result(vectors.recv, counts, datatype, *elements, filled)
    }

    pub(super) fn reduce(&mut self, vectors: &Vectors, root: i32) -> Result<PlannedOperation> {
        let root = self.root(root)?;
        let reduction = self.reduction(vectors)?;
        let (vector, count) = (reduction.vector, vectors.count);
        let choice = self.choose(Collective::Reduce, vector.bytes, vector.commutative);
        let (input, output, unpacking, in_place) = if root == self.member.rank {
            self.apart(&reduction)?;
            let (output, unpacking) = self.result(&reduction, (count, count))?;
            (self.operand(&reduction, count)?, output, unpacking, vectors.send.is_none())
        } else {
            Self::required(vectors.send.as_ref())?;
            (self.operand(&reduction, count)?, Arena::empty(), None, false)
        };
        let schedule = ferry_coll::reduce(self.member, root, vector, in_place, choice);
        Ok(PlannedOperation { schedule, input, output, unpacking, reducer: reduction.reducer })
    }

    pub(super) fn allreduce(&mut self, vectors: &Vectors) -> Result<PlannedOperation> {
        let reduction = self.reduction(vectors)?;
        self.apart(&reduction)?;
        let (vector, count) = (reduction.vector, vectors.count);
        let input = self.operand(&reduction, count)?;
        let (output, unpacking) = self.result(&reduction, (count, count))?;
        let choice = self.choose(Collective::Allreduce, vector.bytes, vector.commutative);
        let in_place = vectors.send.is_none();
        let schedule = ferry_coll::allreduce(self.member, vector, in_place, choice);
        Ok(PlannedOperation { schedule, input, output, unpacking, reducer: reduction.reducer })
    }

    pub(super) fn scan(&mut self, vectors: &Vectors, inclusive: bool) -> Result<PlannedOperation> {
        let reduction = self.reduction(vectors)?;
        self.apart(&reduction)?;
        let (vector, count) = (reduction.vector, vectors.count);
        let input = self.operand(&reduction, count)?;
        let (output, unpacking) = self.result(&reduction, (count, count))?;
        let in_place = vectors.send.is_none();
        let (schedule, unpacking) = if inclusive {
            (ferry_coll::scan(self.member, vector, in_place), unpacking)
        } else {
            // Rank 0's result is undefined and left alone (MPI-5.0 §6.11.2).
            let unpacking = unpacking.filter(|_| self.member.rank != 0);
            (ferry_coll::exscan(self.member, vector, in_place), unpacking)
        };
        Ok(PlannedOperation { schedule, input, output, unpacking, reducer: reduction.reducer })
    }

    pub(super) fn reduce_scatter_block(&mut self, vectors: &Vectors) -> Result<PlannedOperation> {
        let reduction = self.reduction(vectors)?;
        self.apart(&reduction)?;
        let size = u64::from(self.member.size);
        let all = vectors.count.saturating_mul(size);
        let in_place = vectors.send.is_none();
        let input = self.operand(&reduction, all)?;
        let room = if in_place { all } else { vectors.count };
        let (output, unpacking) = self.result(&reduction, (room, vectors.count))?;
        let vector = reduction.vector;
        let total = vector.bytes.saturating_mul(self.member.size as usize);
        let choice = self.choose(Collective::ReduceScatterBlock, total, vector.commutative);
        let schedule = ferry_coll::reduce_scatter_block(self.member, vector, in_place, choice);
        Ok(PlannedOperation { schedule, input, output, unpacking, reducer: reduction.reducer })
    }

    pub(super) fn reduce_scatter(
        &mut self,
        vectors: &Vectors,
        counts: &[i64],
    ) -> Result<PlannedOperation> {
        let (all, own) = total(counts, self.member.rank)?;
        let reduction = self.reduction(&Vectors { count: all, ..vectors.clone() })?.with(vectors);
        self.apart(&reduction)?;
        let in_place = vectors.send.is_none();
        let input = self.operand(&reduction, all)?;
        let room = if in_place { all } else { own };
        let (output, unpacking) = self.result(&reduction, (room, own))?;
        let vector = reduction.vector;
        let unit = if vector.bytes == 0 { 0 } else { vector.unit };
        let lens: Vec<usize> = counts.iter().map(|count| *count as usize * unit).collect();
        let choice = self.choose(Collective::ReduceScatter, vector.bytes, vector.commutative);
        let schedule = ferry_coll::reduce_scatter(
            self.member,
            &lens,
            vector.unit,
            vector.commutative,
            in_place,
            choice,
        );
        Ok(PlannedOperation { schedule, input, output, unpacking, reducer: reduction.reducer })
    }
}

impl Reduction<'_> {
    fn with<'v>(self, vectors: &'v Vectors) -> Reduction<'v> {
        let Reduction { datatype, elements, reducer, vector, .. } = self;
        Reduction { vectors, datatype, elements, reducer, vector }
    }
}

/// The sum of the counts, and the one of `rank`.
pub(super) fn total(counts: &[i64], rank: u32) -> Result<(u64, u64)> {
    let mut all = 0u64;
    for (index, count) in counts.iter().enumerate() {
        let count = u64::try_from(*count).map_err(|_| {
            Error::new(MPI_ERR_COUNT, format!("count {index} is {count}, but must not be negative"))
        })?;
        all = all.saturating_add(count);
    }
    Ok((all, counts.get(rank as usize).map_or(0, |count| *count as u64)))
}
