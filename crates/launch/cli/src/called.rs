//! Programs that go by several names.

use std::ffi::{OsStr, OsString};
use std::path::Path;

/// Before the name in the words of a script that stands where a link cannot: what it starts has another.
pub const AS: &str = "--ferry-as";

/// How a program was called.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Called {
    path: OsString,
    /// The words behind its name.
    pub words: Vec<OsString>,
}

impl Called {
    /// From all arguments.
    pub fn of(args: impl IntoIterator<Item = OsString>) -> Self {
        let mut args = args.into_iter();
        let path = args.next().unwrap_or_default();
        let mut words: Vec<OsString> = args.collect();
        if words.len() > 1 && words[0] == AS {
            words.remove(0);
            return Called { path: words.remove(0), words };
        }
        Called { path, words }
    }

    /// Its name, without folders.
    pub fn name(&self) -> &OsStr {
        Path::new(&self.path).file_name().unwrap_or_default()
    }

    /// All arguments, as if by that name.
    pub fn args(self) -> Vec<OsString> {
        std::iter::once(self.path).chain(self.words).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn called(args: &[&str]) -> Called {
        Called::of(args.iter().map(OsString::from))
    }

    #[test]
    fn the_name_is_the_files_or_the_one_that_a_script_says() {
        let by_path = called(&["/opt/bin/mpicxx", "-O2", "a.cc"]);
        assert!(by_path.name() == "mpicxx" && by_path.words == ["-O2", "a.cc"]);
        assert_eq!(by_path.args()[0], "/opt/bin/mpicxx");
        let by_script = called(&["/opt/bin/mpicc", AS, "mpicxx", "-O2"]);
        assert!(by_script.name() == "mpicxx" && by_script.words == ["-O2"]);
        assert_eq!(by_script.args(), ["mpicxx", "-O2"]);
        assert_eq!(called(&["mpicc", AS]).words, [AS]);
        assert_eq!(called(&[]).args(), [""]);
    }
}
