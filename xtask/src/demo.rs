//! The first thing a newcomer sees: a real program on four ranks, its picture, and who talked to whom by
//! what.

mod links;

use std::fs;
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::thread;
use std::time::Instant;

use anyhow::{Context, Result, bail};
use clap::Args;
use indicatif::{ProgressBar, ProgressStyle};

use crate::build;
use crate::{layout, step};
use links::Links;

/// How to show it.
#[derive(Args, Debug)]
pub(crate) struct DemoOptions {
    /// Ranks
    #[arg(short, long, default_value_t = 4, value_parser = clap::value_parser!(u32).range(1..=256))]
    n: u32,
    /// Shows this Ferry, a prefix with bin and lib, and builds none; without the example in Rust
    #[arg(long, value_name = "PREFIX")]
    with: Option<PathBuf>,
    /// Folder for programs and picture [default: target/demo]
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// Steps of the heat equation
    #[arg(long, default_value_t = 6000)]
    steps: u32,
}

/// Builds what it needs, runs the heat equation and the Rust example.
pub(crate) fn run(options: &DemoOptions) -> Result<()> {
    let start = Instant::now();
    let dir = std::path::absolute(options.out.clone().unwrap_or(layout::target().join("demo")))?;
    fs::create_dir_all(&dir).with_context(|| dir.display().to_string())?;
    let (prefix, pi) = match &options.with {
        Some(prefix) => (std::path::absolute(prefix)?, None),
        None => {
            let prefix = dir.join("ferry");
            (prefix.clone(), Some(build::for_demo(&prefix)?))
        }
    };
    let (program, picture) = (dir.join("heat2d"), dir.join("heat2d.png"));
    step::say("compiling examples/c/heat2d.c with Ferry's mpicc");
    let source = layout::root().join("examples/c/heat2d.c");
    let mut mpicc = Command::new(prefix.join("bin/mpicc"));
    step::quiet(mpicc.args(["-O2", "-o"]).arg(&program).arg(source).arg("-lm"))?;
    step::say(&format!("heat flow in a plate, on {} ranks", options.n));
    let links = heat(&prefix, &[&program, &picture], options)?;
    println!(
        "\nwho sent how much to whom, and by which method (row to column):\n\n{}",
        links.table()
    );
    if let Some(pi) = pi {
        step::say(&format!("pi by the Rust API, on {} ranks", options.n));
        let mut mpiexec = Command::new(prefix.join("bin/mpiexec"));
        step::run(mpiexec.args(["-n", &options.n.to_string()]).arg(pi))?;
    }
    step::say(&format!("all done in {:.0} s", start.elapsed().as_secs_f64()));
    println!("{}", next(&prefix, &program, options.with.is_none()));
    Ok(())
}

/// Runs the heat equation: a bar for its steps, its other words as they are, and its links.
fn heat(prefix: &Path, [program, picture]: &[&Path; 2], options: &DemoOptions) -> Result<Links> {
    let mut command = Command::new(prefix.join("bin/mpiexec"));
    command.args(["-n", &options.n.to_string()]).arg(program).arg(picture);
    command.args(["384", &options.steps.to_string()]);
    command.envs([("FERRY_REPORT_LINKS", "yes"), ("FERRY_REPORT_LINKS_AS", "json")]);
    let mut child = command
        .stdin(Stdio::null())
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
    bar.finish_and_clear();
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
    let mut links = Links::default();
    for line in stderr.lines().map_while(Result::ok) {
        if !links.take(&line) {
            eprintln!("{line}");
        }
    }
    links
}

/// What to try after this.
fn next(prefix: &Path, program: &Path, is_quick: bool) -> String {
    let (bin, program) = (prefix.join("bin"), program.display());
    let mut lines = vec![
        (format!("export PATH={}:$PATH", bin.display()), "mpicc, mpiexec and the others"),
        (format!("mpiexec -n 4 --methods tcp {program}"), "the same through TCP: look at the time"),
        ("mpicc -O2 examples/c/ring.c -o ring && mpiexec -n 3 ./ring".into(), "a message's way"),
    ];
    if is_quick {
        let what = "all of Ferry, optimised, into target/ferry: for work, and for measuring";
        lines.push(("cargo xtask build".into(), what));
    }
    let width = lines.iter().map(|(command, _)| command.len()).max().unwrap_or(0).min(64);
    let lines = lines.iter().map(|(command, what)| format!("  {command:<width$}  # {what}"));
    format!("\nwhat to try next:\n{}", lines.collect::<Vec<_>>().join("\n"))
}
