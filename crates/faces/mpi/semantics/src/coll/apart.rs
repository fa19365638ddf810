//! Buffers of one operation that must be two: what an operation writes to may be none of its other
//! arguments (MPI-5.0 §2.3), and `MPI_IN_PLACE` stands for no buffer but those that may be left out.

use crate::constants::{MPI_ERR_BUFFER, MPI_IN_PLACE};
use crate::error::{Error, Result};
use crate::p2p::{RecvBuffer, SendBuffer};
use ferry_datatype::{UserMemory, UserMemoryMut};

/// Checks the memory of two buffers that are both used in whole, from their addresses on.
pub(crate) fn apart(send: Option<&UserMemory>, recv: &UserMemoryMut) -> Result<()> {
    let to = recv.address(0) as usize;
    if to == MPI_IN_PLACE {
        let text = "the buffer for the result is MPI_IN_PLACE; pass it as the other buffer";
        return Err(Error::new(MPI_ERR_BUFFER, text));
    }
    // With MPI_BOTTOM the datatypes tell the addresses.
    match send.map(|send| send.address(0) as usize) {
        Some(from) if from == to && to != 0 => {
            let text = "two buffers of the call are the same memory; pass MPI_IN_PLACE as one of \
                        them, or use another buffer";
            Err(Error::new(MPI_ERR_BUFFER, text))
        }
        _ => Ok(()),
    }
}

/// The same for buffers of `len` bytes with datatypes of their own: different ones may reach different
/// parts of the memory.
pub(super) fn apart_as_typed(
    send: Option<&SendBuffer>,
    recv: Option<&RecvBuffer>,
    len: usize,
) -> Result<()> {
    match (send, recv) {
        (Some(send), Some(recv)) if len > 0 && send.datatype == recv.datatype => {
            apart(Some(&send.memory), &recv.memory)
        }
        _ => Ok(()),
    }
}
