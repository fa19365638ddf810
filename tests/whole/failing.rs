//! Process failures that the others survive: `tests/c/failures.c`, by each method and in both designs.

use std::fs;
use std::hash::{BuildHasher, RandomState};
use std::time::{Duration, Instant};

use ferry_tests::{Job, Mpi, Running};
use rustix::process::{Pid, Signal, kill_process};

/// Each way in which ranks fail.
const WAYS: [&str; 7] = [
    "receives",
    "wildcards",
    "collectives",
    "agreements",
    "revocation",
    "one_by_one",
    "long_messages",
];

fn survive(way: &str, victim: &str, ranks: u32, variables: &[(&str, &str)]) {
    let mpi = Mpi::ferry();
    let program = mpi.program("failures");
    let job = Job::bare(&mpi).args(&["--keep-going", "-n", &ranks.to_string()]);
    let job = job.arg(&program).args(&[way, victim]);
    eprintln!("{way} without rank {victim} of {ranks} with {variables:?}");
    let job = variables.iter().fold(job, |job, (name, value)| job.env(name, *value));
    job.run().ok().says(&["mpiexec: rank", "SIGKILL", "on"]);
}

/// All ways on some ranks; the victim is the first or the last.
fn survive_all(variables: &[(&str, &str)]) {
    for way in WAYS {
        survive(way, "3", 4, variables);
    }
    for way in ["agreements", "revocation", "collectives"] {
        survive(way, "0", 3, variables);
    }
}

#[test]
fn over_shared_memory() {
    survive_all(&[("FERRY_METHODS", "shm")]);
    for way in WAYS {
        survive(way, "0", 2, &[]);
    }
    survive("agreements", "2", 5, &[]);
}

#[test]
fn over_tcp() {
    survive_all(&[("FERRY_METHODS", "tcp")]);
}

#[test]
fn over_sctp() {
    survive_all(&[("FERRY_METHODS", "sctp")]);
}

#[test]
fn over_quic() {
    survive_all(&[("FERRY_METHODS", "quic")]);
}

#[test]
fn over_streams_of_tcp() {
    survive_all(&[("FERRY_P2P", "direct"), ("FERRY_METHODS", "tcp-stream")]);
}

#[test]
fn over_streams_of_sctp() {
    survive_all(&[("FERRY_P2P", "direct"), ("FERRY_METHODS", "sctp")]);
}

#[test]
fn over_streams_of_quic() {
    survive_all(&[("FERRY_P2P", "direct"), ("FERRY_METHODS", "quic")]);
}

/// Windows with a member that dies, and one that is revoked: `tests/c/window_failures.c`.
fn windows_survive(way: &str, kind: &str, victim: &str, ranks: u32, methods: &str) {
    let mpi = Mpi::ferry();
    let program = mpi.program("window_failures");
    let job = Job::bare(&mpi).args(&["--keep-going", "-n", &ranks.to_string()]);
    let job = job.arg(&program).args(&[way, victim, kind]).env("FERRY_METHODS", methods);
    eprintln!("{way} in a window of {kind} without rank {victim} of {ranks} over {methods}");
    let ended = job.run();
    ended.ok();
    if way != "revocation" {
        ended.says(&["mpiexec: rank", "SIGKILL", "on"]);
    }
}

#[test]
fn windows_over_shared_memory() {
    for kind in ["allocate", "shared", "create", "dynamic"] {
        for way in ["passive", "locks", "posts"] {
            windows_survive(way, kind, "1", 3, "shm");
        }
    }
    for way in ["fences", "revocation", "making"] {
        windows_survive(way, "allocate", "3", 4, "shm");
        windows_survive(way, "create", "0", 3, "shm");
    }
}

#[test]
fn windows_over_tcp() {
    for way in ["passive", "locks", "posts", "fences", "revocation", "making"] {
        windows_survive(way, "allocate", "0", 3, "tcp");
    }
    for way in ["passive", "locks", "revocation"] {
        windows_survive(way, "dynamic", "3", 4, "tcp");
    }
}

