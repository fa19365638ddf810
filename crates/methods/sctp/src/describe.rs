//! What people and programs are told of links.

use crate::method::SctpMethod;
use crate::session::PeerState;
use ferry_method::PeerId;
use ferry_sctp_core::association::AssociationReport;
use ferry_sctp_core::path::PathReport;
use std::fmt::Write;

impl SctpMethod {
    /// The link to a peer: what holds for the whole association, then a line for each path.
    pub(crate) fn describe(&self, peer: PeerId) -> Option<String> {
        let entry = self.peers.get(peer)?;
        match entry.state() {
            PeerState::Idle => None,
            PeerState::Calling(_) => {
                let contact = entry.contact.as_ref()?;
                let each = self.candidates(contact).unwrap_or_default();
                let each: Vec<String> = each.iter().map(ToString::to_string).collect();
                Some(format!("connecting: {}", each.join(", ")))
            }
            PeerState::Open(at) => {
                let link = self.associations.get(*at)?;
                let report = self.socket.endpoint().report(link.id)?;
                let used = (link.outgoing.used(), link.incoming.used(), link.incoming.held());
                Some(association(&report, self.options.transport, used))
            }
            PeerState::Departed(_) => Some("closed by agreement".to_owned()),
            PeerState::Gone(why) => Some(why.to_string()),
        }
    }

    /// Packets of strangers that were dropped.
    pub(crate) fn strangers(&self) -> u64 {
        self.socket.endpoint().counters().refused()
    }
}

/// The first line, and one for each path.
fn association(
    report: &AssociationReport,
    transport: crate::options::Transport,
    (out, back, held): (usize, usize, usize),
) -> String {
    let primary = report.paths.iter().find(|path| path.primary).or(report.paths.first());
    let to = primary.map_or_else(String::new, |path| format!("to {} ", path.addr));
    let proved = if report.authenticated { ", authenticated" } else { "" };
    let mut text = format!(
        "{to}over {transport}, streams {out} of {} out, {back} of {} in, {held} held, {} bytes in \
         flight, room for {} there, {} chunks of {} retransmitted{proved}",
        report.outbound_streams,
        report.inbound_streams,
        report.in_flight,
        report.peer_window,
        report.counters.retransmissions,
        report.counters.chunks_sent,
    );
    for one in &report.paths {
        let _ = write!(text, "\n{}", path(one));
    }
    text
}

fn path(path: &PathReport) -> String {
    let primary = if path.primary { ", primary" } else { "" };
    let rtt = path.rtt.map_or_else(|| "not measured".to_owned(), |rtt| format!("{rtt:?}"));
    format!(
        "path {} {}{primary}: rtt {rtt}, rto {:?}, {} cwnd {} bytes, {} in flight, {} retransmissions, \
         {} timeouts, packets of {} bytes",
        path.addr,
        path.state,
        path.rto,
        path.congestion,
        path.cwnd,
        path.in_flight,
        path.counters.retransmissions,
        path.counters.timeouts,
        path.mtu,
    )
}
