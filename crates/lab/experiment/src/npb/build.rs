//! Building the benchmarks by an MPI's wrappers, in a copy of the user's folder.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use anyhow::{Context, Result, bail};

use super::{IN_C, Npb};

/// Builds programs with one pair of wrappers.
#[derive(Debug)]
pub(super) struct Builder {
    dir: PathBuf,
    /// The Fortran wrapper, or why there is none.
    mpifort: Result<PathBuf, String>,
}

/// Folders of a copy that say nothing of its sources.
const LEFT_OUT: [&str; 2] = ["bin", ".git"];

impl Builder {
    /// Copies the user's folder to `dir`, unless that was done before, and configures the copy for the wrappers of
    /// the MPI in `prefix`.
    pub(super) fn new(npb: &Npb, dir: &Path, prefix: &Path) -> Result<Self> {
        if !dir.join("Makefile").exists() {
            copy(&npb.dir, dir)
                .with_context(|| format!("copying {} to {}", npb.dir.display(), dir.display()))?;
        }
        fs::create_dir_all(dir.join("bin"))?;
        let mpifort = fortran(prefix);
        let text = definitions(&prefix.join("bin/mpicc"), mpifort.as_deref().ok());
        let file = dir.join("config/make.def");
        // A newer file has everything built anew.
        if fs::read_to_string(&file).ok().as_ref() != Some(&text) {
            fs::write(&file, text).with_context(|| file.display().to_string())?;
        }
        Ok(Self { dir: dir.to_path_buf(), mpifort })
    }

    /// The program, if it was built.
    pub(super) fn program(&self, benchmark: &str, class: &str, ranks: u32) -> Option<PathBuf> {
        // Up to 3.3 a program is for one number of ranks, which its name has.
        let names = [format!("{benchmark}.{class}.x"), format!("{benchmark}.{class}.{ranks}")];
        names.into_iter().map(|name| self.dir.join("bin").join(name)).find(|path| path.exists())
    }

    /// Builds a program, unless it is there.
    ///
    /// # Errors
    /// A missing wrapper, or what `make` said.
    pub(super) fn build(&self, benchmark: &str, class: &str, ranks: u32) -> Result<()> {
        if self.program(benchmark, class, ranks).is_some() {
            return Ok(());
        }
        if let (Err(why), false) = (&self.mpifort, IN_C.contains(&benchmark)) {
            bail!("Fortran is needed, and {why}");
        }
        let mut make = Command::new("make");
        make.arg(benchmark).args([format!("CLASS={class}"), format!("NPROCS={ranks}")]);
        make.current_dir(&self.dir).stdin(Stdio::null()).env_remove("MAKEFLAGS");
        let run = make.output().context("cannot run make")?;
        if run.status.success() && self.program(benchmark, class, ranks).is_some() {
            return Ok(());
        }
        let said = [run.stdout, run.stderr].concat();
        let said = String::from_utf8_lossy(&said);
        let lines: Vec<&str> = said.lines().filter(|line| !line.trim().is_empty()).collect();
        bail!("make says: {}", lines[lines.len().saturating_sub(4)..].join("; "))
    }
}

/// The Fortran wrapper of a prefix, if it works.
fn fortran(prefix: &Path) -> Result<PathBuf, String> {
    let mpifort = prefix.join("bin/mpifort");
    if !mpifort.exists() {
        return Err(format!("there is no {}", mpifort.display()));
    }
    let version = Command::new(&mpifort).arg("--version").stdin(Stdio::null()).output();
    match version {
        Ok(output) if output.status.success() => Ok(mpifort),
        Ok(output) => {
            let said = String::from_utf8_lossy(&output.stderr).trim().to_owned();
            Err(format!("{} finds no compiler: {said}", mpifort.display()))
        }
        Err(error) => Err(format!("{} does not start: {error}", mpifort.display())),
    }
}

/// Whether the compiler takes arguments of unlike type for one routine only if asked to, as gfortran does from 10 on:
/// the older benchmarks call MPI so.
fn is_strict(mpifort: &Path) -> bool {
    let mut command = Command::new(mpifort);
    // With `--version` alone no compiler looks at what else it is asked.
    command.args(["-fsyntax-only", "-fallow-argument-mismatch", "-x", "f95", "/dev/null"]);
    command.stdin(Stdio::null()).output().is_ok_and(|output| output.status.success())
}

/// The file in which the benchmarks look for compilers. Both names of the Fortran compiler are in it: that of 3.4 and
/// that of the editions before.
fn definitions(mpicc: &Path, mpifort: Option<&Path>) -> String {
    let allow = match mpifort {
        Some(mpifort) if is_strict(mpifort) => " -fallow-argument-mismatch",
        _ => "",
    };
    let fortran = mpifort.map_or_else(|| "false".to_owned(), |path| path.display().to_string());
    format!(
        "MPIFC = {fortran}\nMPIF77 = {fortran}\nFLINK = {fortran}\nFMPI_LIB =\nFMPI_INC =\n\
         FFLAGS = -O3{allow}\nFLINKFLAGS = -O3\nMPICC = {mpicc}\nCLINK = {mpicc}\nCMPI_LIB =\n\
         CMPI_INC =\nCFLAGS = -O3\nCLINKFLAGS = -O3\nCC = cc -g\nUCC = cc\nBINDIR = ../bin\n\
         RAND = randi8\n",
        mpicc = mpicc.display()
    )
}

