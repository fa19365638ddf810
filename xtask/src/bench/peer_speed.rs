//! The program around the implementations of SCTP in Rust, built by itself.
//!
//! dcsctp as published formats every packet for its log, also where there is none, which takes most of
//! its time. It is measured without: from a copy that asks first whether somebody listens.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result};
use serde::Deserialize;

use crate::build::Profile;
use crate::{layout, step};

#[derive(Deserialize)]
struct Metadata {
    packages: Vec<Package>,
}

#[derive(Deserialize)]
struct Package {
    name: String,
    version: String,
    manifest_path: PathBuf,
}

/// Where the function begins that formats a packet, and what it is to ask first.
const LOG: &str = "pub fn log_packet(name: &str, ts: SocketTime, sent: bool, data: &[u8]) {";
const ASK: &str = "if !log::log_enabled!(log::Level::Info) { return; }";

fn folder() -> PathBuf {
    layout::target().join("bench/peers")
}

/// The built program.
pub(super) fn program(profile: Profile) -> PathBuf {
    folder().join("target").join(profile.folder()).join("peer_speed")
}

/// Builds it.
pub(super) fn build(profile: Profile) -> Result<()> {
    step::say("building peer_speed");
    let packages = packages()?;
    let find = |name: &str| {
        let found = packages.iter().find(|package| package.name == name);
        found.with_context(|| format!("{name} is a dependency of the interoperation tests"))
    };
    let (dcsctp, proto) = (find("dcsctp")?, find("sctp-proto")?);
    let dir = folder();
    let copy = dir.join("dcsctp");
    drop(fs::remove_dir_all(&copy));
    let source = dcsctp.manifest_path.parent().context("a manifest lies in a folder")?;
    copy_folder(source, &copy).with_context(|| copy.display().to_string())?;
    quieten(&copy.join("src/lib.rs"))?;
    fs::write(dir.join("Cargo.toml"), manifest(&proto.version))?;
    // The versions of everything else are the workspace's.
    fs::copy(layout::root().join("Cargo.lock"), dir.join("Cargo.lock"))?;
    let mut cargo = cargo();
    cargo.current_dir(&dir).args(["build", "--profile", profile.name()]);
    cargo.env("CARGO_TARGET_DIR", dir.join("target"));
    // Lints that it denies are its own affair.
    cargo.env("RUSTFLAGS", "--cap-lints=allow");
    step::quiet(&mut cargo).map(drop)
}

fn cargo() -> Command {
    step::cargo()
}

fn packages() -> Result<Vec<Package>> {
    let mut command = cargo();
    command.current_dir(layout::root()).args(["metadata", "--format-version", "1"]);
    let metadata: Metadata = serde_json::from_str(&step::read(&mut command)?)?;
    Ok(metadata.packages)
}

fn copy_folder(from: &Path, to: &Path) -> std::io::Result<()> {
    fs::create_dir_all(to)?;
    for entry in fs::read_dir(from)? {
        let entry = entry?;
        let to = to.join(entry.file_name());
        if entry.file_type()?.is_dir() {
            copy_folder(&entry.path(), &to)?;
        } else {
            fs::copy(entry.path(), to)?;
        }
    }
    Ok(())
}

fn quieten(file: &Path) -> Result<()> {
    let text = fs::read_to_string(file)?;
    let (before, after) = text
        .split_once(LOG)
        .with_context(|| format!("{} logs otherwise than it used to", file.display()))?;
    fs::write(file, format!("{before}{LOG}\n{ASK}\n{after}"))?;
    Ok(())
}

fn manifest(proto: &str) -> String {
    let source = layout::root().join("crates/lab/interop/examples/peer_speed/main.rs");
    format!(
        r#"[package]
name = "peer_speed"
version = "0.0.0"
edition = "2024"
publish = false

[workspace]

[[bin]]
name = "peer_speed"
path = "{}"

[dependencies]
bytes = "1"
dcsctp = {{ path = "dcsctp" }}
rustix = {{ version = "1", features = ["event", "time"] }}
sctp-proto = "={proto}"
socket2 = {{ version = "0.6", features = ["all"] }}

[profile.dev]
opt-level = 1

[profile.release]
lto = "fat"
codegen-units = 1
panic = "abort"
"#,
        source.display()
    )
}
