//! A list of match entries, as Portals has it: ordered, with insertion anywhere, entries that stay when they
//! have matched, and any bits ignored.
//!
//! A request takes the first entry that accepts it. Entries that ignore the same bits form a class, within
//! which they are found by hash, so that the cost of a request grows with the number of classes and not with
//! that of entries. Which of two entries comes first is told by their ranks, numbers with gaps.

use crate::envelope::spread;
use crate::index::{Index, QueueKey};
use crate::slab::{NIL, QueueLink, Slab};
use std::cell::Cell;

/// What an entry accepts: requests whose bits are equal but for those that it ignores.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct MatchPattern {
    /// The match bits.
    pub bits: u64,
    /// Which of them do not count.
    pub ignore: u64,
    /// Who asks.
    pub source: u64,
    /// Which bits of that do not count: all for an entry that accepts every process.
    pub ignore_source: u64,
}

impl MatchPattern {
    /// Whether a request with these bits from this process is accepted.
    pub fn accepts(&self, bits: u64, source: u64) -> bool {
        (self.bits ^ bits) & !self.ignore == 0 && (self.source ^ source) & !self.ignore_source == 0
    }
}

/// Where in a list an entry comes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ListPlace {
    /// Before all others.
    First,
    /// Behind all others.
    Last,
    /// Right before this one.
    Before(ListId),
    /// Right behind this one.
    After(ListId),
}

/// Names an entry of one list, also when it is there no longer.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct ListId {
    number: u32,
    stamp: u64,
}

/// Which bits count.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct ListMask {
    bits: u64,
    source: u64,
}

impl ListMask {
    fn of(pattern: &MatchPattern) -> Self {
        ListMask { bits: !pattern.ignore, source: !pattern.ignore_source }
    }

    #[inline]
    fn key(self, bits: u64, source: u64) -> ListKey {
        ListKey { bits: bits & self.bits, source: source & self.source }
    }
}

/// What counts of a request, or of an entry.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct ListKey {
    bits: u64,
    source: u64,
}

impl QueueKey for ListKey {
    const SOME: Self = ListKey { bits: 0, source: 0 };

    #[inline]
    fn hash(self) -> u32 {
        // Two numbers in one word, and requests by masked bits alone.
        spread(self.bits, self.source ^ self.source >> 29)
    }
}

/// Entries that ignore the same bits.
#[derive(Debug)]
struct ListClass {
    mask: ListMask,
    queues: Index<ListKey>,
}

#[derive(Debug)]
struct ListEntry<V> {
    rank: i64,
    pattern: MatchPattern,
    value: V,
}

/// Lanes of an entry: the list, and the queue of those of its class with its key.
const ORDER: usize = 0;
const QUEUE: usize = 1;
/// Room between the ranks of two entries next to each other.
const GAP: i64 = 1 << 32;
/// Classes without entries that are kept for the next.
const IDLE_CLASSES: usize = 8;

/// An ordered list of match entries.
///
/// ```
/// use ferry_matching::{ListPlace, MatchList, MatchPattern};
///
/// let mut list = MatchList::default();
/// let any = MatchPattern { bits: 0, ignore: !0, source: 0, ignore_source: !0 };
/// let seven = MatchPattern { bits: 7, ignore: 0, source: 1, ignore_source: 0 };
/// let last = list.insert(ListPlace::Last, any, "whatever comes").unwrap();
/// list.insert(ListPlace::Before(last), seven, "seven from 1");
///
/// let found = |bits, source| list.find(bits, source, |_| true).and_then(|id| list.get(id));
/// assert_eq!(found(7, 1), Some(&"seven from 1"));
/// assert_eq!(found(7, 2), Some(&"whatever comes"));
/// ```
#[derive(Debug)]
pub struct MatchList<V> {
    slab: Slab<ListEntry<V>, 2>,
    classes: Vec<ListClass>,
    first: u32,
    last: u32,
    /// What the last request has found, until another entry may be the first for its like.
    recent: Cell<Option<RecentRequest>>,
}

/// A request, and the first entry that accepts it.
#[derive(Clone, Copy, Debug)]
struct RecentRequest {
    bits: u64,
    source: u64,
    number: u32,
}

impl<V> Default for MatchList<V> {
    fn default() -> Self {
        let (slab, classes) = (Slab::with_capacity(0), Vec::new());
        MatchList { slab, classes, first: NIL, last: NIL, recent: Cell::new(None) }
    }
}

