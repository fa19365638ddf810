//! Neighbourhood collectives: random graphs with repeated edges and self-loops, and tori.

use std::collections::HashMap;

use crate::sim::{Op, Random, Rank, run};
use ferry_coll::*;
use proptest::prelude::*;

fn member(rank: usize, size: usize) -> Member {
    Member::new(rank as u32, size as u32)
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 128, failure_persistence: None, ..Default::default() })]

    /// The k-th edge from a to b in a's list of destinations is the k-th one in b's list of sources.
    #[test]
    fn repeated_edges_are_matched_in_order(
        size in 1usize..7, edges in prop::collection::vec((0usize..7, 0usize..7, 0usize..9), 0..30),
        seed: u64, capacity in 0usize..3,
    ) {
        let mut random = Random(seed);
        let mut destinations: Vec<Vec<(Option<u32>, Vec<u8>)>> = vec![Vec::new(); size];
        let mut sources = destinations.clone();
        for (from, to, len) in edges {
            let (from, to, block) = (from % size, to % size, random.bytes(len));
            destinations[from].push((Some(to as u32), block.clone()));
            sources[to].push((Some(from as u32), block));
        }
        // Edges that lead nowhere are skipped, whatever their length.
        destinations.iter_mut().chain(&mut sources).for_each(|list| list.push((None, vec![0xee; 3])));
        // Sources in another order, the order among the edges of one pair kept.
        sources.iter_mut().for_each(|list| list.sort_by_key(|(rank, _)| *rank));

        let layout = |list: &[(Option<u32>, Vec<u8>)]| {
            let counts: Vec<usize> = list.iter().map(|(_, block)| block.len()).collect();
            let displs: Vec<usize> =
                (0..counts.len()).map(|index| counts[..index].iter().sum()).collect();
            (counts, displs)
        };
        let bytes = |list: &[(Option<u32>, Vec<u8>)]| -> Vec<u8> {
            list.iter().flat_map(|(_, block)| block.clone()).collect()
        };
        let rank = |rank: usize| {
            let to: Vec<_> = destinations[rank].iter().map(|(peer, _)| *peer).collect();
            let from: Vec<_> = sources[rank].iter().map(|(peer, _)| *peer).collect();
            let (send, receive) = (layout(&destinations[rank]), layout(&sources[rank]));
            let neighbors =
                Neighbors { sources: &from, destinations: &to, pairing: Pairing::InOrder };
            let schedule = neighbor_alltoallv(
                member(rank, size), neighbors,
                ScheduleBlocks::Listed { counts: &send.0, displs: &send.1 },
                ScheduleBlocks::Listed { counts: &receive.0, displs: &receive.1 });
            let input = bytes(&destinations[rank]);
            let output = vec![0xee; bytes(&sources[rank]).len()];
            Rank::new(schedule, input, output)
        };
        let got = run((0..size).map(rank).collect(), Op::Sum, capacity, seed);
        let expected: Vec<_> = sources.iter().map(|list| bytes(list)).collect();
        prop_assert_eq!(got, expected);
    }
}

/// Down and up in each dimension of a torus of `a` by `b`, as `MPI_Cart_shift` finds them.
fn torus(rank: usize, a: usize, b: usize) -> Vec<Option<u32>> {
    let (x, y) = (rank / b, rank % b);
    let at = |x: usize, y: usize| Some((x % a * b + y % b) as u32);
    vec![at(x + a - 1, y), at(x + 1, y), at(x, y + b - 1), at(x, y + 1)]
}

#[test]
fn on_a_torus_what_is_sent_down_arrives_from_above() {
    for (a, b) in [(1, 1), (1, 2), (2, 2), (2, 1), (3, 2), (3, 4)] {
        let size = a * b;
        let neighbors: Vec<_> = (0..size).map(|rank| torus(rank, a, b)).collect();
        let rank = |rank: usize| {
            let edges = &neighbors[rank];
            let edges =
                Neighbors { sources: edges, destinations: edges, pairing: Pairing::Mirrored };
            let schedule = neighbor_alltoall(member(rank, size), edges, 2);
            let input = (0..4).flat_map(|edge| [rank as u8, edge]).collect();
            Rank::new(schedule, input, vec![0xee; 8])
        };
        let got = run((0..size).map(rank).collect(), Op::Sum, 0, 3);
        for (rank, got) in got.iter().enumerate() {
            let from = |edge: usize| [neighbors[rank][edge].unwrap() as u8, edge as u8 ^ 1];
            assert_eq!(*got, (0..4).flat_map(from).collect::<Vec<_>>(), "{a} x {b}, rank {rank}");
        }
    }
}

#[test]
fn allgather_over_a_chain_skips_the_missing_ends() {
    let size = 4usize;
    let blocks: HashMap<usize, u8> = (0..size).map(|rank| (rank, 10 + rank as u8)).collect();
    let rank = |rank: usize| {
        let edges = [rank.checked_sub(1), (rank + 1 < size).then_some(rank + 1)]
            .map(|peer| peer.map(|peer| peer as u32));
        let neighbors =
            Neighbors { sources: &edges, destinations: &edges, pairing: Pairing::Mirrored };
        let schedule = neighbor_allgather(member(rank, size), neighbors, 1);
        Rank::new(schedule, vec![blocks[&rank]], vec![0; 2])
    };
    let got = run((0..size).map(rank).collect(), Op::Sum, 0, 1);
    assert_eq!(got, [[0, 11], [10, 12], [11, 13], [12, 0]]);
}
