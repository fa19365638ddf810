//! A copy of an installation without what only debuggers read.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result};
use tempfile::TempDir;

use super::glibc::{Glibc, OLDEST};
use crate::step;

/// What a file of the installation is.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Entry {
    /// A file, which is a program if it is in `bin`.
    File,
    /// Another name of a file beside it.
    Link(PathBuf),
}

/// The copy, for as long as this lives.
pub(super) struct Stripped {
    dir: TempDir,
    /// Sorted, relative to the prefix.
    entries: Vec<(PathBuf, Entry)>,
    glibc: Glibc,
}

impl Stripped {
    /// Copies what belongs to everybody: modules of one Fortran compiler's are made where it is
    /// (`mpifort --build-modules`).
    pub(super) fn of(prefix: &Path) -> Result<Stripped> {
        let dir = tempfile::tempdir().context("a folder for what is packed")?;
        let mut stripped = Stripped { dir, entries: Vec::new(), glibc: OLDEST };
        for folder in ["bin", "include", "lib", "share"] {
            stripped.copy(prefix, Path::new(folder))?;
        }
        stripped.entries.sort_by(|one, other| one.0.cmp(&other.0));
        Ok(stripped)
    }

    fn copy(&mut self, prefix: &Path, folder: &Path) -> Result<()> {
        let from = prefix.join(folder);
        fs::create_dir_all(self.dir.path().join(folder))?;
        for file in fs::read_dir(&from).with_context(|| from.display().to_string())? {
            let file = file?;
            let name = folder.join(file.file_name());
            let kind = file.file_type()?;
            if kind.is_symlink() {
                let target = fs::read_link(file.path())?;
                std::os::unix::fs::symlink(&target, self.at(&name))?;
                self.entries.push((name, Entry::Link(target)));
            } else if kind.is_file() {
                self.copy_file(&file.path(), &name)?;
                self.entries.push((name, Entry::File));
            } else if name != Path::new("include/fortran/gfortran") {
                self.copy(prefix, &name)?;
            }
        }
        Ok(())
    }

    fn copy_file(&mut self, from: &Path, name: &Path) -> Result<()> {
        let to = self.at(name);
        if is_elf(from)? {
            let mut strip = Command::new("strip");
            step::quiet(strip.arg("--strip-unneeded").arg("-o").arg(&to).arg(from))?;
            let mut readelf = Command::new("readelf");
            let text = step::read(readelf.args(["-W", "--version-info"]).arg(&to))?;
            self.glibc = self.glibc.max(newest_glibc(&text));
        } else {
            fs::copy(from, &to).with_context(|| format!("cannot copy {}", from.display()))?;
        }
        let mode = if name.starts_with("bin") { 0o755 } else { 0o644 };
        Ok(fs::set_permissions(&to, fs::Permissions::from_mode(mode))?)
    }

    /// Where something of the installation is.
    pub(super) fn at(&self, name: &Path) -> PathBuf {
        self.dir.path().join(name)
    }

    /// All files and links.
    pub(super) fn entries(&self) -> &[(PathBuf, Entry)] {
        &self.entries
    }

    /// The newest version of the C library's symbols that one of the files asks for.
    pub(super) fn glibc(&self) -> Glibc {
        self.glibc
    }
}

/// Whether a file is a program or a library of this machine's.
fn is_elf(path: &Path) -> Result<bool> {
    use std::io::Read;
    let mut file = fs::File::open(path).with_context(|| path.display().to_string())?;
    let mut magic = [0; 4];
    Ok(file.read_exact(&mut magic).is_ok() && &magic == b"\x7fELF")
}

/// Of the versions that `readelf --version-info` names.
fn newest_glibc(text: &str) -> Glibc {
    let versions = text.split("GLIBC_").skip(1).filter_map(|rest| {
        let end = rest.find(|c: char| c != '.' && !c.is_ascii_digit()).unwrap_or(rest.len());
        let mut parts = rest[..end].split('.').map(str::parse);
        Some(Glibc(parts.next()?.ok()?, parts.next()?.ok()?))
    });
    versions.max().unwrap_or(Glibc(2, 0))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_newest_version_counts_by_number() {
        let text = "0x0010: Name: GLIBC_2.9  Flags: none\n  Name: GLIBC_2.34  Flags: none\n Name: GLIBC_2.2.5\n\
                    Name: GLIBC_PRIVATE GCC_3.0";
        assert_eq!(newest_glibc(text), Glibc(2, 34));
        assert_eq!(newest_glibc("nothing"), Glibc(2, 0));
    }

    #[test]
    fn files_and_links_are_copied_and_compilers_modules_are_not() {
        let prefix = tempfile::tempdir().unwrap();
        for folder in ["bin", "lib/pkgconfig", "include/fortran/gfortran", "share"] {
            fs::create_dir_all(prefix.path().join(folder)).unwrap();
        }
        let write = |name: &str| fs::write(prefix.path().join(name), "text").unwrap();
        ["bin/run", "lib/pkgconfig/a.pc", "include/fortran/gfortran/mpi.mod"]
            .into_iter()
            .for_each(write);
        std::os::unix::fs::symlink("run", prefix.path().join("bin/other")).unwrap();
        let stripped = Stripped::of(prefix.path()).unwrap();
        let expected = [
            ("bin/other", Entry::Link("run".into())),
            ("bin/run", Entry::File),
            ("lib/pkgconfig/a.pc", Entry::File),
        ];
        let expected = expected.map(|(name, entry)| (PathBuf::from(name), entry));
        assert_eq!(stripped.entries(), expected);
    }
}
