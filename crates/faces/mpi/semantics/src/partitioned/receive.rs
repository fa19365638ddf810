//! The receiver's side.

use super::{Outline, PartitionCut, Partitioned, data, outlines};
use crate::background::{Advance, Background, begin_as};
use crate::buffer::SharedBytes;
use crate::comm::Comm;
use crate::constants::{MPI_ANY_SOURCE, MPI_ERR_INTERN, MPI_ERR_RANK, MPI_PROC_NULL};
use crate::error::{Error, Result};
use crate::handle::{CommHandle, RequestHandle};
use crate::p2p::{RecvBuffer, fault_error};
use crate::process::{Process, enter};
use crate::request::{OperationOwner, PersistentStart, Startable};
use crate::status::Status;
use ferry_datatype::{Datatype, UserMemoryMut};
use ferry_two_sided::{Outcome, RecvSpace, RequestId, Scatter, TransferFault};
use ferry_wire::PeerId;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// `MPI_Precv_init`. The buffer's count is that of a partition.
pub fn precv_init(
    buffer: &RecvBuffer,
    partitions: i32,
    (source, tag): (i32, i32),
    comm: CommHandle,
) -> Result<RequestHandle> {
    if source == MPI_ANY_SOURCE {
        let text = "a partitioned receive names its sender: MPI_ANY_SOURCE is not allowed";
        return Err(Error::new(MPI_ERR_RANK, text));
    }
    let mut process = enter();
    let comm = process.comm(comm)?.clone();
    let described = (partitions, buffer.count, buffer.datatype);
    let cut = PartitionCut::new(&process, described, source, buffer.memory.address(0))?;
    let sender = match source {
        MPI_PROC_NULL => None,
        source => Some(comm.peer_of("source", source)?),
    };
    let plan = match sender {
        None => ReceivePlan::Known(Outline { first_tag: 0, messages: 0, bytes: 0 }),
        Some(_) => {
            let (space, outline) = SharedBytes::new(Outline::LEN);
            let space = RecvSpace::Scatter(Box::new(space));
            let id = process.start_recv(&comm, outlines(&comm), space, source, tag)?;
            ReceivePlan::Awaited(id, outline)
        }
    };
    let board = Mutex::new(ReceiveBoard { plan, course: ReceivingCourse::Inactive });
    let receive =
        PartitionedReceive { memory: buffer.memory, cut, sender, source, tag, comm, board };
    Ok(process.persistent_request(SharedReceive(Arc::new(receive))))
}

/// A receive in partitions.
struct PartitionedReceive {
    memory: UserMemoryMut,
    cut: PartitionCut,
    /// `None`: `MPI_PROC_NULL`.
    sender: Option<PeerId>,
    source: i32,
    tag: i32,
    comm: Arc<Comm>,
    board: Mutex<ReceiveBoard>,
}

struct ReceiveBoard {
    plan: ReceivePlan,
    course: ReceivingCourse,
}

/// What is known of the sender's messages.
enum ReceivePlan {
    /// This receive gets the outline.
    Awaited(RequestId, SharedBytes),
    Known(Outline),
    /// The sender is gone, or has sent nonsense.
    Failed(Box<TransferFault>),
}

/// How far the receive has come since it was started.
enum ReceivingCourse {
    Inactive,
    /// Nobody knows what to wait for.
    Started,
    Active {
        messages: Vec<RequestId>,
        /// So many from the first on have come.
        first: usize,
        fault: Option<Box<TransferFault>>,
    },
    /// The round has ended so.
    Failed(Box<TransferFault>),
}

/// The receive as its request and what goes on in the background share it.
#[derive(Clone)]
struct SharedReceive(Arc<PartitionedReceive>);

/// Part of a buffer that does not lie in one piece.
struct UnpackedPart {
    datatype: Arc<Datatype>,
    memory: UserMemoryMut,
    count: u64,
    start: usize,
    len: usize,
}

impl Scatter for UnpackedPart {
    fn len(&self) -> usize {
        self.len
    }

    fn write(&mut self, at: usize, bytes: &[u8]) {
        self.datatype.unpack(&self.memory, self.count, (self.start + at) as u64, bytes);
    }
}

impl PartitionedReceive {
    fn board(&self) -> MutexGuard<'_, ReceiveBoard> {
        self.board.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The room for a message of the sender's; too short where the sender has more than fits.
    fn space(&self, message: usize, bytes: u64) -> RecvSpace {
        let total = self.cut.total();
        let start = (message as u64).saturating_mul(bytes).min(total as u64) as usize;
        let len = bytes.min((total - start) as u64) as usize;
        let (datatype, count) = (&self.cut.datatype, self.cut.elements());
        match datatype.write_region(&self.memory, count) {
            Some(mut region) => {
                region.split_to(start);
                RecvSpace::Region(region.split_to(len))
            }
            None => RecvSpace::Scatter(Box::new(UnpackedPart {
                datatype: datatype.clone(),
                memory: self.memory,
                count,
                start,
                len,
            })),
        }
    }

    /// Receives for all messages of the sender's.
    fn post(&self, process: &mut Process, outline: Outline) -> Result<Vec<RequestId>> {
        let messages = 0..outline.messages as usize;
        let context = data(&self.comm);
        let post = |message| {
            let space = self.space(message, outline.bytes);
            process.start_recv(&self.comm, context, space, self.source, outline.tag(message))
        };
        messages.map(post).collect()
    }

