//! The languages of the wrappers.

use std::ffi::OsStr;

/// The language of a wrapper.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Language {
    /// `mpicc`.
    #[default]
    C,
    /// `mpicxx`.
    Cxx,
    /// `mpifort`, `mpif77` and `mpif90`.
    Fortran,
}

impl Language {
    /// What a wrapper of this name compiles: all are one program.
    pub(super) fn of_wrapper(name: &OsStr) -> Self {
        let name = name.to_string_lossy();
        // People's links have names like `mpicxx.ferry`.
        let has = |parts: [&str; 3]| parts.iter().any(|part| name.contains(part));
        if has(["mpicxx", "mpic++", "mpiCC"]) {
            Language::Cxx
        } else if has(["mpifort", "mpif77", "mpif90"]) {
            Language::Fortran
        } else {
            Language::C
        }
    }

    pub(super) fn name(self) -> &'static str {
        match self {
            Language::C => "mpicc",
            Language::Cxx => "mpicxx",
            Language::Fortran => "mpifort",
        }
    }

    /// Its name for people.
    pub(super) fn word(self) -> &'static str {
        match self {
            Language::C => "C",
            Language::Cxx => "C++",
            Language::Fortran => "Fortran",
        }
    }

    /// Variables that name the compiler, first ones first. `CC` is not among them: builds set it
    /// to `mpicc` itself.
    pub(super) fn variables(self) -> &'static [&'static str] {
        match self {
            Language::C => &["FERRY_CC", "MPICC_CC", "MPICH_CC", "OMPI_CC", "I_MPI_CC"],
            Language::Cxx => &["FERRY_CXX", "MPICXX_CXX", "MPICH_CXX", "OMPI_CXX", "I_MPI_CXX"],
            Language::Fortran => &["FERRY_FC", "MPIFORT_FC", "MPICH_FC", "OMPI_FC", "I_MPI_FC"],
        }
    }

    /// The option that names it.
    pub(super) fn option(self) -> &'static str {
        match self {
            Language::C => "-cc",
            Language::Cxx => "-cxx",
            Language::Fortran => "-fc",
        }
    }

    pub(super) fn compilers(self) -> &'static [&'static str] {
        match self {
            Language::C => &["cc", "gcc", "clang"],
            Language::Cxx => &["c++", "g++", "clang++"],
            Language::Fortran => &["gfortran", "flang", "flang-new"],
        }
    }

    /// The libraries that programs are linked with, in the linker's order.
    pub(super) fn libraries(self) -> &'static [&'static str] {
        match self {
            Language::C | Language::Cxx => &["mpi_abi"],
            Language::Fortran => &["mpi_abi_fortran", "mpi_abi"],
        }
    }

    pub(super) fn packages(self) -> &'static str {
        match self {
            Language::C => "install one with `apt install gcc` or `dnf install gcc`",
            Language::Cxx => "install one with `apt install g++` or `dnf install gcc-c++`",
            Language::Fortran => {
                "install one with `apt install gfortran` or `dnf install gcc-gfortran`"
            }
        }
    }
}
