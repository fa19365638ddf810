//! What a program is told of operations.

use crate::four::name::NiProcess;

/// What has happened; the numbers are those of `portals4.h`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[repr(u8)]
pub enum NiEventKind {
    /// A get was served.
    Get = 0,
    /// A get came before its entry.
    GetOverflow = 1,
    /// A put has come.
    Put = 2,
    /// A put came before its entry.
    PutOverflow = 3,
    /// An atomic operation was done.
    Atomic = 4,
    /// An atomic operation came before its entry.
    AtomicOverflow = 5,
    /// An atomic operation was done and what was there returned.
    FetchAtomic = 6,
    /// Such a one came before its entry.
    FetchAtomicOverflow = 7,
    /// What was asked for is there.
    Reply = 8,
    /// What was sent has left.
    Send = 9,
    /// What was sent has found its place, or none.
    Ack = 10,
    /// Flow control has disabled the portal.
    PtDisabled = 11,
    /// An entry is linked.
    Link = 12,
    /// An entry was used up.
    AutoUnlink = 13,
    /// An overflow entry's memory is no longer used.
    AutoFree = 14,
    /// What a search has found.
    Search = 15,
}

impl NiEventKind {
    /// The same of what came before its entry.
    pub(crate) fn overflow(self) -> Self {
        match self {
            NiEventKind::Get => NiEventKind::GetOverflow,
            NiEventKind::Put => NiEventKind::PutOverflow,
            NiEventKind::Atomic => NiEventKind::AtomicOverflow,
            NiEventKind::FetchAtomic => NiEventKind::FetchAtomicOverflow,
            other => other,
        }
    }
}

/// How an operation has failed; the numbers are those of `portals4.h`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
#[repr(u8)]
pub enum NiFail {
    /// It has not.
    #[default]
    Ok = 0,
    /// Its target cannot be reached.
    Undeliverable = 1,
    /// It has found no place.
    Dropped = 2,
    /// The portal is disabled.
    PtDisabled = 3,
    /// Its user may not.
    PermViolation = 4,
    /// The entry does not allow the operation.
    OpViolation = 5,
    /// A search has found nothing.
    NoMatch = 6,
}

impl NiFail {
    pub(crate) fn from_number(number: u8) -> Option<Self> {
        Some(match number {
            0 => NiFail::Ok,
            1 => NiFail::Undeliverable,
            2 => NiFail::Dropped,
            3 => NiFail::PtDisabled,
            4 => NiFail::PermViolation,
            5 => NiFail::OpViolation,
            6 => NiFail::NoMatch,
            _ => return None,
        })
    }
}

/// Which of a portal's lists; the numbers are those of `portals4.h`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
#[repr(u8)]
pub enum EntryList {
    /// What the program expects.
    #[default]
    Priority = 0,
    /// What takes the rest.
    Overflow = 1,
}

impl EntryList {
    #[inline]
    pub(crate) fn from_number(number: u8) -> Option<Self> {
        match number {
            0 => Some(EntryList::Priority),
            1 => Some(EntryList::Overflow),
            _ => None,
        }
    }
}

/// What a program is told.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct NiEvent {
    /// What has happened.
    pub kind: NiEventKind,
    /// Which list has matched.
    pub list: EntryList,
    /// Whether it has failed.
    pub fail: NiFail,
    /// The atomic operation's number.
    pub operation: u8,
    /// Its datatype's.
    pub datatype: u8,
    /// Who asked.
    pub initiator: NiProcess,
    /// Its user.
    pub uid: u32,
    /// The portal.
    pub pt_index: u32,
    /// Where the bytes are.
    pub start: u64,
    /// The word of the program's that goes with the entry or the operation.
    pub user_ptr: u64,
    /// The word that the initiator has sent.
    pub hdr_data: u64,
    /// The match bits of the request.
    pub match_bits: u64,
    /// Bytes asked for.
    pub rlength: u64,
    /// Bytes moved.
    pub mlength: u64,
    /// At the target what the initiator asked for, at the initiator what the target used.
    pub remote_offset: u64,
}

impl NiEvent {
    /// One of this kind that says nothing else.
    #[inline(always)]
    pub(crate) fn of(kind: NiEventKind, pt_index: u32, user_ptr: u64) -> Self {
        NiEvent {
            kind,
            list: EntryList::Priority,
            fail: NiFail::Ok,
            operation: 0,
            datatype: 0,
            initiator: NiProcess([0; 2]),
            uid: 0,
            pt_index,
            start: 0,
            user_ptr,
            hdr_data: 0,
            match_bits: 0,
            rlength: 0,
            mlength: 0,
            remote_offset: 0,
        }
    }
}
