//! How the path to a peer does: what the association counts.

use crate::method::SctpMethod;
use ferry_method::{PeerId, Quality};
use std::time::Duration;

impl SctpMethod {
    /// Of all paths of the association together.
    pub(crate) fn quality_to(&self, peer: PeerId) -> Option<Quality> {
        let link = self.link_of(peer)?;
        let report = self.socket.endpoint().report(link.id)?;
        let of_path = |path: &ferry_sctp_core::path::PathReport| Quality {
            round_trip: path.least_rtt.unwrap_or(Duration::MAX),
            sent: path.counters.packets,
            lost: path.counters.retransmissions,
        };
        let all = report.paths.iter().map(of_path).reduce(Quality::with)?;
        (all.round_trip != Duration::MAX).then_some(all)
    }
}
