//! The caller's buffers as a schedule sees them: the program's own memory where it is in one piece,
//! packed copies elsewhere.

use super::operation::{Types, VBlocks};
use super::reducer::Elements;
use crate::buffer::check_null;
use crate::constants::{MPI_ERR_ARG, MPI_ERR_COUNT};
use crate::error::{Error, Result};
use crate::handle::DatatypeHandle;
use crate::p2p::{RecvBuffer, SendBuffer};
use crate::process::Process;
use ferry_datatype::{Datatype, UserMemory, UserMemoryMut};
use ferry_sys::{Arena, OwnedBuffer};
use std::sync::Arc;

/// Elements of one datatype at a place of a buffer.
#[derive(Clone, Debug)]
pub(super) struct StagedPiece {
    pub(super) datatype: Arc<Datatype>,
    pub(super) count: u64,
    /// Bytes from the buffer's address.
    pub(super) offset: i64,
    /// Packed length.
    pub(super) len: usize,
}

/// What remains to be done with the output when the schedule is through.
pub(super) enum Unpacking {
    /// It is packed.
    Pieces(UserMemoryMut, Vec<StagedPiece>),
    /// It holds elements of a reduction.
    Elements(Elements, Arc<Datatype>, u64, UserMemoryMut),
}

impl Unpacking {
    pub(super) fn run(&self, output: &Arena) {
        match self {
            Unpacking::Pieces(memory, pieces) => {
                let mut at = 0;
                for piece in pieces {
                    let (memory, part) = (memory.at(piece.offset), output.read(at, piece.len));
                    piece.datatype.unpack(&memory, piece.count, 0, part.as_slice());
                    at += piece.len;
                }
            }
            Unpacking::Elements(elements, datatype, count, memory) => {
                elements.unstage(datatype, output, *count, *memory);
            }
        }
    }
}

/// Bytes of `count` elements of `size` bytes.
pub(crate) fn bytes(size: u64, count: u64) -> Result<usize> {
    let len = size.checked_mul(count).filter(|len| *len <= isize::MAX as u64);
    len.map(|len| len as usize).ok_or_else(|| {
        Error::new(MPI_ERR_COUNT, format!("{count} elements exceed the address space"))
    })
}

impl StagedPiece {
    pub(super) fn new(process: &Process, datatype: DatatypeHandle, count: u64) -> Result<Self> {
        let datatype = process.committed(datatype)?.datatype.clone();
        let len = bytes(datatype.size(), count)?;
        Ok(StagedPiece { datatype, count, offset: 0, len })
    }

    pub(super) fn of_send(process: &Process, buffer: &SendBuffer) -> Result<Self> {
        StagedPiece::new(process, buffer.datatype, buffer.count)
    }

    pub(super) fn of_recv(process: &Process, buffer: &RecvBuffer) -> Result<Self> {
        StagedPiece::new(process, buffer.datatype, buffer.count)
    }

    /// The same block once for each of `ranks`.
    pub(super) fn times(self, ranks: u32) -> Result<Self> {
        let count = self.count.saturating_mul(u64::from(ranks));
        let len = bytes(self.datatype.size(), count)?;
        Ok(StagedPiece { count, len, ..self })
    }

    /// Fails if the buffer is not there.
    fn check(&self, base: *const u8) -> Result<()> {
        check_null(base.wrapping_offset(self.offset as isize), &self.datatype, self.count)
    }

    /// Where it lies in the program's memory, if in one piece.
    fn region(&self) -> Option<(i64, usize)> {
        let (offset, len) = self.datatype.contiguous_region(self.count)?;
        Some((self.offset.wrapping_add(offset), len as usize))
    }
}

/// Looks the blocks of a v- or w-form up.
pub(super) fn pieces(process: &Process, blocks: &VBlocks) -> Result<Vec<StagedPiece>> {
    let mut found = Vec::with_capacity(blocks.counts.len());
    for (index, (&count, &displ)) in blocks.counts.iter().zip(&blocks.displs).enumerate() {
        let count = u64::try_from(count).map_err(|_| {
            Error::new(MPI_ERR_COUNT, format!("count {index} is {count}, but must not be negative"))
        })?;
        let (handle, scale) = match &blocks.types {
            Types::One(handle) => (*handle, process.datatype(*handle)?.extent()),
            Types::Each(handles) => (handles[index], 1),
        };
        let mut piece = StagedPiece::new(process, handle, count)?;
        piece.offset = displ.checked_mul(scale).ok_or_else(|| {
            Error::new(MPI_ERR_ARG, format!("displacement {index} is out of the address space"))
        })?;
        found.push(piece);
    }
    Ok(found)
}

/// Blocks in a buffer of the schedule.
#[derive(Debug, Default)]
pub(super) struct Places {
    pub(super) counts: Vec<usize>,
    pub(super) displs: Vec<usize>,
}

