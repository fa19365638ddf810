//! The basic tests of Portals 4's reference implementation, from a copy of the user's: compiled with Ferry's
//! header and library and run as their makefile lists them. Nothing of the copy is configured or changed.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail};
use clap::Args;

use crate::build::{self, Profile};
use crate::{layout, needs, step};

/// What to run.
#[derive(Args, Debug)]
pub(crate) struct Portals4Options {
    /// Copy of the reference implementation's sources, which has test/basic/Makefile.am
    #[arg(long, value_name = "DIR")]
    source: PathBuf,
    /// On how many ranks
    #[arg(long, value_delimiter = ',', default_value = "2,3,4")]
    ranks: Vec<u32>,
    /// Tests whose names have one of these in them; all by default
    #[arg(long, value_delimiter = ',')]
    only: Vec<String>,
    /// Profile to build Ferry with
    #[arg(long, value_enum, default_value = "release")]
    profile: Profile,
    /// Longest that a test may take, in seconds
    #[arg(long, default_value_t = 120)]
    limit: u64,
}

/// The exit status by which a test says that it does not apply.
const SKIPPED: i32 = 77;

/// A program of the makefile.
#[derive(Debug, PartialEq, Eq)]
struct BasicTest {
    name: String,
    source: String,
    /// Of its own: what comes behind those of all.
    flags: Vec<String>,
}

/// How a run has ended.
enum BasicTestEnding {
    Passed,
    Skipped,
    Failed(String),
}

/// Compiles and runs, and prints what failed and a sum.
pub(crate) fn run(options: &Portals4Options) -> Result<()> {
    let makefile = options.source.join("test/basic/Makefile.am");
    let text = fs::read_to_string(&makefile).with_context(|| makefile.display().to_string())?;
    let is_wanted = |test: &BasicTest| {
        options.only.is_empty() || options.only.iter().any(|part| test.name.contains(part))
    };
    let tests: Vec<BasicTest> = listed(&text).into_iter().filter(is_wanted).collect();
    if tests.is_empty() {
        bail!("{} lists no such test", makefile.display());
    }
    needs::meet(&[needs::CC])?;
    let bench = BasicTestBench::prepare(options)?;
    let (mut passed, mut skipped, mut failed) = (0, 0, Vec::new());
    for test in &tests {
        let program = match bench.compile(test) {
            Ok(program) => program,
            Err(why) => {
                failed.push(format!("{}: {why:#}", test.name));
                continue;
            }
        };
        for ranks in &options.ranks {
            match bench.start(&program, *ranks)? {
                BasicTestEnding::Passed => passed += 1,
                BasicTestEnding::Skipped => skipped += 1,
                BasicTestEnding::Failed(how) => {
                    failed.push(format!("{} on {ranks}: {how}", test.name))
                }
            }
        }
    }
    failed.iter().for_each(|how| println!("{how}"));
    println!("{passed} passed, {skipped} skipped, {} failed", failed.len());
    if failed.is_empty() { Ok(()) } else { bail!("not all tests pass") }
}

/// The programs that a makefile lists, each with its source and flags.
fn listed(makefile: &str) -> Vec<BasicTest> {
    let joined = makefile.replace("\\\n", " ");
    let mut sources = BTreeMap::new();
    let mut flags = BTreeMap::new();
    for line in joined.lines() {
        let Some((left, right)) = line.split_once('=') else { continue };
        let left = left.trim_end_matches('+').trim();
        if let Some(name) = left.strip_suffix("_SOURCES") {
            sources.insert(name.to_owned(), right.trim().to_owned());
        } else if let Some(name) = left.strip_suffix("_CPPFLAGS") {
            // Variables are of a build that is configured.
            let own = right.split_whitespace().filter(|word| word.starts_with("-D"));
            flags.insert(name.to_owned(), own.map(str::to_owned).collect());
        }
    }
    let test = |(name, source): (String, String)| {
        let flags: Vec<String> = flags.get(&name).cloned().unwrap_or_default();
        source.ends_with(".c").then_some(BasicTest { name, source, flags })
    };
    sources.into_iter().filter_map(test).collect()
}

/// Where tests are compiled and with what.
struct BasicTestBench<'a> {
    options: &'a Portals4Options,
    prefix: PathBuf,
    folder: PathBuf,
}

