//! Names of a library's objects, as programs hold them.

/// What a handle of Portals 3.3 names.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum ObjectKind {
    /// A network interface.
    Interface = 0,
    /// A match entry.
    MatchEntry = 1,
    /// A memory descriptor.
    Descriptor = 2,
    /// An event queue.
    EventQueue = 3,
}

/// The name of an object: its family (what it is, and of which interface), slot, and how often the slot was
/// given away, so that the name of what is gone names nothing. 32 bits, as Portals' own.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct PortalsHandle(pub u32);

const SLOT_BITS: u32 = 16;
const GENERATION_BITS: u32 = 11;
const INTERFACE_BITS: u32 = 3;

/// Which objects a table has: those of one kind, of one interface.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct HandleFamily(pub(crate) u32);

impl ObjectKind {
    /// Those of an interface.
    pub(crate) fn of(self, interface: u8) -> HandleFamily {
        HandleFamily((self as u32) << INTERFACE_BITS | u32::from(interface & 7))
    }
}

impl PortalsHandle {
    /// Slots that have names. The last would make the handles that Portals gives a meaning of their own.
    pub const SLOTS: usize = (1 << SLOT_BITS) - 1;
    /// Interfaces of Portals 3.3 that have names.
    pub const INTERFACES: usize = 1 << INTERFACE_BITS;

    /// The name of a slot's present object.
    pub(crate) fn of(family: HandleFamily, slot: u32, generation: u32) -> Self {
        let generation = generation & ((1 << GENERATION_BITS) - 1);
        let place = (slot & ((1 << SLOT_BITS) - 1)) << GENERATION_BITS | generation;
        PortalsHandle(family.0 << (SLOT_BITS + GENERATION_BITS) | place)
    }

    /// The same in Portals 3.3.
    pub fn new(kind: ObjectKind, interface: u8, slot: u32, generation: u32) -> Self {
        PortalsHandle::of(kind.of(interface), slot, generation)
    }

    /// The family of what it says it names.
    pub(crate) fn family(self) -> HandleFamily {
        HandleFamily(self.0 >> (SLOT_BITS + GENERATION_BITS))
    }

    /// What it says it names in Portals 3.3.
    pub fn kind(self) -> ObjectKind {
        match self.0 >> 30 {
            0 => ObjectKind::Interface,
            1 => ObjectKind::MatchEntry,
            2 => ObjectKind::Descriptor,
            _ => ObjectKind::EventQueue,
        }
    }

    /// The number of its interface in Portals 3.3.
    pub fn interface(self) -> u8 {
        (self.0 >> (SLOT_BITS + GENERATION_BITS) & 7) as u8
    }

    /// Its slot.
    pub(crate) fn slot(self) -> usize {
        (self.0 >> GENERATION_BITS & ((1 << SLOT_BITS) - 1)) as usize
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_handle_tells_what_it_names() {
        for kind in [
            ObjectKind::Interface,
            ObjectKind::MatchEntry,
            ObjectKind::Descriptor,
            ObjectKind::EventQueue,
        ] {
            for slot in [0, 1, 77, PortalsHandle::SLOTS - 1] {
                let handle = PortalsHandle::new(kind, 5, slot as u32, 2047);
                assert_eq!((handle.kind(), handle.interface(), handle.slot()), (kind, 5, slot));
                assert_eq!(handle.family(), kind.of(5));
                // No handle, none at all, and no queue (`portals3.h`).
                assert!(![u32::MAX, 0x7fff_ffff, 0xbfff_ffff].contains(&handle.0));
            }
        }
    }
}
