//! `ferry experiment`, which starts this program.

use clap::Parser;
use std::process::ExitCode;

/// Runs the experiments of the papers that Ferry follows on emulated networks, compares its methods
/// with each other and with other MPIs, and writes a report with pictures
#[derive(Debug, Parser)]
#[command(name = "ferry experiment", bin_name = "ferry experiment", version)]
struct Cli {
    #[command(flatten)]
    options: ferry_experiment::ExperimentOptions,
}

fn main() -> ExitCode {
    match ferry_experiment::main(&Cli::parse().options) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("ferry experiment: {error:#}");
            ExitCode::FAILURE
        }
    }
}
