//! Connections for streams that go out: how many there may be, and which streams want one.

use ferry_method::{PeerId, StreamKey};
use std::collections::HashSet;

/// Which connections are wanted.
pub(crate) struct Demand {
    /// Connections that may be open at present.
    pub(crate) limit: usize,
    /// Streams that wait until another gives way to them.
    pub(crate) waiting: HashSet<(PeerId, StreamKey)>,
    /// Connections that end.
    pub(crate) ending: usize,
    /// Those that are being opened.
    pub(crate) dialing: Vec<u32>,
    /// Those whose sends found no room.
    pub(crate) blocked: Vec<u32>,
}

impl Demand {
    pub(crate) fn new(limit: usize) -> Self {
        let (waiting, dialing, blocked) = (HashSet::new(), Vec::new(), Vec::new());
        Demand { limit, waiting, ending: 0, dialing, blocked }
    }
}
