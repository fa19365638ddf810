//! A job that measures.

use super::question::TUNED;
use std::path::PathBuf;
use std::process::{Command, Stdio};

/// How such jobs are started.
pub(super) struct Trial {
    ferry: PathBuf,
    hosts: Option<String>,
}

impl Trial {
    pub(super) fn new(hosts: Option<&str>) -> Result<Self, String> {
        let ferry =
            std::env::current_exe().map_err(|why| format!("where this program is: {why}"))?;
        Ok(Trial { ferry, hosts: hosts.map(str::to_owned) })
    }

    /// Seconds that a message of each length takes one way, with these settings and all else that is tuned as it is built in.
    ///
    /// # Errors
    /// What the job said, if it failed.
    pub(super) fn run(
        &self,
        settings: &[(&str, &str)],
        sizes: &[usize],
    ) -> Result<Vec<f64>, String> {
        let mut job = Command::new(&self.ferry);
        job.args(["run", "-n", "2"]);
        if let Some(hosts) = &self.hosts {
            job.args(["-host", hosts, "-ppn", "1"]);
        }
        let unset = TUNED.iter().filter(|name| settings.iter().all(|(set, _)| set != *name));
        for (name, value) in unset.map(|name| (*name, "auto")).chain(settings.iter().copied()) {
            job.arg("-set").arg(format!("{name}={value}"));
        }
        job.arg(&self.ferry).arg("tune-probe").args(sizes.iter().map(usize::to_string));
        let output = job.stdin(Stdio::null()).output();
        let output = output.map_err(|why| format!("{}: {why}", self.ferry.display()))?;
        let said = String::from_utf8_lossy(&output.stdout);
        let seconds: Vec<f64> = said.lines().filter_map(|line| line.trim().parse().ok()).collect();
        if !output.status.success() || seconds.len() != sizes.len() {
            let why = String::from_utf8_lossy(&output.stderr);
            return Err(format!(
                "a job that measures ended with {}: {}",
                output.status,
                why.trim()
            ));
        }
        Ok(seconds)
    }
}
