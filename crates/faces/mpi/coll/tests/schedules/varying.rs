//! The v-forms with random lengths (often zero), random gaps and random order in the buffers.

use crate::sim::{self, Op, Random, Rank, run};
use ferry_coll::*;
use proptest::prelude::*;

const OLD: u8 = 0xee;

/// Where a process keeps its blocks: lengths and offsets, with gaps, in shuffled order.
#[derive(Clone)]
struct Layout {
    counts: Vec<usize>,
    displs: Vec<usize>,
    len: usize,
}

impl Layout {
    fn new(counts: Vec<usize>, random: &mut Random) -> Self {
        let mut order: Vec<usize> = (0..counts.len()).collect();
        for last in (1..order.len()).rev() {
            order.swap(last, random.below(last + 1));
        }
        let mut displs = vec![0; counts.len()];
        let mut len = 0;
        for index in order {
            len += random.below(3);
            displs[index] = len;
            len += counts[index];
        }
        Layout { counts, displs, len }
    }

    fn blocks(&self) -> ScheduleBlocks<'_> {
        ScheduleBlocks::Listed { counts: &self.counts, displs: &self.displs }
    }

    /// A buffer with these blocks, untouched bytes in the gaps.
    fn buffer(&self, blocks: &[Vec<u8>]) -> Vec<u8> {
        let mut buffer = vec![OLD; self.len];
        for (block, &start) in blocks.iter().zip(&self.displs) {
            buffer[start..start + block.len()].copy_from_slice(block);
        }
        buffer
    }
}

/// Lengths that each process sends to each, `rows[from][to]`.
fn matrix() -> impl Strategy<Value = Vec<Vec<usize>>> {
    let count = prop_oneof![Just(0usize), 0usize..20];
    (1usize..14).prop_flat_map(move |size| {
        prop::collection::vec(prop::collection::vec(count.clone(), size), size)
    })
}

fn data(rows: &[Vec<usize>], random: &mut Random) -> Vec<Vec<Vec<u8>>> {
    rows.iter().map(|row| row.iter().map(|&len| random.bytes(len)).collect()).collect()
}

fn column<T: Clone>(rows: &[Vec<T>], index: usize) -> Vec<T> {
    rows.iter().map(|row| row[index].clone()).collect()
}

