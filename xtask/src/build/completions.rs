//! What shells read to complete the words of the installed programs, as the command `ferry` writes it.

use std::fs;
use std::path::Path;
use std::process::Command;

use anyhow::{Context, Result};

use super::write_if_changed;
use crate::step;

const PROGRAMS: [&str; 3] = ["ferry", "mpiexec", "mpirun"];
/// The shells, the folders in which they look, and what stands before and behind a program's name there.
const SHELLS: [(&str, &str, (&str, &str)); 3] = [
    ("bash", "share/bash-completion/completions", ("", "")),
    ("zsh", "share/zsh/site-functions", ("_", "")),
    ("fish", "share/fish/vendor_completions.d", ("", ".fish")),
];

/// Installs them, where the command is.
pub(super) fn install(prefix: &Path) -> Result<()> {
    let ferry = prefix.join("bin/ferry");
    if !ferry.exists() {
        return Ok(());
    }
    for (shell, folder, (before, behind)) in SHELLS {
        let folder = prefix.join(folder);
        fs::create_dir_all(&folder).with_context(|| folder.display().to_string())?;
        for program in PROGRAMS {
            let script = step::read(Command::new(&ferry).args(["completions", shell, program]))?;
            write_if_changed(&folder.join(format!("{before}{program}{behind}")), &script)?;
        }
    }
    Ok(())
}
