//! Where the MPIs are installed.

use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use ferry_peers::Mpi;

use crate::npb::Npb;

/// Where the MPIs are installed.
#[derive(Clone, Debug)]
pub(crate) struct Prefixes {
    pub(crate) ferry: PathBuf,
    /// Holds a folder for each of the others, named like its package.
    pub(crate) peers: Option<PathBuf>,
    /// A copy of the NAS parallel benchmarks.
    pub(crate) npb: Option<Npb>,
}

impl Prefixes {
    pub(crate) fn of(&self, mpi: Mpi) -> PathBuf {
        match (&self.peers, mpi) {
            (_, Mpi::Ferry) | (None, _) => self.ferry.clone(),
            (Some(peers), _) => peers.join(mpi.package()),
        }
    }

    /// Those that can take part, and where they are.
    pub(crate) fn all(&self) -> Vec<(Mpi, PathBuf)> {
        let all = [Mpi::Ferry].into_iter().chain(Mpi::OTHERS);
        all.filter(|mpi| self.has(*mpi)).map(|mpi| (mpi, self.of(mpi))).collect()
    }

    /// Whether any of the others can take part.
    pub(crate) fn has_peers(&self) -> bool {
        Mpi::OTHERS.into_iter().any(|mpi| self.has(mpi))
    }

    /// Whether an MPI can take part.
    pub(crate) fn has(&self, mpi: Mpi) -> bool {
        let there = || self.of(mpi).join("bin/mpiexec").exists();
        (mpi == Mpi::Ferry || self.peers.is_some()) && there()
    }
}

/// Where Ferry is installed: two folders above the program that runs.
pub(crate) fn own_prefix() -> Result<PathBuf> {
    let program = std::env::current_exe().context("where this program lies")?;
    let prefix = program.parent().and_then(Path::parent).map(Path::to_path_buf);
    prefix.context("this program lies in no folder `bin`")
}
