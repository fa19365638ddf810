//! What the files of a job are called.

use std::fmt;
use std::path::{Path, PathBuf};

/// Variable that names a job, where a folder has several.
pub const JOB_VARIABLE: &str = "FERRY_MPLITE_JOB";

/// The name of a job among those of its folder.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct JobName(String);

/// It cannot be the name of a job.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{0:?} is not the name of a job: it has 1 to 32 letters, digits, - and _")]
pub struct BadJobName(String);

impl JobName {
    /// A name that can stand within that of a file.
    ///
    /// # Errors
    /// If it cannot.
    pub fn new(name: &str) -> Result<Self, BadJobName> {
        let fits = |c: char| c.is_ascii_alphanumeric() || c == '-' || c == '_';
        if !(1..=32).contains(&name.len()) || !name.chars().all(fits) {
            return Err(BadJobName(name.to_owned()));
        }
        Ok(JobName(name.to_owned()))
    }
}

impl fmt::Display for JobName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// The files of a job: in a folder that all its processes see, and apart from those of other jobs there if
/// it has a name.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct JobFiles {
    folder: PathBuf,
    job: Option<JobName>,
}

impl JobFiles {
    /// Those of a job in a folder.
    pub fn new(folder: impl Into<PathBuf>, job: Option<JobName>) -> Self {
        JobFiles { folder: folder.into(), job }
    }

    /// Those of the job that the environment names, in the working directory.
    ///
    /// # Errors
    /// If the variable is no name.
    pub fn of_environment() -> Result<Self, BadJobName> {
        let job = std::env::var(JOB_VARIABLE).ok().filter(|name| !name.is_empty());
        Ok(JobFiles::new("", job.as_deref().map(JobName::new).transpose()?))
    }

    /// The folder.
    pub fn folder(&self) -> &Path {
        // An empty path opens nothing.
        if self.folder.as_os_str().is_empty() { Path::new(".") } else { &self.folder }
    }

    /// The job's name.
    pub fn job(&self) -> Option<&JobName> {
        self.job.as_ref()
    }

    /// `.mplite.WHAT`, or `.mplite.JOB.WHAT`.
    fn of_all(&self, what: &str) -> PathBuf {
        self.folder.join(match &self.job {
            None => format!(".mplite.{what}"),
            Some(job) => format!(".mplite.{job}.{what}"),
        })
    }

    /// `.KIND` or `.KIND.JOB`, and a dot if there is a job.
    fn start(&self, kind: &str) -> String {
        match &self.job {
            None => format!(".{kind}"),
            Some(job) => format!(".{kind}.{job}."),
        }
    }

    /// Who runs where.
    pub fn config(&self) -> PathBuf {
        self.of_all("config")
    }

    /// How each process is.
    pub fn status(&self) -> PathBuf {
        self.of_all("status")
    }

    /// The key by which processes without a launcher know each other.
    pub fn key(&self) -> PathBuf {
        self.of_all("key")
    }

    /// What process `rank` has to tell.
    pub fn log(&self, rank: u32) -> PathBuf {
        self.folder.join(format!("{}{rank}", self.start("node")))
    }

    /// The same while a process does not know its number.
    pub fn early_log(&self, host: &str, pid: u32) -> PathBuf {
        let dot = if self.job.is_none() { "." } else { "" };
        self.folder.join(format!("{}{dot}{host}.{pid}", self.start("node")))
    }

    /// When process `rank` made which calls.
    pub fn trace(&self, rank: u32) -> PathBuf {
        self.folder.join(format!("{}{rank}", self.trace_start()))
    }

    fn trace_start(&self) -> String {
        let dot = if self.job.is_none() { "." } else { "" };
        format!("{}{dot}", self.start("trace"))
    }

    /// Says by being there that this job listens on a port of a host which is not the first.
    pub fn port_change(&self, host: &str, port: u16) -> PathBuf {
        self.folder.join(format!("{}{port}", self.port_change_start(host)))
    }

    fn port_change_start(&self, host: &str) -> String {
        let dot = if self.job.is_none() { "." } else { "" };
        format!("{}{dot}{host}.", self.start("changeport"))
    }

