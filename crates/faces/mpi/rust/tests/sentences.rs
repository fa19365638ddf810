//! What the compiler says of programs that do not fit the API: the sentences that each program of `tests/sentences` names
//! behind `//~`.

use std::path::{Path, PathBuf};
use std::process::Command;

/// Where cargo has put this test, and the library that it is of.
fn built() -> (PathBuf, PathBuf) {
    let me = std::env::current_exe().expect("this program's own file");
    let folder = me.parent().expect("it lies in a folder").to_owned();
    let is_library = |path: &PathBuf| {
        let name = path.file_name().and_then(|name| name.to_str()).unwrap_or_default();
        name.starts_with("libferry-") && name.ends_with(".rlib")
    };
    let built_at = |path: &PathBuf| path.metadata().and_then(|about| about.modified()).ok();
    let entries = std::fs::read_dir(&folder).expect("the folder can be read");
    let libraries = entries.filter_map(|entry| Some(entry.ok()?.path())).filter(is_library);
    let library = libraries.max_by_key(built_at).expect("the library was built before its tests");
    (folder, library)
}

/// What the compiler says of a program that it must refuse.
fn complaint(program: &Path, (folder, library): &(PathBuf, PathBuf)) -> String {
    let rustc = std::env::var_os("RUSTC").unwrap_or_else(|| "rustc".into());
    let scratch = tempfile_of(program);
    let output = Command::new(rustc)
        .args(["--edition", "2024", "--crate-type", "bin", "--emit", "metadata", "--extern"])
        .arg(format!("ferry={}", library.display()))
        .arg("-L")
        .arg(format!("dependency={}", folder.display()))
        .arg("-o")
        .arg(&scratch)
        .arg(program)
        .output()
        .expect("the compiler runs");
    let _ = std::fs::remove_file(&scratch);
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(!output.status.success(), "{} compiles", program.display());
    said
}

fn tempfile_of(program: &Path) -> PathBuf {
    let name = program.file_stem().and_then(|stem| stem.to_str()).unwrap_or("program");
    std::env::temp_dir().join(format!("ferry-sentences-{}-{name}", std::process::id()))
}

/// One line, so that it does not matter where the compiler breaks it.
fn in_one_line(text: &str) -> String {
    text.split_whitespace()
        .filter(|word| *word != "|" && *word != "=")
        .collect::<Vec<_>>()
        .join(" ")
}

#[test]
fn programs_that_do_not_fit_are_told_why() {
    let built = built();
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/sentences");
    let entries = std::fs::read_dir(&folder).expect("the programs are there");
    let mut programs = 0;
    for program in entries.map(|entry| entry.expect("an entry").path()) {
        let source = std::fs::read_to_string(&program).expect("a program");
        let expected: Vec<&str> =
            source.lines().filter_map(|line| line.strip_prefix("//~ ")).collect();
        assert!(!expected.is_empty(), "{} expects nothing", program.display());
        let said = complaint(&program, &built);
        for sentence in expected {
            let is_there = in_one_line(&said).contains(sentence);
            assert!(is_there, "{}: no '{sentence}' in\n{said}", program.display());
        }
        programs += 1;
    }
    assert!(programs >= 10, "only {programs} programs");
}
