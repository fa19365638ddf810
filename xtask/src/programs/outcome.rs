//! How a program went, and the table of all.

use std::time::Duration;

/// How one went.
pub(super) struct Outcome {
    /// The MPI.
    pub(super) mpi: String,
    pub(super) program: String,
    pub(super) version: String,
    pub(super) method: String,
    /// How long the steps took that were done now and to the end.
    pub(super) built: Option<Duration>,
    pub(super) tested: Option<Duration>,
    /// Why not, where it failed.
    pub(super) failed: Option<String>,
}

impl Outcome {
    pub(super) fn new(mpi: &str, program: &str, method: &str) -> Self {
        Self {
            mpi: mpi.to_owned(),
            program: program.to_owned(),
            version: String::new(),
            method: method.to_owned(),
            built: None,
            tested: None,
            failed: None,
        }
    }

    fn verdict(&self) -> &str {
        match (&self.failed, self.tested) {
            (Some(why), _) => why,
            (None, Some(_)) => "passed",
            (None, None) => "built",
        }
    }

    fn line(&self) -> String {
        let time = |of: Option<Duration>| match of {
            Some(time) => format!("{:.1} s", time.as_secs_f64()),
            None => "-".to_owned(),
        };
        format!(
            "{:<12} {:<10} {:<14} {:<8} {:>9} {:>9}  {}",
            self.program,
            self.version,
            self.mpi,
            self.method,
            time(self.built),
            time(self.tested),
            self.verdict()
        )
    }
}

/// Prints all, the same program's lines together.
pub(super) fn print(outcomes: &[Outcome]) {
    let (program, version, mpi, method) = ("program", "version", "MPI", "methods");
    println!("{program:<12} {version:<10} {mpi:<14} {method:<8} {:>9} {:>9}", "build", "test");
    let mut seen: Vec<&str> = Vec::new();
    for outcome in outcomes {
        if seen.contains(&outcome.program.as_str()) {
            continue;
        }
        seen.push(&outcome.program);
        for same in outcomes.iter().filter(|other| other.program == outcome.program) {
            println!("{}", same.line());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_says_what_was_done_and_what_was_not() {
        let mut outcome = Outcome::new("ferry", "petsc", "tcp");
        assert!(outcome.line().ends_with("-         -  built"), "{}", outcome.line());
        outcome.tested = Some(Duration::from_millis(1250));
        assert!(outcome.line().ends_with("-     1.2 s  passed"), "{}", outcome.line());
        outcome.failed = Some("why".into());
        assert!(outcome.line().ends_with("why"), "{}", outcome.line());
    }
}
