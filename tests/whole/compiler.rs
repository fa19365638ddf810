//! The compiler wrappers: in place, moved elsewhere, with other compilers, without any.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use ferry_tests::{Job, Mpi, root};
use tempfile::TempDir;

fn said(output: &Output) -> String {
    format!(
        "{}{}",
        String::from_utf8_lossy(&output.stdout),
        String::from_utf8_lossy(&output.stderr)
    )
}

fn exists(program: &str) -> bool {
    Command::new(program).arg("--version").output().is_ok()
}

fn compile(wrapper: &Path, source: &Path, program: &Path, cc: Option<&str>) {
    let mut command = Command::new(wrapper);
    match cc {
        Some(cc) => command.env("CC", cc).env("CXX", cc),
        None => command.env_remove("CC").env_remove("CXX"),
    };
    let output = command.arg(source).arg("-o").arg(program).output().expect("starts");
    assert!(output.status.success(), "{}", said(&output));
}

#[test]
fn show_prints_a_command_line() {
    let ferry = Mpi::ferry();
    for (wrapper, flag) in [("mpicc", "-show"), ("mpicc", "-showme"), ("mpicxx", "-show")] {
        let output = Command::new(ferry.prefix.join("bin").join(wrapper)).arg(flag).output();
        let text = said(&output.expect("starts"));
        for word in ["-I", "include", "-L", "-lmpi_abi", "-rpath"] {
            assert!(text.contains(word), "{wrapper} {flag}: no {word} in {text}");
        }
    }
}

/// By the names and variables of other MPIs.
#[test]
fn the_peers_words_are_known() {
    let bin = Mpi::ferry().prefix.join("bin");
    for (wrapper, language) in [("mpicc", "C"), ("mpic++", "C++"), ("mpiCC", "C++")] {
        let output = Command::new(bin.join(wrapper)).arg("--showme:version").output();
        let text = said(&output.expect("starts"));
        assert!(
            text.contains("Ferry") && text.contains(&format!("Language: {language})")),
            "{wrapper}: {text}"
        );
    }
    for variable in ["OMPI_CC", "MPICH_CC", "I_MPI_CC"] {
        let output =
            Command::new(bin.join("mpicc")).env(variable, "no-such-cc").arg("a.c").output();
        let text = said(&output.expect("starts"));
        assert!(text.contains("no-such-cc") && text.contains(variable), "{variable}: {text}");
    }
}

#[test]
fn gcc_and_clang_and_cxx() {
    let ferry = Mpi::ferry();
    let dir = TempDir::new().expect("temporary folder");
    let source = root().join("tests/c/where.c");
    for cc in ["gcc", "clang"].into_iter().filter(|cc| exists(cc)) {
        let program = dir.path().join(cc);
        compile(&ferry.mpicc, &source, &program, Some(cc));
        Job::new(&ferry, 2, &program).run().ok();
    }
    if exists("c++") {
        let (cpp, program) = (dir.path().join("hello.cpp"), dir.path().join("hello"));
        let text = "#include <mpi.h>\n#include <iostream>\nint main(int c, char **v)\n{\n\
                    MPI_Init(&c, &v);\nstd::cout << \"ok\" << std::endl;\nMPI_Finalize();\n}\n";
        fs::write(&cpp, text).expect("written");
        compile(&ferry.prefix.join("bin/mpicxx"), &cpp, &program, None);
        Job::new(&ferry, 2, &program).run().ok();
    }
}

/// Nothing knows the place where it was built: a copied prefix works.
#[test]
fn a_moved_prefix_works() {
    let dir = TempDir::new().expect("temporary folder");
    let prefix: PathBuf = dir.path().join("with space");
    let from = Mpi::ferry().prefix;
    let copied = Command::new("cp").arg("-a").arg(&from).arg(&prefix).status().expect("cp");
    assert!(copied.success());
    let moved = Mpi {
        mpicc: prefix.join("bin/mpicc"),
        mpiexec: prefix.join("bin/mpiexec"),
        prefix,
        ..Mpi::ferry()
    };
    let program = dir.path().join("where");
    compile(&moved.mpicc, &root().join("tests/c/where.c"), &program, None);
    let table = Command::new("ldd").arg(&program).output().expect("ldd");
    assert!(said(&table).contains("with space"), "{}", said(&table));
    Job::new(&moved, 2, &program).run().ok();
}

#[test]
fn a_missing_compiler_is_explained() {
    let ferry = Mpi::ferry();
    let empty = TempDir::new().expect("temporary folder");
    let mut command = Command::new(&ferry.mpicc);
    command.env("PATH", empty.path()).env_remove("CC").arg(root().join("tests/c/where.c"));
    let output = command.output().expect("starts");
    assert!(!output.status.success());
    assert!(said(&output).contains("gcc"), "names no package: {}", said(&output));
}

#[test]
fn pkg_config_finds_its_prefix() {
    if !exists("pkg-config") {
        return;
    }
    let ferry = Mpi::ferry();
    for name in ["mpi", "ferry"] {
        let mut command = Command::new("pkg-config");
        // In place of the system's own folders, where another MPI may lie.
        command.env("PKG_CONFIG_LIBDIR", ferry.prefix.join("lib/pkgconfig"));
        let output = command.args(["--cflags", "--libs", name]).output().expect("starts");
        let text = said(&output);
        assert!(output.status.success() && text.contains("-lmpi_abi"), "{name}: {text}");
    }
}

/// What is built has a page for every program, and each page stands for a text.
#[test]
fn every_program_has_a_manual_page() {
    let prefix = Mpi::ferry().prefix;
    for entry in fs::read_dir(prefix.join("bin")).expect("programs") {
        let name = entry.expect("readable").file_name();
        let page = prefix.join("share/man/man1").join(&name).with_extension("1");
        let text = fs::read_to_string(&page).unwrap_or_default();
        let text = match text.trim().strip_prefix(".so ") {
            Some(other) => {
                fs::read_to_string(prefix.join("share/man").join(other)).expect("a page")
            }
            None => text,
        };
        assert!(text.contains(".SH SYNOPSIS"), "{}", page.display());
        assert!(text.contains(name.to_str().expect("text")), "{}", page.display());
    }
}

/// What is installed has a page for every function of the standard ABI.
#[test]
fn every_function_has_a_manual_page() {
    let manual = Mpi::ferry().prefix.join("share/man");
    let functions = root().join("spec/functions.txt");
    for name in fs::read_to_string(functions).expect("a list").lines() {
        let page = manual.join("man3").join(name).with_extension("3");
        let text = fs::read_to_string(&page).unwrap_or_default();
        let text = match text.trim().strip_prefix(".so ") {
            Some(other) => fs::read_to_string(manual.join(other)).expect("a page"),
            None => text,
        };
        assert!(text.contains(&format!(" {name}(")), "{}", page.display());
    }
}
