//! List entries: memory for what others send, and for what they ask.

use crate::four::event::{EntryList, NiEvent, NiEventKind, NiFail};
use crate::four::name::NiProcess;
use crate::four::options::EntryOptions;
use crate::handle::PortalsHandle;
use crate::memory::DescriptorMemory;
use ferry_matching::ListId;

/// An entry as a program describes it. Without matching it accepts everything.
#[derive(Clone, Debug)]
pub struct EntryDescription {
    /// Its memory.
    pub memory: DescriptorMemory,
    /// What counts its operations.
    pub counter: Option<PortalsHandle>,
    /// Whose operations it allows; `None`: everybody's.
    pub uid: Option<u32>,
    /// What it allows and how.
    pub options: EntryOptions,
    /// Which processes it accepts.
    pub match_id: NiProcess,
    /// The match bits.
    pub match_bits: u64,
    /// Which of them do not count.
    pub ignore_bits: u64,
    /// Where it manages its offset: the room without which it is used up.
    pub min_free: u64,
}

/// Where an entry is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum EntryPlace {
    /// Nowhere yet: a triggered operation will append it.
    Awaited,
    /// In its list.
    Linked(ListId),
    /// Nowhere: it is used up by what is still coming, and that is told then.
    Spoken,
    /// Used up, while what came is still coming or in its memory.
    UsedUp,
}

/// An entry.
#[derive(Debug)]
pub(crate) struct NiEntry {
    pub(crate) spec: EntryDescription,
    pub(crate) user_ptr: u64,
    pub(crate) pt_index: u32,
    pub(crate) list: EntryList,
    pub(crate) place: EntryPlace,
    pub(crate) local_offset: u64,
    /// Operations under way.
    pub(crate) pending: u32,
    /// Unexpected headers whose bytes it has.
    pub(crate) headers: u32,
}

impl NiEntry {
    pub(crate) fn new(
        (pt_index, list): (u32, EntryList),
        spec: EntryDescription,
        user_ptr: u64,
    ) -> Self {
        NiEntry {
            spec,
            user_ptr,
            pt_index,
            list,
            place: EntryPlace::Awaited,
            local_offset: 0,
            pending: 0,
            headers: 0,
        }
    }

    /// Where in its memory an operation goes that names this offset.
    #[inline(always)]
    pub(crate) fn offset(&self, asked: u64) -> u64 {
        if self.spec.options.has(EntryOptions::MANAGE_LOCAL) { self.local_offset } else { asked }
    }

    /// Whether it accepts an operation of so many bytes.
    #[inline(always)]
    pub(crate) fn fits(&self, asked: u64, length: u64) -> bool {
        let end = self.offset(asked).checked_add(length);
        !self.spec.options.has(EntryOptions::NO_TRUNCATE)
            || end.is_some_and(|end| end <= self.spec.memory.len())
    }

    /// How many bytes of so many there is room for at an offset.
    #[inline(always)]
    pub(crate) fn room(&self, offset: u64, length: u64) -> u64 {
        self.spec.memory.len().saturating_sub(offset).min(length)
    }

    /// Whether operations leave it as it is, however many there are.
    #[inline(always)]
    pub(crate) fn stays_as_is(&self) -> bool {
        self.spec.options.0 & (EntryOptions::USE_ONCE | EntryOptions::MANAGE_LOCAL) == 0
    }

    /// An operation has taken so many bytes. Whether it is used up with that.
    #[inline]
    pub(crate) fn advance(&mut self, length: u64) -> bool {
        let options = self.spec.options;
        if !options.has(EntryOptions::MANAGE_LOCAL) {
            return options.has(EntryOptions::USE_ONCE);
        }
        self.local_offset = self.local_offset.saturating_add(length);
        let room = self.spec.memory.len().saturating_sub(self.local_offset);
        options.has(EntryOptions::USE_ONCE) || room < self.spec.min_free
    }

    /// What tells of itself.
    pub(crate) fn event(&self, kind: NiEventKind) -> NiEvent {
        let event = NiEvent::of(kind, self.pt_index, self.user_ptr);
        NiEvent { list: self.list, start: self.spec.memory.address(0), ..event }
    }

    /// Whether its program wants to be told.
    #[inline(always)]
    pub(crate) fn tells(&self, kind: NiEventKind, fail: NiFail) -> bool {
        let silent = match kind {
            NiEventKind::Link => EntryOptions::LINK_DISABLE,
            NiEventKind::AutoUnlink | NiEventKind::AutoFree => EntryOptions::UNLINK_DISABLE,
            NiEventKind::PutOverflow
            | NiEventKind::GetOverflow
            | NiEventKind::AtomicOverflow
            | NiEventKind::FetchAtomicOverflow => EntryOptions::OVER_DISABLE,
            _ => EntryOptions::COMM_DISABLE,
        };
        let hides_success = matches!(
            kind,
            NiEventKind::Put
                | NiEventKind::Get
                | NiEventKind::Atomic
                | NiEventKind::FetchAtomic
                | NiEventKind::PutOverflow
                | NiEventKind::GetOverflow
                | NiEventKind::AtomicOverflow
                | NiEventKind::FetchAtomicOverflow
                | NiEventKind::Search
        );
        let is_hidden = hides_success
            && fail == NiFail::Ok
            && self.spec.options.has(EntryOptions::SUCCESS_DISABLE);
        !self.spec.options.has(silent) && !is_hidden
    }
}
