//! Ferry's chores: generate, build, install, show, test, measure.
//!
//! `cargo xtask --help` lists them. Each command prints the steps it takes and leaves its results
//! under `target/`.
#![forbid(unsafe_code)]

mod bench;
mod book;
mod build;
mod codegen;
mod coupled;
mod demo;
mod fuzz;
mod install;
mod layout;
mod mpi4py;
mod needs;
mod netlab;
mod package;
mod peers;
mod portals4;
mod programs;
mod soak;
mod step;
#[cfg(test)]
mod storeys;
mod test;

use clap::{Parser, Subcommand};

/// Ferry's chores.
#[derive(Parser)]
#[command(name = "cargo xtask", version, about)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Write include/mpi.h, the wrappers and the linker's lists from the standard's data
    Codegen {
        /// Change nothing: fail if a generated file differs from what is committed
        #[arg(long)]
        check: bool,
    },
    /// Build the library and the programs into target/ferry
    Build(build::BuildOptions),
    /// Build optimised and install into a prefix; nothing needs to be configured afterwards
    Install(install::InstallOptions),
    /// Build optimised and make packages: a wheel, one for Debian, the crates
    Package(package::PackageOptions),
    /// Build what it takes, run the heat equation on four ranks, show its picture and who talked to whom
    Demo(demo::DemoOptions),
    /// Make a site of the book in docs
    Book(book::BookOptions),
    /// Install what is missing and run every test
    Test(test::TestOptions),
    /// Build mpi4py against Ferry and run slices of its own test suite
    Mpi4py(mpi4py::Mpi4pyOptions),
    /// Fetch and build programs that were not written for Ferry, and run their own tests
    Programs(programs::ProgramsOptions),
    /// Build a copy of the basic tests of Portals 4's reference implementation against Ferry, and run them
    #[command(name = "portals4-tests")]
    Portals4Tests(portals4::Portals4Options),
    /// Measure Ferry and its peers, paired and in alternation
    Bench(bench::BenchOptions),
    /// Run the coupled model by each way of using several methods, and compare
    Coupled(coupled::CoupledOptions),
    /// Run every fuzz target for a while
    Fuzz(fuzz::FuzzOptions),
    /// Run the tests many times beside a busy process, then fuzz for long
    Soak(soak::SoakOptions),
    /// Run a command on an emulated network: SCENARIO -- COMMAND...
    Netlab(netlab::NetlabOptions),
}

fn main() {
    let done = match Cli::parse().command {
        Command::Codegen { check } => codegen::run(check),
        Command::Build(options) => build::run(&options).map(drop),
        Command::Install(options) => install::run(&options),
        Command::Package(options) => package::run(&options),
        Command::Book(options) => book::run(&options),
        Command::Demo(options) => demo::run(&options),
        Command::Test(options) => test::run(&options),
        Command::Mpi4py(options) => mpi4py::run(&options),
        Command::Programs(options) => programs::run(&options),
        Command::Portals4Tests(options) => portals4::run(&options),
        Command::Bench(options) => bench::run(&options),
        Command::Coupled(options) => coupled::run(&options),
        Command::Fuzz(options) => fuzz::run(&options),
        Command::Soak(options) => soak::run(&options),
        Command::Netlab(options) => netlab::run(&options),
    };
    if let Err(error) = done {
        eprintln!("xtask: {error:#}");
        std::process::exit(1);
    }
}
