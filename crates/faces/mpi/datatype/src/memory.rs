//! The user's memory: bytes at signed offsets from a base. All `unsafe` of this crate is here.

#![allow(unsafe_code)]

use std::ops::Range;
use std::ptr;

/// Memory to read from. With a null base (`MPI_BOTTOM`) the offsets are absolute addresses.
#[derive(Clone, Copy, Debug)]
pub struct UserMemory {
    base: usize,
}

/// Memory to write to. With a null base (`MPI_BOTTOM`) the offsets are absolute addresses.
#[derive(Clone, Copy, Debug)]
pub struct UserMemoryMut {
    base: usize,
}

#[inline]
fn at(base: usize, offset: i64) -> *const u8 {
    ptr::with_exposed_provenance(base.wrapping_add_signed(offset as isize))
}

#[inline]
fn at_mut(base: usize, offset: i64) -> *mut u8 {
    ptr::with_exposed_provenance_mut(base.wrapping_add_signed(offset as isize))
}

/// Copies a block. Short ones, of which loops have many, take two overlapping moves of a fixed size
/// instead of a call.
///
/// # Safety
/// As for [`ptr::copy_nonoverlapping`].
#[inline(always)]
unsafe fn copy(from: *const u8, to: *mut u8, len: usize) {
    /// Copies the first and the last `N` bytes.
    #[inline(always)]
    unsafe fn ends<const N: usize>(from: *const u8, to: *mut u8, len: usize) {
        // SAFETY: the caller has at least `N` bytes on both sides; arrays of bytes have no
        // alignment.
        unsafe {
            let head = from.cast::<[u8; N]>().read();
            let tail = from.add(len - N).cast::<[u8; N]>().read();
            to.cast::<[u8; N]>().write(head);
            to.add(len - N).cast::<[u8; N]>().write(tail);
        }
    }
    // SAFETY: the caller's promise covers `len` bytes, and each arm has at least as many as it needs.
    unsafe {
        match len {
            0 => {}
            1 => to.write(from.read()),
            2..4 => ends::<2>(from, to, len),
            4..8 => ends::<4>(from, to, len),
            8..16 => ends::<8>(from, to, len),
            16..=32 => ends::<16>(from, to, len),
            33..=64 => ends::<32>(from, to, len),
            _ => ptr::copy_nonoverlapping(from, to, len),
        }
    }
}

impl UserMemory {
    /// Memory from `base` on.
    ///
    /// # Safety
    /// As long as this value or a copy of it is used, every byte that the datatype and count it is
    /// used with reach must be readable, and nobody may write it meanwhile.
    #[inline]
    pub unsafe fn new(base: *const u8) -> Self {
        Self { base: base.expose_provenance() }
    }

    /// The address of a byte.
    #[inline]
    pub fn address(&self, offset: i64) -> *const u8 {
        at(self.base, offset)
    }

    /// Whether the base is null.
    #[inline]
    pub fn is_null(&self) -> bool {
        self.base == 0
    }

    /// The same memory, seen from `offset` on.
    pub fn at(&self, offset: i64) -> UserMemory {
        UserMemory { base: self.base.wrapping_add_signed(offset as isize) }
    }

    /// A view of contiguous memory.
    ///
    /// # Safety
    /// These bytes must lie within what [`UserMemory::new`] promised, for all of `'a`.
    pub unsafe fn slice<'a>(&self, offset: i64, len: usize) -> &'a [u8] {
        if len == 0 {
            return &[];
        }
        // SAFETY: the caller promises that the bytes are readable and unwritten for 'a.
        unsafe { std::slice::from_raw_parts(at(self.base, offset), len) }
    }

    /// Copies the bytes from `offset` on.
    #[inline]
    pub(crate) fn read(&self, offset: i64, out: &mut [u8]) {
        // SAFETY: `new` promises that what the datatype reaches is readable; `out` is exclusive.
        unsafe { copy(at(self.base, offset), out.as_mut_ptr(), out.len()) }
    }

    /// Fills `out` from blocks of `len` bytes, `stride` bytes apart.
    pub(crate) fn read_strided(&self, offset: i64, stride: i64, len: usize, out: &mut [u8]) {
        match len {
            1 => self.read_strided_of::<1>(offset, stride, out),
            2 => self.read_strided_of::<2>(offset, stride, out),
            4 => self.read_strided_of::<4>(offset, stride, out),
            8 => self.read_strided_of::<8>(offset, stride, out),
            12 => self.read_strided_of::<12>(offset, stride, out),
            16 => self.read_strided_of::<16>(offset, stride, out),
            24 => self.read_strided_of::<24>(offset, stride, out),
            32 => self.read_strided_of::<32>(offset, stride, out),
            64 => self.read_strided_of::<64>(offset, stride, out),
            _ => {
                let mut place = offset;
                for block in out.chunks_exact_mut(len) {
                    self.read(place, block);
                    place = place.wrapping_add(stride);
                }
            }
        }
    }

