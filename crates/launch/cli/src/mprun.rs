//! `mprun`: MP_Lite's words for Ferry's launcher.
//!
//! Who runs where comes from the command line or from `.mplite.config`, which is written anew in the first
//! case. The launcher starts and ends the job and is its process manager; log, status and a name for the job
//! among those of its folder come from here. Two jobs in one folder do not meet: the second has files of its
//! own.

mod claim;
mod hosts;
mod options;

use claim::JobClaim;
use ferry_mplite_job::files::JOB_VARIABLE;
use ferry_mplite_job::{ConfigFile, ProcessLine};
use options::{ConfigSource, MprunOptions, MprunRequest};
use std::ffi::OsString;
use std::io::Write;

/// Why a job is not started.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{0}")]
pub struct MprunError(String);

impl MprunError {
    fn new(text: impl Into<String>) -> Self {
        MprunError(text.into())
    }
}

fn say(line: &str) {
    // Nobody is left to tell when standard error is closed.
    let _ = std::io::stderr().write_all(format!("mprun: {line}\n").as_bytes());
}

/// What `mprun` does: `args` begin with the program's name. Returns the exit status.
pub fn main(args: Vec<OsString>) -> u8 {
    if let Some(status) = ferry_launch::hidden_role(&args) {
        return status;
    }
    let words: Option<Vec<String>> =
        args.into_iter().skip(1).map(|word| word.into_string().ok()).collect();
    let request = words.ok_or_else(|| MprunError::new("an argument is not text in UTF-8"));
    match request.and_then(|words| options::parse(&words)) {
        Ok(MprunRequest::Help) => {
            let _ = std::io::stdout().write_all(options::HELP.as_bytes());
            0
        }
        Ok(MprunRequest::Run(options)) => run(&options).unwrap_or_else(|error| {
            say(&error.0);
            2
        }),
        Err(error) => {
            say(&error.0);
            2
        }
    }
}

fn run(options: &MprunOptions) -> Result<u8, MprunError> {
    let claim = JobClaim::take(options.job.as_deref())?;
    let config = match &options.source {
        ConfigSource::Config(path) => {
            let path = path.clone().unwrap_or_else(|| ".mplite.config".into());
            ConfigFile::read(&path).map_err(|error| MprunError::new(error.to_string()))
        }
        ConfigSource::Hosts(source) => hosts::config(source, options),
    };
    let started = config.and_then(|config| {
        let config = adapt(config, options)?;
        let words = launch_words(&config, options, &claim)?;
        claim.prepare(&config)?;
        Ok(words)
    });
    match started {
        Ok(words) => {
            let status = ferry_launch::main(words);
            claim.close(status);
            Ok(status)
        }
        Err(error) => {
            claim.give_up();
            Err(error)
        }
    }
}

/// The first processes of a configuration, and another program, if the command line says so.
fn adapt(mut config: ConfigFile, options: &MprunOptions) -> Result<ConfigFile, MprunError> {
    if let (ConfigSource::Config(_), Some(count)) = (&options.source, options.count) {
        if count > config.processes.len() {
            return Err(MprunError::new(format!(
                "list of hosts incomplete: -np {count}, and the configuration has {}",
                config.processes.len()
            )));
        }
        config.processes.truncate(count);
        config.interfaces = 1;
        config.processes.iter_mut().for_each(|line| line.interfaces.truncate(1));
    }
    if !options.program.is_empty() {
        config.program = options.program.join(" ");
    }
    if config.program.is_empty() {
        return Err(MprunError::new(
            "name of the executable never specified; try `mprun -np 2 -h host0 host1 ./program`",
        ));
    }
    Ok(config)
}

/// What the launcher is told.
fn launch_words(
    config: &ConfigFile,
    options: &MprunOptions,
    claim: &JobClaim,
) -> Result<Vec<OsString>, MprunError> {
    let mut words = vec!["mprun".to_owned(), "-genv".into(), "FERRY_MPLITE_LOG=1".into()];
    if let Some(job) = claim.files().job() {
        words.extend(["-genv".into(), format!("{JOB_VARIABLE}={job}")]);
    }
    for (option, value) in &options.passed {
        words.extend([option.clone(), value.clone()]);
    }
    let program: Vec<String> = match options.program.is_empty() {
        false => options.program.clone(),
        true => config.program.split_whitespace().map(str::to_owned).collect(),
    };
    if program.iter().any(|word| word == ":") {
        return Err(MprunError::new("an argument of the program is `:`, which parts programs"));
    }
    // Processes of a host that follow each other are one call.
    for (index, group) in config.processes.chunk_by(|one, other| one == other).enumerate() {
        if index > 0 {
            words.push(":".into());
        }
        words.extend(group_words(group)?);
        words.extend(program.iter().cloned());
    }
    Ok(words.into_iter().map(OsString::from).collect())
}

fn group_words(group: &[ProcessLine]) -> Result<Vec<String>, MprunError> {
    let first = &group[0];
    // The address of IPv6 needs brackets where a number of ranks may follow.
    let host = match first.host().contains(':') {
        true => format!("[{}]", first.host()),
        false => first.host().to_owned(),
    };
    let host = format!("{host}:{}", group.len());
    let mut words = vec!["-n".to_owned(), group.len().to_string(), "-host".into(), host];
    let is_told = std::env::var_os("FERRY_TCP_INTERFACE").is_some();
    if first.interfaces.len() > 1 && !is_told {
        let addresses = hosts::addresses(&first.interfaces)?;
        words.extend(["-env".into(), format!("FERRY_TCP_INTERFACE={addresses}")]);
    }
    Ok(words)
}
