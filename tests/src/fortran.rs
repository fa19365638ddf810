//! Programs in Fortran, where there is a compiler.

use std::fs;
use std::path::PathBuf;
use std::process::Command;

use crate::{Mpi, root};

/// Whether programs in Fortran can be compiled here; says so where not.
pub fn has_fortran() -> bool {
    let there = Command::new("gfortran").arg("--version").output().is_ok();
    if !there {
        eprintln!("skipped: there is no gfortran here (apt install gfortran)");
    }
    there
}

impl Mpi {
    /// Compiles a source of the tree with Ferry's `mpifort` as `name`, unless it has been since anything changed.
    ///
    /// # Panics
    /// If the compiler fails, with what it said.
    pub fn fortran(&self, source: &str, name: &str, flags: &[&str]) -> PathBuf {
        let source = root().join(source);
        let dir = root().join("target/ferry-tests").join(self.name).join("fortran");
        let (program, wrapper) = (dir.join(name), self.prefix.join("bin/mpifort"));
        let header = self.prefix.join("include/mpif.h");
        let modules = self.prefix.join("include/fortran/gfortran/mpi.mod");
        let inputs = [&source, &wrapper, &header, &modules];
        if inputs.iter().all(|input| crate::mpi::is_older(input, &program)) {
            return program;
        }
        // Tests run at the same time: each compiles to a name of its own and renames.
        let (process, thread) = (std::process::id(), std::thread::current().id());
        let fresh = dir.join(format!(".{name}.{process}.{thread:?}"));
        let room = dir.join(format!(".{name}.{process}.{thread:?}.modules"));
        fs::create_dir_all(&room).expect("target is writable");
        let mut mpifort = Command::new(&wrapper);
        for name in ["FERRY_FC", "MPIFORT_FC", "MPICH_FC"] {
            mpifort.env_remove(name);
        }
        mpifort.args(["-fc=gfortran", "-O1", "-g", "-Wall", "-Wno-unused-dummy-argument", "-J"]);
        let output = mpifort.arg(&room).args(flags).arg(&source).arg("-o").arg(&fresh).output();
        let output = output.unwrap_or_else(|error| panic!("{}: {error}", wrapper.display()));
        let said = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "mpifort cannot compile {}:\n{said}", source.display());
        let _ = fs::remove_dir_all(&room);
        fs::rename(&fresh, &program).expect("renaming within a folder");
        program
    }
}
