//! Where the client library of PMIx is.

use super::PmixLibrary;
use crate::error::PmiError;
use std::path::{Path, PathBuf};

/// What the library is called, in every version with this interface.
const NAME: &str = "libpmix.so.2";

/// Finds and loads the library: the one that the user names, else that of the launcher, else the system's.
pub(super) fn find(preferred: Option<&Path>) -> Result<PmixLibrary, PmiError> {
    let mut tried = Vec::new();
    let candidates = match preferred {
        Some(path) => vec![path.to_owned()],
        None => candidates(std::env::var_os("PMIX_PREFIX").map(PathBuf::from), &parents_maps()),
    };
    for path in candidates {
        match PmixLibrary::load(&path) {
            Ok(library) => return Ok(library),
            Err(why) => tried.push(why),
        }
    }
    Err(PmiError::NoPmix { tried: tried.join("; ") })
}

fn parents_maps() -> String {
    let parent = rustix::process::getppid().map_or(0, |parent| parent.as_raw_nonzero().get());
    std::fs::read_to_string(format!("/proc/{parent}/maps")).unwrap_or_default()
}

/// The places to look at, the best first.
fn candidates(prefix: Option<PathBuf>, maps: &str) -> Vec<PathBuf> {
    let folders = ["lib", "lib64", "lib/openmpi"];
    let of_prefix = prefix.iter().flat_map(|prefix| folders.map(|folder| prefix.join(folder)));
    let mut paths: Vec<PathBuf> = of_prefix.map(|folder| folder.join(NAME)).collect();
    paths.retain(|path| path.exists());
    let mapped = maps.lines().filter_map(|line| line.find('/').map(|at| line[at..].trim()));
    let is_pmix = |path: &&str| path.rsplit('/').next().is_some_and(|name| name.starts_with(NAME));
    paths.extend(mapped.filter(is_pmix).take(1).map(PathBuf::from));
    paths.push(NAME.into());
    paths
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_launchers_own_goes_first() {
        let maps = "7f0-7f1 r-xp 0 fe:00 1  /usr/lib/libc.so.6\n\
                    7f2-7f3 r-xp 0 fe:00 2  /opt/a b/libpmix.so.2.13.3\n\
                    7f3-7f4 rw-p 0 fe:00 2  /opt/a b/libpmix.so.2.13.3\n\
                    7f5-7f6 rw-p 0 00:00 0  [heap]\n";
        let expected = ["/opt/a b/libpmix.so.2.13.3", NAME].map(PathBuf::from);
        assert_eq!(candidates(None, maps), expected);
        assert_eq!(candidates(Some("/nonexistent".into()), ""), [PathBuf::from(NAME)]);
    }

    #[test]
    fn what_is_no_such_library_is_said() {
        let error = find(Some(Path::new("/nonexistent/libpmix.so.2"))).err().unwrap();
        assert!(error.to_string().contains("/nonexistent/libpmix.so.2"), "{error}");
        let other = tempfile_with(b"no library");
        let error = find(Some(&other)).err().unwrap().to_string();
        std::fs::remove_file(&other).unwrap();
        assert!(error.contains("pmix.library"), "{error}");
    }

    fn tempfile_with(bytes: &[u8]) -> PathBuf {
        let path = std::env::temp_dir().join(format!("no-pmix-{}", std::process::id()));
        std::fs::write(&path, bytes).unwrap();
        path
    }
}
