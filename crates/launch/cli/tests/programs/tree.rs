//! Hosts that call hosts: seven of them by launchers that call two at most, so that `c` is behind `b`, which is
//! behind `a`, and `d` behind `a`; `f` and `g` are behind `e`.

use crate::common::{
    self, HERE, Mark, Run, pmi_rank, run, run_with_input, signal, wait_until_ready,
};
use rustix::process::{Pid, Signal, kill_process};
use std::fs::Permissions;
use std::io::{BufRead, BufReader};
use std::os::unix::fs::PermissionsExt;
use std::process::Child;

const TREE: [&str; 6] = ["--tree-width", "2", "--launcher", HERE, "-host", "a,b,c,d,e,f,g"];

fn run_tree(args: &[&str]) -> Run {
    run(&[&TREE[..], args].concat())
}

fn spawn_tree(mark: &Mark, args: &[&str]) -> Child {
    mark.spawn(&[&TREE[..], args].concat())
}

/// The proxy of a host.
fn proxy_of(mark: &Mark, host: &str) -> Pid {
    let read = |pid: u32, what: &str| std::fs::read(format!("/proc/{pid}/{what}")).unwrap();
    let has = |pid: u32, what: &str, wanted: &str| {
        read(pid, what).split(|byte| *byte == 0).any(|word| word == wanted.as_bytes())
    };
    let host = format!("NOMINAL_HOST={host}");
    let is_proxy = |pid: &u32| has(*pid, "environ", &host) && has(*pid, "cmdline", "--ferry-proxy");
    let found = mark.alive().into_iter().find(is_proxy).expect("a proxy");
    Pid::from_raw(found as i32).unwrap()
}

#[test]
fn ranks_meet() {
    let run = run_tree(&["-n", "14", &pmi_rank()]);
    assert_eq!((run.status, run.stderr.as_str()), (Some(0), ""));
    assert_eq!(run.lines().len(), 14, "{}", run.stdout);
    assert!(run.lines().iter().all(|line| line.contains("of 14")), "{}", run.stdout);
}

#[test]
fn who_calls_whom_is_told() {
    let told = run_tree(&["-v", "-n", "7", "true"]);
    assert_eq!(told.status, Some(0), "{}", told.stderr);
    let lines = told.stderr.lines().filter(|line| line.contains("call"));
    let expected = [
        "calling host a for 1 ranks",
        "host a calls host b for 1 ranks",
        "host b calls host c for 1 ranks",
        "host a calls host d for 1 ranks",
        "calling host e for 1 ranks",
        "host e calls host f for 1 ranks",
        "host e calls host g for 1 ranks",
    ];
    let expected = expected.map(|line| format!("mpiexec: {line}"));
    assert_eq!(lines.collect::<Vec<_>>(), expected);
    let flat = run(&[&["--tree-width", "0", "-v"], &TREE[2..], &["-n", "7", "true"]].concat());
    assert_eq!(flat.stderr.matches("calling host").count(), 7, "{}", flat.stderr);
}

#[test]
fn the_parameter_means_the_same() {
    let set = |width: &str| {
        let set = format!("control.tree_width={width}");
        run(&[&["--set", &set, "-v"], &TREE[2..], &["-n", "7", "true"]].concat())
    };
    let told = set("3");
    assert_eq!(told.status, Some(0), "{}", told.stderr);
    assert!(told.stderr.contains("host a calls host b"), "{}", told.stderr);
    assert!(!set("7").stderr.contains("calls host"));
    let chain = set("1");
    assert_eq!(chain.status, Some(2), "{}", chain.stderr);
    assert!(chain.stderr.contains("control.tree_width: of width 1"), "{}", chain.stderr);
}

/// A remote shell leads from host to host, which is not to be expected of other commands.
#[test]
fn only_remote_shells_make_a_tree_by_themselves() {
    let folder = tempfile::tempdir().unwrap();
    let hosts: Vec<String> = (0..40).map(|host| format!("h{host}")).collect();
    for (name, is_tree) in [("ssh", true), ("exec-on", false)] {
        let command = folder.path().join(name);
        std::fs::write(&command, "#!/bin/sh\nshift\nexec \"$@\"\n").unwrap();
        std::fs::set_permissions(&command, Permissions::from_mode(0o755)).unwrap();
        let launcher = format!("{} {{host}}", command.display());
        let args = ["-v", "--launcher", &launcher, "-host", &hosts.join(","), "-n", "40", "true"];
        let told = run(&args);
        assert_eq!(told.status, Some(0), "{}", told.stderr);
        assert_eq!(told.stderr.contains("calls host"), is_tree, "{name}: {}", told.stderr);
    }
}

