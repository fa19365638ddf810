//! mpi4py, built from its source against Ferry, and slices of its own test suite.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result, bail};
use clap::Args;
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
    /// MPI to test, a prefix with bin/mpiexec and lib/libmpi_abi.so.1, instead of Ferry
    #[arg(long, value_name = "PREFIX")]
    against: Option<PathBuf>,
}

/// `tests/mpi4py.toml`: what is run, and what is left out and why.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Slices {
    /// The release to test with.
    version: String,
    /// Numbers of ranks.
    ranks: Vec<u32>,
    /// Longest time of one module on one number of ranks, in seconds.
    timeout: u32,
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
    let tally = all(&prefix, &slices)?;
    println!("{} passed, {} failed", tally.passed, tally.failed);
    if tally.failed > 0 {
        bail!("mpi4py's tests fail");
    }
    Ok(())
}

/// The slices as a part of `cargo xtask test`, on Ferry as built.
pub(crate) fn tests() -> Result<Tally> {
    all(&layout::ferry(), &slices()?)
}

fn slices() -> Result<Slices> {
    let file = layout::root().join("tests/mpi4py.toml");
    let text = fs::read_to_string(&file).with_context(|| file.display().to_string())?;
    toml::from_str(&text).with_context(|| file.display().to_string())
}

fn all(prefix: &Path, slices: &Slices) -> Result<Tally> {
    let suite = Suite::prepare(prefix, slices)?;
    for (pattern, reason) in &slices.exclude {
        println!("left out: {pattern} ({reason})");
    }
    let mut tally = Tally::default();
    for module in &slices.alone {
        tally += suite.module(module, 1, slices, &[])?;
    }
    for &ranks in &slices.ranks {
        for module in &slices.modules {
            tally += suite.module(module, ranks, slices, &[])?;
        }
    }
    if slices.pools {
        tally += suite.pools(slices)?;
    }
    let Direct { ranks, methods, modules } = &slices.direct;
    for method in methods {
        let variables = [("FERRY_P2P", "direct"), ("FERRY_METHODS", method.as_str())];
        for module in modules {
            tally += suite.module(module, *ranks, slices, &variables)?;
        }
    }
    Ok(tally)
}

/// An mpi4py that is built and its sources.
struct Suite<'a> {
    prefix: &'a Path,
    venv: PathBuf,
    source: PathBuf,
}

impl<'a> Suite<'a> {
    /// Fetches and builds mpi4py, unless that has been done for this release and header.
    fn prepare(prefix: &'a Path, slices: &Slices) -> Result<Self> {
        let dir = layout::peers().join("mpi4py");
        let venv = dir.join("venv");
        let source = dir.join(format!("mpi4py-{}", slices.version));
        let stamp = dir.join(format!("built-{}", slices.version));
        peers::venv(&venv)?;
        if !source.join("test/main.py").exists() {
            step::say(&format!("fetching the source of mpi4py {}", slices.version));
            fetch(&venv, &dir, &slices.version)?;
        }
        let headers = ["mpi.h", "mpi-ext.h"].map(|name| prefix.join("include").join(name));
        let header = headers.map(|path| fs::read_to_string(path).unwrap_or_default()).concat();
        if fs::read_to_string(&stamp).ok().as_ref() != Some(&header) {
            step::say("building mpi4py (pip says nothing meanwhile: two minutes or so)");
            build_module(&venv, &source, prefix)?;
            fs::write(&stamp, header)?;
        }
        Ok(Self { prefix, venv, source })
    }

    /// Runs one module on `ranks` ranks with these variables.
    fn module(
        &self,
        module: &str,
        ranks: u32,
        slices: &Slices,
        variables: &Variables<'_>,
    ) -> Result<Tally> {
        let module_file = format!(r"test_{module}\.py$");
        let mut arguments = vec!["test/main.py", "-i", &module_file];
        for pattern in slices.exclude.keys() {
            arguments.extend(["-x", pattern]);
        }
        self.run(module, ranks, slices, &arguments, variables)
    }

    /// Runs the tests of its pools of processes: one that spawns its workers, and one among the ranks of a job; and of
    /// what libraries like dask-mpi do with all this.
    fn pools(&self, slices: &Slices) -> Result<Tally> {
        const TESTS: &str = "demo/futures/test_futures.py";
        let mut tally = self.run("futures that spawn", 1, slices, &[TESTS], &[])?;
        tally += self.run("futures", 3, slices, &["-m", "mpi4py.futures", TESTS], &[])?;
        let patterns = layout::root().join("tests/mpi4py/patterns.py").display().to_string();
        for methods in ["shm,tcp", "tcp"] {
            let variables = [("FERRY_METHODS", methods)];
            tally += self.run("patterns", 4, slices, &[&patterns], &variables)?;
        }
        Ok(tally)
    }

    /// Runs Python with these arguments on `ranks` ranks, and says how its tests went.
    fn run(
        &self,
        name: &str,
        ranks: u32,
        slices: &Slices,
        arguments: &[&str],
        variables: &Variables<'_>,
    ) -> Result<Tally> {
        let mut command = Command::new("timeout");
        command.args(["-k", "5", &slices.timeout.to_string()]);
        command.arg(self.prefix.join("bin/mpiexec")).args(["-n", &ranks.to_string()]);
        command.arg(self.venv.join("bin/python")).args(arguments);
        command.current_dir(&self.source).env("LD_LIBRARY_PATH", self.prefix.join("lib"));
        command.envs(variables.iter().copied());
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
