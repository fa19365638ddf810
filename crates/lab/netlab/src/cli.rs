//! The command line.

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::{Context, Result, bail};
use clap::Parser;

use crate::lab::Lab;
use crate::report::Report;
use crate::scenario::Scenario;
use crate::{rights, self_test};

/// Exit code where the laboratory itself has failed, so that it is not taken for the command's.
const FAILED: u8 = 125;

/// Runs a command on an emulated network.
#[derive(Parser, Debug)]
#[command(name = "netlab", bin_name = "cargo xtask netlab", version)]
pub struct NetlabOptions {
    /// A scenario: a file, or the name of one in the folder of scenarios
    #[arg(required_unless_present_any = ["self_test", "list"])]
    scenario: Option<PathBuf>,
    /// Run the command in this host instead of outside
    #[arg(long = "in", value_name = "HOST")]
    inside: Option<String>,
    /// Where chance begins, instead of where the scenario says
    #[arg(long)]
    seed: Option<u64>,
    /// Write what the links have carried to this file as JSON; `-` is the standard output
    #[arg(long, value_name = "FILE")]
    json: Option<PathBuf>,
    /// Print no table
    #[arg(long, short)]
    quiet: bool,
    /// Folder of scenarios
    #[arg(long, value_name = "DIR", default_value = "scenarios")]
    scenarios: PathBuf,
    /// Measure whether the emulator does what it is asked for
    #[arg(long, conflicts_with = "scenario")]
    self_test: bool,
    /// List the scenarios
    #[arg(long, conflicts_with = "scenario")]
    list: bool,
    /// The command; {hosts}, {hostfile}, {launcher}, {rsh}, {slots}, {host:NAME} and {addr:NAME} in it are
    /// filled in. A shell unless said
    #[arg(last = true, value_name = "COMMAND")]
    command: Vec<String>,
}

/// Does what the options say; the exit code is the command's, or 125.
pub fn main(options: &NetlabOptions) -> ExitCode {
    let done = match options {
        NetlabOptions { list: true, .. } => list(&options.scenarios),
        NetlabOptions { self_test: true, .. } => test(),
        _ => run(options),
    };
    match done {
        Ok(code) => code.into(),
        Err(error) => {
            eprintln!("netlab: {error:#}");
            FAILED.into()
        }
    }
}

fn run(options: &NetlabOptions) -> Result<u8> {
    let scenario = options.scenario.as_deref().context("no scenario")?;
    let mut scenario = Scenario::read(&find(scenario, &options.scenarios)?)?;
    scenario.seed = options.seed.unwrap_or(scenario.seed);
    let lab = Lab::build(&scenario)?;
    let shell = || vec![std::env::var("SHELL").unwrap_or_else(|_| "sh".into())];
    let command = if options.command.is_empty() { shell() } else { options.command.clone() };
    let code = crate::run(&lab, options.inside.as_deref(), &command)?;
    let report = lab.report()?;
    drop(lab);
    show(options, &report)?;
    Ok(code)
}

fn show(options: &NetlabOptions, report: &Report) -> Result<()> {
    if !options.quiet {
        eprint!("{report}");
    }
    if let Some(path) = &options.json {
        let text = serde_json::to_string_pretty(report)?;
        match path.as_os_str() == "-" {
            true => println!("{text}"),
            false => std::fs::write(path, text)
                .with_context(|| format!("cannot write {}", path.display()))?,
        }
    }
    Ok(())
}

/// A file as it is, or a name in the folder.
fn find(scenario: &Path, folder: &Path) -> Result<PathBuf> {
    let named = folder.join(scenario).with_extension("toml");
    for path in [scenario, &named] {
        if path.is_file() {
            return Ok(path.into());
        }
    }
    bail!(
        "no scenario {}: neither a file nor {} exists (--list shows those there are)",
        scenario.display(),
        named.display()
    )
}

fn list(folder: &Path) -> Result<u8> {
    let entries = std::fs::read_dir(folder)
        .with_context(|| format!("cannot read the folder {}", folder.display()))?;
    let mut paths: Vec<PathBuf> = entries.filter_map(|entry| Some(entry.ok()?.path())).collect();
    paths.retain(|path| path.extension().is_some_and(|extension| extension == "toml"));
    paths.sort();
    for path in paths {
        let about = match Scenario::read(&path) {
            Ok(scenario) => scenario.about,
            Err(error) => format!("{error:#}"),
        };
        let name = path.file_stem().unwrap_or_default().to_string_lossy();
        println!("{name:<12} {about}");
    }
    Ok(0)
}

/// Every check, and how it went.
fn test() -> Result<u8> {
    if let Some(missing) = rights::missing() {
        bail!(missing);
    }
    let mut failed = 0;
    for check in self_test::CHECKS {
        let outcome = check.run();
        failed += u8::from(outcome.is_err());
        match outcome {
            Ok(outcome) => println!("ok      {:<12} {outcome}", check.name),
            Err(error) => println!("FAILED  {:<12} {error:#}", check.name),
        }
    }
    Ok(u8::from(failed > 0))
}
