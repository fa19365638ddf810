//! Sessions, alone and in each order with the world model.

use ferry_tests::{Job, Mpi};

/// `tests/c/sessions.c` in an order, with variables.
fn pass(order: &str, ranks: u32, variables: &[(&str, &str)]) {
    let mpi = Mpi::ferry();
    let program = mpi.program("sessions");
    let job = Job::new(&mpi, ranks, &program).args(&[order]);
    variables.iter().fold(job, |job, (name, value)| job.env(name, *value)).run().ok();
}

#[test]
fn sessions_begin_and_end_in_any_order_with_the_world() {
    for order in ["alone", "before", "around", "inside"] {
        for ranks in [1, 2, 3] {
            pass(order, ranks, &[]);
        }
    }
}

#[test]
fn sessions_use_every_method() {
    for method in ["tcp", "sctp", "quic"] {
        pass("alone", 3, &[("FERRY_METHODS", method)]);
    }
    pass("around", 3, &[("FERRY_P2P", "direct")]);
}

/// The thread that moves messages on rests while there is no session.
#[test]
fn sessions_come_after_each_other_with_a_thread() {
    for way in ["thread", "signal"] {
        pass("alone", 2, &[("FERRY_PROGRESS", way)]);
        pass("around", 2, &[("FERRY_PROGRESS", way)]);
    }
}
