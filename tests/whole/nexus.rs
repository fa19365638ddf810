//! Programs in C on Nexus.

use ferry_tests::{Job, Mpi};
use std::process::{Command, Stdio};
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

#[test]
fn two_programs_attach() {
    let program = Mpi::ferry().nexus_program("attach");
    let dir = tempfile::tempdir().expect("a folder");
    let file = dir.path().join("url");
    let start = |what: &str| {
        let mut command = Command::new(&program);
        command.arg(what).arg(&file).env_remove("PMI_FD").env_remove("PMI_PORT");
        command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("it starts")
    };
    let mut server = start("serve");
    let begin = Instant::now();
    while !file.exists() {
        assert!(server.try_wait().expect("ours").is_none(), "{:?}", server.wait_with_output());
        assert!(begin.elapsed() < Duration::from_secs(60), "there is no URL");
        std::thread::sleep(Duration::from_millis(5));
    }
    for child in [start("visit"), server] {
        let output = child.wait_with_output().expect("it ends");
        let said = String::from_utf8_lossy(&output.stdout);
        assert!(output.status.success() && said.trim() == "ok", "{output:?}");
    }
}
