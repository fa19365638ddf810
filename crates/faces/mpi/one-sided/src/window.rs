//! A window as this process keeps it: its own memory, and what it has to do with each other member.

use crate::attached::AttachedMemory;
use crate::control::{ControlPage, LockMode};
use crate::operation::{TargetBuffer, Wanted};
use crate::rhythm::Rhythm;
use ferry_datatype::Datatype;
use ferry_sys::Arena;
use ferry_transfer::RequestId;
use ferry_wire::{Header, KeyMap, PeerId};
use std::collections::VecDeque;
use std::sync::Arc;

/// The memory that others may access.
#[derive(Clone, Debug)]
pub enum WindowMemory {
    /// One piece; places are offsets.
    Whole(Arena),
    /// What is attached (`MPI_Win_attach`); places are addresses.
    Attached(AttachedMemory),
}

impl WindowMemory {
    /// The piece that has all bytes that a buffer reaches, and where in it the buffer begins.
    pub(crate) fn find(&self, place: u64, (low, len): (i64, u64)) -> Option<(Arena, usize)> {
        let inside = |arena: &Arena, base: u64| {
            let start = i128::from(place) - i128::from(base);
            let first = start + i128::from(low);
            let fits = first >= 0 && first + i128::from(len) <= arena.len() as i128;
            fits.then_some((*arena, start as usize))
        };
        match self {
            _ if len == 0 => Some((Arena::empty(), 0)),
            WindowMemory::Whole(arena) => inside(arena, 0),
            WindowMemory::Attached(memory) => memory.find(|arena| {
                let base = arena.address(0) as u64;
                inside(arena, base)
            }),
        }
    }

    /// Bytes in a row, as memory of their own.
    pub(crate) fn row(&self, place: u64, len: u64) -> Option<Arena> {
        let (arena, start) = self.find(place, (0, len))?;
        Some(arena.part(start, len as usize))
    }
}

/// What a window is made of.
pub struct WindowPlan {
    /// Its number, which all members have agreed on.
    pub number: u32,
    /// This process's own memory.
    pub memory: WindowMemory,
    /// The page of its locks.
    pub control: ControlPage,
    /// The members by rank.
    pub members: Vec<WindowMember>,
}

/// A member of a window.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct WindowMember {
    /// Its process.
    pub peer: PeerId,
    /// It and this process map each other's pages.
    pub shares_memory: bool,
}

/// A window of this process.
pub(crate) struct OpenWindow {
    pub(crate) memory: WindowMemory,
    pub(crate) control: ControlPage,
    pub(crate) members: Vec<MemberState>,
    ranks: KeyMap<PeerId, u32>,
    /// Members that wait for this process's lock, in the order in which they asked.
    pub(crate) waiting: VecDeque<u32>,
    /// Its members have given it up: nobody waits for the lock any more.
    pub(crate) is_given_up: bool,
}

/// What this process has to do with another member.
pub(crate) struct MemberState {
    pub(crate) plan: WindowMember,
    pub(crate) origin: OriginState,
    pub(crate) target: TargetState,
}

/// The member as one that accesses this process's memory.
#[derive(Default)]
pub(crate) struct OriginState {
    pub(crate) lock: OriginLock,
    /// The operation whose pieces come.
    pub(crate) open: Option<OpenOperation>,
    /// Accesses that it has completed and no `MPI_Win_wait` has heard of.
    pub(crate) completed: u32,
}

/// Frames in the order in which they came.
pub(crate) type ParkedFrames = VecDeque<(Header, Vec<u8>)>;

/// Whether a member has this process's lock.
#[derive(Default)]
pub(crate) enum OriginLock {
    /// It has not, or said that it needs none.
    #[default]
    None,
    Held(LockMode),
    /// It waits for it, and what it has sent since waits too.
    Waiting {
        mode: LockMode,
        parked: ParkedFrames,
        bytes: usize,
    },
}

/// An operation on a datatype whose pieces come.
pub(crate) struct OpenOperation {
    pub(crate) wanted: Wanted,
    pub(crate) buffer: TargetBuffer,
    pub(crate) receiver: Option<RequestId>,
    /// The piece of memory that it is in, and where in that.
    pub(crate) memory: (Arena, usize),
}

impl OpenOperation {
    pub(crate) fn datatype(&self) -> &Datatype {
        &self.buffer.datatype
    }
}

/// The member as one whose memory this process accesses, by frames.
#[derive(Default)]
pub(crate) struct TargetState {
    pub(crate) lock: TargetLock,
    /// Operations whose buffers here are in use.
    pub(crate) requests: Vec<RequestId>,
    /// Something was sent that no answer has confirmed.
    pub(crate) unconfirmed: bool,
    /// When the program asks for that.
    pub(crate) rhythm: Rhythm,
    /// The last answer that was asked for, and the last one that came.
    pub(crate) asked: u64,
    pub(crate) answered: u64,
    /// How often it has exposed its memory to this process, which no epoch has used yet.
    pub(crate) posted: u32,
    /// The error class of an operation that it has refused.
    pub(crate) refused: Option<i32>,
}

/// Whether this process has a member's lock, asked for by a frame.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub(crate) enum TargetLock {
    /// Not asked for.
    #[default]
    None,
    /// Asked for after the answer of this number; so many bytes may still be sent before the next has come.
    Asked { after: u64, left: usize },
    /// An answer says that it has it.
    Held,
}

impl OpenWindow {
    pub(crate) fn new(plan: WindowPlan) -> Self {
        let WindowPlan { memory, control, members, .. } = plan;
        let ranks = members.iter().zip(0..).map(|(member, rank)| (member.peer, rank)).collect();
        let member = |plan| MemberState {
            plan,
            origin: OriginState::default(),
            target: TargetState::default(),
        };
        let members = members.into_iter().map(member).collect();
        let waiting = VecDeque::new();
        OpenWindow { memory, control, members, ranks, waiting, is_given_up: false }
    }

    pub(crate) fn rank_of(&self, peer: PeerId) -> Option<u32> {
        self.ranks.get(&peer).copied()
    }

    #[inline]
    pub(crate) fn member(&mut self, rank: u32) -> &mut MemberState {
        &mut self.members[rank as usize]
    }
}

/// Whether a datatype's elements are all updates' elements.
pub(crate) fn fits(datatype: &Arc<Datatype>, wanted: Wanted) -> bool {
    match wanted {
        Wanted::Put | Wanted::Get => true,
        Wanted::Update(update) | Wanted::Fetch(update) => {
            datatype.uniform_basic() == Some(update.basic)
        }
    }
}
