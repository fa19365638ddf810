//! Memory of which a collective operation hands out parts.

use crate::{ReadRegion, WriteRegion};
use std::alloc::{Layout, alloc_zeroed, dealloc, handle_alloc_error};
use std::io;
use std::ptr::NonNull;
use std::sync::atomic::{AtomicU8, AtomicU16, AtomicU32, AtomicU64};

/// A range of memory whose parts become regions. Parts are checked to lie inside; that parts in use
/// at one time do not overlap where one of them is written is the promise of whoever asks for them
/// (the collectives' schedules, which their own crate checks).
#[derive(Clone, Copy, Debug)]
pub struct Arena {
    ptr: *mut u8,
    len: usize,
}

// SAFETY: as for regions: whoever made it vouched for the memory until the operation completes.
unsafe impl Send for Arena {}
// SAFETY: as above; an arena itself touches no memory but in `copy`, whose caller has it alone.
unsafe impl Sync for Arena {}

impl Arena {
    /// Vouches for `len` bytes at `ptr`.
    ///
    /// # Safety
    /// They stay readable, and writable if parts of them are asked for to be written, until the
    /// operation that uses the arena completes, and nobody else writes them meanwhile.
    pub unsafe fn new(ptr: *mut u8, len: usize) -> Self {
        Arena { ptr, len }
    }

    /// No memory.
    pub fn empty() -> Self {
        Arena { ptr: NonNull::dangling().as_ptr(), len: 0 }
    }

    /// Bytes.
    #[inline]
    pub fn len(&self) -> usize {
        self.len
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    #[inline]
    fn at(&self, offset: usize, len: usize) -> *mut u8 {
        let inside = offset.checked_add(len).is_some_and(|end| end <= self.len);
        if !inside {
            outside(offset, len, self.len);
        }
        self.ptr.wrapping_add(offset)
    }

    /// Address of the byte at `offset`, for functions of the program.
    pub fn address(&self, offset: usize) -> usize {
        self.ptr.wrapping_add(offset).expose_provenance()
    }

    /// A part as memory of its own.
    #[inline]
    pub fn part(&self, offset: usize, len: usize) -> Arena {
        Arena { ptr: self.at(offset, len), len }
    }

    /// This and what lies right behind it, as one.
    pub fn joined(&self, next: &Arena) -> Option<Arena> {
        let is_next = self.address(self.len) == next.address(0);
        is_next.then_some(Arena { ptr: self.ptr, len: self.len + next.len })
    }

    /// [`expect_line`](crate::expect_line) of the byte at `offset`.
    #[inline]
    pub fn expect(&self, offset: usize) {
        crate::expect_line(self.at(offset, 1));
    }

    /// A part to read.
    #[inline]
    pub fn read(&self, offset: usize, len: usize) -> ReadRegion {
        // SAFETY: inside the arena, so its maker vouches.
        unsafe { ReadRegion::new(self.at(offset, len), len) }
    }

    /// A part to write.
    #[inline]
    pub fn write(&self, offset: usize, len: usize) -> WriteRegion {
        // SAFETY: as above.
        unsafe { WriteRegion::new(self.at(offset, len), len) }
    }

    /// Copies `len` bytes to another arena; the ranges may overlap.
    #[inline]
    pub fn copy(&self, from: usize, to: &Arena, at: usize, len: usize) {
        // SAFETY: both ranges are inside their arenas.
        unsafe { std::ptr::copy(self.at(from, len), to.at(at, len), len) }
    }
}

/// Apart, so that looking is short enough to be done in place.
#[cold]
#[inline(never)]
fn outside(offset: usize, len: usize, room: usize) -> ! {
    panic!("{len} bytes at {offset} of a range of {room}")
}

/// Whole numbers in memory that several processes change at the same time.
pub trait AtomicWord: sealed::Sealed + Sync {}

mod sealed {
    pub trait Sealed {}
}

macro_rules! atomic_words {
    ($($word:ty),*) => { $(
        impl sealed::Sealed for $word {}
        impl AtomicWord for $word {}
    )* };
}

atomic_words!(AtomicU8, AtomicU16, AtomicU32, AtomicU64);

impl Arena {
    /// The number at `offset`; `None`: it is not aligned as it has to be.
    ///
    /// # Panics
    /// If it is not inside.
    #[inline]
    pub fn atomic<W: AtomicWord>(&self, offset: usize) -> Option<&W> {
        let place = self.at(offset, size_of::<W>()).cast::<W>();
        // SAFETY: inside the arena, so its maker vouches for the bytes; aligned as just checked; a number that
        // is valid for all bits, and changed as a whole by whoever uses it.
        place.is_aligned().then(|| unsafe { &*place })
    }
}

/// Alignment of owned memory: enough for every datatype and for vector instructions.
const ALIGNMENT: usize = 64;

/// Memory of Ferry's own, aligned for every datatype and never uninitialised.
#[derive(Debug)]
pub struct OwnedBuffer {
    ptr: NonNull<u8>,
    capacity: usize,
}

// SAFETY: it owns plain bytes.
unsafe impl Send for OwnedBuffer {}
// SAFETY: shared access only tells its size and makes arenas, whose users keep their promise.
unsafe impl Sync for OwnedBuffer {}

impl OwnedBuffer {
    /// Memory for `len` bytes, all zero.
    pub fn new(len: usize) -> Self {
        Self::try_new(len).unwrap_or_else(|_| handle_alloc_error(Self::layout(len.max(1))))
    }

