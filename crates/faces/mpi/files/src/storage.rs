//! A file of the system. Transfers that it cuts short go on.

use crate::access_mode::AccessMode;
use crate::failure::{FileFailure, Transferred};
use ferry_sys::RangeLock;
use rustix::fd::{AsFd, OwnedFd};
use rustix::fs::{FallocateFlags, FileType, Mode, OFlags};
use rustix::io::Errno;
use std::io::IoSlice;
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};

/// What an open asks of the system besides the mode.
#[derive(Clone, Copy, Debug)]
pub struct OpenFlags {
    /// Makes the file where there is none.
    pub create: bool,
    /// One that is there is an error.
    pub exclusive: bool,
    /// Who may do what with a new one, before the process's mask.
    pub permissions: u32,
}

/// An open file.
#[derive(Debug)]
pub struct StoredFile {
    fd: OwnedFd,
    path: PathBuf,
    /// Threads of this process that need a range for themselves: the system's locks are those of the open file,
    /// which they share.
    alone: Mutex<()>,
}

/// A part of a file that nobody else who asks may access meanwhile.
pub struct LockedRange<'a> {
    _range: RangeLock<'a>,
    _alone: MutexGuard<'a, ()>,
}

fn failed(doing: &'static str) -> impl Fn(Errno) -> FileFailure {
    move |errno| FileFailure::new(doing, errno)
}

/// A call again as long as a signal interrupts it.
fn again<T>(mut call: impl FnMut() -> Result<T, Errno>) -> Result<T, Errno> {
    loop {
        match call() {
            Err(Errno::INTR) => {}
            outcome => return outcome,
        }
    }
}

/// The most slices that one call takes.
const SLICES: usize = 1024;

impl StoredFile {
    /// Opens a file.
    ///
    /// # Errors
    /// When the system refuses.
    pub fn open(path: &Path, mode: AccessMode, flags: OpenFlags) -> Result<Self, FileFailure> {
        let mut how = OFlags::CLOEXEC;
        how |= match (mode.may_read(), mode.may_write()) {
            (true, true) => OFlags::RDWR,
            (false, true) => OFlags::WRONLY,
            _ => OFlags::RDONLY,
        };
        how.set(OFlags::CREATE, flags.create);
        how.set(OFlags::EXCL, flags.exclusive);
        let permissions = Mode::from_raw_mode(flags.permissions);
        let open = || again(|| rustix::fs::open(path, how, permissions));
        let fd = ferry_sys::with_descriptors(open).map_err(|why| {
            let errno = Errno::from_io_error(&why).unwrap_or(Errno::IO);
            FileFailure::new("opening", errno)
        })?;
        let found = rustix::fs::fstat(&fd).map_err(failed("looking at the file"))?;
        if FileType::from_raw_mode(found.st_mode) == FileType::Directory {
            return Err(FileFailure::new("opening", Errno::ISDIR));
        }
        // The name has to lead there still when the file is deleted, wherever the process is then.
        let path = std::path::absolute(path).unwrap_or_else(|_| path.to_owned());
        Ok(StoredFile { fd, path, alone: Mutex::new(()) })
    }

    /// Its absolute name.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Reads until the room is full or the file ends.
    pub fn read_at(&self, room: &mut [u8], offset: u64) -> Transferred {
        let mut done = 0;
        while done < room.len() {
            let (at, left) = (offset + done as u64, &mut room[done..]);
            match again(|| rustix::io::pread(&self.fd, &mut *left, at)) {
                Ok(0) => break,
                Ok(count) => done += count,
                Err(errno) => {
                    let failure = Some(FileFailure::new("reading", errno));
                    return Transferred { bytes: done as u64, failure };
                }
            }
        }
        Transferred::all(done as u64)
    }

    /// Writes all bytes.
    pub fn write_at(&self, bytes: &[u8], offset: u64) -> Transferred {
        let mut done = 0;
        while done < bytes.len() {
            match again(|| rustix::io::pwrite(&self.fd, &bytes[done..], offset + done as u64)) {
                Ok(0) => return Self::stopped(done, Errno::NOSPC),
                Ok(count) => done += count,
                Err(errno) => return Self::stopped(done, errno),
            }
        }
        Transferred::all(done as u64)
    }

