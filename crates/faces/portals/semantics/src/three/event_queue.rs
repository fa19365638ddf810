//! Event queues: what is not read in time is lost, and nobody waits for a reader.

use crate::event_ring::EventRing;
use crate::three::event::Event;

#[derive(Debug)]
pub(crate) struct EventQueue {
    events: EventRing<Event>,
    most: usize,
    sequence: u32,
    /// Ends of operations under way that are to come here.
    pub(crate) promised: u32,
}

impl EventQueue {
    /// A queue for so many events that were not read.
    pub(crate) fn new(most: usize) -> Self {
        let (events, most) = (EventRing::new(Event::blank()), most.max(2));
        EventQueue { events, most, sequence: 0, promised: 0 }
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.events.len() == 0
    }

    /// Adds the event that has this number, in place of the oldest where there is no room.
    #[inline(always)]
    pub(crate) fn post(&mut self, event: impl FnOnce(u32) -> Event) {
        let sequence = self.sequence;
        self.sequence = sequence.wrapping_add(1);
        self.events.post(self.most, || event(sequence));
    }

    /// Takes the oldest event as `read` has it, which is told whether some before it were lost.
    #[inline(always)]
    pub(crate) fn take<T>(&mut self, read: impl FnOnce(&Event, bool) -> T) -> Option<T> {
        self.events.take(read)
    }
}
