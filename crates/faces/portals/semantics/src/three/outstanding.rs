//! Requests that wait for their answers.

use crate::handle::PortalsHandle;
use crate::three::head::AnswerKind;
use crate::three::initiate::{LocalPart, RemotePlace};

/// Requests that may wait for an answer at a time.
const MOST: usize = 1 << 16;

/// A request that waits for its answer.
#[derive(Debug)]
pub(crate) struct Outstanding {
    /// What was asked.
    pub(crate) of: RemotePlace,
    /// What is to come.
    pub(crate) kind: AnswerKind,
    pub(crate) descriptor: PortalsHandle,
    /// Where in that what comes goes.
    pub(crate) part: LocalPart,
}

#[derive(Debug, Default)]
struct OutstandingSlot {
    /// How many requests have waited here before.
    generation: u32,
    request: Option<Outstanding>,
}

/// Requests that wait for their answers, by tokens that no other ever has: a place in the lower half, and how
/// often it was used in the upper. No token is 0.
#[derive(Debug, Default)]
pub(crate) struct OutstandingTable {
    slots: Vec<OutstandingSlot>,
    free: Vec<u32>,
}

impl OutstandingTable {
    /// Whether nothing waits.
    pub(crate) fn is_empty(&self) -> bool {
        self.free.len() == self.slots.len()
    }

    /// A request waits from now on; `None`: as many do as may.
    pub(crate) fn insert(&mut self, request: Outstanding) -> Option<u64> {
        let index = match self.free.pop() {
            Some(index) => index,
            None if self.slots.len() == MOST => return None,
            None => {
                self.slots.push(OutstandingSlot::default());
                self.slots.len() as u32 - 1
            }
        };
        let slot = &mut self.slots[index as usize];
        slot.generation = slot.generation.wrapping_add(1);
        slot.request = Some(request);
        Some(u64::from(slot.generation) << 32 | u64::from(index + 1))
    }

    fn slot(&mut self, token: u64) -> Option<(u32, &mut OutstandingSlot)> {
        let index = (token as u32).checked_sub(1)?;
        let slot = self.slots.get_mut(index as usize)?;
        (u64::from(slot.generation) == token >> 32).then_some((index, slot))
    }

    /// Takes the request of a token if it waits for that.
    pub(crate) fn take_if(
        &mut self,
        token: u64,
        waits: impl FnOnce(&Outstanding) -> bool,
    ) -> Option<Outstanding> {
        let (index, slot) = self.slot(token)?;
        if !slot.request.as_ref().is_some_and(waits) {
            return None;
        }
        let request = slot.request.take();
        self.free.push(index);
        request
    }

    /// Gives up all that are such; returns whose they were.
    pub(crate) fn give_up(&mut self, is_such: impl Fn(&Outstanding) -> bool) -> Vec<PortalsHandle> {
        let mut of = Vec::new();
        for (index, slot) in (0..).zip(&mut self.slots) {
            if let Some(request) = slot.request.take_if(|request| is_such(request)) {
                of.push(request.descriptor);
                self.free.push(index);
            }
        }
        of
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::handle::ObjectKind;
    use crate::process::PortalsProcess;

    fn request(pid: u32) -> Outstanding {
        let process = PortalsProcess { nid: 0, pid };
        let of = RemotePlace { process, pt_index: 0, ac_index: 0, match_bits: 0, offset: 0 };
        let descriptor = PortalsHandle::new(ObjectKind::Descriptor, 0, pid, 0);
        let part = LocalPart { offset: 0, length: 8 };
        Outstanding { of, kind: AnswerKind::Reply, descriptor, part }
    }

    #[test]
    fn a_token_is_good_once() {
        let mut table = OutstandingTable::default();
        let first = table.insert(request(1)).unwrap();
        assert!(table.take_if(first, |_| false).is_none() && !table.is_empty());
        assert!(table.take_if(first, |_| true).is_some() && table.is_empty());
        let second = table.insert(request(2)).unwrap();
        assert!(second != first && table.take_if(first, |_| true).is_none());
        for forged in [0, 1, u64::MAX, second ^ 1 << 40] {
            assert!(table.take_if(forged, |_| true).is_none(), "{forged:x}");
        }
        assert_eq!(table.give_up(|request| request.of.process.pid == 2).len(), 1);
        assert!(table.take_if(second, |_| true).is_none() && table.is_empty());
    }

    #[test]
    fn so_many_wait_and_no_more() {
        let mut table = OutstandingTable::default();
        assert!((0..MOST).all(|_| table.insert(request(1)).is_some()));
        assert!(table.insert(request(1)).is_none());
    }
}
