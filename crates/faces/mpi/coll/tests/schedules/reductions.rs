//! Every reduction with every algorithm against its definition.

use crate::sim::{Op, Random, Rank, UNIT, roots, run_all_ways, sizes};
use ferry_coll::*;

const OPS: [Op; 2] = [Op::Sum, Op::Product];
/// Elements per vector: none, one, fewer and more than processes.
const LENGTHS: [usize; 4] = [0, 1, 7, 40];

/// What lies in outputs before the call.
const OLD: u8 = 0xee;

struct Case {
    size: u32,
    op: Op,
    in_place: bool,
    vectors: Vec<Vec<u8>>,
}

impl Case {
    fn label(&self, collective: Collective, algorithm: Algorithm) -> String {
        let bytes = self.vectors[0].len();
        let Case { size, op, in_place, .. } = self;
        format!("{collective} {algorithm} {size} ranks, {bytes} B, {op:?}, in place {in_place}")
    }

    /// A rank with the contribution where it belongs and `len` bytes of output.
    fn rank(&self, rank: u32, schedule: Schedule, len: usize, in_place: bool) -> Rank {
        let own = self.vectors[rank as usize].clone();
        if in_place {
            return Rank::new(schedule, Vec::new(), own);
        }
        Rank::new(schedule, own, vec![OLD; len])
    }
}

/// All combinations, the vectors having `elements(size, length)` elements.
fn cases(elements: impl Fn(u32, usize) -> usize) -> Vec<Case> {
    let mut random = Random(1);
    let mut cases = Vec::new();
    for size in sizes() {
        for (op, length) in OPS.iter().flat_map(|op| LENGTHS.map(|length| (*op, length))) {
            for in_place in [false, true] {
                let count = elements(size, length);
                let vectors = (0..size).map(|_| op.elements(&mut random, count)).collect();
                cases.push(Case { size, op, in_place, vectors });
            }
        }
    }
    cases
}

#[test]
fn allreduce_gives_everybody_the_combination() {
    for case in cases(|_, length| length) {
        let vector = case.op.vector(case.vectors[0].len() / UNIT);
        let expected = vec![case.op.combine_all(&case.vectors); case.size as usize];
        for &algorithm in Collective::Allreduce.algorithms() {
            let make = || {
                let plan = |rank| {
                    let member = Member::new(rank, case.size);
                    let schedule = allreduce(member, vector, case.in_place, algorithm.into());
                    case.rank(rank, schedule, vector.bytes, case.in_place)
                };
                (0..case.size).map(plan).collect()
            };
            run_all_ways(make, case.op, &expected, &case.label(Collective::Allreduce, algorithm));
        }
    }
}

#[test]
fn reduce_gives_the_root_the_combination() {
    for case in cases(|_, length| length) {
        let vector = case.op.vector(case.vectors[0].len() / UNIT);
        let combined = case.op.combine_all(&case.vectors);
        for &algorithm in Collective::Reduce.algorithms() {
            // Ten bytes are two elements and a half; a segment holds whole ones.
            let choice = AlgorithmChoice { algorithm, segment: 10 };
            for root in roots(case.size) {
                let here = |rank| rank == root;
                let make = || {
                    let plan = |rank| {
                        let member = Member::new(rank, case.size);
                        let in_place = case.in_place && here(rank);
                        let schedule = reduce(member, root, vector, in_place, choice);
                        let len = if here(rank) { vector.bytes } else { 0 };
                        case.rank(rank, schedule, len, in_place)
                    };
                    (0..case.size).map(plan).collect()
                };
                let result = |rank| if here(rank) { combined.clone() } else { Vec::new() };
                let expected: Vec<_> = (0..case.size).map(result).collect();
                let label = case.label(Collective::Reduce, algorithm);
                run_all_ways(make, case.op, &expected, &format!("{label}, root {root}"));
            }
        }
    }
}

