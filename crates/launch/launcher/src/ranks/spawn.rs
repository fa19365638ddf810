//! Starts the processes of ranks.

use super::prepared::Prepared;
use super::{Process, RankProcess, deaths, interpreter};
use crate::binding::{Assigned, assign, describe};
use crate::spec::{App, NodeEvent, NodePlan, RankPlan};
use ferry_pmi::place;
use ferry_sys::Topology;
use rustix::fs::{OFlags, fcntl_getfl, fcntl_setfl};
use rustix::io::{Errno, FdFlags, fcntl_setfd};
use rustix::net::{AddressFamily, SocketFlags, SocketType, socketpair};
use rustix::process::{
    Pid, PidfdFlags, Resource, Rlimit, Signal, getppid, getrlimit, pidfd_open,
    set_parent_process_death_signal, setrlimit,
};
use rustix::thread::CpuSet;
use std::collections::BTreeMap;
use std::collections::btree_map::Entry;
use std::io;
use std::os::fd::{AsRawFd, BorrowedFd, OwnedFd, RawFd};
use std::os::unix::process::CommandExt;
use std::path::Path;
use std::process::{Command, Stdio};

/// A rank could not be started.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct StartError {
    /// Exit status for mpiexec.
    pub(crate) status: u8,
    /// What went wrong.
    pub(crate) text: String,
    /// Which program of the plan it concerns; `None`: all.
    pub(crate) app: Option<u32>,
}

impl StartError {
    pub(crate) fn system(error: io::Error) -> Self {
        let hint = hint(&error);
        let text = format!("the system refuses to start a rank: {error}{hint}");
        StartError { status: 1, text, app: None }
    }
}

/// What to do about a refusal of the system's.
fn hint(error: &io::Error) -> &'static str {
    match error.raw_os_error() {
        Some(code) if code == Errno::MFILE.raw_os_error() => {
            "; a rank needs four descriptors here: raise the hard limit (ulimit -Hn) or use more hosts"
        }
        Some(code) if code == Errno::AGAIN.raw_os_error() => {
            "; raise the limit of processes (ulimit -u, or the control group's pids.max)"
        }
        _ => "",
    }
}

/// The limit of open descriptors that this process was started with; ranks get it back.
#[derive(Clone, Debug)]
pub(crate) struct Limits {
    descriptors: Rlimit,
}

impl Limits {
    /// Raises this process' own limit of descriptors as far as allowed: four per rank are needed.
    pub(crate) fn raise() -> Limits {
        let descriptors = getrlimit(Resource::Nofile);
        let raised = Rlimit { current: descriptors.maximum, maximum: descriptors.maximum };
        // Refused limits stay as they are; the start of a rank reports when they do not suffice.
        let _ = setrlimit(Resource::Nofile, raised);
        Limits { descriptors }
    }
}

/// Starts one rank after another.
pub(super) struct Starter<'a> {
    plan: &'a NodePlan,
    limits: &'a Limits,
    /// Where this process is, for ranks to compare.
    place: String,
    /// Per program: its file and its environment, worked out once.
    prepared: BTreeMap<u32, Prepared>,
    /// The machine, where ranks are bound, and their CPUs.
    binding: Option<(Topology, Assigned)>,
}

impl<'a> Starter<'a> {
    pub(super) fn new(plan: &'a NodePlan, limits: &'a Limits) -> Self {
        Starter {
            plan,
            limits,
            place: place::of_process(),
            prepared: BTreeMap::new(),
            binding: None,
        }
    }

    fn prepare(&mut self, number: u32) -> Result<(&'a App, &Prepared), StartError> {
        let app = self.plan.apps.get(number as usize).ok_or_else(|| StartError {
            status: 1,
            text: format!("program {number} is missing from the plan"),
            app: None,
        })?;
        let prepared = match self.prepared.entry(number) {
            Entry::Occupied(entry) => entry.into_mut(),
            Entry::Vacant(entry) => entry.insert(Prepared::new(app)?),
        };
        Ok((app, prepared))
    }

    /// What stands against running the programs of the plan, each told once.
    pub(super) fn check(&mut self) -> Vec<StartError> {
        let used: std::collections::BTreeSet<u32> = self.plan.ranks.iter().map(|r| r.app).collect();
        let check = |app: u32| self.prepare(app).err().map(|e| StartError { app: Some(app), ..e });
        let mut errors: Vec<StartError> = used.into_iter().filter_map(check).collect();
        if let Err(text) = self.bind() {
            errors.push(StartError { status: 1, text, app: None });
        }
        errors
    }

