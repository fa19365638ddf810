//! What looking at a slow method costs a fast one (figures 4 and 6 of the paper on Nexus).

use super::{Claim, Experiment, Scale, Table, mean, point};
use crate::contender::Contender;
use crate::net::Net;
use crate::point::Point;
use crate::store::Store;

pub(super) const ABOUT: &str = "Rank 0 plays ping-pong with rank 1 over shared memory and with rank 2, on \
another host, over TCP, both at once. TCP is looked at once in so many polls, or as often as Ferry finds \
right by itself.";

/// Fixed intervals; `None` is Ferry's own choice.
fn intervals(scale: Scale) -> Vec<Option<u32>> {
    let all = [Some(1), Some(5), Some(20), Some(100), Some(500), Some(2000), None];
    let quick = [Some(1), Some(20), Some(500), None];
    scale.pick(all.to_vec(), quick.to_vec(), vec![Some(20), None])
}

fn points(scale: Scale, bytes: u64, interval: Option<u32>) -> Vec<Point> {
    let columns = [("near", "shared memory"), ("far", "TCP")];
    let one = |(measure, label)| {
        let contender = Contender::named("shm-tcp")?;
        let time = scale.pick(2000, 500, 50);
        Some(Point {
            ranks: 3,
            slots: vec![2, 1],
            set: interval.map(|n| format!("poll.skip=tcp:{n}")).into_iter().collect(),
            runs: scale.pick(5, 2, 1),
            measure,
            label: Some(label),
            ..point(Experiment::SkipPoll, contender, Net::lan(2, 0), "skip_poll", &[bytes, time])
        })
    };
    columns.into_iter().filter_map(one).collect()
}

pub(super) fn tables(scale: Scale) -> Vec<Table> {
    let table = |bytes: u64| {
        let name = |n: Option<u32>| n.map_or_else(|| "adaptive".to_owned(), |n| n.to_string());
        let rows = intervals(scale).into_iter().map(|n| (name(n), points(scale, bytes, n)));
        Table {
            title: format!("Round trip of {bytes} bytes by each method"),
            unit: ("us", 1e6),
            row: "polls for one look at TCP",
            rows: rows.collect(),
            over: None,
        }
    };
    vec![table(8), table(10_000)]
}

pub(super) fn claims(scale: Scale, store: &Store) -> Vec<Claim> {
    let tables = tables(scale);
    let (mut near, mut far, mut own) = (Vec::new(), Vec::new(), Vec::new());
    for table in &tables {
        let fixed: Vec<&Vec<Point>> = table.rows.iter().map(|(_, row)| row).collect();
        let [first, .., last, adaptive] = fixed[..] else { continue };
        let ratio = |a: &[Point], b: &[Point], column: &str| {
            Some(mean(store, a, column)? / mean(store, b, column)?)
        };
        near.push((table.title.clone(), ratio(first, last, "shared memory")));
        far.push((table.title.clone(), ratio(last, first, "TCP")));
        // Round trips of both in the same time: a mean of the two rates.
        let cost = |row: &[Point]| {
            Some(mean(store, row, "shared memory")?.ln() + mean(store, row, "TCP")?.ln())
        };
        let fixed = &fixed[..fixed.len() - 1];
        let best = fixed.iter().filter_map(|row| cost(row)).min_by(f64::total_cmp);
        let against = || Some(((cost(adaptive)? - best?) / 2.0).exp());
        own.push((table.title.clone(), against()));
    }
    vec![
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
