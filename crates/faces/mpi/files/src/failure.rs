//! What the system says when an access to a file fails, and the class that MPI has for it (MPI-5.0 §14.8).

use rustix::io::Errno;
use std::fmt;

/// An operation on a file that the system refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FileFailure {
    /// What was tried.
    pub doing: &'static str,
    errno: Errno,
}

/// How far an access came: the bytes of its stream that are done, and what ended it before its end.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Transferred {
    /// Bytes of the stream.
    pub bytes: u64,
    /// Why there are no more, if not because the file ends.
    pub failure: Option<FileFailure>,
}

const ERR_ACCESS: i32 = 20;
const ERR_BAD_FILE: i32 = 23;
const ERR_FILE_EXISTS: i32 = 28;
const ERR_FILE_IN_USE: i32 = 29;
const ERR_IO: i32 = 35;
const ERR_NO_MEM: i32 = 39;
const ERR_NO_SPACE: i32 = 41;
const ERR_NO_SUCH_FILE: i32 = 42;
const ERR_QUOTA: i32 = 44;
const ERR_READ_ONLY: i32 = 45;
const ERR_UNSUPPORTED_OPERATION: i32 = 55;

impl FileFailure {
    /// A failure of the system's.
    pub fn new(doing: &'static str, errno: Errno) -> Self {
        FileFailure { doing, errno }
    }

    /// The error class.
    pub fn class(self) -> i32 {
        match self.errno {
            Errno::ACCESS | Errno::PERM => ERR_ACCESS,
            Errno::ROFS => ERR_READ_ONLY,
            Errno::NOENT => ERR_NO_SUCH_FILE,
            Errno::EXIST => ERR_FILE_EXISTS,
            Errno::ISDIR | Errno::NOTDIR | Errno::NAMETOOLONG | Errno::LOOP | Errno::ILSEQ => {
                ERR_BAD_FILE
            }
            Errno::TXTBSY | Errno::BUSY => ERR_FILE_IN_USE,
            Errno::NOSPC | Errno::FBIG => ERR_NO_SPACE,
            Errno::DQUOT => ERR_QUOTA,
            Errno::NOMEM => ERR_NO_MEM,
            Errno::OPNOTSUPP | Errno::NOSYS | Errno::SPIPE => ERR_UNSUPPORTED_OPERATION,
            _ => ERR_IO,
        }
    }

    /// What to do about it, where that is known.
    fn advice(self) -> &'static str {
        match self.errno {
            Errno::FBIG => {
                "; the file may not become so long: see `ulimit -f` and the file system's limit"
            }
            Errno::NOSPC => "; make room, the file can still be read and closed",
            Errno::DQUOT => "; the user's quota is used up",
            Errno::MFILE => "; this process may have no more descriptors: raise `ulimit -n`",
            Errno::STALE => {
                "; the server no longer knows the file: it was removed, or the mount has changed"
            }
            _ => "",
        }
    }
}

impl fmt::Display for FileFailure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let why = std::io::Error::from(self.errno);
        write!(f, "{}: {why}{}", self.doing, self.advice())
    }
}

impl std::error::Error for FileFailure {}

impl Transferred {
    /// So many bytes, and nothing failed.
    pub fn all(bytes: u64) -> Self {
        Transferred { bytes, failure: None }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_the_system_says_has_a_class() {
        let class = |errno| FileFailure::new("writing", errno).class();
        assert_eq!(class(Errno::NOSPC), ERR_NO_SPACE);
        assert_eq!(class(Errno::DQUOT), ERR_QUOTA);
        assert_eq!(class(Errno::NOENT), ERR_NO_SUCH_FILE);
        assert_eq!(class(Errno::IO), ERR_IO);
        let text = FileFailure::new("writing", Errno::FBIG).to_string();
        assert!(text.starts_with("writing: ") && text.contains("ulimit -f"), "{text}");
    }
}
