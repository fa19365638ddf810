//! Objects by handle: predefined ones by their ABI value, made ones by index and generation, so that
//! a handle that was freed is recognised instead of followed, as is one of an earlier life of MPI's in this process.
//!
//! An operation that will need an object by its handle takes a [`Hold`]: freed meanwhile, the object stays
//! until the operation is over.

use crate::handle::{Handle, PREDEFINED_END};
use crate::lane::Lane;
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, Weak};

const INDEX_SHIFT: u32 = 4;
const GENERATION_SHIFT: u32 = 40;
const GENERATION_MASK: usize = 0xff_ffff;
/// What of a handle says where in the table its object is: neither generation nor lane.
const PLACE_MASK: usize = (1 << Lane::SHIFT) - 1;
/// So many objects of a kind have names that leave room for a lane's number.
const MOST: usize = (PLACE_MASK + 1 - PREDEFINED_END) >> INDEX_SHIFT;

/// Generations of each life, which are few: links that were closed are opened once more.
const LIFE_SHIFT: u32 = 21;

/// Lives of MPI that have ended in this process.
static LIVES: AtomicU32 = AtomicU32::new(0);

/// All objects are gone. Those that are made from now on have names that none of them had.
pub(crate) fn end_life() {
    LIVES.fetch_add(1, Ordering::Release);
}

/// How many lives of MPI have ended in this process: what was made before means nothing when this has grown.
#[inline]
pub fn lives() -> u32 {
    LIVES.load(Ordering::Acquire)
}

/// Retired objects are looked through when there are twice as many as were left the last time, but not
/// for fewer than these.
const FEW: usize = 8;

/// Keeps an object behind its handle while an operation lasts.
#[derive(Clone, Debug, Default)]
pub struct Hold(Option<Arc<()>>);

impl Hold {
    /// Whether it keeps nothing: its object is predefined, or there is none.
    pub fn is_idle(&self) -> bool {
        self.0.is_none()
    }
}

struct TableSlot<T> {
    generation: u32,
    /// Which its handle names.
    lane: Lane,
    value: Option<T>,
    holds: Weak<()>,
    /// The program has freed it.
    retired: bool,
}

/// All objects of one kind.
pub struct Table<K, T> {
    predefined: Vec<Option<T>>,
    slots: Vec<TableSlot<T>>,
    free: Vec<u32>,
    /// Objects that were freed while operations held them.
    retired: Vec<u32>,
    /// So many of them are worth a look.
    many: usize,
    kind: std::marker::PhantomData<fn() -> K>,
}

impl<K, T> Default for Table<K, T> {
    fn default() -> Self {
        Table {
            predefined: Vec::new(),
            slots: Vec::new(),
            free: Vec::new(),
            retired: Vec::new(),
            many: FEW,
            kind: std::marker::PhantomData,
        }
    }
}

/// Where a handle's object would be; far out if its lowest bits, which are no index, are not zero.
fn index_of(value: usize) -> usize {
    let place = (value & PLACE_MASK).wrapping_sub(PREDEFINED_END);
    place.rotate_right(INDEX_SHIFT)
}

impl<K, T> Table<K, T> {
    /// Puts a predefined object at its ABI value.
    pub fn define(&mut self, handle: Handle<K>, value: T) {
        assert!(handle.is_predefined());
        if self.predefined.len() <= handle.0 {
            self.predefined.resize_with(handle.0 + 1, || None);
        }
        self.predefined[handle.0] = Some(value);
    }

    /// Adds an object and names it.
    pub fn insert(&mut self, value: T) -> Handle<K> {
        self.insert_of(Lane::PROCESS, value)
    }

    /// The same for one that is used in a lane, which its name says.
    ///
    /// # Panics
    /// When there are sixteen million of this kind.
    pub(crate) fn insert_of(&mut self, lane: Lane, value: T) -> Handle<K> {
        let index = match self.free.pop() {
            Some(index) => index as usize,
            None => self.add_slot(),
        };
        let slot = &mut self.slots[index];
        (slot.value, slot.lane, slot.retired) = (Some(value), lane, false);
        self.handle_at(index)
    }

    fn add_slot(&mut self) -> usize {
        let index = self.slots.len();
        assert!(index < MOST, "more than {MOST} objects of one kind at a time");
        self.slots.push(TableSlot {
            generation: lives() << LIFE_SHIFT,
            lane: Lane::PROCESS,
            value: None,
            holds: Weak::new(),
            retired: false,
        });
        index
    }

