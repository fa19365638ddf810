//! Wide-area networks: time to solution of a farm, of border exchanges and of sums.

use super::{Claim, ClaimCase, Expectation, Experiment, ReportTable, Scale, least_of, point, row};
use crate::contender::PEERS;
use crate::net::Net;
use crate::point::Point;
use crate::store::Store;

pub(super) const ABOUT: &str = "Four hosts, 200 Mbit/s each, at round trips of 1 to 300 ms and losses \
up to 5 %.";

const WHO: [&str; 8] =
    ["tcp", "tcp-plain", "sctp", "quic", "adaptive", "mpich", "openmpi", "intel"];
const FERRY: [&str; 5] = ["tcp", "tcp-plain", "sctp", "quic", "adaptive"];

/// Program, what it is called, its arguments at full and at quick scale.
const LOADS: [(&str, &str, [&[u64]; 3]); 3] = [
    (
        "farm",
        "Farm of 30 KB tasks",
        [&[300, 30_000, 1, 10], &[120, 30_000, 1, 10], &[20, 30_000, 1, 10]],
    ),
    ("halo", "Exchange of borders of 16 KiB, a step", [&[16_384, 20], &[16_384, 10], &[16_384, 2]]),
    ("allreduce", "Sum of 8 KiB over all ranks", [&[1024, 20], &[1024, 10], &[1024, 2]]),
];

fn conditions(scale: Scale) -> Vec<(u32, u32)> {
    let trips = scale.pick(vec![1, 20, 100, 300], vec![20, 100], vec![20]);
    let losses = scale.pick(vec![0, 10, 50], vec![0, 10], vec![10]);
    trips.iter().flat_map(|trip| losses.iter().map(|loss| (*trip, *loss))).collect()
}

pub(super) fn tables(scale: Scale) -> Vec<ReportTable> {
    let table = |(program, title, args): &(&'static str, &str, [&[u64]; 3])| {
        let args = scale.pick(args[0], args[1], args[2]);
        let rows = conditions(scale).into_iter().map(|(trip, loss)| {
            let net = Net::wan(4, trip, loss);
            let points = row(&WHO, |contender| Point {
                runs: scale.pick(3, 1, 1),
                longest: scale.pick(90, 25, 25),
                ..point(Experiment::Wan, contender, net, program, args)
            });
            (format!("{trip} ms, {} %", net.percent()), points)
        });
        ReportTable::of(*title, ("s", 1.0), "round trip, loss", rows.collect())
    };
    LOADS.iter().map(table).collect()
}

pub(super) fn claims(scale: Scale, store: &Store) -> Vec<Claim> {
    let mut cases = Vec::new();
    for table in tables(scale) {
        for (name, row) in &table.rows {
            let ratio = || Ok(least_of(store, row, &PEERS)?.over(least_of(store, row, &FERRY)?));
            let name = format!("{}, {name}", row[0].program);
            cases.push(ClaimCase::new(name, ratio(), Expectation::AtLeast(1.0)));
        }
    }
    vec![Claim::of(
        "Ferry's own goal",
        "On long and lossy ways Ferry's best method is ahead of the best other MPI over TCP",
        cases,
    )]
}
