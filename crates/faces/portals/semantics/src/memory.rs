//! The memory of a descriptor.

use crate::data::OwnBytes;
use ferry_sys::{Arena, ReadRegion, WriteRegion};
use ferry_wire::copy_few;
use smallvec::SmallVec;
use std::sync::Arc;

/// Parts of a program's memory, one behind the other; mostly one.
pub(crate) type LentPieces = SmallVec<[ReadRegion; 1]>;

/// The memory of a descriptor, which its program lends for as long as that is there.
#[derive(Clone, Debug)]
pub enum DescriptorMemory {
    /// One region.
    Whole(Arena),
    /// Several, one behind the other.
    Pieces(Arc<[Arena]>),
}

impl DescriptorMemory {
    fn pieces(&self) -> &[Arena] {
        match self {
            DescriptorMemory::Whole(arena) => std::slice::from_ref(arena),
            DescriptorMemory::Pieces(pieces) => pieces,
        }
    }

    /// Bytes.
    #[inline]
    pub fn len(&self) -> u64 {
        if let DescriptorMemory::Whole(arena) = self {
            return arena.len() as u64;
        }
        self.pieces().iter().map(|piece| piece.len() as u64).sum()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// How many pieces it is of, if it is of pieces.
    pub(crate) fn count(&self) -> usize {
        match self {
            DescriptorMemory::Whole(_) => 0,
            DescriptorMemory::Pieces(pieces) => pieces.len(),
        }
    }

    /// The parts of the pieces that are `len` bytes at `offset`, which are inside.
    fn parts(&self, offset: u64, len: u64) -> impl Iterator<Item = (Arena, usize, usize)> {
        let (mut skip, mut left) = (offset, len);
        self.pieces().iter().filter_map(move |piece| {
            let size = piece.len() as u64;
            let start = skip.min(size);
            skip -= start;
            let part = left.min(size - start);
            left -= part;
            (part > 0).then_some((*piece, start as usize, part as usize))
        })
    }

    /// What is read for `len` bytes at `offset`, which are inside, if all of it is one region.
    #[inline]
    pub(crate) fn lent(&self, offset: u64, len: u64) -> Option<ReadRegion> {
        match self {
            DescriptorMemory::Whole(arena) => Some(arena.read(offset as usize, len as usize)),
            DescriptorMemory::Pieces(_) => None,
        }
    }

    /// What is read for `len` bytes at `offset`.
    pub(crate) fn read(&self, offset: u64, len: u64) -> LentPieces {
        self.parts(offset, len).map(|(piece, start, len)| piece.read(start, len)).collect()
    }

    /// A copy of `len` bytes at `offset`.
    pub(crate) fn copied(&self, offset: u64, len: u64) -> OwnBytes {
        let mut bytes = OwnBytes::new();
        for (piece, start, len) in self.parts(offset, len) {
            bytes.extend_from_slice(piece.read(start, len).as_slice());
        }
        bytes
    }

    /// Copies what is at `offset`, all of it inside; of no bytes the place does not matter.
    #[inline]
    pub(crate) fn read_into(&self, offset: u64, into: &mut [u8]) {
        if let DescriptorMemory::Whole(arena) = self {
            let start = offset.min(arena.len() as u64) as usize;
            return copy_few(into, arena.read(start, into.len()).as_slice());
        }
        into.copy_from_slice(&self.copied(offset, into.len() as u64));
    }

    /// The address of the byte at `offset`, or behind the last.
    #[inline(always)]
    pub(crate) fn address(&self, offset: u64) -> u64 {
        if let DescriptorMemory::Whole(arena) = self {
            return arena.address(offset.min(arena.len() as u64) as usize) as u64;
        }
        self.address_in_pieces(offset)
    }

    #[inline(never)]
    fn address_in_pieces(&self, offset: u64) -> u64 {
        let mut skip = offset;
        let mut last = None;
        for piece in self.pieces() {
            let len = piece.len() as u64;
            if skip < len {
                return piece.address(skip as usize) as u64;
            }
            skip -= len;
            last = Some(piece);
        }
        last.map_or(0, |piece| piece.address(piece.len()) as u64)
    }

    /// Where `len` bytes at `offset` go, if they lie in one piece.
    pub(crate) fn region(&self, offset: u64, len: u64) -> Option<WriteRegion> {
        let mut parts = self.parts(offset, len);
        match (parts.next(), parts.next()) {
            (Some((piece, start, len)), None) => Some(piece.write(start, len)),
            (None, _) => Some(WriteRegion::empty()),
            (Some(_), Some(_)) => None,
        }
    }

    /// Writes bytes at `offset`, as many as are inside.
    #[inline(always)]
    pub(crate) fn write(&self, offset: u64, bytes: &[u8]) {
        if let DescriptorMemory::Whole(arena) = self {
            let start = offset.min(arena.len() as u64) as usize;
            let len = bytes.len().min(arena.len() - start);
            return copy_few(arena.write(start, len).as_mut_slice(), &bytes[..len]);
        }
        self.write_pieces(offset, bytes);
    }

    #[inline(never)]
    fn write_pieces(&self, offset: u64, bytes: &[u8]) {
        let mut rest = bytes;
        for (piece, start, len) in self.parts(offset, bytes.len() as u64) {
            let (now, later) = rest.split_at(len);
            piece.write(start, len).as_mut_slice().copy_from_slice(now);
            rest = later;
        }
    }
}
