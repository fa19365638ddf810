//! Shared libraries that `cc` links from static ones, with lists of what they export.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Result, bail};

use super::{is_newer, symlink};
use crate::{layout, step};

/// The folder that says what a library exports.
pub(super) enum Exports {
    /// A version script and an alias script, which the generator writes.
    Generated(&'static str),
    /// A version script.
    Listed(&'static str),
}

impl Exports {
    /// What the linker reads: the version script, and the alias script if there is one.
    fn scripts(&self) -> Result<(PathBuf, Option<PathBuf>)> {
        let file = |folder: &str, name: &str| {
            let file = layout::root().join(folder).join(name);
            match file.exists() {
                true => Ok(file),
                false => bail!("{} is missing: run `cargo xtask codegen`", file.display()),
            }
        };
        match self {
            Self::Generated(folder) => {
                Ok((file(folder, "exports.map")?, Some(file(folder, "aliases.ld")?)))
            }
            Self::Listed(folder) => Ok((layout::root().join(folder).join("exports.map"), None)),
        }
    }
}

/// A library, its names in the prefix and what it is made of.
pub(super) struct SharedLibrary {
    /// What cargo has built.
    pub(super) archive: &'static str,
    pub(super) exports: Exports,
    /// Without the version.
    pub(super) file: &'static str,
    pub(super) version: &'static str,
    /// Of the prefix, by which it is linked.
    pub(super) libraries: &'static [&'static str],
    /// Programs are linked with it here, for which it has a name without a version.
    pub(super) is_linked_with: bool,
}

impl SharedLibrary {
    /// Links it unless it is newer than all that goes into it.
    pub(super) fn link(&self, built: &Path, lib: &Path) -> Result<()> {
        let archive = built.join(self.archive);
        let (exports, aliases) = self.exports.scripts()?;
        let name = format!("{}.{}", self.file, self.version);
        let shared = lib.join(&name);
        if [&archive, &exports].into_iter().chain(&aliases).any(|input| is_newer(input, &shared)) {
            step::say(&format!("linking {name}"));
            // Linked beside and renamed: a running program keeps the file that it has mapped.
            let fresh = lib.join(format!(".{name}.new"));
            let mut cc = self.command(&name, &archive, lib, &fresh);
            cc.arg(format!("-Wl,--version-script={}", exports.display())).args(aliases);
            step::quiet(cc.args(["-lpthread", "-lm", "-ldl", "-lgcc_s", "-lc"]))?;
            fs::rename(&fresh, &shared)?;
        }
        if self.is_linked_with {
            symlink(&name, &lib.join(self.file))?;
        }
        Ok(())
    }

    /// Links a library that has nothing but the need of this one.
    pub(super) fn link_companion(&self, name: &str, lib: &Path) -> Result<()> {
        let (shared, own) = (lib.join(name), format!("{}.{}", self.file, self.version));
        if is_newer(&lib.join(&own), &shared) {
            step::say(&format!("linking {name}"));
            let fresh = lib.join(format!(".{name}.new"));
            let mut cc = Command::new(std::env::var_os("CC").unwrap_or_else(|| "cc".into()));
            cc.args(["-shared", "-nostdlib", "-Wl,--no-as-needed", "-Wl,-rpath,$ORIGIN"]);
            cc.arg("-Wl,--enable-new-dtags").arg(format!("-Wl,-soname,{name}"));
            step::quiet(cc.arg("-o").arg(&fresh).arg("-L").arg(lib).arg(format!("-l:{own}")))?;
            fs::rename(&fresh, &shared)?;
        }
        Ok(())
    }

    fn command(&self, name: &str, archive: &Path, lib: &Path, out: &Path) -> Command {
        let mut cc = Command::new(std::env::var_os("CC").unwrap_or_else(|| "cc".into()));
        cc.args(["-shared", "-Wl,-z,now", "-Wl,-z,relro", "-Wl,--gc-sections"]);
        cc.arg(format!("-Wl,-soname,{name}")).arg("-o").arg(out);
        cc.arg("-Wl,--whole-archive").arg(archive).arg("-Wl,--no-whole-archive");
        if !self.libraries.is_empty() {
            // Found beside this one, wherever the prefix goes.
            cc.arg("-L").arg(lib).args(["-Wl,-rpath,$ORIGIN", "-Wl,--enable-new-dtags"]);
            cc.args(self.libraries);
        }
        cc
    }
}
