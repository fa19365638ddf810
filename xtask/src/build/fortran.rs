//! The library for Fortran, its header, and the modules: these are made where a compiler is there, and may be made
//! later, for another one, by `mpifort --build-modules`.

use std::path::Path;
use std::process::Command;

use anyhow::{Context, Result};

use super::shared::{Exports, SharedLibrary};
use super::{copy_if_newer, is_newer, pkg_config, write_if_changed};
use crate::{layout, step};

const FORTRAN: SharedLibrary = SharedLibrary {
    archive: "libferry_fortran.a",
    exports: Exports::Generated("crates/faces/mpi/fortran/generated"),
    file: "libmpi_abi_fortran.so",
    version: "0",
    libraries: &["-lmpi_abi"],
    is_linked_with: true,
};

/// For programs that were built for Open MPI.
const OPENMPI: SharedLibrary = SharedLibrary {
    archive: "libferry_fortran_openmpi.a",
    exports: Exports::Generated("crates/faces/mpi/fortran-openmpi/generated"),
    file: "libmpi_mpifh.so",
    version: "40",
    libraries: &["-l:libmpi.so.40"],
    is_linked_with: false,
};

/// For programs that were built for MPICH, or for what has its ABI.
const MPICH: SharedLibrary = SharedLibrary {
    archive: "libferry_fortran_mpich.a",
    exports: Exports::Generated("crates/faces/mpi/fortran-mpich/generated"),
    file: "libmpifort.so",
    version: "12",
    libraries: &["-l:libmpi.so.12"],
    is_linked_with: false,
};

/// What programs name beside Open MPI's library, whose procedures ours has in that one.
const COMPANIONS: [&str; 2] = ["libmpi_usempi_ignore_tkr.so.40", "libmpi_usempif08.so.40"];

/// The sources of the modules.
const SOURCES: [&str; 2] = ["include/fortran/mpi_f08.f90", "include/fortran/mpi.f90"];

/// The compiler whose modules are made, and installed.
const COMPILER: &str = "gfortran";

/// Installs what was built.
pub(super) fn install(built: &Path, prefix: &Path) -> Result<()> {
    if !built.join(FORTRAN.archive).exists() {
        return Ok(());
    }
    let lib = prefix.join("lib");
    for library in [FORTRAN, OPENMPI, MPICH] {
        library.link(built, &lib)?;
    }
    COMPANIONS.iter().try_for_each(|name| OPENMPI.link_companion(name, &lib))?;
    let folder = prefix.join("include/fortran");
    std::fs::create_dir_all(&folder).with_context(|| folder.display().to_string())?;
    for file in SOURCES.iter().chain(&["include/mpif.h"]) {
        copy_if_newer(&layout::root().join(file), &prefix.join(file))?;
    }
    Ok(())
}

/// Makes the modules with the installed wrapper, and the file that tells pkg-config of it all.
pub(super) fn modules(prefix: &Path) -> Result<()> {
    let wrapper = prefix.join("bin/mpifort");
    if !wrapper.exists() {
        return Ok(());
    }
    let (mut flags, mut libraries) = (String::new(), "-lmpi_abi_fortran -lmpi_abi".to_owned());
    if step::on_path(COMPILER) {
        make(prefix, &wrapper)?;
        let folder = format!("${{includedir}}/fortran/{COMPILER}");
        flags = format!(" -I{folder}");
        libraries = format!("-L{folder} -lmpi_modules {libraries}");
    }
    let text = pkg_config("mpi-fort", "MPI for Fortran", &flags, &libraries);
    write_if_changed(&prefix.join("lib/pkgconfig/mpi-fort.pc"), &text)
}

fn make(prefix: &Path, wrapper: &Path) -> Result<()> {
    let made = prefix.join("include/fortran").join(COMPILER).join("mpi.mod");
    if SOURCES.iter().any(|source| is_newer(&prefix.join(source), &made)) {
        step::say(&format!("compiling the modules for {COMPILER}"));
        let mut mpifort = Command::new(wrapper);
        step::quiet(mpifort.arg(format!("-fc={COMPILER}")).arg("--build-modules"))?;
    }
    Ok(())
}
