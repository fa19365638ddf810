//! Event queues: what is not read in time is lost, and nobody waits for a reader.

use crate::three::event::Event;
use std::collections::VecDeque;

#[derive(Debug)]
pub(crate) struct EventQueue {
    events: VecDeque<Event>,
    most: usize,
    sequence: u32,
    /// Events were lost since the last that was read.
    has_lost: bool,
    /// Ends of operations under way that are to come here.
    pub(crate) promised: u32,
}

impl EventQueue {
    /// A queue for so many events that were not read.
    pub(crate) fn new(most: usize) -> Self {
        let (events, most) = (VecDeque::new(), most.max(2));
        EventQueue { events, most, sequence: 0, has_lost: false, promised: 0 }
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.events.is_empty()
    }

    /// Adds the event that has this number, in place of the oldest where there is no room.
    #[inline(always)]
    pub(crate) fn post(&mut self, event: impl FnOnce(u32) -> Event) {
        if self.events.len() == self.most {
            self.events.pop_front();
            self.has_lost = true;
        }
        let sequence = self.sequence;
        self.sequence = sequence.wrapping_add(1);
        self.events.push_back(event(sequence));
    }

    /// Takes the oldest event as `read` has it, which is told whether some before it were lost.
    #[inline]
    pub(crate) fn take<T>(&mut self, read: impl FnOnce(&Event, bool) -> T) -> Option<T> {
        let value = read(self.events.front()?, std::mem::take(&mut self.has_lost));
        self.events.pop_front();
        Some(value)
    }
}
