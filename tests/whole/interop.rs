//! One binary on several MPIs, and launchers that start each other's programs.

use ferry_tests::{Job, Mpi, Outcome};

fn library_of(outcome: &Outcome) -> String {
    let line = outcome.stdout.lines().find_map(|line| line.strip_prefix("library: "));
    line.unwrap_or_default().to_string()
}

/// Runs a binary compiled by `compiler` with the library of `library` under `launcher`.
fn runs(compiler: &Mpi, library: &Mpi, launcher: &Mpi, name: &str, ranks: u32) -> Outcome {
    let (variable, path) = library.library_path();
    let program = compiler.program(name);
    let job = Job::bare(launcher).arg("-n").arg(ranks.to_string()).arg(program);
    let outcome = job.env(variable, path).run();
    outcome.ok();
    outcome
}

/// Which library a name stands for in the version string.
fn version_of(mpi: &Mpi) -> &'static str {
    match mpi.name {
        "ferry" => "Ferry",
        "mpich" => "MPICH",
        _ => "Intel",
    }
}

/// Every pair of compiler and library; each library under its own launcher.
#[test]
fn one_binary_runs_on_all() {
    let all = [Mpi::ferry(), Mpi::mpich(), Mpi::intel()];
    for compiler in &all[..2] {
        for library in &all {
            let outcome = runs(compiler, library, library, "where", 2);
            let text = library_of(&outcome);
            assert!(text.contains(version_of(library)), "{text}\n{}", outcome.story());
            assert!(outcome.stdout.contains("ranks: 2"), "{}", outcome.story());
        }
    }
}

#[test]
fn a_program_for_the_reference_passes_on_ferry() {
    let (mpich, ferry) = (Mpi::mpich(), Mpi::ferry());
    for name in ["p2p", "coll", "datatypes", "usual", "removed"] {
        runs(&mpich, &ferry, &ferry, name, 2);
    }
}

#[test]
fn ferry_under_the_mpiexec_of_mpich() {
    let (ferry, mpich) = (Mpi::ferry(), Mpi::mpich());
    let outcome = runs(&ferry, &ferry, &mpich, "where", 3);
    assert!(library_of(&outcome).contains("Ferry"), "{}", outcome.story());
    assert!(outcome.stdout.contains("ranks: 3"), "{}", outcome.story());
    runs(&ferry, &ferry, &mpich, "p2p", 3);
}

#[test]
fn mpich_under_the_mpiexec_of_ferry() {
    let (ferry, mpich) = (Mpi::ferry(), Mpi::mpich());
    let outcome = runs(&mpich, &mpich, &ferry, "where", 3);
    assert!(library_of(&outcome).contains("MPICH"), "{}", outcome.story());
    assert!(outcome.stdout.contains("ranks: 3"), "{}", outcome.story());
    runs(&mpich, &mpich, &ferry, "coll", 3);
}

#[test]
fn intel_under_the_mpiexec_of_ferry() {
    let (ferry, intel) = (Mpi::ferry(), Mpi::intel());
    let outcome = runs(&intel, &intel, &ferry, "where", 3);
    assert!(library_of(&outcome).contains("Intel"), "{}", outcome.story());
    assert!(outcome.stdout.contains("ranks: 3"), "{}", outcome.story());
}
