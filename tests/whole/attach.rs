//! Jobs that attach to each other, in C on Portals 3.3, Portals 4 and Nexus.

use ferry_tests::{Job, Mpi, Outcome, Running};
use std::path::{Path, PathBuf};

const METHODS: [&str; 6] = ["shm", "tcp", "quic", "sctp", "tcp+encrypt", "shm,tcp"];

/// A job of so many ranks that does `what` with the URLs in `file` and so many ranks of another.
fn start(
    program: &Path,
    (what, file): (&str, &Path),
    (ranks, others): (u32, u32),
    variables: &[(&str, &str)],
) -> Running {
    let mpi = Mpi::ferry();
    let job = Job::new(&mpi, ranks, program).arg(what).arg(file).arg(others.to_string());
    variables.iter().fold(job, |job, (name, value)| job.env(name, *value)).start()
}

/// A job of servers and one of visitors of so many ranks; how both ended.
fn meet(
    program: &Path,
    [server, visitor]: [&str; 2],
    [servers, visitors]: [u32; 2],
    variables: &[(&str, &str)],
) -> [Outcome; 2] {
    let dir = tempfile::tempdir().expect("a folder");
    let file = dir.path().join("url");
    let url = |rank: u32| PathBuf::from(format!("{}.{rank}", file.display()));
    let mut first = start(program, (server, &file), (servers, visitors), variables);
    first.until("there are URLs", |_| (0..servers).all(|rank| url(rank).exists()));
    let second = start(program, (visitor, &file), (visitors, servers), variables).wait();
    [first.wait(), second]
}

/// Both jobs pass over each of these methods.
fn pass(program: &Path, visitor: &str, methods: &[&str], ranks: &[[u32; 2]]) {
    for (method, ranks) in methods.iter().flat_map(|m| ranks.iter().map(move |r| (m, *r))) {
        eprintln!("{} over {method} on {ranks:?} ranks", program.display());
        let variables = [("FERRY_METHODS", *method)];
        for job in meet(program, ["serve", visitor], ranks, &variables) {
            job.ok();
        }
    }
}

#[test]
fn jobs_on_portals_3_ask_each_other() {
    let program = Mpi::ferry().portals_program("attach");
    pass(&program, "visit", &METHODS, &[[1, 1]]);
    pass(&program, "leave", &["shm", "tcp"], &[[2, 2], [1, 3]]);
}

#[test]
fn jobs_on_portals_4_ask_each_other() {
    let program = Mpi::ferry().portals4_program("attach");
    pass(&program, "visit", &METHODS, &[[1, 1]]);
    pass(&program, "leave", &["shm", "tcp"], &[[2, 2], [1, 3]]);
}

#[test]
fn whole_jobs_on_portals_4_meet() {
    let program = Mpi::ferry().portals4_program("attach");
    for (method, ranks) in [("shm", [2, 2]), ("tcp", [1, 3]), ("quic", [2, 1])] {
        let variables = [("FERRY_METHODS", method)];
        let dir = tempfile::tempdir().expect("a folder");
        let file = dir.path().join("url");
        let mut first = start(&program, ("hold", &file), (ranks[0], 0), &variables);
        first.until("there is a URL", |_| dir.path().join("url.0").exists());
        start(&program, ("join", &file), (ranks[1], 0), &variables).wait().ok();
        first.wait().ok();
    }
}

#[test]
fn a_thread_answers_other_jobs_too() {
    let program = Mpi::ferry().portals_program("attach");
    for way in ["thread", "signal"] {
        let variables = [("FERRY_PROGRESS", way)];
        for job in meet(&program, ["serve", "visit"], [1, 2], &variables) {
            job.ok();
        }
    }
}

#[test]
fn a_job_that_dies_is_gone_for_the_other() {
    let program = Mpi::ferry().portals_program("attach");
    for method in ["shm", "tcp", "quic"] {
        let [watcher, dead] =
            meet(&program, ["watch", "die"], [1, 1], &[("FERRY_METHODS", method)]);
        watcher.ok();
        assert!(!dead.status.success(), "{}", dead.story());
    }
}

/// Two jobs of so many ranks that meet as wholes, with these variables and arguments.
fn wholes_meet(
    program: &Path,
    [servers, visitors]: [u32; 2],
    [of_servers, of_visitors]: [&[(&str, &str)]; 2],
    more: &[&str],
) {
    let dir = tempfile::tempdir().expect("a folder");
    let file = dir.path().join("url");
    let run = |what: &str, ranks, variables: &[(&str, &str)]| {
        let job = Job::new(&Mpi::ferry(), ranks, program).arg(what).arg(&file).args(more);
        variables.iter().fold(job, |job, (name, value)| job.env(name, *value)).start()
    };
    let mut first = run("serve", servers, of_servers);
    first.until("there is a URL", |_| file.exists());
    run("visit", visitors, of_visitors).wait().ok();
    first.wait().ok();
}

#[test]
fn whole_jobs_meet() {
    let program = Mpi::ferry().portals_program("jobs");
    for method in ["shm", "tcp", "quic", "shm,tcp"] {
        let variables = [("FERRY_METHODS", method)];
        for ranks in [[1, 1], [2, 3], [3, 1]] {
            wholes_meet(&program, ranks, [&variables, &variables], &[]);
        }
    }
}

/// Only relays have the one method that leads from job to job.
#[test]
fn relays_lead_from_job_to_job() {
    let program = Mpi::ferry().portals_program("jobs");
    let forward = ("FERRY_FORWARD", "tcp:0-9>0");
    let (shm, quic) = (("FERRY_METHODS", "tcp,shm"), ("FERRY_METHODS", "tcp,quic"));
    for ranks in [[2, 2], [3, 2], [1, 3]] {
        wholes_meet(&program, ranks, [&[shm, forward], &[quic, forward]], &[]);
    }
}

#[test]
fn whole_jobs_on_nexus_meet() {
    let program = Mpi::ferry().nexus_program("jobs");
    for method in METHODS {
        let variables = [("FERRY_METHODS", method)];
        for ranks in [[1, 1], [2, 3]] {
            eprintln!("{method} on {ranks:?} ranks");
            wholes_meet(&program, ranks, [&variables, &variables], &[]);
        }
    }
}

#[test]
fn relays_lead_from_job_to_job_on_nexus() {
    let program = Mpi::ferry().nexus_program("jobs");
    let forward = ("FERRY_FORWARD", "tcp:0-9>0");
    let (shm, quic) = (("FERRY_METHODS", "tcp,shm"), ("FERRY_METHODS", "tcp,quic"));
    for ranks in [[2, 2], [3, 2], [1, 3]] {
        wholes_meet(&program, ranks, [&[shm, forward], &[quic, forward]], &[]);
    }
}

/// All are relayed but the relays themselves; in the middle of it the startpoints go straight, by a method that is
/// open to be asked for.
#[test]
fn startpoints_leave_the_relays_between_jobs() {
    let program = Mpi::ferry().nexus_program("jobs");
    let common = [("FERRY_FORWARD", "tcp:0-9>0"), ("FERRY_OPEN", "sctp")];
    let of = |methods| [("FERRY_METHODS", methods), common[0], common[1]];
    for ranks in [[2, 2], [3, 2], [1, 3]] {
        wholes_meet(&program, ranks, [&of("tcp,shm"), &of("tcp,quic")], &["sctp"]);
    }
}
