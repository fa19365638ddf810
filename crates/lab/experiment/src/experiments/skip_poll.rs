//! What looking at a slow method costs a fast one (figures 4 and 6 of the paper on Nexus).

use super::{Claim, Experiment, ReportTable, Scale, mean, point};
use crate::contender::{Contender, PEERS};
use crate::net::Net;
use crate::point::Point;
use crate::store::Store;

pub(super) const ABOUT: &str = "Rank 0 plays ping-pong with rank 1 over shared memory and with rank 2, on \
another host, over TCP, both at once. TCP is looked at once in so many polls, or as often as Ferry finds \
right by itself, or not at all until a thread that waits for it has seen something come. Before that two ranks of one host, with a TCP that has nothing to carry.";

/// Of the ping-pong over shared memory beside a TCP that carries nothing: the column, what the
/// contender is, and the interval.
const IDLE: [(&str, &str, &[&str]); 8] = [
    ("shm alone", "shm", &[]),
    ("TCP at each poll", "shm-tcp", &["poll.skip=tcp:1"]),
    ("TCP at each 20th", "shm-tcp", &["poll.skip=tcp:20"]),
    ("TCP adaptive", "shm-tcp", &[]),
    ("TCP by a thread", "shm-tcp", &["poll.waiter=tcp"]),
    ("mpich", "mpich", &[]),
    ("openmpi", "openmpi", &[]),
    ("intel", "intel", &[]),
];

/// When TCP is looked at.
#[derive(Clone, Copy)]
enum Look {
    /// Once in so many polls.
    Each(u32),
    /// As often as Ferry finds right.
    Adaptive,
    /// When a thread that is blocked in a wait for it has come out of that.
    ByThread,
}

impl Look {
    fn name(self) -> String {
        match self {
            Look::Each(polls) => polls.to_string(),
            Look::Adaptive => "adaptive".to_owned(),
            Look::ByThread => "by a thread".to_owned(),
        }
    }

    fn parameter(self) -> Option<String> {
        match self {
            Look::Each(polls) => Some(format!("poll.skip=tcp:{polls}")),
            Look::Adaptive => None,
            Look::ByThread => Some("poll.waiter=tcp".to_owned()),
        }
    }
}

/// Fixed intervals, Ferry's own choice, and the thread.
fn looks(scale: Scale) -> Vec<Look> {
    let fixed = scale.pick(vec![1, 5, 20, 100, 500, 2000], vec![1, 20, 500], vec![20]);
    fixed.into_iter().map(Look::Each).chain([Look::Adaptive, Look::ByThread]).collect()
}

/// Two ranks of one host over sizes (figure 4).
fn idle(scale: Scale) -> ReportTable {
    let sizes = [0_u64, 8, 64, 512, 1 << 10, 8 << 10, 64 << 10, 512 << 10];
    let sizes = scale.pick(sizes.to_vec(), vec![0, 1 << 10, 64 << 10], vec![8]);
    let row = |size: u64| -> Vec<Point> {
        let trips = scale.pick(20_000, 5000, 20).min(1_000_000_000 / size.max(1));
        let one = |(label, contender, set): &(&'static str, &str, &[&str])| {
            let contender = Contender::named(contender)?;
            Some(Point {
                ranks: 2,
                slots: vec![2],
                set: set.iter().map(|word| (*word).to_owned()).collect(),
                runs: scale.pick(3, 1, 1),
                label: Some(label),
                ..point(
                    Experiment::SkipPoll,
                    contender,
                    Net::lan(2, 0),
                    "pingpong",
                    &[size, trips, 3],
                )
            })
        };
        IDLE.iter().filter_map(one).collect()
    };
    ReportTable {
        title: "Round trip over shared memory beside an idle TCP".to_owned(),
        unit: ("us", 1e6),
        row: "bytes",
        rows: sizes.into_iter().map(|size| (size.to_string(), row(size))).collect(),
        over: Some("message (bytes)"),
        least: None,
    }
}

fn points(scale: Scale, bytes: u64, contender: &str, look: Look) -> Vec<Point> {
    let columns = [("near", "shared memory"), ("far", "TCP")];
    let one = |(measure, label)| {
        let contender = Contender::named(contender)?;
        let time = scale.pick(2000, 500, 50);
        Some(Point {
            ranks: 3,
            slots: vec![2, 1],
            set: look.parameter().into_iter().collect(),
            runs: scale.pick(3, 2, 1),
            measure,
            label: Some(label),
            ..point(Experiment::SkipPoll, contender, Net::lan(2, 0), "skip_poll", &[bytes, time])
        })
    };
    columns.into_iter().filter_map(one).collect()
}

