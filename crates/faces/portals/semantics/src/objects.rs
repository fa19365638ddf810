//! Objects by handle.

use crate::handle::{HandleFamily, PortalsHandle};
use std::collections::VecDeque;

#[derive(Debug)]
struct ObjectSlot<T> {
    /// The name of its present object, or of the next.
    name: PortalsHandle,
    generation: u32,
    object: Option<T>,
}

/// The objects of a kind on an interface.
#[derive(Debug)]
pub(crate) struct Objects<T> {
    family: HandleFamily,
    most: usize,
    /// The generation of slots that are new.
    first: u32,
    slots: Vec<ObjectSlot<T>>,
    /// Longest free first, so that names are used again as late as can be.
    free: VecDeque<u32>,
}

impl<T> Objects<T> {
    /// None yet, and `most` at a time.
    pub(crate) fn new(family: HandleFamily, most: usize) -> Self {
        let most = most.min(PortalsHandle::SLOTS);
        Objects { family, most, first: 0, slots: Vec::new(), free: VecDeque::new() }
    }

    /// None of the names that were given before a generation is given again. There are no objects yet.
    pub(crate) fn follow(&mut self, generation: u32) {
        self.first = generation;
    }

    /// The first generation that no object has had.
    pub(crate) fn next_generation(&self) -> u32 {
        let next = |slot: &ObjectSlot<T>| slot.generation + u32::from(slot.object.is_some());
        self.slots.iter().map(next).max().unwrap_or(self.first)
    }

    pub(crate) fn len(&self) -> usize {
        self.slots.len() - self.free.len()
    }

    /// Whether there is room for another.
    pub(crate) fn has_room(&self) -> bool {
        self.len() < self.most
    }

    /// A name that nothing has.
    pub(crate) fn nobody(&self) -> PortalsHandle {
        PortalsHandle::of(self.family, PortalsHandle::SLOTS as u32, 0)
    }

    /// Names an object; `None`: there are as many as there can be.
    pub(crate) fn insert(&mut self, object: T) -> Option<PortalsHandle> {
        if !self.has_room() {
            return None;
        }
        let slot = match self.free.pop_front() {
            Some(slot) => slot as usize,
            None => {
                let slot = self.slots.len();
                let (generation, object) = (self.first, None);
                let name = PortalsHandle::of(self.family, slot as u32, generation);
                self.slots.push(ObjectSlot { name, generation, object });
                slot
            }
        };
        let place = &mut self.slots[slot];
        place.object = Some(object);
        Some(place.name)
    }

    #[inline]
    pub(crate) fn get(&self, handle: PortalsHandle) -> Option<&T> {
        let place = self.slots.get(handle.slot())?;
        if place.name == handle { place.object.as_ref() } else { None }
    }

    #[inline]
    pub(crate) fn get_mut(&mut self, handle: PortalsHandle) -> Option<&mut T> {
        let place = self.slots.get_mut(handle.slot())?;
        if place.name == handle { place.object.as_mut() } else { None }
    }

    pub(crate) fn remove(&mut self, handle: PortalsHandle) -> Option<T> {
        let slot = handle.slot();
        let place = self.slots.get_mut(slot).filter(|place| place.name == handle)?;
        let object = place.object.take()?;
        place.generation = place.generation.wrapping_add(1);
        place.name = PortalsHandle::of(self.family, slot as u32, place.generation);
        self.free.push_back(slot as u32);
        Some(object)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::handle::ObjectKind;

    #[test]
    fn names_of_what_is_gone_name_nothing() {
        let mut objects = Objects::new(ObjectKind::Descriptor.of(1), 2);
        let first = objects.insert("first").unwrap();
        assert!(objects.insert("second").is_some() && objects.insert("third").is_none());
        assert_eq!((objects.remove(first), objects.remove(first)), (Some("first"), None));
        let third = objects.insert("third").unwrap();
        assert!(third != first && objects.get(first).is_none());
        assert_eq!((objects.get(third), objects.len()), (Some(&"third"), 2));
        let forged = PortalsHandle::new(ObjectKind::EventQueue, 1, 0, 1);
        assert!(objects.get(forged).is_none() && objects.get(PortalsHandle(u32::MAX)).is_none());
    }

    #[test]
    fn names_of_a_table_before_name_nothing() {
        let family = ObjectKind::Descriptor.of(1);
        let mut given = Vec::new();
        let mut next = 0;
        for _ in 0..20 {
            let mut objects = Objects::new(family, 3);
            objects.follow(next);
            assert_eq!(objects.next_generation(), next);
            for number in 0..9 {
                let name = objects.insert(number).unwrap();
                assert!(!given.contains(&name), "{name:?} is given twice");
                given.push(name);
                if number > 1 {
                    objects.remove(name);
                }
            }
            next = objects.next_generation();
        }
    }
}
