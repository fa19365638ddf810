//! `.mplite.status`: how each process of a job is, for people and for the others.
//!
//! Two lines of 80 bytes together, then a record of 80 bytes for each process, each written by the process
//! that it is of, at its own place.

use std::fs::{File, OpenOptions};
use std::io;
use std::os::unix::fs::{FileExt, OpenOptionsExt};
use std::path::Path;

/// Bytes of a record, and of the two lines at the head.
const RECORD: usize = 80;
/// Where in a record the word is.
const WORD: usize = 7;

/// How a process is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ProcessState {
    /// It has begun.
    Starting,
    /// It looks for process 0.
    Contacting,
    /// It listens on another port than the first.
    ChangedPort,
    /// It has found process 0.
    Connected,
    /// It goes on.
    Running,
    /// It has been put to sleep.
    Snoozing,
    /// It has ended as it should.
    Completed,
    /// It has waited too long.
    Stalled,
    /// It could not do what it was to do.
    Error,
    /// A signal has ended it.
    Interrupted,
    /// It ends since another has.
    Aborting,
}

impl ProcessState {
    fn word(self) -> &'static str {
        match self {
            ProcessState::Starting => "starting",
            ProcessState::Contacting => "contacting",
            ProcessState::ChangedPort => "changeport",
            ProcessState::Connected => "connected",
            ProcessState::Running => "running",
            ProcessState::Snoozing => "snoozing",
            ProcessState::Completed => "completed",
            ProcessState::Stalled => "stalled",
            ProcessState::Error => "ERROR",
            ProcessState::Interrupted => "INTERRUPT",
            ProcessState::Aborting => "aborting",
        }
    }

    /// Whether the job ends with it.
    fn is_the_end(self) -> bool {
        matches!(self, ProcessState::Stalled | ProcessState::Error | ProcessState::Interrupted)
    }
}

impl std::fmt::Display for ProcessState {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.word())
    }
}

/// The file, open for a process or for a launcher.
#[derive(Debug)]
pub struct StatusFile(File);

fn head(word: &str) -> String {
    // The two lines take as much as a record.
    let rest = RECORD - "Status: ".len() - 1;
    let second = " Node   Status     Messages";
    let first = format!("Status: {word}");
    let gap = rest + "Status: ".len() - second.len() - 1;
    format!("{first:gap$}\n{second}\n")
}

/// The record of a process, as long as all are.
fn record(rank: u32, state: ProcessState, message: &str) -> String {
    // One line, and nothing that a terminal would take for an order.
    let clean = |c: char| if c.is_control() { ' ' } else { c };
    let mut line = format!(" {rank:4}  {:10} ", state.word());
    for c in message.chars().map(clean) {
        if line.len() + c.len_utf8() >= RECORD {
            break;
        }
        line.push(c);
    }
    let gap = RECORD - 1 - line.len();
    line + &" ".repeat(gap) + "\n"
}

impl StatusFile {
    /// Opens the file, and makes it if nobody has.
    ///
    /// # Errors
    /// If the system refuses.
    pub fn open(path: &Path) -> io::Result<Self> {
        let mut options = OpenOptions::new();
        options.read(true).write(true).create(true).truncate(false).mode(0o644);
        let file = StatusFile(options.open(path)?);
        if file.0.metadata()?.len() == 0 {
            file.0.write_all_at(head("Running").as_bytes(), 0)?;
        }
        Ok(file)
    }

    /// A file that is open.
    pub fn of(file: File) -> Self {
        StatusFile(file)
    }

    /// The open file.
    pub fn file(&self) -> &File {
        &self.0
    }

    /// Says how a process is. Where that ends the job, the head says so too.
    ///
    /// # Errors
    /// If the system refuses.
    pub fn set(&self, rank: u32, state: ProcessState, message: &str) -> io::Result<()> {
        let place = RECORD as u64 * (u64::from(rank) + 1);
        self.0.write_all_at(record(rank, state, message).as_bytes(), place)?;
        if state.is_the_end() {
            self.0.write_all_at(head("ABORT").as_bytes(), 0)?;
        }
        Ok(())
    }

    /// Begins anew, without records.
    ///
    /// # Errors
    /// If the system refuses.
    pub fn renew(&self) -> io::Result<()> {
        self.0.set_len(0)?;
        self.0.write_all_at(head("Running").as_bytes(), 0)
    }

    /// The job has ended before its time.
    ///
    /// # Errors
    /// If the system refuses.
    pub fn abort(&self) -> io::Result<()> {
        self.0.write_all_at(head("ABORT").as_bytes(), 0)
    }

    /// Whether some process has come further than its start.
    pub fn has_run(&self) -> bool {
        let len = self.0.metadata().map_or(0, |about| about.len());
        let records = (1..len.div_ceil(RECORD as u64)).map(|at| {
            let mut bytes = [0; RECORD];
            let read = self.0.read_at(&mut bytes, at * RECORD as u64);
            let word = bytes[..read.unwrap_or(0)].get(WORD..).unwrap_or_default();
            String::from_utf8_lossy(word).split_whitespace().next().unwrap_or_default().to_owned()
        });
        let is_early = |word: &String| {
            let early = [
                ProcessState::Starting,
                ProcessState::Contacting,
                ProcessState::ChangedPort,
                ProcessState::Connected,
            ];
            word.trim_matches('\0').is_empty() || early.iter().any(|state| state.word() == word)
        };
        records.into_iter().any(|word| !is_early(&word))
    }

    /// Whether some process has ended the job.
    pub fn is_aborted(&self) -> bool {
        let mut bytes = [0; 13];
        self.0.read_exact_at(&mut bytes, 0).is_ok() && bytes.ends_with(b"ABORT")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_process_has_its_place() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("status");
        let (one, other) = (StatusFile::open(&path).unwrap(), StatusFile::open(&path).unwrap());
        other.set(1, ProcessState::Running, "as\nit should").unwrap();
        one.set(0, ProcessState::Contacting, &"long ".repeat(40)).unwrap();
        let text = std::fs::read_to_string(&path).unwrap();
        assert_eq!(text.len(), 3 * RECORD);
        assert!(text.starts_with("Status: Running") && !one.is_aborted() && one.has_run());
        let lines: Vec<&str> = text.lines().collect();
        assert_eq!(lines[1], " Node   Status     Messages");
        assert!(lines[2].starts_with("    0  contacting long long"), "{}", lines[2]);
        assert_eq!(lines[3].trim_end(), "    1  running    as it should");
        assert!(lines[2..].iter().all(|line| line.len() == RECORD - 1));
        other.set(1, ProcessState::Error, "it broke").unwrap();
        assert!(one.is_aborted());
        assert!(std::fs::read_to_string(&path).unwrap().starts_with("Status: ABORT"));
        one.renew().unwrap();
        assert!(!one.is_aborted() && !one.has_run());
        one.set(2, ProcessState::Starting, "").unwrap();
        assert!(!one.has_run());
        one.abort().unwrap();
        assert!(one.is_aborted());
    }

    #[test]
    fn letters_of_several_bytes_are_not_cut() {
        let line = record(3, ProcessState::Running, &"ß".repeat(100));
        assert_eq!(line.len(), RECORD);
        assert_eq!(head("Running").len(), RECORD);
        assert_eq!(head("ABORT").len(), RECORD);
    }
}
