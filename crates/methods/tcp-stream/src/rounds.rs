//! What a poll is to look after without an event.

use crate::inbound::InboundEnd;
use ferry_method::{MethodError, PeerId};

/// What is to be looked after.
#[derive(Default)]
pub(crate) struct StreamRounds {
    /// Incoming streams to be read.
    pub(crate) resumed: Vec<u32>,
    /// Incoming streams that were found to be broken between two polls.
    pub(crate) broken: Vec<(u32, InboundEnd)>,
    /// Peers to be told something.
    pub(crate) messengers: Vec<PeerId>,
    /// Peers with a stream that broke.
    pub(crate) suspects: Vec<PeerId>,
    /// Losses that the sink has not heard of.
    pub(crate) reports: Vec<(PeerId, MethodError)>,
}

impl StreamRounds {
    /// Whether a poll has something to do at once.
    pub(crate) fn has_any(&self) -> bool {
        !self.reports.is_empty() || !self.resumed.is_empty() || !self.broken.is_empty()
    }
}
