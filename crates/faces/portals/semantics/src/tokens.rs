//! Requests that wait for their answers.

/// Requests that may wait for an answer at a time.
const MOST: usize = 1 << 16;

#[derive(Debug)]
struct TokenSlot<T> {
    /// How many requests have waited here before.
    generation: u32,
    request: Option<T>,
}

/// Requests that wait for their answers, by tokens that no other ever has: a place in the lower half, and how
/// often it was used in the upper. No token is 0.
#[derive(Debug)]
pub(crate) struct TokenTable<T> {
    slots: Vec<TokenSlot<T>>,
    free: Vec<u32>,
    /// The generation before the first of places that are new.
    last: u32,
}

impl<T> Default for TokenTable<T> {
    fn default() -> Self {
        TokenTable { slots: Vec::new(), free: Vec::new(), last: 0 }
    }
}

impl<T: Copy> TokenTable<T> {
    /// None of the tokens that were given up to a generation is given again. None was given yet.
    pub(crate) fn follow(&mut self, generation: u32) {
        self.last = generation;
    }

    /// The last generation that a token has.
    pub(crate) fn last_generation(&self) -> u32 {
        self.slots.iter().map(|slot| slot.generation).max().unwrap_or(self.last)
    }

    /// Whether nothing waits.
    pub(crate) fn is_empty(&self) -> bool {
        self.free.len() == self.slots.len()
    }

    /// Whether another may wait.
    pub(crate) fn has_room(&self) -> bool {
        !self.free.is_empty() || self.slots.len() < MOST
    }

    /// A request waits from now on; `None`: as many do as may.
    #[inline(always)]
    pub(crate) fn insert(&mut self, request: T) -> Option<u64> {
        let index = match self.free.pop() {
            Some(index) => index,
            None if self.slots.len() == MOST => return None,
            None => {
                self.slots.push(TokenSlot { generation: self.last, request: None });
                self.slots.len() as u32 - 1
            }
        };
        let slot = &mut self.slots[index as usize];
        slot.generation = slot.generation.wrapping_add(1);
        slot.request = Some(request);
        Some(u64::from(slot.generation) << 32 | u64::from(index + 1))
    }

    #[inline(always)]
    fn slot(&mut self, token: u64) -> Option<(u32, &mut TokenSlot<T>)> {
        let index = (token as u32).checked_sub(1)?;
        let slot = self.slots.get_mut(index as usize)?;
        (u64::from(slot.generation) == token >> 32).then_some((index, slot))
    }

    /// Takes the request of a token if it waits for that. In line, so that of a request only what is asked for is read.
    #[inline(always)]
    pub(crate) fn take_if(&mut self, token: u64, waits: impl FnOnce(&T) -> bool) -> Option<T> {
        let (index, slot) = self.slot(token)?;
        let request = *slot.request.as_ref().filter(|request| waits(request))?;
        slot.request = None;
        self.free.push(index);
        Some(request)
    }

    /// Gives up all that are such.
    pub(crate) fn give_up(&mut self, is_such: impl Fn(&T) -> bool) -> Vec<T> {
        let mut given_up = Vec::new();
        for (index, slot) in (0..).zip(&mut self.slots) {
            if let Some(request) = slot.request.take_if(|request| is_such(request)) {
                given_up.push(request);
                self.free.push(index);
            }
        }
        given_up
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_token_is_good_once() {
        let mut table = TokenTable::default();
        let first = table.insert("one").unwrap();
        assert!(table.take_if(first, |_| false).is_none() && !table.is_empty());
        assert!(table.take_if(first, |_| true).is_some() && table.is_empty());
        let second = table.insert("two").unwrap();
        assert!(second != first && table.take_if(first, |_| true).is_none());
        for forged in [0, 1, u64::MAX, second ^ 1 << 40] {
            assert!(table.take_if(forged, |_| true).is_none(), "{forged:x}");
        }
        assert_eq!(table.give_up(|request| *request == "two"), ["two"]);
        assert!(table.take_if(second, |_| true).is_none() && table.is_empty());
    }

    #[test]
    fn tokens_of_a_table_before_are_good_for_nothing() {
        let mut before = TokenTable::default();
        let given = [(); 3].map(|()| {
            let token = before.insert("before").unwrap();
            assert!(before.take_if(token, |_| true).is_some());
            token
        });
        let mut table = TokenTable::default();
        table.follow(before.last_generation());
        assert_eq!(table.last_generation(), 3);
        let token = table.insert("now").unwrap();
        assert!(given.iter().all(|token| table.take_if(*token, |_| true).is_none()));
        assert_eq!(table.take_if(token, |_| true), Some("now"));
    }

    #[test]
    fn so_many_wait_and_no_more() {
        let mut table = TokenTable::default();
        assert!((0..MOST).all(|n| table.insert(n).is_some()));
        assert!(!table.has_room() && table.insert(0).is_none());
    }
}
