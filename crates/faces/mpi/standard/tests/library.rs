//! The shared library, linked as it is shipped: its names, and what C programs may do before MPI is
//! initialised.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

fn root() -> &'static Path {
    Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../../../.."))
}

fn run(command: &mut Command) -> Output {
    command.output().unwrap_or_else(|error| panic!("{command:?}: {error}"))
}

fn succeed(command: &mut Command) -> String {
    let output = run(command);
    assert!(output.status.success(), "{command:?}\n{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap()
}

/// The static library of this very build, which lies beside the tests.
fn archive() -> PathBuf {
    let test = std::env::current_exe().unwrap();
    let entries = fs::read_dir(test.parent().unwrap()).unwrap().map(|entry| entry.unwrap().path());
    let archives = entries.filter(|path| {
        let name = path.file_name().unwrap().to_string_lossy();
        name.starts_with("libferry_standard") && name.ends_with(".a")
    });
    archives.max_by_key(|path| path.metadata().unwrap().modified().unwrap()).unwrap()
}

/// Makes a folder with `libmpi_abi.so.1` and `libmpi_abi.so`.
fn link() -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("lib{}", std::process::id()));
    fs::create_dir_all(&folder).unwrap();
    let generated = root().join("crates/faces/mpi/standard/generated");
    let mut script = std::ffi::OsString::from("-Wl,--version-script=");
    script.push(generated.join("exports.map"));
    let library = folder.join("libmpi_abi.so.1");
    let mut link = Command::new("cc");
    link.args(["-shared", "-Wl,-soname,libmpi_abi.so.1", "-Wl,--no-undefined", "-o"]).arg(&library);
    link.arg("-Wl,--whole-archive").arg(archive()).arg("-Wl,--no-whole-archive").arg(script);
    succeed(link.arg(generated.join("aliases.ld")).arg("-lm"));
    let _ = std::os::unix::fs::symlink("libmpi_abi.so.1", folder.join("libmpi_abi.so"));
    folder
}

fn program(lib: &Path) -> PathBuf {
    let program = lib.join("anytime");
    let mut cc = Command::new("cc");
    cc.args(["-std=c99", "-Wall", "-Wextra", "-Werror"]);
    cc.arg("-I").arg(root().join("include"));
    cc.arg(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/anytime.c"));
    succeed(cc.arg("-L").arg(lib).arg("-lmpi_abi").arg("-o").arg(&program));
    program
}

fn check_names(lib: &Path) {
    let listing =
        succeed(Command::new("nm").args(["-D", "--defined-only"]).arg(lib.join("libmpi_abi.so.1")));
    let found: BTreeSet<&str> = listing.lines().filter_map(|l| l.split(' ').nth(2)).collect();
    let spec = |file: &str| fs::read_to_string(root().join("spec").join(file)).unwrap();
    let (functions, beyond) = (spec("functions.txt"), spec("beyond.txt"));
    let standard: BTreeSet<&str> = functions.split_whitespace().collect();
    assert_eq!(standard.len(), 664);
    let added = beyond.lines().filter_map(|line| line.split_whitespace().next());
    let added = added.filter(|name| name.starts_with("MPI"));
    let expected: BTreeSet<String> = standard
        .into_iter()
        .chain(added)
        .flat_map(|name| [name.into(), format!("P{name}")])
        .collect();
    let missing: Vec<_> = expected.iter().filter(|name| !found.contains(name.as_str())).collect();
    let foreign: Vec<_> = found.iter().filter(|name| !expected.contains(**name)).collect();
    assert!(missing.is_empty() && foreign.is_empty(), "missing {missing:?}, foreign {foreign:?}");
}

#[test]
fn the_library_serves_c_programs() {
    let lib = &link();
    check_names(lib);
    let program = program(lib);
    succeed(Command::new(&program).env("LD_LIBRARY_PATH", lib));

    let output = run(Command::new(&program).arg("early").env("LD_LIBRARY_PATH", lib));
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(!output.status.success() && output.status.code() != Some(2), "{said}");
    assert!(said.contains("MPI_Alloc_mem") && said.contains("before MPI_Init"), "{said}");
    fs::remove_dir_all(lib).unwrap();
}
