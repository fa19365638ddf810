//! How jobs end, and that nothing is left of them.

use crate::common::{self, HERE, Mark, pmi_rank, run, signal, state, wait_until_ready};
use rustix::process::Signal;
use std::io::{BufRead, BufReader};

/// Local ranks, and ranks behind proxies that are reached by the launch command, by each other, and over SCTP.
const WAYS: [&[&str]; 4] = [
    &[],
    &["--launcher", HERE, "-host", "a,b"],
    &["--tree-width", "2", "--launcher", HERE, "-host", "a,b,c"],
    &["--control", "sctp", "--launcher", HERE, "-host", "a,b"],
];

fn run_ways(args: &[&str], check: impl Fn(common::Run)) {
    for way in WAYS {
        check(run(&[way, args].concat()));
    }
}

#[test]
fn the_exit_code_is_that_of_the_rank_that_failed() {
    run_ways(&["-n", "3", "sh", "-c", "[ $PMI_RANK = 1 ] && exit 7; exec sleep 1000"], |run| {
        assert_eq!(run.status, Some(7));
        assert_eq!(run.stderr.lines().count(), 1, "{}", run.stderr);
        assert!(run.stderr.contains("rank 1 on host "), "{}", run.stderr);
        assert!(run.stderr.contains("(sh) ended with exit code 7"), "{}", run.stderr);
    });
}

#[test]
fn a_signal_is_named() {
    run_ways(
        &["-n", "2", "sh", "-c", "[ $PMI_RANK = 1 ] && kill -SEGV $$; exec sleep 1000"],
        |run| {
            assert_eq!(run.status, Some(128 + 11));
            assert_eq!(run.stderr.lines().count(), 1, "{}", run.stderr);
            assert!(
                run.stderr.contains("rank 1") && run.stderr.contains("SIGSEGV"),
                "{}",
                run.stderr
            );
        },
    );
}

#[test]
fn sigkill_hints_at_memory() {
    let run = run(&["-n", "1", "sh", "-c", "kill -KILL $$"]);
    assert_eq!(run.status, Some(137));
    assert!(run.stderr.contains("out-of-memory"), "{}", run.stderr);
}

#[test]
fn abort_ends_the_job_with_its_code_and_words() {
    run_ways(&["-n", "3", &pmi_rank(), "abort"], |run| {
        assert_eq!(run.status, Some(42), "{}", run.stderr);
        let expected = "called MPI_Abort with code 42: no more tea";
        assert!(run.stderr.contains("rank 2") && run.stderr.contains(expected), "{}", run.stderr);
        assert_eq!(run.stderr.lines().count(), 1, "{}", run.stderr);
    });
}

#[test]
fn an_error_that_all_ranks_meet_is_told_once_and_whole() {
    run_ways(&["-n", "3", &pmi_rank(), "fail"], |run| {
        assert_eq!(run.status, Some(6), "{}", run.stderr);
        assert_eq!(run.stderr.lines().count(), 1, "{}", run.stderr);
        let (who, error) = run.stderr.split_once("(pmi_rank): ").expect("who it was");
        assert!(who.starts_with("mpiexec: rank "), "{who}");
        assert_eq!(error.trim_end(), format!("the same error{}", " everywhere".repeat(200)));
    });
}

#[test]
fn leaving_without_finalize_ends_the_job() {
    run_ways(&["-n", "3", &pmi_rank(), "leave"], |run| {
        assert_eq!(run.status, Some(1), "{}", run.stderr);
        assert!(run.stderr.contains("rank 2"), "{}", run.stderr);
        assert!(run.stderr.contains("left without MPI_Finalize"), "{}", run.stderr);
    });
}

#[test]
fn a_failure_after_finalize_spares_the_others() {
    run_ways(&["-n", "3", &pmi_rank(), "late"], |run| {
        assert_eq!(run.status, Some(9), "{}", run.stderr);
        assert_eq!(run.lines().len(), 2, "{}", run.stdout);
    });
}

