//! How much of everything an interface has.

use crate::handle::PortalsHandle;

/// How much of everything an interface has. Indexes are valid up to the largest, inclusive.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct InterfaceLimits {
    /// Match entries.
    pub max_mes: usize,
    /// Memory descriptors.
    pub max_mds: usize,
    /// Event queues.
    pub max_eqs: usize,
    /// Largest index of an access entry.
    pub max_ac_index: usize,
    /// Largest index of a portal.
    pub max_pt_index: usize,
    /// Pieces of a descriptor's memory.
    pub max_md_iovecs: usize,
    /// Entries of a match list.
    pub max_me_list: usize,
    /// Bytes that a get and put exchanges.
    pub max_getput_md: usize,
}

impl InterfaceLimits {
    /// The most there can be, and what is granted to who asks for nothing.
    pub const MOST: InterfaceLimits = InterfaceLimits {
        max_mes: PortalsHandle::SLOTS,
        max_mds: PortalsHandle::SLOTS,
        max_eqs: PortalsHandle::SLOTS,
        max_ac_index: 127,
        max_pt_index: 255,
        max_md_iovecs: 1024,
        max_me_list: PortalsHandle::SLOTS,
        max_getput_md: 1024,
    };

    /// What is granted to who asks for so much.
    pub fn granted(&self) -> InterfaceLimits {
        let most = Self::MOST;
        InterfaceLimits {
            max_mes: self.max_mes.clamp(1, most.max_mes),
            max_mds: self.max_mds.clamp(1, most.max_mds),
            max_eqs: self.max_eqs.clamp(1, most.max_eqs),
            max_ac_index: self.max_ac_index.min(most.max_ac_index),
            max_pt_index: self.max_pt_index.min(most.max_pt_index),
            max_md_iovecs: self.max_md_iovecs.clamp(1, most.max_md_iovecs),
            max_me_list: self.max_me_list.clamp(1, most.max_me_list),
            max_getput_md: self.max_getput_md.clamp(64, most.max_getput_md),
        }
    }
}
