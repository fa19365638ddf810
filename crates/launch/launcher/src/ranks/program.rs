//! Finds the file of a program before anything is started, so that a mistake is one clear line.

use super::StartError;
use std::env;
use std::ffi::{OsStr, OsString};
use std::io::ErrorKind;
use std::os::unix::ffi::OsStrExt;
use std::path::{Path, PathBuf};

/// Where programs are where nothing is said.
pub(super) const USUAL: &str = "/usr/local/bin:/usr/bin:/bin";

/// The file to run for `program`: along `path` when it has no slash, and then, as the peers do, in
/// the working directory.
pub(super) fn find(
    program: &OsStr,
    path: Option<&OsStr>,
    dir: &Path,
) -> Result<PathBuf, StartError> {
    if program.as_bytes().contains(&b'/') {
        let file = dir.join(program);
        return check(&file).map(|()| file).map_err(|problem| explain(program, problem));
    }
    let path = path.map(OsStr::to_owned).unwrap_or_else(|| OsString::from(USUAL));
    let mut worst = Problem::Missing;
    let mut closed = None;
    for candidate in env::split_paths(&path).map(|p| dir.join(p)).chain([dir.to_owned()]) {
        let file = candidate.join(program);
        match check(&file) {
            Ok(()) => return Ok(file),
            Err(Problem::Missing) => {}
            Err(Problem::Closed(folder)) => closed = closed.or(Some(folder)),
            Err(problem) => worst = problem,
        }
    }
    let mut error = explain(program, worst);
    if let Some(folder) = closed {
        let folder = folder.display();
        error.text += &format!(" (the folder {folder} could not be looked into: no permission)");
    }
    Err(error)
}

enum Problem {
    Missing,
    Directory,
    NotExecutable,
    /// This folder on the way may not be entered.
    Closed(PathBuf),
}

/// The first folder on the way to a file that this user may not enter.
pub(super) fn closed_folder(file: &Path) -> Option<PathBuf> {
    let mut folders: Vec<&Path> = file.ancestors().skip(1).collect();
    folders.reverse();
    let mut existing = folders.into_iter().take_while(|folder| folder.metadata().is_ok());
    let may_enter =
        |folder: &&Path| rustix::fs::access(*folder, rustix::fs::Access::EXEC_OK).is_ok();
    existing.find(|folder| folder.is_dir() && !may_enter(folder)).map(Path::to_owned)
}

fn check(file: &Path) -> Result<(), Problem> {
    let metadata = match file.metadata() {
        Ok(metadata) => metadata,
        Err(error) if error.kind() == ErrorKind::PermissionDenied => {
            return Err(closed_folder(file).map_or(Problem::NotExecutable, Problem::Closed));
        }
        Err(_) => return Err(Problem::Missing),
    };
    if metadata.is_dir() {
        return Err(Problem::Directory);
    }
    rustix::fs::access(file, rustix::fs::Access::EXEC_OK).map_err(|_| Problem::NotExecutable)
}

fn explain(program: &OsStr, problem: Problem) -> StartError {
    let name = program.display();
    match problem {
        Problem::Missing if program.as_bytes().contains(&b'/') => {
            StartError { status: 127, text: format!("{name}: there is no such program"), app: None }
        }
        Problem::Missing => StartError {
            status: 127,
            text: format!("{name}: there is no such program in PATH or in the working directory"),
            app: None,
        },
        Problem::Closed(folder) => {
            let folder = folder.display();
            let text = format!(
                "{name} cannot be reached: this user may not enter the folder {folder} (`chmod +x` \
                 on it allows it)"
            );
            StartError { status: 126, text, app: None }
        }
        Problem::Directory => StartError {
            status: 126,
            text: format!("{name} is a directory, not a program"),
            app: None,
        },
        Problem::NotExecutable => StartError {
            status: 126,
            text: format!("{name} is not executable; `chmod +x` makes it so if it is a program"),
            app: None,
        },
    }
}
