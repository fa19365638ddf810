//! What a newcomer sees: `cargo xtask demo`, on Ferry as it is built for the tests.

use std::fs;
use std::process::Command;

use ferry_tests::{Job, Mpi, root};
use tempfile::TempDir;

#[test]
fn it_shows_a_picture_who_talked_to_whom_and_what_to_try() {
    let dir = TempDir::new().expect("a folder");
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let mut command = Command::new(cargo);
    command.current_dir(root()).args(["xtask", "demo", "--with"]);
    command.arg(&Mpi::ferry().prefix).arg("--out").arg(dir.path());
    let output = command.args(["--steps", "40"]).output().expect("cargo starts");
    let said = String::from_utf8_lossy(&output.stdout);
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{said}{errors}");
    let picture = dir.path().join("heat2d.png");
    assert_eq!(&fs::read(&picture).expect("a picture")[..8], b"\x89PNG\r\n\x1a\n");
    assert_eq!(said.matches(&format!("picture: {}", picture.display())).count(), 1, "{said}");
    assert!(said.contains("40 steps in "), "{said}");
    let is_row = |line: &&str| line.trim_start().starts_with("rank ") && line.contains("shm");
    // A grid of 2 x 2: everybody talks to two neighbours at least.
    let rows: Vec<&str> = said.lines().filter(is_row).collect();
    assert_eq!(rows.len(), 4, "{said}");
    for row in rows {
        assert!(row.matches("shm").count() >= 2 && row.contains("kB"), "{said}");
    }
    assert!(!errors.contains("link"), "{errors}");
    let (_, next) = said.split_once("what to try next:").expect("what to try next");
    for word in ["export PATH=", "--methods tcp", "mpicc"] {
        assert!(next.contains(word), "no {word} in {next}");
    }
}

/// An object a line, for each link of each rank.
#[test]
fn links_are_reported_to_programs() {
    let mpi = Mpi::ferry();
    let job = Job::new(&mpi, 3, &mpi.program("where")).env("FERRY_REPORT_LINKS", "yes");
    let outcome = job.env("FERRY_REPORT_LINKS_AS", "json").run();
    outcome.ok();
    let mut pairs = Vec::new();
    for line in outcome.stderr.lines() {
        let line: serde_json::Value = serde_json::from_str(line).expect("JSON");
        let link = &line["ferry_link"];
        if link["rank"] != link["peer"] {
            assert!(link["method"] == "shm" && !link["why"].is_null(), "{link}");
            assert!(link["bytes_sent"].is_u64() && link["frames_sent"].is_u64(), "{link}");
            pairs.push((link["rank"].as_u64(), link["peer"].as_u64()));
        }
    }
    pairs.sort_unstable();
    pairs.dedup();
    assert!(pairs.len() >= 4, "{}", outcome.stderr);
}
