//! Programs under a debugger: what is run is that, with the program behind it.

use super::{LaunchError, Options};
use std::ffi::OsString;

/// What `-gdb` means: gdb runs the program and shows where it ended, if that was in the middle. Its exit status is the
/// program's.
const GDB: [&str; 9] = [
    "gdb",
    "--quiet",
    "--batch",
    "--return-child-result",
    "-ex",
    "run",
    "-ex",
    "thread apply all backtrace",
    "--args",
];

/// The words that come before each program.
pub(super) fn gdb() -> Vec<OsString> {
    GDB.map(OsString::from).into()
}

/// The same of the user's own.
///
/// # Errors
/// When they are not words as a shell has them, or none.
pub(super) fn words(option: &str, text: &str) -> Result<Vec<OsString>, LaunchError> {
    let words = crate::words::split(text)
        .map_err(|why| LaunchError::usage(format!("option {option}: {why}")))?;
    if words.is_empty() {
        return Err(LaunchError::usage(format!(
            "option {option}: there is no debugger in {text:?}"
        )));
    }
    Ok(words.into_iter().map(OsString::from).collect())
}

impl Options {
    /// Puts the debugger before each program.
    pub(super) fn debug(&mut self, debugger: &[OsString]) {
        for app in &mut self.apps {
            app.debugger = debugger.len();
            app.argv.splice(..0, debugger.iter().cloned());
        }
    }
}
