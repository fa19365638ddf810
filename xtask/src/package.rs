//! Packages of an optimised build: a wheel for Python's installers, one for Debian's, and the crates.

mod crates;
mod debian;
mod glibc;
mod stripped;
mod tests;
mod wheel;

pub(crate) use tests::tests;

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use clap::{Args, ValueEnum};

use crate::build::{self, Profile};
use crate::{layout, needs, step};
use glibc::Glibc;
use stripped::Stripped;

/// A kind of package.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(crate) enum Kind {
    /// For `pip install`
    Wheel,
    /// For `apt install`
    Debian,
    /// What `cargo publish` would send
    Crates,
}

/// What to pack, and where to.
#[derive(Args, Debug)]
pub(crate) struct PackageOptions {
    /// Kinds to make, separated by commas; all by default
    #[arg(long, value_enum, value_delimiter = ',')]
    only: Vec<Kind>,
    /// Folder that gets the packages
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// Oldest version of the C library to run with, instead of this machine's
    #[arg(long, value_name = "VERSION")]
    glibc: Option<Glibc>,
}

/// Builds and packs.
pub(crate) fn run(options: &PackageOptions) -> Result<()> {
    let kinds = if options.only.is_empty() { Kind::value_variants() } else { &options.only };
    let out = match &options.out {
        Some(out) => std::path::absolute(out)?,
        None => layout::target().join("packages"),
    };
    let prefix = match options.glibc {
        _ if kinds == [Kind::Crates] => layout::ferry(),
        Some(version) => glibc::build(version)?,
        None => build::prefix(Profile::Release)?,
    };
    for package in make(kinds, &prefix, &out)? {
        println!("{}", package.display());
    }
    Ok(())
}

/// Packs what is built in a prefix; the files.
fn make(kinds: &[Kind], prefix: &Path, out: &Path) -> Result<Vec<PathBuf>> {
    fs::create_dir_all(out).with_context(|| format!("cannot create {}", out.display()))?;
    let mut made = Vec::new();
    if kinds.iter().any(|kind| *kind != Kind::Crates) {
        needs::meet(&[needs::BINUTILS])?;
        let stripped = Stripped::of(prefix)?;
        if kinds.contains(&Kind::Wheel) {
            made.push(wheel::pack(&stripped, out)?);
        }
        if kinds.contains(&Kind::Debian) {
            made.push(debian::pack(&stripped, out)?);
        }
    }
    if kinds.contains(&Kind::Crates) {
        made.extend(crates::pack(out)?);
    }
    Ok(made)
}

/// Says what a package has become.
fn tell(package: &Path) -> Result<()> {
    let megabytes = package.metadata()?.len() as f64 / 1e6;
    step::say(&format!("{}: {megabytes:.1} MB", package.display()));
    Ok(())
}