impl Places {
    pub(super) fn blocks(&self) -> ferry_coll::ScheduleBlocks<'_> {
        ferry_coll::ScheduleBlocks::Listed { counts: &self.counts, displs: &self.displs }
    }

    pub(super) fn total(&self) -> usize {
        self.counts.iter().sum()
    }

    /// The blocks one after the other.
    fn packed(pieces: &[StagedPiece]) -> Self {
        let mut places = Places::default();
        let mut at = 0;
        for piece in pieces {
            places.counts.push(piece.len);
            places.displs.push(at);
            at += piece.len;
        }
        places
    }

    /// The blocks where they are, and lowest offset and length of all; `None`: some are not in one
    /// piece.
    fn direct(pieces: &[StagedPiece]) -> Option<(Self, i64, usize)> {
        let mut places = Places::default();
        let regions: Option<Vec<_>> = pieces.iter().map(StagedPiece::region).collect();
        let regions = regions?;
        let filled = || regions.iter().filter(|(_, len)| *len > 0);
        let low = filled().map(|(offset, _)| *offset).min().unwrap_or(0);
        let high = filled().map(|(offset, len)| offset + *len as i64).max().unwrap_or(0);
        for (offset, len) in &regions {
            places.counts.push(*len);
            places.displs.push(if *len == 0 { 0 } else { (offset - low) as usize });
        }
        Some((places, low, (high - low) as usize))
    }
}

/// Prepares the buffers of one call.
pub(super) struct Staging<'a> {
    pub(super) process: &'a mut Process,
    pub(super) buffers: Vec<OwnedBuffer>,
}

impl Staging<'_> {
    fn temporary(&mut self, len: usize) -> Arena {
        let buffer = self.process.collectives.take_buffer(len);
        let arena = buffer.arena(len);
        self.buffers.push(buffer);
        arena
    }

    fn pack(&mut self, memory: &UserMemory, pieces: &[StagedPiece]) -> Arena {
        let arena = self.temporary(pieces.iter().map(|piece| piece.len).sum());
        fill(memory, pieces, &arena);
        arena
    }

    /// One run of elements to send.
    pub(super) fn input(&mut self, memory: &UserMemory, piece: &StagedPiece) -> Result<Arena> {
        piece.check(memory.address(0))?;
        Ok(match piece.region() {
            Some((offset, len)) => memory.arena(offset, len),
            None => self.pack(memory, std::slice::from_ref(piece)),
        })
    }

    /// One run of elements to receive; `filled`: they hold data already.
    pub(super) fn output(
        &mut self,
        memory: UserMemoryMut,
        piece: StagedPiece,
        filled: bool,
    ) -> Result<(Arena, Option<Unpacking>)> {
        piece.check(memory.address(0))?;
        if let Some((offset, len)) = piece.region() {
            return Ok((memory.arena(offset, len), None));
        }
        let arena = self.temporary(piece.len);
        let pieces = vec![piece];
        if filled {
            fill(&memory.reader(), &pieces, &arena);
        }
        Ok((arena, Some(Unpacking::Pieces(memory, pieces))))
    }

    /// Blocks to send.
    pub(super) fn input_blocks(
        &mut self,
        memory: &UserMemory,
        list: &[StagedPiece],
    ) -> Result<(Arena, Places)> {
        list.iter().try_for_each(|piece| piece.check(memory.address(0)))?;
        Ok(match Places::direct(list) {
            Some((places, low, len)) => (memory.arena(low, len), places),
            None => (self.pack(memory, list), Places::packed(list)),
        })
    }

    /// Blocks to receive.
    pub(super) fn output_blocks(
        &mut self,
        memory: UserMemoryMut,
        list: Vec<StagedPiece>,
        filled: bool,
    ) -> Result<(Arena, Places, Option<Unpacking>)> {
        list.iter().try_for_each(|piece| piece.check(memory.address(0)))?;
        if let Some((places, low, len)) = Places::direct(&list) {
            return Ok((memory.arena(low, len), places, None));
        }
        let places = Places::packed(&list);
        let arena = self.temporary(places.total());
        if filled {
            fill(&memory.reader(), &list, &arena);
        }
        Ok((arena, places, Some(Unpacking::Pieces(memory, list))))
    }

    /// Elements to reduce.
    pub(super) fn operand(
        &mut self,
        memory: &UserMemory,
        count: u64,
        datatype: &Datatype,
        elements: &Elements,
    ) -> Result<Arena> {
        check_null(memory.address(0), datatype, count)?;
        let len = bytes(elements.unit as u64, count)?;
        if elements.direct {
            return Ok(memory.arena(0, len));
        }
        let arena = self.temporary(len);
        elements.stage(datatype, memory, count, &arena);
        Ok(arena)
    }

    /// Room for the result of a reduction: `count` elements, of which `result` come back to the
    /// program.
    pub(super) fn result(
        &mut self,
        memory: UserMemoryMut,
        (count, result): (u64, u64),
        datatype: &Arc<Datatype>,
        elements: Elements,
        filled: bool,
    ) -> Result<(Arena, Option<Unpacking>)> {
        check_null(memory.address(0), datatype, count)?;
        let len = bytes(elements.unit as u64, count)?;
        if elements.direct {
            return Ok((memory.arena(0, len), None));
        }
        let arena = self.temporary(len);
        if filled {
            elements.stage(datatype, &memory.reader(), count, &arena);
        }
        Ok((arena, Some(Unpacking::Elements(elements, datatype.clone(), result, memory))))
    }
}

fn fill(memory: &UserMemory, pieces: &[StagedPiece], arena: &Arena) {
    let mut at = 0;
    for piece in pieces {
        let mut part = arena.write(at, piece.len);
        piece.datatype.pack(&memory.at(piece.offset), piece.count, 0, part.as_mut_slice());
        at += piece.len;
    }
}
