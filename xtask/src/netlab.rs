//! Real processes on emulated networks, see docs/netlab.md.

use std::ffi::OsString;
use std::os::unix::process::CommandExt;
use std::process::Command;

use anyhow::{Context, Result};
use clap::Args;

use crate::{layout, needs, step};

/// What to run on which network.
#[derive(Args, Debug)]
#[command(disable_help_flag = true)]
pub(crate) struct NetlabOptions {
    /// SCENARIO -- COMMAND..., --self-test, --list; --help explains them all
    #[arg(trailing_var_arg = true, allow_hyphen_values = true, value_name = "ARGUMENTS")]
    words: Vec<OsString>,
}

/// Builds the laboratory and becomes it, so that signals and exit status are the command's own.
pub(crate) fn run(options: &NetlabOptions) -> Result<()> {
    needs::meet(&[needs::IP])?;
    let mut cargo = step::cargo();
    cargo.current_dir(layout::root()).args(["build", "--quiet", "--release", "-p", "ferry-netlab"]);
    step::run(&mut cargo)?;
    let mut netlab = Command::new(layout::cargo_target().join("release/ferry-netlab"));
    netlab.arg("--scenarios").arg(layout::root().join("scenarios")).args(&options.words);
    Err(netlab.exec()).with_context(|| format!("cannot start `{}`", step::shown(&netlab)))
}
