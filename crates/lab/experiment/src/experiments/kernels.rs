//! One program of each kind of communication that the NAS parallel benchmarks have, written here.

use super::{
    Claim, ClaimCase, Expectation, Experiment, ReportTable, Scale, least_of, point, ratio, row,
};
use crate::contender::PEERS;
use crate::estimate::Estimate;
use crate::net::Net;
use crate::point::Point;
use crate::store::{Gap, Store};

pub(super) const ABOUT: &str = "Programs that communicate as those of the NAS parallel benchmarks do: conjugate \
gradients (CG: pieces of a vector between all pairs, sums over all), Fourier transforms (FT: transposes, all with all), \
sorting (IS: parts of unlike length, all with all) and a wave through a grid (LU: a pipeline of many small messages). \
Each verifies its result, and a run whose result is wrong counts as failed. Hosts are joined by gigabit Ethernet.";

const WHO: [&str; 10] = [
    "tcp",
    "tcp-plain",
    "tcp-2005",
    "sctp",
    "sctp-2005",
    "quic",
    "adaptive",
    "mpich",
    "openmpi",
    "intel",
];
const FERRY: [&str; 5] = ["tcp", "tcp-plain", "sctp", "quic", "adaptive"];

/// A kernel: its name, its program, and its arguments at each scale.
const KERNELS: [(&str, &str, [&[u64]; 3]); 4] = [
    ("conjugate gradients", "kernel_cg", [&[4000, 60], &[2000, 40], &[500, 40]]),
    ("Fourier transforms", "kernel_ft", [&[512, 6], &[256, 4], &[32, 1]]),
    ("sorting", "kernel_is", [&[200_000, 10], &[100_000, 5], &[1000, 2]]),
    ("wave through a grid", "kernel_lu", [&[32, 32, 20], &[32, 32, 8], &[4, 4, 2]]),
];

fn net(scale: Scale, loss: u32) -> Net {
    Net::lan(scale.pick(8, 4, 2), loss)
}

fn kernel_row(scale: Scale, kernel: usize, loss: u32) -> (String, Vec<Point>) {
    let (name, program, args) = KERNELS[kernel];
    let args = scale.pick(args[0], args[1], args[2]);
    let net = net(scale, loss);
    let points = row(scale.pick(&WHO, &WHO, &["tcp", "sctp", "quic"]), |contender| Point {
        runs: scale.pick(5, 1, 1),
        longest: scale.pick(120, 30, 30),
        measure: "kernel",
        ..point(Experiment::Kernels, contender, net, program, args)
    });
    (format!("{name}, {} %", net.percent()), points)
}

fn rows(scale: Scale, loss: u32) -> Vec<(String, Vec<Point>)> {
    (0..KERNELS.len()).map(|kernel| kernel_row(scale, kernel, loss)).collect()
}

pub(super) fn tables(scale: Scale) -> Vec<ReportTable> {
    let losses: &[u32] = scale.pick(&[0, 10], &[0], &[0]);
    let rows = losses.iter().flat_map(|loss| rows(scale, *loss)).collect();
    vec![ReportTable::of("Run time", ("ms", 1e3), "kernel, loss", rows)]
}

pub(super) fn claims(scale: Scale, store: &Store) -> Vec<Claim> {
    let (clean, lossy) = (rows(scale, 0), rows(scale, 10));
    let average = |one: &str, other: &str| -> Result<Estimate, Gap> {
        let all: Result<Vec<_>, _> =
            clean.iter().map(|(_, row)| ratio(store, row, one, other)).collect();
        Estimate::mean(&all?).ok_or(Gap::NotMeasured)
    };
    let ahead = |rows: &[(String, Vec<Point>)], expected| -> Vec<ClaimCase> {
        let of =
            |row: &[Point]| Ok(least_of(store, row, &PEERS)?.over(least_of(store, row, &FERRY)?));
        let case =
            |(name, row): &(String, Vec<Point>)| ClaimCase::new(name.clone(), of(row), expected);
        rows.iter().map(case).collect()
    };
    let same = Expectation::Within(0.85, 1.18);
    vec![
        Claim::of(
            "SCTP versus TCP for MPI, figure 9 (of the NAS parallel benchmarks)",
            "Without loss programs take on average as long over SCTP as over TCP (geometric mean of the former over \
             the latter)",
            [
                ClaimCase::new(
                    "with the paper's own settings",
                    average("sctp-2005", "tcp-2005"),
                    same,
                ),
                ClaimCase::new("as installed", average("sctp", "tcp"), same),
            ],
        ),
        Claim::of(
            "Ferry's own goal",
            "Without loss Ferry's best method is at least as fast as the best other MPI over TCP",
            ahead(&clean, Expectation::AtLeast(1.0)),
        ),
        Claim::of(
            "Ferry's own goal",
            "and faster when a hundredth of the packets is lost",
            ahead(&lossy, Expectation::AtLeast(1.0)),
        ),
    ]
}
