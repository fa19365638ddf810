//! The one table of handlers: who runs a remote service request.

use ferry_method::{Landing, MethodError, PeerId, Sink};
use ferry_wire::{HandlerId, Header};

/// What a handler does with a request, for a state `S`.
pub struct Handler<S> {
    /// The whole payload is at hand.
    pub frame: fn(&mut S, PeerId, &Header, &[u8]),
    /// A long payload has begun: where should it go?
    pub begin: fn(&mut S, PeerId, &Header, usize) -> Landing,
    /// The long payload is in its landing.
    pub finish: fn(&mut S, PeerId, &Header, Landing),
}

impl<S> Clone for Handler<S> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<S> Copy for Handler<S> {}

/// Handlers by number, over one state.
pub struct HandlerTable<S> {
    handlers: [Handler<S>; 256],
}

impl<S> HandlerTable<S> {
    /// A table in which `unknown` answers for every number and `collect` begins long payloads.
    pub fn new(unknown: Handler<S>) -> Self {
        HandlerTable { handlers: [unknown; 256] }
    }

    /// Gives the number `id` to a handler.
    pub fn register(&mut self, id: HandlerId, handler: Handler<S>) {
        self.handlers[id.0 as usize] = handler;
    }

    /// The table over its state, as a method wants it.
    pub fn bind<'a>(
        &'a self,
        state: &'a mut S,
        lost: fn(&mut S, PeerId, MethodError),
    ) -> Bound<'a, S> {
        Bound { table: self, state, lost }
    }
}

/// A table bound to its state for the time of a poll.
pub struct Bound<'a, S> {
    table: &'a HandlerTable<S>,
    state: &'a mut S,
    lost: fn(&mut S, PeerId, MethodError),
}

impl<S> Sink for Bound<'_, S> {
    #[inline]
    fn frame(&mut self, peer: PeerId, header: &Header, payload: &[u8]) {
        (self.table.handlers[header.handler.0 as usize].frame)(self.state, peer, header, payload);
    }

    fn begin(&mut self, peer: PeerId, header: &Header, len: usize) -> Landing {
        (self.table.handlers[header.handler.0 as usize].begin)(self.state, peer, header, len)
    }

    fn finish(&mut self, peer: PeerId, header: &Header, landing: Landing) {
        (self.table.handlers[header.handler.0 as usize].finish)(self.state, peer, header, landing);
    }

    fn lost(&mut self, peer: PeerId, why: MethodError) {
        (self.lost)(self.state, peer, why);
    }
}
