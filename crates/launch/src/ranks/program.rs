//! Finds the file of a program before anything is started, so that a mistake is one clear line.

use super::StartError;
use std::env;
use std::ffi::{OsStr, OsString};
use std::os::unix::ffi::OsStrExt;
use std::path::{Path, PathBuf};

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
    let path =
        path.map(OsStr::to_owned).unwrap_or_else(|| OsString::from("/usr/local/bin:/usr/bin:/bin"));
    let mut worst = Problem::Missing;
    for candidate in env::split_paths(&path).map(|p| dir.join(p)).chain([dir.to_owned()]) {
        let file = candidate.join(program);
        match check(&file) {
            Ok(()) => return Ok(file),
            Err(Problem::Missing) => {}
            Err(problem) => worst = problem,
        }
    }
    Err(explain(program, worst))
}

#[derive(Clone, Copy)]
enum Problem {
    Missing,
    Directory,
    NotExecutable,
}

fn check(file: &Path) -> Result<(), Problem> {
    let Ok(metadata) = file.metadata() else { return Err(Problem::Missing) };
    if metadata.is_dir() {
        return Err(Problem::Directory);
    }
    rustix::fs::access(file, rustix::fs::Access::EXEC_OK).map_err(|_| Problem::NotExecutable)
}

fn explain(program: &OsStr, problem: Problem) -> StartError {
    let name = program.display();
    match problem {
        Problem::Missing if program.as_bytes().contains(&b'/') => {
            StartError { status: 127, text: format!("{name}: there is no such program") }
        }
        Problem::Missing => StartError {
            status: 127,
            text: format!("{name}: there is no such program in PATH or in the working directory"),
        },
        Problem::Directory => {
            StartError { status: 126, text: format!("{name} is a directory, not a program") }
        }
        Problem::NotExecutable => StartError {
            status: 126,
            text: format!("{name} is not executable; `chmod +x` makes it so if it is a program"),
        },
    }
}
