//! `ferry`: what Ferry is, how it is set, and its launcher under one name.

use clap::{CommandFactory, Parser, Subcommand, ValueEnum};
use clap_complete::Shell;
use ferry_cli::completions::{self, CompletedProgram};
use ferry_cli::info::{Info, links};
use ferry_cli::reach::{self, ReachOptions, ServeOptions};
use ferry_cli::tune::{self, TuneOptions};
use std::ffi::OsString;
use std::io;
use std::os::unix::process::CommandExt;
use std::process::ExitCode;

/// Ferry, an MPI implementation.
#[derive(Debug, Parser)]
#[command(name = "ferry", version, arg_required_else_help = true)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Shows the version, what Ferry finds on this host, how it decides, and all parameters with
    /// their values and where these come from
    Info {
        /// In a job: which method joins each pair of ranks, and why (`mpiexec -n 4 ferry info links`)
        topic: Option<Topic>,
        /// Explains every parameter
        #[arg(long)]
        explain: bool,
        /// Shows only parameters that something has set
        #[arg(long)]
        changed: bool,
        /// Shows all parameters, not only those that one may need
        #[arg(long)]
        expert: bool,
        /// Writes JSON
        #[arg(long)]
        json: bool,
    },
    /// Lets mpiexec reach this host without ssh (`mpiexec -launcher 'ferry reach {host}'`)
    Serve(ServeOptions),
    /// Is the launch command for hosts on which `ferry serve` runs
    Reach(ReachOptions),
    /// Measures on this machine which thresholds are best, and writes them where Ferry reads them
    Tune(TuneOptions),
    /// Takes part in such a measurement
    #[command(hide = true)]
    TuneProbe {
        /// Lengths of messages
        sizes: Vec<usize>,
    },
    /// Starts an MPI job; takes the same words as mpiexec
    #[command(visible_alias = "launch", disable_help_flag = true)]
    Run {
        /// Options and program; `ferry run --help` lists them
        #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
        words: Vec<OsString>,
    },
    /// Runs the experiments of the papers that Ferry follows on emulated networks, compares its methods
    /// with each other and with other MPIs, and writes a report with pictures
    #[command(disable_help_flag = true)]
    Experiment {
        /// Experiments and options; `ferry experiment --help` lists them
        #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
        words: Vec<OsString>,
    },
    /// Writes what a shell reads to complete the words of `ferry`, mpiexec or mpirun
    Completions {
        /// Of this shell
        shell: Shell,
        /// For this program
        #[arg(value_enum, default_value = "ferry")]
        program: CompletedProgram,
    },
    /// Serves mpiexec on another host
    #[command(hide = true)]
    Proxy,
}

/// What `ferry info` is asked about, if not everything.
#[derive(Clone, Copy, Debug, ValueEnum)]
enum Topic {
    Links,
}

fn main() -> ExitCode {
    let args: Vec<OsString> = std::env::args_os().collect();
    if let Some(status) = ferry_launch::hidden_role(&args) {
        return status.into();
    }
    match Cli::parse_from(args).command {
        Command::Info { topic: Some(Topic::Links), json, .. } => links::main(json).into(),
        Command::Info { topic: None, explain, changed, expert, json } => {
            // A closed standard output means that nobody wants to read on.
            match (Info { explain, changed, expert, json }).write(&mut io::stdout().lock()) {
                Ok(false) => ExitCode::FAILURE,
                Ok(true) | Err(_) => ExitCode::SUCCESS,
            }
        }
        Command::Serve(options) => reach::serve(&options),
        Command::Reach(options) => reach::call(&options),
        Command::Tune(options) => tune::main(&options).into(),
        Command::TuneProbe { sizes } => tune::probe(&sizes),
        Command::Run { words } => {
            let name = OsString::from("mpiexec");
            ferry_launch::main([name].into_iter().chain(words).collect()).into()
        }
        Command::Experiment { words } => experiment(&words),
        Command::Completions { shell, program } => {
            completions::write(shell, program, Cli::command(), &mut io::stdout().lock());
            ExitCode::SUCCESS
        }
        Command::Proxy => ferry_launch::proxy_main().into(),
    }
}

/// The laboratory is a program of its own beside this one.
fn experiment(words: &[OsString]) -> ExitCode {
    let beside = std::env::current_exe().map(|me| me.with_file_name("ferry-experiment"));
    let program = beside.unwrap_or_else(|_| "ferry-experiment".into());
    let error = std::process::Command::new(&program).args(words).exec();
    eprintln!("ferry experiment: cannot start {}: {error}", program.display());
    ExitCode::FAILURE
}
