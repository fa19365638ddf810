//! A package for Debian and its kin. The installation is a folder of its own; the usual names (`mpicc`, `mpiexec`) are
//! alternatives, as those of other MPIs are, and `ferry` and `mprun` are there besides.

use std::fs;
use std::os::unix::fs::{PermissionsExt, symlink};
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result, bail};

use super::glibc::Glibc;
use super::stripped::{Entry, Stripped};
use super::tell;
use crate::needs::{self, Need};
use crate::{layout, step};

const DPKG: Need = Need { proof: "dpkg-deb", package: "dpkg" };
const VERSION: &str = env!("CARGO_PKG_VERSION");
/// Where the installation is.
const HOME: &str = "usr/lib/ferry-mpi";
/// Below that of the MPIs that a distribution has chosen.
const PRIORITY: u32 = 30;
/// Groups of alternatives as Debian's other MPIs have them: the name in `/usr/bin` that leads, the group, and those
/// that follow.
const ALTERNATIVES: [(&str, &str, &[&str]); 2] = [
    ("mpirun", "mpirun", &["mpiexec"]),
    ("mpicc", "mpi", &["mpic++", "mpicxx", "mpiCC", "mpif77", "mpif90", "mpifort"]),
];

/// Writes the package; returns where.
pub(super) fn pack(stripped: &Stripped, out: &Path) -> Result<PathBuf> {
    needs::meet(&[DPKG])?;
    let tree = tempfile::tempdir().context("a folder for Debian's package")?;
    let root = tree.path();
    fill(root, stripped)?;
    describe(root, stripped)?;
    let path = out.join(format!("ferry-mpi_{VERSION}_{}.deb", architecture()?));
    let mut dpkg = Command::new("dpkg-deb");
    // The usual level takes a minute for a few percent less.
    step::quiet(dpkg.args(["-Zxz", "-z2", "--root-owner-group", "--build"]).arg(root).arg(&path))?;
    tell(&path)?;
    Ok(path)
}

/// This machine's, as Debian calls it.
fn architecture() -> Result<&'static str> {
    Ok(match std::env::consts::ARCH {
        "x86_64" => "amd64",
        "aarch64" => "arm64",
        "riscv64" => "riscv64",
        other => bail!("Debian's name for {other} is not known here"),
    })
}

fn fill(root: &Path, stripped: &Stripped) -> Result<()> {
    for (name, entry) in stripped.entries() {
        let to = root.join(HOME).join(name);
        folder_of(&to)?;
        match entry {
            Entry::File => drop(fs::copy(stripped.at(name), &to)?),
            Entry::Link(target) => symlink(target, &to)?,
        }
    }
    let bin = root.join("usr/bin");
    fs::create_dir_all(&bin)?;
    for program in ["ferry", "mprun"] {
        symlink(format!("../lib/ferry-mpi/bin/{program}"), bin.join(program))?;
    }
    let doc = root.join("usr/share/doc/ferry-mpi");
    fs::create_dir_all(&doc)?;
    fs::copy(layout::root().join("README.md"), doc.join("README.md"))?;
    let licenses = ["LICENSE-APACHE", "LICENSE-MIT"].map(|name| layout::root().join(name));
    let texts = licenses.iter().map(fs::read_to_string).collect::<Result<Vec<_>, _>>()?;
    fs::write(doc.join("copyright"), texts.join("\n\n"))?;
    Ok(())
}

fn folder_of(path: &Path) -> Result<()> {
    if let Some(folder) = path.parent() {
        fs::create_dir_all(folder).with_context(|| folder.display().to_string())?;
    }
    Ok(())
}

/// What `dpkg` reads.
fn describe(root: &Path, stripped: &Stripped) -> Result<()> {
    let about = root.join("DEBIAN");
    fs::create_dir_all(&about)?;
    let size = |name: &PathBuf| stripped.at(name).symlink_metadata().ok();
    let sizes = stripped.entries().iter().filter_map(|(name, _)| size(name));
    let kilobytes = sizes.map(|metadata| metadata.len().div_ceil(1024)).sum::<u64>();
    fs::write(about.join("control"), control(kilobytes, stripped.glibc())?)?;
    for (name, text) in [("postinst", set_alternatives()), ("prerm", remove_alternatives())] {
        let path = about.join(name);
        fs::write(&path, text)?;
        fs::set_permissions(&path, fs::Permissions::from_mode(0o755))?;
    }
    open_to_all(root)
}

/// Modes follow this process's mask otherwise.
fn open_to_all(folder: &Path) -> Result<()> {
    fs::set_permissions(folder, fs::Permissions::from_mode(0o755))?;
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        let kind = entry.file_type()?;
        if kind.is_dir() {
            open_to_all(&entry.path())?;
        } else if kind.is_file() {
            let mode = entry.metadata()?.permissions().mode();
            let mode = if mode & 0o100 != 0 { 0o755 } else { 0o644 };
            fs::set_permissions(entry.path(), fs::Permissions::from_mode(mode))?;
        }
    }
    Ok(())
}

fn control(kilobytes: u64, glibc: Glibc) -> Result<String> {
    Ok(format!(
        "Package: ferry-mpi\nVersion: {VERSION}\nArchitecture: {}\nSection: net\nPriority: optional\n\
         Maintainer: The developers of Ferry <ferry@localhost>\nInstalled-Size: {kilobytes}\n\
         Depends: libc6 (>= {glibc}), libgcc-s1\nSuggests: gcc, g++, gfortran, pkg-config\n\
         Homepage: {}\nDescription: MPI for all networks\n \
         Ferry runs programs that pass messages by MPI: on one host by shared memory,\n \
         between hosts by TCP, SCTP or QUIC, encrypted where that is wanted.\n \
         It has the standard ABI, mpiexec, and compiler wrappers for C, C++ and\n \
         Fortran.\n",
        architecture()?,
        env!("CARGO_PKG_REPOSITORY")
    ))
}

fn set_alternatives() -> String {
    let mut text = "#!/bin/sh\nset -e\nif [ \"$1\" = configure ]; then\n".to_owned();
    for (leader, group, others) in ALTERNATIVES {
        text += &format!(
            "    update-alternatives --install /usr/bin/{leader} {group} /{HOME}/bin/{leader} {PRIORITY}"
        );
        for other in others {
            text += &format!(" \\\n        --slave /usr/bin/{other} {other} /{HOME}/bin/{other}");
        }
        text += "\n";
    }
    text + "fi\n"
}

fn remove_alternatives() -> String {
    let mut text = "#!/bin/sh\nset -e\nif [ \"$1\" = remove ]; then\n".to_owned();
    for (leader, group, _) in ALTERNATIVES {
        text += &format!("    update-alternatives --remove {group} /{HOME}/bin/{leader}\n");
    }
    text + "fi\n"
}
