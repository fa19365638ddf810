//! The front ends of other MPIs' ABIs beside that of the standard's: the same program, compiled by the other MPI.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use anyhow::Result;
use ferry_peers::Mpi;

use super::{CountedWay, SHM, compiled};
use crate::peers;
use crate::test::Tally;

/// Compiled for each, it makes the same calls.
const PROGRAM: &str = "instructions";

/// A program by each takes at most so many times the instructions that it takes by the standard's. MPICH's requests and
/// windows are `int`s, of which a table says whose they are.
const MOST: [f64; 2] = [1.08, 1.02];

/// By the names of their libraries.
pub(super) const WAYS: [CountedWay; 2] = [named("libmpi.so.12"), named("libmpi.so.40")];

/// Whose compilers make programs for them.
pub(super) const COMPILERS: [Mpi; 2] = [Mpi::Mpich, Mpi::OpenMpi];

const fn named(library: &'static str) -> CountedWay {
    CountedWay { name: library, ..SHM }
}

/// The program for each of them.
pub(super) fn programs(dir: &Path) -> Result<Vec<PathBuf>> {
    let program = |mpi: Mpi| {
        let mpicc = peers::prefix(mpi).join("bin/mpicc");
        compiled(&mpicc, PROGRAM, dir.join(format!("{PROGRAM}-{}", mpi.package())), &[])
    };
    COMPILERS.into_iter().map(program).collect()
}

/// Says for each front end what all calls of the program take together, and judges it.
pub(super) fn compare(count: &BTreeMap<String, u64>) -> Tally {
    let mut tally = Tally::default();
    for (CountedWay { name: library, .. }, most) in WAYS.into_iter().zip(MOST) {
        let Some(ratio) = ratio(library, count) else { continue };
        let is_kept = ratio <= most;
        let remark = if is_kept { "" } else { "  too many" };
        println!("{library}: {ratio:.3} of the standard ABI's instructions{remark}");
        tally += Tally { passed: u64::from(is_kept), failed: u64::from(!is_kept) };
    }
    tally
}

/// All calls that a front end and the standard's have in common, the sum of the one over that of the other.
fn ratio(library: &str, count: &BTreeMap<String, u64>) -> Option<f64> {
    let (mut own, mut standard) = (0, 0);
    for (call, instructions) in count {
        let Some(name) = call.strip_prefix(library).and_then(|call| call.strip_prefix(": ")) else {
            continue;
        };
        let Some(twin) = count.get(&format!("{}: {name}", SHM.name)) else { continue };
        own += instructions;
        standard += twin;
    }
    (standard > 0).then(|| own as f64 / standard as f64)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_front_end_is_compared_by_what_both_were_asked() {
        let count = [
            ("shm: send", 100),
            ("shm: recv", 300),
            ("shm: PtlPut", 7),
            ("libmpi.so.40: send", 104),
            ("libmpi.so.40: recv", 304),
            ("libmpi.so.40: strange", 1000),
        ];
        let count = count.map(|(call, count)| (call.to_owned(), count)).into();
        assert_eq!(ratio("libmpi.so.40", &count), Some(1.02));
        assert_eq!(ratio("libmpi.so.12", &count), None);
        assert_eq!(compare(&count).failed, 0);
    }
}
