//! The programs: C sources within the library, compiled once for each ABI.

use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result, bail};
use ferry_peers::Mpi;

use crate::npb::{self, Benchmarks};
use crate::point::Point;
use crate::prefixes::Prefixes;

/// Name and text of each source.
const SOURCES: [(&str, &str); 15] = [
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
    ("kernel.h", include_str!("../programs/kernel.h")),
    ("kernel_cg.c", include_str!("../programs/kernel_cg.c")),
    ("kernel_ft.c", include_str!("../programs/kernel_ft.c")),
    ("kernel_is.c", include_str!("../programs/kernel_is.c")),
    ("kernel_lu.c", include_str!("../programs/kernel_lu.c")),
];

/// The compiled programs.
#[derive(Debug)]
pub(crate) struct Programs {
    dir: PathBuf,
    npb: Option<Benchmarks>,
}

impl Programs {
    /// Compiles them into a folder: once by Ferry for all that share the standard ABI, and by Open MPI
    /// where it takes part.
    pub(crate) fn compile(dir: &Path, prefixes: &Prefixes, own: bool) -> Result<Self> {
        let mut programs = Self { dir: dir.join("programs"), npb: None };
        fs::create_dir_all(&programs.dir)?;
        for (name, text) in SOURCES {
            fs::write(programs.dir.join(name), text)?;
        }
        programs.all(&prefixes.of(Mpi::Ferry).join("bin/mpicc"), Mpi::Ferry.programs())?;
        if own {
            programs.all(&prefixes.of(Mpi::OpenMpi).join("bin/mpicc"), Mpi::OpenMpi.programs())?;
        }
        if let Some(npb) = &prefixes.npb {
            let dir = programs.dir.join("npb");
            programs.npb = Some(Benchmarks::new(npb, &dir, &prefixes.all())?);
        }
        Ok(programs)
    }

    /// Makes sure that what a point runs is there.
    ///
    /// # Errors
    /// Why it cannot be built.
    pub(crate) fn provide(&self, point: &Point) -> Result<()> {
        if point.program != npb::PROGRAM {
            return Ok(());
        }
        let npb = self.npb.as_ref().context("it is of a copy that --npb names")?;
        npb.build(point.contender.mpi, benchmark(point)?, point.ranks)
    }

    /// A point's program and its arguments.
    pub(crate) fn words(&self, point: &Point) -> Result<Vec<OsString>> {
        if point.program == npb::PROGRAM {
            let (mpi, what) = (point.contender.mpi, benchmark(point)?);
            let program = self.npb.as_ref().and_then(|npb| npb.program(mpi, what, point.ranks));
            let program = program.with_context(|| format!("{} is not built", what.join(" ")))?;
            return Ok(vec![program.into()]);
        }
        let program = self.dir.join(point.contender.mpi.programs()).join(point.program);
        Ok([program.into()].into_iter().chain(point.args.iter().map(OsString::from)).collect())
    }

    fn all(&self, mpicc: &Path, folder: &str) -> Result<()> {
        let out = self.dir.join(folder);
        fs::create_dir_all(&out)?;
        for (name, _) in SOURCES.iter().filter(|(name, _)| name.ends_with(".c")) {
            let program = out.join(name.trim_end_matches(".c"));
            let source = self.dir.join(name);
            let run = Command::new(mpicc)
                .args(["-O2", "-o"])
                .args([&program, &source])
                .arg("-lm")
                .output();
            let run = run.with_context(|| format!("cannot run {}", mpicc.display()))?;
            if !run.status.success() {
                let said = String::from_utf8_lossy(&run.stderr);
                bail!("{} does not compile {name}: {}", mpicc.display(), said.trim());
            }
        }
        Ok(())
    }
}

/// Which benchmark a point is of, and its class.
fn benchmark(point: &Point) -> Result<[&str; 2]> {
    match &point.args[..] {
        [benchmark, class] => Ok([benchmark, class]),
        other => bail!("a benchmark and its class are expected, not {}", other.join(" ")),
    }
}
