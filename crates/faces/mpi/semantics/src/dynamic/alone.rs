//! A process that was started without a launcher starts its own when it wants to spawn others.

use crate::constants::MPI_ERR_SPAWN;
use crate::error::{Error, Result};
use crate::init;
use crate::process::enter;
use ferry_pmi::Client;
use std::env;
use std::fs;
use std::io::{self, Read};
use std::os::fd::OwnedFd;
use std::os::unix::net::UnixStream;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::{Arc, Mutex, PoisonError};

/// The argument by which mpiexec serves the process at the other end of its standard input.
const ALONE: &str = "--ferry-alone";
/// How what it says of its version begins.
const SAYS: &str = "mpiexec (Ferry) ";

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
    let program = program().map_err(failed)?;
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
    first_of_ferry(beside.into_iter().chain(env::split_paths(&path)))
}

/// The first mpiexec in these folders that is Ferry's.
fn first_of_ferry(folders: impl Iterator<Item = PathBuf>) -> std::result::Result<PathBuf, String> {
    let mut others = Vec::new();
    for program in folders.map(|folder| folder.join("mpiexec")).filter(|program| program.is_file())
    {
        if is_of_ferry(&program) {
            return Ok(program);
        }
        others.push(program.display().to_string());
    }
    let what = "put the folder with Ferry's mpiexec into PATH, or start this program with it";
    Err(match others.is_empty() {
        true => format!("there is none in PATH; {what}"),
        false => format!("{} is not Ferry's; {what}", others.join(", ")),
    })
}

/// Whether a program says that it is Ferry's mpiexec.
fn is_of_ferry(program: &Path) -> bool {
    let mut command = Command::new(program);
    command.arg("--version").stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::null());
    let Ok(mut child) = command.spawn() else { return false };
    let mut said = vec![0; SAYS.len()];
    let is_said = child
        .stdout
        .take()
        .is_some_and(|mut stdout| stdout.read_exact(&mut said).is_ok() && said == SAYS.as_bytes());
    // Whoever has more to say has nobody to say it to any more. Where the program does without zombies, there is none.
    let _ = child.wait();
    is_said
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
        let of = |folders: &[&PathBuf]| first_of_ferry(folders.iter().map(|f| (*f).clone()));
        assert_eq!(of(&[&nothing, &hydra, &fails, &ferry]), Ok(ferry.join("mpiexec")));
        assert!(of(&[&nothing]).unwrap_err().contains("there is none in PATH"));
        let why = of(&[&hydra, &fails]).unwrap_err();
        assert!(why.contains("hydra/mpiexec, ") && why.contains("is not Ferry's"), "{why}");
        fs::remove_dir_all(&root).unwrap();
    }
}
