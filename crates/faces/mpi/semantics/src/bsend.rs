//! Buffered sends (MPI-5.0 §3.6): the user's buffer bounds what may be under way.
//!
//! The data are copied into memory of Ferry's own; the attached buffer is a budget, which is how the
//! standard's model of its use is kept without writing to it.

use crate::background::{Advance, Background, begin, handle_of};
use crate::buffer::check_null;
use crate::comm::Comm;
use crate::constants::{MPI_ERR_BUFFER, MPI_PROC_NULL};
use crate::error::{Error, Result};
use crate::handle::{CommHandle, RequestHandle, SessionHandle};
use crate::lane::{self, enter_with};
use crate::p2p::{KeptDatatype, SendBuffer, kept_datatype, packed_len};
use crate::process::{Process, enter, enter_lane, wait_until};
use crate::request::{COMPLETE, OperationOwner};
use ferry_two_sided::{Mode, RequestId, SendData, SendStart, TwoSided};
use std::collections::HashMap;

/// What a message takes of a buffer beside its data: the least `MPI_BSEND_OVERHEAD` of all headers by which programs are
/// compiled that run here (MPICH's; the standard ABI's is 512), since their buffers may have room for just that.
const OVERHEAD: u64 = 96;

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

/// What a buffer is attached to (MPI-5.0 §3.6.1).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum BsendOwner {
    /// A communicator.
    Comm(CommHandle),
    /// A session, for the communicators that are made from its groups.
    Session(SessionHandle),
    /// The process.
    Process,
}

/// All attached buffers.
#[derive(Debug, Default)]
pub struct Buffers(HashMap<BsendOwner, BsendPool>);

impl Buffers {
    /// The buffer that a send on `comm` uses: its own, or the first of a session or of the process that has
    /// room, since groups do not say what session they are from.
    fn for_sends(&mut self, comm: &Comm, messages: &mut TwoSided, cost: u64) -> Option<BsendOwner> {
        let own = BsendOwner::Comm(comm.handle);
        if self.0.contains_key(&own) {
            return Some(own);
        }
        let mut full = None;
        for (owner, pool) in &mut self.0 {
            match owner {
                BsendOwner::Comm(_) => {}
                _ if pool.has_room(messages, cost) => return Some(*owner),
                _ => full = Some(*owner),
            }
        }
        full
    }
}

impl Buffers {
    /// A communicator was revoked: what was sent on it and has not left the buffers does not wait there.
    pub(crate) fn give_up(&mut self, comm: CommHandle, messages: &mut TwoSided) {
        for pool in self.0.values_mut() {
            pool.under_way.retain(|(id, _)| {
                let label = messages.transfer.label(*id);
                let is_meant = label.is_some_and(|label| OperationOwner::of(label).comm() == comm)
                    && !messages.transfer.is_done(*id);
                if is_meant {
                    messages.take_back(*id);
                }
                !is_meant
            });
        }
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

    /// Whether so many more bytes fit.
    fn has_room(&mut self, messages: &mut TwoSided, cost: u64) -> bool {
        self.attached.automatic || self.settle(messages) + cost <= self.attached.size
    }
}

fn none_attached() -> Error {
    Error::new(MPI_ERR_BUFFER, "no buffer is attached; call MPI_Buffer_attach first")
}

/// `MPI_Buffer_attach`, `MPI_Comm_attach_buffer`, `MPI_Session_attach_buffer`.
pub fn attach(owner: BsendOwner, attached: Attached) -> Result<()> {
    let mut process = enter();
    match owner {
        BsendOwner::Comm(comm) => drop(process.comm(comm)?),
        BsendOwner::Session(session) => drop(process.session(session)?),
        BsendOwner::Process => {}
    }
    if process.buffers.0.contains_key(&owner) {
        return Err(Error::new(MPI_ERR_BUFFER, "a buffer is attached already; detach it first"));
    }
    process.attach(owner, attached);
    // Each lane counts for itself what it has under way: the buffer is a budget, and a lane is free with its own.
    lane::open().for_each(|lane| enter_lane(lane).attach(owner, attached));
    Ok(())
}

/// Waits until everything sent through the buffer has left it (`MPI_Buffer_flush`).
pub fn flush(owner: BsendOwner) -> Result<()> {
    if !enter().buffers.0.contains_key(&owner) {
        return Err(none_attached());
    }
    wait_until(|process| (process.bytes_under_way(owner) == 0).then_some(()));
    Ok(())
}

/// `MPI_Buffer_iflush` and its sisters: a request for [`flush`].
pub fn iflush(owner: BsendOwner) -> Result<RequestHandle> {
    let mut process = enter();
    if !process.buffers.0.contains_key(&owner) {
        return Err(none_attached());
    }
    let comm = match owner {
        BsendOwner::Comm(comm) => comm,
        BsendOwner::Session(_) | BsendOwner::Process => crate::comm::WORLD,
    };
    let started = begin(&mut process, comm, Flush { owner });
    Ok(handle_of(process, started))
}

/// A flush under way.
struct Flush {
    owner: BsendOwner,
}

impl Background for Flush {
    fn advance(&mut self, process: &mut Process) -> Advance {
        match process.bytes_under_way(self.owner) {
            0 => Advance::Ended(None),
            _ => Advance::Waits,
        }
    }
}

/// `MPI_Buffer_detach` and its sisters: waits, then gives the buffer back.
pub fn detach(owner: BsendOwner) -> Result<Attached> {
    flush(owner)?;
    lane::open().for_each(|lane| drop(enter_lane(lane).buffers.0.remove(&owner)));
    let pool = enter().buffers.0.remove(&owner);
    pool.map(|pool| pool.attached).ok_or_else(none_attached)
}

/// `MPI_Bsend`, `MPI_Ibsend`: complete as soon as the data are copied.
pub fn bsend(buffer: &SendBuffer, dest: i32, tag: i32, comm: CommHandle) -> Result<RequestHandle> {
    let mut process = enter_with(comm, buffer.datatype);
    let datatype = kept_datatype(&process, buffer.datatype, dest)?;
    let comm = process.comm(comm)?.clone();
    process.bsend(buffer, &datatype, dest, tag, &comm)?;
    Ok(COMPLETE)
}

impl Process {
    fn attach(&mut self, owner: BsendOwner, attached: Attached) {
        self.buffers.0.insert(owner, BsendPool { attached, under_way: Vec::new() });
    }

