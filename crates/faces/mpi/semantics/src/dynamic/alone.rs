//! A process that was started without a launcher starts its own when it wants to spawn others.

use crate::constants::MPI_ERR_SPAWN;
use crate::error::{Error, Result};
use crate::init;
use crate::process::{aside, enter};
use ferry_pmi::Client;
use ferry_sys::Clock;
use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::io::retry_on_intr;
use rustix::process::{Pid, Signal, kill_process_group};
use std::env;
use std::fs;
use std::io::{self, Read};
use std::os::fd::OwnedFd;
use std::os::unix::net::UnixStream;
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdout, Command, Stdio};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

/// The argument by which mpiexec serves the process at the other end of its standard input.
const ALONE: &str = "--ferry-alone";
/// How what it says of its version begins.
const SAYS: &str = "mpiexec (Ferry) ";
/// How long each mpiexec of `PATH` may take to say that.
const PATIENCE: Duration = Duration::from_secs(5);
/// How often it is looked at whether one that has said it has ended.
const PAUSE: Duration = Duration::from_millis(1);

/// The launcher of this process.
pub(super) fn launcher() -> Result<Arc<Mutex<Client>>> {
    /// One thread starts it, and others that want one meanwhile get the same.
    static STARTING: Mutex<()> = Mutex::new(());
    let _starting = STARTING.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(launcher) = enter().launcher.clone() {
        return Ok(launcher);
    }
    let failed = |why: String| {
        let text = format!("this process was started without mpiexec and cannot start one: {why}");
        Error::new(MPI_ERR_SPAWN, text)
    };
    let program = aside(program).map_err(failed)?;
    let pair = ferry_sys::with_descriptors(UnixStream::pair).map_err(|e| failed(e.to_string()))?;
    let (ours, theirs) = pair;
    let mut command = Command::new(&program);
    command.arg(ALONE).stdin(Stdio::from(OwnedFd::from(theirs)));
    let named = |e: io::Error| failed(format!("{}: {e}", program.display()));
    // It goes when its work is done, and when this process does: nobody has to wait for it.
    let child = command.spawn().map_err(named)?;
    // Its end of the socket is its alone: else nothing would tell of its end.
    drop(command);
    let client = Client::on_stream(ours, 0, 1);
    let client = client.map_err(|e| failed(format!("{}: {e}", program.display())))?;
    let launcher = Arc::new(Mutex::new(client));
    let mut process = enter();
    process.launcher = Some(launcher.clone());
    process.dynamic.own_launcher = Some(child);
    init::know_launcher(&launcher);
    Ok(launcher)
}

/// Ferry's mpiexec: the one that was installed with the library, else one of `PATH`. Other MPIs' have the same name.
fn program() -> std::result::Result<PathBuf, String> {
    let beside = library().and_then(|library| Some(library.parent()?.parent()?.join("bin")));
    let path = env::var_os("PATH").unwrap_or_default();
    first_of_ferry(beside.into_iter().chain(env::split_paths(&path)), PATIENCE)
}

/// The first mpiexec in these folders that is Ferry's. Each has this time to say so.
fn first_of_ferry(
    folders: impl Iterator<Item = PathBuf>,
    patience: Duration,
) -> std::result::Result<PathBuf, String> {
    let (mut others, mut silent) = (Vec::new(), Vec::new());
    for program in folders.map(|folder| folder.join("mpiexec")).filter(|program| program.is_file())
    {
        match said_by(&program, patience) {
            VersionAnswer::Ferry => return Ok(program),
            VersionAnswer::OfOthers => others.push(program.display().to_string()),
            VersionAnswer::Nothing => silent.push(program.display().to_string()),
        }
    }
    let mut reasons = Vec::new();
    if !others.is_empty() {
        reasons.push(format!("{} is not Ferry's", others.join(", ")));
    }
    if !silent.is_empty() {
        let time = patience.as_secs_f64();
        let whose = silent.join(", ");
        reasons
            .push(format!("{whose}, asked by --version, did not say within {time} s whose it is"));
    }
    if reasons.is_empty() {
        reasons.push("there is none in PATH".into());
    }
    let what = "put the folder with Ferry's mpiexec into PATH, or start this program with it";
    Err(format!("{}; {what}", reasons.join("; ")))
}

/// What a program says of its version.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum VersionAnswer {
    /// It is Ferry's mpiexec.
    Ferry,
    /// It is something else, or cannot be run.
    OfOthers,
    /// It has said nothing in time.
    Nothing,
}

