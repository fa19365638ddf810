//! Generated Rust is formatted like the rest.

use std::io::Write;
use std::process::{Command, Stdio};

use anyhow::{Context, Result, ensure};

use super::Files;

/// Formats all Rust files.
pub(super) fn all(files: &mut Files) -> Result<()> {
    for (path, text) in
        files.iter_mut().filter(|(path, _)| path.extension().is_some_and(|e| e == "rs"))
    {
        *text = format(text).with_context(|| format!("formatting {}", path.display()))?;
    }
    Ok(())
}

fn format(text: &str) -> Result<String> {
    let mut rustfmt = Command::new("rustfmt")
        .args(["--edition", "2024", "--emit", "stdout", "--config-path"])
        .arg(crate::layout::root().join("rustfmt.toml"))
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .context("starting rustfmt; `rustup component add rustfmt` installs it")?;
    let mut stdin = rustfmt.stdin.take().context("rustfmt has no input")?;
    let text = text.to_owned();
    let feed = std::thread::spawn(move || stdin.write_all(text.as_bytes()));
    let output = rustfmt.wait_with_output()?;
    feed.join().expect("the feeding thread does not panic")?;
    ensure!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    Ok(String::from_utf8(output.stdout)?)
}
