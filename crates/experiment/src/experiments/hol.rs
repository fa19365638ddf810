//! Head-of-line blocking: the farm over many streams and over one (figure 12 of "SCTP versus TCP for
//! MPI").

use super::{Claim, Experiment, Scale, Table, farm, mean, point, row};
use crate::net::Net;
use crate::point::Point;
use crate::store::Store;

pub(super) const ABOUT: &str = "The farm again, by the same transport with its streams and with one \
stream only. A packet that is lost holds up what comes behind it in its stream; with one stream that is \
everything between two ranks.";

const WHO: [&str; 6] = ["sctp", "sctp-one", "sctp-direct", "quic", "quic-one", "quic-direct"];

pub(super) fn tables(scale: Scale) -> Vec<Table> {
    let mut rows = Vec::new();
    for size in [30_000, 300_000] {
        for loss in scale.pick(vec![0, 10, 20], vec![0, 20], vec![20]) {
            let net = Net::lan(farm::hosts(scale), loss);
            let args = [farm::tasks(scale, size), size, 1, 10];
            let points = row(&WHO, |contender| Point {
                runs: scale.pick(6, 2, 1),
                longest: scale.pick(900, 30, 30),
                ..point(Experiment::Hol, contender, net, "farm", &args)
            });
            rows.push((format!("{} KB, {} %", size / 1000, net.percent()), points));
        }
    }
    vec![Table {
        title: "Run time of the farm".to_owned(),
        unit: ("s", 1.0),
        row: "task, loss",
        rows,
        over: None,
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
    vec![Claim::by_cases(
        "SCTP versus TCP for MPI, figure 12",
        "Under loss one stream takes 25 to 35 % longer than ten",
        &cases,
        |ratio| ratio > 1.05,
    )]
}
