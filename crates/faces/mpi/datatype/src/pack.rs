//! Packing and unpacking any part of the byte stream that a buffer makes.

use crate::walk::{BlockSink, Part, Teeth, walk};
use crate::{Datatype, UserMemory, UserMemoryMut};

struct BlockGather<'a> {
    memory: UserMemory,
    out: &'a mut [u8],
}

impl<'a> BlockGather<'a> {
    fn take(&mut self, len: u64) -> &'a mut [u8] {
        let (head, tail) = std::mem::take(&mut self.out).split_at_mut(len as usize);
        self.out = tail;
        head
    }
}

impl BlockSink for BlockGather<'_> {
    fn block(&mut self, offset: i64, len: u64) {
        let out = self.take(len);
        self.memory.read(offset, out);
    }

    fn strided(&mut self, offset: i64, stride: i64, len: u64, count: u64) {
        let out = self.take(len * count);
        self.memory.read_strided(offset, stride, len as usize, out);
    }

    fn scattered(&mut self, base: i64, offsets: &[i64], len: u64) {
        let out = self.take(len * offsets.len() as u64);
        self.memory.read_scattered(base, offsets, len as usize, out);
    }

    fn comb(&mut self, base: i64, stride: i64, count: u64, teeth: Teeth<'_>) {
        let size = teeth.size();
        let out = self.take(size * count);
        let rows = (TILE / size).max(1);
        let mut base = base;
        for tile in out.chunks_mut((rows * size) as usize) {
            teeth.each(|offset, start, len| {
                let (offset, tooth) =
                    (base.wrapping_add(offset), start as usize..(start + len) as usize);
                self.memory.read_comb(offset, stride, tooth, size as usize, tile);
            });
            base = base.wrapping_add((rows as i64).wrapping_mul(stride));
        }
    }
}

/// Packed bytes of the copies of a comb that are done tooth by tooth: they stay in the first-level
/// cache meanwhile.
const TILE: u64 = 8192;

struct BlockScatter<'a> {
    memory: UserMemoryMut,
    input: &'a [u8],
}

impl<'a> BlockScatter<'a> {
    fn take(&mut self, len: u64) -> &'a [u8] {
        let (head, tail) = self.input.split_at(len as usize);
        self.input = tail;
        head
    }
}

impl BlockSink for BlockScatter<'_> {
    fn block(&mut self, offset: i64, len: u64) {
        let input = self.take(len);
        self.memory.write(offset, input);
    }

    fn strided(&mut self, offset: i64, stride: i64, len: u64, count: u64) {
        let input = self.take(len * count);
        self.memory.write_strided(offset, stride, len as usize, input);
    }

    fn scattered(&mut self, base: i64, offsets: &[i64], len: u64) {
        let input = self.take(len * offsets.len() as u64);
        self.memory.write_scattered(base, offsets, len as usize, input);
    }

    fn comb(&mut self, base: i64, stride: i64, count: u64, teeth: Teeth<'_>) {
        let size = teeth.size();
        let input = self.take(size * count);
        let rows = (TILE / size).max(1);
        let mut base = base;
        for tile in input.chunks((rows * size) as usize) {
            teeth.each(|offset, start, len| {
                let (offset, tooth) =
                    (base.wrapping_add(offset), start as usize..(start + len) as usize);
                self.memory.write_comb(offset, stride, tooth, size as usize, tile);
            });
            base = base.wrapping_add((rows as i64).wrapping_mul(stride));
        }
    }
}

struct Visit<F>(F);

impl<F: FnMut(i64, u64)> BlockSink for Visit<F> {
    fn block(&mut self, offset: i64, len: u64) {
        (self.0)(offset, len)
    }
}

impl Datatype {
    /// The part of the stream of `count` elements from `position` on that fits `room` bytes.
    fn part(&self, count: u64, position: u64, room: usize) -> Part {
        let total = u128::from(self.size()) * u128::from(count);
        let left = total.saturating_sub(u128::from(position)).min(room as u128);
        Part { skip: position, len: left as u64 }
    }

    /// Packs from byte `position` of the stream of `count` elements on, as much as `out` holds or
    /// as there is; tells how many bytes.
    pub fn pack(&self, memory: &UserMemory, count: u64, position: u64, out: &mut [u8]) -> usize {
        let part = self.part(count, position, out.len());
        let out = &mut out[..part.len as usize];
        walk(self.layout(), self.extent(), count, part, &mut BlockGather { memory: *memory, out });
        part.len as usize
    }

    /// Unpacks bytes of the stream of `count` elements that belong at `position` and on; tells how
    /// many belonged to the buffer, which is less than `input.len()` only if the stream ends before.
    pub fn unpack(&self, memory: &UserMemoryMut, count: u64, position: u64, input: &[u8]) -> usize {
        let part = self.part(count, position, input.len());
        let input = &input[..part.len as usize];
        walk(
            self.layout(),
            self.extent(),
            count,
            part,
            &mut BlockScatter { memory: *memory, input },
        );
        part.len as usize
    }

    /// Calls `visit` with offset and length of each block that holds the stream of `count` elements
    /// from `position` on, up to `limit` bytes, in order: for gathering system calls.
    pub fn for_each_block(
        &self,
        count: u64,
        position: u64,
        limit: usize,
        visit: impl FnMut(i64, u64),
    ) {
        let part = self.part(count, position, limit);
        walk(self.layout(), self.extent(), count, part, &mut Visit(visit));
    }
}
