//! Receives that wait for their message.

use crate::envelope::{Class, Envelope, Selector};
use crate::index::Index;
use crate::slab::Slab;

const FIRST_ENTRIES: usize = 64;

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
}

#[derive(Debug)]
pub(crate) struct Posted<R> {
    slab: Slab<Receive<R>, 1>,
    indexes: [Index; Class::COUNT],
}

impl<R> Posted<R> {
    pub(crate) fn new() -> Self {
        Posted { slab: Slab::with_capacity(FIRST_ENTRIES), indexes: Default::default() }
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
        let (number, stamp) = self.slab.insert(Receive { selector, cookie });
        let index = &mut self.indexes[selector.class() as usize];
        index.push(&mut self.slab, 0, selector.key(), number);
        PostId { number, stamp }
    }

    #[inline]
    pub(crate) fn arrive(&mut self, envelope: &Envelope) -> Option<R> {
        let (class, at, head) = self.earliest(envelope)?;
        self.unpost(class, at, head)
    }

    /// The same, if that receive names its tag.
    pub(crate) fn arrive_tagged(&mut self, envelope: &Envelope) -> Option<R> {
        let (class, at, head) = self.earliest(envelope)?;
        if matches!(class, Class::AnyTag | Class::Any) {
            return None;
        }
        self.unpost(class, at, head)
    }

    /// Whether a receive with any tag is posted.
    pub(crate) fn has_untagged(&self) -> bool {
        let is_used = |class: Class| !self.indexes[class as usize].is_empty();
        is_used(Class::AnyTag) || is_used(Class::Any)
    }

    /// Whether some receive accepts the envelope.
    pub(crate) fn accepts(&self, envelope: &Envelope) -> bool {
        self.earliest(envelope).is_some()
    }

    /// The earliest receive that accepts the envelope: its class, its queue's slot, its number.
    #[inline]
    fn earliest(&self, envelope: &Envelope) -> Option<(Class, usize, u32)> {
        if self.slab.len() == 0 {
            return None;
        }
        let mut earliest = u64::MAX;
        let mut choice = None;
        for class in Class::ALL {
            let Some((at, head)) = self.indexes[class as usize].find(class.key_of(envelope)) else {
                continue;
            };
            let stamp = self.slab.node(head).stamp;
            if stamp < earliest {
                earliest = stamp;
                choice = Some((class, at, head));
            }
        }
        choice
    }

    #[inline]
    fn unpost(&mut self, class: Class, at: usize, head: u32) -> Option<R> {
        self.indexes[class as usize].unlink(&mut self.slab, 0, at, head);
        self.slab.remove(head).map(|receive| receive.cookie)
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
        let selector = self.slab.node(number).value.as_ref()?.selector;
        let index = &mut self.indexes[selector.class() as usize];
        index.remove(&mut self.slab, 0, selector.key(), number);
        self.slab.remove(number).map(|receive| receive.cookie)
    }
}
