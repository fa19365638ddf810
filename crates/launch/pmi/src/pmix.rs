//! Jobs of launchers that speak PMIx: Open MPI's, PRRTE, Slurm with `--mpi=pmix`.
//!
//! PMIx has no wire protocol that others could speak, so its client library is loaded when such a launcher has started
//! this process (`library`), found where the launcher's own is (`search`). `bridge` answers PMI-1 by it, on a thread
//! that sleeps when nobody asks: everything above knows one way to talk to a launcher. `spawn` puts what is to be spawned into
//! PMIx' words.

mod bridge;
mod library;
mod search;
mod spawn;

use crate::error::PmiError;
use library::PmixLibrary;
use std::os::unix::net::UnixStream;
use std::path::PathBuf;
use std::sync::OnceLock;

/// The variable that says which job of a PMIx server this process is of.
const NAMESPACE: &str = "PMIX_NAMESPACE";
/// Which of its processes.
const RANK: &str = "PMIX_RANK";

static PREFERRED: OnceLock<PathBuf> = OnceLock::new();

/// Uses this library, should a PMIx server have started this process. Only the first call counts.
pub fn prefer_library(path: PathBuf) {
    let _ = PREFERRED.set(path);
}

/// The stream at whose other end the PMIx server answers PMI-1, with rank and size; `None`: no such server has started
/// this process.
pub(crate) fn join() -> Result<Option<(UnixStream, u32, u32)>, PmiError> {
    if std::env::var_os(NAMESPACE).is_none() || std::env::var_os(RANK).is_none() {
        return Ok(None);
    }
    let library = search::find(PREFERRED.get().map(PathBuf::as_path))?;
    let job = bridge::PmixJob::join(library)?;
    // What this process starts is no rank of the job.
    [NAMESPACE, RANK].iter().for_each(|name| crate::client::forget(name));
    let (rank, size) = (job.rank(), job.size());
    let failed = |source| PmiError::Connection { doing: "starting to talk to PMIx", source };
    let (ours, theirs) = UnixStream::pair().map_err(failed)?;
    let serve = move || bridge::serve(job, theirs);
    let thread = std::thread::Builder::new().name("ferry-pmix".into());
    ferry_sys::with_signals_blocked(|| thread.spawn(serve)).map_err(failed)?;
    Ok(Some((ours, rank, size)))
}

/// Why this process is alone although it is the first of many that were started together.
pub(crate) fn why_alone() -> Option<String> {
    let number = |name: &str| std::env::var(name).ok()?.parse::<u32>().ok();
    let (task, tasks) = (number("SLURM_PROCID")?, number("SLURM_STEP_NUM_TASKS")?);
    std::env::var_os("SLURM_STEP_ID")?;
    (tasks > 1 && task == 0).then(|| {
        format!(
            "the {tasks} tasks of this Slurm step have no way to each other, so each is a job of its own; use `srun --mpi=pmix` or \
             `--mpi=pmi2`, or mpiexec within an allocation"
        )
    })
}
