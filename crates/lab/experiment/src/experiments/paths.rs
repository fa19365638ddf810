//! Two networks between two hosts: one is cut in mid-transfer, or both are used at once.

use super::{Claim, Experiment, ReportTable, Scale, mean, point, row};
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
    vec![ReportTable {
        title: "Round trip of 1 MiB".to_owned(),
        unit: ("ms", 1e3),
        row: "network",
        rows,
        over: None,
        least: None,
    }]
}

pub(super) fn claims(scale: Scale, store: &Store) -> Vec<Claim> {
    let rows = &tables(scale)[0].rows;
    let gain =
        || Some(mean(store, &rows[0].1, "sctp")? / mean(store, &rows[1].1, "sctp-multipath")?);
    let cut = || Some(mean(store, &rows[3].1, "sctp")? / mean(store, &rows[0].1, "sctp")?);
    vec![
        Claim::by_cases(
            "Iyengar et al., concurrent multipath transfer",
            "Two paths at once carry nearly twice as much as one",
            &[("two paths against one".to_owned(), gain())],
            |ratio| ratio >= 1.7,
        ),
        Claim::by_cases(
            "RFC 9260, RFC 7829",
            "A transfer survives the loss of one of two paths (time with the cut over time without)",
            &[("with a cut".to_owned(), cut())],
            f64::is_finite,
        ),
    ]
}
