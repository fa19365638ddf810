//! Fortran programs that were compiled for other MPIs, on Ferry.

use std::collections::BTreeSet;
use std::path::Path;
use std::process::Command;

use ferry_tests::{ForeignFortran, Job, Mpi};

/// As of programs that include the header.
const OLD: [&str; 1] = ["-DMPIF_H"];

/// The other half of `foreign.F90` is in C.
const BOTH: [&str; 2] = ["foreign.F90", "conversions.c"];

/// Over shared memory on several numbers of ranks, and once over TCP.
fn passes(mpi: ForeignFortran, sources: &[&str], name: &str, flags: &[&str]) {
    let Some(program) = mpi.program(sources, name, flags) else { return };
    Job::pass_over(&program, &["shm"], &[1, 2, 4], &[]);
    Job::pass_over(&program, &["tcp"], &[3], &[]);
}

macro_rules! programs {
    ($module:ident $mpi:ident: $($name:ident $sources:expr, $flags:expr;)*) => {
        mod $module {
            use super::{BOTH, ForeignFortran, OLD, passes};

            $(
                #[test]
                fn $name() {
                    passes(ForeignFortran::$mpi, &$sources, stringify!($name), &$flags);
                }
            )*
        }
    };
}

programs! {
    open_mpi OPEN_MPI:
    fixed_form ["ring.f"], OLD;
    calls_with_the_header ["calls.F90"], OLD;
    calls_with_the_module ["calls.F90"], [];
    callbacks_with_the_header ["callbacks.F90"], OLD;
    callbacks_with_the_module ["callbacks.F90"], [];
    own_ways_with_the_header BOTH, OLD;
    own_ways_with_the_module BOTH, [];
    fortran_2008 ["modules.f90"], [];
    arguments_of_the_spawned ["spawned.f90"], [];
}

programs! {
    mpich MPICH:
    fixed_form ["ring.f"], OLD;
    callbacks_with_the_header ["callbacks.F90"], OLD;
    callbacks_with_the_module ["callbacks.F90"], [];
    own_ways_with_the_header BOTH, OLD;
    own_ways_with_the_module BOTH, [];
    fortran_2008 ["modules.f90"], [];
    sections_that_do_not_lie_in_a_row ["sections.f90"], [];
    arguments_of_the_spawned ["spawned.f90"], [];
    automatic_buffers ["automatic.f90"], [];
}

/// Programs at a fixed place have constants and functions of their own, too.
#[test]
fn programs_at_a_fixed_place() {
    let flags = ["-fno-pie", "-no-pie"];
    for (mpi, sources, name) in [
        (ForeignFortran::OPEN_MPI, &BOTH[..], "fixed"),
        (ForeignFortran::OPEN_MPI, &["callbacks.F90"][..], "callbacks-fixed"),
        (ForeignFortran::MPICH, &BOTH[..], "fixed"),
    ] {
        let Some(program) = mpi.program(sources, name, &flags) else { continue };
        Job::new(&Mpi::ferry(), 2, &program).run().ok();
    }
}

/// Other spellings of names.
#[test]
fn spellings_of_names() {
    for (flag, name) in [("-fno-underscoring", "bare"), ("-fsecond-underscore", "second")] {
        passes(ForeignFortran::OPEN_MPI, &["ring.f"], name, &["-DMPIF_H", flag]);
    }
}

/// The names that a library defines for programs.
fn names(library: &Path) -> BTreeSet<String> {
    let output =
        Command::new("nm").args(["-D", "--defined-only"]).arg(library).output().expect("nm runs");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let text = String::from_utf8(output.stdout).expect("names are ASCII");
    text.lines().filter_map(|line| line.split_whitespace().last()).map(str::to_owned).collect()
}

/// All procedures, common blocks and module procedures of the three libraries are in the one of Ferry.
#[test]
fn names_are_those_of_open_mpi() {
    let ours = names(&Mpi::ferry().prefix.join("lib/libmpi_mpifh.so.40"));
    // What the compiler makes of a type of its own, for those who have objects of any class.
    let is_hidden = |name: &str| name.contains("MOD___");
    let is_fortran = |name: &str| {
        let heads = ["mpi_", "pmpi_", "mpix_", "pmpix_", "__mpi_f08"];
        heads.iter().any(|head| name.starts_with(head)) && !is_hidden(name)
    };
    for library in ["mpifh", "usempi_ignore_tkr", "usempif08"] {
        let library = format!("/usr/lib/x86_64-linux-gnu/libmpi_{library}.so.40");
        if !Path::new(&library).exists() {
            eprintln!("skipped: no {library} here (apt install libopenmpi3)");
            continue;
        }
        let theirs = names(Path::new(&library));
        let lacking: Vec<_> =
            theirs.iter().filter(|name| is_fortran(name) && !ours.contains(*name)).collect();
        assert!(lacking.is_empty(), "{library}: {lacking:?}");
    }
    let heads = ["mpi", "pmpi", "MPI", "PMPI", "__mpi_f08"];
    let strange: Vec<_> =
        ours.iter().filter(|name| !heads.iter().any(|head| name.starts_with(head))).collect();
    assert!(strange.is_empty(), "{strange:?}");
}
