//! Receives that wait for their message.

use crate::envelope::{Class, Envelope, Selector};
use crate::index::Index;
use crate::slab::{NIL, Slab};

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

/// Where the receive is that an arrival has found.
enum PostedPlace {
    Alone(u32),
    Queued { class: Class, at: usize, number: u32 },
}

#[derive(Debug)]
pub(crate) struct Posted<R> {
    slab: Slab<Receive<R>, 1>,
    /// The number of the only receive, or none. It is in no index: it is as soon compared as looked up, and
    /// most programs wait for one message at a time.
    alone: u32,
    indexes: [Index; Class::COUNT],
}

impl<R> Posted<R> {
    pub(crate) fn new() -> Self {
        let slab = Slab::with_capacity(FIRST_ENTRIES);
        Posted { slab, alone: NIL, indexes: Default::default() }
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
        if self.slab.len() == 1 {
            self.alone = number;
        } else {
            self.give_company();
            self.queue(selector, number);
        }
        PostId { number, stamp }
    }

    /// The receive that was alone is no longer.
    #[inline]
    fn give_company(&mut self) {
        if let Some(selector) = self.selector_of_alone() {
            self.queue(selector, self.alone);
            self.alone = NIL;
        }
    }

    #[inline]
    fn queue(&mut self, selector: Selector, number: u32) {
        let index = &mut self.indexes[selector.class() as usize];
        index.push(&mut self.slab, 0, selector.key(), number);
    }

    #[inline]
    fn selector_of_alone(&self) -> Option<Selector> {
        if self.alone == NIL {
            return None;
        }
        self.slab.node(self.alone).value.as_ref().map(|receive| receive.selector)
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
        let (PostedPlace::Alone(number) | PostedPlace::Queued { number, .. }) = &found;
        let receive = self.slab.node(*number).value.as_ref()?;
        if fits(&receive.cookie) { self.unpost(&found) } else { None }
    }

    /// Removes the earliest receive that accepts the envelope and `fits`. Walks past those that do not.
    pub(crate) fn arrive_where(
        &mut self,
        envelope: &Envelope,
        fits: impl Fn(&R) -> bool,
    ) -> Option<R> {
        let found = match self.selector_of_alone() {
            Some(selector) => {
                let fits =
                    self.slab.node(self.alone).value.as_ref().is_some_and(|r| fits(&r.cookie));
                (fits && selector.accepts(envelope)).then_some(self.alone)
            }
            None => {
                let firsts = Class::ALL.into_iter().filter_map(|class| {
                    self.indexes[class as usize].find(|| class.key_of(envelope))
                });
                let fitting = firsts.filter_map(|(_, head)| self.first_that(head, &fits));
                fitting.min_by_key(|number| self.slab.node(*number).stamp)
            }
        };
        self.withdraw(found?)
    }

    /// The first of a queue that fits.
    fn first_that(&self, head: u32, fits: &impl Fn(&R) -> bool) -> Option<u32> {
        let there = |number: u32| (number != NIL).then_some(number);
        let next = |number: &u32| there(self.slab.node(*number).links[0].next);
        std::iter::successors(there(head), next).find(|number| {
            self.slab.node(*number).value.as_ref().is_some_and(|receive| fits(&receive.cookie))
        })
    }

    /// The same as [`Posted::arrive`], if that receive names its tag.
    pub(crate) fn arrive_tagged(&mut self, envelope: &Envelope) -> Option<R> {
        let found = self.earliest(envelope)?;
        let class = match &found {
            PostedPlace::Alone(_) => self.selector_of_alone()?.class(),
            PostedPlace::Queued { class, .. } => *class,
        };
        if class.is_untagged() {
            return None;
        }
        self.unpost(&found)
    }

    /// Whether a receive with any tag is posted.
    pub(crate) fn has_untagged(&self) -> bool {
        let is_used = |class: &Class| !self.indexes[*class as usize].is_empty();
        self.selector_of_alone().is_some_and(|selector| selector.class().is_untagged())
            || Class::ALL.iter().filter(|class| class.is_untagged()).any(is_used)
    }

    /// Whether some receive accepts the envelope.
    pub(crate) fn accepts(&self, envelope: &Envelope) -> bool {
        self.earliest(envelope).is_some()
    }

    /// The earliest receive that accepts the envelope.
    #[inline]
    fn earliest(&self, envelope: &Envelope) -> Option<PostedPlace> {
        match self.selector_of_alone() {
            Some(selector) => selector.accepts(envelope).then_some(PostedPlace::Alone(self.alone)),
            None if self.slab.len() == 0 => None,
            None => self.earliest_queued(envelope),
        }
    }

    #[inline]
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
        let number = match *found {
            PostedPlace::Alone(number) => {
                self.alone = NIL;
                number
            }
            PostedPlace::Queued { class, at, number } => {
                self.indexes[class as usize].unlink(&mut self.slab, 0, at, number);
                number
            }
        };
        self.slab.remove(number).map(|receive| receive.cookie)
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
        if number == self.alone {
            self.alone = NIL;
        } else {
            let index = &mut self.indexes[selector.class() as usize];
            index.remove(&mut self.slab, 0, selector.key(), number);
        }
        self.slab.remove(number).map(|receive| receive.cookie)
    }
}
