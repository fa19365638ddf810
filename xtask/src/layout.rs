//! Where things lie.

use std::path::PathBuf;

/// The workspace's root: of the checkout that `cargo xtask` runs in, even where its target folder is a copy of
/// another checkout's.
pub(crate) fn root() -> PathBuf {
    let own = std::env::var_os("CARGO_MANIFEST_DIR").map(PathBuf::from);
    let own = own.filter(|dir| dir.ends_with("xtask"));
    let own = own.unwrap_or_else(|| env!("CARGO_MANIFEST_DIR").into());
    own.parent().expect("xtask lies in the workspace").into()
}

/// Cargo's target directory, `CARGO_TARGET_DIR` where that is set.
pub(crate) fn cargo_target() -> PathBuf {
    match std::env::var_os("CARGO_TARGET_DIR") {
        Some(dir) => root().join(dir),
        None => root().join("target"),
    }
}

/// The workspace's own results: built prefix, peers, reports.
pub(crate) fn target() -> PathBuf {
    root().join("target")
}

/// The built prefix: bin, lib, include as after an installation.
pub(crate) fn ferry() -> PathBuf {
    target().join("ferry")
}

/// Other MPIs, each in a virtual environment of its own, since their files collide.
pub(crate) fn peers() -> PathBuf {
    target().join("peers")
}
