//! A wheel, the format of Python's binary packages: a zip file with the installation, what it is called and the
//! digest of each file (PEP 427). There is no Python in it.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use sha2::{Digest, Sha256};
use zip::ZipWriter;
use zip::write::SimpleFileOptions;

use super::glibc::Glibc;
use super::stripped::{Entry, Stripped};
use super::tell;
use crate::layout;

const NAME: &str = "ferry_mpi";
const VERSION: &str = env!("CARGO_PKG_VERSION");

/// Writes the wheel; returns where.
pub(super) fn pack(stripped: &Stripped, out: &Path) -> Result<PathBuf> {
    let Glibc(major, minor) = stripped.glibc();
    let platform = format!("manylinux_{major}_{minor}_{}", std::env::consts::ARCH);
    let path = out.join(format!("{NAME}-{VERSION}-py3-none-{platform}.whl"));
    let file = fs::File::create(&path).with_context(|| path.display().to_string())?;
    let mut wheel = Wheel { zip: ZipWriter::new(file), record: String::new() };
    for (name, entry) in stripped.entries() {
        let bytes = contents(stripped, name, entry)?;
        let is_program = name.starts_with("bin");
        wheel.add(&format!("{NAME}-{VERSION}.data/data/{}", name.display()), &bytes, is_program)?;
    }
    let readme = fs::read_to_string(layout::root().join("README.md"))?;
    wheel.about("METADATA", &metadata(&readme))?;
    wheel.about("WHEEL", &tags(&platform))?;
    for license in ["LICENSE-APACHE", "LICENSE-MIT"] {
        let text = fs::read_to_string(layout::root().join(license))?;
        wheel.about(&format!("licenses/{license}"), &text)?;
    }
    wheel.finish()?;
    tell(&path)?;
    Ok(path)
}

/// A wheel has no links: another name of a program is a script that starts it, and that of a library a script of the
/// linker's.
fn contents(stripped: &Stripped, name: &Path, entry: &Entry) -> Result<Vec<u8>> {
    Ok(match entry {
        Entry::File => fs::read(stripped.at(name)).with_context(|| name.display().to_string())?,
        Entry::Link(target) if name.starts_with("bin") => {
            let (target, name) = (target.display(), name.file_name().unwrap_or_default().display());
            let beside = "$(dirname \"$(readlink -f \"$0\")\")";
            format!("#!/bin/sh\nexec \"{beside}/{target}\" --ferry-as {name} \"$@\"\n").into()
        }
        Entry::Link(target) => format!("INPUT({})\n", target.display()).into(),
    })
}

struct Wheel {
    zip: ZipWriter<fs::File>,
    record: String,
}

impl Wheel {
    fn add(&mut self, name: &str, bytes: &[u8], is_program: bool) -> Result<()> {
        let mode = if is_program { 0o755 } else { 0o644 };
        self.zip.start_file(name, SimpleFileOptions::default().unix_permissions(mode))?;
        self.zip.write_all(bytes)?;
        let digest = URL_SAFE_NO_PAD.encode(Sha256::digest(bytes));
        self.record += &format!("{name},sha256={digest},{}\n", bytes.len());
        Ok(())
    }

    /// A file about the wheel.
    fn about(&mut self, name: &str, text: &str) -> Result<()> {
        self.add(&format!("{NAME}-{VERSION}.dist-info/{name}"), text.as_bytes(), false)
    }

    fn finish(mut self) -> Result<()> {
        let name = format!("{NAME}-{VERSION}.dist-info/RECORD");
        let record = format!("{}{name},,\n", self.record);
        self.zip.start_file(name, SimpleFileOptions::default())?;
        self.zip.write_all(record.as_bytes())?;
        self.zip.finish()?;
        Ok(())
    }
}

/// PEP 566 and PEP 639.
fn metadata(readme: &str) -> String {
    format!(
        "Metadata-Version: 2.4\nName: ferry-mpi\nVersion: {VERSION}\n\
         Summary: MPI for all networks: library, mpiexec and compiler wrappers\n\
         License-Expression: Apache-2.0 OR MIT\nLicense-File: LICENSE-APACHE\nLicense-File: LICENSE-MIT\n\
         Project-URL: Source, {}\n\
         Keywords: mpi,hpc,parallel\nClassifier: Operating System :: POSIX :: Linux\n\
         Classifier: Topic :: System :: Distributed Computing\n\
         Requires-Python: >=3.6\nDescription-Content-Type: text/markdown\n\n{readme}",
        env!("CARGO_PKG_REPOSITORY")
    )
}

fn tags(platform: &str) -> String {
    format!(
        "Wheel-Version: 1.0\nGenerator: ferry {VERSION}\nRoot-Is-Purelib: false\nTag: py3-none-{platform}\n"
    )
}
