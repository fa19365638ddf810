//! How the path to a peer does: what the kernel counts for all connections to it.

use crate::method::TcpStreamMethod;
use ferry_method::{Method, PeerId, Quality};
use ferry_method_tcp::door::quality_of;

impl TcpStreamMethod {
    /// Of the control connection and of all streams that go out, together.
    pub(crate) fn quality_to(&self, peer: PeerId) -> Option<Quality> {
        let control = self.control.quality(peer)?;
        let outgoing = self.peers.get(peer).map(|entry| entry.outgoing.values());
        let sockets =
            outgoing.into_iter().flatten().filter_map(|at| self.outbound.get(*at)?.socket.as_ref());
        Some(sockets.filter_map(quality_of).fold(control, Quality::with))
    }
}
