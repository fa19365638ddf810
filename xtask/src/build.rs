//! Builds `libmpi_abi.so.1` and the programs into `target/ferry`.
//!
//! The library is linked by `cc` from a static library, since that alone gives control over what it
//! exports: the version script lists the standard's names, and the alias script gives every
//! `PMPI_` name its `MPI_` twin.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::SystemTime;

use anyhow::{Context, Result, bail};
use clap::{Args, ValueEnum};
use rustix::fs::{FlockOperation, flock};

use self::shared::{Exports, SharedLibrary};
use crate::{layout, needs, step};

mod completions;
mod faces;
mod fortran;
mod manual;
mod shared;

/// How much the compiler may try.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(crate) enum Profile {
    /// What is built soonest, for one use
    Quick,
    /// Quick to build, and to build again
    Dev,
    /// Whole-program optimisation
    Release,
}

impl Profile {
    /// Cargo's word for it.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Quick => "quick",
            Self::Dev => "dev",
            Self::Release => "release",
        }
    }

    /// Cargo's folder for it.
    pub(crate) fn folder(self) -> &'static str {
        match self {
            Self::Quick => "quick",
            Self::Dev => "debug",
            Self::Release => "release",
        }
    }
}

/// What to build.
#[derive(Args, Debug)]
pub(crate) struct BuildOptions {
    /// Profile to build with
    #[arg(long, value_enum, default_value = "release")]
    profile: Profile,
    /// The same as --profile release
    #[arg(long)]
    release: bool,
}

/// The programs, each with the other names that it goes by.
const PROGRAMS: [(&str, &[&str]); 4] = [
    ("ferry", &[]),
    ("ferry-experiment", &[]),
    ("mpiexec", &["mpirun", "mprun"]),
    ("mpicc", &["mpicxx", "mpic++", "mpiCC", "mpifort", "mpif77", "mpif90"]),
];

/// Archives of which several libraries are linked, so that the stack below them is optimised once for all of these.
const BUNDLE_ONE: &str = "libferry_bundle_one.a";
const BUNDLE_TWO: &str = "libferry_bundle_two.a";

/// The library of the standard ABI.
const MPI: SharedLibrary = SharedLibrary {
    archive: "libferry_standard.a",
    exports: Exports::Generated("crates/faces/mpi/standard/generated"),
    file: "libmpi_abi.so",
    version: "1",
    libraries: &[],
    is_linked_with: true,
};

/// The library of programs that were built for MPICH, or for what has its ABI.
const MPICH: SharedLibrary = SharedLibrary {
    archive: BUNDLE_ONE,
    exports: Exports::Generated("crates/faces/mpi/mpich/generated"),
    file: "libmpi.so",
    version: "12",
    libraries: &[],
    is_linked_with: false,
};

/// The library of programs that were built for Open MPI.
const OPENMPI: SharedLibrary = SharedLibrary {
    archive: BUNDLE_TWO,
    exports: Exports::Generated("crates/faces/mpi/openmpi/generated"),
    version: "40",
    ..MPICH
};

/// The packages of the library and the programs.
const PACKAGES: [&str; 18] = [
    "-p",
    "ferry-cli",
    "-p",
    "ferry-standard",
    "-p",
    "ferry-fortran",
    "-p",
    "ferry-fortran-openmpi",
    "-p",
    "ferry-fortran-mpich",
    "-p",
    "ferry-bundle-one",
    "-p",
    "ferry-bundle-two",
    "-p",
    "ferry-pmi-abi",
    "-p",
    "ferry-experiment",
];

/// Builds and returns the prefix.
pub(crate) fn run(options: &BuildOptions) -> Result<PathBuf> {
    let profile = if options.release { Profile::Release } else { options.profile };
    let prefix = prefix(profile)?;
    println!("{}", prefix.display());
    Ok(prefix)
}

