//! Anonymous files in memory, mapped by several processes; nothing ever in the file system.

use crate::Arena;
use crate::limits::{check_file_size, with_descriptors};
use rustix::fd::{AsFd, AsRawFd, BorrowedFd, OwnedFd, RawFd};
use rustix::fs::{MemfdFlags, Mode, OFlags};
use rustix::mm::{MapFlags, ProtFlags};
use std::ffi::c_void;
use std::io;
use std::ops::Deref;
use std::ptr::NonNull;
use std::sync::Arc;

/// The file behind segments.
#[derive(Debug)]
pub struct SegmentFile(OwnedFd);

/// A mapped range of a [`SegmentFile`], shared with whoever else maps it.
#[derive(Debug)]
pub struct Segment {
    start: NonNull<u8>,
    len: usize,
}

// SAFETY: a segment is memory shared between processes; those who use it go through atomics or the
// rings, which order their accesses themselves.
unsafe impl Send for Segment {}
// SAFETY: as above.
unsafe impl Sync for Segment {}

impl From<OwnedFd> for SegmentFile {
    /// A file that was handed over.
    fn from(fd: OwnedFd) -> Self {
        SegmentFile(fd)
    }
}

impl SegmentFile {
    /// A new anonymous file of `len` bytes, all zero, using memory only where it is touched.
    pub fn create(name: &str, len: usize) -> io::Result<Self> {
        check_file_size(len as u64)?;
        let fd = with_descriptors(|| rustix::fs::memfd_create(name, MemfdFlags::CLOEXEC))?;
        rustix::fs::ftruncate(&fd, len as u64)?;
        Ok(SegmentFile(fd))
    }

    /// The file that process `pid` has open as `fd`; the kernel lets only the same user do this. Nothing
    /// but a file in memory is opened: opening a device or a pipe could do something to it.
    pub fn open(pid: u32, fd: RawFd) -> io::Result<Self> {
        let path = format!("/proc/{pid}/fd/{fd}");
        let is_segment =
            std::fs::read_link(&path)?.to_str().is_some_and(|f| f.starts_with("/memfd:"));
        if !is_segment {
            return Err(io::Error::other("it is no file in memory"));
        }
        let flags = OFlags::RDWR | OFlags::CLOEXEC;
        let open = || rustix::fs::open(&path, flags, Mode::empty());
        Ok(SegmentFile(with_descriptors(open)?))
    }

    /// Its descriptor, for other processes to find.
    pub fn raw_fd(&self) -> RawFd {
        self.0.as_raw_fd()
    }

    /// The same, to be handed to another process.
    pub fn lend(&self) -> BorrowedFd<'_> {
        self.0.as_fd()
    }

    /// Its length in bytes.
    pub fn size(&self) -> io::Result<u64> {
        Ok(rustix::fs::fstat(self.0.as_fd())?.st_size as u64)
    }

    /// Maps `len` bytes from `offset` on (both multiples of the page size); the file is long enough.
    pub fn map(&self, offset: u64, len: usize) -> io::Result<Segment> {
        if self.size()? < offset + len as u64 {
            return Err(io::ErrorKind::UnexpectedEof.into());
        }
        // SAFETY: a fresh mapping at an address of the kernel's choice disturbs nobody.
        let start = unsafe {
            rustix::mm::mmap(
                std::ptr::null_mut(),
                len,
                ProtFlags::READ | ProtFlags::WRITE,
                MapFlags::SHARED | MapFlags::NORESERVE,
                self.0.as_fd(),
                offset,
            )?
        };
        let start = NonNull::new(start.cast()).ok_or(io::ErrorKind::OutOfMemory)?;
        Ok(Segment { start, len })
    }
}

impl Segment {
    /// Bytes mapped.
    pub fn len(&self) -> usize {
        self.len
    }

    /// Never: a mapping has at least a page.
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// Address of the byte at `offset`, with room for `len` bytes checked.
    pub fn at(&self, offset: usize, len: usize) -> *mut u8 {
        assert!(offset.checked_add(len).is_some_and(|end| end <= self.len), "outside the segment");
        // SAFETY: within the mapping, as just checked.
        unsafe { self.start.as_ptr().add(offset) }
    }

