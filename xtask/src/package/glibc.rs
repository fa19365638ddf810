//! Builds that run with an older C library than this machine's: linked with stand-ins for it, which have the names that
//! it had then. Zig knows those of each version, and makes the stand-ins.

use std::env::consts::ARCH;
use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::str::FromStr;

use anyhow::{Context, Result, bail};

use crate::{build, layout, peers, step};

/// A version of the C library.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) struct Glibc(pub(super) u32, pub(super) u32);

/// No package says that it runs with an older one.
pub(super) const OLDEST: Glibc = Glibc(2, 17);

impl std::fmt::Display for Glibc {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}.{}", self.0, self.1)
    }
}

impl FromStr for Glibc {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let parts =
            text.split_once('.').and_then(|(a, b)| Some((a.parse().ok()?, b.parse().ok()?)));
        match parts {
            Some((major, minor)) if Glibc(major, minor) >= OLDEST => Ok(Glibc(major, minor)),
            Some(_) => Err(format!("packages need {OLDEST} at least")),
            None => Err(format!("a version is expected, as {OLDEST}")),
        }
    }
}

/// Builds Ferry for that version in a folder of its own; returns the prefix.
pub(super) fn build(version: Glibc) -> Result<PathBuf> {
    let folder = layout::target().join(format!("glibc-{version}"));
    let prefix = folder.join("ferry");
    let cc = compiler(&folder.join("stubs"), version)?;
    step::say(&format!("building for version {version} of the C library"));
    let linker = format!("CARGO_TARGET_{}_UNKNOWN_LINUX_GNU_LINKER", ARCH.to_uppercase());
    let mut install = Command::new(std::env::current_exe()?);
    install.args(["install", "--prefix"]).arg(&prefix);
    step::run(
        install.env("CC", &cc).env(linker, &cc).env("CARGO_TARGET_DIR", folder.join("build")),
    )?;
    Ok(prefix)
}

/// A compiler that links with the stand-ins in a folder, which are made if need be.
fn compiler(folder: &Path, version: Glibc) -> Result<PathBuf> {
    let cc = folder.join("cc");
    if cc.exists() {
        return Ok(cc);
    }
    step::say(&format!(
        "making stand-ins for version {version} of the C library, by zig from PyPI"
    ));
    fs::create_dir_all(folder).with_context(|| folder.display().to_string())?;
    let cache = tempfile::tempdir().context("a folder for zig")?;
    let venv = layout::target().join("zig");
    peers::venv(&venv)?;
    step::quiet(peers::pip(&venv).args(["install", "-q", "ziglang"]))?;
    let (python, target) = (venv.join("bin/python3"), format!("{ARCH}-linux-gnu.{version}"));
    for kind in ["-shared", "-pie"] {
        link_something(&python, &target, cache.path(), kind)?;
    }
    collect(cache.path(), folder)?;
    let all = folder.display();
    // What a program begins with is of the old version as well: it has the library call constructors. This machine's
    // libgcc_s wants this machine's C library, the one it is going to be used with does not.
    let script =
        format!("#!/bin/sh\nexec cc -B '{all}' -L '{all}' -Wl,--allow-shlib-undefined \"$@\"\n");
    let fresh = folder.join("cc.new");
    fs::write(&fresh, script)?;
    fs::set_permissions(&fresh, fs::Permissions::from_mode(0o755))?;
    fs::rename(&fresh, &cc)?;
    Ok(cc)
}

/// Has zig link a little library or program, for which it makes what it is linked with.
fn link_something(python: &Path, target: &str, cache: &Path, kind: &str) -> Result<()> {
    let source = cache.join("main.c");
    fs::write(&source, "int main(void) { return 0; }\n")?;
    let mut zig = Command::new(python);
    zig.args(["-m", "ziglang", "cc", "-target", target, kind, "-fPIC"]).arg(&source);
    zig.args(["-lpthread", "-lm", "-ldl", "-o"]).arg(cache.join("linked"));
    zig.env("ZIG_GLOBAL_CACHE_DIR", cache).env("ZIG_LOCAL_CACHE_DIR", cache);
    step::quiet(&mut zig).map(drop)
}

/// Copies what zig has made out of its cache, and gives libraries the names by which linkers ask for them.
fn collect(cache: &Path, folder: &Path) -> Result<()> {
    let mut loader = None;
    for file in files(cache)? {
        let Some(name) = file.file_name().and_then(|name| name.to_str()) else { continue };
        let library = name.strip_prefix("lib").and_then(|rest| rest.split_once(".so."));
        if library.is_none() && name != "Scrt1.o" && name != "libc_nonshared.a" {
            continue;
        }
        fs::copy(&file, folder.join(name))?;
        match library {
            Some(("ld", _)) => loader = Some(folder.join(name)),
            Some(("c", _)) | None => {}
            Some((short, _)) => {
                build::symlink(name, &folder.join(format!("lib{short}.so")))?;
            }
        }
    }
    let (Some(loader), all) = (loader, folder.display()) else {
        bail!("zig made no stand-ins for the C library");
    };
    let loader = loader.display();
    let script =
        format!("GROUP ( {all}/libc.so.6 {all}/libc_nonshared.a AS_NEEDED ( {loader} ) )\n");
    Ok(fs::write(folder.join("libc.so"), script)?)
}

/// All files under a folder.
fn files(folder: &Path) -> Result<Vec<PathBuf>> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        if entry.file_type()?.is_dir() {
            found.extend(files(&entry.path())?);
        } else {
            found.push(entry.path());
        }
    }
    Ok(found)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn versions_are_read_and_too_old_ones_refused() {
        assert_eq!("2.28".parse(), Ok(Glibc(2, 28)));
        assert!("2.5".parse::<Glibc>().unwrap_err().contains("2.17 at least"));
        for text in ["2", "two.one", "2.17.1", ""] {
            assert!(text.parse::<Glibc>().unwrap_err().contains("a version is expected"), "{text}");
        }
    }

    #[test]
    fn what_zig_made_is_found_by_linkers() {
        let (cache, folder) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
        let within = cache.path().join("o/1234");
        fs::create_dir_all(&within).unwrap();
        assert!(collect(cache.path(), folder.path()).is_err());
        for name in ["libc.so.6", "libm.so.6", "libld.so.2", "Scrt1.o", "libc_nonshared.a", "c.s"] {
            fs::write(within.join(name), name).unwrap();
        }
        collect(cache.path(), folder.path()).unwrap();
        let text = |name: &str| fs::read_to_string(folder.path().join(name)).unwrap_or_default();
        assert_eq!(
            (text("libm.so"), text("Scrt1.o"), text("c.s")),
            ("libm.so.6".into(), "Scrt1.o".into(), String::new())
        );
        assert!(text("libc.so").contains("libld.so.2"));
    }
}