/// Builds into `target/ferry`, doing only what is needed. One process at a time: the next finds it done.
pub(crate) fn prefix(profile: Profile) -> Result<PathBuf> {
    let prefix = layout::ferry();
    let _lock = lock(&prefix.with_extension("lock"))?;
    let stamp = prefix.with_extension("profile");
    if fs::read_to_string(&stamp).ok().as_deref() != Some(profile.name()) {
        // What another profile has left there may be newer than what cargo built before, and would stay.
        [&stamp, &prefix.join("bin"), &prefix.join("lib")]
            .into_iter()
            .try_for_each(|it| remove(it))?;
    }
    into(&prefix, profile)?;
    write_if_changed(&stamp, profile.name())?;
    Ok(prefix)
}

/// Removes a file, or a folder with all that is in it, if there is one.
fn remove(path: &Path) -> Result<()> {
    let removed = if path.is_dir() { fs::remove_dir_all(path) } else { fs::remove_file(path) };
    match removed {
        Err(error) if error.kind() != std::io::ErrorKind::NotFound => {
            Err(error).with_context(|| format!("cannot remove {}", path.display()))
        }
        _ => Ok(()),
    }
}

/// Locks a file for as long as it is open.
fn lock(path: &Path) -> Result<fs::File> {
    fs::create_dir_all(layout::target())?;
    let file =
        fs::File::create(path).with_context(|| format!("cannot create {}", path.display()))?;
    if flock(&file, FlockOperation::NonBlockingLockExclusive).is_err() {
        step::say("waiting for another process that builds the library and the programs");
        flock(&file, FlockOperation::LockExclusive).with_context(|| path.display().to_string())?;
    }
    Ok(file)
}

/// Builds and puts bin, lib, include and share into `prefix`.
pub(crate) fn into(prefix: &Path, profile: Profile) -> Result<()> {
    needs::meet(&[needs::CC])?;
    step::say(&format!("building the library and the programs ({})", profile.name()));
    let mut cargo = cargo("build", profile);
    step::run(cargo.args(PACKAGES).args(["--lib", "--bins"]))?;
    lay_out(&layout::cargo_target().join(profile.folder()), prefix, &PROGRAMS)
}

/// Builds a benchmark program in Rust, optimised. Returns where it is.
pub(crate) fn bench(name: &str) -> Result<PathBuf> {
    step::say(&format!("building {name} (release)"));
    let mut cargo = cargo("build", Profile::Release);
    // Alone it would ask less of the packages that all share, and those would be built once more.
    cargo.args(PACKAGES).args(["-p", "ferry-bench", "--lib", "--bins"]);
    step::run(&mut cargo)?;
    Ok(layout::cargo_target().join(Profile::Release.folder()).join(name))
}

/// Builds the little of Ferry that the demo shows, quickly: no command `ferry` with its experiments, nothing
/// optimised across crates. Returns the Rust example.
pub(crate) fn for_demo(prefix: &Path) -> Result<PathBuf> {
    needs::meet(&[needs::CC])?;
    step::say("building the library, mpiexec and mpicc (a minute or so)");
    // A newcomer waits for this once. Without optimisation the compiler has half the work.
    let mut cargo = cargo("build", Profile::Quick);
    cargo.args(["-p", "ferry-standard", "-p", "ferry-cli", "-p", "ferry-examples"]);
    cargo.args(["--no-default-features", "--lib", "--bin", "mpiexec", "--bin", "mpicc"]);
    step::run(cargo.args(["--bin", "pi"]))?;
    let built = layout::cargo_target().join(Profile::Quick.folder());
    lay_out(&built, prefix, &[("mpiexec", &["mpirun"]), ("mpicc", &["mpicxx"])])?;
    Ok(built.join("pi"))
}

