//! The other MPIs to measure and to exchange binaries with, from their PyPI packages.

use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Result, bail};
use ferry_peers::Mpi;

use crate::{layout, needs, step};

/// Where another MPI is installed: `bin`, `lib`, `include` (absent in Intel's).
pub(crate) fn prefix(mpi: Mpi) -> PathBuf {
    layout::peers().join(mpi.package())
}

/// Creates a virtual environment in `dir` if it is not there yet.
pub(crate) fn venv(dir: &Path) -> Result<()> {
    if dir.join("bin/pip").exists() {
        return Ok(());
    }
    needs::meet(&[needs::PYTHON])?;
    step::quiet(Command::new("python3").args(["-m", "venv", "--clear"]).arg(dir))?;
    Ok(())
}

/// pip of a virtual environment, told to keep quiet. The program `pip` in it would name the place where the environment was
/// made, and install there when the folder has been copied.
pub(crate) fn pip(dir: &Path) -> Command {
    let mut pip = Command::new(dir.join("bin/python3"));
    pip.args(["-m", "pip"]).env("PIP_DISABLE_PIP_VERSION_CHECK", "1");
    pip
}

/// Installs the peers that are not there yet.
pub(crate) fn ensure(peers: &[Mpi]) -> Result<()> {
    for peer in peers {
        let prefix = prefix(*peer);
        if prefix.join("bin/mpiexec").exists() {
            continue;
        }
        step::say(&format!("installing {} from PyPI", peer.package()));
        venv(&prefix)?;
        step::quiet(pip(&prefix).args(["install", "-q", peer.package()]))?;
        if !prefix.join("bin/mpiexec").exists() {
            bail!("the {} package brought no mpiexec: is there a new layout?", peer.package());
        }
    }
    Ok(())
}

/// The version of an installed peer, for reports.
pub(crate) fn version(peer: Mpi) -> String {
    let shown = step::read(pip(&prefix(peer)).args(["show", peer.package()])).unwrap_or_default();
    let line = shown.lines().find_map(|line| line.strip_prefix("Version: "));
    line.unwrap_or("unknown").to_string()
}
