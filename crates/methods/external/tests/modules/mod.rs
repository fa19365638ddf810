//! Modules built from C for the tests.

use ferry_conformance::identity;
use ferry_method::MethodError;
use ferry_method_external::{ExternalMethod, ExternalOptions};
use std::path::{Path, PathBuf};
use std::process::Command;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../..")
}

/// Builds a source file of the repository into the build folder, under a name of the flags' own;
/// `None`, and a word about it, without a C compiler.
pub(crate) fn build(source: &str, flags: &[&str]) -> Option<PathBuf> {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR"));
    let plain = |text: &str| text.replace(|c: char| !c.is_ascii_alphanumeric(), "");
    let stem = Path::new(source).file_stem().expect("a file").to_string_lossy().into_owned();
    let path = folder.join(format!("{stem}{}.so", plain(&flags.concat())));
    // Other tests may be loading what they have built: it is replaced in one step.
    let fresh = tempfile::Builder::new().tempfile_in(folder).expect("room for a module");
    let output = Command::new("cc")
        .args(["-shared", "-fPIC", "-Wall", "-Wextra", "-Werror", "-I"])
        .arg(root().join("include"))
        .args(flags)
        .arg("-o")
        .arg(fresh.path())
        .arg(root().join(source))
        .output();
    match output {
        Err(e) => {
            eprintln!("skipped: there is no C compiler: {e}");
            None
        }
        Ok(output) => {
            let said = String::from_utf8_lossy(&output.stderr);
            assert!(output.status.success(), "{source} does not compile: {said}");
            fresh.persist(&path).expect("a place for the module");
            Some(path)
        }
    }
}

/// Rank 0 of two, of that module.
pub(crate) fn load(path: &Path, options: &ExternalOptions) -> Result<ExternalMethod, MethodError> {
    ExternalMethod::load(path, &identity(0, 2), options)
}
