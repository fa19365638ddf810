//! Every collective that moves data, with every algorithm, against its definition.

use crate::sim::{Op, Random, Rank, roots, run_all_ways, run_without, sizes};
use ferry_coll::*;

/// Bytes per block or message: none, one, odd ones, more than a segment.
const LENGTHS: [usize; 4] = [0, 1, 7, 150];

/// What lies in outputs before the call.
const OLD: u8 = 0xee;

fn with_segments(algorithm: Algorithm) -> [AlgorithmChoice; 2] {
    [AlgorithmChoice { algorithm, segment: 32 }, AlgorithmChoice { algorithm, segment: 0 }]
}

fn group(size: u32, rank: impl Fn(Member) -> Rank) -> Vec<Rank> {
    (0..size).map(|number| rank(Member::new(number, size))).collect()
}

fn blocks(size: u32, len: usize) -> Vec<Vec<u8>> {
    let mut random = Random(u64::from(size) << 32 | len as u64);
    (0..size).map(|_| random.bytes(len)).collect()
}

#[test]
fn nobody_leaves_a_barrier_before_all_have_come() {
    for size in sizes() {
        for &algorithm in Collective::Barrier.algorithms() {
            let make = || {
                let schedule = |member| barrier(member, algorithm.into());
                group(size, |member| Rank::new(schedule(member), Vec::new(), Vec::new()))
            };
            let nothing = vec![Vec::new(); size as usize];
            run_all_ways(make, Op::Sum, &nothing, &format!("{algorithm} {size}"));
            for absent in 0..size as usize {
                let left = run_without(make(), absent, absent as u64);
                assert!(left.iter().all(|left| !left), "{algorithm}: not all of {size} waited");
            }
        }
    }
}

#[test]
fn bcast_brings_the_data_everywhere() {
    for (size, len) in sizes().flat_map(|size| LENGTHS.map(|len| (size, len))) {
        let data = blocks(1, len).remove(0);
        for &algorithm in Collective::Bcast.algorithms() {
            for (root, choice) in
                roots(size).into_iter().flat_map(|r| with_segments(algorithm).map(|c| (r, c)))
            {
                let make = || {
                    group(size, |member| {
                        let here = member.rank == root;
                        let output = if here { data.clone() } else { vec![OLD; len] };
                        Rank::new(bcast(member, root, len, choice), Vec::new(), output)
                    })
                };
                let what = format!("{algorithm} {size} ranks, {len} B, root {root}");
                run_all_ways(make, Op::Sum, &vec![data.clone(); size as usize], &what);
            }
        }
    }
}

#[test]
fn gather_brings_all_blocks_to_the_root() {
    for (size, len) in sizes().flat_map(|size| LENGTHS.map(|len| (size, len))) {
        let blocks = blocks(size, len);
        let whole = blocks.concat();
        for (root, in_place) in roots(size).into_iter().flat_map(|r| [(r, false), (r, true)]) {
            let start = root as usize * len;
            let rank = |member: Member, schedule| {
                let here = member.rank == root;
                let mut output = vec![OLD; if here { whole.len() } else { 0 }];
                let mut input = blocks[member.rank as usize].clone();
                if here && in_place {
                    output[start..start + len].copy_from_slice(&input);
                    input.clear();
                }
                Rank::new(schedule, input, output)
            };
            let mut expected = vec![Vec::new(); size as usize];
            expected[root as usize] = whole.clone();
            for &algorithm in Collective::Gather.algorithms() {
                let choice = algorithm.into();
                let make = || group(size, |m| rank(m, gather(m, root, len, in_place, choice)));
                let what = format!("{algorithm} {size} ranks, {len} B, root {root}, {in_place}");
                run_all_ways(make, Op::Sum, &expected, &what);
            }
        }
    }
}

