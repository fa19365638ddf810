//! Who moves messages on while the program computes: calls, a thread or signals (MP_Lite's point).

use super::{
    Claim, ClaimCase, Expectation, Experiment, ReportTable, Scale, estimate, point, ratio,
};
use crate::contender::{Contender, PEERS};
use crate::estimate::Estimate;
use crate::net::Net;
use crate::point::Point;
use crate::store::{Gap, Store};

pub(super) const ABOUT: &str = "Two ranks of one host, by shared memory and by TCP. MP_Lite's TCP module moved \
messages on by signals (SIGIO) while the program computed, at up to 18 % of its speed over Gigabit Ethernet. Here \
Ferry does so with `progress` set to `poll`, `thread` and `signal`, beside other MPIs as they are installed, by whatever they use within a host. The \
rank that computes holds on to one core, for four times as long as the transfer takes alone; whoever moves its \
messages shares the other cores with the other rank.";

const WAYS: [&str; 3] = ["poll", "thread", "signal"];
/// The other MPIs take what they take on one host, which is shared memory or TCP.
const OTHERS: &str = "as installed";
const METHODS: [&str; 3] = ["shm", "tcp", OTHERS];

/// Bytes of the long transfer.
const BYTES: u64 = 32 << 20;

fn points(scale: Scale, method: &str, measure: &'static str) -> Vec<Point> {
    let (repeats, trips) = (scale.pick(15, 7, 1), scale.pick(20_000, 5000, 20));
    let bytes = scale.pick(BYTES, BYTES, 1 << 20);
    let one = |contender: &str, way: Option<&'static str>| {
        let contender = Contender::named(contender)?;
        Some(Point {
            ranks: 2,
            slots: vec![2],
            set: way.map(|way| format!("progress={way}")).into_iter().collect(),
            runs: scale.pick(5, 2, 1),
            measure,
            label: way,
            ..point(
                Experiment::Progress,
                contender,
                Net::lan(2, 0),
                "progress",
                &[bytes, repeats, trips],
            )
        })
    };
    match method {
        OTHERS => PEERS.iter().filter_map(|peer| one(peer, None)).collect(),
        _ => WAYS.iter().filter_map(|way| one(method, Some(way))).collect(),
    }
}

fn table(
    scale: Scale,
    title: &str,
    unit: (&'static str, f64),
    measures: &[(&str, &'static str)],
) -> ReportTable {
    let name = |method: &str, what: &str| match what {
        "" => method.to_owned(),
        what => format!("{method}, {what}"),
    };
    let rows = METHODS.iter().flat_map(|method| {
        let row = move |(what, measure): &(&str, &'static str)| {
            (name(method, what), points(scale, method, measure))
        };
        measures.iter().map(row)
    });
    ReportTable::of(title, unit, "method", rows.collect())
}

pub(super) fn tables(scale: Scale) -> Vec<ReportTable> {
    let part = ("%", 100.0);
    vec![
        table(
            scale,
            "Part of a transfer of 32 MiB that computation does not hide",
            part,
            &[("receiving", "left-receiving"), ("sending", "left-sending")],
        ),
        table(scale, "Round trip of 8 bytes in blocking calls", ("us", 1e6), &[("", "trip")]),
        table(
            scale,
            "Processor time of the rank that computes, for the transfer, over the time of the transfer alone",
            part,
            &[("receiving", "burden-receiving"), ("sending", "burden-sending")],
        ),
        table(
            scale,
            "Share of a core used by a rank at rest, to which a message comes each millisecond",
            part,
            &[("", "at-rest")],
        ),
    ]
}

pub(super) fn claims(scale: Scale, store: &Store) -> Vec<Claim> {
    let tables = tables(scale);
    type Found<'a> = &'a dyn Fn(&[Point]) -> Result<Estimate, Gap>;
    let all = |table: &ReportTable, expected, of: Found<'_>| -> Vec<ClaimCase> {
        // The other MPIs have no such ways.
        let own = table.rows.iter().filter(|(name, _)| !name.starts_with(OTHERS));
        own.map(|(name, row)| ClaimCase::new(name.clone(), of(row), expected)).collect()
    };
    let hidden = |way: &'static str, expected| {
        all(&tables[0], expected, &|row| Ok(estimate(store, row, way)?.rest()))
    };
    let over = |table: &ReportTable, one: &'static str, other: &'static str, expected| {
        all(table, expected, &|row| ratio(store, row, one, other))
    };
    vec![
        Claim::of(
            "MP_Lite",
            "Moved on by signals, a transfer hides behind computation (part of it that does, with `signal`)",
            hidden("signal", Expectation::AtLeast(0.9)),
        ),
        Claim::of(
            "MP_Lite",
            "without them it waits for the next call (part that hides with `poll`)",
            hidden("poll", Expectation::AtMost(0.5)),
        ),
        Claim::of(
            "MP_Lite",
            "and signals cost messages in blocking calls something, up to 18 % (round trip with `signal` over \
             that with `poll`)",
            over(&tables[1], "signal", "poll", Expectation::Factor(1.18, 1.18)),
        ),
        Claim::of(
            "Ferry's own goal",
            "A transfer hides as well behind computation with a thread (part that does, with `thread`)",
            hidden("thread", Expectation::AtLeast(0.9)),
        ),
        Claim::of(
            "MP_Lite",
            "Signals cost less processor time than a thread (share of a core at rest, with `signal` over that \
             with `thread`)",
            over(&tables[3], "signal", "thread", Expectation::AtMost(1.0)),
        ),
    ]
}