fn member(rank: usize, size: usize) -> Member {
    Member::new(rank as u32, size as u32)
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 96, failure_persistence: None, ..Default::default() })]

    #[test]
    fn alltoallv(rows in matrix(), seed: u64, capacity in 0usize..3) {
        let mut random = Random(seed);
        let (size, data) = (rows.len(), data(&rows, &mut random));
        let send: Vec<_> = rows.iter().map(|row| Layout::new(row.clone(), &mut random)).collect();
        let receive: Vec<_> =
            (0..size).map(|to| Layout::new(column(&rows, to), &mut random)).collect();
        let expected: Vec<_> =
            (0..size).map(|to| receive[to].buffer(&column(&data, to))).collect();
        for &algorithm in Collective::Alltoallv.algorithms() {
            let rank = |rank: usize| {
                let (from, to) = (&send[rank], &receive[rank]);
                let schedule = ferry_coll::alltoallv(
                    member(rank, size), from.blocks(), to.blocks(), false, algorithm.into());
                Rank::new(schedule, from.buffer(&data[rank]), vec![OLD; to.len])
            };
            let got = run((0..size).map(rank).collect(), Op::Sum, capacity, seed);
            prop_assert_eq!(&got, &expected);
        }
    }

    #[test]
    fn alltoallw_in_place(rows in matrix(), seed: u64, capacity in 0usize..3) {
        let mut random = Random(seed);
        let size = rows.len();
        // In place, as much is sent to a rank as is received from it.
        let rows: Vec<Vec<usize>> = (0..size)
            .map(|from| (0..size).map(|to| rows[from.min(to)][from.max(to)]).collect())
            .collect();
        let data = data(&rows, &mut random);
        let layouts: Vec<_> =
            rows.iter().map(|row| Layout::new(row.clone(), &mut random)).collect();
        let expected: Vec<_> =
            (0..size).map(|to| layouts[to].buffer(&column(&data, to))).collect();
        let rank = |rank: usize| {
            let layout = &layouts[rank];
            let schedule = alltoallw(
                member(rank, size), ScheduleBlocks::Equal(0), layout.blocks(), true,
                Algorithm::Linear.into());
            Rank::new(schedule, Vec::new(), layout.buffer(&data[rank]))
        };
        let got = run((0..size).map(rank).collect(), Op::Sum, capacity, seed);
        prop_assert_eq!(&got, &expected);
    }

    #[test]
    fn allgatherv(rows in matrix(), seed: u64, capacity in 0usize..3, in_place: bool) {
        let mut random = Random(seed);
        let size = rows.len();
        let blocks: Vec<_> = rows[0].iter().map(|&len| random.bytes(len)).collect();
        let layout = Layout::new(rows[0].clone(), &mut random);
        for &algorithm in Collective::Allgatherv.algorithms() {
            let rank = |rank: usize| {
                let schedule = ferry_coll::allgatherv(
                    member(rank, size), layout.blocks(), in_place, algorithm.into());
                let mut output = vec![OLD; layout.len];
                if !in_place {
                    return Rank::new(schedule, blocks[rank].clone(), output);
                }
                let start = layout.displs[rank];
                output[start..start + layout.counts[rank]].copy_from_slice(&blocks[rank]);
                Rank::new(schedule, Vec::new(), output)
            };
            let got = run((0..size).map(rank).collect(), Op::Sum, capacity, seed);
            prop_assert_eq!(&got, &vec![layout.buffer(&blocks); size]);
        }
    }

    #[test]
    fn gatherv_and_back(rows in matrix(), seed: u64, capacity in 0usize..3, in_place: bool) {
        let mut random = Random(seed);
        let size = rows.len();
        let root = random.below(size);
        let blocks: Vec<_> = rows[0].iter().map(|&len| random.bytes(len)).collect();
        let layout = Layout::new(rows[0].clone(), &mut random);
        let none = ScheduleBlocks::Listed { counts: &[], displs: &[] };
        let at_root = |rank| if rank == root { layout.blocks() } else { none };
        let whole = layout.buffer(&blocks);

        let gathering = |rank: usize| {
            let in_place = in_place && rank == root;
            let own = blocks[rank].len();
            let schedule =
                gatherv(member(rank, size), root as u32, own, at_root(rank), in_place);
            let mut output = vec![OLD; if rank == root { layout.len } else { 0 }];
            if in_place {
                output[layout.displs[rank]..][..own].copy_from_slice(&blocks[rank]);
            }
            Rank::new(schedule, if in_place { Vec::new() } else { blocks[rank].clone() }, output)
        };
        let got = run((0..size).map(gathering).collect(), Op::Sum, capacity, seed);
        prop_assert_eq!(&got[root], &whole);

        let scattering = |rank: usize| {
            let in_place = in_place && rank == root;
            let own = blocks[rank].len();
            let schedule =
                scatterv(member(rank, size), root as u32, at_root(rank), own, in_place);
            let input = if rank == root { whole.clone() } else { Vec::new() };
            Rank::new(schedule, input, vec![OLD; own])
        };
        let got = run((0..size).map(scattering).collect(), Op::Sum, capacity, seed);
        let untouched = vec![OLD; blocks[root].len()];
        for rank in 0..size {
            let kept = in_place && rank == root;
            prop_assert_eq!(&got[rank], if kept { &untouched } else { &blocks[rank] });
        }
    }

    #[test]
    fn reduce_scatter_of_unequal_blocks(
        rows in matrix(), seed: u64, capacity in 0usize..3, in_place: bool, commutative: bool,
    ) {
        let mut random = Random(seed);
        let op = if commutative { Op::Sum } else { Op::Product };
        let size = rows.len();
        let counts: Vec<usize> = rows[0].iter().map(|count| count * sim::UNIT).collect();
        let elements = rows[0].iter().sum();
        let vectors: Vec<_> = (0..size).map(|_| op.elements(&mut random, elements)).collect();
        let combined = op.combine_all(&vectors);
        for &algorithm in Collective::ReduceScatter.algorithms() {
            let rank = |rank: usize| {
                let schedule = ferry_coll::reduce_scatter(
                    member(rank, size), &counts, sim::UNIT, commutative, in_place,
                    algorithm.into());
                let own = vectors[rank].clone();
                match in_place {
                    true => Rank::new(schedule, Vec::new(), own),
                    false => Rank::new(schedule, own, vec![OLD; counts[rank]]),
                }
            };
            let got = run((0..size).map(rank).collect(), op, capacity, seed);
            let mut start = 0;
            for (got, &count) in got.iter().zip(&counts) {
                prop_assert_eq!(&got[..count], &combined[start..start + count]);
                start += count;
            }
        }
    }
}
