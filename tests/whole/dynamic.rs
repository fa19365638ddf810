//! Processes of several jobs: ports, names of services, joining, spawning.

use std::fs;
use std::path::{Path, PathBuf};

use crate::hosts::Hosts;
use ferry_tests::{Job, Mpi, Outcome, Running};

/// A method, as variables.
type Variables<'a> = [(&'a str, &'a str)];

const WAYS: [&Variables<'static>; 6] = [
    &[],
    &[("FERRY_METHODS", "tcp")],
    &[("FERRY_METHODS", "sctp")],
    &[("FERRY_METHODS", "quic")],
    &[("FERRY_P2P", "direct")],
    &[("FERRY_PROGRESS", "thread")],
];

fn with(job: Job, variables: &Variables<'_>) -> Job {
    variables.iter().fold(job, |job, (name, value)| job.env(name, *value))
}

/// A job of `tests/c/ports.c`.
fn ports(ranks: u32, words: &[&str]) -> Job {
    let mpi = Mpi::ferry();
    let program = mpi.program("ports");
    Job::new(&mpi, ranks, &program).args(words)
}

/// A job that tells where it is, and what it has told.
fn told(job: Job, folder: &Path) -> (Running, String) {
    let file: PathBuf = folder.join("port");
    let mut running = job.env("PORT_FILE", file.as_os_str()).start();
    running.until("it tells its port", |_| file.exists());
    let text = fs::read_to_string(&file).expect("it is there");
    (running, text)
}

fn folder() -> tempfile::TempDir {
    tempfile::tempdir().expect("a folder")
}

#[test]
fn two_jobs_connect_over_every_method() {
    for (ranks, way) in [(1, 2), (2, 1), (3, 2), (2, 2), (2, 3), (1, 1)].into_iter().zip(WAYS) {
        let (folder, (accepting, connecting)) = (folder(), ranks);
        eprintln!("{accepting} and {connecting} with {way:?}");
        let (first, port) = told(with(ports(accepting, &["accept"]), way), folder.path());
        with(ports(connecting, &["connect", &port]), way).run().ok();
        first.wait().ok();
    }
}

#[test]
fn a_service_is_found_by_name() {
    let (folder, service) = (folder(), format!("tea for {}", std::process::id()));
    let (first, name) = told(ports(2, &["accept", &service]), folder.path());
    assert_eq!(name, service);
    // Other jobs cannot take the name away, with a launcher or without.
    ports(2, &["strange", &service]).run().ok();
    let mpi = Mpi::ferry();
    Job::alone(&mpi, &mpi.program("ports")).args(&["strange", &service]).run().ok();
    ports(2, &["find", &service]).run().ok();
    first.wait().ok();
}

#[test]
fn a_port_that_is_gone_or_none_is_refused_with_a_reason() {
    let folder = folder();
    let (first, port) = told(ports(1, &["idle"]), folder.path());
    first.wait().ok();
    let says = |port: &str, words: &[&str]| {
        let outcome = ports(2, &["refused", port]).run();
        outcome.ok();
        assert!(words.iter().all(|word| outcome.stdout.contains(word)), "{}", outcome.story());
    };
    says(&port, &["nobody answers for the port"]);
    says(&port[..port.len() / 3], &["is not the name of a port"]);
}

#[test]
fn one_job_is_two() {
    for (ranks, way) in [2, 3, 4, 2, 3, 2].into_iter().zip(WAYS) {
        with(ports(ranks, &[]), way).run().ok();
    }
    ports(1, &[]).run().ok();
    Job::alone(&Mpi::ferry(), &Mpi::ferry().program("ports")).run().ok();
}

#[test]
fn processes_join_over_a_socket() {
    let mpi = Mpi::ferry();
    let program = mpi.program("join");
    for (ranks, way) in [2, 3, 2].into_iter().zip(WAYS) {
        with(Job::new(&mpi, ranks, &program), way).run().ok();
    }
    Job::new(&mpi, 1, &program).run().ok();
    Job::alone(&mpi, &program).arg("pair").run().ok();
}

/// Jobs of different launchers on different hosts need a key, which is in a file of both.
#[test]
fn between_hosts_a_key_is_needed() {
    const NETWORK: [[&str; 2]; 1] = [["10.20.9.1/24", "10.20.9.2/24"]];
    let Some(hosts) = Hosts::make("key", &NETWORK) else { return };
    let on = |side: usize, words: &[&str], key: Option<&Path>| {
        let mpi = Mpi::ferry();
        let job = Job::bare(&mpi).args(&["-launcher", "ip netns exec {host}"]);
        let job = job.args(&["-host", hosts.name(side), "-n", "2"]);
        let job = job.arg(mpi.program("ports")).args(words);
        match key {
            Some(key) => job.env("FERRY_PORTS_KEY", key.as_os_str()),
            None => job,
        }
    };
    let folder = folder();
    let key = folder.path().join("key");
    fs::write(&key, "a secret of sixteen bytes and more").expect("the folder is there");
    let mode = std::os::unix::fs::PermissionsExt::from_mode(0o600);
    fs::set_permissions(&key, mode).expect("it is ours");
    let (first, port) = told(on(0, &["accept"], Some(&key)), folder.path());
    let refused: Outcome = on(1, &["refused", &port], None).run();
    refused.ok();
    assert!(refused.stdout.contains("ports.key"), "{}", refused.story());
    on(1, &["connect", &port], Some(&key)).run().ok();
    first.wait().ok();
}

