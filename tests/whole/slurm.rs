//! Jobs under a Slurm of two nodes on this machine, where it is installed.

use std::path::Path;

use ferry_tests::{Job, Mpi, Outcome, Slurm};

/// Words of a command line, before a C program of the tests.
fn run(slurm: &Slurm, words: &str, program: &Path, rest: &[&str]) -> Outcome {
    let mut words = words.split(' ');
    let command = words.next().expect("a command");
    let shell = Mpi { mpiexec: command.into(), ..Mpi::ferry() };
    let job = words.fold(Job::bare(&shell), |job, word| job.arg(word));
    let job = job.env("SLURM_CONF", slurm.configuration()).env("FERRY_REPORT_LINKS", "yes");
    job.arg(program).args(rest).run()
}

/// Four ranks of it have links to each other. (Both nodes are one machine, whose memory they share.)
fn is_one_job(outcome: &Outcome) {
    let finished = outcome.ok().stdout.lines().filter(|line| *line == "ok").count();
    let links = outcome.stderr.matches("ferry: link ").count();
    assert_eq!((finished, links), (1, 4 * 3), "{}", outcome.story());
}

#[test]
fn tasks_of_a_step_are_one_job() {
    let Some(slurm) = Slurm::start() else { return };
    let program = Mpi::ferry().program("coll");
    is_one_job(&run(&slurm, "srun -N 2 --ntasks-per-node=2 --mpi=pmi2", &program, &[]));
    if has_pmix(&slurm) {
        is_one_job(&run(&slurm, "srun -N 2 --ntasks-per-node=2 --mpi=pmix", &program, &[]));
    }
}

/// The plugin is there, and the library that it loads.
fn has_pmix(slurm: &Slurm) -> bool {
    let listed = run(slurm, "srun", Path::new("--mpi=list"), &[]);
    let is_there = (listed.stdout + &listed.stderr).contains("pmix");
    if !is_there {
        eprintln!("skipped: this Slurm has no PMIx");
    }
    is_there
}

/// `mpiexec` in an allocation takes its hosts and reaches them by its launcher.
#[test]
fn mpiexec_uses_its_allocation() {
    let Some(slurm) = Slurm::start() else { return };
    let mpiexec = Mpi::ferry().mpiexec;
    let words = format!("salloc --quiet -N 2 --ntasks-per-node=2 {}", mpiexec.display());
    is_one_job(&run(&slurm, &words, &Mpi::ferry().program("coll"), &[]));
}

/// Without a way to each other they are as many jobs, which the first says.
#[test]
fn tasks_without_a_way_to_each_other_are_told() {
    let Some(slurm) = Slurm::start() else { return };
    let outcome = run(&slurm, "srun -N 2 -n 2 --mpi=none", &Mpi::ferry().program("nulls"), &[]);
    outcome.ok().says(&["the 2 tasks of this Slurm step have no way to each other"]);
}
