//! The files of a job, which is the only one of its name in the folder as long as it runs.

use super::{MprunError, say};
use ferry_mplite_job::{ConfigFile, JobFiles, JobName, StatusFile};
use rustix::fs::{FlockOperation, flock};
use std::os::unix::fs::MetadataExt;
use std::path::Path;

/// A job's files, held by a lock on its status.
pub(super) struct JobClaim {
    files: JobFiles,
    status: StatusFile,
    /// The status was there before.
    had_status: bool,
    /// The configuration as it was before, if there was one.
    config: Option<String>,
}

impl JobClaim {
    /// The files of a job of this name; without one the plain ones or, while another job has them, those of a
    /// name that no other has.
    pub(super) fn take(job: Option<&str>) -> Result<JobClaim, MprunError> {
        let wrong = |why: &dyn std::fmt::Display| MprunError::new(why.to_string());
        let name = job.map(JobName::new).transpose().map_err(|why| wrong(&why))?;
        if let Some(claim) = JobClaim::try_name(name)? {
            return Ok(claim);
        }
        if let Some(job) = job {
            return Err(MprunError::new(format!("a job of the name {job} runs in this folder")));
        }
        let own = format!("j{}", std::process::id());
        let name = JobName::new(&own).map_err(|why| wrong(&why))?;
        say(&format!(
            "another job runs in this folder: the files of this one are .node.{own}.N and so on"
        ));
        let claim = JobClaim::try_name(Some(name))?;
        claim.ok_or_else(|| MprunError::new(format!("a job of the name {own} runs in this folder")))
    }

    fn try_name(name: Option<JobName>) -> Result<Option<JobClaim>, MprunError> {
        let files = JobFiles::new("", name);
        let path = files.status();
        loop {
            let had_status = path.exists();
            let status = StatusFile::open(&path).map_err(|why| failed(&path, &why))?;
            if flock(status.file(), FlockOperation::NonBlockingLockExclusive).is_err() {
                return Ok(None);
            }
            // Whoever had it may have removed it before.
            let own = status.file().metadata().map(|about| (about.dev(), about.ino()));
            let there = std::fs::metadata(&path).map(|about| (about.dev(), about.ino()));
            if own.ok() == there.ok() {
                let config = std::fs::read_to_string(files.config()).ok();
                return Ok(Some(JobClaim { files, status, had_status, config }));
            }
        }
    }

    pub(super) fn files(&self) -> &JobFiles {
        &self.files
    }

    /// Clears what an earlier job has left, and writes the configuration.
    pub(super) fn prepare(&self, config: &ConfigFile) -> Result<(), MprunError> {
        self.files.clear();
        self.status.renew().map_err(|why| failed(&self.files.status(), &why))?;
        let path = self.files.config();
        std::fs::write(&path, config.text()).map_err(|why| failed(&path, &why))
    }

    /// The job has ended. One that never ran leaves nothing.
    pub(super) fn close(&self, status: u8) {
        if status == 0 {
            return;
        }
        if !self.status.has_run() {
            self.files.clear();
            return self.give_up();
        }
        // The processes that were ended have not said so.
        let _ = self.status.abort();
    }

    /// Leaves the folder as it was.
    pub(super) fn give_up(&self) {
        if !self.had_status || !self.status.has_run() {
            let _ = std::fs::remove_file(self.files.status());
        }
        let path = self.files.config();
        let _ = match &self.config {
            Some(text) => std::fs::write(&path, text),
            None => std::fs::remove_file(&path),
        };
    }
}

fn failed(path: &Path, why: &std::io::Error) -> MprunError {
    MprunError::new(format!("cannot write {}: {why}", path.display()))
}