/// Asks a program whether it is Ferry's mpiexec.
fn said_by(program: &Path, patience: Duration) -> VersionAnswer {
    let mut command = Command::new(program);
    command.arg("--version").stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::null());
    // What it starts is ended with it.
    command.process_group(0);
    let Ok(mut child) = command.spawn() else { return VersionAnswer::OfOthers };
    let clock = Clock::start();
    let left = || patience.saturating_sub(clock.now());
    let said =
        child.stdout.take().map_or(VersionAnswer::OfOthers, |stdout| read_said(stdout, left));
    // Whoever has more to say has nobody to say it to any more.
    end(&mut child, left);
    said
}

/// Reads what a program says until it is known what it is, or no time is left.
fn read_said(mut from: ChildStdout, left: impl Fn() -> Duration) -> VersionAnswer {
    let (mut said, mut len) = ([0; SAYS.len()], 0);
    while len < said.len() {
        let time = Timespec::try_from(left()).ok();
        let mut watched = [PollFd::new(&from, PollFlags::IN)];
        match retry_on_intr(|| poll(&mut watched, time.as_ref())) {
            Ok(0) => return VersionAnswer::Nothing,
            Ok(_) => {}
            Err(_) => return VersionAnswer::OfOthers,
        }
        match from.read(&mut said[len..]) {
            Ok(0) => return VersionAnswer::OfOthers,
            Ok(more) => len += more,
            Err(e) if e.kind() == io::ErrorKind::Interrupted => {}
            Err(_) => return VersionAnswer::OfOthers,
        }
    }
    if said == *SAYS.as_bytes() { VersionAnswer::Ferry } else { VersionAnswer::OfOthers }
}

/// Waits for a program to end, which is ended when no time is left.
fn end(child: &mut Child, left: impl Fn() -> Duration) {
    // Where this program does without zombies, there is none to wait for.
    while let Ok(None) = child.try_wait() {
        if left() == Duration::ZERO {
            let group = i32::try_from(child.id()).ok().and_then(Pid::from_raw);
            let _ = group.map(|group| kill_process_group(group, Signal::KILL));
            let _ = child.wait();
            return;
        }
        std::thread::sleep(PAUSE);
    }
}

/// The file of the MPI library, where this process uses one.
fn library() -> Option<PathBuf> {
    /// What it is called for programs of the standard ABI, of MPICH's and of Open MPI's.
    const NAMES: [&str; 3] = ["libmpi_abi.so", "libmpi.so.12", "libmpi.so.40"];
    let maps = fs::read_to_string("/proc/self/maps").ok()?;
    let paths = maps.lines().filter_map(|line| Some(&line[line.find('/')?..]));
    let is_library = |path: &&str| {
        let name = Path::new(path).file_name().and_then(|name| name.to_str());
        name.is_some_and(|name| NAMES.iter().any(|known| name.starts_with(known)))
    };
    paths.into_iter().find(is_library).map(PathBuf::from)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::os::unix::fs::PermissionsExt;

    #[test]
    fn other_launchers_of_the_same_name_are_passed_over() {
        let root = env::temp_dir().join(format!("ferry-alone-{}", std::process::id()));
        let folder = |name: &str, script: Option<&str>| {
            let folder = root.join(name);
            fs::create_dir_all(&folder).unwrap();
            if let Some(script) = script {
                let program = folder.join("mpiexec");
                fs::write(&program, format!("#!/bin/sh\n{script}\n")).unwrap();
                fs::set_permissions(&program, fs::Permissions::from_mode(0o755)).unwrap();
            }
            folder
        };
        let nothing = folder("nothing", None);
        let hydra = folder("hydra", Some("yes 'HYDRA build details:'"));
        let fails = folder("fails", Some("exit 1"));
        let ferry = folder("ferry", Some(&format!("echo '{SAYS}0.1.0'")));
        let of = |folders: &[&PathBuf]| {
            first_of_ferry(folders.iter().map(|f| (*f).clone()), Duration::from_secs(600))
        };
        assert_eq!(of(&[&nothing, &hydra, &fails, &ferry]), Ok(ferry.join("mpiexec")));
        assert!(of(&[&nothing]).unwrap_err().contains("there is none in PATH"));
        let why = of(&[&hydra, &fails]).unwrap_err();
        assert!(why.contains("hydra/mpiexec, ") && why.contains("is not Ferry's"), "{why}");
        let silent = folder("silent", Some("sleep 3600; exit 1"));
        let why = first_of_ferry(std::iter::once(silent), Duration::from_millis(10)).unwrap_err();
        assert!(why.contains("silent/mpiexec, asked by --version, did not say within"), "{why}");
        fs::remove_dir_all(&root).unwrap();
    }
}