/// SCTP's associations have mpiexec at one end.
#[test]
fn sctp_has_no_tree() {
    let sctp = run_tree(&["--control", "sctp", "-n", "7", "sh", "-c", "echo here"]);
    assert_eq!(sctp.status, Some(0), "{}", sctp.stderr);
    assert_eq!(sctp.lines(), ["here"; 7]);
    assert_eq!(sctp.stderr.lines().count(), 1, "{}", sctp.stderr);
    assert!(sctp.stderr.contains("--tree-width has no effect with --control sctp"));
}

#[test]
fn input_reaches_who_is_behind_others() {
    let input: Vec<u8> =
        (0..3_000_000u32).map(|i| (i.wrapping_mul(2_654_435_761) >> 13) as u8).collect();
    let script = "if [ $PMI_RANK = 2 ]; then cat; else wc -c | grep -qx 0; fi";
    let args = [&TREE[..], &["--stdin", "2", "-n", "7", "sh", "-c", script]].concat();
    let (output, run) = run_with_input(&args, &input);
    assert_eq!((run.status, run.stderr.as_str()), (Some(0), ""));
    assert!(output == input, "{} bytes came back", output.len());
    let args = [&TREE[..], &["--stdin", "all", "-n", "7", "wc", "-c"]].concat();
    let (_, run) = run_with_input(&args, &input);
    assert_eq!(run.lines(), ["3000000"; 7], "{}", run.stderr);
}

#[test]
fn much_output_of_all_is_whole() {
    let script = "yes \"$PMI_RANK 123456789012345678901234567890\" | head -n 50000";
    let run = run_tree(&["-n", "7", "sh", "-c", script]);
    assert_eq!(run.status, Some(0), "{}", run.stderr);
    for rank in 0..7 {
        let line = format!("{rank} 123456789012345678901234567890");
        assert_eq!(run.stdout.lines().filter(|l| *l == line).count(), 50_000, "rank {rank}");
    }
    assert_eq!(run.stdout.lines().count(), 350_000);
}

#[test]
fn a_reader_that_leaves_ends_the_writers() {
    let mut child = common::command(&[&TREE[..], &["-n", "7", "yes"]].concat())
        .stdin(std::process::Stdio::null())
        .stdout(std::process::Stdio::piped())
        .stderr(std::process::Stdio::null())
        .spawn()
        .unwrap();
    drop(child.stdout.take());
    assert_eq!(child.wait().unwrap().code(), Some(141));
}

#[test]
fn the_exit_code_is_that_of_the_rank_that_failed() {
    let run = run_tree(&["-n", "7", "sh", "-c", "[ $PMI_RANK = 2 ] && exit 7; exec sleep 1000"]);
    assert_eq!(run.status, Some(7), "{}", run.stderr);
    assert_eq!(run.stderr.lines().count(), 1, "{}", run.stderr);
    assert!(run.stderr.contains("rank 2 on host c (sh) ended with exit code 7"), "{}", run.stderr);
}

#[test]
fn a_program_that_is_missing_behind_others_is_told() {
    let run = run_tree(&["-n", "7", "/nowhere/program"]);
    assert_eq!(run.status, Some(127), "{}", run.stderr);
    assert_eq!(run.stderr.lines().count(), 1, "{}", run.stderr);
}

#[test]
fn time_is_limited() {
    let run = run_tree(&["--timeout", "0.5", "-n", "7", "sleep", "1000"]);
    assert_eq!(run.status, Some(124), "{}", run.stderr);
}

/// Ranks that have ended are not waited for by those behind them.
#[test]
fn hosts_that_others_are_behind_may_end_first() {
    let script = "case $PMI_RANK in 2|5) sleep 1; echo late ;; *) echo early ;; esac";
    let run = run_tree(&["-n", "7", "sh", "-c", script]);
    assert_eq!((run.status, run.stderr.as_str()), (Some(0), ""));
    let expected = ["early", "early", "early", "early", "early", "late", "late"];
    assert_eq!(run.lines(), expected);
}

const STUBBORN: &str = "trap '' TERM INT HUP; sleep 1000 & echo ready; wait; sleep 1000";

#[test]
fn signals_end_everything() {
    for (sent, status) in [(Signal::INT, 130), (Signal::TERM, 143)] {
        let mark = Mark::new();
        let mut child = spawn_tree(&mark, &["-n", "7", "sh", "-c", STUBBORN]);
        wait_until_ready(&mut child, 7);
        signal(&child, sent);
        assert_eq!(child.wait().unwrap().code(), Some(status));
        mark.wait_for_none();
    }
}

