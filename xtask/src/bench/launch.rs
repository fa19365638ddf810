//! Compiling the programs and running them on each MPI by its own launcher.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Instant;

use anyhow::{Context, Result, bail};
use clap::ValueEnum;
use ferry_peers::Mpi;
use serde::Serialize;

use super::case::{Case, PROGRAMS, Setting};
use super::faces;
use super::links::pair;
use super::netns::Hosts;
use super::samples::{Line, parse};
use crate::{layout, peers, step};

/// What is measured.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, ValueEnum, Serialize)]
pub(super) enum Which {
    /// Ferry
    Ferry,
    /// MPICH 5
    Mpich,
    /// Intel MPI
    Intel,
    /// Open MPI
    #[value(name = "openmpi")]
    OpenMpi,
    /// Bare sockets, the yardstick for TCP
    #[value(skip)]
    Socket,
    /// A setup of Ferry among those of a part of `links`, in their order
    #[value(skip)]
    Setup(u8, &'static str),
}

impl Which {
    /// For people.
    pub(super) fn name(self) -> &'static str {
        match (self.mpi(), self) {
            (Some(mpi), _) => mpi.name(),
            (None, Self::Setup(_, name)) => name,
            (None, _) => "sockets",
        }
    }

    /// The MPI that has a launcher of its own.
    pub(super) fn mpi(self) -> Option<Mpi> {
        match self {
            Self::Ferry => Some(Mpi::Ferry),
            Self::Mpich => Some(Mpi::Mpich),
            Self::Intel => Some(Mpi::Intel),
            Self::OpenMpi => Some(Mpi::OpenMpi),
            Self::Socket | Self::Setup(..) => None,
        }
    }
}

/// Longest time of one run, in seconds: the slowest start of 256 ranks known takes 46.
const LONGEST: u32 = 240;

/// The compiled programs.
#[derive(Debug)]
pub(super) struct Bench {
    dir: PathBuf,
    /// Ferry's prefix.
    ferry: PathBuf,
}

impl Bench {
    /// Compiles everything before anything is measured: one binary for the MPIs that share the
    /// standard ABI, another for Open MPI.
    pub(super) fn compile(which: &[Which], ferry: PathBuf) -> Result<Self> {
        step::say("compiling the benchmark programs");
        let bench = Self { dir: layout::target().join("bench/bin"), ferry };
        let abi = if which.contains(&Which::Ferry) {
            Some(bench.ferry.join("bin/mpicc"))
        } else if which.iter().any(|which| [Which::Mpich, Which::Intel].contains(which)) {
            peers::ensure(&[Mpi::Mpich])?;
            Some(peers::prefix(Mpi::Mpich).join("bin/mpicc_abi"))
        } else {
            None
        };
        let own = which.contains(&Which::OpenMpi);
        let own = own.then(|| peers::prefix(Mpi::OpenMpi).join("bin/mpicc"));
        for (folder, mpicc) in [(Mpi::Ferry.programs(), abi), (Mpi::OpenMpi.programs(), own)] {
            let Some(mpicc) = mpicc else { continue };
            for program in PROGRAMS {
                bench.one(folder, &mpicc, program, "")?;
            }
        }
        bench.one(Mpi::Ferry.programs(), Path::new("cc"), "socket", "")?;
        if which.contains(&Which::Ferry) {
            let mpicc = bench.ferry.join("bin/mpicc");
            for (program, library) in faces::PROGRAMS {
                bench.one(Mpi::Ferry.programs(), &mpicc, program, library)?;
            }
        }
        Ok(bench)
    }

    fn one(&self, folder: &str, cc: &Path, program: &str, library: &str) -> Result<()> {
        let dir = self.dir.join(folder);
        fs::create_dir_all(&dir)?;
        let source = layout::root().join("bench/c").join(program).with_extension("c");
        let mut command = Command::new(cc);
        command.args(["-O2", "-Wall", "-o"]).arg(dir.join(program)).arg(source);
        command.args(Some(library).filter(|library| !library.is_empty()));
        step::quiet(&mut command).map(drop)
    }

