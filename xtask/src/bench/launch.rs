//! Compiling the programs and running them on each MPI by its own launcher.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Instant;

use anyhow::{Context, Result, bail};
use clap::ValueEnum;
use serde::Serialize;

use super::case::{Case, PROGRAMS, Setting};
use super::links::pair;
use super::netns::{ADDRESSES, Hosts};
use super::samples::{Line, parse};
use crate::peers::Peer;
use crate::{layout, step};

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
        match self {
            Self::Ferry => "Ferry",
            Self::Mpich => "MPICH",
            Self::Intel => "Intel MPI",
            Self::OpenMpi => "Open MPI",
            Self::Socket => "sockets",
            Self::Setup(_, name) => name,
        }
    }

    /// The peer that must be installed for it.
    pub(super) fn peer(self) -> Option<Peer> {
        match self {
            Self::Mpich => Some(Peer::Mpich),
            Self::Intel => Some(Peer::Intel),
            Self::OpenMpi => Some(Peer::OpenMpi),
            Self::Ferry | Self::Socket | Self::Setup(..) => None,
        }
    }
}

/// Longest time of one run, in seconds: the slowest start of 256 ranks known takes 46.
const LONGEST: &str = "240";

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
            crate::peers::ensure(&[Peer::Mpich])?;
            Some(Peer::Mpich.prefix().join("bin/mpicc_abi"))
        } else {
            None
        };
        let own = which.contains(&Which::OpenMpi).then(|| Peer::OpenMpi.prefix().join("bin/mpicc"));
        for (folder, mpicc) in [("abi", abi), ("openmpi", own)] {
            let Some(mpicc) = mpicc else { continue };
            for program in PROGRAMS {
                bench.one(folder, &mpicc, program)?;
            }
        }
        bench.one("abi", Path::new("cc"), "socket")?;
        Ok(bench)
    }

    fn one(&self, folder: &str, cc: &Path, program: &str) -> Result<()> {
        let dir = self.dir.join(folder);
        fs::create_dir_all(&dir)?;
        let source = layout::root().join("bench/c").join(program).with_extension("c");
        let mut command = Command::new(cc);
        command.args(["-O2", "-Wall", "-o"]).arg(dir.join(program)).arg(source);
        step::quiet(&mut command).map(drop)
    }

    /// A compiled program.
    pub(super) fn program(&self, which: Which, name: &str) -> PathBuf {
        let folder = if which == Which::OpenMpi { "openmpi" } else { "abi" };
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
    fn prefix(&self, which: Which) -> PathBuf {
        which.peer().map_or_else(|| self.ferry.clone(), Peer::prefix)
    }

    /// A launcher with its library on the first of the hosts, or here, that ends in time.
    fn mpiexec(&self, which: Which, hosts: Option<&Hosts>) -> Command {
        let prefix = self.prefix(which);
        let mpiexec = prefix.join("bin/mpiexec");
        let mut command = Command::new("timeout");
        command.args(["-k", "5", LONGEST]);
        match hosts {
            Some(hosts) => {
                let inner = hosts.command(0, &mpiexec);
                command.arg(inner.get_program()).args(inner.get_args());
            }
            None => drop(command.arg(mpiexec)),
        }
        command.env("LD_LIBRARY_PATH", prefix.join("lib"));
        command
    }

    /// Ferry's command line up to the program, with parameters; one rank a host where there are
    /// hosts.
    pub(super) fn ferry(&self, ranks: u32, set: &[&str], hosts: Option<&Hosts>) -> Command {
        let mut command = self.mpiexec(Which::Ferry, hosts);
        if let Some(hosts) = hosts {
            apart(&mut command, hosts);
        }
        for parameter in set {
            command.args(["--set", parameter]);
        }
        command.args(["-n", &ranks.to_string()]);
        command
    }

    /// The launcher's command line up to the program.
    fn launcher(&self, which: Which, case: &Case, hosts: Option<&Hosts>) -> Result<Command> {
        let tcp = case.setting.is_apart();
        if tcp && hosts.is_none() {
            bail!("the two hosts exist");
        }
        let mut command = self.mpiexec(which, hosts.filter(|_| tcp));
        match which {
            Which::Ferry => ferry(&mut command, tcp, hosts),
            Which::Mpich => mpich(&mut command, tcp, hosts),
            Which::Intel => intel(&mut command, tcp, hosts),
            Which::OpenMpi => open_mpi(&mut command, tcp, hosts),
            Which::Socket | Which::Setup(..) => bail!("{} needs no launcher", which.name()),
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

fn both() -> String {
    ADDRESSES.join(",")
}

fn ferry(command: &mut Command, tcp: bool, hosts: Option<&Hosts>) {
    if let Some(hosts) = hosts.filter(|_| tcp) {
        apart(command, hosts);
        command.args(["--methods", "tcp"]);
    }
}

/// Ferry's ranks on the two hosts.
fn apart(command: &mut Command, hosts: &Hosts) {
    command.arg("--launcher").arg(format!("{} -e {{host}}", hosts.remote().display()));
    command.args(["-hosts", &both(), "-ppn", "1"]);
}

fn mpich(command: &mut Command, tcp: bool, hosts: Option<&Hosts>) {
    if let Some(hosts) = hosts.filter(|_| tcp) {
        // Without the restriction its shared memory joins the namespaces of one kernel.
        command.env("UCX_TLS", "tcp,self");
        command.args(["-launcher", "ssh", "-launcher-exec"]).arg(hosts.remote());
        command.args(["-hosts", &both(), "-ppn", "1"]);
    }
}

fn intel(command: &mut Command, tcp: bool, hosts: Option<&Hosts>) {
    match hosts.filter(|_| tcp) {
        Some(hosts) => {
            command.env("I_MPI_FABRICS", "ofi").env("FI_PROVIDER", "tcp").env("I_MPI_PIN", "0");
            command.args(["-bootstrap", "ssh", "-bootstrap-exec"]).arg(hosts.remote());
            command.args(["-hosts", &both(), "-ppn", "1"]);
        }
        None => drop(command.env("I_MPI_FABRICS", "shm")),
    }
}

fn open_mpi(command: &mut Command, tcp: bool, hosts: Option<&Hosts>) {
    command.arg("--allow-run-as-root");
    if !tcp {
        command.arg("--oversubscribe");
    }
    if let Some(hosts) = hosts.filter(|_| tcp) {
        command.env("BENCH_OWN_NAMES", "1");
        // Each host's daemon would bind its only rank to the same first core of this machine.
        command
            .args(["--map-by", "node", "--bind-to", "none", "--prtemca", "plm_ssh_agent"])
            .arg(hosts.remote());
        let list = ADDRESSES.map(|address| format!("{address}:1")).join(",");
        command.args(["--host", &list, "--mca", "pml", "ob1", "--mca", "btl", "tcp,self"]);
        command.args(["--mca", "btl_tcp_if_include", "10.98.76.0/24"]);
    }
}