    /// The same, of so many bytes as a program says.
    ///
    /// # Errors
    /// When there is no memory for so many.
    pub fn try_new(len: usize) -> io::Result<Self> {
        let capacity = len.max(1);
        let layout = Layout::from_size_align(capacity, ALIGNMENT)
            .map_err(|_| io::Error::from(io::ErrorKind::OutOfMemory))?;
        // SAFETY: the size is not zero.
        let ptr = NonNull::new(unsafe { alloc_zeroed(layout) });
        let ptr = ptr.ok_or(io::ErrorKind::OutOfMemory)?;
        Ok(OwnedBuffer { ptr, capacity })
    }

    fn layout(capacity: usize) -> Layout {
        let Ok(layout) = Layout::from_size_align(capacity, ALIGNMENT) else {
            panic!("{capacity} bytes exceed the address space")
        };
        layout
    }

    /// Bytes.
    pub fn capacity(&self) -> usize {
        self.capacity
    }

    /// The first `len` bytes as an arena, which must not outlive this buffer's use.
    pub fn arena(&self, len: usize) -> Arena {
        assert!(len <= self.capacity, "{len} bytes of {}", self.capacity);
        Arena { ptr: self.ptr.as_ptr(), len }
    }
}

impl Drop for OwnedBuffer {
    fn drop(&mut self) {
        // SAFETY: allocated with this layout.
        unsafe { dealloc(self.ptr.as_ptr(), Self::layout(self.capacity)) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_are_read_written_and_copied() {
        let buffer = OwnedBuffer::new(100);
        let arena = buffer.arena(100);
        assert_eq!(arena.address(0) % ALIGNMENT, 0);
        arena.write(10, 3).as_mut_slice().copy_from_slice(&[1, 2, 3]);
        arena.copy(10, &arena, 11, 3);
        assert_eq!(arena.read(9, 6).as_slice(), [0, 1, 1, 2, 3, 0]);
        assert!(arena.read(100, 0).is_empty());
        let (a, b) = (arena.part(10, 5), arena.part(15, 20));
        assert_eq!(a.joined(&b).map(|both| both.len()), Some(25));
        assert!(b.joined(&a).is_none());
    }

    #[test]
    fn numbers_are_found_where_they_are_aligned() {
        let buffer = OwnedBuffer::new(16);
        let arena = buffer.arena(16);
        let number: &AtomicU64 = arena.atomic(8).unwrap();
        number.store(0x0102_0304_0506_0708, std::sync::atomic::Ordering::Relaxed);
        assert_eq!(arena.read(8, 8).as_slice(), 0x0102_0304_0506_0708u64.to_ne_bytes());
        assert!(arena.atomic::<AtomicU32>(6).is_none());
    }

    #[test]
    #[should_panic = "4 bytes at 97"]
    fn parts_outside_are_refused() {
        OwnedBuffer::new(100).arena(100).read(97, 4);
    }
}
