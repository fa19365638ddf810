//! MPBench's ping-pong (figure 8 and table 1 of "SCTP versus TCP for MPI").

use super::{Claim, Experiment, ReportTable, Scale, best, mean, number, point, row};
use crate::contender::PEERS;
use crate::net::Net;
use crate::point::Point;
use crate::store::Store;

pub(super) const ABOUT: &str = "Two hosts, all messages with one tag, blocking calls: no message \
overlaps another, so that several streams cannot help. What is left is how fast each transport carries \
a message and recovers from a loss.";

const WHO: [&str; 8] =
    ["tcp", "tcp-plain", "sctp", "quic", "adaptive", "mpich", "openmpi", "intel"];
/// Without loss TCP is the same by either.
const CLEAN: [&str; 6] = ["tcp", "sctp", "quic", "mpich", "openmpi", "intel"];
const SOURCE: &str = "SCTP versus TCP for MPI, table 1";

fn sizes(scale: Scale) -> Vec<u64> {
    let all = [1, 64, 1 << 10, 4 << 10, 16 << 10, 22 << 10, 32 << 10, 64 << 10, 128 << 10, 1 << 20];
    let quick = [1, 1 << 10, 22 << 10, 128 << 10, 1 << 20];
    scale.pick(all.to_vec(), quick.to_vec(), vec![1 << 10])
}

/// The cable carries the message twice, and takes its time for the way.
fn least(point: &Point) -> f64 {
    2.0 * (point.net.cable_time(number(point, 0)) + f64::from(point.net.delay) * 1e-6)
}

fn clean(scale: Scale) -> ReportTable {
    let rows = sizes(scale).into_iter().map(|size| {
        let trips = scale.pick(1000, 200, 5).min(32_000_000 / size.max(1)).max(4);
        let points = row(&CLEAN, |contender| Point {
            runs: scale.pick(3, 1, 1),
            ..point(Experiment::Pingpong, contender, Net::lan(2, 0), "pingpong", &[size, trips, 3])
        });
        (size.to_string(), points)
    });
    ReportTable {
        title: "Round trip without loss".to_owned(),
        unit: ("ms", 1e3),
        row: "bytes",
        rows: rows.collect(),
        over: Some("message (bytes)"),
        least: Some(least),
    }
}

fn lossy(scale: Scale) -> ReportTable {
    let mut rows = Vec::new();
    for size in [30_000, 300_000] {
        for loss in scale.pick(vec![0, 10, 20], vec![10, 20], vec![10]) {
            for tcp in ["cubic", "bbr"] {
                let net = Net { tcp, ..Net::lan(2, loss) };
                let trips = scale.pick(600, 150, 3) * 30_000 / size;
                let points = row(&WHO, |contender| Point {
                    runs: scale.pick(6, 1, 1),
                    longest: scale.pick(120, 20, 20),
                    ..point(
                        Experiment::Pingpong,
                        contender,
                        net,
                        "pingpong",
                        &[size, trips.max(1), 3],
                    )
                });
                let name = format!("{} KB, {} %, {tcp}", size / 1000, net.percent());
                rows.push((name, points));
            }
        }
    }
    ReportTable {
        title: "Round trip with loss".to_owned(),
        unit: ("ms", 1e3),
        row: "message, loss, TCP's congestion control",
        rows,
        over: None,
        least: Some(least),
    }
}

pub(super) fn tables(scale: Scale) -> Vec<ReportTable> {
    vec![clean(scale), lossy(scale)]
}

pub(super) fn claims(scale: Scale, store: &Store) -> Vec<Claim> {
    let table = lossy(scale);
    let lossy: Vec<_> = table.rows.iter().filter(|(_, row)| row[0].net.loss > 0).collect();
    let against = |other: &dyn Fn(&[Point]) -> Option<f64>| -> Vec<(String, Option<f64>)> {
        let ratio = |row: &[Point]| Some(other(row)? / mean(store, row, "sctp")?);
        lossy.iter().map(|(name, row)| (name.clone(), ratio(row))).collect()
    };
    let own = against(&|row| mean(store, row, "tcp-plain"));
    let peers = against(&|row| best(store, row, &PEERS).map(|(_, mean)| mean));
    vec![
        Claim::by_cases(
            SOURCE,
            "Under loss a ping-pong is faster over SCTP than over TCP (ratios of 3 to 43; here Ferry's \
             TCP with the network's congestion control over Ferry's SCTP)",
            &own,
            |ratio| ratio > 1.05,
        ),
        Claim::by_cases(
            SOURCE,
            "The same against the best of the other MPIs over TCP",
            &peers,
            |ratio| ratio > 1.05,
        ),
    ]
}
