//! Buffered sends (MPI-5.0 §3.6): the user's buffer bounds what may be under way.
//!
//! The data are copied into memory of Ferry's own; the attached buffer is a budget, which is how the
//! standard's model of its use is kept without writing to it.

use crate::background::{Advance, Background, begin, handle_of};
use crate::buffer::check_null;
use crate::comm::Comm;
use crate::constants::{MPI_BSEND_OVERHEAD, MPI_ERR_BUFFER, MPI_PROC_NULL};
use crate::error::{Error, Result};
use crate::handle::{CommHandle, RequestHandle};
use crate::p2p::{SendBuffer, kept_datatype, packed_len};
use crate::process::{Process, enter, wait_until};
use crate::request::COMPLETE;
use ferry_datatype::Datatype;
use ferry_two_sided::{Mode, RequestId, SendData, SendStart, TwoSided};
use std::collections::HashMap;

/// An attached buffer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Attached {
    /// Its address, given back on detaching.
    pub address: usize,
    /// Its size in bytes.
    pub size: u64,
    /// `MPI_BUFFER_AUTOMATIC`: there is no bound.
    pub automatic: bool,
}

#[derive(Debug)]
struct BsendPool {
    attached: Attached,
    under_way: Vec<(RequestId, u64)>,
}

/// All attached buffers: the process's and those of communicators.
#[derive(Debug, Default)]
pub struct Buffers {
    process: Option<BsendPool>,
    comms: HashMap<usize, BsendPool>,
}

impl Buffers {
    fn slot(&mut self, owner: Option<CommHandle>) -> Option<&mut BsendPool> {
        match owner {
            None => self.process.as_mut(),
            Some(comm) => self.comms.get_mut(&comm.0),
        }
    }

    /// The buffer that sends on `comm` use: its own, or the process's.
    fn for_sends(&mut self, comm: &Comm) -> Option<&mut BsendPool> {
        self.comms.get_mut(&comm.handle.0).or(self.process.as_mut())
    }
}

impl BsendPool {
    /// Forgets what is complete; the bytes still under way.
    fn settle(&mut self, messages: &mut TwoSided) -> u64 {
        self.under_way.retain(|(id, _)| {
            messages.transfer.take(*id).is_none() && messages.transfer.exists(*id)
        });
        self.under_way.iter().map(|(_, cost)| cost).sum()
    }
}

fn none_attached() -> Error {
    Error::new(MPI_ERR_BUFFER, "no buffer is attached; call MPI_Buffer_attach first")
}

/// `MPI_Buffer_attach` (no owner), `MPI_Comm_attach_buffer`.
pub fn attach(owner: Option<CommHandle>, attached: Attached) -> Result<()> {
    let mut process = enter();
    if let Some(comm) = owner {
        process.comm(comm)?;
    }
    if process.buffers.slot(owner).is_some() {
        return Err(Error::new(MPI_ERR_BUFFER, "a buffer is attached already; detach it first"));
    }
    let pool = BsendPool { attached, under_way: Vec::new() };
    match owner {
        None => process.buffers.process = Some(pool),
        Some(comm) => {
            process.buffers.comms.insert(comm.0, pool);
        }
    }
    Ok(())
}

/// Waits until everything sent through the buffer has left it (`MPI_Buffer_flush`).
pub fn flush(owner: Option<CommHandle>) -> Result<()> {
    if enter().buffers.slot(owner).is_none() {
        return Err(none_attached());
    }
    wait_until(|process| (process.bytes_under_way(owner) == 0).then_some(()));
    Ok(())
}

/// `MPI_Buffer_iflush`, `MPI_Comm_iflush_buffer`: a request for [`flush`].
pub fn iflush(owner: Option<CommHandle>) -> Result<RequestHandle> {
    let mut process = enter();
    if process.buffers.slot(owner).is_none() {
        return Err(none_attached());
    }
    let comm = owner.unwrap_or(crate::comm::WORLD);
    let started = begin(&mut process, comm, Flush { owner });
    Ok(handle_of(process, started))
}

/// A flush under way.
struct Flush {
    owner: Option<CommHandle>,
}

impl Background for Flush {
    fn advance(&mut self, process: &mut Process) -> Advance {
        match process.bytes_under_way(self.owner) {
            0 => Advance::Ended(None),
            _ => Advance::Waits,
        }
    }
}

/// `MPI_Buffer_detach`, `MPI_Comm_detach_buffer`: waits, then gives the buffer back.
pub fn detach(owner: Option<CommHandle>) -> Result<Attached> {
    flush(owner)?;
    let buffers = &mut enter().buffers;
    let pool = match owner {
        None => buffers.process.take(),
        Some(comm) => buffers.comms.remove(&comm.0),
    };
    pool.map(|pool| pool.attached).ok_or_else(none_attached)
}

/// `MPI_Bsend`, `MPI_Ibsend`: complete as soon as the data are copied.
pub fn bsend(buffer: &SendBuffer, dest: i32, tag: i32, comm: CommHandle) -> Result<RequestHandle> {
    let mut process = enter();
    let datatype = kept_datatype(&process, buffer.datatype, dest)?;
    let comm = process.comm(comm)?.clone();
    process.bsend(buffer, &datatype, dest, tag, &comm)?;
    Ok(COMPLETE)
}

impl Process {
    /// What has not left an attached buffer; of one that was detached there is nothing.
    fn bytes_under_way(&mut self, owner: Option<CommHandle>) -> u64 {
        let Process { buffers, runtime, .. } = self;
        buffers.slot(owner).map_or(0, |pool| pool.settle(&mut runtime.face))
    }

    /// Sends what is in `buffer`, whose datatype's handle may name nothing any more.
    pub(crate) fn bsend(
        &mut self,
        buffer: &SendBuffer,
        datatype: &Datatype,
        dest: i32,
        tag: i32,
        comm: &Comm,
    ) -> Result<()> {
        if dest == MPI_PROC_NULL {
            return Ok(());
        }
        let to = comm.peer(dest)?;
        check_null(buffer.memory.address(0), datatype, buffer.count)?;
        let mut packed = vec![0; packed_len(datatype, buffer.count)?];
        let cost = packed.len() as u64 + MPI_BSEND_OVERHEAD as u64;
        self.reserve(comm, cost)?;
        datatype.pack(&buffer.memory, buffer.count, 0, &mut packed);
        let data = SendData::Owned(packed);
        let sent = self.start_send(comm, comm.context, data, to, tag, Mode::Standard)?;
        if let (SendStart::Pending(id), Some(pool)) = (sent, self.buffers.for_sends(comm)) {
            pool.under_way.push((id, cost));
        }
        Ok(())
    }

    /// Checks that the attached buffer has room for `cost` more bytes.
    fn reserve(&mut self, comm: &Comm, cost: u64) -> Result<()> {
        let Process { buffers, runtime, .. } = self;
        let pool = buffers.for_sends(comm).ok_or_else(none_attached)?;
        let used = pool.settle(&mut runtime.face);
        let size = pool.attached.size;
        if pool.attached.automatic || used + cost <= size {
            return Ok(());
        }
        let text = format!(
            "the attached buffer has {size} bytes, of which {used} are in use; {cost} are needed \
             (MPI_BSEND_OVERHEAD included)"
        );
        Err(Error::new(MPI_ERR_BUFFER, text))
    }
}
