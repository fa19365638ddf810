//! The `ferry` command.

use std::process::Command;

fn ferry(args: &[&str]) -> (Option<i32>, String, String) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_ferry"));
    let output = command.args(args).env("FERRY_PROGRESS", "thread").output().unwrap();
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    (output.status.code(), text(&output.stdout), text(&output.stderr))
}

#[test]
fn info_shows_values_and_origins() {
    let (status, out, _) = ferry(&["info"]);
    assert_eq!(status, Some(0));
    assert!(out.starts_with("Ferry "), "{out}");
    let line = out.lines().find(|line| line.starts_with("progress ")).expect("a line");
    assert!(line.contains("thread") && line.contains("FERRY_PROGRESS"), "{line}");
    let (_, changed, _) = ferry(&["info", "--changed"]);
    assert!(changed.contains("progress") && !changed.contains("wait.spin"), "{changed}");
}

#[test]
fn run_is_mpiexec() {
    for word in ["run", "launch"] {
        let (status, out, err) = ferry(&[word, "-n", "2", "echo", "-n", "hi"]);
        assert_eq!((status, out.as_str()), (Some(0), "hihi"), "{err}");
    }
    let remote = ["run", "--launcher", "env X={host}", "-host", "a", "-n", "1", "echo", "there"];
    assert_eq!(ferry(&remote).1, "there\n");
    assert_eq!(ferry(&["run", "-frobnicate"]).0, Some(2));
    assert!(ferry(&["run", "--help"]).1.contains("mpiexec"));
}

#[test]
fn unknown_commands_are_refused() {
    let (status, _, err) = ferry(&["swim"]);
    assert_eq!(status, Some(2));
    assert!(err.contains("swim"), "{err}");
}
