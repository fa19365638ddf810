//! Where things lie in an inbox.

use crate::shuttle::Shuttle;
use ferry_sync::{BODY, Cell, FURTHER};
use ferry_sys::{Segment, View};
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, AtomicU64, Ordering};

pub(crate) const PAGE: usize = 4096;
const MAGIC: u64 = u64::from_le_bytes(*b"ferrybox");

/// Sizes of an inbox, the same for its owner and all senders.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Geometry {
    /// Slots: processes that can send here.
    pub(crate) capacity: usize,
    /// Cells of each ring.
    pub(crate) cells: usize,
    /// Bytes of room for longer payloads in each slot.
    pub(crate) bulk: usize,
}

/// A word with a cache line of its own.
#[repr(C, align(64))]
pub(crate) struct CacheLine<T>(pub(crate) T);

/// Start of the inbox.
#[repr(C)]
pub(crate) struct Front {
    pub(crate) magic: AtomicU64,
    pub(crate) token: [AtomicU64; 2],
    pub(crate) geometry: [AtomicU32; 3],
    /// The owner has ended orderly.
    pub(crate) closed: AtomicU32,
    pub(crate) sleep: CacheLine<Sleep>,
    pub(crate) claims: CacheLine<Claims>,
}

/// How the owner can be woken.
#[repr(C)]
pub(crate) struct Sleep {
    pub(crate) doorbell: AtomicU32,
    /// 0: awake; 1: sleeps on the doorbell; 2: sleeps on descriptors, wake through the pipe.
    pub(crate) sleeping: AtomicU32,
    /// Senders must fence between publishing and looking here.
    pub(crate) must_fence: AtomicU32,
    /// Senders must mark their slot in the activity words.
    pub(crate) mark_activity: AtomicU32,
}

#[repr(C)]
pub(crate) struct Claims {
    /// Every slot below this number has a writer.
    pub(crate) claimed: AtomicU32,
}

/// What is known of a slot's writer beside who it is.
#[repr(C)]
pub(crate) struct SlotWriter {
    /// The sender has ended orderly.
    pub(crate) ended: AtomicU32,
    /// The sender is about to sleep until there is room again.
    pub(crate) starved: AtomicU32,
    /// How the sender is woken: its own inbox's and pipe's descriptors, and its inbox's front length.
    pub(crate) inbox_fd: AtomicU32,
    pub(crate) fifo_fd: AtomicU32,
    pub(crate) front_len: AtomicU32,
    /// The receiver has no way to wake the sender.
    pub(crate) deaf: AtomicU32,
}

/// Who writes a slot, in the one word that claims it: the sender's peer number plus one, its process id,
/// and whether it found the inbox through the launcher, where numbers of processes mean nothing.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Claim {
    pub(crate) peer: u32,
    pub(crate) pid: u32,
    pub(crate) by_board: bool,
}

impl Claim {
    const BY_BOARD: u64 = 1 << 63;

    pub(crate) fn to_word(self) -> u64 {
        let pid = u64::from(self.pid & (u32::MAX >> 1)) << 32;
        let way = if self.by_board { Self::BY_BOARD } else { 0 };
        (u64::from(self.peer) + 1) | pid | way
    }

    pub(crate) fn of_word(word: u64) -> Option<Self> {
        let peer = (word as u32).checked_sub(1)?;
        let pid = (word & !Self::BY_BOARD) >> 32;
        Some(Claim { peer, pid: pid as u32, by_board: word & Self::BY_BOARD != 0 })
    }
}

/// Claims the first free slot; `None`: all are taken. One word says at once that a slot is taken and by
/// whom: a sender that dies here leaves either nothing or the slot of a dead process.
pub(crate) fn claim(inbox: &InboxFront, claim: Claim) -> Option<usize> {
    let hint = inbox.words.claims.0.claimed.load(Ordering::Acquire) as usize;
    let index = (hint..inbox.claims.len()).find(|index| occupy(&inbox.claims[*index], claim))?;
    announce(&inbox.words, index);
    Some(index)
}

/// The first half of a claim.
pub(crate) fn occupy(word: &AtomicU64, claim: Claim) -> bool {
    word.compare_exchange(0, claim.to_word(), Ordering::SeqCst, Ordering::Relaxed).is_ok()
}

