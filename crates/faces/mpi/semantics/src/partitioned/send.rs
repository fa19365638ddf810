//! The sender's side.

use super::{Outline, PartitionCut, Partitioned, data, outlines};
use crate::background::{Advance, Background, begin};
use crate::comm::Comm;
use crate::constants::{MPI_ERR_ARG, MPI_ERR_REQUEST, MPI_PROC_NULL};
use crate::error::{Error, Result};
use crate::handle::{CommHandle, RequestHandle};
use crate::p2p::{SendBuffer, send_data};
use crate::process::{Process, enter};
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
    let send = PartitionedSend {
        memory: buffer.memory,
        cut,
        target,
        comm,
        course: Mutex::new(SendingCourse::Inactive),
    };
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
struct PartitionedSend {
    memory: UserMemory,
    cut: PartitionCut,
    /// `None`: `MPI_PROC_NULL`.
    target: Option<(PeerId, Outline)>,
    comm: Arc<Comm>,
    course: Mutex<SendingCourse>,
}

/// How far it has come since it was started.
enum SendingCourse {
    Inactive,
    Active {
        ready: Vec<bool>,
        /// Partitions that are not ready.
        left: usize,
        /// Messages that have not left.
        pending: Vec<RequestId>,
        /// Why one never will.
        fault: Option<Box<TransferFault>>,
    },
}

/// The send as its request and what goes on in the background share it.
#[derive(Clone)]
struct SharedSend(Arc<PartitionedSend>);

impl PartitionedSend {
    fn course(&self) -> MutexGuard<'_, SendingCourse> {
        self.course.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Notes that a partition is ready; whether it was the last.
    fn note(&self, partition: usize) -> Result<bool> {
        let SendingCourse::Active { ready, left, .. } = &mut *self.course() else {
            return Err(Error::new(MPI_ERR_REQUEST, "the partitioned send has not been started"));
        };
        if std::mem::replace(&mut ready[partition], true) {
            let text = format!("partition {partition} is ready already");
            return Err(Error::new(MPI_ERR_ARG, text));
        }
        *left -= 1;
        Ok(*left == 0)
    }

    /// A partition cannot leave: whoever waits for the send hears of it, too.
    #[cold]
    fn fail(&self, error: &Error) {
        if let SendingCourse::Active { fault, .. } = &mut *self.course() {
            let why = error.to_string().into();
            *fault = Some(Box::new(TransferFault::Refused { code: error.code, why }));
        }
    }

    /// Sends a partition, or says that those without data are ready.
    fn send(&self, process: &mut Process, partition: usize) -> Result<()> {
        let Some((to, outline)) = self.target else { return Ok(()) };
        let PartitionCut { count, datatype, .. } = &self.cut;
        let from = self.memory.at(self.cut.offset(partition));
        let bytes = send_data(from, *count, datatype)?;
        let message = if self.cut.bytes == 0 { 0 } else { partition };
        let (context, tag) = (data(&self.comm), outline.tag(message));
        let sent = process.start_send(&self.comm, context, bytes, to, tag, Mode::Standard)?;
        if let (SendStart::Pending(id), SendingCourse::Active { pending, .. }) =
            (sent, &mut *self.course())
        {
            pending.push(id);
        }
        Ok(())
    }
}

impl Partitioned for SharedSend {
    fn ready(&self, process: &mut Process, partition: usize) -> Result<()> {
        self.0.cut.check(partition)?;
        let is_last = self.0.note(partition)?;
        if self.0.cut.bytes == 0 && !is_last {
            return Ok(());
        }
        self.0.send(process, partition).inspect_err(|error| self.0.fail(error))
    }
}

impl Background for SharedSend {
    fn advance(&mut self, process: &mut Process) -> Advance {
        let course = &mut *self.0.course();
        let SendingCourse::Active { left, pending, fault, .. } = course else {
            return Advance::Ended(None);
        };
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
        if *left != 0 && fault.is_none() || !pending.is_empty() {
            return if pending.len() < before { Advance::Moved } else { Advance::Waits };
        }
        let fault = fault.take().map(|fault| *fault);
        *course = SendingCourse::Inactive;
        Advance::Ended(fault)
    }
}

impl Startable for SharedSend {
    fn start(&self, process: &mut Process) -> Result<PersistentStart> {
        let (ready, left) = (vec![false; self.0.cut.partitions], self.0.cut.partitions);
        *self.0.course() = SendingCourse::Active { ready, left, pending: Vec::new(), fault: None };
        Ok(match self.0.target {
            None => PersistentStart::Complete(Status::SENT),
            Some(_) => begin(process, self.0.comm.handle, self.clone()),
        })
    }

    fn comm(&self) -> &Arc<Comm> {
        &self.0.comm
    }

    fn partitioned(&self) -> Option<Arc<dyn Partitioned>> {
        Some(Arc::new(self.clone()))
    }
}
