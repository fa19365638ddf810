//! Methods that change under load: every process changes those of its links at random times, while
//! numbered messages of all sizes and modes go. The programs check content, number and order.

use ferry_tests::{Job, Mpi};

/// Changes among `methods`, separated by `/`, on 2 and 4 ranks.
fn changes(seed: u32, rounds: u32, methods: &str, variables: &[(&str, &str)]) {
    let mpi = Mpi::under_test();
    let program = mpi.program("switching");
    for ranks in [2, 4] {
        let job = Job::new(&mpi, ranks, &program);
        let mut job = job.args(&[&seed.to_string(), &rounds.to_string(), methods]);
        for (name, value) in variables {
            job = job.env(name, *value);
        }
        eprintln!("switching {seed} {rounds} {methods} on {ranks} ranks with {variables:?}");
        job.run().ok();
    }
}

#[test]
fn among_all_methods() {
    let open = "tcp,quic,tcp-stream,sctp";
    for seed in 1..=3 {
        let variables = [("FERRY_METHODS", "shm"), ("FERRY_OPEN", open)];
        changes(seed, 10, "shm/tcp/quic/tcp-stream/sctp", &variables);
    }
}

#[test]
fn through_filters() {
    let open = "tcp+compress+encrypt,quic,quic+compress";
    let methods = "tcp/tcp+compress+encrypt/quic/quic+compress";
    changes(4, 8, methods, &[("FERRY_METHODS", "tcp"), ("FERRY_OPEN", open)]);
}

#[test]
fn with_a_stream_for_each_tag() {
    let streams = ("FERRY_P2P_STREAMS", "each");
    let variables = [("FERRY_METHODS", "shm"), ("FERRY_OPEN", "tcp,quic,tcp-stream"), streams];
    changes(5, 8, "shm/tcp/quic/tcp-stream", &variables);
}

/// Processes that sleep at once must wake for every step of a change.
#[test]
fn of_sleepers() {
    let spin = ("FERRY_WAIT_SPIN", "0us");
    changes(6, 8, "shm/tcp/quic", &[("FERRY_METHODS", "shm"), ("FERRY_OPEN", "tcp,quic"), spin]);
}

#[test]
fn with_a_progress_thread() {
    let thread = ("FERRY_PROGRESS", "thread");
    changes(7, 8, "shm/tcp/quic", &[("FERRY_METHODS", "shm"), ("FERRY_OPEN", "tcp,quic"), thread]);
}

#[test]
fn in_the_direct_design() {
    for seed in 8..=9 {
        let variables = [("FERRY_P2P", "direct"), ("FERRY_OPEN", "quic,sctp")];
        changes(seed, 8, "tcp-stream/quic/sctp", &variables);
    }
}

/// A rule that comes into force while messages go, beside the changes of communicators.
#[test]
fn by_a_late_rule() {
    let rules = ("FERRY_RULES", "after=30ms use=quic; after=60ms traffic=bulk use=tcp");
    changes(10, 30, "-", &[("FERRY_METHODS", "shm,tcp,quic"), rules]);
    changes(11, 8, "shm/tcp", &[("FERRY_METHODS", "shm,tcp,quic"), rules]);
}

/// The same messages with nothing changed.
#[test]
fn nothing_changes() {
    for method in ["shm", "tcp", "quic", "sctp"] {
        changes(12, 8, "-", &[("FERRY_METHODS", method)]);
    }
}
