//! Locks of parts of a file that belong to the open file, not to the process: the system gives them up when the
//! descriptor is closed, and those of two descriptors of one process exclude each other too.

use rustix::fd::{AsRawFd, BorrowedFd};
use std::io;
use std::ops::Range;

/// A part of a file that is locked until this is dropped.
#[derive(Debug)]
pub struct RangeLock<'a> {
    fd: BorrowedFd<'a>,
    range: Range<u64>,
}

fn apply(fd: BorrowedFd<'_>, range: &Range<u64>, kind: i32, command: i32) -> io::Result<()> {
    let place = |at: u64| i64::try_from(at).unwrap_or(i64::MAX);
    let start = place(range.start);
    // SAFETY: all fields are numbers, for which zero is a value.
    let mut wish: libc::flock = unsafe { std::mem::zeroed() };
    wish.l_type = kind as libc::c_short;
    wish.l_whence = libc::SEEK_SET as libc::c_short;
    wish.l_start = start;
    wish.l_len = place(range.end) - start;
    loop {
        // SAFETY: the descriptor is open, and the system only reads the structure.
        if unsafe { libc::fcntl(fd.as_raw_fd(), command, &raw const wish) } == 0 {
            return Ok(());
        }
        let why = io::Error::last_os_error();
        if why.kind() != io::ErrorKind::Interrupted {
            return Err(why);
        }
    }
}

impl<'a> RangeLock<'a> {
    /// Waits for a lock of bytes; an empty range has nothing to lock. `exclusive`: nobody else has one at all.
    ///
    /// # Errors
    /// When the file system has no such locks, or the descriptor does not allow this kind.
    pub fn wait(fd: BorrowedFd<'a>, range: Range<u64>, exclusive: bool) -> io::Result<Self> {
        if !range.is_empty() {
            let kind = if exclusive { libc::F_WRLCK } else { libc::F_RDLCK };
            apply(fd, &range, kind, libc::F_OFD_SETLKW)?;
        }
        Ok(RangeLock { fd, range })
    }
}

impl Drop for RangeLock<'_> {
    fn drop(&mut self) {
        if !self.range.is_empty() {
            let _ = apply(self.fd, &self.range, libc::F_UNLCK, libc::F_OFD_SETLK);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rustix::fd::AsFd;

    #[test]
    fn two_descriptors_exclude_each_other() {
        let path = std::env::temp_dir().join(format!("ferry-range-lock-{}", std::process::id()));
        let open = || {
            std::fs::File::options().read(true).write(true).create(true).truncate(false).open(&path)
        };
        let (one, two) = (open().unwrap(), open().unwrap());
        std::fs::remove_file(&path).unwrap();
        let held = RangeLock::wait(one.as_fd(), 10..20, true).unwrap();
        let refused = apply(two.as_fd(), &(15..16), libc::F_RDLCK, libc::F_OFD_SETLK);
        assert!(refused.is_err());
        apply(two.as_fd(), &(20..30), libc::F_WRLCK, libc::F_OFD_SETLK).unwrap();
        drop(held);
        apply(two.as_fd(), &(15..16), libc::F_RDLCK, libc::F_OFD_SETLK).unwrap();
    }
}
