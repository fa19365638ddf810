//! Operations that complete while a rank computes and makes no call.

use ferry_tests::{Job, Mpi};

const WAYS: [&str; 2] = ["thread", "signal"];

/// Runs the program over a method with a thread that drives in one of these ways, on 2 and 3 ranks.
fn completes(method: &str, way: &str, variables: &[(&str, &str)]) {
    program_completes("computing", method, way, variables);
}

fn program_completes(name: &str, method: &str, way: &str, variables: &[(&str, &str)]) {
    let mpi = Mpi::under_test();
    let program = mpi.program(name);
    for ranks in [2, 3] {
        let mut job = Job::new(&mpi, ranks, &program).env("FERRY_PROGRESS", way);
        for (name, value) in variables {
            job = job.env(name, *value);
        }
        eprintln!("{name} over {method} by {way} on {ranks} ranks with {variables:?}");
        let ended = job.env("FERRY_METHODS", method).run();
        ended.ok();
        assert!(!ended.stderr.contains("warning"), "{}", ended.stderr);
    }
}

#[test]
fn over_each_method() {
    for method in ["shm", "tcp", "quic", "tcp-stream", "sctp", "tcp+encrypt", "shm,tcp"] {
        WAYS.iter().for_each(|way| completes(method, way, &[]));
    }
}

/// Windows of a target that makes no call.
#[test]
fn accesses_to_windows() {
    for method in ["shm", "tcp", "quic", "tcp-stream", "sctp", "shm+encrypt"] {
        WAYS.iter().for_each(|way| program_completes("passive", method, way, &[]));
    }
    program_completes("passive", "sctp", "thread", &[("FERRY_P2P", "direct")]);
}

#[test]
fn in_the_direct_design() {
    for way in WAYS {
        completes("tcp-stream", way, &[("FERRY_P2P", "direct")]);
        completes("sctp", way, &[("FERRY_P2P", "direct")]);
    }
}

/// Who sleeps at once must be woken by each arrival.
#[test]
fn by_a_thread_that_sleeps() {
    for method in ["shm", "tcp"] {
        WAYS.iter().for_each(|way| completes(method, way, &[("FERRY_WAIT_SPIN", "0us")]));
    }
}

/// A user who may have no signals pending that take memory: the plain SIGIO that comes instead is as good.
#[test]
fn by_signals_of_which_none_is_queued() {
    let mpi = Mpi::under_test();
    let program = mpi.program("computing");
    for method in ["shm", "tcp", "sctp"] {
        let job = Job::new(&mpi, 3, &program).arg("full").env("FERRY_PROGRESS", "signal");
        job.env("FERRY_METHODS", method).run().ok();
    }
}

/// The program's own handlers, timers, threads and children are not disturbed, by none of the ways.
#[test]
fn beside_the_programs_own_signals() {
    let mpi = Mpi::under_test();
    let program = mpi.program("signals");
    for (method, way) in [("shm", "signal"), ("tcp", "signal"), ("shm", "thread")] {
        eprintln!("signals over {method} by {way}");
        let job = Job::new(&mpi, 2, &program).arg("2").env("FERRY_PROGRESS", way);
        job.env("FERRY_METHODS", method).run().ok();
    }
}

/// A rank at rest uses no processor, by any of the ways.
#[test]
fn rests_cost_nothing() {
    let mpi = Mpi::under_test();
    let program = mpi.program("resting");
    for (method, way) in [("shm", "poll"), ("shm", "thread"), ("shm", "signal"), ("tcp", "signal")]
    {
        eprintln!("resting over {method} by {way}");
        let job = Job::new(&mpi, 2, &program).env("FERRY_PROGRESS", way);
        job.env("FERRY_METHODS", method).run().ok();
    }
}

/// A signal that the program uses is refused, with what to do.
#[test]
fn a_signal_that_the_program_uses_is_named() {
    let mpi = Mpi::under_test();
    let program = mpi.program("signals");
    let job = |number: &str| {
        let job = Job::new(&mpi, 2, &program).arg("2").env("FERRY_PROGRESS", "signal");
        job.env("FERRY_PROGRESS_SIGNAL", number).run()
    };
    // The program handles the sixth below the last, which is 58 in every C library.
    let used = job("58");
    assert!(!used.status.success());
    for part in ["progress.signal", "the program handles or ignores signal", "progress=thread"] {
        assert!(used.stderr.contains(part), "{part}: {}", used.stderr);
    }
    let none = job("10");
    assert!(none.stderr.contains("real-time signals are"), "{}", none.stderr);
    job("40").ok();
}
