//! `MPI_Reduce_scatter_block` and `MPI_Reduce_scatter` (MPI-5.0 §6.10): everybody's vectors combined,
//! a block of the result for each.

mod linear;
mod pairwise;
mod recursive_doubling;
mod recursive_halving;

use crate::algorithm::{Algorithm, AlgorithmChoice, Collective};
use crate::blocks::ScheduleBlocks;
use crate::builder::Builder;
use crate::member::Member;
use crate::schedule::{PackedBuffer, Schedule, Span};
use crate::vector::{Vector, source};

/// What the algorithms work on.
#[derive(Clone, Copy)]
struct ReduceScatterTask<'a> {
    member: Member,
    blocks: ScheduleBlocks<'a>,
    /// Everybody's whole vector.
    vector: Vector,
    /// Where the own vector lies: the input, or the output if in place.
    from: PackedBuffer,
}

impl ReduceScatterTask<'_> {
    /// A block of the own vector.
    fn own(self, rank: u32) -> Span {
        self.blocks.span(self.from, rank)
    }

    /// Where the own block of the result goes.
    fn output(self) -> Span {
        Span::new(PackedBuffer::Output, 0, self.blocks.count(self.member.rank))
    }

    /// Where the own block of the result is worked out: the output unless the vector still lies there.
    fn working(self, plan: &mut Builder) -> Span {
        match self.from {
            PackedBuffer::Output => plan.scratch(self.output().len),
            _ => self.output(),
        }
    }
}

/// Plans a reduction with a block of `vector.bytes` of the result for each process. With `in_place` the
/// contribution, n blocks, lies in the output, and the result goes to its start.
pub fn reduce_scatter_block(
    member: Member,
    vector: Vector,
    in_place: bool,
    choice: AlgorithmChoice,
) -> Schedule {
    let blocks = ScheduleBlocks::Equal(vector.bytes);
    let bytes = vector.bytes * member.size as usize;
    let task = ReduceScatterTask {
        member,
        blocks,
        vector: Vector { bytes, ..vector },
        from: source(in_place),
    };
    build(Collective::ReduceScatterBlock, task, choice)
}

/// Plans a reduction with `counts[rank]` bytes of the result for each process; otherwise as
/// [`reduce_scatter_block`].
pub fn reduce_scatter(
    member: Member,
    counts: &[usize],
    unit: usize,
    commutative: bool,
    in_place: bool,
    choice: AlgorithmChoice,
) -> Schedule {
    let mut bytes = 0;
    let starts = counts.iter().map(|count| {
        bytes += count;
        bytes - count
    });
    let displs: Vec<usize> = starts.collect();
    let blocks = ScheduleBlocks::Listed { counts, displs: &displs };
    let vector = Vector { bytes, unit, commutative };
    let task = ReduceScatterTask { member, blocks, vector, from: source(in_place) };
    build(Collective::ReduceScatter, task, choice)
}

fn build(collective: Collective, task: ReduceScatterTask<'_>, choice: AlgorithmChoice) -> Schedule {
    let mut plan = Builder::default();
    let size = task.member.size;
    match collective.fitting(choice.algorithm, size, task.vector.commutative) {
        _ if size == 1 => plan.copy(task.own(0), task.output()),
        Algorithm::RecursiveDoubling => recursive_doubling::plan(&mut plan, task),
        Algorithm::RecursiveHalving => recursive_halving::plan(&mut plan, task),
        Algorithm::Pairwise => pairwise::plan(&mut plan, task),
        _ => linear::plan(&mut plan, task),
    }
    plan.finish()
}