    /// Works out which CPUs the ranks get.
    fn bind(&mut self) -> Result<(), String> {
        let plan = self.plan;
        if plan.binding.is_idle() || plan.ranks.is_empty() {
            return Ok(());
        }
        let unknown = |e| format!("ranks cannot be bound: the system does not tell the CPUs: {e}");
        let machine = Topology::of_process().map_err(unknown)?;
        let ranks: Vec<u32> = plan.ranks.iter().map(|rank| rank.rank).collect();
        let cannot = |why| format!("ranks cannot be bound as asked for: {why}");
        let assigned = assign(&machine, &plan.binding, &ranks).map_err(cannot)?;
        self.binding = Some((machine, assigned));
        Ok(())
    }

    /// What the user should know of the programs and the binding.
    pub(super) fn notes(&self) -> Vec<NodeEvent> {
        let programs = self.prepared.values().filter_map(|prepared| prepared.note.as_ref());
        let warning = self.binding.as_ref().and_then(|(_, assigned)| assigned.warning.as_ref());
        programs.chain(warning).cloned().map(NodeEvent::Note).collect()
    }

    /// What is told of the binding of a rank that has started.
    pub(super) fn bound(&self, local: usize, started: &RankProcess) -> Option<NodeEvent> {
        let (machine, assigned) = self.binding.as_ref()?;
        let text = match (self.plan.binding.report, &started.process) {
            (true, Some(process)) => seen(machine, process, assigned.cpus[local].is_some()),
            _ => String::new(),
        };
        let contenders = assigned.contenders(local).unwrap_or(0);
        Some(NodeEvent::Bound { rank: started.rank, contenders, text })
    }

    /// Starts the rank that is number `local` on this node.
    pub(super) fn start(
        &mut self,
        local: usize,
        rank: RankPlan,
    ) -> Result<RankProcess, StartError> {
        let (plan, limits, place) = (self.plan, self.limits, self.place.clone());
        let cpus = self.binding.as_ref().and_then(|(_, assigned)| assigned.cpus[local].clone());
        let (app, prepared) = self.prepare(rank.app)?;
        let flags = SocketFlags::CLOEXEC;
        let (ours, theirs) = socketpair(AddressFamily::UNIX, SocketType::STREAM, flags, None)
            .map_err(|e| StartError::system(e.into()))?;
        let mut command = Command::new(&prepared.file);
        command.arg0(&app.argv[0]).args(&app.argv[1..]).current_dir(&app.dir);
        command.env_clear().envs(&prepared.env);
        command.env("PMI_FD", theirs.as_raw_fd().to_string()).env(place::VARIABLE, place);
        for (name, value) in [
            ("PMI_RANK", rank.rank),
            ("PMI_ID", rank.rank),
            ("PMI_SIZE", plan.size),
            ("FERRY_LOCAL_RANK", local as u32),
            ("FERRY_LOCAL_SIZE", plan.ranks.len() as u32),
            ("FERRY_NODE", plan.node),
            // What scripts read that know other launchers.
            ("OMPI_COMM_WORLD_RANK", rank.rank),
            ("OMPI_COMM_WORLD_SIZE", plan.size),
            ("OMPI_COMM_WORLD_LOCAL_RANK", local as u32),
            ("OMPI_COMM_WORLD_LOCAL_SIZE", plan.ranks.len() as u32),
            ("OMPI_COMM_WORLD_NODE_RANK", local as u32),
            ("MPI_LOCALRANKID", local as u32),
            ("MPI_LOCALNRANKS", plan.ranks.len() as u32),
        ] {
            command.env(name, value.to_string());
        }
        if plan.spawned {
            command.env("PMI_SPAWNED", "1");
        }
        command.stdin(if rank.reads { Stdio::piped() } else { Stdio::null() });
        command.stdout(Stdio::piped()).stderr(Stdio::piped());
        let deaths = deaths::DeathPipe::wanted(app).map_err(StartError::system)?;
        if let Some(pipe) = &deaths {
            command.env(place::DEATHS, pipe.theirs.as_raw_fd().to_string());
        }
        let kept = deaths.iter().map(|pipe| pipe.theirs.as_raw_fd());
        let kept = kept.chain([theirs.as_raw_fd()]).collect();
        group_command(&mut command, Some(limits.descriptors), kept);
        if let Some(cpus) = &cpus {
            bind_command(&mut command, cpus);
        }
        let mut process = command.spawn().map_err(|e| match &cpus {
            Some(cpus) if e.raw_os_error() == Some(Errno::INVAL.raw_os_error()) => unbound(cpus),
            _ => refusal(&prepared.file, e),
        })?;
        drop(theirs);
        let child = RankProcess {
            rank: plan.first + rank.rank,
            deaths: deaths.map(|pipe| pipe.ours),
            first: plan.first,
            is_attached: false,
            pmi: Some(ours),
            pmi_out: Default::default(),
            left: Vec::new(),
            outputs: [process.stdout.take().map(Into::into), process.stderr.take().map(Into::into)],
            stdin: process.stdin.take().map(Into::into),
            stdin_out: Default::default(),
            stdin_ended: false,
            process: Some(watched(&process).map_err(StartError::system)?),
        };
        for fd in child.outputs.iter().flatten().chain(&child.pmi).chain(&child.stdin) {
            unblock(fd).map_err(StartError::system)?;
        }
        Ok(child)
    }
}

