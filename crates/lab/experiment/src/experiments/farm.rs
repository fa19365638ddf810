//! The Bulk Processor Farm (figures 10 and 11 of "SCTP versus TCP for MPI").

use super::{
    Claim, ClaimCase, Expectation, Experiment, ReportTable, Scale, estimate, least_of, number,
    point, ratio, row,
};
use crate::contender::PEERS;
use crate::estimate::Estimate;
use crate::net::Net;
use crate::point::Point;
use crate::store::{Gap, Store};

pub(super) const ABOUT: &str = "Eight hosts on a gigabit switch. A manager gives tasks of 30 KB or 300 \
KB to workers that keep ten requests outstanding; each task has one of ten tags, and a request is \
answered with as many tasks as the fan-out says.";

const FERRY: [&str; 7] =
    ["tcp", "tcp-plain", "tcp-stream", "sctp", "quic", "adaptive", "sctp-direct"];

/// As the paper set them up.
const PAPER: [&str; 2] = ["tcp-2005", "sctp-2005"];

/// Who takes part: all designs of Ferry in the smaller farms only, which take a tenth of the time.
fn who(size: u64, fanout: u64) -> Vec<&'static str> {
    let all = size == 30_000 && fanout == 1;
    let ferry = if all { &FERRY[..] } else { &["tcp", "tcp-plain", "sctp", "quic"] };
    ferry.iter().chain(&PAPER).chain(&PEERS).copied().collect()
}

/// Hosts of the farm: as many as the paper had.
pub(super) fn hosts(scale: Scale) -> u32 {
    scale.pick(8, 8, 3)
}