/// The second half: all slots up to this one are taken, as whoever takes one finds those before it
/// taken.
fn announce(front: &Front, index: usize) {
    front.claims.0.claimed.fetch_max(index as u32 + 1, Ordering::SeqCst);
}

/// Start of a slot.
#[repr(C)]
pub(crate) struct SlotFront {
    pub(crate) owner: CacheLine<SlotWriter>,
    /// Bytes of a long payload that are in the room, as a position.
    pub(crate) written: CacheLine<AtomicU64>,
    /// Cells the reader is done with.
    pub(crate) head: CacheLine<AtomicU32>,
    /// Bytes of room the reader is done with.
    pub(crate) freed: CacheLine<AtomicU64>,
}

pub(crate) const AWAKE: u32 = 0;
pub(crate) const ON_BELL: u32 = 1;
pub(crate) const ON_FIFO: u32 = 2;

impl Geometry {
    const ACTIVITY: usize = 1024;

    fn activity_words(&self) -> usize {
        self.capacity.div_ceil(64)
    }

    fn claims_at(&self) -> usize {
        Self::ACTIVITY + 8 * self.activity_words()
    }

    pub(crate) fn front_len(&self) -> usize {
        (self.claims_at() + 8 * self.capacity).next_multiple_of(PAGE)
    }

    fn cells_at(&self) -> usize {
        size_of::<SlotFront>()
    }

    fn bulk_at(&self) -> usize {
        (self.cells_at() + self.cells * size_of::<Cell>()).next_multiple_of(PAGE)
    }

    /// The longest payload that goes by shuttle: what both cores can keep at hand, beside what it is copied from and to.
    fn shuttle(&self) -> usize {
        self.bulk / 8
    }

    fn shuttle_at(&self) -> usize {
        (self.bulk_at() + self.bulk).next_multiple_of(PAGE)
    }

    pub(crate) fn slot_len(&self) -> usize {
        (self.shuttle_at() + Shuttle::footprint(self.shuttle())).next_multiple_of(PAGE)
    }

    pub(crate) fn slot_at(&self, index: usize) -> u64 {
        (self.front_len() + index * self.slot_len()) as u64
    }

    pub(crate) fn len(&self) -> usize {
        self.slot_at(self.capacity) as usize
    }
}

/// The first mapping of an inbox, without its slots.
#[derive(Clone)]
pub(crate) struct InboxFront {
    pub(crate) words: View<Front>,
    /// A bit for each slot that something was put in.
    pub(crate) activity: View<[AtomicU64]>,
    /// Who has claimed which slot.
    pub(crate) claims: View<[AtomicU64]>,
}

impl InboxFront {
    /// What a segment of [`Geometry::front_len`] bytes holds.
    pub(crate) fn of(segment: Segment, geometry: &Geometry) -> Self {
        let segment = Arc::new(segment);
        // SAFETY: atomics, valid for any bits.
        unsafe {
            InboxFront {
                words: segment.view(0),
                activity: segment.views(Geometry::ACTIVITY, geometry.activity_words()),
                claims: segment.views(geometry.claims_at(), geometry.capacity),
            }
        }
    }

    /// Asks for a look at slot `index`.
    pub(crate) fn mark(&self, index: usize) {
        self.activity[index / 64].fetch_or(1 << (index % 64), Ordering::SeqCst);
    }
}

/// The mapping of a slot.
pub(crate) struct SlotMemory {
    pub(crate) front: View<SlotFront>,
    /// The ring, of which each process has one end.
    pub(crate) cells: View<[Cell]>,
    room_at: usize,
    /// Bytes of the room.
    pub(crate) room: usize,
    pub(crate) shuttle: Shuttle,
}

impl SlotMemory {
    /// What a segment of [`Geometry::slot_len`] bytes holds.
    pub(crate) fn of(segment: Segment, geometry: &Geometry) -> Self {
        let segment = Arc::new(segment);
        let (room_at, room) = (geometry.bulk_at(), geometry.bulk);
        let shuttle = Shuttle::of(&segment, geometry.shuttle_at(), geometry.shuttle());
        // SAFETY: atomics, valid for any bits, and cells, which their sequence words order: whoever claims
        // the slot is their one writer, the inbox's owner their one reader.
        let (front, cells) =
            unsafe { (segment.view(0), segment.views(geometry.cells_at(), geometry.cells)) };
        SlotMemory { front, cells, room_at, room, shuttle }
    }