#[test]
fn scan_gives_each_the_combination_up_to_itself() {
    for case in cases(|_, length| length) {
        let vector = case.op.vector(case.vectors[0].len() / UNIT);
        let prefix = |rank: u32| case.op.combine_all(&case.vectors[..=rank as usize]);
        let make = || {
            let plan = |rank| {
                let schedule = scan(Member::new(rank, case.size), vector, case.in_place);
                case.rank(rank, schedule, vector.bytes, case.in_place)
            };
            (0..case.size).map(plan).collect()
        };
        let expected: Vec<_> = (0..case.size).map(prefix).collect();
        let label = case.label(Collective::Scan, Algorithm::RecursiveDoubling);
        run_all_ways(make, case.op, &expected, &label);
    }
}

#[test]
fn exscan_gives_each_the_combination_before_itself_and_leaves_rank_0_alone() {
    for case in cases(|_, length| length) {
        let vector = case.op.vector(case.vectors[0].len() / UNIT);
        let prefix = |rank: u32| match rank {
            0 if case.in_place => case.vectors[0].clone(),
            0 => vec![OLD; vector.bytes],
            _ => case.op.combine_all(&case.vectors[..rank as usize]),
        };
        let make = || {
            let plan = |rank| {
                let schedule = exscan(Member::new(rank, case.size), vector, case.in_place);
                case.rank(rank, schedule, vector.bytes, case.in_place)
            };
            (0..case.size).map(plan).collect()
        };
        let expected: Vec<_> = (0..case.size).map(prefix).collect();
        let label = case.label(Collective::Exscan, Algorithm::RecursiveDoubling);
        run_all_ways(make, case.op, &expected, &label);
    }
}

/// Runs reduce-scatter with `count(rank)` elements for each rank.
fn check_reduce_scatter(
    case: &Case,
    collective: Collective,
    counts: &[usize],
    plan: impl Fn(Member, AlgorithmChoice) -> Schedule,
) {
    let combined = case.op.combine_all(&case.vectors);
    let mut start = 0;
    let mut expected = Vec::new();
    for (rank, &count) in counts.iter().enumerate() {
        let block = &combined[start..start + count];
        expected.push(if case.in_place {
            let mut output = case.vectors[rank].clone();
            output[..count].copy_from_slice(block);
            output
        } else {
            block.to_vec()
        });
        start += count;
    }
    for &algorithm in collective.algorithms() {
        let make = || {
            let rank = |rank: u32| {
                let schedule = plan(Member::new(rank, case.size), algorithm.into());
                case.rank(rank, schedule, counts[rank as usize], case.in_place)
            };
            (0..case.size).map(rank).collect()
        };
        run_all_ways(make, case.op, &expected, &case.label(collective, algorithm));
    }
}

#[test]
fn reduce_scatter_block_gives_each_its_block() {
    for case in cases(|size, length| size as usize * (length % 6)) {
        let block = case.vectors[0].len() / case.size as usize;
        let counts = vec![block; case.size as usize];
        let vector = case.op.vector(block / UNIT);
        check_reduce_scatter(&case, Collective::ReduceScatterBlock, &counts, |member, choice| {
            reduce_scatter_block(member, vector, case.in_place, choice)
        });
    }
}

#[test]
fn reduce_scatter_gives_each_its_block() {
    let count = |rank: u32, length: usize| (rank as usize * 5 + length) % 4;
    let total = |size, length| (0..size).map(|rank| count(rank, length)).sum();
    let lengths = OPS.iter().flat_map(|_| LENGTHS).flat_map(|length| [length, length]);
    for (case, length) in cases(total).iter().zip(sizes().flat_map(|_| lengths.clone())) {
        let counts: Vec<_> = (0..case.size).map(|rank| count(rank, length) * UNIT).collect();
        let commutative = case.op == Op::Sum;
        check_reduce_scatter(case, Collective::ReduceScatter, &counts, |member, choice| {
            reduce_scatter(member, &counts, UNIT, commutative, case.in_place, choice)
        });
    }
}
