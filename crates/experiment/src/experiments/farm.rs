//! The Bulk Processor Farm (figures 10 and 11 of "SCTP versus TCP for MPI").

use super::{Claim, Experiment, Scale, Table, best, mean, point, row};
use crate::contender::PEERS;
use crate::net::Net;
use crate::point::Point;
use crate::store::Store;

pub(super) const ABOUT: &str = "Eight hosts on a gigabit switch. A manager gives tasks of 30 KB or 300 \
KB to workers that keep ten requests outstanding; each task has one of ten tags, and a request is \
answered with as many tasks as the fan-out says.";

const WHO: [&str; 8] =
    ["tcp", "tcp-stream", "sctp", "quic", "sctp-direct", "mpich", "openmpi", "intel"];
const FERRY: [&str; 5] = ["tcp", "tcp-stream", "sctp", "quic", "sctp-direct"];

/// Hosts of the farm: as many as the paper had.
pub(super) fn hosts(scale: Scale) -> u32 {
    scale.pick(8, 8, 3)
}

/// Tasks of a size.
pub(super) fn tasks(scale: Scale, size: u64) -> u64 {
    match size {
        30_000 => scale.pick(10_000, 600, 30),
        _ => scale.pick(10_000, 120, 12),
    }
}

fn table(scale: Scale, fanout: u64) -> Table {
    let mut rows = Vec::new();
    for size in [30_000, 300_000] {
        for loss in scale.pick(vec![0, 10, 20], vec![0, 10, 20], vec![10]) {
            let net = Net::lan(hosts(scale), loss);
            let points = row(&WHO, |contender| Point {
                runs: scale.pick(6, 1, 1),
                longest: scale.pick(900, 30, 30),
                ..point(
                    Experiment::Farm,
                    contender,
                    net,
                    "farm",
                    &[tasks(scale, size), size, fanout, 10],
                )
            });
            rows.push((format!("{} KB, {} %", size / 1000, net.percent()), points));
        }
    }
    Table {
        title: format!("Run time with a fan-out of {fanout}"),
        unit: ("s", 1.0),
        row: "task, loss",
        rows,
        over: None,
    }
}

pub(super) fn tables(scale: Scale) -> Vec<Table> {
    let fanouts: &[u64] = scale.pick(&[1, 10], &[1], &[1]);
    fanouts.iter().map(|fanout| table(scale, *fanout)).collect()
}

pub(super) fn claims(scale: Scale, store: &Store) -> Vec<Claim> {
    let tables = tables(scale);
    let rows = tables.iter().flat_map(|table| {
        table.rows.iter().map(move |(name, row)| (format!("{name}, {}", table.title), row))
    });
    let lossy: Vec<_> = rows.filter(|(_, row)| row[0].net.loss > 0).collect();
    let ratios = |of: &dyn Fn(&[Point]) -> Option<f64>| -> Vec<(String, Option<f64>)> {
        lossy.iter().map(|(name, row)| (name.clone(), of(row))).collect()
    };
    let own = ratios(&|row| Some(mean(store, row, "tcp")? / mean(store, row, "sctp")?));
    let peers = ratios(&|row| Some(best(store, row, &PEERS)?.1 / best(store, row, &FERRY)?.1));
    vec![
        Claim::by_cases(
            "SCTP versus TCP for MPI, figures 10 and 11",
            "Under loss the farm takes 2.6 to 11 times as long over TCP as over SCTP (here Ferry's TCP \
             over Ferry's SCTP)",
            &own,
            |ratio| ratio > 1.1,
        ),
        Claim::by_cases(
            "Ferry's own goal",
            "Under loss Ferry's best method is at least twice as fast as the best other MPI over TCP",
            &peers,
            |ratio| ratio >= 2.0,
        ),
    ]
}