pub(super) fn tables(scale: Scale) -> Vec<ReportTable> {
    let table = |bytes: u64| {
        let own = looks(scale).into_iter();
        let own = own.map(|look| (look.name(), points(scale, bytes, "shm-tcp", look)));
        let peer = |peer: &str| (peer.to_owned(), points(scale, bytes, peer, Look::Adaptive));
        let rows = own.chain(PEERS.map(peer));
        ReportTable {
            title: format!("Round trip of {bytes} bytes by each method"),
            unit: ("us", 1e6),
            row: "polls for one look at TCP",
            rows: rows.collect(),
            over: None,
            least: None,
        }
    };
    vec![idle(scale), table(8), table(10_000)]
}

pub(super) fn claims(scale: Scale, store: &Store) -> Vec<Claim> {
    let tables = tables(scale);
    let (idle, tables) = (&tables[0], &tables[1..]);
    let over = |column: &str| -> Vec<(String, Option<f64>)> {
        let ratio =
            |row: &[Point]| Some(mean(store, row, column)? / mean(store, row, "shm alone")?);
        idle.rows.iter().map(|(name, row)| (format!("{name} bytes"), ratio(row))).collect()
    };
    let (mut near, mut far, mut own) = (Vec::new(), Vec::new(), Vec::new());
    let mut threaded = Vec::new();
    for table in tables {
        let ferry = table.rows.len() - PEERS.len();
        let rows: Vec<&Vec<Point>> = table.rows[..ferry].iter().map(|(_, row)| row).collect();
        let [fixed @ .., adaptive, by_thread] = &rows[..] else { continue };
        let [first, .., last] = fixed else { continue };
        let ratio = |a: &[Point], b: &[Point], column: &str| {
            Some(mean(store, a, column)? / mean(store, b, column)?)
        };
        threaded.push((table.title.clone(), ratio(by_thread, first, "shared memory")));
        near.push((table.title.clone(), ratio(first, last, "shared memory")));
        far.push((table.title.clone(), ratio(last, first, "TCP")));
        // Round trips of both in the same time: a mean of the two rates.
        let cost = |row: &[Point]| {
            Some(mean(store, row, "shared memory")?.ln() + mean(store, row, "TCP")?.ln())
        };
        let best = fixed.iter().filter_map(|row| cost(row)).min_by(f64::total_cmp);
        let against = || Some(((cost(adaptive)? - best?) / 2.0).exp());
        own.push((table.title.clone(), against()));
    }
    vec![
        Claim::by_cases(
            "Nexus, figure 4",
            "Looking at an idle TCP each time makes small messages by the fast method about twice as slow \
             (time with it over time without)",
            &over("TCP at each poll"),
            |ratio| ratio > 1.3,
        ),
        Claim::by_cases(
            "Ferry's own goal",
            "At the interval that Ferry finds an idle TCP costs at most 3 %",
            &over("TCP adaptive"),
            |ratio| ratio <= 1.03,
        ),
        Claim::by_cases(
            "Nexus, section 3.3",
            "A thread that is blocked in a wait for TCP finds what comes without the fast method paying for it: an \
             idle TCP costs at most 3 %",
            &over("TCP by a thread"),
            |ratio| ratio <= 1.03,
        ),
        Claim::by_cases(
            "Nexus, section 3.3",
            "and beside a busy TCP the fast method is faster than with every look (its time with the thread over \
             that)",
            &threaded,
            |ratio| ratio < 1.0,
        ),
        Claim::by_cases(
            "Nexus, figure 6",
            "Looking at the slow method less often makes the fast one faster (its time with every look over \
             that with the fewest)",
            &near,
            |ratio| ratio > 1.02,
        ),
        Claim::by_cases(
            "Nexus, figure 6",
            "and the slow one slower (its time with the fewest looks over that with every look)",
            &far,
            |ratio| ratio > 1.02,
        ),
        Claim::by_cases(
            "Ferry's own goal",
            "The interval that Ferry finds by itself is as good as the best fixed one (geometric mean of \
             both times, over that of the best)",
            &own,
            |ratio| ratio < 1.1,
        ),
    ]
}
