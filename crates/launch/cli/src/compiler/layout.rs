//! Where header and library lie, seen from the wrapper.
//!
//! Installed, the wrapper is `PREFIX/bin/mpicc`, with `PREFIX/include` and `PREFIX/lib` beside it.
//! In the source tree it lies somewhere under `target`, the header is in `include` of the tree's
//! root and the library in `target/ferry/lib`.

use super::Language;
use std::path::{Path, PathBuf};

/// The two folders.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Layout {
    /// Holds `mpi.h`.
    pub include: PathBuf,
    /// Holds `libmpi_abi.so`.
    pub lib: PathBuf,
    /// Holds the modules of the compiler for Fortran, where these are made.
    pub modules: Option<PathBuf>,
}

const HEADER: &str = "mpi.h";
const LIBRARY: &str = "libmpi_abi.so";
const FORTRAN: &str = "libmpi_abi_fortran.so";

impl Layout {
    /// The folders that belong to this program; `FERRY_PREFIX` names others.
    ///
    /// # Errors
    /// When this program's own place cannot be found out.
    pub fn find() -> Result<Layout, String> {
        if let Some(prefix) = std::env::var_os("FERRY_PREFIX").filter(|p| !p.is_empty()) {
            let prefix = PathBuf::from(prefix);
            let (include, lib) = (prefix.join("include"), prefix.join("lib"));
            return Ok(Layout { include, lib, modules: None });
        }
        let own = std::env::current_exe().map_err(|e| format!("its own place is unknown: {e}"))?;
        Ok(Layout::around(&own))
    }

    /// The folders that belong to a wrapper at `executable`.
    pub fn around(executable: &Path) -> Layout {
        let prefix = executable.parent().and_then(Path::parent).unwrap_or(Path::new("/"));
        // The wrapper's own folder and `bin` are no places for headers.
        let above = || executable.ancestors().skip(2);
        let include = above().map(|dir| dir.join("include")).find(|dir| dir.join(HEADER).is_file());
        let libs = || {
            let tree = above().map(|dir| dir.join("target/ferry/lib"));
            [prefix.join("lib"), prefix.join("lib64"), prefix.join("ferry/lib")]
                .into_iter()
                .chain(tree)
        };
        let lib = libs().find(|dir| dir.join(LIBRARY).exists());
        Layout {
            include: include.unwrap_or_else(|| prefix.join("include")),
            lib: lib.unwrap_or_else(|| prefix.join("lib")),
            modules: None,
        }
    }

    /// # Errors
    /// When the header is missing.
    pub(super) fn check_header(&self) -> Result<(), String> {
        self.check(&self.include, HEADER)
    }

    /// # Errors
    /// When the library is missing.
    pub(super) fn check_library(&self, language: Language) -> Result<(), String> {
        if language == Language::Fortran {
            self.check(&self.lib, FORTRAN)?;
        }
        self.check(&self.lib, LIBRARY)
    }

    fn check(&self, dir: &Path, file: &str) -> Result<(), String> {
        if dir.join(file).exists() {
            return Ok(());
        }
        let dir = dir.display();
        Err(format!(
            "Ferry's {file} is not in {dir}; build or install Ferry, or name its folder in FERRY_PREFIX"
        ))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;

    fn tree(files: &[&str]) -> tempfile::TempDir {
        let dir = tempfile::tempdir().unwrap();
        for file in files {
            let file = dir.path().join(file);
            fs::create_dir_all(file.parent().unwrap()).unwrap();
            fs::write(file, "").unwrap();
        }
        dir
    }

    #[test]
    fn installed() {
        let dir = tree(&["include/mpi.h", "lib/libmpi_abi.so"]);
        let layout = Layout::around(&dir.path().join("bin/mpicc"));
        assert_eq!(layout.include, dir.path().join("include"));
        assert_eq!(layout.lib, dir.path().join("lib"));
    }

    #[test]
    fn in_the_source_tree() {
        let dir = tree(&["include/mpi.h", "target/ferry/lib/libmpi_abi.so"]);
        for wrapper in ["target/ferry/bin/mpicc", "target/debug/mpicc"] {
            let layout = Layout::around(&dir.path().join(wrapper));
            assert_eq!(layout.include, dir.path().join("include"), "{wrapper}");
            assert_eq!(layout.lib, dir.path().join("target/ferry/lib"), "{wrapper}");
        }
    }

    #[test]
    fn what_is_missing_is_named() {
        let dir = tree(&[]);
        let layout = Layout::around(&dir.path().join("bin/mpicc"));
        assert!(layout.check_library(Language::C).unwrap_err().contains("libmpi_abi.so"));
        assert!(layout.check_header().unwrap_err().contains("mpi.h"));
    }
}