impl<'a> BasicTestBench<'a> {
    /// Builds Ferry and what all tests share.
    fn prepare(options: &'a Portals4Options) -> Result<Self> {
        let prefix = build::prefix(options.profile)?;
        if !prefix.join("include/pmi.h").exists() {
            bail!("the tests meet by PMI, and {} has no include/pmi.h", prefix.display());
        }
        let folder = layout::target().join("portals4-tests");
        fs::create_dir_all(&folder).with_context(|| folder.display().to_string())?;
        // What a configured build would say of PMI is what holds without a word.
        fs::write(folder.join("config.h"), "")?;
        let bench = BasicTestBench { options, prefix, folder };
        for name in ["support", "pmi"] {
            let mut cc = bench.cc();
            cc.arg("-c").arg(options.source.join("test").join(name).with_extension("c"));
            step::quiet(cc.arg("-o").arg(bench.object(name)))?;
        }
        Ok(bench)
    }

    fn object(&self, name: &str) -> PathBuf {
        self.folder.join(name).with_extension("o")
    }

    fn cc(&self) -> Command {
        let mut cc = Command::new(std::env::var_os("CC").unwrap_or_else(|| "cc".into()));
        cc.args(["-std=gnu99", "-O1", "-g", "-w"]).arg("-I").arg(self.prefix.join("include"));
        let source = &self.options.source;
        cc.arg("-I").arg(&self.folder);
        for folder in ["test", "test/basic", "src/runtime"] {
            cc.arg("-I").arg(source.join(folder));
        }
        cc
    }

    fn compile(&self, test: &BasicTest) -> Result<PathBuf> {
        let program = self.folder.join(&test.name);
        let lib = self.prefix.join("lib");
        let mut cc = self.cc();
        cc.args(&test.flags).arg(self.options.source.join("test/basic").join(&test.source));
        cc.arg(self.object("support")).arg(self.object("pmi")).arg("-L").arg(&lib);
        cc.arg(format!("-Wl,-rpath,{}", lib.display()));
        cc.args(["-lferry_portals4", "-lferry_pmi", "-lpthread", "-lm"]);
        step::quiet(cc.arg("-o").arg(&program))?;
        Ok(program)
    }

    /// Runs a program on so many ranks.
    fn start(&self, program: &Path, ranks: u32) -> Result<BasicTestEnding> {
        let mut job = Command::new(self.prefix.join("bin/mpiexec"));
        job.arg("-n").arg(ranks.to_string()).arg(program).stdin(Stdio::null());
        // They take it for granted that targets need make no calls.
        job.env("FERRY_PROGRESS", "thread");
        let log = program.with_extension(format!("{ranks}.log"));
        let out = fs::File::create(&log).with_context(|| log.display().to_string())?;
        job.stdout(out.try_clone()?).stderr(out);
        let mut job = job.spawn().context("cannot start mpiexec")?;
        let end = Instant::now() + Duration::from_secs(self.options.limit);
        loop {
            if let Some(status) = job.try_wait()? {
                return Ok(match status.code() {
                    Some(0) => BasicTestEnding::Passed,
                    Some(SKIPPED) => BasicTestEnding::Skipped,
                    _ => BasicTestEnding::Failed(format!("{status} ({})", log.display())),
                });
            }
            if Instant::now() >= end {
                job.kill()?;
                job.wait()?;
                let seconds = self.options.limit;
                return Ok(BasicTestEnding::Failed(format!(
                    "over {seconds} s ({})",
                    log.display()
                )));
            }
            std::thread::sleep(Duration::from_millis(20));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn programs_are_listed_with_their_flags() {
        let makefile = "AM_CPPFLAGS = -I$(top_srcdir)/test\nTESTS = \\\n\ttest_a \\\n\ttest_b\n\
                        test_a_SOURCES = test_one.c\n\
                        test_a_CPPFLAGS = $(AM_CPPFLAGS) -DINTERFACE=0 \\\n -DBUFSIZE=4\n\
                        test_b_SOURCES = test_b.c\n";
        let test = |name: &str, source: &str, flags: &[&str]| BasicTest {
            name: name.into(),
            source: source.into(),
            flags: flags.iter().map(|flag| (*flag).into()).collect(),
        };
        let expected = [
            test("test_a", "test_one.c", &["-DINTERFACE=0", "-DBUFSIZE=4"]),
            test("test_b", "test_b.c", &[]),
        ];
        assert_eq!(listed(makefile), expected);
    }
}
