//! Installs an optimised build into a prefix.

use std::path::PathBuf;

use anyhow::Result;
use clap::Args;

use crate::build::{self, Profile};
use crate::step;

/// Where to install.
#[derive(Args, Debug)]
pub(crate) struct InstallOptions {
    /// Folder that gets bin, lib, include and share
    #[arg(long, value_name = "DIR")]
    prefix: PathBuf,
}

/// Builds and installs.
pub(crate) fn run(options: &InstallOptions) -> Result<()> {
    let prefix = std::path::absolute(&options.prefix)?;
    build::into(&prefix, Profile::Release)?;
    step::say(&format!("installed into {}", prefix.display()));
    println!("export PATH={}:$PATH", prefix.join("bin").display());
    Ok(())
}
