//! `include/mpi.h` is clean C and C++, declares everything, and agrees with a reference header.

use std::collections::BTreeSet;
use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

fn root() -> &'static Path {
    Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../../../.."))
}

fn read(path: &str) -> String {
    fs::read_to_string(root().join(path)).unwrap_or_else(|error| panic!("{path}: {error}"))
}

fn functions() -> BTreeSet<String> {
    read("spec/functions.txt").split_whitespace().map(str::to_owned).collect()
}

fn constants() -> Vec<String> {
    let table = read("spec/constants.tsv");
    table.lines().skip(1).map(|line| line.split('\t').next().unwrap().to_owned()).collect()
}

fn scratch(name: &str, text: &str) -> PathBuf {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    fs::write(&path, text).unwrap();
    path
}

/// Runs a compiler and fails with what it says.
fn compile(compiler: &str, arguments: &[&str], source: &Path) -> PathBuf {
    let output = source.with_extension(format!("{compiler}.out"));
    let mut command = Command::new(compiler);
    command.args(["-Wall", "-Wextra", "-pedantic", "-Werror"]).args(arguments);
    let result = command.arg("-o").arg(&output).arg(source).output();
    let result = result.unwrap_or_else(|error| panic!("{compiler}: {error}; install gcc and g++"));
    assert!(result.status.success(), "{}", String::from_utf8_lossy(&result.stderr));
    output
}

/// A program that uses every constant and has a pointer to every function.
fn everything() -> String {
    let mut text = String::from("#include <mpi.h>\ntypedef void (*function)(void);\n");
    text.push_str("extern function functions[];\nfunction functions[] = {\n");
    for name in functions() {
        writeln!(text, "(function)&{name}, (function)&P{name},").unwrap();
    }
    text.push_str("};\nlong long value(int index);\nlong long value(int index) {\n");
    text.push_str(
        "MPI_Status status;\nstatus.MPI_SOURCE = status.MPI_TAG = status.MPI_ERROR = 0;\n",
    );
    text.push_str("if (index < 0) return (long long)sizeof status + status.MPI_SOURCE;\n");
    text.push_str("switch (index) {\n");
    for (index, name) in constants().iter().enumerate() {
        writeln!(text, "case {index}: return (long long)(intptr_t){name};").unwrap();
    }
    text.push_str("default: return 0;\n}\n}\n");
    text
}

#[test]
fn the_header_is_clean_c_and_cxx() {
    let include = format!("-I{}", root().join("include").display());
    for (compiler, standard, file) in
        [("cc", "-std=c99", "everything.c"), ("c++", "-std=c++11", "everything.cc")]
    {
        compile(compiler, &[standard, &include, "-c"], &scratch(file, &everything()));
    }
}

#[test]
fn there_are_664_functions() {
    assert_eq!(functions().len(), 664);
}

/// The header of the MPICH package of PyPI, which `cargo xtask bench` installs.
fn reference() -> Option<PathBuf> {
    let candidates = [
        std::env::var_os("FERRY_REFERENCE_HEADER").map(PathBuf::from),
        Some(root().join("target/peers/mpich/include/mpi_abi.h")),
    ];
    let found = candidates.into_iter().flatten().find(|path| path.exists());
    if found.is_none() {
        eprintln!(
            "skipped: no reference header; install mpich of PyPI into target/peers/mpich, \
             or set FERRY_REFERENCE_HEADER"
        );
    }
    found
}

/// Prints the value of every constant as a header gives it.
fn values(header: &Path, name: &str) -> Vec<String> {
    let mut text = format!("#include \"{}\"\n#include <stdio.h>\n", header.display());
    text.push_str("int main(void) {\n");
    for name in constants() {
        writeln!(text, "printf(\"{name} %lld\\n\", (long long)(intptr_t){name});").unwrap();
    }
    text.push_str("return 0;\n}\n");
    let program = compile("cc", &["-std=c11"], &scratch(name, &text));
    let output = Command::new(program).stderr(Stdio::inherit()).output().unwrap();
    String::from_utf8(output.stdout).unwrap().lines().map(str::to_owned).collect()
}

#[test]
fn constants_have_the_values_of_the_reference() {
    let Some(reference) = reference() else { return };
    let ours = values(&root().join("include/mpi.h"), "values-ours.c");
    let theirs = values(&reference, "values-theirs.c");
    assert_eq!(ours.len(), constants().len());
    for (ours, theirs) in ours.iter().zip(&theirs) {
        assert_eq!(ours, theirs);
    }
}

/// The name that a line of a header declares, if it declares a function of the standard.
fn declared(line: &str) -> Option<&str> {
    let before = line.split_once('(')?.0;
    let name = before.rsplit([' ', '*']).next()?;
    let is_ours = name.starts_with("MPI_") || name.starts_with("PMPI_");
    (is_ours && line.trim_end().contains(");") && !line.starts_with("typedef")).then_some(name)
}

/// Functions that the reference declares as MPI-5.0 had them before its errata; see spec/README.md.
const CHANGED: [&str; 2] = ["MPI_Psend_init", "MPI_Precv_init"];

#[test]
fn prototypes_are_those_of_the_reference() {
    let Some(reference) = reference() else { return };
    let reference = fs::read_to_string(reference).unwrap();
    // C lets one declare a function twice, and complains where the declarations differ.
    let mut text = String::from("#include <mpi.h>\n");
    let mut names = BTreeSet::new();
    for line in reference.lines() {
        let Some(name) = declared(line) else { continue };
        let name = name.strip_prefix('P').unwrap_or(name);
        if !CHANGED.contains(&name) {
            writeln!(text, "{line}").unwrap();
        }
        names.insert(name.to_owned());
    }
    let include = format!("-I{}", root().join("include").display());
    compile("cc", &["-std=c11", &include, "-c"], &scratch("prototypes.c", &text));
    let missing: Vec<String> = functions().difference(&names).cloned().collect();
    assert_eq!(missing, ["MPI_Precv_init_c", "MPI_Psend_init_c"], "the reference lacks these");
    let more: Vec<_> = names.difference(&functions()).cloned().collect();
    assert!(more.is_empty(), "the reference has more: {more:?}");
}

#[test]
fn callbacks_are_those_of_the_reference() {
    let Some(reference) = reference() else { return };
    let reference = fs::read_to_string(reference).unwrap();
    let typedefs = reference.lines().filter(|line| {
        line.starts_with("typedef") && line.contains("_function") && !line.contains("MPIX")
    });
    let mut text = String::from("#include <mpi.h>\n");
    let count = typedefs.map(|line| writeln!(text, "{line}").unwrap()).count();
    assert!(count > 15, "only {count} function types in the reference");
    let include = format!("-I{}", root().join("include").display());
    compile("cc", &["-std=c11", &include, "-c"], &scratch("callbacks.c", &text));
}
