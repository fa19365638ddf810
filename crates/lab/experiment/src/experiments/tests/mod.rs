//! Every verdict with results that are made up: as the paper has them, in the right direction but too small, in the
//! wrong direction, and with a cell missing.

mod coupled;
mod designs;
mod farm;
mod hol;
mod kernels;
mod nas;
mod others;
mod pingpong;
mod skip_poll;

use std::collections::BTreeMap;

use super::claim::ClaimVerdict;
use super::*;
use crate::store::Outcome;

/// Results of an experiment at the papers' scale: each cell has all its runs, and they agree. A cell without a
/// value was not measured.
fn results(experiment: Experiment, value: impl Fn(&Point) -> Option<f64>) -> Store {
    let mut runs: BTreeMap<String, Vec<Outcome>> = BTreeMap::new();
    let tables = experiment.tables(Scale::Full);
    for point in tables.into_iter().flat_map(|t| t.rows).flat_map(|(_, row)| row) {
        let Some(value) = value(&point) else { continue };
        let of_point = runs.entry(point.key()).or_default();
        of_point.resize_with(point.runs as usize, || Outcome::Values(Vec::new()));
        for run in of_point {
            let Outcome::Values(values) = run else { unreachable!("they are") };
            values.retain(|(name, _)| name != point.measure);
            values.push((point.measure.to_owned(), value));
        }
    }
    Store::holding(runs)
}

/// The verdict on the only claim whose text has this part, with these results.
fn verdict(
    experiment: Experiment,
    part: &str,
    value: impl Fn(&Point) -> Option<f64>,
) -> ClaimVerdict {
    let claims = experiment.claims(Scale::Full, &results(experiment, value));
    let mut meant = claims.iter().filter(|claim| claim.text.contains(part));
    let claim = meant.next().unwrap_or_else(|| panic!("no claim has: {part}"));
    assert_eq!(meant.next(), None, "several claims have: {part}");
    claim.verdict
}

/// The contender is one of these.
fn is_by(point: &Point, names: &[&str]) -> bool {
    names.contains(&point.contender.name)
}

fn is_tcp(point: &Point) -> bool {
    is_by(point, &["tcp", "tcp-plain", "tcp-2005"])
}

#[test]
fn every_point_is_one_that_can_be_run() {
    for experiment in Experiment::value_variants() {
        for scale in [Scale::Full, Scale::Quick, Scale::Tiny] {
            let points = points(&[*experiment], scale);
            assert!(!points.is_empty(), "{experiment:?}");
            for point in points {
                assert!(point.runs > 0 && point.longest > 0, "{}", point.key());
                point.net.scenario().expect("a network of the laboratory");
            }
        }
    }
}

#[test]
fn nothing_is_decided_by_nothing() {
    for experiment in Experiment::value_variants() {
        for claim in experiment.claims(Scale::Full, &Store::holding(BTreeMap::new())) {
            assert_eq!(claim.verdict, ClaimVerdict::Open, "{}", claim.text);
        }
    }
}

#[test]
fn claims_need_what_they_are_judged_by_and_no_more() {
    for experiment in Experiment::value_variants() {
        let needed = judged(&[*experiment], Scale::Full);
        let all = points(&[*experiment], Scale::Full);
        let known: Vec<String> = all.iter().map(Point::key).collect();
        assert!(needed.iter().all(|key| known.contains(key)), "{experiment:?}");
        let store = results(*experiment, |point| needed.contains(&point.key()).then_some(1.0));
        for claim in experiment.claims(Scale::Full, &store) {
            assert!(!claim.found.contains("not measured"), "{}: {}", claim.text, claim.found);
        }
    }
}

/// Farms have the six runs of the paper; what is timed has three at least, or no spread would be known.
#[test]
fn what_is_timed_is_repeated() {
    for experiment in Experiment::value_variants() {
        for point in points(&[*experiment], Scale::Full) {
            let least = match point.program {
                _ if !point.feels_neighbours() => 1,
                "farm" if experiment.name() == "farm" => 6,
                _ => 3,
            };
            assert!(point.runs >= least, "{}: {} runs", point.key(), point.runs);
        }
    }
}

#[test]
fn the_least_of_some_waits_for_all_that_take_part() {
    let value = |missing: &'static str| {
        move |point: &Point| (point.contender.name != missing || point.net.loss > 0).then_some(1.0)
    };
    let row = |store: &Store| {
        let table = Experiment::Kernels.tables(Scale::Full).remove(0);
        least_of(store, &table.rows[0].1, &crate::contender::PEERS)
    };
    assert!(row(&results(Experiment::Kernels, value("none"))).is_ok());
    // It has been seen elsewhere, so that it may be the best here.
    let store = results(Experiment::Kernels, value("intel"));
    assert_eq!(row(&store), Err(Gap::NotMeasured));
    // It takes part nowhere.
    let store =
        results(Experiment::Kernels, |point| (point.contender.name != "intel").then_some(1.0));
    assert!(row(&store).is_ok());
}

#[test]
fn what_several_tables_show_is_run_once_and_timed() {
    let designs = points(&[Experiment::Designs], Scale::Full);
    let run = designs.iter().find(|p| p.program == "designs" && p.counts == Counted::Nothing);
    assert!(run.is_some_and(Point::feels_neighbours), "its first table shows sockets");
    let both = points(&[Experiment::Farm, Experiment::Hol], Scale::Full);
    let mut keys: Vec<String> = both.iter().map(Point::key).collect();
    keys.sort();
    keys.dedup();
    assert_eq!(keys.len(), both.len());
}
