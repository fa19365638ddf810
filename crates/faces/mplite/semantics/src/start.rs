//! How a process begins: in the job of a launcher, in one whose processes were started one by one and meet by
//! `.mplite.config`, or alone.

use crate::journal::Journal;
use crate::process::{MpLite, SHARES};
use crate::settings::ProcessSettings;
use crate::state::MpLiteState;
use ferry_config::Config;
use ferry_home::{Home, LauncherFacts, StartedProcess};
use ferry_mplite_job::handshake::{self, JobMeeting, MetProcess};
use ferry_mplite_job::manager::Manager;
use ferry_mplite_job::{ConfigFile, ProcessState};
use rustix::event::{PollFd, PollFlags, poll};
use rustix::fd::OwnedFd;
use std::net::ToSocketAddrs;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// What there is of a job without a launcher.
#[derive(Default)]
pub(crate) struct Together {
    /// On process 0.
    pub(crate) manager: Option<Manager>,
    /// This process has begun to take its leave: that connections end is no news.
    pub(crate) is_leaving: Arc<AtomicBool>,
}

/// Where a process is found to be.
struct FoundJob {
    facts: LauncherFacts,
    journal: Journal,
    together: Together,
    lifeline: Option<OwnedFd>,
}

fn failed(doing: &str, why: impl ToString) -> String {
    format!("{doing}: {}", why.to_string())
}

impl MpLite {
    /// Starts in the job that the launcher's environment tells of. Without a launcher: in the job of the
    /// folder's `.mplite.config`, if there is one; else in a job of one.
    ///
    /// # Errors
    /// If the launcher cannot be talked to, the configuration is wrong, others do not come, or a method cannot
    /// be opened.
    pub fn start(config: &Config, settings: &ProcessSettings) -> Result<Self, String> {
        let mut config = config.clone();
        let facts = LauncherFacts::of_launcher().map_err(|why| why.to_string())?;
        let has_launcher = facts.launcher.is_some();
        let found = if has_launcher || !settings.files.config().exists() {
            in_job(facts, settings)?
        } else {
            meet(&mut config, settings)?
        };
        let FoundJob { facts, journal, together, lifeline } = found;
        let face = |started: &StartedProcess| {
            MpLiteState::new(started.identity.me.0, started.identity.size)
        };
        let home = Home::start_at(facts, &config, SHARES, face).map_err(|why| why.to_string())?;
        let journal = Arc::new(journal);
        if let Some(lifeline) = lifeline {
            watch(
                lifeline,
                (home.place().0, Arc::clone(&journal)),
                Arc::clone(&together.is_leaving),
            )?;
        }
        journal.state(ProcessState::Running, "");
        Ok(MpLite::new(home, settings.stalls).with_job(config, journal, together))
    }
}

/// In a launcher's job, or alone.
fn in_job(facts: LauncherFacts, settings: &ProcessSettings) -> Result<FoundJob, String> {
    let mut journal = Journal::none();
    if settings.journal == Some(true) {
        journal = Journal::begin(&settings.files).map_err(|why| failed("writing the log", why))?;
        journal.number(facts.me.0).map_err(|why| failed("writing the log", why))?;
        journal.state(ProcessState::Starting, &format!("process {} of {}", facts.me, facts.size));
    }
    Ok(FoundJob { facts, journal, together: Together::default(), lifeline: None })
}

/// With those who were started as this process was.
fn meet(config: &mut Config, settings: &ProcessSettings) -> Result<FoundJob, String> {
    let files = &settings.files;
    let processes = ConfigFile::read(&files.config()).map_err(|why| why.to_string())?;
    let mut journal = Journal::none();
    if settings.journal != Some(false) {
        journal = Journal::begin(files).map_err(|why| failed("writing the log", why))?;
    }
    let mut note = |state: ProcessState, message: &str| journal.state(state, message);
    note(ProcessState::Starting, &format!("{} processes", processes.processes.len()));
    let meeting = JobMeeting { files, config: &processes, limit: settings.handshake };
    let met = handshake::meet(&meeting, &mut note);
    let MetProcess { rank, client, manager, lifeline } = met.map_err(|why| {
        journal.discard();
        why.to_string()
    })?;
    journal.number(rank).map_err(|why| failed("writing the log", why))?;
    for (number, process) in processes.processes.iter().enumerate() {
        journal.note(format_args!("{number} ==> {}", process.host()));
    }
    journal.note("----------  Done handshaking  ----------");
    bond(config, &processes.processes[rank as usize].interfaces)?;
    let together = Together { manager, ..Together::default() };
    Ok(FoundJob {
        facts: LauncherFacts::of_client(client),
        journal,
        together,
        lifeline: Some(lifeline),
    })
}

/// Several interfaces are all used, unless the configuration names others.
fn bond(config: &mut Config, interfaces: &[String]) -> Result<(), String> {
    if interfaces.len() < 2 || !config.list("tcp.interface").is_empty() {
        return Ok(());
    }
    let addresses = addresses(interfaces)?;
    config.set_pair(&format!("tcp.interface={addresses}")).map_err(|why| why.to_string())
}

/// The addresses of interfaces that are given by name or address, as a list.
///
/// # Errors
/// If a name has none.
pub fn addresses(interfaces: &[String]) -> Result<String, String> {
    let address = |name: &String| {
        let found = (name.as_str(), 0).to_socket_addrs().ok().and_then(|mut all| all.next());
        found.map(|found| found.ip().to_string()).ok_or_else(|| format!("{name} has no address"))
    };
    Ok(interfaces.iter().map(address).collect::<Result<Vec<_>, _>>()?.join(","))
}

/// Ends this process when the job has ended.
fn watch(
    lifeline: OwnedFd,
    (rank, journal): (u32, Arc<Journal>),
    is_leaving: Arc<AtomicBool>,
) -> Result<(), String> {
    let watch = move || {
        let end = PollFlags::RDHUP | PollFlags::HUP | PollFlags::ERR;
        loop {
            let mut ends = [PollFd::new(&lifeline, PollFlags::RDHUP)];
            match poll(&mut ends, None) {
                Ok(_) if ends[0].revents().intersects(end) => break,
                _ => {}
            }
        }
        if is_leaving.load(Ordering::Acquire) {
            return;
        }
        let why = "another process is gone, and with it the job";
        journal.state(ProcessState::Aborting, why);
        ferry_sys::tell(&format!("*** Node {rank} ERROR(-1) - {why}"));
        ferry_sys::exit_at_once(255);
    };
    let watching = std::thread::Builder::new().name("mplite-lifeline".into()).spawn(watch);
    watching.map(drop).map_err(|why| failed("watching the job", why))
}
