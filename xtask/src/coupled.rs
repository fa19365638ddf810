//! The coupled model by each way of using several methods, as in the case study of Nexus.
//!
//! The atmosphere is on one emulated host and the ocean on another, so that shared memory serves inside
//! a model and TCP between the two. Without the rights to emulate hosts both are on this one, and the
//! program asks for the methods of its communicators.

mod report;

use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result, bail};
use clap::Args;

use crate::bench::netns::{self, Hosts};
use crate::build::{self, Profile};
use crate::{layout, step};

/// How to run it.
#[derive(Args, Debug)]
pub(crate) struct CoupledOptions {
    /// Ranks, of which two thirds are the atmosphere
    #[arg(short, long, default_value_t = 6, value_parser = clap::value_parser!(u32).range(2..=512))]
    n: u32,
    /// Steps of a run
    #[arg(long, default_value_t = 400)]
    steps: u32,
    /// Cells around the globe
    #[arg(long, default_value_t = 512)]
    columns: u32,
    /// Rounds of computing in each cell
    #[arg(long, default_value_t = 4)]
    work: u32,
    /// Rounds over all settings, in alternation
    #[arg(long, default_value_t = 5)]
    rounds: u32,
    /// A first impression: one round of few steps
    #[arg(long)]
    quick: bool,
    /// An installed Ferry, instead of building one
    #[arg(long, value_name = "DIR")]
    prefix: Option<PathBuf>,
    /// Profile of the library that is built
    #[arg(long, value_enum, default_value = "release")]
    profile: Profile,
    /// Folder for the report
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
}

/// A way of using the methods.
struct Setting {
    name: &'static str,
    /// Parameters of Ferry.
    parameters: Vec<String>,
    /// Arguments of the program.
    arguments: Vec<&'static str>,
}

/// What a run said, in microseconds a step.
#[derive(Clone, Copy, Debug)]
struct Times {
    all: f64,
    inside: f64,
    between: f64,
}

/// All runs of a setting.
struct Measured {
    name: &'static str,
    times: Vec<Times>,
}

/// Builds, runs all settings in alternation, checks their results and writes the report.
pub(crate) fn run(options: &CoupledOptions) -> Result<()> {
    let prefix = match &options.prefix {
        Some(prefix) => prefix.clone(),
        None => build::prefix(options.profile)?,
    };
    let out = options.out.clone().unwrap_or_else(|| layout::target().join("coupled"));
    std::fs::create_dir_all(&out).with_context(|| out.display().to_string())?;
    let program = compile(&prefix, &out)?;
    let hosts = Hosts::create(&out.join("hosts"));
    if let Err(why) = &hosts {
        step::say(&format!("on this host alone, with methods by communicator: {why:#}"));
    }
    let model = Model { options, prefix: &prefix, program: &program, on_hosts: hosts.is_ok() };
    let settings = model.settings();
    let right = model.checksum_of_one()?;
    let mut measured: Vec<Measured> =
        settings.iter().map(|s| Measured { name: s.name, times: Vec::new() }).collect();
    let rounds = if options.quick { 1 } else { options.rounds.max(1) };
    for round in 1..=rounds {
        step::say(&format!("round {round} of {rounds}"));
        for (setting, measured) in settings.iter().zip(&mut measured) {
            let (times, checksum) = model.run(setting)?;
            if checksum != right {
                let name = setting.name;
                bail!("'{name}' computed {checksum}, a single rank {right}");
            }
            measured.times.push(times);
        }
    }
    report::write(&out, &measured, &model.title())
}

fn compile(prefix: &Path, out: &Path) -> Result<PathBuf> {
    let program = out.join("coupled");
    // The same bits whichever way the compiler vectorises.
    let mut mpicc = Command::new(prefix.join("bin/mpicc"));
    mpicc.args(["-O2", "-ffp-contract=off", "-o"]).arg(&program);
    step::quiet(mpicc.arg(layout::root().join("examples/c/coupled.c")))?;
    Ok(program)
}

struct Model<'a> {
    options: &'a CoupledOptions,
    prefix: &'a Path,
    program: &'a Path,
    on_hosts: bool,
}

