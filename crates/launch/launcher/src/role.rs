//! The hidden roles in which this program starts itself again.

use std::ffi::OsString;
use std::io;
use std::path::PathBuf;

/// The argument that makes the program a guard.
pub(crate) const GUARD: &str = "--ferry-guard";
/// The argument that makes the program a proxy.
pub(crate) const PROXY: &str = "--ferry-proxy";

/// The argument that makes the program tell how many parts its machine has.
pub(crate) const SURVEY: &str = "--ferry-survey";

/// The argument that makes the program serve a process that was started without it, over standard input.
pub(crate) const ALONE: &str = "--ferry-alone";

/// This program's file.
pub(crate) fn executable() -> io::Result<PathBuf> {
    std::env::current_exe()
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
