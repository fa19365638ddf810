//! Operations that complete while a rank computes and makes no call.

use ferry_tests::{Job, Mpi};

/// Runs the program over a method with a progress thread, on 2 and 3 ranks.
fn completes(method: &str, variables: &[(&str, &str)]) {
    let mpi = Mpi::under_test();
    let program = mpi.program("computing");
    for ranks in [2, 3] {
        let mut job = Job::new(&mpi, ranks, &program).env("FERRY_PROGRESS", "thread");
        for (name, value) in variables {
            job = job.env(name, *value);
        }
        eprintln!("computing over {method} on {ranks} ranks with {variables:?}");
        job.env("FERRY_METHODS", method).run().ok();
    }
}

#[test]
fn over_each_method() {
    for method in ["shm", "tcp", "quic", "tcp-stream", "sctp", "tcp+encrypt"] {
        completes(method, &[]);
    }
}

#[test]
fn in_the_direct_design() {
    completes("tcp-stream", &[("FERRY_P2P", "direct")]);
    completes("sctp", &[("FERRY_P2P", "direct")]);
}

/// Who sleeps at once must be woken by each arrival.
#[test]
fn by_a_thread_that_sleeps() {
    for method in ["shm", "tcp"] {
        completes(method, &[("FERRY_WAIT_SPIN", "0us")]);
    }
}