/// A signal that is passed on is heard once by each.
#[test]
fn a_signal_reaches_all() {
    let script = "trap 'echo heard; exit 0' USR1; echo ready; while :; do sleep 0.05; done";
    let mark = Mark::new();
    let mut child = spawn_tree(&mark, &["-n", "7", "sh", "-c", script]);
    let lines = BufReader::new(child.stdout.take().unwrap()).lines();
    let mut lines = lines.map_while(Result::ok);
    assert!(lines.by_ref().take(7).all(|line| line == "ready"));
    signal(&child, Signal::USR1);
    assert_eq!(lines.collect::<Vec<_>>(), ["heard"; 7]);
    assert_eq!(child.wait().unwrap().code(), Some(0));
    mark.wait_for_none();
}

#[test]
fn killed_mpiexec_leaves_nothing() {
    let mark = Mark::new();
    let mut child = spawn_tree(&mark, &["-n", "7", "sh", "-c", STUBBORN]);
    wait_until_ready(&mut child, 7);
    signal(&child, Signal::KILL);
    child.wait().unwrap();
    mark.wait_for_none();
}

/// Ranks and mpiexec are stopped, and go on; proxies and guards are not.
#[test]
fn stopping_mpiexec_stops_all_ranks() {
    let mark = Mark::new();
    let mut child = spawn_tree(&mark, &["-n", "7", "sh", "-c", "echo ready; exec sleep 1000"]);
    wait_until_ready(&mut child, 7);
    let stopped =
        || mark.alive().into_iter().filter(|pid| common::state(*pid) == Some('T')).count();
    signal(&child, Signal::TSTP);
    common::wait_for(|| stopped() == 8);
    signal(&child, Signal::CONT);
    common::wait_for(|| stopped() == 0);
    signal(&child, Signal::TERM);
    assert_eq!(child.wait().unwrap().code(), Some(143));
    mark.wait_for_none();
}

/// The host is named, and by host the ranks that are lost with it.
#[test]
fn a_killed_proxy_takes_those_behind_it() {
    let lost = [
        (
            "a",
            "ranks 0,7 on host a, ranks 1,8 on host b, ranks 2,9 on host c, ranks 3,10 on host d",
        ),
        ("b", "ranks 1,8 on host b, ranks 2,9 on host c"),
        ("c", "ranks 2,9 on host c"),
        ("e", "ranks 4,11 on host e, ranks 5,12 on host f, ranks 6,13 on host g"),
    ];
    for (host, ranks) in lost {
        let mark = Mark::new();
        let mut child = spawn_tree(&mark, &["-n", "14", "sh", "-c", STUBBORN]);
        wait_until_ready(&mut child, 14);
        kill_process(proxy_of(&mark, host), Signal::KILL).unwrap();
        let output = child.wait_with_output().unwrap();
        let text = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(1), "{text}");
        let begin = format!("mpiexec: host {host}: the connection to its proxy was lost (");
        let end = format!("was killed by SIGKILL); lost with it: {ranks}\n");
        assert!(text.starts_with(&begin) && text.ends_with(&end), "{text}");
        assert_eq!(text.lines().count(), 1, "{text}");
        mark.wait_for_none();
    }
}

/// Who has called it is told, since it may be reached from here.
#[test]
fn a_host_that_another_cannot_reach() {
    let launcher = "sh -c 'test $0 = c && { echo no way >&2; exit 255; }; exec \"$@\"' {host}";
    let args = ["--tree-width", "2", "--launcher", launcher, "-host", "a,b,c,d,e,f,g"];
    let mark = Mark::new();
    let child = mark.spawn(&[&args[..], &["-n", "7", "sleep", "1000"]].concat());
    let output = child.wait_with_output().unwrap();
    let text = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(2), "{text}");
    for part in [
        "host c: `sh -c ",
        "ended with code 255",
        "no way",
        "(host b called it; with --tree-width 0",
    ] {
        assert!(text.contains(part), "{part}: {text}");
    }
    assert_eq!(text.lines().count(), 1, "{text}");
    mark.wait_for_none();
}

/// What a proxy behind others complains of comes with the name of its host.
#[test]
fn complaints_come_from_behind_others() {
    let launcher = "sh -c '\"$@\"; test $0 = c && echo farewell >&2; exit 0' {host}";
    let args = ["--tree-width", "2", "--launcher", launcher, "-host", "a,b,c,d,e,f,g"];
    let run = run(&[&args[..], &["-n", "7", "true"]].concat());
    assert_eq!((run.status, run.stderr.as_str()), (Some(0), "host c: farewell\n"));
}
