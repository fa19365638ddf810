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

    /// Adds an event, in place of the oldest where there is no room.
    pub(crate) fn post(&mut self, mut event: Event) {
        if self.events.len() == self.most {
            self.events.pop_front();
            self.has_lost = true;
        }
        event.sequence = self.sequence;
        self.sequence = self.sequence.wrapping_add(1);
        self.events.push_back(event);
    }

    /// The oldest event, and whether some before it were lost.
    pub(crate) fn take(&mut self) -> Option<(Event, bool)> {
        let event = self.events.pop_front()?;
        Some((event, std::mem::take(&mut self.has_lost)))
    }
}
