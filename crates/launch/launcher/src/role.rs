//! The hidden roles in which this program starts itself again.

use std::ffi::OsString;
use std::io;
use std::path::{Path, PathBuf};

/// The argument that makes the program a guard.
pub(crate) const GUARD: &str = "--ferry-guard";
/// The argument that makes the program a proxy.
pub const PROXY: &str = "--ferry-proxy";

/// The argument that makes the program tell how many parts its machine has.
pub(crate) const SURVEY: &str = "--ferry-survey";

/// The argument that makes the program serve a process that was started without it, over standard input.
pub(crate) const ALONE: &str = "--ferry-alone";

/// The roles in which it is started on another host.
pub const HOST_ROLES: [&str; 2] = [PROXY, SURVEY];

/// This program's file.
pub(crate) fn executable() -> io::Result<PathBuf> {
    std::env::current_exe()
}

/// Whether a launch command is a remote shell.
pub(crate) fn is_remote_shell(launcher: &str) -> bool {
    matches!(Path::new(launcher).file_name().and_then(|n| n.to_str()), Some("ssh" | "rsh"))
}

/// The words with which a launch command starts this program in a role. A remote shell parses them again, so they are
/// quoted for it.
pub(crate) fn words(launcher: &str, executable: &Path, role: &str) -> Vec<String> {
    let path = executable.display().to_string();
    let harmless = |c: char| c.is_ascii_alphanumeric() || "/._-+,@%:=".contains(c);
    let path = if is_remote_shell(launcher) && !path.chars().all(harmless) {
        format!("'{}'", path.replace('\'', r"'\''"))
    } else {
        path
    };
    vec![path, role.to_owned()]
}

/// Carries out a hidden role, if the arguments ask for one, and returns its exit status.
pub(crate) fn dispatch(args: &[OsString]) -> Option<u8> {
    match args.get(1)?.to_str()? {
        GUARD => Some(crate::guard::run()),
        PROXY => Some(crate::proxy::run()),
        ALONE => Some(crate::alone::run()),
        SURVEY => Some(crate::survey::tell(args.get(2))),
        _ => None,
    }
}
