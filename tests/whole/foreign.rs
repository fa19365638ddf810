//! Programs that were built for another MPI, with its header and its compiler wrapper, on Ferry.

use std::collections::BTreeSet;
use std::path::Path;
use std::process::Command;

use ferry_tests::{Job, Mpi};

/// Runs a program that MPICH has compiled for its own ABI.
fn passes(name: &str, ranks: &[u32]) {
    let (mpich, ferry) = (Mpi::mpich_native(), Mpi::ferry());
    let program = mpich.program(name);
    let (variable, path) = ferry.library_path();
    for &n in ranks {
        eprintln!("{name} on {n}");
        Job::new(&ferry, n, &program).env(variable, &path).run().ok();
    }
}

macro_rules! programs {
    ($($name:ident on $ranks:expr;)*) => {$(
        #[test]
        fn $name() {
            passes(stringify!($name), &$ranks);
        }
    )*};
}

programs! {
    p2p on [1, 2, 3];
    probe on [2, 3];
    requests on [1, 2, 3];
    generalized on [1, 2];
    partitioned on [2, 3];
    windows on [1, 2, 3];
    nulls on [1, 2];
    datatypes on [1, 2];
    pack on [1, 2];
    coll on [1, 2, 3, 4];
    ops on [1, 2, 3];
    comm on [1, 2, 3];
    group on [6];
    intercomm on [2, 3];
    userops on [1, 3];
    nonblocking on [1, 2, 3];
    inter on [2, 3];
    neighbors on [1, 2, 3];
    attr on [1, 2];
    threads on [2];
    files on [1, 2];
    file_datareps on [1, 2];
    usual on [1, 2];
}

/// What the program would be told by MPICH's library it is told by Ferry's.
#[test]
fn the_library_is_ferrys() {
    let (mpich, ferry) = (Mpi::mpich_native(), Mpi::ferry());
    let (variable, path) = ferry.library_path();
    let outcome = Job::new(&ferry, 2, &mpich.program("where")).env(variable, path).run();
    outcome.ok();
    assert!(outcome.stdout.contains("library: Ferry"), "{}", outcome.story());
}

/// The names of functions and data that a library defines for programs.
fn names(library: &Path) -> BTreeSet<String> {
    let output =
        Command::new("nm").args(["-D", "--defined-only"]).arg(library).output().expect("nm runs");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let text = String::from_utf8(output.stdout).expect("names are ASCII");
    text.lines().filter_map(|line| line.split_whitespace().last()).map(str::to_owned).collect()
}

/// All of MPI that MPICH's library has, and nothing of Rust.
#[test]
fn names_are_those_of_mpich() {
    let ours = names(&Mpi::ferry().prefix.join("lib/libmpi.so.12"));
    let theirs = names(&Mpi::mpich_native().prefix.join("lib/libmpi.so.12"));
    let is_standard = |name: &&String| name.starts_with("MPI_") || name.starts_with("PMPI_");
    let lacking: Vec<_> =
        theirs.iter().filter(is_standard).filter(|name| !ours.contains(*name)).collect();
    assert!(lacking.is_empty(), "{lacking:?}");
    let strange: Vec<_> = ours.iter().filter(|name| !name.contains("MPI")).collect();
    assert!(strange.is_empty(), "{strange:?}");
}