    /// Puts an object of another table at the handle that it has there.
    pub(crate) fn mirror(&mut self, handle: Handle<K>, value: T) {
        let index = index_of(handle.0);
        while self.slots.len() <= index {
            self.add_slot();
        }
        let slot = &mut self.slots[index];
        slot.generation = (handle.0 >> GENERATION_SHIFT) as u32;
        (slot.value, slot.lane, slot.retired) = (Some(value), Lane::of(handle), false);
    }

    /// Takes away what was put there, if it is of this handle.
    pub(crate) fn take_mirrored(&mut self, handle: Handle<K>) -> Option<T> {
        self.get_mut(handle)?;
        self.slots[index_of(handle.0)].value.take()
    }

    fn handle_at(&self, index: usize) -> Handle<K> {
        let TableSlot { generation, lane, .. } = &self.slots[index];
        let generation = *generation as usize & GENERATION_MASK;
        let place = PREDEFINED_END + (index << INDEX_SHIFT);
        Handle::new(place | lane.bits() | generation << GENERATION_SHIFT)
    }

    /// The object, unless the handle is null, stale or nonsense. One that was freed while operations hold
    /// it counts as there: the functions that they call are given its handle.
    #[inline]
    pub fn get(&self, handle: Handle<K>) -> Option<&T> {
        if handle.is_predefined() {
            return self.predefined.get(handle.0)?.as_ref();
        }
        let slot = self.slots.get(index_of(handle.0))?;
        let generation = handle.0 >> GENERATION_SHIFT;
        if slot.generation as usize & GENERATION_MASK != generation {
            return None;
        }
        slot.value.as_ref()
    }

    /// The object, to be changed.
    #[inline]
    pub fn get_mut(&mut self, handle: Handle<K>) -> Option<&mut T> {
        if handle.is_predefined() {
            return self.predefined.get_mut(handle.0)?.as_mut();
        }
        let slot = self.slots.get_mut(index_of(handle.0))?;
        let generation = handle.0 >> GENERATION_SHIFT;
        if slot.generation as usize & GENERATION_MASK != generation {
            return None;
        }
        slot.value.as_mut()
    }

    /// Removes a made object; its handle is stale from now on.
    pub fn remove(&mut self, handle: Handle<K>) -> Option<T> {
        if handle.is_predefined() || self.get(handle).is_none() {
            return None;
        }
        let index = index_of(handle.0);
        let slot = &mut self.slots[index];
        slot.generation = slot.generation.wrapping_add(1);
        self.free.push(index as u32);
        slot.value.take()
    }

    /// Keeps an object, should it be freed. Predefined ones are always there.
    pub fn hold(&mut self, handle: Handle<K>) -> Hold {
        if handle.is_predefined() || self.get(handle).is_none() {
            return Hold(None);
        }
        let slot = &mut self.slots[index_of(handle.0)];
        let hold = slot.holds.upgrade().unwrap_or_else(|| {
            let first = Arc::new(());
            slot.holds = Arc::downgrade(&first);
            first
        });
        Hold(Some(hold))
    }

    /// Whether a made object is there that the program has not freed.
    fn is_owned(&self, handle: Handle<K>) -> bool {
        let made = !handle.is_predefined() && self.get(handle).is_some();
        made && !self.slots[index_of(handle.0)].retired
    }

    /// The program frees a made object: it goes as soon as no operation holds it. `None`: there is no such
    /// object, or it was freed before. Gives those that are gone now, to be dropped elsewhere.
    pub fn retire(&mut self, handle: Handle<K>) -> Option<Vec<T>> {
        if !self.is_owned(handle) {
            return None;
        }
        let index = index_of(handle.0);
        if self.slots[index].holds.strong_count() == 0 {
            return Some(self.remove(handle).into_iter().collect());
        }
        self.slots[index].retired = true;
        self.retired.push(index as u32);
        Some(if self.retired.len() < self.many { Vec::new() } else { self.sweep() })
    }

    /// Removes retired objects that nobody holds any more.
    fn sweep(&mut self) -> Vec<T> {
        let retired = std::mem::take(&mut self.retired);
        let slots = &self.slots;
        let (held, over): (Vec<_>, Vec<_>) =
            retired.into_iter().partition(|index| slots[*index as usize].holds.strong_count() != 0);
        self.many = FEW.max(2 * held.len());
        self.retired = held;
        let handles: Vec<_> = over.into_iter().map(|i| self.handle_at(i as usize)).collect();
        handles.into_iter().filter_map(|handle| self.remove(handle)).collect()
    }

