//! What the measurements advise: which setting is best in which situation.

use serde::Serialize;

use crate::experiments::{Experiment, ReportTable, Scale, mean};
use crate::point::Point;
use crate::store::Store;

/// The best setting for a situation.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub(crate) struct Advice {
    /// Where it holds, for people.
    pub(crate) situation: String,
    /// A parameter of Ferry.
    pub(crate) parameter: String,
    /// Its value.
    pub(crate) value: String,
    /// The other values with their times over those of the advised one: geometric means over the
    /// measured cases.
    pub(crate) others: Vec<(String, f64)>,
    /// Measured cases.
    pub(crate) cases: usize,
}

/// So much slower than the best a value may be and still be advised if it is the simpler one.
const NOISE: f64 = 1.05;

/// Values of a parameter, simpler ones first, with their times in the same cases.
struct Question<'a> {
    situation: &'a str,
    parameter: &'a str,
    choices: Vec<(&'a str, Vec<Option<f64>>)>,
}

impl Question<'_> {
    /// The simplest value that is about as good as the best; `None` where too little was measured.
    fn answer(&self) -> Option<Advice> {
        let cases: Vec<usize> = (0..self.choices.first()?.1.len())
            .filter(|case| self.choices.iter().all(|(_, times)| times[*case].is_some()))
            .collect();
        if cases.is_empty() {
            return None;
        }
        let cost = |times: &[Option<f64>]| {
            let logs = cases.iter().filter_map(|case| times[*case]).map(f64::ln);
            (logs.sum::<f64>() / cases.len() as f64).exp()
        };
        let costs: Vec<f64> = self.choices.iter().map(|(_, times)| cost(times)).collect();
        let best = costs.iter().copied().fold(f64::INFINITY, f64::min);
        let at = costs.iter().position(|cost| *cost <= best * NOISE)?;
        let others = self.choices.iter().zip(&costs).enumerate().filter(|(n, _)| *n != at);
        Some(Advice {
            situation: self.situation.to_owned(),
            parameter: self.parameter.to_owned(),
            value: self.choices[at].0.to_owned(),
            others: others
                .map(|(_, ((value, _), c))| ((*value).to_owned(), c / costs[at]))
                .collect(),
            cases: cases.len(),
        })
    }
}

type Row = (String, Vec<Point>);

