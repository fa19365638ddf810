//! What an association tells of itself (RFC 6458 §8.2.1, `SCTP_STATUS`).

use super::{Association, AssociationState};
use crate::path::PathReport;

/// Events of an association since it exists.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct AssociationCounters {
    /// Packets sent.
    pub packets_sent: u64,
    /// Packets taken.
    pub packets_received: u64,
    /// Data chunks sent for the first time.
    pub chunks_sent: u64,
    /// Data chunks taken.
    pub chunks_received: u64,
    /// Data chunks sent again.
    pub retransmissions: u64,
    /// Data chunks that came more than once.
    pub duplicates: u64,
    /// Data chunks dropped for want of room, or beyond what can be acknowledged.
    pub dropped: u64,
    /// SACKs sent.
    pub sacks_sent: u64,
    /// SACKs taken.
    pub sacks_received: u64,
    /// Control chunks sent, SACKs apart.
    pub control_sent: u64,
}

/// A snapshot of an association.
#[derive(Clone, Debug)]
pub struct AssociationReport {
    /// State.
    pub state: AssociationState,
    /// SCTP port of the peer.
    pub peer_port: u16,
    /// Streams that can be sent on; 0 before the handshake.
    pub outbound_streams: u16,
    /// Streams that the peer can send on.
    pub inbound_streams: u16,
    /// Messages are interleaved (RFC 8260).
    pub interleaving: bool,
    /// Messages can be given up (RFC 3758).
    pub partial_reliability: bool,
    /// Chunks are authenticated (RFC 4895).
    pub authenticated: bool,
    /// Packets leave without a checksum (RFC 9653).
    pub zero_checksum: bool,
    /// Each stream has a window of its own.
    pub stream_windows: bool,
    /// Bytes that the peer has room for.
    pub peer_window: u64,
    /// Bytes under way.
    pub in_flight: u64,
    /// Chunks that the peer has not acknowledged for good.
    pub outstanding: usize,
    /// Bytes held for sending.
    pub send_held: usize,
    /// Bytes held for the reader, with what their keeping costs.
    pub receive_held: usize,
    /// Bytes that the peer may send.
    pub receive_window: u32,
    /// Largest packet in use, common header included.
    pub packet_size: u16,
    /// Paths, the primary among them.
    pub paths: Vec<PathReport>,
    /// What happened so far.
    pub counters: AssociationCounters,
}

impl Association {
    pub(crate) fn report(&self) -> AssociationReport {
        let packet_size = self.paths.packet_size();
        let transfer = self.transfer.as_ref();
        let agreed = transfer.map(|t| &t.agreed);
        AssociationReport {
            state: self.state,
            peer_port: self.peer_port,
            outbound_streams: transfer.map_or(0, |t| count(t.outgoing.streams())),
            inbound_streams: transfer.map_or(0, |t| count(t.incoming.streams())),
            interleaving: agreed.is_some_and(|a| a.interleaving),
            partial_reliability: agreed.is_some_and(|a| a.partial_reliability),
            authenticated: agreed.is_some_and(|a| a.authentication.is_some()),
            zero_checksum: agreed.is_some_and(|a| a.send_zero_checksum),
            stream_windows: agreed.is_some_and(|a| a.stream_windows.is_some()),
            peer_window: transfer.map_or(0, super::transfer::Transfer::peer_window),
            in_flight: transfer.map_or(0, |t| t.outstanding.flying()),
            outstanding: transfer.map_or(0, |t| t.outstanding.len()),
            send_held: transfer.map_or(0, |t| t.outgoing.held()),
            receive_held: transfer.map_or(0, |t| t.incoming.held()),
            receive_window: transfer.map_or(0, |t| t.incoming.window(usize::from(packet_size))),
            packet_size,
            paths: self.paths.reports().collect(),
            counters: self.counters,
        }
    }
}

fn count(streams: usize) -> u16 {
    u16::try_from(streams).unwrap_or(u16::MAX)
}
