//! Events that were not read: what is not read in time is lost, and nobody waits for a reader.

/// The events of a queue, the oldest first. An event is made where it is kept.
#[derive(Debug)]
pub(crate) struct EventRing<E> {
    /// A power of two, or none; those that are free hold what was read.
    slots: Vec<E>,
    /// Events that were read or lost.
    first: usize,
    len: usize,
    /// Events were lost since the last that was read.
    has_lost: bool,
    /// What is in slots that had no event yet.
    blank: E,
}

/// Slots at first.
const FEW: usize = 16;

impl<E: Copy> EventRing<E> {
    /// None yet. `blank`: any.
    pub(crate) fn new(blank: E) -> Self {
        EventRing { slots: Vec::new(), first: 0, len: 0, has_lost: false, blank }
    }

    pub(crate) fn len(&self) -> usize {
        self.len
    }

    fn slot(&self, number: usize) -> usize {
        number & self.slots.len().wrapping_sub(1)
    }

    /// Adds an event, in place of the oldest where there are `most`: its place, where it is to be made. Not by a closure,
    /// which is not in line where there are several that do the same.
    #[inline(always)]
    pub(crate) fn place(&mut self, most: usize) -> Option<&mut E> {
        if self.len >= most || self.len >= self.slots.len() {
            self.make_room(most);
        }
        let slot = self.slot(self.first.wrapping_add(self.len));
        let slot = self.slots.get_mut(slot)?;
        self.len += 1;
        Some(slot)
    }

    /// The same, of an event that is there.
    #[inline(always)]
    pub(crate) fn post(&mut self, most: usize, event: impl FnOnce() -> E) {
        if let Some(place) = self.place(most) {
            *place = event();
        }
    }

    /// Makes room for another.
    #[cold]
    #[inline(never)]
    fn make_room(&mut self, most: usize) {
        if self.len >= most {
            self.drop_first();
            self.has_lost = true;
        }
        if self.len == self.slots.len() {
            let kept = (0..self.len).map(|n| self.slots[self.slot(self.first.wrapping_add(n))]);
            let mut slots: Vec<E> = kept.collect();
            slots.resize((2 * self.len).max(FEW).next_power_of_two(), self.blank);
            (self.slots, self.first) = (slots, 0);
        }
    }

    #[inline]
    fn drop_first(&mut self) {
        self.first = self.first.wrapping_add(1);
        self.len -= 1;
    }

    /// Takes the oldest event as `read` has it, which is told whether some before it were lost.
    #[inline(always)]
    pub(crate) fn take<T>(&mut self, read: impl FnOnce(&E, bool) -> T) -> Option<T> {
        if self.len == 0 {
            return None;
        }
        let event = self.slots.get(self.slot(self.first))?;
        let value = read(event, std::mem::take(&mut self.has_lost));
        self.drop_first();
        Some(value)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use std::collections::VecDeque;

    proptest! {
        /// As a queue that drops its oldest.
        #[test]
        fn events_come_in_order_and_the_oldest_are_lost(
            most in 1usize..70,
            steps in prop::collection::vec(prop::bool::weighted(0.6), 0..300),
        ) {
            let (mut ring, mut model, mut has_lost) = (EventRing::new(0), VecDeque::new(), false);
            for (number, posts) in steps.into_iter().enumerate() {
                if posts {
                    ring.post(most, || number);
                    if model.len() == most {
                        model.pop_front();
                        has_lost = true;
                    }
                    model.push_back(number);
                } else {
                    let first = model.pop_front().map(|first| (first, std::mem::take(&mut has_lost)));
                    prop_assert_eq!(ring.take(|number, has_lost| (*number, has_lost)), first);
                }
                prop_assert_eq!(ring.len(), model.len());
            }
        }
    }
}