    fn stopped(done: usize, errno: Errno) -> Transferred {
        let failure = Some(FileFailure::new("writing", errno));
        Transferred { bytes: done as u64, failure }
    }

    /// Writes slices one behind the other.
    pub fn write_slices(&self, slices: &[IoSlice<'_>], offset: u64) -> Transferred {
        let mut at = offset;
        for part in slices.chunks(SLICES) {
            let whole: usize = part.iter().map(|slice| slice.len()).sum();
            let written = match again(|| rustix::io::pwritev(&self.fd, part, at)) {
                Ok(count) => count,
                Err(errno) => {
                    let failure = Some(FileFailure::new("writing", errno));
                    return Transferred { bytes: at - offset, failure };
                }
            };
            if written < whole {
                let rest = self.write_rest(part, written, at);
                if rest.failure.is_some() {
                    return Transferred { bytes: at - offset + rest.bytes, ..rest };
                }
            }
            at += whole as u64;
        }
        Transferred::all(at - offset)
    }

    /// Writes slices of which so many bytes are written, one by one.
    fn write_rest(&self, slices: &[IoSlice<'_>], written: usize, offset: u64) -> Transferred {
        let mut at = 0;
        for slice in slices {
            let skip = written.saturating_sub(at).min(slice.len());
            let rest = self.write_at(&slice[skip..], offset + (at + skip) as u64);
            if rest.failure.is_some() {
                return Transferred { bytes: (at + skip) as u64 + rest.bytes, ..rest };
            }
            at += slice.len();
        }
        Transferred::all(at as u64)
    }

    /// Its length.
    ///
    /// # Errors
    /// When the system does not tell.
    pub fn size(&self) -> Result<u64, FileFailure> {
        let found = rustix::fs::fstat(&self.fd).map_err(failed("asking for the size"))?;
        Ok(u64::try_from(found.st_size).unwrap_or(0))
    }

    /// Cuts it or makes it longer.
    ///
    /// # Errors
    /// When the system refuses.
    pub fn set_size(&self, size: u64) -> Result<(), FileFailure> {
        again(|| rustix::fs::ftruncate(&self.fd, size)).map_err(failed("setting the size"))
    }

    /// Has the system keep room for the first `size` bytes; what is there stays.
    ///
    /// # Errors
    /// When there is no room.
    pub fn reserve(&self, size: u64) -> Result<(), FileFailure> {
        if size == 0 {
            return Ok(());
        }
        match again(|| rustix::fs::fallocate(&self.fd, FallocateFlags::empty(), 0, size)) {
            // What cannot be reserved grows when it is written; the size is what all agree on.
            Err(Errno::OPNOTSUPP | Errno::NOSYS) if self.size()? < size => self.set_size(size),
            Err(Errno::OPNOTSUPP | Errno::NOSYS) => Ok(()),
            other => other.map_err(failed("reserving room")),
        }
    }

    /// Returns when all that was written is on the device.
    ///
    /// # Errors
    /// When it could not be written there: a delayed write may fail only now.
    pub fn sync(&self) -> Result<(), FileFailure> {
        match again(|| rustix::fs::fsync(&self.fd)) {
            // What has no device behind it has nothing to wait for.
            Err(Errno::INVAL | Errno::ROFS) => Ok(()),
            other => other.map_err(failed("bringing the data to the device")),
        }
    }

    /// Waits until a part of the file is not locked by others, and locks it.
    ///
    /// # Errors
    /// When the file system has no locks.
    pub fn lock(&self, range: Range<u64>, exclusive: bool) -> Result<LockedRange<'_>, FileFailure> {
        let _alone = self.alone.lock().unwrap_or_else(PoisonError::into_inner);
        let locked = RangeLock::wait(self.fd.as_fd(), range, exclusive);
        let _range = locked.map_err(|why| {
            let errno = Errno::from_io_error(&why).unwrap_or(Errno::IO);
            FileFailure::new("locking a part of the file for atomic mode", errno)
        })?;
        Ok(LockedRange { _range, _alone })
    }

    /// Deletes a file.
    ///
    /// # Errors
    /// When the system refuses.
    pub fn delete(path: &Path) -> Result<(), FileFailure> {
        rustix::fs::unlink(path).map_err(failed("deleting"))
    }
}
