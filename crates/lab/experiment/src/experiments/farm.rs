//! The Bulk Processor Farm (figures 10 and 11 of "SCTP versus TCP for MPI").

use super::{Claim, Experiment, ReportTable, Scale, best, mean, number, point, row};
use crate::contender::PEERS;
use crate::net::Net;
use crate::point::Point;
use crate::store::Store;

pub(super) const ABOUT: &str = "Eight hosts on a gigabit switch. A manager gives tasks of 30 KB or 300 \
KB to workers that keep ten requests outstanding; each task has one of ten tags, and a request is \
answered with as many tasks as the fan-out says.";

const FERRY: [&str; 7] =
    ["tcp", "tcp-plain", "tcp-stream", "sctp", "quic", "adaptive", "sctp-direct"];

/// Who takes part: all designs of Ferry in the smaller farms only, which take a tenth of the time.
fn who(size: u64, fanout: u64) -> Vec<&'static str> {
    let all = size == 30_000 && fanout == 1;
    let ferry = if all { &FERRY[..] } else { &["tcp", "tcp-plain", "sctp", "quic"] };
    ferry.iter().chain(&PEERS).copied().collect()
}

/// Hosts of the farm: as many as the paper had.
pub(super) fn hosts(scale: Scale) -> u32 {
    scale.pick(8, 8, 3)
}

/// Tasks of a size.
pub(super) fn tasks(scale: Scale, size: u64) -> u64 {
    match size {
        30_000 => scale.pick(10_000, 2000, 30),
        _ => scale.pick(10_000, 200, 12),
    }
}

/// A farm by these contenders.
pub(super) fn points(
    scale: Scale,
    who: &[&str],
    size: u64,
    fanout: u64,
    loss: u32,
) -> (String, Vec<Point>) {
    let net = Net::lan(hosts(scale), loss);
    let args = [tasks(scale, size), size, fanout, 10];
    let points = row(who, |contender| Point {
        runs: scale.pick(6, 1, 1),
        longest: scale.pick(300, 30, 30),
        large: tasks(scale, size) * size > 1_000_000_000,
        ..point(Experiment::Farm, contender, net, "farm", &args)
    });
    (format!("{} KB, {} %", size / 1000, net.percent()), points)
}

/// The manager's cable carries all tasks.
pub(super) fn least(point: &Point) -> f64 {
    point.net.cable_time(number(point, 0) * number(point, 1))
}

fn table(scale: Scale, fanout: u64) -> ReportTable {
    let mut rows = Vec::new();
    for size in [30_000, 300_000] {
        for loss in scale.pick(vec![0, 10, 20], vec![0, 10, 20], vec![10]) {
            rows.push(points(scale, &who(size, fanout), size, fanout, loss));
        }
    }
    ReportTable {
        title: format!("Run time with a fan-out of {fanout}"),
        unit: ("s", 1.0),
        row: "task, loss",
        rows,
        over: None,
        least: Some(least),
    }
}

pub(super) fn tables(scale: Scale) -> Vec<ReportTable> {
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
    let own = ratios(&|row| Some(mean(store, row, "tcp-plain")? / mean(store, row, "sctp")?));
    let ferry = |row: &[Point]| Some(best(store, row, &FERRY)?.1);
    let peers = ratios(&|row| Some(best(store, row, &PEERS)?.1 / ferry(row)?));
    let most = ratios(&|row| Some(best(store, row, &PEERS)?.1 / least(&row[0])));
    let cable = ratios(&|row| Some(ferry(row)? / least(&row[0])));
    vec![
        Claim::by_cases(
            "SCTP versus TCP for MPI, figures 10 and 11",
            "Under loss the farm takes 2.6 to 11 times as long over TCP as over SCTP (here Ferry's TCP \
             as the paper's was, with the network's congestion control, over Ferry's SCTP)",
            &own,
            |ratio| ratio > 1.1,
        ),
        Claim::by_cases(
            "Ferry's own goal",
            "Under loss Ferry's best method is at least twice as fast as the best other MPI over TCP",
            &peers,
            |ratio| ratio >= 2.0,
        ),
        Claim::by_cases(
            "Ferry's own goal",
            "A design could be twice as fast (time of the best other MPI over that which the manager's \
             cable takes at least)",
            &most,
            |ratio| ratio >= 2.0,
        ),
        Claim::by_cases(
            "Ferry's own goal",
            "Under loss Ferry's best method takes at most a sixth longer than the manager's cable alone",
            &cable,
            |ratio| ratio <= 7.0 / 6.0,
        ),
    ]
}
