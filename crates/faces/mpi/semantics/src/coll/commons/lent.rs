//! The program's buffers as a stream of packed bytes.

use crate::buffer::check_null;
use crate::coll::operation::{RecvBlocks, Types, VBlocks};
use crate::handle::DatatypeHandle;
use crate::p2p::{RecvBuffer, SendBuffer};
use crate::process::Process;
use ferry_datatype::{Datatype, UserMemory, UserMemoryMut};
use ferry_sys::copy_received;
use std::io;
use std::sync::Arc;

/// LentElements of a datatype; `None`: they follow one another without gaps.
struct LentElements {
    size: u64,
    datatype: Option<Arc<Datatype>>,
}

impl LentElements {
    /// `count` of them from `base` on; `None`: that makes no sense.
    #[inline]
    fn of(
        process: &Process,
        handle: DatatypeHandle,
        (base, count): (*const u8, u64),
    ) -> Option<Self> {
        let entry = process.types.get(handle)?;
        if let Some(size) = entry.row() {
            let is_there = !base.is_null() || count == 0 || size == 0;
            return is_there.then_some(LentElements { size, datatype: None });
        }
        let datatype = process.committed(handle).ok()?.datatype.clone();
        check_null(base, &datatype, count).ok()?;
        Some(LentElements { size: datatype.size(), datatype: Some(datatype) })
    }

    #[inline]
    fn bytes(&self, count: u64) -> Option<usize> {
        let len = self.size.checked_mul(count)?;
        usize::try_from(len).ok().filter(|len| *len <= isize::MAX as usize)
    }
}

/// What the program sends.
pub(super) struct LentData {
    memory: UserMemory,
    count: u64,
    elements: LentElements,
    /// Packed bytes.
    pub(super) len: usize,
}

/// Where it receives.
pub(super) struct LentRoom {
    memory: UserMemoryMut,
    count: u64,
    elements: LentElements,
    /// Packed bytes.
    pub(super) len: usize,
}

impl LentData {
    /// A buffer, as often as it has blocks one after the other.
    #[inline]
    pub(super) fn of(process: &Process, buffer: &SendBuffer, blocks: u32) -> Option<Self> {
        let count = buffer.count.checked_mul(blocks.into())?;
        let elements =
            LentElements::of(process, buffer.datatype, (buffer.memory.address(0), count))?;
        let len = elements.bytes(count)?;
        Some(LentData { memory: buffer.memory, count, elements, len })
    }

    /// Where its bytes lie from `position` of the stream on, if there are no gaps between them.
    pub(super) fn address(&self, position: usize) -> Option<u64> {
        let has_gaps = self.elements.datatype.is_some() || self.memory.is_null();
        (!has_gaps).then(|| self.memory.address(position as i64) as u64)
    }

    /// Packs bytes from `position` of the stream on, as many as `out` holds.
    #[inline]
    pub(super) fn put(&self, position: usize, out: &mut [u8]) {
        match &self.elements.datatype {
            None => {
                let part = self.memory.arena(position as i64, out.len()).read(0, out.len());
                out.copy_from_slice(part.as_slice());
            }
            Some(datatype) => {
                datatype.pack(&self.memory, self.count, position as u64, out);
            }
        }
    }
}

impl LentRoom {
    /// A buffer, as often as it has blocks one after the other.
    #[inline]
    pub(super) fn of(process: &Process, buffer: &RecvBuffer, blocks: u32) -> Option<Self> {
        let count = buffer.count.checked_mul(blocks.into())?;
        let base = buffer.memory.address(0).cast_const();
        let elements = LentElements::of(process, buffer.datatype, (base, count))?;
        let len = elements.bytes(count)?;
        Some(LentRoom { memory: buffer.memory, count, elements, len })
    }

    /// The rooms for blocks of their own counts and places.
    pub(super) fn of_blocks(process: &Process, blocks: &RecvBlocks) -> Option<Vec<Self>> {
        let RecvBlocks { memory, blocks: VBlocks { counts, displs, types: Types::One(datatype) } } =
            blocks
        else {
            return None;
        };
        let extent = process.datatype(*datatype).ok()?.extent();
        let room = |(count, displ): (&i64, &i64)| {
            let memory = memory.at(displ.checked_mul(extent)?);
            let count = u64::try_from(*count).ok()?;
            LentRoom::of(process, &RecvBuffer { memory, count, datatype: *datatype }, 1)
        };
        counts.iter().zip(displs).map(room).collect()
    }

    /// The same, for what lies there already.
    #[inline]
    pub(super) fn data(&self) -> LentData {
        let LentElements { size, datatype } = &self.elements;
        let elements = LentElements { size: *size, datatype: datatype.clone() };
        LentData { memory: self.memory.reader(), count: self.count, elements, len: self.len }
    }

    /// Copies bytes of data of the same process, where both have no gaps; false: they do.
    pub(super) fn copy(&self, to: usize, data: &LentData, from: usize, len: usize) -> bool {
        if self.elements.datatype.is_some() || data.elements.datatype.is_some() {
            return false;
        }
        let (from, to) = (data.memory.arena(from as i64, len), self.memory.arena(to as i64, len));
        from.copy(0, &to, 0, len);
        true
    }

    /// Has `len` bytes written to `position` of the stream and on, all of them in one piece.
    pub(super) fn fill(
        &self,
        position: usize,
        len: usize,
        write: impl FnOnce(&mut [u8]) -> io::Result<()>,
    ) -> io::Result<()> {
        if self.elements.datatype.is_none() {
            return write(self.memory.arena(position as i64, len).write(0, len).as_mut_slice());
        }
        let mut packed = vec![0; len];
        write(&mut packed)?;
        self.take(position, &packed);
        Ok(())
    }

    /// Unpacks bytes to `position` of the stream and on.
    #[inline]
    pub(super) fn take(&self, position: usize, bytes: &[u8]) {
        match &self.elements.datatype {
            None => {
                let arena = self.memory.arena(position as i64, bytes.len());
                copy_received(arena.write(0, bytes.len()).as_mut_slice(), bytes);
            }
            Some(datatype) => {
                datatype.unpack(&self.memory, self.count, position as u64, bytes);
            }
        }
    }
}