    /// Learns how the sender's messages come, if that is there.
    fn learn(&self, process: &mut Process, board: &mut ReceiveBoard) {
        let ReceivePlan::Awaited(id, outline) = &board.plan else { return };
        let Some((outcome, _)) = process.runtime.face.transfer.take(*id) else { return };
        let outline = Outline::decode(&outline.bytes());
        board.plan = match (outcome.fault, outline) {
            (Some(fault), _) => ReceivePlan::Failed(fault),
            (None, Some(outline)) => ReceivePlan::Known(outline),
            (None, None) => {
                let why = "the sender's description of its partitions makes no sense".into();
                ReceivePlan::Failed(Box::new(TransferFault::Refused { code: MPI_ERR_INTERN, why }))
            }
        };
    }

    /// The outcome of all messages together.
    fn outcome(&self, outline: Outline, fault: Option<Box<TransferFault>>) -> Outcome {
        let (sent, room) = (outline.total().unwrap_or(u64::MAX), self.cut.total() as u64);
        let fault = fault.map(|fault| match *fault {
            TransferFault::Truncated { .. } => Box::new(TransferFault::Truncated { sent, room }),
            fault => Box::new(fault),
        });
        let source = self.sender.unwrap_or(PeerId(0));
        Outcome { source, tag: self.tag, bytes: sent.min(room), cancelled: false, fault }
    }

    fn ended(
        &self,
        board: &mut ReceiveBoard,
        outline: Outline,
        fault: Option<Box<TransferFault>>,
    ) -> Advance {
        board.course = fault.clone().map_or(ReceivingCourse::Inactive, ReceivingCourse::Failed);
        Advance::EndedAs(self.outcome(outline, fault))
    }

    fn advance(&self, process: &mut Process) -> Advance {
        let board = &mut *self.board();
        self.learn(process, board);
        let outline = match &board.plan {
            ReceivePlan::Awaited(..) => return Advance::Waits,
            ReceivePlan::Known(outline) => *outline,
            ReceivePlan::Failed(fault) => {
                let (none, fault) =
                    (Outline { first_tag: 0, messages: 0, bytes: 0 }, fault.clone());
                return self.ended(board, none, Some(fault));
            }
        };
        if matches!(board.course, ReceivingCourse::Started) {
            let (messages, fault) = match self.post(process, outline) {
                Ok(messages) => (messages, None),
                Err(error) => {
                    let why = error.to_string().into();
                    let fault = TransferFault::Refused { code: error.code, why };
                    (Vec::new(), Some(Box::new(fault)))
                }
            };
            board.course = ReceivingCourse::Active { messages, first: 0, fault };
        }
        let ReceivingCourse::Active { messages, first, fault } = &mut board.course else {
            return Advance::Ended(None);
        };
        let before = *first;
        while let Some(id) = messages.get(*first) {
            let Some((outcome, _)) = process.runtime.face.transfer.take(*id) else {
                return if *first == before { Advance::Waits } else { Advance::Moved };
            };
            *fault = fault.take().or(outcome.fault);
            *first += 1;
        }
        let fault = fault.take();
        self.ended(board, outline, fault)
    }

    /// Whether all messages with bytes of a partition have come; the error if they never will.
    fn holds(&self, process: &Process, partition: usize) -> Result<bool> {
        let board = self.board();
        let (messages, first, bytes) = match (&board.course, &board.plan) {
            (ReceivingCourse::Inactive, _) => return Ok(true),
            (
                ReceivingCourse::Failed(fault) | ReceivingCourse::Active { fault: Some(fault), .. },
                _,
            ) => return Err(fault_error(fault)),
            (ReceivingCourse::Active { messages, first, .. }, ReceivePlan::Known(outline)) => {
                (messages, *first, outline.bytes as usize)
            }
            _ => return Ok(false),
        };
        let (start, end) = (partition * self.cut.bytes, (partition + 1) * self.cut.bytes);
        let (from, to) = match bytes {
            0 => (0, messages.len()),
            bytes => (start / bytes, end.div_ceil(bytes).min(messages.len())),
        };
        let transfer = &process.runtime.face.transfer;
        let left = messages.get(from.max(first)..to).unwrap_or_default();
        if !left.iter().all(|id| transfer.is_done(*id)) {
            return Ok(false);
        }
        let fault = left.iter().find_map(|id| transfer.outcome(*id)?.fault.as_ref());
        fault.map_or(Ok(true), |fault| Err(fault_error(fault)))
    }
}

impl Partitioned for SharedReceive {
    fn has_arrived(
        &self,
        process: &mut Process,
        partition: usize,
        is_active: bool,
    ) -> Result<bool> {
        self.0.cut.check(partition)?;
        if is_active { self.0.holds(process, partition) } else { Ok(true) }
    }
}

impl Background for SharedReceive {
    fn advance(&mut self, process: &mut Process) -> Advance {
        self.0.advance(process)
    }
}

impl Startable for SharedReceive {
    fn start(&self, process: &mut Process) -> Result<PersistentStart> {
        if self.0.sender.is_none() {
            return Ok(PersistentStart::Complete(Status::PROC_NULL));
        }
        self.0.board().course = ReceivingCourse::Started;
        let owner = OperationOwner::receive(self.0.comm.handle, self.0.source);
        Ok(begin_as(process, owner, self.clone()))
    }

    fn comm(&self) -> &Arc<Comm> {
        &self.0.comm
    }

    fn partitioned(&self) -> Option<Arc<dyn Partitioned>> {
        Some(Arc::new(self.clone()))
    }
}
