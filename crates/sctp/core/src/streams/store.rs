//! Records that are used again and again, and chains of them: queues that allocate only to grow.

/// No record.
const NONE: u32 = u32::MAX;

/// Names a record; a record used again has another name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct RecordKey {
    index: u32,
    generation: u32,
}

#[derive(Debug)]
struct RecordSlot<T> {
    value: T,
    generation: u32,
    live: bool,
    next: u32,
    previous: u32,
}

/// Records by key.
#[derive(Debug)]
pub(crate) struct Store<T> {
    slots: Vec<RecordSlot<T>>,
    free: Vec<u32>,
}

/// A queue of records of one store. A record is in one chain at a time.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Chain {
    head: u32,
    tail: u32,
    len: u32,
}

impl Default for Chain {
    fn default() -> Self {
        Self { head: NONE, tail: NONE, len: 0 }
    }
}

impl Chain {
    pub(crate) const fn len(&self) -> usize {
        self.len as usize
    }

    pub(crate) const fn is_empty(&self) -> bool {
        self.len == 0
    }
}

impl<T: Default> Store<T> {
    pub(crate) const fn new() -> Self {
        Self { slots: Vec::new(), free: Vec::new() }
    }

    /// A record with whatever its last user left in it.
    pub(crate) fn take(&mut self) -> RecordKey {
        let index = self.free.pop().unwrap_or_else(|| {
            self.slots.push(RecordSlot {
                value: T::default(),
                generation: 0,
                live: false,
                next: NONE,
                previous: NONE,
            });
            u32::try_from(self.slots.len() - 1).expect("fewer records than memory has bytes")
        });
        let slot = &mut self.slots[index as usize];
        slot.live = true;
        RecordKey { index, generation: slot.generation }
    }

    /// Ends the record, which must be in no chain.
    pub(crate) fn free(&mut self, key: RecordKey) {
        if self.get(key).is_some() {
            let slot = &mut self.slots[key.index as usize];
            slot.live = false;
            slot.generation = slot.generation.wrapping_add(1);
            self.free.push(key.index);
        }
    }

    pub(crate) fn get(&self, key: RecordKey) -> Option<&T> {
        let slot = self.slots.get(key.index as usize)?;
        (slot.live && slot.generation == key.generation).then_some(&slot.value)
    }

    pub(crate) fn get_mut(&mut self, key: RecordKey) -> Option<&mut T> {
        let slot = self.slots.get_mut(key.index as usize)?;
        (slot.live && slot.generation == key.generation).then_some(&mut slot.value)
    }

    fn key_at(&self, index: u32) -> Option<RecordKey> {
        let slot = self.slots.get(index as usize)?;
        Some(RecordKey { index, generation: slot.generation })
    }

    /// All live records.
    pub(crate) fn iter(&self) -> impl Iterator<Item = (RecordKey, &T)> {
        (0_u32..).zip(&self.slots).filter_map(|(index, slot)| {
            let generation = slot.generation;
            slot.live.then_some((RecordKey { index, generation }, &slot.value))
        })
    }

    pub(crate) fn first(&self, chain: &Chain) -> Option<RecordKey> {
        self.key_at(chain.head)
    }

    pub(crate) fn push_back(&mut self, chain: &mut Chain, key: RecordKey) {
        let slot = &mut self.slots[key.index as usize];
        slot.previous = chain.tail;
        slot.next = NONE;
        if chain.tail == NONE {
            chain.head = key.index;
        } else {
            self.slots[chain.tail as usize].next = key.index;
        }
        chain.tail = key.index;
        chain.len += 1;
    }

    /// Takes the record, which must be in this chain, out of it.
    pub(crate) fn remove(&mut self, chain: &mut Chain, key: RecordKey) {
        let (previous, next) = {
            let slot = &mut self.slots[key.index as usize];
            let links = (slot.previous, slot.next);
            slot.previous = NONE;
            slot.next = NONE;
            links
        };
        if previous == NONE {
            chain.head = next;
        } else {
            self.slots[previous as usize].next = next;
        }
        if next == NONE {
            chain.tail = previous;
        } else {
            self.slots[next as usize].previous = previous;
        }
        chain.len -= 1;
    }
}
