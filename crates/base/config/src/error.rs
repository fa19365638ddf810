//! What can be wrong with a configuration, always the fault of who wrote it or of the file system.

use std::path::PathBuf;

use crate::Origin;

/// Why a configuration was refused.
#[derive(thiserror::Error, Debug)]
#[non_exhaustive]
pub enum ConfigError {
    /// No parameter has this name.
    #[error("{origin}: no parameter is called `{name}`{}", advice(.suggestion))]
    Unknown {
        /// The name that was found.
        name: String,
        /// Where it was found.
        origin: Origin,
        /// The nearest name there is, in the spelling of the origin.
        suggestion: Option<String>,
    },
    /// The value is not what the parameter takes.
    #[error("{origin}: `{name}` is `{found}`, expected {expected}")]
    Value {
        /// The parameter.
        name: String,
        /// Where the value was found.
        origin: Origin,
        /// The value that was found.
        found: String,
        /// What the parameter takes.
        expected: String,
    },
    /// Something that should be `name=value` is not.
    #[error("{origin}: `{found}` is not of the form name=value")]
    Pair {
        /// Where it was found.
        origin: Origin,
        /// What was found.
        found: String,
    },
    /// No field of a rule has this name.
    #[error("{origin}: a rule has no field `{name}`{}", field_advice(.suggestion, .fields))]
    RuleField {
        /// Where it was found.
        origin: Origin,
        /// The name that was found.
        name: String,
        /// The nearest name there is.
        suggestion: Option<String>,
        /// All names there are.
        fields: String,
    },
    /// A rule makes no sense.
    #[error("{origin}: in a rule, {why}")]
    Rule {
        /// Where it was found.
        origin: Origin,
        /// What is wrong.
        why: String,
    },
    /// The file is not TOML.
    #[error("{}:{line}: not a TOML file: {message}", path.display())]
    Syntax {
        /// The file's path.
        path: PathBuf,
        /// The line, counted from 1.
        line: usize,
        /// What is wrong there.
        message: String,
    },
    /// The system did not let the file be read.
    #[error("cannot read the configuration file {}{}: {source}", path.display(), named(.by_user))]
    Read {
        /// The file's path.
        path: PathBuf,
        /// `FERRY_CONFIG` asked for it.
        by_user: bool,
        /// The system's answer.
        source: std::io::Error,
    },
}

fn advice(suggestion: &Option<String>) -> String {
    match suggestion {
        Some(name) => format!("; did you mean `{name}`?"),
        None => "; `ferry info` lists all parameters".into(),
    }
}

fn field_advice(suggestion: &Option<String>, fields: &str) -> String {
    match suggestion {
        Some(name) => format!("; did you mean `{name}`?"),
        None => format!("; its fields are {fields}"),
    }
}

fn named(by_user: &bool) -> &'static str {
    if *by_user { " (named by FERRY_CONFIG)" } else { "" }
}
