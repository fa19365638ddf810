//! What looking at a slow method costs a fast one (figures 4 and 6 of the paper on Nexus).

use super::{
    Claim, ClaimCase, Expectation, Experiment, NOISE, ReportTable, Scale, estimate, least, point,
    ratio,
};
use crate::contender::{Contender, PEERS};
use crate::estimate::Estimate;
use crate::net::Net;
use crate::point::Point;
use crate::store::{Gap, Store};

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
    let title = "Round trip over shared memory beside an idle TCP";
    let rows = sizes.into_iter().map(|size| (size.to_string(), row(size))).collect();
    let table = ReportTable::of(title, ("us", 1e6), "bytes", rows);
    ReportTable { over: Some("message (bytes)"), ..table }
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
            runs: scale.pick(5, 2, 1),
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
        let title = format!("Round trip of {bytes} bytes by each method");
        ReportTable::of(title, ("us", 1e6), "polls for one look at TCP", rows.collect())
    };
    vec![idle(scale), table(8), table(10_000)]
}

/// Columns of the tables with two ping-pongs.
const FAST: &str = "shared memory";
const SLOW: &str = "TCP";

/// A table's row of this name: an interval, or another way to look.
fn row<'a>(table: &'a ReportTable, look: &str) -> Result<&'a [Point], Gap> {
    let found = table.rows.iter().find(|(name, _)| name == look);
    found.map(|(_, row)| row.as_slice()).ok_or(Gap::NotMeasured)
}

/// The time of one way to look over that of another, by one of both methods.
fn over(store: &Store, table: &ReportTable, column: &str, one: &str, other: &str) -> Found {
    let of = |look| estimate(store, row(table, look)?, column);
    Ok(of(one)?.over(of(other)?))
}

/// Round trips of both in the same time: the geometric mean of their times.
fn both(store: &Store, table: &ReportTable, look: &str) -> Found {
    let of = |column| estimate(store, row(table, look)?, column);
    Estimate::mean(&[of(FAST)?, of(SLOW)?]).ok_or(Gap::NotMeasured)
}

type Found = Result<Estimate, Gap>;

/// What an idle TCP costs, in each row of its table.
fn idle_cost(
    store: &Store,
    idle: &ReportTable,
    column: &str,
    expected: impl Fn(&str) -> Expectation,
) -> Vec<ClaimCase> {
    let case = |(name, row): &(String, Vec<Point>)| {
        let found = ratio(store, row, column, "shm alone");
        ClaimCase::new(format!("{name} bytes"), found, expected(name))
    };
    idle.rows.iter().map(case).collect()
}

fn idle_claims(store: &Store, idle: &ReportTable) -> Vec<Claim> {
    // 83 us became 156 us without a payload; for what carries one the paper's text has no figures.
    let in_figure = |bytes: &str| match bytes {
        "0" => Expectation::Factor(1.88, 1.88),
        _ => Expectation::AtLeast(NOISE),
    };
    let goal = |_: &str| Expectation::AtMost(1.03);
    vec![
        Claim::of(
            "Nexus, figure 4",
            "Looking at an idle TCP each time makes empty messages by the fast method 1.9 times as slow, and others \
             slower (time with it over time without)",
            idle_cost(store, idle, "TCP at each poll", in_figure),
        ),
        Claim::of(
            "Ferry's own goal",
            "At the interval that Ferry finds an idle TCP costs at most 3 %",
            idle_cost(store, idle, "TCP adaptive", goal),
        ),
        Claim::of(
            "Nexus, section 3.3",
            "A thread that is blocked in a wait for TCP finds what comes without the fast method paying for it: an \
             idle TCP costs at most 3 %",
            idle_cost(store, idle, "TCP by a thread", goal),
        ),
    ]
}

/// The interval that the paper finds to balance both: the fast method gains, the slow one hardly loses.
const BALANCE: &str = "20";

fn balance(store: &Store, table: &ReportTable) -> [ClaimCase; 2] {
    let title = &table.title;
    [
        ClaimCase::new(
            format!("{title}, {FAST} gains"),
            over(store, table, FAST, "1", BALANCE),
            Expectation::AtLeast(NOISE),
        ),
        ClaimCase::new(
            format!("{title}, {SLOW} loses"),
            over(store, table, SLOW, BALANCE, "1"),
            Expectation::AtMost(1.1),
        ),
    ]
}

/// Ferry's own interval against the best fixed one.
fn adaptive(scale: Scale, store: &Store, table: &ReportTable) -> Found {
    let is_fixed = |look: &Look| matches!(look, Look::Each(_));
    let fixed = looks(scale).into_iter().filter(is_fixed);
    let fixed =
        fixed.map(|look| both(store, table, &look.name())).collect::<Result<Vec<_>, _>>()?;
    Ok(both(store, table, "adaptive")?.over(least(fixed).ok_or(Gap::NotMeasured)?))
}

pub(super) fn claims(scale: Scale, store: &Store) -> Vec<Claim> {
    let tables = tables(scale);
    let (idle, tables) = (&tables[0], &tables[1..]);
    let mut fixed = looks(scale).into_iter().filter(|look| matches!(look, Look::Each(_)));
    let most = fixed.next_back().map_or_else(String::new, Look::name);
    let all = |expected, of: &dyn Fn(&ReportTable) -> Found| -> Vec<ClaimCase> {
        let case = |table: &ReportTable| ClaimCase::new(&table.title, of(table), expected);
        tables.iter().map(case).collect()
    };
    let effect = Expectation::AtLeast(1.02);
    let mut claims = idle_claims(store, idle);
    claims.extend([
        Claim::of(
            "Nexus, section 3.3",
            "and beside a busy TCP the fast method is faster than with every look (its time with the thread over \
             that)",
            all(Expectation::AtMost(1.0), &|t| over(store, t, FAST, "by a thread", "1")),
        ),
        Claim::of(
            "Nexus, figure 6",
            "Looking at the slow method less often makes the fast one faster (its time with every look over \
             that with the fewest)",
            all(effect, &|table| over(store, table, FAST, "1", &most)),
        ),
        Claim::of(
            "Nexus, figure 6",
            "and the slow one slower (its time with the fewest looks over that with every look)",
            all(effect, &|table| over(store, table, SLOW, &most, "1")),
        ),
        Claim::of(
            "Nexus, figure 6",
            "An interval of about 20 balances both: the fast one gains (its time with every look over that with \
             each 20th), the slow one hardly loses (the other way round)",
            tables.iter().flat_map(|table| balance(store, table)),
        ),
        Claim::of(
            "Ferry's own goal",
            "The interval that Ferry finds by itself is as good as the best fixed one (geometric mean of \
             both times, over that of the best)",
            all(Expectation::AtMost(1.1), &|table| adaptive(scale, store, table)),
        ),
    ]);
    claims
}
