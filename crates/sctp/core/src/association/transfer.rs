//! What exists once both offers are known: streams both ways and the chunks between.

use std::collections::VecDeque;
use std::time::Duration;

use super::acknowledgement::Acknowledgement;
use super::arrived::Arrived;
use super::outstanding::{Flight, OutstandingChunks, SentChunk};
use super::{AssociationConfig, AssociationEvent};
use crate::Now;
use crate::addresses::AddressChanges;
use crate::handshake::{HandshakeOffer, NegotiatedTerms};
use crate::path::{PathId, PathSet};
use crate::re_configuration::ReConfiguration;
use crate::serial::Tsn;
use crate::streams::incoming::{InboundStreams, IncomingConfig};
use crate::streams::outgoing::{OutboundStreams, OutgoingConfig};
use crate::streams::{Abandoned, SkipList};

/// Streams, numbers and windows of an association whose ends know each other's offers.
#[derive(Debug)]
pub(super) struct Transfer {
    pub(super) agreed: NegotiatedTerms,
    pub(super) outgoing: OutboundStreams,
    pub(super) incoming: InboundStreams,
    pub(super) outstanding: OutstandingChunks,
    pub(super) arrived: Arrived,
    pub(super) acknowledgement: Acknowledgement,
    pub(super) re_configuration: ReConfiguration,
    pub(super) addresses: AddressChanges,
    /// What the peer said last of its room.
    pub(super) peer_room: u32,
    /// Until when a peer without room is left alone, and how long the last such wait was
    /// (RFC 9260 §6.1 A: a timeout at first, then twice as long each time).
    pub(super) closed_until: Option<Now>,
    closed_wait: Duration,
    /// Messages to be skipped, for FORWARD-TSN.
    pub(super) skips: SkipList,
    /// When FORWARD-TSN is to be sent again.
    pub(super) forward_due: Option<Now>,
    pub(super) forward_now: bool,
    /// When the last chunk is sent again because nobody spoke of it.
    pub(super) probe_due: Option<Now>,
    /// When what is missing between chunks that came counts as lost, and the first such chunk.
    pub(super) holes_due: Option<(Now, Tsn)>,
    /// When the peer is asked for the limits of streams that wait.
    pub(super) limits_due: Option<Now>,
    pub(super) limits_patience: Duration,
    /// A loss was found: one packet goes again whatever the window (RFC 9260 §7.2.4 3).
    pub(super) free_packet: bool,
    /// Tail probes since something was acknowledged.
    pub(super) probes: u8,
    /// A send was refused for want of room.
    pub(super) refused: bool,
    /// Everything was acknowledged, and the user knows.
    pub(super) dry: bool,
}

impl Transfer {
    pub(super) fn new(
        config: &AssociationConfig,
        own: &HandshakeOffer,
        peer: &HandshakeOffer,
        agreed: NegotiatedTerms,
    ) -> Self {
        let outgoing = OutboundStreams::new(OutgoingConfig {
            streams: agreed.outbound,
            interleaving: agreed.interleaving,
            partial_reliability: agreed.partial_reliability,
            send_buffer: config.send_buffer,
            stream_buffer: config.stream_buffer,
            stream_limit: agreed.stream_windows.map(|(theirs, _)| u64::from(theirs)),
            within_limit: config.within_stream_window,
            scheduler: config.scheduler,
        });
        let incoming = IncomingConfig {
            streams: agreed.inbound,
            interleaving: agreed.interleaving,
            partial_reliability: agreed.partial_reliability,
            window: config.receive_window as usize,
            partial_delivery: config.partial_delivery,
            largest_message: config.largest_message,
            stream_window: agreed.stream_windows.map(|(_, ours)| ours),
        };
        Self {
            outgoing,
            incoming: InboundStreams::new(incoming, peer.initial_tsn),
            outstanding: OutstandingChunks::new(own.initial_tsn),
            arrived: Arrived::new(peer.initial_tsn),
            acknowledgement: Acknowledgement::default(),
            re_configuration: ReConfiguration::new(
                own.initial_tsn,
                peer.initial_tsn,
                config.inbound_streams,
            ),
            addresses: AddressChanges::new(own.initial_tsn, peer.initial_tsn),
            peer_room: peer.window,
            closed_until: None,
            closed_wait: Duration::ZERO,
            skips: SkipList::new(agreed.interleaving),
            forward_due: None,
            forward_now: false,
            probe_due: None,
            holes_due: None,
            limits_due: None,
            limits_patience: Duration::ZERO,
            free_packet: false,
            probes: 0,
            refused: false,
            dry: true,
            agreed,
        }
    }

