//! What one end proposes in its INIT or INIT ACK (RFC 9260 §3.3.2, §3.3.3).

use std::net::IpAddr;

use crate::association::AssociationConfig;
use crate::authentication::AuthOffer;
use crate::path::MAX_PATHS;
use crate::serial::Tsn;
use crate::wire::{ParameterType, VerificationTag};

/// Parameter of flow control by stream: bytes that each of the receiver's streams may send at first.
/// From the range left to nobody; its bits ask those who do not know it to step over it in silence.
pub(crate) const STREAM_WINDOW: ParameterType = ParameterType(0x9F57);

/// The smallest window that may be told (RFC 9260 §3.3.2).
pub(super) const LEAST_WINDOW: u32 = 1500;

/// What one end proposes; owned, since it travels in the cookie.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct HandshakeOffer {
    /// Tag of every packet to this end.
    pub(crate) tag: VerificationTag,
    /// Bytes of room for data.
    pub(crate) window: u32,
    /// Streams to send on.
    pub(crate) outbound: u16,
    /// Most streams to receive on.
    pub(crate) inbound: u16,
    /// Number of the first DATA chunk.
    pub(crate) initial_tsn: Tsn,
    /// Addresses beside the one that the packet comes from; at most [`MAX_PATHS`], none twice.
    pub(crate) addresses: Vec<IpAddr>,
    /// Can send to IPv4 addresses.
    pub(crate) ipv4: bool,
    /// Can send to IPv6 addresses.
    pub(crate) ipv6: bool,
    /// FORWARD TSN (RFC 3758).
    pub(crate) partial_reliability: bool,
    /// I-DATA (RFC 8260).
    pub(crate) interleaving: bool,
    /// I-FORWARD-TSN (RFC 8260).
    pub(crate) interleaved_skips: bool,
    /// RE-CONFIG (RFC 6525).
    pub(crate) re_configuration: bool,
    /// ASCONF and ASCONF-ACK (RFC 5061), protected by authentication.
    pub(crate) dynamic_addresses: bool,
    /// The other way in which errors are detected (RFC 9653).
    pub(crate) zero_checksum: Option<u32>,
    /// What the layer above is (RFC 5061 §4.2.6).
    pub(crate) adaptation: Option<u32>,
    /// RFC 4895.
    pub(crate) authentication: Option<AuthOffer>,
    /// Bytes that each stream may send to this end at first.
    pub(crate) stream_window: Option<u32>,
}

impl HandshakeOffer {
    /// What this end proposes; `random` is secret only in that nobody could foresee it.
    pub(crate) fn own(
        config: &AssociationConfig,
        tag: VerificationTag,
        initial_tsn: Tsn,
        random: [u8; AuthOffer::RANDOM],
    ) -> Self {
        let authentication = config.authentication.as_ref();
        let dynamic_addresses = config.dynamic_addresses && authentication.is_some();
        let mut offer = Self {
            tag,
            window: config.receive_window.max(LEAST_WINDOW),
            outbound: config.outbound_streams.max(1),
            inbound: config.inbound_streams.max(1),
            initial_tsn,
            addresses: Vec::new(),
            ipv4: config.addresses.is_empty() || config.addresses.iter().any(IpAddr::is_ipv4),
            ipv6: config.addresses.is_empty() || config.addresses.iter().any(IpAddr::is_ipv6),
            partial_reliability: config.partial_reliability,
            interleaving: config.interleaving,
            interleaved_skips: config.interleaving && config.partial_reliability,
            re_configuration: config.re_configuration,
            dynamic_addresses,
            zero_checksum: config.zero_checksum,
            adaptation: config.adaptation,
            authentication: authentication
                .map(|config| AuthOffer::own(config, dynamic_addresses, random)),
            stream_window: config.stream_window.filter(|_| config.interleaving),
        };
        config.addresses.iter().for_each(|address| offer.add_address(*address));
        offer
    }

    /// Drops own addresses of a kind that the peer, whose packet came from `from`, cannot send to
    /// (RFC 9260 §5.1.2). One that came over loopback is on this host, and needs no other way here.
    pub(crate) fn keep_for(&mut self, peer: &Self, from: IpAddr) {
        if from.to_canonical().is_loopback() {
            self.addresses.retain(IpAddr::is_loopback);
        }
        let (ipv4, ipv6) = (peer.ipv4 || from.is_ipv4(), peer.ipv6 || from.is_ipv6());
        self.addresses.retain(|address| if address.is_ipv4() { ipv4 } else { ipv6 });
    }

    /// Drops addresses of a peer, whose packet came from `from`, that mean somebody else here than there.
    pub(crate) fn keep_from(&mut self, from: IpAddr) {
        if !from.to_canonical().is_loopback() {
            self.addresses.retain(|address| !address.is_loopback());
        }
    }

    /// Adds an address, unless it is known already, cannot be anybody's, or is one too many.
    pub(super) fn add_address(&mut self, address: IpAddr) {
        let address = address.to_canonical();
        if self.addresses.len() < MAX_PATHS
            && is_unicast(address)
            && !self.addresses.contains(&address)
        {
            self.addresses.push(address);
        }
    }
}

/// Whether a packet to `address` goes to one host: nobody may make this end send to many, or to itself
/// by way of the address that means "any" (RFC 9260 §8.4, rule 1).
pub(crate) fn is_unicast(address: IpAddr) -> bool {
    let broadcast = matches!(address, IpAddr::V4(v4) if v4.is_broadcast());
    !(address.is_unspecified() || address.is_multicast() || broadcast)
}
