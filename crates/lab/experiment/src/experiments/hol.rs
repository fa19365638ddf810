//! Head-of-line blocking: the farm over many streams and over one (figure 12 of "SCTP versus TCP for
//! MPI").

use super::{Claim, ReportTable, Scale, farm, mean};
use crate::store::Store;

pub(super) const ABOUT: &str = "The farm again, by the same transport with its streams and with one \
stream only. A packet that is lost holds up what comes behind it in its stream; with one stream that is \
everything between two ranks.";

const WHO: [&str; 8] = [
    "sctp",
    "sctp-one",
    "sctp-pool-3",
    "sctp-pool-30",
    "sctp-direct",
    "quic",
    "quic-one",
    "quic-direct",
];

/// Who takes part: in the larger farms the main question only.
fn who(size: u64) -> Vec<&'static str> {
    match size {
        30_000 => WHO.to_vec(),
        _ => vec!["sctp", "sctp-one", "quic", "quic-one"],
    }
}

pub(super) fn tables(scale: Scale) -> Vec<ReportTable> {
    let mut rows = Vec::new();
    for size in [30_000, 300_000] {
        for loss in scale.pick(vec![0, 10, 20], vec![0, 20], vec![20]) {
            // Those that are in the farm's tables, too, are measured once.
            rows.push(farm::points(scale, &who(size), size, 1, loss));
        }
    }
    vec![ReportTable {
        title: "Run time of the farm".to_owned(),
        unit: ("s", 1.0),
        row: "task, loss",
        rows,
        over: None,
        least: Some(farm::least),
    }]
}

pub(super) fn claims(scale: Scale, store: &Store) -> Vec<Claim> {
    let tables = tables(scale);
    let mut cases = Vec::new();
    for (name, row) in tables[0].rows.iter().filter(|(_, row)| row[0].net.loss > 0) {
        for (many, one) in [("sctp", "sctp-one"), ("quic", "quic-one")] {
            let ratio = || Some(mean(store, row, one)? / mean(store, row, many)?);
            cases.push((format!("{many}, {name}"), ratio()));
        }
    }
    vec![
        Claim::by_cases(
            "SCTP versus TCP for MPI, figure 12",
            "Under loss one stream takes 25 to 35 % longer than ten",
            &cases,
            |ratio| ratio > 1.05,
        ),
        Claim::by_cases(
            "Ferry's own goal",
            "Under loss several streams are never slower than one (but for 5 %, the noise)",
            &cases,
            |ratio| ratio > 0.95,
        ),
    ]
}
