//! The NAS parallel benchmarks (figure 9 of "SCTP versus TCP for MPI").

use super::{
    Claim, ClaimCase, Expectation, Experiment, NOISE, ReportTable, Scale, point, ratio, row,
};
use crate::estimate::Estimate;
use crate::net::Net;
use crate::npb;
use crate::point::Point;
use crate::store::{Gap, Store};

pub(super) const ABOUT: &str = "A copy of the NAS parallel benchmarks (`--npb DIR`), four ranks on four hosts, joined \
by gigabit Ethernet without loss. The benchmarks verify their results themselves; a run whose result is not verified \
counts as failed. (The paper ran class B by eight ranks, without FT. Four are a power of two and a square, which all \
of them take.) Those in Fortran need `mpifort`; what could not be built has no figures.";

const WHO: [&str; 8] =
    ["tcp", "tcp-2005", "sctp", "sctp-2005", "quic", "mpich", "openmpi", "intel"];

const BENCHMARKS: [&str; 8] = ["bt", "cg", "ep", "ft", "is", "lu", "mg", "sp"];
/// Those that the paper has figures of.
const IN_FIGURE: [&str; 7] = ["lu", "is", "mg", "ep", "cg", "bt", "sp"];

/// A problem size, and how long a run may take, in seconds.
type Class = (&'static str, u32);

/// The benchmarks' own words for it, smallest first.
fn classes(scale: Scale) -> &'static [Class] {
    scale.pick(&[("S", 60), ("W", 180), ("A", 900)], &[("S", 60)], &[("S", 60)])
}

fn benchmark_row(scale: Scale, benchmark: &str, (class, longest): Class) -> Vec<Point> {
    let words = [benchmark, class].map(str::to_owned);
    row(&WHO, |contender| Point {
        args: words.to_vec(),
        runs: scale.pick(3, 1, 1),
        longest,
        large: class == "A",
        measure: "mops",
        ..point(Experiment::Nas, contender, Net::lan(4, 0), npb::PROGRAM, &[])
    })
}

pub(super) fn tables(scale: Scale) -> Vec<ReportTable> {
    let table = |class: &Class| {
        let row = |name: &&str| (name.to_uppercase(), benchmark_row(scale, name, *class));
        let rows = BENCHMARKS.iter().map(row).collect();
        let title = format!("Rate of all ranks, class {}", class.0);
        let table = ReportTable::of(title, ("Mop/s", 1.0), "benchmark", rows);
        ReportTable { more_is_better: true, ..table }
    };
    classes(scale).iter().map(table).collect()
}

/// Whose rates are compared: settings, TCP, SCTP.
const SETTINGS: [(&str, &str, &str); 2] =
    [("with the paper's own settings", "tcp-2005", "sctp-2005"), ("as installed", "tcp", "sctp")];

/// TCP's rate over SCTP's.
fn tcp_over_sctp(
    scale: Scale,
    store: &Store,
    benchmark: &str,
    class: Class,
    (tcp, sctp): (&str, &str),
) -> Result<Estimate, Gap> {
    ratio(store, &benchmark_row(scale, benchmark, class), tcp, sctp)
}

/// The geometric mean over the benchmarks of the figure.
fn average(scale: Scale, store: &Store, class: Class, pair: (&str, &str)) -> Result<Estimate, Gap> {
    let one = |benchmark: &&str| tcp_over_sctp(scale, store, benchmark, class, pair);
    let all: Vec<Estimate> = IN_FIGURE.iter().map(one).collect::<Result<_, _>>()?;
    Estimate::mean(&all).ok_or(Gap::NotMeasured)
}

/// Rates that differ by less are comparable, as the paper says it.
const COMPARABLE: Expectation = Expectation::Within(0.9, 1.11);

pub(super) fn claims(scale: Scale, store: &Store) -> Vec<Claim> {
    const SOURCE: &str = "SCTP versus TCP for MPI, figure 9";
    let classes = classes(scale);
    let Some((largest, smaller)) = classes.split_last() else { return Vec::new() };
    let mut claims = Vec::new();
    for (with, tcp, sctp) in SETTINGS {
        let pair = (tcp, sctp);
        let mean = |class: &Class, expected| {
            let name = format!("class {}", class.0);
            ClaimCase::new(name, average(scale, store, *class, pair), expected)
        };
        let ahead = |benchmark: &str| {
            let found = tcp_over_sctp(scale, store, benchmark, *largest, pair);
            ClaimCase::new(benchmark.to_uppercase(), found, Expectation::AtLeast(NOISE))
        };
        claims.push(Claim::of(
            SOURCE,
            format!(
                "With the largest class the rates over both are on average comparable ({with}; geometric mean of \
                 TCP's over SCTP's)"
            ),
            [mean(largest, COMPARABLE)],
        ));
        claims.push(Claim::of(
            SOURCE,
            format!("where TCP is ahead in MG and BT ({with}; its rate over SCTP's)"),
            ["mg", "bt"].map(ahead),
        ));
        claims.push(Claim::of(
            SOURCE,
            format!("and TCP is better with the smaller classes ({with}; geometric mean of its rates over SCTP's)"),
            smaller.iter().map(|class| mean(class, Expectation::AtLeast(1.0))),
        ));
    }
    claims
}
