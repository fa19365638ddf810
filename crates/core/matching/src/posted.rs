//! Receives that wait for their message.

use crate::envelope::{Class, Envelope, Selector};
use crate::index::Index;
use crate::slab::{NIL, QueueLink, Slab};

const FIRST_ENTRIES: usize = 64;
/// Receives of the row that an arrival is compared with before all of it goes to the indexes.
const COMPARED: u32 = 8;

/// A posted receive; stale once it has matched or was cancelled, and never used again.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct PostId {
    number: u32,
    stamp: u64,
}

#[derive(Debug)]
struct Receive<R> {
    selector: Selector,
    cookie: R,
    is_indexed: bool,
}

/// Where the receive is that an arrival has found.
enum PostedPlace {
    InRow(u32),
    Queued { class: Class, at: usize, number: u32 },
}

impl PostedPlace {
    #[inline]
    fn number(&self) -> u32 {
        let (PostedPlace::InRow(number) | PostedPlace::Queued { number, .. }) = self;
        *number
    }
}

/// Receives in the order in which they were posted, chained by their links in the slab.
#[derive(Debug)]
struct PostedRow {
    first: u32,
    last: u32,
}

impl PostedRow {
    const EMPTY: PostedRow = PostedRow { first: NIL, last: NIL };
}

#[derive(Debug)]
pub(crate) struct Posted<R> {
    slab: Slab<Receive<R>, 1>,
    /// The latest ones, behind all that are in the indexes: most messages come in the order of their receives, which
    /// are as soon compared as looked up.
    row: PostedRow,
    indexes: [Index; Class::COUNT],
    /// How many are in the indexes.
    indexed: usize,
    /// How many accept any tag.
    untagged: usize,
}

impl<R> Posted<R> {
    pub(crate) fn new() -> Self {
        let (slab, indexes) = (Slab::with_capacity(FIRST_ENTRIES), Default::default());
        Posted { slab, row: PostedRow::EMPTY, indexes, indexed: 0, untagged: 0 }
    }

    #[inline]
    pub(crate) fn len(&self) -> usize {
        self.slab.len()
    }

    pub(crate) fn capacity(&self) -> usize {
        self.slab.capacity() + self.indexes.iter().map(Index::capacity).sum::<usize>()
    }

    #[inline]
    pub(crate) fn post(&mut self, selector: Selector, cookie: R) -> PostId {
        self.untagged += usize::from(selector.tag.is_none());
        let (number, stamp) = self.slab.insert(Receive { selector, cookie, is_indexed: false });
        match self.row.last {
            NIL => self.row.first = number,
            last => {
                self.slab.link(last, 0).next = number;
                self.slab.link(number, 0).prev = last;
            }
        }
        self.row.last = number;
        PostId { number, stamp }
    }

    #[inline]
    fn receive(&self, number: u32) -> Option<&Receive<R>> {
        self.slab.node(number).value.as_ref()
    }

    /// Those of the row, first to last.
    fn in_row(&self) -> impl Iterator<Item = u32> {
        let there = |number: u32| (number != NIL).then_some(number);
        let next = move |number: &u32| there(self.slab.node(*number).links[0].next);
        std::iter::successors(there(self.row.first), next)
    }

    /// Moves the row to the indexes.
    #[inline(never)]
    pub(crate) fn index_row(&mut self) {
        let mut next = std::mem::replace(&mut self.row, PostedRow::EMPTY).first;
        while next != NIL {
            let number = next;
            next = std::mem::replace(self.slab.link(number, 0), QueueLink::NONE).next;
            let Some(receive) = &mut self.slab.node_mut(number).value else { continue };
            receive.is_indexed = true;
            let selector = receive.selector;
            let index = &mut self.indexes[selector.class() as usize];
            index.push(&mut self.slab, 0, selector.key(), number);
            self.indexed += 1;
        }
    }

    #[inline]
    pub(crate) fn arrive(&mut self, envelope: &Envelope) -> Option<R> {
        let found = self.earliest(envelope)?;
        self.unpost(&found)
    }

    /// Removes the earliest receive that accepts the envelope, if it `fits`.
    #[inline]
    pub(crate) fn arrive_if(
        &mut self,
        envelope: &Envelope,
        fits: impl Fn(&R) -> bool,
    ) -> Option<R> {
        let found = self.earliest(envelope)?;
        if fits(&self.receive(found.number())?.cookie) { self.unpost(&found) } else { None }
    }

    /// Removes the earliest receive that accepts the envelope and `fits`. Walks past those that do not.
    pub(crate) fn arrive_where(
        &mut self,
        envelope: &Envelope,
        fits: impl Fn(&R) -> bool,
    ) -> Option<R> {
        let firsts = Class::ALL
            .into_iter()
            .filter_map(|class| self.indexes[class as usize].find(|| class.key_of(envelope)));
        let fitting = firsts.filter_map(|(_, head)| self.first_that(head, &fits));
        let queued = fitting.min_by_key(|number| self.slab.node(*number).stamp);
        let is_meant =
            |receive: &Receive<R>| receive.selector.accepts(envelope) && fits(&receive.cookie);
        let in_row = || self.in_row().find(|number| self.receive(*number).is_some_and(is_meant));
        let found = queued.or_else(in_row)?;
        self.withdraw(found)
    }

