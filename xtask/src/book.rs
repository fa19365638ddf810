//! The book as a site.

use std::path::PathBuf;

use anyhow::Result;
use clap::Args;

use crate::{layout, step};

/// Where it goes.
#[derive(Args, Debug)]
pub(crate) struct BookOptions {
    /// Folder for the site [default: target/book]
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
}

/// Makes it. What makes it is a program of its own, since the chores would take a minute longer to build with it.
pub(crate) fn run(options: &BookOptions) -> Result<()> {
    let out = options.out.clone().unwrap_or_else(|| layout::target().join("book"));
    let mut make = step::cargo();
    make.args(["run", "--quiet", "--package", "ferry-book", "--"]);
    make.arg(layout::root().join("docs")).arg(out);
    step::run(&mut make)
}