    /// The bytes from `offset` on, which the arena must not outlive the use of. Others change them as they
    /// like, so that whoever uses it orders the accesses.
    pub fn arena(&self, offset: usize, len: usize) -> Arena {
        // SAFETY: mapped to be read and written, as just checked; bytes without meaning of their own.
        unsafe { Arena::new(self.at(offset, len), len) }
    }

    /// What lies at `offset`.
    ///
    /// # Safety
    /// `T` is valid for any bit pattern and uses only atomics or cells ordered by them for what other
    /// processes change.
    pub unsafe fn view<T: Sync>(self: &Arc<Self>, offset: usize) -> View<T> {
        View { place: self.array::<T>(offset, 1).cast(), segment: self.clone() }
    }

    /// So many of them, one behind the other.
    ///
    /// # Safety
    /// As for [`Segment::view`].
    pub unsafe fn views<T: Sync>(self: &Arc<Self>, offset: usize, count: usize) -> View<[T]> {
        View { place: self.array(offset, count), segment: self.clone() }
    }

    fn array<T>(&self, offset: usize, count: usize) -> NonNull<[T]> {
        let len = count.checked_mul(size_of::<T>()).expect("longer than memory");
        let start = self.at(offset, len).cast::<T>();
        assert!(start.is_aligned(), "misaligned object in a segment");
        // SAFETY: within the mapping, which does not begin at null.
        let start = unsafe { NonNull::new_unchecked(start) };
        NonNull::slice_from_raw_parts(start, count)
    }
}

/// What lies at one place of a segment, checked once; it keeps the segment mapped.
#[derive(Debug)]
pub struct View<T: ?Sized> {
    place: NonNull<T>,
    segment: Arc<Segment>,
}

// SAFETY: a view is a reference to what may be shared between threads.
unsafe impl<T: ?Sized + Sync> Send for View<T> {}
// SAFETY: as above.
unsafe impl<T: ?Sized + Sync> Sync for View<T> {}

impl<T: ?Sized> View<T> {
    /// The segment that it is a part of.
    pub fn segment(&self) -> &Arc<Segment> {
        &self.segment
    }
}

impl<T: ?Sized> Clone for View<T> {
    fn clone(&self) -> Self {
        View { place: self.place, segment: self.segment.clone() }
    }
}

impl<T: ?Sized> Deref for View<T> {
    type Target = T;

    #[inline]
    fn deref(&self) -> &T {
        // SAFETY: in bounds, aligned and mapped (`Segment::array`); the content by the maker's promise.
        unsafe { self.place.as_ref() }
    }
}

impl Drop for Segment {
    fn drop(&mut self) {
        // SAFETY: this value owns the mapping, and references into it do not outlive it.
        let _ = unsafe { rustix::mm::munmap(self.start.as_ptr().cast::<c_void>(), self.len) };
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::atomic::{AtomicU32, Ordering};

    #[test]
    #[should_panic(expected = "outside the segment")]
    fn nothing_is_seen_beyond_the_end() {
        let file = SegmentFile::create("ferry-test", 4096).unwrap();
        let segment = Arc::new(file.map(0, 4096).unwrap());
        // SAFETY: atomics, valid for all bits.
        let _: View<[AtomicU32]> = unsafe { segment.views(4092, 2) };
    }

    #[test]
    fn two_mappings_show_the_same_memory() {
        let file = SegmentFile::create("ferry-test", 8192).unwrap();
        let again = SegmentFile::open(std::process::id(), file.raw_fd()).unwrap();
        let (a, b) = (file.map(0, 8192).unwrap(), again.map(4096, 4096).unwrap());
        // SAFETY: atomics, valid for all bits.
        let (x, y): (View<AtomicU32>, View<[AtomicU32]>) =
            unsafe { (Arc::new(a).view(4096), Arc::new(b).views(0, 2)) };
        x.store(42, Ordering::Relaxed);
        assert_eq!(y[0].load(Ordering::Relaxed), 42);
        assert!(file.map(4096, 8192).is_err());
        let null = std::fs::File::open("/dev/null").unwrap();
        assert!(SegmentFile::open(std::process::id(), null.as_raw_fd()).is_err());
    }
}