    /// The address of `len` bytes of the room.
    #[inline]
    pub(crate) fn room(&self, offset: usize, len: usize) -> *mut u8 {
        self.front.segment().at(self.room_at + offset, len)
    }

    /// Bytes mapped.
    pub(crate) fn mapped(&self) -> usize {
        self.front.segment().len()
    }
}

pub(crate) fn is_inbox(front: &Front, token: [u64; 2], geometry: &Geometry) -> bool {
    use Ordering::Relaxed;
    front.magic.load(Relaxed) == MAGIC
        && front.token[0].load(Relaxed) == token[0]
        && front.token[1].load(Relaxed) == token[1]
        && front.geometry[0].load(Relaxed) as usize == geometry.capacity
        && front.geometry[1].load(Relaxed) as usize == geometry.cells
        && front.geometry[2].load(Relaxed) as usize == geometry.bulk
}

pub(crate) fn stamp(front: &Front, token: [u64; 2], geometry: &Geometry) {
    use Ordering::{Relaxed, Release};
    for (word, half) in front.token.iter().zip(token) {
        word.store(half, Relaxed);
    }
    let sizes = [geometry.capacity, geometry.cells, geometry.bulk];
    for (word, size) in front.geometry.iter().zip(sizes) {
        word.store(size as u32, Relaxed);
    }
    front.magic.store(MAGIC, Release);
}

/// What a cell of the ring is.
pub(crate) mod piece {
    /// Payload in the cell; both words of the header are zero.
    pub(crate) const INLINE: u32 = 0;
    /// The header's words, then the payload, in the cell.
    pub(crate) const INLINE_WORDS: u32 = 1;
    /// The same, going on in the cells behind.
    pub(crate) const RUN: u32 = 4;
    /// Payload in the room.
    pub(crate) const WHOLE: u32 = 2;
    /// A long payload that streams through the room: the cells after this one follow its end.
    pub(crate) const STREAM: u32 = 3;
    /// The same, written around the caches.
    pub(crate) const COLD_STREAM: u32 = 5;
    /// Payload in a shuttle, which the reader has from then on.
    pub(crate) const SHUTTLE: u32 = 6;
    /// The same, of which no more is there yet than the shuttle says.
    pub(crate) const SHUTTLE_STREAM: u32 = 7;
}

/// Bytes of a payload behind the header's words in the first cell.
pub(crate) const BEHIND_WORDS: usize = BODY - 16;
/// Most cells of a payload that lies in the ring. What the reader has just had in its cache costs less
/// to write than the room's memory, up to here.
const RUN_CELLS: usize = 8;
/// Longest payload that lies in the ring.
pub(crate) const LONGEST_RUN: usize = BEHIND_WORDS + (RUN_CELLS - 1) * FURTHER;

/// Longest payload that lies in a ring of so many cells.
pub(crate) fn longest_run(cells: usize) -> usize {
    match RUN_CELLS.min(cells / 4) {
        0 => 0,
        most => BEHIND_WORDS + (most - 1) * FURTHER,
    }
}

/// The body of a cell whose payload is in the room, or in a shuttle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct RoomPiece {
    pub(crate) words: [u64; 2],
    /// Position to free up to; of a stream: where it begins.
    pub(crate) position: u64,
    /// In the room; of a shuttle: its home.
    pub(crate) offset: u32,
    /// Bytes of the payload.
    pub(crate) total: u64,
}

impl RoomPiece {
    pub(crate) const LEN: usize = 36;

    pub(crate) fn encode(&self) -> [u8; Self::LEN] {
        let mut out = [0; Self::LEN];
        out[0..8].copy_from_slice(&self.words[0].to_le_bytes());
        out[8..16].copy_from_slice(&self.words[1].to_le_bytes());
        out[16..24].copy_from_slice(&self.position.to_le_bytes());
        out[24..32].copy_from_slice(&self.total.to_le_bytes());
        out[32..36].copy_from_slice(&self.offset.to_le_bytes());
        out
    }

    pub(crate) fn decode(body: &[u8; BODY]) -> Self {
        let u64_at = |i: usize| u64::from_le_bytes(body[i..i + 8].try_into().unwrap_or_default());
        RoomPiece {
            words: [u64_at(0), u64_at(8)],
            position: u64_at(16),
            total: u64_at(24),
            offset: u32::from_le_bytes(body[32..36].try_into().unwrap_or_default()),
        }
    }
}
