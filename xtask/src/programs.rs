//! Programs that were not written for Ferry: fetched, built unchanged with its wrappers, and their own
//! tests run. `tests/programs.toml` says which and how.

use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail};
use clap::Args;
use serde::Deserialize;

use crate::build::{self, Profile};
use crate::test::Tally;
use crate::{layout, needs, step};

/// What to run.
#[derive(Args, Debug)]
pub(crate) struct ProgramsOptions {
    /// Programs of tests/programs.toml; all by default
    names: Vec<String>,
    /// Build them again
    #[arg(long)]
    fresh: bool,
    /// MPI to build and run with, a prefix with bin/mpicc and bin/mpiexec, instead of Ferry
    #[arg(long, value_name = "PREFIX")]
    against: Option<PathBuf>,
}

/// `tests/programs.toml`.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Catalogue {
    program: Vec<Program>,
}

/// One program.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Program {
    name: String,
    /// Debian's source package.
    package: String,
    /// What it is, for people.
    about: String,
    /// Debian's packages that building takes.
    needs: Vec<String>,
    /// Whether it is a part of the tests.
    #[serde(default)]
    quick: bool,
    /// Shell scripts that run in the source's folder.
    build: String,
    test: String,
}

/// How one went.
struct Outcome {
    name: String,
    built: Duration,
    tested: Duration,
    /// Why not, where it failed.
    failed: Option<String>,
}

/// Builds and tests, and prints a table.
pub(crate) fn run(options: &ProgramsOptions) -> Result<()> {
    let prefix = match &options.against {
        Some(prefix) => std::path::absolute(prefix)?,
        None => build::prefix(Profile::Release)?,
    };
    let chosen = catalogue()?.chosen(&options.names)?;
    let outcomes: Vec<Outcome> =
        chosen.iter().map(|program| program.outcome(&prefix, options.fresh)).collect();
    println!("{:>10}  {:>8}  {:>8}", "program", "build", "test");
    for outcome in &outcomes {
        let (built, tested) = (outcome.built.as_secs_f64(), outcome.tested.as_secs_f64());
        let how = outcome.failed.as_deref().unwrap_or("passed");
        println!("{:>10}  {built:>6.1} s  {tested:>6.1} s  {how}", outcome.name);
    }
    if outcomes.iter().any(|outcome| outcome.failed.is_some()) {
        bail!("not all programs pass");
    }
    Ok(())
}

/// The quick ones as a part of `cargo xtask test`; one that cannot be fetched here is left out.
pub(crate) fn tests() -> Result<Tally> {
    let mut tally = Tally::default();
    for program in catalogue()?.program.iter().filter(|program| program.quick) {
        if let Err(error) = program.prepare() {
            step::say(&format!("left out: {} ({error:#})", program.about));
            continue;
        }
        match program.outcome(&layout::ferry(), false).failed {
            None => tally.passed += 1,
            Some(why) => {
                eprintln!("xtask: {}: {why}", program.name);
                tally.failed += 1;
            }
        }
    }
    Ok(tally)
}

fn catalogue() -> Result<Catalogue> {
    let file = layout::root().join("tests/programs.toml");
    let text = fs::read_to_string(&file).with_context(|| file.display().to_string())?;
    toml::from_str(&text).with_context(|| file.display().to_string())
}

impl Catalogue {
    fn chosen(self, names: &[String]) -> Result<Vec<Program>> {
        let known: Vec<&str> = self.program.iter().map(|p| p.name.as_str()).collect();
        if let Some(name) = names.iter().find(|name| !known.contains(&name.as_str())) {
            bail!("no program is called {name}: there are {}", known.join(", "));
        }
        let is_chosen = |p: &Program| names.is_empty() || names.contains(&p.name);
        Ok(self.program.into_iter().filter(is_chosen).collect())
    }
}

fn folder() -> PathBuf {
    layout::target().join("programs")
}

impl Program {
    fn source(&self) -> PathBuf {
        folder().join(&self.name)
    }

    /// Fetches the source and what building takes.
    fn prepare(&self) -> Result<()> {
        needs::packages(&self.needs)?;
        if !self.source().exists() {
            unpack(&archive(&self.package)?, &self.source())?;
        }
        Ok(())
    }

    fn outcome(&self, prefix: &Path, fresh: bool) -> Outcome {
        let none = Duration::ZERO;
        let mut outcome =
            Outcome { name: self.name.clone(), built: none, tested: none, failed: None };
        outcome.failed = self.all(prefix, fresh, &mut outcome).err().map(|e| format!("{e:#}"));
        outcome
    }

    fn all(&self, prefix: &Path, fresh: bool, outcome: &mut Outcome) -> Result<()> {
        if fresh && self.source().exists() {
            fs::remove_dir_all(self.source())?;
        }
        self.prepare()?;
        let done = self.source().join(".built-by-ferry");
        if !done.exists() {
            step::say(&format!("building {} ({})", self.name, self.about));
            outcome.built = self.script("build", &self.build, prefix)?;
            File::create(done)?;
        }
        step::say(&format!("testing {} ({})", self.name, self.about));
        outcome.tested = self.script("test", &self.test, prefix)?;
        Ok(())
    }

    /// Runs a script with the wrappers and the launcher of `prefix` first on the path.
    fn script(&self, what: &str, script: &str, prefix: &Path) -> Result<Duration> {
        let log = folder().join(format!("{}-{what}.log", self.name));
        let path = std::env::var_os("PATH").unwrap_or_default();
        let paths = std::iter::once(prefix.join("bin")).chain(std::env::split_paths(&path));
        let out = File::create(&log).with_context(|| log.display().to_string())?;
        let begun = Instant::now();
        let status = Command::new("bash")
            .args(["-euo", "pipefail", "-c", script])
            .current_dir(self.source())
            .env("PATH", std::env::join_paths(paths)?)
            .env("LD_LIBRARY_PATH", prefix.join("lib"))
            .stdin(Stdio::null())
            .stdout(out.try_clone()?)
            .stderr(out)
            .status()
            .context("cannot start bash")?;
        if !status.success() {
            bail!("the {what} failed; {} ends with\n{}", log.display(), end_of(&log));
        }
        Ok(begun.elapsed())
    }
}

