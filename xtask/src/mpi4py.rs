//! mpi4py, built from its source against Ferry or as PyPI has it for another MPI, and its own test suite: slices of it, or
//! all.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result, bail};
use clap::{Args, ValueEnum};
use serde::Deserialize;

use crate::build::{self, Profile};
use crate::peers;
use crate::test::Tally;
use crate::{layout, needs, step};

/// What to run.
#[derive(Args, Debug)]
pub(crate) struct Mpi4pyOptions {
    /// Modules to run instead of those of tests/mpi4py.toml, separated by commas
    #[arg(long, value_delimiter = ',')]
    modules: Vec<String>,
    /// Numbers of ranks instead of those of tests/mpi4py.toml
    #[arg(short, long, value_delimiter = ',')]
    n: Vec<u32>,
    /// Methods to run over, one after the other, instead of what Ferry chooses
    #[arg(long, value_delimiter = ',', value_name = "METHOD")]
    methods: Vec<String>,
    /// Run the whole suite instead of slices: all modules in one job, with all packages that its tests can use
    #[arg(long, conflicts_with = "modules")]
    whole: bool,
    /// Which of Ferry's libraries to test: by a build for the standard ABI, or by PyPI's wheel for another
    #[arg(long, value_enum, default_value = "standard", conflicts_with = "against")]
    abi: Abi,
    /// MPI to test, a prefix with bin/mpiexec and lib/libmpi_abi.so.1, instead of Ferry
    #[arg(long, value_name = "PREFIX")]
    against: Option<PathBuf>,
}

/// A binary interface, by which of its libraries programs find Ferry.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
enum Abi {
    Standard,
    Mpich,
    Openmpi,
}

impl Abi {
    /// The library that PyPI's wheel loads; `None`: it has no module for this one.
    fn library(self) -> Option<&'static str> {
        match self {
            Abi::Standard => None,
            Abi::Mpich => Some("lib/libmpi.so.12"),
            Abi::Openmpi => Some("lib/libmpi.so.40"),
        }
    }
}

/// `tests/mpi4py.toml`: what is run, and what is left out and why.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Slices {
    /// The release to test with.
    version: String,
    /// Numbers of ranks.
    ranks: Vec<u32>,
    /// Those of `cargo xtask test`.
    usual_ranks: Vec<u32>,
    /// Longest time of one job, in seconds.
    timeout: u32,
    /// The same of the whole suite.
    whole_timeout: u32,
    /// Packages without which tests of the whole suite are left out.
    packages: Vec<String>,
    /// Modules of mpi4py's `test` folder, without `test_`.
    modules: Vec<String>,
    /// Further modules, in which no rank speaks with another: these are run on one.
    alone: Vec<String>,
    /// Whether the tests of `mpi4py.futures` are run, which spawn processes.
    pools: bool,
    /// What is run in the direct design as well.
    direct: Direct,
    /// Patterns for names of tests (`-x` of its runner), with the reason.
    exclude: BTreeMap<String, String>,
}

/// Slices in the direct design.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Direct {
    ranks: u32,
    /// Methods, one after the other.
    methods: Vec<String>,
    modules: Vec<String>,
}

/// Variables of one run.
type Variables<'a> = [(&'a str, &'a str)];

/// Builds and runs, and says how it went.
pub(crate) fn run(options: &Mpi4pyOptions) -> Result<()> {
    needs::meet(&[needs::PYTHON, needs::PYTHON_DEV])?;
    let prefix = match &options.against {
        Some(prefix) => std::path::absolute(prefix)?,
        None => build::prefix(Profile::Release)?,
    };
    let slices = chosen(options)?;
    let suite = Suite::prepare(&prefix, &slices, options.abi)?;
    let tally = match options {
        Mpi4pyOptions { whole: true, methods, .. } => whole(&suite, &slices, methods)?,
        Mpi4pyOptions { methods, .. } if methods.is_empty() => all(&suite, &slices)?,
        Mpi4pyOptions { methods, .. } => {
            over(methods, |variables| ranked(&suite, &slices, variables))?
        }
    };
    println!("{} passed, {} failed", tally.passed, tally.failed);
    if tally.failed > 0 {
        bail!("mpi4py's tests fail");
    }
    Ok(())
}

