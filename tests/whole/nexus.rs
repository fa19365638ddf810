//! Programs in C on Nexus.

use ferry_tests::{Job, Mpi, root};
use std::process::{Command, Output, Stdio};
use std::time::{Duration, Instant};

const METHODS: [&str; 6] = ["shm", "tcp", "quic", "sctp", "tcp+encrypt", "tcp+compress"];

/// Runs a program over methods on some processes.
fn passes(name: &str, methods: &[&str], ranks: &[u32], variables: &[(&str, &str)]) {
    Job::pass_over(&Mpi::ferry().nexus_program(name), methods, ranks, variables);
}

#[test]
fn requests_go_round() {
    passes("requests", &METHODS, &[2], &[]);
    passes("requests", &["shm", "tcp"], &[1, 3, 4], &[]);
    passes("requests", &["shm"], &[3], &[("FERRY_WAIT_SPIN", "0us")]);
}

#[test]
fn startpoints_are_copied_joined_and_prefer_methods() {
    passes("startpoints", &["shm,tcp"], &[2, 3, 5], &[]);
}

#[test]
fn each_code_has_its_provocation() {
    passes("codes", &["shm", "tcp"], &[1, 2], &[]);
}

#[test]
fn items_of_every_kind_arrive() {
    passes("items", &METHODS, &[2], &[]);
    passes("items", &["shm"], &[1, 3], &[]);
}

#[test]
fn one_that_aborts_ends_the_job() {
    let mpi = Mpi::ferry();
    for ranks in [1, 3] {
        let outcome = Job::new(&mpi, ranks, &mpi.nexus_program("items")).arg("abort").run();
        outcome.code(9).says(&["no coffee left"]);
    }
}

#[test]
fn the_example_runs() {
    let mpi = Mpi::ferry();
    let program = mpi.nexus_example("nexus_ring");
    let outcome = Job::new(&mpi, 3, &program).run();
    outcome.code(0);
    assert!(outcome.stdout.contains("3 processes"), "{}", outcome.story());
}

/// A program that is started apart and leaves a URL in a file, and one that takes it from there; how both ended.
fn apart(name: &str, server: &[&str], visitor: &str, method: &str) -> [Output; 2] {
    let program = Mpi::ferry().nexus_program(name);
    let dir = tempfile::tempdir().expect("a folder");
    let file = dir.path().join("url");
    let start = |what: &str, more: &[&str]| {
        let mut command = Command::new(&program);
        command.arg(what).arg(&file).args(more).env("FERRY_METHODS", method);
        command.env_remove("PMI_FD").env_remove("PMI_PORT");
        command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("it starts")
    };
    let mut first = start(server[0], &server[1..]);
    let begin = Instant::now();
    while !file.exists() {
        assert!(first.try_wait().expect("ours").is_none(), "{:?}", first.wait_with_output());
        assert!(begin.elapsed() < Duration::from_secs(60), "there is no URL");
        std::thread::sleep(Duration::from_millis(5));
    }
    let second = start(visitor, &[]);
    [first, second].map(|child| child.wait_with_output().expect("it ends"))
}

fn is_ok(output: &Output) {
    let said = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success() && said.trim() == "ok", "{output:?}");
}

#[test]
fn two_programs_attach() {
    for method in ["shm,tcp", "tcp"] {
        apart("attach", &["serve"], "visit", method).iter().for_each(is_ok);
    }
}

#[test]
fn how_another_program_goes_is_told() {
    for method in ["shm", "tcp"] {
        for (how, fault) in [("abort", "PROCESS_SHUTDOWN_ABNORMALLY"), ("die", "PROCESS_DIED")] {
            let [watcher, gone] = apart("faults", &["watch", fault], how, method);
            is_ok(&watcher);
            assert_eq!(gone.status.code(), Some(9), "{gone:?}");
        }
    }
}

#[test]
fn how_a_method_has_lost_a_process_is_told() {
    let dir = tempfile::tempdir().expect("a folder");
    let built = dir.path().join("lossy.so");
    let mut cc = Command::new("cc");
    cc.args(["-shared", "-fPIC", "-I"]).arg(root().join("include")).arg("-o").arg(&built);
    let output = cc.arg(root().join("tests/c/nexus/lossy_module.c")).output().expect("cc runs");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let mpi = Mpi::ferry();
    let program = mpi.nexus_program("faults");
    // As ferry_method.h numbers them.
    for (how, fault) in [
        ("-2", "CONNECT_FAILED"),
        ("-3", "PROCESS_DIED"),
        ("-4", "BAD_PROTOCOL"),
        ("-8", "READ_FAILED"),
    ] {
        let job = Job::new(&mpi, 2, &program).args(&["loss", fault]);
        let job = job.env("FERRY_EXTERNAL", &built).env("FERRY_METHODS", "lossy");
        job.env("FERRY_LOSSY_HOW", how).run().ok();
    }
}
