//! The benchmarks as each MPI runs them.

use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};
use ferry_peers::Mpi;

use super::{Builder, IN_C, Npb};

/// The benchmarks, built by Ferry's wrappers and by those of other MPIs that have them.
#[derive(Debug)]
pub(crate) struct Benchmarks {
    builders: Vec<(Mpi, Builder)>,
}

impl Benchmarks {
    /// Prepares them in folders of `dir`, for MPIs that lie in these prefixes, Ferry among them.
    pub(crate) fn new(npb: &Npb, dir: &Path, prefixes: &[(Mpi, PathBuf)]) -> Result<Self> {
        let has_own = |mpi: Mpi, prefix: &Path| {
            // What Ferry's mpicc links runs by every MPI with the standard ABI.
            mpi.programs() != Mpi::Ferry.programs() || prefix.join("bin/mpifort").exists()
        };
        let mut builders = Vec::new();
        for (mpi, prefix) in prefixes.iter().filter(|(m, p)| *m == Mpi::Ferry || has_own(*m, p)) {
            builders.push((*mpi, Builder::new(npb, &dir.join(mpi.package()), prefix)?));
        }
        Ok(Self { builders })
    }

    /// Who builds for an MPI: itself, or Ferry.
    fn builder(&self, mpi: Mpi) -> Result<(Mpi, &Builder)> {
        let of = |who: Mpi| self.builders.iter().find(|(builder, _)| *builder == who);
        let found = of(mpi).or_else(|| of(Mpi::Ferry)).context("nobody builds the benchmarks")?;
        Ok((found.0, &found.1))
    }

    /// Builds a benchmark for an MPI, unless it is there.
    ///
    /// # Errors
    /// Why it cannot be built, or would not run.
    pub(crate) fn build(&self, mpi: Mpi, [benchmark, class]: [&str; 2], ranks: u32) -> Result<()> {
        let (by, builder) = self.builder(mpi)?;
        if by != mpi && !IN_C.contains(&benchmark) {
            bail!(
                "Fortran is needed, which {} brings no mpifort for; what Ferry's links needs Ferry's library",
                mpi.name()
            );
        }
        builder.build(benchmark, class, ranks)
    }

    /// The program for an MPI, if it was built.
    pub(crate) fn program(
        &self,
        mpi: Mpi,
        [benchmark, class]: [&str; 2],
        ranks: u32,
    ) -> Option<PathBuf> {
        self.builder(mpi).ok()?.1.program(benchmark, class, ranks)
    }
}