/// The last lines of a log.
fn end_of(log: &Path) -> String {
    let text = fs::read(log).map(|bytes| String::from_utf8_lossy(&bytes).into_owned());
    let text = text.unwrap_or_default();
    let lines: Vec<&str> = text.lines().collect();
    lines[lines.len().saturating_sub(20)..].join("\n")
}

/// The upstream source of a Debian package, fetched unless it is here.
fn archive(package: &str) -> Result<PathBuf> {
    let dir = folder().join("fetched");
    if let Some(found) = fetched(&dir, package)? {
        return Ok(found);
    }
    if !step::on_path("apt-get") {
        bail!("its source comes from Debian's package {package}, and this system has no apt-get");
    }
    let config = apt_config(&dir)?;
    step::say(&format!("fetching the source of {package}"));
    let apt = || {
        let mut apt = Command::new("apt-get");
        apt.env("APT_CONFIG", &config).current_dir(&dir);
        apt
    };
    step::quiet(apt().args(["update", "-qq"]))?;
    step::quiet(apt().args(["source", "--download-only", "--tar-only", package]))?;
    fetched(&dir, package)?.with_context(|| {
        format!("apt-get fetched no {package}_*.orig.tar.* into {}", dir.display())
    })
}

fn fetched(dir: &Path, package: &str) -> Result<Option<PathBuf>> {
    let Ok(entries) = fs::read_dir(dir) else { return Ok(None) };
    for entry in entries {
        let path = entry?.path();
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        if name.starts_with(&format!("{package}_")) && name.contains(".orig.tar.") {
            return Ok(Some(path));
        }
    }
    Ok(None)
}

/// A configuration of apt with source packages, apart from the system's, which is left as it is.
fn apt_config(dir: &Path) -> Result<PathBuf> {
    for part in ["parts", "lists/partial", "cache/archives/partial"] {
        let part = dir.join("apt").join(part);
        fs::create_dir_all(&part).with_context(|| part.display().to_string())?;
    }
    let mut found = 0;
    let system = Path::new("/etc/apt");
    let listed = fs::read_dir(system.join("sources.list.d"));
    let others = listed.into_iter().flatten().flatten().map(|entry| entry.path());
    for file in std::iter::once(system.join("sources.list")).chain(others) {
        let Ok(text) = fs::read_to_string(&file) else { continue };
        let name = file.file_name().unwrap_or_default();
        fs::write(dir.join("apt/parts").join(name), with_sources(&text))?;
        found += 1;
    }
    if found == 0 {
        bail!("/etc/apt names no places to fetch from");
    }
    let apt = dir.join("apt");
    let config = format!(
        "Dir::Etc::sourceparts \"{apt}/parts\";\nDir::Etc::sourcelist \"/dev/null\";\n\
         Dir::State::lists \"{apt}/lists\";\nDir::Cache \"{apt}/cache\";\n\
         APT::Sandbox::User \"root\";\n",
        apt = apt.display()
    );
    let path = apt.join("apt.conf");
    fs::write(&path, config)?;
    Ok(path)
}

/// A list of package sources that names source packages, too: in either form that apt reads.
fn with_sources(text: &str) -> String {
    let line = |line: &str| match (line.strip_prefix("Types:"), line.strip_prefix("deb ")) {
        (Some(types), _) if !types.contains("deb-src") => format!("{line} deb-src\n"),
        (_, Some(rest)) => format!("{line}\ndeb-src {rest}\n"),
        _ => format!("{line}\n"),
    };
    text.lines().map(line).collect()
}

/// Unpacks an archive with one folder at its top.
fn unpack(archive: &Path, to: &Path) -> Result<()> {
    let fresh = to.with_extension("unpacking");
    let _ = fs::remove_dir_all(&fresh);
    fs::create_dir_all(&fresh).with_context(|| fresh.display().to_string())?;
    let mut tar = Command::new("tar");
    step::quiet(tar.arg("-xf").arg(archive).args(["--strip-components=1", "-C"]).arg(&fresh))?;
    fs::rename(&fresh, to).with_context(|| to.display().to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sources_are_asked_for_in_both_forms_of_lists() {
        let new = with_sources("Types: deb\nURIs: http://a\n");
        assert_eq!(new, "Types: deb deb-src\nURIs: http://a\n");
        assert_eq!(with_sources("Types: deb deb-src\n"), "Types: deb deb-src\n");
        let old = with_sources("# comment\ndeb http://a b main\n");
        assert_eq!(old, "# comment\ndeb http://a b main\ndeb-src http://a b main\n");
    }

    #[test]
    fn the_catalogue_is_understood_and_names_are_checked() {
        let names = |chosen: Vec<Program>| chosen.into_iter().map(|p| p.name).collect::<Vec<_>>();
        assert_eq!(names(catalogue().unwrap().chosen(&[]).unwrap()).len(), 4);
        let one = ["fftw".to_owned()];
        assert_eq!(names(catalogue().unwrap().chosen(&one).unwrap()), one);
        let error = catalogue().unwrap().chosen(&["fttw".to_owned()]).err().unwrap();
        assert!(error.to_string().contains("there are hpl, fftw"), "{error}");
        assert!(catalogue().unwrap().program.iter().any(|program| program.quick));
    }
}
