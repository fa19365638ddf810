//! Operations under way, by name.

use crate::recv::Recv;
use crate::send::Send;
use ferry_wire::PeerId;
use std::sync::Arc;

/// Names an operation; stale names are recognised. Fits in 60 bits.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct RequestId(pub u64);

const GENERATION_BITS: u32 = 28;
/// So many operations at a time have names to which a face can add a little.
const MOST: usize = (1 << 24) - (1 << 8);

impl RequestId {
    /// Which of the operations that there may be at one time: a small number, used again.
    #[inline]
    pub fn slot(self) -> usize {
        self.0 as u32 as usize
    }
}

/// Two words of the caller's, kept with the operation.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Label(pub [u64; 2]);

/// Why an operation failed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TransferFault {
    /// The message was longer than the room.
    Truncated {
        /// Bytes sent.
        sent: u64,
        /// Bytes of room.
        room: u64,
    },
    /// The peer cannot be reached any more.
    Lost {
        /// Who.
        peer: PeerId,
        /// What was seen.
        why: Arc<str>,
    },
    /// The message's elements are of another type than its receiver's.
    Unlike {
        /// What was sent and what was to be received, in the words of whoever compared them.
        what: Arc<str>,
    },
    /// What [`Transfer::open`](crate::Transfer::open) opened could not be done.
    Refused {
        /// The caller's own number for the reason.
        code: i32,
        /// Why.
        why: Arc<str>,
    },
}

/// How an operation ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Outcome {
    /// Sender of the received message.
    pub source: PeerId,
    /// Its tag.
    pub tag: i32,
    /// Bytes received.
    pub bytes: u64,
    /// Whether it was cancelled.
    pub cancelled: bool,
    /// Why it failed, if it did.
    pub fault: Option<Box<TransferFault>>,
}

/// How an operation ended that has neither failed nor was cancelled.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PlainOutcome {
    /// Sender of the received message.
    pub source: PeerId,
    /// Its tag.
    pub tag: i32,
    /// Bytes received.
    pub bytes: u64,
    /// What the caller kept with it.
    pub label: Label,
}

impl Outcome {
    /// The outcome of what receives nothing.
    pub fn sent() -> Self {
        Outcome { source: PeerId(0), tag: 0, bytes: 0, cancelled: false, fault: None }
    }
}

pub(crate) enum RequestState {
    Free,
    Recv(Recv),
    Send(Send),
    /// Something made of several transfers, ended by whoever began it.
    Compound,
    Done,
}

impl RequestState {
    /// Whether there is something to let go of.
    #[inline]
    fn holds_something(&self) -> bool {
        match self {
            RequestState::Free | RequestState::Compound | RequestState::Done => false,
            RequestState::Recv(recv) => recv.holds_something(),
            RequestState::Send(_) => true,
        }
    }
}

pub(crate) struct TransferRecord {
    generation: u32,
    /// Nobody will ask for the outcome: freed when done (`MPI_Request_free`).
    pub(crate) detached: bool,
    pub(crate) label: Label,
    pub(crate) source: PeerId,
    pub(crate) tag: i32,
    pub(crate) state: RequestState,
    pub(crate) outcome: Outcome,
}

impl TransferRecord {
    /// Enters another state. Most that are left hold nothing, and the general way to drop one is longer.
    #[inline]
    pub(crate) fn enter(&mut self, state: RequestState) {
        let old = std::mem::replace(&mut self.state, state);
        if old.holds_something() {
            drop(old);
        } else {
            std::mem::forget(old);
        }
    }
}

/// All operations of the process.
#[derive(Default)]
pub(crate) struct TransferRecords {
    slots: Vec<TransferRecord>,
    free: Vec<u32>,
}

impl TransferRecords {
    /// All operations.
    pub(crate) fn all(&self) -> impl Iterator<Item = &TransferRecord> {
        self.slots.iter().filter(|slot| !matches!(slot.state, RequestState::Free))
    }

    #[inline]
    pub(crate) fn insert(&mut self, state: RequestState, label: Label) -> RequestId {
        let index = match self.free.pop() {
            Some(index) => index as usize,
            None => {
                assert!(self.slots.len() < MOST, "more than {MOST} operations at a time");
                self.slots.push(TransferRecord {
                    generation: 0,
                    detached: false,
                    label,
                    source: PeerId(0),
                    tag: 0,
                    state: RequestState::Free,
                    outcome: Outcome::sent(),
                });
                self.slots.len() - 1
            }
        };
        let slot = &mut self.slots[index];
        slot.enter(state);
        slot.label = label;
        slot.detached = false;
        RequestId(u64::from(slot.generation) << 32 | index as u64)
    }

    #[inline]
    pub(crate) fn get(&self, id: RequestId) -> Option<&TransferRecord> {
        let slot = self.slots.get(id.slot())?;
        (u64::from(slot.generation) == id.0 >> 32).then_some(slot)
    }

    #[inline]
    pub(crate) fn get_mut(&mut self, id: RequestId) -> Option<&mut TransferRecord> {
        let slot = self.slots.get_mut(id.slot())?;
        (u64::from(slot.generation) == id.0 >> 32).then_some(slot)
    }

    #[inline]
    pub(crate) fn remove(&mut self, id: RequestId) {
        let Some(slot) = self.get_mut(id) else { return };
        slot.enter(RequestState::Free);
        slot.generation = (slot.generation + 1) & ((1 << GENERATION_BITS) - 1);
        self.free.push(id.0 as u32);
    }

    /// The current name of slot `index`, if it is in use.
    pub(crate) fn at(&self, index: u32) -> Option<RequestId> {
        let slot = self.slots.get(index as usize)?;
        if matches!(slot.state, RequestState::Free) {
            return None;
        }
        Some(RequestId(u64::from(slot.generation) << 32 | u64::from(index)))
    }

    /// The operations in a state.
    pub(crate) fn of(&self, is_meant: impl Fn(&TransferRecord) -> bool) -> Vec<RequestId> {
        let ids = (0..self.slots.len() as u32).filter_map(|index| self.at(index));
        ids.filter(|id| self.get(*id).is_some_and(&is_meant)).collect()
    }
}