/// Tasks of a size: of short ones as many as the paper had, of long ones a fifth. The time goes with their number, and
/// thousands of packets are lost as it is.
pub(super) fn tasks(scale: Scale, size: u64) -> u64 {
    match size {
        30_000 => scale.pick(10_000, 2000, 30),
        _ => scale.pick(2000, 200, 12),
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
    let title = format!("Run time with a fan-out of {fanout}");
    let table = ReportTable::of(title, ("s", 1.0), "task, loss", rows);
    ReportTable { least: Some(least), ..table }
}

pub(super) fn tables(scale: Scale) -> Vec<ReportTable> {
    let fanouts: &[u64] = scale.pick(&[1, 10], &[1], &[1]);
    fanouts.iter().map(|fanout| table(scale, *fanout)).collect()
}

/// How many times as long TCP takes as SCTP under loss: what the paper says in its text on figure 10. Of figure 11
/// it gives no such figures.
const TCP_OVER_SCTP: [(u64, u32, Expectation); 4] = [
    (30_000, 10, Expectation::Factor(10.0, 11.0)),
    (30_000, 20, Expectation::Factor(10.0, 11.0)),
    (300_000, 10, Expectation::Factor(2.58, 2.58)),
    (300_000, 20, Expectation::Factor(2.7, 2.7)),
];

/// Those who stand for the paper's: name of the settings, TCP, SCTP.
const SETTINGS: [(&str, &str, &str); 2] = [
    ("with the paper's own settings", "tcp-2005", "sctp-2005"),
    (
        "with today's: TCP with the network's congestion control, SCTP as installed",
        "tcp-plain",
        "sctp",
    ),
];

/// The row of a farm for claims.
fn case(scale: Scale, size: u64, fanout: u64, loss: u32) -> (String, Vec<Point>) {
    points(scale, &who(size, fanout), size, fanout, loss)
}

/// The sizes of messages, as figures have them in halves.
const SIZES: [(u64, &str); 2] = [(30_000, "short"), (300_000, "long")];

fn tcp_over_sctp(scale: Scale, store: &Store, size: u64, tcp: &str, sctp: &str) -> Vec<ClaimCase> {
    let one = |(size, loss, expected): (u64, u32, Expectation)| {
        let (name, row) = case(scale, size, 1, loss);
        ClaimCase::new(name, ratio(store, &row, tcp, sctp), expected)
    };
    TCP_OVER_SCTP.into_iter().filter(|of| of.0 == size).map(one).collect()
}

/// What a larger fan-out costs a contender under loss: much for long messages, little for short ones.
fn fanout_cost(scale: Scale, store: &Store, size: u64, who: &str) -> Vec<ClaimCase> {
    let expected = match size {
        30_000 => Expectation::Within(0.85, 1.15),
        _ => Expectation::AtLeast(1.2),
    };
    let cost = |loss| {
        let (name, ten) = case(scale, size, 10, loss);
        let (_, one) = case(scale, size, 1, loss);
        let over = || Ok(estimate(store, &ten, who)?.over(estimate(store, &one, who)?));
        ClaimCase::new(name, over(), expected)
    };
    [10, 20].map(cost).to_vec()
}

/// The claims of figures 10 and 11, each with short messages and with long ones.
fn paper_claims(scale: Scale, store: &Store) -> Vec<Claim> {
    let all = SETTINGS.into_iter().flat_map(|settings| SIZES.map(|size| (settings, size)));
    let both = all.flat_map(|((settings, tcp, sctp), (size, name))| {
        let (factor, effect) = match size {
            30_000 => ("10 to 11", "hardly changes"),
            _ => ("2.6 to 2.7", "rises much"),
        };
        let slower = Claim::of(
            "SCTP versus TCP for MPI, figure 10",
            format!(
                "Under loss the farm with {name} messages takes {factor} times as long over TCP as over SCTP \
                 ({settings})"
            ),
            tcp_over_sctp(scale, store, size, tcp, sctp),
        );
        let fanout = Claim::of(
            "SCTP versus TCP for MPI, figure 11",
            format!(
                "Under loss TCP's run time {effect} with a fan-out of 10 and {name} messages (time over that with a \
                 fan-out of 1; {settings})"
            ),
            fanout_cost(scale, store, size, tcp),
        );
        [slower, fanout]
    });
    both.collect()
}

fn own_goals(scale: Scale, store: &Store) -> Vec<Claim> {
    let tables = tables(scale);
    let rows = tables.iter().flat_map(|table| {
        table.rows.iter().map(move |(name, row)| (format!("{name}, {}", table.title), row))
    });
    let lossy: Vec<_> = rows.filter(|(_, row)| row[0].net.loss > 0).collect();
    let cases = |expected, of: &dyn Fn(&[Point]) -> Result<Estimate, Gap>| -> Vec<ClaimCase> {
        lossy.iter().map(|(name, row)| ClaimCase::new(name.clone(), of(row), expected)).collect()
    };
    let ferry = |row: &[Point]| least_of(store, row, &FERRY);
    let peers = |row: &[Point]| least_of(store, row, &PEERS);
    let cable = |row: &[Point]| Estimate::exactly(least(&row[0]));
    let twice = Expectation::AtLeast(2.0);
    vec![
        Claim::of(
            "Ferry's own goal",
            "Under loss Ferry's best method is at least twice as fast as the best other MPI over TCP",
            cases(twice, &|row| Ok(peers(row)?.over(ferry(row)?))),
        ),
        Claim::of(
            "Ferry's own goal",
            "A design could be twice as fast (time of the best other MPI over that which the manager's \
             cable takes at least)",
            cases(twice, &|row| Ok(peers(row)?.over(cable(row)))),
        ),
        Claim::of(
            "Ferry's own goal",
            "Under loss Ferry's best method takes at most a sixth longer than the manager's cable alone",
            cases(Expectation::AtMost(1.17), &|row| Ok(ferry(row)?.over(cable(row)))),
        ),
    ]
}

pub(super) fn claims(scale: Scale, store: &Store) -> Vec<Claim> {
    let mut claims = paper_claims(scale, store);
    claims.extend(own_goals(scale, store));
    claims
}
