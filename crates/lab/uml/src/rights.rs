//! What a guest needs from the host.

use std::path::{Path, PathBuf};

/// The kernel as a program.
pub(crate) const KERNEL: &str = "linux.uml";
const MODULES: &str = "/usr/lib/uml/modules";

/// Why no guest can be booted here; `None` if one can.
pub fn missing() -> Option<String> {
    if let Some(why) = ferry_netlab::missing() {
        return Some(why);
    }
    let programs = [
        (KERNEL, "user-mode-linux"),
        ("cc", "gcc"),
        ("tc", "iproute2"),
        ("unshare", "util-linux"),
        ("stty", "coreutils"),
    ];
    for (program, package) in programs {
        if !is_there(program) {
            return Some(format!(
                "the program `{program}` is missing (Debian's package: {package})"
            ));
        }
    }
    if sctp_module().is_none() {
        return Some(format!(
            "no module `sctp` for the user-mode kernel under {MODULES} (Debian's package: \
             user-mode-linux)"
        ));
    }
    None
}

fn is_there(program: &str) -> bool {
    let path = std::env::var_os("PATH").unwrap_or_default();
    std::env::split_paths(&path).any(|dir| dir.join(program).is_file())
}

fn sctp_module() -> Option<PathBuf> {
    let releases = std::fs::read_dir(Path::new(MODULES)).ok()?.flatten();
    let module = |release: std::fs::DirEntry| release.path().join("kernel/net/sctp/sctp.ko");
    releases.map(module).find(|path| path.is_file())
}
