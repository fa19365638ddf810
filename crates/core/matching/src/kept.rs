//! Messages that came before their receive.

use crate::envelope::{Class, Envelope, Selector};
use crate::index::Index;
use crate::slab::{NIL, Slab};

const FIRST_ENTRIES: usize = 64;

/// A kept message; stale once it was taken, and never used again.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct KeptId {
    number: u32,
    stamp: u64,
}

#[derive(Debug)]
struct KeptMessage<U> {
    envelope: Envelope,
    body: U,
    /// Messages sent before it may still come: no receive with any tag may have it.
    early: bool,
}

#[derive(Debug)]
pub(crate) struct KeptMessages<U> {
    /// Lane *n* of an entry's links belongs to class *n*.
    slab: Slab<KeptMessage<U>, { Class::COUNT }>,
    indexes: [Index; Class::COUNT],
    /// The most there were since this was asked.
    most: usize,
    /// Which classes have an index: the exact one, and those that were asked for.
    indexed: [bool; Class::COUNT],
}

impl<U> KeptMessages<U> {
    pub(crate) fn new() -> Self {
        let mut indexed = [false; Class::COUNT];
        indexed[Class::Exact as usize] = true;
        KeptMessages {
            slab: Slab::with_capacity(FIRST_ENTRIES),
            indexes: Default::default(),
            most: 0,
            indexed,
        }
    }

    #[inline]
    pub(crate) fn len(&self) -> usize {
        self.slab.len()
    }

    pub(crate) fn take_most(&mut self) -> usize {
        std::mem::replace(&mut self.most, self.slab.len())
    }

    pub(crate) fn capacity(&self) -> usize {
        self.slab.capacity() + self.indexes.iter().map(Index::capacity).sum::<usize>()
    }

    #[inline]
    pub(crate) fn keep(&mut self, envelope: Envelope, body: U) -> KeptId {
        let (number, stamp) = self.slab.insert(KeptMessage { envelope, body, early: false });
        self.most = self.most.max(self.slab.len());
        for class in Class::ALL {
            if self.indexed[class as usize] {
                let key = class.key_of(&envelope);
                self.indexes[class as usize].push(&mut self.slab, class as usize, key, number);
            }
        }
        KeptId { number, stamp }
    }

    /// Keeps a message that has overtaken others of its context.
    pub(crate) fn keep_early(&mut self, envelope: Envelope, body: U) -> KeptId {
        for class in Class::ALL {
            if !self.indexed[class as usize] {
                self.build(class);
            }
        }
        let (number, stamp) = self.slab.insert(KeptMessage { envelope, body, early: true });
        self.most = self.most.max(self.slab.len());
        for class in [Class::Exact, Class::AnySource] {
            let key = class.key_of(&envelope);
            self.indexes[class as usize].push(&mut self.slab, class as usize, key, number);
        }
        KeptId { number, stamp }
    }

    /// Everything before an early message has come.
    pub(crate) fn promote(&mut self, id: KeptId) {
        let Some(message) = self.slab.get_mut(id.number, id.stamp) else { return };
        if !std::mem::replace(&mut message.early, false) {
            return;
        }
        let envelope = message.envelope;
        for class in [Class::AnyTag, Class::Any] {
            let key = class.key_of(&envelope);
            self.indexes[class as usize].push(&mut self.slab, class as usize, key, id.number);
        }
    }

    /// The earliest message that the selector accepts and that is not both early and `claimed`.
    pub(crate) fn find_unclaimed(
        &mut self,
        selector: &Selector,
        claimed: impl Fn(&Envelope) -> bool,
    ) -> Option<KeptId> {
        self.find_that(selector, |message| !(message.early && claimed(&message.envelope)))
    }

    /// The earliest message that the selector accepts and that `fits`.
    pub(crate) fn find_where(
        &mut self,
        selector: &Selector,
        fits: impl Fn(&U) -> bool,
    ) -> Option<KeptId> {
        self.find_that(selector, |message| fits(&message.body))
    }

