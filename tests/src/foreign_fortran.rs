//! Fortran programs compiled for other MPIs: with the headers and modules that Debian's packages have, and linked as that
//! MPI links them, with Ferry's libraries of the same names.

use std::fs;
use std::path::PathBuf;
use std::process::Command;

use crate::mpi::{Mpi, is_older, root};

/// Another MPI's Fortran.
#[derive(Clone, Copy, Debug)]
pub struct ForeignFortran {
    /// Name for folders.
    name: &'static str,
    /// Debian's package.
    package: &'static str,
    /// Folders of the header and of the modules; `@` stands for what Debian calls the machine.
    folders: [&'static str; 2],
    /// What programs are linked to.
    libraries: &'static [&'static str],
}

impl ForeignFortran {
    /// Open MPI 4.
    pub const OPEN_MPI: Self = ForeignFortran {
        name: "openmpi-fortran",
        package: "libopenmpi-dev",
        folders: ["/usr/lib/@/openmpi/include", "/usr/lib/@/fortran/gfortran-mod-15/openmpi"],
        libraries: &[
            "libmpi_usempif08.so.40",
            "libmpi_usempi_ignore_tkr.so.40",
            "libmpi_mpifh.so.40",
            "libmpi.so.40",
        ],
    };

    /// MPICH 4.
    pub const MPICH: Self = ForeignFortran {
        name: "mpich-fortran",
        package: "libmpich-dev",
        folders: ["/usr/include/@/mpich", "/usr/lib/@/fortran/gfortran-mod-15/mpich"],
        libraries: &["libmpifort.so.12", "libmpi.so.12"],
    };

    /// Compiles sources of `tests/fortran` as `name`, unless they have been since anything changed. None, with a word,
    /// where compiler or header are missing.
    ///
    /// # Panics
    /// If the compiler fails, with what it said.
    pub fn program(&self, sources: &[&str], name: &str, flags: &[&str]) -> Option<PathBuf> {
        let machine = format!("{}-linux-gnu", std::env::consts::ARCH);
        let folders = self.folders.map(|folder| PathBuf::from(folder.replace('@', &machine)));
        if !crate::has_fortran() {
            return None;
        }
        if !folders[0].join("mpif.h").exists() {
            eprintln!("skipped: no {} here (apt install {})", folders[0].display(), self.package);
            return None;
        }
        let dir = root().join("target/ferry-tests").join(self.name);
        let (program, lib) = (dir.join(name), Mpi::ferry().prefix.join("lib"));
        let sources: Vec<PathBuf> =
            sources.iter().map(|source| root().join("tests/fortran").join(source)).collect();
        let inputs =
            sources.iter().cloned().chain(self.libraries.iter().map(|name| lib.join(name)));
        if inputs.into_iter().all(|input| is_older(&input, &program)) {
            return Some(program);
        }
        let thread = std::thread::current().id();
        let fresh = dir.join(format!(".{name}.{}.{thread:?}", std::process::id()));
        let modules = dir.join(format!(".{name}.{}.{thread:?}.modules", std::process::id()));
        fs::create_dir_all(&modules).expect("target is writable");
        let mut gfortran = Command::new("gfortran");
        gfortran.args(["-O1", "-g", "-w", "-cpp", "-fallow-argument-mismatch"]).args(flags);
        gfortran.arg("-J").arg(&modules);
        folders.iter().for_each(|folder| _ = gfortran.arg("-I").arg(folder));
        gfortran.args(&sources).arg("-o").arg(&fresh).arg("-L").arg(&lib);
        gfortran.args(["-Wl,--no-as-needed", "-Wl,--allow-shlib-undefined"]);
        gfortran.args(self.libraries.iter().map(|name| format!("-l:{name}")));
        let output = gfortran.output().expect("gfortran runs");
        let said = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "gfortran cannot compile {name}:\n{said}");
        let _ = fs::remove_dir_all(&modules);
        fs::rename(&fresh, &program).expect("renaming within a folder");
        Some(program)
    }
}
