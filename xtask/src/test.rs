//! Every test there is, part by part, with one sum at the end.

mod company;
mod tally;

pub(crate) use tally::Tally;

use std::path::PathBuf;
use std::process::Command;
use std::time::Instant;

use anyhow::Result;
use clap::{Args, ValueEnum};
use ferry_peers::Mpi;

use self::company::{Company, Row};
use crate::bench::instructions;
use crate::build::{self, Profile};
use crate::{codegen, layout, mpi4py, needs, package, peers, programs, step};

/// A part of the tests.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(crate) enum Part {
    /// Generated files are what the generator writes
    Codegen,
    /// Crates of which features can be left out compile without them
    Features,
    /// Unit, property and conformance tests of all crates
    Unit,
    /// Examples in the documentation
    Doc,
    /// Every interleaving of the lock-free parts
    Loom,
    /// Whole programs in C, several processes, faults, interoperation
    C,
    /// Instructions by call, which may not grow
    Instructions,
    /// Programs that were not written for Ferry, the quick ones
    Programs,
    /// Packages, installed by themselves and used
    Packages,
    /// Slices of mpi4py's own suite
    Mpi4py,
}

/// Gigabytes that all parts take, with a margin: from nothing, and when they were built before.
const ROOM: u64 = 9;
const ROOM_AGAIN: u64 = 3;

/// What to test.
#[derive(Args, Debug)]
pub(crate) struct TestOptions {
    /// Parts to run, separated by commas; all by default
    #[arg(long, value_enum, value_delimiter = ',')]
    only: Vec<Part>,
}

/// Runs the parts; fails if a test failed.
pub(crate) fn run(options: &TestOptions) -> Result<()> {
    let parts = Part::of(&options.only);
    set_up(parts)?;
    let sum = round(parts, Length::Usual);
    if sum.failed > 0 || sum.passed == 0 {
        std::process::exit(1);
    }
    Ok(())
}

impl Part {
    /// These parts, or all where there are none.
    pub(crate) fn of(wanted: &[Part]) -> &[Part] {
        if wanted.is_empty() { Part::value_variants() } else { wanted }
    }

    /// How it is called on the command line.
    fn name(self) -> String {
        self.to_possible_value().map_or_else(String::new, |value| value.get_name().to_owned())
    }

    /// Whether it is left alone: others would make its counts uneven.
    fn is_alone(self) -> bool {
        self == Part::Instructions
    }
}

/// Which tests of a part are run.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Length {
    Usual,
    /// Those as well that take long and are marked to be left out.
    Full,
}

/// Builds Ferry as whole programs are tested on it, and returns the prefix.
fn build() -> Result<PathBuf> {
    let begin = Instant::now();
    let prefix = build::prefix(Profile::Release);
    step::say(&format!("built in {} s", begin.elapsed().as_secs()));
    prefix
}

/// Runs the parts once, and says what came of each and of all.
pub(crate) fn round(parts: &[Part], length: Length) -> Tally {
    let mut company = Company::start(parts);
    if parts.contains(&Part::C)
        && let Err(error) = peers::ensure(&[Mpi::Mpich, Mpi::Intel, Mpi::OpenMpi])
    {
        // The tests that need them say so again.
        eprintln!("xtask: {error:#}");
    }
    let mut rows = Vec::new();
    for part in company::left_to_this(parts) {
        if part.is_alone() {
            rows.extend(company.take().into_iter().flat_map(Company::end));
        }
        rows.push(row(part, parts, length));
    }
    rows.extend(company.into_iter().flat_map(Company::end));
    let mut sum = Tally::default();
    for row in rows {
        println!("{row}");
        sum += row.tally;
    }
    println!("{} passed, {} failed", sum.passed, sum.failed);
    sum
}

/// Runs one of these parts; one that cannot be run has failed.
fn row(part: Part, parts: &[Part], length: Length) -> Row {
    step::say(&format!("tests: {}", part.name()));
    let begin = Instant::now();
    let tally = run_part(part, parts, length).unwrap_or_else(|error| {
        eprintln!("xtask: {error:#}");
        Tally { passed: 0, failed: 1 }
    });
    Row { name: part.name(), tally, seconds: begin.elapsed().as_secs() }
}

/// What the parts need from the system.
pub(crate) fn set_up(parts: &[Part]) -> Result<()> {
    let has = |part| parts.contains(&part);
    let is_first = has(Part::Unit) && !layout::target().join("loom").exists();
    needs::room(&layout::cargo_target(), if is_first { ROOM } else { ROOM_AGAIN })?;
    prepare(parts)?;
    needs::meet(&[needs::CC])?;
    if has(Part::Unit) {
        for (what, need) in [("libusrsctp", needs::USRSCTP), ("the Linux kernel", needs::UML)] {
            if let Err(error) = needs::meet(&[need]) {
                step::say(&format!("left out: SCTP against {what} ({error:#})"));
            }
        }
    }
    if has(Part::C) {
        if let Err(error) = needs::meet(&[needs::IP, needs::NFT]) {
            step::say(&format!("left out: jobs on hosts that lose packets ({error:#})"));
        }
        if let Err(error) = needs::meet(&[needs::FORTRAN, needs::CMAKE]) {
            step::say(&format!("left out: programs in Fortran ({error:#})"));
        }
        needs::meet(&[needs::PYTHON, needs::BINUTILS, needs::CXX])?;
    }
    if has(Part::Mpi4py) {
        needs::meet(&[needs::PYTHON, needs::PYTHON_DEV])?;
    }
    Ok(())
}

