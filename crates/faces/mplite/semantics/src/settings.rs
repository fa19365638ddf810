//! What the environment says of a process of MP_Lite.

use crate::stalls::StallLimits;
use ferry_mplite_job::JobFiles;
use std::time::Duration;

/// How long processes that were started one by one may take to come.
const HANDSHAKE: Duration = Duration::from_secs(60);

/// How a process starts and behaves.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ProcessSettings {
    /// When waits are told of, and given up.
    pub stalls: StallLimits,
    /// The files of its job.
    pub files: JobFiles,
    /// Whether it writes log and status; `None`: unless a launcher has started it that says nothing of it.
    pub journal: Option<bool>,
    /// Whether the calls of a program in C are kept, to be written when it ends.
    pub is_traced: bool,
    /// How long the others may take to come where there is no launcher.
    pub handshake: Duration,
}

impl Default for ProcessSettings {
    fn default() -> Self {
        ProcessSettings {
            stalls: StallLimits::default(),
            files: JobFiles::new("", None),
            journal: None,
            is_traced: false,
            handshake: HANDSHAKE,
        }
    }
}

impl ProcessSettings {
    /// As the environment says: `FERRY_MPLITE_PANIC`, `_BAIL`, `_HANDSHAKE` (seconds), `_LOG` and
    /// `_TRACE` (1 or 0), `_JOB`.
    ///
    /// # Errors
    /// If the job's name cannot be one.
    pub fn of_environment() -> Result<Self, String> {
        let variable = |name: &str| std::env::var(format!("FERRY_MPLITE_{name}")).ok();
        let (panic, bail) = (variable("PANIC"), variable("BAIL"));
        let journal = match variable("LOG").as_deref() {
            Some("0" | "no") => Some(false),
            Some("1" | "yes") => Some(true),
            _ => None,
        };
        let seconds = variable("HANDSHAKE").and_then(|text| text.parse().ok());
        Ok(ProcessSettings {
            stalls: StallLimits::told(panic.as_deref(), bail.as_deref()),
            files: JobFiles::of_environment().map_err(|why| why.to_string())?,
            journal,
            is_traced: matches!(variable("TRACE").as_deref(), Some("1" | "yes")),
            handshake: seconds.map_or(HANDSHAKE, Duration::from_secs),
        })
    }
}
