//! Running other programs, step by step.

use std::process::{Command, Output, Stdio};

use anyhow::{Context, Result, bail};

/// Announces a step.
pub(crate) fn say(what: &str) {
    eprintln!("\x1b[1m==>\x1b[0m {what}");
}

/// Cargo, as if this program's own had not started it: what that says of this package would make build scripts
/// that look at it run again, and all that depends on them (`ring` and most of Ferry), each time that cargo is
/// called by hand and by `cargo xtask` in turn.
pub(crate) fn cargo() -> Command {
    let mut cargo = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    for (name, _) in std::env::vars_os() {
        if name.to_str().is_some_and(is_of_package) {
            cargo.env_remove(name);
        }
    }
    cargo
}

/// Whether cargo sets a variable for the package that it runs.
fn is_of_package(name: &str) -> bool {
    const PREFIXES: [&str; 3] = ["CARGO_PKG_", "CARGO_MANIFEST_", "CARGO_BIN_"];
    const NAMES: [&str; 3] = ["CARGO_CRATE_NAME", "CARGO_PRIMARY_PACKAGE", "OUT_DIR"];
    NAMES.contains(&name) || PREFIXES.iter().any(|prefix| name.starts_with(prefix))
}

/// How a command reads on a command line.
pub(crate) fn shown(command: &Command) -> String {
    let words = std::iter::once(command.get_program()).chain(command.get_args());
    words.map(|word| word.to_string_lossy()).collect::<Vec<_>>().join(" ")
}

/// Runs a command with this terminal's streams; fails if it fails.
pub(crate) fn run(command: &mut Command) -> Result<()> {
    let status = command.status().with_context(|| format!("cannot start `{}`", shown(command)))?;
    if !status.success() {
        bail!("`{}` failed: {status}", shown(command));
    }
    Ok(())
}

/// Runs a command quietly; when it fails, the error holds what it said.
pub(crate) fn quiet(command: &mut Command) -> Result<Output> {
    let output = command
        .stdin(Stdio::null())
        .output()
        .with_context(|| format!("cannot start `{}`", shown(command)))?;
    if !output.status.success() {
        let said = [output.stdout.as_slice(), output.stderr.as_slice()].concat();
        let said = String::from_utf8_lossy(&said);
        bail!("`{}` failed: {}\n{}", shown(command), output.status, said.trim_end());
    }
    Ok(output)
}

/// The standard output of a command that must succeed.
pub(crate) fn read(command: &mut Command) -> Result<String> {
    Ok(String::from_utf8_lossy(&quiet(command)?.stdout).into_owned())
}

/// Whether a program is found on the path.
pub(crate) fn on_path(program: &str) -> bool {
    std::env::var_os("PATH")
        .is_some_and(|path| std::env::split_paths(&path).any(|dir| dir.join(program).is_file()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cargo_hears_nothing_of_this_package() {
        // Cargo has set it for this test.
        assert!(std::env::var_os("CARGO_MANIFEST_DIR").is_some());
        let cargo = cargo();
        let removed =
            |name: &str| cargo.get_envs().any(|(known, value)| known == name && value.is_none());
        assert!(removed("CARGO_MANIFEST_DIR") && removed("CARGO_PKG_NAME"));
        for kept in [
            "CARGO",
            "CARGO_HOME",
            "CARGO_TARGET_DIR",
            "CARGO_INCREMENTAL",
            "CARGO_PROFILE_DEV_DEBUG",
        ] {
            assert!(!is_of_package(kept), "{kept}");
        }
    }
}
