//! MPBench's ping-pong (figure 8 and table 1 of "SCTP versus TCP for MPI").

use super::{
    Claim, ClaimCase, Expectation, Experiment, NOISE, ReportTable, Scale, least_of, number, point,
    ratio, row,
};
use crate::contender::PEERS;
use crate::estimate::Estimate;
use crate::net::Net;
use crate::point::Point;
use crate::store::{Gap, Store};

pub(super) const ABOUT: &str = "Two hosts, all messages with one tag, blocking calls: no message \
overlaps another, so that several streams cannot help. What is left is how fast each transport carries \
a message and recovers from a loss.";

const WHO: [&str; 10] = [
    "tcp",
    "tcp-plain",
    "tcp-2005",
    "sctp",
    "sctp-2005",
    "quic",
    "adaptive",
    "mpich",
    "openmpi",
    "intel",
];
/// Without loss today's TCP is the same by either.
const CLEAN: [&str; 8] =
    ["tcp", "tcp-2005", "sctp", "sctp-2005", "quic", "mpich", "openmpi", "intel"];
const FIGURE: &str = "SCTP versus TCP for MPI, figure 8";
const TABLE: &str = "SCTP versus TCP for MPI, table 1";

/// Where the paper's curves cross.
const CROSSOVER: u64 = 22 << 10;

/// Who takes part where TCP's congestion control is this one: the paper's settings have their own.
fn who(tcp: &str) -> Vec<&'static str> {
    let is_meant = |name: &&&str| tcp == "cubic" || !name.ends_with("-2005");
    WHO.iter().filter(is_meant).copied().collect()
}

fn sizes(scale: Scale) -> Vec<u64> {
    let all =
        [1, 64, 1 << 10, 4 << 10, 16 << 10, CROSSOVER, 32 << 10, 64 << 10, 128 << 10, 1 << 20];
    let quick = [1, 1 << 10, CROSSOVER, 128 << 10, 1 << 20];
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
    let table = ReportTable::of("Round trip without loss", ("ms", 1e3), "bytes", rows.collect());
    ReportTable { over: Some("message (bytes)"), least: Some(least), ..table }
}

fn lossy(scale: Scale) -> ReportTable {
    let mut rows = Vec::new();
    for size in [30_000, 300_000] {
        for loss in scale.pick(vec![0, 10, 20], vec![10, 20], vec![10]) {
            for tcp in ["cubic", "bbr"] {
                let net = Net { tcp, ..Net::lan(2, loss) };
                let trips = scale.pick(600, 150, 3) * 30_000 / size;
                let points = row(&who(tcp), |contender| Point {
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
    let columns = "message, loss, TCP's congestion control";
    let table = ReportTable::of("Round trip with loss", ("ms", 1e3), columns, rows);
    ReportTable { least: Some(least), ..table }
}

pub(super) fn tables(scale: Scale) -> Vec<ReportTable> {
    vec![clean(scale), lossy(scale)]
}

/// Without loss: by whom, TCP and SCTP.
const SETTINGS: [(&str, &str, &str); 2] =
    [("with the paper's own settings", "tcp-2005", "sctp-2005"), ("as installed", "tcp", "sctp")];

/// Without loss, messages from `from` bytes on up to less than `to`: SCTP's time over TCP's or the other way round.
fn clean_cases(
    scale: Scale,
    store: &Store,
    sizes: impl Fn(u64) -> bool,
    (one, other): (&str, &str),
    expected: Expectation,
) -> Vec<ClaimCase> {
    let is_meant = |name: &String| name.parse().is_ok_and(&sizes);
    let table = clean(scale);
    let rows = table.rows.iter().filter(|(name, _)| is_meant(name));
    let case = |(name, row): &(String, Vec<Point>)| {
        ClaimCase::new(format!("{name} bytes"), ratio(store, row, one, other), expected)
    };
    rows.map(case).collect()
}

fn clean_claims(scale: Scale, store: &Store) -> Vec<Claim> {
    let mut claims = Vec::new();
    for (with, tcp, sctp) in SETTINGS {
        let cases = |sizes: &dyn Fn(u64) -> bool, pair, expected| {
            clean_cases(scale, store, sizes, pair, expected)
        };
        claims.push(Claim::of(
            FIGURE,
            format!(
                "Without loss TCP is better below 22 KB ({with}; time over SCTP over that over TCP)"
            ),
            cases(&|size| size < CROSSOVER, (sctp, tcp), Expectation::AtLeast(1.0)),
        ));
        claims.push(Claim::of(
            FIGURE,
            format!("and both are equal at 22 KB ({with}; time over SCTP over that over TCP)"),
            cases(&|size| size == CROSSOVER, (sctp, tcp), Expectation::Within(0.9, 1.1)),
        ));
        claims.push(Claim::of(
            FIGURE,
            format!("and SCTP is better at 1 MiB ({with}; time over TCP over that over SCTP)"),
            cases(&|size| size == 1 << 20, (tcp, sctp), Expectation::AtLeast(1.0)),
        ));
    }
    claims
}

/// TCP's time over SCTP's in table 1, by size and loss.
fn in_table(point: &Point) -> Expectation {
    match (number(point, 0), point.net.loss) {
        (30_000, 10) => Expectation::Factor(28.0, 28.0),
        (30_000, 20) => Expectation::Factor(43.0, 43.0),
        (300_000, 10 | 20) => Expectation::Factor(3.2, 3.2),
        _ => Expectation::AtLeast(NOISE),
    }
}

pub(super) fn claims(scale: Scale, store: &Store) -> Vec<Claim> {
    let mut claims = clean_claims(scale, store);
    let table = lossy(scale);
    // What the network's congestion control is, is nothing to one that chooses its own.
    let rows = |controls: &'static [&str]| {
        let is_meant = move |(_, row): &&(String, Vec<Point>)| {
            row[0].net.loss > 0 && controls.contains(&row[0].net.tcp)
        };
        table.rows.iter().filter(is_meant)
    };
    let cases = |controls, of: &dyn Fn(&[Point]) -> Result<Estimate, Gap>| -> Vec<ClaimCase> {
        let case = |(name, row): &(String, Vec<Point>)| {
            ClaimCase::new(name.clone(), of(row), in_table(&row[0]))
        };
        rows(controls).map(case).collect()
    };
    claims.push(Claim::of(
        TABLE,
        "Under loss a ping-pong is 3 to 43 times as fast over SCTP as over TCP (with the paper's own settings)",
        cases(&["cubic"], &|row| ratio(store, row, "tcp-2005", "sctp-2005")),
    ));
    claims.push(Claim::of(
        TABLE,
        "The same with today's: TCP with the network's congestion control, SCTP as installed",
        cases(&["cubic", "bbr"], &|row| ratio(store, row, "tcp-plain", "sctp")),
    ));
    claims.push(Claim::of(
        TABLE,
        "The same against the best of the other MPIs over TCP",
        cases(&["cubic", "bbr"], &|row| {
            let peers = least_of(store, row, &PEERS)?;
            Ok(peers.over(super::estimate(store, row, "sctp")?))
        }),
    ));
    claims
}
