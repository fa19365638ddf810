//! The designs of the thesis on SCTP for MPI beside each other (its table 6.1, which has no figures).

use super::{Claim, Experiment, ReportTable, Scale, mean, point, row};
use crate::net::Net;
use crate::point::Point;
use crate::store::Store;

pub(super) const ABOUT: &str = "The same traffic by each design: one connection per pair; one per tag, \
rank and context; streams of one socket; and with no progression layer between the transport and the \
user's buffer. Every rank exchanges messages of 1 KiB with every other, with 1 to 100 tags. System calls \
are counted by strace, those of start and end included.";

const WHO: [&str; 10] = [
    "tcp",
    "tcp-stream",
    "tcp-stream-direct",
    "sctp",
    "sctp-direct",
    "quic",
    "quic-direct",
    "mpich",
    "openmpi",
    "intel",
];

const BYTES: u64 = 1024;

fn conditions(scale: Scale) -> Vec<(u32, u64)> {
    let ranks = scale.pick(vec![2, 4, 8], vec![2, 4], vec![2]);
    let tags = scale.pick(vec![1, 10, 100], vec![1, 50], vec![2]);
    ranks.iter().flat_map(|ranks| tags.iter().map(|tags| (*ranks, *tags))).collect()
}

fn points(
    scale: Scale,
    ranks: u32,
    tags: u64,
    counts_calls: bool,
    measure: &'static str,
) -> Vec<Point> {
    // As many messages for each pair whatever the number of tags.
    let messages = (scale.pick(2000, 1000, 20) / tags).max(2);
    row(&WHO, |contender| Point {
        runs: if counts_calls { 1 } else { scale.pick(2, 1, 1) },
        measure,
        counts_calls,
        ..point(
            Experiment::Designs,
            contender,
            Net::lan(ranks, 0),
            "designs",
            &[BYTES, messages, tags],
        )
    })
}

fn table(
    scale: Scale,
    title: &str,
    unit: (&'static str, f64),
    measure: &'static str,
) -> ReportTable {
    let counts_calls = measure == "calls-per-message";
    let rows = conditions(scale).into_iter().map(|(ranks, tags)| {
        (format!("{ranks} ranks, {tags} tags"), points(scale, ranks, tags, counts_calls, measure))
    });
    ReportTable {
        title: title.to_owned(),
        unit,
        row: "ranks, tags",
        rows: rows.collect(),
        over: None,
        least: None,
    }
}

pub(super) fn tables(scale: Scale) -> Vec<ReportTable> {
    vec![
        table(scale, "Sockets of a rank", ("", 1.0), "sockets"),
        table(scale, "System calls per message", ("", 1.0), "calls-per-message"),
        table(scale, "Memory of a rank", ("MiB", 1.0 / 1024.0), "memory"),
        table(scale, "Time per message", ("us", 1e6), "message"),
    ]
}

pub(super) fn claims(scale: Scale, store: &Store) -> Vec<Claim> {
    let tables = tables(scale);
    let against = |table: &ReportTable, other: &str, one: &str| -> Vec<(String, Option<f64>)> {
        let ratio = |row: &[Point]| Some(mean(store, row, other)? / mean(store, row, one)?);
        table.rows.iter().map(|(name, row)| (name.clone(), ratio(row))).collect()
    };
    vec![
        Claim::by_cases(
            "Thesis, table 6.1",
            "A connection per tag, rank and context needs many sockets, SCTP one (sockets of the former \
             over those of the latter)",
            &against(&tables[0], "tcp-stream", "sctp"),
            |ratio| ratio > 1.0,
        ),
        Claim::by_cases(
            "Thesis, chapter 6",
            "Without a progression layer a message costs less (time with it over time without, SCTP)",
            &against(&tables[3], "sctp", "sctp-direct"),
            |ratio| ratio > 1.0,
        ),
    ]
}