/// Copies a folder's files. What a user built there is left behind: it is of other wrappers.
fn copy(from: &Path, to: &Path) -> Result<()> {
    fs::create_dir_all(to)?;
    for entry in fs::read_dir(from)? {
        let entry = entry?;
        let (path, name) = (entry.path(), entry.file_name());
        let is_built =
            path.extension().is_some_and(|end| ["o", "mod", "a"].iter().any(|e| end == *e));
        if LEFT_OUT.iter().any(|out| name == *out) || is_built || name == "npbparams.h" {
            continue;
        }
        // What is neither (a link into nowhere, a pipe) is no source.
        if path.is_dir() && !entry.file_type()?.is_symlink() {
            copy(&path, &to.join(name))?;
        } else if path.is_file() {
            fs::copy(&path, to.join(name))?;
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use std::os::unix::fs::PermissionsExt;

    use ferry_peers::Mpi;

    use super::super::Benchmarks;
    use super::*;

    fn script(path: &Path, text: &str) {
        fs::write(path, format!("#!/bin/sh\n{text}\n")).expect("a file");
        fs::set_permissions(path, fs::Permissions::from_mode(0o755)).expect("a program");
    }

    /// A compiler that writes its mark, and takes all options without a word.
    fn stand_in(mark: &str) -> String {
        format!("case $1 in -*) ;; *) echo {mark} > $1 ;; esac")
    }

    /// Benchmarks whose makefile copies a file by the compiler that it is told.
    fn copy_of(dir: &Path, ending: &str) -> Npb {
        for part in ["config", "sys", "IS", "bin"] {
            fs::create_dir_all(dir.join(part)).expect("a folder");
        }
        let makefile = format!(
            "include config/make.def\nis:\n\t$(MPICC) bin/is.$(CLASS).{ending}\n\
             cg:\n\t$(MPIFC) bin/cg.$(CLASS).{ending}\n"
        );
        fs::write(dir.join("Makefile"), makefile).expect("a file");
        fs::write(dir.join("config/make.def.template"), "MPICC = cc\n").expect("a file");
        fs::write(dir.join("bin/is.S.x"), "of the user").expect("a file");
        Npb::find(dir).expect("it is there")
    }

    #[test]
    fn programs_are_built_in_a_copy_and_fortran_is_skipped_with_its_reason() {
        let dir = tempfile::tempdir().expect("a folder");
        let prefix = dir.path().join("prefix");
        fs::create_dir_all(prefix.join("bin")).expect("a folder");
        script(&prefix.join("bin/mpicc"), "echo built > $1");
        for (ending, name) in [("x", "new"), ("$(NPROCS)", "old")] {
            let npb = copy_of(&dir.path().join(name), ending);
            let builder = Builder::new(&npb, &dir.path().join("out").join(name), &prefix);
            let builder = builder.expect("a copy");
            assert_eq!(builder.program("is", "S", 4), None, "what the user built is not ours");
            builder.build("is", "S", 4).expect("it builds");
            assert!(builder.program("is", "S", 4).is_some());
            let error = builder.build("cg", "S", 4).expect_err("there is no mpifort").to_string();
            assert!(error.contains("Fortran") && error.contains("bin/mpifort"), "{error}");
        }
    }

    #[test]
    fn each_mpi_runs_what_it_can() {
        let dir = tempfile::tempdir().expect("a folder");
        let mpis = [Mpi::Ferry, Mpi::Mpich, Mpi::Intel, Mpi::OpenMpi];
        let prefixes = mpis.map(|mpi| (mpi, dir.path().join(mpi.package())));
        for (mpi, prefix) in &prefixes {
            fs::create_dir_all(prefix.join("bin")).expect("a folder");
            script(&prefix.join("bin/mpicc"), &format!("echo {} > $1", mpi.package()));
        }
        for with in [Mpi::Ferry, Mpi::Intel] {
            let mpifort = dir.path().join(with.package()).join("bin/mpifort");
            script(&mpifort, &stand_in(with.package()));
        }
        let npb = copy_of(&dir.path().join("npb"), "x");
        let all = Benchmarks::new(&npb, &dir.path().join("out"), &prefixes).expect("copies");
        let by = |mpi: Mpi, name: &str| -> Result<String> {
            all.build(mpi, [name, "S"], 4)?;
            let program = all.program(mpi, [name, "S"], 4).context("it was built")?;
            Ok(fs::read_to_string(program)?.trim().to_owned())
        };
        for (mpi, who) in [
            (Mpi::Ferry, "ferry"),
            (Mpi::Mpich, "ferry"),
            (Mpi::Intel, "impi-rt"),
            (Mpi::OpenMpi, "openmpi"),
        ] {
            assert_eq!(by(mpi, "is").expect("it is in C"), who);
        }
        assert_eq!(by(Mpi::Ferry, "cg").expect("it has an mpifort"), "ferry");
        assert_eq!(by(Mpi::Intel, "cg").expect("it has an mpifort"), "impi-rt");
        let error = by(Mpi::Mpich, "cg").expect_err("it has none").to_string();
        assert!(error.contains("MPICH brings no mpifort"), "{error}");
        assert!(by(Mpi::OpenMpi, "cg").is_err());
    }

    #[test]
    fn what_does_not_build_is_told() {
        let dir = tempfile::tempdir().expect("a folder");
        let prefix = dir.path().join("prefix");
        fs::create_dir_all(prefix.join("bin")).expect("a folder");
        script(&prefix.join("bin/mpicc"), "echo no such luck >&2; exit 1");
        script(&prefix.join("bin/mpifort"), &stand_in("built"));
        let npb = copy_of(&dir.path().join("npb"), "x");
        let builder = Builder::new(&npb, &dir.path().join("out"), &prefix).expect("a copy");
        let error = builder.build("is", "S", 4).expect_err("it cannot").to_string();
        assert!(error.contains("no such luck"), "{error}");
        builder.build("cg", "S", 4).expect("there is an mpifort");
        assert!(builder.build("ft", "S", 4).is_err(), "there is no such target");
    }
}
