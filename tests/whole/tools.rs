//! The tool information interface: by each method, with a thread that drives, in the direct design, and where links
//! change their methods.

use ferry_tests::{Job, Mpi};

fn pass(program: &str, args: &[&str], ranks: u32, variables: &[(&str, &str)]) {
    let mpi = Mpi::ferry();
    let path = mpi.program(program);
    let job = Job::new(&mpi, ranks, &path).args(args);
    variables.iter().fold(job, |job, (name, value)| job.env(name, *value)).run().ok();
}

/// A program of variables and events, whose names are Ferry's own.
fn pass_by_each_method(program: &str) {
    for method in ["shm", "tcp"] {
        for ranks in [1, 2, 3] {
            pass(program, &[], ranks, &[("FERRY_METHODS", method)]);
        }
    }
}

#[test]
fn the_interface_and_control_variables() {
    pass_by_each_method("tools");
}

/// A method that wraps another brings variables and a category.
#[test]
fn what_is_there_grows_when_mpi_starts() {
    let method = "tcp+compress";
    pass("tools", &[method], 2, &[("FERRY_METHODS", method)]);
}

#[test]
fn performance_variables() {
    pass_by_each_method("tools_counters");
    pass("tools_counters", &["late"], 2, &[]);
}

#[test]
fn windows_connections_and_failures_are_counted() {
    for methods in ["shm", "tcp"] {
        pass("tools_windows", &[], 2, &[("FERRY_METHODS", methods)]);
    }
}

#[test]
fn events() {
    pass_by_each_method("tools_events");
}

#[test]
fn events_of_windows_jobs_and_revocations() {
    pass("tools_happenings", &["mapped"], 2, &[("FERRY_METHODS", "shm")]);
    pass("tools_happenings", &[], 2, &[("FERRY_METHODS", "tcp")]);
}

#[test]
fn a_death_is_an_event() {
    let mpi = Mpi::ferry();
    let job = Job::bare(&mpi).args(&["--keep-going", "-n", "3"]);
    job.arg(mpi.program("tools_happenings")).arg("die").run().ok();
}

#[test]
fn threads_of_tools() {
    pass_by_each_method("tools_threads");
}

#[test]
fn events_come_while_a_program_computes() {
    for way in ["thread", "signal"] {
        for method in ["shm", "tcp"] {
            let variables = [("FERRY_PROGRESS", way), ("FERRY_METHODS", method)];
            pass("tools_threads", &["driver"], 3, &variables);
        }
    }
}

#[test]
fn tools_have_threads_beside_a_driver() {
    pass("tools_threads", &[], 2, &[("FERRY_PROGRESS", "thread")]);
}

#[test]
fn a_link_that_changes_its_method_is_an_event() {
    for method in ["tcp", "sctp", "quic"] {
        let variables = [("FERRY_METHODS", "shm"), ("FERRY_OPEN", method)];
        pass("tools_events", &["change", method], 2, &variables);
    }
}

#[test]
fn the_direct_design_counts_too() {
    for method in ["sctp", "quic", "tcp-stream"] {
        let variables = [("FERRY_P2P", "direct"), ("FERRY_METHODS", method)];
        for program in ["tools_counters", "tools_events"] {
            pass(program, &[], 2, &variables);
        }
    }
}
