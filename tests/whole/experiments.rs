//! Every experiment in miniature: that each program, network and setup of Ferry works, and that a report
//! with pictures comes of it.

use std::path::Path;
use std::process::Command;

use ferry_tests::{Job, Mpi, root};

fn can_emulate() -> bool {
    let can = rustix::process::geteuid().is_root() && Path::new("/dev/net/tun").exists();
    if !can {
        eprintln!("skipped: networks cannot be emulated here (needs root and /dev/net/tun)");
    }
    can
}

fn run(name: &str) {
    run_with(name, &[]);
}

/// Runs an experiment with options: what it said and its results, unless networks cannot be emulated here.
fn run_with(name: &str, options: &[&str]) -> Option<(String, String)> {
    let ferry = Mpi::under_test().mpiexec.with_file_name("ferry");
    if !can_emulate() {
        return None;
    }
    let dir = tempfile::tempdir().expect("a folder");
    let mut command = Command::new(ferry);
    command.args(["experiment", name, "--tiny", "--out"]).arg(dir.path()).args(options);
    let output = command.output().expect("it starts");
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(output.status.success(), "{name}: {said}");
    let results = std::fs::read_to_string(dir.path().join("results.json")).expect("results");
    for bad in ["\"failed\"", "\"too-long\""] {
        assert!(!results.contains(bad), "{name}: {said}\n{results}");
    }
    let report = std::fs::read_to_string(dir.path().join("report.md")).expect("a report");
    assert!(report.contains(&format!("## {name}")), "{report}");
    let picture = format!("{name}-0.svg");
    assert!(report.contains(&picture) && dir.path().join(&picture).exists(), "{report}");
    Some((said, results))
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

#[test]
fn kernels() {
    run("kernels");
}

/// The kernels of `ferry experiment kernels`, with arguments for a short run.
const KERNELS: [(&str, &[&str]); 4] = [
    ("kernel_cg", &["200", "40"]),
    ("kernel_ft", &["32", "1"]),
    ("kernel_is", &["1000", "2"]),
    ("kernel_lu", &["4", "4", "2"]),
];

#[test]
fn kernels_verify_on_any_grid_of_ranks() {
    let mpi = Mpi::under_test();
    for (name, args) in KERNELS {
        for ranks in [1, 2, 4, 6] {
            if name == "kernel_ft" && !u32::is_power_of_two(ranks) {
                continue;
            }
            let outcome = Job::new(&mpi, ranks, &mpi.kernel(name)).args(args).run();
            let right = outcome.status.success() && outcome.stdout.contains("verified 1 n");
            assert!(right, "{name}, {ranks} ranks: {outcome:?}");
        }
    }
}

/// A byte that changes on its way must not go unnoticed.
#[test]
fn kernels_notice_what_is_wrong() {
    let mpi = Mpi::under_test();
    for (name, args) in KERNELS {
        let outcome = Job::new(&mpi, 4, &mpi.kernel(name)).args(args).args(&["1"]).run();
        assert!(!outcome.status.success(), "{name}: {}", outcome.stdout);
        assert!(outcome.stderr.contains("does not verify"), "{name}: {}", outcome.stderr);
    }
}

/// The NAS parallel benchmarks, or what is laid out like them: those that build are run and verified, of the others it is
/// said why they are not.
#[test]
fn nas() {
    let npb = root().join("tests/npb").display().to_string();
    let Some((said, results)) = run_with("nas", &["--npb", &npb]) else { return };
    assert!(results.contains("npb is S") && results.contains("\"verified\""), "{said}\n{results}");
    let is_skipped =
        |name: &str| said.lines().any(|line| line.contains("skipped:") && line.contains(name));
    assert!(is_skipped("npb cg S") && !is_skipped("npb is S"), "{said}");
    let mpifort = Mpi::under_test().prefix.join("bin/mpifort");
    let skipped = is_skipped("npb ep S");
    if mpifort.exists() {
        assert_eq!(results.contains("npb ep S"), !skipped, "{said}");
    } else {
        assert!(skipped && said.contains("Fortran is needed, and there is no"), "{said}");
    }
}

/// Without a copy there is nothing to run.
#[test]
fn nas_asks_for_a_copy() {
    let bin = Mpi::under_test().mpiexec.with_file_name("ferry");
    let output = Command::new(bin).args(["experiment", "nas"]).output().expect("it starts");
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(!output.status.success() && said.contains("--npb DIR"), "{said}");
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
