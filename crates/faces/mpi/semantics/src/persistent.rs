//! Persistent point-to-point requests (MPI-5.0 §3.9).

use crate::buffer::check_null;
use crate::comm::Comm;
use crate::constants::MPI_PROC_NULL;
use crate::error::Result;
use crate::handle::{CommHandle, RequestHandle};
use crate::lane::enter_with;
use crate::p2p::{KeptDatatype, RecvBuffer, SendBuffer, kept_datatype, recv_space, send_data};
use crate::process::Process;
use crate::request::{PersistentStart as Begun, Startable};
use crate::status::Status;
use ferry_two_sided::{Mode, SendStart};
use std::sync::Arc;

/// How a persistent send sends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SendMode {
    /// Standard, ready or synchronous.
    Plain(Mode),
    /// Buffered.
    Buffered,
}

struct Send {
    buffer: SendBuffer,
    datatype: KeptDatatype,
    dest: i32,
    tag: i32,
    mode: SendMode,
    comm: Arc<Comm>,
}

struct Recv {
    buffer: RecvBuffer,
    datatype: KeptDatatype,
    source: i32,
    tag: i32,
    comm: Arc<Comm>,
}

impl Startable for Send {
    fn start(&self, process: &mut Process) -> Result<Begun> {
        if self.dest == MPI_PROC_NULL {
            return Ok(Begun::Complete(Status::SENT));
        }
        let SendMode::Plain(mode) = self.mode else {
            let Send { buffer, datatype, dest, tag, comm, .. } = self;
            process.bsend(buffer, datatype, *dest, *tag, comm)?;
            return Ok(Begun::Complete(Status::SENT));
        };
        let data = send_data(self.buffer.memory, self.buffer.count, &self.datatype.datatype)?;
        let told = (data, self.datatype.word(self.buffer.count));
        let to = self.comm.peer_of("dest", self.dest)?;
        let mode = mode.without_waiting();
        Ok(match process.start_typed_send(&self.comm, told, to, self.tag, mode)? {
            SendStart::Done => Begun::Complete(Status::SENT),
            SendStart::Pending(id) => Begun::Transfer(id),
        })
    }

    fn comm(&self) -> &Arc<Comm> {
        &self.comm
    }
}

impl Startable for Recv {
    fn start(&self, process: &mut Process) -> Result<Begun> {
        if self.source == MPI_PROC_NULL {
            return Ok(Begun::Complete(Status::PROC_NULL));
        }
        let KeptDatatype { datatype, typed } = &self.datatype;
        let space = recv_space(self.buffer.memory, self.buffer.count, datatype)?;
        let from = (self.source, self.tag);
        let id = process.start_typed_recv(&self.comm, space, from, *typed)?;
        Ok(Begun::Transfer(id))
    }

    fn comm(&self) -> &Arc<Comm> {
        &self.comm
    }
}

/// `MPI_Send_init` and its modes.
pub fn send_init(
    buffer: SendBuffer,
    dest: i32,
    tag: i32,
    comm: CommHandle,
    mode: SendMode,
) -> Result<RequestHandle> {
    let mut process = enter_with(comm, buffer.datatype);
    let datatype = kept_datatype(&process, buffer.datatype, dest)?;
    let comm = process.comm(comm)?.clone();
    if dest != MPI_PROC_NULL {
        comm.peer_of("dest", dest)?;
        check_null(buffer.memory.address(0), &datatype.datatype, buffer.count)?;
    }
    let send = Send { buffer, datatype, dest, tag, mode, comm };
    Ok(process.persistent_request(send))
}

/// `MPI_Recv_init`.
pub fn recv_init(
    buffer: RecvBuffer,
    source: i32,
    tag: i32,
    comm: CommHandle,
) -> Result<RequestHandle> {
    let mut process = enter_with(comm, buffer.datatype);
    let datatype = kept_datatype(&process, buffer.datatype, source)?;
    let comm = process.comm(comm)?.clone();
    if source >= 0 {
        comm.peer_of("source", source)?;
    }
    if source != MPI_PROC_NULL {
        check_null(buffer.memory.address(0), &datatype.datatype, buffer.count)?;
    }
    let recv = Recv { buffer, datatype, source, tag, comm };
    Ok(process.persistent_request(recv))
}
