//! How processes meet that were started one by one: each reads `.mplite.config`, finds its host there, and
//! the first on the host of process 0 listens for the others.
//!
//! It listens on the first port that is free from [`PORTS`](crate::ports::PORTS) on. Others try that range's
//! first port; who has had to take another says so by an empty file, `.changeport.HOST.PORT`. Should two
//! processes of a host listen, as a port became free between them, the one on the lower port goes on. A number
//! among those of its host is given to each process as it comes; when all are there they are told.

mod calling;
mod hearing;
mod listening;
mod places;

use crate::config_file::ConfigFile;
use crate::files::JobFiles;
use crate::key::JobKey;
use crate::manager::Manager;
use crate::status::ProcessState;
use ferry_pmi::Client;
use rustix::fd::OwnedFd;
use std::time::{Duration, Instant};

pub use hearing::hear_at_handshake;
pub use places::host_name;

/// Why processes do not meet.
#[derive(Debug, thiserror::Error)]
pub enum HandshakeError {
    /// No line of the configuration is for this host.
    #[error("{config} has no line for this host, {host}")]
    NotHere {
        /// The file.
        config: String,
        /// This host.
        host: String,
    },
    /// Some have not come.
    #[error("after {seconds} seconds {missing} have not come; is the program started there?")]
    Missing {
        /// How long they were waited for.
        seconds: u64,
        /// Who.
        missing: String,
    },
    /// Process 0 is not found.
    #[error("process 0 was not found on {host} within {seconds} seconds: {why}")]
    NobodyListens {
        /// Its host.
        host: String,
        /// How long it was looked for.
        seconds: u64,
        /// What came of the last try.
        why: String,
    },
    /// All processes of this host are there already.
    #[error(
        "all processes of this host are there already: one more was started than its lines in {0}"
    )]
    TooMany(String),
    /// The system refuses something.
    #[error("{doing}: {why}")]
    System {
        /// What.
        doing: &'static str,
        /// What it says.
        why: String,
    },
}

impl HandshakeError {
    fn system(doing: &'static str, why: impl ToString) -> Self {
        HandshakeError::System { doing, why: why.to_string() }
    }
}

/// A process that has met the others.
pub struct MetProcess {
    /// Its number.
    pub rank: u32,
    /// Its connection to whoever manages the job.
    pub client: Client,
    /// On process 0: what manages the job.
    pub manager: Option<Manager>,
    /// The same connection, to be watched: it ends when the job does.
    pub lifeline: OwnedFd,
}

/// What a process needs to meet the others.
pub struct JobMeeting<'a> {
    /// The job's files.
    pub files: &'a JobFiles,
    /// Who runs where.
    pub config: &'a ConfigFile,
    /// How long all may take to come.
    pub limit: Duration,
}

/// A round of the handshake that has to be begun anew.
pub(crate) enum HandshakeRound {
    Met(Box<MetProcess>),
    /// Somebody else listens.
    Again,
}

/// What a meeting goes by.
pub(crate) struct MeetingPlace<'a> {
    pub(crate) meeting: &'a JobMeeting<'a>,
    pub(crate) key: JobKey,
    /// Processes that this one may be.
    pub(crate) own: Vec<u32>,
    pub(crate) until: Instant,
}

/// Meets the other processes of the job. `note` hears how it goes.
///
/// # Errors
/// If this host has no process, or somebody does not come in time, or the system refuses something.
pub fn meet(
    meeting: &JobMeeting<'_>,
    note: &mut dyn FnMut(ProcessState, &str),
) -> Result<MetProcess, HandshakeError> {
    let own = places::own_processes(meeting.config);
    if own.is_empty() {
        let config = meeting.files.config().display().to_string();
        return Err(HandshakeError::NotHere { config, host: host_name() });
    }
    let key = JobKey::of_file(&meeting.files.key());
    let key = key.map_err(|why| HandshakeError::system("the key of the job", why))?;
    let until = Instant::now() + meeting.limit;
    let place = MeetingPlace { meeting, key, own, until };
    let met = meet_at(&place, note);
    if met.is_err() {
        // Whoever tries again makes another.
        let _ = std::fs::remove_file(meeting.files.key());
    }
    met
}

fn meet_at(
    place: &MeetingPlace<'_>,
    note: &mut dyn FnMut(ProcessState, &str),
) -> Result<MetProcess, HandshakeError> {
    loop {
        let round = if place.own.contains(&0) {
            listening::try_to_listen(place, note)?
        } else {
            calling::look_for_listener(place, note)?
        };
        if let HandshakeRound::Met(met) = round {
            return Ok(*met);
        }
    }
}

impl MeetingPlace<'_> {
    pub(crate) fn seconds(&self) -> u64 {
        self.meeting.limit.as_secs()
    }

    pub(crate) fn size(&self) -> u32 {
        self.meeting.config.processes.len() as u32
    }

    pub(crate) fn is_too_late(&self) -> bool {
        Instant::now() >= self.until
    }
}

#[cfg(test)]
mod tests;
