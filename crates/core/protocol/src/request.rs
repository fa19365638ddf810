//! Operations under way.

use crate::buffer::{RecvSpace, SendData};
use crate::peer::Arrival;
use ferry_matching::{KeptId, PostId};
use ferry_wire::{ContextId, PeerId};
use smallvec::SmallVec;
use std::sync::Arc;

/// Names an operation; stale names are recognised. Fits in 60 bits.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct RequestId(pub u64);

const GENERATION_BITS: u32 = 28;

/// Two words of the caller's, kept with the operation.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Label(pub [u64; 2]);

/// Why an operation failed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Fault {
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
    /// What [`Engine::begin`](crate::Engine::begin) began could not be done.
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
    pub fault: Option<Box<Fault>>,
}

impl Outcome {
    pub(crate) fn sent() -> Self {
        Outcome { source: PeerId(0), tag: 0, bytes: 0, cancelled: false, fault: None }
    }
}

/// A message that came before its receive.
#[derive(Debug)]
pub(crate) struct Kept {
    pub(crate) len: u64,
    pub(crate) body: KeptBody,
    /// The sender's request, where it waits for an acknowledgement or for clearance.
    pub(crate) sender: Option<u64>,
}

impl Kept {
    /// Its length if its data came with it.
    pub(crate) fn eager_len(&self) -> Option<usize> {
        match self.body {
            KeptBody::AtSender { .. } | KeptBody::Offered { .. } => None,
            KeptBody::InStream(_) | KeptBody::Reading | KeptBody::Read(_) => None,
            KeptBody::Whole(_) | KeptBody::Filling => Some(self.len as usize),
        }
    }
}

impl KeptBody {
    /// Its sender needed no credit.
    pub(crate) fn is_free(&self) -> bool {
        let is_direct =
            matches!(self, KeptBody::InStream(_) | KeptBody::Reading | KeptBody::Read(_));
        is_direct || matches!(self, KeptBody::Offered { .. })
    }
}

#[derive(Debug)]
pub(crate) enum KeptBody {
    Whole(SmallVec<[u8; 48]>),
    /// A long eager message whose payload is arriving.
    Filling,
    /// The data is still at the sender; its address where it may be read remotely.
    AtSender {
        address: Option<u64>,
    },
    /// The same, of a message that its sender held back: it needed no credit.
    Offered {
        address: Option<u64>,
    },
    /// The data waits in its stream (direct design).
    InStream(Arrival),
    /// It is being read from its stream, whose method its sender leaves.
    Reading,
    /// It was.
    Read(Vec<u8>),
}

/// A message that a matched probe took.
pub(crate) struct Held {
    pub(crate) kept: Kept,
    pub(crate) peer: PeerId,
    pub(crate) tag: i32,
}

/// A receive.
pub(crate) struct Recv {
    pub(crate) space: RecvSpace,
    pub(crate) posted: Option<PostId>,
    /// A message taken by a matched probe that waits for its receive.
    pub(crate) held: Option<Box<Held>>,
    /// Data that is under way: total and what is missing.
    pub(crate) total: u64,
    pub(crate) missing: u64,
}

/// How far a send has come; tells which answers of the receiver make sense.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Stage {
    /// Nothing was done for it yet.
    New,
    /// It waits for credit or for a change of method, as this entry and with this number.
    Held {
        at: KeptId,
        number: u64,
        /// The receiver has heard of it, and may have taken it.
        offered: bool,
    },
    /// It goes out whole.
    Eager,
    /// The receiver was asked for clearance.
    Asked,
    /// The receiver has cleared it.
    Cleared,
}

/// A send.
pub(crate) struct Send {
    pub(crate) data: SendData,
    pub(crate) to: PeerId,
    pub(crate) context: ContextId,
    pub(crate) tag: i32,
    pub(crate) synchronous: bool,
    pub(crate) stage: Stage,
    /// It is to be taken back unless it has matched.
    pub(crate) withdrawing: bool,
}

pub(crate) enum State {
    Free,
    Recv(Recv),
    Send(Send),
    /// Something made of several transfers, ended by whoever began it.
    Compound,
    Done,
}

pub(crate) struct Request {
    generation: u32,
    /// Nobody will ask for the outcome: freed when done (`MPI_Request_free`).
    pub(crate) detached: bool,
    pub(crate) label: Label,
    pub(crate) source: PeerId,
    pub(crate) tag: i32,
    pub(crate) state: State,
    pub(crate) outcome: Outcome,
}

/// All operations of the process.
#[derive(Default)]
pub(crate) struct Requests {
    slots: Vec<Request>,
    free: Vec<u32>,
}

impl Requests {
    /// All operations.
    pub(crate) fn all(&self) -> impl Iterator<Item = &Request> {
        self.slots.iter().filter(|slot| !matches!(slot.state, State::Free))
    }

    #[inline]
    pub(crate) fn insert(&mut self, state: State, label: Label) -> RequestId {
        let index = match self.free.pop() {
            Some(index) => index as usize,
            None => {
                self.slots.push(Request {
                    generation: 0,
                    detached: false,
                    label,
                    source: PeerId(0),
                    tag: 0,
                    state: State::Free,
                    outcome: Outcome::sent(),
                });
                self.slots.len() - 1
            }
        };
        let slot = &mut self.slots[index];
        slot.state = state;
        slot.label = label;
        slot.detached = false;
        RequestId(u64::from(slot.generation) << 32 | index as u64)
    }

    #[inline]
    pub(crate) fn get(&self, id: RequestId) -> Option<&Request> {
        let slot = self.slots.get(id.0 as u32 as usize)?;
        (u64::from(slot.generation) == id.0 >> 32).then_some(slot)
    }

    #[inline]
    pub(crate) fn get_mut(&mut self, id: RequestId) -> Option<&mut Request> {
        let slot = self.slots.get_mut(id.0 as u32 as usize)?;
        (u64::from(slot.generation) == id.0 >> 32).then_some(slot)
    }

    #[inline]
    pub(crate) fn remove(&mut self, id: RequestId) {
        let Some(slot) = self.get_mut(id) else { return };
        slot.state = State::Free;
        slot.generation = (slot.generation + 1) & ((1 << GENERATION_BITS) - 1);
        self.free.push(id.0 as u32);
    }

    /// The current name of slot `index`, if it is in use.
    pub(crate) fn at(&self, index: u32) -> Option<RequestId> {
        let slot = self.slots.get(index as usize)?;
        if matches!(slot.state, State::Free) {
            return None;
        }
        Some(RequestId(u64::from(slot.generation) << 32 | u64::from(index)))
    }

    /// All operations in use.
    pub(crate) fn ids(&self) -> Vec<RequestId> {
        (0..self.slots.len() as u32).filter_map(|i| self.at(i)).collect()
    }
}
