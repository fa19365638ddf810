//! Whether something has come, for threads that do not hold the inbox.
//!
//! Where the reader of a ring stands is its own knowledge. It leaves a copy here after each turn in which it took
//! something, so that other threads can look at the cell that is filled next.

use crate::layout::{InboxFront, SlotFront, SlotMemory};
use ferry_method::Lookout;
use ferry_sync::{Cell, CellReader};
use ferry_sys::View;
use std::sync::atomic::{AtomicBool, AtomicU32, AtomicU64, Ordering};
use std::sync::{Arc, OnceLock};

/// Slots that are looked at one by one: more senders than these mark their slots.
pub(crate) const WATCHED: usize = 8;

/// No long payload is under way.
const NO_STREAM: u64 = u64::MAX;
/// The slot is not heard any more.
const SILENT: u64 = u64::MAX - 1;
/// What is under way comes by shuttle, all of it in the one call that sends it.
pub(crate) const AT_ONCE: u64 = u64::MAX - 2;

/// An inbox as other threads see it.
pub(crate) struct InboxLookout {
    front: InboxFront,
    /// Slots that the inbox knows.
    admitted: AtomicU32,
    marking: AtomicBool,
    slots: [OnceLock<Arc<SlotLookout>>; WATCHED],
}

/// A slot as other threads see it.
pub(crate) struct SlotLookout {
    cells: View<[Cell]>,
    front: View<SlotFront>,
    /// Where the reader of the ring stands.
    position: AtomicU32,
    /// What is read of a long payload, as a position.
    stream: AtomicU64,
}

impl InboxLookout {
    pub(crate) fn new(front: InboxFront) -> Self {
        let (admitted, marking) = (AtomicU32::new(0), AtomicBool::new(false));
        InboxLookout { front, admitted, marking, slots: [const { OnceLock::new() }; WATCHED] }
    }

    /// The inbox knows one more slot; `None`: of somebody who is not heard.
    pub(crate) fn admit(&self, index: usize, slot: Option<&Arc<SlotLookout>>) {
        if let (Some(place), Some(slot)) = (self.slots.get(index), slot) {
            place.get_or_init(|| slot.clone());
        }
        self.admitted.store(index as u32 + 1, Ordering::Release);
    }

    /// From now on senders mark their slots.
    pub(crate) fn mark(&self) {
        self.marking.store(true, Ordering::Release);
    }
}

impl Lookout for InboxLookout {
    fn has_come(&self) -> bool {
        let admitted = self.admitted.load(Ordering::Acquire);
        if self.front.words.claims.0.claimed.load(Ordering::Relaxed) > admitted {
            return true;
        }
        if self.marking.load(Ordering::Relaxed) {
            return self.front.activity.iter().any(|word| word.load(Ordering::Relaxed) != 0);
        }
        let slots = self.slots.iter().take(admitted as usize);
        slots.filter_map(OnceLock::get).any(|slot| slot.has_come())
    }
}

impl SlotLookout {
    pub(crate) fn new(slot: &SlotMemory) -> Self {
        SlotLookout {
            cells: slot.cells.clone(),
            front: slot.front.clone(),
            position: AtomicU32::new(0),
            stream: AtomicU64::new(NO_STREAM),
        }
    }

    /// The reader of the ring stands here now.
    #[inline]
    pub(crate) fn note(&self, position: u32) {
        self.position.store(position, Ordering::Relaxed);
    }

    /// So much of a long payload is read, as a position; `None`: all of it.
    pub(crate) fn note_stream(&self, read: Option<u64>) {
        self.stream.store(read.unwrap_or(NO_STREAM), Ordering::Relaxed);
    }

    /// Nothing is read from the slot any more.
    pub(crate) fn fall_silent(&self) {
        self.stream.store(SILENT, Ordering::Relaxed);
    }

    #[inline]
    fn has_come(&self) -> bool {
        match self.stream.load(Ordering::Relaxed) {
            NO_STREAM => CellReader::is_full_at(&self.cells, self.position.load(Ordering::Relaxed)),
            SILENT => false,
            AT_ONCE => true,
            read => self.front.written.0.load(Ordering::Relaxed) != read,
        }
    }
}
