//! Running other programs, step by step.

use std::process::{Command, Output, Stdio};

use anyhow::{Context, Result, bail};

/// Announces a step.
pub(crate) fn say(what: &str) {
    eprintln!("\x1b[1m==>\x1b[0m {what}");
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