/// The times of some columns of these rows, each column being a value.
fn columns<'a>(
    store: &Store,
    rows: &[Row],
    columns: &[(&'a str, &str)],
) -> Vec<(&'a str, Vec<Option<f64>>)> {
    let times = |column: &str| rows.iter().map(|(_, row)| mean(store, row, column)).collect();
    columns.iter().map(|(value, column)| (*value, times(column))).collect()
}

const METHODS: [(&str, &str); 3] = [("tcp", "tcp"), ("sctp", "sctp"), ("quic", "quic")];
/// Whether links look after themselves.
const ADAPTATION: [(&str, &str); 2] = [("none", "tcp"), ("sctp", "adaptive")];
const STREAMS: [(&str, &str); 4] =
    [("10", "sctp"), ("1", "sctp-one"), ("3", "sctp-pool-3"), ("30", "sctp-pool-30")];
const DESIGNS: [(&str, &str); 2] = [("engine", "sctp"), ("direct", "sctp-direct")];
const MULTIPATH: [(&str, &str); 2] = [("no", "sctp"), ("yes", "sctp-multipath")];

/// What the results advise.
pub(crate) fn of(store: &Store, scale: Scale) -> Vec<Advice> {
    let tables = |experiments: &[Experiment]| -> Vec<ReportTable> {
        experiments.iter().flat_map(|e| e.tables(scale)).collect()
    };
    let rows = |tables: &[ReportTable], fits: &dyn Fn(&Point) -> bool| -> Vec<Row> {
        let all = tables.iter().flat_map(|table| table.rows.clone());
        all.filter(|(_, row)| row.first().is_some_and(fits)).collect()
    };
    let near = tables(&[Experiment::Pingpong, Experiment::Farm]);
    let far = tables(&[Experiment::Wan]);
    let lossy = |point: &Point| point.net.loss > 0;
    let long = |point: &Point| point.net.delay >= 10_000;
    let streams = rows(&tables(&[Experiment::Hol]), &lossy);
    let designs = rows(&tables(&[Experiment::Designs])[3..], &|_| true);
    let ways =
        rows(&tables(&[Experiment::Paths]), &|point| point.net.ways > 1 && point.net.cut.is_none());
    let methods = |situation, rows: &[Row]| Question {
        situation,
        parameter: "methods",
        choices: columns(store, rows, &METHODS),
    };
    let mut questions = vec![
        methods("hosts close together, nothing lost", &rows(&near, &|point| !lossy(point))),
        methods("hosts close together, 1 to 2 % of the packets lost", &rows(&near, &lossy)),
        methods(
            "a round trip of 20 ms or more, nothing lost",
            &rows(&far, &|point| long(point) && !lossy(point)),
        ),
        methods(
            "a round trip of 20 ms or more, 1 % of the packets lost or more",
            &rows(&far, &|point| long(point) && lossy(point)),
        ),
        Question {
            situation: "nothing known of the network",
            parameter: "adapt.methods",
            choices: columns(
                store,
                &[rows(&near, &|_| true), rows(&far, &|_| true)].concat(),
                &ADAPTATION,
            ),
        },
        Question {
            situation: "several tags at once, packets lost",
            parameter: "p2p.pool",
            choices: columns(store, &streams, &STREAMS),
        },
        Question {
            situation: "small messages by SCTP, many tags and ranks",
            parameter: "p2p",
            choices: columns(store, &designs, &DESIGNS),
        },
        Question {
            situation: "two networks between the same hosts, by SCTP",
            parameter: "sctp.multipath",
            choices: columns(store, &ways, &MULTIPATH),
        },
    ];
    questions.push(polling(store, scale));
    questions.iter().filter_map(Question::answer).collect()
}

/// How often the slower of two methods is looked at: rows are values here, and what counts is the time
/// of both.
fn polling(store: &Store, scale: Scale) -> Question<'static> {
    let tables = &Experiment::SkipPoll.tables(scale)[1..];
    let times = |value: &str| -> Vec<Option<f64>> {
        let row = |table: &ReportTable| table.rows.iter().find(|(name, _)| name == value).cloned();
        let both = |(_, row): Row| {
            Some((mean(store, &row, "shared memory")? * mean(store, &row, "TCP")?).sqrt())
        };
        tables.iter().map(|table| row(table).and_then(both)).collect()
    };
    let values = ["adaptive", "1", "20", "100", "500", "2000"];
    let known = values.into_iter().map(|value| (value, times(value)));
    Question {
        situation: "shared memory and TCP used at once",
        parameter: "poll.skip",
        choices: known.filter(|(_, times)| times.iter().any(Option::is_some)).collect(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn answer(choices: &[(&'static str, &[Option<f64>])]) -> Option<(String, usize)> {
        let choices = choices.iter().map(|(value, times)| (*value, times.to_vec())).collect();
        let question = Question { situation: "", parameter: "", choices };
        question.answer().map(|advice| (advice.value, advice.cases))
    }

    #[test]
    fn the_simplest_of_the_good_ones_is_advised() {
        let clear = answer(&[("a", &[Some(2.0), Some(4.0)]), ("b", &[Some(1.0), Some(2.0)])]);
        assert_eq!(clear, Some(("b".to_owned(), 2)));
        let equal = answer(&[("a", &[Some(1.04)]), ("b", &[Some(1.0)])]);
        assert_eq!(equal, Some(("a".to_owned(), 1)));
    }

    #[test]
    fn only_cases_that_all_were_measured_in_count() {
        let some = answer(&[("a", &[Some(1.0), Some(9.0)]), ("b", &[Some(2.0), None])]);
        assert_eq!(some, Some(("a".to_owned(), 1)));
        assert_eq!(answer(&[("a", &[Some(1.0)]), ("b", &[None])]), None);
    }
}
