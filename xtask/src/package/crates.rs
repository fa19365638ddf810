//! The crates as they would be published. What their archives hold is checked all at once, as a workspace of its own:
//! cargo by itself would build each from nothing.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result, bail};
use serde::Deserialize;

use crate::{layout, step};

/// Packs all that are to be published and checks them; returns their archives.
pub(super) fn pack(out: &Path) -> Result<Vec<PathBuf>> {
    step::say("packing the crates");
    let made = layout::cargo_target().join("package");
    // Those of an earlier version stay away.
    let _ = fs::remove_dir_all(&made);
    let mut cargo = step::cargo();
    cargo.current_dir(layout::root());
    // What is not committed is packed, too: this is a rehearsal.
    cargo.args(["package", "--no-verify", "--allow-dirty"]);
    cargo.args(published()?.iter().flat_map(|name| ["-p", name]));
    step::quiet(&mut cargo)?;
    let archives = archives(&made, out)?;
    check(&archives)?;
    Ok(archives)
}

/// The crates that are to be published.
fn published() -> Result<Vec<String>> {
    let mut cargo = step::cargo();
    cargo.current_dir(layout::root()).args(["metadata", "--no-deps", "--format-version", "1"]);
    let metadata: Metadata = serde_json::from_str(&step::read(&mut cargo)?)?;
    let published = metadata.packages.into_iter().filter(|package| package.publish.is_none());
    Ok(published.map(|package| package.name).collect())
}

/// What `cargo metadata` says.
#[derive(Deserialize)]
struct Metadata {
    packages: Vec<Package>,
}

#[derive(Deserialize)]
struct Package {
    name: String,
    /// Where it may be published; `None`: anywhere.
    publish: Option<Vec<String>>,
}

fn archives(from: &Path, out: &Path) -> Result<Vec<PathBuf>> {
    let mut archives = Vec::new();
    for file in fs::read_dir(from).with_context(|| from.display().to_string())? {
        let file = file?.path();
        if let (Some("crate"), Some(name)) =
            (file.extension().and_then(|end| end.to_str()), file.file_name())
        {
            let to = out.join(name);
            fs::copy(&file, &to).with_context(|| to.display().to_string())?;
            archives.push(to);
        }
    }
    archives.sort();
    Ok(archives)
}

/// Compiles what the archives hold, and nothing else of Ferry.
fn check(archives: &[PathBuf]) -> Result<()> {
    step::say(&format!("checking what {} archives hold", archives.len()));
    let dir = tempfile::tempdir().context("a folder for the archives")?;
    let mut manifest = "[workspace]\nresolver = \"3\"\nmembers = [\"*\"]\n".to_owned();
    manifest += "\n[patch.crates-io]\n";
    for archive in archives {
        let mut tar = Command::new("tar");
        step::quiet(tar.arg("-xzf").arg(archive).arg("-C").arg(dir.path()))?;
        let folder = archive.file_stem().and_then(|stem| stem.to_str()).unwrap_or_default();
        let suffix = format!("-{}", env!("CARGO_PKG_VERSION"));
        let Some(name) = folder.strip_suffix(&suffix) else {
            bail!("{} is of another version", archive.display());
        };
        manifest += &format!("{name} = {{ path = \"{folder}\" }}\n");
    }
    fs::write(dir.path().join("Cargo.toml"), manifest)?;
    fs::copy(layout::root().join("Cargo.lock"), dir.path().join("Cargo.lock"))?;
    let mut cargo = step::cargo();
    cargo.current_dir(dir.path()).args(["check", "--workspace", "--quiet"]);
    cargo.env("CARGO_TARGET_DIR", layout::target().join("packed"));
    step::run(&mut cargo)
}
