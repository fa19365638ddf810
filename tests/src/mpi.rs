//! An MPI installation: its compiler wrapper, its launcher, what they need to be told.

use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// The workspace's root.
pub fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("tests lie in the workspace").into()
}

/// An MPI that can compile and start programs.
#[derive(Clone, Debug)]
pub struct Mpi {
    /// Name for people and folders.
    pub name: &'static str,
    /// Where `bin`, `lib` and `include` are.
    pub prefix: PathBuf,
    /// Compiler wrapper.
    pub mpicc: PathBuf,
    /// Launcher.
    pub mpiexec: PathBuf,
}

impl Mpi {
    /// Ferry as built.
    ///
    /// # Panics
    /// If it is not built.
    pub fn ferry() -> Self {
        let prefix = match std::env::var_os("TESTED_PREFIX") {
            Some(prefix) => PathBuf::from(prefix),
            None => root().join("target/ferry"),
        };
        assert!(
            prefix.join("lib/libmpi_abi.so.1").exists(),
            "no library in {}: run `cargo xtask build` first",
            prefix.display()
        );
        Self::at("ferry", prefix, "mpicc")
    }

    /// MPICH 5, the reference for the standard ABI.
    ///
    /// # Panics
    /// If it is not installed.
    pub fn mpich() -> Self {
        let found = Self::at("mpich", root().join("target/peers/mpich"), "mpicc_abi");
        found.installed()
    }

    /// MPICH 5 with its own ABI, which Intel MPI and Cray MPI share.
    ///
    /// # Panics
    /// If it is not installed.
    pub fn mpich_native() -> Self {
        Self::at("mpich-native", root().join("target/peers/mpich"), "mpicc").installed()
    }

    /// Open MPI 5, with an ABI of its own.
    ///
    /// # Panics
    /// If it is not installed.
    pub fn open_mpi() -> Self {
        Self::at("openmpi", root().join("target/peers/openmpi"), "mpicc").installed()
    }

    /// Intel MPI's run-time, which brings no compiler wrapper: programs come from another's.
    ///
    /// # Panics
    /// If it is not installed.
    pub fn intel() -> Self {
        let mut found = Self::at("intel", root().join("target/peers/impi-rt"), "mpicc");
        found.mpicc = root().join("target/peers/mpich/bin/mpicc_abi");
        found.installed()
    }

    /// The one that the tests are about: Ferry unless `TESTED_MPI` names a peer.
    ///
    /// # Panics
    /// If it is not there, or the variable names no MPI.
    pub fn under_test() -> Self {
        match std::env::var("TESTED_MPI").as_deref() {
            Err(_) | Ok("ferry") => Self::ferry(),
            Ok("mpich") => Self::mpich(),
            Ok("intel") => Self::intel(),
            Ok(other) => panic!("TESTED_MPI is `{other}`, not ferry, mpich or intel"),
        }
    }

    fn at(name: &'static str, prefix: PathBuf, mpicc: &str) -> Self {
        let bin = prefix.join("bin");
        Self { name, mpicc: bin.join(mpicc), mpiexec: bin.join("mpiexec"), prefix }
    }

    fn installed(self) -> Self {
        assert!(
            self.mpiexec.exists(),
            "no {} in {}: `cargo xtask test` installs it",
            self.name,
            self.prefix.display()
        );
        self
    }

    /// Compiles `tests/c/NAME.c`, unless it has been compiled since anything changed.
    ///
    /// # Panics
    /// If the compiler fails, with what it said.
    pub fn program(&self, name: &str) -> PathBuf {
        self.made("tests/c", name, &[])
    }

    /// The program of `tests/c/portals3` with this name, compiled if need be.
    pub fn portals_program(&self, name: &str) -> PathBuf {
        self.made("tests/c/portals3", name, &["-lferry_portals3"])
    }

