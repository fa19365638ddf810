//! Queues found by key: open addressing, linear probing, and no tombstones.

use crate::envelope::MatchKey;
use crate::slab::{NIL, QueueLink, Slab};

const FIRST_SLOTS: usize = 64;

/// What queues are found by.
pub(crate) trait QueueKey: Copy + Eq {
    /// Any key, for slots that are free.
    const SOME: Self;

    /// Spread over all bits.
    fn hash(self) -> u32;
}

/// A queue and its key. A slot without entries is free.
#[derive(Clone, Copy, Debug)]
struct IndexSlot<K> {
    key: K,
    head: u32,
    tail: u32,
    hash: u32,
}

impl<K: QueueKey> IndexSlot<K> {
    const FREE: Self = IndexSlot { key: K::SOME, head: NIL, tail: NIL, hash: 0 };
}

/// The non-empty queues of one class. The slots number a power of two, at most half of them used.
#[derive(Debug)]
pub(crate) struct Index<K = MatchKey> {
    slots: Vec<IndexSlot<K>>,
    used: usize,
}

impl<K> Default for Index<K> {
    fn default() -> Self {
        Index { slots: Vec::new(), used: 0 }
    }
}

impl<K: QueueKey> Index<K> {
    #[inline]
    pub(crate) fn is_empty(&self) -> bool {
        self.used == 0
    }

    pub(crate) fn capacity(&self) -> usize {
        self.slots.capacity()
    }

    /// The slot that holds the key, or the free one where it would go. Needs a free slot.
    #[inline]
    fn probe(&self, key: K, hash: u32) -> usize {
        let mask = self.slots.len() - 1;
        let mut at = hash as usize & mask;
        loop {
            let slot = &self.slots[at];
            if slot.head == NIL || slot.key == key {
                return at;
            }
            at = (at + 1) & mask;
        }
    }

    /// The key's queue: its slot and its first entry.
    #[inline]
    pub(crate) fn find(&self, key: impl FnOnce() -> K) -> Option<(usize, u32)> {
        if self.is_empty() {
            return None;
        }
        let key = key();
        let at = self.probe(key, key.hash());
        let head = self.slots[at].head;
        (head != NIL).then_some((at, head))
    }

    /// Adds an entry at the end of the key's queue.
    #[inline]
    pub(crate) fn push<V, const L: usize>(
        &mut self,
        slab: &mut Slab<V, L>,
        lane: usize,
        key: K,
        number: u32,
    ) {
        if self.used * 2 >= self.slots.len() {
            self.grow();
        }
        let hash = key.hash();
        let at = self.probe(key, hash);
        let slot = &mut self.slots[at];
        if slot.head == NIL {
            *slot = IndexSlot { key, head: number, tail: number, hash };
            self.used += 1;
            return;
        }
        let last = std::mem::replace(&mut slot.tail, number);
        slab.link(last, lane).next = number;
        slab.link(number, lane).prev = last;
    }

    /// Adds an entry to the key's queue, behind all that are to come before it.
    pub(crate) fn insert<V, const L: usize>(
        &mut self,
        slab: &mut Slab<V, L>,
        lane: usize,
        key: K,
        number: u32,
        comes_before: impl Fn(&V) -> bool,
    ) {
        let is_before =
            |slab: &Slab<V, L>, number| slab.node(number).value.as_ref().is_some_and(&comes_before);
        // Most entries come last, or first.
        let Some((at, head)) = self.find(|| key) else { return self.push(slab, lane, key, number) };
        let tail = self.slots[at].tail;
        if is_before(slab, tail) {
            return self.push(slab, lane, key, number);
        }
        let mut next = head;
        while is_before(slab, next) {
            next = slab.link(next, lane).next;
        }
        let prev = std::mem::replace(&mut slab.link(next, lane).prev, number);
        *slab.link(number, lane) = QueueLink { prev, next };
        match prev {
            NIL => self.slots[at].head = number,
            prev => slab.link(prev, lane).next = number,
        }
    }

    /// Takes an entry out of its queue, whose slot is known.
    #[inline]
    pub(crate) fn unlink<V, const L: usize>(
        &mut self,
        slab: &mut Slab<V, L>,
        lane: usize,
        at: usize,
        number: u32,
    ) {
        let link = *slab.link(number, lane);
        if link.prev == NIL && link.next == NIL {
            return self.free(at);
        }
        match link.prev {
            NIL => self.slots[at].head = link.next,
            prev => slab.link(prev, lane).next = link.next,
        }
        match link.next {
            NIL => self.slots[at].tail = link.prev,
            next => slab.link(next, lane).prev = link.prev,
        }
    }

    /// Takes an entry out of the key's queue.
    #[inline]
    pub(crate) fn remove<V, const L: usize>(
        &mut self,
        slab: &mut Slab<V, L>,
        lane: usize,
        key: K,
        number: u32,
    ) {
        if let Some((at, _)) = self.find(|| key) {
            self.unlink(slab, lane, at, number);
        }
    }

    /// Frees a slot and moves back those behind it that probing would no longer reach.
    #[inline]
    fn free(&mut self, at: usize) {
        let mask = self.slots.len() - 1;
        let (mut hole, mut next) = (at, (at + 1) & mask);
        while self.slots[next].head != NIL {
            let home = self.slots[next].hash as usize & mask;
            if next.wrapping_sub(home) & mask >= next.wrapping_sub(hole) & mask {
                self.slots[hole] = self.slots[next];
                hole = next;
            }
            next = (next + 1) & mask;
        }
        self.slots[hole].head = NIL;
        self.used -= 1;
    }

    #[cold]
    fn grow(&mut self) {
        let slots = (self.slots.len() * 2).max(FIRST_SLOTS);
        let old = std::mem::replace(&mut self.slots, vec![IndexSlot::FREE; slots]);
        for slot in old.into_iter().filter(|slot| slot.head != NIL) {
            let at = self.probe(slot.key, slot.hash);
            self.slots[at] = slot;
        }
    }
}
