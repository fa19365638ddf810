//! Ranks under the limits that a system sets processes (`ulimit`).

use ferry_tests::{Job, Mpi, Outcome};

/// Rounds of collectives and neighbours' messages among ranks that run under a limit.
fn crowd(method: &str, ranks: u32, limit: &str) -> Outcome {
    let mpi = Mpi::under_test();
    let program = mpi.program("crowd");
    let script = format!("ulimit {limit}; exec {}", program.display());
    let job = Job::bare(&mpi).arg("--methods").arg(method).arg("-n").arg(ranks.to_string());
    job.arg("sh").arg("-c").arg(script).run()
}

/// More peers than the soft limit has descriptors for: it is raised to the hard one, whichever descriptor is
/// the first to need it.
#[test]
fn descriptors_by_the_soft_limit() {
    for limit in 10..24 {
        for method in ["shm", "tcp"] {
            crowd(method, 8, &format!("-S -n {limit}")).ok();
        }
    }
}

/// Where the hard limit does not suffice the error says what to do, and nobody hangs in silence.
#[test]
fn descriptors_by_the_hard_limit() {
    crowd("shm", 8, "-n 11").failed().says(&["Too many open files", "ulimit -n"]);
}

/// The system would kill the ranks with SIGXFSZ for an inbox longer than their files may be.
#[test]
fn shared_memory_longer_than_files_may_be() {
    crowd("shm", 2, "-f 8").failed().says(&["shared memory", "ulimit -f"]);
    crowd("tcp", 2, "-f 8").ok();
}
