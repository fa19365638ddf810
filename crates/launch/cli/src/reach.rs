//! `ferry serve` and `ferry reach`: a launch command of Ferry's own, for hosts without `ssh`.
//!
//! On each host `ferry serve` listens; `mpiexec -launcher 'ferry reach {host}'` calls it. Both ends prove that they know
//! the key that a file holds before either says anything, and all that follows is encrypted. Whoever calls can start
//! Ferry's proxy there and nothing else; it has the caller's standard streams until either ends.

mod call;
mod pieces;
mod serve;

pub use call::{ReachOptions, main as call};
pub use serve::{ServeOptions, main as serve};

use ferry_mplite_job::JobKey;
use std::path::{Path, PathBuf};

/// Where hosts listen unless said otherwise.
const PORT: u16 = 7789;

/// The launcher's role on other hosts.
const PROXY: &str = "--ferry-proxy";
/// What may be started on a host: that, and what asks how many parts its machine has.
const ROLES: [&str; 2] = [PROXY, "--ferry-survey"];

/// Names the file of the key where no option does.
const KEY_VARIABLE: &str = "FERRY_REACH_KEY";

/// The key, for this purpose alone.
fn key(file: Option<&PathBuf>) -> Result<JobKey, String> {
    let named = std::env::var_os(KEY_VARIABLE).filter(|file| !file.is_empty()).map(PathBuf::from);
    let file = file.cloned().or(named).ok_or_else(|| {
        format!("--key FILE or {KEY_VARIABLE} must name a file with a secret that all hosts have")
    })?;
    key_of(&file)
}

fn key_of(file: &Path) -> Result<JobKey, String> {
    let secret = ferry_ports::key_of_file(file).map_err(|why| why.to_string())?;
    Ok(JobKey::of(JobKey::of(secret).proof(b"reach", &[])))
}