    /// The peer told its room.
    pub(super) fn watch_window(&mut self, now: Now, rto: Duration, most: Duration) {
        if self.peer_room > 0 {
            (self.closed_until, self.closed_wait) = (None, Duration::ZERO);
        } else if self.closed_until.is_none() && self.outstanding.flying() == 0 {
            self.closed_wait = self.closed_wait.saturating_mul(2).clamp(rto, most.max(rto));
            self.closed_until = Some(now.saturating_add(self.closed_wait));
        }
    }

    /// Whether one chunk may ask a peer without room whether there is some now (RFC 9260 §6.1 A).
    pub(super) fn may_ask_for_room(&self, now: Now) -> bool {
        self.outstanding.flying() == 0 && self.closed_until.is_none_or(|until| until <= now)
    }

    /// Bytes that the peer has room for beyond what is under way (RFC 9260 §6.2.1).
    pub(super) fn peer_window(&self) -> u64 {
        u64::from(self.peer_room).saturating_sub(self.outstanding.flying())
    }

    /// Whether there is anything to send: data, new or lost, or word of what has come or was given up.
    pub(super) fn has_output(&self) -> bool {
        self.acknowledgement.is_urgent()
            || self.forward_now
            || self.outstanding.lost() > 0
            || self.outgoing.has_fragment()
    }

    /// Everything that was accepted has arrived or was given up.
    pub(super) fn is_settled(&self) -> bool {
        self.outstanding.is_empty() && self.outgoing.queued() == 0
    }

    /// Takes over what the streams have given up (RFC 3758 §3.5 A3): those chunks fly no more.
    pub(super) fn settle_abandoned(
        &mut self,
        now: Now,
        paths: &mut PathSet,
        events: &mut VecDeque<AssociationEvent>,
    ) {
        while let Some(abandoned) = self.outgoing.poll_abandoned() {
            if abandoned.sent {
                self.give_up(now, paths, &abandoned);
            }
            let Abandoned { context, sent, .. } = abandoned;
            events.push_back(AssociationEvent::Abandoned { context, sent });
        }
    }

    fn give_up(&mut self, now: Now, paths: &mut PathSet, abandoned: &Abandoned) {
        for place in 0..self.outstanding.len() {
            let Some(chunk) = self.outstanding.get(place) else { break };
            let same = chunk.message == abandoned.message;
            if !same || matches!(chunk.flight, Flight::Arrived | Flight::Abandoned) {
                continue;
            }
            let (path, bytes) = (chunk.path, u64::from(chunk.bytes()));
            if self.outstanding.set(place, Flight::Abandoned) == Some(Flight::Flying) {
                paths.on_lost(now, path, bytes);
            }
        }
        if abandoned.placeholder {
            self.push_placeholder(now, paths.data_path(), abandoned);
        }
        self.forward_now = true;
    }

    /// One more number for a message whose end was never cut: the forward point passes all of it.
    fn push_placeholder(&mut self, now: Now, path: PathId, abandoned: &Abandoned) {
        use crate::serial::FragmentSequence;
        use crate::streams::Fragment;
        use crate::wire::PayloadProtocol;
        use crate::wire::chunk::DataFlags;
        let fragment = Fragment {
            flags: DataFlags { unordered: abandoned.skip.unordered, ..DataFlags::default() },
            stream: abandoned.skip.stream,
            message: abandoned.skip.message,
            number: FragmentSequence(0),
            protocol: PayloadProtocol::default(),
            payload: bytes::Bytes::new(),
        };
        let chunk = SentChunk::new(abandoned.message, fragment, path, now);
        self.outstanding.push(SentChunk { flight: Flight::Abandoned, ..chunk });
    }
}