/// Which CPUs the system lets a process use, as a line says it.
fn seen(machine: &Topology, process: &Process, is_bound: bool) -> String {
    let Ok(set) = rustix::thread::sched_getaffinity(Some(process.pid)) else {
        return "has ended before its CPUs were looked at".into();
    };
    let cpus = (0..CpuSet::MAX_CPU).filter(|cpu| set.is_set(*cpu));
    let place = describe(machine, &cpus.map(|cpu| cpu as u32).collect::<Vec<u32>>());
    if is_bound { format!("is bound to {place}") } else { format!("is not bound: {place}") }
}

fn unbound(cpus: &[u32]) -> StartError {
    let cpus = ferry_sys::cpu_list_text(cpus);
    let text = format!("the system does not let a rank use CPUs {cpus} any more");
    StartError { status: 1, text, app: None }
}

/// Lets a command's process use these CPUs only.
fn bind_command(command: &mut Command, cpus: &[u32]) {
    let mut set = CpuSet::new();
    let known = cpus.iter().filter(|cpu| (**cpu as usize) < CpuSet::MAX_CPU);
    known.for_each(|cpu| set.set(*cpu as usize));
    let bind = move || Ok(rustix::thread::sched_setaffinity(None, &set)?);
    // SAFETY: between fork and exec the closure makes one system call; it neither allocates nor locks.
    unsafe { command.pre_exec(bind) };
}

fn watched(process: &std::process::Child) -> io::Result<Process> {
    let pid = Pid::from_child(process);
    Ok(Process::of(pid, pidfd_open(pid, PidfdFlags::empty())?))
}

/// Makes reads and writes return instead of waiting.
pub(crate) fn unblock(fd: &OwnedFd) -> io::Result<()> {
    Ok(fcntl_setfl(fd, fcntl_getfl(fd)? | OFlags::NONBLOCK)?)
}

fn refusal(file: &Path, error: io::Error) -> StartError {
    let missing = error.kind() == io::ErrorKind::NotFound;
    if let Some(text) = interpreter::missing(file).filter(|_| missing) {
        return StartError { status: 127, text, app: None };
    }
    let text = match error.raw_os_error() {
        Some(code) if code == Errno::NOEXEC.raw_os_error() => {
            format!(
                "{} is not a program for this machine (a script needs a first line `#!...`)",
                file.display()
            )
        }
        _ => format!("cannot run {}: {error}{}", file.display(), hint(&error)),
    };
    let denied = error.kind() == io::ErrorKind::PermissionDenied;
    let format = error.raw_os_error() == Some(Errno::NOEXEC.raw_os_error());
    let status = if denied || format {
        126
    } else if missing {
        127
    } else {
        1
    };
    StartError { status, text, app: None }
}

/// Puts a command's process into a group of its own, which dies with this process. `keep` are
/// descriptors that the new program inherits.
pub(crate) fn group_command(command: &mut Command, descriptors: Option<Rlimit>, keep: Vec<RawFd>) {
    let parent = rustix::process::getpid();
    command.process_group(0);
    let prepare = move || {
        set_parent_process_death_signal(Some(Signal::KILL))?;
        // The parent may have died before the line above.
        if getppid() != Some(parent) {
            return Err(io::ErrorKind::BrokenPipe.into());
        }
        if let Some(limit) = descriptors {
            setrlimit(Resource::Nofile, limit)?;
        }
        for fd in &keep {
            // SAFETY: the caller keeps the descriptor open until the process has started, and the
            // new process has its own copy of it.
            let fd = unsafe { BorrowedFd::borrow_raw(*fd) };
            fcntl_setfd(fd, FdFlags::empty())?;
        }
        Ok(())
    };
    // SAFETY: between fork and exec the closure makes system calls only; it neither allocates nor
    // locks.
    unsafe { command.pre_exec(prepare) };
}
