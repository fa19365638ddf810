//! The manual pages: those of programs as they stand in `docs/man`, those of functions as the standard's data give
//! them.

use std::fs;
use std::path::Path;

use anyhow::{Context, Result};

use super::{copy_if_newer, write_if_changed};
use crate::{codegen, layout};

/// Installs all of them where `man` looks, which knows it from the folder of the programs.
pub(super) fn install(prefix: &Path) -> Result<()> {
    let manual = prefix.join("share/man");
    programs(&manual.join("man1"))?;
    functions(&manual.join("man3"))
}

fn programs(to: &Path) -> Result<()> {
    create(to)?;
    let pages = layout::root().join("docs/man");
    for page in fs::read_dir(&pages).with_context(|| format!("cannot read {}", pages.display()))? {
        let page = page?;
        copy_if_newer(&page.path(), &to.join(page.file_name()))?;
    }
    Ok(())
}

fn functions(to: &Path) -> Result<()> {
    create(to)?;
    for (name, text) in codegen::manual_pages()? {
        write_if_changed(&to.join(name), &text)?;
    }
    Ok(())
}

fn create(folder: &Path) -> Result<()> {
    fs::create_dir_all(folder).with_context(|| format!("cannot create {}", folder.display()))
}