/// What the options leave of tests/mpi4py.toml.
fn chosen(options: &Mpi4pyOptions) -> Result<Slices> {
    let mut slices = slices()?;
    if !options.modules.is_empty() {
        slices.modules.clone_from(&options.modules);
        slices.alone.clear();
        slices.direct.modules.clear();
        slices.pools = slices.modules.iter().any(|module| module == "futures");
        slices.modules.retain(|module| module != "futures");
    }
    if !options.n.is_empty() {
        slices.ranks.clone_from(&options.n);
    }
    Ok(slices)
}

/// The slices as a part of `cargo xtask test`, on Ferry as built there.
pub(crate) fn tests(prefix: &Path) -> Result<Tally> {
    let mut slices = slices()?;
    slices.ranks = std::mem::take(&mut slices.usual_ranks);
    all(&Suite::prepare(prefix, &slices, Abi::Standard)?, &slices)
}

fn slices() -> Result<Slices> {
    let file = layout::root().join("tests/mpi4py.toml");
    let text = fs::read_to_string(&file).with_context(|| file.display().to_string())?;
    toml::from_str(&text).with_context(|| file.display().to_string())
}

fn all(suite: &Suite<'_>, slices: &Slices) -> Result<Tally> {
    for (pattern, reason) in &slices.exclude {
        println!("left out: {pattern} ({reason})");
    }
    let mut tally = ranked(suite, slices, &[])?;
    if slices.pools {
        tally += suite.pools(slices)?;
    }
    let Direct { ranks, methods, modules } = &slices.direct;
    for method in methods {
        let variables = [("FERRY_P2P", "direct"), ("FERRY_METHODS", method.as_str())];
        tally += suite.modules(modules, *ranks, slices, &variables)?;
    }
    Ok(tally)
}

/// All modules on their numbers of ranks.
fn ranked(suite: &Suite<'_>, slices: &Slices, variables: &Variables<'_>) -> Result<Tally> {
    let mut tally = suite.modules(&slices.alone, 1, slices, variables)?;
    for &ranks in &slices.ranks {
        tally += suite.modules(&slices.modules, ranks, slices, variables)?;
    }
    Ok(tally)
}

/// The whole suite over each of these methods, or over those that Ferry chooses, on each number of ranks.
fn whole(suite: &Suite<'_>, slices: &Slices, methods: &[String]) -> Result<Tally> {
    step::quiet(peers::pip(&suite.venv).args(["install", "-q"]).args(&slices.packages))?;
    let runs = |variables: &Variables<'_>| {
        let mut tally = Tally::default();
        for &ranks in &slices.ranks {
            let run = Run { name: "all modules", ranks, seconds: slices.whole_timeout, variables };
            tally += suite.run(&run, &slices.arguments(&["test/main.py"]))?;
        }
        Ok(tally)
    };
    over(methods, runs)
}

/// Runs something over each of these methods; where there are none, over what Ferry chooses.
fn over(
    methods: &[String],
    mut runs: impl FnMut(&Variables<'_>) -> Result<Tally>,
) -> Result<Tally> {
    if methods.is_empty() {
        return runs(&[]);
    }
    let mut tally = Tally::default();
    for method in methods {
        tally += runs(&[("FERRY_METHODS", method.as_str())])?;
    }
    Ok(tally)
}

impl Slices {
    /// Arguments of Python for the suite's runner, with what is left out.
    fn arguments<'a>(&'a self, first: &[&'a str]) -> Vec<&'a str> {
        let left_out = self.exclude.keys().flat_map(|pattern| ["-x", pattern]);
        first.iter().copied().chain(left_out).collect()
    }
}

/// A run of Python.
struct Run<'a> {
    /// What is run.
    name: &'a str,
    ranks: u32,
    /// Longest time.
    seconds: u32,
    variables: &'a Variables<'a>,
}

/// An mpi4py that is built and its sources.
struct Suite<'a> {
    prefix: &'a Path,
    abi: Abi,
    venv: PathBuf,
    source: PathBuf,
}

