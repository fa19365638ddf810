//! Two networks between two hosts: one is cut in mid-transfer, or both are used at once.

use super::{Claim, ClaimCase, Expectation, Experiment, ReportTable, Scale, estimate, point, row};
use crate::net::Net;
use crate::point::Point;
use crate::store::Store;

pub(super) const ABOUT: &str = "Two hosts joined by two networks of 100 Mbit/s. A transfer goes on \
when one of them is cut, where the transport knows of both; and one that uses both at once is faster. \
Of two unlike ways the second has a tenth of the rate and 20 ms more of round trip.";

const RATE: u32 = 100;

fn net(ways: u32, cut: Option<u32>) -> Net {
    Net { rate: RATE, ways, cut, ..Net::lan(2, 0) }
}

fn one(scale: Scale, who: &[&str], name: &str, net: Net) -> (String, Vec<Point>) {
    let trips = scale.pick(30, 8, 2);
    let points = row(who, |contender| Point {
        runs: scale.pick(3, 2, 1),
        longest: scale.pick(30, 12, 12),
        ..point(Experiment::Paths, contender, net, "pingpong", &[1 << 20, trips, 1])
    });
    (name.to_owned(), points)
}

const WHO: [&str; 6] = ["sctp", "sctp-multipath", "tcp", "mpich", "openmpi", "intel"];

pub(super) fn tables(scale: Scale) -> Vec<ReportTable> {
    let rows = vec![
        one(scale, &WHO, "one way", net(1, None)),
        one(scale, &WHO, "two ways", net(2, None)),
        one(scale, &WHO, "two unlike ways", Net { unlike: true, ..net(2, None) }),
        one(scale, &WHO, "two ways, one cut after a second", net(2, Some(1000))),
    ];
    vec![ReportTable::of("Round trip of 1 MiB", ("ms", 1e3), "network", rows)]
}

pub(super) fn claims(scale: Scale, store: &Store) -> Vec<Claim> {
    let rows = &tables(scale)[0].rows;
    let of = |row: usize, who| estimate(store, &rows[row].1, who);
    let gain = || Ok(of(0, "sctp")?.over(of(1, "sctp-multipath")?));
    let cut = || Ok(of(3, "sctp")?.over(of(0, "sctp")?));
    vec![
        Claim::of(
            "Iyengar et al., concurrent multipath transfer",
            "Two paths at once carry nearly twice as much as one",
            [ClaimCase::new("two paths against one", gain(), Expectation::AtLeast(1.7))],
        ),
        Claim::of(
            "RFC 9260, RFC 7829",
            "A transfer survives the loss of one of two paths (time with the cut over time without)",
            [ClaimCase::new("with a cut", cut(), Expectation::AtMost(f64::INFINITY))],
        ),
    ]
}
