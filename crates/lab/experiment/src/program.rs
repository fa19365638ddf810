//! The programs: C sources within the library, compiled once for each ABI.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result, bail};
use ferry_peers::Mpi;

use crate::prefixes::Prefixes;

/// Name and text of each source.
const SOURCES: [(&str, &str); 10] = [
    ("experiment.h", include_str!("../programs/experiment.h")),
    ("pingpong.c", include_str!("../programs/pingpong.c")),
    ("farm.c", include_str!("../programs/farm.c")),
    ("skip_poll.c", include_str!("../programs/skip_poll.c")),
    ("coupled.c", include_str!("../../../../examples/c/coupled.c")),
    ("progress.c", include_str!("../programs/progress.c")),
    ("designs.c", include_str!("../programs/designs.c")),
    ("calls.c", include_str!("../programs/calls.c")),
    ("halo.c", include_str!("../programs/halo.c")),
    ("allreduce.c", include_str!("../programs/allreduce.c")),
];

/// The compiled programs.
#[derive(Debug)]
pub(crate) struct Programs {
    dir: PathBuf,
}

impl Programs {
    /// Compiles them into a folder: once by Ferry for all that share the standard ABI, and by Open MPI
    /// where it takes part.
    pub(crate) fn compile(dir: &Path, prefixes: &Prefixes, own: bool) -> Result<Self> {
        let programs = Self { dir: dir.join("programs") };
        fs::create_dir_all(&programs.dir)?;
        for (name, text) in SOURCES {
            fs::write(programs.dir.join(name), text)?;
        }
        programs.all(&prefixes.of(Mpi::Ferry).join("bin/mpicc"), Mpi::Ferry.programs())?;
        if own {
            programs.all(&prefixes.of(Mpi::OpenMpi).join("bin/mpicc"), Mpi::OpenMpi.programs())?;
        }
        Ok(programs)
    }

    fn all(&self, mpicc: &Path, folder: &str) -> Result<()> {
        let out = self.dir.join(folder);
        fs::create_dir_all(&out)?;
        for (name, _) in SOURCES.iter().filter(|(name, _)| name.ends_with(".c")) {
            let program = out.join(name.trim_end_matches(".c"));
            let source = self.dir.join(name);
            let run = Command::new(mpicc).arg("-O2").arg("-o").arg(&program).arg(&source).output();
            let run = run.with_context(|| format!("cannot run {}", mpicc.display()))?;
            if !run.status.success() {
                let said = String::from_utf8_lossy(&run.stderr);
                bail!("{} does not compile {name}: {}", mpicc.display(), said.trim());
            }
        }
        Ok(())
    }

    /// The program for an MPI.
    pub(crate) fn path(&self, mpi: Mpi, program: &str) -> PathBuf {
        self.dir.join(mpi.programs()).join(program)
    }
}