/// Files with a member that dies, and one that is revoked: `tests/c/file_failures.c`.
fn files_survive(way: &str, victim: &str, ranks: u32, methods: &str) {
    let mpi = Mpi::ferry();
    let job = Job::bare(&mpi).args(&["--keep-going", "-n", &ranks.to_string()]);
    let job = job.arg(mpi.program("file_failures")).args(&[way, victim]);
    eprintln!("{way} of a file without rank {victim} of {ranks} over {methods}");
    let ended = job.env("FERRY_METHODS", methods).run();
    ended.ok();
    if way != "revocation" {
        ended.says(&["mpiexec: rank", "SIGKILL", "on"]);
    }
}

#[test]
fn files_of_the_dead() {
    for way in ["collectives", "background", "alone", "pointers", "revocation", "making"] {
        for methods in ["shm", "tcp"] {
            files_survive(way, "1", 3, methods);
        }
        files_survive(way, "0", 4, "shm");
    }
}

/// Processes die while groups meet: `tests/c/meeting_deaths.c`. Nobody waits for ever, and nothing is left behind.
fn meet_without(ranks: u32, words: &[&str], methods: &str) {
    let mpi = Mpi::ferry();
    let job = Job::bare(&mpi).args(&["--keep-going", "-n", &ranks.to_string()]);
    let job = job.arg(mpi.program("meeting_deaths")).args(words);
    eprintln!("{words:?} on {ranks} over {methods}");
    job.env("FERRY_METHODS", methods).run().ok();
}

#[test]
fn who_dies_while_others_are_spawned() {
    for methods in ["shm,tcp", "tcp"] {
        meet_without(3, &["spawn", "1"], methods);
        meet_without(3, &["spawn", "0", "1"], methods);
        meet_without(2, &["spawn-child-dies", "9"], methods);
        meet_without(2, &["spawn-child-dies-later", "9"], methods);
    }
    meet_without(3, &["spawn", "0"], "shm,tcp");
    // At any moment of it, whether it has the root's part or another's.
    let mut chance = Chance::new();
    for victim in ["0", "1"] {
        let delay = chance.below(40_000).to_string();
        meet_without(3, &["spawn", victim, "0", &delay], "shm,tcp");
    }
}

#[test]
fn who_dies_while_groups_meet() {
    for methods in ["shm", "tcp"] {
        for (way, victim) in [("ports", "2"), ("ports", "3"), ("intercommunicator", "2")] {
            meet_without(4, &[way, victim], methods);
        }
        meet_without(4, &["intercommunicator", "3"], methods);
    }
    meet_without(3, &["accept", "1"], "shm");
    meet_without(3, &["connect", "1"], "shm");
}

/// Several threads of each rank agree at the same time.
#[test]
fn threads_agree() {
    let mpi = Mpi::ferry();
    for ranks in [1, 2, 3] {
        Job::new(&mpi, ranks, &mpi.program("agree")).arg("threads").run().ok();
    }
}

#[test]
fn with_a_thread_that_makes_progress() {
    for way in ["thread", "signal"] {
        survive("wildcards", "1", 3, &[("FERRY_PROGRESS", way)]);
        survive("revocation", "1", 3, &[("FERRY_PROGRESS", way)]);
    }
}

/// What `mpiexec` says and returns, with programs that are none of MPI's.
#[test]
fn the_status_is_of_those_that_are_left() {
    let run = |words: &[&str]| Job::bare(&Mpi::ferry()).arg("--keep-going").args(words).run();
    run(&["-n", "3", "sh", "-c", "kill -9 $$"]).code(137).says(&["SIGKILL"]);
    // Rank 0 ends after mpiexec has seen rank 1's end, whose process is gone then.
    let folder = tempfile::TempDir::new().expect("a folder");
    let file = folder.path().join("pid").display().to_string();
    let dies = format!("echo $$ > {file}.new; mv {file}.new {file}; exit 3");
    let waits = format!(
        "until [ -e {file} ]; do sleep 0.01; done; while [ -e /proc/$(cat {file}) ]; do sleep 0.01; done"
    );
    let mixed = run(&["-n", "1", "sh", "-c", &waits, ":", "-n", "1", "sh", "-c", &dies]);
    mixed.code(0).one_line(&["rank 1", "exit code 3", "the other rank goes on"]);
    run(&["-n", "3", "--timeout", "60", "sh", "-c", "exit 4"]).code(4);
}

