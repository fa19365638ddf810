//! What takes hours: the tests again and again on a busy machine, and fuzzing for long.
//!
//! A test that fails once in fifty runs, or only while something else runs, is found here.

use std::time::Instant;

use anyhow::{Result, bail};
use clap::Args;

use crate::bench::Neighbour;
use crate::test::{self, Length, Part};
use crate::{fuzz, step};

/// How long, and what.
#[derive(Args, Debug)]
pub(crate) struct SoakOptions {
    /// Times that the tests run; the first that fails is the last
    #[arg(long, default_value_t = 10)]
    rounds: u32,
    /// Parts of the tests to run, separated by commas; all by default
    #[arg(long, value_enum, value_delimiter = ',')]
    only: Vec<Part>,
    /// Leave the machine to the tests; otherwise a process computes beside them
    #[arg(long)]
    quiet: bool,
    /// Seconds of fuzzing afterwards, for all targets together
    #[arg(long, default_value_t = 600)]
    fuzz: u64,
}

/// Runs the rounds, then fuzzes.
pub(crate) fn run(options: &SoakOptions) -> Result<()> {
    let parts = Part::of(&options.only);
    if options.rounds > 0 {
        test::set_up(parts)?;
    }
    let neighbour = if options.quiet { None } else { Some(Neighbour::start()?) };
    for round in 1..=options.rounds {
        let begin = Instant::now();
        let sum = test::round(parts, Length::Full);
        let (passed, failed, rounds) = (sum.passed, sum.failed, options.rounds);
        let took = begin.elapsed().as_secs();
        step::say(&format!(
            "round {round} of {rounds}: {passed} passed, {failed} failed, {took} s"
        ));
        if failed > 0 || passed == 0 {
            bail!("round {round} of {rounds} failed");
        }
    }
    drop(neighbour);
    if options.fuzz > 0 && fuzz::tests(options.fuzz, &[])?.failed > 0 {
        bail!("a fuzz target found something");
    }
    Ok(())
}