impl<'a> Suite<'a> {
    /// Fetches and builds mpi4py, unless that has been done for this release and header.
    fn prepare(prefix: &'a Path, slices: &Slices, abi: Abi) -> Result<Self> {
        let dir = layout::peers().join("mpi4py");
        let venv = dir.join("venv");
        let source = dir.join(format!("mpi4py-{}", slices.version));
        let stamp = dir.join(format!("built-{}", slices.version));
        peers::venv(&venv)?;
        if !source.join("test/main.py").exists() {
            step::say(&format!("fetching the source of mpi4py {}", slices.version));
            fetch(&venv, &dir, &slices.version)?;
        }
        if abi.library().is_some() {
            let venv = dir.join("wheel");
            peers::venv(&venv)?;
            let release = format!("mpi4py=={}", slices.version);
            step::quiet(peers::pip(&venv).args([
                "install",
                "-q",
                "--only-binary",
                ":all:",
                &release,
            ]))?;
            return Ok(Self { prefix, abi, venv, source });
        }
        let headers = ["mpi.h", "mpi-ext.h"].map(|name| prefix.join("include").join(name));
        let header = headers.map(|path| fs::read_to_string(path).unwrap_or_default()).concat();
        if fs::read_to_string(&stamp).ok().as_ref() != Some(&header) {
            step::say("building mpi4py (pip says nothing meanwhile: two minutes or so)");
            build_module(&venv, &source, prefix)?;
            fs::write(&stamp, header)?;
        }
        Ok(Self { prefix, abi, venv, source })
    }

    /// Runs modules on `ranks` ranks with these variables: in one job, since Python takes longer to start and to find
    /// them than to run most of them.
    fn modules(
        &self,
        modules: &[String],
        ranks: u32,
        slices: &Slices,
        variables: &Variables<'_>,
    ) -> Result<Tally> {
        if modules.is_empty() {
            return Ok(Tally::default());
        }
        let files = format!(r"test_({})\.py$", modules.join("|"));
        // Whether an earlier run of the whole suite has brought numpy must not matter. Names say where a job stands still.
        let arguments = ["test/main.py", "--no-numpy", "--verbose", "-i", &files];
        let name = match modules {
            [module] => module.clone(),
            _ => format!("{} modules", modules.len()),
        };
        let run = Run { name: &name, ranks, seconds: slices.timeout, variables };
        self.run(&run, &slices.arguments(&arguments))
    }

    /// Runs the tests of its pools of processes: one that spawns its workers, and one among the ranks of a job; and of
    /// what libraries like dask-mpi do with all this.
    fn pools(&self, slices: &Slices) -> Result<Tally> {
        const TESTS: &str = "demo/futures/test_futures.py";
        let run = |name, ranks, variables| Run { name, ranks, seconds: slices.timeout, variables };
        let mut tally = self.run(&run("futures that spawn", 1, &[]), &[TESTS])?;
        tally += self.run(&run("futures", 3, &[]), &["-m", "mpi4py.futures", TESTS])?;
        let patterns = layout::root().join("tests/mpi4py/patterns.py").display().to_string();
        for methods in ["shm,tcp", "tcp"] {
            let variables = [("FERRY_METHODS", methods)];
            let run =
                Run { name: "patterns", ranks: 4, seconds: slices.timeout, variables: &variables };
            tally += self.run(&run, &[&patterns])?;
        }
        Ok(tally)
    }

    /// Runs Python with these arguments, and says how its tests went.
    fn run(&self, run: &Run<'_>, arguments: &[&str]) -> Result<Tally> {
        let Run { name, ranks, seconds, variables } = run;
        let mut command = Command::new("timeout");
        command.args(["-k", "5", &seconds.to_string()]);
        command.arg(self.prefix.join("bin/mpiexec")).args(["-n", &ranks.to_string()]);
        command.arg(self.venv.join("bin/python")).args(arguments);
        command.current_dir(&self.source).env("LD_LIBRARY_PATH", self.prefix.join("lib"));
        command.envs(variables.iter().copied());
        command.envs(self.abi.library().map(|file| ("MPI4PY_LIBMPI", self.prefix.join(file))));
        // Tests that fail, or are ended in time, leave their files.
        let files = tempfile::Builder::new().prefix("ferry-mpi4py-").tempdir()?;
        command.env("TMPDIR", files.path());
        let output = command.output().with_context(|| step::shown(&command))?;
        let text = String::from_utf8_lossy(&output.stderr).into_owned()
            + &String::from_utf8_lossy(&output.stdout);
        let mut tally = summary(&text);
        if !output.status.success() && tally.failed == 0 {
            tally.failed = 1;
        }
        if tally.failed > 0 {
            let tail: Vec<&str> = text.lines().rev().take(60).collect();
            let tail: Vec<&str> = tail.into_iter().rev().collect();
            println!("{}\n`{}`: {}", tail.join("\n"), step::shown(&command), output.status);
        }
        let how: String =
            variables.iter().map(|(name, value)| format!(" {name}={value}")).collect();
        println!("{name} on {ranks}{how}: {} passed, {} failed", tally.passed, tally.failed);
        Ok(tally)
    }
}