/// Fills a prefix from what cargo has built.
fn lay_out(built: &Path, prefix: &Path, names: &[(&str, &[&str])]) -> Result<()> {
    for dir in ["bin", "lib/pkgconfig", "include"] {
        let dir = prefix.join(dir);
        fs::create_dir_all(&dir).with_context(|| format!("cannot create {}", dir.display()))?;
    }
    MPI.link(built, &prefix.join("lib"))?;
    // The demo builds its programs itself.
    if built.join(MPICH.archive).exists() {
        MPICH.link(built, &prefix.join("lib"))?;
        OPENMPI.link(built, &prefix.join("lib"))?;
    }
    // The demo shows MPI in C alone.
    fortran::install(built, prefix)?;
    faces::install(built, prefix)?;
    programs(built, &prefix.join("bin"), names)?;
    for header in ["include/mpi.h", "include/mpi-ext.h", "include/ferry_method.h"] {
        copy_if_newer(&layout::root().join(header), &prefix.join(header))?;
    }
    fortran::modules(prefix)?;
    // `mpi` is what build scripts ask for, `ferry` tells it from other MPIs.
    for name in ["mpi", "ferry"] {
        let file = prefix.join("lib/pkgconfig").join(name).with_extension("pc");
        let pc = pkg_config(name, "MPI by the best method of each link", "", "-lmpi_abi");
        write_if_changed(&file, &pc)?;
    }
    manual::install(prefix)?;
    completions::install(prefix)
}

fn cargo(verb: &str, profile: Profile) -> Command {
    let mut cargo = step::cargo();
    cargo.current_dir(layout::root()).args([verb, "--profile", profile.name()]);
    cargo
}

fn programs(built: &Path, bin: &Path, names: &[(&str, &[&str])]) -> Result<()> {
    for &(name, others) in names {
        let from = built.join(name);
        if !from.exists() {
            bail!("cargo built no program named {name}");
        }
        copy_if_newer(&from, &bin.join(name))?;
        for other in others {
            symlink(name, &bin.join(other))?;
        }
    }
    Ok(())
}

/// A pkg-config file that finds its prefix by itself.
fn pkg_config(name: &str, description: &str, flags: &str, library: &str) -> String {
    format!(
        "prefix=${{pcfiledir}}/../..\nincludedir=${{prefix}}/include\nlibdir=${{prefix}}/lib\n\n\
         Name: {name}\nDescription: {description}\nVersion: {}\n\
         Cflags: -I${{includedir}}{flags}\nLibs: -L${{libdir}} -Wl,-rpath,${{libdir}} \
         -Wl,--enable-new-dtags {library}\n",
        env!("CARGO_PKG_VERSION")
    )
}

fn modified(path: &Path) -> Option<SystemTime> {
    path.metadata().and_then(|metadata| metadata.modified()).ok()
}

/// Whether `input` is newer than `output`, or `output` is not there.
fn is_newer(input: &Path, output: &Path) -> bool {
    match (modified(input), modified(output)) {
        (Some(input), Some(output)) => input > output,
        _ => true,
    }
}

fn copy_if_newer(from: &Path, to: &Path) -> Result<()> {
    if to.is_symlink() || is_newer(from, to) {
        let fresh = to.with_extension("new");
        let copied = fs::copy(from, &fresh).and_then(|_| fs::rename(&fresh, to));
        copied.with_context(|| format!("cannot copy {} to {}", from.display(), to.display()))?;
    }
    Ok(())
}

/// Makes a link, in place of another if need be.
pub(crate) fn symlink(target: &str, link: &Path) -> Result<()> {
    if fs::read_link(link).is_ok_and(|now| now == Path::new(target)) {
        return Ok(());
    }
    match fs::remove_file(link) {
        Err(error) if error.kind() != std::io::ErrorKind::NotFound => return Err(error.into()),
        _ => {}
    }
    std::os::unix::fs::symlink(target, link)
        .with_context(|| format!("cannot create the link {}", link.display()))
}

fn write_if_changed(path: &Path, text: &str) -> Result<()> {
    if fs::read_to_string(path).is_ok_and(|now| now == text) {
        return Ok(());
    }
    fs::write(path, text).with_context(|| format!("cannot write {}", path.display()))
}
