//! A process that was started without a launcher starts its own when it wants to spawn others.

use crate::constants::MPI_ERR_SPAWN;
use crate::error::{Error, Result};
use crate::init;
use crate::process::enter;
use ferry_pmi::Client;
use std::env;
use std::fs;
use std::io;
use std::os::fd::OwnedFd;
use std::os::unix::net::UnixStream;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::{Arc, Mutex, PoisonError};

/// The argument by which mpiexec serves the process at the other end of its standard input.
const ALONE: &str = "--ferry-alone";

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
    let program = program().ok_or_else(|| failed("there is none in PATH".into()))?;
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

/// Ferry's mpiexec: the one that was installed with the library, else that of `PATH`.
fn program() -> Option<PathBuf> {
    let beside = library().and_then(|library| {
        let prefix = library.parent()?.parent()?;
        Some(prefix.join("bin/mpiexec")).filter(|program| program.exists())
    });
    beside.or_else(|| {
        let path = env::var_os("PATH")?;
        env::split_paths(&path).map(|dir| dir.join("mpiexec")).find(|program| program.exists())
    })
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
