//! What stands behind the options: words, numbers, pairs.

use super::{Parser, environment};
use crate::control::ONE_IS_NO_TREE;
use crate::error::LaunchError;
use crate::input::InputWish;
use std::ffi::OsString;
use std::time::Duration;

impl Parser {
    pub(super) fn value(&mut self, word: &str) -> Result<OsString, LaunchError> {
        let missing = || LaunchError::usage(format!("option {word} needs a value"));
        self.words.pop_front().ok_or_else(missing)
    }

    pub(super) fn text(&mut self, word: &str) -> Result<String, LaunchError> {
        let value = self.value(word)?;
        value
            .into_string()
            .map_err(|v| LaunchError::usage(format!("option {word}: {v:?} is not text")))
    }

    pub(super) fn texts(&mut self, word: &str, count: usize) -> Result<Vec<String>, LaunchError> {
        (0..count).map(|_| self.text(word)).collect()
    }

    pub(super) fn count(&mut self, word: &str) -> Result<u32, LaunchError> {
        let text = self.text(word)?;
        let count = text.parse().ok().filter(|&n| n > 0);
        count.ok_or_else(|| {
            LaunchError::usage(format!("option {word}: {text:?} is not a positive number"))
        })
    }

    pub(super) fn control(&mut self, word: &str) -> Result<String, LaunchError> {
        let text = self.text(word)?;
        match text.as_str() {
            "pipe" | "sctp" => Ok(text),
            _ => Err(LaunchError::usage(format!(
                "option {word}: {text:?} carries no control connections; expected pipe or sctp"
            ))),
        }
    }

    pub(super) fn tree_width(&mut self, word: &str) -> Result<u32, LaunchError> {
        let text = self.text(word)?;
        match text.parse() {
            Ok(1) => Err(LaunchError::usage(format!("option {word}: {ONE_IS_NO_TREE}"))),
            Ok(width) => Ok(width),
            Err(_) => Err(LaunchError::usage(format!("option {word}: {text:?} is not a number"))),
        }
    }

    pub(super) fn universe(&mut self, word: &str) -> Result<Option<u32>, LaunchError> {
        let text = self.text(word)?;
        match text.as_str() {
            "SYSTEM" | "INFINITE" => Ok(None),
            number => number.parse().map(Some).map_err(|_| {
                LaunchError::usage(format!("option {word}: {text:?} is not a number"))
            }),
        }
    }

    /// Whether a kind of fault tolerance lets the others go on.
    pub(super) fn fault_tolerance(&mut self, word: &str) -> Result<bool, LaunchError> {
        let text = self.text(word)?;
        match text.as_str() {
            "ulfm" | "mpi" | "yes" | "true" => Ok(true),
            "none" | "no" | "false" => Ok(false),
            _ => Err(LaunchError::usage(format!(
                "option {word}: {text:?} is no kind of fault tolerance; expected ulfm, mpi or none"
            ))),
        }
    }

    pub(super) fn input(&mut self, word: &str) -> Result<InputWish, LaunchError> {
        let text = self.text(word)?;
        InputWish::parse(&text).ok_or_else(|| {
            LaunchError::usage(format!("option {word}: {text:?} is no rank, and not all or none"))
        })
    }

    pub(super) fn seconds(&mut self, word: &str) -> Result<Duration, LaunchError> {
        let text = self.text(word)?;
        let wrong =
            || LaunchError::usage(format!("option {word}: {text:?} is not a number of seconds"));
        let seconds: f64 = text.parse().map_err(|_| wrong())?;
        Duration::try_from_secs_f64(seconds).ok().filter(|d| !d.is_zero()).ok_or_else(wrong)
    }

    /// A parameter of Ferry's and its value.
    pub(super) fn setting(&mut self, word: &str, set: String) -> Result<(), LaunchError> {
        let wrong = |e| LaunchError::usage(format!("option {word}: {e}"));
        self.settings.set_pair(&set).map_err(wrong)?;
        self.sets.push(set);
        Ok(())
    }

    /// `NAME VALUE` or `NAME=VALUE`.
    pub(super) fn pair(&mut self, word: &str) -> Result<(OsString, OsString), LaunchError> {
        let first = self.value(word)?;
        let (name, value) = match environment::split(&first) {
            Some((name, value)) => (name, value),
            None => (first, self.value(word)?),
        };
        if name.is_empty() {
            return Err(LaunchError::usage(format!("option {word}: the variable has no name")));
        }
        Ok((name, value))
    }
}
