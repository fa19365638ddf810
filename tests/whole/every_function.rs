//! Each function of the libraries for C has a test in C that calls it.

use ferry_tests::{Mpi, root};
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::Command;

/// A library, its header, and the folder of its tests in C.
struct TestedLibrary {
    name: &'static str,
    header: &'static str,
    tests: &'static str,
    /// What the names of its functions begin with.
    functions: &'static [&'static str],
}

const LIBRARIES: [TestedLibrary; 5] = [
    TestedLibrary {
        name: "ferry_portals3",
        header: "portals3.h",
        tests: "portals3",
        functions: &["Ptl"],
    },
    TestedLibrary {
        name: "ferry_portals4",
        header: "portals4.h",
        tests: "portals4",
        functions: &["Ptl"],
    },
    TestedLibrary {
        name: "ferry_mplite",
        header: "mplite.h",
        tests: "mplite",
        functions: &["MP_", "MD_"],
    },
    TestedLibrary {
        name: "ferry_nexus",
        header: "nexus.h",
        tests: "nexus",
        functions: &["nexus_"],
    },
    TestedLibrary { name: "ferry_pmi", header: "pmi.h", tests: "pmi", functions: &["PMI_"] },
];

/// What `nm` says of some files with these options: the last word of each line.
fn symbols(options: &[&str], files: &[PathBuf]) -> BTreeSet<String> {
    let output = Command::new("nm").args(options).args(files).output().expect("nm is there");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let text = String::from_utf8_lossy(&output.stdout);
    let names = text.lines().filter_map(|line| line.split_whitespace().last());
    names.map(|name| name.split('@').next().unwrap_or(name).to_owned()).collect()
}

/// The tests in C of a folder, as objects in another.
fn objects(tests: &str, into: &Path) -> Vec<PathBuf> {
    let folder = root().join("tests/c").join(tests);
    let sources =
        std::fs::read_dir(&folder).expect("a folder").map(|entry| entry.expect("one").path());
    let sources = sources.filter(|path| path.extension().is_some_and(|ending| ending == "c"));
    let compile = |source: PathBuf| {
        let object = into.join(source.file_stem().expect("a name")).with_extension("o");
        let mut compiler = Command::new("cc");
        compiler.args(["-c", "-w", "-O0", "-I"]).arg(root().join("include")).arg(&source);
        let status = compiler.arg("-o").arg(&object).status().expect("cc runs");
        assert!(status.success(), "{} does not compile", source.display());
        object
    };
    sources.map(compile).collect()
}

/// Words of a text by which it may name something of C.
fn words(text: &str) -> BTreeSet<&str> {
    text.split(|c: char| !c.is_alphanumeric() && c != '_').collect()
}

#[test]
fn each_function_is_called_by_a_test() {
    let lib = Mpi::ferry().prefix.join("lib");
    for library in LIBRARIES {
        let dir = tempfile::tempdir().expect("a folder");
        let called = symbols(&["-u"], &objects(library.tests, dir.path()));
        let file = lib.join(format!("lib{}.so", library.name));
        let defined = symbols(&["-D", "--defined-only"], &[file]);
        let header = root().join("include").join(library.header);
        let header = std::fs::read_to_string(header).expect("a header");
        // The header makes names of functions of a kind and a type.
        let is_made = header.contains("##");
        let known = words(&header);
        let is_public = |name: &&String| {
            library.functions.iter().any(|with| name.starts_with(with))
                && (is_made || known.contains(name.as_str()))
        };
        let missing: Vec<&String> =
            defined.iter().filter(is_public).filter(|name| !called.contains(*name)).collect();
        assert!(defined.iter().filter(is_public).count() > 20, "{}: {defined:?}", library.name);
        assert!(missing.is_empty(), "{}: no test in C calls {missing:?}", library.name);
    }
}
