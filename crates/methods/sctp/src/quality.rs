//! How the path to a peer does: what the association counts.

use crate::method::SctpMethod;
use ferry_method::{PeerId, Quality, has_queue};
use std::time::Duration;

impl SctpMethod {
    /// Of all paths of the association together.
    pub(crate) fn quality_to(&self, peer: PeerId) -> Option<Quality> {
        let link = self.link_of(peer)?;
        let report = self.socket.endpoint().report(link.id)?;
        let of_path = |path: &ferry_sctp_core::path::PathReport| {
            let shortest = path.least_rtt.unwrap_or(Duration::MAX);
            Quality {
                round_trip: shortest,
                sent: path.counters.packets,
                lost: path.counters.retransmissions,
                has_queue: path.rtt.is_some_and(|rtt| has_queue(shortest, rtt)),
                keeps_pace: !matches!(path.congestion, "standard" | "cubic"),
            }
        };
        let all = report.paths.iter().map(of_path).reduce(Quality::with)?;
        (all.round_trip != Duration::MAX).then_some(all)
    }
}

#[cfg(test)]
mod tests {
    use crate::{SctpMethod, SctpOptions};
    use ferry_conformance::{Mesh, Reach, Subject, identity};
    use ferry_method::{HandlerId, Header, Method, PeerId};
    use std::time::Duration;

    #[test]
    fn a_link_tells_what_its_path_is_like() {
        let one = |i, n| SctpMethod::new(identity(i, n), SctpOptions::default());
        let subject = Subject::new(Reach::Others, move |n| {
            (0..n).map(|i| Box::new(one(i, n).expect("a port")) as Box<dyn Method>).collect()
        });
        let mut mesh = Mesh::new(&subject, 2);
        assert_eq!(mesh.method(0).quality(PeerId(1)), None);
        for expected in 1..20 {
            mesh.send((0, 1), &Header::new(HandlerId(1)), b"something");
            mesh.until("the frame arrives", |mesh| mesh.take(1).len() == 1);
            let quality = mesh.method(0).quality(PeerId(1)).expect("it is up");
            assert!(quality.sent >= expected && quality.lost <= quality.sent, "{quality:?}");
            assert!(quality.round_trip > Duration::ZERO, "{quality:?}");
        }
    }
}
