//! The modules `mpi` and `mpi_f08`, which each compiler has in a form of its own: made of the same sources once,
//! beside the headers, in a folder with the compiler's name. They hold declarations alone, but compilers put there
//! what they know of a type, which programs with polymorphic variables are linked with.

use super::Layout;
use std::ffi::{OsStr, OsString};
use std::fs;
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};
use std::process::Command;

/// In the order in which they need each other.
const SOURCES: [&str; 2] = ["mpi_f08.f90", "mpi.f90"];

/// What is linked of a compiler's modules, in their folder.
pub(super) const LIBRARY: &str = "mpi_modules";

/// The folder of a compiler's modules, if they are made. The compiler may be behind another program
/// (`ccache gfortran`), or in a script of any name.
pub(super) fn folder(compiler: &[OsString], layout: &Layout) -> Option<PathBuf> {
    let all = layout.include.join("fortran");
    let named = (0..compiler.len()).flat_map(|at| names(&compiler[at..]));
    let mut folders = named.map(|name| all.join(name)).filter(|folder| folder.is_dir());
    folders.next().or_else(|| of_gfortran(compiler, &all))
}

/// The folder of gfortran's modules, if that is what the compiler says it is.
fn of_gfortran(compiler: &[OsString], all: &Path) -> Option<PathBuf> {
    let mut command = Command::new(compiler.first()?);
    let said = command.args(&compiler[1..]).arg("--version").output().ok()?;
    if !said.stdout.starts_with(b"GNU Fortran") {
        return None;
    }
    let folders = fs::read_dir(all).ok()?.flatten().map(|entry| entry.path());
    let is_its = |path: &Path| {
        let name = path.file_name().map(OsStr::as_encoded_bytes).unwrap_or_default();
        name.windows(8).any(|part| part == b"gfortran")
    };
    folders.filter(|path| is_its(path)).min()
}

/// What a compiler is called: where all links to it lead (`f95` and `gfortran` may be one), and as it was named.
fn names(compiler: &[OsString]) -> impl Iterator<Item = OsString> {
    let named = compiler.first().map(PathBuf::from).unwrap_or_default();
    let found = super::in_path(named.as_os_str()).and_then(|path| path.canonicalize().ok());
    let name = |path: PathBuf| Some(path.file_name()?.to_owned());
    [found.and_then(name), name(named)].into_iter().flatten()
}

/// Compiles the modules. They are made beside and renamed, so that nobody finds
/// half a module.
///
/// # Errors
/// When the folder cannot be written, or the compiler fails.
pub(super) fn build(compiler: &[OsString], layout: &Layout) -> Result<(), String> {
    let all = layout.include.join("fortran");
    let mut names = names(compiler);
    let folder = all.join(names.next().ok_or("the compiler has no name")?);
    let fresh = all.join(format!(".new-{}", std::process::id()));
    let wrong = |what: &Path, error: std::io::Error| format!("{}: {error}", what.display());
    fs::create_dir_all(&fresh).map_err(|e| wrong(&fresh, e))?;
    let made = compile(compiler, layout, &fresh);
    if made.is_ok() {
        let _ = fs::remove_dir_all(&folder);
        fs::rename(&fresh, &folder).map_err(|e| wrong(&folder, e))?;
        for link in names.map(|name| all.join(name)).filter(|link| *link != folder) {
            let _ = fs::remove_file(&link);
            let target = folder.file_name().unwrap_or_default();
            symlink(target, &link).map_err(|e| wrong(&link, e))?;
        }
    }
    let _ = fs::remove_dir_all(&fresh);
    made
}

fn compile(compiler: &[OsString], layout: &Layout, folder: &Path) -> Result<(), String> {
    let mut archive = Command::new("ar");
    archive.current_dir(folder).arg("rcs").arg(format!("lib{LIBRARY}.a"));
    for source in SOURCES {
        let source = layout.include.join("fortran").join(source);
        let object = source.with_extension("o");
        let object = object.file_name().expect("it has a name");
        // Every compiler leaves modules where it runs.
        let mut command = Command::new(&compiler[0]);
        command.args(&compiler[1..]).current_dir(folder).args(["-c", "-fPIC"]).arg(&source);
        finish(command.arg("-I").arg(&layout.include).arg("-o").arg(object))?;
        archive.arg(object);
    }
    finish(&mut archive)?;
    for source in SOURCES {
        let _ = fs::remove_file(folder.join(source).with_extension("o"));
    }
    Ok(())
}

/// # Errors
/// When the program cannot be run or fails, with what it said.
fn finish(command: &mut Command) -> Result<(), String> {
    let name = Path::new(command.get_program()).display().to_string();
    let output = command.output().map_err(|e| format!("{name}: {e}"))?;
    if output.status.success() {
        return Ok(());
    }
    let text = String::from_utf8_lossy(&output.stderr);
    Err(format!("{name} cannot make the modules:\n{text}"))
}
