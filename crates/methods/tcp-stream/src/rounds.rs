//! What a poll is to look after without an event.

use ferry_method::{MethodError, PeerId};

/// What is to be looked after.
#[derive(Default)]
pub(crate) struct StreamRounds {
    /// Incoming streams to be read.
    pub(crate) resumed: Vec<u32>,
    /// Peers to be told something.
    pub(crate) messengers: Vec<PeerId>,
    /// Peers with a stream that broke.
    pub(crate) suspects: Vec<PeerId>,
    /// Losses that the sink has not heard of.
    pub(crate) reports: Vec<(PeerId, MethodError)>,
}
