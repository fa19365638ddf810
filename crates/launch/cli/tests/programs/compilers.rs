//! `mpicc` and `mpicxx` with real compilers, against a stand-in for the library.

use std::fs;
use std::os::unix::fs::symlink;
use std::os::unix::process::CommandExt;
use std::path::Path;
use std::process::{Command, Output};

const HEADER: &str = "#ifdef __cplusplus\nextern \"C\"\n#endif\nint MPI_Answer(void);\n";
const PROGRAM: &str = "#include <mpi.h>\nint main(void) { return MPI_Answer(); }\n";

/// A prefix with a header and a library whose only function returns 42.
fn prefix() -> tempfile::TempDir {
    let dir = tempfile::tempdir().unwrap();
    let path = |name: &str| dir.path().join(name);
    for folder in ["include", "lib"] {
        fs::create_dir(path(folder)).unwrap();
    }
    fs::write(path("include/mpi.h"), HEADER).unwrap();
    fs::write(path("answer.c"), "int MPI_Answer(void) { return 42; }\n").unwrap();
    let built = Command::new("cc")
        .args(["-shared", "-fPIC", "-Wl,-soname,libmpi_abi.so.1", "-o"])
        .arg(path("lib/libmpi_abi.so.1"))
        .arg(path("answer.c"))
        .status();
    assert!(built.expect("the tests need a C compiler").success());
    symlink("libmpi_abi.so.1", path("lib/libmpi_abi.so")).unwrap();
    fs::write(path("program.c"), PROGRAM).unwrap();
    dir
}

fn wrapper(name: &str, prefix: &Path) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_mpicc"));
    command.arg0(name).current_dir(prefix).env("FERRY_PREFIX", prefix);
    for variable in ["FERRY_CC", "FERRY_CXX", "MPICH_CC", "MPICH_CXX"] {
        command.env_remove(variable);
    }
    command
}

fn text(output: &Output) -> String {
    String::from_utf8_lossy(&output.stdout).into_owned() + &String::from_utf8_lossy(&output.stderr)
}

/// Compiles, links and runs with this compiler.
fn builds(name: &str, variable: &str, compiler: &str) {
    let dir = prefix();
    let built = wrapper(name, dir.path())
        .env(variable, compiler)
        .args(["program.c", "-o", "program"])
        .output()
        .unwrap();
    assert!(built.status.success(), "{compiler}: {}", text(&built));
    // Nothing but the run path tells where the library is.
    let mut program = Command::new(dir.path().join("program"));
    assert_eq!(program.env_remove("LD_LIBRARY_PATH").status().unwrap().code(), Some(42));

    let mut separate = wrapper(name, dir.path());
    separate.env(variable, compiler).args(["-c", "program.c", "-o", "program.o"]);
    assert!(separate.status().unwrap().success());
    let mut linked = wrapper(name, dir.path());
    linked.env(variable, compiler).args(["program.o", "-o", "again"]);
    assert!(linked.status().unwrap().success());
    assert_eq!(Command::new(dir.path().join("again")).status().unwrap().code(), Some(42));
}

#[test]
fn programs_build_and_find_the_library() {
    builds("mpicc", "FERRY_CC", "cc");
    for compiler in ["gcc", "clang"] {
        if Command::new(compiler).arg("--version").output().is_ok() {
            builds("mpicc", "MPICH_CC", compiler);
        }
    }
}

#[test]
fn cxx_programs_build() {
    for compiler in ["c++", "g++", "clang++"] {
        if Command::new(compiler).arg("--version").output().is_ok() {
            builds("mpicxx", "FERRY_CXX", compiler);
        }
    }
}

#[test]
fn showing_compiles_nothing() {
    let dir = prefix();
    let shown = wrapper("mpicc", dir.path()).args(["-show", "program.c"]).output().unwrap();
    let line = text(&shown);
    for part in
        ["program.c", "-I", "/include", "-Wl,-rpath,", "/lib", "--enable-new-dtags", "-lmpi_abi"]
    {
        assert!(line.contains(part), "{part} is not in {line}");
    }
    assert!(!dir.path().join("a.out").exists());
}

#[test]
fn a_missing_compiler_is_explained() {
    let dir = prefix();
    let empty = tempfile::tempdir().unwrap();
    let output =
        wrapper("mpicc", dir.path()).env("PATH", empty.path()).arg("program.c").output().unwrap();
    assert_eq!(output.status.code(), Some(127));
    let line = text(&output);
    assert!(line.contains("apt install gcc") && line.contains("dnf install gcc"), "{line}");

    let output = wrapper("mpicxx", dir.path())
        .env("FERRY_CXX", "no-such-compiler")
        .arg("program.c")
        .output()
        .unwrap();
    assert_eq!(output.status.code(), Some(127));
    let line = text(&output);
    assert!(line.contains("no-such-compiler, which FERRY_CXX names"), "{line}");
    assert!(!line.contains("install"), "{line}");
    let output = wrapper("mpicc", dir.path()).args(["-cc=no-such-cc", "program.c"]).output();
    let line = text(&output.unwrap());
    assert!(line.contains("no-such-cc, which -cc names"), "{line}");
}

#[test]
fn a_missing_library_is_explained() {
    let dir = prefix();
    fs::remove_file(dir.path().join("lib/libmpi_abi.so")).unwrap();
    let output = wrapper("mpicc", dir.path()).arg("program.c").output().unwrap();
    assert_eq!(output.status.code(), Some(1));
    assert!(text(&output).contains("libmpi_abi.so"), "{}", text(&output));
    // Compiling alone needs none.
    assert!(wrapper("mpicc", dir.path()).args(["-c", "program.c"]).status().unwrap().success());
}

#[test]
fn the_compilers_own_status_comes_back() {
    let dir = prefix();
    fs::write(dir.path().join("wrong.c"), "not C\n").unwrap();
    let output = wrapper("mpicc", dir.path()).args(["-c", "wrong.c"]).output().unwrap();
    assert!(!output.status.success() && text(&output).contains("wrong.c"));
    assert!(wrapper("mpicc", dir.path()).arg("--version").output().unwrap().status.success());
}
