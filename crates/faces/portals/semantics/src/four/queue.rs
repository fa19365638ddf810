//! Event queues: what is not read in time is lost, and nobody waits for a reader.

use crate::four::event::NiEvent;
use std::collections::VecDeque;

#[derive(Debug)]
pub(crate) struct FullEventQueue {
    events: VecDeque<NiEvent>,
    most: usize,
    /// Portals with flow control that tell here that they are disabled: each has a place of its own.
    pub(crate) flows: usize,
    /// Events of operations under way that are to come here.
    pub(crate) promised: usize,
    /// Events were lost since the last that was read.
    has_lost: bool,
}

impl FullEventQueue {
    /// A queue for so many events that were not read.
    pub(crate) fn new(most: usize) -> Self {
        FullEventQueue {
            events: VecDeque::new(),
            most: most.max(1),
            flows: 0,
            promised: 0,
            has_lost: false,
        }
    }

    /// Whether so many more events will find room, or all that there is is free.
    pub(crate) fn has_room(&self, events: usize) -> bool {
        let taken = self.events.len() + self.promised;
        taken == 0 || taken + events <= self.most
    }

    /// Adds an event, in place of the oldest where there is no room.
    #[inline]
    pub(crate) fn post(&mut self, event: NiEvent) {
        self.keep_below(self.most);
        self.events.push_back(event);
    }

    /// Adds the event of a portal that is disabled, which has a place of its own.
    pub(crate) fn post_flow(&mut self, event: NiEvent) {
        self.keep_below(self.most + self.flows);
        self.events.push_back(event);
    }

    #[inline]
    fn keep_below(&mut self, most: usize) {
        if self.events.len() >= most {
            self.events.pop_front();
            self.has_lost = true;
        }
    }

    /// Takes the oldest event as `read` has it, which is told whether some before it were lost.
    #[inline]
    pub(crate) fn take<T>(&mut self, read: impl FnOnce(&NiEvent, bool) -> T) -> Option<T> {
        let value = read(self.events.front()?, std::mem::take(&mut self.has_lost));
        self.events.pop_front();
        Some(value)
    }
}