    /// The first of a queue that fits.
    fn first_that(&self, head: u32, fits: &impl Fn(&R) -> bool) -> Option<u32> {
        let there = |number: u32| (number != NIL).then_some(number);
        let next = |number: &u32| there(self.slab.node(*number).links[0].next);
        std::iter::successors(there(head), next)
            .find(|number| self.receive(*number).is_some_and(|receive| fits(&receive.cookie)))
    }

    /// The same as [`Posted::arrive`], if that receive names its tag.
    pub(crate) fn arrive_tagged(&mut self, envelope: &Envelope) -> Option<R> {
        let found = self.earliest(envelope)?;
        self.receive(found.number())?.selector.tag?;
        self.unpost(&found)
    }

    /// Whether a receive with any tag is posted.
    pub(crate) fn has_untagged(&self) -> bool {
        self.untagged != 0
    }

    /// Whether some receive accepts the envelope.
    pub(crate) fn accepts(&mut self, envelope: &Envelope) -> bool {
        self.earliest(envelope).is_some()
    }

    /// The same where all are in the indexes ([`Posted::index_row`]).
    pub(crate) fn accepts_queued(&self, envelope: &Envelope) -> bool {
        self.earliest_queued(envelope).is_some()
    }

    /// The earliest receive that accepts the envelope. Those of the row are behind all that are in the indexes.
    #[inline]
    fn earliest(&mut self, envelope: &Envelope) -> Option<PostedPlace> {
        if self.indexed != 0 {
            let queued = self.earliest_queued(envelope);
            if queued.is_some() {
                return queued;
            }
        }
        let mut number = self.row.first;
        for _ in 0..COMPARED {
            if number == NIL {
                return None;
            }
            let node = self.slab.node(number);
            if node.value.as_ref().is_some_and(|receive| receive.selector.accepts(envelope)) {
                return Some(PostedPlace::InRow(number));
            }
            number = node.links[0].next;
        }
        if number == NIL { None } else { self.earliest_of_many(envelope) }
    }

    /// The same where the row is long and its first ones are for others.
    #[cold]
    #[inline(never)]
    fn earliest_of_many(&mut self, envelope: &Envelope) -> Option<PostedPlace> {
        self.index_row();
        self.earliest_queued(envelope)
    }

    #[inline(never)]
    fn earliest_queued(&self, envelope: &Envelope) -> Option<PostedPlace> {
        let mut earliest = u64::MAX;
        let mut choice = None;
        for class in Class::ALL {
            let found = self.indexes[class as usize].find(|| class.key_of(envelope));
            let Some((at, number)) = found else { continue };
            let stamp = self.slab.node(number).stamp;
            if stamp < earliest {
                earliest = stamp;
                choice = Some(PostedPlace::Queued { class, at, number });
            }
        }
        choice
    }

    #[inline]
    fn unpost(&mut self, found: &PostedPlace) -> Option<R> {
        match *found {
            PostedPlace::InRow(number) => self.leave_row(number),
            PostedPlace::Queued { class, at, number } => {
                self.indexed -= 1;
                self.indexes[class as usize].unlink(&mut self.slab, 0, at, number);
            }
        }
        self.remove(found.number())
    }

    #[inline]
    fn leave_row(&mut self, number: u32) {
        let QueueLink { prev, next } = *self.slab.link(number, 0);
        match prev {
            NIL => self.row.first = next,
            prev => self.slab.link(prev, 0).next = next,
        }
        match next {
            NIL => self.row.last = prev,
            next => self.slab.link(next, 0).prev = prev,
        }
    }

    #[inline]
    fn remove(&mut self, number: u32) -> Option<R> {
        let receive = self.slab.remove(number)?;
        self.untagged -= usize::from(receive.selector.tag.is_none());
        Some(receive.cookie)
    }

    pub(crate) fn cancel(&mut self, id: PostId) -> Option<R> {
        self.slab.get(id.number, id.stamp)?;
        self.withdraw(id.number)
    }

    pub(crate) fn get_mut(&mut self, id: PostId) -> Option<&mut R> {
        self.slab.get_mut(id.number, id.stamp).map(|receive| &mut receive.cookie)
    }

    pub(crate) fn cancel_where(&mut self, mut test: impl FnMut(&Selector, &R) -> bool) -> Vec<R> {
        let picked = self.slab.select(|receive| test(&receive.selector, &receive.cookie));
        picked.into_iter().filter_map(|number| self.withdraw(number)).collect()
    }

    pub(crate) fn for_each(&self, mut visit: impl FnMut(&Selector, &R)) {
        for number in self.slab.select(|_| true) {
            if let Some(receive) = &self.slab.node(number).value {
                visit(&receive.selector, &receive.cookie);
            }
        }
    }

    fn withdraw(&mut self, number: u32) -> Option<R> {
        let &Receive { selector, is_indexed, .. } = self.receive(number)?;
        if is_indexed {
            self.indexed -= 1;
            let index = &mut self.indexes[selector.class() as usize];
            index.remove(&mut self.slab, 0, selector.key(), number);
        } else {
            self.leave_row(number);
        }
        self.remove(number)
    }
}
