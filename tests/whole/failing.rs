//! Process failures that the others survive: `tests/c/failures.c`, by each method and in both designs.

use ferry_tests::{Job, Mpi};

/// Each way in which ranks fail.
const WAYS: [&str; 7] = [
    "receives",
    "wildcards",
    "collectives",
    "agreements",
    "revocation",
    "one_by_one",
    "long_messages",
];

fn survive(way: &str, victim: &str, ranks: u32, variables: &[(&str, &str)]) {
    let mpi = Mpi::ferry();
    let program = mpi.program("failures");
    let job = Job::bare(&mpi).args(&["--keep-going", "-n", &ranks.to_string()]);
    let job = job.arg(&program).args(&[way, victim]);
    eprintln!("{way} without rank {victim} of {ranks} with {variables:?}");
    let job = variables.iter().fold(job, |job, (name, value)| job.env(name, *value));
    job.run().ok().says(&["mpiexec: rank", "SIGKILL", "on"]);
}

/// All ways on some ranks; the victim is the first or the last.
fn survive_all(variables: &[(&str, &str)]) {
    for way in WAYS {
        survive(way, "3", 4, variables);
    }
    for way in ["agreements", "revocation", "collectives"] {
        survive(way, "0", 3, variables);
    }
}

#[test]
fn over_shared_memory() {
    survive_all(&[("FERRY_METHODS", "shm")]);
    for way in WAYS {
        survive(way, "0", 2, &[]);
    }
    survive("agreements", "2", 5, &[]);
}

#[test]
fn over_tcp() {
    survive_all(&[("FERRY_METHODS", "tcp")]);
}

#[test]
fn over_sctp() {
    survive_all(&[("FERRY_METHODS", "sctp")]);
}

#[test]
fn over_quic() {
    survive_all(&[("FERRY_METHODS", "quic")]);
}

#[test]
fn over_streams_of_tcp() {
    survive_all(&[("FERRY_P2P", "direct"), ("FERRY_METHODS", "tcp-stream")]);
}

#[test]
fn over_streams_of_sctp() {
    survive_all(&[("FERRY_P2P", "direct"), ("FERRY_METHODS", "sctp")]);
}

#[test]
fn over_streams_of_quic() {
    survive_all(&[("FERRY_P2P", "direct"), ("FERRY_METHODS", "quic")]);
}

#[test]
fn with_a_thread_that_makes_progress() {
    for way in ["thread", "signal"] {
        survive("wildcards", "1", 3, &[("FERRY_PROGRESS", way)]);
        survive("revocation", "1", 3, &[("FERRY_PROGRESS", way)]);
    }
}
