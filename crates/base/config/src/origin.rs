//! Where a value came from.

use std::fmt;
use std::path::PathBuf;

/// The source of a parameter's value.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Origin {
    /// Built in.
    Default,
    /// A configuration file.
    File {
        /// The file's path.
        path: PathBuf,
        /// The line, counted from 1.
        line: usize,
    },
    /// An environment variable.
    Environment {
        /// The variable's name.
        variable: String,
    },
    /// `--set` on the command line of `mpiexec`.
    CommandLine,
    /// Set by the program itself.
    Program,
}

impl fmt::Display for Origin {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Origin::Default => f.write_str("default"),
            Origin::File { path, line } => write!(f, "file {}:{line}", path.display()),
            Origin::Environment { variable } => write!(f, "environment {variable}"),
            Origin::CommandLine => f.write_str("command line --set"),
            Origin::Program => f.write_str("program"),
        }
    }
}
