//! The bytes of an access in the order of its stream: in the program's memory, or converted already.

use ferry_datatype::{Datatype, UserMemory, UserMemoryMut};
use ferry_sys::Arena;
use std::sync::{Arc, Mutex, PoisonError};

/// Where the bytes of a write come from.
#[derive(Clone)]
pub enum StreamSource {
    /// Elements in memory, as they are there.
    Memory {
        /// Where.
        memory: UserMemory,
        /// Of what.
        datatype: Arc<Datatype>,
        /// How many.
        count: u64,
    },
    /// Bytes as they are to be in the file.
    Bytes(Arc<Vec<u8>>),
}

/// Where the bytes of a read go to.
#[derive(Clone)]
pub enum StreamSink {
    /// Elements in memory, as they are there.
    Memory {
        /// Where.
        memory: UserMemoryMut,
        /// Of what.
        datatype: Arc<Datatype>,
        /// How many.
        count: u64,
    },
    /// Bytes as they are in the file, to be converted.
    Bytes(Arc<Mutex<Vec<u8>>>),
}

impl StreamSource {
    /// How many bytes there are.
    pub fn len(&self) -> u64 {
        match self {
            StreamSource::Memory { datatype, count, .. } => datatype.size().saturating_mul(*count),
            StreamSource::Bytes(bytes) => bytes.len() as u64,
        }
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The elements as one piece of memory, where they are one.
    fn region(&self) -> Option<Arena> {
        let StreamSource::Memory { memory, datatype, count } = self else { return None };
        let (offset, len) = datatype.contiguous_region(*count)?;
        Some(memory.arena(offset, usize::try_from(len).ok()?))
    }

    /// Whether a part can be had without a copy.
    pub fn is_in_one_piece(&self) -> bool {
        matches!(self, StreamSource::Bytes(_)) || self.region().is_some()
    }

    /// Copies a part out, which has to lie within.
    pub fn copy(&self, position: u64, out: &mut [u8]) {
        match self {
            StreamSource::Memory { memory, datatype, count } => {
                datatype.pack(memory, *count, position, out);
            }
            StreamSource::Bytes(bytes) => {
                let start = position as usize;
                out.copy_from_slice(&bytes[start..start + out.len()]);
            }
        }
    }

    /// Looks at a part, which has to lie within; `scratch` is used where it must be copied.
    pub fn with<T>(
        &self,
        position: u64,
        len: usize,
        scratch: &mut Vec<u8>,
        look: impl FnOnce(&[u8]) -> T,
    ) -> T {
        if let StreamSource::Bytes(bytes) = self {
            return look(&bytes[position as usize..position as usize + len]);
        }
        if let Some(region) = self.region() {
            return look(region.read(position as usize, len).as_slice());
        }
        scratch.resize(len, 0);
        self.copy(position, scratch);
        look(scratch)
    }
}

impl StreamSink {
    /// How many bytes fit.
    pub fn len(&self) -> u64 {
        match self {
            StreamSink::Memory { datatype, count, .. } => datatype.size().saturating_mul(*count),
            StreamSink::Bytes(bytes) => {
                bytes.lock().unwrap_or_else(PoisonError::into_inner).len() as u64
            }
        }
    }

    /// Whether nothing fits.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    fn region(&self) -> Option<Arena> {
        let StreamSink::Memory { memory, datatype, count } = self else { return None };
        let (offset, len) = datatype.contiguous_region(*count)?;
        Some(memory.arena(offset, usize::try_from(len).ok()?))
    }

    /// Whether a part can be filled without a copy.
    pub fn is_in_one_piece(&self) -> bool {
        self.region().is_some()
    }

    /// Puts bytes where they belong.
    pub fn put(&self, position: u64, bytes: &[u8]) {
        match self {
            StreamSink::Memory { memory, datatype, count } => {
                datatype.unpack(memory, *count, position, bytes);
            }
            StreamSink::Bytes(room) => {
                let mut room = room.lock().unwrap_or_else(PoisonError::into_inner);
                let start = position as usize;
                room[start..start + bytes.len()].copy_from_slice(bytes);
            }
        }
    }

    /// Has a part filled, which has to lie within; `fill` tells how many bytes it has filled from the beginning.
    pub fn fill<T>(
        &self,
        position: u64,
        len: usize,
        scratch: &mut Vec<u8>,
        fill: impl FnOnce(&mut [u8]) -> (usize, T),
    ) -> T {
        if let Some(region) = self.region() {
            return fill(region.write(position as usize, len).as_mut_slice()).1;
        }
        scratch.resize(len, 0);
        let (filled, outcome) = fill(scratch);
        self.put(position, &scratch[..filled]);
        outcome
    }
}