fn fetch(venv: &Path, dir: &Path, version: &str) -> Result<()> {
    let mut pip = peers::pip(venv);
    pip.args(["download", "-q", "--no-binary", ":all:", "--no-deps", "--no-build-isolation"]);
    // Its metadata is asked for during the download, which needs what builds it.
    step::quiet(peers::pip(venv).args(["install", "-q", "setuptools", "wheel", "cython>=3.1"]))?;
    step::quiet(pip.arg(format!("mpi4py=={version}")).arg("-d").arg(dir))?;
    let archive = dir.join(format!("mpi4py-{version}.tar.gz"));
    step::quiet(Command::new("tar").arg("-xzf").arg(archive).arg("-C").arg(dir))?;
    Ok(())
}

fn build_module(venv: &Path, source: &Path, prefix: &Path) -> Result<()> {
    let wrapper = ["mpicc_abi", "mpicc"].map(|name| prefix.join("bin").join(name));
    let mpicc = wrapper.iter().find(|path| path.exists()).context("the prefix has no mpicc")?;
    let mut pip = peers::pip(venv);
    let mut flags = "-O0".to_owned();
    if prefix.join("include/mpi-ext.h").exists() {
        flags += &format!(" -include {}", layout::root().join("tests/mpi4py.h").display());
    }
    pip.env("MPICC", mpicc).env("CFLAGS", flags).env("MPI4PY_BUILD_MPIABI", "1");
    pip.args(["install", "-q", "--force-reinstall", "--no-deps", "--no-build-isolation"]);
    step::quiet(pip.arg("--no-cache-dir").arg(source))?;
    Ok(())
}

/// unittest's last lines, of every rank: `Ran 56 tests in 0.1s` and `FAILED (failures=1, errors=2,
/// skipped=3)` or `OK (skipped=3)`. Each rank runs all tests; a test counts once for each.
fn summary(text: &str) -> Tally {
    let mut tally = Tally::default();
    for line in text.lines() {
        let words: Vec<&str> = line.split_whitespace().collect();
        if let ["Ran", count, ..] = words.as_slice() {
            tally.passed += count.parse().unwrap_or(0);
        }
        let is_verdict = line.starts_with("OK") || line.starts_with("FAILED (");
        let Some((_, inner)) = line.split_once('(').filter(|_| is_verdict) else { continue };
        for part in inner.trim_end_matches(')').split(", ") {
            let Some((what, count)) = part.split_once('=') else { continue };
            let count: u64 = count.parse().unwrap_or(0);
            tally.passed = tally.passed.saturating_sub(count);
            if ["failures", "errors", "unexpected successes"].contains(&what) {
                tally.failed += count;
            }
        }
    }
    tally
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_file_of_slices_is_understood() {
        let slices = slices().unwrap();
        assert!(slices.modules.iter().any(|module| module == "exceptions"));
    }

    #[test]
    fn verdicts_are_understood() {
        let text = "Ran 56 tests in 0.123s\n\nOK (skipped=6)\nRan 56 tests in 0.1s\n\n\
                    FAILED (failures=1, errors=2, skipped=3)\n";
        assert_eq!(summary(text), Tally { passed: 100, failed: 3 });
        assert_eq!(summary("Ran 3 tests in 1s\n\nOK\n"), Tally { passed: 3, failed: 0 });
    }
}
