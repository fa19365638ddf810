//! `check = yes`: mistakes that are looked for on request, and that all have to request it.

use crate::c_programs::passes;
use ferry_tests::{Job, Mpi, Outcome};
use std::fs;

/// Mistakes that are looked for on request.
#[test]
fn checking() {
    for methods in ["shm", "tcp"] {
        let checked = [("FERRY_METHODS", methods), ("FERRY_CHECK", "yes")];
        passes("checking", &checked, &[2, 3], &[]);
        passes("checking_groups", &checked, &[2, 3, 5], &[]);
    }
}

/// Programs without mistakes, and with those that are always found, are told nothing else.
#[test]
fn checked_programs_pass() {
    let checked = [("FERRY_METHODS", "shm"), ("FERRY_CHECK", "yes")];
    for program in CHECKED {
        passes(program, &checked, &[1, 3], &[]);
    }
}

const CHECKED: [&str; 26] = [
    "p2p",
    "probe",
    "requests",
    "outcomes",
    "kept",
    "partitioned",
    "windows",
    "window_errors",
    "buffered",
    "datatypes",
    "pack",
    "coll",
    "ops",
    "comm",
    "nonblocking",
    "inter",
    "neighbors",
    "threads",
    "files",
    "file_access",
    "file_rules",
    "file_views",
    "userops",
    "topology",
    "contexts",
    "attr",
];

/// Ranks of which one checks and others do not would wait for each other; instead they hear of it.
#[test]
fn a_rank_that_alone_checks_is_told() {
    let mpi = Mpi::ferry();
    let program = mpi.program("coll");
    let program = program.to_str().expect("a path in words");
    for methods in ["shm", "tcp"] {
        let one = ["-n", "1", "env", "FERRY_CHECK=yes", program, ":", "-n", "2", program];
        let outcome = Job::bare(&mpi).args(&one).env("FERRY_METHODS", methods).run();
        outcome.failed().says(&["check is", "must be the same on all ranks"]).nothing_left();
    }
}

/// So do jobs that meet.
#[test]
fn a_job_that_alone_checks_is_told() {
    let (mpi, folder) = (Mpi::ferry(), tempfile::tempdir().expect("a folder"));
    let (program, file) = (mpi.program("ports"), folder.path().join("port"));
    let job = |ranks| Job::new(&mpi, ranks, &program).arg("differing");
    let checking = job(2).env("FERRY_CHECK", "yes").env("PORT_FILE", file.as_os_str());
    let mut first = checking.start();
    first.until("it tells its port", |_| file.exists());
    let port = fs::read_to_string(&file).expect("it is there");
    let says = |outcome: Outcome, text: &str| {
        assert!(outcome.ok().stdout.contains(text), "{}", outcome.story());
    };
    says(job(1).arg(port).run(), "check is no here and yes there");
    says(first.wait(), "check is yes here and no there");
}
