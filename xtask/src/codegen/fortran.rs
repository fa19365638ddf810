//! The bindings for Fortran: the library's entry points, `mpif.h`, and the modules' sources.

mod constants;
mod header;
mod interfaces;
mod library;
mod model;
mod pieces;
mod sections;
mod symbols;
mod synopsis;

use std::path::{Path, PathBuf};

use anyhow::Result;

use super::spec::Spec;
pub(super) use synopsis::{Synopsis, all as synopses};

/// The folder of the library of which every file is generated.
pub(super) const ENTRY_POINTS: &str = "crates/faces/mpi/fortran/src/generated";

/// All files, by their paths from the workspace's root.
pub(super) fn write(spec: &Spec) -> Result<Vec<(PathBuf, String)>> {
    let routines = model::routines(spec);
    let mut files = vec![
        ("include/mpif.h".into(), header::write(spec)?),
        ("include/fortran/mpi.f90".into(), interfaces::old(spec, &routines)),
        ("include/fortran/mpi_f08.f90".into(), interfaces::new(spec, &routines)?),
        (Path::new(ENTRY_POINTS).join("constants.rs"), constants::library(spec)?),
    ];
    for library in &symbols::LIBRARIES {
        let linker = Path::new(library.folder);
        files.push((linker.join("exports.map"), library.exports()));
        files.push((linker.join("aliases.ld"), library.aliases(&routines)));
    }
    for (name, text) in library::write(&routines) {
        let path = match name.as_str() {
            "generated.rs" => Path::new(ENTRY_POINTS).with_extension("rs"),
            name => Path::new(ENTRY_POINTS).join(name),
        };
        files.push((path, text));
    }
    Ok(files)
}
