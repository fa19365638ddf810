//! The self-checking programs of `tests/c`, each by each method that joins two processes of a host.

use ferry_tests::{Job, Mpi};

/// Runs a program with these variables on each of these numbers of ranks.
pub(crate) fn passes(program: &str, variables: &[(&str, &str)], ranks: &[u32], args: &[&str]) {
    let mpi = Mpi::under_test();
    let path = mpi.program(program);
    for &n in ranks {
        let mut job = Job::new(&mpi, n, &path).args(args);
        for (name, value) in variables {
            job = job.env(name, *value);
        }
        eprintln!("{program} on {n} with {variables:?}");
        job.run().ok();
    }
}

macro_rules! programs {
    ($($name:ident on $ranks:expr;)*) => {$(
        mod $name {
            #[test]
            fn shm() {
                super::passes(stringify!($name), &[("FERRY_METHODS", "shm")], &$ranks, &[]);
            }
            #[test]
            fn tcp() {
                super::passes(stringify!($name), &[("FERRY_METHODS", "tcp")], &$ranks, &[]);
            }
        }
    )*};
}

programs! {
    p2p on [1, 2, 3, 4];
    probe on [1, 2, 3];
    requests on [1, 2, 3];
    outcomes on [1, 2];
    kept on [1, 2, 3];
    generalized on [1, 2];
    partitioned on [1, 2, 3];
    windows on [1, 2, 3];
    window_errors on [1, 3];
    window_turns on [1, 3, 6];
    window_threads on [1, 3];
    nulls on [1, 2];
    buffered on [1, 2, 3];
    datatypes on [1, 2];
    pack on [1, 2];
    coll on [1, 2, 3, 4, 5, 8];
    commons on [1, 2, 3, 4, 8];
    commons_each on [1, 4, 8];
    pieces on [1, 2, 3, 5, 8, 16];
    lent on [1, 2, 3, 5];
    lent_sums on [1, 2, 3, 5];
    exchanges on [2, 3, 9, 17];
    ops on [1, 2, 3, 4, 7];
    comm on [1, 2, 3, 4];
    contexts on [1, 2, 3, 4];
    intercomm on [2, 3, 4, 5];
    topology on [1, 2, 3, 4, 6];
    userops on [1, 2, 3, 4, 6];
    nonblocking on [1, 2, 3, 5];
    inter on [1, 2, 3, 5];
    updates on [1, 2, 3];
    flushes on [1, 2, 3];
    neighbors on [1, 2, 3, 4];
    errors on [1, 2, 3];
    threads on [1, 2, 3];
    files on [1, 2, 3];
    file_access on [1, 2, 3, 8];
    file_views on [1, 2, 3];
    threads_apart on [1, 2, 4];
    lanes on [1, 2];
    answers on [2, 4];
    announced on [2, 3];
    crowd on [2, 8];
    parting on [2, 3];
    withdrawn on [1, 2];
    backlog on [2, 3];
    agree on [1, 2, 3, 5];
    revoke on [1, 2, 3, 5];
}

/// Collectives of ranks that take their cores for their own: they share the work out otherwise than by turns.
#[test]
fn collectives_on_cores_of_their_own() {
    let own = [("FERRY_METHODS", "shm"), ("FERRY_WAIT_OVERSUBSCRIBED", "no")];
    for program in ["pieces", "commons", "lent", "lent_sums", "exchanges", "coll", "ops"] {
        passes(program, &own, &[3, 5], &[]);
    }
}

/// What has little to do with methods runs by the default ones.
fn once(program: &str) {
    passes(program, &[], &[1, 2], &[]);
}

#[test]
fn what_is_usual() {
    once("usual");
}

#[test]
fn attributes() {
    once("attr");
}

#[test]
fn names_of_the_same_function() {
    passes("aliases", &[], &[1, 2, 3], &[]);
}

#[test]
fn calls_that_make_nothing() {
    once("nothing_made");
}

#[test]
fn rules_of_datatypes() {
    once("datatype_rules");
}

#[test]
fn groups() {
    passes("group", &[], &[6, 7], &[]);
}

#[test]
fn files_by_what_is_wrong_and_how_they_are_written() {
    for program in ["file_errors", "file_rules", "file_datareps"] {
        passes(program, &[], &[1, 2, 3], &[]);
    }
}

#[test]
fn names_that_were_removed() {
    once("removed");
}

#[test]
fn handles_and_statuses_of_fortran() {
    once("fortran");
}

#[test]
fn ranks_that_share_memory_and_call_different_collectives() {
    for shared in ["yes", "no"] {
        let variables = [("FERRY_METHODS", "shm"), ("FERRY_WAIT_OVERSUBSCRIBED", shared)];
        passes("differing", &variables, &[1, 2], &[]);
    }
}

#[test]
fn details_of_errors() {
    once("details");
}

#[test]
fn info_and_environment() {
    let mpi = Mpi::under_test();
    let program = mpi.program("info");
    for n in [1, 2] {
        Job::new(&mpi, n, &program).arg("first argument").arg("second").run().ok();
    }
}

/// 100,000 unexpected messages of 1 KiB from every rank: rank 0 grows by at most 64 MiB.
fn flood(method: &str, ranks: u32) {
    let mpi = Mpi::under_test();
    let program = mpi.program("flood");
    let job = Job::new(&mpi, ranks, &program).env("FERRY_METHODS", method);
    job.arg("100000").arg("64").run().ok();
}

#[test]
fn flood_shm() {
    flood("shm", 4);
}

#[test]
fn flood_tcp() {
    flood("tcp", 4);
}

/// Without a launcher a program is a job of one.
#[test]
fn singleton() {
    let mpi = Mpi::under_test();
    for name in ["p2p", "coll", "comm"] {
        let output = std::process::Command::new(mpi.program(name)).output().expect("starts");
        let said = String::from_utf8_lossy(&output.stdout);
        let errors = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success() && said.trim() == "ok", "{name}: {said}{errors}");
    }
}
