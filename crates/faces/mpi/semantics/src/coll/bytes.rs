//! Exchanges of bytes of the library's own among all processes of a communicator: each has a block for each.

use super::execute::Execution;
use super::operation::{Operation, RecvBlocks, SendBlocks, Types, VBlocks};
use super::plan::plan;
use crate::comm::Comm;
use crate::constants::MPI_BYTE;
use crate::error::Result;
use crate::handle::DatatypeHandle;
use crate::process::Process;
use ferry_datatype::UserMemoryMut;
use ferry_sys::Arena;
use std::sync::Arc;

/// Blocks for all ranks, or of all, one behind the other.
pub(crate) struct ByteBlocks<'a> {
    pub(crate) arena: Arena,
    /// Bytes of each.
    pub(crate) lens: &'a [usize],
}

impl ByteBlocks<'_> {
    fn blocks(&self) -> VBlocks {
        let counts = self.lens.iter().map(|len| *len as i64).collect();
        let mut at = 0;
        let mut place = |len: &usize| {
            let start = at;
            at += *len as i64;
            start
        };
        let displs = self.lens.iter().map(&mut place).collect();
        VBlocks { counts, displs, types: Types::One(DatatypeHandle::new(MPI_BYTE)) }
    }
}

/// Prepares such an exchange, whose memory must stay until it is over. `tag`: of messages that meet no others.
pub(crate) fn exchange_bytes(
    process: &mut Process,
    comm: Arc<Comm>,
    tag: i32,
    sent: &ByteBlocks<'_>,
    received: &ByteBlocks<'_>,
) -> Result<Execution> {
    let memory = UserMemoryMut::within(&sent.arena, 0).reader();
    let send = SendBlocks { memory, blocks: sent.blocks() };
    let memory = UserMemoryMut::within(&received.arena, 0);
    let recv = RecvBlocks { memory, blocks: received.blocks() };
    plan(process, comm, &Operation::Alltoallv(Some(send), recv), Some(tag))
}
