//! Programs in C on Portals 4.

use ferry_tests::{Job, Mpi};

/// Runs a program over methods on some ranks.
fn passes(name: &str, methods: &[&str], ranks: &[u32], variables: &[(&str, &str)]) {
    Job::pass_over(&Mpi::ferry().portals4_program(name), methods, ranks, variables);
}

const METHODS: [&str; 5] = ["shm", "tcp", "quic", "sctp", "tcp+encrypt"];

#[test]
fn everybody_moves_everybodys_memory() {
    passes("moves", &METHODS, &[1, 2, 4], &[]);
    passes("moves", &["shm", "tcp"], &[3], &[("FERRY_WAIT_SPIN", "0us")]);
}

#[test]
fn what_comes_early_is_found_and_what_is_too_much_is_refused() {
    passes("lists", &METHODS, &[2, 3], &[]);
    passes("lists", &["shm"], &[1], &[]);
    passes("lists", &["shm"], &[2], &[("FERRY_PROGRESS", "thread")]);
}

#[test]
fn counters_start_what_waits_for_them() {
    passes("counters", &METHODS, &[1, 2, 4], &[]);
    passes("counters", &["shm", "tcp"], &[3], &[("FERRY_PROGRESS", "thread")]);
}

#[test]
fn each_code_has_its_provocation() {
    passes("codes", &["shm", "tcp"], &[1, 2], &[]);
}

#[test]
fn each_failure_and_event_has_its_provocation() {
    passes("failures", &METHODS, &[2], &[]);
    passes("failures", &["shm", "tcp"], &[1, 3], &[]);
    passes("failures", &["shm"], &[2], &[("FERRY_PROGRESS", "thread")]);
}

#[test]
fn requests_wait_for_room() {
    passes("many", &["shm", "tcp"], &[1, 2], &[]);
}

#[test]
fn who_waits_hears_that_it_is_over() {
    passes("ends", &["shm", "tcp"], &[1], &[]);
    passes("ends", &["shm"], &[1], &[("FERRY_PROGRESS", "thread")]);
}

#[test]
fn a_process_has_one_place_in_its_job() {
    let mpi = Mpi::ferry();
    for ranks in [1, 2] {
        let outcome = Job::new(&mpi, ranks, &mpi.portals4_program("beside_mpi")).run();
        outcome.code(0).says(&["another library of this process has its place in the job"]);
        assert_eq!(outcome.stdout.trim(), "ok", "{}", outcome.story());
    }
}

#[test]
fn operations_complete_while_the_target_computes() {
    passes("bypass", &METHODS, &[2, 3], &[("FERRY_PROGRESS", "thread")]);
}
