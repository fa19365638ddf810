//! The wrappers, the header, the constants and the linker's lists, written from the standard's data
//! in `spec/`.
//!
//! The way: [`spec`] reads the data, [`model`] makes of it the C functions with the types of their
//! parameters ([`kinds`]), and each writer makes its files of the model. Nothing here knows a
//! function by name: what is special stands in `spec/overrides.toml`.

mod checks;
mod constants;
mod coverage;
mod foreign;
mod fortran;
mod header;
mod kinds;
mod lines;
mod linker;
mod manual;
mod model;
mod rustfmt;
mod spec;
mod wrappers;

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};

/// Paths from the workspace's root, and what stands there.
type Files = BTreeMap<PathBuf, String>;

/// The folder of which every file is generated; a stale one there is removed.
const WRAPPERS: &str = "crates/faces/mpi/standard/src/generated";

/// Writes the generated files, or with `check` compares them with what is committed.
pub(crate) fn run(check: bool) -> Result<()> {
    let root = crate::layout::root();
    let files = generate(&root.join("spec"))?;
    let stale = differences(&root, &files)?;
    if stale.is_empty() {
        println!("codegen: {} files are as they should be", files.len());
        return Ok(());
    }
    if check {
        let list: Vec<String> = stale.iter().map(|(_, text)| text.clone()).collect();
        bail!("generated files are stale; run `cargo xtask codegen`\n{}", list.join("\n"));
    }
    for (path, text) in &stale {
        write(&root.join(path), files.get(path))?;
        println!("codegen: {text}");
    }
    Ok(())
}

/// Manual pages of all functions, by the names of their files. They are made where Ferry is built or installed.
pub(crate) fn manual_pages() -> Result<BTreeMap<String, String>> {
    let folder = crate::layout::root().join("spec");
    let spec = spec::Spec::read(&folder)?;
    manual::write(&folder, &spec, &model::Model::new(&spec)?)
}

/// All generated files from the data in `spec`.
fn generate(folder: &Path) -> Result<Files> {
    let spec = spec::Spec::read(folder)?;
    let model = model::Model::new(&spec)?;
    let mut files = Files::new();
    files.insert("include/mpi.h".into(), header::write(&spec, &model)?);
    files.insert("include/mpi-ext.h".into(), header::write_extensions(&spec, &model)?);
    files.insert("crates/faces/mpi/semantics/src/constants.rs".into(), constants::write(&spec)?);
    let linker = Path::new("crates/faces/mpi/standard/generated");
    files.insert(linker.join("exports.map"), linker::exports());
    files.insert(linker.join("aliases.ld"), linker::aliases(&model));
    files.insert("docs/coverage.md".into(), coverage::write(&model));
    files.insert(Path::new(WRAPPERS).with_extension("rs"), wrappers::index(&model));
    for (name, text) in wrappers::write(&model) {
        files.insert(Path::new(WRAPPERS).join(name), text);
    }
    for (path, text) in fortran::write(&spec)? {
        files.insert(path, text);
    }
    for (path, text) in foreign::write(folder, &spec, &model)? {
        files.insert(path, text);
    }
    rustfmt::all(&mut files)?;
    Ok(files)
}

/// Files to write or remove, each with a line that says what differs.
fn differences(root: &Path, files: &Files) -> Result<Vec<(PathBuf, String)>> {
    let mut stale = Vec::new();
    for (path, text) in files {
        let old = fs::read_to_string(root.join(path)).unwrap_or_default();
        if old != *text {
            stale.push((path.clone(), summary(path, &old, text)));
        }
    }
    for generated in [WRAPPERS, fortran::ENTRY_POINTS].into_iter().chain(foreign::WRAPPERS) {
        let Ok(folder) = fs::read_dir(root.join(generated)) else { continue };
        for entry in folder {
            let path = Path::new(generated).join(entry?.file_name());
            if !files.contains_key(&path) {
                stale.push((path.clone(), format!("{}: no longer generated", path.display())));
            }
        }
    }
    Ok(stale)
}

/// How many lines differ, and the first of them.
fn summary(path: &Path, old: &str, new: &str) -> String {
    if old.is_empty() {
        return format!("{}: new, {} lines", path.display(), new.lines().count());
    }
    let first = old.lines().zip(new.lines()).position(|(old, new)| old != new);
    let line = first.unwrap_or_else(|| old.lines().count().min(new.lines().count()));
    format!(
        "{}: differs from line {} on ({} lines become {})\n  - {}\n  + {}",
        path.display(),
        line + 1,
        old.lines().count(),
        new.lines().count(),
        old.lines().nth(line).unwrap_or("(end of file)").trim(),
        new.lines().nth(line).unwrap_or("(end of file)").trim(),
    )
}

fn write(path: &Path, text: Option<&String>) -> Result<()> {
    let Some(text) = text else {
        return fs::remove_file(path).with_context(|| format!("removing {}", path.display()));
    };
    if let Some(folder) = path.parent() {
        fs::create_dir_all(folder).with_context(|| format!("making {}", folder.display()))?;
    }
    fs::write(path, text).with_context(|| format!("writing {}", path.display()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn model() -> model::Model {
        let spec = spec::Spec::read(&crate::layout::root().join("spec")).unwrap();
        model::Model::new(&spec).unwrap()
    }

    #[test]
    fn every_function_of_the_abi_has_its_chapter() {
        let model = model();
        assert_eq!(model.functions().filter(|f| f.beyond.is_none()).count(), 664);
        assert_eq!(model.functions().filter(|f| f.beyond.is_some()).count(), 55);
        assert!(
            model.functions().all(|f| f.call.is_some()),
            "docs/coverage.md lists what is not built"
        );
    }

    #[test]
    fn both_forms_of_a_procedure_pass_the_same_types() {
        let mut pairs = 0;
        let model = model();
        for large in model.functions().filter(|f| f.name.ends_with("_c")) {
            let name = large.name.trim_end_matches("_c");
            let small = model.functions().find(|f| f.name == name).unwrap();
            if small.params.len() != large.params.len() {
                continue;
            }
            for (small, large) in small.params.iter().zip(&large.params) {
                assert_eq!(small.passed_type(), large.passed_type(), "{name}, {}", small.name);
            }
            pairs += 1;
        }
        assert!(pairs > 150, "only {pairs}");
    }

    #[test]
    fn what_stands_is_what_would_be_written() {
        let root = crate::layout::root();
        let files = generate(&root.join("spec")).unwrap();
        let stale = differences(&root, &files).unwrap();
        assert!(stale.is_empty(), "run `cargo xtask codegen`: {stale:?}");
    }
}
