//! Event queues: what is not read in time is lost, and nobody waits for a reader.

use crate::event_ring::EventRing;
use crate::four::event::{NiEvent, NiEventKind};

#[derive(Debug)]
pub(crate) struct FullEventQueue {
    events: EventRing<NiEvent>,
    most: usize,
    /// Portals with flow control that tell here that they are disabled: each has a place of its own.
    pub(crate) flows: usize,
    /// Events of operations under way that are to come here.
    pub(crate) promised: usize,
}

impl FullEventQueue {
    /// A queue for so many events that were not read.
    pub(crate) fn new(most: usize) -> Self {
        let events = EventRing::new(NiEvent::of(NiEventKind::Put, 0, 0));
        FullEventQueue { events, most: most.max(1), flows: 0, promised: 0 }
    }

    /// Whether so many more events will find room, or all that there is is free.
    pub(crate) fn has_room(&self, events: usize) -> bool {
        let taken = self.events.len() + self.promised;
        taken == 0 || taken + events <= self.most
    }

    /// Adds an event, in place of the oldest where there is no room.
    #[inline(always)]
    pub(crate) fn post(&mut self, event: impl FnOnce() -> NiEvent) {
        self.events.post(self.most, event);
    }

    /// The same: where it is to be made.
    #[inline(always)]
    pub(crate) fn place(&mut self) -> Option<&mut NiEvent> {
        self.events.place(self.most)
    }

    /// Adds the event of a portal that is disabled, which has a place of its own.
    pub(crate) fn post_flow(&mut self, event: NiEvent) {
        self.events.post(self.most.saturating_add(self.flows), || event);
    }

    /// Takes the oldest event as `read` has it, which is told whether some before it were lost.
    #[inline(always)]
    pub(crate) fn take<T>(&mut self, read: impl FnOnce(&NiEvent, bool) -> T) -> Option<T> {
        self.events.take(read)
    }
}
