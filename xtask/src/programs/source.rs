//! Where a program's source comes from, and how it gets to where it is built.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result};
use serde::Deserialize;

use super::debian;
use crate::{peers, step};

/// A source that can be fetched.
#[derive(Deserialize, Clone, Debug)]
#[serde(deny_unknown_fields, rename_all = "lowercase")]
pub(super) enum Source {
    /// Debian's source package.
    Debian(String),
    /// Debian's package, as it was built for Open MPI.
    Deb(String),
    /// A release on PyPI, `name==version`, of which the source distribution is taken.
    Pypi(String),
    /// The same, of which what was built is taken, for whatever MPI it was.
    Wheel(String),
}

impl Source {
    /// The archive, fetched unless it is here. Python of the virtual environment `venv` asks PyPI.
    pub(super) fn archive(&self, venv: &Path) -> Result<PathBuf> {
        match self {
            Self::Debian(package) => debian::archive(package),
            Self::Deb(package) => debian::package(package),
            Self::Pypi(release) => from_pypi(release, ".tar.", venv),
            Self::Wheel(release) => from_pypi(release, ".whl", venv),
        }
    }
}

/// The release that an archive holds: what stands behind the program's name.
pub(super) fn version(archive: &Path) -> String {
    let name = archive.file_name().unwrap_or_default().to_string_lossy().into_owned();
    let rest = name.split_once(['_', '-']).map_or(name.as_str(), |(_, rest)| rest);
    // Names on PyPI may have several parts (`mpi4py_fft-2.0.6.tar.gz`): the version begins with a digit.
    let start = rest.find(|c: char| c.is_ascii_digit()).unwrap_or(0);
    let ends = [".orig.tar", ".tar.", ".git", "+", "-py", "-cp", "_"];
    let end = ends.iter().filter_map(|end| rest[start..].find(end)).min();
    rest[start..][..end.unwrap_or(rest.len() - start)].to_owned()
}

/// The archive of a release whose name has this in it: the source distribution, or what was built.
fn from_pypi(release: &str, kind: &str, venv: &Path) -> Result<PathBuf> {
    let dir = super::folder().join("fetched");
    fs::create_dir_all(&dir).with_context(|| dir.display().to_string())?;
    let start = release.replace("==", "-");
    // PyPI's archives spell a dash in a name as an underscore, or they do not.
    let (name, version) = release.split_once("==").unwrap_or((release, ""));
    let other = format!("{}-{version}", name.replace('-', "_"));
    let found = || anyhow::Ok(fetched(&dir, &start, kind)?.or(fetched(&dir, &other, kind)?));
    if let Some(archive) = found()? {
        return Ok(archive);
    }
    step::say(&format!("fetching {release} from PyPI"));
    let mut pip = peers::pip(venv);
    let choice = if kind == ".whl" { "--only-binary" } else { "--no-binary" };
    pip.args(["download", "-q", "--no-deps", choice, ":all:", "--no-build-isolation"]);
    step::quiet(pip.arg("-d").arg(&dir).arg(release))?;
    found()?.with_context(|| format!("pip brought no archive of {release} to {}", dir.display()))
}

/// The archive in `dir` whose name begins so and has its kind in it.
pub(super) fn fetched(dir: &Path, start: &str, kind: &str) -> Result<Option<PathBuf>> {
    let Ok(entries) = fs::read_dir(dir) else { return Ok(None) };
    for entry in entries {
        let path = entry?.path();
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        if name.starts_with(start) && name.contains(kind) {
            return Ok(Some(path));
        }
    }
    Ok(None)
}

/// Unpacks an archive with one folder at its top, a wheel, or a package of Debian.
pub(super) fn unpack(archive: &Path, to: &Path) -> Result<()> {
    let fresh = to.with_extension("unpacking");
    let _ = fs::remove_dir_all(&fresh);
    fs::create_dir_all(&fresh).with_context(|| fresh.display().to_string())?;
    let mut command = match archive.extension().and_then(|extension| extension.to_str()) {
        Some("whl") => with(&["python3", "-m", "zipfile", "-e"], archive),
        Some("deb") => with(&["dpkg-deb", "-x"], archive),
        _ => {
            let mut tar = with(&["tar", "-xf"], archive);
            tar.args(["--strip-components=1", "-C"]);
            tar
        }
    };
    step::quiet(command.arg(&fresh))?;
    fs::rename(&fresh, to).with_context(|| to.display().to_string())
}

/// A command about an archive.
fn with(words: &[&str], archive: &Path) -> Command {
    let mut command = Command::new(words[0]);
    command.args(&words[1..]).arg(archive);
    command
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn archives_tell_their_version() {
        for (name, expected) in [
            ("hdf5_1.10.8+repack1.orig.tar.gz", "1.10.8"),
            ("lammps_20220106.git7586adbb6a+ds1.orig.tar.xz", "20220106"),
            ("mpi4py_fft-2.0.6.tar.gz", "2.0.6"),
            ("petsc-3.26.1.tar.gz", "3.26.1"),
            ("mpi4py-fft-2.0.6.tar.gz", "2.0.6"),
            ("p4est_2.2.orig.tar.xz", "2.2"),
            ("hpcc_1.5.0-3_amd64.deb", "1.5.0-3"),
            ("neuron-9.0.2-cp311-cp311-manylinux_2_28_x86_64.whl", "9.0.2"),
            ("impi_rt-2021.19.0-py2.py3-none-manylinux_2_28_x86_64.whl", "2021.19.0"),
        ] {
            let found = version(Path::new(name));
            assert_eq!(found, expected, "{name}");
        }
    }
}
