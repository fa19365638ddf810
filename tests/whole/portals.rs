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
fn each_event_and_option_has_its_provocation() {
    passes("events", &METHODS, &[2], &[]);
    passes("events", &["shm", "tcp"], &[1, 3], &[]);
    passes("events", &["shm"], &[2], &[("FERRY_PROGRESS", "thread")]);
}

#[test]
fn requests_wait_for_room() {
    passes("many", &["shm", "tcp"], &[1, 2], &[]);
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

/// Runs an example over methods on some ranks; it says this on each.
fn example_says(name: &str, runs: &[(&str, u32)], words: impl Fn(u32) -> Vec<String>) {
    let mpi = Mpi::ferry();
    let program = mpi.portals_example(name);
    for &(methods, ranks) in runs {
        let outcome = Job::new(&mpi, ranks, &program).env("FERRY_METHODS", methods).run();
        outcome.code(0);
        for words in words(ranks) {
            assert!(outcome.stdout.contains(&words), "no `{words}`: {}", outcome.story());
        }
    }
}

#[test]
fn receives_find_what_came_early_or_late() {
    example_says("portals_messages", &[("shm", 2), ("shm", 4), ("tcp", 3)], |ranks| {
        let senders = ranks - 1;
        vec![
            format!("rank 0 received {} messages of {senders} ranks", 48 * senders),
            String::from("0 messages were dropped"),
        ]
    });
}

#[test]
fn servers_move_what_they_may() {
    example_says("portals_files", &[("shm", 2), ("shm", 5), ("tcp", 3)], |ranks| {
        vec![
            format!("{} servers keep 1000000 bytes: read back, they are the same", ranks - 1),
            String::from("1 request without the right was dropped, and the memory is as it was"),
        ]
    });
}

#[test]
fn a_watcher_tells_of_lost_messages() {
    example_says("portals_watcher", &[("shm", 2), ("shm", 4), ("tcp", 3)], |ranks| {
        let others = ranks - 1;
        vec![
            format!("rank {others} said: greetings of {others}"),
            format!("a put of 15 bytes with match bits 1234 from rank {others} found no place"),
            format!("{others} came in, {} found no place, 0 were dropped unseen", 2 * others),
        ]
    });
}
