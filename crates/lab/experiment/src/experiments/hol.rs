//! Head-of-line blocking: the farm over many streams and over one (figure 12 of "SCTP versus TCP for
//! MPI").

use super::{Claim, ClaimCase, Expectation, ReportTable, Scale, farm, ratio};
use crate::store::Store;

pub(super) const ABOUT: &str = "The farm again, by the same transport with its streams and with one \
stream only. A packet that is lost holds up what comes behind it in its stream; with one stream that is \
everything between two ranks. What a loss costs beside that follows from the congestion control: the paper's took \
each loss for a full queue and sent less, as `standard` and `cubic` do here, while `adaptive`, as installed, sees \
that there is no queue. Hence streams are compared by each of them.";

/// Several streams and one, and what tells the pair from the others.
const PAIRS: [(&str, &str, &str); 5] = [
    ("sctp-2005", "sctp-2005-one", "with the paper's own settings"),
    ("sctp-standard", "sctp-standard-one", "with SCTP's standard congestion control"),
    ("sctp-cubic", "sctp-cubic-one", "with CUBIC"),
    ("sctp", "sctp-one", "with the adaptive congestion control, as installed"),
    ("quic", "quic-one", "over QUIC with its adaptive congestion control"),
];

/// Other numbers of streams; in the smaller farms only, since they are many.
const NUMBERS: [&str; 4] = ["sctp-pool-3", "sctp-pool-30", "sctp-direct", "quic-direct"];

fn who(size: u64, fanout: u64) -> Vec<&'static str> {
    let pairs = PAIRS.into_iter().flat_map(|(many, one, _)| [many, one]);
    let numbers = NUMBERS.into_iter().filter(|_| size == 30_000 && fanout == 1);
    pairs.chain(numbers).collect()
}

const SIZES: [u64; 2] = [30_000, 300_000];

fn fanouts(scale: Scale) -> &'static [u64] {
    scale.pick(&[1, 10], &[1], &[1])
}

fn table(scale: Scale, fanout: u64) -> ReportTable {
    let sizes: &[u64] = scale.pick(&SIZES, &SIZES, &SIZES[..1]);
    let losses: &[u32] = scale.pick(&[0, 10, 20], &[20], &[20]);
    let mut rows = Vec::new();
    for size in sizes {
        for loss in losses {
            // Those that are in the farm's tables, too, are measured once.
            rows.push(farm::points(scale, &who(*size, fanout), *size, fanout, *loss));
        }
    }
    let title = format!("Run time of the farm with a fan-out of {fanout}");
    let table = ReportTable::of(title, ("s", 1.0), "task, loss", rows);
    ReportTable { least: Some(farm::least), ..table }
}

pub(super) fn tables(scale: Scale) -> Vec<ReportTable> {
    fanouts(scale).iter().map(|fanout| table(scale, *fanout)).collect()
}

/// How many times as long one stream takes as several: with long messages several take a quarter less under loss, with
/// short ones one takes 35 % more, but at 2 % only.
const ONE_OVER_MANY: [(u64, u32, Expectation); 4] = [
    (30_000, 10, Expectation::Within(0.95, 1.1)),
    (30_000, 20, Expectation::Factor(1.35, 1.35)),
    (300_000, 10, Expectation::Factor(1.33, 1.33)),
    (300_000, 20, Expectation::Factor(1.33, 1.33)),
];

/// One stream over several in a farm for a claim.
fn cases<'a>(
    scale: Scale,
    store: &'a Store,
    many: &'a str,
    one: &'a str,
    expected: &'a [(u64, u32, Expectation)],
) -> impl Iterator<Item = ClaimCase> + use<'a> {
    fanouts(scale).iter().flat_map(move |fanout| {
        expected.iter().map(move |(size, loss, expected)| {
            let (name, row) = farm::points(scale, &who(*size, *fanout), *size, *fanout, *loss);
            let name = format!("fan-out {fanout}, {name}");
            ClaimCase::new(name, ratio(store, &row, one, many), *expected)
        })
    })
}

/// The halves of the figure.
const HALVES: [(u64, &str); 2] = [
    (
        30_000,
        "with short messages one stream takes 35 % longer than ten at 2 %, and hardly longer at 1 %",
    ),
    (300_000, "with long messages ten streams take a quarter less than one"),
];

pub(super) fn claims(scale: Scale, store: &Store) -> Vec<Claim> {
    let both = PAIRS.into_iter().flat_map(|pair| HALVES.map(|half| (pair, half)));
    let paper = both.map(|((many, one, with), (size, what))| {
        let expected: Vec<_> = ONE_OVER_MANY.into_iter().filter(|of| of.0 == size).collect();
        let text = format!("Under loss {what} ({with}; time of one over that of ten)");
        let cases: Vec<ClaimCase> = cases(scale, store, many, one, &expected).collect();
        Claim::of("SCTP versus TCP for MPI, figure 12", text, cases)
    });
    let never = ONE_OVER_MANY.map(|(size, loss, _)| (size, loss, Expectation::AtLeast(0.95)));
    let all = PAIRS.into_iter().flat_map(|(many, one, _)| {
        cases(scale, store, many, one, &never)
            .map(move |case| ClaimCase { name: format!("{many}, {}", case.name), ..case })
    });
    let own = Claim::of(
        "Ferry's own goal",
        "Under loss several streams are never slower than one (but for 5 %, the noise)",
        all,
    );
    paper.chain([own]).collect()
}