#[test]
fn ranks_meet_through_pmi() {
    run_ways(&["-n", "3", &pmi_rank(), ":", "-n", "1", &pmi_rank()], |run| {
        assert_eq!((run.status, run.stderr.as_str()), (Some(0), ""));
        let lines = run.lines();
        assert_eq!(lines.len(), 4);
        for (rank, line) in lines.iter().enumerate() {
            let appnum = usize::from(rank == 3);
            assert!(line.starts_with(&format!("rank {rank} of 4 appnum Some({appnum})")), "{line}");
            assert!(line.contains("secret 64"), "{line}");
        }
    });
}

#[test]
fn a_rank_that_talks_nonsense_to_its_manager_is_cut_off() {
    let script = "eval \"exec 3>&$PMI_FD\" 2>/dev/null; echo hello >&3; exit 0";
    let run = run(&["-n", "1", "bash", "-c", script]);
    assert_eq!(run.status, Some(0), "{}", run.stderr);
    assert!(run.stderr.contains("rank 0") && run.stderr.contains("closed"), "{}", run.stderr);
}

#[test]
fn timeout() {
    run_ways(&["--timeout", "0.3", "-n", "2", "sleep", "1000"], |run| {
        assert_eq!(run.status, Some(124), "{}", run.stderr);
        assert!(run.stderr.contains("within 0.3 s"), "{}", run.stderr);
    });
}

const STUBBORN: &str = "trap '' TERM INT HUP; sleep 1000 & echo ready; wait; sleep 1000";

#[test]
fn signals_to_mpiexec_end_everything() {
    for way in WAYS {
        for (sent, status) in [(Signal::INT, 130), (Signal::TERM, 143)] {
            let mark = Mark::new();
            let mut child = mark.spawn(&[way, &["-n", "2", "sh", "-c", STUBBORN]].concat());
            wait_until_ready(&mut child, 2);
            assert!(mark.alive().len() >= 3);
            signal(&child, sent);
            assert_eq!(child.wait().unwrap().code(), Some(status));
            mark.wait_for_none();
        }
    }
}

#[test]
fn ranks_may_end_well_on_a_signal() {
    let script = "trap 'echo bye; exit 0' TERM; echo ready; while :; do sleep 0.05; done";
    let mark = Mark::new();
    let mut child = mark.spawn(&["-n", "2", "sh", "-c", script]);
    let mut reader = std::io::BufReader::new(child.stdout.take().unwrap());
    let mut line = || {
        let mut line = String::new();
        std::io::BufRead::read_line(&mut reader, &mut line).unwrap();
        line
    };
    assert_eq!([line(), line()], ["ready\n", "ready\n"]);
    signal(&child, Signal::TERM);
    assert_eq!([line(), line()], ["bye\n", "bye\n"]);
    assert_eq!(child.wait().unwrap().code(), Some(143));
    mark.wait_for_none();
}

/// The shell dies of the signal at once; what it waited for has its time all the same.
#[test]
fn programs_behind_a_shell_may_end_well_on_a_signal() {
    let program =
        "trap 'sleep 0.1; echo bye; exit 0' TERM; echo ready; while :; do sleep 0.05; done";
    for way in WAYS {
        let mark = Mark::new();
        let args = ["-n", "2", "sh", "-c", "sh -c \"$0\"; true", program];
        let mut child = mark.spawn(&[way, &args].concat());
        let mut lines = BufReader::new(child.stdout.take().unwrap()).lines().map(Result::unwrap);
        assert_eq!(lines.by_ref().take(2).collect::<Vec<_>>(), ["ready", "ready"]);
        signal(&child, Signal::TERM);
        assert_eq!(lines.collect::<Vec<_>>(), ["bye", "bye"], "{way:?}");
        assert_eq!(child.wait().unwrap().code(), Some(143));
        mark.wait_for_none();
    }
}