impl Model<'_> {
    fn groups(&self) -> [u32; 2] {
        let water = (self.options.n / 3).max(1);
        [self.options.n - water, water]
    }

    fn title(&self) -> String {
        let ([air, water], options) = (self.groups(), self.options);
        let place = if self.on_hosts { "two emulated hosts" } else { "one host" };
        let (columns, work) = (options.columns, options.work);
        format!(
            "atmosphere on {air} ranks, ocean on {water}, {columns} columns, work {work}, {place}"
        )
    }

    fn settings(&self) -> Vec<Setting> {
        let inside: Vec<&'static str> =
            if self.on_hosts { vec![] } else { vec!["--groups", "shm", "--between", "tcp"] };
        let setting = |name, parameters: &[&str], arguments: &[&'static str]| Setting {
            name,
            parameters: parameters.iter().map(|p| (*p).to_owned()).collect(),
            arguments: inside.iter().chain(arguments).copied().collect(),
        };
        let mut all = vec![
            Setting {
                name: "TCP alone",
                parameters: vec!["methods=tcp".into()],
                arguments: vec![],
            },
            setting("selective TCP", &[], &["--selective", "shm"]),
            setting("skip_poll 1", &["poll.skip=tcp:1"], &[]),
            setting("skip_poll 100", &["poll.skip=tcp:100"], &[]),
            setting("skip_poll 1000", &["poll.skip=tcp:1000"], &[]),
            setting("skip_poll 10000", &["poll.skip=tcp:10000"], &[]),
            setting("adaptive", &[], &[]),
        ];
        if self.on_hosts {
            let [air, n] = [self.groups()[0], self.options.n];
            let rule = format!("forward=tcp:0-{}>0;tcp:{air}-{}>{air}", air - 1, n - 1);
            all.insert(2, setting("forwarding", &[&rule], &[]));
        } else {
            all[1..].iter_mut().for_each(|setting| setting.parameters.push("open=tcp".into()));
        }
        all
    }

    fn mpiexec(&self) -> Command {
        let mut command = Command::new(self.prefix.join("bin/mpiexec"));
        for (name, _) in std::env::vars_os() {
            if name.to_string_lossy().starts_with("FERRY_") {
                command.env_remove(name);
            }
        }
        command
    }

    fn size(&self) -> Vec<String> {
        let steps = if self.options.quick { 50 } else { self.options.steps };
        let pairs = [
            ("--steps", steps),
            ("--columns", self.options.columns),
            ("--work", self.options.work),
        ];
        pairs.iter().flat_map(|(name, value)| [(*name).to_owned(), value.to_string()]).collect()
    }

    /// What a single rank computes, which sends nothing.
    fn checksum_of_one(&self) -> Result<String> {
        let mut command = self.mpiexec();
        command.args(["-n", "1"]).arg(self.program).args(self.size());
        Ok(read(&step::read(&mut command)?)?.1)
    }

    fn run(&self, setting: &Setting) -> Result<(Times, String)> {
        let mut command = self.mpiexec();
        if self.on_hosts {
            let [[air, water], [a, b]] =
                [self.groups().map(|n| n.to_string()), netns::NAMES.map(str::to_owned)];
            command.args(["-hosts", &format!("{a}:{air},{b}:{water}")]);
            command.args(["-launcher", "ip netns exec {host}"]);
        }
        command.args(["-n", &self.options.n.to_string()]);
        for parameter in &setting.parameters {
            command.args(["-set", parameter]);
        }
        command.arg(self.program).args(self.size()).args(&setting.arguments);
        let output = step::quiet(&mut command).with_context(|| setting.name.to_owned())?;
        // An info key that is not taken is no failure, but has to be known.
        eprint!("{}", String::from_utf8_lossy(&output.stderr));
        read(&String::from_utf8_lossy(&output.stdout)).with_context(|| setting.name.to_owned())
    }
}

/// Times and checksum from what the program prints.
fn read(text: &str) -> Result<(Times, String)> {
    let mut times = None;
    let mut checksum = None;
    for line in text.lines() {
        let words: Vec<&str> = line.split([' ', ',']).filter(|word| !word.is_empty()).collect();
        match words.as_slice() {
            ["seconds", "per", "step", all, .., inside, "between", "the", "models", between] => {
                let micros = |word: &str| word.parse::<f64>().map(|seconds| seconds * 1e6);
                times = Some(Times {
                    all: micros(all)?,
                    inside: micros(inside)?,
                    between: micros(between)?,
                });
            }
            ["checksum", sum] => checksum = Some((*sum).to_owned()),
            _ => {}
        }
    }
    times
        .zip(checksum)
        .with_context(|| format!("the model said neither times nor checksum:\n{text}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_program_s_words_are_read() {
        let text = "atmosphere 8 x 9 on 4, ocean 8 x 6 on 2, 5 steps\n\
            seconds per step 0.002, in the models' own messages 0.001, between the models 0.0005\n\
            checksum 00ff\n";
        let (times, checksum) = read(text).unwrap();
        assert_eq!((times.all, times.inside, times.between), (2000.0, 1000.0, 500.0));
        assert_eq!(checksum, "00ff");
        assert!(read("checksum 1\n").is_err());
    }
}