    fn read_strided_of<const N: usize>(&self, offset: i64, stride: i64, out: &mut [u8]) {
        let mut from = at(self.base, offset);
        for block in out.as_chunks_mut::<N>().0 {
            // SAFETY: `new` promises that each block of the datatype is readable; an array of bytes
            // has no alignment.
            *block = unsafe { from.cast::<[u8; N]>().read() };
            from = from.wrapping_offset(stride as isize);
        }
    }

    /// Fills the part `tooth` of each row of `out` from blocks `stride` bytes apart.
    pub(crate) fn read_comb(
        &self,
        offset: i64,
        stride: i64,
        tooth: Range<usize>,
        row: usize,
        out: &mut [u8],
    ) {
        match tooth.len() {
            1 => self.read_comb_of::<1>(offset, stride, tooth, row, out),
            2 => self.read_comb_of::<2>(offset, stride, tooth, row, out),
            4 => self.read_comb_of::<4>(offset, stride, tooth, row, out),
            8 => self.read_comb_of::<8>(offset, stride, tooth, row, out),
            16 => self.read_comb_of::<16>(offset, stride, tooth, row, out),
            _ => {
                let mut place = offset;
                for row in out.chunks_exact_mut(row) {
                    self.read(place, &mut row[tooth.clone()]);
                    place = place.wrapping_add(stride);
                }
            }
        }
    }

    fn read_comb_of<const N: usize>(
        &self,
        offset: i64,
        stride: i64,
        tooth: Range<usize>,
        row: usize,
        out: &mut [u8],
    ) {
        let mut from = at(self.base, offset);
        for row in out.chunks_exact_mut(row) {
            // SAFETY: as in `read_strided_of`.
            let block = unsafe { from.cast::<[u8; N]>().read() };
            row[tooth.clone()].copy_from_slice(&block);
            from = from.wrapping_offset(stride as isize);
        }
    }

    /// Fills `out` from blocks of `len` bytes at `base + offsets[i]`.
    pub(crate) fn read_scattered(&self, base: i64, offsets: &[i64], len: usize, out: &mut [u8]) {
        match len {
            1 => self.read_scattered_of::<1>(base, offsets, out),
            2 => self.read_scattered_of::<2>(base, offsets, out),
            4 => self.read_scattered_of::<4>(base, offsets, out),
            8 => self.read_scattered_of::<8>(base, offsets, out),
            16 => self.read_scattered_of::<16>(base, offsets, out),
            _ => {
                for (block, offset) in out.chunks_exact_mut(len).zip(offsets) {
                    self.read(base.wrapping_add(*offset), block);
                }
            }
        }
    }

    fn read_scattered_of<const N: usize>(&self, base: i64, offsets: &[i64], out: &mut [u8]) {
        let origin = at(self.base, base);
        for (block, offset) in out.as_chunks_mut::<N>().0.iter_mut().zip(offsets) {
            let from = origin.wrapping_offset(*offset as isize).cast::<[u8; N]>();
            // SAFETY: as in `read_strided_of`.
            *block = unsafe { from.read() };
        }
    }
}

impl UserMemoryMut {
    /// Memory from `base` on.
    ///
    /// # Safety
    /// As long as this value or a copy of it is used, every byte that the datatype and count it is
    /// used with reach must be writable, and nobody else may read or write it meanwhile.
    #[inline]
    pub unsafe fn new(base: *mut u8) -> Self {
        Self { base: base.expose_provenance() }
    }

    /// The address of a byte.
    #[inline]
    pub fn address(&self, offset: i64) -> *mut u8 {
        at_mut(self.base, offset)
    }

    /// Whether the base is null.
    #[inline]
    pub fn is_null(&self) -> bool {
        self.base == 0
    }

    /// The same memory, seen from `offset` on.
    pub fn at(&self, offset: i64) -> UserMemoryMut {
        UserMemoryMut { base: self.base.wrapping_add_signed(offset as isize) }
    }

    /// The same memory, to be read.
    pub fn reader(&self) -> UserMemory {
        UserMemory { base: self.base }
    }

    /// A view of contiguous memory.
    ///
    /// # Safety
    /// These bytes must lie within what [`UserMemoryMut::new`] promised, for all of `'a`, be
    /// initialised, and be reached through nothing else meanwhile.
    pub unsafe fn slice<'a>(&self, offset: i64, len: usize) -> &'a mut [u8] {
        if len == 0 {
            return &mut [];
        }
        // SAFETY: the caller promises exclusive access for 'a.
        unsafe { std::slice::from_raw_parts_mut(at_mut(self.base, offset), len) }
    }