    /// The earliest message that the selector accepts and that is such. Walks past those that are not.
    fn find_that(
        &mut self,
        selector: &Selector,
        is_such: impl Fn(&KeptMessage<U>) -> bool,
    ) -> Option<KeptId> {
        let mut number = self.first(selector)?;
        let lane = selector.class() as usize;
        loop {
            let node = self.slab.node(number);
            if is_such(node.value.as_ref()?) {
                return Some(KeptId { number, stamp: node.stamp });
            }
            number = Some(node.links[lane].next).filter(|next| *next != NIL)?;
        }
    }

    #[inline]
    pub(crate) fn take(&mut self, selector: &Selector) -> Option<(Envelope, U)> {
        let number = self.first(selector)?;
        self.withdraw(number)
    }

    #[inline]
    pub(crate) fn find(&mut self, selector: &Selector) -> Option<KeptId> {
        let number = self.first(selector)?;
        Some(KeptId { number, stamp: self.slab.node(number).stamp })
    }

    pub(crate) fn get(&self, id: KeptId) -> Option<(&Envelope, &U)> {
        let message = self.slab.get(id.number, id.stamp)?;
        Some((&message.envelope, &message.body))
    }

    #[inline]
    pub(crate) fn get_mut(&mut self, id: KeptId) -> Option<&mut U> {
        self.slab.get_mut(id.number, id.stamp).map(|message| &mut message.body)
    }

    pub(crate) fn take_id(&mut self, id: KeptId) -> Option<(Envelope, U)> {
        self.slab.get(id.number, id.stamp)?;
        self.withdraw(id.number)
    }

    pub(crate) fn take_where(
        &mut self,
        mut test: impl FnMut(&Envelope, &U) -> bool,
    ) -> Vec<(Envelope, U)> {
        let picked = self.slab.select(|message| test(&message.envelope, &message.body));
        picked.into_iter().filter_map(|number| self.withdraw(number)).collect()
    }

    pub(crate) fn ids_where(&self, mut test: impl FnMut(&Envelope, &U) -> bool) -> Vec<KeptId> {
        let picked = self.slab.select(|message| test(&message.envelope, &message.body));
        let id = |number| KeptId { number, stamp: self.slab.node(number).stamp };
        picked.into_iter().map(id).collect()
    }

    pub(crate) fn for_each(&self, mut visit: impl FnMut(&Envelope, &U)) {
        for number in self.slab.select(|_| true) {
            if let Some(message) = &self.slab.node(number).value {
                visit(&message.envelope, &message.body);
            }
        }
    }

    /// The earliest message that the selector accepts.
    #[inline]
    fn first(&mut self, selector: &Selector) -> Option<u32> {
        if self.slab.len() == 0 {
            return None;
        }
        let class = selector.class();
        if !self.indexed[class as usize] {
            self.build(class);
        }
        self.indexes[class as usize].find(|| selector.key()).map(|(_, head)| head)
    }

    /// Indexes a class for the first time, in order of arrival.
    #[cold]
    fn build(&mut self, class: Class) {
        self.indexed[class as usize] = true;
        for number in self.slab.select(|_| true) {
            if let Some(message) = &self.slab.node(number).value {
                debug_assert!(!message.early, "the first early message builds all indexes");
                let key = class.key_of(&message.envelope);
                self.indexes[class as usize].push(&mut self.slab, class as usize, key, number);
            }
        }
    }

    #[inline]
    fn withdraw(&mut self, number: u32) -> Option<(Envelope, U)> {
        let message = self.slab.node(number).value.as_ref()?;
        let (envelope, early) = (message.envelope, message.early);
        for class in Class::ALL {
            let hidden = early && matches!(class, Class::AnyTag | Class::Any);
            if self.indexed[class as usize] && !hidden {
                let key = class.key_of(&envelope);
                self.indexes[class as usize].remove(&mut self.slab, class as usize, key, number);
            }
        }
        self.slab.remove(number).map(|message| (message.envelope, message.body))
    }
}
