//! Requests, as the links see them.

use crate::cast::Casts;
use crate::inbox::Inbox;
use crate::world::Worlds;
use ferry_link::{Face, Links};
use ferry_method::{Header, Landing, MethodError, PeerId, Sink};

/// What has come, and what waits to go.
pub(crate) struct NexusFace {
    pub(crate) inbox: Inbox,
    pub(crate) worlds: Worlds,
    pub(crate) casts: Casts,
}

impl Face for NexusFace {
    #[inline]
    fn flush(&mut self, links: &mut Links) -> usize {
        self.worlds.flush(links, &mut self.inbox)
    }

    #[inline]
    fn has_output(&self) -> bool {
        self.worlds.has_output() || self.casts.has_output()
    }
}

impl Sink for NexusFace {
    #[inline]
    fn frame(&mut self, peer: PeerId, header: &Header, payload: &[u8]) {
        self.inbox.frame(peer, header, payload);
    }

    fn begin(&mut self, peer: PeerId, header: &Header, len: usize) -> Landing {
        self.inbox.begin(peer, header, len)
    }

    fn finish(&mut self, peer: PeerId, header: &Header, landing: Landing) {
        self.inbox.finish(peer, header, landing);
    }

    fn lost(&mut self, peer: PeerId, why: MethodError) {
        self.inbox.lost(peer, why);
    }
}