/// Installs all of it at once, where that is possible.
fn prepare(parts: &[Part]) -> Result<()> {
    let mut all = vec![needs::CC];
    let mut packages = Vec::new();
    for part in parts {
        all.extend_from_slice(match part {
            Part::Unit => &[needs::USRSCTP, needs::UML],
            Part::C => &[needs::IP, needs::NFT, needs::FORTRAN, needs::CMAKE, needs::CXX],
            Part::Instructions => &[needs::VALGRIND],
            Part::Packages => &[needs::PYTHON, needs::BINUTILS],
            Part::Mpi4py => &[needs::PYTHON, needs::PYTHON_DEV],
            _ => &[],
        });
        if *part == Part::Programs {
            packages = programs::needs_of_tests()?;
        }
    }
    needs::prepare(&all, &packages);
    Ok(())
}

fn run_part(part: Part, parts: &[Part], length: Length) -> Result<Tally> {
    match part {
        Part::Codegen => {
            codegen::run(true)?;
            Ok(Tally { passed: 1, failed: 0 })
        }
        Part::Features => features(),
        Part::Unit => {
            let mut unit = suite(Tests::OfCrates, parts, length);
            // Many of them wait rather than compute.
            let slots = std::thread::available_parallelism().map_or(2, |cores| cores.get() + 1);
            tally::of(unit.env("NEXTEST_TEST_THREADS", slots.to_string()))
        }
        Part::Doc => tally::of(cargo().args(["test", "--workspace", "--doc"])),
        Part::Loom => tally::of(&mut loom()),
        Part::C => {
            let prefix = build()?;
            tally::of(suite(Tests::Whole, parts, length).env("TESTED_PREFIX", prefix))
        }
        Part::Instructions => instructions::run(None, false),
        Part::Programs => programs::tests(&build()?),
        Part::Packages => package::tests(&build()?),
        Part::Mpi4py => mpi4py::tests(&build()?),
    }
}

/// Crates with features, each by itself: built with others it would get theirs.
const WITH_FEATURES: [&str; 3] = ["ferry-boot", "ferry-mpi", "ferry"];

/// Each of them compiles with none of its features, without a warning.
fn features() -> Result<Tally> {
    let mut tally = Tally::default();
    for package in WITH_FEATURES {
        let mut check = cargo();
        check.args(["check", "-q", "--no-default-features", "--lib", "-p", package]);
        // Quiet as it is, it says only what is wrong.
        let said = check.output()?;
        let is_fine = said.status.success() && said.stderr.is_empty();
        println!("{package} without features: {}", if is_fine { "fine" } else { "not so" });
        eprint!("{}", String::from_utf8_lossy(&said.stderr));
        tally += Tally { passed: u64::from(is_fine), failed: u64::from(!is_fine) };
    }
    Ok(tally)
}

fn cargo() -> Command {
    let mut cargo = step::cargo();
    cargo.current_dir(layout::root());
    cargo
}

/// What nextest, or cargo, runs.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Tests {
    /// All but the following.
    OfCrates,
    /// Those of `ferry-tests`.
    Whole,
}

impl Tests {
    /// The choice of packages to build.
    fn packages(self) -> &'static [&'static str] {
        match self {
            Tests::OfCrates => &["--workspace", "--exclude", "ferry-tests"],
            Tests::Whole => &["-p", "ferry-tests"],
        }
    }

    /// The choice of tests where all are built.
    fn filter(self) -> &'static str {
        match self {
            Tests::OfCrates => "not package(ferry-tests)",
            Tests::Whole => "package(ferry-tests)",
        }
    }
}

/// Some tests by nextest where it is installed, else by cargo's own runner.
fn suite(tests: Tests, parts: &[Part], length: Length) -> Command {
    /// Random cases of each such test, twice to eight times as many as usually.
    const SEEDS: &str = "200";
    let mut command = cargo();
    if length == Length::Full {
        command.env("FERRY_TEST_SEEDS", SEEDS);
    }
    if step::on_path("cargo-nextest") {
        command.args(["nextest", "run", "--no-fail-fast", "--no-tests=pass"]);
        command.args(["--status-level", "fail", "--hide-progress-bar"]);
        if [Part::Unit, Part::C].iter().all(|part| parts.contains(part)) {
            // A choice of packages changes what is asked of those that they share, some of which were built twice.
            command.args(["--workspace", "-E", tests.filter()]);
        } else {
            command.args(tests.packages());
        }
        if length == Length::Full {
            command.args(["--run-ignored", "all"]);
        }
    } else {
        command.args(["test", "--no-fail-fast", "--lib", "--bins", "--tests"]);
        command.args(tests.packages());
        if length == Length::Full {
            command.args(["--", "--include-ignored"]);
        }
    }
    command
}

/// Loom replaces the atomics of a build of its own, so it gets a target folder of its own.
fn loom() -> Command {
    let mut command = cargo();
    command.env("RUSTFLAGS", "--cfg loom").env("CARGO_TARGET_DIR", layout::target().join("loom"));
    // Models are explored at speed, but linking them needs no whole-program optimisation.
    command.env("CARGO_PROFILE_RELEASE_LTO", "off").env("CARGO_PROFILE_RELEASE_PANIC", "unwind");
    command
        .env("CARGO_PROFILE_RELEASE_CODEGEN_UNITS", "16")
        .env("CARGO_PROFILE_RELEASE_DEBUG", "none");
    command.args(["test", "--release", "-p", "ferry-sync", "--no-fail-fast", "--lib", "--tests"]);
    command
}
