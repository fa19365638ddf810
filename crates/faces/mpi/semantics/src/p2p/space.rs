//! Where the data of a message lies, and where it goes: in one piece, or packed and unpacked on the way.

use crate::constants::MPI_ERR_COUNT;
use crate::error::{Error, Result};
use ferry_datatype::{Datatype, UserMemory, UserMemoryMut};
use ferry_two_sided::{Gather, RecvSpace, Scatter, SendData};
use std::sync::Arc;

struct Packed {
    datatype: Arc<Datatype>,
    memory: UserMemory,
    count: u64,
    len: usize,
}

struct Unpacked {
    datatype: Arc<Datatype>,
    memory: UserMemoryMut,
    count: u64,
    len: usize,
}

impl Gather for Packed {
    fn len(&self) -> usize {
        self.len
    }

    fn read(&self, at: usize, out: &mut [u8]) {
        self.datatype.pack(&self.memory, self.count, at as u64, out);
    }
}

impl Scatter for Unpacked {
    fn len(&self) -> usize {
        self.len
    }

    fn write(&mut self, at: usize, bytes: &[u8]) {
        self.datatype.unpack(&self.memory, self.count, at as u64, bytes);
    }
}

pub(crate) fn packed_len(datatype: &Datatype, count: u64) -> Result<usize> {
    let len = datatype.packed_size(count).and_then(|n| usize::try_from(n).ok());
    len.ok_or_else(|| {
        Error::new(MPI_ERR_COUNT, format!("{count} elements exceed the address space"))
    })
}

/// The data of a send, in one piece where possible.
pub fn send_data(memory: UserMemory, count: u64, datatype: &Arc<Datatype>) -> Result<SendData> {
    let len = packed_len(datatype, count)?;
    Ok(match datatype.read_region(&memory, count) {
        Some(region) => SendData::Region(region),
        None => {
            SendData::Gather(Box::new(Packed { datatype: datatype.clone(), memory, count, len }))
        }
    })
}

/// The room of a receive, in one piece where possible.
pub fn recv_space(
    memory: UserMemoryMut,
    count: u64,
    datatype: &Arc<Datatype>,
) -> Result<RecvSpace> {
    let len = packed_len(datatype, count)?;
    Ok(match datatype.write_region(&memory, count) {
        Some(region) => RecvSpace::Region(region),
        None => RecvSpace::Scatter(Box::new(Unpacked {
            datatype: datatype.clone(),
            memory,
            count,
            len,
        })),
    })
}
