//! Programs in C on Portals 3.3.

use ferry_tests::{Job, Mpi};

/// Runs a program over methods on some ranks.
fn passes(name: &str, methods: &[&str], ranks: &[u32], variables: &[(&str, &str)]) {
    Job::pass_over(&Mpi::ferry().portals_program(name), methods, ranks, variables);
}

const METHODS: [&str; 5] = ["shm", "tcp", "quic", "sctp", "tcp+encrypt"];

#[test]
fn everybody_moves_everybodys_memory() {
    passes("moves", &METHODS, &[1, 2, 4], &[]);
    passes("moves", &["shm", "tcp"], &[3], &[("FERRY_WAIT_SPIN", "0us")]);
}

#[test]
fn who_meets_answers_strangers() {
    passes("contact", &["shm", "tcp"], &[2, 4], &[]);
}

#[test]
fn each_code_has_its_provocation() {
    passes("codes", &["shm", "tcp"], &[1, 2], &[]);
}

#[test]
fn who_waits_hears_that_it_is_over() {
    passes("ends", &["shm", "tcp"], &[1], &[]);
    for way in ["thread", "signal"] {
        passes("ends", &["shm"], &[1], &[("FERRY_PROGRESS", way)]);
    }
}

#[test]
fn operations_complete_while_the_target_computes() {
    for way in ["thread", "signal"] {
        passes("bypass", &METHODS, &[2, 3], &[("FERRY_PROGRESS", way)]);
    }
}
