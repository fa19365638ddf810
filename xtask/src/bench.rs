use anyhow::Result;
use clap::Args;

/// Options.
#[derive(Args, Debug)]
pub(crate) struct Options {}

pub(crate) fn run(_options: &Options) -> Result<()> {
    anyhow::bail!("not built yet")
}
