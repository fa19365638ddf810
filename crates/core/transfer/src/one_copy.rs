//! One-copy: messages that are read from their senders' memory.

use crate::frames::{CTS, control};
use crate::request::RequestId;
use crate::transfer::Transfer;
use ferry_link::Links;
use ferry_wire::PeerId;

/// A message to be read from its sender's memory.
pub(crate) struct Pull {
    pub(crate) peer: PeerId,
    pub(crate) request: RequestId,
    pub(crate) sender: RequestId,
    pub(crate) address: u64,
    pub(crate) len: u64,
}

impl Transfer {
    /// Reads the messages where they are long enough to gain by it; the others are asked for. Where
    /// reading fails, so are all from then on.
    pub(crate) fn pull_all(&mut self, link: &mut Links) {
        for pull in std::mem::take(&mut self.pulls) {
            let gains = self.remote_reads
                && link.reads_from(pull.peer).is_some_and(|from| pull.len >= from as u64);
            let Some(region) = self.region_of(pull.request) else { continue };
            if gains && link.read_remote(pull.peer, pull.address, region).is_ok() {
                self.let_go(pull.peer, pull.sender);
                self.received(pull.request, pull.len);
                continue;
            }
            self.remote_reads &= !gains;
            self.control(pull.peer, control(CTS, pull.sender, pull.request.0));
        }
    }
}