/// `MPI_Abort`, and errors that are fatal, end the job all the same.
#[test]
fn an_abort_ends_all() {
    let mpi = Mpi::ferry();
    let run = |way: &str| {
        let job = Job::bare(&mpi).args(&["--keep-going", "-n", "3"]).arg(mpi.program("ways"));
        job.arg(way).run()
    };
    run("abort").code(42).says(&["rank 1", "42"]);
    run("error").failed().one_line(&["rank 1", "MPI_Send"]);
}

/// The proxy of a host dies, as with its host: all its ranks count as dead.
#[test]
fn a_host_is_lost() {
    let mpi = Mpi::ferry();
    for control in ["pipe", "sctp"] {
        let launcher = "env TESTED_HOST={host} FERRY_METHODS=tcp";
        let words = ["--launcher", launcher, "--control", control, "--keep-going"];
        let job = Job::bare(&mpi).args(&words).args(&["-hosts", "alpha:2,beta:2", "-n", "4"]);
        let job = job.arg(mpi.program("failures")).args(&["await", "2"]);
        let mut running = job.start();
        let read =
            |pid: u32, what: &str| fs::read(format!("/proc/{pid}/{what}")).unwrap_or_default();
        let proxy = |job: &Running| {
            let is_of_beta = |pid: &u32| {
                let environment = read(*pid, "environ");
                let words = environment.split(|byte| *byte == 0);
                words.into_iter().any(|word| word == b"TESTED_HOST=beta")
                    && read(*pid, "cmdline")
                        .split(|byte| *byte == 0)
                        .any(|word| word.ends_with(b"proxy"))
            };
            job.processes().into_iter().find(is_of_beta)
        };
        // Before any has begun with MPI a lost host is the end of all.
        let hears = |pid: &u32| {
            let threads = fs::read_dir(format!("/proc/{pid}/task")).into_iter().flatten().flatten();
            let mut names = threads.map(|thread| fs::read(thread.path().join("comm")));
            names.any(|name| name.is_ok_and(|name| name == b"ferry-deaths\n"))
        };
        let begun = |job: &Running| {
            let ranks =
                job.processes().into_iter().filter(|pid| read(*pid, "comm") == b"failures\n");
            ranks.filter(hears).count()
        };
        running.until("all ranks have begun", |job| begun(job) == 4);
        let pid = proxy(&running).and_then(|pid| Pid::from_raw(pid.cast_signed()));
        kill_process(pid.expect("a proxy for beta"), Signal::KILL).expect("it runs");
        running.wait().ok().says(&["host beta"]).says(&["rank 3", "beta"]);
    }
}

/// Numbers by chance, which a failure prints the beginning of.
struct Chance(u64);

impl Chance {
    fn new() -> Self {
        let given = std::env::var("TESTED_SEED").ok().and_then(|text| text.parse().ok());
        let seed: u64 = given.unwrap_or_else(|| RandomState::new().hash_one(0));
        eprintln!("TESTED_SEED={seed}");
        Chance(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1)
    }

    fn below(&mut self, limit: u64) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 11) % limit
    }
}

/// The ranks of a job that run.
fn ranks_of(job: &Running) -> Vec<u32> {
    let name = |pid: u32| fs::read_to_string(format!("/proc/{pid}/comm")).unwrap_or_default();
    job.processes().into_iter().filter(|pid| name(*pid).trim() == "survivors").collect()
}

