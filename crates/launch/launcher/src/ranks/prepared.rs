//! A program before it is started: its file, its directory, its variables.

use super::linkage::{self, Linkage};
use super::program;
use super::spawn::StartError;
use crate::spec::App;
use std::collections::BTreeMap;
use std::ffi::{OsStr, OsString};
use std::io;
use std::path::{Path, PathBuf};

/// A program of the plan, ready to be started here.
#[derive(Clone)]
pub(super) struct Prepared {
    pub(super) file: PathBuf,
    pub(super) env: BTreeMap<OsString, OsString>,
    /// What the user should know of it.
    pub(super) note: Option<String>,
}

impl Prepared {
    pub(super) fn new(app: &App) -> Result<Prepared, StartError> {
        let mut env = environment(app);
        let path = env.get(OsStr::new("PATH")).map(OsString::as_os_str);
        let dir = Path::new(&app.dir);
        check_dir(dir)?;
        let name = app.argv.first().map_or(OsStr::new(""), OsString::as_os_str);
        let more = [app.path.as_os_str(), path.unwrap_or(OsStr::new(program::USUAL))];
        let path = if app.path.is_empty() { path } else { Some(&*more.join(OsStr::new(":"))) };
        let file = program::find(name, path, dir)?;
        // What a debugger runs is what is linked to MPI. Whether it is there the debugger says.
        let debugged = app.argv.get(app.debugger as usize).filter(|_| app.debugger > 0);
        let debugged = debugged.and_then(|name| program::find(name, path, dir).ok());
        let note = lead_to_ferry(debugged.as_ref().unwrap_or(&file), &mut env);
        Ok(Prepared { file, env, note })
    }
}

/// Sets the variable by which a program that was linked to another MPI finds Ferry's library for it. Returns what the
/// user should know.
fn lead_to_ferry(file: &Path, env: &mut BTreeMap<OsString, OsString>) -> Option<String> {
    let ferry = linkage::libraries()?;
    let linkage = Linkage::of(file)?;
    let now = env.get(OsStr::new(linkage::VARIABLE)).map(OsString::as_os_str);
    let advice = linkage.advise(&ferry, now);
    if let Some(path) = advice.library_path {
        env.insert(linkage::VARIABLE.into(), path);
    }
    advice.note.map(|note| format!("{} {note}", file.display()))
}

/// Whether a rank can work in a directory.
fn check_dir(dir: &Path) -> Result<(), StartError> {
    let why = match dir.metadata() {
        Ok(metadata) if !metadata.is_dir() => "is no directory".into(),
        Ok(_) => match program::closed_folder(&dir.join("x")) {
            None => return Ok(()),
            Some(folder) => no_entry(dir, &folder),
        },
        Err(error) if error.kind() == io::ErrorKind::PermissionDenied => {
            let folder = program::closed_folder(dir);
            no_entry(dir, folder.as_deref().unwrap_or(dir))
        }
        Err(error) if error.kind() == io::ErrorKind::NotFound => "does not exist".into(),
        Err(error) => format!("cannot be used: {error}"),
    };
    let text = format!("the working directory {} {why}", dir.display());
    Err(StartError { status: 1, text, app: None })
}

fn no_entry(dir: &Path, folder: &Path) -> String {
    if dir == folder {
        return "may not be entered by this user; `-wdir DIR` names another".into();
    }
    format!(
        "cannot be reached: this user may not enter {}; `-wdir DIR` names another",
        folder.display()
    )
}

/// The variables of a program: the plan's, on the ground of this process' own if so planned,
/// without those of another launcher, which would lead the ranks astray.
fn environment(app: &App) -> BTreeMap<OsString, OsString> {
    let own = std::env::vars_os().filter(|_| app.inherit);
    let given = app.env.iter().cloned();
    let mut merged: BTreeMap<OsString, OsString> = own.chain(given).collect();
    merged.retain(|name, _| !is_of_launcher(name));
    merged
}

fn is_of_launcher(name: &OsStr) -> bool {
    const PREFIXES: [&str; 4] = ["PMI_", "PMIX_", "FERRY_LOCAL_", "FERRY_NODE"];
    name.to_str().is_some_and(|name| PREFIXES.iter().any(|prefix| name.starts_with(prefix)))
}
