//! The designs of the thesis on SCTP for MPI beside each other (its table 6.1, which has no figures).

use super::{
    Claim, ClaimCase, Expectation, Experiment, NOISE, ReportTable, Scale, point, ratio, row,
};
use crate::net::Net;
use crate::point::{Counted, Point};
use crate::store::Store;

pub(super) const ABOUT: &str = "The same traffic by each design: one connection per pair; one per tag, \
rank and context; streams of one socket; and with no progression layer between the transport and the \
user's buffer. Every rank exchanges messages of 1 KiB with every other, with 1 to 100 tags. System calls \
are counted by strace, those of start and end included. Single calls move 8 bytes between two ranks; their \
instructions are counted by callgrind, which sees nothing of the kernel: a receive whose message is in the \
socket, one whose message came in while another was waited for, and a look that finds nothing.";

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

/// Transports that control the flow of single streams: with a progression layer and without.
const PAIRS: [(&str, &str); 3] =
    [("tcp-stream", "tcp-stream-direct"), ("sctp", "sctp-direct"), ("quic", "quic-direct")];

/// Calls of `calls.c`: what each is, its time and its instructions.
const CALLS: [(&str, &str, &str); 4] = [
    ("MPI_Send", "send", "send-instructions"),
    ("MPI_Recv, message in the socket", "recv", "recv-instructions"),
    ("MPI_Recv, message came before", "late", "late-instructions"),
    ("MPI_Test that finds nothing", "look", "look-instructions"),
];

fn conditions(scale: Scale) -> Vec<(u32, u64)> {
    let ranks = scale.pick(vec![2, 4, 8], vec![2, 4], vec![2]);
    let tags = scale.pick(vec![1, 10, 100], vec![1, 50], vec![2]);
    ranks.iter().flat_map(|ranks| tags.iter().map(|tags| (*ranks, *tags))).collect()
}

fn points(
    scale: Scale,
    ranks: u32,
    tags: u64,
    counts: Counted,
    measure: &'static str,
) -> Vec<Point> {
    // As many messages for each pair whatever the number of tags.
    let messages = (scale.pick(2000, 1000, 20) / tags).max(2);
    row(&WHO, |contender| Point {
        runs: scale.pick(3, 1, 1),
        measure,
        counts,
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
    let counts = match measure {
        "calls-per-message" => Counted::SystemCalls,
        _ => Counted::Nothing,
    };
    let rows = conditions(scale).into_iter().map(|(ranks, tags)| {
        (format!("{ranks} ranks, {tags} tags"), points(scale, ranks, tags, counts, measure))
    });
    ReportTable::of(title, unit, "ranks, tags", rows.collect())
}

/// What single calls cost; all of a contender's are of one run.
fn calls(scale: Scale, title: &str, unit: (&'static str, f64), counts: Counted) -> ReportTable {
    let who: Vec<&str> = PAIRS.iter().flat_map(|(with, without)| [*with, *without]).collect();
    let rounds = scale.pick(200, 60, 4);
    let rows = CALLS.iter().map(|(name, time, instructions)| {
        let measure = if counts == Counted::Nothing { time } else { instructions };
        let points = row(&who, |contender| Point {
            measure,
            counts,
            runs: if counts == Counted::Nothing { scale.pick(3, 1, 1) } else { 1 },
            ..point(Experiment::Designs, contender, Net::lan(2, 0), "calls", &[8, rounds])
        });
        ((*name).to_owned(), points)
    });
    ReportTable::of(title, unit, "call", rows.collect())
}

pub(super) fn tables(scale: Scale) -> Vec<ReportTable> {
    vec![
        table(scale, "Sockets of a rank", ("", 1.0), "sockets"),
        table(scale, "System calls per message", ("", 1.0), "calls-per-message"),
        table(scale, "Memory of a rank", ("MiB", 1.0 / 1024.0), "memory"),
        table(scale, "Time per message", ("us", 1e6), "message"),
        calls(scale, "Time of a call", ("us", 1e6), Counted::Nothing),
        calls(scale, "Instructions of a call", ("", 1.0), Counted::Instructions),
    ]
}

/// A transport that has a connection for each context and tag and nothing between it and the user's buffer, as the
/// thesis has it. Beside the engine a pool of connections serves, which is another design.
const PER_TAG: &str = "tcp-stream-direct";

pub(super) fn claims(scale: Scale, store: &Store) -> Vec<Claim> {
    let tables = tables(scale);
    let more = Expectation::AtLeast(NOISE);
    let per_tag = |table: &ReportTable, expected| -> Vec<ClaimCase> {
        let case = |(name, row): &(String, Vec<Point>)| {
            ClaimCase::new(name.clone(), ratio(store, row, PER_TAG, "sctp"), expected)
        };
        table.rows.iter().map(case).collect()
    };
    vec![
        Claim::of(
            "Thesis, table 6.1",
            "A connection per tag, rank and context needs many sockets, SCTP one (sockets of the former in the \
             direct design over those of the latter)",
            per_tag(&tables[0], more),
        ),
        Claim::of(
            "Thesis, table 6.1",
            "and its messages take as long as over SCTP or longer (time of the former over that of the latter)",
            per_tag(&tables[3], Expectation::AtLeast(1.0)),
        ),
        Claim::of(
            "Thesis, chapter 6",
            "Without a progression layer a message costs less (time with it over time without)",
            with_over_without(store, &tables[3], more),
        ),
        Claim::of(
            "Thesis, chapter 6",
            "A receive that names source and tag takes its message from its stream in fewer instructions (with \
             the layer over without)",
            with_over_without(store, &of_receives(&tables[5]), more),
        ),
    ]
}

/// The rows of receives.
fn of_receives(table: &ReportTable) -> ReportTable {
    let is_receive = |(name, _): &&(String, Vec<Point>)| name.starts_with("MPI_Recv");
    let rows = table.rows.iter().filter(is_receive).cloned().collect();
    ReportTable { rows, title: table.title.clone(), ..*table }
}

/// What each transport takes with a progression layer over what it takes without, in each row.
fn with_over_without(store: &Store, table: &ReportTable, expected: Expectation) -> Vec<ClaimCase> {
    let cases = table.rows.iter().flat_map(|(name, row)| {
        PAIRS.map(|(with, without)| {
            let found = ratio(store, row, with, without);
            ClaimCase::new(format!("{with}, {name}"), found, expected)
        })
    });
    cases.collect()
}