    /// Writes bytes from `offset` on.
    #[inline]
    pub(crate) fn write(&self, offset: i64, input: &[u8]) {
        // SAFETY: `new` promises that what the datatype reaches is writable and that nobody else
        // holds it, so it cannot overlap `input`.
        unsafe { copy(input.as_ptr(), at_mut(self.base, offset), input.len()) }
    }

    /// Spreads `input` over blocks of `len` bytes, `stride` bytes apart.
    pub(crate) fn write_strided(&self, offset: i64, stride: i64, len: usize, input: &[u8]) {
        match len {
            1 => self.write_strided_of::<1>(offset, stride, input),
            2 => self.write_strided_of::<2>(offset, stride, input),
            4 => self.write_strided_of::<4>(offset, stride, input),
            8 => self.write_strided_of::<8>(offset, stride, input),
            12 => self.write_strided_of::<12>(offset, stride, input),
            16 => self.write_strided_of::<16>(offset, stride, input),
            24 => self.write_strided_of::<24>(offset, stride, input),
            32 => self.write_strided_of::<32>(offset, stride, input),
            64 => self.write_strided_of::<64>(offset, stride, input),
            _ => {
                let mut place = offset;
                for block in input.chunks_exact(len) {
                    self.write(place, block);
                    place = place.wrapping_add(stride);
                }
            }
        }
    }

    fn write_strided_of<const N: usize>(&self, offset: i64, stride: i64, input: &[u8]) {
        let mut to = at_mut(self.base, offset);
        for block in input.as_chunks::<N>().0 {
            // SAFETY: `new` promises that each block of the datatype is writable; an array of bytes
            // has no alignment.
            unsafe { to.cast::<[u8; N]>().write(*block) };
            to = to.wrapping_offset(stride as isize);
        }
    }

    /// Spreads the part `tooth` of each row of `input` over blocks `stride` bytes apart.
    pub(crate) fn write_comb(
        &self,
        offset: i64,
        stride: i64,
        tooth: Range<usize>,
        row: usize,
        input: &[u8],
    ) {
        match tooth.len() {
            1 => self.write_comb_of::<1>(offset, stride, tooth, row, input),
            2 => self.write_comb_of::<2>(offset, stride, tooth, row, input),
            4 => self.write_comb_of::<4>(offset, stride, tooth, row, input),
            8 => self.write_comb_of::<8>(offset, stride, tooth, row, input),
            16 => self.write_comb_of::<16>(offset, stride, tooth, row, input),
            _ => {
                let mut place = offset;
                for row in input.chunks_exact(row) {
                    self.write(place, &row[tooth.clone()]);
                    place = place.wrapping_add(stride);
                }
            }
        }
    }

    fn write_comb_of<const N: usize>(
        &self,
        offset: i64,
        stride: i64,
        tooth: Range<usize>,
        row: usize,
        input: &[u8],
    ) {
        let mut to = at_mut(self.base, offset);
        for row in input.chunks_exact(row) {
            let mut block = [0; N];
            block.copy_from_slice(&row[tooth.clone()]);
            // SAFETY: as in `write_strided_of`.
            unsafe { to.cast::<[u8; N]>().write(block) };
            to = to.wrapping_offset(stride as isize);
        }
    }

    /// Spreads `input` over blocks of `len` bytes at `base + offsets[i]`.
    pub(crate) fn write_scattered(&self, base: i64, offsets: &[i64], len: usize, input: &[u8]) {
        match len {
            1 => self.write_scattered_of::<1>(base, offsets, input),
            2 => self.write_scattered_of::<2>(base, offsets, input),
            4 => self.write_scattered_of::<4>(base, offsets, input),
            8 => self.write_scattered_of::<8>(base, offsets, input),
            16 => self.write_scattered_of::<16>(base, offsets, input),
            _ => {
                for (block, offset) in input.chunks_exact(len).zip(offsets) {
                    self.write(base.wrapping_add(*offset), block);
                }
            }
        }
    }

    fn write_scattered_of<const N: usize>(&self, base: i64, offsets: &[i64], input: &[u8]) {
        let origin = at_mut(self.base, base);
        for (block, offset) in input.as_chunks::<N>().0.iter().zip(offsets) {
            let to = origin.wrapping_offset(*offset as isize).cast::<[u8; N]>();
            // SAFETY: as in `write_strided_of`.
            unsafe { to.write(*block) };
        }
    }
}