    /// The 32-bit integer that Fortran sees (MPI-5.0 §19.3.4).
    pub fn to_fortran(&self, handle: Handle<K>) -> i32 {
        (handle.0 & 0x7fff_ffff) as i32
    }

    /// The handle of a Fortran integer; a number that names nothing gives `None`.
    pub fn from_fortran(&self, value: i32) -> Option<Handle<K>> {
        let value = usize::try_from(value).ok()?;
        if value < PREDEFINED_END {
            return Some(Handle::new(value));
        }
        let index = index_of(value);
        self.slots.get(index)?.value.as_ref()?;
        Some(self.handle_at(index))
    }

    /// All objects, predefined ones first.
    pub fn all(&self) -> impl Iterator<Item = (Handle<K>, &T)> {
        let predefined = self.predefined.iter().enumerate();
        let predefined =
            predefined.filter_map(|(value, slot)| Some((Handle::new(value), slot.as_ref()?)));
        predefined.chain(self.made())
    }

    /// How many made objects there are.
    pub fn count(&self) -> usize {
        self.slots.len() - self.free.len()
    }

    /// All made objects.
    pub fn made(&self) -> impl Iterator<Item = (Handle<K>, &T)> {
        self.slots
            .iter()
            .enumerate()
            .filter_map(|(i, slot)| Some((self.handle_at(i), slot.value.as_ref()?)))
    }

    /// The objects that were made, to be changed.
    pub fn made_mut(&mut self) -> impl Iterator<Item = &mut T> {
        self.slots.iter_mut().filter_map(|slot| slot.value.as_mut())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::handle::{InfoHandle, kind};

    #[test]
    fn freed_handles_are_recognised() {
        let mut table: Table<kind::Info, i32> = Table::default();
        let a = table.insert(1);
        assert_eq!(table.get(a), Some(&1));
        assert_eq!(table.remove(a), Some(1));
        assert_eq!(table.get(a), None);
        let b = table.insert(2);
        assert_ne!(a, b);
        assert_eq!(table.get(a), None);
        assert_eq!(table.from_fortran(table.to_fortran(b)), Some(b));
        assert_eq!(table.count(), 1);
    }

    #[test]
    fn what_operations_hold_stays_until_they_are_over() {
        let mut table: Table<kind::Info, i32> = Table::default();
        let held = table.insert(1);
        let (first, second) = (table.hold(held), table.hold(held));
        assert_eq!(table.retire(held), Some(vec![]));
        assert_eq!(table.retire(held), None, "freed twice");
        assert_eq!(table.get(held), Some(&1));
        drop(first);
        let others: Vec<_> = (0..FEW as i32 - 2).map(|n| table.insert(n)).collect();
        for other in others {
            let hold = table.hold(other);
            assert_eq!(table.retire(other), Some(vec![]));
            drop(hold);
        }
        let last = table.insert(100);
        let hold = table.hold(last);
        assert_eq!(table.retire(last), Some((0..FEW as i32 - 2).collect()));
        assert_eq!((table.get(held), table.get(last)), (Some(&1), Some(&100)));
        drop((second, hold));
        let free = table.insert(7);
        assert_eq!(table.retire(free), Some(vec![7]));
        assert!(table.sweep().contains(&1));
        assert_eq!(table.get(held), None);
    }

    #[test]
    fn a_name_says_its_lane_and_is_found_again() {
        let mut table: Table<kind::Info, i32> = Table::default();
        table.insert(1);
        let lane = Lane::numbered(5);
        let handle = table.insert_of(lane, 2);
        assert_eq!((Lane::of(handle), table.get(handle)), (lane, Some(&2)));
        assert_eq!(table.from_fortran(table.to_fortran(handle)), Some(handle));
        let mut other: Table<kind::Info, i32> = Table::default();
        other.mirror(handle, 3);
        assert_eq!((other.get(handle), table.remove(handle)), (Some(&3), Some(2)));
        let next = table.insert(4);
        assert_eq!((Lane::of(next), other.get(next)), (Lane::PROCESS, None));
        assert_eq!((other.take_mirrored(next), other.take_mirrored(handle)), (None, Some(3)));
        assert_eq!(other.get(handle), None);
    }

    #[test]
    fn nonsense_is_none() {
        let mut table: Table<kind::Info, i32> = Table::default();
        let first = table.insert(1);
        assert_eq!(first.0, 0x1000);
        for value in [0, 1, 0xfff, 0x1001, 0x1003, 0x1010, 0xdead_beef, usize::MAX] {
            assert_eq!(table.get(InfoHandle::new(value)), None, "{value:#x}");
        }
    }
}