/// Those who do not end in that time are killed.
#[test]
fn programs_behind_a_shell_that_do_not_end_are_killed() {
    let program = "trap '' TERM; echo ready; while :; do sleep 0.05; done";
    for way in WAYS {
        let mark = Mark::new();
        let args = ["-n", "2", "sh", "-c", "sh -c \"$0\"; true", program];
        let mut child = mark.spawn(&[way, &args].concat());
        wait_until_ready(&mut child, 2);
        signal(&child, Signal::TERM);
        assert_eq!(child.wait().unwrap().code(), Some(143));
        mark.wait_for_none();
    }
}

#[test]
fn killed_mpiexec_leaves_nothing() {
    for way in WAYS {
        let mark = Mark::new();
        let mut child = mark.spawn(&[way, &["-n", "3", "sh", "-c", STUBBORN]].concat());
        wait_until_ready(&mut child, 3);
        assert!(mark.alive().len() >= 4);
        signal(&child, Signal::KILL);
        child.wait().unwrap();
        mark.wait_for_none();
    }
}

#[test]
fn children_of_ranks_end_with_them() {
    for way in WAYS {
        let mark = Mark::new();
        let args = ["-n", "2", "sh", "-c", "sleep 1000 & echo ready"];
        let mut child = mark.spawn(&[way, &args].concat());
        wait_until_ready(&mut child, 2);
        assert_eq!(child.wait().unwrap().code(), Some(0));
        mark.wait_for_none();
    }
}

#[test]
fn an_ignored_signal_stays_ignored() {
    let mpiexec = env!("CARGO_BIN_EXE_mpiexec");
    let script = format!("trap '' HUP; exec {mpiexec} -n 1 sh -c 'echo ready; read line; exit 3'");
    let mut command = std::process::Command::new("sh");
    command.args(["-c", &script]);
    let pipe = std::process::Stdio::piped;
    let mut child = command.stdin(pipe()).stdout(pipe()).stderr(pipe()).spawn().unwrap();
    wait_until_ready(&mut child, 1);
    signal(&child, Signal::HUP);
    drop(child.stdin.take());
    assert_eq!(child.wait().unwrap().code(), Some(3));
}

#[test]
fn stopping_mpiexec_stops_the_ranks() {
    for way in WAYS {
        let mark = Mark::new();
        let args = ["-n", "2", "sh", "-c", "echo ready; exec sleep 1000"];
        let mut child = mark.spawn(&[way, &args].concat());
        wait_until_ready(&mut child, 2);
        let stopped = || mark.alive().into_iter().filter(|pid| state(*pid) == Some('T')).count();
        // Ranks and mpiexec, but neither guards nor proxies.
        signal(&child, Signal::TSTP);
        common::wait_for(|| stopped() == 3);
        signal(&child, Signal::CONT);
        common::wait_for(|| stopped() == 0);
        signal(&child, Signal::TERM);
        assert_eq!(child.wait().unwrap().code(), Some(143));
        mark.wait_for_none();
    }
}

#[test]
fn a_killed_proxy_ends_the_job() {
    for way in &WAYS[1..] {
        let mark = Mark::new();
        let args = ["-n", "3", "sh", "-c", "echo ready; exec sleep 1000"];
        let mut child = mark.spawn(&[way, &args[..]].concat());
        wait_until_ready(&mut child, 3);
        let is_proxy = |pid: &u32| {
            let command = std::fs::read(format!("/proc/{pid}/cmdline")).unwrap_or_default();
            String::from_utf8_lossy(&command).contains("--ferry-proxy")
        };
        let proxy = mark.alive().into_iter().find(is_proxy).expect("a proxy");
        let pid = rustix::process::Pid::from_raw(proxy as i32).unwrap();
        rustix::process::kill_process(pid, Signal::KILL).unwrap();
        let output = child.wait_with_output().unwrap();
        let text = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(1), "{text}");
        assert!(
            text.contains("connection to its proxy was lost") && text.contains("SIGKILL"),
            "{text}"
        );
        mark.wait_for_none();
    }
}
