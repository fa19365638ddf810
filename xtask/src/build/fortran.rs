//! The library for Fortran, its header, and the modules: these are made where a compiler is there, and may be made
//! later, for another one, by `mpifort --build-modules`.

use std::path::Path;
use std::process::Command;

use anyhow::{Context, Result};

use super::shared::SharedLibrary;
use super::{copy_if_newer, is_newer, pkg_config, write_if_changed};
use crate::{layout, step};

const FORTRAN: SharedLibrary = SharedLibrary {
    archive: "libferry_fortran.a",
    generated: "crates/faces/mpi/fortran/generated",
    file: "libmpi_abi_fortran.so",
    version: "0",
    libraries: &["-lmpi_abi"],
};

/// The sources of the modules.
const SOURCES: [&str; 2] = ["include/fortran/mpi_f08.f90", "include/fortran/mpi.f90"];

/// The compiler whose modules are made, and installed.
const COMPILER: &str = "gfortran";

/// Installs what was built.
pub(super) fn install(built: &Path, prefix: &Path) -> Result<()> {
    if !built.join(FORTRAN.archive).exists() {
        return Ok(());
    }
    FORTRAN.link(built, &prefix.join("lib"))?;
    let folder = prefix.join("include/fortran");
    std::fs::create_dir_all(&folder).with_context(|| folder.display().to_string())?;
    for file in SOURCES.iter().chain(&["include/mpif.h"]) {
        copy_if_newer(&layout::root().join(file), &prefix.join(file))?;
    }
    let flags = format!(" -I${{includedir}}/fortran/{COMPILER}");
    let text = pkg_config("mpi-fort", "MPI for Fortran", &flags, "-lmpi_abi_fortran -lmpi_abi");
    write_if_changed(&prefix.join("lib/pkgconfig/mpi-fort.pc"), &text)
}

/// Makes the modules with the installed wrapper.
pub(super) fn modules(prefix: &Path) -> Result<()> {
    let wrapper = prefix.join("bin/mpifort");
    if !wrapper.exists() || !step::on_path(COMPILER) {
        return Ok(());
    }
    let made = prefix.join("include/fortran").join(COMPILER).join("mpi.mod");
    if SOURCES.iter().any(|source| is_newer(&prefix.join(source), &made)) {
        step::say(&format!("compiling the modules for {COMPILER}"));
        let mut mpifort = Command::new(&wrapper);
        step::quiet(mpifort.arg(format!("-fc={COMPILER}")).arg("--build-modules"))?;
    }
    Ok(())
}