/// A job of the example that computes for a while; ranks are killed at any moment until one is left, or it ends: in some
/// jobs as it begins, in others when it has the result.
fn kill_at_random(chance: &mut Chance, variables: &[(&str, &str)]) {
    let mpi = Mpi::ferry();
    let program = mpi.example("survivors");
    let ranks = 3 + chance.below(4);
    let job = Job::bare(&mpi).args(&["--keep-going", "-n", &ranks.to_string()]).arg(&program);
    let job = variables.iter().fold(job.arg("6000"), |job, (name, value)| job.env(name, *value));
    let job = job.start();
    let longest = 15_000 << chance.below(5);
    for _ in 1..ranks {
        std::thread::sleep(Duration::from_micros(chance.below(longest)));
        let alive = ranks_of(&job);
        if alive.len() > 1
            && let Some(pid) = alive.get(chance.below(alive.len() as u64) as usize)
            && let Some(pid) = Pid::from_raw(pid.cast_signed())
        {
            let _ = kill_process(pid, Signal::KILL);
        }
    }
    job.wait().ok();
}

/// The example with new processes in the place of its dead, which ends with as many as it began with. Ranks of all jobs
/// die by chance, over and over.
fn replace_the_dead(variables: &[(&str, &str)]) {
    let mpi = Mpi::ferry();
    let folder = tempfile::TempDir::new().expect("a folder");
    let (source, program) = (folder.path().join("replacing.c"), folder.path().join("replacing"));
    let example = ferry_tests::root().join("examples/c/survivors.c");
    let text = format!("#define REPLACE\n#include \"{}\"\n", example.display());
    fs::write(&source, text).expect("the folder is writable");
    mpi.compile(&source, &program);
    let mut chance = Chance::new();
    for _ in 0..2 {
        let seed = chance.below(100_000).to_string();
        eprintln!("seed {seed} with {variables:?}");
        let job = Job::bare(&mpi).args(&["--keep-going", "-n", "4"]).arg(&program);
        let job = job.args(&["200", "60", &seed]);
        let job = variables.iter().fold(job, |job, (name, value)| job.env(name, *value));
        job.run().ok().says(&["SIGKILL", "go on"]).says(&["spawned job", "SIGKILL"]);
    }
}

#[test]
fn the_dead_are_replaced() {
    replace_the_dead(&[]);
}

#[test]
fn the_dead_are_replaced_over_tcp() {
    replace_the_dead(&[("FERRY_METHODS", "tcp")]);
}

const ENGINE: [[(&str, &str); 1]; 4] = [
    [("FERRY_METHODS", "shm")],
    [("FERRY_METHODS", "tcp")],
    [("FERRY_METHODS", "sctp")],
    [("FERRY_METHODS", "quic")],
];
const DIRECT: [[(&str, &str); 2]; 3] = [
    [("FERRY_P2P", "direct"), ("FERRY_METHODS", "tcp-stream")],
    [("FERRY_P2P", "direct"), ("FERRY_METHODS", "sctp")],
    [("FERRY_P2P", "direct"), ("FERRY_METHODS", "quic")],
];

/// Jobs by each of these ways, one after the other, until the time is over.
fn for_a_while<const N: usize>(seconds: u64, ways: &[[(&str, &str); N]]) {
    let end = Instant::now() + Duration::from_secs(seconds);
    let mut chance = Chance::new();
    while Instant::now() < end {
        ways.iter().for_each(|variables| kill_at_random(&mut chance, variables));
    }
}

#[test]
fn random_deaths_in_the_engine() {
    for_a_while(2, &ENGINE);
}

#[test]
fn random_deaths_in_the_direct_design() {
    for_a_while(2, &DIRECT);
}

/// `cargo xtask soak` runs these: the last for an hour in twenty rounds.
#[test]
#[ignore = "takes minutes"]
fn random_deaths_for_long_in_the_engine() {
    for_a_while(180, &ENGINE);
}

#[test]
#[ignore = "takes minutes"]
fn random_deaths_for_long_in_the_direct_design() {
    for_a_while(180, &DIRECT);
}

#[test]
#[ignore = "takes minutes"]
fn the_dead_are_replaced_for_long() {
    let end = Instant::now() + Duration::from_secs(180);
    while Instant::now() < end {
        replace_the_dead(&[]);
        replace_the_dead(&[("FERRY_METHODS", "tcp")]);
    }
}
