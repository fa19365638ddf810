//! Every experiment in miniature: that each program, network and setup of Ferry works, and that a report
//! with pictures comes of it.

use std::path::Path;
use std::process::Command;

use ferry_tests::Mpi;

fn can_emulate() -> bool {
    let can = rustix::process::geteuid().is_root() && Path::new("/dev/net/tun").exists();
    if !can {
        eprintln!("skipped: networks cannot be emulated here (needs root and /dev/net/tun)");
    }
    can
}

fn run(name: &str) {
    let Some(ferry) = Mpi::under_test().mpiexec.parent().map(|bin| bin.join("ferry")) else {
        return;
    };
    if !can_emulate() {
        return;
    }
    let dir = tempfile::tempdir().expect("a folder");
    let mut command = Command::new(ferry);
    command.args(["experiment", name, "--tiny", "--out"]).arg(dir.path());
    let output = command.output().expect("it starts");
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{name}: {said}");
    let results = std::fs::read_to_string(dir.path().join("results.json")).expect("results");
    for bad in ["\"failed\"", "\"too-long\""] {
        assert!(!results.contains(bad), "{name}: {said}\n{results}");
    }
    let report = std::fs::read_to_string(dir.path().join("report.md")).expect("a report");
    assert!(report.contains(&format!("## {name}")), "{report}");
    let picture = format!("{name}-0.svg");
    assert!(report.contains(&picture) && dir.path().join(&picture).exists(), "{report}");
}

#[test]
fn pingpong() {
    run("pingpong");
}

#[test]
fn farm() {
    run("farm");
}

#[test]
fn head_of_line_blocking() {
    run("hol");
}

#[test]
fn designs() {
    run("designs");
}

#[test]
fn skip_poll() {
    run("skip-poll");
}

#[test]
fn coupled() {
    run("coupled");
}

#[test]
fn paths() {
    run("paths");
}

#[test]
fn wide_area() {
    run("wan");
}

#[test]
fn progress() {
    run("progress");
}

/// A name that there is not is told with those that there are.
#[test]
fn an_unknown_experiment_is_named() {
    let bin = Mpi::under_test().mpiexec.with_file_name("ferry");
    let output = Command::new(bin).args(["experiment", "pingpongs"]).output().expect("it starts");
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(!output.status.success());
    assert!(said.contains("pingpong") && said.contains("farm"), "{said}");
}