    /// The program of `tests/c/portals4` with this name, compiled if need be.
    pub fn portals4_program(&self, name: &str) -> PathBuf {
        self.made("tests/c/portals4", name, &["-lferry_portals4"])
    }

    /// The program of `tests/c/mplite` with this name, compiled if need be.
    pub fn mplite_program(&self, name: &str) -> PathBuf {
        self.made("tests/c/mplite", name, &["-lferry_mplite"])
    }

    /// The program of `tests/c/nexus` with this name, compiled if need be.
    pub fn nexus_program(&self, name: &str) -> PathBuf {
        self.made("tests/c/nexus", name, &["-lferry_nexus"])
    }

    /// The example in C with this name, compiled if need be.
    ///
    /// # Panics
    /// If the compiler fails, with what it said.
    pub fn example(&self, name: &str) -> PathBuf {
        self.made("examples/c", name, &[])
    }

    /// The example in C with this name, compiled if need be with Nexus.
    pub fn nexus_example(&self, name: &str) -> PathBuf {
        self.made("examples/c", name, &["-lferry_nexus"])
    }

    /// The example in C with this name, compiled if need be with Portals 3.3.
    pub fn portals_example(&self, name: &str) -> PathBuf {
        self.made("examples/c", name, &["-lferry_portals3"])
    }

    /// The kernel of `ferry experiment kernels` with this name, compiled if need be.
    pub fn kernel(&self, name: &str) -> PathBuf {
        self.made("crates/lab/experiment/programs", name, &[])
    }

    /// The program of `tests/c/pmi` with this name, compiled if need be.
    pub fn pmi_program(&self, name: &str) -> PathBuf {
        self.made("tests/c/pmi", name, &["-lferry_pmi", "-lferry_portals3"])
    }

    fn made(&self, sources: &str, name: &str, libraries: &[&str]) -> PathBuf {
        let sources = root().join(sources);
        let source = sources.join(name).with_extension("c");
        let dir = root().join("target/ferry-tests").join(self.name);
        let dir = dir.join(sources.file_name().unwrap_or_default());
        let program = dir.join(name);
        let inputs = [source.clone(), sources.join("check.h"), self.mpicc.clone()];
        if inputs.iter().all(|input| is_older(input, &program)) {
            return program;
        }
        fs::create_dir_all(&dir).expect("target is writable");
        // Tests run at the same time: each compiles to a name of its own and renames.
        let (process, thread) = (std::process::id(), std::thread::current().id());
        let fresh = dir.join(format!(".{name}.{process}.{thread:?}"));
        self.compile_with(&source, &fresh, libraries);
        fs::rename(&fresh, &program).expect("renaming within a folder");
        program
    }

    /// Compiles a source file to `program`.
    ///
    /// # Panics
    /// If the compiler fails, with what it said.
    pub fn compile(&self, source: &Path, program: &Path) {
        self.compile_with(source, program, &[]);
    }

    fn compile_with(&self, source: &Path, program: &Path, libraries: &[&str]) {
        let mut cc = Command::new(&self.mpicc);
        cc.args(["-O1", "-g", "-Wall", "-Wextra", "-Werror", "-pthread"]);
        cc.arg(source).arg("-o").arg(program).args(libraries).arg("-lm");
        let output =
            cc.output().unwrap_or_else(|error| panic!("{}: {error}", self.mpicc.display()));
        assert!(
            output.status.success(),
            "{} cannot compile {}:\n{}",
            self.mpicc.display(),
            source.display(),
            String::from_utf8_lossy(&output.stderr)
        );
    }

    /// What makes a program find this library, whichever it was linked with.
    pub fn library_path(&self) -> (&'static str, OsString) {
        ("LD_LIBRARY_PATH", self.prefix.join("lib").into())
    }
}

pub(crate) fn is_older(input: &Path, output: &Path) -> bool {
    let time = |path: &Path| fs::metadata(path).and_then(|metadata| metadata.modified()).ok();
    matches!((time(input), time(output)), (Some(input), Some(output)) if input < output)
}
