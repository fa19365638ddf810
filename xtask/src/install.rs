//! Installs an optimised build into a prefix.

use std::fs;
use std::path::PathBuf;

use anyhow::{Context, Result};
use clap::Args;

use crate::build::{self, Profile};
use crate::{layout, step};

/// Where to install.
#[derive(Args, Debug)]
pub(crate) struct Options {
    /// Folder that gets bin, lib, include and share
    #[arg(long, value_name = "DIR")]
    prefix: PathBuf,
}

/// Builds and installs.
pub(crate) fn run(options: &Options) -> Result<()> {
    let prefix = std::path::absolute(&options.prefix)?;
    build::into(&prefix, Profile::Release)?;
    let pages = layout::root().join("docs/man");
    let man = prefix.join("share/man/man1");
    fs::create_dir_all(&man).with_context(|| format!("cannot create {}", man.display()))?;
    for page in fs::read_dir(&pages).with_context(|| format!("cannot read {}", pages.display()))? {
        let page = page?;
        fs::copy(page.path(), man.join(page.file_name()))?;
    }
    step::say(&format!("installed into {}", prefix.display()));
    println!("export PATH={}:$PATH", prefix.join("bin").display());
    Ok(())
}