#[test]
fn scatter_brings_each_its_block() {
    for (size, len) in sizes().flat_map(|size| LENGTHS.map(|len| (size, len))) {
        let blocks = blocks(size, len);
        for (root, in_place) in roots(size).into_iter().flat_map(|r| [(r, false), (r, true)]) {
            let rank = |member: Member, schedule| {
                let here = member.rank == root;
                let input = if here { blocks.concat() } else { Vec::new() };
                Rank::new(schedule, input, vec![OLD; len])
            };
            let mut expected = blocks.clone();
            if in_place {
                expected[root as usize] = vec![OLD; len];
            }
            for &algorithm in Collective::Scatter.algorithms() {
                let choice = algorithm.into();
                let plan = |m: Member| scatter(m, root, len, in_place && m.rank == root, choice);
                let make = || group(size, |m| rank(m, plan(m)));
                let what = format!("{algorithm} {size} ranks, {len} B, root {root}, {in_place}");
                run_all_ways(make, Op::Sum, &expected, &what);
            }
        }
    }
}

#[test]
fn allgather_brings_all_blocks_everywhere() {
    for (size, len) in sizes().flat_map(|size| LENGTHS.map(|len| (size, len))) {
        let blocks = blocks(size, len);
        let expected = vec![blocks.concat(); size as usize];
        for &algorithm in Collective::Allgather.algorithms() {
            for in_place in [false, true] {
                let make = || {
                    group(size, |member| {
                        let start = member.rank as usize * len;
                        let mut output = vec![OLD; len * size as usize];
                        let mut input = blocks[member.rank as usize].clone();
                        if in_place {
                            output[start..start + len].copy_from_slice(&input);
                            input.clear();
                        }
                        let schedule = allgather(member, len, in_place, algorithm.into());
                        Rank::new(schedule, input, output)
                    })
                };
                let what = format!("{algorithm} {size} ranks, {len} B, in place {in_place}");
                run_all_ways(make, Op::Sum, &expected, &what);
            }
        }
    }
}

#[test]
fn alltoall_transposes_the_blocks() {
    for (size, len) in sizes().flat_map(|size| [0, 1, 5].map(|len| (size, len))) {
        let rows: Vec<_> = blocks(size, len * size as usize);
        let column = |rank: u32| -> Vec<u8> {
            let start = rank as usize * len;
            rows.iter().flat_map(|row| row[start..start + len].to_vec()).collect()
        };
        let expected: Vec<_> = (0..size).map(column).collect();
        for &algorithm in Collective::Alltoall.algorithms() {
            for in_place in [false, true] {
                let make = || {
                    group(size, |member| {
                        let row = rows[member.rank as usize].clone();
                        let schedule = alltoall(member, len, in_place, algorithm.into());
                        match in_place {
                            true => Rank::new(schedule, Vec::new(), row),
                            false => Rank::new(schedule, row.clone(), vec![OLD; row.len()]),
                        }
                    })
                };
                let what = format!("{algorithm} {size} ranks, {len} B, in place {in_place}");
                run_all_ways(make, Op::Sum, &expected, &what);
            }
        }
    }
}

/// A fast process may be in the next collective while a slow one is still in the last: with one tag
/// for all, matching in order must keep them apart.
#[test]
fn collectives_in_a_row_do_not_mix() {
    for size in sizes() {
        let vector = Op::Product.vector(3);
        let mut random = Random(5);
        let vectors: Vec<_> = (0..size).map(|_| Op::Product.elements(&mut random, 3)).collect();
        let once = Op::Product.combine_all(&vectors);
        let twice = Op::Product.combine_all(&vec![once; size as usize]);
        let make = || {
            group(size, |member| {
                let choice = Algorithm::RecursiveDoubling.into();
                let own = vectors[member.rank as usize].clone();
                let first = allreduce(member, vector, true, choice);
                let mut rank = Rank::new(first, Vec::new(), own);
                let last = size - 1;
                rank.schedules.extend([
                    bcast(member, last, vector.bytes, Algorithm::Binomial.into()),
                    barrier(member, Algorithm::Dissemination.into()),
                    bcast(member, 0, vector.bytes, Algorithm::ScatterAllgather.into()),
                    allreduce(member, vector, true, Algorithm::Linear.into()),
                ]);
                rank
            })
        };
        run_all_ways(make, Op::Product, &vec![twice; size as usize], &format!("{size} ranks"));
    }
}
