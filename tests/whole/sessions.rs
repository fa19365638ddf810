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
    for order in ["alone", "before", "around", "inside", "after", "itself"] {
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
    pass("after", 3, &[("FERRY_METHODS", "tcp")]);
}

/// The thread that moves messages on rests while there is no session.
#[test]
fn sessions_come_after_each_other_with_a_thread() {
    for way in ["thread", "signal"] {
        pass("alone", 2, &[("FERRY_PROGRESS", way)]);
        pass("around", 2, &[("FERRY_PROGRESS", way)]);
        pass("after", 2, &[("FERRY_PROGRESS", way)]);
    }
}

/// Process sets of the launcher: programs of its command line, and those that it was told to name.
#[test]
fn the_launcher_names_sets() {
    let mpi = Mpi::ferry();
    let program = mpi.program("sessions");
    let job = Job::bare(&mpi).args(&["--pset", "odd=1,3", "--pset", "back=4-0", "-n", "4"]);
    let job = job.arg(&program).args(&["alone", "sets", ":", "-n", "1"]).arg(&program);
    job.args(&["alone", "sets"]).run().ok();
    let refused = |set: &str, words: &[&str]| {
        let job = Job::bare(&mpi).args(&["-n", "2", "--pset", set]).arg(&program);
        job.run().code(2).one_line(words);
    };
    refused("odd=1,2", &["odd", "rank 2", "0 to 1"]);
    refused("odd", &["NAME=RANKS"]);
    refused("mpi://WORLD=0", &["mpi://WORLD"]);
}
