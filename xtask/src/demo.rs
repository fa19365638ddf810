//! The first thing a newcomer sees: a real program on four ranks, and by which methods they talked.

use std::collections::BTreeMap;
use std::fs;
use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Command, Stdio};
use std::thread;

use anyhow::{Context, Result, bail};
use clap::Args;
use indicatif::{ProgressBar, ProgressStyle};

use crate::build::{self, Profile};
use crate::{layout, step};

/// How to show it.
#[derive(Args, Debug)]
pub(crate) struct Options {
    /// Ranks
    #[arg(short, long, default_value_t = 4)]
    n: usize,
}

/// Builds all, runs the heat equation and the Rust example.
pub(crate) fn run(options: &Options) -> Result<()> {
    let prefix = build::prefix(Profile::Release)?;
    let dir = layout::target().join("demo");
    fs::create_dir_all(&dir)?;
    let (program, picture) = (dir.join("heat2d"), dir.join("heat2d.png"));
    step::say("compiling examples/c/heat2d.c with Ferry's mpicc");
    let source = layout::root().join("examples/c/heat2d.c");
    step::quiet(
        Command::new(prefix.join("bin/mpicc"))
            .args(["-O2", "-o"])
            .arg(&program)
            .arg(source)
            .arg("-lm"),
    )?;
    step::say(&format!("heat flow in a plate, on {} ranks", options.n));
    let links = heat(&prefix, &program, &picture, options.n)?;
    println!("picture: {}", picture.display());
    print!("{}", matrix(&links, options.n));
    rust_example(&prefix, options.n)
}

/// Pairs of ranks with the method that carried their messages.
type Links = BTreeMap<(usize, usize), String>;

fn heat(prefix: &Path, program: &Path, picture: &Path, ranks: usize) -> Result<Links> {
    let mut command = Command::new(prefix.join("bin/mpiexec"));
    command.args(["-n", &ranks.to_string()]).arg(program).arg(picture);
    command.env("FERRY_REPORT_LINKS", "1").stdin(Stdio::null());
    let mut child = command
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .with_context(|| format!("cannot start `{}`", step::shown(&command)))?;
    let stderr = BufReader::new(child.stderr.take().context("piped")?);
    let collector = thread::spawn(move || collect(stderr));
    let bar = ProgressBar::new(1).with_style(ProgressStyle::with_template(
        "{bar:40} {pos:>5}/{len} steps, {elapsed}, {msg}",
    )?);
    for line in BufReader::new(child.stdout.take().context("piped")?).lines() {
        show(&bar, &line?);
    }
    let status = child.wait()?;
    bar.finish();
    let links = collector.join().expect("the collector does not panic");
    if !status.success() {
        bail!("`{}` failed: {status}", step::shown(&command));
    }
    Ok(links)
}

/// Moves the bar for the program's `step 300 of 6000, change 5e-4`, prints its other lines.
fn show(bar: &ProgressBar, line: &str) {
    let words: Vec<&str> = line.split([' ', ',']).collect();
    match words.as_slice() {
        ["step", now, "of", all, _, "change", change] => {
            bar.set_length(all.parse().unwrap_or(1));
            bar.set_position(now.parse().unwrap_or(0));
            bar.set_message(format!("change {change}"));
        }
        _ => bar.suspend(|| println!("{line}")),
    }
}

/// Takes the reports of links out of the ranks' error stream, and passes the rest on.
fn collect(stderr: impl BufRead) -> Links {
    let mut links = Links::new();
    for line in stderr.lines().map_while(Result::ok) {
        let words: Vec<&str> = line.split_whitespace().collect();
        match words.as_slice() {
            ["ferry:", "link", from, "->", to, method] => {
                if let (Ok(from), Ok(to)) = (from.parse(), to.parse()) {
                    links.insert((from, to), (*method).to_string());
                }
            }
            _ => eprintln!("{line}"),
        }
    }
    links
}

/// The links as a table of ranks by ranks.
fn matrix(links: &Links, ranks: usize) -> String {
    let mut text = String::from("method of each pair (row sends to column):\n      ");
    for to in 0..ranks {
        text += &format!("{to:>8}");
    }
    for from in 0..ranks {
        text += &format!("\n{from:>6}");
        for to in 0..ranks {
            text += &format!("{:>8}", links.get(&(from, to)).map_or(".", String::as_str));
        }
    }
    text + "\n"
}

fn rust_example(prefix: &Path, ranks: usize) -> Result<()> {
    step::say(&format!("pi by the Rust API, on {ranks} ranks"));
    let mut cargo = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    cargo.current_dir(layout::root()).args(["build", "--release", "-p", "ferry-examples"]);
    step::run(cargo.args(["--bin", "pi"]))?;
    let program = layout::cargo_target().join("release/pi");
    let mut mpiexec = Command::new(prefix.join("bin/mpiexec"));
    step::run(mpiexec.args(["-n", &ranks.to_string()]).arg(program))
}
