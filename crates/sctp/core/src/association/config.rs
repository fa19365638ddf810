//! What can be set of an association.

use std::net::IpAddr;
use std::time::Duration;

use super::acknowledgement::AcknowledgementPatience;
use crate::path::PathSettings;
use crate::streams::Scheduler;
use crate::wire::{ChunkType, HmacId};

/// Settings of an association, given when it is begun or accepted.
#[derive(Clone, Debug)]
pub struct AssociationConfig {
    /// Streams to send on that are asked for; the peer may have fewer.
    pub outbound_streams: u16,
    /// Most streams that the peer may send on.
    pub inbound_streams: u16,
    /// Bytes of messages, queued or travelling, that are held for sending.
    pub send_buffer: usize,
    /// The same for each stream, so that one which does not move leaves room for the others.
    pub stream_buffer: Option<usize>,
    /// Bytes held for the reader before the peer is told to stop (RFC 9260 §3.3.2, a_rwnd).
    pub receive_window: u32,
    /// Bytes that each stream may hold unread. In force where the peer offers it too and messages are
    /// interleaved; otherwise the association's window alone governs, as in the standard.
    pub stream_window: Option<u32>,
    /// With flow control by stream: accept for sending only what the peer lets the stream send, so that
    /// one that nobody reads fills no part of the send buffer.
    pub within_stream_window: bool,
    /// Bytes of an incomplete message that make it readable (RFC 6458 §8.1.21).
    pub partial_delivery: usize,
    /// The longest message accepted from the peer; `None` for any length.
    pub largest_message: Option<u64>,
    /// Whose turn it is to send (RFC 8260 §3).
    pub scheduler: Scheduler,
    /// Offer I-DATA (RFC 8260).
    pub interleaving: bool,
    /// Offer FORWARD-TSN (RFC 3758).
    pub partial_reliability: bool,
    /// Offer RE-CONFIG (RFC 6525).
    pub re_configuration: bool,
    /// Offer ASCONF (RFC 5061); only with `authentication`.
    pub dynamic_addresses: bool,
    /// Offer authentication (RFC 4895), and demand it of a peer.
    pub authentication: Option<AuthenticationConfig>,
    /// Identifier of the other way in which errors are detected, so that a checksum of zero is
    /// accepted, and sent to a peer that accepts it (RFC 9653). 1 is DTLS; the encapsulation decides.
    pub zero_checksum: Option<u32>,
    /// Paths: timeouts, MTU, heartbeats, failure, congestion, multipath.
    pub paths: PathSettings,
    /// `Association.Max.Retrans` (RFC 9260 §16: 10).
    pub max_retrans: u32,
    /// Least time without any sign of life before that many errors end the association. With timeouts of
    /// milliseconds the errors of RFC 9260 §8.1 are counted in less than a second, in which a switch or
    /// the peer's host may be away; the default is 20 s. Zero is the RFC's own rule.
    pub patience: Duration,
    /// `Max.Init.Retransmits` (RFC 9260 §16: 8).
    pub max_init_retransmits: u32,
    /// Longest time until arrived data is acknowledged (RFC 9260 §6.2: at most 500 ms). The default
    /// 2 ms stays well below the smallest retransmission timeout.
    pub sack_delay: Duration,
    /// Packets with data after which an acknowledgement leaves at once (RFC 9260 §6.2: 2), where round trips take less
    /// than a millisecond; elsewhere two at most, since a loss there costs long waits where few reports tell of it.
    pub sack_every: u32,
    /// How long the acknowledgement of the end of all that the peer has to say waits for data that carries
    /// it, where the last such end was answered that soon. Zero: it leaves at once (RFC 7053 §5.2).
    pub answer_delay: Duration,
    /// Find losses by time as well as by three reports (after RFC 8985): a chunk is lost when one sent
    /// a good while later has arrived, or more than two packets' worth of later ones (after RFC 6675), and
    /// the last of what is outstanding is sent again when no acknowledgement came for two round trips.
    /// Otherwise the loss of a message's end, or of a retransmission, waits for the timeout, as in
    /// RFC 9260.
    pub early_recovery: bool,
    /// End an association that carried no user data for so long (RFC 6458 §8.1.8).
    pub autoclose: Option<Duration>,
    /// `Valid.Cookie.Life` (RFC 9260 §16: 60 s).
    pub cookie_life: Duration,
    /// Own addresses told to the peer beside the one that packets come from; empty for one address.
    pub addresses: Vec<IpAddr>,
    /// What the layer above is (RFC 5061 §4.2.6), told to the peer.
    pub adaptation: Option<u32>,
}

/// Keys and demands of RFC 4895.
#[derive(Clone, Debug)]
pub struct AuthenticationConfig {
    /// Identifier of the endpoint pair shared key (RFC 4895 §3.1, §6.1).
    pub key_id: u16,
    /// The key. Empty is the null key: packets are then proved to come from the end that began the
    /// association, and from nobody in particular.
    pub key: Vec<u8>,
    /// Chunks that the peer has to authenticate. ASCONF and ASCONF-ACK are always among them where
    /// addresses may change. INIT, INIT-ACK, SHUTDOWN-COMPLETE and AUTH never are (RFC 4895 §3.2).
    pub chunks: Vec<ChunkType>,
    /// Algorithms, the preferred one first.
    pub algorithms: Vec<HmacId>,
}

impl AssociationConfig {
    /// What holds on a path, which is short or not.
    pub(super) fn acknowledgement_patience(&self, is_short: bool) -> AcknowledgementPatience {
        AcknowledgementPatience {
            delay: self.sack_delay,
            every: if is_short { self.sack_every } else { self.sack_every.min(2) },
            answer: self.answer_delay,
        }
    }
}

impl Default for AssociationConfig {
    fn default() -> Self {
        Self {
            outbound_streams: 10,
            inbound_streams: 2048,
            send_buffer: 1 << 20,
            stream_buffer: None,
            receive_window: 1 << 20,
            stream_window: None,
            within_stream_window: false,
            partial_delivery: 64 << 10,
            largest_message: None,
            scheduler: Scheduler::default(),
            interleaving: true,
            partial_reliability: true,
            re_configuration: true,
            dynamic_addresses: false,
            authentication: None,
            zero_checksum: None,
            paths: PathSettings::default(),
            max_retrans: 10,
            patience: Duration::from_secs(20),
            max_init_retransmits: 8,
            sack_delay: Duration::from_millis(2),
            sack_every: 2,
            answer_delay: Duration::ZERO,
            early_recovery: true,
            autoclose: None,
            cookie_life: Duration::from_secs(60),
            addresses: Vec::new(),
            adaptation: None,
        }
    }
}
