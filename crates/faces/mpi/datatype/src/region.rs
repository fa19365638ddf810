//! Buffers in one piece, as regions for the layers below.

#![allow(unsafe_code)]

use crate::{Datatype, UserMemory, UserMemoryMut};
use ferry_sys::{Arena, ReadRegion, WriteRegion};

impl Datatype {
    /// `count` elements as one region, if they lie in one piece in packed order.
    #[inline]
    pub fn read_region(&self, memory: &UserMemory, count: u64) -> Option<ReadRegion> {
        let (offset, len) = self.contiguous_region(count)?;
        // SAFETY: `UserMemory::new` promises that the bytes this datatype reaches are readable.
        Some(unsafe { ReadRegion::new(memory.address(offset), len as usize) })
    }

    /// `count` elements as one region, if they lie in one piece in packed order.
    #[inline]
    pub fn write_region(&self, memory: &UserMemoryMut, count: u64) -> Option<WriteRegion> {
        let (offset, len) = self.contiguous_region(count)?;
        // SAFETY: `UserMemoryMut::new` promises that the bytes this datatype reaches are writable and
        // that nobody else uses them meanwhile.
        Some(unsafe { WriteRegion::new(memory.address(offset), len as usize) })
    }

    /// `count` elements of a datatype without gaps ([`Datatype::is_contiguous`]) as one region.
    #[inline]
    pub fn dense_read_region(&self, memory: &UserMemory, count: u64) -> ReadRegion {
        debug_assert!(self.is_contiguous());
        // SAFETY: as above; elements without gaps lie from the buffer's address on.
        unsafe { ReadRegion::new(memory.address(0), (self.size() * count) as usize) }
    }

    /// `count` elements of a datatype without gaps ([`Datatype::is_contiguous`]) as one region.
    #[inline]
    pub fn dense_write_region(&self, memory: &UserMemoryMut, count: u64) -> WriteRegion {
        debug_assert!(self.is_contiguous());
        // SAFETY: as above; elements without gaps lie from the buffer's address on.
        unsafe { WriteRegion::new(memory.address(0), (self.size() * count) as usize) }
    }
}

impl UserMemory {
    /// The bytes from `offset` on, for a collective that reads the parts of them that its datatypes
    /// reach and writes none.
    #[inline]
    pub fn arena(&self, offset: i64, len: usize) -> Arena {
        // SAFETY: `UserMemory::new` promises that what the datatypes reach is readable.
        unsafe { Arena::new(self.address(offset).cast_mut(), len) }
    }
}

impl UserMemoryMut {
    /// The bytes from `offset` on, for a collective that uses the parts of them that its datatypes
    /// reach.
    #[inline]
    pub fn arena(&self, offset: i64, len: usize) -> Arena {
        // SAFETY: `UserMemoryMut::new` promises that what the datatypes reach is writable, and that
        // nobody else uses it meanwhile.
        unsafe { Arena::new(self.address(offset), len) }
    }

    /// Memory of Ferry's own, laid out like the program's: byte `offset` of it is the arena's first.
    /// The datatypes used with it must reach the arena's bytes only.
    pub fn within(arena: &Arena, offset: i64) -> UserMemoryMut {
        let base = arena.address(0).wrapping_add_signed(-offset as isize);
        // SAFETY: the arena's maker vouches for its bytes.
        unsafe { UserMemoryMut::new(std::ptr::with_exposed_provenance_mut(base)) }
    }
}
