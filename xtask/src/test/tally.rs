//! Counting tests from what their runners say.

use std::io::{BufRead, BufReader};
use std::ops::AddAssign;
use std::process::Command;

use anyhow::{Context, Result};

use crate::step;

/// How many tests passed and failed.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
pub(crate) struct Tally {
    /// Passed.
    pub(crate) passed: u64,
    /// Failed.
    pub(crate) failed: u64,
}

impl AddAssign for Tally {
    fn add_assign(&mut self, other: Self) {
        self.passed += other.passed;
        self.failed += other.failed;
    }
}

/// Runs a test runner, shows its output and counts. A runner that fails without a failed test (a
/// build error, say) counts as one failure.
pub(crate) fn of(command: &mut Command) -> Result<Tally> {
    let shown = step::shown(command);
    let (reader, writer) = std::io::pipe()?;
    command.stdout(writer.try_clone()?).stderr(writer);
    let mut child = command.spawn().with_context(|| format!("cannot start `{shown}`"))?;
    // The command keeps its ends of the pipe; the reader would wait for them for ever.
    command.stdout(std::process::Stdio::null()).stderr(std::process::Stdio::null());
    let mut tally = Tally::default();
    for line in BufReader::new(reader).split(b'\n') {
        let line = String::from_utf8_lossy(&line?).into_owned();
        println!("{line}");
        tally += summary(&line).unwrap_or_default();
    }
    if !child.wait()?.success() && tally.failed == 0 {
        tally.failed = 1;
    }
    Ok(tally)
}

/// The counts of a runner's last line: cargo's `test result: ok. 3 passed; 1 failed; ...` or
/// nextest's `Summary [0.1s] 4 tests run: 3 passed (1 slow), 1 failed, 2 skipped`.
fn summary(line: &str) -> Option<Tally> {
    let line = strip_colours(line);
    // Nextest shows what a failed test printed, a result of its own among that, and sets it in.
    if !line.starts_with("test result:") && !line.trim_start().starts_with("Summary [") {
        return None;
    }
    let count = |word: &str| {
        let words: Vec<&str> = line.split_whitespace().collect();
        let at = words.iter().position(|found| found.trim_matches([',', ';']) == word)?;
        words[at.checked_sub(1)?].parse().ok()
    };
    let failed = ["failed", "timed"].into_iter().filter_map(count).sum();
    Some(Tally { passed: count("passed").unwrap_or(0), failed })
}

fn strip_colours(line: &str) -> String {
    let mut plain = String::new();
    let mut parts = line.split("\x1b[");
    plain += parts.next().unwrap_or_default();
    for part in parts {
        plain += part.split_once('m').map_or("", |(_, rest)| rest);
    }
    plain
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_runners_are_understood() {
        let cargo =
            "test result: FAILED. 12 passed; 3 failed; 1 ignored; 0 measured; 0 filtered out";
        assert_eq!(summary(cargo), Some(Tally { passed: 12, failed: 3 }));
        let nextest =
            "     Summary [ 317.8s] 71 tests run: 43 passed (2 slow), 28 failed, 0 skipped";
        assert_eq!(summary(nextest), Some(Tally { passed: 43, failed: 28 }));
        let coloured = "\x1b[32;1m     Summary\x1b[0m [ 0.2s] \x1b[1m4\x1b[0m tests run: \x1b[1m4\x1b[0m \x1b[32;1mpassed\x1b[0m, 0 skipped";
        assert_eq!(summary(coloured), Some(Tally { passed: 4, failed: 0 }));
        assert_eq!(summary("running 3 tests"), None);
        assert_eq!(summary("    test result: FAILED. 0 passed; 1 failed; 0 ignored"), None);
    }

    #[test]
    fn a_failing_runner_counts() {
        let tally = of(Command::new("sh").args(["-c", "exit 3"])).unwrap();
        assert_eq!(tally, Tally { passed: 0, failed: 1 });
        let script = "echo 'test result: ok. 2 passed; 0 failed; 0 ignored'";
        let tally = of(Command::new("sh").args(["-c", script])).unwrap();
        assert_eq!(tally, Tally { passed: 2, failed: 0 });
    }
}
