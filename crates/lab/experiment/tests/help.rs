//! What `ferry experiment` says of itself.

use std::process::Command;

#[test]
fn help_lists_the_experiments() {
    let mut command = Command::new(env!("CARGO_BIN_EXE_ferry-experiment"));
    let output = command.arg("--help").output().expect("it starts");
    let out = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success() && out.contains("Usage: ferry experiment"), "{out}");
    for name in
        ["all", "pingpong", "farm", "hol", "designs", "skip-poll", "coupled", "paths", "wan"]
    {
        let is_said = |line: &str| {
            line.split(|c: char| !(c.is_alphanumeric() || c == '-')).any(|w| w == name)
        };
        assert!(out.lines().any(is_said), "no {name} in:\n{out}");
    }
    assert!(out.contains("Two network paths"), "{out}");
}
