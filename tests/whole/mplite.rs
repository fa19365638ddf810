//! Programs in C on MP_Lite.

use ferry_tests::{Job, Mpi};

const METHODS: [&str; 5] = ["shm", "tcp", "quic", "sctp", "tcp+encrypt"];

/// Runs a program over methods on some processes.
fn passes(name: &str, methods: &[&str], ranks: &[u32], variables: &[(&str, &str)]) {
    let mpi = Mpi::ferry();
    let program = mpi.mplite_program(name);
    for (method, ranks) in methods.iter().flat_map(|m| ranks.iter().map(move |r| (m, *r))) {
        eprintln!("{name} over {method} on {ranks} processes with {variables:?}");
        let mut job = Job::new(&mpi, ranks, &program).env("FERRY_METHODS", *method);
        for (name, value) in variables {
            job = job.env(name, *value);
        }
        job.run().ok();
    }
}

#[test]
fn messages_find_receives_that_have_room() {
    passes("messages", &METHODS, &[1, 2], &[]);
    passes("messages", &["shm", "tcp"], &[3, 5], &[]);
    for way in ["thread", "signal"] {
        passes("messages", &["shm", "tcp"], &[2], &[("FERRY_PROGRESS", way)]);
    }
}

#[test]
fn all_and_masks_do_things_together() {
    passes("together", &METHODS, &[3], &[]);
    passes("together", &["shm"], &[1, 2, 4, 5, 7, 8], &[]);
}

#[test]
fn grids_and_times() {
    let dir = tempfile::tempdir().expect("a folder");
    let file = dir.path().join("times");
    let mpi = Mpi::ferry();
    let program = mpi.mplite_program("places");
    for ranks in [1, 4, 6] {
        Job::new(&mpi, ranks, &program).args(&[&file.to_string_lossy()]).run().ok();
        let table = std::fs::read_to_string(&file).expect("process 0 has written it");
        let is_told = |what: &str| assert!(table.contains(what), "{what} is not in\n{table}");
        is_told("all of it");
        is_told("GFlops");
        is_told("MB/sec");
        is_told(&format!("on {ranks} processors"));
    }
}

/// Runs a program that ends as the argument says, and looks for what it must say.
fn ends(how: &str, says: &str, ranks: u32, variables: &[(&str, &str)]) {
    let mpi = Mpi::ferry();
    let program = mpi.mplite_program("ends");
    let mut job = Job::new(&mpi, ranks, &program).args(&[how]);
    for (name, value) in variables {
        job = job.env(name, *value);
    }
    let outcome = job.run();
    assert!(!outcome.status.success(), "{how}: {outcome:?}");
    assert!(outcome.stderr.contains(says), "{how}: {}", outcome.stderr);
}

#[test]
fn what_cannot_be_done_ends_the_job_and_says_why() {
    ends("early", "ERROR(-1) - MP_Init was not called", 2, &[]);
    ends("twice", "MP_Init was called before", 1, &[]);
    ends("late", "or MP_Finalize was", 1, &[]);
    ends("node", "ERROR(-1) - Send to node 4711 is out of the range 0-1", 2, &[]);
    ends("nobody", "Send to node -1 is out of the range", 2, &[]);
    ends("length", "-5 bytes or elements", 1, &[]);
    ends("pointer", "a null pointer for data", 1, &[]);
    ends("message", "no message of number 4711", 1, &[]);
    ends("self", "a blocking receive of 1 bytes from itself", 1, &[]);
    ends("grid", "not as many places", 1, &[]);
    ends("gridless", "call MP_Cart_Create first", 1, &[]);
    ends("operation", "MP_Global knows no operation 9", 1, &[]);
    ends("root", "node 2 is the root and not in the mask", 3, &[]);
    ends("gone", "killed by SIGABRT", 2, &[]);
}

#[test]
fn a_wait_that_lasts_is_told_of_and_given_up() {
    let limits = [("FERRY_MPLITE_PANIC", "1"), ("FERRY_MPLITE_BAIL", "2")];
    ends("stall", "WARNING - Blocking 1 seconds for 1 bytes from node 1", 2, &limits);
    ends("stall", "Bailing after waiting 2 secs for 1 bytes from node 1", 2, &limits);
}
