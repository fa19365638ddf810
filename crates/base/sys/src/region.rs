//! Memory that belongs to the user: signed for once, then used safely.

/// Contiguous user memory that Ferry reads (a send buffer).
#[derive(Clone, Copy, Debug)]
pub struct ReadRegion {
    ptr: *const u8,
    len: usize,
}

/// Contiguous user memory that Ferry writes (a receive buffer).
#[derive(Debug)]
pub struct WriteRegion {
    ptr: *mut u8,
    len: usize,
}

// SAFETY: a region is a capability for plain bytes; whoever made it vouched for the memory until the
// operation completes, from whichever thread drives it (MPI-5.0 §3.7.2: no access in between).
unsafe impl Send for ReadRegion {}
// SAFETY: as above; shared access only reads.
unsafe impl Sync for ReadRegion {}
// SAFETY: as above; a WriteRegion is the only handle of Ferry's to these bytes.
unsafe impl Send for WriteRegion {}

impl ReadRegion {
    /// Vouches for `len` bytes at `ptr`.
    ///
    /// # Safety
    /// They stay readable, and are not written, until the operation that uses the region completes.
    pub unsafe fn new(ptr: *const u8, len: usize) -> Self {
        ReadRegion { ptr, len }
    }

    /// No bytes.
    pub fn empty() -> Self {
        ReadRegion { ptr: std::ptr::NonNull::dangling().as_ptr(), len: 0 }
    }

    /// Bytes in the region.
    pub fn len(&self) -> usize {
        self.len
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// Address of the first byte (for one-copy transfers by another process).
    pub fn address(&self) -> u64 {
        self.ptr as u64
    }

    /// The bytes.
    pub fn as_slice(&self) -> &[u8] {
        if self.len == 0 {
            return &[];
        }
        // SAFETY: the constructor's contract.
        unsafe { std::slice::from_raw_parts(self.ptr, self.len) }
    }
}

impl WriteRegion {
    /// Vouches for `len` bytes at `ptr`.
    ///
    /// # Safety
    /// They stay writable, and nobody else touches them, until the operation that uses the region
    /// completes.
    pub unsafe fn new(ptr: *mut u8, len: usize) -> Self {
        WriteRegion { ptr, len }
    }

    /// No bytes.
    pub fn empty() -> Self {
        WriteRegion { ptr: std::ptr::NonNull::dangling().as_ptr(), len: 0 }
    }

    /// Bytes in the region.
    pub fn len(&self) -> usize {
        self.len
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// Address of the first byte.
    pub fn address(&self) -> u64 {
        self.ptr as u64
    }

    /// The bytes, to be filled. They may be uninitialised for the user, never for Ferry: it only
    /// writes them.
    pub fn as_mut_slice(&mut self) -> &mut [u8] {
        if self.len == 0 {
            return &mut [];
        }
        // SAFETY: the constructor's contract.
        unsafe { std::slice::from_raw_parts_mut(self.ptr, self.len) }
    }

    /// Takes the first `n` bytes as a region of their own and leaves the rest.
    pub fn split_to(&mut self, n: usize) -> WriteRegion {
        assert!(n <= self.len, "region of {} bytes split at {n}", self.len);
        let head = WriteRegion { ptr: self.ptr, len: n };
        self.ptr = self.ptr.wrapping_add(n);
        self.len -= n;
        head
    }
}