    /// A compiled program.
    pub(super) fn program(&self, which: Which, name: &str) -> PathBuf {
        let folder = which.mpi().unwrap_or(Mpi::Ferry).programs();
        self.dir.join(folder).join(name)
    }

    /// Runs a case on an MPI and reads what it printed. For a start-up case the time from launch to
    /// end is added.
    pub(super) fn run(
        &self,
        which: Which,
        case: &Case,
        hosts: Option<&Hosts>,
        milliseconds: u32,
    ) -> Result<Vec<Line>> {
        let mut command = self.launcher(which, case, hosts)?;
        command.arg(self.program(which, case.program)).arg(milliseconds.to_string());
        command.args(case.argument());
        let before = hosts.map_or(0, Hosts::crossed);
        let start = Instant::now();
        let output = command
            .stdin(Stdio::null())
            .output()
            .with_context(|| format!("cannot start `{}`", step::shown(&command)))?;
        let seconds = start.elapsed().as_secs_f64();
        if !output.status.success() {
            let said = String::from_utf8_lossy(&output.stderr);
            let last: Vec<&str> = said.lines().rev().take(4).collect();
            let last = last.into_iter().rev().collect::<Vec<_>>().join("; ");
            bail!("`{}`: {}: {last}", step::shown(&command), output.status);
        }
        let mut lines = parse(&String::from_utf8_lossy(&output.stdout));
        if lines.is_empty() {
            bail!("`{}` printed no measurement", step::shown(&command));
        }
        if case.setting.is_apart() {
            check_crossing(hosts.map_or(0, Hosts::crossed) - before, &lines)?;
        }
        if case.setting == Setting::Startup {
            let (name, unit) = ("launch".into(), "s".into());
            lines.push(Line { name, size: case.ranks.into(), value: seconds, unit });
        }
        Ok(lines)
    }

    /// Bare sockets between the two hosts.
    pub(super) fn socket(&self, hosts: Option<&Hosts>, milliseconds: u32) -> Result<Vec<Line>> {
        pair(&self.program(Which::Ferry, "socket"), &[], hosts, "7411", milliseconds)
    }

    /// Where an MPI is installed.
    fn prefix(&self, mpi: Mpi) -> PathBuf {
        if mpi == Mpi::Ferry { self.ferry.clone() } else { peers::prefix(mpi) }
    }

    /// A launcher up to the number of ranks: on the hosts, one rank on each, or here.
    fn mpiexec(&self, mpi: Mpi, hosts: Option<&Hosts>) -> Result<Command> {
        let spread = hosts.map(Hosts::spread);
        Ok(ferry_peers::mpiexec(mpi, &self.prefix(mpi), spread.as_ref(), LONGEST)?)
    }

    /// Ferry's command line up to the program, with parameters; one rank a host where there are
    /// hosts.
    pub(super) fn ferry(&self, ranks: u32, set: &[&str], hosts: Option<&Hosts>) -> Result<Command> {
        let mut command = self.mpiexec(Mpi::Ferry, hosts)?;
        for parameter in set {
            command.args(["--set", parameter]);
        }
        command.args(["-n", &ranks.to_string()]);
        Ok(command)
    }

    /// The launcher's command line up to the program.
    fn launcher(&self, which: Which, case: &Case, hosts: Option<&Hosts>) -> Result<Command> {
        let tcp = case.setting.is_apart();
        if tcp && hosts.is_none() {
            bail!("the two hosts exist");
        }
        let mpi = which.mpi().with_context(|| format!("{} needs no launcher", which.name()))?;
        let mut command = self.mpiexec(mpi, hosts.filter(|_| tcp))?;
        if tcp && mpi == Mpi::Ferry {
            command.args(["--methods", "tcp"]);
        }
        command.args(["-n", &case.ranks.to_string()]);
        Ok(command)
    }
}

/// Whether the largest message can have gone by the cable.
pub(super) fn check_crossing(bytes: u64, lines: &[Line]) -> Result<()> {
    let largest = lines.iter().map(|line| line.size).max().unwrap_or(0);
    if bytes < largest {
        bail!("only {bytes} bytes crossed between the hosts: this MPI took another way");
    }
    Ok(())
}