    /// What has not left an attached buffer, by whatever lane; of one that was detached there is nothing.
    fn bytes_under_way(&mut self, owner: BsendOwner) -> u64 {
        let by_lanes = lane::open().map(|lane| enter_lane(lane).bytes_of(owner));
        by_lanes.sum::<u64>() + self.bytes_of(owner)
    }

    fn bytes_of(&mut self, owner: BsendOwner) -> u64 {
        let Process { buffers, runtime, .. } = self;
        buffers.0.get_mut(&owner).map_or(0, |pool| pool.settle(&mut runtime.face))
    }

    /// Sends what is in `buffer`, whose datatype's handle may name nothing any more.
    pub(crate) fn bsend(
        &mut self,
        buffer: &SendBuffer,
        datatype: &KeptDatatype,
        dest: i32,
        tag: i32,
        comm: &Comm,
    ) -> Result<()> {
        if dest == MPI_PROC_NULL {
            return Ok(());
        }
        let to = comm.peer_of("dest", dest)?;
        let word = datatype.word(buffer.count);
        let datatype = &datatype.datatype;
        check_null(buffer.memory.address(0), datatype, buffer.count)?;
        let mut packed = vec![0; packed_len(datatype, buffer.count)?];
        let cost = packed.len() as u64 + OVERHEAD;
        let owner = self.reserve(comm, cost)?;
        datatype.pack(&buffer.memory, buffer.count, 0, &mut packed);
        let told = (SendData::Owned(packed), word);
        let sent = self.start_typed_send(comm, told, to, tag, Mode::Standard)?;
        if let (SendStart::Pending(id), Some(pool)) = (sent, self.buffers.0.get_mut(&owner)) {
            pool.under_way.push((id, cost));
        }
        Ok(())
    }

    /// Finds an attached buffer that has room for `cost` more bytes.
    fn reserve(&mut self, comm: &Comm, cost: u64) -> Result<BsendOwner> {
        let Process { buffers, runtime, .. } = self;
        let owner = buffers.for_sends(comm, &mut runtime.face, cost).ok_or_else(none_attached)?;
        let pool = buffers.0.get_mut(&owner).ok_or_else(none_attached)?;
        if pool.has_room(&mut runtime.face, cost) {
            return Ok(owner);
        }
        let (used, size) = (pool.settle(&mut runtime.face), pool.attached.size);
        let text = format!(
            "the attached buffer has {size} bytes, of which {used} are in use; {cost} are needed \
             ({OVERHEAD} beside the data)"
        );
        Err(Error::new(MPI_ERR_BUFFER, text))
    }
}