/// Processes of other jobs on the publisher's host ask that, which need not make progress to know that it was withdrawn.
#[test]
fn a_name_is_withdrawn_from_another_host() {
    const NETWORK: [[&str; 2]; 1] = [["10.20.11.1/24", "10.20.11.2/24"]];
    let Some(hosts) = Hosts::make("name", &NETWORK) else { return };
    let on = |hosts: &str, ranks: &str, words: &[&str]| {
        let mpi = Mpi::ferry();
        let job = Job::bare(&mpi).args(&["-launcher", "ip netns exec {host}"]);
        let job = job.args(&["-host", hosts, "-n", ranks]);
        job.arg(mpi.program("ports")).args(words)
    };
    let (folder, service) = (folder(), format!("cake for {}", std::process::id()));
    let both = format!("{}:1,{}:1", hosts.name(0), hosts.name(1));
    let (mut first, name) = told(on(&both, "2", &["withdraw", &service]), folder.path());
    assert_eq!(name, service);
    let file = |ending: &str| folder.path().join("port").with_extension(ending);
    // It is known there, and is another job's.
    on(hosts.name(0), "1", &["strange", &service]).run().ok();
    fs::write(file("go"), "").expect("the folder is there");
    first.until("it was taken away", |_| file("gone").exists());
    on(hosts.name(0), "1", &["unknown", &service]).run().ok();
    fs::write(file("end"), "").expect("the folder is there");
    first.wait().ok();
}

/// A job of `tests/c/spawn.c`.
fn spawning(ranks: u32, part: &str) -> Job {
    let mpi = Mpi::ferry();
    let program = mpi.program("spawn");
    Job::new(&mpi, ranks, &program).args(&[part])
}

#[test]
fn processes_are_spawned() {
    for ranks in [1, 2, 3] {
        spawning(ranks, "").run().ok();
    }
}

#[test]
fn processes_are_spawned_over_every_method() {
    for way in &WAYS[1..] {
        for part in ["plain", "siblings", "left"] {
            with(spawning(2, part), way).run().ok();
        }
    }
}

/// What is told of a death does not depend on shared memory.
#[test]
fn a_spawned_job_dies_and_its_parents_live() {
    for method in ["tcp", "sctp", "quic"] {
        spawning(2, "deaths").env("FERRY_METHODS", method).run().ok();
    }
}

/// Neither the launcher nor the end of a process tells of those who end MPI and go on with something else.
#[test]
fn who_waits_for_processes_that_have_left_is_told() {
    let mpi = Mpi::ferry();
    let program = mpi.program("departed");
    let direct = ["tcp-stream", "sctp", "quic"]
        .map(|method| [("FERRY_P2P", "direct"), ("FERRY_METHODS", method)]);
    for way in WAYS.into_iter().chain(direct.iter().map(|way| &way[..])) {
        with(Job::new(&mpi, 2, &program), way).run().ok();
    }
}

/// Whoever looks at the exit code learns that something has failed, although the first job came to a good end.
#[test]
fn the_code_of_a_spawned_job_that_aborts_is_told() {
    let outcome = spawning(2, "aborted").run();
    outcome.code(5).says(&["spawned job 1", "called MPI_Abort with code 5"]);
    assert!(outcome.stdout.lines().any(|line| line == "ok"), "{}", outcome.story());
}

#[test]
fn what_a_spawned_job_suffers_is_fatal_to_those_who_do_not_ask() {
    spawning(2, "fatal").run().failed().says(&["MPI_Recv", "MPI_ERR_PROC_ABORTED"]);
}

#[test]
fn a_process_without_launcher_spawns() {
    let mpi = Mpi::ferry();
    Job::alone(&mpi, &mpi.program("spawn")).run().ok();
}

#[test]
fn nothing_is_left_when_the_parents_die() {
    spawning(2, "orphans").run().failed();
    let mpi = Mpi::ferry();
    let orphans = Job::alone(&mpi, &mpi.program("spawn")).arg("orphans").run();
    assert!(!orphans.status.success(), "{}", orphans.story());
    orphans.nothing_left();
}

/// The children are on both hosts, where there are proxies already.
#[test]
fn processes_are_spawned_on_other_hosts() {
    const NETWORK: [[&str; 2]; 1] = [["10.20.8.1/24", "10.20.8.2/24"]];
    let Some(hosts) = Hosts::make("spawn", &NETWORK) else { return };
    for part in ["plain", "mistakes", "deaths"] {
        hosts.run_with("spawn", &[part], 2, &[]).ok();
    }
}

/// Another launcher's protocol has spawning too, and so has Ferry's launcher for other libraries.
#[test]
fn spawning_works_across_launchers() {
    let (ferry, mpich) = (Mpi::ferry(), Mpi::mpich());
    let program = ferry.program("spawn");
    let (name, value) = ferry.library_path();
    Job::new(&mpich, 2, &program).arg("multiple").env(name, value).run().ok();
    let program = mpich.program("spawn");
    let (name, value) = mpich.library_path();
    Job::new(&ferry, 2, &program).arg("multiple").env(name, value).run().ok();
}
