//! How much of everything a network interface has.

use crate::handle::PortalsHandle;

/// How much of everything a network interface has.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct NiLimits {
    /// List entries.
    pub max_entries: usize,
    /// Unexpected headers.
    pub max_unexpected_headers: usize,
    /// Memory descriptors.
    pub max_mds: usize,
    /// Counters.
    pub max_cts: usize,
    /// Event queues.
    pub max_eqs: usize,
    /// Largest index of a portal.
    pub max_pt_index: usize,
    /// Pieces of a descriptor's or an entry's memory.
    pub max_iovecs: usize,
    /// Entries of a portal's list.
    pub max_list_size: usize,
    /// Triggered operations that wait.
    pub max_triggered_ops: usize,
    /// Bytes of a message.
    pub max_msg_size: u64,
    /// Bytes of an atomic operation.
    pub max_atomic_size: u64,
    /// Bytes of one that fetches.
    pub max_fetch_atomic_size: u64,
    /// Bytes of a message that a volatile descriptor sends.
    pub max_volatile_size: u64,
}

/// Bytes that go with their head: atomic operations are done at once.
pub(crate) const MOST_ATOMIC: u64 = 1024 - 32;

impl NiLimits {
    /// Bytes within which what one initiator writes and then writes again stays in order: all of them.
    pub const WAW_ORDERED: u64 = Self::MOST.max_msg_size;
    /// The same of what it reads and then writes: such a reply is copied at once.
    pub const WAR_ORDERED: u64 = 64;

    /// The most there can be.
    pub const MOST: NiLimits = NiLimits {
        max_entries: PortalsHandle::SLOTS,
        max_unexpected_headers: PortalsHandle::SLOTS,
        max_mds: PortalsHandle::SLOTS,
        max_cts: PortalsHandle::SLOTS,
        max_eqs: PortalsHandle::SLOTS,
        max_pt_index: 511,
        max_iovecs: 1024,
        max_list_size: PortalsHandle::SLOTS,
        max_triggered_ops: PortalsHandle::SLOTS,
        max_msg_size: 1 << 40,
        max_atomic_size: MOST_ATOMIC,
        max_fetch_atomic_size: MOST_ATOMIC,
        max_volatile_size: 64,
    };

    /// What is granted to who asks for nothing.
    pub const USUAL: NiLimits = NiLimits {
        max_unexpected_headers: 1 << 14,
        max_pt_index: 255,
        max_triggered_ops: 1 << 10,
        ..Self::MOST
    };

    /// What is granted to who asks for so much; who asks for none of something, or for what cannot be, is
    /// given the usual.
    pub fn granted(&self) -> NiLimits {
        let (most, usual) = (Self::MOST, Self::USUAL);
        let count = |asked: usize, most: usize, usual: usize| match asked {
            0 => usual,
            asked => asked.min(most),
        };
        let size = |asked: u64, most: u64| if asked == 0 { most } else { asked.min(most) };
        NiLimits {
            max_entries: count(self.max_entries, most.max_entries, usual.max_entries),
            max_unexpected_headers: count(
                self.max_unexpected_headers,
                most.max_unexpected_headers,
                usual.max_unexpected_headers,
            ),
            max_mds: count(self.max_mds, most.max_mds, usual.max_mds),
            max_cts: count(self.max_cts, most.max_cts, usual.max_cts),
            max_eqs: count(self.max_eqs, most.max_eqs, usual.max_eqs),
            max_pt_index: count(self.max_pt_index, most.max_pt_index, usual.max_pt_index).max(63),
            max_iovecs: count(self.max_iovecs, most.max_iovecs, usual.max_iovecs),
            max_list_size: count(self.max_list_size, most.max_list_size, usual.max_list_size),
            max_triggered_ops: count(
                self.max_triggered_ops,
                most.max_triggered_ops,
                usual.max_triggered_ops,
            ),
            max_msg_size: size(self.max_msg_size, most.max_msg_size),
            max_atomic_size: size(self.max_atomic_size, most.max_atomic_size).max(32),
            max_fetch_atomic_size: size(self.max_fetch_atomic_size, most.max_fetch_atomic_size)
                .max(32),
            max_volatile_size: size(self.max_volatile_size, most.max_volatile_size),
        }
    }
}
