//! A user's copy of the NAS parallel benchmarks: where it is, how it is built, what its programs say.

mod benchmarks;
mod build;
mod output;

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};

pub(crate) use benchmarks::Benchmarks;
use build::Builder;
pub(crate) use output::values;

/// How points name what is of this copy; their arguments are the benchmark and its class.
pub(crate) const PROGRAM: &str = "npb";

/// The benchmarks in C; the others are in Fortran.
const IN_C: [&str; 1] = ["is"];

/// The MPI edition of the benchmarks.
#[derive(Clone, Debug)]
pub(crate) struct Npb {
    dir: PathBuf,
}

impl Npb {
    /// The copy in a folder, or in one of the folders in it, as the archive of all editions has them.
    pub(crate) fn find(dir: &Path) -> Result<Self> {
        let entries = fs::read_dir(dir).with_context(|| format!("--npb {}", dir.display()))?;
        let inner = entries.filter_map(|entry| Some(entry.ok()?.path()));
        let mut inner: Vec<PathBuf> = inner.filter(|path| is_mpi_edition(path)).collect();
        inner.sort();
        match (is_mpi_edition(dir), inner.pop()) {
            (true, _) => Ok(Self { dir: dir.canonicalize()? }),
            (false, Some(newest)) => Ok(Self { dir: newest.canonicalize()? }),
            (false, None) => bail!(
                "--npb {}: the MPI edition of the NAS parallel benchmarks is expected here or in a folder \
                 of it, with its Makefile and the folders config, sys and IS",
                dir.display()
            ),
        }
    }
}

fn is_mpi_edition(dir: &Path) -> bool {
    // Other editions (OpenMP, serial) lie beside it and have the same folders.
    let uses_mpi = |file: &str| {
        fs::read_to_string(dir.join("config").join(file)).is_ok_and(|text| text.contains("MPICC"))
    };
    let parts = ["Makefile", "config", "sys", "IS"];
    parts.iter().all(|part| dir.join(part).exists())
        && ["make.def.template", "make.def"].into_iter().any(uses_mpi)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn edition(dir: &Path, def: &str) {
        for part in ["config", "sys", "IS"] {
            fs::create_dir_all(dir.join(part)).expect("a folder");
        }
        fs::write(dir.join("Makefile"), "").expect("a file");
        fs::write(dir.join("config/make.def.template"), def).expect("a file");
    }

    #[test]
    fn the_mpi_edition_is_found_among_others() {
        let dir = tempfile::tempdir().expect("a folder");
        let error = Npb::find(dir.path()).expect_err("there is none");
        assert!(error.to_string().contains("Makefile"), "{error}");
        edition(&dir.path().join("NPB3.4-OMP"), "CC = gcc\n");
        assert!(Npb::find(dir.path()).is_err());
        let mpi = dir.path().join("NPB3.4-MPI");
        edition(&mpi, "MPICC = mpicc\n");
        let real = mpi.canonicalize().expect("it is there");
        assert_eq!(Npb::find(dir.path()).expect("it is there").dir, real);
        assert_eq!(Npb::find(&mpi).expect("it is there").dir, real);
        assert!(Npb::find(&dir.path().join("nowhere")).is_err());
    }
}
