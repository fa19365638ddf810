//! The associations of an endpoint, by number, by tag and by address.

use std::collections::{HashMap, VecDeque};
use std::fmt;
use std::net::IpAddr;

use crate::Now;
use crate::association::{Association, AssociationState};
use crate::wire::VerificationTag;

/// Names an association of an endpoint; never given twice by one endpoint.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct AssociationId {
    pub(super) slot: u32,
    generation: u32,
}

impl fmt::Display for AssociationId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "association {}.{}", self.slot, self.generation)
    }
}

#[derive(Debug)]
pub(super) struct AssociationSlot {
    generation: u32,
    pub(super) association: Option<Box<Association>>,
    /// Addresses under which it is found.
    known: Vec<IpAddr>,
    /// The user wants no more of it.
    pub(super) released: bool,
    /// In the queue of those that may have something to send; to tell; to read; and whose timers may
    /// have changed.
    pub(super) sends: bool,
    pub(super) tells: bool,
    pub(super) reads: bool,
    pub(super) touched: bool,
    pub(super) due: Option<Now>,
}

/// All associations.
#[derive(Debug, Default)]
pub(super) struct Slots {
    slots: Vec<AssociationSlot>,
    free: VecDeque<u32>,
    tags: HashMap<VerificationTag, u32>,
    peers: HashMap<(IpAddr, u16), u32>,
    live: usize,
}

impl Slots {
    /// Associations that are there, ended ones included.
    pub(super) const fn live(&self) -> usize {
        self.live
    }

    pub(super) fn insert(&mut self, association: Association) -> AssociationId {
        let index = match self.free.pop_front() {
            Some(index) => index,
            None => {
                self.slots.push(AssociationSlot {
                    generation: 0,
                    association: None,
                    known: Vec::new(),
                    released: false,
                    sends: false,
                    tells: false,
                    reads: false,
                    touched: false,
                    due: None,
                });
                (self.slots.len() - 1) as u32
            }
        };
        self.live += 1;
        let slot = &mut self.slots[index as usize];
        slot.association = Some(Box::new(association));
        slot.released = false;
        let id = AssociationId { slot: index, generation: slot.generation };
        self.register(index);
        id
    }

    /// Puts another association into a slot; the id stays.
    pub(super) fn replace(&mut self, index: u32, association: Association) {
        self.forget(index);
        self.slots[index as usize].association = Some(Box::new(association));
        self.register(index);
    }

    /// Takes an association out for good.
    pub(super) fn remove(&mut self, index: u32) {
        self.forget(index);
        let slot = &mut self.slots[index as usize];
        slot.association = None;
        slot.generation = slot.generation.wrapping_add(1);
        self.live -= 1;
        self.free.push_back(index);
    }

    pub(super) fn id(&self, index: u32) -> AssociationId {
        AssociationId { slot: index, generation: self.slots[index as usize].generation }
    }

    pub(super) fn slot(&mut self, index: u32) -> &mut AssociationSlot {
        &mut self.slots[index as usize]
    }

    pub(super) fn at(&mut self, index: u32) -> Option<&mut Association> {
        self.slots.get_mut(index as usize)?.association.as_deref_mut()
    }

    pub(super) fn get(&self, id: AssociationId) -> Option<&Association> {
        let slot = self.slots.get(id.slot as usize)?;
        slot.association.as_deref().filter(|_| slot.generation == id.generation)
    }

    pub(super) fn get_mut(&mut self, id: AssociationId) -> Option<&mut Association> {
        let slot = self.slots.get_mut(id.slot as usize)?;
        slot.association.as_deref_mut().filter(|_| slot.generation == id.generation)
    }

    pub(super) fn ids(&self) -> impl Iterator<Item = AssociationId> {
        let live = self.slots.iter().enumerate().filter(|(_, s)| s.association.is_some());
        live.map(|(n, s)| AssociationId { slot: n as u32, generation: s.generation })
    }

    pub(super) fn by_tag(&self, tag: VerificationTag) -> Option<u32> {
        self.tags.get(&tag).copied()
    }

    pub(super) fn by_peer(&self, address: IpAddr, port: u16) -> Option<u32> {
        self.peers.get(&(address, port)).copied()
    }

    /// Enters the association's tag and addresses.
    fn register(&mut self, index: u32) {
        let slot = &mut self.slots[index as usize];
        let Some(association) = &slot.association else { return };
        self.tags.insert(association.own_tag(), index);
        slot.known.clear();
        for address in association.trusted_addresses() {
            slot.known.push(address);
            self.peers.entry((address, association.peer_port())).or_insert(index);
        }
    }

    /// Takes the association's tag and addresses out, so that others may have them.
    pub(super) fn forget(&mut self, index: u32) {
        let slot = &mut self.slots[index as usize];
        let Some(association) = &slot.association else { return };
        let tag = association.own_tag();
        if self.tags.get(&tag) == Some(&index) {
            self.tags.remove(&tag);
        }
        for address in slot.known.drain(..) {
            let key = (address, association.peer_port());
            if self.peers.get(&key) == Some(&index) {
                self.peers.remove(&key);
            }
        }
    }

    /// Follows what happened to the association: addresses that came and went, its end.
    pub(super) fn follow(&mut self, index: u32) {
        let slot = &self.slots[index as usize];
        let Some(association) = &slot.association else { return };
        if association.state() == AssociationState::Closed {
            self.forget(index);
        } else if !association.trusted_addresses().eq(slot.known.iter().copied()) {
            self.forget(index);
            self.register(index);
        }
    }
}
