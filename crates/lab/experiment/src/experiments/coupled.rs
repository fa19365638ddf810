//! The coupled climate model by each way of using two methods (table 1 of the paper on Nexus).

use super::{Claim, Experiment, ReportTable, Scale, point};
use crate::contender::Contender;
use crate::net::Net;
use crate::point::Point;
use crate::store::Store;

pub(super) const ABOUT: &str = "An atmosphere on one host and an ocean on another exchange their surfaces \
every second step. Within a host shared memory serves, between the hosts TCP. (The paper had 16 and 8 \
processors of an SP2; here they are as many ranks as two cores make sense of.)";

const AIR: u32 = 4;
const WATER: u32 = 2;

/// Name, method, parameters of Ferry, arguments of the program.
const WAYS: [(&str, &str, &[&str], &[&str]); 11] = [
    ("TCP alone", "tcp", &[], &[]),
    ("TCP looked at in the exchange only", "shm-tcp", &[], &["--selective", "shm"]),
    ("forwarding", "shm-tcp", &["forward=tcp:0-3>0;tcp:4-5>4"], &[]),
    ("skip_poll 1", "shm-tcp", &["poll.skip=tcp:1"], &[]),
    ("skip_poll 100", "shm-tcp", &["poll.skip=tcp:100"], &[]),
    ("skip_poll 1000", "shm-tcp", &["poll.skip=tcp:1000"], &[]),
    ("skip_poll 10000", "shm-tcp", &["poll.skip=tcp:10000"], &[]),
    ("adaptive", "shm-tcp", &[], &[]),
    ("mpich", "mpich", &[], &[]),
    ("openmpi", "openmpi", &[], &[]),
    ("intel", "intel", &[], &[]),
];
/// Those before the other MPIs.
const OWN: usize = 8;

fn row(scale: Scale, way: usize) -> Vec<Point> {
    let (_, method, set, words) = WAYS[way];
    let size: [&str; 6] = scale.pick(
        ["--steps", "400", "--columns", "512", "--work", "4"],
        ["--steps", "60", "--columns", "512", "--work", "4"],
        ["--steps", "4", "--columns", "64", "--work", "1"],
    );
    let one = |contender| Point {
        ranks: AIR + WATER,
        slots: vec![AIR, WATER],
        set: set.iter().map(|word| (*word).to_owned()).collect(),
        args: size.iter().chain(words).map(|word| (*word).to_owned()).collect(),
        runs: scale.pick(3, 2, 1),
        longest: 120,
        measure: "step",
        label: Some("a step"),
        ..point(Experiment::Coupled, contender, Net::lan(2, 0), "coupled", &[])
    };
    Contender::named(method).map(one).into_iter().collect()
}

pub(super) fn tables(scale: Scale) -> Vec<ReportTable> {
    let rows = WAYS.iter().enumerate().map(|(n, (name, ..))| ((*name).to_owned(), row(scale, n)));
    vec![ReportTable {
        title: "Time of a step".to_owned(),
        unit: ("ms", 1e3),
        row: "way",
        rows: rows.collect(),
        over: None,
        least: None,
    }]
}

pub(super) fn claims(scale: Scale, store: &Store) -> Vec<Claim> {
    let time = |way: usize| row(scale, way).first().and_then(|point| store.figure(point).mean());
    let fixed = || (3..7).filter_map(time).min_by(f64::total_cmp);
    let over = |a: Option<f64>, b: Option<f64>| Some(a? / b?);
    let worst = (1..OWN).filter_map(time).max_by(f64::total_cmp);
    vec![
        Claim::by_cases(
            "Nexus, table 1",
            "TCP alone is about ten times as slow as any use of both methods (its time over the worst of the \
             others)",
            &[("TCP alone".to_owned(), over(time(0), worst))],
            |ratio| ratio > 2.0,
        ),
        Claim::by_cases(
            "Nexus, table 1",
            "Looking at TCP only where it is used is best, the best fixed interval nearly as good (time of \
             the latter over the former)",
            &[("best fixed interval".to_owned(), over(fixed(), time(1)))],
            |ratio| (0.95..1.1).contains(&ratio),
        ),
        Claim::by_cases(
            "Ferry's own goal",
            "The interval that Ferry finds by itself is as good as the best fixed one",
            &[("adaptive".to_owned(), over(time(7), fixed()))],
            |ratio| ratio < 1.1,
        ),
    ]
}
