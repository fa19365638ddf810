//! What a process tells people in files: its log, `.node<rank>`, and its record in `.mplite.status`.

use ferry_mplite_job::{JobFiles, ProcessState, StatusFile};
use std::fmt::Display;
use std::fs::File;
use std::io::{self, Write};
use std::path::PathBuf;
use std::sync::{Mutex, MutexGuard, PoisonError};

/// A process's own files; empty if it writes none.
#[derive(Debug, Default)]
pub struct Journal(Option<Box<JournalFiles>>);

#[derive(Debug)]
struct JournalFiles {
    files: JobFiles,
    status: StatusFile,
    log: Mutex<Log>,
}

#[derive(Debug)]
struct Log {
    file: File,
    path: PathBuf,
    /// The number of this process, once it has one.
    rank: Option<u32>,
}

impl Journal {
    /// Writes nothing.
    pub fn none() -> Self {
        Journal(None)
    }

    /// Begins the files of a process whose number is not known.
    ///
    /// # Errors
    /// If they cannot be written.
    pub fn begin(files: &JobFiles) -> io::Result<Self> {
        let host = ferry_mplite_job::handshake::host_name();
        let path = files.early_log(&host, std::process::id());
        let log = Mutex::new(Log { file: File::create(&path)?, path, rank: None });
        let status = StatusFile::open(&files.status())?;
        Ok(Journal(Some(Box::new(JournalFiles { files: files.clone(), status, log }))))
    }

    /// This process has a number: its log is called by it.
    ///
    /// # Errors
    /// If the log cannot be renamed.
    pub fn number(&self, rank: u32) -> io::Result<()> {
        let Some(JournalFiles { files, log, .. }) = self.0.as_deref() else { return Ok(()) };
        let mut log = lock(log);
        let path = files.log(rank);
        std::fs::rename(&log.path, &path)?;
        (log.path, log.rank) = (path, Some(rank));
        Ok(())
    }

    /// Writes a line into the log.
    pub fn note(&self, line: impl Display) {
        if let Some(JournalFiles { log, .. }) = self.0.as_deref() {
            // A full disk is no reason to end the program.
            let _ = writeln!(lock(log).file, "{line}");
        }
    }

    /// Says how the process is, in the log and, once it has a number, in the status.
    pub fn state(&self, state: ProcessState, message: &str) {
        let Some(JournalFiles { status, log, .. }) = self.0.as_deref() else { return };
        let gap = if message.is_empty() { "" } else { ": " };
        self.note(format_args!("{state}{gap}{message}"));
        if let Some(rank) = lock(log).rank {
            let _ = status.set(rank, state, message);
        }
    }

    /// Removes the log of a process that has found no job to be of.
    pub(crate) fn discard(&self) {
        if let Some(JournalFiles { log, .. }) = self.0.as_deref() {
            let _ = std::fs::remove_file(&lock(log).path);
        }
    }

    /// Whether there are files.
    pub fn is_kept(&self) -> bool {
        self.0.is_some()
    }
}

fn lock(log: &Mutex<Log>) -> MutexGuard<'_, Log> {
    log.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_log_is_renamed_and_goes_on() {
        let folder = std::env::temp_dir().join(format!("ferry-journal-{}", std::process::id()));
        std::fs::create_dir(&folder).unwrap();
        let files = JobFiles::new(&folder, None);
        let journal = Journal::begin(&files).unwrap();
        journal.state(ProcessState::Contacting, "process 0");
        journal.number(3).unwrap();
        journal.state(ProcessState::Running, "");
        journal.note("a line");
        let log = std::fs::read_to_string(files.log(3)).unwrap();
        assert_eq!(log, "contacting: process 0\nrunning\na line\n");
        let status = std::fs::read_to_string(files.status()).unwrap();
        assert!(status.contains("    3  running"), "{status}");
        std::fs::remove_dir_all(&folder).unwrap();
        Journal::none().note("nothing");
    }
}