    /// The ports of a host that were told so.
    pub fn changed_ports(&self, host: &str) -> Vec<u16> {
        let start = self.port_change_start(host);
        let port = |name: &str| name.strip_prefix(&start)?.parse().ok();
        self.names().iter().filter_map(|name| port(name)).collect()
    }

    fn names(&self) -> Vec<String> {
        let entries = std::fs::read_dir(self.folder()).into_iter().flatten().flatten();
        entries.filter_map(|entry| entry.file_name().into_string().ok()).collect()
    }

    /// Removes what an earlier job of this name has left: logs, traces and changed ports. Those of jobs with other
    /// names stay, and the status, which is begun anew.
    pub fn clear(&self) {
        let (log, port, trace) = (self.start("node"), self.start("changeport"), self.trace_start());
        let is_own = |name: &str| {
            let rest = |start: &str| name.strip_prefix(start);
            let number = |rest: &str| rest.bytes().all(|b| b.is_ascii_digit()) && !rest.is_empty();
            // Without a job a log is `.nodeN`; that of another job begins with `.node.`.
            rest(&log).is_some_and(|rest| number(rest) || self.job.is_some())
                || rest(&trace).is_some_and(number)
                || rest(&port).is_some_and(|rest| self.job.is_some() || is_of_no_job(rest))
        };
        for name in self.names().iter().filter(|name| is_own(name)) {
            // What somebody else has removed is gone too.
            let _ = std::fs::remove_file(self.folder.join(name));
        }
    }
}

/// `.HOST.PORT`, where a job's name would make it three words.
fn is_of_no_job(rest: &str) -> bool {
    rest.starts_with('.') && rest.matches('.').count() == 2
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(files: &JobFiles) -> Vec<String> {
        let paths = [
            files.config(),
            files.status(),
            files.log(3),
            files.trace(3),
            files.early_log("h", 9),
            files.port_change("h", 5801),
        ];
        paths.map(|path| path.to_string_lossy().into_owned()).to_vec()
    }

    #[test]
    fn jobs_of_a_folder_have_files_of_their_own() {
        let job = JobName::new("b-2").unwrap();
        assert_eq!(
            names(&JobFiles::new("", None)),
            [
                ".mplite.config",
                ".mplite.status",
                ".node3",
                ".trace.3",
                ".node.h.9",
                ".changeport.h.5801"
            ]
        );
        assert_eq!(
            names(&JobFiles::new("", Some(job))),
            [
                ".mplite.b-2.config",
                ".mplite.b-2.status",
                ".node.b-2.3",
                ".trace.b-2.3",
                ".node.b-2.h.9",
                ".changeport.b-2.h.5801"
            ]
        );
        for bad in ["", "a/b", "..", "a b", &"x".repeat(33)] {
            assert!(JobName::new(bad).is_err(), "{bad:?}");
        }
    }

    #[test]
    fn one_job_clears_nothing_of_another() {
        let folder = tempfile::tempdir().unwrap();
        let plain = JobFiles::new(folder.path(), None);
        let named = JobFiles::new(folder.path(), Some(JobName::new("j").unwrap()));
        let write = |files: &JobFiles| {
            let of_job = [files.log(0), files.trace(0), files.port_change("h", 5900)];
            for path in of_job.into_iter().chain([files.status()]) {
                std::fs::write(path, "").unwrap();
            }
        };
        write(&plain);
        write(&named);
        assert_eq!((plain.changed_ports("h"), named.changed_ports("h")), (vec![5900], vec![5900]));
        plain.clear();
        assert!(!plain.log(0).exists() && !plain.trace(0).exists() && plain.status().exists());
        assert!(plain.changed_ports("h").is_empty());
        assert!(named.log(0).exists() && named.trace(0).exists() && named.status().exists());
        assert_eq!(named.changed_ports("h"), [5900]);
        write(&plain);
        named.clear();
        assert!(plain.log(0).exists() && plain.status().exists() && !named.log(0).exists());
    }
}
