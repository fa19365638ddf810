//! Communicators with links and locks of their own (`lanes`).

use crate::c_programs::passes;
use ferry_tests::{Job, Mpi};

#[test]
fn every_kind_of_message_goes_by_them() {
    for lanes in ["1", "3", "7"] {
        passes("lanes", &[("FERRY_LANES", lanes)], &[1, 2, 3, 4], &[]);
    }
}

/// Programs that make communicators, with and without threads.
#[test]
fn programs_need_not_know_of_them() {
    for program in
        ["threads_apart", "contexts", "intercomm", "buffered", "coll", "windows", "revoke"]
    {
        passes(program, &[("FERRY_LANES", "2")], &[2, 3], &[]);
    }
}

/// Where they cannot be, messages go as without.
#[test]
fn there_are_none_beside_what_they_do_not_know() {
    let ways = [
        ("FERRY_METHODS", "tcp"),
        ("FERRY_CHECK", "yes"),
        ("FERRY_KEEP_GOING", "yes"),
        ("FERRY_PROGRESS", "thread"),
    ];
    for way in ways {
        passes("lanes", &[("FERRY_LANES", "2"), way], &[2], &[]);
    }
}

#[test]
fn all_ranks_have_as_many() {
    let mpi = Mpi::under_test();
    let job = Job::bare(&mpi).args(&["-n", "1", "-env", "FERRY_LANES", "1"]);
    let job = job.arg(mpi.program("comm")).args(&[":", "-n", "1", "-env", "FERRY_LANES", "2"]);
    job.arg(mpi.program("comm")).run().failed().says(&["lanes is", "same on all ranks"]);
}

/// Of two hosts: a communicator of both has none.
#[test]
fn ranks_of_two_hosts_meet_by_the_jobs_links() {
    let mpi = Mpi::under_test();
    let launcher = "env TESTED_HOST={host}";
    for program in ["lanes", "comm"] {
        let job =
            Job::bare(&mpi).args(&["--launcher", launcher, "-hosts", "alpha:2,beta:2", "-n", "4"]);
        job.env("FERRY_LANES", "3").arg(mpi.program(program)).run().ok();
    }
}

/// What goes by them counts as what goes by shared memory.
#[test]
fn their_traffic_is_told() {
    let mpi = Mpi::under_test();
    let told = |lanes: &str| {
        let job = Job::new(&mpi, 2, &mpi.program("lanes")).env("FERRY_LANES", lanes);
        let job = job.env("FERRY_REPORT_LINKS", "yes").env("FERRY_REPORT_LINKS_AS", "json").run();
        let bytes = |line: &str| {
            let (_, rest) =
                line.split_once("\"method\":\"shm\"")?.1.split_once("\"bytes_sent\":")?;
            rest.split(',').next()?.parse::<u64>().ok()
        };
        job.ok().stderr.lines().filter_map(bytes).sum::<u64>()
    };
    let (without, with) = (told("0"), told("3"));
    assert!(with > without / 2, "{with} bytes by lanes, {without} without");
}
