//! Programs in C on PMI-1.

use ferry_tests::{Job, Mpi};
use std::process::Command;

#[test]
fn ranks_exchange_cards() {
    let mpi = Mpi::ferry();
    let program = mpi.pmi_program("exchange");
    for ranks in 1..=4u32 {
        Job::new(&mpi, ranks, &program).args(&[&ranks.to_string()]).run().ok();
    }
}

#[test]
fn a_process_without_a_launcher_is_a_job_of_one() {
    let mut command = Command::new(Mpi::ferry().pmi_program("exchange"));
    for name in ["PMI_FD", "PMI_PORT", "PMI_RANK", "PMI_SIZE"] {
        command.env_remove(name);
    }
    let output = command.output().expect("it starts");
    let said = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success() && said.trim() == "ok", "{output:?}");
}

#[test]
fn another_launcher_is_spoken_to_alike() {
    let (ferry, mpich) = (Mpi::ferry(), Mpi::mpich());
    let program = ferry.pmi_program("exchange");
    for ranks in [1, 3u32] {
        Job::new(&mpich, ranks, &program).args(&[&ranks.to_string(), "foreign"]).run().ok();
    }
}

#[test]
fn a_library_of_ferrys_shares_the_connection() {
    let mpi = Mpi::ferry();
    let program = mpi.pmi_program("beside");
    for (first, leaves) in [("pmi", false), ("portals", false), ("pmi", true), ("portals", true)] {
        for ranks in [1, 2, 4] {
            let job = Job::new(&mpi, ranks, &program).args(&[first]);
            let job = if leaves { job.arg("portals-leaves") } else { job };
            job.run().ok();
        }
    }
}

#[test]
fn the_job_ends_with_the_code_of_an_abort() {
    let mpi = Mpi::ferry();
    for ranks in [1, 3] {
        let outcome = Job::new(&mpi, ranks, &mpi.pmi_program("ends")).run();
        outcome.code(7).says(&["no tea left"]);
    }
}

#[test]
fn ranks_start_more_processes() {
    let mpi = Mpi::ferry();
    let program = mpi.pmi_program("spawning");
    for ranks in [1, 3] {
        let dir = tempfile::tempdir().expect("a folder");
        let folder = dir.path().canonicalize().expect("a path");
        let outcome = Job::new(&mpi, ranks, &program).arg(folder).run();
        outcome.code(0).says(&["no such program"]);
        assert_eq!(outcome.stdout.trim(), "ok", "{}", outcome.story());
    }
}

#[test]
fn a_process_without_a_launcher_starts_none() {
    let mut command = Command::new(Mpi::ferry().pmi_program("spawning"));
    for name in ["PMI_FD", "PMI_PORT", "PMI_RANK", "PMI_SIZE"] {
        command.env_remove(name);
    }
    let output = command.args(["/", "alone"]).output().expect("it starts");
    let (said, why) =
        (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    assert!(output.status.success() && said.trim() == "ok", "{output:?}");
    assert!(why.contains("there is no launcher"), "{why}");
}
