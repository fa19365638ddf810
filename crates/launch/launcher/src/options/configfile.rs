//! Words from files: a program with its options a line.

use super::Parser;
use crate::error::LaunchError;
use std::ffi::OsString;

/// How deep configuration files may name each other.
const CONFIG_DEPTH: usize = 8;

impl Parser {
    /// Puts a file's words in the place of the option. A line is a program with its options; the
    /// lines are joined by `:`, unless they bring their own.
    pub(super) fn config(&mut self, word: &str) -> Result<(), LaunchError> {
        let path = self.value(word)?;
        let shown = path.display().to_string();
        self.configs += 1;
        if self.configs > CONFIG_DEPTH {
            return Err(LaunchError::usage(format!(
                "{shown}: configuration files name each other"
            )));
        }
        let text = std::fs::read_to_string(&path).map_err(|e| {
            LaunchError::usage(format!("cannot read the configuration file {shown}: {e}"))
        })?;
        let mut words: Vec<OsString> = Vec::new();
        for (number, line) in text.lines().enumerate() {
            let line = line.trim();
            if line.is_empty() || line.starts_with('#') {
                continue;
            }
            let parsed = crate::words::split(line).map_err(|problem| {
                LaunchError::usage(format!("{shown}:{}: {problem}", number + 1))
            })?;
            let joined = words.last().is_none_or(|last| last == ":") || parsed[0] == ":";
            if !joined {
                words.push(":".into());
            }
            words.extend(parsed.into_iter().map(OsString::from));
        }
        if words.last().is_some_and(|last| last == ":") {
            words.pop();
        }
        for word in words.into_iter().rev() {
            self.words.push_front(word);
        }
        Ok(())
    }
}
