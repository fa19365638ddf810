//! The sender's side.

use super::{Outline, PartitionCut, Partitioned, ReadyBoard, data, outlines};
use crate::background::{Advance, Background, begin};
use crate::comm::Comm;
use crate::constants::MPI_PROC_NULL;
use crate::error::Result;
use crate::handle::{CommHandle, RequestHandle};
use crate::p2p::{SendBuffer, send_data};
use crate::process::{Process, enter, expect_errands};
use crate::process_failure::revoked_fault;
use crate::request::{PersistentStart, Startable};
use crate::status::Status;
use ferry_datatype::UserMemory;
use ferry_two_sided::{Mode, RequestId, SendData, SendStart, TransferFault};
use ferry_wire::PeerId;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// `MPI_Psend_init`. The buffer's count is that of a partition.
pub fn psend_init(
    buffer: &SendBuffer,
    partitions: i32,
    (dest, tag): (i32, i32),
    comm: CommHandle,
) -> Result<RequestHandle> {
    let mut process = enter();
    let comm = process.comm(comm)?.clone();
    let described = (partitions, buffer.count, buffer.datatype);
    let address = buffer.memory.address(0);
    let cut = PartitionCut::new(&process, described, dest, address)?;
    let target = match dest {
        MPI_PROC_NULL => None,
        dest => Some(process.announce(&cut, comm.peer_of("dest", dest)?, tag, &comm)?),
    };
    expect_errands();
    let board = Arc::new(ReadyBoard::new(cut.partitions));
    let course = Mutex::new(SendingCourse::default());
    let send = PartitionedSend { memory: buffer.memory, cut, target, comm, board, course };
    Ok(process.persistent_request(SharedSend(Arc::new(send))))
}

impl Process {
    /// Tells the receiver how the data will come.
    fn announce(
        &mut self,
        cut: &PartitionCut,
        to: PeerId,
        tag: i32,
        comm: &Comm,
    ) -> Result<(PeerId, Outline)> {
        let messages = cut.messages() as u32;
        let first_tag = self.partition_tags.take(messages);
        let outline = Outline { first_tag, messages, bytes: cut.bytes as u64 };
        let words = SendData::Owned(outline.encode());
        let sent = self.start_send(comm, outlines(comm), words, to, tag, Mode::Standard)?;
        if let SendStart::Pending(id) = sent {
            self.runtime.face.transfer.detach(id);
        }
        Ok((to, outline))
    }
}

/// A send in partitions.
pub(crate) struct PartitionedSend {
    memory: UserMemory,
    cut: PartitionCut,
    /// `None`: `MPI_PROC_NULL`.
    target: Option<(PeerId, Outline)>,
    comm: Arc<Comm>,
    board: Arc<ReadyBoard>,
    course: Mutex<SendingCourse>,
}

/// What became of the messages since it was started.
#[derive(Default)]
struct SendingCourse {
    /// Messages that have not left.
    pending: Vec<RequestId>,
    /// Why one never will.
    fault: Option<Box<TransferFault>>,
    /// The one message of partitions without data has left.
    is_told: bool,
}

/// The send as its request and what goes on in the background share it.
#[derive(Clone)]
struct SharedSend(Arc<PartitionedSend>);

/// Sends all partitions that are ready, of all sends under way.
pub(crate) fn send_ready(process: &mut Process) {
    let mut sends = std::mem::take(&mut process.partitioned_sends);
    sends.iter().for_each(|send| send.send_fresh(process));
    sends.append(&mut process.partitioned_sends);
    process.partitioned_sends = sends;
    process.runtime.call_sleepers();
}

impl PartitionedSend {
    fn course(&self) -> MutexGuard<'_, SendingCourse> {
        self.course.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Sends the partitions that have become ready. Of those without data one message tells, when all are.
    fn send_fresh(&self, process: &mut Process) {
        let Some((to, outline)) = self.target else { return };
        if self.cut.bytes != 0 {
            let send = |partition| self.send_or_fail(process, (to, outline), partition);
            return self.board.take_fresh(send);
        }
        let is_due = self.cut.partitions != 0 && self.board.left() == 0;
        if is_due && !std::mem::replace(&mut self.course().is_told, true) {
            self.send_or_fail(process, (to, outline), 0);
        }
    }

    /// Where a partition cannot leave, whoever makes some ready or waits for the send hears of it.
    fn send_or_fail(&self, process: &mut Process, to: (PeerId, Outline), partition: usize) {
        if let Err(error) = self.send(process, to, partition) {
            self.board.fail(&error);
            let why = error.to_string().into();
            let fault = TransferFault::Refused { code: error.code, why };
            self.course().fault = Some(Box::new(fault));
        }
    }

    fn send(
        &self,
        process: &mut Process,
        (to, outline): (PeerId, Outline),
        partition: usize,
    ) -> Result<()> {
        let PartitionCut { count, datatype, .. } = &self.cut;
        let from = self.memory.at(self.cut.offset(partition));
        let bytes = send_data(from, *count, datatype)?;
        let (context, tag) = (data(&self.comm), outline.tag(partition));
        let sent = process.start_send(&self.comm, context, bytes, to, tag, Mode::Standard)?;
        if let SendStart::Pending(id) = sent {
            self.course().pending.push(id);
        }
        Ok(())
    }

    fn ended(self: &Arc<Self>, process: &mut Process) {
        self.board.end();
        process.partitioned_sends.retain(|send| !Arc::ptr_eq(send, self));
    }
}

impl Partitioned for SharedSend {
    fn board(&self) -> Option<&Arc<ReadyBoard>> {
        Some(&self.0.board)
    }
}

impl Background for SharedSend {
    fn advance(&mut self, process: &mut Process) -> Advance {
        // Asked first: of those that are ready by then, none is left behind.
        let left = self.0.board.left();
        self.0.send_fresh(process);
        let mut course = self.0.course();
        let SendingCourse { pending, fault, .. } = &mut *course;
        if self.0.comm.is_revoked() && fault.is_none() {
            pending.drain(..).for_each(|id| process.runtime.face.take_back(id));
            *fault = Some(Box::new(revoked_fault()));
        }
        let before = pending.len();
        pending.retain(|id| match process.runtime.face.transfer.take(*id) {
            Some((outcome, _)) => {
                *fault = fault.take().or(outcome.fault);
                false
            }
            None => true,
        });
        if left != 0 && fault.is_none() || !pending.is_empty() {
            return if pending.len() < before { Advance::Moved } else { Advance::Waits };
        }
        let fault = fault.take().map(|fault| *fault);
        drop(course);
        self.0.ended(process);
        Advance::Ended(fault)
    }
}

impl Startable for SharedSend {
    fn start(&self, process: &mut Process) -> Result<PersistentStart> {
        *self.0.course() = SendingCourse::default();
        self.0.board.start();
        if self.0.target.is_none() {
            return Ok(PersistentStart::Complete(Status::SENT));
        }
        process.partitioned_sends.push(self.0.clone());
        Ok(begin(process, self.0.comm.handle, self.clone()))
    }

    fn comm(&self) -> &Arc<Comm> {
        &self.0.comm
    }

    fn partitioned(&self) -> Option<Arc<dyn Partitioned>> {
        Some(Arc::new(self.clone()))
    }
}

/// The request is gone.
impl Drop for PartitionedSend {
    fn drop(&mut self) {
        self.board.free();
    }
}