impl<V> MatchList<V> {
    /// How many entries there are.
    pub fn len(&self) -> usize {
        self.slab.len()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Room for entries and queues that is held.
    pub fn capacity(&self) -> usize {
        let queues = self.classes.iter().map(|class| class.queues.capacity());
        self.slab.capacity() + queues.sum::<usize>()
    }

    /// Adds an entry. `None`: the one beside which it was to come is there no longer.
    pub fn insert(&mut self, place: ListPlace, pattern: MatchPattern, value: V) -> Option<ListId> {
        let (prev, next) = self.neighbours(place)?;
        self.recent.set(None);
        let rank = self.rank_between(prev, next);
        let (number, stamp) = self.slab.insert(ListEntry { rank, pattern, value });
        self.link(number, prev, next);
        let class = self.class_of(&pattern);
        let key = self.classes[class].mask.key(pattern.bits, pattern.source);
        let earlier = |entry: &ListEntry<V>| entry.rank < rank;
        self.classes[class].queues.insert(&mut self.slab, QUEUE, key, number, earlier);
        Some(ListId { number, stamp })
    }

    /// Takes an entry out.
    pub fn remove(&mut self, id: ListId) -> Option<V> {
        let pattern = self.slab.get(id.number, id.stamp)?.pattern;
        self.recent.set(None);
        let class = self.class_of(&pattern);
        let ListClass { mask, queues } = &mut self.classes[class];
        let key = mask.key(pattern.bits, pattern.source);
        queues.remove(&mut self.slab, QUEUE, key, id.number);
        if queues.is_empty() && self.classes.len() > IDLE_CLASSES {
            self.classes.swap_remove(class);
        }
        self.unlink(id.number);
        self.slab.remove(id.number).map(|entry| entry.value)
    }

    /// The value of an entry.
    pub fn get(&self, id: ListId) -> Option<&V> {
        self.slab.get(id.number, id.stamp).map(|entry| &entry.value)
    }

    /// The same, to be changed.
    pub fn get_mut(&mut self, id: ListId) -> Option<&mut V> {
        self.slab.get_mut(id.number, id.stamp).map(|entry| &mut entry.value)
    }

    /// What an entry accepts.
    pub fn pattern(&self, id: ListId) -> Option<&MatchPattern> {
        self.slab.get(id.number, id.stamp).map(|entry| &entry.pattern)
    }

    /// The first entry that accepts a request with these bits from this process and is `ready` for it. It
    /// stays in the list.
    #[inline]
    pub fn find(&self, bits: u64, source: u64, ready: impl Fn(&V) -> bool) -> Option<ListId> {
        self.find_map(bits, source, |value| ready(value).then_some(())).map(|(id, ())| id)
    }

    /// The same with what a ready one gives. Of requests that come again and again the last is remembered: such a one
    /// costs no search.
    #[inline(always)]
    pub fn find_map<T>(
        &self,
        bits: u64,
        source: u64,
        ready: impl Fn(&V) -> Option<T>,
    ) -> Option<(ListId, T)> {
        if let Some((number, value)) = self.recent_entry(bits, source)
            && let Some(given) = ready(value)
        {
            return Some((ListId { number, stamp: self.slab.node(number).stamp }, given));
        }
        self.search(bits, source, ready)
    }

    /// The entry that the last request with these bits from this process has found, as long as no other can be the first
    /// for its like: where it is ready, it is what [`MatchList::find`] finds.
    #[inline(always)]
    pub fn recent(&self, bits: u64, source: u64) -> Option<&V> {
        self.recent_entry(bits, source).map(|(_, value)| value)
    }

    #[inline(always)]
    fn recent_entry(&self, bits: u64, source: u64) -> Option<(u32, &V)> {
        let recent = self.recent.get()?;
        if (recent.bits, recent.source) != (bits, source) {
            return None;
        }
        Some((recent.number, &self.slab.node(recent.number).value.as_ref()?.value))
    }

    fn search<T>(
        &self,
        bits: u64,
        source: u64,
        ready: impl Fn(&V) -> Option<T>,
    ) -> Option<(ListId, T)> {
        let mut found: Option<(i64, u32, T)> = None;
        // Of the entries that accept it, ready or not.
        let mut first = i64::MAX;
        for class in &self.classes {
            let Some((_, head)) = class.queues.find(|| class.mask.key(bits, source)) else {
                continue;
            };
            first = first.min(self.rank(head).unwrap_or(first));
            let known = found.as_ref().map(|(rank, ..)| *rank);
            found = self.first_of(head, known, &ready).or(found);
        }
        let (rank, number, given) = found?;
        self.recent.set((rank == first).then_some(RecentRequest { bits, source, number }));
        Some((ListId { number, stamp: self.slab.node(number).stamp }, given))
    }

    /// The first of a queue that is ready, unless one of a lower rank is known.
    #[inline]
    fn first_of<T>(
        &self,
        head: u32,
        known: Option<i64>,
        ready: &impl Fn(&V) -> Option<T>,
    ) -> Option<(i64, u32, T)> {
        let mut number = head;
        while number != NIL {
            let node = self.slab.node(number);
            let entry = node.value.as_ref()?;
            if known.is_some_and(|known| known < entry.rank) {
                return None;
            }
            if let Some(given) = ready(&entry.value) {
                return Some((entry.rank, number, given));
            }
            number = node.links[QUEUE].next;
        }
        None
    }

    /// All entries in their order.
    pub fn iter(&self) -> impl Iterator<Item = (ListId, &V)> {
        let there = |number: u32| (number != NIL).then_some(number);
        let following = move |number: &u32| there(self.slab.node(*number).links[ORDER].next);
        std::iter::successors(there(self.first), following).filter_map(|number| {
            let node = self.slab.node(number);
            Some((ListId { number, stamp: node.stamp }, &node.value.as_ref()?.value))
        })
    }

    /// Between which two entries a place is.
    fn neighbours(&self, place: ListPlace) -> Option<(u32, u32)> {
        let there = |id: ListId| self.slab.get(id.number, id.stamp).map(|_| id.number);
        let links = |number: u32| self.slab.node(number).links[ORDER];
        Some(match place {
            ListPlace::First => (NIL, self.first),
            ListPlace::Last => (self.last, NIL),
            ListPlace::Before(id) => there(id).map(|number| (links(number).prev, number))?,
            ListPlace::After(id) => there(id).map(|number| (number, links(number).next))?,
        })
    }

    fn rank(&self, number: u32) -> Option<i64> {
        (number != NIL).then(|| self.slab.node(number).value.as_ref().map(|entry| entry.rank))?
    }

    /// A rank between those of two neighbours, after all were given new ones if there is none.
    fn rank_between(&mut self, prev: u32, next: u32) -> i64 {
        loop {
            let between = match (self.rank(prev), self.rank(next)) {
                (None, None) => Some(0),
                (Some(prev), None) => prev.checked_add(GAP),
                (None, Some(next)) => next.checked_sub(GAP),
                (Some(prev), Some(next)) => {
                    let middle = prev.midpoint(next);
                    (middle != prev && middle != next).then_some(middle)
                }
            };
            match between {
                Some(rank) => return rank,
                None => self.rank_anew(),
            }
        }
    }

    #[cold]
    fn rank_anew(&mut self) {
        let (mut number, mut rank) = (self.first, 0);
        while number != NIL {
            let node = self.slab.node_mut(number);
            number = node.links[ORDER].next;
            if let Some(entry) = &mut node.value {
                entry.rank = rank;
            }
            rank += GAP;
        }
    }

    fn link(&mut self, number: u32, prev: u32, next: u32) {
        *self.slab.link(number, ORDER) = QueueLink { prev, next };
        match prev {
            NIL => self.first = number,
            prev => self.slab.link(prev, ORDER).next = number,
        }
        match next {
            NIL => self.last = number,
            next => self.slab.link(next, ORDER).prev = number,
        }
    }

    fn unlink(&mut self, number: u32) {
        let QueueLink { prev, next } = *self.slab.link(number, ORDER);
        match prev {
            NIL => self.first = next,
            prev => self.slab.link(prev, ORDER).next = next,
        }
        match next {
            NIL => self.last = prev,
            next => self.slab.link(next, ORDER).prev = prev,
        }
    }

    /// The class of a pattern, which is there from now on.
    fn class_of(&mut self, pattern: &MatchPattern) -> usize {
        let mask = ListMask::of(pattern);
        let known = self.classes.iter().position(|class| class.mask == mask);
        known.unwrap_or_else(|| {
            self.classes.push(ListClass { mask, queues: Index::default() });
            self.classes.len() - 1
        })
    }
}
